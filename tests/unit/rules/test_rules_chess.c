/* The special moves of chess, exactly (FIDE Laws 3.7 and 3.8, Guidelines II), the identity of
   positions (9.2), and how games end (5). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/board.h"

#define ROOKS "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

static bool is_legal(const char *fen, const char *text)
{
    struct position pos = board_position(fen);
    return pos_is_legal(&pos, board_move(text));
}

/* Whether a move is legal after others. */
static bool is_legal_after(const char *fen, const char *moves, const char *text)
{
    struct position pos = board_position(fen);
    board_play(&pos, moves);
    return pos_is_legal(&pos, board_move(text));
}

static piece man_on(const struct position *pos, const char *name)
{
    return pos->board[board_square(name)];
}

/* --- En passant ----------------------------------------------------------------------------- */

static void en_passant_takes_the_pawn_that_passed(void **state)
{
    (void)state;
    struct position pos = board_position("4k3/3p4/8/4P3/8/8/8/4K3 b - - 3 9");
    board_play(&pos, "d7d5");
    assert_int_equal(pos.ep, board_square("d6"));
    board_play(&pos, "e5d6");
    assert_int_equal(man_on(&pos, "d5"), NO_PIECE);
    assert_int_equal(man_on(&pos, "d6"), board_piece('P'));
    assert_int_equal(pos_count(&pos, board_piece('p')), 0);
    assert_int_equal(pos.halfmove_clock, 0);
    assert_int_equal(pos.ep, NO_SQUARE);
    assert_true(is_legal_after("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", "e4d3"));
}

static void en_passant_is_legal_only_at_once(void **state)
{
    (void)state;
    const char *fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    assert_true(is_legal_after(fen, "d7d5", "e5d6"));
    assert_false(is_legal_after(fen, "d7d5 e1e2 e8e7", "e5d6"));
}

static void en_passant_needs_a_double_step_to_the_next_file(void **state)
{
    (void)state;
    assert_false(is_legal_after("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1", "d6d5", "e5d6"));
    assert_false(is_legal_after("4k3/2p5/8/4P3/8/8/8/4K3 b - - 0 1", "c7c5", "e5d6"));
    assert_false(is_legal_after("4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "h7h5", "a5h6"));
}

static void only_a_pawn_takes_en_passant(void **state)
{
    (void)state;
    struct position pos = board_position("4k3/3p4/8/4P3/2N5/8/8/4K3 b - - 0 1");
    board_play(&pos, "d7d5 c4d6");
    assert_int_equal(man_on(&pos, "d5"), board_piece('p'));
}

static void en_passant_is_illegal_when_both_pawns_shield_the_king_on_their_rank(void **state)
{
    (void)state;
    struct position pos = board_position("7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1");
    board_play(&pos, "d7d5");
    assert_int_equal(pos.ep, NO_SQUARE);
    assert_false(pos_is_legal(&pos, board_move("e5d6")));
    assert_false(is_legal_after("7k/4p3/8/r2P2K1/8/8/8/8 b - - 0 1", "e7e5", "d5e6"));
}

static void en_passant_is_legal_when_a_third_man_shields_the_king_on_the_rank(void **state)
{
    (void)state;
    const char *fen = "7k/3p4/8/K1P1P2r/8/8/8/8 b - - 0 1";
    assert_true(is_legal_after(fen, "d7d5", "e5d6"));
    assert_true(is_legal_after(fen, "d7d5", "c5d6"));
}

static void en_passant_by_a_pinned_pawn_is_legal_only_along_the_pin(void **state)
{
    (void)state;
    assert_false(is_legal_after("4r2k/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "e5d6"));
    assert_false(is_legal_after("7k/3p2b1/8/4P3/3K4/8/8/8 b - - 0 1", "d7d5", "e5d6"));
    assert_true(is_legal_after("1b5k/3p4/8/4P3/5K2/8/8/8 b - - 0 1", "d7d5", "e5d6"));
}

static void en_passant_may_take_the_pawn_that_gives_check(void **state)
{
    (void)state;
    struct position pos = board_position("7k/3p4/8/4P3/4K3/8/8/8 b - - 0 1");
    board_play(&pos, "d7d5");
    assert_true(pos_in_check(&pos));
    assert_true(pos_is_legal(&pos, board_move("e5d6")));
}

static void en_passant_is_illegal_when_it_leaves_a_discovered_check(void **state)
{
    (void)state;
    struct position pos = board_position("2b4k/3p4/8/4P3/8/7K/8/8 b - - 0 1");
    board_play(&pos, "d7d5");
    assert_true(pos_in_check(&pos));
    assert_int_equal(pos.ep, NO_SQUARE);
    assert_false(pos_is_legal(&pos, board_move("e5d6")));
}

static void en_passant_discovers_check_through_the_taken_pawn(void **state)
{
    (void)state;
    struct position pos = board_position("8/3p4/8/R3P2k/8/8/8/4K3 b - - 0 1");
    board_play(&pos, "d7d5 e5d6");
    assert_true(pos_in_check(&pos));
    assert_true(pos.sets.chess.checkers == (uint64_t)1 << board_square("a5"));
}

/* --- Castling ------------------------------------------------------------------------------- */

static void castling_moves_king_and_rook(void **state)
{
    (void)state;
    struct position pos = board_position(ROOKS);
    board_play(&pos, "e1h1K e8a8K");
    assert_int_equal(man_on(&pos, "g1"), board_piece('K'));
    assert_int_equal(man_on(&pos, "f1"), board_piece('R'));
    assert_int_equal(man_on(&pos, "e1"), NO_PIECE);
    assert_int_equal(man_on(&pos, "h1"), NO_PIECE);
    assert_int_equal(man_on(&pos, "c8"), board_piece('k'));
    assert_int_equal(man_on(&pos, "d8"), board_piece('r'));
    assert_int_equal(pos.king[WHITE], board_square("g1"));
    assert_int_equal(pos.halfmove_clock, 2);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pos.castling[i / 2][i % 2], NO_SQUARE);
}

static void castling_is_one_move_code_for_each_side(void **state)
{
    (void)state;
    struct position pos = board_position(ROOKS);
    assert_int_equal(pos_castling_move(&pos, KING_SIDE), board_move("e1h1K"));
    assert_int_equal(pos_castling_move(&pos, QUEEN_SIDE), board_move("e1a1K"));
    assert_false(pos_is_legal(&pos, board_move("e1g1")));
    assert_false(pos_is_legal(&pos, board_move("e1g1K")));
    assert_false(pos_is_legal(&pos, board_move("e1h1")));
}

static void castling_is_illegal_once_the_king_has_moved(void **state)
{
    (void)state;
    assert_false(is_legal_after(ROOKS, "e1e2 a8b8 e2e1 b8a8", "e1h1K"));
    assert_false(is_legal_after(ROOKS, "e1e2 a8b8 e2e1 b8a8", "e1a1K"));
}

static void castling_is_illegal_once_that_rook_has_moved(void **state)
{
    (void)state;
    assert_false(is_legal_after(ROOKS, "h1h2 e8e7 h2h1 e7e6", "e1h1K"));
    assert_true(is_legal_after(ROOKS, "h1h2 e8e7 h2h1 e7e6", "e1a1K"));
}

static void castling_is_illegal_once_that_rook_was_taken(void **state)
{
    (void)state;
    assert_false(is_legal_after("4k3/8/8/8/8/6n1/7R/4K2R b K - 0 1", "g3h1 h2h1 e8e7", "e1h1K"));
}

static void a_rook_that_takes_a_rook_ends_both_rights(void **state)
{
    (void)state;
    struct position pos = board_position(ROOKS);
    board_play(&pos, "h1h8");
    assert_int_equal(pos.castling[WHITE][KING_SIDE], NO_SQUARE);
    assert_int_equal(pos.castling[BLACK][KING_SIDE], NO_SQUARE);
    assert_int_equal(pos.castling[WHITE][QUEEN_SIDE], board_square("a1"));
    assert_int_equal(pos.castling[BLACK][QUEEN_SIDE], board_square("a8"));
}

static void castling_is_illegal_with_a_man_between(void **state)
{
    (void)state;
    assert_false(is_legal("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1a1K"));
    assert_true(is_legal("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1h1K"));
    assert_false(is_legal("4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1", "e1h1K"));
    assert_false(is_legal("4k3/8/8/8/8/8/8/R2nK2R w KQ - 0 1", "e1a1K"));
}

static void castling_is_illegal_in_check(void **state)
{
    (void)state;
    assert_false(is_legal("4r3/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1K"));
    assert_false(is_legal("4r3/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1K"));
}

static void castling_is_illegal_through_or_into_check(void **state)
{
    (void)state;
    assert_false(is_legal("5r2/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1K"));
    assert_true(is_legal("5r2/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1K"));
    assert_false(is_legal("6r1/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1K"));
    assert_false(is_legal("3r4/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1K"));
    assert_false(is_legal("2r5/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1K"));
    assert_false(is_legal("8/1k6/8/8/8/8/7p/R3K2R w KQ - 0 1", "e1h1K"));
    assert_false(is_legal("8/8/8/8/8/8/1k6/R3K2R w KQ - 0 1", "e1a1K"));
}

static void castling_is_legal_when_only_the_rook_is_attacked(void **state)
{
    (void)state;
    assert_true(is_legal("7r/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1K"));
    assert_true(is_legal("r7/6k1/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1K"));
}

static void castling_is_legal_when_the_rook_crosses_an_attacked_square(void **state)
{
    (void)state;
    assert_true(is_legal("1r6/6k1/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1K"));
}

static void castling_is_legal_when_the_king_was_in_check_earlier(void **state)
{
    (void)state;
    const char *fen = "4r3/1k6/8/8/8/8/3B4/R3K2R w KQ - 0 1";
    assert_true(is_legal_after(fen, "d2e3 b7c7", "e1h1K"));
    assert_true(is_legal_after(fen, "d2e3 b7c7", "e1a1K"));
}

static void a_rook_promoted_on_e8_does_not_castle(void **state)
{
    (void)state;
    struct position pos = board_position("8/k3P3/8/8/8/8/8/4K2R w K - 0 1");
    board_play(&pos, "e7e8R a7b7");
    assert_false(pos_is_legal(&pos, board_move("e1e8K")));
    assert_int_equal(pos_castling_move(&pos, QUEEN_SIDE), NULL_MOVE);
    assert_int_equal(pos_castling_move(&pos, KING_SIDE), board_move("e1h1K"));
}

static void chess960_castling_may_leave_king_or_rook_or_swap_them(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"k7/8/8/8/8/8/8/6KR w K - 0 1", "g1h1K"},
                                           {"k7/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1K"},
                                           {"k7/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1K"},
                                           {"k7/8/8/8/8/8/8/1K5R w K - 0 1", "b1h1K"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = board_position(cases[i][0]);
        board_play(&pos, cases[i][1]);
        assert_int_equal(man_on(&pos, "g1"), board_piece('K'));
        assert_int_equal(man_on(&pos, "f1"), board_piece('R'));
        assert_int_equal(pos_count(&pos, board_piece('R')), 1);
        assert_true(pos.key == pos_compute_key(&pos));
    }
}

static void chess960_castling_is_illegal_when_the_rook_shields_the_king(void **state)
{
    (void)state;
    assert_false(is_legal("k7/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1K"));
    assert_true(is_legal("k7/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1K"));
}

static void chess960_castling_needs_the_rooks_way_free_too(void **state)
{
    (void)state;
    assert_false(is_legal("7k/8/8/8/8/8/8/RK1N4 w Q - 0 1", "b1a1K"));
    assert_true(is_legal("7k/8/8/8/8/8/8/RK2N3 w Q - 0 1", "b1a1K"));
    assert_false(is_legal("k7/8/8/8/8/8/8/1R1NK3 w Q - 0 1", "e1b1K"));
}

static void chess960_castling_is_illegal_through_any_attacked_square(void **state)
{
    (void)state;
    assert_false(is_legal("k2r4/8/8/8/8/8/8/1K5R w K - 0 1", "b1h1K"));
    assert_true(is_legal("k6r/8/8/8/8/8/8/1K5R w K - 0 1", "b1h1K"));
}

static void castling_gives_check_with_the_rook(void **state)
{
    (void)state;
    struct position pos = board_position("5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    board_play(&pos, "e1h1K");
    assert_true(pos.sets.chess.checkers == (uint64_t)1 << board_square("f1"));
}

/* --- Promotion ------------------------------------------------------------------------------ */

static void a_pawn_becomes_queen_rook_bishop_or_knight_and_nothing_else(void **state)
{
    (void)state;
    struct position pos = board_position("1n5k/P7/8/8/8/8/8/K7 w - - 5 1");
    for (int special = NO_PIECE; special < 16; special++) {
        bool good = special >= KNIGHT && special <= QUEEN;
        for (square to = 56; to < 58; to++) {
            move m = move_make(GAME_CHESS, 48, to, (enum piece_type)special);
            assert_int_equal(pos_is_legal(&pos, m), good);
            if (!good)
                continue;
            struct position next = pos;
            pos_play(&next, m);
            assert_int_equal(next.board[to], piece_make(WHITE, (enum piece_type)special));
            assert_int_equal(pos_count(&next, board_piece('P')), 0);
            assert_int_equal(next.halfmove_clock, 0);
        }
    }
}

static void only_a_pawn_on_the_last_rank_promotes(void **state)
{
    (void)state;
    assert_false(is_legal("7k/8/P7/8/8/8/8/K7 w - - 0 1", "a6a7Q"));
    assert_false(is_legal("7k/R7/8/8/8/8/8/K7 w - - 0 1", "a7a8Q"));
}

static void a_promoted_man_gives_check_at_once(void **state)
{
    (void)state;
    static const char *const checks[] = {"f7f8Q", "f7f8R", "f7f8N"};
    for (size_t i = 0; i < 3; i++) {
        const char *fen =
            i == 2 ? "8/5P1k/8/8/8/8/8/K7 w - - 0 1" : "7k/5P2/8/8/8/8/8/K7 w - - 0 1";
        struct position pos = board_position(fen);
        board_play(&pos, checks[i]);
        assert_true(pos.sets.chess.checkers == (uint64_t)1 << board_square("f8"));
    }
}

/* --- Identity of positions (9.2) -------------------------------------------------------------- */

static key64 key_of(const char *fen)
{
    struct position pos = board_position(fen);
    return pos.key;
}

static void moves_in_another_order_give_the_same_key(void **state)
{
    (void)state;
    struct position a, b;
    pos_start(&a, GAME_CHESS);
    pos_start(&b, GAME_CHESS);
    board_play(&a, "g1f3 d7d5 d2d4");
    board_play(&b, "d2d4 d7d5 g1f3");
    assert_true(a.key == b.key);
    assert_true(a.key == key_of("rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq d3 0 2"));
}

static void a_lost_castling_right_makes_another_position(void **state)
{
    (void)state;
    struct position pos, start;
    pos_start(&start, GAME_CHESS);
    pos = start;
    board_play(&pos, "g1f3 g8f6 f3g1 f6g8");
    assert_true(pos.key == start.key);
    board_play(&pos, "g1f3 g8f6 h1g1 f6g8 g1h1 g8f6 f3g1 f6g8");
    assert_true(pos.key != start.key);
}

static void the_side_to_move_makes_another_position(void **state)
{
    (void)state;
    assert_true(key_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1") != key_of("4k3/8/8/8/8/8/8/4K3 b - - 0 1"));
}

static void an_en_passant_square_counts_only_if_the_capture_is_legal(void **state)
{
    (void)state;
    assert_true(key_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1") !=
                key_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
    assert_true(key_of("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1") ==
                key_of("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"));
    assert_true(key_of("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1") ==
                key_of("4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
}

static void a_standard_and_a_chess960_position_can_be_the_same(void **state)
{
    (void)state;
    assert_true(key_of(ROOKS) == key_of("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"));
}

/* Stores keep keys: these may never change. */
static void keys_are_those_of_the_store_format(void **state)
{
    (void)state;
    struct position pos;
    pos_start(&pos, GAME_CHESS);
    assert_true(pos.key == UINT64_C(0x32099089adc3a767));
    assert_true(key_of("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1") == UINT64_C(0xc07e06165b41496d));
    assert_true(key_of(ROOKS) == UINT64_C(0xbfc12411daeb5000));
}

/* --- Null moves ------------------------------------------------------------------------------- */

static void a_null_move_passes_the_turn_and_counts_as_a_ply(void **state)
{
    (void)state;
    struct position pos = board_position("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 7");
    assert_int_equal(pos.ep, board_square("d3"));
    assert_false(pos_is_legal(&pos, NULL_MOVE));
    pos_play(&pos, NULL_MOVE);
    assert_int_equal(pos.turn, WHITE);
    assert_int_equal(pos.ep, NO_SQUARE);
    assert_int_equal(pos.halfmove_clock, 1);
    assert_int_equal(pos.move_number, 8);
    assert_true(pos.key == key_of("4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 1"));
}

/* --- Ends ------------------------------------------------------------------------------------- */

static enum outcome outcome(const char *fen)
{
    struct position pos = board_position(fen);
    return pos_outcome(&pos);
}

static void checkmate_and_stalemate_end_the_game(void **state)
{
    (void)state;
    assert_int_equal(outcome("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
                     OUTCOME_CHECKMATE);
    assert_int_equal(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), OUTCOME_STALEMATE);
    assert_int_equal(outcome("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), OUTCOME_NONE);
    assert_int_equal(outcome("7k/8/8/8/3b4/8/1P1n4/K1n5 w - - 0 1"), OUTCOME_STALEMATE);
    assert_int_equal(outcome("7k/8/8/8/3b4/8/1P1n4/K7 w - - 0 1"), OUTCOME_NONE);
    assert_int_equal(outcome("7k/8/6Kp/7P/8/8/8/8 b - - 0 1"), OUTCOME_NONE);
}

static void a_check_that_only_en_passant_answers_is_not_mate(void **state)
{
    (void)state;
    assert_int_equal(outcome("6R1/8/8/5N1k/6Pp/7P/8/K7 b - g3 0 1"), OUTCOME_NONE);
    assert_int_equal(outcome("6R1/8/8/5N1k/6Pp/7P/8/K7 b - - 0 1"), OUTCOME_CHECKMATE);
}

static void known_material_that_cannot_mate_is_dead(void **state)
{
    (void)state;
    assert_int_equal(outcome("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), OUTCOME_DEAD);
    assert_int_equal(outcome("4k3/8/8/8/8/8/8/3NK3 w - - 0 1"), OUTCOME_DEAD);
    assert_int_equal(outcome("3bk3/8/8/8/8/8/8/4K3 w - - 0 1"), OUTCOME_DEAD);
    assert_int_equal(outcome("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"), OUTCOME_DEAD);
    assert_int_equal(outcome("4kb2/8/8/8/8/4B3/8/2B1K3 w - - 0 1"), OUTCOME_DEAD);
}

static void material_that_can_mate_by_bad_play_is_not_dead(void **state)
{
    (void)state;
    assert_int_equal(outcome("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), OUTCOME_NONE);
    assert_int_equal(outcome("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1"), OUTCOME_NONE);
    assert_int_equal(outcome("2n1k3/8/8/8/8/8/8/2N1K3 w - - 0 1"), OUTCOME_NONE);
    assert_int_equal(outcome("2b1k3/8/8/8/8/8/8/2N1K3 w - - 0 1"), OUTCOME_NONE);
    assert_int_equal(outcome("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), OUTCOME_NONE);
}

static void outcomes_mean_results(void **state)
{
    (void)state;
    assert_int_equal(outcome_result(GAME_CHESS, OUTCOME_CHECKMATE, WHITE), RESULT_BLACK);
    assert_int_equal(outcome_result(GAME_CHESS, OUTCOME_CHECKMATE, BLACK), RESULT_WHITE);
    assert_int_equal(outcome_result(GAME_CHESS, OUTCOME_STALEMATE, WHITE), RESULT_DRAW);
    assert_int_equal(outcome_result(GAME_XIANGQI, OUTCOME_STALEMATE, WHITE), RESULT_BLACK);
    assert_int_equal(outcome_result(GAME_CHESS, OUTCOME_DEAD, WHITE), RESULT_DRAW);
    assert_int_equal(outcome_result(GAME_CHESS, OUTCOME_NONE, WHITE), RESULT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(en_passant_takes_the_pawn_that_passed),
        cmocka_unit_test(en_passant_is_legal_only_at_once),
        cmocka_unit_test(en_passant_needs_a_double_step_to_the_next_file),
        cmocka_unit_test(only_a_pawn_takes_en_passant),
        cmocka_unit_test(en_passant_is_illegal_when_both_pawns_shield_the_king_on_their_rank),
        cmocka_unit_test(en_passant_is_legal_when_a_third_man_shields_the_king_on_the_rank),
        cmocka_unit_test(en_passant_by_a_pinned_pawn_is_legal_only_along_the_pin),
        cmocka_unit_test(en_passant_may_take_the_pawn_that_gives_check),
        cmocka_unit_test(en_passant_is_illegal_when_it_leaves_a_discovered_check),
        cmocka_unit_test(en_passant_discovers_check_through_the_taken_pawn),
        cmocka_unit_test(castling_moves_king_and_rook),
        cmocka_unit_test(castling_is_one_move_code_for_each_side),
        cmocka_unit_test(castling_is_illegal_once_the_king_has_moved),
        cmocka_unit_test(castling_is_illegal_once_that_rook_has_moved),
        cmocka_unit_test(castling_is_illegal_once_that_rook_was_taken),
        cmocka_unit_test(a_rook_that_takes_a_rook_ends_both_rights),
        cmocka_unit_test(castling_is_illegal_with_a_man_between),
        cmocka_unit_test(castling_is_illegal_in_check),
        cmocka_unit_test(castling_is_illegal_through_or_into_check),
        cmocka_unit_test(castling_is_legal_when_only_the_rook_is_attacked),
        cmocka_unit_test(castling_is_legal_when_the_rook_crosses_an_attacked_square),
        cmocka_unit_test(castling_is_legal_when_the_king_was_in_check_earlier),
        cmocka_unit_test(a_rook_promoted_on_e8_does_not_castle),
        cmocka_unit_test(chess960_castling_may_leave_king_or_rook_or_swap_them),
        cmocka_unit_test(chess960_castling_is_illegal_when_the_rook_shields_the_king),
        cmocka_unit_test(chess960_castling_needs_the_rooks_way_free_too),
        cmocka_unit_test(chess960_castling_is_illegal_through_any_attacked_square),
        cmocka_unit_test(castling_gives_check_with_the_rook),
        cmocka_unit_test(a_pawn_becomes_queen_rook_bishop_or_knight_and_nothing_else),
        cmocka_unit_test(only_a_pawn_on_the_last_rank_promotes),
        cmocka_unit_test(a_promoted_man_gives_check_at_once),
        cmocka_unit_test(moves_in_another_order_give_the_same_key),
        cmocka_unit_test(a_lost_castling_right_makes_another_position),
        cmocka_unit_test(the_side_to_move_makes_another_position),
        cmocka_unit_test(an_en_passant_square_counts_only_if_the_capture_is_legal),
        cmocka_unit_test(a_standard_and_a_chess960_position_can_be_the_same),
        cmocka_unit_test(keys_are_those_of_the_store_format),
        cmocka_unit_test(a_null_move_passes_the_turn_and_counts_as_a_ply),
        cmocka_unit_test(checkmate_and_stalemate_end_the_game),
        cmocka_unit_test(a_check_that_only_en_passant_answers_is_not_mate),
        cmocka_unit_test(known_material_that_cannot_mate_is_dead),
        cmocka_unit_test(material_that_can_mate_by_bad_play_is_not_dead),
        cmocka_unit_test(outcomes_mean_results),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
