/* Lists with a game on each line, and how they are told from PGN without tags. */
#include "tests/unit/reading.h"

#define ROSTER "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=? Black=? Result=* "

#define CHESS "Event=? Site=? Date=? Round=? White=? Black=? Result=* "

static const struct read_options options = {.game = GAME_COUNT, .otherwise = GAME_CHESS};

static void assert_list(const char *text, const char *games, const char *findings)
{
    struct reading r = reading_of_options(text, strlen(text), &options, true);
    assert_string_equal(r.games.data, games);
    assert_string_equal(r.findings.data, findings);
    reading_free(&r);
}

/* --- Lists ------------------------------------------------------------------------------------ */

static void each_line_is_a_game_in_any_notation(void **state)
{
    (void)state;
    static const char games[] = CHESS "| e4 e5 Nf3 -\n" CHESS "| d4 d5 c4 -\n";
    assert_list("e2e4 e7e5 g1f3\nd2d4 d7d5 c2c4\n", games, "");
    assert_list("e4 e5 Nf3\nd4 d5 c4\n", games, "");
    assert_list("e2-e4 e7-e5 Ng1-f3\nd2-d4 d7-d5 c2-c4\n", games, "");
    assert_list("1. e4 e5 2. Nf3\n1. d4 d5 2. c4\n", games, "");
    assert_list("1.e4 e5 2.Nf3\r\n1.d4 d5 2.c4", games, "");
    assert_list("\r\re4 e5 Nf3\rd4 d5 c4", games, "");
}

static void blanks_beyond_ascii_part_words(void **state)
{
    (void)state;
    static const char games[] = CHESS "| e4 e5 Nf3 -\n" CHESS "| d4 d5 c4 -\n";
    assert_list("e4\u00a0e5 Nf3\u200e\n\u3000d4 d5\u2003c4\n\u00a0\n", games,
                "W:odd-blank@1:3 W:odd-blank@2:7");
    assert_list("\u200eposition\u00a0startpos\u00a0moves\u00a0e2e4\nposition startpos\u200e\n",
                CHESS "| e4 -\n" CHESS "| -\n", "");
    assert_list("fen\u00a07k/8/8/8/8/8/P7/K7 w - - 0 1\u00a0moves\u00a0a2a4\n",
                CHESS "SetUp=1 FEN=7k/8/8/8/8/8/P7/K7 w - - 0 1 | a4 -\n", "");
}

static void a_line_may_say_where_its_game_starts(void **state)
{
    (void)state;
    assert_list("fen 7k/8/8/8/8/8/P7/K7 w - - 0 1 moves a2a4 h8g8\n",
                CHESS "SetUp=1 FEN=7k/8/8/8/8/8/P7/K7 w - - 0 1 | a4 Kg8 -\n", "");
    assert_list("e4 e5\nfen 7k/8/8/8/8/8/P7/K7 b - - 3 9 moves 9... Kg8 10. a4\n",
                CHESS "| e4 e5 -\n" CHESS "SetUp=1 FEN=7k/8/8/8/8/8/P7/K7 b - - 3 9 | Kg8 a4 -\n",
                "");
    assert_list("fen 7k/8/8/8/8/8/P7/K7 w - - 0 1 moves\nfen 7k/8/8/8/8/8/P7/K7 w\n",
                CHESS "SetUp=1 FEN=7k/8/8/8/8/8/P7/K7 w - - 0 1 | -\n" CHESS
                      "SetUp=1 FEN=7k/8/8/8/8/8/P7/K7 w | -\n",
                "");
}

static void the_usual_start_needs_no_tag(void **state)
{
    (void)state;
    assert_list("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4\n",
                CHESS "| e4 -\n", "");
    assert_list("position startpos moves e2e4\nposition startpos\n", CHESS "| e4 -\n" CHESS "| -\n",
                "");
}

static void a_game_that_cannot_be_played_is_found_at_its_place(void **state)
{
    (void)state;
    assert_list("e4 e5 Nf3\nd4 d5 c4\ne4 e5 Ke3\nc4\n",
                CHESS "| e4 e5 Nf3 -\n" CHESS "| d4 d5 c4 -\n" CHESS
                      "| e4 e5 {Ke3} - broken\n" CHESS "| c4 -\n",
                "E:illegal-move@3:7");
    assert_list("fen 7k/8/8/8/8/8/P7/K7 w moves a2a4 a4a5\nfen 7k/8 w moves a2a4\n",
                CHESS "SetUp=1 FEN=7k/8/8/8/8/8/P7/K7 w | a4 {a4a5} - broken\n" CHESS
                      "SetUp=1 FEN=7k/8 w | {a2a4} - broken\n",
                "E:illegal-move@1:37 E:bad-fen@2:9");
}

static void text_that_is_no_game_is_told_with_the_next_one(void **state)
{
    (void)state;
    assert_list("e4 e5 Nf3\nd4 d5 c4\n\nhello, world\n  c4 1-0 e4\nthe end",
                CHESS "| e4 e5 Nf3 -\n" CHESS "| d4 d5 c4 -\n"
                      "Event=? Site=? Date=? Round=? White=? Black=? Result=1-0 | c4 1-0\n",
                "W:dropped-text@4:1 W:dropped-text@5:10 W:dropped-text@6:1");
    assert_list("position startpos moves e2e4\ngo depth 3\nposition startpos moves d2d4\nd2d4\n",
                CHESS "| e4 -\n" CHESS "| d4 -\n", "W:dropped-text@2:1 W:dropped-text@4:1");
}

static void a_list_may_say_that_it_is_one_whatever_can_be_played(void **state)
{
    (void)state;
    assert_list("startpos moves e2e5\nstartpos moves e2e4\n",
                CHESS "| {e2e5} - broken\n" CHESS "| e4 -\n", "E:illegal-move@1:16");
    assert_list("startpos moves h2h4\nstartpos moves h2h4 h7h5\n",
                CHESS "| h4 -\n" CHESS "| h4 h5 -\n", "");
    assert_list("startpos moves h2h4\nstartpos moves h2h4 h9g7\n",
                ROSTER "| h2h4 -\n" ROSTER "| h2h4 h9g7 -\n", "");
}

static void xiangqi_is_told_by_what_can_be_played(void **state)
{
    (void)state;
    assert_list("h3e3 h10g8\nb3e3 b10c8\n", ROSTER "| h2e2 h9g7 -\n" ROSTER "| b2e2 b9c7 -\n", "");
    assert_list("b1c3 b10c8\nh1g3\nc4c5 c7c6\n",
                ROSTER "| b0c2 b9c7 -\n" ROSTER "| h0g2 -\n" ROSTER "| c3c4 c6c5 -\n", "");
    assert_list("炮二平五 马８进７\n1. 马八进七 卒７进１\n",
                ROSTER "| h2e2 h9g7 -\n" ROSTER "| b0c2 g6g5 -\n", "");
}

/* --- No lists --------------------------------------------------------------------------------- */

static void a_game_over_several_lines_is_one_game(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "e4 e5\nNf3 Nc6\nBb5 a6\n", "e4 e5\nNf3 Nc6\n",
        "e2e4 e7e5\ng1f3 b8c6",     "1. e4 e5 2. Nf3\n2... Nc6 3. Bb5 a6\n",
        "1. e4 e5\n2. Nf3 Nc6\n",   "1. e4\n1... e5\n",
        "e4\ne5\nNf3\nNc6\n",       "Nf3 Nf6\n\nNc3 Nc6\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct reading r = reading_of_options(texts[i], strlen(texts[i]), &options, false);
        assert_int_equal(r.game_count, 1);
        assert_null(strstr(r.games.data, "broken"));
        reading_free(&r);
    }
}

static void games_without_tags_apart_by_blank_lines_may_go_over_lines(void **state)
{
    (void)state;
    assert_list("1. e4 e5\n\n1. d4 d5\n2. c4 e6\n\n1. c4\n", "| e4 e5 -\n| d4 d5 c4 e6 -\n| c4 -\n",
                "W:no-tags@1:1 W:missing-result@1:9 W:no-tags@3:1 W:missing-result@4:9 "
                "W:no-tags@6:1 W:missing-result@6:6");
}

static void a_single_line_and_lines_with_results_are_pgn(void **state)
{
    (void)state;
    assert_list("1. e4 e5 2. Nf3\n", "| e4 e5 Nf3 -\n", "W:no-tags@1:1 W:missing-result@1:16");
    assert_list("1. e4 e5 1-0\n1. d4 d5 0-1\n", "| e4 e5 1-0\n| d4 d5 0-1\n",
                "W:no-tags@1:1 W:no-tags@2:1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_is_a_game_in_any_notation),
        cmocka_unit_test(blanks_beyond_ascii_part_words),
        cmocka_unit_test(a_line_may_say_where_its_game_starts),
        cmocka_unit_test(the_usual_start_needs_no_tag),
        cmocka_unit_test(a_game_that_cannot_be_played_is_found_at_its_place),
        cmocka_unit_test(text_that_is_no_game_is_told_with_the_next_one),
        cmocka_unit_test(a_list_may_say_that_it_is_one_whatever_can_be_played),
        cmocka_unit_test(xiangqi_is_told_by_what_can_be_played),
        cmocka_unit_test(a_game_over_several_lines_is_one_game),
        cmocka_unit_test(games_without_tags_apart_by_blank_lines_may_go_over_lines),
        cmocka_unit_test(a_single_line_and_lines_with_results_are_pgn),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
