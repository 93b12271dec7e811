/* The PGN reader: what stands beside the moves: their numbers, NAGs, glyphs and check marks. */
#include "format/pgn/pgn.h"

#include <string.h>

/* --- Numbers ---------------------------------------------------------------------------------- */

/* NUMBER, at AT, is not what the numbers before it let expect: a slip, or another way to count. */
PGN_COLD static void change_number_shift(struct pgn_parser *ps, const char *at, int64_t number,
                                         int64_t shift)
{
    if (shift != 0)
        findings_add(ps->findings, FINDING_MOVE_NUMBER, pgn_source(ps, at), pgn_ply(ps) + 1,
                     "move number %lld where %lld is to come", (long long)number,
                     (long long)(ps->pos->move_number + ps->number_shift));
    ps->number_shift = shift;
}

void pgn_take_number(struct pgn_parser *ps, const char *at, int64_t number)
{
    ps->has_number = ps->has_any_number = true;
    int64_t shift = number - (int64_t)ps->pos->move_number;
    if (shift != ps->number_shift && ps->started)
        change_number_shift(ps, at, number, shift);
}

/* A dash of three bytes and a zero, as in 0–0. */
static bool at_wide_dash(const char *s)
{
    return (unsigned char)s[0] == 0xe2 && s[1] && s[2] && s[3] == '0';
}

void pgn_read_number(struct pgn_parser *ps)
{
    const char *at = ps->p, *s = at;
    int64_t number = 0;
    for (; pgn_is(*s, CLASS_DIGIT); s++)
        number = number < 1000000 ? number * 10 + (*s - '0') : number;
    if (number == 0 &&
        (s - at > 1 || *s == '-' || at_wide_dash(s))) { /* castling, or the null move 0000 */
        pgn_read_move(ps);
        return;
    }
    while (*s == '.')
        s++;
    ps->p = s;
    if (pgn_starved(ps) || ps->skipping)
        return;
    pgn_take_number(ps, at, number);
}

/* --- Signs ------------------------------------------------------------------------------------ */

static void add_nag(struct pgn_parser *ps, int nag, const char *at)
{
    struct node *node = record_add_node(ps->rec, NODE_NAG, pgn_source(ps, at));
    if (!node) {
        ps->no_memory = true;
        return;
    }
    node->detail = (uint8_t)nag;
}

void pgn_add_glyph(struct pgn_parser *ps, int nag, const char *at, size_t len)
{
    char quote[QUOTE_MAX];
    findings_add(ps->findings, FINDING_GLYPH, pgn_source(ps, at), pgn_ply(ps), "%s for $%d",
                 finding_quote(at, len, quote), nag);
    add_nag(ps, nag, at);
}

static bool is_word(const char *at, size_t len, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == len && memcmp(*words, at, len) == 0)
            return true;
    return false;
}

bool pgn_apart_check_mark(struct pgn_parser *ps, const char *at, size_t len)
{
    static const char *const marks[] = {"+",   "++",    "#",    "##", "ch", "ch.", "dbl",
                                        "dis", "check", "mate", "x",  "†",  "‡",   NULL};
    if (!is_word(at, len, marks))
        return false;
    size_t i = ps->rec->node_count;
    while (i > 0 && ps->rec->nodes[i - 1].kind == NODE_NAG)
        i--;
    if (i == 0 || ps->rec->nodes[i - 1].kind != NODE_MOVE)
        return false;
    ps->rec->nodes[i - 1].detail |= MARK_CHECK;
    char quote[QUOTE_MAX];
    findings_add(ps->findings,
                 pos_in_check(ps->pos) ? FINDING_CHECK_MARK_FORM : FINDING_FALSE_CHECK,
                 pgn_source(ps, at), pgn_ply(ps),
                 pos_in_check(ps->pos) ? "%s apart from its move"
                                       : "%s apart from its move, which does not give check",
                 finding_quote(at, len, quote));
    if (*ps->p == '.')
        ps->p++;
    return true;
}

void pgn_read_sign(struct pgn_parser *ps)
{
    const char *at = ps->p, *s = at;
    while (pgn_is(*s, CLASS_SIGN) || ((unsigned char)*s >= 0x80 && pgn_wide_blank(s) == 0))
        s++;
    ps->p = s;
    if (pgn_starved(ps) || ps->skipping)
        return;
    size_t len = (size_t)(s - at);
    struct san_move sm;
    int nag = nag_from_glyph(at, len);
    if ((*at == '#' || (*at == '/' && at[1] == '/')) && pgn_read_line_between_tags(ps, at))
        return;
    if (nag >= 0 && ps->started)
        pgn_add_glyph(ps, nag, at, len);
    else if (ps->started && pgn_apart_check_mark(ps, at, len))
        return; /* it adds no node */
    else if (len > 1 && (ps->started || ps->has_number) &&
             pgn_parse_move(ps, at, len, &sm) != SAN_UNREADABLE)
        pgn_null_move(ps, at, len);
    else
        pgn_stray(ps, at, len);
    pgn_check_nodes(ps);
}

void pgn_read_nag(struct pgn_parser *ps)
{
    const char *at = ps->p, *s = at + 1;
    int nag = 0;
    for (; pgn_is(*s, CLASS_DIGIT); s++)
        nag = nag < 1000 ? nag * 10 + (*s - '0') : nag;
    ps->p = s;
    if (pgn_starved(ps) || ps->skipping)
        return;
    if (s == at + 1 || !ps->started)
        pgn_stray(ps, at, (size_t)(s - at));
    else if (nag > 255)
        findings_add(ps->findings, FINDING_BAD_NAG, pgn_source(ps, at), pgn_ply(ps),
                     "%.*s is over $255 and was dropped", (int)(s - at > 12 ? 12 : s - at), at);
    else
        add_nag(ps, nag, at);
    pgn_check_nodes(ps);
}

void pgn_read_glyph(struct pgn_parser *ps)
{
    const char *at = ps->p, *s = at;
    while (*s == '!' || *s == '?')
        s++;
    ps->p = s;
    if (pgn_starved(ps) || ps->skipping)
        return;
    int nag = nag_from_glyph(at, (size_t)(s - at));
    if (nag >= 0 && ps->started)
        pgn_add_glyph(ps, nag, at, (size_t)(s - at));
    else
        pgn_stray(ps, at, (size_t)(s - at));
    pgn_check_nodes(ps);
}

void pgn_read_beyond_ascii(struct pgn_parser *ps)
{
    const char *at = ps->p, *s = at;
    if (ps->end - at < 4 && !ps->at_end) {
        ps->more = true;
        return;
    }
    size_t blank = pgn_wide_blank(at);
    if (blank > 0) {
        pgn_note_wide_blank(ps, at);
        ps->p += blank;
        return;
    }
    do
        s++;
    while (((unsigned char)*s & 0xc0) == 0x80);
    int nag = ps->started && !ps->skipping ? nag_from_glyph(at, (size_t)(s - at)) : -1;
    if (nag < 0) {
        pgn_read_move(ps);
        return;
    }
    ps->p = s;
    pgn_add_glyph(ps, nag, at, (size_t)(s - at));
    pgn_check_nodes(ps);
}
