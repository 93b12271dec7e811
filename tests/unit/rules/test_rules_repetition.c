/* Repetition, counted from keys and checks alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/board.h"

enum { GAME_MAX = 64 };

struct game_keys {
    key64 keys[GAME_MAX];
    uint8_t checks[GAME_MAX];
    size_t n;
    struct position last;
};

static void add(struct game_keys *game)
{
    game->keys[game->n] = game->last.key;
    game->checks[game->n++] = pos_in_check(&game->last);
}

static struct game_keys play(const char *fen, const char *moves)
{
    struct game_keys game = {.last = board_position(fen)};
    add(&game);
    for (; strlen(moves) >= 4; moves += moves[4] ? 5 : 4) {
        char text[5] = "";
        memcpy(text, moves, 4);
        board_play(&game.last, text);
        add(&game);
    }
    return game;
}

static int count(const struct game_keys *game)
{
    return repetition_count(game->keys, game->n, game->last.halfmove_clock);
}

static bool perpetual(const struct game_keys *game, enum color *by)
{
    return repetition_is_perpetual_check(game->keys, game->checks, game->n,
                                         game->last.halfmove_clock, (enum color)game->last.turn,
                                         by);
}

#define KNIGHTS "1n2k3/8/8/8/8/8/8/1N2K3 w - - 0 1"

static void a_position_counts_each_time_it_stands_on_the_board(void **state)
{
    (void)state;
    struct game_keys game = play(KNIGHTS, "");
    assert_int_equal(count(&game), 1);
    game = play(KNIGHTS, "b1c3 b8c6 c3b1 c6b8");
    assert_int_equal(count(&game), 2);
    game = play(KNIGHTS, "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8");
    assert_int_equal(count(&game), 3);
    game = play(KNIGHTS, "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1");
    assert_int_equal(count(&game), 2);
    assert_int_equal(repetition_count(game.keys, 0, 0), 0);
}

static void repetitions_need_not_follow_each_other(void **state)
{
    (void)state;
    struct game_keys game =
        play(KNIGHTS, "b1c3 b8c6 c3b1 c6b8 b1a3 b8a6 a3b1 a6b8 e1e2 e8e7 e2e1 e7e8");
    assert_int_equal(count(&game), 4);
}

static void nothing_before_a_capture_or_pawn_move_is_looked_at(void **state)
{
    (void)state;
    struct game_keys game = play(KNIGHTS, "b1c3 b8c6 c3b1 c6b8");
    assert_int_equal(repetition_count(game.keys, game.n, 3), 1);
    assert_int_equal(repetition_count(game.keys, game.n, 4), 2);
    assert_int_equal(repetition_count(game.keys, game.n, 4000000000u), 2);
}

static void a_first_position_with_castling_rights_does_not_count_once_they_are_lost(void **state)
{
    (void)state;
    const char *fen = "4k2r/8/8/8/8/8/8/1N2K3 w k - 0 1";
    struct game_keys game = play(fen, "b1c3 h8g8 c3b1 g8h8");
    assert_int_equal(count(&game), 1);
    game = play(fen, "b1c3 h8g8 c3b1 g8h8 b1c3 h8g8 c3b1 g8h8");
    assert_int_equal(count(&game), 2);
}

static void perpetual_check_names_the_side_that_checks(void **state)
{
    (void)state;
    const char *fen = "6k1/8/8/8/8/8/8/1K2Q3 w - - 0 1";
    enum color by = BLACK;
    struct game_keys game = play(fen, "e1e8 g8g7 e8e5 g7g8 e5e8");
    assert_true(perpetual(&game, &by));
    assert_int_equal(by, WHITE);
    game = play(fen, "e1e8 g8g7 e8e5 g7g8 e5e8 g8g7");
    by = BLACK;
    assert_true(perpetual(&game, &by));
    assert_int_equal(by, WHITE);
    game = play("1k2q3/8/8/8/8/8/8/6K1 b - - 0 1", "e8e1 g1g2 e1e4 g2g1 e4e1");
    assert_true(perpetual(&game, &by));
    assert_int_equal(by, BLACK);
}

static void a_quiet_move_or_no_repetition_is_not_perpetual_check(void **state)
{
    (void)state;
    enum color by;
    struct game_keys game = play("6k1/8/8/8/8/8/8/1K2Q3 w - - 0 1", "e1e8 g8g7 e8e1 g7g8 e1e8");
    assert_int_equal(count(&game), 2);
    assert_false(perpetual(&game, &by));
    game = play("6k1/8/8/8/8/8/8/1K2Q3 w - - 0 1", "e1e8 g8g7 e8e5");
    assert_false(perpetual(&game, &by));
    game = play(KNIGHTS, "b1c3 b8c6 c3b1 c6b8");
    assert_false(perpetual(&game, &by));
}

static void checks_by_both_sides_are_nobodys_perpetual_check(void **state)
{
    (void)state;
    const key64 keys[] = {1, 2, 3, 4, 1};
    uint8_t checks[] = {1, 1, 1, 1, 1};
    enum color by = BLACK;
    assert_false(repetition_is_perpetual_check(keys, checks, 5, 100, WHITE, &by));
    checks[2] = 0;
    assert_true(repetition_is_perpetual_check(keys, checks, 5, 100, WHITE, &by));
    assert_int_equal(by, WHITE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_counts_each_time_it_stands_on_the_board),
        cmocka_unit_test(repetitions_need_not_follow_each_other),
        cmocka_unit_test(nothing_before_a_capture_or_pawn_move_is_looked_at),
        cmocka_unit_test(a_first_position_with_castling_rights_does_not_count_once_they_are_lost),
        cmocka_unit_test(perpetual_check_names_the_side_that_checks),
        cmocka_unit_test(a_quiet_move_or_no_repetition_is_not_perpetual_check),
        cmocka_unit_test(checks_by_both_sides_are_nobodys_perpetual_check),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
