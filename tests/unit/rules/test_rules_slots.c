/* Moves as slot codes: every legal move has one and comes back from it, in games of both kinds,
   from any start; and pos_place, which scans use to follow them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "notation/notation.h"
#include "rules/slots.h"

#include <string.h>

static uint64_t random_state = 1;
static unsigned random_below(unsigned n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % n;
}

static void set_up(struct position *pos, enum game game, const char *fen)
{
    struct fen_report report;
    if (!fen)
        pos_start(pos, game);
    else if (!fen_parse(game, fen, strlen(fen), pos, &report))
        fail_msg("no position: %s", fen);
}

/* Whether the men of A and B stand alike, and the same side is to move. */
static void assert_same_men(const struct position *a, const struct position *b)
{
    assert_int_equal(a->turn, b->turn);
    assert_memory_equal(a->king, b->king, sizeof a->king);
    assert_memory_equal(a->board, b->board, sizeof a->board);
    if (a->game == GAME_CHESS) {
        assert_memory_equal(a->sets.chess.color, b->sets.chess.color, sizeof a->sets.chess.color);
        for (int type = PAWN; type <= KING; type++)
            assert_true(a->sets.chess.type[type] == b->sets.chess.type[type]);
    } else {
        assert_memory_equal(&a->sets.xiangqi, &b->sets.xiangqi, sizeof a->sets.xiangqi);
    }
}

/* Every legal move of POS has its own code and comes back from it; CODER and DECODER stay as they
   are. */
static void assert_codes(const struct position *pos, const struct slots *coder,
                         const struct slots *decoder, unsigned *escapes)
{
    move list[MOVES_MAX];
    bool seen[SLOT_CODES] = {false};
    int n = pos_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        struct slots c = *coder, d = *decoder;
        move m = NULL_MOVE;
        unsigned code = slots_encode(&c, list[i]);
        assert_true(code < SLOT_CODES);
        if (code == SLOT_ESCAPE) {
            ++*escapes;
            continue;
        }
        assert_false(seen[code]);
        seen[code] = true;
        assert_true(slots_decode(&d, code, &m));
        assert_int_equal(m, list[i]);
    }
}

/* Random games from FEN (NULL: the start position). Returns how many moves had to be escaped. */
static unsigned check_games(enum game game, const char *fen, int games, int plies)
{
    unsigned escapes = 0;
    for (int g = 0; g < games; g++) {
        struct position pos, placed;
        struct slots coder, decoder;
        set_up(&pos, game, fen);
        placed = pos;
        slots_start(&coder, &pos);
        slots_start(&decoder, &pos);
        for (int ply = 0; ply < plies; ply++) {
            move list[MOVES_MAX], m, back = NULL_MOVE;
            int n = pos_legal_moves(&pos, list);
            if (n == 0)
                break;
            assert_codes(&pos, &coder, &decoder, &escapes);
            m = list[random_below((unsigned)n)];
            if (random_below(30) == 0 && !pos_in_check(&pos))
                m = NULL_MOVE;
            unsigned code = slots_encode(&coder, m);
            if (code == SLOT_ESCAPE)
                assert_true(slots_escape(&decoder, m));
            else
                assert_true(slots_decode(&decoder, code, &back) && back == m);
            pos_play(&pos, m);
            pos_place(&placed, m);
            assert_same_men(&pos, &placed);
        }
    }
    return escapes;
}

static void every_move_from_the_start_has_a_code(void **state)
{
    (void)state;
    check_games(GAME_CHESS, NULL, 40, 200);
    assert_int_equal(check_games(GAME_XIANGQI, NULL, 40, 200), 0);
}

static void chess_games_from_other_starts_have_codes(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1",
        "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
        "4k3/8/8/pPpPpPpP/PpPpPpPp/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/3pPp2/8/8/4K3 b - e3 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++)
        assert_int_equal(check_games(GAME_CHESS, fens[i], 20, 40), 0);
}

static void promoted_men_and_men_beyond_the_slots_are_followed(void **state)
{
    (void)state;
    check_games(GAME_CHESS, "8/PPPPk3/8/8/8/8/3Kpppp/8 w - - 0 1", 60, 60);
    assert_true(check_games(GAME_CHESS, "QQQQ4/8/6k1/8/8/1K6/8/4qqqq b - - 0 1", 10, 40) > 0);
}

/* The tables are part of the format: some codes worked out by hand from slots.h. */
static void codes_are_as_documented(void **state)
{
    (void)state;
    static const struct {
        enum game game;
        const char *fen, *move;
        unsigned code;
    } cases[] = {
        {GAME_CHESS, NULL, "e2e4", 122 + 16 * 4 + 1},
        {GAME_CHESS, NULL, "g1f3", 114 + 6},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 8},
        {GAME_CHESS, "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", 9},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a5", 10 + 4},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1d4", 10 + 16 + 3},
        {GAME_CHESS, "q3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8a7", 10 + 1},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/B3K2B w - - 0 1", "h1g2", 90 + 8 + 6},
        {GAME_CHESS, "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 122 + 4 + 8 + 3},
        {GAME_XIANGQI, NULL, "h2e2", 4 + 8 + 8 + 16 + 38 + 19 + 10 + 4},
        {GAME_XIANGQI, NULL, "i3i4", 4 + 8 + 8 + 16 + 38 + 38 + 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos;
        struct slots slots;
        set_up(&pos, cases[i].game, cases[i].fen);
        slots_start(&slots, &pos);
        move m = uci_parse(&pos, cases[i].move, strlen(cases[i].move));
        assert_true(m != NULL_MOVE);
        assert_int_equal(slots_encode(&slots, m), cases[i].code);
    }
}

/* Whatever comes out of any codes stays on the board. */
static void damaged_codes_give_moves_on_the_board_or_none(void **state)
{
    (void)state;
    for (int game = 0; game < GAME_COUNT; game++) {
        unsigned refused = 0;
        for (int g = 0; g < 200; g++) {
            struct position pos;
            struct slots slots;
            pos_start(&pos, (enum game)game);
            slots_start(&slots, &pos);
            for (int ply = 0; ply < 100; ply++) {
                unsigned code = random_below(SLOT_CODES);
                move m = (move)random_below(65536);
                bool ok =
                    code == SLOT_ESCAPE ? slots_escape(&slots, m) : slots_decode(&slots, code, &m);
                refused += !ok;
                if (!ok)
                    continue;
                assert_true(move_from((enum game)game, m) < board_sizes[game].squares);
                assert_true(move_to((enum game)game, m) < board_sizes[game].squares);
                pos_place(&pos, m);
            }
        }
        assert_true(refused > 0);
    }
}

static int begin(void **state)
{
    (void)state;
    rules_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_from_the_start_has_a_code),
        cmocka_unit_test(chess_games_from_other_starts_have_codes),
        cmocka_unit_test(promoted_men_and_men_beyond_the_slots_are_followed),
        cmocka_unit_test(codes_are_as_documented),
        cmocka_unit_test(damaged_codes_give_moves_on_the_board_or_none),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
