/* A compacted store: small, and with the same games. And what store_info says of bytes. */
#include "store/index/index.h"
#include "tests/unit/store_records.h"

#include <sys/stat.h>

enum { GAMES = 3000, BATCH = 250 };

static void print_line(void *closure, const char *line)
{
    (void)closure;
    print_message("%s\n", line);
}

static void expected(struct record *rec, game_id id)
{
    random_state = id;
    random_record(rec, GAME_CHESS);
}

/* Games 1, 1 + STEP ... in batches. */
static struct store *make_store(const char *name, game_id step)
{
    struct error err;
    struct record rec;
    struct store *s = open_store(fresh_path(name), STORE_WRITE, GAME_CHESS);
    record_init(&rec);
    must(store_begin(s, &err), err);
    for (game_id i = 1; i <= GAMES; i += step) {
        if (i % BATCH == 1 && i > 1) {
            must(store_commit(s, NULL, &err), err);
            must(store_begin(s, &err), err);
        }
        expected(&rec, i);
        add_record(s, &rec);
    }
    must(store_commit(s, NULL, &err), err);
    record_free(&rec);
    return s;
}

static void delete_even(struct store *s)
{
    static game_id ids[GAMES / 2];
    struct error err;
    for (game_id i = 0; i < GAMES / 2; i++)
        ids[i] = 2 * i + 2;
    must(store_begin(s, &err), err);
    must(store_delete(s, ids, GAMES / 2, &err), err);
    must(store_commit(s, NULL, &err), err);
}

static struct store_info info_of(struct store *s)
{
    struct error err;
    struct store_info info;
    must(store_info(s, &info, &err), err);
    return info;
}

static void half_the_games_take_what_they_take_in_a_new_store(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    struct store *new = make_store("new", 2);
    must(store_compact(new, &err), err);
    const struct store_info want = info_of(new);
    struct store *s = make_store("half", 1);
    delete_even(s);
    must(store_compact(s, &err), err);
    const struct store_info have = info_of(s);
    assert_int_equal(have.games, GAMES / 2);
    assert_int_equal(have.segments, 1);
    assert_int_equal(have.free_bytes, 0);
    assert_true(have.move_bytes < want.move_bytes * 105 / 100);
    assert_true(have.text_bytes < want.text_bytes * 105 / 100);
    assert_true(have.file_bytes < want.file_bytes * 105 / 100);
    assert_int_equal(store_check_fully(s, print_line, NULL, &err), 0);
    record_init(&rec);
    for (game_id i = 1; i <= GAMES; i += 2) {
        struct record back;
        record_init(&back);
        expected(&rec, i);
        must(store_read(s, i, &back, &err), err);
        char why[256];
        assert_true(record_equal(&rec, &back, why, sizeof why));
        assert_false(i < GAMES && store_read(s, i + 1, &back, &err));
        record_free(&back);
    }
    record_free(&rec);
    store_close(new);
    store_close(s);
}

static void batches_leave_blocks_that_compacting_joins(void **state)
{
    (void)state;
    struct error err;
    struct store *s = make_store("batches", 1);
    const struct store_info before = info_of(s);
    must(store_compact(s, &err), err);
    const struct store_info once = info_of(s);
    assert_true(once.text_bytes < before.text_bytes);
    assert_true(once.file_bytes < before.file_bytes);
    must(store_compact(s, &err), err);
    const struct store_info twice = info_of(s);
    assert_memory_equal(&once, &twice, sizeof once);
    store_close(s);
}

static void parts_add_up_to_the_file(void **state)
{
    (void)state;
    struct store *s = make_store("parts", 1);
    struct stat st;
    delete_even(s);
    assert_int_equal(stat(store_path(s), &st), 0);
    const struct store_info info = info_of(s);
    assert_int_equal(info.file_bytes, st.st_size);
    assert_int_equal(info.file_bytes, info.move_bytes + info.text_bytes + info.row_bytes +
                                          info.name_bytes + info.position_bytes +
                                          info.material_bytes + info.source_bytes +
                                          info.free_bytes + info.overhead_bytes);
    assert_true(info.free_bytes > 0 && info.free_bytes % 4096 == 0);
    assert_true(info.row_bytes > GAMES / 2 * 16);
    assert_true(info.position_bytes > info.material_bytes && info.material_bytes > 0);
    assert_true(info.overhead_bytes < info.file_bytes / 4);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_the_games_take_what_they_take_in_a_new_store),
        cmocka_unit_test(batches_leave_blocks_that_compacting_joins),
        cmocka_unit_test(parts_add_up_to_the_file),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
