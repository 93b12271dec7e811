/* Conditions on tags in filters: whatever a store keeps of a tag, and wherever, the games that pass
   are those whose records have it. */
#include "tests/unit/store_records.h"

#include "store/filter.h"

#include <sqlite3.h>
#include <stdlib.h>

enum { GAMES = 400 };

static const char *const names[] = {"Event", "Site",   "Date",     "Round",  "White",
                                    "Black", "Result", "WhiteElo", "ECO",    "PlyCount",
                                    "X",     "",       "Red",      "Variant"};
static const char *const values[] = {"?",          "",    "-",   "1997", "2024.02.30",
                                     "2024.02.29", "1-0", "B90", "2700", "Zürich \"x\" \\",
                                     "Standard"};
enum { NAMES = sizeof names / sizeof *names, VALUES = sizeof values / sizeof *values };

static bool is_value(void *closure, const char *text, size_t len, struct buffer *room)
{
    (void)room;
    return strlen(closure) == len && memcmp(text, closure, len) == 0;
}

static bool has_tag(const struct record *rec, const char *name, const char *value)
{
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct tag *tag = &rec->tags[i];
        if (tag->name.len == strlen(name) && tag->value.len == strlen(value) &&
            memcmp(record_text(rec, tag->name), name, tag->name.len) == 0 &&
            memcmp(record_text(rec, tag->value), value, tag->value.len) == 0)
            return true;
    }
    return false;
}

static struct store_filter *with_tag(struct store *s, const char *name, const char *value,
                                     bool *is_exact)
{
    struct error err;
    struct store_filter *f = store_filter_new(s, &err);
    assert_non_null(f);
    store_filter_group(f);
    must(
        store_filter_tag(f, name, strlen(name), is_value, (void *)(uintptr_t)value, is_exact, &err),
        err);
    return f;
}

/* The games that have the tag, as their records say, are those that the filter leaves. Returns how
   many. */
static uint64_t compare(struct store *s, struct record *all, const char *name, const char *value)
{
    struct error err = {.text = ""};
    struct game_header h;
    bool is_exact;
    struct store_filter *f = with_tag(s, name, value, &is_exact);
    assert_true(is_exact);
    struct store_cursor *c = store_scan_filtered(s, f, &err);
    assert_non_null(c);
    uint64_t expected = 0, count;
    for (game_id id = 1; id <= GAMES; id++) {
        if (!has_tag(&all[id - 1], name, value))
            continue;
        expected++;
        assert_int_equal(store_next(c, &h, &err), 1);
        assert_int_equal(h.id, id);
    }
    assert_int_equal(store_next(c, &h, &err), 0);
    store_scan_end(c);
    must(store_count(s, f, 3, &count, &err), err);
    assert_int_equal(count, expected);
    store_filter_free(f);
    return count;
}

static void filter_leaves_the_games_whose_records_have_the_tag(void **state)
{
    (void)state;
    struct record *all = calloc(GAMES, sizeof *all);
    struct error err;
    for (int game = 0; game < GAME_COUNT; game++) {
        struct store *s = open_store(fresh_path("tags.qipu"), STORE_WRITE, (enum game)game);
        uint64_t found = 0;
        must(store_begin(s, &err), err);
        for (size_t i = 0; i < GAMES; i++) {
            record_init(&all[i]);
            random_record(&all[i], (enum game)game);
            assert_int_equal(add_record(s, &all[i]), i + 1);
        }
        must(store_commit(s, NULL, &err), err);
        for (int n = 0; n < NAMES; n++)
            for (int v = 0; v < VALUES; v++)
                found += compare(s, all, names[n], values[v]);
        assert_true(found > GAMES);
        store_close(s);
        for (size_t i = 0; i < GAMES; i++)
            record_free(&all[i]);
    }
    free(all);
}

static void fen_is_left_to_those_who_look_at_the_game(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    uint64_t count;
    bool is_exact;
    char fen[FEN_MAX];
    record_init(&rec);
    record_clear(&rec, GAME_CHESS);
    fen_format(&rec.start, false, fen);
    add_tag(&rec, "FEN", fen);
    rec.has_start_tag = true;
    play(&rec, "e2e4");
    store_one(fresh_path("fen.qipu"), &rec);
    struct store *s = open_store(test_path("fen.qipu"), STORE_READ, GAME_CHESS);
    struct store_filter *f = with_tag(s, "FEN", "of another game", &is_exact);
    assert_false(is_exact);
    must(store_count(s, f, 1, &count, &err), err);
    assert_int_equal(count, 1);
    store_filter_free(f);
    store_close(s);
    record_free(&rec);
}

/* What was changed with SQL is told, not taken for an answer. */
static void damaged_texts_and_orders_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *damage, *said;
    } cases[] = {
        {"UPDATE text_block SET data = substr(data, 1, length(data) - 1) || x'99'", "#1:"},
        {"UPDATE text_block SET data = x''", "#1:"},
        {"DELETE FROM text_block", "#1:"},
        {"UPDATE tag_order SET name = replace(name, 'Annotator', 'X X X X Annotator')", "#1:"},
        {"UPDATE tag_order SET name = '\\q'", "damaged.qipu"},
    };
    struct record rec;
    record_init(&rec);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {.text = ""};
        const char *path = fresh_path("damaged.qipu");
        uint64_t count;
        bool is_exact;
        sample_record(&rec);
        store_one(path, &rec);
        change_sealed(path, cases[i].damage);
        struct store *s = open_store(path, STORE_READ, GAME_CHESS);
        struct store_filter *f = store_filter_new(s, &err);
        store_filter_group(f);
        bool ok = store_filter_tag(f, "Annotator", 9, is_value, (void *)(uintptr_t) "?", &is_exact,
                                   &err) &&
                  store_count(s, f, 1, &count, &err);
        if (ok)
            fail_msg("not seen: %s", cases[i].damage);
        assert_int_equal(err.code, ERROR_DAMAGED);
        if (!strstr(err.text, cases[i].said))
            fail_msg("%s", err.text);
        store_filter_free(f);
        store_close(s);
    }
    record_free(&rec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filter_leaves_the_games_whose_records_have_the_tag),
        cmocka_unit_test(fen_is_left_to_those_who_look_at_the_game),
        cmocka_unit_test(damaged_texts_and_orders_are_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
