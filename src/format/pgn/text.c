/* The PGN reader's characters and comments. A comment is kept as read, with its line ends as LF; an
   open brace is closed where a tag section shows that its end was forgotten. */
#include "format/pgn/pgn.h"

#include <string.h>

#define BLANK     CLASS_BLANK
#define LINE      CLASS_LINE
#define DIGIT     (CLASS_DIGIT | CLASS_TOKEN | CLASS_NAME)
#define ALPHA     (CLASS_LETTER | CLASS_TOKEN | CLASS_NAME)
#define TOKENS_4  CLASS_TOKEN, CLASS_TOKEN, CLASS_TOKEN, CLASS_TOKEN
#define TOKENS_16 TOKENS_4, TOKENS_4, TOKENS_4, TOKENS_4
#define SIGN      (CLASS_SIGN | CLASS_TOKEN | CLASS_NAME)

const uint8_t pgn_class[256] = {
    ['\0'] = CLASS_QUOTE,
    ['"'] = CLASS_QUOTE,
    ['\\'] = CLASS_QUOTE,
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

char pgn_wide_sign(const char *s)
{
    static const struct {
        const char *wide;
        char sign;
    } signs[] = {{"\uff08", '('}, {"\uff09", ')'}, {"\uff01", '!'}, {"\uff1f", '?'},
                 {"\uff0e", ' '}, {"\uff0c", ' '}, {"\u3001", ' '}, {"\u3002", ' '},
                 {"\uff1b", ' '}, {"\uff1a", ' '}};
    for (size_t i = 0; (unsigned char)*s >= 0xe3 && i < sizeof signs / sizeof *signs; i++)
        if (strncmp(s, signs[i].wide, 3) == 0)
            return signs[i].sign;
    return '\0';
}

/* A variation that is open in a text that is no game yet is none either. */
PGN_COLD static const char *abandon_variation(struct pgn_parser *ps)
{
    const struct pgn_level *level = &ps->levels[0];
    ps->rec->node_count = level->nodes;
    ps->findings->count = level->findings;
    ps->dropped = level->dropped;
    ps->depth = 0;
    ps->pos = &ps->rec->end;
    return level->at;
}

void pgn_drop(struct pgn_parser *ps, const char *from, const char *to)
{
    if (!ps->started && ps->depth > 0)
        from = abandon_variation(ps);
    if (!ps->dropped_from || from < ps->dropped_from)
        ps->dropped_from = from;
    ps->dropped_to = to;
    ps->dropped += (size_t)(to - from);
}

/* Comments between what was dropped go with it. */
PGN_COLD void pgn_begin_behind_dropped(struct pgn_parser *ps)
{
    enum { BRACES = 2 };
    struct record *rec = ps->rec;
    size_t n = 0;
    ps->game = ps->dropped_to;
    while (pgn_is(*ps->game, CLASS_BLANK | CLASS_LINE))
        ps->game++;
    for (; n < rec->node_count && rec->nodes[n].kind == NODE_COMMENT &&
           rec->nodes[n].source < pgn_source(ps, ps->game);
         n++) {
        const uint32_t source = rec->nodes[n].source;
        if (ps->begin + source < ps->dropped_from)
            ps->dropped_from = ps->begin + source;
        ps->dropped += rec->nodes[n].text.len + BRACES;
    }
    rec->node_count -= n;
    if (n > 0)
        memmove(rec->nodes, rec->nodes + n, rec->node_count * sizeof *rec->nodes);
}

void pgn_stray(struct pgn_parser *ps, const char *at, size_t len)
{
    char quote[QUOTE_MAX];
    if (!ps->started) {
        pgn_drop(ps, at, at + len);
        return;
    }
    if (!ps->skipping)
        findings_add(ps->findings, FINDING_STRAY_MARK, pgn_source(ps, at), pgn_ply(ps),
                     "%s means nothing here", finding_quote(at, len, quote));
}

/* LEN bytes with CR LF and CR as LF, appended to the record's text. */
static bool add_lines(struct record *rec, const char *text, size_t len, bool sanitize,
                      struct slice *out)
{
    if (!record_add_text(rec, text, len, out))
        return false;
    if (len == 0)
        return true;
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

/* Whether a blank line and two tag lines follow from S on. */
static bool tag_section_follows(struct pgn_parser *ps, const char *s)
{
    int line_ends = 0;
    for (; s < ps->end && pgn_is(*s, CLASS_LINE | CLASS_BLANK); s = pgn_behind_blanks(s + 1))
        line_ends += *s == '\n' || (*s == '\r' && s[1] != '\n');
    if (line_ends < 2 || *s != '[' || !pgn_is_tag(ps, s))
        return false;
    while (s < ps->end && !pgn_is(*s, CLASS_LINE))
        s++;
    while (s < ps->end && pgn_is(*s, CLASS_LINE))
        s++;
    if (s == ps->end && !ps->at_end)
        ps->more = true;
    return *s == '[' && pgn_is_tag(ps, s);
}

/* The end of the comment text before the first tag section that begins in [FROM, TO), or NULL.
   TEXT is where the comment begins. */
static const char *before_tag_section(struct pgn_parser *ps, const char *text, const char *from,
                                      const char *to)
{
    for (; (from = memchr(from, '[', (size_t)(to - from))); from++) {
        const char *s = from;
        s = pgn_before_blanks(text, s, CLASS_BLANK | CLASS_LINE);
        if (s < from && tag_section_follows(ps, s))
            return s;
        if (ps->more)
            return NULL;
    }
    return NULL;
}

/* The next brace of either kind from S on, or NULL if none comes within BRACE_SEARCH. */
static const char *next_brace(struct pgn_parser *ps, const char *s)
{
    const char *end = ps->end - s > BRACE_SEARCH ? s + BRACE_SEARCH : ps->end;
    while (s < end && *s != '{' && *s != '}')
        s++;
    if (s < end)
        return s;
    if (end == ps->end && !ps->at_end)
        ps->more = true;
    return NULL;
}

/* (f) Where the comment ends whose text begins at TEXT: at its brace, or (*FORGOTTEN) at a blank
   line and a tag section, if the next brace behind it opens another comment or none comes. NULL: at
   the end of the stream. Looks a little further each time, since a brace that was forgotten must
   not cost a search through the whole window in every game. */
static const char *comment_end(struct pgn_parser *ps, const char *text, bool *forgotten)
{
    const char *from = text;
    *forgotten = false;
    for (ptrdiff_t look = 4096;; look *= 2) {
        const char *to = ps->end - from > look ? from + look : ps->end;
        const char *close = memchr(from, '}', (size_t)(to - from));
        const char *section = before_tag_section(ps, text, from, close ? close : to);
        if (section && !ps->more) {
            const char *brace = next_brace(ps, section);
            *forgotten = !brace || *brace == '{';
            return *forgotten ? section : brace;
        }
        if (!close && to == ps->end && !ps->at_end)
            ps->more = true;
        if (close || to == ps->end || ps->more)
            return close;
        from = to;
    }
}

/* Whether what stands at S, behind a comment, goes on with the game, and not with the comment: all
   but a word that is no move. */
static bool is_movetext(struct pgn_parser *ps, const char *s, bool in_any_language)
{
    while (pgn_is(*s, CLASS_BLANK | CLASS_LINE))
        s++;
    size_t len = 0;
    while (pgn_is(s[len], CLASS_TOKEN))
        len++;
    struct san_move sm;
    if (*s == '}' || (*s == ',' || *s == '.'))
        return false;
    enum san_status status = pgn_is(*s, CLASS_LETTER) ? pgn_parse_move(ps, s, len, &sm) : SAN_OK;
    return status != SAN_UNREADABLE && (in_any_language || status != SAN_OTHER_LANGUAGE);
}

static bool is_end_of_words(char c)
{
    return !pgn_is(c, CLASS_BLANK | CLASS_LINE | CLASS_DIGIT | CLASS_LETTER) && c != '.';
}

/* Whether the words from S up to the brace at TO, and the first one behind it, are moves that can
   be played one after the other from here. */
static bool plays_on(struct pgn_parser *ps, const char *s, const char *to)
{
    struct position pos = *ps->pos, *here = ps->pos;
    bool ok = true, is_behind = false;
    ps->pos = &pos;
    while (ok && s < ps->end) {
        struct san_move sm;
        size_t len = 0;
        if (s == to) {
            is_behind = true;
            s++;
        } else if (pgn_is(*s, CLASS_LETTER)) {
            while (pgn_is(s[len], CLASS_TOKEN))
                len++;
            ps->more = ps->more || (s + len == ps->end && !ps->at_end);
            ok = pgn_parse_move(ps, s, len, &sm) == SAN_OK;
            if (is_behind || !ok)
                break;
            pos_play(&pos, sm.move);
            s += len;
        } else if (is_end_of_words(*s)) {
            ok = is_behind;
            break;
        } else {
            s++;
        }
    }
    ps->more = ps->more || (s == ps->end && !ps->at_end);
    ps->pos = here;
    return ok;
}

/* Whether the text from CLOSE, a closing brace, to BRACE, the next one, goes on with the comment:
   its words are no moves, or none that lead to what stands behind, which can be played if they are
   not. */
static bool goes_on(struct pgn_parser *ps, const char *close, const char *brace)
{
    if (!is_movetext(ps, close + 1, *brace == '{'))
        return true;
    return *brace == '}' && !ps->skipping && ps->rec->game == GAME_CHESS &&
           !plays_on(ps, close + 1, brace) && plays_on(ps, brace, brace);
}

/* Where the comment whose text begins at TEXT and has opening braces in it before its first closing
   one, at CLOSE, really ends: words and braces that close show that they were meant to nest. */
static const char *nested_end(struct pgn_parser *ps, const char *text, const char *close)
{
    const char *at = close;
    size_t depth = 0;
    for (const char *s = text; s < close; s++)
        depth += *s == '{';
    while (depth > 0) {
        const char *brace = next_brace(ps, at + 1);
        if (ps->more || !brace || before_tag_section(ps, text, at, brace) ||
            (*at == '}' && !goes_on(ps, at, brace)))
            break;
        at = brace;
        depth = *brace == '{' ? depth + 1 : depth - 1;
        if (*brace == '}')
            close = brace;
    }
    return close;
}

void pgn_read_brace_comment(struct pgn_parser *ps)
{
    const char *at = ps->p, *s = at + 1;
    bool forgotten;
    const char *stop = comment_end(ps, s, &forgotten);
    if (ps->more)
        return;
    bool closed = stop && !forgotten, nested = false;
    if (closed && memchr(s, '{', (size_t)(stop - s))) {
        const char *end = nested_end(ps, s, stop);
        if (ps->more)
            return;
        nested = end != stop;
        stop = end;
    }
    if (!stop) {
        stop = ps->end;
        while (stop > s && pgn_is(stop[-1], CLASS_LINE | CLASS_BLANK))
            stop--;
    }
    if (!closed)
        findings_add(ps->findings, FINDING_UNCLOSED_COMMENT, pgn_source(ps, at), pgn_ply(ps), NULL);
    if (nested)
        findings_add(ps->findings, FINDING_NESTED_COMMENT, pgn_source(ps, at), pgn_ply(ps), NULL);
    if (!ps->skipping)
        pgn_add_comment(ps, s, (size_t)(stop - s), at, false, !closed || nested);
    ps->p = closed ? stop + 1 : stop;
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
