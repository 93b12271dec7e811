/* Conditions on positions that are numbers: men, keys, clocks, evaluations; and how long all of
   them last. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "format/format.h"
#include "tests/unit/query_plies.h"

/* The plies at which the game TEXT matches. */
static const char *plies_in(const char *text, const char *const *conditions)
{
    struct record rec;
    struct error err;
    struct read_options options = {.game = GAME_CHESS};
    struct findings findings = {0};
    struct reader *r = reader_open_memory(text, strlen(text), &options, &err);
    assert_non_null(r);
    record_init(&rec);
    assert_int_equal(reader_next(r, &rec, &findings, &err), READ_GAME);
    assert_false(rec.is_broken);
    const char *plies = plies_list(&rec, conditions);
    findings_free(&findings);
    reader_close(r);
    record_free(&rec);
    return plies;
}
#define in_text(text, ...) plies_in(text, CONDITIONS(__VA_ARGS__))

static void men_are_counted_with_the_kings(void **state)
{
    (void)state;
    const char *takes = "e4 d5 exd5 Qxd5 Nc3";
    assert_string_equal(chess(NULL, takes, "men", "32"), "0 1 2");
    assert_string_equal(chess(NULL, takes, "men", "31"), "3");
    assert_string_equal(chess(NULL, takes, "men", "..30"), "4 5");
    assert_string_equal(chess(NULL, takes, "men", "30,32", "ply", "2.."), "2 4 5");
    assert_string_equal(chess(NULL, takes, "men", "30", "material", "Q=q"), "4 5");
    assert_string_equal(chess(NULL, takes, "men", "30", "material", "N3+"), "");
    assert_string_equal(chess("4k3/8/8/8/4p3/8/3P4/4K3 w - -", "d4 exd3 Kd2", "men", "3"), "2 3");
    assert_string_equal(chess("1n2k3/P7/8/8/8/8/8/4K3 w - -", "a8=Q", "men", "4"), "0 1");
    assert_string_equal(xiangqi(NULL, "h2h9 i9h9", "men", "31"), "1");
    assert_string_equal(xiangqi(NULL, "h2h9 i9h9", "men", "30", "flip", NULL), "2");
    assert_non_null(strstr(refusal(GAME_CHESS, "men", "4..2"), "backwards (column 1)"));
}

static void keys_are_those_of_polyglot(void **state)
{
    (void)state;
    /* The examples of the description of the format. */
    const char *line = "e4 d5 e5 f5 Ke2 Kf7";
    assert_string_equal(chess(NULL, line, "key", "463b96181691fc9c"), "0");
    assert_string_equal(chess(NULL, line, "key", "0x823C9B50FD114196"), "1");
    assert_string_equal(chess(NULL, line, "key", "0756b94461c50fb0"), "2");
    assert_string_equal(chess(NULL, line, "key", "22a48b5a8e47ff78"), "4"); /* exf6 is possible */
    assert_string_equal(chess(NULL, line, "key", "652a607ca3f242c1"), "5");
    assert_string_equal(chess(NULL, line, "key", "00fdd303c946bdd9"), "6");
    assert_string_equal(chess(NULL, line, "key", "00fdd303c946bdd9", "key", "652a607ca3f242c1"),
                        "5 6");
    /* No pawn can take on c3 but in the sense of the book. */
    assert_string_equal(chess(NULL, "a4 b5 h4 b4 c4", "key", "3c8123ea7b067637"), "5");
    assert_string_equal(chess(NULL, line, "key", "1"), "");
    assert_string_equal(chess(NULL, line, "key", "463b96181691fc9c", "men", "31"), "");
    assert_string_equal(refusal(GAME_CHESS, "key", "12g"),
                        "--key: expected a key of up to 16 hexadecimal digits (column 3)");
    assert_string_equal(refusal(GAME_CHESS, "key", "12345678123456781"),
                        "--key: expected a key of up to 16 hexadecimal digits (column 17)");
    assert_non_null(strstr(refusal(GAME_CHESS, "key", "0x"), "(column 3)"));
    assert_non_null(strstr(refusal(GAME_XIANGQI, "key", "12"), "--key is for chess"));
}

static void what_lasts_matches_once_at_its_first_ply(void **state)
{
    (void)state;
    const char *takes = "e4 d5 exd5 Qxd5 Nc3 Qe5+ Be2 Qxe2+ Ngxe2";
    assert_string_equal(chess(NULL, takes, "men", "30"), "4 5 6 7");
    assert_string_equal(chess(NULL, takes, "men", "30", "lasting", "1"), "4");
    assert_string_equal(chess(NULL, takes, "men", "30", "lasting", "4"), "4");
    assert_string_equal(chess(NULL, takes, "men", "30", "lasting", "5"), "");
    assert_string_equal(chess(NULL, takes, "men", "30", "lasting", "5", "lasting", "4"), "4");
    assert_string_equal(chess(NULL, takes, "men", "30,32", "lasting", "2"), "0 4");
    assert_string_equal(chess(NULL, takes, "men", "30,32", "lasting", "4"), "4");
    assert_string_equal(chess(NULL, takes, "men", "30", "ply", "5..", "lasting", "3"), "5");
    assert_string_equal(chess(NULL, takes, "men", "30", "ply", "6..", "lasting", "3"), "");
    assert_string_equal(chess(NULL, takes, "lasting", "10"), "0");
    assert_string_equal(chess(NULL, takes, "lasting", "11"), "");
    assert_string_equal(chess(NULL, takes, "men", "30", "lasting", "5", "invert", NULL), "game");
    assert_string_equal(refusal(GAME_CHESS, "lasting", "0"),
                        "--lasting: expected a number from 1 on (column 1)");
    assert_non_null(strstr(refusal(GAME_CHESS, "lasting", "2..4"), "from 1 on"));
    assert_non_null(strstr(refusal(GAME_CHESS, "lasting", "2,4"), "from 1 on"));
}

static const char clocks[] =
    "1. e4 {[%clk 0:05:00]} e5 $1 {good} {[%clk 0:04:59.4]} (1... c5 {[%clk 0:00:01]}) "
    "2. Qh5 {[%clk 1:00:00] x} Ke7 {[%clk none]} 3. Qxe5# {[%clk 0:00:09]} *";

static void clocks_are_seconds_or_hours_and_minutes(void **state)
{
    (void)state;
    assert_string_equal(in_text(clocks, "clock", "5:00"), "1");
    assert_string_equal(in_text(clocks, "clock", "300"), "1");
    assert_string_equal(in_text(clocks, "clock", "0:05:00"), "1");
    assert_string_equal(in_text(clocks, "clock", "..4:59"), "2 5");
    assert_string_equal(in_text(clocks, "clock", "..299.3"), "5");
    assert_string_equal(in_text(clocks, "clock", "299.4"), "2");
    assert_string_equal(in_text(clocks, "clock", "1:00..1:00:00"), "1 2 3");
    assert_string_equal(in_text(clocks, "clock", "1:00:01.."), "");
    assert_string_equal(in_text(clocks, "clock", "9,3600"), "3 5");
    assert_string_equal(in_text(clocks, "clock", "9", "clock", "3600"), "3 5");
    assert_string_equal(in_text(clocks, "clock", "0.."), "1 2 3 5");
    assert_string_equal(in_text(clocks, "clock", "..1"), ""); /* that is in a variation */
    assert_string_equal(in_text(clocks, "clock", "0..", "lasting", "3"), "1");
    assert_string_equal(in_text(clocks, "clock", "0..", "men", "31"), "5");
    assert_string_equal(in_text(clocks, "clock", "0..", "after", "1.e4 e5"), "2");
    assert_string_equal(in_text("1. e4 {[%emt 0:00:05]} *", "clock", "5"), "");
    assert_string_equal(in_text("1. e4 *", "clock", "0.."), "");
    assert_non_null(strstr(refusal(GAME_CHESS, "clock", "10,x"),
                           "--clock: expected a time or a range such as ..30"));
    assert_non_null(strstr(refusal(GAME_CHESS, "clock", "10,x"), "(column 4)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "clock", "10..x"), "(column 5)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "clock", "-5.."), "(column 1)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "clock", "5:00..30"), "backwards"));
    assert_non_null(strstr(refusal(GAME_CHESS, "clock", ".."), "expected a time"));
}

static const char evals[] = "1. f3 {[%eval 0.17]} e5 {[%eval -0.25,20]} (1... a6 {[%eval 9]}) "
                            "2. g4 {[%eval #-1]} d6 {[%eval 1.5] [%clk 0:00:30]} 3. e4 "
                            "{[%eval #3]} Qh4+ {[%eval +12.345]} 4. Ke2 {[%eval ?]} *";

static void evaluations_are_pawns_and_mates_are_beyond(void **state)
{
    (void)state;
    assert_string_equal(in_text(evals, "eval", "0.17"), "1");
    assert_string_equal(in_text(evals, "eval", "-0.25"), "2");
    assert_string_equal(in_text(evals, "eval", "-0.3..0.2"), "1 2");
    assert_string_equal(in_text(evals, "eval", "..-0.25"), "2 3");
    assert_string_equal(in_text(evals, "eval", "..-2"), "3");
    assert_string_equal(in_text(evals, "eval", "1.5.."), "4 5 6");
    assert_string_equal(in_text(evals, "eval", "1.5..20"), "4 6");
    assert_string_equal(in_text(evals, "eval", "12.345"), "6");
    assert_string_equal(in_text(evals, "eval", "1000000.."), "5");
    assert_string_equal(in_text(evals, "eval", "#3"), "5");
    assert_string_equal(in_text(evals, "eval", "#3.."), "5");
    assert_string_equal(in_text(evals, "eval", "#2.."), "");
    assert_string_equal(in_text(evals, "eval", "..#-3"), "3");
    assert_string_equal(in_text(evals, "eval", "#-1..#-3"), "3");
    assert_string_equal(in_text(evals, "eval", "9"), ""); /* that is in a variation */
    assert_string_equal(in_text(evals, "eval", "-.25,+.17"), "1 2");
    assert_string_equal(in_text(evals, "eval", "-0.3..0.2", "lasting", "2"), "1");
    assert_string_equal(in_text(evals, "eval", "1..", "clock", "30"), "4");
    assert_string_equal(in_text(evals, "eval", "2..", "clock", "30"), "");
    assert_string_equal(in_text(evals, "eval", "2..", "pattern", "*/*/*/*/???????q/*/*/*"), "6");
    assert_non_null(strstr(refusal(GAME_CHESS, "eval", "2..1"), "backwards (column 1)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "eval", "1..2..3"), "(column 4)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "eval", "1,#"), "(column 3)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "eval", "2..."), "(column 4)"));
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(men_are_counted_with_the_kings),
        cmocka_unit_test(keys_are_those_of_polyglot),
        cmocka_unit_test(what_lasts_matches_once_at_its_first_ply),
        cmocka_unit_test(clocks_are_seconds_or_hours_and_minutes),
        cmocka_unit_test(evaluations_are_pawns_and_mates_are_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
