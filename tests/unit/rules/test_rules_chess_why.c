/* Why a chess move is not legal: every reason, with the man and the square that it is about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/board.h"

/* WANT: a letter for the man, the file and rank it stands on or '?', the target, and perhaps the
   piece to become: "N??f3", "Ra?d1", "P??e8Q". AT and FROM: squares, or "-". */
static void check(const char *fen, const char *want, enum illegal why, const char *at,
                  const char *from)
{
    struct position pos = board_position(fen);
    int file = want[1] == '?' ? -1 : want[1] - 'a', rank = want[2] == '?' ? -1 : want[2] - '1';
    enum piece_type promotion = want[5] ? piece_type(board_piece(want[5])) : NO_PIECE;
    struct illegality found = pos_why_illegal(&pos, piece_type(board_piece(want[0])), file, rank,
                                              board_square(want + 3), promotion);
    assert_int_equal(found.why, why);
    assert_int_equal(found.at, *at == '-' ? NO_SQUARE : board_square(at));
    assert_int_equal(found.from, *from == '-' ? NO_SQUARE : board_square(from));
}

static void check_castling(const char *fen, enum side side, enum illegal why, const char *at)
{
    struct position pos = board_position(fen);
    assert_int_equal(pos_castling_move(&pos, side), NULL_MOVE);
    struct illegality found = pos_why_no_castling(&pos, side);
    assert_int_equal(found.why, why);
    assert_int_equal(found.at, *at == '-' ? NO_SQUARE : board_square(at));
    assert_int_equal(found.from, pos.king[pos.turn]);
}

static void no_such_man(void **state)
{
    (void)state;
    const char *fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    check(fen, "N??f3", ILLEGAL_NO_SUCH_MAN, "-", "-");
    check(fen, "Rb?b5", ILLEGAL_NO_SUCH_MAN, "-", "-");
    check(fen, "R?2a5", ILLEGAL_NO_SUCH_MAN, "-", "-");
    check("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", "R??a5", ILLEGAL_NO_SUCH_MAN, "-", "-");
}

static void cannot_reach(void **state)
{
    (void)state;
    check("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "N??f3", ILLEGAL_CANNOT_REACH, "-", "b1");
    check("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "N??f4", ILLEGAL_CANNOT_REACH, "-", "-");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "P??e5", ILLEGAL_CANNOT_REACH, "-", "e2");
    check("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "P??e5", ILLEGAL_CANNOT_REACH, "-", "e3");
    check("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "P??e2", ILLEGAL_CANNOT_REACH, "-", "e3");
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "K??e3", ILLEGAL_CANNOT_REACH, "-", "e1");
}

static void blocked(void **state)
{
    (void)state;
    const char *fen = "4k3/8/8/p7/8/P7/8/R3K2R w - - 0 1";
    check(fen, "R??a7", ILLEGAL_BLOCKED, "a3", "a1");
    check("r3k3/8/8/8/8/8/4K3/R1b5 w - - 0 1", "R??g1", ILLEGAL_BLOCKED, "c1", "a1");
    check("6b1/8/4N1k1/8/8/1P6/8/4K3 b - - 0 1", "B??c4", ILLEGAL_BLOCKED, "e6", "g8");
    check("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "P??e4", ILLEGAL_BLOCKED, "e4", "e2");
    check("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "P??e4", ILLEGAL_BLOCKED, "e3", "e2");
    check("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "P??e3", ILLEGAL_BLOCKED, "e3", "e2");
}

static void own_man(void **state)
{
    (void)state;
    check("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "N??e2", ILLEGAL_OWN_MAN, "e2", "g1");
    check("4k3/8/8/8/8/4N3/4P3/4K3 w - - 0 1", "P??e3", ILLEGAL_OWN_MAN, "e3", "e2");
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "K??e2", ILLEGAL_OWN_MAN, "e2", "e1");
}

static void nothing_to_take(void **state)
{
    (void)state;
    check("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "P??d3", ILLEGAL_NOTHING_TO_TAKE, "d3", "e2");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "Pe?d6", ILLEGAL_NOTHING_TO_TAKE, "d6", "e5");
}

static void leaves_check(void **state)
{
    (void)state;
    const char *fen = "4k3/8/8/8/1b6/8/P7/1N2K3 w - - 0 1";
    check(fen, "N??a3", ILLEGAL_LEAVES_CHECK, "b4", "b1");
    check(fen, "K??d2", ILLEGAL_LEAVES_CHECK, "b4", "e1");
    check("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "K??e2", ILLEGAL_LEAVES_CHECK, "e4", "e1");
}

static void exposes_king(void **state)
{
    (void)state;
    check("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "N??f3", ILLEGAL_EXPOSES_KING, "b4", "d2");
    check("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "K??e2", ILLEGAL_EXPOSES_KING, "a2", "e1");
    check("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "K??e2", ILLEGAL_EXPOSES_KING, "e3", "e1");
}

static void a_pinned_man_comes_before_one_that_cannot_reach(void **state)
{
    (void)state;
    check("4k3/8/8/8/1b6/8/3N4/N3K3 w - - 0 1", "N??f3", ILLEGAL_EXPOSES_KING, "b4", "d2");
    check("4k3/8/8/8/1b6/8/3N4/4K2N w - - 0 1", "N??f3", ILLEGAL_EXPOSES_KING, "b4", "d2");
    check("4k3/8/8/8/1b6/8/3N4/N3K3 w - - 0 1", "Na?f3", ILLEGAL_CANNOT_REACH, "-", "a1");
}

static void promotion_missing_or_wrong(void **state)
{
    (void)state;
    const char *fen = "7k/4P3/8/8/8/8/P7/4K3 w - - 0 1";
    check(fen, "P??e8", ILLEGAL_NO_PROMOTION, "e8", "e7");
    check(fen, "P??e8K", ILLEGAL_BAD_PROMOTION, "e8", "e7");
    check(fen, "P??e8P", ILLEGAL_BAD_PROMOTION, "e8", "e7");
    check(fen, "P??a3Q", ILLEGAL_BAD_PROMOTION, "a3", "a2");
    check(fen, "K??e2Q", ILLEGAL_BAD_PROMOTION, "e2", "e1");
}

static void game_over(void **state)
{
    (void)state;
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "K??g8", ILLEGAL_GAME_OVER, "-", "-");
    check("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "P??h6", ILLEGAL_GAME_OVER, "-", "-");
    struct position pos = board_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_int_equal(pos_why_no_castling(&pos, KING_SIDE).why, ILLEGAL_GAME_OVER);
}

static void castling_right(void **state)
{
    (void)state;
    const char *fen = "4k3/8/8/8/8/8/8/R3K2R w K - 0 1";
    check_castling(fen, QUEEN_SIDE, ILLEGAL_CASTLING_RIGHT, "-");
    check_castling("4k3/8/8/8/8/8/8/R2K3R w - - 0 1", KING_SIDE, ILLEGAL_CASTLING_RIGHT, "-");
}

static void castling_blocked(void **state)
{
    (void)state;
    check_castling("4k3/8/8/8/8/8/8/RN2KB1R w KQ - 0 1", KING_SIDE, ILLEGAL_CASTLING_BLOCKED, "f1");
    check_castling("4k3/8/8/8/8/8/8/RN2KB1R w KQ - 0 1", QUEEN_SIDE, ILLEGAL_CASTLING_BLOCKED,
                   "b1");
    check_castling("4k3/8/8/8/8/8/8/RN1QK2R w KQ - 0 1", QUEEN_SIDE, ILLEGAL_CASTLING_BLOCKED,
                   "d1");
}

static void castling_in_check_or_through_it(void **state)
{
    (void)state;
    check_castling("4r3/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", KING_SIDE, ILLEGAL_CASTLING_CHECK, "e8");
    check_castling("5r2/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", KING_SIDE, ILLEGAL_CASTLING_THROUGH, "f8");
    check_castling("2r5/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", QUEEN_SIDE, ILLEGAL_CASTLING_THROUGH,
                   "c8");
    check_castling("7k/8/8/8/8/8/8/rRK5 w B - 0 1", QUEEN_SIDE, ILLEGAL_CASTLING_THROUGH, "a1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_such_man),
        cmocka_unit_test(cannot_reach),
        cmocka_unit_test(blocked),
        cmocka_unit_test(own_man),
        cmocka_unit_test(nothing_to_take),
        cmocka_unit_test(leaves_check),
        cmocka_unit_test(exposes_king),
        cmocka_unit_test(a_pinned_man_comes_before_one_that_cannot_reach),
        cmocka_unit_test(promotion_missing_or_wrong),
        cmocka_unit_test(game_over),
        cmocka_unit_test(castling_right),
        cmocka_unit_test(castling_blocked),
        cmocka_unit_test(castling_in_check_or_through_it),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
