/* Games of a store changed, deleted and renamed in their place: what is left is what it was, and
   blocks, sums and index agree with it. */
#include "store/index/index.h"
#include "tests/unit/store_records.h"

enum { GAMES = 400 };

static void print_line(void *closure, const char *line)
{
    (void)closure;
    print_message("%s\n", line);
}

static void assert_sound(struct store *s)
{
    struct error err;
    assert_int_equal(store_check_fully(s, print_line, NULL, &err), 0);
}

/* Game ID of the stores of this file. */
static void expected(struct record *rec, game_id id)
{
    random_state = id;
    random_record(rec, GAME_CHESS);
}

static struct store *make_store(const char *name)
{
    struct error err;
    struct record rec;
    game_id id;
    struct store *s = open_store(fresh_path(name), STORE_WRITE, GAME_CHESS);
    record_init(&rec);
    must(store_begin(s, &err), err);
    for (game_id i = 1; i <= GAMES; i++) {
        expected(&rec, i);
        must(store_add(s, &rec, &id, &err), err);
        assert_int_equal(id, i);
    }
    must(store_commit(s, NULL, &err), err);
    record_free(&rec);
    return s;
}

static void assert_game(struct store *s, game_id id, const struct record *want)
{
    struct error err;
    struct record rec;
    char why[256];
    record_init(&rec);
    must(store_read(s, id, &rec, &err), err);
    if (!record_equal(want, &rec, why, sizeof why))
        fail_msg("game %u: %s", (unsigned)id, why);
    record_free(&rec);
}

static void deleted_games_are_gone_and_the_others_are_what_they_were(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    struct store *s = make_store("deleted.qipu");
    game_id ids[GAMES], id;
    bool is_deleted[GAMES + 1] = {false};
    record_init(&rec);
    for (int round = 0; round < 3; round++) {
        size_t count = 0;
        random_state = 1000 + (unsigned)round;
        for (game_id i = 1; i <= GAMES; i++)
            if (!is_deleted[i] && random_below(3) == 0)
                is_deleted[ids[count++] = i] = true;
        must(store_begin(s, &err), err);
        must(store_delete(s, ids, count, &err), err);
        must(store_commit(s, NULL, &err), err);
        assert_sound(s);
    }
    for (game_id i = 1; i <= GAMES; i++) {
        expected(&rec, i);
        if (is_deleted[i])
            assert_false(store_read(s, i, &rec, &err));
        else
            assert_game(s, i, &rec);
    }
    must(store_begin(s, &err), err);
    must(store_add(s, &rec, &id, &err), err);
    must(store_commit(s, NULL, &err), err);
    assert_int_equal(id, GAMES + 1);
    must(store_compact(s, &err), err);
    assert_game(s, GAMES + 1, &rec);
    assert_sound(s);
    record_free(&rec);
    store_close(s);
}

static void a_batch_with_a_game_that_is_not_there_deletes_none(void **state)
{
    (void)state;
    struct error err;
    struct store *s = make_store("none.qipu");
    const game_id ids[] = {3, 4, GAMES + 5};
    must(store_begin(s, &err), err);
    assert_false(store_delete(s, ids, 3, &err));
    assert_int_equal(err.code, ERROR_USAGE);
    store_rollback(s);
    assert_int_equal(store_game_count(s), GAMES);
    assert_sound(s);
    store_close(s);
}

/* --- Editing ---------------------------------------------------------------------------------- */

/* A text that makes blocks of texts several times as large. */
static const char *long_text(void)
{
    static char text[3000];
    random_state = 7;
    for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = (char)('a' + random_below(26));
    return text;
}

static bool edit(void *closure, game_id id, struct record *rec)
{
    (void)closure;
    if (id % 4 == 0)
        return false;
    if (id % 4 == 1)
        return record_set_tag(rec, "Annotator", long_text());
    if (id % 4 == 2)
        return record_set_tag(rec, "Date", "1925.11.10");
    return record_remove_tag(rec, "Event");
}

static void edited_games_have_the_new_tags_and_the_old_moves(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    struct store *s = make_store("edited.qipu");
    game_id ids[GAMES];
    uint64_t changed, want = 0;
    record_init(&rec);
    for (game_id i = 0; i < GAMES; i++)
        ids[i] = i + 1;
    must(store_begin(s, &err), err);
    must(store_edit(s, ids, GAMES, edit, NULL, &changed, &err), err);
    must(store_commit(s, NULL, &err), err);
    for (game_id i = 1; i <= GAMES; i++) {
        expected(&rec, i);
        want += edit(NULL, i, &rec);
        assert_game(s, i, &rec);
    }
    assert_int_equal(changed, want);
    assert_sound(s);
    record_free(&rec);
    store_close(s);
}

static bool set_annotator(void *closure, game_id id, struct record *rec)
{
    (void)closure;
    (void)id;
    return record_set_tag(rec, "Annotator", "x");
}

static void the_index_is_left_alone_where_it_would_not_change(void **state)
{
    (void)state;
    struct error err;
    struct store *s = make_store("kept.qipu");
    const game_id ids[] = {1, 7, 300};
    uint64_t changed;
    must(store_begin(s, &err), err);
    must(store_edit(s, ids, 3, set_annotator, NULL, &changed, &err), err);
    must(store_commit(s, NULL, &err), err);
    struct position start;
    struct index_answer answer;
    pos_start(&start, GAME_CHESS);
    must(index_find(s, &start, 0, &answer, &err), err);
    assert_int_equal(answer.segments, 1);
    index_answer_free(&answer);
    assert_sound(s);
    store_close(s);
}

/* --- Names ------------------------------------------------------------------------------------ */

static void two_names_become_one(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    uint64_t games;
    struct game_header h;
    struct store *s = open_store(fresh_path("names.qipu"), STORE_WRITE, GAME_CHESS);
    record_init(&rec);
    must(store_begin(s, &err), err);
    for (int i = 0; i < 100; i++) {
        game_id id;
        record_clear(&rec, GAME_CHESS);
        add_tag(&rec, "White", i % 2 ? "Lasker, Em" : "Lasker, Emanuel");
        add_tag(&rec, "Black", i % 3 ? "Lasker, Em" : "Tarrasch");
        set_terminator(&rec, RESULT_DRAW);
        must(store_add(s, &rec, &id, &err), err);
    }
    must(store_commit(s, NULL, &err), err);
    must(store_rename(s, STORE_PLAYERS, "Lasker, Em", "Lasker, Emanuel", &games, &err), err);
    assert_int_equal(games, 50 + 33);
    must(store_rename(s, STORE_PLAYERS, "Tarrasch", "Tarrasch, Siegbert", &games, &err), err);
    assert_int_equal(games, 34);
    must(store_rename(s, STORE_PLAYERS, "Lasker, Em", "Nobody", &games, &err), err);
    assert_int_equal(games, 0);
    must(store_read_header(s, 2, &h, &err), err);
    assert_string_equal(h.white, "Lasker, Emanuel");
    assert_string_equal(h.black, "Lasker, Emanuel");
    assert_sound(s);
    record_free(&rec);
    store_close(s);
}

/* --- Merging and building anew ---------------------------------------------------------------- */

static void a_merged_store_has_the_games_of_both(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    uint64_t games;
    bool was_merged;
    struct store *from = make_store("from.qipu");
    struct store *s = make_store("into.qipu");
    record_init(&rec);
    must(store_merge(s, from, NULL, NULL, &games, &was_merged, &err), err);
    assert_int_equal(games, GAMES);
    must(store_merge(s, from, NULL, NULL, &games, &was_merged, &err), err);
    assert_true(was_merged && games == 0);
    for (game_id i = 1; i <= GAMES; i++) {
        expected(&rec, i);
        assert_game(s, i, &rec);
        assert_game(s, GAMES + i, &rec);
    }
    assert_sound(s);
    must(index_rebuild(s, &err), err);
    assert_sound(s);
    record_free(&rec);
    store_close(from);
    store_close(s);
}

static bool is_stopped;

static bool stop_wanted(void)
{
    return is_stopped;
}

static void report_fault(void *closure, const char *line)
{
    (void)line;
    ++*(int *)closure;
}

static void what_is_stopped_is_undone(void **state)
{
    (void)state;
    struct error err;
    struct record rec;
    game_id ids[GAMES];
    int faults = 0;
    struct store *s = make_store("stopped.qipu");
    for (game_id i = 0; i < GAMES; i++)
        ids[i] = i + 1;
    store_stop_when(s, stop_wanted);
    is_stopped = true;
    assert_false(store_delete(s, ids, GAMES, &err));
    assert_false(index_rebuild(s, &err));
    assert_true(store_check_fully(s, report_fault, &faults, &err) < 0);
    assert_int_equal(faults, 0);
    is_stopped = false;
    assert_int_equal(store_game_count(s), GAMES);
    record_init(&rec);
    for (game_id i = 1; i <= GAMES; i++) {
        expected(&rec, i);
        assert_game(s, i, &rec);
    }
    record_free(&rec);
    assert_sound(s);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deleted_games_are_gone_and_the_others_are_what_they_were),
        cmocka_unit_test(a_batch_with_a_game_that_is_not_there_deletes_none),
        cmocka_unit_test(edited_games_have_the_new_tags_and_the_old_moves),
        cmocka_unit_test(the_index_is_left_alone_where_it_would_not_change),
        cmocka_unit_test(two_names_become_one),
        cmocka_unit_test(a_merged_store_has_the_games_of_both),
        cmocka_unit_test(what_is_stopped_is_undone),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
