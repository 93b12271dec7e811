/* Xiangqi: how men move and give check, and that the functions of the rules agree with each other
   all along random games. */
#include "tests/unit/xiangqi_board.h"

static bool is_legal(const char *fen, const char *text)
{
    struct position pos = board_position(fen);
    bool legal = pos_is_legal(&pos, board_move(text));
    assert_int_equal(legal, is_listed(&pos, board_move(text)));
    return legal;
}

static bool gives_check(const char *fen, const char *text)
{
    struct position pos = board_position(fen);
    assert_true(pos_is_legal(&pos, board_move(text)));
    pos_play(&pos, board_move(text));
    return pos_in_check(&pos);
}

/* --- How men move ---------------------------------------------------------------------------- */

static void cannon_takes_only_over_exactly_one_man(void **state)
{
    (void)state;
    assert_true(is_legal(START_FEN, "b2b9"));
    assert_false(is_legal(START_FEN, "b2b7"));
    assert_false(is_legal(START_FEN, "b2b8"));
    assert_true(is_legal(START_FEN, "b2b6"));
    /* Two screens, an adjacent enemy, an own screen. */
    assert_false(is_legal("4k4/9/1r7/1n7/1n7/1C7/9/9/9/3K5 w", "b4b7"));
    assert_true(is_legal("4k4/9/1r7/1n7/1n7/1C7/9/9/9/3K5 w", "b4b6"));
    assert_false(is_legal("4k4/9/1r7/1n7/1n7/1C7/9/9/9/3K5 w", "b4b5"));
    assert_true(is_legal("4k4/9/1r7/1N7/9/1C7/9/9/9/3K5 w", "b4b7"));
    assert_false(is_legal("4k4/9/1R7/1N7/9/1C7/9/9/9/3K5 w", "b4b7"));
}

static void cannon_check_ends_when_the_screen_leaves(void **state)
{
    (void)state;
    const char *fen = "4k4/4a4/9/9/9/9/9/4C4/9/3K5 b";
    struct position pos = board_position(fen);
    assert_true(pos_in_check(&pos));
    assert_true(is_legal(fen, "e8f7"));
    assert_true(is_legal(fen, "e9f9"));
    assert_false(is_legal(fen, "e9d9")); /* the kings would face each other */
}

static void cannon_check_ends_when_a_second_screen_comes(void **state)
{
    (void)state;
    const char *fen = "2b1k4/4a4/9/9/9/2r6/9/4C4/9/3K5 b";
    assert_true(is_legal(fen, "c9e7"));
    assert_true(is_legal(fen, "c4e4"));
    assert_false(is_legal(fen, "c4d4"));
}

static void screen_that_moves_along_the_line_leaves_the_check(void **state)
{
    (void)state;
    const char *fen = "4k4/9/4r4/9/9/9/9/4C4/9/3K5 b";
    assert_false(is_legal(fen, "e7e6"));
    assert_true(is_legal(fen, "e7e2")); /* takes the cannon */
    assert_true(is_legal(fen, "e7a7"));
}

static void man_may_not_become_the_screen_of_a_hollow_cannon(void **state)
{
    (void)state;
    const char *fen = "2b1k4/9/9/9/r8/9/9/4C4/9/3K5 b";
    struct position pos = board_position(fen);
    assert_false(pos_in_check(&pos));
    assert_false(is_legal(fen, "c9e7"));
    assert_false(is_legal(fen, "a5e5"));
    assert_true(is_legal(fen, "a5d5"));
    assert_true(is_legal("2b1k4/9/9/9/9/9/9/r3C4/9/3K5 b", "a2e2"));
}

static void attacker_may_give_its_hollow_cannon_a_screen(void **state)
{
    (void)state;
    assert_true(gives_check("4k4/9/9/9/9/R8/9/4C4/9/3K5 w", "a4e4"));
    assert_true(gives_check("4k4/9/9/9/9/C8/9/4C4/9/3K5 w", "a4e4"));
}

static void rear_cannon_of_two_gives_check_over_the_front_one(void **state)
{
    (void)state;
    const char *fen = "3k5/9/9/9/3C5/9/r8/3C5/9/4K4 b";
    struct position pos = board_position(fen);
    assert_true(pos_in_check(&pos));
    assert_false(is_legal(fen, "d9d8"));
    assert_true(
        is_legal(fen, "a3d3")); /* a second screen for the rear one, none for the front one */
}

static void one_of_two_screens_is_pinned(void **state)
{
    (void)state;
    const char *fen = "4k4/4a4/9/4r4/9/9/9/4C4/9/3K5 b";
    struct position pos = board_position(fen);
    assert_false(pos_in_check(&pos));
    assert_false(is_legal(fen, "e6a6"));
    assert_false(is_legal(fen, "e8d7"));
    assert_true(is_legal(fen, "e6e4"));
    assert_true(is_legal(fen, "e6e2"));
    /* With three screens none is. */
    assert_true(is_legal("4k4/4a4/4b4/4r4/9/9/9/4C4/9/3K5 b", "e6a6"));
    /* One screen that takes the other leaves one. */
    assert_false(is_legal("4k4/9/4r4/4N4/9/9/9/4C4/9/3K5 b", "e7e6"));
    /* A third man that takes a screen leaves two. */
    assert_true(is_legal("4k4/4a4/9/r3N4/9/9/9/4C4/9/3K5 b", "a6e6"));
}

static void horse_is_blocked_by_its_leg_and_its_target_may_not_be(void **state)
{
    (void)state;
    const char *fen = "3k5/9/9/9/5n3/4P4/4N4/9/9/4K4 w";
    assert_false(is_legal(fen, "e3f5"));
    assert_false(is_legal(fen, "e3d5"));
    assert_true(is_legal(fen, "e3g4"));
    assert_true(is_legal("3k5/9/9/9/5n3/4P4/4N4/9/9/4K4 b", "f5e3"));
}

static void horse_gives_check_only_past_a_free_leg(void **state)
{
    (void)state;
    struct position open = board_position("4k4/9/3N5/9/9/9/9/9/9/3K5 b");
    struct position blocked = board_position("4k4/3r5/3N5/9/9/9/9/9/9/3K5 b");
    struct position beside_king = board_position("4k4/4a4/3N5/9/9/9/9/9/9/3K5 b");
    assert_true(pos_in_check(&open));
    assert_false(pos_in_check(&blocked));
    assert_true(pos_in_check(&beside_king));
    assert_false(is_legal("4k4/3r5/3N5/9/9/9/9/9/9/3K5 b", "d8c8"));
    assert_true(is_legal("3rk4/9/3N5/9/9/9/9/9/9/3K5 b", "d9d8")); /* blocks the leg */
}

static void elephant_needs_its_eye_and_stays_at_home(void **state)
{
    (void)state;
    assert_false(is_legal("4k4/9/9/9/9/2B6/9/9/9/3K5 w", "c4e6"));
    assert_true(is_legal("4k4/9/9/9/9/2B6/9/9/9/3K5 w", "c4e2"));
    assert_false(is_legal("4k4/9/9/9/9/2B6/3n5/9/9/3K5 w", "c4e2"));
    assert_true(is_legal("4k4/9/9/9/9/9/9/8B/9/3K5 w", "i2g4"));
    assert_false(is_legal("4k4/9/9/9/9/9/9/8B/9/3K5 w", "i2a4"));
}

static void king_and_advisor_stay_in_the_palace(void **state)
{
    (void)state;
    const char *fen = "3k5/9/9/9/9/9/9/5A3/9/5K3 w";
    assert_false(is_legal(fen, "f0g0"));
    assert_true(is_legal(fen, "f0f1"));
    assert_true(is_legal(fen, "f2e1"));
    assert_false(is_legal(fen, "f2g1"));
    assert_false(is_legal(fen, "f2e3"));
    assert_false(is_legal(fen, "f2f1"));
}

static void soldier_steps_aside_only_over_the_river_and_never_back(void **state)
{
    (void)state;
    const char *home = "3k5/9/9/9/9/2P6/9/9/9/4K4 w", *over = "3k5/9/9/9/2P6/9/9/9/9/4K4 w";
    assert_true(is_legal(home, "c4c5"));
    assert_false(is_legal(home, "c4d4"));
    assert_false(is_legal(home, "c4c3"));
    assert_true(is_legal(over, "c5d5"));
    assert_true(is_legal(over, "c5b5"));
    assert_false(is_legal(over, "c5c4"));
    assert_true(is_legal("P2k5/9/9/9/9/9/9/9/9/4K4 w", "a9b9"));
    assert_true(is_legal("3k5/9/9/9/9/2p6/9/9/9/4K4 b", "c4d4"));
    assert_true(is_legal("3k5/9/9/9/9/2p6/9/9/9/4K4 b", "c4c3"));
}

static void kings_may_never_face_each_other(void **state)
{
    (void)state;
    assert_false(is_legal("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0"));
    assert_false(is_legal("4k4/9/9/4P4/9/9/9/9/9/4K4 w", "e6d6"));
    assert_true(is_legal("4k4/9/9/4P4/9/9/9/9/9/4K4 w", "e6e7"));
}

/* --- Playing --------------------------------------------------------------------------------- */

static void clock_counts_plies_since_the_last_capture_soldiers_included(void **state)
{
    (void)state;
    struct position pos = board_position(START_FEN);
    pos_play(&pos, board_move("c3c4"));
    pos_play(&pos, board_move("c6c5"));
    assert_int_equal(pos.halfmove_clock, 2);
    assert_int_equal(pos.move_number, 2);
    pos_play(&pos, board_move("c4c5"));
    assert_int_equal(pos.halfmove_clock, 0);
    assert_int_equal(pos_count(&pos, piece_make(BLACK, PAWN)), 4);
    assert_int_equal(pos.move_number, 2);
}

static void clock_stays_at_its_end(void **state)
{
    (void)state;
    struct position pos = board_position(START_FEN);
    for (int i = 0; i < UINT16_MAX + 5; i++)
        pos_play(&pos, NULL_MOVE);
    assert_int_equal(pos.halfmove_clock, UINT16_MAX);
}

static void null_move_passes_the_turn_and_counts_as_a_ply(void **state)
{
    (void)state;
    struct position pos = board_position(START_FEN), before = pos;
    assert_false(pos_is_legal(&pos, NULL_MOVE));
    pos_play(&pos, NULL_MOVE);
    assert_int_equal(pos.turn, BLACK);
    assert_int_equal(pos.halfmove_clock, 1);
    assert_true(pos.key != before.key);
    assert_true(pos.key == pos_compute_key(&pos));
    pos_play(&pos, NULL_MOVE);
    assert_true(pos.key == before.key);
    assert_int_equal(pos.move_number, 2);
}

/* Stores hold such keys. */
static void keys_never_change(void **state)
{
    (void)state;
    struct position pos;
    pos_start(&pos, GAME_XIANGQI);
    assert_true(pos.key == UINT64_C(0x5ba93c77a38a3dda));
    pos_play(&pos, board_move("h2e2"));
    assert_true(pos.key == UINT64_C(0x14113ba329ee82c9));
    pos = board_position("4k4/9/9/9/9/9/9/9/9/3K5 b");
    assert_true(pos.key == UINT64_C(0x8f72866fb54c7adc));
}

static void material_key_tells_men_apart_but_not_their_places(void **state)
{
    (void)state;
    struct position a = board_position("4k4/9/9/9/9/9/9/9/1R7/3K5 w");
    struct position moved = board_position("3k5/9/9/9/6R2/9/9/9/9/4K4 b");
    struct position cannon = board_position("4k4/9/9/9/9/9/9/9/1C7/3K5 w");
    struct position black = board_position("4k4/9/9/9/9/9/9/9/1r7/3K5 w");
    assert_true(pos_material_key(&a) == pos_material_key(&moved));
    assert_true(pos_material_key(&a) != pos_material_key(&cannon));
    assert_true(pos_material_key(&a) != pos_material_key(&black));
}

/* --- Ends ------------------------------------------------------------------------------------ */

static enum outcome outcome_of(const char *fen)
{
    struct position pos = board_position(fen);
    return pos_outcome(&pos);
}

static void ends_of_games_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(outcome_of(START_FEN), OUTCOME_NONE);
    assert_int_equal(outcome_of("3k5/4P4/9/9/9/9/9/9/9/4K4 b"), OUTCOME_STALEMATE);
    assert_int_equal(outcome_of("3ak4/4a4/3N5/9/9/9/9/9/9/4KR3 b"), OUTCOME_CHECKMATE);
    assert_int_equal(outcome_of("3ak4/4a4/4b4/9/9/9/9/4B4/4A4/3AK4 w"), OUTCOME_DEAD);
    assert_int_equal(outcome_of("4k4/9/9/9/9/9/9/9/p8/3K5 w"), OUTCOME_NONE);
    assert_int_equal(outcome_of("4k4/9/9/9/9/9/9/9/n8/3K5 w"), OUTCOME_NONE);
    assert_int_equal(outcome_of("4k4/9/9/9/9/9/9/9/c8/3K5 w"), OUTCOME_NONE);
    assert_int_equal(outcome_of("4k4/9/9/9/9/9/r8/9/9/3K5 w"), OUTCOME_NONE);
}

/* --- Agreement ------------------------------------------------------------------------------- */

static void check_key(const struct position *pos)
{
    assert_true(pos->key == pos_compute_key(pos));
}

static void key_kept_up_by_moves_is_the_computed_one(void **state)
{
    (void)state;
    in_random_games(200, 200, check_key);
}

static void check_setup_round_trip(const struct position *pos)
{
    struct setup setup;
    struct position again;
    pos_to_setup(pos, &setup);
    assert_int_equal(pos_from_setup(&again, &setup) & ~(1u << SETUP_CLOCK), 0);
    assert_memory_equal(&again, pos, sizeof again);
}

static void setup_of_a_played_position_gives_it_back(void **state)
{
    (void)state;
    in_random_games(50, 200, check_setup_round_trip);
}

static void check_all_codes(const struct position *pos)
{
    static bool listed[65536];
    move list[MOVES_MAX];
    int n = pos_legal_moves(pos, list);
    for (int i = 0; i < n; i++)
        listed[list[i]] = true;
    for (unsigned m = 0; m < 65536; m++)
        assert_true(pos_is_legal(pos, (move)m) == listed[m]);
    for (int i = 0; i < n; i++)
        listed[list[i]] = false;
    assert_int_equal(pos_has_legal_move(pos), n > 0);
    assert_int_equal(pos_perft(pos, 1), n);
}

static void every_move_code_is_legal_exactly_if_it_is_listed(void **state)
{
    (void)state;
    in_random_games(8, 150, check_all_codes);
}

/* The origins by FILE and RANK must be those of the list. */
static void check_origin(const struct position *pos, enum piece_type type, square to, int file,
                         int rank)
{
    move list[MOVES_MAX];
    square from[ORIGINS_MAX];
    int n = pos_legal_moves(pos, list), expected = 0;
    int found = pos_origins(pos, type, to, file, rank, from);
    for (int i = 0; i < n; i++) {
        square s = move_from(GAME_XIANGQI, list[i]);
        bool fits = (file == -1 || file == s % 9) && (rank == -1 || rank == s / 9);
        expected +=
            fits && piece_type(pos->board[s]) == type && move_to(GAME_XIANGQI, list[i]) == to;
    }
    assert_int_equal(found, expected);
    for (int i = 0; i < found; i++) {
        assert_int_equal(piece_type(pos->board[from[i]]), type);
        assert_true(pos_is_legal(pos, move_make(GAME_XIANGQI, from[i], to, NO_PIECE)));
    }
}

static void check_origins(const struct position *pos)
{
    for (int type = PAWN; type < PIECE_TYPES; type++) {
        for (int to = 0; to < 90; to++) {
            check_origin(pos, (enum piece_type)type, (square)to, -1, -1);
            check_origin(pos, (enum piece_type)type, (square)to, (to + 1) % 9, -1);
            check_origin(pos, (enum piece_type)type, (square)to, to % 9, -1);
            check_origin(pos, (enum piece_type)type, (square)to, -1, to / 9);
        }
    }
    check_origin(pos, ROOK, NO_SQUARE, -1, -1);
}

static void origins_of_a_move_are_those_of_the_list(void **state)
{
    (void)state;
    in_random_games(6, 100, check_origins);
}

static void check_mirror(const struct position *pos)
{
    struct position image, again;
    move list[MOVES_MAX];
    pos_mirror(pos, &image);
    pos_mirror(&image, &again);
    assert_memory_equal(&again, pos, sizeof again);
    assert_true(image.key == pos_compute_key(&image));
    int n = pos_legal_moves(pos, list);
    assert_int_equal(pos_perft(&image, 1), n);
    for (int i = 0; i < n; i++)
        assert_true(pos_is_legal(&image, move_mirror(GAME_XIANGQI, list[i])));
    if (n > 0) {
        struct position next = *pos;
        pos_play(&next, list[0]);
        pos_play(&image, move_mirror(GAME_XIANGQI, list[0]));
        pos_mirror(&next, &again);
        assert_true(again.key == image.key);
    }
}

static void mirror_image_has_the_mirrored_moves(void **state)
{
    (void)state;
    in_random_games(30, 150, check_mirror);
    struct position start = board_position(START_FEN), image;
    pos_mirror(&start, &image);
    assert_true(image.key == start.key);
    assert_int_equal(move_mirror(GAME_XIANGQI, board_move("h2e2")), board_move("b2e2"));
    assert_int_equal(move_mirror(GAME_XIANGQI, NULL_MOVE), NULL_MOVE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cannon_takes_only_over_exactly_one_man),
        cmocka_unit_test(cannon_check_ends_when_the_screen_leaves),
        cmocka_unit_test(cannon_check_ends_when_a_second_screen_comes),
        cmocka_unit_test(screen_that_moves_along_the_line_leaves_the_check),
        cmocka_unit_test(man_may_not_become_the_screen_of_a_hollow_cannon),
        cmocka_unit_test(attacker_may_give_its_hollow_cannon_a_screen),
        cmocka_unit_test(rear_cannon_of_two_gives_check_over_the_front_one),
        cmocka_unit_test(one_of_two_screens_is_pinned),
        cmocka_unit_test(horse_is_blocked_by_its_leg_and_its_target_may_not_be),
        cmocka_unit_test(horse_gives_check_only_past_a_free_leg),
        cmocka_unit_test(elephant_needs_its_eye_and_stays_at_home),
        cmocka_unit_test(king_and_advisor_stay_in_the_palace),
        cmocka_unit_test(soldier_steps_aside_only_over_the_river_and_never_back),
        cmocka_unit_test(kings_may_never_face_each_other),
        cmocka_unit_test(clock_counts_plies_since_the_last_capture_soldiers_included),
        cmocka_unit_test(clock_stays_at_its_end),
        cmocka_unit_test(null_move_passes_the_turn_and_counts_as_a_ply),
        cmocka_unit_test(keys_never_change),
        cmocka_unit_test(material_key_tells_men_apart_but_not_their_places),
        cmocka_unit_test(ends_of_games_are_recognised),
        cmocka_unit_test(key_kept_up_by_moves_is_the_computed_one),
        cmocka_unit_test(setup_of_a_played_position_gives_it_back),
        cmocka_unit_test(every_move_code_is_legal_exactly_if_it_is_listed),
        cmocka_unit_test(origins_of_a_move_are_those_of_the_list),
        cmocka_unit_test(mirror_image_has_the_mirrored_moves),
    };
    return cmocka_run_group_tests(tests, init_rules, NULL);
}
