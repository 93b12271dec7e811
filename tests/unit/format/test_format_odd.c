/* What files of xiangqi may say that cannot be, or that nothing is made of: each is reported at its
   place, and the game is read as far as it goes. */
#include "tests/unit/cbr_files.h"
#include "tests/unit/reading.h"
#include "tests/unit/xqf_files.h"

#define GAME   "Game=Chinese Chess "
#define ROSTER GAME "Event=? Site=? Date=? Round=? Red=? Black=? "

static const struct read_options options = {.game = GAME_XIANGQI};

/* These bytes are read as GAMES with FINDINGS and MESSAGES, a line for each; NULL: whatever is said. */
static void assert_said(const char *data, size_t len, const char *games, const char *findings,
                        const char *messages)
{
    struct reading r = reading_of_options(data, len, &options, false);
    if (strcmp(r.games.data, games) != 0 || strcmp(r.findings.data, findings) != 0 ||
        (messages && strcmp(r.messages.data, messages) != 0))
        fail_msg("\n%s%s\n%s--- expected\n%s%s\n%s", r.games.data, r.findings.data, r.messages.data,
                 games, findings, messages ? messages : "");
    reading_free(&r);
}

static void assert_text(const char *text, const char *games, const char *findings,
                        const char *messages)
{
    assert_said(text, strlen(text), games, findings, messages);
}

/* --- XQF -------------------------------------------------------------------------------------- */

static const unsigned char no_moves[] = {0x18, 0x20, 0, 0xFF, 0, 0, 0, 0};
/* h2e2 and, from the same board, h9g7 */
static const unsigned char red_move[] = {0x18, 0x20, 0xF0, 0xFF, 0, 0, 0, 0,
                                         96,   74,   0,    0,    0, 0, 0, 0};
static const unsigned char black_move[] = {0x18, 0x20, 0xF0, 0xFF, 0, 0, 0, 0,
                                           103,  99,   0,    0,    0, 0, 0, 0};

/* A file with BODY whose byte AT is VALUE. */
static void assert_xqf(const unsigned char *body, size_t len, size_t at, unsigned char value,
                       const char *game, const char *findings, const char *message)
{
    struct buffer file = {0};
    xqf_plain_file(&file, body, len);
    file.data[at] = (char)value;
    assert_said(file.data, file.len, game, findings, message);
    buffer_free(&file);
}

static void numbers_of_an_xqf_header_that_cannot_be_are_reported(void **state)
{
    (void)state;
    assert_xqf(red_move, sizeof red_move, 0x32, 2, ROSTER "Result=* | h2e2 *\n", "W:file-detail@50",
               "the side to move cannot be 2\n");
    assert_xqf(red_move, sizeof red_move, 0x33, 5, ROSTER "Result=* | h2e2 *\n", "W:file-detail@51",
               "the result cannot be 5\n");
    assert_xqf(red_move, sizeof red_move, 0x40, 200, ROSTER "Result=* | h2e2 *\n",
               "W:file-detail@64", "the type of the game cannot be 200\n");
}

static void the_side_to_move_is_that_of_the_first_move(void **state)
{
    (void)state;
    assert_xqf(red_move, sizeof red_move, 0x32, 1, ROSTER "Result=* | h2e2 *\n", "W:file-detail@50",
               "Black is to move, but the first move is Red's\n");
    assert_xqf(black_move, sizeof black_move, 0x32, 1,
               ROSTER "Result=* FEN=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b"
                      " - - 0 1 GameType=full game | h9g7 *\n",
               "", "");
    assert_xqf(black_move, sizeof black_move, 0x32, 0,
               ROSTER "Result=* FEN=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b"
                      " - - 0 1 GameType=full game | h9g7 *\n",
               "", "");
    assert_xqf(no_moves, sizeof no_moves, 0x32, 1,
               ROSTER "Result=* FEN=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b"
                      " - - 0 1 GameType=full game | *\n",
               "", "");
}

static void a_locked_xqf_tells_of_keys_and_versions_that_cannot_be(void **state)
{
    (void)state;
    static const unsigned char key_or[4] = {1, 2, 3, 4}, keys[3] = {5, 6, 7};
    struct buffer plain = {0}, file = {0};
    xqf_plain_file(&plain, red_move, sizeof red_move);
    xqf_lock(&file, &plain, 18, 0xFF, key_or, keys);
    file.data[2] = 19;
    assert_said(file.data, file.len, ROSTER "Result=* | h2e2 *\n", "W:file-detail@2",
                "a version that is not known, read as 18: 19\n");
    xqf_lock(&file, &plain, 11, 0, key_or, keys);
    file.data[12]++; /* with no mask the sum locks nothing but lengths of comments */
    assert_said(file.data, file.len, ROSTER "Result=* | h2e2 *\n", "W:file-detail@12",
                "the keys do not add up to 0\n");
    buffer_free(&plain);
    buffer_free(&file);
}

static void control_characters_in_a_field_are_blanks(void **state)
{
    (void)state;
    struct buffer file = {0};
    xqf_plain_file(&file, red_move, sizeof red_move);
    xqf_set_field(&file, 0x50,
                  " \x01"
                  "a\x02"
                  "b\r\n");
    assert_said(file.data, file.len, ROSTER "Result=* Title=a b | h2e2 *\n", "", "");
    xqf_set_field(&file, 0x50,
                  "a\xFF"
                  "b\xFF\xFF"
                  "c");
    assert_said(file.data, file.len,
                ROSTER "Result=* Title=a\uFFFD"
                       "b\uFFFD\uFFFD"
                       "c | h2e2 *\n",
                "W:encoding@0 W:encoding@80", NULL);
    buffer_free(&file);
}

/* --- CCBridge --------------------------------------------------------------------------------- */

static void the_side_to_move_of_a_record_is_that_of_its_first_move(void **state)
{
    (void)state;
    static const char *const moves[] = {"h2e2", "h9g7"};
    static const struct {
        int move;
        char turn;
        const char *findings, *message;
    } rows[] = {
        {0, 1, "", ""},
        {1, 2, "", ""},
        {0, 2, "W:file-detail@2112", "the first move is not of side 2\n"},
        {1, 1, "W:file-detail@2112", "the first move is not of side 1\n"},
        {0, 3, "W:file-detail@2112", "the side to move cannot be 3\n"},
    };
    struct buffer b = {0};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cbr_start(&b, 2, 0);
        b.data[2112] = rows[i].turn;
        cbr_move(&b, 2, "", 0, NULL);
        cbr_move(&b, 2, moves[rows[i].move], 1, NULL);
        assert_said(b.data, b.len,
                    rows[i].move ? ROSTER "Result=* RecordType=1 FEN=rnbakabnr/9/1c5c1/p1p1p1p1p/9"
                                          "/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1 | h9g7 *\n"
                                 : ROSTER "Result=* RecordType=1 | h2e2 *\n",
                    rows[i].findings, rows[i].message);
    }
    buffer_free(&b);
}

static void a_record_that_ends_within_its_header_is_broken(void **state)
{
    (void)state;
    struct buffer b = {0};
    cbr_start(&b, 2, 0);
    assert_said(b.data, 2213, "| - broken\n", "E:damaged-file@2213",
                "the record ends within its header\n");
    assert_said(b.data, 19, "| - broken\n", "E:damaged-file@19",
                "the record ends within its header\n");
    buffer_free(&b);
}

/* --- Lists of moves --------------------------------------------------------------------------- */

#define FEN "4k4/9/9/9/9/9/9/9/7R1/3K5 w - - 0 1"

static void text_in_a_list_that_is_no_game_is_reported(void **state)
{
    (void)state;
    assert_text(FEN "\nh1h8\n\n" FEN "\nh1h7 1-0 and more\n",
                ROSTER "Result=* FEN=" FEN " | h1h8 -\n" ROSTER "Result=1-0 FEN=" FEN
                       " | h1h7 1-0\n",
                "W:dropped-text@5:10", "9 bytes of text behind the game\n");
    assert_text("77-47 70-62\n\nnot a game\nat all\n79-67\n",
                ROSTER "Result=* | h2e2 h9g7 -\n" ROSTER "Result=* | h0g2 -\n",
                "W:dropped-text@3:1", "16 bytes of text belong to no game\n");
    assert_text("77-47 70-62\n\nnot a game\n", ROSTER "Result=* | h2e2 h9g7 -\n",
                "W:dropped-text@3:1", "10 bytes of text belong to no game\n");
}

static void the_first_move_of_a_list_may_follow_its_number(void **state)
{
    (void)state;
    assert_text(FEN "\n1. h1h8\n", ROSTER "Result=* FEN=" FEN " | h1h8 -\n", "", "");
}

static void a_start_that_is_no_position_keeps_the_moves_as_text(void **state)
{
    (void)state;
    assert_text(FEN "\nh1h8\n\n4k4/9/9/9/9/9/9/9/7R1/9 w - - 0 1\n  h1h7 \n",
                ROSTER "Result=* FEN=" FEN " | h1h8 -\n" ROSTER
                       "Result=* FEN=4k4/9/9/9/9/9/9/9/7R1/9 w - - 0 1 | {h1h7} - broken\n",
                "E:bad-fen@4:1", NULL);
}

static void what_a_start_says_beside_the_position_is_reported_there(void **state)
{
    (void)state;
    assert_text("\n  4k4/9/9/9/9/9/9/9/7R1/3K5 w - - 200 1\nh1h8\n",
                ROSTER "Result=* FEN=4k4/9/9/9/9/9/9/9/7R1/3K5 w - - 200 1 | h1h8 -\n",
                "N:fen-clock@2:35", "FEN: the halfmove clock cannot be so high\n");
    assert_text("\n  3k5/9/9/9/9/9/9/9/9/3pKp3 w - - 0 1\ne0f0\n",
                ROSTER "Result=* FEN=3k5/9/9/9/9/9/9/9/9/3pKp3 w - - 0 1 | e0f0 -\n",
                "W:fen-detail@2:3", "FEN: no move can have given this check\n");
}

static void a_move_that_cannot_be_played_is_explained(void **state)
{
    (void)state;
    assert_text("77-47 70-62\n\n77-47 77-47\n",
                ROSTER "Result=* | h2e2 h9g7 -\n" ROSTER "Result=* | h2e2 {h2e2} - broken\n",
                "E:illegal-move@3:7", NULL);
    assert_text("77-47 70-6", ROSTER "Result=* | h2e2 - broken\n", "E:unreadable-move@1:7",
                "70-6 is not a move\n");
}

/* --- Captions --------------------------------------------------------------------------------- */

static void captions_of_a_start_are_read_at_their_place(void **state)
{
    (void)state;
    assert_text("标题：测试\nFEN：4k4/9/9/9/9/9/9/9/7R1/3K5 w - - 200 1\n\n1. 车二进七\n",
                ROSTER "Result=* Title=测试 FEN=4k4/9/9/9/9/9/9/9/7R1/3K5 w - - 200 1 | h1h8 -\n",
                "N:fen-clock@2:37 W:missing-result@4:8", NULL);
    assert_text("标题：测试\nFEN：3k5/9/9/9/9/9/9/9/9/3pKp3 w - - 0 1\n\n1. 帅五平四\n",
                ROSTER "Result=* Title=测试 FEN=3k5/9/9/9/9/9/9/9/9/3pKp3 w - - 0 1 | e0f0 -\n",
                "W:fen-detail@2:5 W:missing-result@4:8", NULL);
    assert_text(
        "标题：测试\nFEN：rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
        "\n\n1. 炮二平五\n",
        ROSTER "Result=* Title=测试 | h2e2 -\n", "W:missing-result@4:8", NULL);
}

static void a_tag_knows_where_its_value_stands(void **state)
{
    (void)state;
    static const char text[] =
        "标题：测试\n赛事：杯\n日期：2016-1-2\n红方：甲\n结果：和\n\n1. 炮二平五\n";
    static const char *const values[][2] = {
        {"Title", "测试"}, {"Event", "杯"}, {"Date", "2016-1-2"}, {"Red", "甲"}, {"Result", "和"}};
    struct error err;
    struct record rec;
    struct findings f = {0};
    struct reader *r = reader_open_memory(text, strlen(text), &options, &err);
    assert_non_null(r);
    record_init(&rec);
    assert_int_equal(reader_next(r, &rec, &f, &err), READ_GAME);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        const struct tag *tag = rec.tags;
        while (strncmp(record_text(&rec, tag->name), values[i][0], tag->name.len) != 0)
            tag++;
        assert_ptr_equal(text + tag->source, strstr(text, values[i][1]));
    }
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
}

static void results_are_told_by_the_words_of_many_programs(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"红方胜", "1-0"},   {"胜", "1-0"},        {"勝", "1-0"},         {"w", "1-0"},
        {"RED WON", "1-0"},  {"red wins", "1-0"},  {"黑方胜", "0-1"},     {"负", "0-1"},
        {"負", "0-1"},       {"Black Won", "0-1"}, {"black wins", "0-1"}, {"l", "0-1"},
        {"平", "1/2-1/2"},   {"平局", "1/2-1/2"},  {"双方和", "1/2-1/2"}, {"和棋", "1/2-1/2"},
        {"draw", "1/2-1/2"}, {"D", "1/2-1/2"},     {"不详", "*"},         {"unknown", "*"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200], game[200];
        snprintf(text, sizeof text, "标题：测试\n结果：%s\n\n1. 炮二平五\n", rows[i][0]);
        snprintf(game, sizeof game, ROSTER "Result=%s Title=测试 | h2e2 %s\n", rows[i][1],
                 rows[i][1]);
        assert_text(text, game, "", "");
    }
    assert_text("标题：测试\n结果：drawn\n\n1. 炮二平五\n", ROSTER "Result=* Title=测试 | h2e2 *\n",
                "W:bad-result-tag@2:4", "drawn is no result\n");
}

static void dates_give_a_time_for_what_stands_behind_them(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"2016-12-26", "Date=2016.12.26"},
        {"2016年12月26日", "Date=2016.12.26"},
        {"2016.12.26 10:30", "Date=2016.12.26 Time=10:30"},
        {"2016年12月26日20时", "Date=2016.12.26 Time=20时"},
        {"2016-12-26x", "Date=2016-12-26x"},
        {"soon", "Date=soon"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200], tags[100];
        snprintf(text, sizeof text, "标题：测试\n日期：\u3000%s\u3000\n\n1. 炮二平五\n",
                 rows[i][0]);
        struct reading r = reading_of_options(text, strlen(text), &options, false);
        const char *time = strstr(rows[i][1], " Time");
        const int len = time ? (int)(time - rows[i][1]) : (int)strlen(rows[i][1]);
        snprintf(tags, sizeof tags, GAME "Event=? Site=? %.*s Round=", len, rows[i][1]);
        assert_non_null(strstr(r.games.data, tags));
        snprintf(tags, sizeof tags, "Result=* Title=测试%s |", time ? time : "");
        assert_non_null(strstr(r.games.data, tags));
        reading_free(&r);
    }
}

/* --- DhtmlXQ ---------------------------------------------------------------------------------- */

static void a_page_may_begin_with_blank_lines(void **state)
{
    (void)state;
    assert_text(" \n\t<html><p>\n[DhtmlXQ][DhtmlXQ_title]a&#20013;&#x4e2d;&amp;&#0;&#x;&#1x;"
                "[/DhtmlXQ_title][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n</p></html>",
                GAME "Title=a中中&&#0;&#x;&#1x; | h2e2 -\n", "", "");
}

static void branches_say_which_digits_are_no_move(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"
                "[DhtmlXQ_move_0_1_1]1747x[/DhtmlXQ_move_0_1_1][/DhtmlXQ]",
                GAME "| h2e2 ( b2e2 ) h9g7 -\n", "W:variation-error@1:79",
                "x in branch 1 is not four digits\n");
}

static void men_that_were_taken_may_stand_nowhere(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ][DhtmlXQ_binit]8699999939999999999999999999999999999999"
                "409999999999999999999999[/DhtmlXQ_binit]"
                "[DhtmlXQ_movelist]4041[/DhtmlXQ_movelist][/DhtmlXQ]",
                GAME "FEN=4k4/9/9/9/9/9/8R/9/9/3K5 b - - 0 1 | e9e8 -\n", "", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_an_xqf_header_that_cannot_be_are_reported),
        cmocka_unit_test(the_side_to_move_is_that_of_the_first_move),
        cmocka_unit_test(a_locked_xqf_tells_of_keys_and_versions_that_cannot_be),
        cmocka_unit_test(control_characters_in_a_field_are_blanks),
        cmocka_unit_test(the_side_to_move_of_a_record_is_that_of_its_first_move),
        cmocka_unit_test(a_record_that_ends_within_its_header_is_broken),
        cmocka_unit_test(text_in_a_list_that_is_no_game_is_reported),
        cmocka_unit_test(the_first_move_of_a_list_may_follow_its_number),
        cmocka_unit_test(a_start_that_is_no_position_keeps_the_moves_as_text),
        cmocka_unit_test(what_a_start_says_beside_the_position_is_reported_there),
        cmocka_unit_test(a_move_that_cannot_be_played_is_explained),
        cmocka_unit_test(captions_of_a_start_are_read_at_their_place),
        cmocka_unit_test(a_tag_knows_where_its_value_stands),
        cmocka_unit_test(results_are_told_by_the_words_of_many_programs),
        cmocka_unit_test(dates_give_a_time_for_what_stands_behind_them),
        cmocka_unit_test(a_page_may_begin_with_blank_lines),
        cmocka_unit_test(branches_say_which_digits_are_no_move),
        cmocka_unit_test(men_that_were_taken_may_stand_nowhere),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
