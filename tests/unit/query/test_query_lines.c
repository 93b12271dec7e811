/* Lines of moves in queries: places that are open, lines that stand anywhere, positions behind
   them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/query_plies.h"

/* Whether the main line LINE holds what "moves" asks for. */
#define is_line(line, asked)         (chess(NULL, line, "moves", asked)[0] != '\0')
#define is_xiangqi_line(line, asked) (xiangqi(NULL, line, "moves", asked)[0] != '\0')

static void a_star_is_any_one_move(void **state)
{
    (void)state;
    assert_true(is_line("e4 c5 Nf3", "1.e4 * 2.Nf3"));
    assert_true(is_line("e4 e5 Nf3", "1.e4 * 2.Nf3"));
    assert_true(is_line("d4 d5 c4", "* * c4"));
    assert_false(is_line("e4 c5 Nc3 Nc6 Nf3", "1.e4 * 2.Nf3"));
    assert_false(is_line("d4 c5 Nf3", "1.e4 * 2.Nf3"));
    assert_false(is_line("e4", "e4 * *"));
    assert_true(is_line("e4 c5", "e4 * *")); /* the last may be a result */
    assert_true(is_line("e4", "e4 *"));
}

static void an_exclamation_mark_forbids(void **state)
{
    (void)state;
    assert_true(is_line("e4 c5 Nc3", "e4 c5 !Nf3"));
    assert_false(is_line("e4 c5 Nf3", "e4 c5 !Nf3"));
    assert_false(is_line("e4 c5", "e4 c5 !Nf3"));
    assert_false(is_line("e4 c5 Nc3", "e4 c5 !Nf3|Nc3"));
    assert_true(is_line("e4 c5 d4", "e4 c5 !Nf3|Nc3"));
    assert_true(is_line("e4 c5 Nf3", "e4! c5 Nf3!?")); /* behind a move it is praise */
}

static void a_bar_separates_moves_any_of_which_will_do(void **state)
{
    (void)state;
    const char *asked = "1.e4 c5|e5 2.Nf3 Nc6|d6|e6 3.Bb5";
    assert_true(is_line("e4 c5 Nf3 Nc6 Bb5", asked));
    assert_true(is_line("e4 e5 Nf3 d6 Bb5", asked));
    assert_false(is_line("e4 e5 Nf3 Nf6 Bb5", asked));
    assert_false(is_line("e4 d5 Nf3 Nc6 Bb5", asked));
}

static void dots_let_a_line_stand_anywhere(void **state)
{
    (void)state;
    const char *gift = "e4 e6 Nf3 d6 Bd3 Be7 O-O Nf6 e5 O-O Bxh7+ Kxh7 Ng5+";
    assert_true(is_line(gift, "... Bxh7 Kxh7 Ng5"));
    assert_true(is_line(gift, "...Bxh7+ * Ng5"));
    assert_true(is_line(gift, "\xe2\x80\xa6 12.Bxh7"));
    assert_true(is_line(gift, "... O-O * * O-O"));
    assert_false(is_line(gift, "... O-O * O-O"));
    assert_false(is_line(gift, "... Kxh7 Bxh7"));
    assert_false(is_line(gift, "... Ng5 *  *"));
    assert_true(is_line(gift, "... e4"));
    assert_false(is_line(gift, "... Qh5"));
    assert_string_equal(chess("4k3/8/8/8/8/8/4P3/4K3 w - -", "e4 Kd7", "moves", "... Kd7"), "2");
    assert_string_equal(chess("4k3/8/8/8/8/8/4P3/4K3 w - -", "e4 Kd7", "moves", "* Kd7"), "");
}

static void a_line_may_end_with_the_result_of_its_game(void **state)
{
    (void)state;
    static const char *const ends[] = {" 1-0", " 1-0 ", " 1-0\t\n", " 0-1 ", " 1/2-1/2 ", " * "};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char asked[64];
        snprintf(asked, sizeof asked, "1. e4 e5 2. Nf3%s", ends[i]);
        assert_true(is_line("e4 e5 Nf3", asked));
        assert_false(is_line("e4 e5 Nc3", asked));
    }
}

static void a_line_anywhere_may_overlap_itself(void **state)
{
    (void)state;
    assert_true(is_line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 e6",
                        "... Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 e6"));
    assert_true(is_line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 e6", "... Nf3 Nf6 Ng1 Ng8 Nf3 e6"));
    assert_true(is_line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 e6", "... Nf3 * * * Nf3 !Nf6"));
}

static void a_line_anywhere_matches_where_its_first_move_leads(void **state)
{
    (void)state;
    const char *line = "e4 h5 e5 Rh6 Bd3 d5 Bh7 Nf6";
    assert_string_equal(chess(NULL, line, "moves", "... Bh7"), "7");
    assert_string_equal(chess(NULL, line, "moves", "... Bd3 * Bh7 Nf6"), "5");
    assert_string_equal(chess(NULL, line, "moves", "... e4"), "1");
    assert_string_equal(chess(NULL, line, "moves", "... Nf6", "moves", "1.e4"), "1 8");
    assert_string_equal(chess(NULL, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "moves", "... Nf3 * Ng1"), "1 5");
    assert_string_equal(chess(NULL, line, "moves", "1.e4"), "game"); /* it begins so */
    assert_string_equal(chess(NULL, line, "moves", "... Bh7", "invert", NULL), "");
    assert_string_equal(chess(NULL, line, "moves", "... Bh7", "material", "Q=1"), "0 1 2 3 4 5 6 7 8");
    assert_string_equal(xiangqi(NULL, "h2e2 h9g7", "moves", "... 马２进３", "mirror", NULL), "2");
}

static void a_number_says_which_side_begins_a_line_anywhere(void **state)
{
    (void)state;
    const char *line = "c4 Nf6 Nf3 b6 g3 e6 Bg2 Bb7 O-O Be7 d4 O-O";
    assert_true(is_line(line, "... 1.O-O Be7"));
    assert_false(is_line(line, "... 1...O-O Be7"));
    assert_true(is_line(line, "... 7...Be7 8.d4 O-O"));
    assert_false(is_line(line, "... 7.Be7"));
    assert_true(is_line(line, "... Be7"));
    assert_true(is_line(line, "... O-O * * O-O"));
}

static void a_text_stands_for_every_move_that_has_what_it_says(void **state)
{
    (void)state;
    const char *two = "d4 d5 Nf3 Nf6 Nbd2 Nbd7";
    assert_true(is_line(two, "... Nd2")); /* though f3's could go there too */
    assert_true(is_line(two, "... Nbd2"));
    assert_false(is_line(two, "... Nfd2"));
    assert_true(is_line(two, "... b1d2"));
    assert_false(is_line(two, "... Bd2"));
    const char *takes = "e4 d5 exd5 Qxd5";
    assert_true(is_line(takes, "... exd5"));
    assert_true(is_line(takes, "... ed Qd5"));
    assert_true(is_line(takes, "... e4xd5"));
    assert_false(is_line(takes, "... cxd5"));
    assert_false(is_line(takes, "... dxe4"));
    assert_false(is_line("e4 d5 Nf3", "... Nxf3"));
    assert_true(is_line("e4 a6 e5 d5 exd6", "... exd6"));
}

static void castling_and_promotion_are_what_they_are(void **state)
{
    (void)state;
    const char *fen = "r3k3/6P1/8/8/8/8/8/4K2R w Kq -";
    const char *line = "O-O O-O-O g8=N";
    assert_string_not_equal(chess(fen, line, "moves", "... O-O O-O-O"), "");
    assert_string_not_equal(chess(fen, line, "moves", "... 0-0"), "");
    assert_string_not_equal(chess(fen, line, "moves", "... e1g1 e8c8"), "");
    assert_string_not_equal(chess(fen, line, "moves", "... e1h1"), "");
    assert_string_equal(chess(fen, line, "moves", "... O-O-O O-O"), "");
    assert_string_equal(chess(fen, line, "moves", "... Rf1"), "");
    assert_string_not_equal(chess(fen, line, "moves", "... g8=N"), "");
    assert_string_not_equal(chess(fen, line, "moves", "... g7g8n"), "");
    assert_string_equal(chess(fen, line, "moves", "... g8=Q"), "");
    assert_string_equal(chess(fen, line, "moves", "... g8"), "");
}

static void open_lines_are_known_in_all_notations_of_xiangqi(void **state)
{
    (void)state;
    const char *line = "h2e2 h9g7 h0g2 i9h9"; /* 炮二平五 马８进７ 马二进三 车９平８ */
    assert_true(is_xiangqi_line(line, "炮二平五 * 马二进三"));
    assert_true(is_xiangqi_line(line, "炮二平五|炮八平五 马8进7|马2进3"));
    assert_true(is_xiangqi_line(line, "炮二平五马８进７!马八进七车９平８"));
    assert_false(is_xiangqi_line(line, "炮二平五 !马8进7"));
    assert_true(is_xiangqi_line(line, "... 马二进三 车9平8"));
    assert_true(is_xiangqi_line(line, "... 傌二進三 車９平８"));
    assert_true(is_xiangqi_line(line, "... H2+3 R9.8"));
    assert_true(is_xiangqi_line(line, "... h0g2 I9-H9"));
    assert_false(is_xiangqi_line(line, "... h0g2 h9g7"));
    assert_true(is_xiangqi_line(line, "* h10g8 * i10h10")); /* ranks from 1 */
    assert_true(is_xiangqi_line(line, "... 1.马二进三"));
    assert_false(is_xiangqi_line(line, "... 1...马二进三"));
    assert_string_equal(xiangqi(NULL, line, "moves", "... 马八进七 车１平２"), "");
    assert_string_equal(xiangqi(NULL, line, "moves", "... 马八进七 车１平２", "mirror", NULL), "3");
    assert_string_equal(xiangqi(NULL, line, "moves", "炮八平五 *  马八进七", "mirror", NULL),
                        "game");
    assert_string_equal(xiangqi(NULL, line, "moves", "炮八平五 * 马二进三", "mirror", NULL), "");
}

static void men_on_one_file_are_told_apart_where_they_stand(void **state)
{
    (void)state;
    const char *fen = "3k5/9/9/9/4C4/9/9/4C4/9/5K3 w";
    assert_string_not_equal(xiangqi(fen, "e5d5", "moves", "... 前炮平六"), "");
    assert_string_equal(xiangqi(fen, "e2d2", "moves", "... 前炮平六"), "");
    assert_string_not_equal(xiangqi(fen, "e2d2", "moves", "... 前炮平六|后炮平六"), "");
}

static void several_lines_mean_either(void **state)
{
    (void)state;
    assert_string_not_equal(chess(NULL, "d4 d5", "moves", "e4 *", "moves", "... d5"), "");
    assert_string_equal(chess(NULL, "d4 e6", "moves", "e4 *", "moves", "... d5"), "");
    assert_string_not_equal(chess(NULL, "d4 d5", "moves", "* e6", "moves", "d4"), "");
}

static void the_position_behind_a_line_is_found_in_any_order(void **state)
{
    (void)state;
    assert_string_equal(chess(NULL, "c4 d5 d4", "after", "1.d4 d5 2.c4"), "3");
    assert_string_equal(chess(NULL, "d4 d5 c4 e6", "after", "1.d4 d5 2.c4"), "3");
    assert_string_equal(chess(NULL, "d4 d5 c3", "after", "1.d4 d5 2.c4"), "");
    assert_string_equal(chess(NULL, "d4 d5", "after", "e4", "after", "d4"), "1");
    assert_string_equal(chess(NULL, "d4 d5", "fen", "4k3/8/8/8/8/8/8/4K3", "after", "d4"), "1");
    assert_string_equal(xiangqi(NULL, "h2e2 h9g7", "after", "炮八平五"), "");
    assert_string_equal(xiangqi(NULL, "h2e2 h9g7", "after", "炮八平五", "mirror", NULL), "1");
}

static void faults_are_refused_with_the_column(void **state)
{
    (void)state;
    const struct {
        const char *option, *line, *message;
    } faults[] = {
        {"moves", "1.e4 zz *", "--moves: this is not a move (column 6)"},
        {"moves", "* zz", "--moves: this is not a move (column 3)"},
        {"moves", "... c5 |", "--moves: a move is missing (column 8)"},
        {"moves", "... c5|", "--moves: a move is missing (column 8)"},
        {"moves", "... ! c5", "--moves: a move is missing (column 6)"},
        {"moves", "e4 *c5", "--moves: expected a blank between moves (column 5)"},
        {"moves", "... --", "--moves: a null move begins no line (column 5)"},
        {"moves", "...", "--moves: a move is missing (column 1)"},
        {"moves", "*", "--moves: a move is missing (column 1)"},
        {"moves", "1.e4 e5|e4 *", "--moves: the pawn on e7 cannot reach e4 (column 9)"},
        {"moves", "1.e4 !Nf3", "--moves: no knight can reach f3 (column 7)"},
        {"after", "1.e4 * Nf3", "--after: only one move can stand here (column 6)"},
        {"after", "1.e4 c5|e5", "--after: only one move can stand here (column 6)"},
        {"after", "... c5", "--after: only one move can stand here (column 1)"},
        {"after", "1.e4 Ke3", "--after: "},
        {"after", "", "--after: a move is missing (column 1)"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const char *said = refusal(GAME_CHESS, faults[i].option, faults[i].line);
        if (strncmp(said, faults[i].message, strlen(faults[i].message)) != 0)
            fail_msg("%s: %s", faults[i].line, said);
    }
    assert_string_equal(refusal(GAME_XIANGQI, "moves", "炮二平五 *  炮Z"),
                        "--moves: this is not a move (column 9)");
}

static void a_line_is_no_longer_than_its_room(void **state)
{
    (void)state;
    char line[4 * 600] = "...";
    for (int i = 0; i < 511; i++)
        strcat(line, " * ");
    strcat(line, " e4");
    assert_non_null(strstr(refusal(GAME_CHESS, "moves", line), "too many moves"));
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_star_is_any_one_move),
        cmocka_unit_test(an_exclamation_mark_forbids),
        cmocka_unit_test(a_bar_separates_moves_any_of_which_will_do),
        cmocka_unit_test(dots_let_a_line_stand_anywhere),
        cmocka_unit_test(a_line_may_end_with_the_result_of_its_game),
        cmocka_unit_test(a_line_anywhere_may_overlap_itself),
        cmocka_unit_test(a_line_anywhere_matches_where_its_first_move_leads),
        cmocka_unit_test(a_number_says_which_side_begins_a_line_anywhere),
        cmocka_unit_test(a_text_stands_for_every_move_that_has_what_it_says),
        cmocka_unit_test(castling_and_promotion_are_what_they_are),
        cmocka_unit_test(open_lines_are_known_in_all_notations_of_xiangqi),
        cmocka_unit_test(men_on_one_file_are_told_apart_where_they_stand),
        cmocka_unit_test(several_lines_mean_either),
        cmocka_unit_test(the_position_behind_a_line_is_found_in_any_order),
        cmocka_unit_test(faults_are_refused_with_the_column),
        cmocka_unit_test(a_line_is_no_longer_than_its_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
