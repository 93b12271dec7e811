/* Changing whole records, told by the PGN that comes out. */
#include "format/format.h"
#include "record/edit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void read_text(const char *text, enum game game, struct record *rec)
{
    struct read_options options = {.game = game};
    struct findings f = {0};
    struct error err;
    struct reader *r = reader_open_memory(text, strlen(text), &options, &err);
    assert_non_null(r);
    assert_int_equal(reader_next(r, rec, &f, &err), READ_GAME);
    assert_false(rec->is_broken);
    reader_close(r);
    findings_free(&f);
}

/* What was changed is a game that can be read, with the arrays of its main line in order. */
static void assert_sound(const struct record *rec)
{
    struct position pos = rec->start;
    for (size_t i = 0; i < rec->ply_count; i++) {
        assert_true(rec->moves[i] == NULL_MOVE || pos_is_legal(&pos, rec->moves[i]));
        assert_true(rec->keys[i] == pos.key);
        pos_play(&pos, rec->moves[i]);
    }
    assert_true(rec->end.key == pos.key);
}

static void assert_written(const struct record *rec, const char *expected)
{
    struct pgn_write_options options = {.line_width = 0, .notation = NOTATION_NONE};
    struct buffer out = {0};
    assert_sound(rec);
    pgn_write(&out, rec, &options);
    assert_string_equal(buffer_terminate(&out), expected);
    buffer_free(&out);
}

static void assert_dropped(const char *text, unsigned parts, const char *expected)
{
    struct record rec;
    record_init(&rec);
    read_text(text, GAME_CHESS, &rec);
    assert_true(record_drop_parts(&rec, parts));
    assert_written(&rec, expected);
    record_free(&rec);
}

static void parts_can_be_left_out(void **state)
{
    (void)state;
    static const char text[] = "1. e4 $1 {c} (1. d4 {d} (1. c4)) 1... e5 *";
    assert_dropped(text, PART_COMMENTS, "1. e4 $1 (1. d4 (1. c4)) 1... e5 *\n\n");
    assert_dropped(text, PART_VARIATIONS, "1. e4 $1 {c} 1... e5 *\n\n");
    assert_dropped(text, PART_COMMENTS | PART_VARIATIONS | PART_NAGS, "1. e4 e5 *\n\n");
}

static void clocks_leave_the_rest_of_a_comment(void **state)
{
    (void)state;
    assert_dropped("1. e4 {[%clk 0:01:00]} e5 {[%clk 1][%emt 2]  good [%eval 0.1] [%clk 3]} 2. d4 "
                   "{a [%clk 1] b} {x } {} *",
                   PART_CLOCKS, "1. e4 e5 {good [%eval 0.1]} 2. d4 {a b} {x } {} *\n\n");
}

static void commands_of_a_kind_leave_the_others(void **state)
{
    (void)state;
    static const char text[] = "1. e4 {[%egt 1][%mct 2][%timestamp 3] a [%evalx 4]} e5 {[%eval "
                               "0.1,9] [%csl Ge4]} (1... c5 {[%cal Rc7c5] b}) 2. d4 {[%evp 1,2] "
                               "[%foo] [%clk 5]} *";
    assert_dropped(text, PART_CLOCKS,
                   "1. e4 {a [%evalx 4]} 1... e5 {[%eval 0.1,9] [%csl Ge4]} (1... c5 {[%cal Rc7c5] "
                   "b}) 2. d4 {[%evp 1,2] [%foo]} *\n\n");
    assert_dropped(text, PART_EVALS,
                   "1. e4 {[%egt 1][%mct 2][%timestamp 3] a [%evalx 4]} 1... e5 {[%csl Ge4]} (1... "
                   "c5 {[%cal Rc7c5] b}) 2. d4 {[%foo] [%clk 5]} *\n\n");
    assert_dropped(text, PART_ARROWS,
                   "1. e4 {[%egt 1][%mct 2][%timestamp 3] a [%evalx 4]} 1... e5 {[%eval 0.1,9]} "
                   "(1... c5 {b}) 2. d4 {[%evp 1,2] [%foo] [%clk 5]} *\n\n");
    assert_dropped(text, PART_CLOCKS | PART_EVALS | PART_ARROWS,
                   "1. e4 {a [%evalx 4]} 1... e5 (1... c5 {b}) 2. d4 {[%foo]} *\n\n");
}

static void commands_without_a_value_are_of_their_kind_too(void **state)
{
    (void)state;
    static const char text[] = "1. e4 {[%csl] a} e5 {[%clk] [%cal]} 2. d4 {[%csl ]} *";
    assert_dropped(text, PART_ARROWS, "1. e4 {a} 1... e5 {[%clk]} 2. d4 *\n\n");
    assert_dropped(text, PART_CLOCKS, "1. e4 {[%csl] a} 1... e5 {[%cal]} 2. d4 {[%csl ]} *\n\n");
}

static void comments_stand_at_the_plies_that_are_marked(void **state)
{
    const uint32_t plies[] = {0, 1, 3, 4};
    struct record rec;
    (void)state;
    record_init(&rec);
    read_text("{s} 1. e4 $1 $14 {good} (1. d4 d5 2. c4 e6) Nf6 2. e5 (2. Nc3) Nd5 *", GAME_CHESS,
              &rec);
    assert_true(record_comment_plies(&rec, plies, 4, "here"));
    assert_written(&rec, "{here} {s} 1. e4 $1 $14 {here} {good} (1. d4 d5 2. c4 e6) 1... Nf6 "
                         "2. e5 {here} (2. Nc3) 2... Nd5 {here} *\n\n");
    assert_true(record_comment_plies(&rec, plies, 0, "nowhere"));
    record_clear(&rec, GAME_CHESS);
    assert_true(record_comment_plies(&rec, plies, 1, "empty"));
    assert_written(&rec, "[Result \"*\"]\n\n{empty} *\n\n");
    record_free(&rec);
}

static void tags_are_kept_in_the_order_asked_for(void **state)
{
    static const char *const names[] = {"Black", "White", "Site", NULL};
    struct record rec;
    (void)state;
    record_init(&rec);
    read_text("[Event \"E\"]\n[White \"W\"]\n[Black \"B\"]\n[SetUp \"1\"]\n"
              "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n[White \"W2\"]\n\n*",
              GAME_CHESS, &rec);
    assert_true(record_keep_tags(&rec, names));
    assert_written(&rec, "[Black \"B\"]\n[White \"W\"]\n[White \"W2\"]\n[SetUp \"1\"]\n"
                         "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*\n\n");
    assert_true(record_fill_roster(&rec));
    assert_written(&rec, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                         "[White \"W\"]\n[White \"W2\"]\n[Black \"B\"]\n[Result \"*\"]\n"
                         "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*\n\n");
    record_free(&rec);
}

static void tags_are_brought_to_the_front_in_the_order_asked_for(void **state)
{
    static const char *const names[] = {"ECO", "Black", "Site", "x", NULL};
    struct record rec;
    (void)state;
    record_init(&rec);
    read_text("[Event \"E\"]\n[White \"W\"]\n[Black \"B\"]\n[ECO \"C20\"]\n[Black \"B2\"]\n"
              "[x \"1\"]\n\n*",
              GAME_CHESS, &rec);
    record_order_tags(&rec, names);
    assert_written(&rec, "[ECO \"C20\"]\n[Black \"B\"]\n[Black \"B2\"]\n[x \"1\"]\n"
                         "[Event \"E\"]\n[White \"W\"]\n\n*\n\n");
    assert_int_equal(rec.known[TAG_BLACK], 1);
    assert_int_equal(rec.known[TAG_WHITE], 5);
    record_free(&rec);
}

static void assert_cut(const char *text, size_t from, size_t to, const char *expected)
{
    struct record rec;
    record_init(&rec);
    read_text(text, GAME_CHESS, &rec);
    assert_true(record_cut(&rec, from, to));
    assert_written(&rec, expected);
    record_free(&rec);
}

static void cutting_keeps_what_belongs_to_the_plies_kept(void **state)
{
    static const char text[] =
        "[PlyCount \"4\"]\n\n{s} 1. e4 {1} (1. d4 d5) e5 {2} (1... c5 2. Nf3) 2. Nf3 {3} Nc6 {4} *";
    (void)state;
    assert_cut(text, 1, 2,
               "[PlyCount \"2\"]\n\n{s} 1. e4 {1} (1. d4 d5) 1... e5 {2} (1... c5 2. Nf3) *\n\n");
    assert_cut(text, 2, 3,
               "[PlyCount \"2\"]\n[SetUp \"1\"]\n"
               "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n"
               "1... e5 {2} (1... c5 2. Nf3) 2. Nf3 {3} *\n\n");
    assert_cut(
        text, 9, 12,
        "[PlyCount \"0\"]\n[SetUp \"1\"]\n"
        "[FEN \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"]\n\n*\n\n");
    assert_cut(
        text, 1, 99,
        "[PlyCount \"4\"]\n\n{s} 1. e4 {1} (1. d4 d5) 1... e5 {2} (1... c5 2. Nf3) 2. Nf3 {3} "
        "2... Nc6 {4} *\n\n");
}

/* The lines of TEXT are EXPECTED, COUNT of them. */
static void assert_lines(const char *text, const char *const *expected, size_t count)
{
    struct record rec;
    size_t n = 0;
    record_init(&rec);
    read_text(text, GAME_CHESS, &rec);
    struct record_lines lines = {.rec = &rec};
    while (record_next_line(&lines)) {
        assert_true(n < count);
        assert_written(&lines.line, expected[n++]);
    }
    assert_false(lines.failed);
    assert_int_equal(n, count);
    record_lines_free(&lines);
    record_free(&rec);
}

static void every_variation_becomes_a_game(void **state)
{
    static const char *const expected[] = {
        "[Result \"1-0\"]\n\n1. e4 {a} 1... e5 2. Nf3 1-0\n\n",
        "[Result \"*\"]\n\n1. d4 {b} 1... d5 *\n\n",
        "[Result \"*\"]\n\n1. c4 *\n\n",
        "[Result \"*\"]\n\n1. e4 {a} 1... e5 2. f4 exf4 *\n\n",
        "[Result \"*\"]\n\n1. e4 {a} 1... e5 2. f4 d5 {c} *\n\n",
    };
    (void)state;
    assert_lines("[Result \"1-0\"]\n\n1. e4 {a} (1. d4 {b} (1. c4) d5) e5 2. Nf3 "
                 "(2. f4 exf4 (2... d5 {c})) 1-0",
                 expected, sizeof expected / sizeof *expected);
}

static void what_leads_to_a_variation_keeps_its_comments_and_glyphs(void **state)
{
    static const char *const expected[] = {
        "{start} 1. e4 $1 {[%clk 0:01] [%eval 0.2]} 1... e5 $6 {2} {after} 2. Nf3 *\n\n",
        "{start} 1. e4 $1 {[%clk 0:01] [%eval 0.2]} {open} 1... e6 $5 {in} 2. d4 {end} *\n\n",
        "{start} 1. e4 $1 {[%clk 0:01] [%eval 0.2]} {open} 1... d6 *\n\n",
        "{start} 1. e4 $1 {[%clk 0:01] [%eval 0.2]} {open} 1... e6 $5 {in} 2. Nf3 *\n\n",
        "{start} 1. e4 $1 {[%clk 0:01] [%eval 0.2]} 1... e5 $6 {2} {after} 2. Nc3 *\n\n",
    };
    (void)state;
    assert_lines(
        "{start} 1. e4 $1 {[%clk 0:01] [%eval 0.2]} e5 $6 {2} "
        "({open} 1... e6 $5 (1... d6) {in} 2. d4 (2. Nf3) {end}) {after} 2. Nf3 (2. Nc3) *",
        expected, sizeof expected / sizeof *expected);
}

static void colours_change_places(void **state)
{
    struct record rec;
    (void)state;
    record_init(&rec);
    read_text(
        "[White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[WhiteElo \"2000\"]\n\n"
        "1. e4 $14 {[%eval 0.3,20] [%csl Gd4][%cal Ge2e4]} (1. d4 $10) e5 {[%eval -1]} 2. Nf3 "
        "{[%eval #3]} Nf6 3. Be2 Be7 4. O-O 1-0",
        GAME_CHESS, &rec);
    assert_true(record_flip(&rec));
    assert_written(
        &rec,
        "[White \"B\"]\n[Black \"W\"]\n[Result \"0-1\"]\n[BlackElo \"2000\"]\n[SetUp \"1\"]\n"
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\"]\n\n"
        "1... e5 $15 {[%eval -0.3,20] [%csl Gd5][%cal Ge7e5]} (1... d5 $10) 2. e4 {[%eval 1]} "
        "2... Nf6 {[%eval #-3]} 3. Nf3 Be7 4. Be2 O-O 0-1\n\n");
    assert_true(record_flip(&rec));
    assert_written(
        &rec, "[White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[WhiteElo \"2000\"]\n[SetUp \"1\"]\n"
              "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n"
              "1. e4 $14 {[%eval 0.3,20] [%csl Gd4][%cal Ge2e4]} (1. d4 $10) 1... e5 "
              "{[%eval -1]} 2. Nf3 {[%eval #3]} 2... Nf6 3. Be2 Be7 4. O-O 1-0\n\n");
    record_free(&rec);
}

static void en_passant_and_castling_rights_turn_with_the_board(void **state)
{
    struct record rec;
    (void)state;
    record_init(&rec);
    read_text("[SetUp \"1\"]\n[FEN \"r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 7\"]\n\n7. exd6 O-O-O *",
              GAME_CHESS, &rec);
    assert_true(record_flip(&rec));
    assert_written(&rec, "[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/3Pp3/8/8/R3K3 b Qk d3 0 7\"]\n\n"
                         "7... exd3 8. O-O-O *\n\n");
    record_free(&rec);
}

static void xiangqi_turns_round_and_left_to_right(void **state)
{
    struct record rec;
    (void)state;
    record_init(&rec);
    read_text("[Game \"Chinese Chess\"]\n[Red \"R\"]\n[Black \"B\"]\n[Format \"ICCS\"]\n\n"
              "1. H2-E2 {[%csl Gh2]} H9-G7 1-0",
              GAME_XIANGQI, &rec);
    assert_true(record_mirror(&rec));
    assert_written(&rec,
                   "[Game \"Chinese Chess\"]\n[Red \"R\"]\n[Black \"B\"]\n[Format \"ICCS\"]\n\n"
                   "1. B2-E2 {[%csl Gb2]} 1... B9-C7 1-0\n\n");
    assert_true(record_flip(&rec));
    assert_written(
        &rec, "[Game \"Chinese Chess\"]\n[Red \"B\"]\n[Black \"R\"]\n[Format \"ICCS\"]\n"
              "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1\"]\n\n"
              "1... H7-E7 {[%csl Gh7]} 2. H0-G2 0-1\n\n");
    record_free(&rec);
}

static int set_up(void **state)
{
    (void)state;
    rules_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_can_be_left_out),
        cmocka_unit_test(clocks_leave_the_rest_of_a_comment),
        cmocka_unit_test(commands_of_a_kind_leave_the_others),
        cmocka_unit_test(commands_without_a_value_are_of_their_kind_too),
        cmocka_unit_test(comments_stand_at_the_plies_that_are_marked),
        cmocka_unit_test(tags_are_kept_in_the_order_asked_for),
        cmocka_unit_test(tags_are_brought_to_the_front_in_the_order_asked_for),
        cmocka_unit_test(cutting_keeps_what_belongs_to_the_plies_kept),
        cmocka_unit_test(every_variation_becomes_a_game),
        cmocka_unit_test(what_leads_to_a_variation_keeps_its_comments_and_glyphs),
        cmocka_unit_test(colours_change_places),
        cmocka_unit_test(en_passant_and_castling_rights_turn_with_the_board),
        cmocka_unit_test(xiangqi_turns_round_and_left_to_right),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
