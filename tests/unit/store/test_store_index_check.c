/* Whether a check of the position index finds what is wrong with it: rows and games that are
   missing, and entries that say something else than the games, with good checksums. */
#include "tests/unit/index_games.h"

#include "store/index/code.h"
#include "store/pages.h"

#include <sqlite3.h>

static char test_command[400];

static void count_line(void *closure, const char *line)
{
    (void)line;
    ++*(unsigned *)closure;
}

static long long faults_of(struct store *s, bool full)
{
    unsigned lines = 0;
    struct error err;
    long long faults = index_check(s, full, count_line, &lines, &err);
    if (faults < 0)
        fail_msg("%s", err.text);
    assert_int_equal(lines, faults);
    return faults;
}

static void change(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, PAGES_VFS), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_changes(db) > 0, 1);
    sqlite3_close(db);
}

static void sound_index_has_no_faults(void **state)
{
    (void)state;
    for (enum game game = GAME_CHESS; game < GAME_COUNT; game++) {
        struct test_game *games = make_games(game, 600, 12, 50);
        struct store *s = open_store(fresh_path("sound"), STORE_WRITE, game);
        struct error err;
        assert_int_equal(faults_of(s, true), 0);
        add_games(s, games, 350);
        add_games(s, games + 350, 250);
        delete_games(s, games, 600, 7);
        assert_int_equal(faults_of(s, false), 0);
        assert_int_equal(faults_of(s, true), 0);
        must(index_merge(s, true, 1, &err), err);
        assert_int_equal(faults_of(s, true), 0);
        store_close(s);
        free(games);
    }
}

static void full_check_sees_a_game_that_changed_behind_the_index(void **state)
{
    (void)state;
    struct test_game *games = make_games(GAME_CHESS, 300, 12, 50);
    const char *path = fresh_path("behind");
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    add_games(s, games, 300);
    store_close(s);
    change(path, "UPDATE game SET result = (result + 1) % 4 WHERE id = 7");
    s = open_store(path, STORE_READ, GAME_CHESS);
    assert_true(faults_of(s, true) > 0);
    store_close(s);
    free(games);
}

static void check_sees_missing_rows_and_games(void **state)
{
    (void)state;
    static const char *const damages[] = {
        "DELETE FROM index_block WHERE id = (SELECT min(id) FROM index_block)",
        "DELETE FROM index_block WHERE id = (SELECT max(id) FROM index_block)",
        "DELETE FROM index_segment WHERE id = 1",
        "DELETE FROM game WHERE id = 33",
        "UPDATE index_block SET data = zeroblob(100) WHERE id = (SELECT max(id) FROM index_block)",
        "UPDATE index_segment SET data = zeroblob(20) WHERE id = 2",
    };
    struct test_game *games = make_games(GAME_CHESS, 300, 12, 50);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const char *path = fresh_path("missing");
        struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
        add_games(s, games, 200);
        add_games(s, games + 200, 100);
        store_close(s);
        change(path, damages[i]);
        s = open_store(path, STORE_READ, GAME_CHESS);
        assert_true(faults_of(s, false) > 0);
        store_close(s);
    }
    free(games);
}

/* Flip bit BIT of row ROW, and give the row a checksum that fits. */
static void falsify(const char *path, int64_t row, unsigned bit)
{
    sqlite3 *db;
    sqlite3_stmt *st;
    unsigned char data[1 << 15];
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, PAGES_VFS), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT data FROM index_block WHERE id = ?", -1, &st, NULL);
    sqlite3_bind_int64(st, 1, row);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    const size_t len = (size_t)sqlite3_column_bytes(st, 0);
    assert_true(len > 8 && len <= sizeof data);
    memcpy(data, sqlite3_column_blob(st, 0), len);
    sqlite3_finalize(st);
    bit %= (unsigned)(len - 8) * 8;
    data[8 + bit / 8] ^= (unsigned char)(1 << bit % 8);
    const uint32_t sum = index_checksum(row, data + 4, len - 4);
    for (int i = 0; i < 4; i++)
        data[i] = (unsigned char)(sum >> 8 * i);
    sqlite3_prepare_v2(db, "UPDATE index_block SET data = ? WHERE id = ?", -1, &st, NULL);
    sqlite3_bind_blob(st, 1, data, (int)len, SQLITE_STATIC);
    sqlite3_bind_int64(st, 2, row);
    assert_int_equal(sqlite3_step(st), SQLITE_DONE);
    sqlite3_finalize(st);
    sqlite3_close(db);
}

static size_t list_rows(const char *path, int64_t *rows, size_t room)
{
    sqlite3 *db;
    sqlite3_stmt *st;
    size_t count = 0;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT id FROM index_block", -1, &st, NULL);
    for (; sqlite3_step(st) == SQLITE_ROW && count < room; count++)
        rows[count] = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return count;
}

/* What is not found is a bit that says nothing, or only something of deleted games. */
static void full_check_sees_falsified_entries(enum game game, size_t deleted_step)
{
    enum { GAMES = 200, FLIPS = 60, ROWS = 100 };
    struct test_game *games = make_games(game, GAMES, 12, 40);
    const struct walk w = {games, GAMES};
    char path[128], copy[128];
    int64_t rows[ROWS];
    unsigned found = 0;
    strcpy(path, fresh_path("entries"));
    strcpy(copy, test_path("false"));
    struct store *s = open_store(path, STORE_WRITE, game);
    add_games(s, games, GAMES);
    if (deleted_step > 0)
        delete_games(s, games, GAMES, deleted_step);
    store_close(s);
    const size_t count = list_rows(path, rows, ROWS);
    for (unsigned i = 0; i < FLIPS; i++) {
        snprintf(test_command, sizeof test_command, "cp %s %s", path, copy);
        assert_int_equal(system(test_command), 0);
        falsify(copy, rows[i % count], random_below(1 << 18));
        s = open_store(copy, STORE_READ, game);
        if (faults_of(s, true) > 0)
            found++;
        else
            check_positions(s, &w, 3);
        store_close(s);
    }
    assert_true(found > FLIPS * 3 / 4);
    free(games);
}

static void full_check_sees_a_falsified_entry(void **state)
{
    (void)state;
    full_check_sees_falsified_entries(GAME_CHESS, 0);
    full_check_sees_falsified_entries(GAME_XIANGQI, 0);
}

static void full_check_sees_a_falsified_entry_of_a_segment_with_deleted_games(void **state)
{
    (void)state;
    full_check_sees_falsified_entries(GAME_CHESS, 9);
    full_check_sees_falsified_entries(GAME_XIANGQI, 9);
}

/* Any byte of any row of the index changed: a lookup gives the right answer or says that it is
   damaged. */
static void changed_byte_is_never_believed(void **state)
{
    (void)state;
    struct test_game *games = make_games(GAME_CHESS, 120, 12, 30);
    char path[128], copy[128];
    strcpy(path, fresh_path("byte"));
    strcpy(copy, test_path("copy"));
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    struct error err;
    char sql[300];
    add_games(s, games, 120);
    store_close(s);
    for (unsigned i = 0; i < 60; i++) {
        snprintf(sql, sizeof sql,
                 "UPDATE index_block SET data = CAST(substr(data, 1, %u) || X'A5' ||"
                 " substr(data, %u) AS BLOB) WHERE id >> 40 & 7 = %u",
                 i * 7, i * 7 + 2, i % 2);
        snprintf(test_command, sizeof test_command, "cp %s %s", path, copy);
        assert_int_equal(system(test_command), 0);
        change(copy, sql);
        s = open_store(copy, STORE_READ, GAME_CHESS);
        struct index_answer answer;
        bool found = index_find(s, &games[0].start, INDEX_HITS, &answer, &err);
        assert_true(found || err.code == ERROR_DAMAGED);
        index_answer_free(&answer);
        store_close(s);
    }
    free(games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_index_has_no_faults),
        cmocka_unit_test(full_check_sees_a_game_that_changed_behind_the_index),
        cmocka_unit_test(full_check_sees_a_falsified_entry),
        cmocka_unit_test(full_check_sees_a_falsified_entry_of_a_segment_with_deleted_games),
        cmocka_unit_test(check_sees_missing_rows_and_games),
        cmocka_unit_test(changed_byte_is_never_believed),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
