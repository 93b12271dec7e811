/* Seals of pages: what is damaged is not read, what other programs may rightly do to the file does
   no harm, and a database that qipu did not make is refused. */
#include "store/schema.h"
#include "tests/unit/store_records.h"

#include <sqlite3.h>
#include <sys/stat.h>

enum { GAMES = 80 };

static void add_games(struct store *s, const char *event)
{
    struct error err;
    struct record rec;
    game_id id;
    record_init(&rec);
    must(store_begin(s, &err), err);
    for (int i = 0; i < GAMES; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s player of the number %d", event, i);
        record_clear(&rec, GAME_CHESS);
        add_tag(&rec, "Event", event);
        add_tag(&rec, "White", name);
        play(&rec, i % 2 ? "e2e4 e7e5 g1f3" : "d2d4 d7d5");
        set_terminator(&rec, RESULT_DRAW);
        must(store_add(s, &rec, &id, &err), err);
    }
    must(store_commit(s, NULL, &err), err);
    record_free(&rec);
}

static const char *make_store(const char *name)
{
    const char *path = fresh_path(name);
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    add_games(s, "first");
    store_close(s);
    return path;
}

static void count_line(void *closure, const char *line)
{
    (void)line;
    ++*(int *)closure;
}

static long long faults_of(const char *path)
{
    int lines = 0;
    struct error err;
    struct store *s = store_open(path, STORE_READ, GAME_COUNT, &err);
    const long long faults = s ? store_check(s, count_line, &lines, &err) : 1;
    store_close(s);
    return faults;
}

static void change_byte(const char *path, long at, int by)
{
    FILE *f = fopen(path, "r+");
    assert_non_null(f);
    assert_int_equal(fseek(f, at, SEEK_SET), 0);
    const int byte = fgetc(f);
    assert_int_equal(fseek(f, at, SEEK_SET), 0);
    fputc(byte ^ by, f);
    fclose(f);
}

static void a_changed_bit_in_any_page_is_found(void **state)
{
    (void)state;
    const char *path = make_store("pages.qipu");
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size % STORE_PAGE_SIZE, 0);
    for (long page = 0; page < st.st_size / STORE_PAGE_SIZE; page++) {
        const long at = page * STORE_PAGE_SIZE + 100 + page * 997 % (STORE_PAGE_SIZE - 100);
        change_byte(path, at, 1 << page % 8);
        if (faults_of(path) == 0)
            fail_msg("byte %ld", at);
        change_byte(path, at, 1 << page % 8);
    }
    assert_int_equal(faults_of(path), 0);
}

static void pages_are_not_to_change_their_places(void **state)
{
    (void)state;
    const char *path = make_store("places.qipu");
    unsigned char page[STORE_PAGE_SIZE];
    FILE *f = fopen(path, "r+");
    assert_non_null(f);
    assert_int_equal(fseek(f, 4 * STORE_PAGE_SIZE, SEEK_SET), 0);
    assert_int_equal(fread(page, sizeof page, 1, f), 1);
    assert_int_equal(fseek(f, 6 * STORE_PAGE_SIZE, SEEK_SET), 0);
    assert_int_equal(fwrite(page, sizeof page, 1, f), 1);
    fclose(f);
    assert_true(faults_of(path) > 0);
}

/* Copy the file FROM, and its log, to TO. */
static void copy_with_log(const char *from, const char *to)
{
    static const char *const suffixes[] = {"", "-wal"};
    char command[400];
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command, "cp %s%s %s%s", from, suffixes[i], to, suffixes[i]);
        assert_int_equal(system(command), 0);
    }
}

static void sqlite_itself_may_end_the_log_of_an_import_that_was_killed(void **state)
{
    (void)state;
    struct error err;
    sqlite3 *db;
    const char *path = make_store("log.qipu"), *left = fresh_path("left.qipu");
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    must(store_let_readers_in(s, &err), err);
    add_games(s, "second");
    copy_with_log(path, left);
    store_close(s);
    assert_int_equal(sqlite3_open(left, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "SELECT count(*) FROM game", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(faults_of(left), 0);
    s = open_store(left, STORE_WRITE, GAME_CHESS);
    assert_int_equal(store_game_count(s), 2 * GAMES);
    add_games(s, "third");
    store_close(s);
    assert_int_equal(faults_of(left), 0);
    change_byte(left, 9 * STORE_PAGE_SIZE - 1, 0x10);
    assert_int_equal(faults_of(left) > 0, 1);
}

static void a_database_that_qipu_did_not_make_is_refused(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "CREATE TABLE other(x)",
        "CREATE INDEX ix ON game(date)",
        "CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM player; END",
        "DROP VIEW games",
        "DROP VIEW games; ALTER TABLE meta RENAME TO x; CREATE VIEW meta AS WITH RECURSIVE c(i) AS "
        "(SELECT 1 UNION ALL SELECT i+1 FROM c) SELECT 'k'||i AS key, 1 AS value FROM c",
        "DROP VIEW games; CREATE VIEW games AS SELECT 1 AS id",
        "DROP TABLE index_minus",
        "UPDATE meta SET value=-5 WHERE key='games'",
        "UPDATE meta SET value=9223372036854775807 WHERE key='last_game'",
        "UPDATE meta SET value='x' WHERE key='game'",
        "DELETE FROM meta",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct error err = {.text = ""};
        const char *path = make_store("alien.qipu");
        change_sealed(path, changes[i]);
        if (store_open(path, STORE_READ, GAME_COUNT, &err))
            fail_msg("opened: %s", changes[i]);
        if (err.code != ERROR_DAMAGED)
            fail_msg("%s: %s", changes[i], err.text);
        assert_null(store_open(path, STORE_WRITE, GAME_COUNT, &err));
    }
}

static void more_deleted_games_than_there_were_are_damage(void **state)
{
    (void)state;
    const char *path = make_store("minus.qipu");
    change_sealed(path, "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM c LIMIT 90000) "
                        "INSERT INTO index_minus SELECT 1,i,1,NULL,NULL,0 FROM c");
    assert_true(faults_of(path) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_bit_in_any_page_is_found),
        cmocka_unit_test(pages_are_not_to_change_their_places),
        cmocka_unit_test(sqlite_itself_may_end_the_log_of_an_import_that_was_killed),
        cmocka_unit_test(a_database_that_qipu_did_not_make_is_refused),
        cmocka_unit_test(more_deleted_games_than_there_were_are_damage),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
