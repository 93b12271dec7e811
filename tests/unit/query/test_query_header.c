/* Which headers a query lets through. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/games.h"
#include "tests/unit/query_conditions.h"

static const struct game_header fischer = {
    .id = 17,
    .white = "Byrne, Donald",
    .black = "Fischer, Robert J\xc3\xa4mes",
    .event = "New York Rosenwald",
    .site = "New York",
    .round = "8",
    .eco = "D92",
    .date = 19561017,
    .white_elo = 2500,
    .black_elo = 0,
    .result = RESULT_BLACK,
    .ply_count = 82,
};

/* Whether FISCHER passes. */
#define matches(...) header_passes(&fischer, NULL, (const char *const[]){__VA_ARGS__, NULL})

static void names_match_without_case_or_accents_where_a_word_starts(void **state)
{
    (void)state;
    assert_true(matches("player", "fischer"));
    assert_true(matches("player", "ROBERT"));
    assert_true(matches("player", "James"));
    assert_true(matches("black", "robert j\xc3\xa2"));
    assert_true(matches("player", "donald"));
    assert_false(matches("player", "ischer"));
    assert_false(matches("player", "onald"));
    assert_false(matches("white", "fischer"));
    assert_true(matches("red", "byrne"));
    assert_true(matches("event", "rosenwald"));
    assert_true(matches("site", "york"));
    assert_false(matches("site", "rosenwald"));
}

static void a_name_with_an_equals_sign_matches_only_itself(void **state)
{
    (void)state;
    assert_true(matches("white", "=Byrne, Donald"));
    assert_false(matches("white", "=Byrne"));
    assert_false(matches("white", "=byrne, donald"));
    struct game_header nameless = fischer;
    nameless.white = "";
    const char *const unknown[] = {"white", "=", NULL};
    assert_true(header_passes(&nameless, NULL, unknown));
    assert_false(header_passes(&fischer, NULL, unknown));
}

static void chinese_names_match_at_every_character(void **state)
{
    (void)state;
    struct game_header h = fischer;
    h.white = "\xe8\x83\xa1\xe8\x8d\xa3\xe5\x8d\x8e"; /* Hu Ronghua */
    const char *const given_name[] = {"red", "\xe8\x8d\xa3\xe5\x8d\x8e", NULL};
    assert_true(header_passes(&h, NULL, given_name));
}

static void one_option_twice_means_either_and_two_options_mean_both(void **state)
{
    (void)state;
    assert_true(matches("player", "tal", "player", "fischer"));
    assert_true(matches("white", "tal", "red", "byrne"));
    assert_false(matches("player", "fischer", "event", "curacao"));
    assert_true(matches("player", "fischer", "event", "new york"));
}

static void a_partial_date_matches_if_it_can_lie_inside(void **state)
{
    (void)state;
    struct game_header h = fischer;
    const char *const span[] = {"date", "1961.03..1962", NULL};
    const char *const known[] = {"date-known", NULL, "date", "1961.03..1962", NULL};
    const char *const any_known[] = {"date-known", NULL, NULL};
    const char *const either[] = {"date", "1950..1955,1961.04", NULL};
    h.date = 19610000;
    assert_true(header_passes(&h, NULL, span));
    assert_false(header_passes(&h, NULL, known));
    assert_true(header_passes(&h, NULL, any_known));
    h.date = 19610400;
    assert_true(header_passes(&h, NULL, known));
    assert_true(header_passes(&h, NULL, either));
    h.date = 19610200;
    assert_false(header_passes(&h, NULL, span));
    assert_false(header_passes(&h, NULL, either));
    h.date = 0;
    assert_false(header_passes(&h, NULL, any_known));
}

static void ratings_are_asked_of_both_of_one_or_of_a_side(void **state)
{
    (void)state;
    assert_false(matches("elo", "2400.."));
    assert_true(matches("elo-any", "2400.."));
    assert_true(matches("white-elo", "2500"));
    assert_false(matches("white-elo", "..2499"));
    assert_false(matches("black-elo", "..3000"));
    assert_false(matches("black-elo", "0"));
}

static void results_are_figures_or_words(void **state)
{
    (void)state;
    assert_true(matches("result", "0-1"));
    assert_true(matches("result", "black"));
    assert_true(matches("result", "b"));
    assert_true(matches("result", "draw", "result", "b"));
    assert_false(matches("result", "1-0"));
    assert_false(matches("result", "1/2-1/2"));
    assert_false(matches("result", "*"));
}

static void opening_codes_match_as_prefix_and_range(void **state)
{
    (void)state;
    assert_true(matches("eco", "D"));
    assert_true(matches("eco", "d9"));
    assert_true(matches("eco", "D92"));
    assert_true(matches("eco", "D90..D92"));
    assert_true(matches("eco", "C..D"));
    assert_true(matches("eco", "A00,D92..D95"));
    assert_true(matches("eco", "D9,A00"));
    assert_false(matches("eco", "A00,B"));
    assert_false(matches("eco", "D93..E99"));
    assert_false(matches("eco", "D90..D91"));
    assert_false(matches("eco", "A00..C99"));
}

static void game_numbers_and_lengths_are_lists_of_ranges(void **state)
{
    (void)state;
    assert_true(matches("id", "17"));
    assert_true(matches("id", "1,3,15..20"));
    assert_false(matches("id", "1,18.."));
    assert_true(matches("ply-count", "82"));
    assert_false(matches("ply-count", "..81"));
}

static void tags_match_by_value_or_presence(void **state)
{
    (void)state;
    static const char *const tags[] = {"White",     "Tal", "Opening", "Sicilian",
                                       "Annotator", "",    NULL};
    struct record rec;
    struct buffer text = {0};
    struct game_header h;
    game_build(&rec, GAME_CHESS, NULL, "e4", tags);
    rec.number = 5;
    header_from_record(&rec, &text, &h);
    assert_true(header_passes(&h, &rec, (const char *const[]){"tag", "Opening=Sicilian", NULL}));
    assert_false(header_passes(&h, &rec, (const char *const[]){"tag", "Opening=Sicil", NULL}));
    assert_true(header_passes(&h, &rec, (const char *const[]){"tag", "Annotator", NULL}));
    assert_true(header_passes(&h, &rec, (const char *const[]){"tag", "Annotator=", NULL}));
    assert_false(header_passes(&h, &rec, (const char *const[]){"tag", "Opening=", NULL}));
    assert_false(header_passes(&h, &rec, (const char *const[]){"tag", "Remark", NULL}));
    assert_true(header_passes(&h, &rec, (const char *const[]){"id", "5", NULL}));
    assert_false(header_passes(&h, &rec, (const char *const[]){"id", "1..4", NULL}));
    buffer_free(&text);
    record_free(&rec);
}

static void a_record_has_the_header_that_its_tags_say(void **state)
{
    (void)state;
    static const char *const tags[] = {"White",    "Tal",  "Black",    "?",    "Date", "1961.??.??",
                                       "WhiteElo", "2600", "BlackElo", "-",    "ECO",  "B90",
                                       "Result",   "1-0",  "Round",    "12.1", NULL};
    struct record rec;
    struct buffer text = {0};
    struct game_header h;
    game_build(&rec, GAME_CHESS, NULL, "e4 c5 Nf3", tags);
    header_from_record(&rec, &text, &h);
    assert_string_equal(h.white, "Tal");
    assert_string_equal(h.black, "");
    assert_string_equal(h.event, "");
    assert_string_equal(h.round, "12.1");
    assert_string_equal(h.eco, "B90");
    assert_int_equal(h.date, 19610000);
    assert_int_equal(h.white_elo, 2600);
    assert_int_equal(h.black_elo, 0);
    assert_int_equal(h.result, RESULT_WHITE);
    assert_int_equal(h.ply_count, 3);
    assert_int_equal(h.id, 0);
    buffer_free(&text);
    record_free(&rec);
}

static void an_inverted_query_takes_the_other_games(void **state)
{
    (void)state;
    assert_false(matches("invert", NULL, "player", "fischer"));
    assert_true(matches("invert", NULL, "player", "tal"));
}

static void malformed_conditions_are_refused_with_option_and_column(void **state)
{
    (void)state;
    assert_string_equal(refusal(GAME_CHESS, "elo", "2600..x"),
                        "--elo: expected a number or a range such as 20..30 (column 7)");
    assert_string_equal(refusal(GAME_CHESS, "id", "1,,2"),
                        "--id: expected a number or a range such as 20..30 (column 3)");
    assert_string_equal(refusal(GAME_CHESS, "id", "30..20"),
                        "--id: a range that runs backwards (column 1)");
    assert_non_null(strstr(refusal(GAME_CHESS, "id", ".."), "--id: expected a number"));
    assert_non_null(
        strstr(refusal(GAME_CHESS, "id", "99999999999999999999"), "--id: expected a number"));
    assert_non_null(strstr(refusal(GAME_CHESS, "date", "1961.13"), "--date: expected a date"));
    assert_non_null(strstr(refusal(GAME_CHESS, "date", "1961,,1962"), "(column 6)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "eco", "B90,"), "(column 5)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "eco", "9"), "--eco: expected an opening code"));
    assert_non_null(strstr(refusal(GAME_CHESS, "eco", "B90..9"), "(column 6)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "result", "2-0"), "--result: expected 1-0"));
    assert_non_null(strstr(refusal(GAME_CHESS, "player", ""), "--player: a name is missing"));
    assert_non_null(strstr(refusal(GAME_CHESS, "tag", "=x"), "--tag: expected a tag name"));
    assert_non_null(strstr(refusal(GAME_CHESS, "colour", "x"), "--colour is not a condition"));
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_match_without_case_or_accents_where_a_word_starts),
        cmocka_unit_test(a_name_with_an_equals_sign_matches_only_itself),
        cmocka_unit_test(chinese_names_match_at_every_character),
        cmocka_unit_test(one_option_twice_means_either_and_two_options_mean_both),
        cmocka_unit_test(a_partial_date_matches_if_it_can_lie_inside),
        cmocka_unit_test(ratings_are_asked_of_both_of_one_or_of_a_side),
        cmocka_unit_test(results_are_figures_or_words),
        cmocka_unit_test(opening_codes_match_as_prefix_and_range),
        cmocka_unit_test(game_numbers_and_lengths_are_lists_of_ranges),
        cmocka_unit_test(tags_match_by_value_or_presence),
        cmocka_unit_test(a_record_has_the_header_that_its_tags_say),
        cmocka_unit_test(an_inverted_query_takes_the_other_games),
        cmocka_unit_test(malformed_conditions_are_refused_with_option_and_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
