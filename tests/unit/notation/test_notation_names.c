/* Squares, men, games, results, languages and annotation signs, each to text and back. */
#include "tests/unit/notation_games.h"

static void every_square_comes_back_from_its_name(void **state)
{
    (void)state;
    for (int game = GAME_CHESS; game < GAME_COUNT; game++) {
        for (square s = 0; s < board_sizes[game].squares; s++) {
            char name[SQUARE_TEXT_MAX];
            assert_int_equal(square_format((enum game)game, s, name), 2);
            assert_int_equal(square_parse((enum game)game, name, 2), s);
        }
    }
    assert_int_equal(square_parse(GAME_CHESS, "e4", 2), 28);
    assert_int_equal(square_parse(GAME_XIANGQI, "i9", 2), 89);
    assert_int_equal(square_parse(GAME_XIANGQI, "a0", 2), 0);
}

static void names_off_the_board_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"", "e", "e0", "e9", "i1", "E4", "e44", "44", "`1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(square_parse(GAME_CHESS, names[i], strlen(names[i])), NO_SQUARE);
    assert_int_equal(square_parse(GAME_XIANGQI, "j0", 2), NO_SQUARE);
}

static void every_man_comes_back_from_its_letter(void **state)
{
    (void)state;
    static const char *const letters[GAME_COUNT] = {"PNBRQKpnbrqk", "PNBRKACpnbrkac"};
    for (int game = GAME_CHESS; game < GAME_COUNT; game++) {
        for (int byte = 0; byte < 256; byte++) {
            piece p = piece_from_letter((enum game)game, (char)byte);
            const bool known = byte != 0 && strchr(letters[game], byte) != NULL;
            if (known)
                assert_int_equal(piece_letter((enum game)game, p), byte);
            else if (game == GAME_CHESS || byte == 0 || strchr("HEhe", byte) == NULL)
                assert_int_equal(p, 0);
        }
        assert_int_equal(piece_letter((enum game)game, 0), '\0');
    }
    assert_int_equal(piece_from_letter(GAME_XIANGQI, 'H'), piece_make(WHITE, KNIGHT));
    assert_int_equal(piece_from_letter(GAME_XIANGQI, 'e'), piece_make(BLACK, BISHOP));
    assert_int_equal(piece_letter(GAME_XIANGQI, piece_make(WHITE, QUEEN)), '\0');
    assert_int_equal(piece_letter(GAME_CHESS, piece_make(BLACK, CANNON)), '\0');
}

static void men_have_the_words_of_their_game(void **state)
{
    (void)state;
    assert_string_equal(piece_word(GAME_CHESS, KNIGHT), "knight");
    assert_string_equal(piece_word(GAME_XIANGQI, KNIGHT), "horse");
    assert_string_equal(piece_word(GAME_XIANGQI, BISHOP), "elephant");
    assert_string_equal(piece_word(GAME_XIANGQI, CANNON), "cannon");
}

static void games_come_back_from_their_names(void **state)
{
    (void)state;
    assert_int_equal(game_from_name(game_name(GAME_CHESS)), GAME_CHESS);
    assert_int_equal(game_from_name("xiangqi"), GAME_XIANGQI);
    assert_int_equal(game_from_name("shogi"), GAME_COUNT);
    assert_int_equal(game_from_name("Chess"), GAME_COUNT);
}

static void results_come_back_and_others_are_refused(void **state)
{
    (void)state;
    for (int r = RESULT_NONE; r <= RESULT_DRAW; r++) {
        enum result back;
        const char *text = result_text((enum result)r);
        assert_true(result_parse(text, strlen(text), &back));
        assert_int_equal(back, r);
    }
    static const char *const others[] = {"", "1-", "1-0 ", "0-0", "1/2", "½-½", "**"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        enum result r;
        assert_false(result_parse(others[i], strlen(others[i]), &r));
    }
}

static void languages_are_found_and_their_letters_differ(void **state)
{
    (void)state;
    assert_ptr_equal(piece_letters_find("en"), piece_letter_table);
    assert_null(piece_letters_find("xx"));
    for (const struct piece_letters *l = piece_letter_table; l->code != NULL; l++) {
        const char *const letters[] = {l->king, l->queen, l->rook, l->bishop, l->knight};
        assert_ptr_equal(piece_letters_find(l->code), l);
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < i; j++)
                assert_string_not_equal(letters[i], letters[j]);
        }
    }
}

static void annotation_signs_have_their_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *glyph;
        int nag;
    } rows[] = {
        {"!", 1},   {"?", 2},   {"!!", 3},  {"??", 4},   {"!?", 5},   {"?!", 6},
        {"□", 7},   {"=", 10},  {"∞", 13},  {"⩲", 14},   {"+=", 14},  {"+/=", 14},
        {"⩱", 15},  {"=+", 15}, {"±", 16},  {"+/-", 16}, {"∓", 17},   {"-/+", 17},
        {"+-", 18}, {"-+", 19}, {"⨀", 22},  {"↑", 36},   {"→", 40},   {"=∞", 44},
        {"⇆", 132}, {"⊕", 138}, {"∆", 140}, {"N", 146},  {"!!!", -1}, {"", -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(nag_from_glyph(rows[i].glyph, strlen(rows[i].glyph)), rows[i].nag);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_square_comes_back_from_its_name),
        cmocka_unit_test(names_off_the_board_are_refused),
        cmocka_unit_test(every_man_comes_back_from_its_letter),
        cmocka_unit_test(men_have_the_words_of_their_game),
        cmocka_unit_test(games_come_back_from_their_names),
        cmocka_unit_test(results_come_back_and_others_are_refused),
        cmocka_unit_test(languages_are_found_and_their_letters_differ),
        cmocka_unit_test(annotation_signs_have_their_numbers),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
