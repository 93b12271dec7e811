/* Material: "KRPkr" (exactly these men), "R=r", "P>p+1", "Q0", "P1-3 p0". The language is described
   in qipu-query(7). Every term becomes one test: the difference of two counts lies in a range. */
#include "base/ascii.h"
#include "notation/notation.h"
#include "query/board.h"

enum { COUNT_MAX = 99 };

/* Bishops and knights of chess together: a kind of man in terms that count. */
enum { MINOR = 15 };

/* So many men of a kind fit into a material key. */
static const uint8_t key_counts_max[GAME_COUNT] = {[GAME_CHESS] = 15, [GAME_XIANGQI] = 7};

struct term_scanner {
    enum game game;
    const char *text;
    size_t at;
    const char *fault;
};

static bool add_test(struct material *m, struct term_scanner *s, struct material_test test)
{
    if (m->count == MATERIAL_TESTS_MAX) {
        s->fault = LANG("too many terms");
        return false;
    }
    m->tests[m->count++] = test;
    return true;
}

static piece scan_piece(struct term_scanner *s)
{
    char c = s->text[s->at];
    piece p = c == '\0' ? 0 : piece_from_letter(s->game, c);
    s->at += p != 0;
    return p;
}

/* A man whose number is told or compared, or 0. */
static piece scan_counted(struct term_scanner *s)
{
    const char c = s->text[s->at];
    if (s->game != GAME_CHESS || (c != 'L' && c != 'l'))
        return scan_piece(s);
    s->at++;
    return (piece)(c == 'L' ? MINOR : MINOR | piece_make(BLACK, NO_PIECE));
}

/* A number of at most two digits, or -1 with a fault. */
static int scan_count(struct term_scanner *s)
{
    int n = 0, digits = 0;
    for (; is_digit(s->text[s->at]) && digits < 2; digits++)
        n = n * 10 + (s->text[s->at++] - '0');
    if (digits == 0 || is_digit(s->text[s->at])) {
        s->fault = LANG("expected a number up to 99");
        return -1;
    }
    return n;
}

static bool at_end(const struct term_scanner *s)
{
    char c = s->text[s->at];
    return c == '\0' || c == ' ' || c == ',';
}

/* "KRPkr": every kind of man must be there as often as it is named. Kings need not be named. */
static bool scan_signature(struct term_scanner *s, struct material *m)
{
    uint8_t counts[PIECE_CODES] = {0};
    bool has_key = true;
    while (!at_end(s)) {
        piece p = scan_piece(s);
        if (!p) {
            s->fault = s->game == GAME_CHESS
                           ? LANG("not a piece letter: K Q R B N P, small ones for Black")
                           : LANG("not a piece letter: K A B N R C P, small ones for Black");
            return false;
        }
        if (counts[p] > 0 && piece_type(p) == KING) {
            s->at--;
            s->fault =
                LANG("a second king of one side; the letters of the other are small, as in KRPkr");
            return false;
        }
        if (counts[p] < COUNT_MAX)
            counts[p]++;
    }
    for (int type = PAWN; type < PIECE_TYPES; type++) {
        for (int color = WHITE; color <= BLACK && type != KING; color++) {
            piece p = piece_make((enum color)color, (enum piece_type)type);
            if (piece_letter(s->game, p) != '\0' &&
                !add_test(
                    m, s,
                    (struct material_test){p, NO_PIECE, (int8_t)counts[p], (int8_t)counts[p]}))
                return false;
            has_key = has_key && counts[p] <= key_counts_max[s->game];
        }
    }
    m->has_key = has_key;
    memcpy(m->counts, counts, sizeof counts);
    return true;
}

/* "2", "1-3", "2+" behind a piece letter. */
static bool scan_range(struct term_scanner *s, struct material_test *test)
{
    int low = scan_count(s), high = low;
    if (!s->fault && s->text[s->at] == '+') {
        s->at++;
        high = COUNT_MAX;
    } else if (!s->fault && s->text[s->at] == '-') {
        s->at++;
        high = scan_count(s);
    }
    if (!s->fault && high < low)
        s->fault = LANG("a range that runs backwards");
    test->low = (int8_t)low;
    test->high = (int8_t)high;
    return !s->fault;
}

/* What a relation is compared with: "p", "p+1", "p-2" or "3". */
static int scan_operand(struct term_scanner *s, struct material_test *test)
{
    test->less = scan_counted(s);
    if (test->less == NO_PIECE)
        return scan_count(s);
    char sign = s->text[s->at];
    if (sign != '+' && sign != '-')
        return 0;
    s->at++;
    int n = scan_count(s);
    return sign == '-' ? -n : n;
}

/* "=p", ">=p+1", "<3" behind a piece letter. */
static bool scan_relation(struct term_scanner *s, struct material_test *test)
{
    char sign = s->text[s->at++];
    bool or_equal = sign != '=' && s->text[s->at] == '=';
    s->at += or_equal;
    int n = scan_operand(s, test);
    int step = or_equal || sign == '=' ? 0 : 1;
    test->low = (int8_t)(sign == '<' ? -COUNT_MAX : n + (sign == '>' ? step : 0));
    test->high = (int8_t)(sign == '>' ? COUNT_MAX : n - (sign == '<' ? step : 0));
    return !s->fault;
}

static bool scan_term(struct term_scanner *s, struct material *m)
{
    size_t start = s->at;
    struct material_test test = {0};
    test.more = scan_counted(s);
    char next = s->text[s->at];
    bool is_count = is_digit(next);
    bool is_relation = next == '=' || next == '<' || next == '>';
    if (!test.more || (!is_count && !is_relation)) {
        s->at = start;
        return scan_signature(s, m);
    }
    if (is_count ? !scan_range(s, &test) : !scan_relation(s, &test))
        return false;
    if (!at_end(s)) {
        s->fault = LANG("expected a blank between terms");
        return false;
    }
    return add_test(m, s, test);
}

static void skip_commas(struct term_scanner *s)
{
    while (s->text[s->at] == ' ' || s->text[s->at] == ',')
        s->at++;
}

bool material_compile(struct arena *arena, struct material **list, enum game game,
                      const char *option, const char *value, struct error *err)
{
    struct term_scanner s = {.game = game, .text = value};
    struct material *m = arena_alloc(arena, sizeof *m);
    if (!m)
        return error_no_memory(err);
    m->count = 0;
    m->has_key = false;
    skip_commas(&s);
    if (s.text[s.at] == '\0')
        s.fault = LANG("expected pieces such as KRPkr, or a relation such as R=r");
    while (!s.fault && s.text[s.at] != '\0' && scan_term(&s, m))
        skip_commas(&s);
    if (s.fault)
        return condition_error(err, option, value, s.at, s.fault);
    m->next = *list;
    *list = m;
    return true;
}

static int count_men(const struct position *pos, piece p, enum view view)
{
    if (p == NO_PIECE)
        return 0;
    if (view & VIEW_FLIPPED)
        p ^= piece_make(BLACK, NO_PIECE);
    if (piece_type(p) != (enum piece_type)MINOR)
        return pos_count(pos, p);
    return pos_count(pos, piece_make(piece_color(p), BISHOP)) +
           pos_count(pos, piece_make(piece_color(p), KNIGHT));
}

static bool all_hold(const struct material *m, const struct position *pos, enum view view)
{
    for (int i = 0; i < m->count; i++) {
        const struct material_test *t = &m->tests[i];
        int difference = count_men(pos, t->more, view) - count_men(pos, t->less, view);
        if (difference < t->low || difference > t->high)
            return false;
    }
    return true;
}

static bool any_holds(const struct material *list, const struct position *pos, enum view view)
{
    for (; list; list = list->next)
        if (all_hold(list, pos, view))
            return true;
    return false;
}

/* All men on the board. */
static uint64_t men_of(const struct position *pos)
{
    uint64_t n = 0;
    for (square s = 0; s < board_sizes[pos->game].squares; s++)
        n += pos->board[s] != NO_PIECE;
    return n;
}

void board_count(const struct board_conditions *b, const struct position *pos, struct counted *c)
{
    const bool is_crowd = !b->men || ranges_hold(b->men, men_of(pos));
    for (int view = 0; view <= VIEW_FLIPPED; view++)
        c->holds[view] =
            is_crowd && (!b->materials || any_holds(b->materials, pos, (enum view)view));
    c->is_known = true;
}

key64 material_condition_key(const struct material *m, enum game game, enum view view)
{
    uint8_t counts[PIECE_CODES];
    for (int p = 0; p < PIECE_CODES; p++)
        counts[view & VIEW_FLIPPED ? p ^ piece_make(BLACK, NO_PIECE) : p] = m->counts[p];
    return material_key(game, counts);
}
