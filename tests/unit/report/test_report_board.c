/* Boards as text, Unicode and SVG. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/games.h"
#include "report/report.h"

/* The board after LINE, as a string of its own memory. */
static const char *viewed(enum game game, const char *line, struct board_view view)
{
    static struct buffer out;
    struct record rec;
    game_build(&rec, game, NULL, line, NULL);
    buffer_clear(&out);
    view.last = rec.ply_count > 0 ? rec.moves[rec.ply_count - 1] : NULL_MOVE;
    board_write(&out, &rec.end, &view);
    record_free(&rec);
    return buffer_terminate(&out);
}

static const char *drawn(enum game game, const char *line, enum board_style style, bool is_flipped)
{
    return viewed(game, line, (struct board_view){.style = style, .is_flipped = is_flipped});
}

static void a_chess_board_is_text_with_coordinates_and_the_last_move(void **state)
{
    (void)state;
    assert_string_equal(drawn(GAME_CHESS, "e4", BOARD_TEXT, false), "8 r n b q k b n r\n"
                                                                    "7 p p p p p p p p\n"
                                                                    "6 . . . . . . . .\n"
                                                                    "5 . . . . . . . .\n"
                                                                    "4 . . . .[P]. . .\n"
                                                                    "3 . . . . . . . .\n"
                                                                    "2 P P P P[.]P P P\n"
                                                                    "1 R N B Q K B N R\n"
                                                                    "  a b c d e f g h\n");
    const char *castled = drawn(GAME_CHESS, "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O", BOARD_TEXT, false);
    assert_non_null(strstr(castled, "\n1 R N B Q[.]R K[.]\n"));
}

static void neighbouring_marks_share_a_bar(void **state)
{
    (void)state;
    assert_non_null(strstr(drawn(GAME_CHESS, "e4 e5 Bc4 Bc5 Qe2 Qe7 Kd1", BOARD_TEXT, false),
                           "\n1 R N B[K|.]. N R\n"));
}

static void a_flipped_board_is_seen_by_black(void **state)
{
    (void)state;
    assert_string_equal(drawn(GAME_CHESS, "", BOARD_TEXT, true), "1 R N B K Q B N R\n"
                                                                 "2 P P P P P P P P\n"
                                                                 "3 . . . . . . . .\n"
                                                                 "4 . . . . . . . .\n"
                                                                 "5 . . . . . . . .\n"
                                                                 "6 . . . . . . . .\n"
                                                                 "7 p p p p p p p p\n"
                                                                 "8 r n b k q b n r\n"
                                                                 "  h g f e d c b a\n");
}

static void a_unicode_board_has_figurines(void **state)
{
    (void)state;
    const char *board = drawn(GAME_CHESS, "", BOARD_UNICODE, false);
    assert_non_null(strstr(board, "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n"));
    assert_non_null(strstr(board, "4 · · · · · · · ·\n"));
    assert_non_null(strstr(board, "1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖\n"));
}

static void a_xiangqi_board_has_its_river(void **state)
{
    (void)state;
    assert_string_equal(drawn(GAME_XIANGQI, "h2e2", BOARD_TEXT, false), "9 r n b a k a b n r\n"
                                                                        "8 . . . . . . . . .\n"
                                                                        "7 . c . . . . . c .\n"
                                                                        "6 p . p . p . p . p\n"
                                                                        "5 . . . . . . . . .\n"
                                                                        "  ~~~~~ river ~~~~~\n"
                                                                        "4 . . . . . . . . .\n"
                                                                        "3 P . P . P . P . P\n"
                                                                        "2 . C . .[C]. .[.].\n"
                                                                        "1 . . . . . . . . .\n"
                                                                        "0 R N B A K A B N R\n"
                                                                        "  a b c d e f g h i\n");
    const char *board = drawn(GAME_XIANGQI, "", BOARD_UNICODE, false);
    assert_non_null(strstr(board, "9 车 马 象 士 将 士 象 马 车\n"));
    assert_non_null(strstr(board, "0 俥 傌 相 仕 帅 仕 相 傌 俥\n"));
    assert_non_null(strstr(board, "楚"));
}

static void a_chinese_board_has_lines_palaces_river_and_both_numberings(void **state)
{
    (void)state;
    assert_string_equal(drawn(GAME_XIANGQI, "h2e2 h9g7", BOARD_CHINESE, false),
                        "  １  ２  ３  ４  ５  ６  ７  ８  ９\n"
                        "  车──马──象──士──将──士──象─[┬─]─车\n"
                        "  │   │   │   │ ╲ │ ╱ │   │   │   │\n"
                        "  ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                        "  │   │   │   │ ╱ │ ╲ │   │   │   │\n"
                        "  ├───砲──┼───┼───┼───┼──[马]─砲──┤\n"
                        "  │   │   │   │   │   │   │   │   │\n"
                        "  卒──┼───卒──┼───卒──┼───卒──┼───卒\n"
                        "  │   │   │   │   │   │   │   │   │\n"
                        "  ├───┴───┴───┴───┴───┴───┴───┴───┤\n"
                        "  │     楚  河         汉  界     │\n"
                        "  ├───┬───┬───┬───┬───┬───┬───┬───┤\n"
                        "  │   │   │   │   │   │   │   │   │\n"
                        "  兵──┼───兵──┼───兵──┼───兵──┼───兵\n"
                        "  │   │   │   │   │   │   │   │   │\n"
                        "  ├───炮──┼───┼───炮──┼───┼───┼───┤\n"
                        "  │   │   │   │ ╲ │ ╱ │   │   │   │\n"
                        "  ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                        "  │   │   │   │ ╱ │ ╲ │   │   │   │\n"
                        "  俥──傌──相──仕──帅──仕──相──傌──俥\n"
                        "  九  八  七  六  五  四  三  二  一\n");
}

/* The columns that the lines of TEXT take; every one must take as many, but for what a character
   at their end adds. */
static void assert_aligned(const char *text, size_t columns)
{
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1)
        assert_in_range(utf8_width(text, (size_t)(end - text)), columns, columns + 2);
}

static void lines_of_a_chinese_board_are_as_wide_as_each_other(void **state)
{
    (void)state;
    assert_aligned(drawn(GAME_XIANGQI, "", BOARD_CHINESE, false), 35);
    assert_aligned(drawn(GAME_XIANGQI, "a3a4 i6i5", BOARD_CHINESE, false), 35);
    assert_aligned(drawn(GAME_XIANGQI, "i0i1 i9i8", BOARD_CHINESE, true), 35);
    const char *edges = drawn(GAME_XIANGQI, "a0a1 i9i8", BOARD_CHINESE, true);
    assert_non_null(strstr(edges, "\n [车]─"));
    assert_non_null(strstr(drawn(GAME_XIANGQI, "i0i1", BOARD_CHINESE, false), "─[俥]\n"));
    assert_non_null(strstr(drawn(GAME_XIANGQI, "i0i1", BOARD_CHINESE, false), "─傌─[┘]\n"));
}

static void a_flipped_chinese_board_has_its_numbers_turned(void **state)
{
    (void)state;
    const char *board = drawn(GAME_XIANGQI, "", BOARD_CHINESE, true);
    const char *top = "  一  二  三  四  五  六  七  八  九\n  俥";
    assert_memory_equal(board, top, strlen(top));
    assert_non_null(strstr(board, "车\n  ９  ８  ７  ６  ５  ４  ３  ２  １\n"));
}

static void characters_may_be_traditional(void **state)
{
    (void)state;
    const struct board_view view = {.style = BOARD_CHINESE, .is_traditional = true};
    const char *board = viewed(GAME_XIANGQI, "", view);
    assert_non_null(strstr(board, "  車──馬──象──士──將──士──象──馬──車\n"));
    assert_non_null(strstr(board, "俥──傌──相──仕──帥──仕──相──傌──俥\n"));
    assert_non_null(strstr(board, "楚  河         漢  界"));
}

static void a_traditional_svg_board_draws_every_character(void **state)
{
    (void)state;
    const char *horse = " d=\"M37 6H13V30H40";
    const struct board_view view = {.style = BOARD_SVG, .is_traditional = true};
    const char *svg = viewed(GAME_XIANGQI, "", view);
    assert_null(strstr(svg, " d=\"\""));
    assert_non_null(strstr(svg, horse));
    assert_null(strstr(drawn(GAME_XIANGQI, "", BOARD_SVG, false), horse));
}

/* No two men of a board look alike: it is read without colours. */
static void every_man_of_xiangqi_has_a_character_of_its_own(void **state)
{
    (void)state;
    static const char *const scripts[] = {"车马象士将砲卒俥傌相仕帅炮兵",
                                          "車馬象士將砲卒俥傌相仕帥炮兵"};
    for (int traditional = 0; traditional < 2; traditional++) {
        const char *board =
            viewed(GAME_XIANGQI, "",
                   (struct board_view){.style = BOARD_CHINESE, .is_traditional = traditional});
        for (const char *c = scripts[traditional]; *c; c += 3) {
            const char character[] = {c[0], c[1], c[2], '\0'};
            assert_non_null(strstr(board, character));
            assert_null(strstr(c + 3, character));
        }
    }
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        n++;
    return n;
}

static void an_svg_board_draws_every_square_and_man(void **state)
{
    (void)state;
    const char *svg = drawn(GAME_CHESS, "e4", BOARD_SVG, false);
    assert_int_equal(strncmp(svg, "<svg xmlns=", 11), 0);
    assert_non_null(strstr(svg, "</svg>\n"));
    assert_int_equal(count(svg, "class=\"l\""), 32);
    assert_int_equal(count(svg, "class=\"d\""), 32);
    assert_int_equal(count(svg, "class=\"m\""), 2);
    assert_int_equal(count(svg, "<path class=\"w\""), 16);
    assert_int_equal(count(svg, "<path class=\"b\""), 16);
    svg = drawn(GAME_XIANGQI, "h2e2", BOARD_SVG, true);
    assert_int_equal(count(svg, "<circle class=\"o r\""), 16);
    assert_int_equal(count(svg, "<circle class=\"o k\""), 16);
    assert_int_equal(count(svg, "class=\"h\""), 2);
    assert_int_equal(count(svg, "<path class=\"c r\""), 16);
    assert_int_equal(count(svg, "<path class=\"c k\""), 16);
    assert_int_equal(count(svg, "<path class=\"c n\""), 4 + 18);
    assert_null(strstr(svg, " d=\"\""));
    assert_null(strstr(svg, "<text"));
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chess_board_is_text_with_coordinates_and_the_last_move),
        cmocka_unit_test(neighbouring_marks_share_a_bar),
        cmocka_unit_test(a_flipped_board_is_seen_by_black),
        cmocka_unit_test(a_unicode_board_has_figurines),
        cmocka_unit_test(a_xiangqi_board_has_its_river),
        cmocka_unit_test(a_chinese_board_has_lines_palaces_river_and_both_numberings),
        cmocka_unit_test(lines_of_a_chinese_board_are_as_wide_as_each_other),
        cmocka_unit_test(a_flipped_chinese_board_has_its_numbers_turned),
        cmocka_unit_test(characters_may_be_traditional),
        cmocka_unit_test(a_traditional_svg_board_draws_every_character),
        cmocka_unit_test(every_man_of_xiangqi_has_a_character_of_its_own),
        cmocka_unit_test(an_svg_board_draws_every_square_and_man),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
