/* Perft tables: every row counted up to a number of nodes that keeps the whole test short, or
   deep (some minutes) with QIPU_DEEP set. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/board.h"

static uint64_t nodes_limit(void)
{
    return getenv("QIPU_DEEP") ? 200000000 : 20000000;
}

/* One row: FEN, tab, then a count for each depth. Returns the number of counts compared. */
static int check_row(char *row)
{
    char *text = strchr(row, '\t');
    int depth = 0;
    assert_non_null(text);
    *text++ = '\0';
    struct position pos = board_position(row);
    for (char *end; *text; text = end) {
        uint64_t expected = strtoull(text, &end, 10);
        if (end == text || expected > nodes_limit())
            break;
        uint64_t nodes = pos_perft(&pos, ++depth);
        if (nodes != expected)
            fail_msg("%s: perft %d is %" PRIu64 ", not %" PRIu64, row, depth, nodes, expected);
    }
    return depth;
}

static void check_table(const char *path, int rows_expected)
{
    char row[512];
    int rows = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot read %s", path);
    while (fgets(row, sizeof row, file))
        if (row[0] != '#') {
            assert_true(check_row(row) > 0);
            rows++;
        }
    fclose(file);
    assert_int_equal(rows, rows_expected);
}

static void perft_of_the_standard_positions_is_as_published(void **state)
{
    (void)state;
    check_table("tests/data/perft-standard.tsv", 6);
}

static void perft_of_random_positions_is_right(void **state)
{
    (void)state;
    check_table("tests/data/perft-chess.tsv", 100);
}

static void perft_of_random_chess960_positions_is_right(void **state)
{
    (void)state;
    check_table("tests/data/perft-chess960.tsv", 180);
}

static void perft_of_depth_0_is_1(void **state)
{
    (void)state;
    struct position pos;
    pos_start(&pos, GAME_CHESS);
    assert_int_equal(pos_perft(&pos, 0), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_of_the_standard_positions_is_as_published),
        cmocka_unit_test(perft_of_random_positions_is_right),
        cmocka_unit_test(perft_of_random_chess960_positions_is_right),
        cmocka_unit_test(perft_of_depth_0_is_1),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
