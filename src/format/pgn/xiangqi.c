/* The PGN reader's xiangqi: moves in Chinese and WXF, which need no blanks between them, digits and
   signs of full width, remarks in parentheses, and coordinates whose ranks count from 0 or from
   1. */
#include "format/pgn/pgn.h"

#include <string.h>

/* No token is longer, so that a window which ends sooner must grow first. */
enum { TOKEN_MARGIN = 64, WIDE = 3, REACH_MIN = 256, SAN_LONGEST = 8 };

bool pgn_at_rule(const struct pgn_parser *ps)
{
    return ps->end - ps->p >= 4 && memcmp(ps->p, "====", 4) == 0;
}

/* --- Numbers and signs ------------------------------------------------------------------------ */

/* The digit of full width at S, or -1. */
static int wide_digit(const char *s)
{
    bool is_digit = strncmp(s, "\xef\xbc", 2) == 0 && (unsigned char)s[2] >= 0x90 &&
                    (unsigned char)s[2] <= 0x99;
    return is_digit ? (unsigned char)s[2] - 0x90 : -1;
}

static void read_wide_number(struct pgn_parser *ps)
{
    const char *at = ps->p;
    int64_t number = 0;
    for (int digit; (digit = wide_digit(ps->p)) >= 0; ps->p += WIDE)
        number = number < 1000000 ? number * 10 + digit : number;
    while (*ps->p == '.')
        ps->p++;
    if (!pgn_starved(ps) && !ps->skipping)
        pgn_take_number(ps, at, number);
}

/* ！and ？, one or two of them. */
static void read_wide_glyph(struct pgn_parser *ps)
{
    const char *at = ps->p;
    char glyph[2];
    size_t n = 0;
    while (n < sizeof glyph && (glyph[n] = pgn_wide_sign(ps->p)) != '\0' &&
           (glyph[n] == '!' || glyph[n] == '?')) {
        n++;
        ps->p += WIDE;
    }
    if (ps->skipping)
        return;
    int nag = nag_from_glyph(glyph, n);
    if (nag >= 0 && ps->started)
        pgn_add_glyph(ps, nag, at, (size_t)(ps->p - at));
    else
        pgn_stray(ps, at, (size_t)(ps->p - at));
    pgn_check_nodes(ps);
}

/* --- Coordinates ------------------------------------------------------------------------------ */

/* The rank at S behind a file letter: *LEN characters; -1 if it is none. */
static int rank_at(const char *s, size_t *len)
{
    char file = (char)(s[0] | 0x20);
    if (file < 'a' || file > 'i' || !pgn_is(s[1], CLASS_DIGIT))
        return -1;
    bool is_ten = s[1] == '1' && s[2] == '0';
    *len = is_ten ? 3 : 2;
    return is_ten ? 10 : s[1] - '0';
}

/* What two ranks of a move show. */
static void note_ranks(int lowest, int highest, enum rank_base *ranks)
{
    if (lowest == 0)
        *ranks = RANKS_FROM_0;
    else if (highest == 10)
        *ranks = RANKS_FROM_1;
}

/* SAN names ranks too. */
static size_t san_at(const char *s, enum rank_base *ranks)
{
    int lowest, highest;
    const size_t len = xiangqi_san_ranks(s, strnlen(s, SAN_LONGEST), &lowest, &highest);
    if (len == 0 || pgn_is(s[len], CLASS_LETTER | CLASS_DIGIT))
        return 0;
    note_ranks(lowest, highest, ranks);
    return len;
}

/* The coordinates or SAN at S: their length, 0 if something else stands there; sets *RANKS if they
   show from where ranks count. */
static size_t coordinates_at(const char *s, enum rank_base *ranks)
{
    size_t from_len, to_len;
    int from = rank_at(s, &from_len);
    if (from < 0)
        return san_at(s, ranks);
    const char *second = s + from_len + (s[from_len] == '-');
    int to = rank_at(second, &to_len);
    if (to < 0 || pgn_is(second[to_len], CLASS_LETTER | CLASS_DIGIT))
        return san_at(s, ranks);
    note_ranks(from < to ? from : to, from < to ? to : from, ranks);
    return (size_t)(second - s) + to_len;
}

/* Behind the comment that begins at S, or the line for a character that means nothing. */
static const char *pass_comment(const struct pgn_parser *ps, const char *s)
{
    char close = *s == '{' ? '}' : '\n';
    const char *end = memchr(s, close, (size_t)(ps->end - s));
    return end ? end + 1 : ps->end;
}

/* A result that ends a game, but for the asterisk. */
static bool is_result_at(const char *s)
{
    return strncmp(s, "1-0", 3) == 0 || strncmp(s, "0-1", 3) == 0 || strncmp(s, "1/2", 3) == 0;
}

/* The character before S; before the text there is as good as a line end. */
static char before(const struct pgn_parser *ps, const char *s)
{
    return s > ps->text ? s[-1] : '\n';
}

/* The next coordinates of the game from S on, outside comments, and outside variations too if
   MAIN_LINE; NULL at the end of the game, which sets `more` if the window ends first. */
static const char *next_coordinates(struct pgn_parser *ps, const char *s, bool main_line,
                                    size_t *len, enum rank_base *ranks)
{
    const bool untagged = ps->rec->tag_count == 0; /* a blank line may end such a game */
    int depth = 0;
    while (s < ps->end && *s != '*') {
        if (*s == '[' && pgn_is(before(ps, s), CLASS_LINE))
            return NULL;
        if (untagged && before(ps, s) == '\n' && pgn_is(*s, CLASS_LINE))
            return NULL;
        if (*s == '{' || *s == ';') {
            s = pass_comment(ps, s);
            continue;
        }
        depth += *s == '(';
        depth -= *s == ')';
        bool starts_token = !pgn_is(before(ps, s), CLASS_LETTER | CLASS_DIGIT);
        if (starts_token && depth == 0 && is_result_at(s))
            return NULL;
        *len = starts_token ? coordinates_at(s, ranks) : 0;
        if (*len > 0 && (depth == 0 || !main_line))
            return s;
        s += *len > 0 ? *len : 1;
    }
    ps->more = ps->more || (s >= ps->end && !ps->at_end);
    return NULL;
}

/* How many moves of the main line from FROM on can be played with RANKS. */
static size_t playable(struct pgn_parser *ps, const char *from, enum rank_base ranks)
{
    struct position pos = *ps->pos;
    enum rank_base shown = RANKS_UNKNOWN;
    size_t len, count = 0;
    struct san_move sm;
    const char *s = from;
    while ((s = next_coordinates(ps, s, true, &len, &shown)) != NULL &&
           san_parse_ranks(&pos, s, len, ps->letters, ranks, &sm) == SAN_OK) {
        pos_play(&pos, sm.move);
        count++;
        s += len;
    }
    return count;
}

void pgn_find_ranks(struct pgn_parser *ps)
{
    const char *at = ps->p;
    while (at > ps->text && pgn_is(at[-1], CLASS_TOKEN))
        at--;
    enum rank_base ranks = RANKS_UNKNOWN;
    size_t len;
    const char *s = at;
    while (ranks == RANKS_UNKNOWN && (s = next_coordinates(ps, s, false, &len, &ranks)) != NULL)
        s += len;
    if (ranks == RANKS_UNKNOWN && !ps->more)
        ranks = playable(ps, at, RANKS_FROM_1) > playable(ps, at, RANKS_FROM_0) ? RANKS_FROM_1
                                                                                : RANKS_FROM_0;
    ps->ranks = ranks;
}

/* --- Parentheses ------------------------------------------------------------------------------ */

/* Whether S is the null move, which a sign that goes on is not. */
static bool is_null_move(const char *s)
{
    return strncmp(s, "--", 2) == 0 && !pgn_is(s[2], CLASS_SIGN) && (unsigned char)s[2] < 0x80;
}

/* Whether a move follows S, the null move too, behind its number if it has one. */
static bool move_follows(const struct pgn_parser *ps, const char *s)
{
    char token[XIANGQI_TOKEN_MAX];
    size_t n, wide;
    enum rank_base ranks;
    for (;;) {
        if (pgn_is(*s, CLASS_BLANK | CLASS_LINE))
            s++;
        else if (xiangqi_token(s, (size_t)(ps->end - s), token, &n) > 0)
            return true;
        else if (pgn_is(*s, CLASS_DIGIT) || *s == '.')
            s++;
        else if ((wide = pgn_wide_blank(s)) > 0)
            s += wide;
        else if (wide_digit(s) >= 0 || pgn_wide_sign(s) == ' ')
            s += WIDE;
        else
            return *s == '{' || *s == '(' || coordinates_at(s, &ranks) > 0 || is_null_move(s);
    }
}

/* Whether there is nothing in a parenthesis that was opened before S. */
static bool is_empty(const char *s)
{
    while (pgn_is(*s, CLASS_BLANK | CLASS_LINE))
        s++;
    return *s == ')';
}

/* The sign '(' or ')' at S in either width; *LEN its bytes. */
static char parenthesis(const char *s, size_t *len)
{
    char wide = (unsigned char)*s >= 0x80 ? pgn_wide_sign(s) : '\0';
    *len = wide ? WIDE : 1;
    return wide ? wide : *s;
}

/* Where the parenthesis is closed that opens at S, *LEN the bytes of the sign there; the end of the
   line if it is not closed before a blank line or a tag. Many that are never closed must not cost a
   long search each, so it becomes shorter in such a game, and in the end stays on the line. */
static const char *closing(struct pgn_parser *ps, const char *s, size_t *len)
{
    const size_t left = (size_t)(ps->end - s);
    const char *end = s + (left < ps->remark_reach ? left : ps->remark_reach), *line = NULL;
    size_t depth = 0;
    for (; s < end; s += *len) {
        char sign = parenthesis(s, len);
        depth += sign == '(';
        if (sign == ')' && --depth == 0)
            return s;
        if (!pgn_is(sign, CLASS_LINE))
            continue;
        line = line ? line : s;
        const char *next = s + 1 + (s[0] == '\r' && s[1] == '\n');
        if (ps->remark_reach < REACH_MIN || pgn_is(*next, CLASS_LINE) ||
            (*next == '[' && pgn_is_tag(ps, next)))
            break;
    }
    while (!line && s < ps->end && !pgn_is(*s, CLASS_LINE))
        s++;
    if (s >= ps->end && !ps->at_end)
        ps->more = true;
    if (ps->remark_reach >= REACH_MIN)
        ps->remark_reach /= 2;
    *len = 0;
    return line ? line : s;
}

static void read_remark(struct pgn_parser *ps, size_t open_len)
{
    const char *at = ps->p;
    size_t close_len;
    const char *close = closing(ps, at, &close_len), *text = at + open_len;
    if (ps->more)
        return;
    ps->p = close + close_len;
    if (!ps->started) {
        pgn_drop(ps, at, ps->p);
        return;
    }
    findings_add(ps->findings, FINDING_TEXT_IN_PARENTHESES, pgn_source(ps, at), pgn_ply(ps), NULL);
    pgn_add_comment(ps, text, (size_t)(close - text), at, false, true);
    pgn_check_nodes(ps);
}

static void read_parenthesis(struct pgn_parser *ps, char sign, size_t len)
{
    if (sign == '(' && !ps->skipping && !move_follows(ps, ps->p + len) &&
        !(ps->started && is_empty(ps->p + len))) {
        read_remark(ps, len);
        return;
    }
    ps->p += len - 1;
    if (sign == '(')
        pgn_open_variation(ps);
    else
        pgn_close_variation(ps);
}

/* --- Tokens ----------------------------------------------------------------------------------- */

static bool read_wide_sign(struct pgn_parser *ps)
{
    char sign = pgn_wide_sign(ps->p);
    switch (sign) {
    case '\0': return false;
    case '(':
    case ')': read_parenthesis(ps, sign, WIDE); return true;
    case '!':
    case '?': read_wide_glyph(ps); return true;
    default: ps->p += WIDE; return true;
    }
}

/* Whether what begins at S may go on behind the window. A move ends with its line. */
static bool may_go_on(const struct pgn_parser *ps, const char *s)
{
    const size_t left = (size_t)(ps->end - s);
    size_t len;
    return left < TOKEN_MARGIN && !ps->at_end &&
           (parenthesis(s, &len) == '(' || !memchr(s, '\n', left));
}

bool pgn_read_xiangqi(struct pgn_parser *ps)
{
    const char *at = ps->p;
    char token[XIANGQI_TOKEN_MAX];
    size_t n;
    if (may_go_on(ps, at)) {
        ps->more = true;
        return false;
    }
    if (*at == '(' || *at == ')') {
        read_parenthesis(ps, *at, 1);
        return true;
    }
    size_t len = xiangqi_token(at, (size_t)(ps->end - at), token, &n);
    struct san_move sm;
    if (len > 0 && (!pgn_is(*at, CLASS_DIGIT) || pgn_parse_move(ps, token, n, &sm) == SAN_OK)) {
        ps->p += len;
        pgn_take_move(ps, at, len, token, n);
        return true;
    }
    if ((unsigned char)*at < 0x80)
        return false;
    if (wide_digit(at) >= 0) {
        read_wide_number(ps);
        return true;
    }
    return read_wide_sign(ps);
}
