/* Patterns: a FEN board whose squares may be left open. The language is described in
   qipu-query(7). A pattern becomes a list of tests, each a square and the set of pieces that may
   stand there; a board is asked by looking at its squares in turn until one test fails, which is
   nearly always the first or second, because the tests that fail most often come first.

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

/* One row into SETS, from the first file on. */
static void scan_row(struct scanner *s, uint32_t *sets, int files)
{
    int file = 0;
    while (!s->fault && !row_ends(s->text[s->at])) {
        char c = s->text[s->at];
        int repeat = 1;
        uint32_t set;
        size_t start = s->at;
        if (c == '*') {
            repeat = files - file;
            set = s->any;
            s->at++;
        } else if (c >= '1' && c <= '9') {
            repeat = c - '0';
            set = EMPTY;
            s->at++;
        } else {
            set = scan_set(s);
        }
        if (!s->fault && repeat > files - file) {
            s->at = start;
            fail(s, "the row is too long");
        }
        for (; !s->fault && repeat > 0; repeat--)
            sets[file++] = set;
    }
    if (file < files)
        fail(s, "the row is too short");
}

static void scan_board(struct scanner *s, uint32_t sets[SQUARES_MAX])
{
    const struct board_size *size = &board_sizes[s->game];
    for (int rank = size->ranks - 1; rank >= 0 && !s->fault; rank--) {
        scan_row(s, sets + square_make(s->game, 0, rank), size->files);
        if (s->fault || rank == 0)
            break;
        if (s->text[s->at] == '/')
            s->at++;
        else
            fail(s, "the board has too few rows");
    }
    if (s->text[s->at] == '/')
        fail(s, "the board has too many rows");
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

static uint32_t exchange_colors(uint32_t set)
{
    enum { MEN = 0xfffe };
    return (set & EMPTY) | (set & MEN) << 16 | (set >> 16 & MEN);
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
    scanner_start(&s, game, value);
    scan_board(&s, sets);
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

bool pattern_holds(const struct pattern *list, const struct position *pos, enum view view)
{
    for (const struct pattern *p = list; p; p = p->next) {
        const struct square_test *test = p->tests[view], *end = test + p->count;
        if (p->turn[view] >= 0 && p->turn[view] != pos->turn)
            continue;
        while (test < end && (test->set >> pos->board[test->at] & 1))
            test++;
        if (test == end)
            return true;
    }
    return false;
}
