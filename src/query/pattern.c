/* Patterns: a FEN board whose squares may be left open. The language is described in
   qipu-query(7). A pattern becomes a list of tests, each a square and the set of pieces that may
   stand there; a board is asked by looking at its squares in turn until one test fails, which is
   nearly always the first or second, because the tests that fail most often come first. A row with
   squares behind a star is asked last, as a whole.

   pattern_holds is a hot path: it is measured by searching a whole collection for a pattern. */
#include "notation/notation.h"
#include "query/conditions.h"

#include <stdlib.h>

enum { EMPTY = 1u << NO_PIECE };

struct scanner {
    enum game game;
    const char *text;
    size_t at;
    const char *fault; /* the first one, at AT */
    uint32_t men[2];   /* every man of a colour */
    uint32_t any;
};

static uint32_t fail(struct scanner *s, const char *fault)
{
    if (!s->fault)
        s->fault = fault;
    return 0;
}

static void scanner_start(struct scanner *s, enum game game, const char *text)
{
    *s = (struct scanner){.game = game, .text = text};
    for (int type = PAWN; type < PIECE_TYPES; type++)
        for (int color = WHITE; color <= BLACK; color++)
            s->men[color] |= 1u << piece_make((enum color)color, (enum piece_type)type);
    s->any = EMPTY | s->men[WHITE] | s->men[BLACK];
}

/* The set that one character means. In xiangqi A is the advisor, so W and w say "any man". */
static uint32_t scan_letter(struct scanner *s)
{
    char c = s->text[s->at];
    piece p = c == '\0' ? 0 : piece_from_letter(s->game, c);
    uint32_t set = 0;
    if (p)
        set = 1u << p;
    else if (c == 'W' || c == 'A')
        set = s->men[WHITE];
    else if (c == 'w' || c == 'a')
        set = s->men[BLACK];
    else if (c == '.')
        set = EMPTY;
    else if (c == '?')
        set = s->any;
    else
        return fail(s, c == '\0' ? "the pattern ends too early" : "not a piece or a wildcard");
    s->at++;
    return set;
}

/* "[RQ]", "[^Pp.]", behind the opening bracket. */
static uint32_t scan_bracket(struct scanner *s)
{
    uint32_t set = 0;
    bool inverse = s->text[s->at] == '^';
    s->at += inverse;
    if (s->text[s->at] == ']')
        return fail(s, "empty brackets");
    while (s->text[s->at] != ']' && !s->fault)
        set |= scan_letter(s);
    s->at += !s->fault;
    return inverse ? s->any & ~set : set;
}

static uint32_t scan_set(struct scanner *s)
{
    bool inverse = s->text[s->at] == '!';
    s->at += inverse;
    uint32_t set;
    if (s->text[s->at] == '[') {
        s->at++;
        set = scan_bracket(s);
    } else {
        set = scan_letter(s);
    }
    return inverse ? s->any & ~set : set;
}

static bool row_ends(char c)
{
    return c == '/' || c == ' ' || c == '\0';
}

/* What one row consists of: sets, and ROW_STAR, into ITEMS. Returns their number; more than FILES
   squares are a fault, and so are fewer without a star. */
static int scan_items(struct scanner *s, uint32_t items[ROW_ITEMS_MAX], int files)
{
    int count = 0, squares = 0;
    bool has_star = false;
    while (!s->fault && !row_ends(s->text[s->at])) {
        const size_t start = s->at;
        char c = s->text[s->at];
        int repeat = 1;
        uint32_t set = EMPTY;
        if (c == '*') {
            s->at += strspn(s->text + s->at, "*");
            items[count++] = ROW_STAR;
            has_star = true;
            continue;
        }
        if (c >= '1' && c <= '9') {
            repeat = c - '0';
            s->at++;
        } else {
            set = scan_set(s);
        }
        squares += repeat;
        if (!s->fault && squares > files) {
            s->at = start;
            fail(s, "the row is too long");
        }
        for (; !s->fault && repeat > 0; repeat--)
            items[count++] = set;
    }
    if (squares < files && !has_star)
        fail(s, "the row is too short");
    return count;
}

static uint32_t exchange_colors(uint32_t set)
{
    enum { MEN = 0xfffe };
    return (set & EMPTY) | (set & MEN) << 16 | (set >> 16 & MEN);
}

/* Add a row with squares behind a star: the rank of the squares from FIRST on. */
static bool add_starred_row(struct arena *arena, struct pattern *p, const struct scanner *s,
                            const uint32_t *items, int count, square first)
{
    const struct board_size *size = &board_sizes[s->game];
    struct starred_row *row = arena_alloc(arena, sizeof *row);
    if (!row)
        return false;
    row->count = count;
    for (int view = 0; view < VIEWS; view++) {
        const int rank = square_rank(s->game, first);
        const int seen = view & VIEW_FLIPPED ? size->ranks - 1 - rank : rank;
        row->from[view] = square_make(s->game, 0, seen);
        row->end[view] = (square)(row->from[view] + size->files);
        for (int i = 0; i < count; i++) {
            const uint32_t item = items[view & VIEW_MIRRORED ? count - 1 - i : i];
            const bool is_flipped = view & VIEW_FLIPPED && item != ROW_STAR;
            row->items[view][i] = is_flipped ? exchange_colors(item) : item;
        }
    }
    row->next = p->rows;
    p->rows = row;
    return true;
}

/* One row, the rank of the squares from FIRST on, into SETS or the rows of P. */
static bool scan_row(struct scanner *s, struct arena *arena, struct pattern *p, uint32_t *sets,
                     square first)
{
    const int files = board_sizes[s->game].files;
    uint32_t items[ROW_ITEMS_MAX];
    const int count = scan_items(s, items, files);
    int star = 0;
    while (star < count && items[star] != ROW_STAR)
        star++;
    for (int file = 0; file < files; file++)
        sets[first + file] = file < star && star + 1 >= count ? items[file] : s->any;
    return s->fault || star + 1 >= count || add_starred_row(arena, p, s, items, count, first);
}

/* False if memory is out. */
static bool scan_board(struct scanner *s, struct arena *arena, struct pattern *p,
                       uint32_t sets[SQUARES_MAX])
{
    for (int rank = board_sizes[s->game].ranks - 1; rank >= 0 && !s->fault; rank--) {
        if (!scan_row(s, arena, p, sets, square_make(s->game, 0, rank)))
            return false;
        if (s->fault || rank == 0)
            break;
        if (s->text[s->at] == '/')
            s->at++;
        else
            fail(s, "the board has too few rows");
    }
    if (s->text[s->at] == '/')
        fail(s, "the board has too many rows");
    return true;
}

/* The side to move behind the board, if it is given: a colour, or -1. */
static int scan_turn(struct scanner *s)
{
    int turn = -1;
    while (s->text[s->at] == ' ')
        s->at++;
    char c = s->text[s->at];
    if (c == 'w' || (c == 'r' && s->game == GAME_XIANGQI))
        turn = WHITE;
    else if (c == 'b')
        turn = BLACK;
    s->at += turn >= 0;
    while (turn >= 0 && s->text[s->at] == ' ')
        s->at++;
    if (s->text[s->at] != '\0')
        fail(s, "expected the side to move, w or b, and nothing more");
    return turn;
}

/* How often a test passes, roughly: a lone man rarely, an empty square mostly. */
static int commonness(const struct square_test *test)
{
    return __builtin_popcount(test->set & ~(uint32_t)EMPTY) + (test->set & EMPTY ? PIECE_CODES : 0);
}

static int compare_tests(const void *a, const void *b)
{
    const struct square_test *x = a, *y = b;
    int difference = commonness(x) - commonness(y);
    return difference != 0 ? difference : x->at - y->at;
}

static struct square_test test_in_view(enum game game, uint32_t set, square at, enum view view)
{
    const struct board_size *size = &board_sizes[game];
    int file = square_file(game, at), rank = square_rank(game, at);
    if (view & VIEW_MIRRORED)
        file = size->files - 1 - file;
    if (view & VIEW_FLIPPED)
        rank = size->ranks - 1 - rank;
    return (struct square_test){view & VIEW_FLIPPED ? exchange_colors(set) : set,
                                square_make(game, file, rank)};
}

static void build_tests(struct pattern *p, const struct scanner *s,
                        const uint32_t sets[SQUARES_MAX])
{
    const struct board_size *size = &board_sizes[s->game];
    p->count = 0;
    for (square at = 0; at < size->squares; at++) {
        if (sets[at] == s->any)
            continue;
        for (int view = 0; view < VIEWS; view++)
            p->tests[view][p->count] = test_in_view(s->game, sets[at], at, (enum view)view);
        p->count++;
    }
    for (int view = 0; view < VIEWS; view++)
        qsort(p->tests[view], (size_t)p->count, sizeof p->tests[view][0], compare_tests);
}

bool pattern_compile(struct arena *arena, struct pattern **list, enum game game, const char *option,
                     const char *value, struct error *err)
{
    uint32_t sets[SQUARES_MAX] = {0};
    struct scanner s;
    struct pattern *p = arena_alloc(arena, sizeof *p);
    if (!p)
        return error_no_memory(err);
    p->rows = NULL;
    scanner_start(&s, game, value);
    if (!scan_board(&s, arena, p, sets))
        return error_no_memory(err);
    int turn = s.fault ? -1 : scan_turn(&s);
    if (s.fault)
        return condition_error(err, option, value, s.at, s.fault);
    build_tests(p, &s, sets);
    for (int view = 0; view < VIEWS; view++)
        p->turn[view] = turn >= 0 && (view & VIEW_FLIPPED) ? !turn : turn;
    p->next = *list;
    *list = p;
    return true;
}

bool pawns_compile(struct arena *arena, struct pattern **list, enum game game, const char *option,
                   const char *value, struct error *err)
{
    const uint32_t pawns = 1u << piece_make(WHITE, PAWN) | 1u << piece_make(BLACK, PAWN);
    uint32_t sets[SQUARES_MAX] = {0};
    struct position pos;
    struct scanner s;
    struct pattern *p = arena_alloc(arena, sizeof *p);
    if (!p)
        return error_no_memory(err);
    if (!board_parse(game, option, value, &pos, err))
        return false;
    scanner_start(&s, game, value);
    for (square at = 0; at < board_sizes[game].squares; at++)
        sets[at] = 1u << pos.board[at] & pawns ? 1u << pos.board[at] : s.any & ~pawns;
    *p = (struct pattern){.next = *list, .turn = {-1, -1, -1, -1}};
    build_tests(p, &s, sets);
    *list = p;
    return true;
}

/* Whether the squares of a row can be dealt out to its items. A star takes one square more whenever
   what stands behind it fails. */
static bool row_holds(const struct starred_row *row, const struct position *pos, enum view view)
{
    const uint32_t *item = row->items[view], *end = item + row->count, *star = NULL;
    const piece *man = pos->board + row->from[view], *last = pos->board + row->end[view];
    const piece *tried = man; /* where what stands behind the star was tried */
    while (man < last) {
        if (item < end && *item == ROW_STAR) {
            star = item++;
            tried = man;
        } else if (item < end && (*item >> *man & 1)) {
            item++;
            man++;
        } else if (star) {
            item = star + 1;
            man = ++tried;
        } else {
            return false;
        }
    }
    while (item < end && *item == ROW_STAR)
        item++;
    return item == end;
}

static bool rows_hold(const struct starred_row *rows, const struct position *pos, enum view view)
{
    while (rows && row_holds(rows, pos, view))
        rows = rows->next;
    return !rows;
}

bool pattern_holds(const struct pattern *list, const struct position *pos, enum view view)
{
    for (const struct pattern *p = list; p; p = p->next) {
        const struct square_test *test = p->tests[view], *end = test + p->count;
        if (p->turn[view] >= 0 && p->turn[view] != pos->turn)
            continue;
        while (test < end && (test->set >> pos->board[test->at] & 1))
            test++;
        if (test == end && rows_hold(p->rows, pos, view))
            return true;
    }
    return false;
}
