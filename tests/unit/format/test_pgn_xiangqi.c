/* The PGN reader on xiangqi, as programs and people write it. */
#include "base/text_parts.h"
#include "format/reader.h"
#include "tests/unit/reading.h"

/* TEXT, whose kind is told by content, gives these GAMES and FINDINGS. */
static void assert_xiangqi(const char *text, const char *games, const char *findings)
{
    const struct read_options options = {.game = GAME_COUNT};
    struct reading r = reading_of_options(text, strlen(text), &options, false);
    if (strcmp(r.games.data, games) != 0 || strcmp(r.findings.data, findings) != 0)
        fail_msg("\n%s\n--- games\n%s--- expected\n%s--- findings\n%s\n--- expected\n%s\n%s", text,
                 r.games.data, games, r.findings.data, findings, r.messages.data);
    reading_free(&r);
}

static enum game kind_of(const char *text)
{
    struct error err;
    const struct read_options options = {.game = GAME_COUNT, .otherwise = GAME_CHESS};
    struct reader *r = reader_open_memory(text, strlen(text), &options, &err);
    assert_non_null(r);
    enum game game = reader_game(r);
    reader_close(r);
    return game;
}

/* --- Which game it is ------------------------------------------------------------------------- */

static void the_first_sure_sign_tells_which_game_a_file_holds(void **state)
{
    (void)state;
    static const char *const xiangqi[] = {
        "[Game \"Chinese Chess\"]\n\n*",
        "[Event \"x\"]\n[Red \"y\"]\n\n*",
        "[White \"x\"]\n[Variant \"Xiangqi\"]\n\n*",
        "[White \"x\"]\n[Fen \"3ak4/9/9/9/9/9/9/9/9/4K4 w\"]\n\n*",
        "1. 炮二平五 马8进7",
        "{e4 e5} 1. c2.5 h8+7",
        "1. Ｃ２＝５ Ｈ８＋７",
        "1. H2-E2 H9-G7",
        "1. e3e4 h9g7",
        "1. h3e3 h10g8",
        "开局：１．炮二平五",
        "# a list\n3ak4/9/9/9/9/9/9/9/9/4K4 w\n",
    };
    static const char *const chess[] = {
        "",
        "[Event \"x\"]\n[White \"y\"]\n\n1. e4 e5 *",
        "1. e2e4 e7e5 2. g1f3",
        "{炮二平五} 1. Nf3 d5",
        "[White \"x\"]\n[Black \"車\"]\n\n1. c4 c5",
        "8/8/8/8/8/4k3/4p3/4K3 w - -\n",
        "[FEN \"8/8/8/8/8/4k3/4p3/4K3 w - -\"]\n[Red \"x\"]\n*",
    };
    for (size_t i = 0; i < sizeof xiangqi / sizeof *xiangqi; i++)
        if (kind_of(xiangqi[i]) != GAME_XIANGQI)
            fail_msg("not xiangqi: %s", xiangqi[i]);
    for (size_t i = 0; i < sizeof chess / sizeof *chess; i++)
        if (kind_of(chess[i]) != GAME_CHESS)
            fail_msg("not chess: %s", chess[i]);
}

static void an_option_overrules_the_content(void **state)
{
    (void)state;
    struct error err;
    const struct read_options options = {.game = GAME_XIANGQI};
    struct reader *r = reader_open_memory("1. e4", 5, &options, &err);
    assert_int_equal(reader_game(r), GAME_XIANGQI);
    reader_close(r);
    const struct read_options otherwise = {.game = GAME_COUNT, .otherwise = GAME_XIANGQI};
    r = reader_open_memory("[Event \"x\"]\n*", 13, &otherwise, &err);
    assert_int_equal(reader_game(r), GAME_XIANGQI);
    reader_close(r);
}

/* --- Tags ------------------------------------------------------------------------------------- */

static void red_has_the_part_of_white_under_any_spelling(void **state)
{
    (void)state;
    static const char *const names[] = {"Red", "RED", "red", "White"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[160];
        struct error err;
        struct record rec;
        struct findings f = {.strict = false};
        size_t len;
        snprintf(text, sizeof text,
                 "[Game \"Chinese Chess\"]\n[%s \"呂欽\"]\n[rESULT \"红胜\"]\n\n1. 炮二平五",
                 names[i]);
        const struct read_options options = {.game = GAME_COUNT};
        struct reader *r = reader_open_memory(text, strlen(text), &options, &err);
        record_init(&rec);
        assert_int_equal(reader_next(r, &rec, &f, &err), READ_GAME);
        struct slice red = record_tag(&rec, TAG_WHITE);
        assert_memory_equal(record_text(&rec, red), "呂欽", red.len);
        assert_memory_equal(record_text(&rec, rec.tags[1].name), names[i], strlen(names[i]));
        assert_non_null(record_tag_text(&rec, "Red", &len));
        assert_int_equal(record_result(&rec), RESULT_WHITE);
        reader_close(r);
        record_free(&rec);
        findings_free(&f);
    }
    assert_string_equal(tag_name(GAME_XIANGQI, TAG_WHITE), "Red");
    assert_string_equal(tag_name(GAME_XIANGQI, TAG_ECO), "ECCO");
    assert_int_equal(tag_find(GAME_CHESS, "Red", 3), TAG_OTHER);
}

static void a_fen_needs_no_setup_tag(void **state)
{
    (void)state;
    assert_xiangqi("[Fen \"3k5/9/9/4R4/9/9/4R4/9/9/5K3 w\"]\n\n1. 前车进二 *",
                   "Fen=3k5/9/9/4R4/9/9/4R4/9/9/5K3 w | e6e8 *\n", "");
    assert_xiangqi("[FEN \"3k5/9/9/9/9/9/9/9/6B2/4K4 w\"]\n\n*",
                   "FEN=3k5/9/9/9/9/9/9/9/6B2/4K4 w | * broken\n", "E:bad-fen@1:26");
}

/* --- Moves ------------------------------------------------------------------------------------ */

static void moves_come_in_every_dress(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "1. 炮二平五 马8进7 2. 马二进三 *",
        "1. 炮二平五 馬８進７\n2. 馬二進三\n*",
        "1.炮二平五马８进７2.马二进三*",
        "１．炮二平五，马８进７２．马二进三。*",
        "1、炮 二 平 五 马 ８ 进 ７\n2、马 二 进 三 *",
        "1 炮二平五 马8进7 2 马二进三 *",
        "1. 炮二平五\n     马８进７\n 2. 马二进三\n *",
        "1. 炮二平五 1. …… 马８进７ 2. 马二进三 *",
        "1. 炮二平五 1... 马８进７ 2. 马二进三 *",
        "1. C2.5 H8+7 2. H2+3 *",
        "1. c2=5 n8+7 2. h2+3 *",
        "1.Ｃ２＝５ Ｈ８＋７ 2.Ｈ２＋３ *",
        "1. H2-E2 H9-G7 2. H0-G2 *",
        "1. h2e2 h9g7 2. h0g2 *",
        "1. h3e3 h10g8 2. h1g3 *",
        "1. 炮二平五 H9-G7 2. H2+3 *",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[256];
        snprintf(text, sizeof text, "[Red \"x\"]\n\n%s", texts[i]);
        assert_xiangqi(text, "Red=x | h2e2 h9g7 h0g2 *\n", "");
    }
}

static void ranks_of_the_next_game_say_nothing_of_this_one(void **state)
{
    (void)state;
    assert_xiangqi("1. h2e2 b7e7 1-0\n1. h3e3 h10g8 0-1\n", "| h2e2 b7e7 1-0\n| h2e2 h9g7 0-1\n",
                   "N:no-tags@1:1 N:no-tags@2:1");
}

static void a_move_may_have_a_few_blanks_inside_but_not_many(void **state)
{
    (void)state;
    assert_xiangqi("[Game \"Chinese Chess\"]\n\n1. 炮 二\t平　　五 *",
                   "Game=Chinese Chess | h2e2 *\n", "");
    assert_xiangqi("[Game \"Chinese Chess\"]\n\n1. 炮二平              五 *",
                   "Game=Chinese Chess | {炮二平              五} * broken\n",
                   "E:unreadable-move@3:4");
}

static void ranks_are_counted_as_the_whole_game_does(void **state)
{
    (void)state;
    /* Nothing but legality tells, and then a rank at the end of the game does. */
    assert_xiangqi("[Red \"x\"]\n\n1. c4c5 g7g6 *", "Red=x | c3c4 g6g5 *\n", "");
    assert_xiangqi("[Red \"x\"]\n\n1. c3c4 g6g5 *", "Red=x | c3c4 g6g5 *\n", "");
    assert_xiangqi("[FEN \"3k5/9/9/9/9/9/9/9/R8/R3K4 w\"]\n\n1. a2b2 d10d9 *",
                   "FEN=3k5/9/9/9/9/9/9/9/R8/R3K4 w | a1b1 d9d8 *\n", "");
    assert_xiangqi("[FEN \"3k5/9/9/9/9/9/9/R8/R8/4K4 w\"]\n\n1. a2b2 {d10} d9d8 2. b2b0 *",
                   "FEN=3k5/9/9/9/9/9/9/R8/R8/4K4 w | a2b2 {d10} d9d8 b2b0 *\n", "");
}

static void a_number_may_look_like_a_move(void **state)
{
    (void)state;
    const char *fen = "[FEN \"3k5/6P2/2P3P2/6P2/2P6/9/9/9/9/4K4 w - - 0 33\"]\n\n";
    char text[200];
    snprintf(text, sizeof text, "%s33. 3-.4 *", fen);
    assert_xiangqi(text, "FEN=3k5/6P2/2P3P2/6P2/2P6/9/9/9/9/4K4 w - - 0 33 | g6f6 *\n", "");
    assert_xiangqi("[FEN \"3k5/9/9/9/2p3p2/9/2p3p2/9/9/4K4 b\"]\n\n1. ... ２卒进１ *",
                   "FEN=3k5/9/9/9/2p3p2/9/2p3p2/9/9/4K4 b | c5c4 *\n", "");
}

static void an_illegal_move_is_told_in_the_words_of_the_game(void **state)
{
    (void)state;
    assert_xiangqi("[Red \"x\"]\n\n1. 炮二平五 马８进６ 2. 马二进三 *",
                   "Red=x | h2e2 {马８进６ 2. 马二进三} * broken\n", "E:illegal-move@3:9");
}

/* --- The text around the moves ---------------------------------------------------------------- */

static void results_may_be_words(void **state)
{
    (void)state;
    static const struct {
        const char *word, *result;
    } rows[] = {{"红胜", "1-0"},   {"紅勝", "1-0"},     {"红方胜", "1-0"},   {"黑胜", "0-1"},
                {"黑勝", "0-1"},   {"红先负", "0-1"},   {"和棋", "1/2-1/2"}, {"红先和", "1/2-1/2"},
                {"和", "1/2-1/2"}, {"（红先胜）", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows && rows[i].result; i++) {
        char text[128], games[128];
        snprintf(text, sizeof text, "[Red \"x\"]\n\n1. 炮二平五 %s\n", rows[i].word);
        snprintf(games, sizeof games, "Red=x | h2e2 %s\n", rows[i].result);
        assert_xiangqi(text, games, "N:result-form@3:9");
    }
}

static void games_may_follow_without_blank_lines_or_results(void **state)
{
    (void)state;
    assert_xiangqi("[Game \"Chinese Chess\"]\n[Red \"a\"]\n1. 炮二平五\n[Game \"Chinese Chess\"]\n"
                   "[Red \"b\"]\n[Game \"Chinese Chess\"]\n[Red \"c\"]\n1. 兵七进一 1-0\n",
                   "Game=Chinese Chess Red=a | h2e2 -\nGame=Chinese Chess Red=b | -\n"
                   "Game=Chinese Chess Red=c | c3c4 1-0\n",
                   "W:missing-result@3:8 W:missing-result@5:10");
}

static void what_programs_say_of_themselves_is_dropped(void **state)
{
    (void)state;
    const char *advertisement = "=========\n  欢迎访问 http://www.xqbase.com 炮二平五\n";
    char text[400];
    snprintf(text, sizeof text, "[Red \"a\"]\n\n1. 炮二平五 1-0\n%s[Red \"b\"]\n\n1. 兵七进一\n%s",
             advertisement, advertisement);
    assert_xiangqi(text, "Red=a | h2e2 1-0\nRed=b | c3c4 -\n",
                   "W:dropped-text@4:1 W:missing-result@8:8 W:dropped-text@9:1");
}

static void parentheses_hold_variations_or_remarks(void **state)
{
    (void)state;
    assert_xiangqi("[Red \"x\"]\n\n{开局\n第一}1. 炮二平五 （当头炮，(最常见)） 马８进７ "
                   "(1. ... 炮８平５ 2. 马二进三 (稳健)) (1. …… 卒７进１！) 2. 马二进三 *",
                   "Red=x | {开局\\x0A第一} h2e2 {当头炮，(最常见)} h9g7 ( h7e7 h0g2 {稳健} ) "
                   "( g6g5 $1 ) h0g2 *\n",
                   "N:text-in-parentheses@4:12 N:text-in-parentheses@4:50 N:glyph@4:67");
    assert_xiangqi("[Red \"x\"]\n\n1. 炮二平五 (1. -- 马８进７) 马８进７ (-- 马二进三) *",
                   "Red=x | h2e2 ( a0a0 h9g7 ) h9g7 ( a0a0 h0g2 ) *\n",
                   "N:null-move-form@3:13 N:null-move-form@3:28");
    assert_xiangqi("[Red \"x\"]\n\n1. 炮二平五 ( ) 马８进７ (--…) (1.) *",
                   "Red=x | h2e2 ( ) h9g7 {--…} {1.} *\n",
                   "N:text-in-parentheses@3:18 N:text-in-parentheses@3:24");
    assert_xiangqi("[Red \"x\"]\n\n1. 炮二平五 (未完\n马８进７ *", "Red=x | h2e2 {未完} h9g7 *\n",
                   "N:text-in-parentheses@3:9");
}

/* --- Encodings and windows -------------------------------------------------------------------- */

static void every_window_gives_the_same_games(void **state)
{
    (void)state;
    const char *text = "[Game \"Chinese Chess\"]\n[Red \"呂欽\"]\n[Result \"红胜\"]\n\n"
                       "1. 炮二平五 （好） 马８进７ (1. ... C8.5 {x}) 2. H0-G2 车９平８！ "
                       "红胜\n====\n象棋\n[Game \"Chinese Chess\"]\n1.兵七进一 和棋";
    size_t len = strlen(text);
    struct error err;
    struct buffer first = {0};
    for (size_t chunk = 1; chunk < len + 2; chunk++) {
        struct record rec;
        struct findings f = {.strict = false};
        struct buffer games = {0};
        const struct read_options options = {.game = GAME_XIANGQI};
        struct reader *r = reader_open_memory(text, len, &options, &err);
        text_set_chunk(r->text, chunk);
        record_init(&rec);
        while (reader_next(r, &rec, &f, &err) == READ_GAME)
            reading_add_game(&games, &rec);
        if (chunk == 1)
            buffer_add(&first, games.data, games.len);
        assert_int_equal(games.len, first.len);
        assert_memory_equal(games.data, first.data, first.len);
        reader_close(r);
        record_free(&rec);
        findings_free(&f);
        buffer_free(&games);
    }
    buffer_free(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_sure_sign_tells_which_game_a_file_holds),
        cmocka_unit_test(an_option_overrules_the_content),
        cmocka_unit_test(red_has_the_part_of_white_under_any_spelling),
        cmocka_unit_test(a_fen_needs_no_setup_tag),
        cmocka_unit_test(moves_come_in_every_dress),
        cmocka_unit_test(ranks_of_the_next_game_say_nothing_of_this_one),
        cmocka_unit_test(a_move_may_have_a_few_blanks_inside_but_not_many),
        cmocka_unit_test(ranks_are_counted_as_the_whole_game_does),
        cmocka_unit_test(a_number_may_look_like_a_move),
        cmocka_unit_test(an_illegal_move_is_told_in_the_words_of_the_game),
        cmocka_unit_test(results_may_be_words),
        cmocka_unit_test(games_may_follow_without_blank_lines_or_results),
        cmocka_unit_test(what_programs_say_of_themselves_is_dropped),
        cmocka_unit_test(parentheses_hold_variations_or_remarks),
        cmocka_unit_test(every_window_gives_the_same_games),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
