/* Blocks of moves and texts: games alone and in order, replaced in the middle, taken back,
   damaged. */
#include "tests/unit/store_records.h"

#include "store/code/move_block.h"
#include "store/code/text_block.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

enum { GAMES = 2000 }; /* some blocks of moves, and of texts */

static void ignore_line(void *closure, const char *line)
{
    (void)closure;
    print_message("%s\n", line);
}

static void fill(const char *path, enum game game, int games)
{
    struct error err;
    struct record rec;
    record_init(&rec);
    struct store *s = open_store(path, STORE_WRITE, game);
    random_state = 11;
    must(store_begin(s, &err), err);
    for (int i = 0; i < games; i++) {
        random_record(&rec, game);
        add_record(s, &rec);
    }
    must(store_commit(s, NULL, &err), err);
    store_close(s);
    record_free(&rec);
}

static long long count_rows(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *st;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    long long n = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return n;
}

static void assert_same_moves(const struct record *rec, const struct game_moves *g)
{
    assert_true(g->start.key == rec->start.key);
    assert_int_equal(g->ply_count, rec->ply_count);
    if (rec->ply_count > 0)
        assert_memory_equal(g->moves, rec->moves, rec->ply_count * sizeof *rec->moves);
}

static void moves_of_single_games_are_those_of_the_records(void **state)
{
    (void)state;
    for (int game = 0; game < GAME_COUNT; game++) {
        struct error err;
        struct record rec;
        struct game_moves g = {.cap = 0};
        const char *path = fresh_path("single.qipu");
        fill(path, (enum game)game, GAMES);
        assert_true(count_rows(path, "SELECT count(*) FROM move_block") > 2);
        assert_true(count_rows(path, "SELECT count(*) FROM text_block") > 2);
        struct store *s = open_store(path, STORE_READ, GAME_COUNT);
        record_init(&rec);
        for (int i = 0; i < GAMES; i++) {
            game_id id = 1 + (game_id)(i * 7919u % GAMES); /* in no order */
            must(store_moves(s, id, &g, &err), err);
            must(store_read(s, id, &rec, &err), err);
            assert_same_moves(&rec, &g);
        }
        assert_false(store_moves(s, GAMES + 1, &g, &err));
        assert_int_equal(err.code, ERROR_USAGE);
        assert_false(store_moves(s, 0, &g, &err));
        assert_int_equal(err.code, ERROR_USAGE);
        store_close(s);
        game_moves_free(&g);
        record_free(&rec);
    }
}

/* --- Scans ------------------------------------------------------------------------------------ */

struct scanned {
    struct store *other;
    struct record rec;
    game_id next;
    unsigned stop_after;
};

static bool compare_game(void *closure, game_id id, const struct game_moves *g)
{
    struct scanned *x = closure;
    struct error err;
    assert_int_equal(id, x->next++);
    must(store_read(x->other, id, &x->rec, &err), err);
    assert_same_moves(&x->rec, g);
    return --x->stop_after > 0;
}

static void assert_scan(struct scanned *x, struct store *s, game_id first, game_id last,
                        game_id end)
{
    struct error err;
    x->next = first > 0 ? first : 1;
    must(store_scan_moves(s, first, last, compare_game, x, &err), err);
    assert_int_equal(x->next, end);
}

static void a_scan_gives_all_games_of_a_range_in_order(void **state)
{
    (void)state;
    const char *path = fresh_path("scan.qipu");
    fill(path, GAME_CHESS, GAMES);
    struct store *s = open_store(path, STORE_READ, GAME_COUNT);
    struct scanned x = {.other = s, .stop_after = UINT32_MAX};
    record_init(&x.rec);
    assert_scan(&x, s, 1, GAMES, GAMES + 1);
    assert_scan(&x, s, 0, UINT32_MAX, GAMES + 1);
    assert_scan(&x, s, 1, 1, 2);
    assert_scan(&x, s, GAMES, GAMES, GAMES + 1);
    assert_scan(&x, s, 700, 1300, 1301);
    assert_scan(&x, s, 9, 8, 9);
    assert_scan(&x, s, GAMES + 1, UINT32_MAX, GAMES + 1);
    x.stop_after = 3;
    assert_scan(&x, s, 10, 20, 13);
    store_close(s);
    record_free(&x.rec);
}

static bool ignore_game(void *closure, game_id id, const struct game_moves *g)
{
    (void)closure;
    return id > 0 && g->ply_count < 100000;
}

/* A block that has gone is no shorter answer. */
static void a_scan_notices_a_block_that_is_not_there(void **state)
{
    (void)state;
    static const char *const damages[] = {
        "DELETE FROM move_block WHERE id = 1",
        "DELETE FROM move_block WHERE id = (SELECT id FROM move_block ORDER BY id LIMIT 1, 1)",
        "DELETE FROM move_block WHERE id = (SELECT max(id) FROM move_block)",
        "UPDATE move_block SET id = id + 1 WHERE id = (SELECT max(id) FROM move_block)",
        "UPDATE move_block SET data = (SELECT data FROM move_block WHERE id = 1)",
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct error err;
        const char *path = fresh_path("gone.qipu");
        fill(path, GAME_CHESS, GAMES);
        change_sealed(path, damages[i]);
        struct store *s = open_store(path, STORE_READ, GAME_COUNT);
        assert_false(store_scan_moves(s, 1, UINT32_MAX, ignore_game, NULL, &err));
        assert_int_equal(err.code, ERROR_DAMAGED);
        assert_non_null(strstr(err.text, "gone.qipu"));
        store_close(s);
    }
}

/* --- Writing ---------------------------------------------------------------------------------- */

static void a_game_replaced_in_the_middle_leaves_its_neighbours(void **state)
{
    (void)state;
    static const game_id ids[] = {1, 2, 700, 1001, GAMES};
    struct error err;
    struct record rec, back;
    record_init(&rec);
    record_init(&back);
    const char *path = fresh_path("middle.qipu");
    fill(path, GAME_CHESS, GAMES);
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    must(store_begin(s, &err), err);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        sample_record(&rec);
        if (i % 2)
            record_clear(&rec, GAME_CHESS); /* without texts */
        must(store_replace(s, ids[i], &rec, &err), err);
    }
    must(store_commit(s, NULL, &err), err);
    random_state = 11;
    for (game_id id = 1; id <= GAMES; id++) {
        random_record(&rec, GAME_CHESS);
        for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
            if (ids[i] != id)
                continue;
            sample_record(&rec);
            if (i % 2)
                record_clear(&rec, GAME_CHESS);
        }
        must(store_read(s, id, &back, &err), err);
        assert_same_record(&rec, &back);
    }
    assert_int_equal(store_check(s, ignore_line, NULL, &err), 0);
    store_close(s);
    record_free(&rec);
    record_free(&back);
}

/* Marks and rewinds anywhere leave the bytes of a store as if there had been none. */
static void taking_games_back_leaves_no_trace_in_blocks(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    static const struct source_mark mark = {"a.pgn", 0, 1, 1, 0};
    const char *path[] = {fresh_path("back1.qipu"), fresh_path("back2.qipu")};
    record_init(&rec);
    for (int rewinding = 0; rewinding < 2; rewinding++) {
        struct store *s = open_store(path[rewinding], STORE_WRITE, GAME_CHESS);
        uint64_t games = 5;
        must(store_begin(s, &err), err);
        for (int part = 0; part < 12; part++) {
            games = games * 7 % 601;
            if (rewinding) {
                random_state = 77;
                for (uint64_t i = 0; i < 3 * games; i++) {
                    random_record(&rec, GAME_CHESS);
                    add_record(s, &rec);
                }
                must(store_rewind(s, &err), err);
            }
            random_state = 1 + (uint64_t)part;
            for (uint64_t i = 0; i < games; i++) {
                random_record(&rec, GAME_CHESS);
                add_record(s, &rec);
            }
            must(store_mark(s, &mark, &err), err);
        }
        must(store_commit(s, NULL, &err), err);
        assert_int_equal(store_check(s, ignore_line, NULL, &err), 0);
        store_close(s);
    }
    char sql[512];
    snprintf(sql, sizeof sql, "ATTACH '%s' AS other; CREATE TEMP VIEW difference AS SELECT 1",
             path[1]);
    sqlite3 *db;
    sqlite3_stmt *st;
    assert_int_equal(sqlite3_open(path[0], &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    static const char compare[] =
        "SELECT (SELECT count(*) FROM (SELECT * FROM main.move_block EXCEPT"
        " SELECT * FROM other.move_block)) + (SELECT count(*) FROM (SELECT * FROM"
        " main.text_block EXCEPT SELECT * FROM other.text_block)) + (SELECT count(*) FROM"
        " (SELECT * FROM main.meta EXCEPT SELECT * FROM other.meta))";
    assert_int_equal(sqlite3_prepare_v2(db, compare, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int64(st, 0), 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    record_free(&rec);
}

static void threads_do_not_change_the_bytes(void **state)
{
    (void)state;
    char *bytes[2];
    size_t len[2];
    for (int i = 0; i < 2; i++) {
        struct error err;
        struct record rec;
        const char *path = fresh_path("threads.qipu");
        record_init(&rec);
        struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
        store_set_threads(s, i ? 7 : 1);
        random_state = 11;
        must(store_begin(s, &err), err);
        for (int g = 0; g < 3 * GAMES; g++) {
            random_record(&rec, GAME_CHESS);
            add_record(s, &rec);
        }
        must(store_commit(s, NULL, &err), err);
        store_close(s);
        record_free(&rec);
        FILE *f = fopen(path, "rb");
        assert_non_null(f);
        bytes[i] = malloc(32 << 20);
        assert_non_null(bytes[i]);
        len[i] = fread(bytes[i], 1, 32 << 20, f);
        fclose(f);
    }
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(bytes[0], bytes[1], len[0]);
    free(bytes[0]);
    free(bytes[1]);
}

/* --- Damage ----------------------------------------------------------------------------------- */

/* No bit of a block can change unseen. */
static void every_flipped_bit_of_a_block_is_noticed(void **state)
{
    (void)state;
    struct error err;
    struct move_block moves = {.first = 0}, moves_back = {.first = 0};
    struct text_block texts = {.first = 0}, texts_back = {.first = 0};
    struct packer packer = {.has_deflater = false};
    struct buffer room = {0}, move_bytes = {0}, text_bytes = {0};
    char data[64];
    random_state = 3;
    move_block_clear(&moves, 40);
    text_block_clear(&texts, 40);
    for (unsigned i = 0; i < 21; i++) {
        struct move_entry e = {.len = random_below(60), .kind = (uint8_t)(1 + random_below(2))};
        for (size_t k = 0; k < sizeof data; k++)
            data[k] = (char)random_below(256);
        e.plies = e.len;
        assert_true(move_block_add(&moves, &e, data));
        const char *const text[] = {data, data + 10};
        const size_t len[] = {random_below(10), random_below(50)};
        assert_true(text_block_add(&texts, 40 + 2 * i, text, len));
    }
    move_block_write(&moves, &move_bytes);
    text_block_write(&texts, &packer, &room, &text_bytes);
    assert_false(move_bytes.failed || text_bytes.failed);
    for (size_t bit = 0; bit < 8 * move_bytes.len; bit++) {
        move_bytes.data[bit / 8] ^= (char)(1 << bit % 8);
        bool ok = move_block_read(&moves_back, 40, move_bytes.data, move_bytes.len, &err);
        for (size_t i = 0; ok && i < moves_back.count; i++)
            ok = move_block_verify(&moves_back, i);
        assert_false(ok);
        move_bytes.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    assert_true(move_block_read(&moves_back, 40, move_bytes.data, move_bytes.len, &err));
    assert_false(move_block_read(&moves_back, 41, move_bytes.data, move_bytes.len, &err));
    for (size_t bit = 0; bit < 8 * text_bytes.len; bit++) {
        text_bytes.data[bit / 8] ^= (char)(1 << bit % 8);
        assert_false(
            text_block_read(&texts_back, 40, text_bytes.data, text_bytes.len, &packer, &err));
        text_bytes.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    assert_true(text_block_read(&texts_back, 40, text_bytes.data, text_bytes.len, &packer, &err));
    assert_false(text_block_read(&texts_back, 41, text_bytes.data, text_bytes.len, &packer, &err));
    move_block_free(&moves);
    move_block_free(&moves_back);
    text_block_free(&texts);
    text_block_free(&texts_back);
    packer_free(&packer);
    buffer_free(&room);
    buffer_free(&move_bytes);
    buffer_free(&text_bytes);
}

static void count_line(void *closure, const char *line)
{
    *(int *)closure += line[0] != '\0';
}

/* What only check can see: rows and names that were changed to something sensible. */
static void check_finds_changed_rows_and_names(void **state)
{
    (void)state;
    static const char *const damages[] = {
        "UPDATE game SET white_elo = 2701 WHERE id = 77",
        "UPDATE game SET date = 19990101 WHERE id = 77",
        "UPDATE game SET round = '7a' WHERE id = 77",
        "UPDATE game SET id = 2100 WHERE id = 77",
        "DELETE FROM game WHERE id = 77",
        "UPDATE player SET name = name || 'x' WHERE id = 1",
        "INSERT INTO event(name) VALUES('Nowhere Open')",
        "UPDATE tag_order SET name = 'White' WHERE id = 2",
        "UPDATE source SET hash = hash + 1",
        "UPDATE source SET offset = offset + 1",
        "DELETE FROM text_block WHERE id > 1",
        "UPDATE meta SET value = value + 1 WHERE key = 'last_game'",
        "UPDATE meta SET value = value + 1 WHERE key = 'site_sum'",
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct error err;
        int lines = 0;
        const char *path = fresh_path("rows.qipu");
        fill(path, GAME_CHESS, 300);
        change_sealed(path, damages[i]);
        struct store *s = open_store(path, STORE_READ, GAME_COUNT);
        long long faults = store_check(s, count_line, &lines, &err);
        if (faults <= 0 || lines != faults)
            fail_msg("%lld faults: %s", faults, damages[i]);
        store_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_of_single_games_are_those_of_the_records),
        cmocka_unit_test(a_scan_gives_all_games_of_a_range_in_order),
        cmocka_unit_test(a_scan_notices_a_block_that_is_not_there),
        cmocka_unit_test(a_game_replaced_in_the_middle_leaves_its_neighbours),
        cmocka_unit_test(taking_games_back_leaves_no_trace_in_blocks),
        cmocka_unit_test(threads_do_not_change_the_bytes),
        cmocka_unit_test(every_flipped_bit_of_a_block_is_noticed),
        cmocka_unit_test(check_finds_changed_rows_and_names),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
