/* No game may be doubled or lost where it crosses the edge of a read buffer. A text with every
   construct is parsed from windows cut at every byte, and read through windows of a few bytes. */
#include "base/text_parts.h"
#include "format/pgn/pgn.h"
#include "tests/unit/reading.h"

/* Every construct in one text. The last game has stray tags and no line end behind it. */
static const char every_construct[] =
    "From: someone (me) $3 {x}\n12 % [\n\n"
    "[Event \"A \\\"quoted\\\" \\\\ name\"]\n[Site \"not \"escaped\" at all\"]\n[ Round \"3\" ] "
    "[White "
    "\"open]\n[Black \"x\" y]\n[Date \"1961.??.??\"\n%[Event \"escaped\"]\n\n"
    "1. e4 $1 {best\nby [test]} e5!? ; to the end {\n2. Nf3+?! (2. f4 exf4 (2... d5 {x} 3. exd5 "
    "1-0) 3. "
    "Nf3 Zz9 g5) 2... Nc6 +- 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 Be7 6. Re1 b5 7. Bb3 d6 = 8. c3 O-O "
    "\xe2\xa9\xb2 9. h3 Nb8 10. d4 Nbd7 \xc2\xa0 11. \xe2\x99\x98"
    "bd2 Bb7 12. Bc2 Re8 [remark] 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 \xc2\xbd-\xc2\xbd "
    "{end}\n\n"
    "[White \"B\"]\n[Result \"1/2-1/2\"]\n\n1. e4 a6 2. e5 d5 3. exd6 e.p. Nf6 4. d7+ ch Kxd7 -- "
    "5. Qg4+ "
    "e6 6. Qxe6+? fxe6 7. -- Qg5 1/2-1/2\n\n[Opening \"x\"]\n[My \"y\"]\n[My \"z\"]\n\n[My "
    "\"w\"]\n[White "
    "\"C\"]\n[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8(Q) "
    "{unclosed\n\n[Event "
    "\"D\"]\n[White \"D\"]\n\n{first} 1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. d4 ep Nd6 6. "
    "dxe5 "
    "Nxb51-0\n\n1. d4 $300 $ d5 2. c4 )} e6 @@@@\n\n1... e5\n\n1. f4 e5 2. g4 Qh4 mate 0-1 ; "
    "done\n\n"
    "[Event \"N\"]\n\n1. e4 {a {b} e5} e5 2. Nf3 {x {y} Nc6 } Nc6 {p {q} r {s} t} *\n\n"
    "[Event \"E\"]\n\n1. e4 e5 2. Ke3 (2. f4 1-0) {x} Nf6 ; y\n( * *\n[Event \"F\"]\n\n1. c2-c4 "
    "g8f6 2. Sc3 e5 3. Nf3+- Nc6 1\xe2\x80\x93"
    "0\n[ECO \"A\"]\n[Opening \"z\"]";

struct parse {
    struct pgn_parser parser;
    struct record rec;
    struct findings findings;
    struct pgn_extent extent;
};

static const struct read_options chess = {.game = GAME_CHESS};

static void parse_start(struct parse *p)
{
    memset(p, 0, sizeof *p);
    record_init(&p->rec);
    p->parser.options = &chess;
    p->parser.letters = piece_letter_table;
    p->parser.rec = &p->rec;
    p->parser.findings = &p->findings;
}

static void parse_free(struct parse *p)
{
    pgn_parser_free(&p->parser);
    record_free(&p->rec);
    findings_free(&p->findings);
}

static enum pgn_status parse(struct parse *p, struct text_window window, size_t start)
{
    record_clear(&p->rec, GAME_CHESS);
    findings_clear(&p->findings);
    return pgn_parse(&p->parser, &window, start, &p->extent);
}

/* What was parsed, with the window positions of its findings. */
static struct buffer parsed(struct parse *p, enum pgn_status status)
{
    struct buffer b = {0};
    if (status == PGN_GAME)
        reading_add_game(&b, &p->rec);
    buffer_printf(&b, "status %d, from %zu, %zu to %zu\n", status, p->extent.base, p->extent.begin,
                  p->extent.next);
    for (size_t i = 0; i < p->findings.count; i++)
        buffer_printf(&b, "%zu %s: %s\n", p->extent.base + p->findings.items[i].source,
                      finding_kinds[p->findings.items[i].code].code,
                      finding_text(&p->findings, &p->findings.items[i]));
    for (size_t i = 0; i < p->rec.node_count; i++)
        buffer_printf(&b, " %u", p->rec.nodes[i].source);
    buffer_terminate(&b);
    return b;
}

/* Parse the piece of TEXT from START in windows that end at CUT: more must be asked for, or the
   answer be that of the whole. The copy is exact, so that a byte read too far is seen by a
   sanitizer. */
static void check_cut(struct parse *p, const char *text, size_t start, size_t cut,
                      const char *expected)
{
    char *copy = malloc(cut - start + 1);
    assert_non_null(copy);
    memcpy(copy, text + start, cut - start);
    copy[cut - start] = '\0';
    enum pgn_status status = parse(p, (struct text_window){copy, cut - start, false}, 0);
    if (status != PGN_MORE) {
        p->extent.base += start;
        p->extent.begin += start;
        p->extent.next += start;
        struct buffer got = parsed(p, status);
        if (strcmp(got.data, expected) != 0)
            fail_msg("cut at %zu:\n%.*s|\n--- got\n%s\n--- expected\n%s\n", cut, (int)(cut - start),
                     copy, got.data, expected);
        buffer_free(&got);
    }
    free(copy);
}

static void check_cuts(const char *text, size_t len)
{
    struct parse whole, cut;
    parse_start(&whole);
    parse_start(&cut);
    enum pgn_status status;
    size_t start = 0;
    do {
        status = parse(&whole, (struct text_window){text, len, true}, start);
        assert_true(status == PGN_GAME || status == PGN_NOTHING);
        struct buffer expected = parsed(&whole, status);
        for (size_t at = start; at < len; at++)
            if (!(text[at] == '\n' && at > 0 &&
                  text[at - 1] == '\r')) /* a window never ends there */
                check_cut(&cut, text, start, at, expected.data);
        buffer_free(&expected);
        start = whole.extent.next;
    } while (status == PGN_GAME);
    parse_free(&whole);
    parse_free(&cut);
}

/* The construct text with each LF as END. */
static struct buffer with_line_ends(const char *end)
{
    struct buffer b = {0};
    for (const char *s = every_construct; *s; s++) {
        if (*s == '\n')
            buffer_add_string(&b, end);
        else
            buffer_add_char(&b, *s);
    }
    buffer_terminate(&b);
    return b;
}

static void the_text_holds_what_it_should(void **state)
{
    (void)state;
    struct reading r = reading_of(every_construct, strlen(every_construct));
    assert_int_equal(r.game_count, 9);
    assert_non_null(strstr(r.games.data, "Event=A \"quoted\" \\ name Site=not \"escaped\" at all "
                                         "Round=3 White=open Black=x Date=1961.??.?? |"));
    assert_non_null(strstr(r.games.data, "( d5 {x} exd5 {1-0} )"));
    assert_non_null(strstr(r.games.data, "{Zz9 g5} )"));
    static const char *const codes[] = {
        "stray-tags",        "unclosed-comment", "glyph",
        "figurine",          "ep-mark",          "result-form",
        "bad-nag",           "stray-mark",       "bad-tag",
        "semicolon-comment", "illegal-move",     "unreadable-move",
        "null-move",         "dropped-text",     "result-in-variation",
        "castling-zeros",    "promotion-form",   "variation-error",
        "check-mark-form"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (!strstr(r.findings.data, codes[i]))
            fail_msg("no %s in\n%s\n%s", codes[i], r.games.data, r.findings.data);
    reading_free(&r);
}

static void a_window_cut_anywhere_asks_for_more_or_gives_the_same(void **state)
{
    (void)state;
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (int i = 0; i < 3; i++) {
        struct buffer b = with_line_ends(ends[i]);
        check_cuts(b.data, b.len);
        buffer_free(&b);
    }
}

static void short_texts_cut_anywhere_give_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "1. e4 e5 1-0 % x\n",
        "[A \"b\"]\n1. e4 exd6 en passant\n*",
        "1. e4 e. p. e5\n\n1 d4 *",
        "1. e4 e.p.x e5 *",
        "1. e4 epx *",
        "\xef\xbb\xbf\n\xc2\xa0[A \"b\"] *",
        "1. e4\302\240e5\342\200\246 Nf3*",
        "[A \"b\\\"]\n[C \"d\" e]\n*",
        "1/2",
        "[A \"b\"]\n\n1/2-1/2-",
        "[A \"b\"]\n0-0-0 0000 00 0 *",
        "[A \"b\"]\n1. e4 (0-1\n\n\n[",
        "(1. e4) 1. d4 *",
        "[A \"b\"]\n\n\n\n[A \"c\"]",
        "[A \"b\"]\n[A] *",
        "[A \"b\"]\n1. e4 ch. e5 dbl *",
        "[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n1. a8(Q a1(q) *",
        "[Variant \"Atomic\"]\n1. x (1-0) 0-1 {y}",
        "[A \"b\"]\n1. e4 {x\n\n[A \"c\"]\n\n[B \"c\"]\n{y} *",
        "[A \"b\"]\n* {x}\n\n{y}\n[A \"c\"]\n*",
        "1. e4 e5 2.Nf3!?+ Nc6\xe2\x80\xbc *",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_cuts(texts[i], strlen(texts[i]));
}

/* Read B through windows that grow from CHUNK bytes. */
static struct reading read_in_chunks(const struct buffer *b, size_t chunk)
{
    struct reading r = {0};
    struct error err;
    struct input *in = input_open_memory(b->data, b->len, &err);
    assert_non_null(in);
    struct text *text = text_open(in, NULL, &err);
    assert_non_null(text);
    text_set_chunk(text, chunk);
    struct parse p;
    parse_start(&p);
    size_t done = 0;
    enum pgn_status status;
    do {
        status = parse(&p, *text_window(text), done);
        if (status == PGN_MORE) {
            assert_true(text_more(text, done, &err));
            done = 0;
            continue;
        }
        if (status == PGN_GAME)
            reading_add_game(&r.games, &p.rec);
        findings_sort(&p.findings);
        for (size_t i = 0; i < p.findings.count; i++) {
            struct place at = text_place(text, p.extent.base + p.findings.items[i].source);
            buffer_printf(&r.findings, "%s@%llu:%llu ",
                          finding_kinds[p.findings.items[i].code].code, (unsigned long long)at.line,
                          (unsigned long long)at.column);
        }
        done = p.extent.next;
    } while (status == PGN_MORE || status == PGN_GAME);
    assert_int_equal(status, PGN_NOTHING);
    parse_free(&p);
    text_close(text);
    input_close(in);
    buffer_terminate(&r.games);
    buffer_terminate(&r.findings);
    return r;
}

static void a_text_read_in_small_pieces_gives_the_same(void **state)
{
    (void)state;
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (int i = 0; i < 3; i++) {
        struct buffer b = with_line_ends(ends[i]);
        struct reading whole = read_in_chunks(&b, 1 << 20);
        assert_non_null(strstr(whole.games.data, "White=C"));
        for (size_t chunk = 1; chunk < 300; chunk += chunk < 20 ? 1 : 7) {
            struct reading r = read_in_chunks(&b, chunk);
            assert_string_equal(r.games.data, whole.games.data);
            assert_string_equal(r.findings.data, whole.findings.data);
            reading_free(&r);
        }
        reading_free(&whole);
        buffer_free(&b);
    }
}

/* Many games, longer than the reader's first window: the edge falls at another byte for each
   LEAD. */
static void games_at_the_edge_of_the_first_window_are_whole(void **state)
{
    (void)state;
    static const char game[] = "[White \"A\"]\n\n1. e4 {x} e5 (1... c5) 2. Nf3 $1 *\n\n";
    for (size_t lead = 0; lead < sizeof game; lead++) {
        struct buffer b = {0};
        for (size_t i = 0; i < lead; i++)
            buffer_add_char(&b, '\n');
        size_t games = TEXT_FIRST_WINDOW / (sizeof game - 1) + 3;
        for (size_t i = 0; i < games; i++)
            buffer_add_string(&b, game);
        struct reading r = reading_of(b.data, b.len);
        assert_int_equal(r.game_count, games);
        assert_string_equal(r.findings.data, "");
        reading_free(&r);
        buffer_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_holds_what_it_should),
        cmocka_unit_test(a_window_cut_anywhere_asks_for_more_or_gives_the_same),
        cmocka_unit_test(short_texts_cut_anywhere_give_the_same),
        cmocka_unit_test(a_text_read_in_small_pieces_gives_the_same),
        cmocka_unit_test(games_at_the_edge_of_the_first_window_are_whole),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
