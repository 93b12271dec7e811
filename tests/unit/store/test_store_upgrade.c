/* A store of format 1, made here with that format's SQL, is refused by everything but the upgrade,
   and its games are the same afterwards. */
#include "tests/unit/store_records.h"

#include <sqlite3.h>

/* The tables of format 1, and four games: a plain one; one with a FEN tag, another tag, a comment
   and a variation; one whose start no tag tells; one without a result behind its moves. */
static const char old_store[] =
    "PRAGMA page_size=4096; PRAGMA application_id=0x71697075; PRAGMA user_version=1;"
    "CREATE TABLE meta(key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID;"
    "CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE event(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE site(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE tag_order(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE source(id INTEGER PRIMARY KEY, name TEXT NOT NULL, start INTEGER NOT NULL,"
    " offset INTEGER NOT NULL, hash INTEGER NOT NULL, games INTEGER NOT NULL,"
    " open_game INTEGER);"
    "CREATE TABLE game(id INTEGER PRIMARY KEY,"
    " white INTEGER REFERENCES player(id), black INTEGER REFERENCES player(id),"
    " event INTEGER REFERENCES event(id), site INTEGER REFERENCES site(id),"
    " date INTEGER NOT NULL, round TEXT, result INTEGER NOT NULL,"
    " white_elo INTEGER, black_elo INTEGER, eco INTEGER, time_control TEXT, termination TEXT,"
    " variant INTEGER NOT NULL, plies INTEGER NOT NULL, terminator INTEGER,"
    " start INTEGER NOT NULL, tag_order INTEGER NOT NULL REFERENCES tag_order(id),"
    " source INTEGER NOT NULL REFERENCES source(id));"
    "CREATE TABLE code(id INTEGER PRIMARY KEY REFERENCES game(id),"
    " moves BLOB NOT NULL, tags BLOB, notes BLOB);"
    "CREATE VIEW games AS SELECT g.id AS id FROM game AS g;"
    "INSERT INTO meta VALUES('format', 1), ('game', 'chess'), ('games', 4), ('plies', 6);"
    "INSERT INTO player VALUES(1, 'Anderssen, Adolf'), (2, 'Kieseritzky, Lionel');"
    "INSERT INTO tag_order VALUES(1, 'White Black Round WhiteElo Result'),"
    " (2, 'White FEN Annotator'), (3, 'Round'), (4, 'Result');"
    "INSERT INTO source VALUES(1, 'old.pgn', 0, 500, 77, 3, NULL),"
    " (2, 'old.pgn', 500, 900, 78, 1, 4);"
    "INSERT INTO game VALUES"
    " (1, 1, 2, NULL, NULL, 0, '7', 1, 2600, NULL, NULL, NULL, NULL, 0, 2, 1, 0, 1, 1),"
    " (2, 2, NULL, NULL, NULL, 0, NULL, 3, NULL, NULL, NULL, NULL, NULL, 0, 1, 3, 1, 2, 1),"
    " (3, NULL, NULL, NULL, NULL, 0, '1.2', 0, NULL, NULL, NULL, NULL, NULL, 1, 1, 0, 2, 3, 1),"
    " (4, NULL, NULL, NULL, NULL, 0, NULL, 2, NULL, NULL, NULL, NULL, NULL, 0, 2, NULL, 0, 4, 2);"
    "INSERT INTO code VALUES(1, x'0c073409', NULL, NULL),"
    /* e4d5; the tags, packed plainly; {Well.} and the variation e4e5 */
    " (2, x'dc08', x'00' || x'21' || CAST('4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9' AS BLOB) ||"
    "  x'02' || CAST('me' AS BLOB), x'00' || x'00' || x'08' || x'2a' || CAST('Well.' AS BLOB) ||"
    "  x'04' || x'0e' || x'1c09' || x'05'),"
    " (3, x'c461', x'00' || x'1e' || CAST('4k3/8/8/8/8/8/8/4K2R w K - 3 9' AS BLOB), NULL),"
    " (4, x'0c073409', NULL, NULL);";

static void make_old(const char *path, const char *more)
{
    sqlite3 *db;
    char *why = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, old_store, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    assert_int_equal(sqlite3_exec(db, more, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void ignore_line(void *closure, const char *line)
{
    (void)closure;
    print_message("%s\n", line);
}

static void start(struct record *rec, const char *fen)
{
    struct position pos;
    struct fen_report report;
    assert_true(fen_parse(GAME_CHESS, fen, strlen(fen), &pos, &report));
    record_set_start(rec, &pos);
}

/* Game ID of the old store, made by hand. */
static void expected(struct record *rec, game_id id)
{
    static const char fen[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9";
    record_clear(rec, GAME_CHESS);
    switch (id) {
    case 1:
        add_tag(rec, "White", "Anderssen, Adolf");
        add_tag(rec, "Black", "Kieseritzky, Lionel");
        add_tag(rec, "Round", "7");
        add_tag(rec, "WhiteElo", "2600");
        add_tag(rec, "Result", "1-0");
        play(rec, "e2e4 e7e5");
        set_terminator(rec, RESULT_WHITE);
        break;
    case 2:
        add_tag(rec, "White", "Kieseritzky, Lionel");
        add_tag(rec, "FEN", fen);
        add_tag(rec, "Annotator", "me");
        start(rec, fen);
        struct position before = rec->start;
        play(rec, "e4d5");
        add_comment(rec, "Well.", 5, false);
        record_add_node(rec, NODE_BEGIN, 0);
        record_add_node(rec, NODE_MOVE, 0)->move = uci_parse(&before, "e4e5", 4);
        record_add_node(rec, NODE_END, 0);
        set_terminator(rec, RESULT_DRAW);
        break;
    case 3:
        rec->variant = VARIANT_CHESS960;
        add_tag(rec, "Round", "1.2");
        start(rec, "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
        play(rec, "e1g1");
        set_terminator(rec, RESULT_NONE);
        break;
    default:
        add_tag(rec, "Result", "0-1");
        play(rec, "e2e4 e7e5");
        break;
    }
}

static void assert_upgraded(const char *path)
{
    struct error err;
    struct record rec, back;
    struct source_mark *marks;
    size_t count;
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    record_init(&rec);
    record_init(&back);
    assert_int_equal(store_game_count(s), 4);
    for (game_id id = 1; id <= 4; id++) {
        expected(&rec, id);
        must(store_read(s, id, &back, &err), err);
        assert_same_record(&rec, &back);
        assert_int_equal(back.variant, rec.variant);
    }
    must(store_marks(s, &marks, &count, &err), err);
    assert_int_equal(count, 2);
    assert_string_equal(marks[1].name, "old.pgn");
    assert_true(marks[0].hash == 77 && marks[1].start == 500 && marks[1].open_game == 4);
    free(marks);
    assert_int_equal(store_check(s, ignore_line, NULL, &err), 0);
    must(store_begin(s, &err), err);
    expected(&rec, 1);
    assert_int_equal(add_record(s, &rec), 5);
    must(store_commit(s, NULL, &err), err);
    assert_int_equal(store_check(s, ignore_line, NULL, &err), 0);
    store_close(s);
    record_free(&rec);
    record_free(&back);
}

static void an_old_store_is_refused_with_the_way_to_upgrade_it(void **state)
{
    (void)state;
    struct error err;
    const char *path = fresh_path("refused.qipu");
    make_old(path, "");
    assert_null(store_open(path, STORE_READ, GAME_COUNT, &err));
    assert_int_equal(err.code, ERROR_UNSUPPORTED);
    assert_non_null(strstr(err.text, "format 1"));
    assert_non_null(strstr(err.text, "refused.qipu upgrade"));
    assert_null(store_open(path, STORE_WRITE, GAME_CHESS, &err));
}

static void an_upgraded_store_has_the_same_games(void **state)
{
    (void)state;
    struct error err;
    int from = 0;
    const char *path = fresh_path("old.qipu");
    make_old(path, "");
    must(store_upgrade(path, 1, &from, &err), err);
    assert_int_equal(from, 1);
    assert_upgraded(path);
    must(store_upgrade(path, 1, &from, &err), err);
    assert_int_equal(from, STORE_FORMAT);
}

static void a_damaged_old_store_stays_as_it_was(void **state)
{
    (void)state;
    static const char *const damages[] = {
        "UPDATE code SET moves = x'ffff' WHERE id = 4",
        "UPDATE code SET moves = x'0c' WHERE id = 4",
        "UPDATE code SET tags = x'0199' WHERE id = 2",
        "UPDATE game SET start = 1 WHERE id = 4",
        "UPDATE game SET terminator = 9 WHERE id = 4",
        "UPDATE game SET tag_order = 9 WHERE id = 4",
        "DELETE FROM game WHERE id = 3",
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct error err;
        int from = 0;
        sqlite3 *db;
        const char *path = fresh_path("broken.qipu");
        make_old(path, damages[i]);
        if (store_upgrade(path, 1, &from, &err))
            fail_msg("upgraded: %s", damages[i]);
        assert_int_equal(err.code, ERROR_DAMAGED);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, "SELECT moves FROM code", NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        assert_null(store_open(path, STORE_READ, GAME_COUNT, &err));
        assert_int_equal(err.code, ERROR_UNSUPPORTED);
    }
}

static void what_is_no_store_is_not_upgraded(void **state)
{
    (void)state;
    struct error err;
    int from = 0;
    const char *path = fresh_path("none.qipu");
    assert_false(store_upgrade(path, 1, &from, &err));
    assert_int_not_equal(access(path, F_OK), 0);
    make_old(path, "PRAGMA user_version=99");
    assert_false(store_upgrade(path, 1, &from, &err));
    assert_int_equal(err.code, ERROR_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_old_store_is_refused_with_the_way_to_upgrade_it),
        cmocka_unit_test(an_upgraded_store_has_the_same_games),
        cmocka_unit_test(a_damaged_old_store_stays_as_it_was),
        cmocka_unit_test(what_is_no_store_is_not_upgraded),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
