/* Records: what is put in is there, and stays while arrays grow. */
#include "record/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static move legal(const struct record *r, const char *from, const char *to)
{
    square f = (square)(from[0] - 'a' + 8 * (from[1] - '1'));
    square t = (square)(to[0] - 'a' + 8 * (to[1] - '1'));
    move m = move_make(GAME_CHESS, f, t, NO_PIECE);
    assert_true(pos_is_legal(&r->end, m));
    return m;
}

static void every_known_tag_is_found_by_its_name(void **state)
{
    (void)state;
    for (int id = 0; id < TAG_KNOWN; id++) {
        const char *name = tag_name(GAME_CHESS, (enum tag_id)id);
        assert_int_equal(tag_find(GAME_CHESS, name, strlen(name)), id);
        assert_int_equal(tag_find(GAME_CHESS, name, strlen(name) - 1), TAG_OTHER);
    }
}

static void other_names_are_other_tags(void **state)
{
    (void)state;
    static const char *const names[] = {"",      "E",      "Evens",     "white",        "FENs",
                                        "WHITE", "Black2", "Annotator", "TimeControls", "EventX"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_equal(tag_find(GAME_CHESS, names[i], strlen(names[i])), TAG_OTHER);
}

static void an_empty_record_stands_at_the_start_position(void **state)
{
    (void)state;
    struct record r;
    record_init(&r);
    struct position start;
    pos_start(&start, GAME_CHESS);
    assert_true(r.start.key == start.key && r.end.key == start.key && r.keys[0] == start.key);
    assert_int_equal(r.ply_count, 0);
    assert_false(r.has_start_tag);
    assert_int_equal(record_result(&r), RESULT_NONE);
    record_free(&r);
}

static void keys_and_flags_follow_the_main_line(void **state)
{
    (void)state;
    struct record r;
    record_init(&r);
    assert_true(record_play(&r, legal(&r, "e2", "e4"), 0, 10));
    assert_true(record_play(&r, legal(&r, "f7", "f6"), 0, 13));
    assert_true(record_play(&r, legal(&r, "d1", "h5"), MARK_CHECK, 16));
    assert_int_equal(r.ply_count, 3);
    assert_int_equal(r.node_count, 3);
    assert_int_equal(r.nodes[2].source, 16);
    assert_int_equal(r.nodes[2].detail, MARK_CHECK);
    assert_int_equal(r.flags[1], PLY_ZEROING);
    assert_int_equal(r.flags[3], PLY_CHECK);
    assert_true(r.keys[3] == r.end.key);
    record_free(&r);
}

static void a_long_game_grows_all_arrays_together(void **state)
{
    (void)state;
    static const char *const shuffle[4][2] = {
        {"g1", "f3"}, {"g8", "f6"}, {"f3", "g1"}, {"f6", "g8"}};
    enum { PLIES = 5000 };
    struct record r;
    record_init(&r);
    for (int i = 0; i < PLIES; i++)
        assert_true(record_play(&r, legal(&r, shuffle[i % 4][0], shuffle[i % 4][1]), 0, 0));
    assert_int_equal(r.ply_count, PLIES);
    for (int i = 0; i <= PLIES; i++)
        assert_true(r.keys[i] == r.keys[i % 4]);
    record_free(&r);
}

static void a_null_move_in_the_main_line_passes_the_turn(void **state)
{
    (void)state;
    struct record r;
    record_init(&r);
    assert_true(record_play(&r, NULL_MOVE, 0, 0));
    assert_int_equal(r.end.turn, BLACK);
    assert_int_equal(r.moves[0], NULL_MOVE);
    record_free(&r);
}

static void repeated_tags_are_kept_and_the_first_is_the_known_one(void **state)
{
    (void)state;
    struct record r;
    record_init(&r);
    assert_true(record_set_tag(&r, "White", "Morphy"));
    struct slice name, value;
    assert_true(record_add_text(&r, "White", 5, &name));
    assert_true(record_add_text(&r, "Anderssen", 9, &value));
    assert_true(record_add_tag(&r, name, value, 7));
    assert_int_equal(r.tag_count, 2);
    size_t len;
    const char *text = record_tag_text(&r, "White", &len);
    assert_int_equal(len, 6);
    assert_memory_equal(text, "Morphy", 6);
    assert_int_equal(record_tag(&r, TAG_WHITE).len, 6);
    assert_int_equal(record_tag(&r, TAG_BLACK).len, 0);
    record_free(&r);
}

static void setting_a_tag_replaces_its_value_in_place(void **state)
{
    (void)state;
    struct record r;
    size_t len;
    record_init(&r);
    assert_true(record_set_tag(&r, "Annotator", "Steinitz"));
    assert_true(record_set_tag(&r, "Event", "x"));
    assert_true(record_set_tag(&r, "Annotator", "Tarrasch"));
    assert_int_equal(r.tag_count, 2);
    assert_memory_equal(record_tag_text(&r, "Annotator", &len), "Tarrasch", 8);
    assert_null(record_tag_text(&r, "annotator", &len));
    record_free(&r);
}

static void clearing_forgets_everything_but_memory(void **state)
{
    (void)state;
    struct record r;
    record_init(&r);
    record_set_tag(&r, "Result", "1-0");
    record_play(&r, legal(&r, "e2", "e4"), 0, 0);
    r.has_terminator = r.is_broken = r.bad_start = true;
    size_t cap = r.ply_cap;
    assert_true(record_clear(&r, GAME_XIANGQI));
    assert_int_equal(r.tag_count + r.node_count + r.ply_count + r.text.len, 0);
    assert_int_equal(r.known[TAG_RESULT], -1);
    assert_false(r.has_terminator || r.is_broken || r.bad_start);
    assert_int_equal(r.end.game, GAME_XIANGQI);
    assert_int_equal(r.ply_cap, cap);
    record_free(&r);
}

static void the_terminator_wins_over_the_result_tag(void **state)
{
    (void)state;
    struct record r;
    record_init(&r);
    record_set_tag(&r, "Result", "0-1");
    assert_int_equal(record_result(&r), RESULT_BLACK);
    r.has_terminator = true;
    r.terminator = RESULT_DRAW;
    assert_int_equal(record_result(&r), RESULT_DRAW);
    record_free(&r);
}

/* A small game with a comment. */
static void fill(struct record *r)
{
    record_init(r);
    record_set_tag(r, "White", "Anderssen");
    record_play(r, legal(r, "e2", "e4"), 0, 0);
    struct slice text;
    record_add_text(r, "best by test", 12, &text);
    record_add_node(r, NODE_COMMENT, 5)->text = text;
    record_add_node(r, NODE_NAG, 6)->detail = 1;
}

static void equal_games_are_equal_wherever_they_stood(void **state)
{
    (void)state;
    struct record a, b;
    char why[100] = "";
    fill(&a);
    fill(&b);
    b.nodes[0].source = 99;
    b.nodes[0].detail = MARK_CHECK;
    b.nodes[1].detail = 1;
    b.has_terminator = true;
    assert_true(record_equal(&a, &b, why, sizeof why));
    assert_true(record_equal(&a, &b, NULL, 0));
    record_free(&a);
    record_free(&b);
}

static void each_difference_is_told(void **state)
{
    (void)state;
    for (int change = 0; change < 7; change++) {
        struct record a, b;
        char why[100] = "";
        fill(&a);
        fill(&b);
        switch (change) {
        case 0: record_set_tag(&b, "White", "Dufresne"); break;
        case 1: record_set_tag(&b, "Black", "Dufresne"); break;
        case 2: b.nodes[0].move = 0; break;
        case 3: b.text.data[b.nodes[1].text.at] = 'B'; break;
        case 4: b.nodes[2].detail = 2; break;
        case 5: b.start.move_number = 2; break;
        case 6: b.has_terminator = true, b.terminator = RESULT_WHITE; break;
        }
        assert_false(record_equal(&a, &b, why, sizeof why));
        assert_true(strlen(why) > 0);
        record_free(&a);
        record_free(&b);
    }
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_known_tag_is_found_by_its_name),
        cmocka_unit_test(other_names_are_other_tags),
        cmocka_unit_test(an_empty_record_stands_at_the_start_position),
        cmocka_unit_test(keys_and_flags_follow_the_main_line),
        cmocka_unit_test(a_long_game_grows_all_arrays_together),
        cmocka_unit_test(a_null_move_in_the_main_line_passes_the_turn),
        cmocka_unit_test(repeated_tags_are_kept_and_the_first_is_the_known_one),
        cmocka_unit_test(setting_a_tag_replaces_its_value_in_place),
        cmocka_unit_test(clearing_forgets_everything_but_memory),
        cmocka_unit_test(the_terminator_wins_over_the_result_tag),
        cmocka_unit_test(equal_games_are_equal_wherever_they_stood),
        cmocka_unit_test(each_difference_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
