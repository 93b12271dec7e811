/* Repairs: what a game's text becomes at each level, what is said of it, and that nothing is mended
   twice. */
#include "check/repair.h"
#include "tests/unit/reading.h"

#define ROSTER                                                                                     \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n"           \
    "[Black \"B\"]\n"
#define GAME(result, moves) ROSTER "[Result \"" result "\"]\n\n" moves

static bool nothing_ignored[FINDING_CODES];

/* What repair_game makes of the first game of TEXT: its new text, or the old one; and what was
   mended ("code code ..."), or the messages about it, and what was left. */
struct mended {
    bool changed;
    struct buffer text, codes, messages, left;
};

static void mended_free(struct mended *m)
{
    buffer_free(&m->text);
    buffer_free(&m->codes);
    buffer_free(&m->messages);
    buffer_free(&m->left);
}

static void add_word(struct buffer *b, const char *word, const char *behind)
{
    buffer_printf(b, "%s%s", b->len ? behind : "", word);
}

static struct mended mend(const char *text, enum repair_level level, enum game game)
{
    struct error err;
    struct mended m = {0};
    struct record rec;
    struct findings f = {0};
    struct check_memory check = {0};
    struct repair_memory memory = {0};
    const struct read_options options = {.game = game};
    const struct repair_options how = {.level = level, .ignored = nothing_ignored};
    struct reader *reader = reader_open_memory(text, strlen(text), &options, &err);
    assert_non_null(reader);
    record_init(&rec);
    assert_int_equal(reader_next(reader, &rec, &f, &err), READ_GAME);
    check_record(&rec, &check, &f);
    size_t len;
    const char *source = reader_source(reader, &len);
    m.changed = repair_game(&rec, &f, source, len, &how, &memory, &m.text);
    if (!m.changed)
        buffer_add(&m.text, source, len);
    findings_sort(&f);
    for (size_t i = 0; i < f.count; i++) {
        const struct finding *x = &f.items[i];
        add_word(x->is_mended ? &m.codes : &m.left, finding_kinds[x->code].code, " ");
        if (x->is_mended)
            add_word(&m.messages, finding_text(&f, x), "\n");
    }
    buffer_terminate(&m.text);
    buffer_terminate(&m.codes);
    buffer_terminate(&m.messages);
    buffer_terminate(&m.left);
    reader_close(reader);
    record_free(&rec);
    findings_free(&f);
    check_memory_free(&check);
    repair_memory_free(&memory);
    return m;
}

static const char *shown(const struct buffer *b)
{
    return b->data ? b->data : "";
}

/* TEXT becomes MENDED by repairs of CODES, and then nothing more. */
static void assert_mends_game(const char *text, enum repair_level level, enum game game,
                              const char *mended, const char *codes)
{
    struct mended m = mend(text, level, game);
    if (!m.changed || strcmp(shown(&m.text), mended) != 0 || strcmp(shown(&m.codes), codes) != 0)
        fail_msg("\n%s\n--- becomes (%d)\n%s\n--- not\n%s\n--- codes\n%s\n--- left\n%s", text,
                 m.changed, shown(&m.text), mended, shown(&m.codes), shown(&m.left));
    mended_free(&m);
    m = mend(mended, level, game);
    if (m.changed || strcmp(shown(&m.codes), "") != 0)
        fail_msg("\n%s\n--- becomes once more\n%s\n--- by\n%s", mended, shown(&m.text),
                 shown(&m.codes));
    mended_free(&m);
}

static void assert_mends(const char *text, const char *mended, const char *codes)
{
    assert_mends_game(text, REPAIR_SAFE, GAME_CHESS, mended, codes);
}

/* REPAIR_SAFE leaves TEXT as it is, with these findings; REPAIR_ALL makes it MENDED. */
static void assert_only_all_mends(const char *text, const char *left, const char *mended,
                                  const char *codes)
{
    struct mended m = mend(text, REPAIR_SAFE, GAME_CHESS);
    if (m.changed || strcmp(shown(&m.left), left) != 0)
        fail_msg("\n%s\n--- safely becomes\n%s\n--- left\n%s", text, shown(&m.text),
                 shown(&m.left));
    mended_free(&m);
    assert_mends_game(text, REPAIR_ALL, GAME_CHESS, mended, codes);
}

static void assert_stays(const char *text, enum repair_level level, const char *left)
{
    struct mended m = mend(text, level, GAME_CHESS);
    if (m.changed || strcmp(shown(&m.codes), "") != 0 || strcmp(shown(&m.left), left) != 0)
        fail_msg("\n%s\n--- becomes\n%s\n--- by\n%s\n--- left\n%s", text, shown(&m.text),
                 shown(&m.codes), shown(&m.left));
    mended_free(&m);
}

static void a_game_without_faults_stays_as_it_is(void **state)
{
    (void)state;
    assert_stays(GAME("*", "1.e4   e5\n  2.Nf3 {x}\n\n*"), REPAIR_SAFE, "");
    assert_stays(GAME("*", "1.e4   e5\n  2.Nf3 {x}\n\n*"), REPAIR_ALL, "");
}

static void moves_get_the_form_of_the_standard(void **state)
{
    (void)state;
    static const struct {
        const char *moves, *mended, *codes;
    } rows[] = {
        {"1. e2e4 e7-e5 2. ♘f3 *", "1. e4 e5 2. Nf3 *", "coordinates long-form figurine"},
        {"1. Ng1f3 d5 2. Pg3 *", "1. Nf3 d5 2. g3 *", "disambiguation pawn-letter"},
        {"1. e4 d5 2. ed Qd5 *", "1. e4 d5 2. exd5 Qxd5 *",
         "capture-mark short-capture capture-mark"},
        {"1. e4 d5 2. d5 e5 3. e6 *", "1. e4 d5 2. exd5 e5 3. dxe6 *", "capture-mark capture-mark"},
        {"1. e4 e5 3. Nf3 *", "1. e4 e5 2. Nf3 *", "move-number"},
        {"e4 e5 Nf3 *", "1. e4 e5 2. Nf3 *", "no-move-numbers"},
        {"1. e4+ f5 2. Qh5ch g6 *", "1. e4 f5 2. Qh5+ g6 *", "false-check check-mark-form"},
        {"1. e4 f5 2. Qh5 g6 *", "1. e4 f5 2. Qh5+ g6 *", "missing-check-mark"},
        {"1. e4! e5 ± *", "1. e4 $1 e5 $16 *", "glyph glyph"},
        {"1. e4 $300 e5 *", "1. e4 e5 *", "bad-nag"},
        {"1. e4) e5 *", "1. e4 e5 *", "stray-mark"},
        {"1. e4 White resigns *", "1. e4 {White resigns} *", "text-behind-moves"},
        {"1. e4 (1. d4 d5 *", "1. e4 (1. d4 d5) *", "unclosed-variation"},
        {"1. e4 ; best\ne5 *", "1. e4 { best}\ne5 *", "semicolon-comment"},
        {"1. e4 ; a } b\ne5 *", "1. e4 { a ) b}\ne5 *", "semicolon-comment"},
        {"1. e4 {a {b} c} e5 *", "1. e4 {a (b) c} e5 *", "nested-comment"},
        {"1. e4 e5 (1... Z0 2. d4) *", "1. e4 e5 (1... -- 2. d4) *", "null-move-form"},
        {"1. e4 e5 (1... d5 0-1) *", "1. e4 e5 (1... d5 {0-1}) *", "result-in-variation"},
        {"(1. d4 d5) 1. e4 $1 {a} e5 *", "1. e4 $1 {a} (1. d4 d5) 1... e5 *", "variation-place"},
        {"(1. d4) (1. c4 {x}) 1. e4 e5 *", "1. e4 (1. c4 {x}) (1. d4) 1... e5 *",
         "variation-place variation-place"},
        {"(1. d4 (1. c4 c5) d5) (1. f4) {x} 1. e4 e5 *",
         "{x} 1. e4 (1. f4) (1. d4 (1. c4 c5) 1... d5) 1... e5 *",
         "variation-place variation-place"},
        {"1. e4 ((1. d4 d5) 1. c4 {y} e5) e5 *", "1. e4 (1. c4 {y} (1. d4 d5) 1... e5) 1... e5 *",
         "variation-place"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buffer text = {0}, mended = {0};
        buffer_printf(&text, "%s%s", GAME("*", ""), rows[i].moves);
        buffer_printf(&mended, "%s%s", GAME("*", ""), rows[i].mended);
        assert_mends(buffer_terminate(&text), buffer_terminate(&mended), rows[i].codes);
        buffer_free(&text);
        buffer_free(&mended);
    }
}

static void a_variation_without_a_move_to_stand_behind_stays(void **state)
{
    (void)state;
    assert_stays(GAME("*", "1. e4 ((1. d4)) 1... e5 *"), REPAIR_ALL, "variation-place");
    assert_stays(GAME("*", "(1. d4) *"), REPAIR_ALL, "variation-place");
}

static void castling_promotion_and_en_passant_get_it_too(void **state)
{
    (void)state;
#define FROM(fen) ROSTER "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"" fen "\"]\n\n"
    assert_mends(FROM("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") "1. 0-0 e8c8 *",
                 FROM("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") "1. O-O O-O-O *",
                 "castling-zeros coordinates king-takes-rook");
    assert_mends(FROM("8/P5k1/8/8/8/8/p5K1/8 w - - 0 1") "1. a8Q a1(N) *",
                 FROM("8/P5k1/8/8/8/8/p5K1/8 w - - 0 1") "1. a8=Q a1=N *",
                 "promotion-form promotion-form");
    assert_mends(FROM("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2") "2. exd6 e.p. Kd7 *",
                 FROM("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2") "2. exd6 Kd7 *", "ep-mark");
}

static void nothing_but_what_is_mended_changes(void **state)
{
    static const struct {
        const char *moves, *mended, *codes;
    } rows[] = {
        {"1.f3   e5 {odd\n  lines}  2.g4\n\tQh4+  *", "1.f3   e5 {odd\n  lines}  2.g4\n\tQh4#  *",
         "missing-check-mark"},
        {"1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.0-0?! (4. d3) Nf6  *",
         "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.O-O $6 (4. d3) Nf6  *", "castling-zeros glyph"},
        {"1.e2-e4 e5 2.Nf3 (2.g1f3\nNc6) *", "1.e4 e5 2.Nf3 (2.Nf3\nNc6) *",
         "long-form coordinates"},
        {"1.e4 e5 3.Nf3\nNc6 *", "1.e4 e5 2.Nf3\nNc6 *", "move-number"},
        {"1.e4 e5  ] 2.Nf3 *", "1.e4 e5 2.Nf3 *", "stray-mark"},
        {"1.e4  e5 $300 2.Nf3 *", "1.e4  e5 2.Nf3 *", "bad-nag"},
        {"1.e4  e5 ; best\n2.Nf3 *", "1.e4  e5 { best}\n2.Nf3 *", "semicolon-comment"},
        {"1.e4 (1.d4 (1.c4  e5 2.Nc3 *", "1.e4 (1.d4 (1.c4  e5 2.Nc3)) *", "unclosed-variation"},
        {"1.e4  e5\n2.Nf3", "1.e4  e5\n2.Nf3 *", "missing-result"},
        {"e4  e5\nNf3 Nc6 *", "1. e4  e5\n2. Nf3 Nc6 *", "no-move-numbers"},
        {"1.e4\n%escaped\ne5 2.Ng1f3 *", "1.e4\n%escaped\ne5 2.Nf3 *", "disambiguation"},
        {"1.f3 e5 2.g4 Qh4+ * {end}", "1.f3 e5 2.g4 Qh4# * {end}", "missing-check-mark"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buffer text = {0}, mended = {0};
        buffer_printf(&text, ROSTER "[Result \"*\"]\n[Odd   \"line\" ]\n\n\n%s", rows[i].moves);
        buffer_printf(&mended, ROSTER "[Result \"*\"]\n[Odd   \"line\" ]\n\n\n%s", rows[i].mended);
        assert_mends(buffer_terminate(&text), buffer_terminate(&mended), rows[i].codes);
        buffer_free(&text);
        buffer_free(&mended);
    }
}

static void other_tags_keep_their_lines(void **state)
{
    (void)state;
    assert_mends("[Event  \"?\"]\r\n[Site \"?\" ]\r\n[Date \"1999-5-3\"]\r\n[Round \"?\"]\r\n"
                 "[White \"A\"]\r\n[Black \"B\"]\r\n[Result \"*\"]\r\n\r\n1.e4  e7-e5 *",
                 "[Event  \"?\"]\r\n[Site \"?\" ]\r\n[Date \"1999.05.03\"]\r\n[Round \"?\"]\r\n"
                 "[White \"A\"]\r\n[Black \"B\"]\r\n[Result \"*\"]\r\n\r\n1.e4  e5 *",
                 "bad-date long-form");
}

static void a_null_move_of_the_main_line_only_changes_its_form(void **state)
{
    (void)state;
    struct mended m = mend(GAME("*", "1. e4 Z0 2. d4 *"), REPAIR_SAFE, GAME_CHESS);
    assert_string_equal(m.text.data, GAME("*", "1. e4 -- 2. d4 *"));
    assert_string_equal(m.left.data, "null-move");
    mended_free(&m);
    assert_stays(GAME("*", "1. e4 -- 2. d4 *"), REPAIR_ALL, "null-move");
}

static void tags_are_mended_and_the_moves_left_alone(void **state)
{
    (void)state;
    assert_mends("[White \"A\"]\n[Result \"*\"]\n\n1.e4   e5\n%x\n*",
                 "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                 "[White \"A\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1.e4   e5\n%x\n*",
                 "missing-tag missing-tag missing-tag missing-tag missing-tag");
    assert_mends("[event \"x\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[WHITE \"A\"]\n"
                 "[Black \"?\"]\n[Result \"*\"]\n[Fen \"8/8\"]\n\n1.e4   e5 *",
                 "[Event \"x\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"A\"]\n"
                 "[Black \"?\"]\n[Result \"*\"]\n[Fen \"8/8\"]\n\n1.e4   e5 *",
                 "tag-name tag-name");
    assert_mends("1.e4  e5 *",
                 "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                 "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1.e4  e5 *",
                 "no-tags");
    assert_mends(ROSTER "[Result \"*\"]\n[Annotator \"the \"big\" one\"]\n\n1.e4 *",
                 ROSTER "[Result \"*\"]\n[Annotator \"the \\\"big\\\" one\"]\n\n1.e4 *", "bad-tag");
    assert_mends(ROSTER "[Result \"*\"]\n[PlyCount \"7\"]\n\n1.e4 *",
                 ROSTER "[Result \"*\"]\n[PlyCount \"1\"]\n\n1.e4 *", "bad-ply-count");
    assert_mends(ROSTER "[Result \"*\"]\n[EventDate \"1999-5-3\"]\n\n1.e4 *",
                 ROSTER "[Result \"*\"]\n[EventDate \"1999.05.03\"]\n\n1.e4 *", "bad-date");
    assert_mends(ROSTER "[Result \"*\"]\n[EventDate \"??.??.????\"]\n\n1.e4 *",
                 ROSTER "[Result \"*\"]\n[EventDate \"????.??.??\"]\n\n1.e4 *", "bad-date");
    assert_stays(ROSTER "[Result \"*\"]\n[WhiteElo \"1500?\"]\n\n1.e4 *", REPAIR_ALL, "bad-elo");
}

static void a_repeated_tag_that_the_standard_does_not_know_is_no_other_tag(void **state)
{
    (void)state;
    assert_mends(ROSTER "[Result \"*\"]\n"
                        "[Xa \"1\"]\n[Xb \"1\"]\n[Xa \"1\"]\n\n1. e4 *",
                 ROSTER "[Result \"*\"]\n"
                        "[Xa \"1\"]\n[Xb \"1\"]\n\n1. e4 *",
                 "repeated-tag");
    assert_stays(ROSTER "[Result \"*\"]\n"
                        "[Xa \"1\"]\n[Xb \"1\"]\n[Xa \"2\"]\n\n1. e4 *",
                 REPAIR_SAFE, "repeated-tag");
}

static void assert_date(const char *date, enum repair_level level, const char *mended)
{
    struct buffer text = {0}, new = {0};
    const char *form = ROSTER "[Result \"*\"]\n[EventDate \"%s\"]\n\n1.e4 *";
    buffer_printf(&text, form, date);
    buffer_printf(&new, form, mended ? mended : "");
    if (mended)
        assert_mends_game(buffer_terminate(&text), level, GAME_CHESS, buffer_terminate(&new),
                          "bad-date");
    else
        assert_stays(buffer_terminate(&text), level, "bad-date");
    buffer_free(&text);
    buffer_free(&new);
}

static void names_of_months_and_weekdays_are_known_in_many_languages(void **state)
{
    static const struct {
        const char *date, *mended;
    } rows[] = {
        {"Sun Jul 09 2023", "2023.07.09"},
        {"Sunday, July 9, 2023", "2023.07.09"},
        {"So, 9. Juli 2023", "2023.07.09"},
        {"9th of July 2023", "2023.07.09"},
        {"1 M\xC3\xA4rz 2023", "2023.03.01"},
        {"1er ao\xC3\xBBt 2023", "2023.08.01"},
        {"domingo, 9 de julio de 2023", "2023.07.09"},
        {"9 июля 2023 г.", "2023.07.09"},
        {"9 ИЮЛЬ 2023", "2023.07.09"},
        {"2023 Dez 24", "2023.12.24"},
        {"24 grudnia 2023", "2023.12.24"},
        {"5 lipca 2023", "2023.07.05"},
        {"2009年8月29日下午", "2009.08.29"},
        {"2009。8。29", "2009.08.29"},
        {"2009、8、29", "2009.08.29"},
        {"２００９年８月２９日", "2009.08.29"},
        {"2009年 8月 29日", "2009.08.29"},
        {"Mon Jul 09 2023", NULL}, /* it was a Sunday */
        {"Monday", NULL},
        {"Sunday, July 2023", NULL},
        {"5 listopada 2023", NULL}, /* November in Polish, October in Croatian */
        {"5 lip 2023", NULL},       /* July and June */
        {"5 jui 2023", NULL},       /* juin, juillet */
        {"5 Ju 2023", NULL},
        {"July August 2023", NULL},
        {"9 July 23", NULL},
        {"9 July 2023 or so", NULL},
        {"9 Julember 2023", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_date(rows[i].date, REPAIR_SAFE, rows[i].mended);
}

static void dates_are_mended_where_they_can_be_read_in_one_way_only(void **state)
{
    (void)state;
    static const struct {
        const char *date, *mended;
    } rows[] = {
        {"1997.5.6", "1997.05.06"},
        {"1997-05-06", "1997.05.06"},
        {"19970506", "1997.05.06"},
        {"1997 5 6", "1997.05.06"},
        {"1997 . ??.??", "1997.??.??"},
        {"1997", "1997.??.??"},
        {"1997.05", "1997.05.??"},
        {"5/1997", "1997.05.??"},
        {"May 1997", "1997.05.??"},
        {"26.05.1997", "1997.05.26"},
        {"5/26/1997", "1997.05.26"},
        {"05.05.1997", "1997.05.05"},
        {"??.??.1997", "1997.??.??"},
        {"6 May 1997", "1997.05.06"},
        {"May 6, 1997", "1997.05.06"},
        {"1997-Sept-06", "1997.09.06"},
        {"1997-05-00", "1997.05.??"},
        {"0000-00-00", "????.??.??"},
        {"?-?-?", "????.??.??"},
        {"  ", "????.??.??"},
        {"1997年5月6日", "1997.05.06"},
        {"06.05.1997", NULL},
        {"6/5/1997", NULL},
        {"??.05.1997", NULL},
        {"31.02.1997", NULL},
        {"1997.26.05", "1997.05.26"},
        {"1997.13.26", NULL},
        {"1997.26.??", "1997.??.26"},
        {"9905", NULL},
        {"9905.01.01", NULL},
        {"97-05-06", NULL},
        {"May 6", NULL},
        {"Ma 6, 1997", NULL},
        {"1997-1998", NULL},
        {"1997.05.06.07", NULL},
        {"19970506 10:00", NULL},
        {"in May 1997", NULL},
        {"199705060", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_date(rows[i].date, REPAIR_SAFE, rows[i].mended);
    assert_date("1997-05-06 10:30", REPAIR_ALL, "1997.05.06");
    assert_date("1997-05-06T10:30:00Z", REPAIR_ALL, "1997.05.06");
    assert_date("1997-05-06 or so", REPAIR_ALL, NULL);
    assert_date("06.05.1997", REPAIR_ALL, NULL);
}

static void tags_behind_the_game_go_to_its_head(void **state)
{
    (void)state;
    assert_mends(GAME("*", "1. e4 *\n\n[PlyCount \"1\"]\n"),
                 ROSTER "[Result \"*\"]\n[PlyCount \"1\"]\n\n1. e4 *", "stray-tags");
    assert_mends(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"1999-5-3\"]\n[Round \"?\"]\n[White \"A\"]\n"
        "[Black \"B\"]\n[Result \"*\"]\n\n1. e9 *\n\n[PlyCount \"1\"]\n",
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"1999.05.03\"]\n[Round \"?\"]\n[White \"A\"]\n"
        "[Black \"B\"]\n[Result \"*\"]\n[PlyCount \"1\"]\n\n1. e9 *",
        "bad-date stray-tags");
}

static void a_repeated_tag_goes_if_it_says_the_same(void **state)
{
    (void)state;
    assert_mends(ROSTER "[Result \"*\"]\n[ECO \"A00\"]\n[ECO \"A00\"]\n\n1.e4 *",
                 ROSTER "[Result \"*\"]\n[ECO \"A00\"]\n\n1.e4 *", "repeated-tag");
    assert_only_all_mends(ROSTER "[Result \"*\"]\n[ECO \"A00\"]\n[ECO \"B00\"]\n\n1.e4 *",
                          "repeated-tag", ROSTER "[Result \"*\"]\n[ECO \"A00\"]\n\n1.e4 *",
                          "repeated-tag");
}

static void the_start_position_is_mended(void **state)
{
    (void)state;
#define START(setup, fen, moves) ROSTER "[Result \"*\"]\n" setup "[FEN \"" fen "\"]\n\n" moves
    assert_mends(START("", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1.Kd2 *"),
                 START("[SetUp \"1\"]\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1.Kd2 *"),
                 "fen-without-setup");
    assert_mends(START("[SetUp \"1\"]\n", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "1.O-O *"),
                 START("[SetUp \"1\"]\n", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1.O-O *"),
                 "fen-detail");
#define FIRST(fen) "[FEN \"" fen "\"]\n[SetUp \"1\"]\n" ROSTER "[Result \"*\"]\n\n1.O-O *"
    assert_mends(FIRST("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"),
                 FIRST("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "fen-detail");
    assert_mends(FIRST("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), FIRST("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
                 "fen-detail");
    assert_mends(FIRST("4k3/8/8/8/8/8/8/4K2R\u00a0w\u200e K - 0 1"),
                 FIRST("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "odd-blank");
    assert_mends(START("[SetUp\u00a0\"1\"]\n", "4k3/8/8/8/8/8/8/4K3\u00a0w - - 0 1", "1.Kd2 *"),
                 START("[SetUp \"1\"]\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1.Kd2 *"), "odd-blank");
#undef FIRST
    assert_stays(START("[SetUp \"1\"]\n", "8/8/8/8/8/8/8/4K3 w - - 0 1", "1.Kd2 *"), REPAIR_ALL,
                 "bad-fen");
}

static void castling_rights_are_added_as_far_as_the_game_needs_them(void **state)
{
    (void)state;
    static const struct {
        const char *rights, *moves, *mended;
    } rows[] = {
        {"-", "1.O-O Kd7 *", "K"},         {"-", "1.O-O-O O-O *", "Qk"},
        {"-", "1.Kd1 0-0-0 2.Kc2 *", "q"}, {"K", "1.O-O-O Ke7 *", "KQ"},
        {"kq", "1.O-O Ke7 *", "Kkq"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *form = ROSTER "[Result \"*\"]\n[SetUp \"1\"]\n"
                                  "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w %s - 0 1\"]\n\n%s";
        struct buffer text = {0};
        buffer_printf(&text, form, rows[i].rights, rows[i].moves);
        struct mended m = mend(buffer_terminate(&text), REPAIR_SAFE, GAME_CHESS);
        char fen[80];
        snprintf(fen, sizeof fen, "R3K2R w %s - 0 1", rows[i].mended);
        if (!m.changed || !strstr(m.text.data, fen) || !strstr(m.codes.data, "fen-detail"))
            fail_msg("%s becomes %s, by %s", text.data, shown(&m.text), shown(&m.codes));
        mended_free(&m);
        buffer_free(&text);
    }
    assert_stays(START("[SetUp \"1\"]\n", "r3k3/8/8/8/8/8/8/4KB1R w - - 0 1", "1.O-O Kd7 *"),
                 REPAIR_SAFE, "illegal-move");
}

static void a_mark_of_the_result_is_made_to_say_what_the_other_says(void **state)
{
    (void)state;
    assert_mends(GAME("1-0", "1. e4"), GAME("1-0", "1. e4 1-0"), "missing-result");
    assert_mends(GAME("*", "1. e4 1-0"), GAME("1-0", "1. e4 1-0"), "result-unknown");
    assert_mends(GAME("1/2", "1.e4 1/2-1/2"), GAME("1/2-1/2", "1.e4 1/2-1/2"), "bad-result-tag");
    assert_mends(GAME("½-½", "1. e4"), GAME("1/2-1/2", "1. e4 1/2-1/2"),
                 "bad-result-tag missing-result");
    assert_mends(GAME("*", "1. e4 ½"), GAME("1/2-1/2", "1. e4 1/2-1/2"),
                 "result-unknown result-form");
    assert_mends(ROSTER "\n1. f3 e5 2. g4 Qh4#", GAME("0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
                 "missing-tag missing-result");
}

static void results_that_contradict_are_decided_by_the_board_or_the_end_if_asked_for(void **state)
{
    (void)state;
    assert_only_all_mends(GAME("1-0", "1. e4 0-1"), "result-conflict", GAME("0-1", "1. e4 0-1"),
                          "result-conflict");
    assert_only_all_mends(GAME("1-0", "1. e4 *"), "result-unknown", GAME("1-0", "1. e4 1-0"),
                          "result-unknown");
    assert_only_all_mends(GAME("1-0", "1. f3 e5 2. g4 Qh4# 1-0"), "result-board",
                          GAME("0-1", "1. f3 e5 2. g4 Qh4# 0-1"), "result-board");
    assert_only_all_mends(GAME("*", "1. f3 e5 2. g4 Qh4# *"), "result-unknown",
                          GAME("0-1", "1. f3 e5 2. g4 Qh4# 0-1"), "result-unknown");
}

static void a_line_is_cut_at_an_illegal_move_if_asked_for(void **state)
{
    (void)state;
    assert_only_all_mends(GAME("1-0", "1. e4 e5 2. Ke3 Nf6 (2... d6) 1-0"), "illegal-move",
                          GAME("1-0", "1. e4 e5 {Ke3 Nf6 (2... d6)} 1-0"), "illegal-move");
    assert_only_all_mends(GAME("*", "1. e4 e5 (1... Ke4 2. d4) 2. Nf3 *"), "variation-error",
                          GAME("*", "1. e4 e5 ({Ke4 2. d4}) 2. Nf3 *"), "variation-error");
    assert_only_all_mends(GAME("1-0", "1. f3 e5 2. g4 Qh4# 3. a3 1-0"), "move-after-end",
                          GAME("0-1", "1. f3 e5 2. g4 Qh4# {a3} 0-1"),
                          "result-board move-after-end");
}

static void the_tags_of_a_game_that_cannot_be_played_are_mended_nevertheless(void **state)
{
    (void)state;
    assert_mends("[White \"A\"]\n[Black \"B\"]\n[Date \"1999-5-3\"]\n\n1.0-0   e5 *",
                 "[Event \"?\"]\n[Site \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n"
                 "[Date \"1999.05.03\"]\n[Round \"?\"]\n\n1.0-0   e5 *",
                 "missing-tag missing-tag missing-tag missing-tag bad-date");
}

static void line_ends_stay_those_of_the_text(void **state)
{
    (void)state;
    assert_mends("[Event \"?\"]\r\n[Site \"?\"]\r\n[Date \"????.??.??\"]\r\n[Round \"?\"]\r\n"
                 "[White \"A\"]\r\n[Black \"B\"]\r\n[Result \"*\"]\r\n\r\n1. e4 {a\r\nb} e7e5 *",
                 "[Event \"?\"]\r\n[Site \"?\"]\r\n[Date \"????.??.??\"]\r\n[Round \"?\"]\r\n"
                 "[White \"A\"]\r\n[Black \"B\"]\r\n[Result \"*\"]\r\n\r\n"
                 "1. e4 {a\r\nb} e5 *",
                 "coordinates");
}

static void escaped_lines_move_before_the_game(void **state)
{
    (void)state;
    struct mended m = mend(GAME("*", "1. e2e4\n%eval 3\ne5 {\n% text} *"), REPAIR_SAFE, GAME_CHESS);
    assert_string_equal(m.text.data, "%eval 3\n" GAME("*", "1. e4 e5 {\n% text} *"));
    mended_free(&m);
}

static void a_pawn_that_may_be_a_dutch_knight_is_left_alone(void **state)
{
    (void)state;
    assert_stays(GAME("*", "1. Pf3 *"), REPAIR_SAFE, "pawn-letter two-readings");
}

static void findings_that_are_ignored_are_not_mended(void **state)
{
    (void)state;
    nothing_ignored[FINDING_MISSING_TAG] = true;
    assert_mends("[White \"A\"]\n[Date \"1999-5-3\"]\n\n1. e4 *",
                 "[White \"A\"]\n[Date \"1999.05.03\"]\n\n1. e4 *", "bad-date");
    nothing_ignored[FINDING_MISSING_TAG] = false;
    nothing_ignored[FINDING_ILLEGAL_MOVE] = true;
    assert_stays(GAME("1-0", "1. Ke4 0-1"), REPAIR_ALL, "illegal-move result-conflict");
    nothing_ignored[FINDING_ILLEGAL_MOVE] = false;
}

static void messages_say_what_was_done(void **state)
{
    (void)state;
    struct mended m = mend("[Event \"?\"]\n[Site \"?\"]\n[Date \"1999-5-3\"]\n[Round \"?\"]\n"
                           "[White \"A\"]\n[Black \"B\"]\n[Result \"1/2\"]\n\n1. 0-0 e4 e5",
                           REPAIR_SAFE, GAME_CHESS);
    assert_string_equal(m.messages.data, "1999-5-3 is 1999.05.03 now\n"
                                         "1/2 is not a result; it is 1/2-1/2 now");
    mended_free(&m);
}

static void games_of_xiangqi_keep_their_notation(void **state)
{
    (void)state;
#define RED "[Game \"Chinese Chess\"]\n" ROSTER_RED
#define ROSTER_RED                                                                                 \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Red \"A\"]\n"             \
    "[Black \"B\"]\n[Result \"*\"]\n"
    assert_mends_game(RED "\n1. h2e2 h9g7 3. h0g2", REPAIR_SAFE, GAME_XIANGQI,
                      RED "\n1. h2e2 h9g7 2. h0g2 *", "move-number missing-result");
    assert_mends_game(RED "\n1. 炮二平五 马８进７", REPAIR_SAFE, GAME_XIANGQI,
                      RED "\n1. 炮二平五 马８进７ *", "missing-result");
    assert_mends_game(RED "\n1. 炮二平五 馬８進７", REPAIR_SAFE, GAME_XIANGQI,
                      RED "\n1. 炮二平五 馬８進７ *", "missing-result");
    assert_mends_game(RED "\n1. C2=5 N8+7", REPAIR_SAFE, GAME_XIANGQI, RED "\n1. C2=5 N8+7 *",
                      "missing-result");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_without_faults_stays_as_it_is),
        cmocka_unit_test(moves_get_the_form_of_the_standard),
        cmocka_unit_test(a_variation_without_a_move_to_stand_behind_stays),
        cmocka_unit_test(a_repeated_tag_that_the_standard_does_not_know_is_no_other_tag),
        cmocka_unit_test(castling_promotion_and_en_passant_get_it_too),
        cmocka_unit_test(nothing_but_what_is_mended_changes),
        cmocka_unit_test(other_tags_keep_their_lines),
        cmocka_unit_test(a_null_move_of_the_main_line_only_changes_its_form),
        cmocka_unit_test(tags_are_mended_and_the_moves_left_alone),
        cmocka_unit_test(names_of_months_and_weekdays_are_known_in_many_languages),
        cmocka_unit_test(dates_are_mended_where_they_can_be_read_in_one_way_only),
        cmocka_unit_test(tags_behind_the_game_go_to_its_head),
        cmocka_unit_test(a_repeated_tag_goes_if_it_says_the_same),
        cmocka_unit_test(the_start_position_is_mended),
        cmocka_unit_test(castling_rights_are_added_as_far_as_the_game_needs_them),
        cmocka_unit_test(a_mark_of_the_result_is_made_to_say_what_the_other_says),
        cmocka_unit_test(results_that_contradict_are_decided_by_the_board_or_the_end_if_asked_for),
        cmocka_unit_test(a_line_is_cut_at_an_illegal_move_if_asked_for),
        cmocka_unit_test(the_tags_of_a_game_that_cannot_be_played_are_mended_nevertheless),
        cmocka_unit_test(line_ends_stay_those_of_the_text),
        cmocka_unit_test(escaped_lines_move_before_the_game),
        cmocka_unit_test(a_pawn_that_may_be_a_dutch_knight_is_left_alone),
        cmocka_unit_test(findings_that_are_ignored_are_not_mended),
        cmocka_unit_test(messages_say_what_was_done),
        cmocka_unit_test(games_of_xiangqi_keep_their_notation),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
