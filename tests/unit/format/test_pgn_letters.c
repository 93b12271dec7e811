/* Piece letters of other languages, asked for or found out. */
#include "tests/unit/reading.h"

static struct reading read_auto(const char *text)
{
    struct read_options options = {.game = GAME_CHESS, .auto_letters = true};
    return reading_of_options(text, strlen(text), &options, false);
}

static void assert_auto(const char *text, const char *games, const char *findings)
{
    struct reading r = read_auto(text);
    if (strcmp(r.games.data, games) != 0 || strcmp(r.findings.data, findings) != 0)
        fail_msg("\n%s\n--- games\n%s--- expected\n%s--- findings\n%s\n%s", text, r.games.data,
                 games, r.findings.data, r.messages.data);
    reading_free(&r);
}

/* A game in which all pieces move, in the letters of L. */
static void write_game(struct buffer *b, const struct piece_letters *l)
{
    buffer_printf(b, "[White \"%s\"]\n\n1. e4 e5 2. %sf3 %sc6 3. %sc4 %sc5 4. d3 %sf6 5. %sg5 d6 ",
                  l->code, l->knight, l->knight, l->bishop, l->bishop, l->queen, l->bishop);
    buffer_printf(b, "6. %sxf6 %sxf6 7. %sf1 %se7 *\n\n", l->bishop, l->knight, l->rook, l->king);
}

static const char main_line[] = "| e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Qf6 Bg5 d6 Bxf6 Nxf6 Rf1 Ke7 *";

/* Languages share letters in part: what counts is that the moves are those. */
static void every_language_is_read_if_it_is_named_and_if_it_is_not(void **state)
{
    (void)state;
    for (const struct piece_letters *l = piece_letter_table; l->code; l++) {
        struct buffer text = {0}, games = {0};
        write_game(&text, l);
        buffer_printf(&games, "White=%s %s\n", l->code, main_line);
        struct read_options options = {.game = GAME_CHESS, .letters = l};
        struct reading named =
            reading_of_options(buffer_terminate(&text), text.len, &options, false);
        struct reading found = read_auto(buffer_terminate(&text));
        if (strcmp(named.games.data, buffer_terminate(&games)) != 0)
            fail_msg("%s named: %s", l->code, named.games.data);
        if (strcmp(found.games.data, games.data) != 0)
            fail_msg("%s found: %s%s", l->code, found.games.data, found.messages.data);
        reading_free(&named);
        reading_free(&found);
        buffer_free(&text);
        buffer_free(&games);
    }
}

static void the_languages_that_people_write_are_there(void **state)
{
    (void)state;
    static const char *const codes[] = {"de", "fr", "es", "it", "nl", "pt",      "sv",
                                        "da", "no", "fi", "pl", "cs", "sk",      "hu",
                                        "ro", "hr", "tr", "ru", "zh", "zh-hant", "figurine"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (!piece_letters_find(codes[i]))
            fail_msg("%s is missing", codes[i]);
}

/* The first moves of the Immortal Game, London 1851. */
static const char immortal[] =
    "White=A | e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 "
    "cxb5 *\n";

static void write_immortal(struct buffer *out, const char *king, const char *queen,
                           const char *rook, const char *bishop, const char *knight)
{
    buffer_printf(out, "[White \"A\"]\n\n1. e4 e5 2. f4 exf4 3. %sc4 %sh4+ 4. %sf1 b5 ", bishop,
                  queen, king);
    buffer_printf(out, "5. %sxb5 %sf6 6. %sf3 %sh6 7. d3 %sh5 8. %sh4 %sg5 ", bishop, knight,
                  knight, queen, knight, knight, queen);
    buffer_printf(out, "9. %sf5 c6 10. g4 %sf6 11. %sg1 cxb5 *\n", knight, knight, rook);
    buffer_terminate(out);
}

static void assert_immortal(const struct buffer *text, const struct read_options *options,
                            const char *how)
{
    struct reading r = reading_of_options(text->data, text->len, options, false);
    if (strcmp(r.games.data, immortal) != 0)
        fail_msg("%s: %s%s", how, r.games.data, r.messages.data);
    reading_free(&r);
}

static void a_game_is_read_as_each_language_prints_it(void **state)
{
    (void)state;
    static const struct {
        const char *code, *king, *queen, *rook, *bishop, *knight;
    } rows[] = {
        {"de", "K", "D", "T", "L", "S"},      {"sv", "K", "D", "T", "L", "S"},
        {"da", "K", "D", "T", "L", "S"},      {"no", "K", "D", "T", "L", "S"},
        {"hr", "K", "D", "T", "L", "S"},      {"fr", "R", "D", "T", "F", "C"},
        {"es", "R", "D", "T", "A", "C"},      {"it", "R", "D", "T", "A", "C"},
        {"nl", "K", "D", "T", "L", "P"},      {"pt", "R", "D", "T", "B", "C"},
        {"fi", "K", "D", "T", "L", "R"},      {"pl", "K", "H", "W", "G", "S"},
        {"cs", "K", "D", "V", "S", "J"},      {"sk", "K", "D", "V", "S", "J"},
        {"hu", "K", "V", "B", "F", "H"},      {"ro", "R", "D", "T", "N", "C"},
        {"tr", "Ş", "V", "K", "F", "A"},      {"ru", "Кр", "Ф", "Л", "С", "К"},
        {"zh", "王", "后", "车", "象", "马"}, {"figurine", "♔", "♕", "♖", "♗", "♘"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buffer text = {0};
        write_immortal(&text, rows[i].king, rows[i].queen, rows[i].rook, rows[i].bishop,
                       rows[i].knight);
        struct read_options named = {.game = GAME_CHESS,
                                     .letters = piece_letters_find(rows[i].code)};
        struct read_options found = {.game = GAME_CHESS, .auto_letters = true};
        assert_non_null(named.letters);
        assert_immortal(&text, &named, rows[i].code);
        assert_immortal(&text, &found, rows[i].code);
        buffer_free(&text);
    }
}

static void games_of_one_file_may_be_in_several_languages(void **state)
{
    (void)state;
    struct buffer text = {0}, games = {0};
    static const char *const codes[] = {"de", "en", "ru", "zh", "fr"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        write_game(&text, piece_letters_find(codes[i]));
        buffer_printf(&games, "White=%s %s\n", codes[i], main_line);
    }
    assert_auto(buffer_terminate(&text), buffer_terminate(&games),
                "N:piece-letters@3:13 N:piece-letters@11:13 N:piece-letters@15:13 "
                "N:piece-letters@19:13");
    buffer_free(&text);
    buffer_free(&games);
}

#define ROOK      "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n"
#define ROOK_GAME "SetUp=1 FEN=4k3/8/8/8/8/8/8/4K2R w - - 0 1 | "

/* R is a rook in English and the king in French. */
static void two_languages_that_differ_are_an_error(void **state)
{
    (void)state;
    assert_auto(ROOK "1. Rf1 {x} *\n", ROOK_GAME "{Rf1 (x)} * broken\n", "E:ambiguous-letters@4:4");
    assert_auto(ROOK "1. Rh8+ Ke7 *\n", ROOK_GAME "Rh8+ Ke7 *\n", "");
    struct reading r = read_auto(ROOK "1. Rf1 *\n");
    assert_string_equal(r.messages.data,
                        "Rf1: one move in English letters, another one in French (try "
                        "--piece-letters=en or =fr)\n");
    reading_free(&r);
}

static void a_variation_counts_as_much_as_the_main_line(void **state)
{
    (void)state;
#define PAWN_TOO "[SetUp \"1\"]\n[FEN \"4k3/p7/8/8/8/8/P7/4K2R w - - 0 1\"]\n\n"
    assert_auto(PAWN_TOO "1. a3 (1. a4 a6 (1... a5) 2. Rf1) 1... a6 *\n",
                "SetUp=1 FEN=4k3/p7/8/8/8/8/P7/4K2R w - - 0 1 | a3 {(1. a4 a6 (1... a5) 2. Rf1) "
                "1... a6} * broken\n",
                "E:ambiguous-letters@4:30");
}

static void a_file_that_shows_its_language_has_it_everywhere(void **state)
{
    (void)state;
    struct buffer text = {0};
    write_game(&text, piece_letters_find("fr"));
    buffer_add_string(&text, ROOK "1. Rf1 *\n\n");
    struct reading r = read_auto(buffer_terminate(&text));
    const char *second = strchr(r.games.data, '\n') + 1;
    assert_string_equal(second, ROOK_GAME "Kf1 *\n");
    reading_free(&r);
    buffer_free(&text);
}

static void a_game_that_is_legal_in_no_language_is_read_as_far_as_it_goes(void **state)
{
    (void)state;
    struct buffer text = {0};
    write_game(&text, piece_letters_find("de"));
    buffer_add_string(&text, "[White \"x\"]\n\n1. Sf3 Sc6 2. Sf3 *\n");
    struct reading r = read_auto(buffer_terminate(&text));
    const char *second = strchr(r.games.data, '\n') + 1;
    assert_string_equal(second, "White=x | Nf3 Nc6 {Sf3} * broken\n");
    reading_free(&r);
    buffer_free(&text);
    assert_auto("[White \"x\"]\n\n1. Sf3 Sc6 2. Sf3 *\n", "White=x | Nf3 Nc6 {Sf3} * broken\n",
                "N:piece-letters@3:4 E:illegal-move@3:15");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_language_is_read_if_it_is_named_and_if_it_is_not),
        cmocka_unit_test(the_languages_that_people_write_are_there),
        cmocka_unit_test(a_game_is_read_as_each_language_prints_it),
        cmocka_unit_test(games_of_one_file_may_be_in_several_languages),
        cmocka_unit_test(two_languages_that_differ_are_an_error),
        cmocka_unit_test(a_variation_counts_as_much_as_the_main_line),
        cmocka_unit_test(a_file_that_shows_its_language_has_it_everywhere),
        cmocka_unit_test(a_game_that_is_legal_in_no_language_is_read_as_far_as_it_goes),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
