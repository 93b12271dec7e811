/* Xiangqi: what is wrong with a position, and why a move is not legal. */
#include "tests/unit/xiangqi_board.h"

/* --- Setups ---------------------------------------------------------------------------------- */

#define assert_faults(fen, faults) assert_int_equal(board_faults(fen), faults)

static unsigned bit(enum setup_fault fault)
{
    return 1u << fault;
}

static void sound_positions_have_no_fault(void **state)
{
    (void)state;
    assert_faults(START_FEN, 0);
    assert_faults("5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w", 0);
    assert_faults("P2k4P/9/9/9/9/9/9/9/9/p4K2p w", 0);
    assert_faults("3k5/4P4/9/9/9/9/9/9/9/4K4 b", 0); /* stalemate is a position */
}

static void missing_and_spare_kings_are_faults(void **state)
{
    (void)state;
    assert_faults("9/9/9/9/9/9/9/9/9/4K4 w", bit(SETUP_NO_KING));
    assert_faults("4k4/9/9/9/9/9/9/9/9/9 w", bit(SETUP_NO_KING));
    assert_faults("9/9/9/9/9/9/9/9/9/9 w", bit(SETUP_NO_KING));
    assert_faults("4k4/9/9/9/9/9/9/9/9/3K1K3 w", bit(SETUP_MANY_KINGS));
    assert_faults("3kk4/9/9/9/9/9/9/9/9/9 w", bit(SETUP_NO_KING) | bit(SETUP_MANY_KINGS));
}

static void side_not_to_move_may_not_be_in_check(void **state)
{
    (void)state;
    assert_faults("4k4/9/9/4R4/9/9/9/9/9/3K5 w", bit(SETUP_OPPONENT_IN_CHECK));
    assert_faults("4k4/9/9/4R4/9/9/9/9/9/3K5 b", 0);
    assert_faults("4k4/4a4/9/4C4/9/9/9/9/9/3K5 w", bit(SETUP_OPPONENT_IN_CHECK));
    assert_faults("4k4/9/3N5/9/9/9/9/9/9/3K5 w", bit(SETUP_OPPONENT_IN_CHECK));
    assert_faults("4k4/4P4/9/9/9/9/9/9/9/3K5 w", bit(SETUP_OPPONENT_IN_CHECK));
    assert_faults("4k4/9/9/9/9/9/9/9/9/3Kp4 b", bit(SETUP_OPPONENT_IN_CHECK));
}

static void kings_may_not_face_each_other(void **state)
{
    (void)state;
    assert_faults("4k4/9/9/9/9/9/9/9/9/4K4 w", bit(SETUP_KINGS_FACE));
    assert_faults("4k4/9/9/9/9/9/9/9/9/4K4 b", bit(SETUP_KINGS_FACE));
    assert_faults("4k4/9/9/9/4p4/9/9/9/9/4K4 b", 0);
}

static void men_stand_only_where_they_can_come(void **state)
{
    (void)state;
    const char *const stray[] = {
        "4k4/9/9/9/9/9/9/9/9/2K6 w",   "4k4/9/9/9/9/9/3K5/9/9/9 w",   "9/9/9/3k5/9/9/9/9/9/4K4 w",
        "4k4/9/9/9/9/9/9/9/3A5/3K5 w", "4k4/9/9/9/9/9/9/9/9/2AK5 w",  "4k4/3a5/9/9/9/9/9/9/9/3K5 w",
        "4k4/9/9/9/9/9/9/9/9/B2K5 w",  "4k4/9/2B6/9/9/9/9/9/9/3K5 w", "4k4/9/9/9/9/2b6/9/9/9/3K5 w",
        "4k4/9/9/9/9/9/1P7/9/9/3K5 w", "4k4/9/9/9/9/9/9/P8/9/3K5 w",  "4k4/9/9/1p7/9/9/9/9/9/3K5 w",
        "4k4/9/p8/9/9/9/9/9/9/3K5 w"};
    for (size_t i = 0; i < sizeof stray / sizeof *stray; i++)
        assert_faults(stray[i], bit(SETUP_PLACEMENT));
    assert_faults("4k4/9/9/9/1P7/1p7/9/9/9/3K5 w", 0);
    assert_faults("4k4/9/2bb5/9/9/9/9/9/9/3K5 w", bit(SETUP_PLACEMENT));
}

static void men_of_other_games_are_misplaced(void **state)
{
    (void)state;
    struct position pos;
    struct setup setup = board_setup(START_FEN);
    setup.board[40] = piece_make(WHITE, QUEEN);
    assert_int_equal(pos_from_setup(&pos, &setup), bit(SETUP_PLACEMENT));
    setup.board[40] = 255;
    assert_int_equal(pos_from_setup(&pos, &setup), bit(SETUP_PLACEMENT));
}

static void soldiers_at_home_keep_their_files(void **state)
{
    (void)state;
    assert_faults("4k4/9/9/9/9/P8/P8/9/9/3K5 w", bit(SETUP_PAWNS_DOUBLED));
    assert_faults("4k4/9/9/4p4/4p4/9/9/9/9/3K5 w", bit(SETUP_PAWNS_DOUBLED));
    assert_faults("4k4/9/9/9/P8/P8/9/9/9/3K5 w", 0);
    assert_faults("4k4/9/9/9/9/P8/p8/9/9/3K5 w", 0);
}

static void sides_have_no_more_men_than_at_the_start(void **state)
{
    (void)state;
    assert_faults("4k4/9/9/9/RRR6/9/9/9/9/3K5 w", bit(SETUP_MANY_PIECES));
    assert_faults("4k4/9/9/9/nnn6/9/9/9/9/3K5 w", bit(SETUP_MANY_PIECES));
    assert_faults("4k4/9/9/9/PPPPPP3/9/9/9/9/3K5 w", bit(SETUP_MANY_PIECES));
    assert_faults("4k4/9/9/9/PPPPPrrnn/9/9/9/9/3K5 w", 0);
}

static void two_soldiers_never_check_at_once(void **state)
{
    (void)state;
    assert_faults("3Pk4/4P4/9/9/9/9/9/9/9/3K5 b", bit(SETUP_IMPOSSIBLE_CHECK));
    assert_false(setup_fault_is_error(SETUP_IMPOSSIBLE_CHECK));
}

static void clock_may_not_exceed_the_plies_played(void **state)
{
    (void)state;
    struct position pos;
    struct setup setup = board_setup(START_FEN);
    setup.halfmove_clock = 4, setup.move_number = 3;
    assert_int_equal(pos_from_setup(&pos, &setup), 0);
    assert_int_equal(pos.halfmove_clock, 4);
    setup.halfmove_clock = 5;
    assert_int_equal(pos_from_setup(&pos, &setup), bit(SETUP_CLOCK));
    setup.turn = BLACK;
    assert_int_equal(pos_from_setup(&pos, &setup), 0);
    setup.halfmove_clock = 151, setup.move_number = 200;
    assert_int_equal(pos_from_setup(&pos, &setup), bit(SETUP_CLOCK));
    setup.halfmove_clock = 4000000000, setup.move_number = 0;
    assert_int_equal(pos_from_setup(&pos, &setup), bit(SETUP_CLOCK));
    assert_int_equal(pos.halfmove_clock, UINT16_MAX);
    assert_int_equal(pos.move_number, 1);
}

/* --- Moves ----------------------------------------------------------------------------------- */

/* Compare the answer for a move of TYPE to TO: WHY, and squares AT and FROM ("-": none). */
static void check_why(const char *fen, enum piece_type type, const char *to, enum illegal why,
                      const char *at, const char *from)
{
    struct position pos = board_position(fen);
    struct illegality got = pos_why_illegal(&pos, type, -1, -1, board_square(to), NO_PIECE);
    if (got.why != why)
        fail_msg("%s: %d, not %d", fen, (int)got.why, (int)why);
    assert_int_equal(got.at, *at == '-' ? NO_SQUARE : board_square(at));
    assert_int_equal(got.from, *from == '-' ? NO_SQUARE : board_square(from));
}

static void missing_man_is_named_first(void **state)
{
    (void)state;
    struct position pos = board_position(START_FEN);
    check_why("4k4/9/9/9/9/9/9/9/9/3K5 w", ROOK, "a5", ILLEGAL_NO_SUCH_MAN, "-", "-");
    check_why(START_FEN, QUEEN, "a5", ILLEGAL_NO_SUCH_MAN, "-", "-");
    check_why(START_FEN, NO_PIECE, "a5", ILLEGAL_NO_SUCH_MAN, "-", "-");
    struct illegality why = pos_why_illegal(&pos, ROOK, 3, -1, board_square("d5"), NO_PIECE);
    assert_int_equal(why.why, ILLEGAL_NO_SUCH_MAN);
    why = pos_why_illegal(&pos, ROOK, -1, 5, board_square("a5"), NO_PIECE);
    assert_int_equal(why.why, ILLEGAL_NO_SUCH_MAN);
}

static void move_that_no_man_makes_is_out_of_reach(void **state)
{
    (void)state;
    struct position pos = board_position(START_FEN);
    check_why(START_FEN, ROOK, "c5", ILLEGAL_CANNOT_REACH, "-", "-");
    check_why(START_FEN, KING, "e2", ILLEGAL_CANNOT_REACH, "-", "e0");
    check_why("4k4/9/9/9/9/9/9/9/9/3K5 w", KING, "c0", ILLEGAL_CANNOT_REACH, "-", "d0");
    check_why("4k4/9/9/9/9/2B6/9/9/9/3K5 w", BISHOP, "e6", ILLEGAL_CANNOT_REACH, "-", "c4");
    check_why("4k4/9/9/9/9/2P6/9/9/9/3K5 w", PAWN, "d4", ILLEGAL_CANNOT_REACH, "-", "c4");
    check_why("4k4/9/9/9/9/2P6/9/9/9/3K5 w", PAWN, "c4", ILLEGAL_CANNOT_REACH, "-", "c4");
    struct illegality why = pos_why_illegal(&pos, ROOK, 0, -1, NO_SQUARE, NO_PIECE);
    assert_int_equal(why.why, ILLEGAL_CANNOT_REACH);
    assert_int_equal(why.from, board_square("a0"));
}

static void what_stands_in_the_way_is_named(void **state)
{
    (void)state;
    check_why(START_FEN, ROOK, "a6", ILLEGAL_BLOCKED, "a3", "a0");
    check_why("4k4/9/9/9/9/9/4P4/3nN4/9/3K5 w", KNIGHT, "f4", ILLEGAL_BLOCKED, "e3", "e2");
    check_why("4k4/9/9/9/9/9/9/4B4/3n5/3K5 w", BISHOP, "c0", ILLEGAL_BLOCKED, "d1", "e2");
    check_why("4k4/9/9/9/9/9/9/1C1n5/9/3K5 w", CANNON, "g2", ILLEGAL_BLOCKED, "d2", "b2");
    check_why("4k4/9/9/9/9/9/9/1C1n1p1r1/9/3K5 w", CANNON, "h2", ILLEGAL_BLOCKED, "f2", "b2");
}

static void cannon_needs_a_screen_to_take(void **state)
{
    (void)state;
    check_why(START_FEN, CANNON, "b7", ILLEGAL_NO_SCREEN, "-", "b2");
}

static void own_man_on_the_target_is_named(void **state)
{
    (void)state;
    check_why(START_FEN, ROOK, "a3", ILLEGAL_OWN_MAN, "a3", "a0");
    check_why(START_FEN, CANNON, "b0", ILLEGAL_OWN_MAN, "b0", "b2");
    check_why("4k4/9/9/9/9/9/9/1C1n1R3/9/3K5 w", CANNON, "f2", ILLEGAL_OWN_MAN, "f2", "b2");
    check_why(START_FEN, KING, "d0", ILLEGAL_OWN_MAN, "d0", "e0");
    check_why(START_FEN, ADVISOR, "e0", ILLEGAL_CANNOT_REACH, "-", "-");
}

static void king_that_stays_or_comes_into_check_is_told_apart(void **state)
{
    (void)state;
    const char *in_check = "4k4/4a4/9/9/9/9/9/4C4/9/3K5 b";
    check_why(in_check, ADVISOR, "e7", ILLEGAL_CANNOT_REACH, "-", "e8");
    check_why("4k4/4a4/9/p8/9/9/9/4C4/9/3K5 b", PAWN, "a5", ILLEGAL_LEAVES_CHECK, "e2", "a6");
    check_why("4k4/9/4n4/9/9/9/9/4R4/9/3K5 b", KNIGHT, "c6", ILLEGAL_EXPOSES_KING, "e2", "e7");
    check_why("4k4/9/9/9/9/9/9/4R4/9/3K5 b", KING, "e8", ILLEGAL_LEAVES_CHECK, "e2", "e9");
    check_why("2b1k4/9/9/9/9/9/9/4C4/9/3K5 b", BISHOP, "e7", ILLEGAL_EXPOSES_KING, "e2", "c9");
    check_why("4k4/9/9/9/9/9/9/3R5/9/5K3 b", KING, "d9", ILLEGAL_EXPOSES_KING, "d2", "e9");
}

static void kings_that_would_face_are_a_reason_of_their_own(void **state)
{
    (void)state;
    check_why("3k5/9/9/9/9/9/9/9/9/4K4 w", KING, "d0", ILLEGAL_KINGS_FACE, "d9", "e0");
    check_why("4k4/9/9/9/9/9/9/4R4/9/4K4 b", KING, "d8", ILLEGAL_CANNOT_REACH, "-", "e9");
    check_why("4k4/9/9/9/4P4/9/9/9/9/4K4 w", PAWN, "d5", ILLEGAL_KINGS_FACE, "e9", "e5");
}

static void closest_man_is_the_one_explained(void **state)
{
    (void)state;
    /* One horse is too far, the other pinned. */
    check_why("4k4/9/4n4/9/9/9/n8/4R4/9/3K5 b", KNIGHT, "c6", ILLEGAL_EXPOSES_KING, "e2", "e7");
    /* One rook blocked, the other on its way to an own man. */
    check_why("4k4/9/9/R2n1P2R/9/9/9/9/9/3K5 w", ROOK, "f6", ILLEGAL_OWN_MAN, "f6", "i6");
}

static void no_move_is_left_when_the_game_is_over(void **state)
{
    (void)state;
    check_why("3k5/4P4/9/9/9/9/9/9/9/4K4 b", KING, "d8", ILLEGAL_GAME_OVER, "-", "-");
}

static void nothing_is_promoted(void **state)
{
    (void)state;
    struct position pos = board_position("4k4/P8/9/9/9/9/9/9/9/3K5 w");
    struct illegality why = pos_why_illegal(&pos, PAWN, -1, -1, board_square("a9"), ROOK);
    assert_int_equal(why.why, ILLEGAL_BAD_PROMOTION);
    assert_int_equal(why.from, board_square("a8"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_positions_have_no_fault),
        cmocka_unit_test(missing_and_spare_kings_are_faults),
        cmocka_unit_test(side_not_to_move_may_not_be_in_check),
        cmocka_unit_test(kings_may_not_face_each_other),
        cmocka_unit_test(men_stand_only_where_they_can_come),
        cmocka_unit_test(men_of_other_games_are_misplaced),
        cmocka_unit_test(soldiers_at_home_keep_their_files),
        cmocka_unit_test(sides_have_no_more_men_than_at_the_start),
        cmocka_unit_test(two_soldiers_never_check_at_once),
        cmocka_unit_test(clock_may_not_exceed_the_plies_played),
        cmocka_unit_test(missing_man_is_named_first),
        cmocka_unit_test(move_that_no_man_makes_is_out_of_reach),
        cmocka_unit_test(what_stands_in_the_way_is_named),
        cmocka_unit_test(cannon_needs_a_screen_to_take),
        cmocka_unit_test(own_man_on_the_target_is_named),
        cmocka_unit_test(king_that_stays_or_comes_into_check_is_told_apart),
        cmocka_unit_test(kings_that_would_face_are_a_reason_of_their_own),
        cmocka_unit_test(closest_man_is_the_one_explained),
        cmocka_unit_test(no_move_is_left_when_the_game_is_over),
        cmocka_unit_test(nothing_is_promoted),
    };
    return cmocka_run_group_tests(tests, init_rules, NULL);
}
