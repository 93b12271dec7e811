/* The writers with games of xiangqi: PGN as xqbase's programs expect it, in every notation, and the
   other forms. What is written is read again as the same moves. */
#include "format/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/games.h"

#define OPENING "h3e3 h10g8 h1g3 i10h10 i1h1"

static const struct pgn_write_options plain = {.line_width = 80};

static void assert_written(const struct record *rec, const struct pgn_write_options *options,
                           const char *expected)
{
    struct buffer out = {0};
    pgn_write(&out, rec, options);
    buffer_terminate(&out);
    assert_string_equal(out.data, expected);
    buffer_free(&out);
}

static void game_is_the_first_tag_and_white_is_red(void **state)
{
    (void)state;
    static const char *const tags[] = {"Event",  "Cup",   "White", "A",     "WhiteElo",
                                       "2400",   "Black", "B",     "SetUp", "1",
                                       "Result", "1-0",   NULL};
    struct record rec;
    game_build(&rec, GAME_XIANGQI, NULL, OPENING, tags);
    assert_written(&rec, &plain,
                   "[Game \"Chinese Chess\"]\n[Event \"Cup\"]\n[Red \"A\"]\n[RedElo \"2400\"]\n"
                   "[Black \"B\"]\n[SetUp \"1\"]\n[Result \"1-0\"]\n\n"
                   "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 1-0\n\n");
    assert_true(record_set_tag(&rec, "RedElo", "2500"));
    assert_true(record_set_tag(&rec, "Game", "Chinese Chess"));
    record_remove_tag(&rec, "White");
    record_remove_tag(&rec, "Red");
    struct buffer out = {0};
    pgn_write(&out, &rec, &plain);
    buffer_terminate(&out);
    assert_int_equal(strncmp(out.data, "[Game \"Chinese Chess\"]\n[Event \"Cup\"]\n", 36), 0);
    assert_null(strstr(strstr(out.data, "[Game") + 1, "[Game"));
    buffer_free(&out);
    record_free(&rec);
}

static void a_fen_is_added_only_where_it_is_needed(void **state)
{
    (void)state;
    static const char *const usual[] = {
        "FEN", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", NULL};
    static const char *const own[] = {"Event", "", "FEN", "4k4/9/9/4p4/9/9/4P4/9/9/4K4 b", NULL};
    struct record rec;
    game_build(&rec, GAME_XIANGQI, NULL, "", usual);
    assert_written(&rec, &plain,
                   "[Game \"Chinese Chess\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/"
                   "P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"]\n\n*\n\n");
    record_free(&rec);
    game_build(&rec, GAME_XIANGQI, NULL, "", NULL);
    assert_written(&rec, &plain, "[Game \"Chinese Chess\"]\n\n*\n\n");
    record_free(&rec);
    game_build(&rec, GAME_XIANGQI, own[3], "e7e6", own);
    assert_written(&rec, &plain,
                   "[Game \"Chinese Chess\"]\n[Event \"\"]\n[FEN \"4k4/9/9/4p4/9/9/4P4/9/9/4K4 b\"]"
                   "\n\n1... 卒５进１ *\n\n");
    record_free(&rec);
    game_build(&rec, GAME_XIANGQI, own[3], "e7e6", NULL);
    assert_written(&rec, &plain,
                   "[Game \"Chinese Chess\"]\n[FEN \"4k4/9/9/4p4/9/9/4P4/9/9/4K4 b - - 0 1\"]\n\n"
                   "1... 卒５进１ *\n\n");
    record_free(&rec);
}

/* The tag Format and the first move, with NOTATION asked for, of a game with that tag or
   without. */
static void format_and_move(const char *format, enum notation notation, const char *expected_tag,
                            const char *expected_move)
{
    const char *const tags[] = {"Game", "Chinese Chess", "Format", format ? format : "", "Red", "A",
                                NULL};
    const struct pgn_write_options options = {.line_width = 80, .notation = notation};
    struct record rec;
    struct buffer out = {0};
    game_build(&rec, GAME_XIANGQI, NULL, "h3e3", tags);
    if (!format)
        record_remove_tag(&rec, "Format");
    pgn_write(&out, &rec, &options);
    buffer_terminate(&out);
    const char *tag = strstr(out.data, "[Format ");
    if (*expected_tag == '\0')
        assert_null(tag);
    else
        assert_true(tag && strncmp(tag + 8, expected_tag, strlen(expected_tag)) == 0);
    const char *first = strstr(out.data, "\n\n1. ");
    assert_non_null(first);
    if (strncmp(first + 5, expected_move, strlen(expected_move)) != 0)
        fail_msg("%s is not %s", first + 5, expected_move);
    buffer_free(&out);
    record_free(&rec);
}

static void moves_are_written_as_the_format_tag_or_the_caller_has_it(void **state)
{
    (void)state;
    format_and_move(NULL, NOTATION_NONE, "", "炮二平五 *");
    format_and_move("Chinese", NOTATION_NONE, "\"Chinese\"]\n[Red", "炮二平五 *");
    format_and_move("WXF", NOTATION_NONE, "\"WXF\"]\n[Red", "C2.5 *");
    format_and_move("iccs", NOTATION_NONE, "\"ICCS\"]\n[Red", "H2-E2 *");
    format_and_move("Klingon", NOTATION_NONE, "\"Chinese\"]\n[Red", "炮二平五 *");
    format_and_move(NULL, NOTATION_WXF, "\"WXF\"]\n\n", "C2.5 *");
    format_and_move(NULL, NOTATION_ICCS, "\"ICCS\"]\n\n", "H2-E2 *");
    format_and_move(NULL, NOTATION_ZH_HANS, "\"Chinese\"]\n\n", "炮二平五 *");
    format_and_move("ICCS", NOTATION_ZH_HANT, "\"Chinese\"]\n[Red", "炮二平五 *");
    format_and_move("WXF", NOTATION_ICCS, "\"ICCS\"]\n[Red", "H2-E2 *");
}

static void lines_are_as_wide_as_they_look(void **state)
{
    (void)state;
    const struct pgn_write_options narrow = {.line_width = 21}, exact = {.line_width = 20};
    struct record rec;
    game_build(&rec, GAME_XIANGQI, NULL, "h3e3 h10g8 h1g3", NULL);
    assert_written(&rec, &narrow,
                   "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马８进７\n2. 马二进三 *\n\n");
    assert_written(&rec, &exact,
                   "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马８进７\n2. 马二进三 *\n\n");
    const struct pgn_write_options small = {.line_width = 19};
    assert_written(&rec, &small,
                   "[Game \"Chinese Chess\"]\n\n1. 炮二平五\n马８进７\n2. 马二进三 *\n\n");
    record_free(&rec);
}

static void variations_and_null_moves_are_written(void **state)
{
    (void)state;
    struct record rec;
    game_build(&rec, GAME_XIANGQI, NULL, "h3e3 h10g8", NULL);
    record_add_node(&rec, NODE_BEGIN, 0);
    struct position after = rec.start;
    pos_play(&after, rec.moves[0]);
    record_add_node(&rec, NODE_MOVE, 0)->move = uci_parse(&after, "b10c8", 5);
    record_add_node(&rec, NODE_MOVE, 0)->move = NULL_MOVE;
    record_add_node(&rec, NODE_END, 0);
    assert_written(&rec, &plain,
                   "[Game \"Chinese Chess\"]\n\n"
                   "1. 炮二平五 马８进７ (1... 马２进３ 2. --) *\n\n");
    record_free(&rec);
}

static void lines_of_moves_are_written_in_every_notation(void **state)
{
    (void)state;
    static const struct {
        enum notation notation;
        const char *line;
    } rows[] = {
        {NOTATION_SAN, "炮二平五 马８进７ 马二进三"},
        {NOTATION_LAN, "H2-E2 H9-G7 H0-G2"},
        {NOTATION_UCI, "h3e3 h10g8 h1g3"},
        {NOTATION_ICCS, "H2-E2 H9-G7 H0-G2"},
        {NOTATION_WXF, "C2.5 N8+7 N2+3"},
        {NOTATION_ZH_HANS, "炮二平五 马８进７ 马二进三"},
        {NOTATION_ZH_HANT, "炮二平五 馬８進７ 馬二進三"},
    };
    struct record rec;
    struct buffer out = {0};
    game_build(&rec, GAME_XIANGQI, NULL, "h3e3 h10g8 h1g3", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        out.len = 0;
        moves_write(&out, &rec, rows[i].notation, MOVES_NO_CHECKS, NULL);
        buffer_terminate(&out);
        assert_string_equal(out.data, rows[i].line);
    }
    out.len = 0;
    moves_write(&out, &rec, NOTATION_WXF, MOVES_NUMBERED, NULL);
    buffer_terminate(&out);
    assert_string_equal(out.data, "1. C2.5 N8+7 2. N2+3");
    buffer_free(&out);
    record_free(&rec);
}

static void json_and_csv_have_chinese_and_coordinates(void **state)
{
    (void)state;
    static const char *const tags[] = {"Red", "A", NULL};
    static const char *const columns[] = {"Red", "moves", "uci"};
    struct record rec;
    struct buffer out = {0};
    game_build(&rec, GAME_XIANGQI, NULL, "h3e3 h10g8", tags);
    json_write(&out, &rec, 0);
    buffer_terminate(&out);
    assert_string_equal(out.data, "{\"tags\":[[\"Red\",\"A\"]],\"game\":\"xiangqi\",\"moves\":["
                                  "{\"san\":\"炮二平五\",\"uci\":\"h3e3\",\"iccs\":\"H2-E2\"},"
                                  "{\"san\":\"马８进７\",\"uci\":\"h10g8\",\"iccs\":\"H9-G7\"}],"
                                  "\"result\":\"*\"}\n");
    out.len = 0;
    csv_write(&out, &rec, columns, 3, ',');
    buffer_terminate(&out);
    assert_string_equal(out.data, "A,炮二平五 马８进７,h3e3 h10g8\n");
    buffer_free(&out);
    record_free(&rec);
}

/* --- Read again ------------------------------------------------------------------------------- */

static void assert_read_again(const struct record *rec, enum notation notation)
{
    const struct pgn_write_options options = {.line_width = 80, .notation = notation};
    const struct read_options reading = {.game = GAME_COUNT};
    struct buffer out = {0};
    struct findings findings = {0};
    struct record again;
    struct error err;
    pgn_write(&out, rec, &options);
    struct reader *reader = reader_open_memory(out.data, out.len, &reading, &err);
    record_init(&again);
    assert_int_equal(reader_next(reader, &again, &findings, &err), READ_GAME);
    buffer_terminate(&out);
    if (again.is_broken || again.ply_count != rec->ply_count ||
        memcmp(again.moves, rec->moves, rec->ply_count * sizeof(move)) != 0)
        fail_msg("%s is not read as it was: %s", out.data,
                 findings.count > 0 ? finding_text(&findings, &findings.items[0]) : "");
    assert_int_equal(again.game, GAME_XIANGQI);
    assert_int_equal(again.start.key, rec->start.key);
    reader_close(reader);
    record_free(&again);
    findings_free(&findings);
    buffer_free(&out);
}

static uint64_t random_state = 88172645463325252u;

static unsigned random_below(unsigned n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 20) % n;
}

static void games_of_every_notation_are_read_as_they_were(void **state)
{
    (void)state;
    static const char *const starts[] = {
        NULL,
        "3k5/6P2/6P2/6P2/9/2p6/2p6/2p6/9/4K4 w - - 0 1",
        "3k5/5P3/9/3P1P3/3P5/6p2/p3p4/p1p6/9/4K4 w - - 0 1",
        "3k1a3/6P2/2P3P2/6P2/2P6/9/9/4C4/4C4/R3K3R b - - 7 30",
        "rn1akab2/9/n5c1r/9/9/p1p6/p1p1p4/C7C/9/RNBAKABNR w - - 0 1",
    };
    const int start_count = sizeof starts / sizeof *starts;
    for (int game = 0; game < 50; game++) {
        struct record rec;
        game_build(&rec, GAME_XIANGQI, starts[game % start_count], "", NULL);
        for (int ply = 0; ply < 120; ply++) {
            move list[MOVES_MAX];
            const int n = pos_legal_moves(&rec.end, list);
            if (n == 0)
                break;
            assert_true(record_play(&rec, list[random_below((unsigned)n)], 0, 0));
        }
        for (int n = NOTATION_NONE; n < NOTATIONS; n++)
            assert_read_again(&rec, (enum notation)n);
        record_free(&rec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_is_the_first_tag_and_white_is_red),
        cmocka_unit_test(a_fen_is_added_only_where_it_is_needed),
        cmocka_unit_test(moves_are_written_as_the_format_tag_or_the_caller_has_it),
        cmocka_unit_test(lines_are_as_wide_as_they_look),
        cmocka_unit_test(variations_and_null_moves_are_written),
        cmocka_unit_test(lines_of_moves_are_written_in_every_notation),
        cmocka_unit_test(json_and_csv_have_chinese_and_coordinates),
        cmocka_unit_test(games_of_every_notation_are_read_as_they_were),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
