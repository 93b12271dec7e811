/* CBF: its head, its moves in pre-order, and what is said of files that are damaged. */
#include "format/game/markup.h"
#include "tests/unit/reading.h"

#define ROSTER "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=? Black=? Result=* "

static const struct read_options options = {.game = GAME_XIANGQI};

static void assert_text(const char *text, const char *games, const char *findings)
{
    struct reading r = reading_of_options(text, strlen(text), &options, false);
    assert_string_equal(r.games.data, games);
    assert_string_equal(r.findings.data, findings);
    reading_free(&r);
}

#define CBF(head, moves)                                                                           \
    "<?xml version=\"1.0\"?>\n<!-- a game -->\n<ChineseChessRecord Version=\"1.0\"><Head>" head    \
    "</Head><MoveList>" moves "</MoveList></ChineseChessRecord>"

static void the_head_becomes_tags(void **state)
{
    (void)state;
    assert_text(CBF("<Name>A &lt;B&gt; &amp; &#x68CB;</Name><URL /><Contest>Cup</Contest>"
                    "<Date>2016-12-26</Date><Red><![CDATA[R <1>]]></Red><Black>B</Black>"
                    "<RecordType>2</RecordType><Strange>s</Strange><RecordResult>3</RecordResult>",
                    ""),
                "Game=Chinese Chess Event=Cup Site=? Date=2016.12.26 Round=? Red=R <1> Black=B "
                "Result=1/2-1/2 Title=A <B> & 棋 RecordType=2 Strange=s | 1/2-1/2\n",
                "");
}

static void moves_follow_in_pre_order_and_the_first_is_the_start(void **state)
{
    (void)state;
    assert_text(CBF("", "<Move value=\"00-00\"><![CDATA[start]]></Move>"
                        "<Move value=\"77-47\" branch=\"1\" />"
                        "<Move value=\"70-62\" branch=\"1\" end='1'>one</Move>"
                        "<Move value=\"10-22\" /><Move value=\"79-67\" end=\"1\" />"
                        "<Move value=\"26-25\" /><Move value=\"63-64\" end=\"1\" />"),
                ROSTER "| {start} h2e2 ( c3c4 g6g5 ) h9g7 {one} ( b9c7 h0g2 ) -\n", "");
}

static void a_fen_sets_the_start_unless_it_is_the_usual_one(void **state)
{
    (void)state;
    assert_text(CBF("<FEN>3k5/9/9/4p4/9/9/9/9/9/R3K4 b - - 0 1</FEN>", "<Move value=\"43-44\"/>"),
                ROSTER "FEN=3k5/9/9/4p4/9/9/9/9/9/R3K4 b - - 0 1 | e6e5 -\n", "");
    assert_text(CBF("<FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w</FEN>",
                    "<Move value=\"77-47\"/>"),
                ROSTER "| h2e2 -\n", "");
    assert_text(CBF("<FEN>9/9 w</FEN>", "<Move value=\"77-47\"/>"),
                ROSTER "FEN=9/9 w | {h2e2} - broken\n", "E:bad-fen@3:49");
}

static void moves_that_cannot_be_played_are_reported(void **state)
{
    (void)state;
    assert_text(CBF("", "<Move value=\"77-47\"/><Move value=\"99-47\"/>"),
                ROSTER "| h2e2 {??e2} - broken\n", "E:unreadable-move@3:79");
    assert_text(CBF("", "<Move value=\"77-47\" branch=\"1\" end=\"1\"/><Move value=\"77-71\"/>"),
                ROSTER "| h2e2 ( {h2h8} ) -\n", "W:variation-error@3:98");
}

static void moves_behind_the_end_of_all_lines_are_reported(void **state)
{
    (void)state;
    assert_text(CBF("", "<Move value=\"77-47\" end=\"1\"/><Move value=\"70-62\"/>"),
                ROSTER "| h2e2 -\n", "W:dropped-text@1:1");
}

static void a_file_that_is_cut_off_gives_what_is_there(void **state)
{
    (void)state;
    assert_text(
        "<ChineseChessRecord><Head><Red>R</Red></Head><MoveList><Move value=\"77-47\"/><Move",
        "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=R Black=? Result=* | h2e2 -\n",
        "W:file-detail@1:77");
}

static void several_records_are_several_games(void **state)
{
    (void)state;
    assert_text("<ChineseChessRecord><MoveList><Move value=\"77-47\"/></MoveList>"
                "</ChineseChessRecord>\n<ChineseChessRecord></ChineseChessRecord>",
                ROSTER "| h2e2 -\n" ROSTER "| -\n", "");
}

/* --- Markup ----------------------------------------------------------------------------------- */

static void attributes_are_found_by_their_names(void **state)
{
    (void)state;
    struct markup m;
    const char *text = "<Move a='1>2' value = \"77-47\" bare end=1/>";
    size_t len;
    assert_true(markup_next(text, strlen(text), 0, &m));
    assert_true(m.kind == MARKUP_START && m.is_empty && markup_is(&m, "Move"));
    assert_int_equal(m.end, strlen(text));
    const char *value = markup_attribute(&m, "value", &len);
    assert_int_equal(len, 5);
    assert_memory_equal(value, "77-47", 5);
    assert_non_null(markup_attribute(&m, "end", &len));
    assert_int_equal(len, 1);
    assert_null(markup_attribute(&m, "lue", &len));
    assert_null(markup_attribute(&m, "2", &len));
}

static void what_is_no_entity_stays_as_it_is(void **state)
{
    (void)state;
    struct buffer b = {0};
    const char *text = "a & b &lt; &nosuch; &#; &#xD800; &#9999999999; &";
    markup_text(&b, text, strlen(text));
    assert_string_equal(buffer_terminate(&b), "a & b < &nosuch; &#; &#xD800; &#9999999999; &");
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_becomes_tags),
        cmocka_unit_test(moves_follow_in_pre_order_and_the_first_is_the_start),
        cmocka_unit_test(a_fen_sets_the_start_unless_it_is_the_usual_one),
        cmocka_unit_test(moves_that_cannot_be_played_are_reported),
        cmocka_unit_test(moves_behind_the_end_of_all_lines_are_reported),
        cmocka_unit_test(a_file_that_is_cut_off_gives_what_is_there),
        cmocka_unit_test(several_records_are_several_games),
        cmocka_unit_test(attributes_are_found_by_their_names),
        cmocka_unit_test(what_is_no_entity_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
