/* What programs of engine matches write in comments, and ChessBase's profile of a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "notation/annotation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All that TEXT says after a move of MOVER, a word for each. */
static const char *said(const char *text, enum color mover)
{
    static char out[200];
    struct annotation a;
    struct annotation_eval eval;
    uint32_t depth;
    uint64_t ms;
    char *to = out;
    /* Without a byte behind it, so that reading on is seen by a sanitizer. */
    const size_t len = strlen(text);
    char *copy = malloc(len + 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    *to = '\0';
    for (size_t at = 0; annotation_next(copy, len, &at, &a);) {
        if (a.kind == ANNOTATION_CLK && annotation_time(&a, &ms))
            to += sprintf(to, "clk %llu ", (unsigned long long)ms);
        if (a.kind == ANNOTATION_EMT && annotation_time(&a, &ms))
            to += sprintf(to, "emt %llu ", (unsigned long long)ms);
        if (a.kind == ANNOTATION_DEPTH && annotation_depth(&a, &depth))
            to += sprintf(to, "depth %u ", depth);
        if (a.kind != ANNOTATION_EVAL || !annotation_eval(&a, mover, &eval))
            continue;
        to += sprintf(to, "eval %s%s", eval.is_negative ? "-" : "", eval.is_mate ? "#" : "");
        to += eval.is_mate ? sprintf(to, "%u ", eval.mate) : sprintf(to, "%s ", eval.pawns);
        if (eval.has_depth)
            to += sprintf(to, "depth %u ", eval.depth);
    }
    free(copy);
    return out;
}

static void scores_of_cutechess_are_those_of_the_player_who_moved(void **state)
{
    (void)state;
    assert_string_equal(said("+0.41/12 0.14s", WHITE), "eval 0.41 depth 12 emt 140 ");
    assert_string_equal(said("+0.41/12 0.14s", BLACK), "eval -0.41 depth 12 emt 140 ");
    assert_string_equal(said("-1.50/\n15 0.090s", BLACK), "eval 1.50 depth 15 emt 90 ");
    assert_string_equal(said("0.00/1 0s", BLACK), "eval 0.00 depth 1 emt 0 ");
    assert_string_equal(said("0.25s", WHITE), "emt 250 ");
    assert_string_equal(said("-0.30/9", WHITE), "eval -0.30 depth 9 ");
    assert_string_equal(said("+0.10/8 1:02", WHITE), "eval 0.10 depth 8 emt 62000 ");
    assert_string_equal(said("+0.10/8 2s, n=123, d=5, tl=9.5s, White mates", WHITE),
                        "eval 0.10 depth 8 emt 2000 depth 5 clk 9500 ");
    assert_string_equal(said("+0.10/8 2s [%clk 0:01]", WHITE),
                        "eval 0.10 depth 8 emt 2000 clk 1000 ");
}

static void engine_matches_count_mates_in_plies_from_before_the_move(void **state)
{
    (void)state;
    assert_string_equal(said("+M3/30 1.2s", WHITE), "eval #2 depth 30 emt 1200 ");
    assert_string_equal(said("-M2/20 1s", BLACK), "eval #1 depth 20 emt 1000 ");
    assert_string_equal(said("+M1/1 0s, Black mates", BLACK), "eval -#1 depth 1 emt 0 ");
    assert_string_equal(said("d=1, wv=-M4,", WHITE), "depth 1 eval -#2 ");
    assert_string_equal(said("[%eval #-3]", WHITE), "eval -#3 ");
}

static void items_of_tcec_are_those_of_white(void **state)
{
    (void)state;
    assert_string_equal(
        said("d=40, sd=54, mt=142203, tl=1660797, pv=c4 c6, wv=1.04, mb=+0,", BLACK),
        "depth 40 emt 142203 clk 1660797 eval 1.04 ");
    assert_string_equal(said("sd=5, mt=00:02:07, wv=-0.30", BLACK), "emt 127000 eval -0.30 ");
    assert_string_equal(said("book, mb=+0+0,", WHITE), "");
    assert_string_equal(said("mt=-9, tl=x, d=, wv=", WHITE), "");
    assert_string_equal(said("[%eval 0.5], d=4", WHITE), "eval 0.5 ");
}

static void words_and_numbers_of_people_are_no_scores(void **state)
{
    static const char *const texts[] = {
        "1/2",
        "1.5/2 points",
        "12.03/04 was the day",
        "+0.41",
        "better is +0.41/12 0.14s",
        "M5",
        "+M/3",
        "+0.4/",
        "5",
        "20s were left",
        "",
        "+",
        "=",
        "x=",
        "1.5/2/3",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_string_equal(said(texts[i], WHITE), "");
}

static void a_long_comment_is_read_in_time(void **state)
{
    enum { PARTS = 60000 };
    static char items[PARTS * 4 + 1], commands[PARTS * 4 + 3];
    struct annotation a;
    size_t count = 0;
    (void)state;
    for (size_t i = 0; i < PARTS; i++) {
        memcpy(items + 4 * i, "d=1,", 4);
        memcpy(commands + 2 + 4 * i, "[%x]", 4);
    }
    memcpy(commands, "a=", 2);
    for (size_t at = 0; annotation_next(items, sizeof items - 1, &at, &a);)
        count++;
    for (size_t at = 0; annotation_next(commands, sizeof commands - 1, &at, &a);)
        count++;
    assert_int_equal(count, 2 * PARTS);
}

/* What the profile TEXT says of PLY: "" nothing. */
static const char *profiled(const char *text, size_t ply)
{
    static char out[40];
    struct annotation a;
    struct annotation_eval eval;
    struct annotation_profile p;
    size_t at = 0;
    assert_true(annotation_next(text, strlen(text), &at, &a));
    assert_int_equal(a.kind, ANNOTATION_PROFILE);
    out[0] = '\0';
    if (!annotation_profile(&a, &p) || !annotation_profile_at(&p, ply, &eval))
        return out;
    if (eval.is_mate)
        sprintf(out, "%s#%u", eval.is_negative ? "-" : "", eval.mate);
    else
        sprintf(out, "%s%s", eval.is_negative ? "-" : "", eval.pawns);
    return out;
}

static void a_profile_tells_of_each_ply(void **state)
{
    static const char text[] = "[%evp 1,5,19,-131,29995,-29998,-30000]";
    static const char *const expected[] = {"", "0.19", "-1.31", "#3", "-#1", "", ""};
    (void)state;
    for (size_t ply = 0; ply < sizeof expected / sizeof expected[0]; ply++)
        assert_string_equal(profiled(text, ply), expected[ply]);
    assert_string_equal(profiled("[%evp ]", 0), "");
    assert_string_equal(profiled("[%evp 0]", 0), "");
    assert_string_equal(profiled("[%evp 0,1]", 0), "");
    assert_string_equal(profiled("[%evp 0,3,1,x,2]", 2), "");
    assert_string_equal(profiled("[%evp -1,3,1,2]", 0), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_of_cutechess_are_those_of_the_player_who_moved),
        cmocka_unit_test(engine_matches_count_mates_in_plies_from_before_the_move),
        cmocka_unit_test(items_of_tcec_are_those_of_white),
        cmocka_unit_test(words_and_numbers_of_people_are_no_scores),
        cmocka_unit_test(a_long_comment_is_read_in_time),
        cmocka_unit_test(a_profile_tells_of_each_ply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
