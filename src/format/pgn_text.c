/* The PGN reader's characters and comments. A comment is kept as read, with its line ends as LF; an
   open brace is closed where a tag section shows that its end was forgotten. */
#include "format/pgn.h"

#include <string.h>

#define BLANK     CLASS_BLANK
#define LINE      CLASS_LINE
#define DIGIT     (CLASS_DIGIT | CLASS_TOKEN | CLASS_NAME)
#define ALPHA     (CLASS_LETTER | CLASS_TOKEN | CLASS_NAME)
#define TOKENS_4  CLASS_TOKEN, CLASS_TOKEN, CLASS_TOKEN, CLASS_TOKEN
#define TOKENS_16 TOKENS_4, TOKENS_4, TOKENS_4, TOKENS_4
#define SIGN      (CLASS_SIGN | CLASS_TOKEN | CLASS_NAME)

const uint8_t pgn_class[256] = {
    ['\t'] = BLANK,
    ['\v'] = BLANK,
    ['\f'] = BLANK,
    [' '] = BLANK,
    ['\n'] = LINE,
    ['\r'] = LINE,
    ['0'] = DIGIT,
    ['1'] = DIGIT,
    ['2'] = DIGIT,
    ['3'] = DIGIT,
    ['4'] = DIGIT,
    ['5'] = DIGIT,
    ['6'] = DIGIT,
    ['7'] = DIGIT,
    ['8'] = DIGIT,
    ['9'] = DIGIT,
    ['a'] = ALPHA,
    ['b'] = ALPHA,
    ['c'] = ALPHA,
    ['d'] = ALPHA,
    ['e'] = ALPHA,
    ['f'] = ALPHA,
    ['g'] = ALPHA,
    ['h'] = ALPHA,
    ['i'] = ALPHA,
    ['j'] = ALPHA,
    ['k'] = ALPHA,
    ['l'] = ALPHA,
    ['m'] = ALPHA,
    ['n'] = ALPHA,
    ['o'] = ALPHA,
    ['p'] = ALPHA,
    ['q'] = ALPHA,
    ['r'] = ALPHA,
    ['s'] = ALPHA,
    ['t'] = ALPHA,
    ['u'] = ALPHA,
    ['v'] = ALPHA,
    ['w'] = ALPHA,
    ['x'] = ALPHA,
    ['y'] = ALPHA,
    ['z'] = ALPHA,
    ['A'] = ALPHA,
    ['B'] = ALPHA,
    ['C'] = ALPHA,
    ['D'] = ALPHA,
    ['E'] = ALPHA,
    ['F'] = ALPHA,
    ['G'] = ALPHA,
    ['H'] = ALPHA,
    ['I'] = ALPHA,
    ['J'] = ALPHA,
    ['K'] = ALPHA,
    ['L'] = ALPHA,
    ['M'] = ALPHA,
    ['N'] = ALPHA,
    ['O'] = ALPHA,
    ['P'] = ALPHA,
    ['Q'] = ALPHA,
    ['R'] = ALPHA,
    ['S'] = ALPHA,
    ['T'] = ALPHA,
    ['U'] = ALPHA,
    ['V'] = ALPHA,
    ['W'] = ALPHA,
    ['X'] = ALPHA,
    ['Y'] = ALPHA,
    ['Z'] = ALPHA,
    ['+'] = SIGN,
    ['-'] = SIGN,
    ['='] = SIGN,
    ['#'] = SIGN,
    ['@'] = SIGN,
    ['/'] = SIGN,
    ['~'] = CLASS_SIGN,
    ['^'] = CLASS_SIGN,
    ['<'] = CLASS_SIGN,
    ['>'] = CLASS_SIGN,
    ['_'] = ALPHA,
    [':'] = CLASS_TOKEN | CLASS_NAME,
    /* Bytes beyond ASCII: figurines, daggers, letters of other languages. */
    [0x80] = TOKENS_16,
    TOKENS_16,
    TOKENS_16,
    TOKENS_16,
    TOKENS_16,
    TOKENS_16,
    TOKENS_16,
    TOKENS_16,
};

void pgn_drop(struct pgn_parser *ps, const char *from, const char *to)
{
    if (!ps->dropped_from)
        ps->dropped_from = from;
    ps->dropped += (size_t)(to - from);
}

/* LEN bytes with CR LF and CR as LF, appended to the record's text. */
static bool add_lines(struct record *rec, const char *text, size_t len, bool sanitize,
                      struct slice *out)
{
    if (!record_add_text(rec, text, len, out))
        return false;
    char *s = rec->text.data + out->at;
    size_t n = 0;
    if (!sanitize && !memchr(s, '\r', len))
        return true;
    for (size_t i = 0; i < len; i++) {
        char c = s[i];
        if (c == '\r') {
            c = '\n';
            if (i + 1 < len && s[i + 1] == '\n')
                i++;
        } else if (sanitize && (c == '{' || c == '}')) {
            c = c == '{' ? '(' : ')';
        }
        s[n++] = c;
    }
    out->len = (uint32_t)n;
    return true;
}

void pgn_add_comment(struct pgn_parser *ps, const char *text, size_t len, const char *at,
                     bool line_comment, bool sanitize)
{
    struct slice slice;
    struct node *node = NULL;
    if (add_lines(ps->rec, text, len, sanitize, &slice))
        node = record_add_node(ps->rec, NODE_COMMENT, pgn_source(ps, at));
    if (!node) {
        ps->no_memory = true;
        return;
    }
    node->text = slice;
    node->detail = line_comment;
}

/* If a blank line follows the line end at S and then two or more tag lines, return where they
   start and set *AFTER behind them; else NULL. */
static const char *tag_section_after(struct pgn_parser *ps, const char *s, const char **after)
{
    int line_ends = 0;
    while (s < ps->end && pgn_is(*s, CLASS_LINE | CLASS_BLANK)) {
        if (*s == '\n' || (*s == '\r' && s[1] != '\n'))
            line_ends++;
        s++;
    }
    if (line_ends < 2 || *s != '[')
        return NULL;
    const char *start = s;
    int tags = 0;
    while (*s == '[' && pgn_is_tag(ps, s)) {
        tags++;
        while (s < ps->end && !pgn_is(*s, CLASS_LINE))
            s++;
        while (s < ps->end && pgn_is(*s, CLASS_LINE))
            s++;
        if (s == ps->end && !ps->at_end)
            ps->more = true;
    }
    *after = s;
    return tags >= 2 ? start : NULL;
}

/* Design rule: a brace that is still open at a blank line followed by a tag section was forgotten
   if the next brace after that section opens another comment, or if none comes within 1 MiB.
   Returns where the comment [S, CLOSE) ends instead, or NULL. CLOSE is NULL if no closing brace was
   found. */
static const char *forgotten_close(struct pgn_parser *ps, const char *s, const char *close)
{
    const char *limit = close ? close : ps->end;
    const char *open = s; /* the next '{', found once for all that come before it */
    while ((s = memchr(s, '[', (size_t)(limit - s)))) {
        const char *line = s;
        while (line > ps->p && pgn_is(line[-1], CLASS_BLANK | CLASS_LINE))
            line--;
        const char *after;
        if (line == s || tag_section_after(ps, line, &after) != s) {
            s++;
            continue;
        }
        if (ps->more)
            return NULL;
        if (open && open < after)
            open = after < limit ? memchr(after, '{', (size_t)(limit - after)) : NULL;
        if (open || !close) {
            if (!open && !ps->at_end && ps->end - after < BRACE_SEARCH)
                ps->more = true;
            return line;
        }
        if (close - after > BRACE_SEARCH)
            return line; /* too far to be its end */
        s++;
    }
    return NULL;
}

void pgn_read_brace_comment(struct pgn_parser *ps)
{
    const char *at = ps->p, *s = at + 1;
    const char *close = memchr(s, '}', (size_t)(ps->end - s));
    const char *stop = close;
    /* Only a comment with a '[' that may begin a line can hide a tag section. */
    if (!close || memchr(s, '\n', (size_t)(close - s)) || memchr(s, '\r', (size_t)(close - s))) {
        const char *forgotten = forgotten_close(ps, s, close);
        if (ps->more)
            return;
        if (forgotten) {
            stop = forgotten;
            close = NULL;
        }
    }
    if (!stop) {
        if (!ps->at_end) {
            ps->more = true;
            return;
        }
        stop = ps->end;
        while (stop > s && pgn_is(stop[-1], CLASS_LINE | CLASS_BLANK))
            stop--;
    }
    if (!close)
        findings_add(ps->findings, FINDING_UNCLOSED_COMMENT, pgn_source(ps, at), pgn_ply(ps), NULL);
    if (!ps->skipping)
        pgn_add_comment(ps, s, (size_t)(stop - s), at, false, !close);
    ps->p = close ? close + 1 : stop;
}

void pgn_read_line_comment(struct pgn_parser *ps)
{
    const char *at = ps->p, *s = at + 1;
    while (s < ps->end && !pgn_is(*s, CLASS_LINE))
        s++;
    ps->p = s;
    if (pgn_starved(ps) || ps->skipping)
        return;
    findings_add(ps->findings, FINDING_SEMICOLON_COMMENT, pgn_source(ps, at), pgn_ply(ps), NULL);
    pgn_add_comment(ps, at + 1, (size_t)(s - at - 1), at, true, false);
}
