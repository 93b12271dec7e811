/* Games as JSON: what is written, what is read, and that nothing is lost between. */
#include "notation/annotation.h"
#include "tests/unit/reading.h"

static void read_first(const char *text, size_t len, enum game game, struct record *rec)
{
    struct read_options options = {.game = game};
    struct findings f = {0};
    struct error err;
    struct reader *r = reader_open_memory(text, len, &options, &err);
    assert_non_null(r);
    assert_int_equal(reader_next(r, rec, &f, &err), READ_GAME);
    assert_false(rec->is_broken);
    reader_close(r);
    findings_free(&f);
}

/* TEXT, a game in PGN, is the same behind JSON, which EXPECTED (NULL: anything) occurs in. */
static void assert_kept_of(enum game game, const char *text, const char *expected)
{
    struct record a, b;
    struct buffer json = {0};
    char why[200] = "";
    record_init(&a);
    record_init(&b);
    read_first(text, strlen(text), game, &a);
    json_write(&json, &a, POSITION_FEN | POSITION_KEY);
    buffer_terminate(&json);
    if (expected && !strstr(json.data, expected))
        fail_msg("%s\nnot in %s", expected, json.data);
    read_first(json.data, json.len, GAME_COUNT, &b);
    if (!record_equal(&a, &b, why, sizeof why))
        fail_msg("%s:\n%s\n%s", why, text, json.data);
    record_free(&a);
    record_free(&b);
    buffer_free(&json);
}

static void assert_kept(const char *text, const char *expected)
{
    assert_kept_of(GAME_CHESS, text, expected);
}

static void tags_are_kept_in_their_order_with_repeated_ones(void **state)
{
    (void)state;
    assert_kept("[B \"2\"]\n[A \"a \\\"q\\\" \\\\ \303\274\"]\n[B \"3\"]\n\n1. e4 *",
                "\"tags\":[[\"B\",\"2\"],[\"A\",\"a \\\"q\\\" \\\\ \303\274\"],[\"B\",\"3\"]]");
}

static void starts_are_kept(void **state)
{
    (void)state;
    assert_kept("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 3 40\"]\n\n40. e4 Kd7 1-0",
                "\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 3 40\"");
    assert_kept("[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
                "[FEN \"4k3/8/8/8/8/8/8/1RK5 w B - 0 1\"]\n\n1. O-O-O *",
                "\"san\":\"O-O-O\",\"uci\":\"c1b1\"");
}

static void what_follows_a_move_is_kept_in_its_order(void **state)
{
    (void)state;
    assert_kept("1. e4 $1 {a} {b} (1. d4 (1. c4 c5) d5) (1. b3) e5 1-0", "\"variations\":[[{");
    assert_kept("1. e4 {a} $1 (1. d4) {b} (1. c4 {c}) $2 e5 1-0", "\"order\":\"cnvcvn\"");
    assert_kept("{before} $3 1. e4 ({first} 1. d4 {x} ({deep} $4 1. c4 ({y} 1. b3))) 1/2-1/2",
                NULL);
    assert_kept("1. e4 () e5 (1... c5) ({alone}) *", "\"variations\":[[]]");
    assert_kept("1. e4 ; } brace { \n e5 {two\nlines \303\251} *", "two\\u000alines");
    assert_kept("(1. d4 d5) 1. e4 e5 *", NULL);
}

static void null_moves_are_kept(void **state)
{
    (void)state;
    assert_kept("1. e4 -- 2. d4 (2. -- d5) *", "\"uci\":\"0000\"");
}

static void promotions_and_en_passant_are_kept(void **state)
{
    (void)state;
    assert_kept("[SetUp \"1\"]\n[FEN \"8/P6k/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n"
                "1. exd6 Kg7 2. a8=N (2. a8=Q) *",
                "\"uci\":\"a7a8n\"");
}

static void xiangqi_is_kept(void **state)
{
    (void)state;
    assert_kept_of(GAME_XIANGQI,
                   "[Game \"Chinese Chess\"]\n[Red \"\350\203\241\"]\n\n"
                   "1. C2.5 h8+7 {x} (1... C8.5 2. H2+3) 2. H2+3 1-0",
                   "\"game\":\"xiangqi\"");
}

static void positions_stand_behind_their_moves(void **state)
{
    (void)state;
    assert_kept("1. e4 *",
                "\"uci\":\"e2e4\",\"fen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR "
                "b KQkq - 0 1\",\"key\":\"823c9b50fd114196\"}");
    assert_kept("1. Nf3 (1. e4) *", "\"key\":\"823c9b50fd114196\"}]]");
}

static void clocks_and_evaluations_are_numbers_and_stay_in_the_text(void **state)
{
    (void)state;
    assert_kept("1. e4 {[%clk 1:02:03] [%emt 0:00:05.25][%eval -0.17,20]} *",
                "\"comments\":[\"[%clk 1:02:03] [%emt 0:00:05.25][%eval -0.17,20]\"],"
                "\"clk\":3723,\"emt\":5.250,\"eval\":-0.17,\"depth\":20");
    assert_kept("1. e4 {[%eval #-3]} *", "\"mate\":-3}");
    assert_kept("1. e4 {[%csl Gd4,Re5][%cal Gd2d4]} *",
                "\"csl\":[\"Gd4\",\"Re5\"],\"cal\":[\"Gd2d4\"]");
    assert_kept("1. e4 {[%csl] a} *", "\"comments\":[\"[%csl] a\"],\"csl\":[]}");
    assert_kept("1. e4 {[%cal ]} *", "\"comments\":[\"[%cal ]\"],\"cal\":[]}");
    assert_kept("1. e4 {[%clk] [%emt] [%eval] a} *", "[%eval] a\"]}]");
    assert_kept("1. e4 {[%clk x] [%eval ++] [%foo 1]} *", "[%foo 1]\"]}]");
}

struct expected_value {
    const char *text;
    bool ok;
    uint64_t ms;
};

static void times_are_read(void **state)
{
    static const struct expected_value rows[] = {
        {"[%clk 0:00:01]", true, 1000},
        {"[%clk 63]", true, 63000},
        {"[%clk 2:03.5 ]", true, 123500},
        {"[%clk 1:2:3.1234]", true, 3723123},
        {"[%clk ]", false, 0},
        {"[%clk 1:]", false, 0},
        {"[%clk 1:2:3:4]", false, 0},
        {"[%clk -1]", false, 0},
        {"[%clk 99999999999]", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct annotation a;
        uint64_t ms = 0;
        size_t at = 0;
        assert_true(annotation_next(rows[i].text, strlen(rows[i].text), &at, &a));
        assert_int_equal(a.kind, ANNOTATION_CLK);
        assert_int_equal(annotation_time(&a, &ms), rows[i].ok);
        if (rows[i].ok)
            assert_int_equal(ms, rows[i].ms);
    }
}

static void evaluations_are_read(void **state)
{
    static const struct {
        const char *text, *pawns;
    } rows[] = {{"[%eval 0.17]", "0.17"},   {"[%eval +.5]", "0.5"},
                {"[%eval 007.25]", "7.25"}, {"[%eval 3.]", "3"},
                {"[%eval 1.2.3]", NULL},    {"[%eval .]", NULL},
                {"[%eval -]", NULL},        {"[%eval 1,x]", NULL},
                {"[%eval 0]", "0"},         {"[%eval 12345678901234567890]", NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct annotation a;
        struct annotation_eval eval;
        size_t at = 0;
        assert_true(annotation_next(rows[i].text, strlen(rows[i].text), &at, &a));
        assert_int_equal(annotation_eval(&a, WHITE, &eval), rows[i].pawns != NULL);
        if (rows[i].pawns)
            assert_string_equal(eval.pawns, rows[i].pawns);
    }
}

static void assert_json(const char *text, const char *games, const char *findings)
{
    assert_reading(text, games, findings);
}

static void members_may_stand_in_any_order_on_several_lines(void **state)
{
    (void)state;
    assert_json("\n{\n  \"result\": \"1-0\",\n  \"moves\": [\n    {\n      \"variations\": [ [ "
                "{\"uci\":\"d2d4\"} ] ],\n      \"comments\": [\"x\"],\n      \"other\": {\"a\": "
                "[1, {\"b\": null}]},\n      \"uci\": \"e2e4\"\n    }\n  ],\n  \"tags\": []\n}\n",
                "| e4 {x} ( d4 ) 1-0\n", "");
}

static void an_array_of_games_is_read(void **state)
{
    (void)state;
    assert_json("[{\"tags\":{\"White\":\"A\"},\"moves\":[\"e4\",\"e5\"]}\n,\n{\"moves\":[]}]\n",
                "White=A | e4 e5 -\n| -\n", "");
}

static void arrays_may_follow_each_other_and_be_empty(void **state)
{
    (void)state;
    assert_json("[ ]\n", "", "");
    assert_json("[{\"moves\":[\"e4\"]}]\n[]\n[\n{\"moves\":[\"d4\"]}\n]\n{\"moves\":[\"c4\"]}",
                "| e4 -\n| d4 -\n| c4 -\n", "");
}

#define E4 "{\"moves\":[\"e4\"]}"
#define D4 "{\"moves\":[\"d4\"]}"

static void a_wrong_sign_between_games_is_told_and_costs_no_game(void **state)
{
    (void)state;
    static const struct {
        const char *text, *findings;
    } rows[] = {
        {E4 "," D4, "E:bad-json@1:17"},
        {"[" E4 D4 "]", "E:bad-json@1:18"},
        {"[" E4 ",," D4 "]", "E:bad-json@1:19"},
        {"[" E4 ",\n" D4 "\n,]", "E:bad-json@3:2"},
        {"[" E4 ",\n" D4 "\n", "E:bad-json@3:1"},
        {E4 "]\n" D4, "E:bad-json@1:17"},
        {"[[" E4 "]," D4 "]", "E:bad-json@1:2 E:bad-json@1:20 E:bad-json@1:37"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_json(rows[i].text, "| e4 -\n| d4 -\n", rows[i].findings);
    assert_json("[\n" E4 ",\nnull,\n" D4 "\n]\n", "| e4 -\n| - broken\n| d4 -\n", "E:bad-json@3:1");
    assert_json("[\n" E4 ",\n{\"moves\":[\"x\n\n,\n" D4 "\n]\n", "| e4 -\n| - broken\n| d4 -\n",
                "E:bad-json@3:11");
}

static void what_pgn_extract_writes_is_read(void **state)
{
    (void)state;
    assert_json(
        "[\n{\n\"Event\" : \"a\",\n\"Result\" : \"1-0\",\n\n\"Moves\":[{ \"move\" : \"e4\", "
        "\"nags\" : [\"$1\"] , \"FEN\" : \"x\" }, { \"move\" : \"e7-e5\" }]\n\n}\n,\n{\n"
        "\"Event\" : \"b\",\n\"FEN\" : \"7k/8/8/8/8/8/P7/K7 w - - 0 1\",\n\"SetUp\" : \"1\",\n"
        "\"Moves\":[{ \"move\" : \"a2a4\" }]\n}\n]\n",
        "Event=a Result=1-0 | e4 $1 e5 -\n"
        "Event=b FEN=7k/8/8/8/8/8/P7/K7 w - - 0 1 SetUp=1 | a4 -\n",
        "");
    assert_json("[{\"Event\":\"a\",\"Moves\":[{\"move\":\"e4\",\"nags\":[\"$1\"\"$14\"]}]}]",
                "Event=a | e4 $1 $14 -\n", "E:bad-json@1:49");
    assert_json("[{\"Event\":\"a\",\"Moves\":[{\"move\":\"e4\",\"nags\":[\"$300\",\"1\",2]}]}]",
                "Event=a | e4 $1 $2 -\n", "W:bad-nag@1:45");
}

static void escapes_are_resolved(void **state)
{
    (void)state;
    assert_json(
        "{\"tags\":[],\"moves\":[{\"comments\":[\"\\u00e9\\ud83d\\ude00\\ud83d \\/\\\"\"]}]}",
        "| {\303\251\360\237\230\200\357\277\275 /\"} -\n", "");
}

static void an_illegal_move_in_the_main_line_breaks_the_game(void **state)
{
    (void)state;
    assert_json("{\"tags\":[],\"moves\":[{\"san\":\"e4\"},{\"san\":\"Ke6\",\"nags\":[1]}]}\n"
                "{\"tags\":[],\"moves\":[{\"uci\":\"e2e5\"}]}\n{\"moves\":[\"d4\"]}",
                "| e4 - broken\n| - broken\n| d4 -\n", "E:illegal-move@1:41 E:illegal-move@2:28");
}

static void an_illegal_move_in_a_variation_makes_the_rest_a_comment(void **state)
{
    (void)state;
    assert_json("{\"moves\":[{\"san\":\"e4\",\"variations\":[[{\"san\":\"d4\"},{\"san\":\"d4\"},"
                "{\"san\":\"Nf6\"}]]},\"e5\"]}",
                "| e4 ( d4 {d4 Nf6} ) e5 -\n", "W:variation-error@1:58");
}

static void a_faulty_object_costs_itself_alone(void **state)
{
    (void)state;
    assert_json("{\"tags\":[[\"A\"]]}\n{\"tags\":[],\"moves\":[}\n{\"x\":1}\n"
                "{\"tags\":[],\"moves\":[{\"uci\":\"e2e4\n{\"moves\":[\"d4\"]}\nrubbish\n"
                "{\"moves\":[\"c4\"]}\n",
                "| - broken\n| - broken\n| - broken\n| - broken\n| d4 -\n| - broken\n| c4 -\n",
                "E:bad-json@1:15 E:bad-json@3:1 E:bad-json@3:1 E:bad-json@4:28 E:bad-json@6:1");
}

static void names_that_no_tag_can_have_are_left_out(void **state)
{
    (void)state;
    assert_json("{\"tags\":[[\"A \\\"]\",\"x\"],[\"B\",\"y\"]],\"moves\":[]}", "B=y | -\n",
                "W:bad-tag@1:19");
}

static void what_no_start_is_and_unknown_variants_break_the_game(void **state)
{
    (void)state;
    assert_json("{\"fen\":\"8/8/8/8 w - - 0 1\",\"tags\":[],\"moves\":[]}",
                "SetUp=1 FEN=8/8/8/8 w - - 0 1 | - broken\n", "E:bad-fen@1:16");
    assert_json("{\"tags\":[[\"Variant\",\"Atomic\"]],\"moves\":[\"e4\"]}",
                "Variant=Atomic | - broken\n", "W:unsupported-variant@1:22");
    assert_json("{\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"moves\":[]}",
                "SetUp=1 FEN=4k3/8/8/8/8/8/8/4K3 w - - 0 1 | -\n", "");
}

static void another_game_in_a_file_is_refused(void **state)
{
    (void)state;
    assert_json("{\"moves\":[\"e4\"]}\n{\"game\":\"xiangqi\",\"moves\":[]}\n",
                "| e4 -\n| - broken\n", "E:bad-json@2:9");
}

/* A variation in a variation, as deep as that, is read and written in bounded time. */
static void deep_nesting_is_no_danger(void **state)
{
    enum { DEPTH = 20000 };
    struct buffer text = {0};
    (void)state;
    buffer_add_string(&text, "{\"moves\":[{\"uci\":\"e2e4\"");
    for (int i = 0; i < DEPTH; i++)
        buffer_add_string(&text, ",\"variations\":[[{\"uci\":\"d2d4\"");
    for (int i = 0; i < DEPTH; i++)
        buffer_add_string(&text, "}]]");
    buffer_add_string(&text, "}],\"result\":\"*\"}\n");
    struct record rec;
    record_init(&rec);
    read_first(text.data, text.len, GAME_COUNT, &rec);
    assert_int_equal(rec.node_count, 1 + 3 * DEPTH);
    record_free(&rec);
    buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_are_kept_in_their_order_with_repeated_ones),
        cmocka_unit_test(starts_are_kept),
        cmocka_unit_test(what_follows_a_move_is_kept_in_its_order),
        cmocka_unit_test(null_moves_are_kept),
        cmocka_unit_test(promotions_and_en_passant_are_kept),
        cmocka_unit_test(xiangqi_is_kept),
        cmocka_unit_test(positions_stand_behind_their_moves),
        cmocka_unit_test(clocks_and_evaluations_are_numbers_and_stay_in_the_text),
        cmocka_unit_test(times_are_read),
        cmocka_unit_test(evaluations_are_read),
        cmocka_unit_test(members_may_stand_in_any_order_on_several_lines),
        cmocka_unit_test(an_array_of_games_is_read),
        cmocka_unit_test(arrays_may_follow_each_other_and_be_empty),
        cmocka_unit_test(a_wrong_sign_between_games_is_told_and_costs_no_game),
        cmocka_unit_test(what_pgn_extract_writes_is_read),
        cmocka_unit_test(escapes_are_resolved),
        cmocka_unit_test(an_illegal_move_in_the_main_line_breaks_the_game),
        cmocka_unit_test(an_illegal_move_in_a_variation_makes_the_rest_a_comment),
        cmocka_unit_test(a_faulty_object_costs_itself_alone),
        cmocka_unit_test(names_that_no_tag_can_have_are_left_out),
        cmocka_unit_test(what_no_start_is_and_unknown_variants_break_the_game),
        cmocka_unit_test(another_game_in_a_file_is_refused),
        cmocka_unit_test(deep_nesting_is_no_danger),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
