/* Boards as text, Unicode and SVG. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games.h"
#include "report/report.h"

/* The board after LINE, as a string of its own memory. */
static const char *drawn(enum game game, const char *line, enum board_style style, bool flipped)
{
    static struct buffer out;
    struct record rec;
    game_build(&rec, game, NULL, line, NULL);
    buffer_clear(&out);
    move last = rec.ply_count > 0 ? rec.moves[rec.ply_count - 1] : NULL_MOVE;
    board_write(&out, &rec.end, style, flipped, last);
    record_free(&rec);
    return buffer_terminate(&out);
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
    assert_non_null(strstr(board, "9 車 馬 象 士 將 士 象 馬 車\n"));
    assert_non_null(strstr(board, "0 俥 傌 相 仕 帥 仕 相 傌 俥\n"));
    assert_non_null(strstr(board, "楚"));
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
    assert_int_equal(count(svg, "<circle class=\"o or\""), 16);
    assert_int_equal(count(svg, "<circle class=\"o ob\""), 16);
    assert_int_equal(count(svg, "class=\"m\""), 2);
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
        cmocka_unit_test(an_svg_board_draws_every_square_and_man),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
