/* What games have or lack: notes, a start of their own, an underpromotion, findings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/query_conditions.h"
#include "tests/unit/reading.h"

/* Whether the first game of TEXT is as CONDITIONS ask: names and values in turn, ended by NULL.
   FOUND, if not NULL, gets the codes of the findings that go with it, with their plies. */
static bool holds_list(enum game game, const char *text, struct buffer *found,
                       const char *const *conditions)
{
    struct read_options options = {.game = game};
    struct error err;
    struct record rec;
    struct findings f = {0};
    struct game_header header;
    struct buffer names = {0};
    const uint32_t *plies;
    struct reader *r = reader_open_memory(text, strlen(text), &options, &err);
    struct query *q = query_of(game, conditions);
    assert_non_null(r);
    record_init(&rec);
    assert_int_equal(reader_next(r, &rec, &f, &err), READ_GAME);
    assert_false(rec.is_broken);
    assert_true(query_needs_record(q));
    struct query_match *m = match_of(q);
    header_from_record(&rec, &names, &header);
    bool held = query_match_header(m, &header, &rec) && query_match_record(m, &rec, &plies) > 0;
    const struct findings *x = query_match_verdicts(m);
    for (size_t i = 0; found && x && i < x->count; i++)
        buffer_printf(found, "%s@%u ", finding_kinds[x->items[i].code].code, x->items[i].ply);
    query_match_free(m);
    query_free(q);
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
    buffer_free(&names);
    return held;
}
#define holds(text, ...)                                                                           \
    holds_list(GAME_CHESS, text, NULL, (const char *const[]){__VA_ARGS__, NULL})

static bool has(const char *text, const char *words)
{
    const bool held = holds(text, "has", words);
    assert_int_equal(holds(text, "has", words, "invert", NULL), !held);
    if (!strchr(words, ','))
        assert_int_equal(holds(text, "lacks", words), !held);
    return held;
}

static void notes_are_of_five_kinds(void **state)
{
    (void)state;
    static const char *const words[] = {"comments", "variations", "nags", "clocks", "evals"};
    static const struct {
        const char *text;
        const bool has[5];
    } games[] = {
        {"1. e4 e5 *", {false, false, false, false, false}},
        {"1. e4 {a remark} e5 *", {true, false, false, false, false}},
        {"1. e4 (1. d4) e5 *", {false, true, false, false, false}},
        {"1. e4! e5 *", {false, false, true, false, false}},
        {"1. e4 {[%clk 0:01:00]} e5 *", {false, false, false, true, false}},
        {"1. e4 {[%emt 0:00:01]} e5 *", {false, false, false, true, false}},
        {"1. e4 { [%eval 0.3] [%clk 0:01:00] } e5 *", {false, false, false, true, true}},
        {"1. e4 {[%eval 0.3] best} e5 *", {true, false, false, false, true}},
        {"1. e4 {so [%eval 0.3]} e5 *", {true, false, false, false, true}},
        {"1. e4 {[%csl Gd4]} e5 *", {false, false, false, false, false}},
        {"1. e4 (1. d4 {like this} d5 $2) e5 *", {true, true, true, false, false}},
        {"{before} 1. e4 *", {true, false, false, false, false}},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (size_t w = 0; w < 5; w++)
            if (has(games[i].text, words[w]) != games[i].has[w])
                fail_msg("%s: %s", games[i].text, words[w]);
}

#define START(fen) "[SetUp \"1\"]\n[FEN \"" fen "\"]\n\n"

static void a_game_has_a_start_of_its_own(void **state)
{
    (void)state;
    assert_false(has("1. e4 *", "fen"));
    assert_false(
        has(START("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") "1. e4 *", "fen"));
    assert_true(has(START("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") "1. e4 *", "fen"));
}

static void odds_are_the_usual_start_less_some_men(void **state)
{
    (void)state;
    assert_true(
        has(START("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1") "1. e4 *", "odds"));
    assert_true(
        has(START("rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") "1. e4 *", "odds"));
    assert_false(has(
        START("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1") "1... e5 *", "odds"));
    assert_false(
        has(START("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1") "1. e4 *", "odds"));
    assert_false(has("1. e4 *", "odds"));
}

static void a_pawn_becomes_less_than_a_queen(void **state)
{
    (void)state;
    assert_true(has(START("7k/P7/8/8/8/8/8/K7 w - - 0 1") "1. a8=R+ *", "underpromotion"));
    assert_false(has(START("7k/P7/8/8/8/8/8/K7 w - - 0 1") "1. a8=Q+ *", "underpromotion"));
    assert_false(
        has(START("7k/P7/8/8/8/8/8/K7 w - - 0 1") "1. a8=Q+ (1. a8=N) *", "underpromotion"));
}

static void all_words_of_a_list_must_hold_and_lists_are_either(void **state)
{
    (void)state;
    static const char text[] = "1. e4! {a remark} e5 *";
    assert_true(has(text, "comments,nags"));
    assert_false(has(text, "comments,variations"));
    assert_true(has(text, "Comments,NAGS"));
    assert_true(holds(text, "has", "variations", "has", "nags"));
    assert_false(holds(text, "has", "variations", "has", "clocks"));
    assert_false(holds(text, "lacks", "variations,nags"));
    assert_false(holds(text, "lacks", "variations", "lacks", "nags"));
    assert_true(holds(text, "lacks", "variations,clocks", "has", "nags"));
    assert_false(holds(text, "has", "comments", "lacks", "nags"));
}

#define KNIGHTS "Nf3 Nf6 Ng1 Ng8 "

static void what_ends_a_game_is_found_at_its_end(void **state)
{
    (void)state;
    assert_false(has(KNIGHTS KNIGHTS KNIGHTS "*", "fivefold"));
    assert_true(has(KNIGHTS KNIGHTS KNIGHTS KNIGHTS "*", "fivefold"));
    assert_true(has(KNIGHTS KNIGHTS KNIGHTS KNIGHTS "e4 *", "fivefold"));
    assert_true(has(START("8/8/8/4k3/8/8/4p3/4K3 w - - 0 1") "1. Kxe2 *", "dead-position"));
    assert_true(has(START("8/8/8/4k3/8/8/4p3/4K3 w - - 0 1") "1. Kxe2 Kd5 *", "dead-position"));
    assert_false(has(START("8/8/8/4k3/8/8/3pp3/4K3 w - - 0 1") "1. Kxe2 *", "dead-position"));
    assert_true(has(START("8/8/8/4k3/8/8/R7/4K3 w - - 149 90") "1. Ra3 *", "seventy-five-moves"));
    assert_false(has(START("8/8/8/4k3/8/8/R7/4K3 w - - 148 90") "1. Ra3 *", "seventy-five-moves"));
    assert_false(has(START("k7/8/1K6/8/8/8/8/7R w - - 149 90") "1. Rh8# *", "seventy-five-moves"));
    assert_true(has(START("8/8/8/4k3/8/8/R7/4K3 w - - 99 90") "1. Ra3 *", "fifty-moves"));
}

static void results_are_held_against_tag_and_board(void **state)
{
    (void)state;
    assert_true(has("[Result \"1-0\"]\n\n1. e4 0-1", "result-conflict"));
    assert_false(has("[Result \"1-0\"]\n\n1. e4 1-0", "result-conflict"));
    assert_true(has("1. f3 e5 2. g4 Qh4# 1-0", "result-board"));
    assert_false(has("1. f3 e5 2. g4 Qh4# 0-1", "result-board"));
    assert_true(has("1. f3 e5 2. g4 Qh4# *", "result-unknown"));
    assert_true(holds("[Result \"1-0\"]\n\n1. e4 1-0", "lacks", "result-conflict,result-board"));
}

static void the_findings_asked_for_come_along(void **state)
{
    (void)state;
    struct buffer found = {0};
    const char *const both[] = {"has", "fivefold,threefold", NULL};
    const char *const notes[] = {"lacks", "fifty-moves", NULL};
    static const char text[] = KNIGHTS KNIGHTS KNIGHTS KNIGHTS "*";
    assert_true(holds_list(GAME_CHESS, text, &found, both));
    assert_string_equal(buffer_terminate(&found), "threefold@8 fivefold@16 ");
    buffer_clear(&found);
    assert_true(holds_list(GAME_CHESS, text, &found, notes));
    assert_string_equal(buffer_terminate(&found), "");
    buffer_free(&found);
}

static void words_are_those_of_the_game(void **state)
{
    (void)state;
    assert_non_null(strstr(refusal(GAME_XIANGQI, "has", "underpromotion"), "is none of comments"));
    assert_non_null(strstr(refusal(GAME_CHESS, "lacks", "perpetual-chase"), "--lacks: "));
    assert_string_equal(refusal(GAME_CHESS, "has", "nags,coments"),
                        "--has: no word 'coments'; did you mean 'comments'? (column 6)");
    assert_non_null(strstr(refusal(GAME_CHESS, "has", ""), "--has: '' is none of comments, "));
    assert_non_null(strstr(refusal(GAME_CHESS, "has", "fen,"), "(column 5)"));
}

static void xiangqi_has_odds_and_notes_too(void **state)
{
    (void)state;
    static const char text[] =
        "[Game \"Chinese Chess\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/"
        "1NBAKABNR w - - 0 1\"]\n\n1. {让一车} h2e2 *";
    const char *const conditions[] = {"has", "odds,fen,comments", "lacks", "threefold", NULL};
    assert_true(holds_list(GAME_XIANGQI, text, NULL, conditions));
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_are_of_five_kinds),
        cmocka_unit_test(a_game_has_a_start_of_its_own),
        cmocka_unit_test(odds_are_the_usual_start_less_some_men),
        cmocka_unit_test(a_pawn_becomes_less_than_a_queen),
        cmocka_unit_test(all_words_of_a_list_must_hold_and_lists_are_either),
        cmocka_unit_test(what_ends_a_game_is_found_at_its_end),
        cmocka_unit_test(results_are_held_against_tag_and_board),
        cmocka_unit_test(the_findings_asked_for_come_along),
        cmocka_unit_test(words_are_those_of_the_game),
        cmocka_unit_test(xiangqi_has_odds_and_notes_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
