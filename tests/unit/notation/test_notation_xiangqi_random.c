/* On random positions every legal move of xiangqi, written in every notation, is read back as
   itself. Since one text is read as one move, no two moves of a position share a text. */
#include "tests/unit/notation_games.h"

static unsigned positions, marked, lettered;

static enum rank_base ranks_of(enum notation notation)
{
    switch (notation) {
    case NOTATION_UCI:
    case NOTATION_PYCHESS: return RANKS_FROM_1;
    case NOTATION_ICCS:
    case NOTATION_XBOARD: return RANKS_FROM_0;
    default: return RANKS_UNKNOWN;
    }
}

static void comes_back(const struct position *pos, move m, enum notation notation)
{
    char text[SAN_MAX], fen[FEN_MAX];
    struct san_move sm;
    const size_t len = xiangqi_format(pos, m, notation, text);
    assert_int_equal(len, strlen(text));
    const enum san_status status =
        san_parse_ranks(pos, text, len, ENGLISH, ranks_of(notation), &sm);
    fen_format(pos, false, fen);
    if (status != SAN_OK || sm.move != m)
        fail_msg("%s is not read back in %s", text, fen);
    if (ranks_of(notation) != RANKS_UNKNOWN)
        assert_int_equal(sm.ranks, ranks_of(notation));
    if (notation == NOTATION_UCI)
        assert_int_equal(uci_parse(pos, text, len), m);
    marked += notation == NOTATION_WXF && (text[1] < '1' || text[1] > '9');
    lettered += notation == NOTATION_WXF && text[1] >= 'a';
}

static void every_move_comes_back(const struct position *pos)
{
    move list[MOVES_MAX];
    const int n = pos_legal_moves(pos, list);
    positions++;
    for (int i = 0; i < n; i++)
        for (int notation = NOTATION_ICCS; notation < NOTATIONS; notation++)
            comes_back(pos, list[i], (enum notation)notation);
}

static void every_move_of_random_games_comes_back(void **state)
{
    (void)state;
    struct position start;
    pos_start(&start, GAME_XIANGQI);
    positions = 0;
    visit_random_games(40, &start, every_move_comes_back);
    assert_in_range(positions, 4000, 6400);
}

/* --- Men of a kind on one file ---------------------------------------------------------------- */

static void put_somewhere(struct setup *setup, piece man, int file, int low, int high)
{
    const int rank = low + (int)random_below((unsigned)(high - low + 1));
    const square s = square_make(GAME_XIANGQI, file, rank);
    if (setup->board[s] == NO_PIECE)
        setup->board[s] = man;
}

/* Five pawns of COLOR beyond the river on one file or two, with now and then one elsewhere, and two
   horses, rooks and cannons, each pair often on one file. */
static void put_army(struct setup *setup, enum color color)
{
    const int near = color == WHITE ? 5 : 0, far = color == WHITE ? 9 : 4;
    const int files[2] = {(int)random_below(9), (int)random_below(9)};
    const unsigned second = random_below(4);
    for (unsigned i = 0; i < 5; i++) {
        const int file = random_below(8) == 0 ? (int)random_below(9) : files[i < second];
        put_somewhere(setup, piece_make(color, PAWN), file, near, far);
    }
    static const enum piece_type pairs[] = {KNIGHT, ROOK, CANNON};
    for (int i = 0; i < 3; i++) {
        const int file = (int)random_below(9);
        for (int k = 0; k < 2; k++)
            put_somewhere(setup, piece_make(color, pairs[i]),
                          random_below(3) == 0 ? (int)random_below(9) : file, 0, 9);
    }
}

static void put_guards(struct setup *setup, enum color color)
{
    static const char points[] = "f0f2d0d2e1g0g4c0c4i2a2e2";
    for (int i = 0; i < 12 && random_below(8) > 0; i++) {
        const bool advisor = i < 5;
        const int rank = points[2 * i + 1] - '0';
        int count = 0;
        const piece man = piece_make(color, advisor ? ADVISOR : BISHOP);
        for (int s = 0; s < SQUARES_MAX; s++)
            count += setup->board[s] == man;
        if (count < 2)
            put_somewhere(setup, man, points[2 * i] - 'a', color == WHITE ? rank : 9 - rank,
                          color == WHITE ? rank : 9 - rank);
    }
}

/* A position of crowded files, or false if the men did not make one. */
static bool crowded_position(struct position *pos)
{
    struct setup setup = {
        .game = GAME_XIANGQI, .turn = (enum color)random_below(2), .ep = NO_SQUARE};
    memset(setup.castling, NO_SQUARE, sizeof setup.castling);
    setup.move_number = 1;
    put_somewhere(&setup, piece_make(WHITE, KING), 3 + (int)random_below(3), 0, 2);
    put_somewhere(&setup, piece_make(BLACK, KING), 3 + (int)random_below(3), 7, 9);
    for (int color = WHITE; color <= BLACK; color++) {
        put_guards(&setup, (enum color)color);
        put_army(&setup, (enum color)color);
    }
    const unsigned faults = pos_from_setup(pos, &setup);
    for (int fault = 0; fault < SETUP_FAULTS; fault++)
        if (faults & 1u << fault && setup_fault_is_error((enum setup_fault)fault))
            return false;
    return true;
}

static void every_move_comes_back_where_files_are_crowded(void **state)
{
    (void)state;
    enum { PLIES = 4 };
    positions = marked = lettered = 0;
    for (int tries = 0; tries < 100000 && positions < 8000; tries++) {
        struct position pos;
        if (!crowded_position(&pos))
            continue;
        for (int ply = 0; ply < PLIES && pos_has_legal_move(&pos); ply++) {
            move list[MOVES_MAX];
            every_move_comes_back(&pos);
            pos_play(&pos, list[random_below((unsigned)pos_legal_moves(&pos, list))]);
        }
    }
    assert_in_range(positions, 8000, 8000 + PLIES);
    assert_true(marked > 50000);
    assert_true(lettered > 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_of_random_games_comes_back),
        cmocka_unit_test(every_move_comes_back_where_files_are_crowded),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
