/* Conditions on tags, on players by the sound of their names, and on two ratings together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/games.h"
#include "tests/unit/query_conditions.h"

static const char *const tags[] = {
    "White",    "Karpow, Anatoli", "Round",   "12",    "EventDate", "1972.07.??", "Opening",
    "Sicilian", "Annotator",       "?",       "Score", "-0.5",      "Board",      "12.1",
    "Remark",   "\xc3\x89tude",    "Section", "open",  NULL};

/* Whether a game with the TAGS passes. */
static bool tagged_list(const char *const *conditions)
{
    struct record rec;
    struct buffer text = {0};
    struct game_header h;
    game_build(&rec, GAME_CHESS, NULL, "e4", tags);
    header_from_record(&rec, &text, &h);
    bool held = header_passes(&h, &rec, conditions);
    buffer_free(&text);
    record_free(&rec);
    return held;
}
#define tagged(...) tagged_list((const char *const[]){__VA_ARGS__, NULL})

/* One condition on tags. */
static bool tag(const char *value)
{
    return tagged("tag", value);
}

static void tags_are_compared_as_numbers_where_both_are_numbers(void **state)
{
    (void)state;
    assert_true(tag("Round>=3"));
    assert_true(tag("Round>9"));
    assert_true(tag("Round<100"));
    assert_true(tag("Round<=12"));
    assert_false(tag("Round<12"));
    assert_false(tag("Round>12"));
    assert_true(tag("Round<12.5"));
    assert_true(tag("Score<0"));
    assert_true(tag("Score>-1"));
    assert_true(tag("Board>12"));
    assert_true(tag("Board<=12.1"));
    assert_false(tag("Opening>3"));
    assert_true(tag("Round >= 3"));
}

static void tags_are_compared_as_dates_as_far_as_these_are_known(void **state)
{
    (void)state;
    assert_true(tag("EventDate<1973"));
    assert_true(tag("EventDate<=1972"));
    assert_true(tag("EventDate>=1972"));
    assert_false(tag("EventDate<1972"));
    assert_false(tag("EventDate>1972"));
    assert_true(tag("EventDate>1972.06"));
    assert_true(tag("EventDate<1972.08.01"));
    assert_true(tag("EventDate<=1972.07"));
    assert_false(tag("EventDate<1972.07.20"));
    assert_false(tag("EventDate>=1972.07.01"));
    assert_false(tag("Opening<1973"));
}

static void other_tags_are_compared_as_text_without_case_and_accents(void **state)
{
    (void)state;
    assert_true(tag("Opening>r"));
    assert_true(tag("Opening<T"));
    assert_true(tag("Opening>=sicilian"));
    assert_true(tag("Opening<Sicilian Defence"));
    assert_true(tag("Remark<f"));
    assert_true(tag("Remark>etud"));
}

static void a_tag_that_is_absent_or_unknown_compares_to_nothing(void **state)
{
    (void)state;
    assert_false(tag("Subject<5"));
    assert_false(tag("Subject>5"));
    assert_false(tag("Subject!=5"));
    assert_false(tag("Subject~."));
    assert_false(tag("Annotator<a"));
    assert_false(tag("Annotator>5"));
    assert_true(tag("Annotator!=x"));
}

static void tags_match_regular_expressions_without_case(void **state)
{
    (void)state;
    assert_true(tag("Opening~^sici"));
    assert_true(tag("Opening~(x|lian)$"));
    assert_false(tag("Opening~^lian"));
    assert_true(tag("White~kar[pb]o[vw]"));
    assert_true(tag("Round~^[0-9]{2}$"));
    assert_true(tag("Section~=|open"));
}

static void a_dot_of_a_pattern_is_a_character(void **state)
{
    (void)state;
    assert_true(tag("Remark~^.tude$"));
    assert_true(tag("Remark~^\xc3\xa9tude$"));
}

static void different_tags_must_all_be_as_asked(void **state)
{
    (void)state;
    assert_true(tagged("tag", "Round=12", "tag", "Opening=Sicilian"));
    assert_false(tagged("tag", "Round=12", "tag", "Opening=French"));
}

static void values_of_one_tag_mean_either_and_bounds_mean_both(void **state)
{
    (void)state;
    assert_true(tagged("tag", "Round=3", "tag", "Round=12"));
    assert_true(tagged("tag", "Round=3", "tag", "Round~^1"));
    assert_true(tagged("tag", "Round>=3", "tag", "Round<=12"));
    assert_false(tagged("tag", "Round>=3", "tag", "Round<=11"));
    assert_false(tagged("tag", "Round!=3", "tag", "Round!=12"));
    assert_false(tagged("tag", "Round=3", "tag", "Round>=3"));
    assert_true(tagged("tag", "Round~^1", "tag", "Round!=13", "tag", "Round<20"));
}

static void a_tag_that_stands_twice_is_looked_at_twice(void **state)
{
    (void)state;
    struct record rec;
    struct slice name, value;
    game_build(&rec, GAME_CHESS, NULL, "e4", tags);
    assert_true(record_add_text(&rec, "Round", 5, &name));
    assert_true(record_add_text(&rec, "30", 2, &value));
    assert_true(record_add_tag(&rec, name, value, 0));
    const struct game_header h = {.white = "", .black = "", .event = "", .site = ""};
    assert_true(header_passes(&h, &rec, (const char *const[]){"tag", "Round>20", NULL}));
    assert_false(
        header_passes(&h, &rec, (const char *const[]){"tag", "Round>12", "tag", "Round<30", NULL}));
    record_free(&rec);
}

static void a_wrong_pattern_is_refused_with_its_fault_and_place(void **state)
{
    (void)state;
    assert_string_equal(refusal(GAME_CHESS, "tag", "White~Kar(p"),
                        "--tag: a parenthesis is not closed, or not opened (column 10)");
    assert_string_equal(refusal(GAME_CHESS, "tag", "White~\xc3\xa9[a"),
                        "--tag: a bracket is not closed (column 8)");
    assert_string_equal(refusal(GAME_CHESS, "tag", "A~ab{3,2}"),
                        "--tag: the numbers in braces cannot be (column 5)");
    assert_string_equal(refusal(GAME_CHESS, "tag", "A~a{2"),
                        "--tag: a brace is not closed (column 4)");
    assert_string_equal(refusal(GAME_CHESS, "tag", "A~x[z-a]"),
                        "--tag: a range in brackets that runs backwards (column 4)");
    assert_string_equal(refusal(GAME_CHESS, "tag", "A~x|*"),
                        "--tag: there is nothing to be repeated (column 5)");
    assert_string_equal(refusal(GAME_CHESS, "tag", "A~x\\"),
                        "--tag: nothing follows the backslash (column 4)");
    assert_non_null(strstr(refusal(GAME_CHESS, "tag", "A~[[:foo:]]"), "is not known (column 3)"));
    assert_string_equal(refusal(GAME_CHESS, "tag", "A~(a)\\1"),
                        "--tag: a pattern cannot refer back to a group (column 6)");
    char text[1500];
    memset(text, 'a', sizeof text);
    memcpy(text, "A~", 2);
    text[sizeof text - 1] = '\0';
    assert_string_equal(refusal(GAME_CHESS, "tag", text),
                        "--tag: the pattern is too large (column 3)");
    assert_non_null(strstr(refusal(GAME_CHESS, "tag", "A~a{1000}{1000}"), "too large"));
    assert_non_null(strstr(refusal(GAME_CHESS, "tag", "A~((x{3,99}){99}){0,99}"), "too large"));
    assert_true(tag("Opening~^[a-z]{3,100}$"));
}

static void a_relation_that_is_none_is_refused(void **state)
{
    (void)state;
    assert_non_null(strstr(refusal(GAME_CHESS, "tag", "A!b"), "(column 2)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "tag", "A<>b"), "(column 2)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "tag", "<3"), "(column 1)"));
    assert_string_equal(refusal(GAME_CHESS, "tag", "A>="), "--tag: a value is missing (column 4)");
    assert_string_equal(refusal(GAME_CHESS, "tag", "A~"), "--tag: a value is missing (column 3)");
}

/* --- Names by sound --------------------------------------------------------------------------- */

static bool played(const char *name, const char *option, const char *value)
{
    const struct game_header h = {.white = name, .black = "Tal", .event = "", .site = ""};
    return header_passes(&h, NULL, (const char *const[]){option, value, NULL});
}

static void players_are_found_by_sound(void **state)
{
    (void)state;
    static const char *const karpovs[] = {"Karpov, Anatoly", "Anatoli Karpow", "KARPOFF", "Karpof"};
    for (size_t i = 0; i < sizeof karpovs / sizeof *karpovs; i++)
        if (!played(karpovs[i], "player", "~karpov") || !played(karpovs[i], "white", "~Karpoff"))
            fail_msg("%s", karpovs[i]);
    assert_false(played("Karpova", "player", "~Karpov"));
    assert_false(played("Karlov", "player", "~Karpov"));
    assert_false(played("Karpov", "black", "~Karpov"));
    assert_true(played("Kor\xc4\x8dnoj, Viktor", "player", "~Kortschnoi"));
    assert_true(played("Tschigorin, Michail", "player", "~michail chigorin"));
    assert_false(played("Tschigorin, Michail", "player", "~ivan chigorin"));
}

static void only_players_have_a_sound(void **state)
{
    (void)state;
    assert_string_equal(refusal(GAME_CHESS, "event", "~Bled"),
                        "--event: only players are found by sound (column 1)");
    assert_non_null(strstr(refusal(GAME_CHESS, "site", "~Bled"), "--site: only players"));
    assert_string_equal(refusal(GAME_CHESS, "player", "~"),
                        "--player: a name is missing (column 2)");
    assert_string_equal(refusal(GAME_CHESS, "player", "~.,"),
                        "--player: a name of no letters (column 1)");
}

/* --- Ratings ---------------------------------------------------------------------------------- */

static bool rated(int white, int black, enum result result, const char *option, const char *value)
{
    const struct game_header h = {.white = "",
                                  .black = "",
                                  .event = "",
                                  .site = "",
                                  .white_elo = white,
                                  .black_elo = black,
                                  .result = result};
    return header_passes(&h, NULL, (const char *const[]){option, value, NULL});
}

static void the_difference_of_ratings_has_a_sign(void **state)
{
    (void)state;
    assert_true(rated(2500, 2600, RESULT_NONE, "elo-diff", "-100"));
    assert_true(rated(2500, 2600, RESULT_NONE, "elo-diff", "-200..-50"));
    assert_true(rated(2500, 2600, RESULT_NONE, "elo-diff", "..0"));
    assert_true(rated(2500, 2600, RESULT_NONE, "elo-diff", "5,-150..+10"));
    assert_false(rated(2600, 2500, RESULT_NONE, "elo-diff", "-200..-50"));
    assert_true(rated(2600, 2500, RESULT_NONE, "elo-diff", "100.."));
    assert_true(rated(2600, 2500, RESULT_NONE, "elo-diff", "+100"));
    assert_false(rated(2600, 2500, RESULT_NONE, "elo-diff", "101.."));
    assert_false(rated(2600, 0, RESULT_NONE, "elo-diff", "0.."));
    assert_false(rated(0, 0, RESULT_NONE, "elo-diff", "0"));
    assert_non_null(
        strstr(refusal(GAME_CHESS, "elo-diff", "-50..-100"), "runs backwards (column 1)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "elo-diff", "5,x"), "such as -200..-50 (column 3)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "elo-diff", ".."), "such as -200..-50"));
    assert_non_null(strstr(refusal(GAME_CHESS, "elo-diff", "99999"), "such as -200..-50"));
}

static void the_favourite_or_the_outsider_wins(void **state)
{
    (void)state;
    assert_true(rated(2600, 2500, RESULT_WHITE, "winner", "higher"));
    assert_false(rated(2600, 2500, RESULT_WHITE, "winner", "lower"));
    assert_true(rated(2600, 2500, RESULT_BLACK, "winner", "lower"));
    assert_true(rated(2500, 2600, RESULT_BLACK, "winner", "Higher"));
    assert_false(rated(2600, 2500, RESULT_DRAW, "winner", "higher"));
    assert_false(rated(2600, 2500, RESULT_NONE, "winner", "higher"));
    assert_false(rated(2600, 0, RESULT_WHITE, "winner", "higher"));
    assert_false(rated(2600, 2600, RESULT_WHITE, "winner", "higher"));
    assert_false(rated(2600, 2600, RESULT_WHITE, "winner", "lower"));
    assert_string_equal(refusal(GAME_CHESS, "winner", "white"),
                        "--winner: expected higher or lower (column 1)");
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_are_compared_as_numbers_where_both_are_numbers),
        cmocka_unit_test(tags_are_compared_as_dates_as_far_as_these_are_known),
        cmocka_unit_test(other_tags_are_compared_as_text_without_case_and_accents),
        cmocka_unit_test(a_tag_that_is_absent_or_unknown_compares_to_nothing),
        cmocka_unit_test(tags_match_regular_expressions_without_case),
        cmocka_unit_test(a_dot_of_a_pattern_is_a_character),
        cmocka_unit_test(different_tags_must_all_be_as_asked),
        cmocka_unit_test(values_of_one_tag_mean_either_and_bounds_mean_both),
        cmocka_unit_test(a_tag_that_stands_twice_is_looked_at_twice),
        cmocka_unit_test(a_wrong_pattern_is_refused_with_its_fault_and_place),
        cmocka_unit_test(a_relation_that_is_none_is_refused),
        cmocka_unit_test(players_are_found_by_sound),
        cmocka_unit_test(only_players_have_a_sound),
        cmocka_unit_test(the_difference_of_ratings_has_a_sign),
        cmocka_unit_test(the_favourite_or_the_outsider_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
