/* Words behind the last move of a game or a variation: a comment, unless a move could be meant. */
#include "tests/unit/reading.h"

static void words_up_to_the_end_are_a_comment(void **state)
{
    (void)state;
    assert_moves("1. e4 e5 White resigns *", "e4 e5 {White resigns} *", "W:text-behind-moves@3:10");
    assert_moves("1. e4 e5 time-out, it's over! 1-0", "e4 e5 {time-out, it's over!} 1-0",
                 "W:text-behind-moves@3:10");
    assert_moves("1. e4 e5\nlost\non time\n*", "e4 e5 {lost\\x0Aon time} *",
                 "W:text-behind-moves@4:1");
    assert_moves("1. e4 (1. d4 main line) e5 *", "e4 ( d4 {main line} ) e5 *",
                 "W:text-behind-moves@3:14");
}

static void letters_of_every_alphabet_make_words(void **state)
{
    (void)state;
    assert_moves("1. e4 voil\u00c0 *", "e4 {voil\u00c0} *", "W:text-behind-moves@3:7");
    assert_moves("1. e4 \u00c9lu \u041f\u0440\u0438\u0432\u0435\u0442 *",
                 "e4 {\u00c9lu \u041f\u0440\u0438\u0432\u0435\u0442} *", "W:text-behind-moves@3:7");
}

static void words_may_go_on_over_escaped_lines(void **state)
{
    (void)state;
    assert_moves("1. e4 unclear\n%not this\nstill unclear *",
                 "e4 {unclear\\x0A%not this\\x0Astill unclear} *", "W:text-behind-moves@3:7");
}

static void a_word_that_may_hide_a_move_costs_the_game(void **state)
{
    (void)state;
    assert_moves("1. e4 abc *", "e4 {abc} * broken", "E:unreadable-move@3:7");
    assert_moves("1. e4 resigns e5 *", "e4 {resigns e5} * broken", "E:unreadable-move@3:7");
    assert_moves("1. e4 resigns 2 *", "e4 {resigns 2} * broken", "E:unreadable-move@3:7");
    assert_moves("1. e4 (1. d4 ax) e5 *", "e4 ( d4 {ax} ) e5 *", "W:variation-error@3:14");
}

static void a_long_text_is_no_comment(void **state)
{
    (void)state;
    char moves[1200], line[1200];
    for (int len = 995; len <= 1005; len++) {
        snprintf(moves, sizeof moves, "1. e4 ");
        memset(moves + 6, 's', (size_t)len);
        strcpy(moves + 6 + len, " *");
        snprintf(line, sizeof line, "e4 {%.*s} *", len, moves + 6);
        if (len > 1000)
            strcat(line, " broken");
        assert_moves(moves, line, len > 1000 ? "E:unreadable-move@3:7" : "W:text-behind-moves@3:7");
    }
}

static void the_message_says_where_the_words_stand(void **state)
{
    (void)state;
    static const char text[] = "[White \"A\"]\nsee page 12\n[Black \"B\"]\n\n1. e4 e5 resigns *\n";
    struct reading r = reading_of(text, sizeof text - 1);
    assert_string_equal(r.messages.data, "see page 12: words between tags, without braces\n"
                                         "resigns: words behind the moves, without braces\n");
    reading_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_up_to_the_end_are_a_comment),
        cmocka_unit_test(letters_of_every_alphabet_make_words),
        cmocka_unit_test(words_may_go_on_over_escaped_lines),
        cmocka_unit_test(a_word_that_may_hide_a_move_costs_the_game),
        cmocka_unit_test(a_long_text_is_no_comment),
        cmocka_unit_test(the_message_says_where_the_words_stand),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
