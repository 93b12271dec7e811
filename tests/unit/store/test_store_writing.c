/* Batches, marks and writers. */
#include "store/names.h"
#include "tests/unit/store_records.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static void add_random(struct store *s, struct record *rec, int count)
{
    for (int i = 0; i < count; i++) {
        random_record(rec, GAME_CHESS);
        add_record(s, rec);
    }
}

static void ignore_line(void *closure, const char *line)
{
    (void)closure;
    print_message("%s\n", line);
}

static void assert_games(const char *path, uint64_t games)
{
    struct error err;
    struct store *s = open_store(path, STORE_READ, GAME_COUNT);
    assert_int_equal(store_game_count(s), games);
    assert_int_equal(store_check(s, ignore_line, NULL, &err), 0);
    store_close(s);
}

static void a_batch_that_is_not_committed_leaves_nothing(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    record_init(&rec);
    const char *path = fresh_path("batch.qipu");
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    must(store_begin(s, &err), err);
    add_random(s, &rec, 5);
    store_close(s);
    assert_games(path, 0);
    s = open_store(path, STORE_WRITE, GAME_CHESS);
    must(store_begin(s, &err), err);
    add_random(s, &rec, 5);
    store_rollback(s);
    assert_int_equal(store_game_count(s), 0);
    must(store_begin(s, &err), err);
    add_random(s, &rec, 3);
    must(store_commit(s, NULL, &err), err);
    store_close(s);
    assert_games(path, 3);
    record_free(&rec);
}

static void rewinding_takes_back_the_games_since_the_last_mark(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    record_init(&rec);
    const char *path = fresh_path("rewind.qipu");
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    struct source_mark mark = {"a.pgn", 0, 100, 1, 0};
    must(store_begin(s, &err), err);
    add_random(s, &rec, 4);
    must(store_rewind(s, &err), err);
    assert_int_equal(store_game_count(s), 0);
    add_random(s, &rec, 2);
    must(store_mark(s, &mark, &err), err);
    add_random(s, &rec, 7);
    must(store_rewind(s, &err), err);
    random_record(&rec, GAME_CHESS);
    assert_int_equal(add_record(s, &rec), 3);
    mark = (struct source_mark){"b.pgn", 0, 50, 2, 3};
    must(store_commit(s, &mark, &err), err);
    store_close(s);
    assert_games(path, 3);
    record_free(&rec);
}

static void marks_come_back_by_offset(void **state)
{
    (void)state;
    struct error err;
    struct source_mark *marks, given[] = {
                                   {"b.pgn", 0, 900, UINT64_MAX, 0},
                                   {"a.pgn", 0, 100, 1, 0},
                                   {"a.pgn", 100, 300, 1ull << 63, 17},
                               };
    size_t count;
    struct store *s = open_store(fresh_path("marks.qipu"), STORE_WRITE, GAME_CHESS);
    must(store_begin(s, &err), err);
    for (size_t i = 0; i < 3; i++)
        must(store_mark(s, &given[i], &err), err);
    must(store_commit(s, NULL, &err), err);
    must(store_marks(s, &marks, &count, &err), err);
    assert_int_equal(count, 3);
    static const int order[] = {1, 2, 0};
    for (size_t i = 0; i < 3; i++) {
        const struct source_mark *x = &marks[i], *y = &given[order[i]];
        assert_string_equal(x->name, y->name);
        assert_true(x->start == y->start && x->offset == y->offset && x->hash == y->hash &&
                    x->open_game == y->open_game);
    }
    free(marks);
    store_close(s);
}

static void a_replaced_game_keeps_its_number(void **state)
{
    (void)state;
    struct error err;
    struct record rec, back;
    record_init(&rec);
    record_init(&back);
    const char *path = fresh_path("replace.qipu");
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    must(store_begin(s, &err), err);
    add_random(s, &rec, 3);
    sample_record(&rec);
    must(store_replace(s, 2, &rec, &err), err);
    assert_false(store_replace(s, 9, &rec, &err));
    must(store_commit(s, NULL, &err), err);
    must(store_read(s, 2, &back, &err), err);
    assert_same_record(&rec, &back);
    store_close(s);
    assert_games(path, 3);
    record_free(&rec);
    record_free(&back);
}

static void the_same_games_give_the_same_bytes(void **state)
{
    (void)state;
    char *bytes[2];
    size_t len[2];
    for (int i = 0; i < 2; i++) {
        struct error err;
        struct record rec;
        record_init(&rec);
        const char *path = fresh_path(i ? "same2.qipu" : "same1.qipu");
        struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
        random_state = 3;
        must(store_begin(s, &err), err);
        add_random(s, &rec, 50);
        must(store_commit(s, NULL, &err), err);
        store_close(s);
        record_free(&rec);
        FILE *f = fopen(path, "rb");
        assert_non_null(f);
        bytes[i] = malloc(1 << 22);
        assert_non_null(bytes[i]);
        len[i] = fread(bytes[i], 1, 1 << 22, f);
        fclose(f);
    }
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(bytes[0], bytes[1], len[0]);
    free(bytes[0]);
    free(bytes[1]);
}

/* Try to open PATH for writing in another process; its exit status is 1 if that was refused as a
   second writer is. */
static int other_writer(const char *path)
{
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct error err = {.text = ""};
        struct store *s = store_open(path, STORE_WRITE, GAME_CHESS, &err);
        store_close(s);
        _exit(s ? 0 : strstr(err.text, "another qipu is writing") ? 1 : 2);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 3;
}

static void a_second_writer_is_refused_until_the_first_is_done(void **state)
{
    (void)state;
    const char *path = fresh_path("writers.qipu");
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    assert_int_equal(other_writer(path), 1);
    struct error err;
    must(store_begin(s, &err), err);
    assert_int_equal(other_writer(path), 1);
    must(store_commit(s, NULL, &err), err);
    store_close(s);
    assert_int_equal(other_writer(path), 0);
}

static void a_claim_ends_with_its_process(void **state)
{
    (void)state;
    const char *path = fresh_path("claim.qipu");
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct error err;
        struct record rec;
        record_init(&rec);
        struct store *s = store_open(path, STORE_WRITE, GAME_CHESS, &err);
        if (!s || !store_begin(s, &err))
            _exit(1);
        add_random(s, &rec, 20);
        abort();
    }
    int status = 0;
    waitpid(pid, &status, 0);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(other_writer(path), 0);
    assert_games(path, 0);
}

/* The process is ended by the system while it writes the pages of a commit: the file has some of
   them, and SQLite's journal beside it. */
static void a_commit_that_is_killed_is_as_if_it_had_not_begun(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    record_init(&rec);
    const char *path = fresh_path("commit.qipu");
    char journal[160];
    snprintf(journal, sizeof journal, "%s-journal", path);
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    must(store_begin(s, &err), err);
    add_random(s, &rec, 100);
    must(store_commit(s, NULL, &err), err);
    store_close(s);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct rlimit limit = {.rlim_cur = 200000, .rlim_max = 200000};
        signal(SIGXFSZ, SIG_DFL);
        setrlimit(RLIMIT_FSIZE, &limit);
        s = store_open(path, STORE_WRITE, GAME_CHESS, &err);
        if (!s || !store_begin(s, &err))
            _exit(1);
        add_random(s, &rec, 1000);
        store_commit(s, NULL, &err);
        _exit(2);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(access(journal, F_OK), 0);
    assert_games(path, 100);
    assert_int_equal(access(journal, F_OK), -1);
    record_free(&rec);
}

static void a_reader_sees_whole_batches_only(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    record_init(&rec);
    const char *path = fresh_path("reader.qipu");
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    must(store_begin(s, &err), err);
    add_random(s, &rec, 2);
    must(store_commit(s, NULL, &err), err);
    must(store_begin(s, &err), err);
    add_random(s, &rec, 2);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct store *r = store_open(path, STORE_READ, GAME_COUNT, &err);
        _exit(r && store_game_count(r) == 2 && store_check(r, ignore_line, NULL, &err) == 0 ? 0
                                                                                            : 1);
    }
    int status = 1;
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
    must(store_commit(s, NULL, &err), err);
    store_close(s);
    assert_games(path, 4);
    record_free(&rec);
}

/* In a process of its own: a reader that was opened before a batch was committed and asks after. */
static int ask_across_a_commit(const char *path, int opened, int committed)
{
    struct error err;
    char sign = 0;
    struct store *r = store_open(path, STORE_READ, GAME_COUNT, &err);
    if (!r || write(opened, &sign, 1) != 1 || read(committed, &sign, 1) != 1)
        return 1;
    return store_check_fully(r, ignore_line, NULL, &err) == 0 && store_game_count(r) == 2 ? 0 : 1;
}

static void a_reader_sees_one_state_whatever_is_added(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    int opened[2], committed[2], status = 1;
    char sign = 0;
    record_init(&rec);
    const char *path = fresh_path("state.qipu");
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    must(store_let_readers_in(s, &err), err);
    must(store_begin(s, &err), err);
    add_random(s, &rec, 2);
    must(store_commit(s, NULL, &err), err);
    assert_int_equal(pipe(opened), 0);
    assert_int_equal(pipe(committed), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        _exit(ask_across_a_commit(path, opened[1], committed[0]));
    close(opened[1]);
    close(committed[0]);
    assert_int_equal(read(opened[0], &sign, 1), 1);
    must(store_begin(s, &err), err);
    add_random(s, &rec, 70);
    must(store_commit(s, NULL, &err), err);
    assert_int_equal(write(committed[1], &sign, 1), 1);
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
    close(opened[0]);
    close(committed[1]);
    store_close(s);
    record_free(&rec);
}

static void a_store_holds_one_kind_of_game(void **state)
{
    (void)state;
    struct error err = {.text = ""};
    const char *path = fresh_path("kind.qipu");
    struct record rec;
    struct store *s = open_store(path, STORE_WRITE, GAME_XIANGQI);
    record_init(&rec);
    record_clear(&rec, GAME_XIANGQI);
    must(store_begin(s, &err), err);
    add_record(s, &rec);
    must(store_commit(s, NULL, &err), err);
    record_free(&rec);
    store_close(s);
    assert_null(store_open(path, STORE_WRITE, GAME_CHESS, &err));
    assert_null(store_open(path, STORE_READ, GAME_CHESS, &err));
    assert_non_null(strstr(err.text, "xiangqi games, not chess"));
    s = open_store(path, STORE_WRITE, GAME_COUNT);
    assert_int_equal(store_game(s), GAME_XIANGQI);
    assert_string_equal(store_path(s), path);
    store_close(s);
}

static void until_it_has_had_a_game_it_takes_any(void **state)
{
    (void)state;
    const char *path = fresh_path("any.qipu");
    store_close(open_store(path, STORE_WRITE, GAME_CHESS));
    struct store *s = open_store(path, STORE_READ, GAME_XIANGQI);
    assert_false(store_has_held_games(s));
    store_close(s);
    s = open_store(path, STORE_WRITE, GAME_XIANGQI);
    assert_int_equal(store_game(s), GAME_XIANGQI);
    store_close(s);
    s = open_store(path, STORE_READ, GAME_COUNT);
    assert_int_equal(store_game(s), GAME_XIANGQI);
    store_close(s);
}

/* A game of each of COUNT players, with names of LENGTH bytes, twice; the second time from the last
   to the first if IS_BACKWARDS. */
static void add_players_twice(struct store *s, unsigned count, int length, bool is_backwards)
{
    struct record rec;
    record_init(&rec);
    for (unsigned i = 0; i < 2 * count; i++) {
        const unsigned again = i - count;
        char name[1024];
        snprintf(name, sizeof name, "%0*u", length,
                 i < count      ? i
                 : is_backwards ? count - 1 - again
                                : again);
        record_clear(&rec, GAME_CHESS);
        add_tag(&rec, "White", name);
        add_record(s, &rec);
    }
    record_free(&rec);
}

/* The cache of names holds NAMES_KEPT of them, and NAMES_TEXT_MAX bytes. */
static void more_names_than_the_cache_holds_stay_one_number_each(void **state)
{
    (void)state;
    static const struct {
        unsigned count;
        int length;
        bool is_backwards;
    } cases[] = {
        {NAMES_KEPT + 7000, 12, false},
        {NAMES_KEPT + 7000, 12, true},
        {NAMES_TEXT_MAX / 1000 + 2000, 1000, false},
        {NAMES_TEXT_MAX / 1000 + 2000, 1000, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err;
        struct store_info info;
        char name[32];
        snprintf(name, sizeof name, "names-%zu.qipu", i);
        struct store *s = open_store(fresh_path(name), STORE_WRITE, GAME_CHESS);
        must(store_begin(s, &err), err);
        add_players_twice(s, cases[i].count, cases[i].length, cases[i].is_backwards);
        must(store_commit(s, NULL, &err), err);
        must(store_info(s, &info, &err), err);
        assert_int_equal(info.players, cases[i].count);
        assert_int_equal(info.games, cases[i].count * 2);
        store_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_that_is_not_committed_leaves_nothing),
        cmocka_unit_test(rewinding_takes_back_the_games_since_the_last_mark),
        cmocka_unit_test(marks_come_back_by_offset),
        cmocka_unit_test(a_replaced_game_keeps_its_number),
        cmocka_unit_test(the_same_games_give_the_same_bytes),
        cmocka_unit_test(a_second_writer_is_refused_until_the_first_is_done),
        cmocka_unit_test(a_claim_ends_with_its_process),
        cmocka_unit_test(a_commit_that_is_killed_is_as_if_it_had_not_begun),
        cmocka_unit_test(a_reader_sees_whole_batches_only),
        cmocka_unit_test(a_reader_sees_one_state_whatever_is_added),
        cmocka_unit_test(a_store_holds_one_kind_of_game),
        cmocka_unit_test(until_it_has_had_a_game_it_takes_any),
        cmocka_unit_test(more_names_than_the_cache_holds_stay_one_number_each),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
