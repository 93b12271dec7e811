/* The PGN reader's blanks beyond ASCII, and characters of which nothing is seen: outside texts the
   former are blanks and the latter nothing. */
#include "base/utf8.h"
#include "format/pgn/pgn.h"

#include <string.h>

enum { CODE_POINT_MAX = 4 };

size_t pgn_nothing(const char *s)
{
    size_t n;
    return (unsigned char)*s >= 0xc2 && utf8_ink_at(s, CODE_POINT_MAX, &n) == UTF8_NOTHING ? n : 0;
}

size_t pgn_wide_blank(const char *s)
{
    static const char dots[] = "\u2026"; /* behind a move number */
    size_t n = 0;
    if ((unsigned char)*s < 0xc2)
        return 0;
    return utf8_ink_at(s, CODE_POINT_MAX, &n) != UTF8_INK || strncmp(s, dots, 3) == 0 ? n : 0;
}

const char *pgn_behind_wide_blanks(const char *s)
{
    for (size_t n; (n = pgn_is(*s, CLASS_BLANK) ? 1 : pgn_wide_blank(s)) > 0;)
        s += n;
    return s;
}

const char *pgn_before_wide_blank(const char *from, const char *s)
{
    const char *first = s - 1;
    while (first > from && s - first < CODE_POINT_MAX && ((unsigned char)*first & 0xc0) == 0x80)
        first--;
    return pgn_wide_blank(first) == (size_t)(s - first) ? first : s;
}

size_t pgn_length_with_nothing(const char *s, size_t len)
{
    for (size_t n, next = len; (n = pgn_nothing(s + next)) > 0;) {
        next += n;
        if (!pgn_is(s[next], CLASS_NAME))
            continue;
        for (len = next; pgn_is(s[len], CLASS_NAME);)
            len++;
        next = len;
    }
    return len;
}

/* Once a game, and not between games. What all Chinese texts have, dots, and the mark with which a file begins are no
   matter. */
PGN_COLD void pgn_note_wide_blank(struct pgn_parser *ps, const char *at)
{
    static const char *const usual[] = {"\u3000", "\u2026", "\ufeff"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (strncmp(at, usual[i], strlen(usual[i])) == 0)
            return;
    if (!ps->told_blank && ps->started)
        findings_add(ps->findings, FINDING_ODD_BLANK, pgn_source(ps, at), pgn_ply(ps), NULL);
    ps->told_blank = ps->started;
}

PGN_COLD void pgn_note_odd_value(struct pgn_parser *ps, uint32_t source)
{
    if (!ps->told_blank)
        findings_add(ps->findings, FINDING_ODD_BLANK, source, 0, NULL);
    ps->told_blank = true;
}

size_t pgn_without_nothing(const char *s, const char *to, char *out, size_t cap)
{
    size_t n = 0;
    while (s < to && n < cap) {
        const size_t nothing = pgn_nothing(s);
        if (nothing == 0)
            out[n++] = *s;
        s += nothing > 0 ? nothing : 1;
    }
    return n;
}
