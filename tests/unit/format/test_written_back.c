/* Games whose texts look like parts of a file: what is written of them must be read back as the
   same games, and as no others. */
#include "tests/unit/reading.h"
#include "tests/unit/xqf_files.h"

static void read_first(const void *data, size_t len, struct record *rec)
{
    struct read_options options = {.game = GAME_COUNT, .otherwise = GAME_CHESS};
    struct findings f = {0};
    struct error err;
    struct reader *r = reader_open_memory(data, len, &options, &err);
    assert_non_null(r);
    assert_int_equal(reader_next(r, rec, &f, &err), READ_GAME);
    reader_close(r);
    findings_free(&f);
}

/* The number of games in TEXT; the first comment of the last of them is EXPECTED. */
static size_t count_games(const struct buffer *text, const char *expected)
{
    struct read_options options = {.game = GAME_COUNT, .otherwise = GAME_CHESS};
    struct findings f = {0};
    struct error err;
    struct record rec;
    size_t count = 0;
    struct reader *r = reader_open_memory(text->data, text->len, &options, &err);
    assert_non_null(r);
    record_init(&rec);
    while (reader_next(r, &rec, &f, &err) == READ_GAME) {
        count++;
        assert_true(rec.node_count > 0 && rec.nodes[0].kind == NODE_COMMENT);
        assert_int_equal(rec.nodes[0].text.len, strlen(expected));
        assert_memory_equal(record_text(&rec, rec.nodes[0].text), expected, strlen(expected));
    }
    record_free(&rec);
    reader_close(r);
    findings_free(&f);
    return count;
}

/* An XQF file of no moves with COMMENT, written as PGN twice, gives two games with EXPECTED. */
static void assert_comment(const char *comment, const char *expected)
{
    static const struct pgn_write_options plain = {.line_width = 80};
    unsigned char body[8 + 256] = {24, 32};
    struct buffer file = {0}, out = {0};
    struct record rec;
    body[4] = (unsigned char)strlen(comment);
    memcpy(body + 8, comment, strlen(comment));
    xqf_plain_file(&file, body, 8 + strlen(comment));
    record_init(&rec);
    read_first(file.data, file.len, &rec);
    assert_null(memchr(record_text(&rec, rec.nodes[0].text), '\r', rec.nodes[0].text.len));
    pgn_write(&out, &rec, &plain);
    pgn_write(&out, &rec, &plain);
    assert_int_equal(count_games(&out, expected), 2);
    record_free(&rec);
    buffer_free(&file);
    buffer_free(&out);
}

static void comments_with_brackets_and_signs_come_back(void **state)
{
    (void)state;
    assert_comment("a{b;c\n%d\"\\ 1-0 (", "a{b;c\n%d\"\\ 1-0 (");
    assert_comment("a\n\n[Event \"x\"]\n[Site \"y\"]\n", "a\n\n[Event \"x\"]\n[Site \"y\"]");
}

static void a_comment_that_holds_tags_and_a_brace_stays_one(void **state)
{
    (void)state;
    assert_comment("a\n\n[Event \"x\"]\n[Site \"y\"]\n\n{ b",
                   "a\n[Event \"x\"]\n[Site \"y\"]\n\n{ b");
}

static void a_blank_line_before_what_are_no_two_tags_is_kept(void **state)
{
    (void)state;
    static const char *const comments[] = {"a\n\n[Event ]\n\n[Site \"y\"]\n\n{ b",
                                           "a\n\n[Event \"x\"]\nb [Site \"y\"] { c",
                                           "a\n\n[%csl Ga1]\n[%cal Ga1a2] { b", "a\n\n[\n\n[ {"};
    for (size_t i = 0; i < sizeof comments / sizeof *comments; i++)
        assert_comment(comments[i], comments[i]);
}

static void line_ends_of_any_kind_become_one_in_comments(void **state)
{
    (void)state;
    assert_comment("a\rb\r\nc\nd\r", "a\nb\nc\nd");
}

static void a_game_without_tags_and_moves_stays_a_game(void **state)
{
    (void)state;
    static const char text[] = "{alone} 1. e5 *\n";
    static const struct pgn_write_options plain = {.line_width = 80};
    struct buffer out = {0};
    struct record rec;
    record_init(&rec);
    read_first(text, strlen(text), &rec);
    pgn_write(&out, &rec, &plain);
    pgn_write(&out, &rec, &plain);
    assert_int_equal(count_games(&out, "alone"), 2);
    record_free(&rec);
    buffer_free(&out);
}

/* As PGN has it, so that a game with two can be written as DhtmlXQ. */
static void the_first_fen_of_dhtmlxq_counts(void **state)
{
    (void)state;
    static const char bad[] = "[DhtmlXQ]\n[DhtmlXQ_FEN]nonsense[/DhtmlXQ_FEN]\n[/DhtmlXQ]\n";
    static const char text[] = "[DhtmlXQ]\n[DhtmlXQ_FEN]3ak4/9/9/9/9/9/9/9/9/3K5 w[/DhtmlXQ_FEN]\n"
                               "[DhtmlXQ_FEN]nonsense[/DhtmlXQ_FEN]\n[/DhtmlXQ]\n";
    struct record rec;
    record_init(&rec);
    read_first(bad, strlen(bad), &rec);
    assert_true(rec.is_broken);
    read_first(text, strlen(text), &rec);
    assert_false(rec.is_broken);
    assert_true(rec.has_start_tag);
    record_free(&rec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_with_brackets_and_signs_come_back),
        cmocka_unit_test(a_comment_that_holds_tags_and_a_brace_stays_one),
        cmocka_unit_test(a_blank_line_before_what_are_no_two_tags_is_kept),
        cmocka_unit_test(line_ends_of_any_kind_become_one_in_comments),
        cmocka_unit_test(a_game_without_tags_and_moves_stays_a_game),
        cmocka_unit_test(the_first_fen_of_dhtmlxq_counts),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
