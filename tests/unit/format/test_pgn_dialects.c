/* The ways people write games, and what is read of them: the dialects of qipu-formats(7), and the
   single faults at which readers are known to lose moves, games or whole files. */
#include "tests/unit/reading.h"

/* The same from a position. */
static void assert_moves_from(const char *fen, const char *moves, const char *line,
                              const char *findings)
{
    struct buffer text = {0}, games = {0};
    buffer_printf(&text, "[SetUp \"1\"]\n[FEN \"%s\"]\n%s\n", fen, moves);
    buffer_printf(&games, "SetUp=1 FEN=%s | %s\n", fen, line);
    assert_reading(buffer_terminate(&text), buffer_terminate(&games), findings);
    buffer_free(&text);
    buffer_free(&games);
}

#define CASTLE     "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define PROMOTE    "8/P5k1/8/8/8/8/p5K1/8 w - - 0 1"
#define TAKE       "1n6/P5k1/8/8/8/8/p5K1/1N6 w - - 0 1"
#define EN_PASSANT "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"

static void castling_may_be_written_with_zeros(void **state)
{
    (void)state;
    assert_moves_from(CASTLE, "1. 0-0 0-0-0 *", "O-O O-O-O *",
                      "N:castling-zeros@3:4 N:castling-zeros@3:8");
    assert_moves_from(CASTLE, "1. 00 000 *", "O-O O-O-O *",
                      "N:castling-zeros@3:4 N:castling-zeros@3:7");
    assert_moves_from(CASTLE, "1. o-o-o O-O *", "O-O-O O-O *", "N:castling-zeros@3:4");
    assert_moves_from(CASTLE, "1.0-0 1...0-0-0 *", "O-O O-O-O *",
                      "N:castling-zeros@3:3 N:castling-zeros@3:11");
}

static void castling_may_be_written_as_a_king_move(void **state)
{
    (void)state;
    assert_moves_from(CASTLE, "1. e1g1 e8c8 *", "O-O O-O-O *",
                      "N:coordinates@3:4 N:king-takes-rook@3:4 N:coordinates@3:9 "
                      "N:king-takes-rook@3:9");
    assert_moves_from(CASTLE, "1. e1h1 e8a8 *", "O-O O-O-O *",
                      "N:coordinates@3:4 N:king-takes-rook@3:4 N:coordinates@3:9 "
                      "N:king-takes-rook@3:9");
    assert_moves_from(CASTLE, "1. Kg1 *", "O-O *", "N:king-takes-rook@3:4");
}

static void a_promotion_may_be_written_in_many_forms(void **state)
{
    (void)state;
    assert_moves_from(PROMOTE, "1. a8=Q a1=N *", "a8=Q a1=N *", "");
    assert_moves_from(PROMOTE, "1. a8Q a1n *", "a8=Q a1=N *",
                      "N:promotion-form@3:4 N:promotion-form@3:8");
    assert_moves_from(PROMOTE, "1. a8(Q) a1(r) *", "a8=Q a1=R *",
                      "N:promotion-form@3:4 N:promotion-form@3:10");
    assert_moves_from(PROMOTE, "1. a8/Q a1/B *", "a8=Q a1=B *",
                      "N:promotion-form@3:4 N:promotion-form@3:9");
    assert_moves_from(PROMOTE, "1. a7a8q a2a1n *", "a8=Q a1=N *",
                      "N:coordinates@3:4 N:coordinates@3:10");
    assert_moves_from(PROMOTE, "1. a8=(Q) a1 = N *", "a8=Q a1=N *",
                      "N:promotion-form@3:4 N:promotion-form@3:11");
    assert_moves_from(TAKE, "1. axb8+=Q axb1:N *", "axb8=Q axb1=N *",
                      "W:false-check@3:4 N:promotion-form@3:4 N:promotion-form@3:12");
    assert_moves_from(TAKE, "1. axb8=Q axb1(N) *", "axb8=Q axb1=N *", "N:promotion-form@3:11");
    assert_moves_from(PROMOTE, "1. a8(Q) (1. a8(N)) *", "a8=Q ( a8=N ) *",
                      "N:promotion-form@3:4 N:promotion-form@3:14");
}

static void text_that_a_program_lacked_is_no_variation(void **state)
{
    (void)state;
    assert_moves("1. e4 e5 (null) (1... c5 (null)) *", "e4 e5 {(null)} ( c5 {(null)} ) *",
                 "N:text-in-parentheses@3:10 N:text-in-parentheses@3:26");
    assert_moves("(null) *", "{(null)} *", "N:text-in-parentheses@3:1");
}

static void a_promotion_without_a_piece_is_an_error(void **state)
{
    (void)state;
    assert_moves_from(PROMOTE, "1. a8 a1=Q *", "{a8 a1=Q} * broken", "E:illegal-move@3:4");
}

static void en_passant_may_be_marked(void **state)
{
    (void)state;
    static const char *const forms[] = {"exd6 e.p.",   "exd6 ep",         "exd6 e.p",
                                        "exd6 ep.",    "exd6 en passant", "exd6 en pt",
                                        "exd6 en pt.", "exd6 e. p.",      "exd6 enpassant"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char text[64];
        snprintf(text, sizeof text, "2. %s Kd7 *", forms[i]);
        assert_moves_from(EN_PASSANT, text, "exd6 Kd7 *", "N:ep-mark@3:9");
    }
    assert_moves_from(EN_PASSANT, "2. exd6e.p. Kd7 *", "exd6 Kd7 *", "N:ep-mark@3:4");
    assert_moves_from(EN_PASSANT, "2. exd6ep Kd7 *", "exd6 Kd7 *", "N:ep-mark@3:4");
}

static void check_may_be_marked_in_many_forms(void **state)
{
    (void)state;
    static const char *const forms[] = {"Qh5++", "Qh5ch",  "Qh5\xe2\x80\xa0", "Qh5check",
                                        "Qh5 +", "Qh5 ch", "Qh5 ch.",         "Qh5 check"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char text[64];
        snprintf(text, sizeof text, "1. e4 f5 2. %s g6 *", forms[i]);
        assert_moves(text, "e4 f5 Qh5+ g6 *",
                     forms[i][3] == ' ' ? "N:missing-check-mark@3:13 N:check-mark-form@3:17"
                                        : "N:check-mark-form@3:13");
    }
}

static void a_missing_mark_is_a_note_and_a_false_one_a_warning(void **state)
{
    (void)state;
    assert_moves("1. e4 f5 2. Qh5 g6 *", "e4 f5 Qh5+ g6 *", "N:missing-check-mark@3:13");
    assert_moves("1. f3 e5 2. g4 Qh4 0-1", "f3 e5 g4 Qh4# 0-1", "N:missing-check-mark@3:16");
    assert_moves("1. f3 e5 2. g4 Qh4+ 0-1", "f3 e5 g4 Qh4# 0-1", "N:missing-check-mark@3:16");
    assert_moves("1. e4+ e5 *", "e4 e5 *", "W:false-check@3:4");
    assert_moves("1. e4 f5 2. Qh5# g6 *", "e4 f5 Qh5+ g6 *", "W:false-check@3:13");
    assert_moves("1. e4 e5 (1... c5+) *", "e4 e5 ( c5 ) *", "W:false-check@3:16");
    assert_moves("1. e4 + *", "e4 *", "W:false-check@3:7");
}

static void the_origin_may_be_given_in_full_or_too_much(void **state)
{
    (void)state;
    assert_moves("1. Ng1f3 Ngf6 *", "Nf3 Nf6 *", "N:disambiguation@3:4 N:disambiguation@3:10");
    assert_moves("1. e4 d5 2. exd5 Qd8xd5 *", "e4 d5 exd5 Qxd5 *", "N:long-form@3:18");
}

static void the_origin_may_be_missing_where_only_one_move_is_legal(void **state)
{
    (void)state;
    assert_moves("1. e4 e6 2. d4 Bb4+ 3. Nc3 Nf6 4. Ne2 *", "e4 e6 d4 Bb4+ Nc3 Nf6 Ne2 *", "");
}

static void an_ambiguous_move_is_an_error(void **state)
{
    (void)state;
    assert_moves("1. Nf3 Nf6 2. d4 d5 3. Nd2 *", "Nf3 Nf6 d4 d5 {Nd2} * broken",
                 "E:ambiguous-move@3:24");
}

static void long_algebraic_and_coordinates_are_read(void **state)
{
    (void)state;
    assert_moves("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 *", "e4 e5 Nf3 Nc6 *",
                 "N:long-form@3:4 N:long-form@3:10 N:long-form@3:19 N:long-form@3:26");
    assert_moves("1. e2e4 e7e5 2. g1f3 *", "e4 e5 Nf3 *",
                 "N:coordinates@3:4 N:coordinates@3:9 N:coordinates@3:17");
    assert_moves("1. E2-E4 *", "e4 *", "N:coordinates@3:4");
}

static void figurines_are_piece_letters(void **state)
{
    (void)state;
    assert_moves("1. \xe2\x99\x98"
                 "f3 \xe2\x99\x9e"
                 "f6 2. \xe2\x99\x99"
                 "e4 *",
                 "Nf3 Nf6 e4 *",
                 "N:figurine@3:4 N:figurine@3:8 N:figurine@3:15 N:pawn-letter@3:15");
}

static void captures_may_be_unmarked_or_marked_otherwise(void **state)
{
    (void)state;
    assert_moves("1. e4 d5 2. ed5 Qd5 *", "e4 d5 exd5 Qxd5 *",
                 "N:capture-mark@3:13 N:capture-mark@3:17");
    assert_moves("1. e4 d5 2. e:d5 Qxd5 3. Nxc3 *", "e4 d5 exd5 Qxd5 Nc3 *",
                 "N:capture-mark@3:13 N:capture-mark@3:26");
    assert_moves("1. e4 d5 2. exd *", "e4 d5 exd5 *", "N:short-capture@3:13");
}

static void a_pawn_that_can_only_take_is_read_and_told(void **state)
{
    (void)state;
    assert_moves("1. e4 d5 2. d5 *", "e4 d5 exd5 *", "N:capture-mark@3:13");
    assert_moves("1. e4 d5 2. d5+ {padding} Qxd5 *", "e4 d5 exd5 {padding} Qxd5 *",
                 "W:false-check@3:13 N:capture-mark@3:13");
    assert_moves_from(EN_PASSANT, "2. d6 Kd7+ *", "exd6 Kd7 *",
                      "N:capture-mark@3:4 W:false-check@3:7");
    assert_moves_from(TAKE, "1. b8=Q *", "axb8=Q *", "N:capture-mark@3:4");
    assert_moves_from("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "1. d5 *", "{d5} * broken",
                      "E:illegal-move@3:4");
}

static void null_moves_are_notes_in_variations_and_warnings_else(void **state)
{
    (void)state;
    static const char *const forms[] = {"--", "Z0", "null", "@@@@", "0000"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char text[64];
        snprintf(text, sizeof text, "1. e4 e5 (1... %s 2. d4) *", forms[i]);
        assert_moves(text, "e4 e5 ( -- d4 ) *", "N:null-move-form@3:16");
        snprintf(text, sizeof text, "1. e4 %s 2. d4 *", forms[i]);
        assert_moves(text, "e4 -- d4 *", "W:null-move@3:7");
    }
    assert_moves("1. e4 f5 2. Qh5+ -- 3. d4 *", "e4 f5 Qh5+ {-- 3. d4} * broken",
                 "E:illegal-move@3:18");
}

static void glyphs_are_nags(void **state)
{
    (void)state;
    assert_moves("1. e4! e5?? 2. Nf3 !? Nc6?! 3. d4 $14 exd4 $0 *",
                 "e4 $1 e5 $4 Nf3 $5 Nc6 $6 d4 $14 exd4 $0 *",
                 "N:glyph@3:6 N:glyph@3:10 N:glyph@3:20 N:glyph@3:26");
    assert_moves("1. e4 += e5 +- 2. Nf3 = Nc6 \xc2\xb1 3. d4= exd4\xe2\xa9\xb1 *",
                 "e4 $14 e5 $18 Nf3 $10 Nc6 $16 d4 $10 exd4 $15 *",
                 "N:glyph@3:7 N:glyph@3:13 N:glyph@3:23 N:glyph@3:29 N:glyph@3:36 N:glyph@3:42");
    assert_moves("1. e4 $256 e5 $ *", "e4 e5 *", "W:bad-nag@3:7 W:stray-mark@3:15");
    assert_moves("1. e4!!! e5 *", "e4 e5 *", "W:stray-mark@3:6");
}

static void semicolon_comments_are_kept_as_such(void **state)
{
    (void)state;
    assert_moves("1. e4 ; best {by} test\ne5 *", "e4 ; best {by} test e5 *",
                 "N:semicolon-comment@3:7");
}

static void results_may_be_written_in_many_forms(void **state)
{
    (void)state;
    assert_moves("1. e4 \xc2\xbd-\xc2\xbd", "e4 1/2-1/2", "N:result-form@3:7");
    assert_moves("1. e4 \xc2\xbd", "e4 1/2-1/2", "N:result-form@3:7");
    assert_moves("1. e4 1/2", "e4 1/2-1/2", "N:result-form@3:7");
    assert_moves("1. e4 1\xe2\x80\x93"
                 "0",
                 "e4 1-0", "N:result-form@3:7");
    assert_moves("1. e4 0:1", "e4 0-1", "N:result-form@3:7");
    assert_moves("1. e4 e51-0", "e4 e5 1-0", "N:result-form@3:9");
    assert_moves("1. e4 e5\xc2\xbd-\xc2\xbd", "e4 e5 1/2-1/2",
                 "N:result-form@3:9 N:result-form@3:9");
    assert_moves("1. e4 e5*", "e4 e5 *", "");
}

static void move_numbers_may_be_wrong_or_missing(void **state)
{
    (void)state;
    assert_moves("1. e4 e5 3. Nf3 Nc6 4. d4 *", "e4 e5 Nf3 Nc6 d4 *", "W:move-number@3:10");
    assert_moves("1. e4 e5 3. Nf3 Nc6 3. d4 *", "e4 e5 Nf3 Nc6 d4 *", "W:move-number@3:10");
    assert_moves("e4 e5 Nf3 *", "e4 e5 Nf3 *", "N:no-move-numbers@3:1");
    assert_moves("1.e4 1...e5 2 . Nf3 2\xe2\x80\xa6Nc6 3 d4 *", "e4 e5 Nf3 Nc6 d4 *", "");
}

static void a_piece_is_never_guessed(void **state)
{
    (void)state;
    assert_moves("1. Sf3 d5 *", "{Sf3 d5} * broken", "E:unreadable-move@3:4");
    assert_moves("1. nf3 d5 *", "{nf3 d5} * broken", "E:unreadable-move@3:4");
    assert_moves("1. \xd0\xa1"
                 "f3 *",
                 "{\xd0\xa1"
                 "f3} * broken",
                 "E:unreadable-move@3:4");
    assert_moves("1. Zf3 d5 *", "{Zf3 d5} * broken", "E:unreadable-move@3:4");
}

static void german_letters_get_a_hint_and_can_be_asked_for(void **state)
{
    (void)state;
    static const char text[] = "[White \"A\"]\n\n1. Sf3 Sc6 2. d4 d6 3. Lf4 Dd7 *\n";
    struct reading r = reading_of(text, strlen(text));
    if (!strstr(r.messages.data, "--piece-letters=de"))
        fail_msg("%s", r.messages.data);
    reading_free(&r);
    struct read_options options = {.game = GAME_CHESS, .letters = piece_letters_find("de")};
    r = reading_of_options(text, strlen(text), &options, false);
    assert_string_equal(r.games.data, "White=A | Nf3 Nc6 d4 d6 Bf4 Qd7 *\n");
    assert_string_equal(r.findings.data, "N:piece-letters@3:4");
    reading_free(&r);
}

static void strictness_makes_every_dialect_a_warning(void **state)
{
    (void)state;
    static const char text[] = "1. e2-e4 e7e5 2. \xe2\x99\x98"
                               "f3! Nb8c6 ; x\n3. d4 ed4 4. Nxd4 Pg6 (4... Z0) *\n";
    struct read_options options = {.game = GAME_CHESS};
    struct reading strict = reading_of_options(text, strlen(text), &options, true);
    struct reading lenient = reading_of(text, strlen(text));
    assert_null(strstr(strict.findings.data, "N:"));
    assert_null(strstr(lenient.findings.data, "W:"));
    assert_string_equal(strict.games.data, lenient.games.data);
    assert_string_equal(strict.messages.data, lenient.messages.data);
    reading_free(&strict);
    reading_free(&lenient);
    static const char marks[] = "[White \"A\"]\n\n1. e4 f5 2. Qh5 *\n";
    strict = reading_of_options(marks, strlen(marks), &options, true);
    assert_string_equal(strict.findings.data, "N:missing-check-mark@3:13");
    reading_free(&strict);
}

/* --- Illegal moves ---------------------------------------------------------------------------- */

static void the_legal_moves_before_an_illegal_one_are_kept(void **state)
{
    (void)state;
    assert_moves("1. e4 e5 2. Ke3 {x} (2. f4 {y}) Nf6 1-0\n\n[White \"B\"]\n\n1. d4 *",
                 "e4 e5 {Ke3 (x) (2. f4 (y)) Nf6} 1-0 broken\nWhite=B | d4 *",
                 "E:illegal-move@3:13");
}

static void an_error_in_a_variation_never_costs_the_main_line(void **state)
{
    (void)state;
    assert_moves("1. e4 (1. d4 Ke4 2. c4 (2. x) y) e5 (1... Sf6 2. (z) 0-1) 2. Nf3 1-0",
                 "e4 ( d4 {Ke4 2. c4 (2. x) y} ) e5 ( {Sf6 2. (z) 0-1} ) Nf3 1-0",
                 "W:variation-error@3:14 W:variation-error@3:43");
}

static void a_move_that_leaves_the_king_in_check_is_refused(void **state)
{
    (void)state;
    assert_moves("1. e4 f5 2. Qh5+ Nf6 *", "e4 f5 Qh5+ {Nf6} * broken", "E:illegal-move@3:18");
    assert_moves("1. e4 e6 2. d4 Bb4+ 3. Nc3 Nf6 4. Nd5 *", "e4 e6 d4 Bb4+ Nc3 Nf6 {Nd5} * broken",
                 "E:illegal-move@3:35");
    assert_moves_from("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "1. Kd1 *", "Kd1 *", "");
}

static void a_move_after_mate_or_stalemate_is_refused(void **state)
{
    (void)state;
    assert_moves("1. f3 e5 2. g4 Qh4# 3. Kf2 0-1", "f3 e5 g4 Qh4# {Kf2} 0-1 broken",
                 "E:move-after-end@3:24");
    assert_moves_from("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "1. Qf7 Kg8 1/2-1/2",
                      "Qf7 {Kg8} 1/2-1/2 broken", "E:move-after-end@3:8");
}

static void castling_through_check_is_refused_at_its_column(void **state)
{
    (void)state;
    assert_moves_from("4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "1. O-O *", "{O-O} * broken",
                      "E:illegal-move@3:4");
}

static void text_that_is_no_move_is_reported(void **state)
{
    (void)state;
    assert_moves("1. e4 blah e5 *", "e4 {blah e5} * broken", "E:unreadable-move@3:7");
    assert_moves("1. e4 & e5 *", "e4 e5 *", "W:stray-mark@3:7");
}

static void words_behind_the_last_move_are_a_comment(void **state)
{
    (void)state;
    assert_moves("1. e4 White resigns 0-1", "e4 {White resigns} 0-1", "W:text-behind-moves@3:7");
    assert_moves("1. e4 e5 draw agreed.\n\n", "e4 e5 {draw agreed.} -",
                 "W:text-behind-moves@3:10 W:missing-result@3:22");
    assert_moves("1. e4 (1. d4 transposes) e5 *", "e4 ( d4 {transposes} ) e5 *",
                 "W:text-behind-moves@3:14");
    assert_moves("1. e4 White resigns\n[White \"B\"]\n\n1. c4 *",
                 "e4 {White resigns} -\nWhite=B | c4 *",
                 "W:text-behind-moves@3:7 W:missing-result@3:20");
}

static void words_before_a_move_or_like_one_are_no_comment(void **state)
{
    (void)state;
    assert_moves("1. e4 White could play e5 *", "e4 {White could play e5} * broken",
                 "E:unreadable-move@3:7");
    assert_moves("1. e4 with 1... e5 *", "e4 {with 1... e5} * broken", "E:unreadable-move@3:7");
    assert_moves("1. e4 Bad *", "e4 {Bad} * broken", "E:unreadable-move@3:7");
    assert_moves("1. e4 Sf *", "e4 {Sf} * broken", "E:unreadable-move@3:7");
    assert_moves("1. e4 resigns {indeed} *", "e4 {resigns (indeed)} * broken",
                 "E:unreadable-move@3:7");
}

/* --- Structure -------------------------------------------------------------------------------- */

static void an_open_variation_closes_with_the_game(void **state)
{
    (void)state;
    assert_moves("1. e4 (1. d4 d5 (1... Nf6\n[White \"B\"]\n\n1. c4 *",
                 "e4 ( d4 d5 ( Nf6 ) ) -\nWhite=B | c4 *",
                 "W:unclosed-variation@3:7 W:missing-result@3:26");
}

static void a_stray_parenthesis_is_a_warning(void **state)
{
    (void)state;
    assert_moves("1. e4 ) e5 *", "e4 e5 *", "W:stray-mark@3:7");
    assert_moves("1. e4 } e5 *", "e4 e5 *", "W:stray-mark@3:7");
}

static void a_variation_before_the_first_move_starts_where_it_stands(void **state)
{
    (void)state;
    assert_moves("(1. d4 d5) 1. e4 e5 *", "( d4 d5 ) e4 e5 *", "W:variation-place@3:1");
    assert_reading("(1. d4) 1. e4 *\n", "| ( d4 ) e4 *\n", "W:variation-place@1:1 N:no-tags@1:1");
    assert_moves("1. e4 ((1. d4) 1. c4) *", "e4 ( ( d4 ) c4 ) *", "W:variation-place@3:8");
}

static void a_nul_byte_costs_nothing(void **state)
{
    (void)state;
    static const char text[] = "[White \"A\"]\n\n1. e4 \0e5 2. N\0f3 *\n";
    struct reading r = reading_of(text, sizeof text - 1);
    assert_non_null(strstr(r.games.data, "| e4 e5"));
    reading_free(&r);
}

static void blanks_beyond_ascii_part_moves(void **state)
{
    (void)state;
    assert_moves("1.\xc2\xa0"
                 "e4\xc2\xa0"
                 "e5\xe2\x80\x89"
                 "2.\xe3\x80\x80Nf3 *",
                 "e4 e5 Nf3 *", "N:odd-blank@3:3");
}

/* --- Tags ------------------------------------------------------------------------------------- */

static void unescaped_quotes_in_tags_are_kept(void **state)
{
    (void)state;
    assert_reading("[White \"A \"the\" B\"]\n*\n", "White=A \"the\" B | *\n", "W:bad-tag@1:11");
}

static void escapes_in_tags_are_resolved(void **state)
{
    (void)state;
    assert_reading("[White \"A \\\"the\\\" \\\\ B\\n\"]\n*\n", "White=A \"the\" \\ B\\n | *\n", "");
    assert_reading("[White \"A [\\\"B\\\"]\"]\n*\n", "White=A [\"B\"] | *\n", "");
}

static void malformed_tags_are_mended_and_reported(void **state)
{
    (void)state;
    assert_reading("[White \"A\\\"]\n*\n", "White=A\\ | *\n", "W:bad-tag@1:11");
    assert_reading("[White \"A]\n*\n", "White=A | *\n", "W:bad-tag@1:10");
    assert_reading("[White \"A\"\n*\n", "White=A | *\n", "W:bad-tag@1:11");
    assert_reading("[White \"A\" B]\n*\n", "White=A | *\n", "W:bad-tag@1:10");
}

static void partial_dates_are_kept_as_written(void **state)
{
    (void)state;
    assert_reading("[Date \"1961.??.??\"]\n[EventDate \"1961\"]\n*\n",
                   "Date=1961.??.?? EventDate=1961 | *\n", "");
}

static void a_fen_starts_the_game_and_its_faults_have_their_column(void **state)
{
    (void)state;
    assert_reading("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"]\n40... Kd7 41. e4 *\n",
                   "FEN=4k3/8/8/8/8/8/4P3/4K3 b - - 0 40 | Kd7 e4 *\n", "N:fen-without-setup@1:7");
    assert_reading("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/9/4P3/4K3 w - - 0 1\"]\n1. e4 *\n",
                   "SetUp=1 FEN=4k3/8/8/8/8/9/4P3/4K3 w - - 0 1 | {1. e4} * broken\n",
                   "E:bad-fen@2:19");
    assert_reading("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w K - 0 1\"]\n1. e4 *\n",
                   "SetUp=1 FEN=4k3/8/8/8/8/8/4P3/4K3 w K - 0 1 | e4 *\n", "W:fen-detail@2:31");
}

static void variants_are_told_apart(void **state)
{
    (void)state;
    assert_reading("[Variant \"From Position\"]\n1. e4 *\n", "Variant=From Position | e4 *\n", "");
    assert_reading("[Variant \"Crazyhouse\"]\n1. N@e4 (x) x *\n", "Variant=Crazyhouse | *\n",
                   "W:unsupported-variant@1:11");
    assert_reading("[Variant \"My own\"]\n1. e4 *\n", "Variant=My own | e4 *\n",
                   "W:unknown-variant@1:11");
    static const char *const names[] = {"Chess960", "chess 960", "Fischerandom", "Fischer Random",
                                        "freestyle chess"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[200], games[200];
        const char *fen = "bqrkrnnb/pppppppp/8/8/8/8/PPPPPPPP/BQRKRNNB w KQkq - 0 1";
        snprintf(text, sizeof text, "[Variant \"%s\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n1. Nf3 *\n",
                 names[i], fen);
        snprintf(games, sizeof games, "Variant=%s SetUp=1 FEN=%s | Nf3 *\n", names[i], fen);
        assert_reading(text, games, "");
    }
}

/* --- Sizes ------------------------------------------------------------------------------------ */

static void a_long_comment_is_kept_whole(void **state)
{
    (void)state;
    struct buffer b = {0};
    buffer_add_string(&b, "[White \"A\"]\n\n1. e4 {");
    size_t from = b.len;
    while (b.len - from < 140000)
        buffer_add_string(&b, "words and [%clk 0:00:01] words\n");
    size_t len = b.len - from;
    buffer_add_string(&b, "} e5 *\n");
    struct error err;
    struct read_options options = {.game = GAME_CHESS};
    struct reader *r = reader_open_memory(b.data, b.len, &options, &err);
    struct record rec;
    struct findings f = {0};
    record_init(&rec);
    assert_int_equal(reader_next(r, &rec, &f, &err), READ_GAME);
    assert_int_equal(f.count, 0);
    assert_int_equal(rec.node_count, 3);
    assert_int_equal(rec.nodes[1].text.len, len);
    assert_memory_equal(record_text(&rec, rec.nodes[1].text), b.data + from, len);
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
    buffer_free(&b);
}

/* A game of PLIES knight moves. */
static void assert_long_game(size_t plies)
{
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    struct buffer b = {0};
    buffer_add_string(&b, "[White \"A\"]\n\n");
    for (size_t i = 0; i < plies; i++) {
        if (i % 2 == 0)
            buffer_printf(&b, "%zu. ", i / 2 + 1);
        buffer_printf(&b, "%s ", moves[i % 4]);
    }
    buffer_add_string(&b, "*\n");
    struct error err;
    struct read_options options = {.game = GAME_CHESS};
    struct reader *r = reader_open_memory(b.data, b.len, &options, &err);
    struct record rec;
    struct findings f = {0};
    record_init(&rec);
    assert_int_equal(reader_next(r, &rec, &f, &err), READ_GAME);
    assert_int_equal(f.count, 0);
    assert_int_equal(rec.ply_count, plies);
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
    buffer_free(&b);
}

static void games_may_be_long(void **state)
{
    (void)state;
    assert_long_game(1030);
    assert_long_game(5000);
    assert_long_game(70000);
}

static void variations_start_from_the_right_move_however_late(void **state)
{
    (void)state;
    struct buffer text = {0}, line = {0};
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    static const char *const others[] = {"e3", "e6", "Ne5", "Ne4"};
    for (size_t i = 0; i < 200; i++) {
        buffer_printf(&text, "%s (%s) ", moves[i % 4], others[i % 4]);
        buffer_printf(&line, "%s ( %s ) ", moves[i % 4], others[i % 4]);
    }
    buffer_add_string(&text, "*");
    buffer_add_string(&line, "*");
    assert_moves(buffer_terminate(&text), buffer_terminate(&line), "N:no-move-numbers@3:1");
    buffer_free(&text);
    buffer_free(&line);
}

static void a_comment_may_start_a_line_or_the_moves(void **state)
{
    (void)state;
    assert_moves("{a} 1. e4\n{b}\ne5 {c}{d} 2. Nf3 ({e} 2. f4 {f}) {g} *",
                 "{a} e4 {b} e5 {c} {d} Nf3 ( {e} f4 {f} ) {g} *", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(castling_may_be_written_with_zeros),
        cmocka_unit_test(castling_may_be_written_as_a_king_move),
        cmocka_unit_test(a_promotion_may_be_written_in_many_forms),
        cmocka_unit_test(text_that_a_program_lacked_is_no_variation),
        cmocka_unit_test(a_promotion_without_a_piece_is_an_error),
        cmocka_unit_test(en_passant_may_be_marked),
        cmocka_unit_test(check_may_be_marked_in_many_forms),
        cmocka_unit_test(a_missing_mark_is_a_note_and_a_false_one_a_warning),
        cmocka_unit_test(the_origin_may_be_given_in_full_or_too_much),
        cmocka_unit_test(the_origin_may_be_missing_where_only_one_move_is_legal),
        cmocka_unit_test(an_ambiguous_move_is_an_error),
        cmocka_unit_test(long_algebraic_and_coordinates_are_read),
        cmocka_unit_test(figurines_are_piece_letters),
        cmocka_unit_test(captures_may_be_unmarked_or_marked_otherwise),
        cmocka_unit_test(a_pawn_that_can_only_take_is_read_and_told),
        cmocka_unit_test(null_moves_are_notes_in_variations_and_warnings_else),
        cmocka_unit_test(glyphs_are_nags),
        cmocka_unit_test(semicolon_comments_are_kept_as_such),
        cmocka_unit_test(results_may_be_written_in_many_forms),
        cmocka_unit_test(move_numbers_may_be_wrong_or_missing),
        cmocka_unit_test(a_piece_is_never_guessed),
        cmocka_unit_test(german_letters_get_a_hint_and_can_be_asked_for),
        cmocka_unit_test(strictness_makes_every_dialect_a_warning),
        cmocka_unit_test(the_legal_moves_before_an_illegal_one_are_kept),
        cmocka_unit_test(an_error_in_a_variation_never_costs_the_main_line),
        cmocka_unit_test(a_move_that_leaves_the_king_in_check_is_refused),
        cmocka_unit_test(a_move_after_mate_or_stalemate_is_refused),
        cmocka_unit_test(castling_through_check_is_refused_at_its_column),
        cmocka_unit_test(text_that_is_no_move_is_reported),
        cmocka_unit_test(words_behind_the_last_move_are_a_comment),
        cmocka_unit_test(words_before_a_move_or_like_one_are_no_comment),
        cmocka_unit_test(an_open_variation_closes_with_the_game),
        cmocka_unit_test(a_stray_parenthesis_is_a_warning),
        cmocka_unit_test(a_variation_before_the_first_move_starts_where_it_stands),
        cmocka_unit_test(a_nul_byte_costs_nothing),
        cmocka_unit_test(blanks_beyond_ascii_part_moves),
        cmocka_unit_test(unescaped_quotes_in_tags_are_kept),
        cmocka_unit_test(escapes_in_tags_are_resolved),
        cmocka_unit_test(malformed_tags_are_mended_and_reported),
        cmocka_unit_test(partial_dates_are_kept_as_written),
        cmocka_unit_test(a_fen_starts_the_game_and_its_faults_have_their_column),
        cmocka_unit_test(variants_are_told_apart),
        cmocka_unit_test(a_long_comment_is_kept_whole),
        cmocka_unit_test(games_may_be_long),
        cmocka_unit_test(variations_start_from_the_right_move_however_late),
        cmocka_unit_test(a_comment_may_start_a_line_or_the_moves),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
