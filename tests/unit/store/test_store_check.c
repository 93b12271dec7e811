/* What the check of a store says of rows, blocks and names that are missing, foreign or changed: a
   line for each fault, and no other. */
#include "tests/unit/store_records.h"

enum { GAMES = 40 };

static struct buffer lines;

static void take_line(void *closure, const char *line)
{
    (void)closure;
    buffer_printf(&lines, "%s\n", line);
}

/* Forty copies of a game with notes, the last one from its own start, of two sources. */
static void make_store(const char *path)
{
    struct error err = {.text = ""};
    struct record rec;
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    record_init(&rec);
    must(store_begin(s, &err), err);
    for (int i = 1; i <= GAMES; i++) {
        sample_record(&rec);
        add_record(s, &rec);
    }
    must(store_commit(s, &(struct source_mark){"sample.pgn", 0, 1000, 42, 0}, &err), err);
    store_close(s);
    record_free(&rec);
}

/* Change a fresh store with SQL. */
static const char *changed_store(const char *sql)
{
    const char *path = fresh_path("check.qipu");
    make_store(path);
    change_sealed(path, sql);
    return path;
}

/* Of a store that was changed with SQL, COUNT lines are said, and EXPECTED are among them. */
static void assert_said(const char *sql, int count, const char *expected)
{
    struct error err = {.text = ""};
    struct store *s = open_store(changed_store(sql), STORE_READ, GAME_COUNT);
    buffer_clear(&lines);
    const long long faults = store_check(s, take_line, NULL, &err);
    store_close(s);
    buffer_terminate(&lines);
    if (!strstr(lines.data, expected))
        fail_msg("%s\n%s--- expected\n%s", sql, lines.data, expected);
    int said = 0;
    for (const char *c = lines.data; (c = strchr(c, '\n')) != NULL; c++)
        said++;
    assert_int_equal(said, count);
    assert_int_equal(faults, count);
}

static void a_sound_store_has_no_faults(void **state)
{
    (void)state;
    assert_said("SELECT 1", 0, "");
}

static void a_row_that_changed_breaks_the_sum_of_its_block(void **state)
{
    (void)state;
#define SUM "the rows of the games from 1 on do not add up to what their block says\n"
    assert_said("UPDATE game SET result = 2 WHERE id = 3", 1, SUM);
    assert_said("UPDATE game SET white_elo = 9 WHERE id = 40", 1, SUM);
    assert_said("UPDATE game SET plies = 9 WHERE id = 3", 3,
                "the store counts 320 plies and holds 321\n" SUM
                "game 3: 8 plies stored, and 9 counted\n");
}

static void a_game_without_row_or_moves_is_named(void **state)
{
    (void)state;
    assert_said("DELETE FROM game WHERE id = 7", 6,
                "the store counts 40 games and holds 39\nthe store counts 320 plies and holds 312\n"
                "moves of game 7, which is not there\n" SUM "texts of game 7, which has none\n"
                "position index: game 7 is not there\n");
    assert_said(
        "INSERT INTO game SELECT 41, white, black, event, site, date, round, result, white_elo,"
        " black_elo, eco, time_control, termination, kind, plies, tag_order, source FROM game"
        " WHERE id = 40",
        5,
        "the store counts 40 games and holds 41\nthe store counts 320 plies and holds 328\n"
        "game 41: its texts are not there\n");
    assert_said("DELETE FROM move_block", 41, "the block of the moves of game 1 is not there\n");
}

static void texts_that_are_missing_or_foreign_are_named(void **state)
{
    (void)state;
    assert_said("DELETE FROM text_block", 80, "game 1: its texts are not there\n");
    assert_said("UPDATE game SET kind = kind & ~8 WHERE id = 3", 3,
                SUM "texts of game 3, which has none\n");
}

static void a_changed_byte_of_moves_is_found_by_its_checksum(void **state)
{
    (void)state;
    assert_said(
        "UPDATE move_block SET data = CAST(substr(data, 1, length(data) - 1) AS BLOB) || x'a5'", 9,
        "the checksum of the moves of game 33 and those behind it is wrong\n");
}

static void names_that_changed_break_the_sum_of_their_table(void **state)
{
    (void)state;
    static const char *const tables[] = {"player", "event", "site", "tag_order", "source"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        char sql[200], line[200];
        snprintf(sql, sizeof sql, "UPDATE %s SET name = name || 'x' WHERE id = 1", tables[i]);
        snprintf(line, sizeof line, "the rows of table %s do not add up to what the store says\n",
                 tables[i]);
        assert_said(sql, 1, line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_store_has_no_faults),
        cmocka_unit_test(a_row_that_changed_breaks_the_sum_of_its_block),
        cmocka_unit_test(a_game_without_row_or_moves_is_named),
        cmocka_unit_test(texts_that_are_missing_or_foreign_are_named),
        cmocka_unit_test(a_changed_byte_of_moves_is_found_by_its_checksum),
        cmocka_unit_test(names_that_changed_break_the_sum_of_their_table),
    };
    int failed = cmocka_run_group_tests(tests, make_folder, remove_folder);
    buffer_free(&lines);
    return failed;
}
