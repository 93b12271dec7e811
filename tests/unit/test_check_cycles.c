/* Findings about repetition and long play in xiangqi: what is reported, where, and in which words. */
#include "check/check.h"
#include "notation/notation.h"
#include "xiangqi_board.h"

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

static void t(void **state)
{
    (void)state;
    struct course course;
    start(&course, "3k5/9/9/9/R8/9/2c6/9/9/5K3 w", RULES_CXA);
    for (int i = 0; i < 2; i++)
        play(&course, "a5a3 c3c5 a3a5 c5c3");
    course.rec.has_terminator = true;
    course.rec.terminator = RESULT_WHITE;
    assert_found(&course, true, "");
    end(&course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t),
    };
    return cmocka_run_group_tests(tests, init_rules, NULL);
}
