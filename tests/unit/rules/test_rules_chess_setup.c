/* What can be wrong with a chess position that somebody wrote down, and what becomes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/board.h"

#define FAULT(name) (1u << (SETUP_##name))

static unsigned faults_of(const char *fen)
{
    struct position pos;
    return board_faults(&pos, fen);
}

static void the_start_position_is_right_and_is_what_its_fen_says(void **state)
{
    (void)state;
    const char *fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    struct position start, read;
    pos_start(&start, GAME_CHESS);
    assert_int_equal(board_faults(&read, fen), 0);
    assert_memory_equal(&start, &read, sizeof start);
}

static void each_side_needs_exactly_one_king(void **state)
{
    (void)state;
    assert_int_equal(faults_of("8/8/8/8/8/8/8/4K3 w - - 0 1"), FAULT(NO_KING));
    assert_int_equal(faults_of("4k3/8/8/8/8/8/8/8 b - - 0 1"), FAULT(NO_KING));
    assert_int_equal(faults_of("8/8/8/8/8/8/8/8 w - - 0 1"), FAULT(NO_KING));
    assert_int_equal(faults_of("4k3/8/8/8/8/8/8/K3K3 w - - 0 1"), FAULT(MANY_KINGS));
    assert_int_equal(faults_of("k3k3/8/8/8/8/8/8/8 w - - 0 1"), FAULT(MANY_KINGS) | FAULT(NO_KING));
}

static void the_side_not_to_move_must_not_be_in_check(void **state)
{
    (void)state;
    assert_int_equal(faults_of("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"), FAULT(OPPONENT_IN_CHECK));
    assert_int_equal(faults_of("4k3/8/8/8/8/8/8/4RK2 b - - 0 1"), 0);
    assert_int_equal(faults_of("8/8/8/3kK3/8/8/8/8 w - - 0 1") & FAULT(OPPONENT_IN_CHECK),
                     FAULT(OPPONENT_IN_CHECK));
}

static void no_pawn_stands_on_the_first_or_last_rank(void **state)
{
    (void)state;
    assert_int_equal(faults_of("P3k3/8/8/8/8/8/8/4K3 w - - 0 1"), FAULT(PAWN_RANK));
    assert_int_equal(faults_of("4k3/8/8/8/8/8/8/p3K3 w - - 0 1"), FAULT(PAWN_RANK));
    assert_int_equal(faults_of("4k3/P7/8/8/8/8/p7/4K3 w - - 0 1"), 0);
}

static void no_side_has_more_men_than_promotion_allows(void **state)
{
    (void)state;
    const unsigned many = FAULT(MANY_PIECES);
    assert_int_equal(faults_of("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"), many);
    assert_int_equal(faults_of("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"), many);
    assert_int_equal(faults_of("4k3/8/8/8/8/8/1PPPPPPP/QQ2K3 w - - 0 1"), 0);
    assert_int_equal(faults_of("4k3/8/8/8/8/8/1PPPPPPP/QQNNNK2 w - - 0 1"), many);
    assert_int_equal(faults_of("4k3/8/8/8/8/8/QQQQQQQQ/Q3K3 b - - 0 1"), 0);
    assert_int_equal(faults_of("4k3/8/8/8/8/8/QQQQQQQQ/QQ2K3 b - - 0 1"), many);
    assert_int_equal(faults_of("4k3/8/8/8/8/RRRRRRRR/RR6/4K3 b - - 0 1"), 0);
    assert_int_equal(faults_of("rnbqkbnr/pppppppp/p7/8/8/8/8/4K3 w - - 0 1"), many);
}

static void men_of_other_games_are_refused(void **state)
{
    (void)state;
    struct position pos;
    struct setup setup = board_setup("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    setup.board[20] = piece_make(WHITE, CANNON);
    assert_int_equal(pos_from_setup(&pos, &setup), FAULT(MANY_PIECES));
    setup.board[20] = 0xff;
    assert_int_equal(pos_from_setup(&pos, &setup), FAULT(MANY_PIECES));
}

static void a_castling_right_without_king_or_rook_is_dropped(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",  "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
        "4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k2r/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2N w H - 0 1", "3k3r/8/8/8/8/8/8/4K2r w K - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position pos;
        unsigned faults = board_faults(&pos, fens[i]) & ~FAULT(OPPONENT_IN_CHECK);
        assert_int_equal(faults & FAULT(CASTLING), FAULT(CASTLING));
        assert_true(pos.castling[WHITE][QUEEN_SIDE] == NO_SQUARE);
        assert_true(pos.key == pos_compute_key(&pos));
    }
    assert_int_equal(faults_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), 0);
}

static void a_castling_rook_on_the_wrong_side_of_its_king_is_dropped(void **state)
{
    (void)state;
    struct position pos;
    struct setup setup = board_setup("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    setup.castling[WHITE][KING_SIDE] = 0;
    assert_int_equal(pos_from_setup(&pos, &setup), FAULT(CASTLING));
    assert_int_equal(pos.castling[WHITE][KING_SIDE], NO_SQUARE);
    assert_int_equal(pos.castling[WHITE][QUEEN_SIDE], 0);
}

static void an_en_passant_square_that_no_pawn_passed_is_dropped(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "4k3/8/8/3pP3/8/8/8/4K3 w e6 0 1",   /* no pawn before it */
        "4k3/8/8/3pP3/8/8/8/4K3 b d6 0 1",   /* the wrong side to move */
        "4k3/3n4/8/3pP3/8/8/8/4K3 w d6 0 1", /* a man on the pawn's first square */
        "4k3/8/3n4/3pP3/8/8/8/4K3 w d6 0 1", /* a man on the square itself */
        "4k3/8/8/3nP3/8/8/8/4K3 w d6 0 1",   /* not a pawn */
        "4k3/8/8/4P3/3p4/8/8/4K3 w d3 0 1",  /* the wrong rank */
        "b3k3/8/8/3pP3/8/8/6K1/8 w d6 0 1",  /* the king stood in check before the step */
        "4k3/8/8/3pP3/8/5n2/8/4K3 w d6 0 1", /* the same, and still does */
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        char men[64], turn[2], ep[3], fen[128];
        struct position pos;
        assert_int_equal(sscanf(fens[i], "%63s %1s %2s", men, turn, ep), 3);
        snprintf(fen, sizeof fen, "%s %s - %s 0 1", men, turn, ep);
        assert_int_equal(board_faults(&pos, fen), FAULT(EP));
        assert_int_equal(pos.ep, NO_SQUARE);
    }
}

static void an_en_passant_square_without_a_legal_capture_is_dropped_silently(void **state)
{
    (void)state;
    struct position pos;
    assert_int_equal(board_faults(&pos, "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"), 0);
    assert_int_equal(pos.ep, NO_SQUARE);
    assert_int_equal(board_faults(&pos, "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1"), 0);
    assert_int_equal(pos.ep, NO_SQUARE);
    assert_int_equal(board_faults(&pos, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), 0);
    assert_int_equal(pos.ep, board_square("d6"));
    assert_int_equal(board_faults(&pos, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), 0);
    assert_int_equal(pos.ep, board_square("e3"));
}

static void checks_that_no_move_can_give_are_a_warning(void **state)
{
    (void)state;
    const unsigned impossible = FAULT(IMPOSSIBLE_CHECK);
    assert_int_equal(faults_of("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1"), impossible);
    assert_int_equal(faults_of("4k3/3P1P2/8/8/8/8/8/4K3 b - - 0 1"), impossible);
    assert_int_equal(faults_of("R3k2R/8/8/8/8/8/8/4K3 b - - 0 1"), impossible);
    assert_int_equal(faults_of("R3k3/8/3N4/8/7B/8/4R3/4K3 b - - 0 1"), impossible);
    assert_int_equal(faults_of("8/8/8/8/8/4k3/3P4/K7 b - - 0 1"), impossible);
    assert_int_equal(faults_of("4k3/8/3N4/8/8/8/4R3/4K3 b - - 0 1"), 0);
    assert_int_equal(faults_of("R3k3/8/8/1B6/8/8/8/4K3 b - - 0 1"), 0);
    assert_int_equal(faults_of("8/8/8/4k3/3P4/8/8/K7 b - - 0 1"), 0);
}

static void clocks_beyond_the_game_are_a_warning(void **state)
{
    (void)state;
    struct position pos;
    assert_int_equal(faults_of("4k3/8/8/8/8/8/8/4K3 w - - 1 1"), FAULT(CLOCK));
    assert_int_equal(faults_of("4k3/8/8/8/8/8/8/4K3 b - - 1 1"), 0);
    assert_int_equal(faults_of("4k3/8/8/8/8/8/8/4K3 w - - 2 2"), 0);
    assert_int_equal(faults_of("4k3/8/8/8/8/8/8/4K3 w - - 150 99"), 0);
    assert_int_equal(faults_of("4k3/8/8/8/8/8/8/4K3 w - - 151 99"), FAULT(CLOCK));
    assert_int_equal(board_faults(&pos, "4k3/8/8/8/8/8/8/4K3 w - - 4294967295 4294967295"),
                     FAULT(CLOCK));
    assert_int_equal(pos.halfmove_clock, UINT16_MAX);
    pos_play(&pos, board_move("e1e2"));
    assert_int_equal(pos.halfmove_clock, UINT16_MAX);
    assert_int_equal(board_faults(&pos, "4k3/8/8/8/8/8/8/4K3 w - - 0 0"), 0);
    assert_int_equal(pos.move_number, 1);
}

static void every_fault_has_a_text_and_only_mended_or_odd_ones_are_warnings(void **state)
{
    (void)state;
    for (int fault = 0; fault < SETUP_FAULTS; fault++) {
        assert_true(strlen(setup_fault_text((enum setup_fault)fault)) > 10);
        assert_int_equal(setup_fault_is_error((enum setup_fault)fault), fault < SETUP_CASTLING);
    }
}

static void a_setup_gives_its_position_back(void **state)
{
    (void)state;
    struct position pos = board_position("r3k2r/8/8/3pP3/8/8/8/R3K2R w HQkq d6 0 31"), again;
    struct setup setup;
    pos_to_setup(&pos, &setup);
    assert_int_equal(pos_from_setup(&again, &setup), 0);
    assert_memory_equal(&pos, &again, sizeof pos);
}

static void the_material_key_tells_counts_apart_and_nothing_else(void **state)
{
    (void)state;
    struct position a = board_position("4k3/p7/8/8/8/8/8/R3K3 w Q - 0 1");
    struct position b = board_position("8/8/8/p2k4/8/8/3K4/7R b - - 9 40");
    struct position c = board_position("8/8/8/P2k4/8/8/3K4/7R b - - 9 40");
    struct position d = board_position("8/p7/8/p2k4/8/8/3K4/7R b - - 9 40");
    assert_true(pos_material_key(&a) == pos_material_key(&b));
    assert_true(pos_material_key(&b) != pos_material_key(&c));
    assert_true(pos_material_key(&b) != pos_material_key(&d));
}

static void the_mirror_image_swaps_the_wings_and_has_no_castling_rights(void **state)
{
    (void)state;
    struct position pos = board_position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 31"), image, back;
    pos_mirror(&pos, &image);
    struct position expected = board_position("r2k3r/8/8/3Pp3/8/8/8/R2K3R w - e6 0 31");
    assert_memory_equal(&image, &expected, sizeof image);
    pos_mirror(&image, &back);
    assert_memory_equal(back.board, pos.board, sizeof pos.board);
    assert_int_equal(move_mirror(GAME_CHESS, board_move("e5d6")), board_move("d5e6"));
    assert_int_equal(move_mirror(GAME_CHESS, board_move("a7b8N")), board_move("h7g8N"));
    assert_int_equal(move_mirror(GAME_CHESS, NULL_MOVE), NULL_MOVE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_position_is_right_and_is_what_its_fen_says),
        cmocka_unit_test(each_side_needs_exactly_one_king),
        cmocka_unit_test(the_side_not_to_move_must_not_be_in_check),
        cmocka_unit_test(no_pawn_stands_on_the_first_or_last_rank),
        cmocka_unit_test(no_side_has_more_men_than_promotion_allows),
        cmocka_unit_test(men_of_other_games_are_refused),
        cmocka_unit_test(a_castling_right_without_king_or_rook_is_dropped),
        cmocka_unit_test(a_castling_rook_on_the_wrong_side_of_its_king_is_dropped),
        cmocka_unit_test(an_en_passant_square_that_no_pawn_passed_is_dropped),
        cmocka_unit_test(an_en_passant_square_without_a_legal_capture_is_dropped_silently),
        cmocka_unit_test(checks_that_no_move_can_give_are_a_warning),
        cmocka_unit_test(clocks_beyond_the_game_are_a_warning),
        cmocka_unit_test(every_fault_has_a_text_and_only_mended_or_odd_ones_are_warnings),
        cmocka_unit_test(a_setup_gives_its_position_back),
        cmocka_unit_test(the_material_key_tells_counts_apart_and_nothing_else),
        cmocka_unit_test(the_mirror_image_swaps_the_wings_and_has_no_castling_rights),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
