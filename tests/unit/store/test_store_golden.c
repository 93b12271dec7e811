/* What may not change unnoticed: the tables of a small store made of fixed games, and the keys that
   its position index is made of.

   A test that fails here says that stores of this program differ from those that others have. If
   that was meant, raise STORE_FORMAT, teach `db upgrade` the format before, keep a store of it in
   tests/data (see tests/cli/db/formats.t), say in qipu-store(5) what became different, and then put
   the numbers that the test prints here. If it was not meant, mend what changed them. */
#include "base/hash.h"
#include "tests/unit/store_records.h"

#include <inttypes.h>
#include <sqlite3.h>

static void make_store_of(const char *path, enum game game, const char *moves)
{
    struct error err;
    struct record rec;
    struct store *s = open_store(path, STORE_WRITE, game);
    const struct source_mark mark = {.name = "golden.pgn", .offset = 1234, .hash = 5678};
    game_id id;
    record_init(&rec);
    must(store_begin(s, &err), err);
    for (int i = 1; i <= 40; i++) {
        char round[12];
        snprintf(round, sizeof round, "%d", i);
        record_clear(&rec, game);
        add_tag(&rec, "Event", i % 3 ? "Match" : "Open");
        add_tag(&rec, "White", i % 2 ? "Anderssen, Adolf" : "Morphy, Paul");
        add_tag(&rec, "Date", i % 4 ? "1858.12.20" : "1858");
        add_tag(&rec, "Round", round);
        add_tag(&rec, "WhiteElo", i % 5 ? "2600" : "-");
        play(&rec, moves);
        if (i % 7 == 0)
            add_comment(&rec, "Well.", 5, false);
        set_terminator(&rec, i % 2 ? RESULT_WHITE : RESULT_DRAW);
        must(store_add(s, &rec, &id, &err), err);
    }
    must(store_commit(s, &mark, &err), err);
    const game_id gone[] = {3, 17};
    must(store_begin(s, &err), err);
    must(store_delete(s, gone, 2, &err), err);
    must(store_commit(s, NULL, &err), err);
    store_close(s);
    record_free(&rec);
}

static void add_value(struct hash *h, sqlite3_stmt *st, int column)
{
    const unsigned char type = (unsigned char)sqlite3_column_type(st, column);
    const void *bytes =
        type == SQLITE_BLOB ? sqlite3_column_blob(st, column) : sqlite3_column_text(st, column);
    hash_add(h, &type, 1);
    if (bytes)
        hash_add(h, bytes, (size_t)sqlite3_column_bytes(st, column));
}

static uint64_t table_hash(sqlite3 *db, const char *table)
{
    char sql[64];
    sqlite3_stmt *st;
    struct hash h;
    snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY 1, 2", table);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
    hash_start(&h, 0);
    while (sqlite3_step(st) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(st); i++)
            add_value(&h, st, i);
    sqlite3_finalize(st);
    return hash_value(&h);
}

/* But for text_block: what deflate makes of texts is its own affair. */
static const struct golden_table {
    const char *name;
    uint64_t chess, xiangqi;
} tables[] = {
    {"meta", 0xcca62869ed71bd18, 0xf38d28486ee524fb},
    {"player", 0x216432b898266232, 0x216432b898266232},
    {"event", 0xfa64e8963b19a9aa, 0xfa64e8963b19a9aa},
    {"site", 0x007677271e83fe3e, 0x007677271e83fe3e},
    {"tag_order", 0xcd5a0d3f21c8e1bf, 0xcd5a0d3f21c8e1bf},
    {"source", 0x9d8546f02ab87b5c, 0x9d8546f02ab87b5c},
    {"game", 0x51b3eaeece0018af, 0xbe3cf3bfedd97079},
    {"move_block", 0x018f8963b7cf9535, 0x1d90e52f05706b87},
    {"index_segment", 0x5654872cdc215ecf, 0x0a3d98e7de9cbed6},
    {"index_block", 0xbabd263c6fb257fc, 0xb98889b924563abb},
    {"index_minus", 0xb3a41aa39d4a54b6, 0xb3a41aa39d4a54b6},
};

static void assert_golden(const char *path, bool is_chess)
{
    sqlite3 *db;
    bool same = true;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const uint64_t wanted = is_chess ? tables[i].chess : tables[i].xiangqi,
                       got = table_hash(db, tables[i].name);
        if (got != wanted)
            print_message("%s: 0x%016" PRIx64 "\n", tables[i].name, got);
        same = same && got == wanted;
    }
    sqlite3_close(db);
    assert_true(same);
}

static void the_tables_of_a_chess_store_are_what_they_were(void **state)
{
    (void)state;
    const char *path = fresh_path("golden.qipu");
    make_store_of(path, GAME_CHESS, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6");
    assert_golden(path, true);
}

static void the_tables_of_a_xiangqi_store_are_what_they_were(void **state)
{
    (void)state;
    const char *path = fresh_path("golden-xiangqi.qipu");
    make_store_of(path, GAME_XIANGQI, "h2e2 h9g7 h0g2 i9h9 i0h0 c6c5 g3g4 b9c7");
    assert_golden(path, false);
}

static void keys_of_positions_are_what_they_were(void **state)
{
    (void)state;
    static const struct {
        enum game game;
        const char *fen;
        uint64_t key, skeleton;
    } positions[] = {
        {GAME_CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x32099089adc3a767,
         0x79ecd2132943361f},
        {GAME_CHESS, "rnbqkbnr/pp1ppppp/8/2pP4/8/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 3",
         0x528df942e578d810, 0xd0a2d7df7da9baed},
        {GAME_CHESS, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", 0xac7efc071168f371, 0xc8eafbcb9b72549c},
        {GAME_XIANGQI, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
         0x5ba93c77a38a3dda, 0x05e919ee019236c0},
        {GAME_XIANGQI, "3k5/9/9/9/9/9/4P4/9/9/4K4 b - - 0 1", 0x2dfe156681574b2f,
         0x68e476758d363d31},
    };
    bool same = true;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct position pos;
        struct fen_report report;
        const char *fen = positions[i].fen;
        assert_true(fen_parse(positions[i].game, fen, strlen(fen), &pos, &report));
        const uint64_t skeleton = pos_skeleton(&pos);
        if (pos.key != positions[i].key || skeleton != positions[i].skeleton)
            print_message("%s: 0x%016" PRIx64 ", 0x%016" PRIx64 "\n", fen, pos.key, skeleton);
        same = same && pos.key == positions[i].key && skeleton == positions[i].skeleton;
    }
    assert_true(same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_of_a_chess_store_are_what_they_were),
        cmocka_unit_test(the_tables_of_a_xiangqi_store_are_what_they_were),
        cmocka_unit_test(keys_of_positions_are_what_they_were),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
