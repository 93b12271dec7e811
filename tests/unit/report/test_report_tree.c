/* Opening trees and tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/games.h"
#include "tests/unit/tree_games.h"

static void add(struct tree *t, const struct position *at, const char *line,
                const struct game_header *h, bool expected)
{
    struct record rec;
    game_build(&rec, (enum game)at->game, NULL, line, NULL);
    assert_int_equal(tree_count(t, at, false, h, &rec), expected);
    record_free(&rec);
}

static struct game_header header(enum result result, int white_elo, int black_elo, uint32_t date)
{
    return (struct game_header){.white = "Tal",
                                .black = "Smyslov",
                                .event = "",
                                .site = "",
                                .round = "",
                                .eco = "",
                                .result = result,
                                .white_elo = white_elo,
                                .black_elo = black_elo,
                                .date = date};
}

static void a_tree_counts_each_game_once_under_its_first_move(void **state)
{
    (void)state;
    struct error err;
    struct position start;
    pos_start(&start, GAME_CHESS);
    struct tree *t = tree_new(&start, &err);
    assert_non_null(t);
    struct game_header h = header(RESULT_WHITE, 2600, 2500, 19600000);
    add(t, &start, "e4 e5", &h, true);
    h = header(RESULT_DRAW, 0, 2500, 19580000);
    add(t, &start, "Nf3 Nf6 Ng1 Ng8 e4", &h, true);
    h = header(RESULT_BLACK, 2400, 2500, 0);
    add(t, &start, "e4 c5", &h, true);
    h = header(RESULT_NONE, 0, 0, 0);
    add(t, &start, "", &h, true);

    size_t count;
    const struct tree_row *rows = tree_rows(t, &count);
    assert_int_equal(count, 3);
    assert_string_equal(rows[0].text, "e4");
    assert_int_equal(rows[0].games, 2);
    assert_int_equal(rows[0].white, 1);
    assert_int_equal(rows[0].black, 1);
    assert_int_equal(rows[0].rating_sum, 5000);
    assert_int_equal(rows[0].rating_count, 2);
    assert_int_equal(rows[0].last_year, 1960);
    assert_string_equal(rows[1].text, "Nf3");
    assert_int_equal(rows[1].games, 1);
    assert_int_equal(rows[1].rating_count, 0);
    assert_true(rows[2].is_end);
    assert_string_equal(rows[2].text, "[end]");

    struct tree_row total = tree_total(t);
    assert_int_equal(total.games, 4);
    assert_int_equal(total.white + total.draws + total.black, 3);
    assert_int_equal(total.last_year, 1960);
    assert_false(tree_failed(t));
    tree_free(t);
}

static void a_tree_takes_the_rating_of_the_side_that_moves(void **state)
{
    (void)state;
    struct error err;
    struct position pos;
    pos_start(&pos, GAME_CHESS);
    pos_play(&pos, uci_parse(&pos, "e2e4", 4));
    struct tree *t = tree_new(&pos, &err);
    struct game_header h = header(RESULT_WHITE, 2600, 2500, 0);
    add(t, &pos, "e4 c5", &h, true);
    add(t, &pos, "d4 d5", &h, false);
    size_t count;
    const struct tree_row *rows = tree_rows(t, &count);
    assert_int_equal(count, 1);
    assert_string_equal(rows[0].text, "c5");
    assert_int_equal(rows[0].rating_sum, 2500);
    tree_free(t);
}

static void a_tree_of_xiangqi_names_moves_in_chinese(void **state)
{
    (void)state;
    struct error err;
    struct position pos;
    size_t count;
    pos_start(&pos, GAME_XIANGQI);
    struct tree *t = tree_new(&pos, &err);
    struct game_header h = header(RESULT_WHITE, 0, 0, 0);
    add(t, &pos, "h2e2 h9g7", &h, true);
    add(t, &pos, "c3c4", &h, true);
    add(t, &pos, "h2e2 b9c7", &h, true);
    const struct tree_row *rows = tree_rows(t, &count);
    assert_int_equal(count, 2);
    assert_string_equal(rows[0].text, "炮二平五");
    assert_int_equal(rows[0].games, 2);
    tree_free(t);
}

/* The labels of a table in order, with the games of each: "1-0:2 0-1:1". */
static const char *labels(enum table_key key, const struct game_header *headers, size_t n)
{
    static char text[512];
    struct error err;
    size_t count;
    struct table *t = table_new(key, &err);
    assert_non_null(t);
    for (size_t i = 0; i < n; i++)
        assert_true(table_add(t, &headers[i], WHITE));
    const struct table_row *rows = table_rows(t, &count);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        sprintf(text + strlen(text), "%s%s:%d", i ? " " : "", rows[i].label, (int)rows[i].games);
    table_free(t);
    return text;
}

static void tables_stand_in_the_natural_order_of_their_key(void **state)
{
    (void)state;
    struct game_header h[] = {
        header(RESULT_BLACK, 0, 0, 19600101), header(RESULT_DRAW, 0, 0, 0),
        header(RESULT_WHITE, 0, 0, 19580000), header(RESULT_NONE, 0, 0, 19600000),
        header(RESULT_WHITE, 0, 0, 20010000),
    };
    h[0].ply_count = 200;
    h[1].ply_count = 19;
    h[2].ply_count = 20;
    h[3].ply_count = 21;
    h[0].eco = h[1].eco = "B90";
    h[2].eco = "A00";
    h[4].white = "Smyslov";
    h[4].black = "Botvinnik";
    assert_string_equal(labels(TABLE_RESULT, h, 5), "1-0:2 1/2-1/2:1 0-1:1 *:1");
    assert_string_equal(labels(TABLE_YEAR, h, 5), "1958:1 1960:2 2001:1 ?:1");
    assert_string_equal(labels(TABLE_LENGTH, h, 5), "0:1 1-10:2 11-20:1 91-100:1");
    assert_string_equal(labels(TABLE_ECO, h, 5), "B90:2 A00:1 ?:2");
    assert_string_equal(labels(TABLE_PLAYER, h, 5), "Smyslov:5 Tal:4 Botvinnik:1");
    assert_string_equal(labels(TABLE_EVENT, h, 5), "?:5");
}

static void a_player_has_his_own_points(void **state)
{
    (void)state;
    struct error err;
    size_t count;
    struct table *t = table_new(TABLE_PLAYER, &err);
    struct game_header won = header(RESULT_WHITE, 0, 0, 0), drawn = header(RESULT_DRAW, 0, 0, 0);
    assert_true(table_add(t, &won, WHITE));
    assert_true(table_add(t, &drawn, WHITE));
    const struct table_row *rows = table_rows(t, &count);
    assert_int_equal(count, 2);
    assert_string_equal(rows[0].label, "Smyslov");
    assert_int_equal(rows[0].points2, 1);
    assert_int_equal(rows[0].black, 1);
    assert_string_equal(rows[1].label, "Tal");
    assert_int_equal(rows[1].points2, 3);
    assert_true(table_add(t, &won, WHITE)); /* after sorting, rows are still found */
    rows = table_rows(t, &count);
    assert_int_equal(count, 2);
    assert_int_equal(rows[1].points2, 5);
    table_free(t);
}

static void a_table_counts_as_the_side_asked_for_sees_it(void **state)
{
    (void)state;
    struct error err;
    size_t count;
    struct table *t = table_new(TABLE_YEAR, &err);
    struct game_header won = header(RESULT_WHITE, 0, 0, 19600000),
                       lost = header(RESULT_BLACK, 0, 0, 19600000);
    assert_true(table_add(t, &won, WHITE));
    assert_true(table_add(t, &lost, BLACK));
    assert_true(table_add(t, &won, BLACK));
    const struct table_row *rows = table_rows(t, &count);
    assert_int_equal(count, 1);
    assert_int_equal(rows[0].white, 2);
    assert_int_equal(rows[0].black, 1);
    assert_int_equal(rows[0].points2, 4);
    table_free(t);
    t = table_new(TABLE_RESULT, &err);
    assert_true(table_add(t, &lost, BLACK));
    rows = table_rows(t, &count);
    assert_string_equal(rows[0].label, "0-1");
    assert_int_equal(rows[0].white, 1);
    table_free(t);
}

static void a_table_grows_to_thousands_of_rows(void **state)
{
    (void)state;
    enum { NAMES = 5000 };
    struct error err;
    size_t count;
    struct table *t = table_new(TABLE_EVENT, &err);
    for (int i = 0; i < 2 * NAMES; i++) {
        char name[16];
        struct game_header h = header(RESULT_WHITE, 0, 0, 0);
        snprintf(name, sizeof name, "Event %d", i % NAMES);
        h.event = name;
        assert_true(table_add(t, &h, WHITE));
    }
    const struct table_row *rows = table_rows(t, &count);
    assert_int_equal(count, NAMES);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(rows[i].games, 2);
    table_free(t);
}

static void keys_of_tables_have_names(void **state)
{
    (void)state;
    for (int key = 0; key < TABLE_KEYS; key++)
        assert_int_equal(table_key_find(table_key_name((enum table_key)key)), key);
    assert_int_equal(table_key_find("colour"), TABLE_KEYS);
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_counts_each_game_once_under_its_first_move),
        cmocka_unit_test(a_tree_takes_the_rating_of_the_side_that_moves),
        cmocka_unit_test(a_tree_of_xiangqi_names_moves_in_chinese),
        cmocka_unit_test(tables_stand_in_the_natural_order_of_their_key),
        cmocka_unit_test(a_player_has_his_own_points),
        cmocka_unit_test(a_table_counts_as_the_side_asked_for_sees_it),
        cmocka_unit_test(a_table_grows_to_thousands_of_rows),
        cmocka_unit_test(keys_of_tables_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
