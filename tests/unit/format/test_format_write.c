/* The writers: what they write, and that reading it again gives the same game. */
#include "format/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct sample {
    struct reader *reader;
    struct record rec;
    struct findings findings;
};

static void read_game(struct sample *g, const char *text, size_t len)
{
    struct read_options options = {.game = GAME_CHESS};
    struct error err;
    memset(g, 0, sizeof *g);
    record_init(&g->rec);
    g->reader = reader_open_memory(text, len, &options, &err);
    assert_non_null(g->reader);
    assert_int_equal(reader_next(g->reader, &g->rec, &g->findings, &err), READ_GAME);
}

static void free_game(struct sample *g)
{
    reader_close(g->reader);
    record_free(&g->rec);
    findings_free(&g->findings);
}

static const struct pgn_write_options plain = {.line_width = 80};

/* TEXT as PGN, read and written with OPTIONS; the caller frees. */
static struct buffer rewritten(const char *text, const struct pgn_write_options *options)
{
    struct sample g;
    struct buffer out = {0};
    read_game(&g, text, strlen(text));
    pgn_write(&out, &g.rec, options);
    buffer_terminate(&out);
    free_game(&g);
    return out;
}

static void assert_rewritten(const char *text, const struct pgn_write_options *options,
                             const char *expected)
{
    struct buffer out = rewritten(text, options);
    assert_string_equal(out.data, expected);
    buffer_free(&out);
}

/* Written and read again, it is the same game and the only one. */
static void assert_round_trip(const char *text)
{
    struct sample a, b;
    struct buffer out = {0};
    struct record more;
    struct error err;
    char why[200] = "";
    read_game(&a, text, strlen(text));
    pgn_write(&out, &a.rec, &plain);
    read_game(&b, out.data, out.len);
    if (!record_equal(&a.rec, &b.rec, why, sizeof why))
        fail_msg("%s:\n%s\n%.*s", why, text, (int)out.len, out.data);
    record_init(&more);
    assert_int_equal(reader_next(b.reader, &more, &b.findings, &err), READ_END);
    record_free(&more);
    buffer_free(&out);
    free_game(&a);
    free_game(&b);
}

static void black_moves_have_numbers_where_the_line_was_interrupted(void **state)
{
    (void)state;
    assert_rewritten("1. e4 {good} e5 $1 2. Nf3 (2. f4 exf4) Nc6 *", &plain,
                     "1. e4 {good} 1... e5 $1 2. Nf3 (2. f4 exf4) 2... Nc6 *\n\n");
    assert_rewritten("1. e4 $1 e5 (1... c5) 2. d4 *", &plain, "1. e4 $1 e5 (1... c5) 2. d4 *\n\n");
}

static void a_game_that_black_begins_starts_with_his_number(void **state)
{
    (void)state;
    assert_rewritten("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 7\"]\n\n7... Kd7 8. Kd2 *",
                     &plain,
                     "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 7\"]\n\n"
                     "7... Kd7 8. Kd2 *\n\n");
}

static void tags_are_escaped_and_keep_their_order(void **state)
{
    (void)state;
    static const char text[] = "[Black \"a \\\"b\\\" \\\\c\"]\n[Event \"?\"]\n[Black \"again\"]\n\n"
                               "1. e4 1-0\n\n";
    assert_rewritten(text, &plain, text);
}

static void dialects_become_standard(void **state)
{
    (void)state;
    assert_rewritten("1 e2-e4! e7e5 2 Ng1f3 Nc6 3 Bb5 Nf6 4 0-0 Nd4 1/2-1/2", &plain,
                     "1. e4 $1 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nd4 1/2-1/2\n\n");
}

static void semicolon_comments_become_braces_and_braces_inside_parentheses(void **state)
{
    (void)state;
    static const char text[] = "1. e4 ; a } brace\n e5 *";
    struct sample g;
    struct buffer out = {0};
    read_game(&g, text, strlen(text));
    assert_int_equal(pgn_write(&out, &g.rec, &plain), 1);
    assert_string_equal(buffer_terminate(&out), "1. e4 { a ) brace} 1... e5 *\n\n");
    buffer_free(&out);
    free_game(&g);
}

static void null_moves_and_nested_variations_come_back(void **state)
{
    (void)state;
    assert_round_trip("1. e4 (1. d4 (1. c4 (1. --) (1. f4) 1... e5) 1... d5 2. c4 {x} (2. Nf3))"
                      " (1. Nf3) 1... e5 {a} {b} $1 $14 {c} 2. Ke2 (2. -- Nf6) *");
}

static void comments_come_back_as_they_were(void **state)
{
    (void)state;
    assert_round_trip("{ before } 1. e4 { two\n  lines [%clk 0:01:02] } e5 {} ({only words} 1... "
                      "c5 {tail}) {after} 1-0 ");
    assert_round_trip("1. e4 {\n%not an escape\n; nor a comment ( [ $} e5 *");
}

static void empty_games_come_back(void **state)
{
    (void)state;
    assert_round_trip("[Event \"?\"]\n[Result \"*\"]\n\n*\n");
    assert_round_trip("[Event \"?\"]\n[Result \"1-0\"]\n\n{forfeit} 1-0\n");
}

/* Many tokens of many lengths: no line of tokens is wider than asked for. */
static void lines_break_between_tokens_only(void **state)
{
    (void)state;
    char text[20000] = "";
    for (int i = 0; i < 60; i++)
        strcat(text, "1. Nf3 (1. Nc3 $146 {x}) (1. Na3 (1. Nh3)) Nf6 $1 2. Ng1 Ng8 ");
    strcat(text, "1/2-1/2");
    for (int width = 20; width < 100; width += 7) {
        struct pgn_write_options options = {.line_width = width};
        struct buffer out = rewritten(text, &options);
        for (const char *line = out.data; *line;) {
            size_t len = strcspn(line, "\n");
            assert_true(len <= (size_t)width);
            assert_true(len == 0 || (line[len - 1] != ' ' && line[0] != ' '));
            line += len + 1;
        }
        struct pgn_write_options one_line = {.line_width = 0};
        struct buffer again = rewritten(out.data, &plain), first = rewritten(text, &plain);
        assert_string_equal(again.data, first.data);
        struct buffer flat = rewritten(text, &one_line);
        assert_int_equal(strcspn(flat.data, "\n"), flat.len - 2);
        buffer_free(&flat);
        buffer_free(&out);
        buffer_free(&again);
        buffer_free(&first);
    }
}

static void wrapped_comments_never_start_a_line_with_percent(void **state)
{
    (void)state;
    struct pgn_write_options wrap = {.line_width = 20, .wrap_comments = true};
    assert_rewritten("1. e4 {a comment of some length, 100 %good %%% and done} *", &wrap,
                     "1. e4 {a comment of\nsome length, 100 %good %%%\nand done} *\n\n");
    assert_rewritten("1. e4 { } {} e5 *", &wrap, "1. e4 {} {} 1... e5\n*\n\n");
}

static void variations_nest_without_limit(void **state)
{
    (void)state;
    enum { DEPTH = 20000 };
    char *text = malloc(DEPTH * 8 + 100), *s = text;
    assert_non_null(text);
    s = strcpy(s, "1. e4 ") + 6;
    for (int i = 0; i < DEPTH; i++)
        s = strcpy(s, "(1. d4 ") + 7;
    for (int i = 0; i < DEPTH; i++)
        *s++ = ')';
    strcpy(s, " 1... e5 *");
    assert_round_trip(text);
    struct sample g;
    struct buffer out = {0};
    read_game(&g, text, strlen(text));
    json_write(&out, &g.rec, 0);
    const char *tail = "]},{\"san\":\"e5\",\"uci\":\"e7e5\"}],\"result\":\"*\"}\n";
    assert_memory_equal(out.data + out.len - strlen(tail), tail, strlen(tail));
    buffer_free(&out);
    free_game(&g);
    free(text);
}

static void moves_are_written_in_three_notations(void **state)
{
    (void)state;
    static const char text[] = "1. e4 d5 2. exd5 Nf6 3. Bb5+ c6 4. dxc6 Qc7 5. Nf3 Qe5+ 6. Qe2 Nxc6"
                               " 7. O-O *";
    static const char *const expected[][2] = {
        [NOTATION_SAN] =
            {"e4 d5 exd5 Nf6 Bb5+ c6 dxc6 Qc7 Nf3 Qe5+ Qe2 Nxc6 O-O",
             "1. e4 d5 2. exd5 Nf6 3. Bb5+ c6 4. dxc6 Qc7 5. Nf3 Qe5+ 6. Qe2 Nxc6 7. O-O"},
        [NOTATION_LAN] =
            {"e2-e4 d7-d5 e4xd5 Ng8-f6 Bf1-b5+ c7-c6 d5xc6 Qd8-c7 Ng1-f3 Qc7-e5+ Qd1-e2 Nb8xc6 O-O",
             NULL},
        [NOTATION_UCI] = {"e2e4 d7d5 e4d5 g8f6 f1b5 c7c6 d5c6 d8c7 g1f3 c7e5 d1e2 b8c6 e1g1",
                          "1. e2e4 d7d5 2. e4d5 g8f6 3. f1b5 c7c6 4. d5c6 d8c7 5. g1f3 c7e5 6. "
                          "d1e2 b8c6 7. e1g1"},
    };
    struct sample g;
    read_game(&g, text, strlen(text));
    for (int n = NOTATION_SAN; n <= NOTATION_UCI; n++) {
        for (int numbers = 0; numbers < 2 && expected[n][numbers]; numbers++) {
            struct buffer out = {0};
            moves_write(&out, &g.rec, (enum notation)n, numbers ? MOVES_NUMBERED : 0, NULL);
            assert_string_equal(buffer_terminate(&out), expected[n][numbers]);
            buffer_free(&out);
        }
    }
    struct buffer out = {0};
    moves_write(&out, &g.rec, NOTATION_SAN, MOVES_NO_CHECKS, NULL);
    assert_string_equal(buffer_terminate(&out),
                        "e4 d5 exd5 Nf6 Bb5 c6 dxc6 Qc7 Nf3 Qe5 Qe2 Nxc6 O-O");
    buffer_free(&out);
    free_game(&g);
}

static void json_holds_the_whole_game(void **state)
{
    (void)state;
    static const char text[] =
        "[White \"\\\"A\\\"\"]\n\n{start} 1. e4 $1 {x} {y} (1. d4 d5 (1... Nf6)) "
        "(1. c4 {z}) 1... e5 0-1";
    struct sample g;
    struct buffer out = {0};
    read_game(&g, text, strlen(text));
    json_write(&out, &g.rec, 0);
    assert_string_equal(
        buffer_terminate(&out),
        "{\"number\":1,\"tags\":[[\"White\",\"\\\"A\\\"\"]],\"moves\":[{\"comments\":[\"start\"]},"
        "{\"san\":\"e4\",\"uci\":\"e2e4\",\"nags\":[1],\"comments\":[\"x\",\"y\"],\"variations\":["
        "[{\"san\":\"d4\",\"uci\":\"d2d4\"},{\"san\":\"d5\",\"uci\":\"d7d5\",\"variations\":["
        "[{\"san\":\"Nf6\",\"uci\":\"g8f6\"}]]}],"
        "[{\"san\":\"c4\",\"uci\":\"c2c4\",\"comments\":[\"z\"]}]]},"
        "{\"san\":\"e5\",\"uci\":\"e7e5\"}],\"result\":\"0-1\"}\n");
    buffer_free(&out);
    free_game(&g);
}

static void csv_quotes_what_needs_it(void **state)
{
    (void)state;
    static const char text[] = "[White \"Guseynov,A\"]\n[Black \"say \\\"x\\\"\"]\n\n1. e4 e5 1-0";
    static const char *const columns[] = {"number", "White",     "Black", "Site",
                                          "result", "ply_count", "moves", "uci"};
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    struct sample g;
    struct buffer out = {0};
    read_game(&g, text, strlen(text));
    csv_write_header(&out, columns, COLUMNS, ',');
    csv_write(&out, &g.rec, columns, COLUMNS, ',');
    assert_string_equal(buffer_terminate(&out),
                        "number,White,Black,Site,result,ply_count,moves,uci\n"
                        "1,\"Guseynov,A\",\"say \"\"x\"\"\",,1-0,2,e4 e5,e2e4 e7e5\n");
    buffer_free(&out);
    free_game(&g);
}

static void every_position_is_a_line(void **state)
{
    (void)state;
    static const char text[] = "1. e4 e5 *";
    struct sample g;
    struct buffer out = {0};
    read_game(&g, text, strlen(text));
    positions_write(&out, &g.rec, false);
    assert_string_equal(buffer_terminate(&out),
                        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
                        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
    buffer_free(&out);
    free_game(&g);
}

static void epd_operations_are_tags_and_come_back(void **state)
{
    (void)state;
    static const char text[] =
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+ O-O; id \"a; b\"; c0 \"x\" \"y\"; acd 12;\n";
    struct sample g;
    struct buffer out = {0};
    size_t len;
    read_game(&g, text, strlen(text));
    assert_memory_equal(record_tag_text(&g.rec, "bm", &len), "Rh8+ O-O", 8);
    assert_memory_equal(record_tag_text(&g.rec, "id", &len), "a; b", 4);
    assert_int_equal(len, 4);
    assert_int_equal(record_tag(&g.rec, TAG_SETUP).len, 1);
    positions_write(&out, &g.rec, true);
    assert_string_equal(buffer_terminate(&out), text);
    buffer_free(&out);
    free_game(&g);
}

static void a_bad_line_costs_no_other(void **state)
{
    (void)state;
    static const char text[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n"
                               "\r\n"
                               "# a remark\r\n"
                               "4k3/8/8/8/8/8/8/4K2X w - - 0 1\r\n"
                               "4k3/8/8/8/8/8/8/4K1R1 b - - 5 9";
    struct sample g;
    struct error err;
    read_game(&g, text, strlen(text));
    assert_false(g.rec.is_broken);
    assert_int_equal(reader_next(g.reader, &g.rec, &g.findings, &err), READ_GAME);
    assert_true(g.rec.is_broken);
    assert_int_equal(g.findings.count, 1);
    assert_int_equal(g.findings.items[0].code, FINDING_BAD_FEN);
    struct place at = reader_place(g.reader, g.findings.items[0].source);
    assert_int_equal(at.line, 4);
    assert_int_equal(at.column, 20);
    assert_int_equal(reader_next(g.reader, &g.rec, &g.findings, &err), READ_GAME);
    assert_false(g.rec.is_broken);
    assert_int_equal(g.rec.start.move_number, 9);
    assert_int_equal(g.rec.number, 3);
    assert_int_equal(reader_next(g.reader, &g.rec, &g.findings, &err), READ_END);
    free_game(&g);
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(black_moves_have_numbers_where_the_line_was_interrupted),
        cmocka_unit_test(a_game_that_black_begins_starts_with_his_number),
        cmocka_unit_test(tags_are_escaped_and_keep_their_order),
        cmocka_unit_test(dialects_become_standard),
        cmocka_unit_test(semicolon_comments_become_braces_and_braces_inside_parentheses),
        cmocka_unit_test(null_moves_and_nested_variations_come_back),
        cmocka_unit_test(comments_come_back_as_they_were),
        cmocka_unit_test(empty_games_come_back),
        cmocka_unit_test(lines_break_between_tokens_only),
        cmocka_unit_test(wrapped_comments_never_start_a_line_with_percent),
        cmocka_unit_test(variations_nest_without_limit),
        cmocka_unit_test(moves_are_written_in_three_notations),
        cmocka_unit_test(json_holds_the_whole_game),
        cmocka_unit_test(csv_quotes_what_needs_it),
        cmocka_unit_test(every_position_is_a_line),
        cmocka_unit_test(epd_operations_are_tags_and_come_back),
        cmocka_unit_test(a_bad_line_costs_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
