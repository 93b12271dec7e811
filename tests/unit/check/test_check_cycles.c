/* Findings about repetition and long play in xiangqi: what is reported, where, and in which
   words. */
#include "check/check.h"
#include "notation/notation.h"
#include "tests/unit/xiangqi_board.h"

struct course {
    struct record rec;
    struct findings f;
    struct check_memory memory;
};

static void start(struct course *course, const char *fen, enum rule_book rules)
{
    *course = (struct course){.memory.rules = rules};
    const struct position pos = board_position(fen);
    record_init(&course->rec);
    assert_true(record_clear(&course->rec, GAME_XIANGQI));
    record_set_start(&course->rec, &pos);
}

static void play(struct course *course, const char *moves)
{
    for (const char *text = moves; strlen(text) >= 4; text += text[4] ? 5 : 4) {
        assert_true(is_listed(&course->rec.end, board_move(text)));
        assert_true(record_play(&course->rec, board_move(text), 0, 0));
    }
}

static void end(struct course *course)
{
    record_free(&course->rec);
    findings_free(&course->f);
    check_memory_free(&course->memory);
}

/* The codes and plies found, then the messages if WITH_TEXT. */
static void assert_found(struct course *course, bool with_text, const char *expected)
{
    struct buffer got = {0};
    check_draws(&course->rec, &course->memory, &course->f);
    assert_false(course->f.failed);
    for (size_t i = 0; i < course->f.count; i++) {
        const struct finding *x = &course->f.items[i];
        buffer_printf(&got, "%s%s/%u", got.len ? " " : "", finding_kinds[x->code].code, x->ply);
        if (with_text)
            buffer_printf(&got, ": %s\n", finding_text(&course->f, x));
    }
    buffer_terminate(&got);
    if (strcmp(got.data, expected) != 0)
        fail_msg("\n--- got\n%s\n--- expected\n%s", got.data, expected);
    buffer_free(&got);
}

#define CHASE       "3k5/9/9/9/R8/9/2c6/9/9/5K3 w"
#define CHASE_ROUND "a5a3 c3c5 a3a5 c5c3"
#define CHECK       "3k5/9/9/9/9/9/9/9/4R4/5K3 w"
#define CHECK_ROUND "e1d1 d9e9 d1e1 e9d9"
#define QUIET       "3ak1b2/4a4/9/9/9/9/9/9/R8/4KA3 w"
#define QUIET_ROUND "a1b1 g9i7 b1a1 i7g9"
#define LONG_ROUND                                                                                 \
    "a1a2 g9i7 a2a3 i7g9 a3a4 g9i7 a4a5 i7g9 a5b5 g9i7 b5b4 i7g9 b4b3 g9i7 b3b2 i7g9 b2b1 g9i7 "   \
    "b1a1 i7g9"
#define MUTUAL       "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w"
#define MUTUAL_ROUND "e6e7 f8e8 e7f7 e8f8 f7e7 f8e8 e7f7 e8f8 f7e7 f8e8"

static void play_rounds(struct course *course, const char *fen, enum rule_book rules,
                        const char *round, int rounds)
{
    start(course, fen, rules);
    for (int i = 0; i < rounds; i++)
        play(course, round);
}

static void assert_rounds(const char *fen, enum rule_book rules, const char *round, int rounds,
                          const char *expected)
{
    struct course course;
    play_rounds(&course, fen, rules, round, rounds);
    assert_found(&course, false, expected);
    end(&course);
}

static void a_repetition_is_found_when_it_stands_for_the_third_time(void **state)
{
    (void)state;
    assert_rounds(CHASE, RULES_CXA, CHASE_ROUND, 1, "");
    assert_rounds(CHECK, RULES_CXA, CHECK_ROUND, 2, "threefold/8 perpetual-check/8");
    assert_rounds(CHASE, RULES_WXF, CHASE_ROUND, 2, "threefold/8 perpetual-chase/8");
    assert_rounds(QUIET, RULES_CXA, QUIET_ROUND, 2, "threefold/8");
    assert_rounds(MUTUAL, RULES_CXA, MUTUAL_ROUND, 1, "threefold/9 mutual-check/9");
}

static void a_cycle_that_goes_on_is_reported_once(void **state)
{
    (void)state;
    assert_rounds(CHASE, RULES_CXA, CHASE_ROUND, 20, "threefold/8 perpetual-chase/8");
}

static void a_second_cycle_of_another_kind_is_reported_too(void **state)
{
    (void)state;
    struct course course;
    play_rounds(&course, CHASE, RULES_CXA, CHASE_ROUND, 2);
    play(&course, "a5d5 d9e9 d5e5 e9d9 e5d5 d9e9 d5e5 e9d9 e5d5 d9e9 d5e5 e9d9");
    assert_found(&course, false, "threefold/8 perpetual-chase/8 perpetual-check/17");
    end(&course);
}

static void the_rules_chosen_decide(void **state)
{
    (void)state;
    const char *fen = "3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w";
    const char *round = "h6g6 g9i7 g6h6 i7g9";
    assert_rounds(fen, RULES_CXA, round, 2, "threefold/8 perpetual-threat/8");
    assert_rounds(fen, RULES_AXF, round, 2, "threefold/8");
    fen = "4ka3/2R1a4/C8/p7p/1P5n1/9/4n4/4B4/9/4K1B2 w";
    round = "c8c9 e8d9 c9c8 d9e8";
    assert_rounds(fen, RULES_CXA, round, 2, "threefold/8 perpetual-attack/8");
    assert_rounds(fen, RULES_AXF, round, 2, "threefold/8");
    fen = "3akc3/4a4/9/9/3n5/1R7/9/9/4A4/4KAB2 w";
    round = "b4b5 d5c3 b5c5 c3e4 c5c4 e4d6 c4d4 d6f5 d4d5 f5e3 d5e5 e3c4 e5e4 c4d6 e4d4 d6f5 d4d5 "
            "f5e3 d5e5 e3c4 e5e4 c4d6 e4d4 d6f5 d4d5";
    assert_rounds(fen, RULES_AXF, round, 1, "threefold/23 mutual-attack/23");
}

static void messages_name_side_man_cycle_and_rules(void **state)
{
    (void)state;
    struct course course;
    play_rounds(&course, CHASE, RULES_AXF, CHASE_ROUND, 2);
    char moves[4][SAN_MAX], expected[600];
    for (int i = 0; i < 4; i++) {
        struct position pos = course.rec.start;
        for (int ply = 0; ply < i; ply++)
            pos_play(&pos, course.rec.moves[ply]);
        san_format(&pos, course.rec.moves[i], NULL, piece_letter_table, moves[i]);
    }
    snprintf(
        expected, sizeof expected,
        "threefold/8: the position stands for the third time: a draw if neither side must "
        "vary\n perpetual-chase/8: Red chases the cannon (炮) on c3 with every move of %s %s %s "
        "%s (perpetual chase, 长捉) and must vary, or loses (AXF, unverified)\n",
        moves[0], moves[1], moves[2], moves[3]);
    assert_found(&course, true, expected);
    end(&course);
}

static void long_cycles_are_shown_in_part(void **state)
{
    (void)state;
    struct course course;
    start(&course, "4k4/9/9/9/c8/9/9/9/6R2/3K5 w", RULES_AXF);
    for (int i = 0; i < 2; i++)
        play(&course, "g1a1 a5b5 a1a5 b5b8 a5b5 b8g8 b5b8 g8g6 b8g8 g6h6 "
                      "g8g6 h6h3 g6h6 h3g3 h6h3 g3g1 h3g3 g1a1 g3g1 a1a5");
    check_draws(&course.rec, &course.memory, &course.f);
    assert_int_equal(course.f.count, 2);
    assert_int_equal(course.f.items[1].code, FINDING_PERPETUAL_CHASE);
    assert_int_equal(course.f.items[1].ply, 40);
    assert_non_null(strstr(finding_text(&course.f, &course.f.items[1]), " ... (20 plies) "));
    end(&course);
}

/* --- The result ------------------------------------------------------------------------------- */

static void assert_result(enum result result, const char *round, const char *last, bool reported)
{
    struct course course;
    play_rounds(&course, strcmp(round, CHASE_ROUND) == 0 ? CHASE : QUIET, RULES_CXA, round, 2);
    play(&course, last);
    course.rec.has_terminator = true;
    course.rec.terminator = result;
    course.f.minimum = SEVERITY_WARNING;
    assert_found(&course, false, reported ? "result-verdict/8" : "");
    end(&course);
}

static void a_result_against_the_repetition_at_the_end_is_reported(void **state)
{
    (void)state;
    assert_result(RESULT_WHITE, CHASE_ROUND, "", true);
    assert_result(RESULT_DRAW, CHASE_ROUND, "", true);
    assert_result(RESULT_BLACK, CHASE_ROUND, "", false);
    assert_result(RESULT_NONE, CHASE_ROUND, "", false);
    assert_result(RESULT_WHITE, CHASE_ROUND, "f0f1", false);
    assert_result(RESULT_WHITE, QUIET_ROUND, "", false);
    assert_result(RESULT_DRAW, QUIET_ROUND, "", false);
}

/* --- Moves without a capture ------------------------------------------------------------------ */

static void so_many_moves_without_a_capture_are_a_draw(void **state)
{
    (void)state;
    struct course course;
    for (int missing = 0; missing < 2; missing++) {
        start(&course, QUIET, RULES_CXA);
        course.rec.start.halfmove_clock = (uint16_t)(100 - missing);
        play(&course, LONG_ROUND);
        assert_found(&course, false, missing ? "" : "no-capture-limit/20");
        end(&course);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_repetition_is_found_when_it_stands_for_the_third_time),
        cmocka_unit_test(a_cycle_that_goes_on_is_reported_once),
        cmocka_unit_test(a_second_cycle_of_another_kind_is_reported_too),
        cmocka_unit_test(the_rules_chosen_decide),
        cmocka_unit_test(messages_name_side_man_cycle_and_rules),
        cmocka_unit_test(long_cycles_are_shown_in_part),
        cmocka_unit_test(a_result_against_the_repetition_at_the_end_is_reported),
        cmocka_unit_test(so_many_moves_without_a_capture_are_a_draw),
    };
    return cmocka_run_group_tests(tests, init_rules, NULL);
}
