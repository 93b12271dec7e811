/* Tags and columns: a column is for searching, the tag comes back byte for byte whatever it
   says. */
#include "tests/unit/store_records.h"

#include <sqlite3.h>

/* What QUERY gives as text for the store that holds the one game REC. */
static char *column(const struct record *rec, const char *query)
{
    static char text[256];
    sqlite3 *db;
    sqlite3_stmt *st;
    store_one(fresh_path("column.qipu"), rec);
    assert_int_equal(sqlite3_open(test_path("column.qipu"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, query, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    const char *value = (const char *)sqlite3_column_text(st, 0);
    snprintf(text, sizeof text, "%s", value ? value : "NULL");
    sqlite3_finalize(st);
    sqlite3_close(db);
    return text;
}

static void a_tag_fills_its_column_and_comes_back(void **state)
{
    (void)state;
    static const struct {
        const char *tag, *value, *query, *column;
    } cases[] = {
        {"Date", "1997.05.11", "SELECT date FROM game", "19970511"},
        {"Date", "1961.??.??", "SELECT date FROM game", "19610000"},
        {"Date", "????.??.??", "SELECT date FROM game", "0"},
        {"Date", "1997", "SELECT date FROM game", "19970000"},
        {"Date", "1997.5.1", "SELECT date FROM game", "19970501"},
        {"Date", "?", "SELECT date FROM game", "0"},
        {"Date", "", "SELECT date FROM game", "0"},
        {"Date", "yesterday", "SELECT date FROM game", "0"},
        {"WhiteElo", "2851", "SELECT white_elo FROM game", "2851"},
        {"WhiteElo", "-", "SELECT white_elo FROM game", "NULL"},
        {"WhiteElo", "0", "SELECT white_elo FROM game", "NULL"},
        {"WhiteElo", "?", "SELECT white_elo FROM game", "NULL"},
        {"WhiteElo", "", "SELECT white_elo FROM game", "NULL"},
        {"BlackElo", "02851", "SELECT black_elo FROM game", "NULL"},
        {"BlackElo", "0851", "SELECT black_elo FROM game", "851"},
        {"BlackElo", " 2851", "SELECT black_elo FROM game", "NULL"},
        {"ECO", "B90", "SELECT eco FROM game", "190"},
        {"ECO", "A00", "SELECT eco FROM game", "0"},
        {"ECO", "E99", "SELECT ECO FROM games", "E99"},
        {"ECO", "B90i", "SELECT ECO FROM games", "B90"},
        {"ECO", "b90", "SELECT ECO FROM games", "NULL"},
        {"ECO", "F00", "SELECT ECO FROM games", "NULL"},
        {"White", "Ståhlberg, Gideon", "SELECT White FROM games", "Ståhlberg, Gideon"},
        {"White", "?", "SELECT white FROM game", "NULL"},
        {"White", "", "SELECT white FROM game", "NULL"},
        {"Round", "4.2", "SELECT round FROM game", "4.2"},
        {"Round", "4", "SELECT typeof(round) FROM game", "integer"},
        {"Round", "0", "SELECT Round FROM games", "0"},
        {"Round", "04", "SELECT typeof(round) FROM game", "text"},
        {"Round", "1234567890", "SELECT typeof(round) FROM game", "text"},
        {"Round", "-", "SELECT round FROM game", "-"},
        {"Round", "", "SELECT round FROM game", "NULL"},
        {"Round", "?", "SELECT round FROM game", "NULL"},
        {"Result", "1/2-1/2", "SELECT result FROM game", "3"},
        {"Result", "drawn", "SELECT Result FROM games", "*"},
        {"Variant", "Standard", "SELECT Variant FROM games", "Standard"},
        {"Variant", "standard", "SELECT Variant FROM games", "Standard"},
        {"PlyCount", "0", "SELECT plies FROM game", "0"},
        {"PlyCount", "12", "SELECT plies FROM game", "0"},
        {"TimeControl", "180+2", "SELECT TimeControl FROM games", "180+2"},
        {"Termination", "Normal", "SELECT Termination FROM games", "Normal"},
        {"EventDate", "1997.05.03", "SELECT count(*) FROM text_block", "1"},
    };
    struct record rec, back;
    struct error err;
    record_init(&rec);
    record_init(&back);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        record_clear(&rec, GAME_CHESS);
        add_tag(&rec, cases[i].tag, cases[i].value);
        assert_string_equal(column(&rec, cases[i].query), cases[i].column);
        struct store *s = open_store(test_path("column.qipu"), STORE_READ, GAME_CHESS);
        must(store_read(s, 1, &back, &err), err);
        assert_same_record(&rec, &back);
        store_close(s);
    }
    record_free(&rec);
    record_free(&back);
}

static void a_value_that_its_column_gives_back_is_not_stored_twice(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    add_tag(&rec, "Event", "?");
    add_tag(&rec, "Date", "1997.05.11");
    add_tag(&rec, "Result", "0-1");
    add_tag(&rec, "WhiteElo", "2795");
    add_tag(&rec, "ECO", "B17");
    add_tag(&rec, "PlyCount", "2");
    play(&rec, "e2e4 c7c6");
    set_terminator(&rec, RESULT_BLACK);
    assert_string_equal(column(&rec, "SELECT count(*) FROM text_block"), "0");
    assert_string_equal(column(&rec, "SELECT kind FROM game"), "0");
    record_free(&rec);
}

static void the_order_of_tags_is_a_readable_text(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    add_tag(&rec, "White", "A");
    add_tag(&rec, "White", "B");
    add_tag(&rec, "WhiteElo", "-");
    add_tag(&rec, "a b=c\\", "x");
    add_tag(&rec, "", "y");
    assert_string_equal(column(&rec, "SELECT name FROM tag_order"),
                        "White White =WhiteElo a\\sb\\=c\\\\ \\e");
    record_free(&rec);
}

static void the_terminator_is_kept_apart_from_the_result_tag(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    add_tag(&rec, "Result", "1-0");
    set_terminator(&rec, RESULT_NONE);
    assert_string_equal(column(&rec, "SELECT kind & 2 FROM game"), "0");
    assert_string_equal(column(&rec, "SELECT result FROM game"), "0");
    assert_string_equal(column(&rec, "SELECT kind & 8 FROM game"), "8");
    rec.has_terminator = false;
    assert_string_equal(column(&rec, "SELECT kind & 2 FROM game"), "2");
    assert_string_equal(column(&rec, "SELECT result FROM game"), "1");
    assert_string_equal(column(&rec, "SELECT kind & 8 FROM game"), "0");
    record_free(&rec);
}

static void the_header_of_a_game_has_its_columns(void **state)
{
    (void)state;
    struct error err;
    struct game_header h;
    struct record rec;
    record_init(&rec);
    sample_record(&rec);
    store_one(fresh_path("header.qipu"), &rec);
    struct store *s = open_store(test_path("header.qipu"), STORE_READ, GAME_CHESS);
    must(store_read_header(s, 1, &h, &err), err);
    assert_int_equal(h.id, 1);
    assert_string_equal(h.white, "Anderssen, Adolf");
    assert_string_equal(h.black, "Kieseritzky, Lionel");
    assert_string_equal(h.event, "Casual game");
    assert_string_equal(h.site, "London ENG");
    assert_string_equal(h.round, "");
    assert_string_equal(h.eco, "");
    assert_int_equal(h.date, 18510621);
    assert_int_equal(h.white_elo, 0);
    assert_int_equal(h.result, RESULT_WHITE);
    assert_int_equal(h.ply_count, 8);
    assert_false(store_read_header(s, 2, &h, &err));
    assert_int_equal(err.code, ERROR_USAGE);
    store_close(s);
    record_free(&rec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tag_fills_its_column_and_comes_back),
        cmocka_unit_test(a_value_that_its_column_gives_back_is_not_stored_twice),
        cmocka_unit_test(the_order_of_tags_is_a_readable_text),
        cmocka_unit_test(the_terminator_is_kept_apart_from_the_result_tag),
        cmocka_unit_test(the_header_of_a_game_has_its_columns),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
