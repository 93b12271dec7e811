/* Files that are not what they should be: each gets a message, none a crash. */
#include "store/filter.h"
#include "store/index/index.h"
#include "tests/unit/store_records.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

static void ignore_line(void *closure, const char *line)
{
    (void)closure;
    (void)line;
}

/* Ask the index of S for what it may know of the first games' positions. */
static bool ask_all(struct store *s, struct record *rec)
{
    struct error err;
    bool ok = true;
    for (game_id id = 1; id <= 2; id++) {
        if (!store_read(s, id, rec, &err))
            return false;
        struct position pos = rec->start;
        for (size_t ply = 0; ply <= rec->ply_count; ply += 5) {
            struct index_answer answer;
            struct index_games games = {.ids = NULL};
            ok = index_find(s, &pos, INDEX_HITS | INDEX_SUMMARIES, &answer, &err) && ok;
            index_answer_free(&answer);
            ok = index_skeleton(s, &pos, &games, &err) && ok;
            index_games_free(&games);
            ok = index_material(s, pos_material_key(&pos), &games, &err) && ok;
            index_games_free(&games);
            for (size_t i = ply; i < ply + 5 && i < rec->ply_count; i++)
                pos_play(&pos, rec->moves[i]);
        }
    }
    return ok;
}

static bool match_any(void *closure, const char *name)
{
    (void)closure;
    return name[0] != '?';
}

static bool filter_by_names(struct store *s)
{
    struct error err;
    struct store_filter *f = store_filter_new(s, &err);
    if (!f)
        return false;
    store_filter_group(f);
    bool ok = store_filter_names(f, STORE_WHITE, STORE_BLACK, match_any, NULL, &err);
    store_filter_free(f);
    return ok;
}

/* Do with the store at PATH whatever can be done; nothing may crash. Returns whether all is
   well. */
static bool read_all(const char *path, struct record *rec)
{
    struct error err = {.text = ""};
    struct game_header h;
    struct store_info info;
    struct store *s = store_open(path, STORE_READ, GAME_COUNT, &err);
    if (!s) {
        assert_true(err.code != ERROR_NONE && err.text[0] != '\0');
        return false;
    }
    bool ok = store_info(s, &info, &err);
    struct store_cursor *c = store_scan(s, &err);
    while (c && store_next(c, &h, &err) == 1) {
        ok = strlen(h.white) + strlen(h.event) + strlen(h.eco) < 100000 && ok;
        ok = store_cursor_read(c, rec, &err) && ok;
    }
    ok = c && ok;
    store_scan_end(c);
    ok = ask_all(s, rec) && ok;
    ok = filter_by_names(s) && ok;
    ok = store_check(s, ignore_line, NULL, &err) == 0 && ok;
    store_close(s);
    return ok;
}

static void make_store(const char *path, struct record *rec)
{
    struct error err;
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    must(store_begin(s, &err), err);
    sample_record(rec);
    add_record(s, rec);
    random_state = 5;
    for (int i = 0; i < 3; i++) {
        random_record(rec, GAME_CHESS);
        add_record(s, rec);
    }
    struct source_mark mark = {"sample.pgn", 0, 1000, 42, 0};
    must(store_commit(s, &mark, &err), err);
    store_close(s);
}

/* The games that make_store puts into a store. */
static void expected(struct record *rec, int number)
{
    sample_record(rec);
    random_state = 5;
    for (int i = 1; i < number; i++)
        random_record(rec, GAME_CHESS);
}

/* A store that check finds sound has the games that were put in, byte for byte. */
static void assert_undamaged(const char *path, const struct record games[4], off_t at)
{
    struct error err;
    struct record rec;
    char why[256] = "";
    record_init(&rec);
    struct store *s = open_store(path, STORE_READ, GAME_CHESS);
    for (game_id id = 1; id <= 4; id++) {
        if (!store_read(s, id, &rec, &err))
            fail_msg("byte %lld: %s", (long long)at, err.text);
        if (!record_equal(&rec, &games[id - 1], why, sizeof why))
            fail_msg("byte %lld changed game %u unseen: %s", (long long)at, (unsigned)id, why);
    }
    store_close(s);
    record_free(&rec);
}

static void write_byte(int fd, off_t at, unsigned char byte)
{
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
}

static void every_changed_byte_is_harmless_or_found(void **state)
{
    (void)state;
    struct record rec, games[4];
    record_init(&rec);
    for (int i = 0; i < 4; i++) {
        record_init(&games[i]);
        expected(&games[i], i + 1);
    }
    const char *path = fresh_path("bytes.qipu");
    make_store(path, &rec);
    assert_true(read_all(path, &rec));
    int fd = open(path, O_RDWR);
    assert_true(fd >= 0);
    struct stat st;
    fstat(fd, &st);
    size_t found = 0;
    for (off_t at = 0; at < st.st_size; at++) {
        unsigned char byte;
        assert_int_equal(pread(fd, &byte, 1, at), 1);
        if (byte == 0 && at % 61 != 0)
            continue;
        write_byte(fd, at, (unsigned char)(byte ^ 1u << at % 8));
        if (read_all(path, &rec))
            assert_undamaged(path, games, at);
        else
            found++;
        write_byte(fd, at, byte);
    }
    close(fd);
    assert_true(found > 100);
    assert_true(read_all(path, &rec));
    for (int i = 0; i < 4; i++)
        record_free(&games[i]);
    record_free(&rec);
}

/* The index of a store with popular positions: every part of it has entries, and some games are
   deleted. Where check is content, every answer must be what it was. */
static void make_popular_store(const char *path, struct record *rec)
{
    struct error err;
    game_id id;
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    must(store_begin(s, &err), err);
    for (int i = 0; i < 90; i++) {
        record_clear(rec, GAME_CHESS);
        add_tag(rec, "White", "A");
        play(rec, i % 3 ? "e2e4 e7e5 g1f3" : "d2d4 d7d5");
        set_terminator(rec, (enum result)(i % 4));
        must(store_add(s, rec, &id, &err), err);
    }
    must(store_commit(s, NULL, &err), err);
    const game_id deleted[] = {5, 70};
    must(store_begin(s, &err), err);
    must(store_delete(s, deleted, 2, &err), err);
    must(store_commit(s, NULL, &err), err);
    store_close(s);
}

/* The games that have the start position, and those that have a move of it played; 0, 0 if the
   index cannot be asked. */
static void count_start(const char *path, uint64_t *games, uint64_t *first)
{
    struct error err;
    struct index_answer answer = {.games = 0};
    struct position pos;
    struct store *s = store_open(path, STORE_READ, GAME_COUNT, &err);
    *games = *first = 0;
    pos_start(&pos, GAME_CHESS);
    if (s && index_find(s, &pos, INDEX_HITS, &answer, &err)) {
        *games = answer.games;
        *first = answer.group_count > 0 ? answer.groups[0].games : 0;
    }
    if (s)
        index_answer_free(&answer);
    store_close(s);
}

static void every_changed_byte_of_the_index_is_harmless_or_found(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    const char *path = fresh_path("index.qipu");
    make_popular_store(path, &rec);
    assert_true(read_all(path, &rec));
    uint64_t games, first, games_now, first_now;
    count_start(path, &games, &first);
    assert_int_equal(games, 88);
    int fd = open(path, O_RDWR);
    assert_true(fd >= 0);
    struct stat st;
    fstat(fd, &st);
    size_t found = 0;
    const off_t step = getenv("QIPU_DEEP") ? 1 : 29; /* that is no part of a page */
    for (off_t at = 0; at < st.st_size; at += step) {
        unsigned char byte;
        assert_int_equal(pread(fd, &byte, 1, at), 1);
        if (byte == 0 && at % 61 != 0)
            continue;
        write_byte(fd, at, (unsigned char)(byte ^ 1u << at % 8));
        count_start(path, &games_now, &first_now);
        if (!read_all(path, &rec))
            found++;
        else if (games_now != games || first_now != first)
            fail_msg("byte %lld changed an answer unseen", (long long)at);
        write_byte(fd, at, byte);
    }
    close(fd);
    assert_true(found > 50);
    assert_true(read_all(path, &rec));
    record_free(&rec);
}

static void a_cut_off_store_is_damaged(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    const char *path = fresh_path("cut.qipu");
    make_store(path, &rec);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    for (off_t len = st.st_size - 1; len > 0; len -= len > 5000 ? 1500 : 50) {
        assert_int_equal(truncate(path, len), 0);
        assert_false(read_all(path, &rec));
    }
    record_free(&rec);
}

static void put_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void assert_refused(const char *path, enum store_mode mode, enum error_code code,
                           const char *words)
{
    struct error err = {.text = ""};
    assert_null(store_open(path, mode, GAME_COUNT, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.text, words))
        fail_msg("'%s' does not say '%s'", err.text, words);
}

static void a_file_that_is_no_store_is_refused_and_left_alone(void **state)
{
    (void)state;
    static const char pgn[] = "[Event \"x\"]\n\n1. e4 *\n";
    const char *path = test_path("games.pgn");
    put_file(path, pgn);
    assert_refused(path, STORE_READ, ERROR_FORMAT, "not a qipu store");
    assert_refused(path, STORE_WRITE, ERROR_FORMAT, "not a qipu store");
    assert_false(store_is_store(path));
    char text[64] = "";
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_true(fread(text, 1, sizeof text - 1, f) > 0);
    fclose(f);
    assert_string_equal(text, pgn);
    assert_refused(test_folder, STORE_READ, ERROR_FORMAT, "directory");
    assert_refused(test_path("missing.qipu"), STORE_READ, ERROR_IO, "No such file");
}

static void another_sqlite_file_is_refused(void **state)
{
    (void)state;
    const char *path = fresh_path("other.db");
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "CREATE TABLE t(x)", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_refused(path, STORE_READ, ERROR_FORMAT, "not a qipu store");
    assert_refused(path, STORE_WRITE, ERROR_FORMAT, "not a qipu store");
}

static void a_newer_format_is_refused_with_both_versions(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    const char *path = fresh_path("newer.qipu");
    make_store(path, &rec);
    change_sealed(path, "PRAGMA user_version=77");
    assert_true(store_is_store(path));
    assert_refused(path, STORE_READ, ERROR_UNSUPPORTED, "format 77");
    assert_refused(path, STORE_WRITE, ERROR_UNSUPPORTED, "up to 3");
    record_free(&rec);
}

static void a_read_only_store_is_read_and_not_written(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    const char *path = fresh_path("fixed.qipu");
    make_store(path, &rec);
    chmod(path, 0444);
    assert_true(read_all(path, &rec));
    if (geteuid() != 0)
        assert_refused(path, STORE_WRITE, ERROR_IO, "writing");
    record_free(&rec);
}

/* Games whose stored bytes were changed with SQL are told by name, and the others still read. */
static void a_damaged_game_is_named_and_its_neighbours_are_read(void **state)
{
    (void)state;
    static const char *const damages[] = {
        "UPDATE move_block SET data = substr(data, 1, length(data) - 1) || x'ff' WHERE id = 1",
        "UPDATE move_block SET data = substr(data, 1, length(data) - 1) WHERE id = 1",
        "UPDATE move_block SET data = x'02' || substr(data, 2) WHERE id = 1",
        "UPDATE move_block SET data = x'010199' || substr(data, 4) WHERE id = 1",
        "UPDATE move_block SET data = x'' WHERE id = 1",
        "UPDATE move_block SET id = 0 WHERE id = 1",
        "UPDATE move_block SET id = -5 WHERE id = 1",
        "UPDATE text_block SET data = substr(data, 1, length(data) - 1) || x'99' WHERE id = 1",
        "UPDATE text_block SET data = substr(data, 1, length(data) - 1) WHERE id = 1",
        "UPDATE text_block SET data = x'0199' || substr(data, 3) WHERE id = 1",
        "UPDATE text_block SET id = 2 WHERE id = 1",
        "DELETE FROM text_block WHERE id = 1",
        "UPDATE game SET tag_order = 99 WHERE id = 1",
        "UPDATE game SET result = 9 WHERE id = 1",
        "UPDATE game SET kind = 16 WHERE id = 1",
        "UPDATE game SET kind = 'x' WHERE id = 1",
        "UPDATE game SET kind = 0 WHERE id = 1",
        "DELETE FROM move_block WHERE id = 1",
    };
    struct record rec;
    record_init(&rec);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct error err = {.text = ""};
        const char *path = fresh_path("named.qipu");
        make_store(path, &rec);
        change_sealed(path, damages[i]);
        struct store *s = open_store(path, STORE_READ, GAME_CHESS);
        if (store_read(s, 1, &rec, &err))
            fail_msg("not seen: %s", damages[i]);
        assert_int_equal(err.code, ERROR_DAMAGED);
        assert_non_null(strstr(err.text, "named.qipu#1:"));
        assert_true(store_check(s, ignore_line, NULL, &err) > 0);
        store_close(s);
    }
    record_free(&rec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_changed_byte_is_harmless_or_found),
        cmocka_unit_test(every_changed_byte_of_the_index_is_harmless_or_found),
        cmocka_unit_test(a_cut_off_store_is_damaged),
        cmocka_unit_test(a_file_that_is_no_store_is_refused_and_left_alone),
        cmocka_unit_test(another_sqlite_file_is_refused),
        cmocka_unit_test(a_newer_format_is_refused_with_both_versions),
        cmocka_unit_test(a_read_only_store_is_read_and_not_written),
        cmocka_unit_test(a_damaged_game_is_named_and_its_neighbours_are_read),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
