/* Xiangqi perft tables: every row counted up to a number of nodes that keeps the whole test short,
   or deep (some seconds) with QIPU_DEEP set. Counts are those of fairy-stockfish. */
#include <inttypes.h>

#include "tests/unit/xiangqi_board.h"

static uint64_t nodes_limit(void)
{
    return getenv("QIPU_DEEP") ? 200000000 : 10000000;
}

static void check_count(const struct position *pos, int depth, uint64_t expected, const char *what)
{
    uint64_t nodes = pos_perft(pos, depth);
    if (nodes != expected)
        fail_msg("%s: perft %d is %" PRIu64 ", not %" PRIu64, what, depth, nodes, expected);
}

/* One row: FEN, tab, then a count for each depth. */
static void check_row(char *row)
{
    char *text = strchr(row, '\t');
    assert_non_null(text);
    *text++ = '\0';
    struct position pos = board_position(row), image;
    pos_mirror(&pos, &image);
    int depth = 0;
    for (char *end; *text != '\0'; text = end) {
        uint64_t expected = strtoull(text, &end, 10);
        if (end == text || expected > nodes_limit())
            break;
        check_count(&pos, ++depth, expected, row);
        if (expected < 200000)
            check_count(&image, depth, expected, "the mirror image");
    }
    assert_true(depth > 0);
}

static void check_table(const char *path, int rows_expected)
{
    char row[512];
    int rows = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot read %s", path);
    while (fgets(row, sizeof row, file)) {
        if (row[0] == '#')
            continue;
        check_row(row);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, rows_expected);
}

static void perft_of_chosen_positions_is_right(void **state)
{
    (void)state;
    check_table("tests/data/perft-xiangqi-reference.tsv", 32);
}

static void perft_of_random_positions_is_right(void **state)
{
    (void)state;
    check_table("tests/data/perft-xiangqi.tsv", 100);
}

static void perft_of_no_plies_is_one(void **state)
{
    (void)state;
    struct position pos = board_position(START_FEN);
    assert_int_equal(pos_perft(&pos, 0), 1);
}

static void black_has_as_many_moves_from_the_start_as_red(void **state)
{
    (void)state;
    struct position red = board_position(START_FEN), black = red;
    pos_play(&black, NULL_MOVE);
    assert_int_equal(black.turn, BLACK);
    for (int depth = 1; depth <= 4; depth++)
        assert_int_equal(pos_perft(&black, depth), pos_perft(&red, depth));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_of_chosen_positions_is_right),
        cmocka_unit_test(perft_of_random_positions_is_right),
        cmocka_unit_test(perft_of_no_plies_is_one),
        cmocka_unit_test(black_has_as_many_moves_from_the_start_as_red),
    };
    return cmocka_run_group_tests(tests, init_rules, NULL);
}
