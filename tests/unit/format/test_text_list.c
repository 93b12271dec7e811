/* Plain texts: records with captions as Chinese programs export them, and bare lists of moves. */
#include "tests/unit/reading.h"

#define ROSTER "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=? Black=? Result=* "

static const struct read_options options = {.game = GAME_COUNT, .otherwise = GAME_CHESS};

static void assert_text(const char *text, const char *games, const char *findings)
{
    struct reading r = reading_of_options(text, strlen(text), &options, false);
    assert_string_equal(r.games.data, games);
    assert_string_equal(r.findings.data, findings);
    reading_free(&r);
}

/* --- Captions --------------------------------------------------------------------------------- */

static void captions_become_tags_and_what_follows_them_the_remark(void **state)
{
    (void)state;
    assert_text("标题：测试\r\n赛事：杯赛\r\n日期：2016-12-26\r\n红方：甲\r\n黑方: 乙\r\n"
                "解说：(Email:)\r\n结果：红方胜\r\n分类：\r\n\r\n一个注解\r\n第二行\r\n\r\n"
                "  1. 炮二平五 马８进７\r\n  2. 马二进三\r\n",
                "Game=Chinese Chess Event=杯赛 Site=? Date=2016.12.26 Round=? Red=甲 Black=乙 "
                "Result=1-0 Title=测试 | {一个注解\\x0A第二行} h2e2 h9g7 h0g2 1-0\n",
                "");
}

static void two_captions_may_stand_on_a_line_and_hold_blanks(void **state)
{
    (void)state;
    assert_text("中 国 象 棋 对 局 记 录\n-------\n比赛日期：2016年12月27日20时  比赛地点：网上\n"
                "红    方：甲 一  耗时：  2分\n黑    方：乙  耗时：  4分\n-------\n"
                "棋谱   红方           黑方\n  1.  炮二平五       马８进７\n",
                "Game=Chinese Chess Event=? Site=网上 Date=2016.12.27 Round=? Red=甲 一 Black=乙 "
                "Result=* Time=20时 RedTime=2分 BlackTime=4分 | h2e2 h9g7 -\n",
                "W:missing-result@8:22");
}

static void captions_may_follow_the_moves_and_seen_again_begin_the_next_game(void **state)
{
    (void)state;
    assert_text(
        "标题：一\n红方：甲\n1. 炮二平五\n结果：和棋\n标题：二\n红方：乙\n1. 炮八平五 和棋\n",
        "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=甲 Black=? Result=1/2-1/2 "
        "Title=一 | h2e2 1/2-1/2\n"
        "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=乙 Black=? Result=1/2-1/2 "
        "Title=二 | b2e2 1/2-1/2\n",
        "N:result-form@7:9");
}

static void a_result_behind_the_moves_counts_before_the_caption(void **state)
{
    (void)state;
    assert_text(
        "红方：甲\n黑方：乙\n结果：红胜\n1. 炮二平五 *\n",
        "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=甲 Black=乙 Result=1-0 | h2e2 "
        "1-0\n",
        "");
    assert_text(
        "红方：甲\n黑方：乙\n结果：红胜\n1. 炮二平五 0-1\n",
        "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=甲 Black=乙 Result=0-1 | h2e2 "
        "0-1\n",
        "E:result-conflict@3:4");
}

static void a_fen_among_the_captions_sets_the_start(void **state)
{
    (void)state;
    assert_text(
        "红方：甲\n黑方：乙\n结果：*\nFEN：3k5/9/9/4p4/9/9/9/9/9/R3K4 b\n\n1. …… 卒５进１\n",
        "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=甲 Black=乙 Result=* "
        "FEN=3k5/9/9/4p4/9/9/9/9/9/R3K4 b | e6e5 *\n",
        "");
    assert_text("红方：甲\n黑方：乙\nFEN：9/9/9 b\n\n1. …… 卒５进１ *\n",
                "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=甲 Black=乙 Result=* "
                "FEN=9/9/9 b | {1. …… 卒５进１ *} - broken\n",
                "E:bad-fen@3:10");
}

static void a_board_with_chinese_names_sets_the_start_whatever_its_caption(void **state)
{
    (void)state;
    static const char *const captions[] = {"局面", "初始局面", "盤面", "此局从"};
    for (size_t i = 0; i < sizeof captions / sizeof *captions; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "%s：3将5/9/9/3车5/4車1炮2/9/9/9/9/4帅4 红 - - 0 1\n标题：一\n结果：胜\n\n"
                 "1. 車五进四 将4进1\n",
                 captions[i]);
        struct reading r = reading_of_options(text, strlen(text), &options, false);
        assert_non_null(strstr(r.games.data, "FEN=3k5/9/9/3r5/4R1C2/9/9/9/9/4K4 w - - 0 1 "
                                             "Title=一 | e5e9 d9d8 1-0"));
        reading_free(&r);
    }
}

static void chariots_and_horses_are_of_the_side_that_the_other_names_leave(void **state)
{
    (void)state;
    assert_text("标题：一\n局面：3將5/9/9/3車5/4俥1炮2/9/9/9/9/4帥4 黑\n\n1. …… 将4进1 *\n",
                ROSTER "Title=一 FEN=3k5/9/9/3r5/4R1C2/9/9/9/9/4K4 b | d9d8 *\n", "");
}

static void a_position_that_cannot_be_read_refuses_the_game(void **state)
{
    (void)state;
    assert_text("标题：一\n局面：3將5/9/9/9/4車4/9/9/9/9/4帥4 红\n\n1. 車五进四 *\n",
                ROSTER "Title=一 FEN=3k5/9/9/9/4車4/9/9/9/9/4K4 w | {1. 車五进四 *} - broken\n",
                "E:bad-fen@2:13");
    assert_text("标题：一\n局面：见图\n\n1. 炮二平五 *\n",
                ROSTER "Title=一 FEN=见图 | {1. 炮二平五 *} - broken\n", "E:bad-fen@2:4");
}

static void an_illegal_move_is_found_at_its_place(void **state)
{
    (void)state;
    assert_text("红方：甲\n黑方：乙\n结果：*\n1. 炮二平五 马８进６\n",
                "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=甲 Black=乙 Result=* | "
                "h2e2 {马８进６} * broken\n",
                "E:illegal-move@4:9");
}

/* --- Lists ------------------------------------------------------------------------------------ */

static void a_line_of_engine_protocol_is_a_game_with_either_count_of_ranks(void **state)
{
    (void)state;
    assert_text("position startpos moves h2e2 h9g7\nposition startpos moves h3e3 h10g8\n"
                "position fen 3k5/9/9/4p4/9/9/9/9/9/R3K4 b - - 0 1 moves e6e5\n",
                ROSTER "| h2e2 h9g7 -\n" ROSTER "| h2e2 h9g7 -\n" ROSTER
                       "FEN=3k5/9/9/4p4/9/9/9/9/9/R3K4 b - - 0 1 | e6e5 -\n",
                "");
}

static void other_lines_of_the_protocol_are_reported(void **state)
{
    (void)state;
    assert_text("position startpos moves h2e2\ngo depth 3\nposition startpos moves b2e2\nquit\n",
                ROSTER "| h2e2 -\n" ROSTER "| b2e2 -\n", "W:dropped-text@2:1 W:dropped-text@4:1");
}

static void chess_of_the_same_protocol_is_not_taken_for_xiangqi(void **state)
{
    (void)state;
    struct reading r =
        reading_of_options("position startpos moves e2e4 e7e5\n", 34, &options, false);
    assert_null(strstr(r.games.data, "Chinese Chess"));
    reading_free(&r);
}

static void moves_below_a_fen_are_a_game_from_there(void **state)
{
    (void)state;
    assert_text("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n炮二平五\n马8进7\n"
                "3k5/9/9/4p4/9/9/9/9/9/R3K4 w\nR9+1\n",
                ROSTER "| h2e2 h9g7 -\n" ROSTER "FEN=3k5/9/9/4p4/9/9/9/9/9/R3K4 w | a0a1 -\n", "");
}

static void a_list_of_fens_alone_is_a_list_of_positions(void **state)
{
    (void)state;
    struct reading r = reading_of_options("3k5/9/9/4p4/9/9/9/9/9/R3K4 w - - 0 1\n"
                                          "3k5/9/9/4p4/9/9/9/9/9/R3K4 b - - 0 1\n",
                                          74, &options, false);
    assert_int_equal(r.game_count, 2);
    assert_non_null(strstr(r.games.data, "SetUp=1"));
    reading_free(&r);
}

static void pairs_of_points_are_moves_and_a_blank_line_ends_a_game(void **state)
{
    (void)state;
    assert_text("77-47 70-62\n79-67\n\n17-47 10-xx\n",
                ROSTER "| h2e2 h9g7 h0g2 -\n" ROSTER "| b2e2 - broken\n", "E:unreadable-move@4:7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captions_become_tags_and_what_follows_them_the_remark),
        cmocka_unit_test(two_captions_may_stand_on_a_line_and_hold_blanks),
        cmocka_unit_test(captions_may_follow_the_moves_and_seen_again_begin_the_next_game),
        cmocka_unit_test(a_result_behind_the_moves_counts_before_the_caption),
        cmocka_unit_test(a_fen_among_the_captions_sets_the_start),
        cmocka_unit_test(a_board_with_chinese_names_sets_the_start_whatever_its_caption),
        cmocka_unit_test(chariots_and_horses_are_of_the_side_that_the_other_names_leave),
        cmocka_unit_test(a_position_that_cannot_be_read_refuses_the_game),
        cmocka_unit_test(an_illegal_move_is_found_at_its_place),
        cmocka_unit_test(a_line_of_engine_protocol_is_a_game_with_either_count_of_ranks),
        cmocka_unit_test(other_lines_of_the_protocol_are_reported),
        cmocka_unit_test(chess_of_the_same_protocol_is_not_taken_for_xiangqi),
        cmocka_unit_test(moves_below_a_fen_are_a_game_from_there),
        cmocka_unit_test(a_list_of_fens_alone_is_a_list_of_positions),
        cmocka_unit_test(pairs_of_points_are_moves_and_a_blank_line_ends_a_game),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
