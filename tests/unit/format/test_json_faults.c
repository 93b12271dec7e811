/* JSON that is no JSON or no game: what is said of it and where. The games around it are read. */
#include "tests/unit/reading.h"

static const struct read_options options = {.game = GAME_COUNT, .otherwise = GAME_CHESS};

/* TEXT is read as GAMES, with these FINDINGS and the last MESSAGE. */
static void assert_said(const char *text, const char *games, const char *findings,
                        const char *message)
{
    struct reading r = reading_of_options(text, strlen(text), &options, false);
    if (strcmp(r.games.data, games) != 0 || strcmp(r.findings.data, findings) != 0 ||
        strcmp(r.messages.data, message) != 0)
        fail_msg("\n%s\n%s%s\n%s--- expected\n%s%s\n%s", text, r.games.data, r.findings.data,
                 r.messages.data, games, findings, message);
    reading_free(&r);
}

/* TEXT, no game, is refused at COLUMN because of WHY; the game on the line below is read. */
static void assert_refused(const char *text, int column, const char *why)
{
    char file[500], findings[100], message[200];
    snprintf(file, sizeof file, "%s\n{\"moves\":[\"d4\"]}\n", text);
    snprintf(findings, sizeof findings, "E:bad-json@1:%d", column);
    snprintf(message, sizeof message, "%s\n", why);
    assert_said(file, "| - broken\n| d4 -\n", findings, message);
}

static void a_move_number_behind_a_brace_may_stand_in_a_string(void **state)
{
    (void)state;
    assert_said("{\"moves\":[{\"san\":\"e4\",\"comments\":[\"\\\"a} 1. d4\"]}]}\n",
                "| e4 {\"a} 1. d4} -\n", "", "");
}

static void a_fault_of_json_is_told_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int column;
        const char *why;
    } rows[] = {
        {"{\"moves\":[\"e4\" \"e5\"]}", 16, "a comma or a closing bracket was expected"},
        {"{\"moves\":[\"e4\",]}", 16, "an object was expected"},
        {"{\"tags\":[],\"moves\" [\"e4\"]}", 20, "a colon was expected"},
        {"{\"tags\":[[\"A\",\"\\q\"]],\"moves\":[]}", 16, "an escape that JSON does not have"},
        {"{\"tags\":[[\"A\",\"\\u12g4\"]],\"moves\":[]}", 16, "an escape that JSON does not have"},
        {"{\"tags\":[[\"A\",\"\\u12\"]],\"moves\":[]}", 16, "an escape that JSON does not have"},
        {"{\"tags\":[[\"A\",7]],\"moves\":[]}", 15, "a string was expected"},
        {"{\"tags\":[[7,\"A\"]],\"moves\":[]}", 11, "a string was expected"},
        {"{\"tags\":[[\"A\"]],\"moves\":[]}", 15, "a tag is an array of a name and a value"},
        {"{\"tags\":[[\"A\",\"B\",\"C\"]],\"moves\":[]}", 19,
         "a tag is an array of a name and a value"},
        {"{\"tags\":[\"A\"],\"moves\":[]}", 10, "an array was expected"},
        {"{\"tags\":7,\"moves\":[]}", 9, "an array was expected"},
        {"{\"moves\":{\"san\":\"e4\"}}", 10, "an array was expected"},
        {"{\"moves\":[7]}", 11, "an object was expected"},
        {"{\"moves\":[\"e4\"],\"result\":\"2-0\"}", 26, "a result is 1-0, 0-1, 1/2-1/2 or *"},
        {"{\"moves\":[\"e4\"],\"result\":1}", 26, "a string was expected"},
        {"{\"moves\":[{\"san\":\"e4\",\"nags\":[true]}]}", 31, "a whole number was expected"},
        {"{\"moves\":[{\"san\":\"e4\",\"nags\":{}}]}", 30, "an array was expected"},
        {"{\"game\":\"chess\",\"x\":1}", 1, "an object without tags and moves"},
        {"{\"tags\":[],\"x\":[1,2},\"moves\":[]}", 20, "brackets that do not match"},
        {"{\"tags\":[],\"x\":,\"moves\":[]}", 16, "a value was expected"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_refused(rows[i].text, rows[i].column, rows[i].why);
}

static void escapes_stand_for_their_characters(void **state)
{
    (void)state;
    assert_said("{\"tags\":[[\"A\",\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]],\"moves\":[]}",
                "A=\"\\/\\x08\\x0C\\x0A\\x0D\\x09 | -\n", "", "");
    assert_said("{\"tags\":[[\"A\",\"\\u00e9\\u70AE\\ud83d\\ude00.\"]],\"moves\":[]}",
                "A=é炮😀. | -\n", "", "");
    /* half a character */
    assert_said("{\"tags\":[[\"A\",\"\\ud83d.\\ude00\\ud83d\\u0041\"]],\"moves\":[]}",
                "A=\uFFFD.\uFFFD\uFFFDA | -\n", "", "");
}

static void nags_are_numbers_from_0_to_255(void **state)
{
    (void)state;
    assert_said("{\"moves\":[{\"san\":\"e4\",\"nags\":[0,255,\"$255\",\"7\"]}]}",
                "| e4 $0 $255 $255 $7 -\n", "", "");
    static const char *const others[] = {"256",   "1000000000000", "\"$256\"", "\"\"",
                                         "\"$\"", "\"x\"",         "\"$1x\"",  "\"1000\""};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"moves\":[{\"san\":\"e4\",\"nags\":[%s,2]}]}", others[i]);
        struct reading r = reading_of_options(text, strlen(text), &options, false);
        assert_string_equal(r.games.data, "| e4 $2 -\n");
        assert_string_equal(r.findings.data + 1, ":bad-nag@1:31");
        reading_free(&r);
    }
}

static void what_belongs_to_a_move_is_kept_in_the_order_that_the_member_order_tells(void **state)
{
    (void)state;
#define MOVE(order)                                                                                \
    "{\"moves\":[{\"san\":\"e4\",\"nags\":[1],\"comments\":[\"a\",\"b\"],\"variations\":[[{"       \
    "\"san\":\"d4\"}]],\"order\":\"" order "\"}]}"
    assert_said(MOVE("ncvc"), "| e4 $1 {a} ( d4 ) {b} -\n", "", "");
    assert_said(MOVE("vccn"), "| e4 ( d4 ) {a} {b} $1 -\n", "", "");
    /* what the order leaves out follows it, and what there is not is passed over */
    assert_said(MOVE("c"), "| e4 {a} $1 {b} ( d4 ) -\n", "", "");
    assert_said(MOVE("nnnvx"), "| e4 $1 ( d4 ) {a} {b} -\n", "", "");
#undef MOVE
}

static void the_rest_of_a_faulty_line_is_kept_as_a_comment(void **state)
{
    (void)state;
    assert_said("{\"moves\":[{\"san\":\"e4\",\"variations\":[[\"d4\",\"d4\",{\"san\":\"e5\"},"
                "\"c5\",{\"uci\":\"g1f3\"}]]},\"e5\"]}",
                "| e4 ( d4 {d4 e5 c5 g1f3} ) e5 -\n", "W:variation-error@1:43",
                "d4: the pawn on d7 cannot reach d4\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_number_behind_a_brace_may_stand_in_a_string),
        cmocka_unit_test(a_fault_of_json_is_told_with_its_place),
        cmocka_unit_test(escapes_stand_for_their_characters),
        cmocka_unit_test(nags_are_numbers_from_0_to_255),
        cmocka_unit_test(what_belongs_to_a_move_is_kept_in_the_order_that_the_member_order_tells),
        cmocka_unit_test(the_rest_of_a_faulty_line_is_kept_as_a_comment),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
