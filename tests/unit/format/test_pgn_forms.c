/* The forms that PGN is written in when asked for: other notations, parts left out, comments on
   lines of their own. Whatever the form, reading gives the same game. */
#include "tests/unit/reading.h"

static void read_one(const char *text, size_t len, const struct piece_letters *letters,
                     struct record *rec)
{
    struct read_options options = {.game = GAME_CHESS, .letters = letters};
    struct findings f = {0};
    struct record more;
    struct error err;
    struct reader *r = reader_open_memory(text, len, &options, &err);
    assert_non_null(r);
    record_init(rec);
    record_init(&more);
    assert_int_equal(reader_next(r, rec, &f, &err), READ_GAME);
    assert_false(rec->is_broken);
    assert_int_equal(reader_next(r, &more, &f, &err), READ_END);
    record_free(&more);
    reader_close(r);
    findings_free(&f);
}

/* TEXT written with OPTIONS is EXPECTED (NULL: anything), and that is the same game. */
static void assert_form(const char *text, const struct pgn_write_options *options,
                        const char *expected)
{
    struct record rec, again;
    struct buffer out = {0};
    char why[200] = "";
    read_one(text, strlen(text), NULL, &rec);
    pgn_write(&out, &rec, options);
    buffer_terminate(&out);
    if (expected)
        assert_string_equal(out.data, expected);
    read_one(out.data, out.len, options->letters, &again);
    if (!record_equal(&rec, &again, why, sizeof why))
        fail_msg("%s:\n%s", why, out.data);
    record_free(&rec);
    record_free(&again);
    buffer_free(&out);
}

static const char game[] = "[Result \"1-0\"]\n\n{s} 1. e4 $1 {a} (1. d4 {b} (1. Nf3 $2) 1... d5) "
                           "1... e5 2. Qh5 Nc6 3. Bc4 "
                           "({c} 3. -- Nf6 4. Qxf7+ {d}) 3... Nf6 4. Qxf7# {e} 1-0";

static void moves_are_written_in_long_algebraic_notation(void **state)
{
    (void)state;
    assert_form(game, &(struct pgn_write_options){.moves = NOTATION_LAN},
                "[Result \"1-0\"]\n\n{s} 1. e2-e4 $1 {a} (1. d2-d4 {b} (1. Ng1-f3 $2) 1... d7-d5) "
                "1... e7-e5 2. Qd1-h5 Nb8-c6 3. Bf1-c4 ({c} 3. -- Ng8-f6 4. Qh5xf7+ {d}) "
                "3... Ng8-f6 4. Qh5xf7# {e} 1-0\n\n");
}

static void moves_are_written_as_engines_write_them_but_for_null_moves(void **state)
{
    (void)state;
    assert_form(game, &(struct pgn_write_options){.moves = NOTATION_UCI},
                "[Result \"1-0\"]\n\n{s} 1. e2e4 $1 {a} (1. d2d4 {b} (1. g1f3 $2) 1... d7d5) "
                "1... e7e5 2. d1h5 b8c6 3. f1c4 ({c} 3. -- g8f6 4. h5f7 {d}) 3... g8f6 "
                "4. h5f7 {e} 1-0\n\n");
    assert_form("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O (1. O-O-O) "
                "(1. a8=N) 1... Ke7 2. a8=Q *",
                &(struct pgn_write_options){.moves = NOTATION_UCI},
                "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. e1g1 (1. e1c1) "
                "(1. a7a8n) 1... e8e7 2. a7a8q *\n\n");
}

/* A king's step and castling may have the same target. */
static void castling_of_chess960_is_told_from_a_step_of_the_king(void **state)
{
    (void)state;
    static const char start[] = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1\"]\n\n";
    struct buffer text = {0};
    buffer_printf(&text, "%s1. O-O (1. Kg1) (1. O-O-O) *", start);
    for (int moves = NOTATION_SAN; moves <= NOTATION_UCI; moves++)
        assert_form(buffer_terminate(&text),
                    &(struct pgn_write_options){.moves = (enum notation)moves}, NULL);
    buffer_clear(&text);
    buffer_printf(&text, "%s1. f1h1 (1. f1g1) (1. f1b1) *\n\n", start);
    assert_form(buffer_terminate(&text), &(struct pgn_write_options){.moves = NOTATION_UCI},
                text.data);
    buffer_free(&text);
}

static void figurines_are_piece_letters(void **state)
{
    (void)state;
    const struct piece_letters *letters = piece_letters_find("figurine");
    assert_non_null(letters);
    assert_form("1. Nf3 Nc6 2. Rg1 Rb8 *", &(struct pgn_write_options){.letters = letters},
                "1. ♘f3 ♘c6 2. ♖g1 ♖b8 *\n\n");
    assert_form("1. e4 e5 2. Qe2 Ke7 3. Kd1 Qe8 *",
                &(struct pgn_write_options){.letters = letters, .moves = NOTATION_LAN},
                "1. e2-e4 e7-e5 2. ♕d1-e2 ♔e8-e7 3. ♔e1-d1 ♕d8-e8 *\n\n");
}

static void marks_numbers_and_results_can_be_left_out(void **state)
{
    (void)state;
    static const char text[] = "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 (2. Bc4 {x} Nf6 3. Bxf7+ $2) "
                               "2... Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
    assert_form(text, &(struct pgn_write_options){.no_checks = true},
                "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 (2. Bc4 {x} 2... Nf6 3. Bxf7 $2) 2... Nc6 "
                "3. Bc4 Nf6 4. Qxf7 1-0\n\n");
    assert_form(text, &(struct pgn_write_options){.no_checks = true, .moves = NOTATION_LAN},
                "[Result \"1-0\"]\n\n1. e2-e4 e7-e5 2. Qd1-h5 (2. Bf1-c4 {x} 2... Ng8-f6 "
                "3. Bc4xf7 $2) 2... Nb8-c6 3. Bf1-c4 Ng8-f6 4. Qh5xf7 1-0\n\n");
    assert_form(text, &(struct pgn_write_options){.no_numbers = true},
                "[Result \"1-0\"]\n\ne4 e5 Qh5 (Bc4 {x} Nf6 Bxf7+ $2) Nc6 Bc4 Nf6 Qxf7# 1-0\n\n");
    assert_form(text, &(struct pgn_write_options){.no_result = true},
                "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 (2. Bc4 {x} 2... Nf6 3. Bxf7+ $2) 2... Nc6 "
                "3. Bc4 Nf6 4. Qxf7#\n\n");
}

static void comments_have_lines_of_their_own(void **state)
{
    (void)state;
    assert_form(game, &(struct pgn_write_options){.comment_lines = true},
                "[Result \"1-0\"]\n\n{s}\n1. e4 $1\n{a}\n(1. d4\n{b}\n(1. Nf3 $2) 1... d5) 1... e5 "
                "2. Qh5 Nc6 3. Bc4 (\n{c}\n3. -- Nf6 4. Qxf7+\n{d}\n) 3... Nf6 4. Qxf7#\n{e}\n1-0"
                "\n\n");
    assert_form("[Result \"*\"]\n\n1. e4 {a\nb} {c} e5 {d}",
                &(struct pgn_write_options){.comment_lines = true, .no_result = true},
                "[Result \"*\"]\n\n1. e4\n{a\nb}\n{c}\n1... e5\n{d}\n\n");
    assert_form(
        "1. e4 {abc\ndef} e5 *",
        &(struct pgn_write_options){.comment_lines = true, .wrap_comments = true, .line_width = 6},
        "1. e4\n{abc\ndef}\n1... e5\n*\n\n");
}

/* TEXT, a game of WHICH, written with OPTIONS is EXPECTED, which may be another game. */
static void assert_written(enum game which, const char *text, const struct pgn_write_options *o,
                           const char *expected)
{
    struct read_options options = {.game = which};
    struct findings f = {0};
    struct record rec;
    struct error err;
    struct buffer out = {0};
    struct reader *r = reader_open_memory(text, strlen(text), &options, &err);
    assert_non_null(r);
    record_init(&rec);
    assert_int_equal(reader_next(r, &rec, &f, &err), READ_GAME);
    pgn_write(&out, &rec, o);
    assert_string_equal(buffer_terminate(&out), expected);
    buffer_free(&out);
    record_free(&rec);
    reader_close(r);
    findings_free(&f);
}

static void positions_stand_behind_moves_of_all_lines(void **state)
{
    (void)state;
    assert_written(GAME_CHESS, "{s} 1. e4 $1 (1. d4) Nf6 *",
                   &(struct pgn_write_options){.positions = POSITION_FEN},
                   "{s} 1. e4 $1 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} "
                   "(1. d4 {rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1}) "
                   "1... Nf6 {rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2} "
                   "*\n\n");
    assert_written(GAME_CHESS, "1. e4 {x} *",
                   &(struct pgn_write_options){.positions = POSITION_FEN | POSITION_KEY},
                   "1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} "
                   "{823c9b50fd114196} {x} *\n\n");
}

/* The numbers are those of the description of Polyglot's book format. */
static void keys_are_those_of_polyglot_and_there_are_none_in_xiangqi(void **state)
{
    (void)state;
    static const struct pgn_write_options keys = {.positions = POSITION_KEY};
    assert_written(
        GAME_CHESS, "1. e4 d5 2. e5 f5 (2... f6 3. Nf3) 3. Ke2 Kf7 *", &keys,
        "1. e4 {823c9b50fd114196} 1... d5 {0756b94461c50fb0} 2. e5 "
        "{662fafb965db29d4} 2... f5 {22a48b5a8e47ff78} (2... f6 {aa7aa9f05f303eab} 3. "
        "Nf3 {711e450637d65f96}) 3. Ke2 {652a607ca3f242c1} 3... Kf7 {00fdd303c946bdd9} *\n\n");
    assert_written(GAME_XIANGQI, "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 *", &keys,
                   "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 *\n\n");
}

static void any_mixture_of_forms_gives_the_game_back(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 16; bits++)
        for (int moves = NOTATION_SAN; moves <= NOTATION_UCI; moves++)
            for (int figurines = 0; figurines < 2; figurines++)
                assert_form(game,
                            &(struct pgn_write_options){
                                .line_width = 12,
                                .no_numbers = bits & 1,
                                .no_checks = bits & 2,
                                .no_result = bits & 4,
                                .comment_lines = bits & 8,
                                .moves = (enum notation)moves,
                                .letters = figurines ? piece_letters_find("figurine") : NULL},
                            NULL);
}

/* A plus is no mark of check there. */
static void a_game_of_xiangqi_keeps_its_notation(void **state)
{
    (void)state;
    static const char text[] = "[Game \"Chinese Chess\"]\n[Format \"WXF\"]\n\n1. C2.5 N8+7 *\n\n";
    assert_written(GAME_XIANGQI, text,
                   &(struct pgn_write_options){.moves = NOTATION_UCI, .no_checks = true}, text);
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_written_in_long_algebraic_notation),
        cmocka_unit_test(moves_are_written_as_engines_write_them_but_for_null_moves),
        cmocka_unit_test(castling_of_chess960_is_told_from_a_step_of_the_king),
        cmocka_unit_test(figurines_are_piece_letters),
        cmocka_unit_test(marks_numbers_and_results_can_be_left_out),
        cmocka_unit_test(comments_have_lines_of_their_own),
        cmocka_unit_test(positions_stand_behind_moves_of_all_lines),
        cmocka_unit_test(keys_are_those_of_polyglot_and_there_are_none_in_xiangqi),
        cmocka_unit_test(any_mixture_of_forms_gives_the_game_back),
        cmocka_unit_test(a_game_of_xiangqi_keeps_its_notation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
