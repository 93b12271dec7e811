/* SQLite fails at many points (QIPU_DEEP=1: at every one at which it can be told to), while games are added and the index is
   built and merged: each failure is told, and leaves the store as it was before. */
#include "store/private.h"
#include "tests/unit/store_records.h"

enum { GAMES = 60, PLIES = 24, BATCHES = 3, STEPS = 3 /* of SQLite from one point to the next */ };

static long long calls, failing_call;

static int fails_now(void *closure)
{
    (void)closure;
    return ++calls == failing_call;
}

static bool add_batch(struct store *s, unsigned seed, struct error *err)
{
    struct record rec;
    game_id id;
    bool ok = store_begin(s, err);
    random_state = seed;
    record_init(&rec);
    for (int i = 0; ok && i < GAMES; i++) {
        record_clear(&rec, GAME_CHESS);
        add_tag(&rec, "White", i % 2 ? "A" : "B");
        for (int ply = 0; ply < PLIES; ply++) {
            move list[MOVES_MAX];
            const int n = pos_legal_moves(&rec.end, list);
            if (n > 0)
                record_play(&rec, list[random_below((unsigned)n) % 3 % (unsigned)n], 0, 0);
        }
        add_comment(&rec, "a remark", 8, false);
        set_terminator(&rec, RESULT_DRAW);
        ok = store_add(s, &rec, &id, err);
    }
    record_free(&rec);
    ok = ok && store_commit(s, NULL, err);
    if (!ok)
        store_rollback(s);
    return ok;
}

static void print_fault(void *closure, const char *line)
{
    (void)closure;
    print_message("%s\n", line);
}

/* BATCHES of games are there; add another, join the index, and see what call NUMBER to SQLite's
   progress handler does to that. False once there are no so many calls. */
static bool try_failure(long long number, unsigned threads)
{
    struct error err = {.text = ""};
    const char *path = fresh_path("faults.qipu");
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    for (unsigned i = 0; i < BATCHES; i++)
        must(add_batch(s, i, &err), err);
    store_set_threads(s, threads);
    calls = 0;
    failing_call = number;
    sqlite3_progress_handler(s->db, STEPS, fails_now, NULL);
    const bool is_added = add_batch(s, BATCHES, &err);
    const bool is_done = is_added && index_merge(s, true, threads, &err);
    const bool has_failed = calls >= number;
    store_close(s);
    if (has_failed && is_done)
        fail_msg("failure %lld was not told", number);
    if (!has_failed && !is_done)
        fail_msg("%s", err.text);
    s = open_store(path, STORE_READ, GAME_CHESS);
    assert_int_equal(store_game_count(s), (BATCHES + is_added) * GAMES);
    if (store_check_fully(s, print_fault, NULL, &err) != 0)
        fail_msg("failure %lld left a store that is not sound", number);
    store_close(s);
    return has_failed;
}

static void every_failure_of_sqlite_is_told_and_undone(void **state)
{
    (void)state;
    const char *deep = getenv("QIPU_DEEP");
    long long number = 1, tried = 0;
    for (; try_failure(number, number % 2 ? 1 : 3); tried++)
        number += deep ? 1 : 1 + number / 12;
    assert_in_range(tried, 30, INT32_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failure_of_sqlite_is_told_and_undone),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
