/* DhtmlXQ: what its keys mean, where games end, branches in any order, pages, and that what is
   written comes back. */
#include "tests/unit/reading.h"

#define GAME "Game=Chinese Chess "

static const struct read_options options = {.game = GAME_XIANGQI};

static void assert_text(const char *text, const char *games, const char *findings)
{
    struct reading r = reading_of_options(text, strlen(text), &options, false);
    assert_string_equal(r.games.data, games);
    assert_string_equal(r.findings.data, findings);
    reading_free(&r);
}

static void moves_are_four_digits_with_y_from_blacks_home(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ]\n[DhtmlXQ_movelist]77477062 7967\n8070[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
                GAME "| h2e2 h9g7 h0g2 i9h9 -\n", "");
}

static void keys_become_tags_in_the_order_of_the_file(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ][DhtmlXQ_title] T [/DhtmlXQ_title][DhtmlXQ_event]E[/DhtmlXQ_event]"
                "[DhtmlXQ_place]P[/DhtmlXQ_place][DhtmlXQ_date]1997-5-2[/DhtmlXQ_date]"
                "[DhtmlXQ_redteam]RT[/DhtmlXQ_redteam][DhtmlXQ_red]R[/DhtmlXQ_red]"
                "[DhtmlXQ_black]B[/DhtmlXQ_black][DhtmlXQ_owner][/DhtmlXQ_owner]"
                "[DhtmlXQ_hits]12[/DhtmlXQ_hits][DhtmlXQ_init]500,350[/DhtmlXQ_init]"
                "[DhtmlXQ_result]黑胜[/DhtmlXQ_result][/DhtmlXQ]",
                GAME "Title=T Event=E Site=P Date=1997.05.02 RedTeam=RT Red=R Black=B Hits=12 "
                     "Result=0-1 | 0-1\n",
                "");
}

static void results_are_told_in_words_of_either_language(void **state)
{
    (void)state;
    static const char *const words[][2] = {
        {"红胜", "1-0"},     {"红方胜", "1-0"}, {"W", "1-0"},  {"黑胜", "0-1"}, {"L", "0-1"},
        {"和棋", "1/2-1/2"}, {"和", "1/2-1/2"}, {"未知", "*"}, {"0-1", "0-1"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[200], game[200];
        snprintf(text, sizeof text, "[DhtmlXQ_result]%s[/DhtmlXQ_result]", words[i][0]);
        snprintf(game, sizeof game, GAME "Result=%s | %s\n", words[i][1], words[i][1]);
        assert_text(text, game, "");
    }
}

static void a_word_that_is_no_result_is_reported(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_result]红优[/DhtmlXQ_result]", GAME "Result=* | *\n",
                "W:bad-result-tag@1:17");
}

static void branches_stand_in_any_order_and_leave_any_branch(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_move_1_4_2]1022[/DhtmlXQ_move_1_4_2]"
                "[DhtmlXQ_move_0_3_1]19278070[/DhtmlXQ_move_0_3_1]"
                "[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]",
                GAME "| h2e2 h9g7 h0g2 ( b0c2 i9h9 ( b9c7 ) ) i9h9 -\n", "");
}

static void a_branch_may_leave_a_branch_where_that_has_not_begun(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]"
                "[DhtmlXQ_move_0_4_1]1022[/DhtmlXQ_move_0_4_1]"
                "[DhtmlXQ_move_1_3_2]1927[/DhtmlXQ_move_1_3_2]",
                GAME "| h2e2 h9g7 h0g2 ( b0c2 ) i9h9 ( b9c7 ) -\n", "");
}

static void a_branch_that_leaves_nothing_is_reported_and_left_out(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"
                "[DhtmlXQ_move_7_1_8]1927[/DhtmlXQ_move_7_1_8]"
                "[DhtmlXQ_move_2_1_3]1927[/DhtmlXQ_move_2_1_3]"
                "[DhtmlXQ_move_3_1_2]1927[/DhtmlXQ_move_3_1_2]"
                "[DhtmlXQ_move_0_9_4]1927[/DhtmlXQ_move_0_9_4]",
                GAME "| h2e2 -\n",
                "W:variation-error@1:62 W:variation-error@1:107 W:variation-error@1:152 "
                "W:variation-error@1:197");
}

static void comments_stand_behind_plies_of_the_main_line_and_of_branches(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"
                "[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]"
                "[DhtmlXQ_comment0]start[/DhtmlXQ_comment0]"
                "[DhtmlXQ_comment2]a||b \\u68CB\\uD842\\uDFB7[/DhtmlXQ_comment2]"
                "[DhtmlXQ_comment1_1]before[/DhtmlXQ_comment1_1]"
                "[DhtmlXQ_comment1_3]in the branch[/DhtmlXQ_comment1_3]"
                "[DhtmlXQ_comment9]nowhere[/DhtmlXQ_comment9]",
                GAME
                "| {start} h2e2 h9g7 {a\\x0Ab 棋𠮷} ( {before} b9c7 h0g2 {in the branch} ) -\n",
                "W:dropped-text@1:316");
}

static void the_board_is_that_of_binit_and_the_first_man_tells_who_moves(void **state)
{
    (void)state;
    /* Red: a rook on a0, the king on e0. Black: the king on d9, a soldier on e6. */
    assert_text("[DhtmlXQ_binit]0999999949999999999999999999999999999999309999999999994399999999"
                "[/DhtmlXQ_binit][DhtmlXQ_movelist]4344[/DhtmlXQ_movelist]",
                GAME "FEN=3k5/9/9/4p4/9/9/9/9/9/R3K4 b - - 0 1 | e6e5 -\n", "");
}

static void a_binit_that_is_no_board_makes_the_start_bad(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_binit]0999[/DhtmlXQ_binit][DhtmlXQ_movelist]4344[/DhtmlXQ_movelist]",
                GAME "| {e6e5} - broken\n", "E:bad-fen@1:16");
}

static void a_fen_counts_before_the_board(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_fen]3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1[/DhtmlXQ_fen]"
                "[DhtmlXQ_movelist]0908[/DhtmlXQ_movelist]",
                GAME "FEN=3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 | a0a1 -\n", "");
}

static void an_illegal_move_ends_the_main_line(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_movelist]774770637967[/DhtmlXQ_movelist]",
                GAME "| h2e2 {h9g6 h0g2} - broken\n", "E:illegal-move@1:23");
}

static void text_that_is_no_digit_ends_the_main_line(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_movelist]7747706x[/DhtmlXQ_movelist]", GAME "| h2e2 - broken\n",
                "E:unreadable-move@1:23");
}

static void a_length_that_is_not_the_number_of_plies_is_reported(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_length]3[/DhtmlXQ_length][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]",
                GAME "| h2e2 -\n", "W:bad-ply-count@1:17");
}

static void a_mark_that_is_not_closed_or_closed_by_another_name_is_reported(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ_red]A[/DhtmlXQ_black][DhtmlXQ_black]B[DhtmlXQ_movelist]7747",
                GAME "Red=A Black=B | h2e2 -\n", "W:bad-tag@1:15 W:bad-tag@1:31 W:bad-tag@1:47");
}

static void games_follow_one_another_with_and_without_the_outer_marks(void **state)
{
    (void)state;
    assert_text("[DhtmlXQ][DhtmlXQ_red]A[/DhtmlXQ_red][/DhtmlXQ]"
                "[DhtmlXQHTML][DhtmlXQ_red]B[/DhtmlXQ_red][/DhtmlXQHTML]"
                "[DhtmlXQ_red]C[/DhtmlXQ_red][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"
                "[DhtmlXQ_movelist]1727[/DhtmlXQ_movelist]",
                GAME "Red=A | -\n" GAME "Red=B | -\n" GAME "Red=C | h2e2 -\n" GAME "| b2c2 -\n",
                "");
}

static void text_between_the_marks_is_reported_but_not_in_a_page(void **state)
{
    (void)state;
    assert_text("hello [DhtmlXQ_red]A[/DhtmlXQ_red] world", GAME "Red=A | -\n",
                "W:dropped-text@1:1");
    assert_text("<html><body>hello <div>[DhtmlXQ_red]A &amp; B&#x21;<br>[/DhtmlXQ_red]</div> world",
                GAME "Red=A & B! | -\n", "");
}

static void a_script_may_hold_a_game_with_escaped_slashes(void **state)
{
    (void)state;
    assert_text("<script>var g = \"[DhtmlXQ_movelist]7747[\\/DhtmlXQ_movelist]\";</script>",
                GAME "| h2e2 -\n", "");
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* Read PGN, write it as DhtmlXQ, and read that. */
static void through_dhtmlxq(const char *pgn, struct record *rec, struct record *again,
                            struct buffer *out, struct dhtmlxq_losses *losses)
{
    struct error err;
    struct findings f = {0};
    struct reader *r = reader_open_memory(pgn, strlen(pgn), &options, &err);
    assert_non_null(r);
    assert_int_equal(reader_next(r, rec, &f, &err), READ_GAME);
    *losses = (struct dhtmlxq_losses){0};
    dhtmlxq_write(out, rec, losses);
    assert_false(out->failed);
    reader_close(r);
    r = reader_open_memory(out->data, out->len, &options, &err);
    assert_non_null(r);
    assert_int_equal(reader_next(r, again, &f, &err), READ_GAME);
    if (f.count > 0)
        fail_msg("%s", finding_text(&f, &f.items[0]));
    assert_int_equal(reader_next(r, again + 1, &f, &err), READ_END);
    reader_close(r);
    findings_free(&f);
}

static void assert_comes_back(const char *pgn)
{
    struct record rec, again[2];
    struct buffer out = {0};
    struct dhtmlxq_losses losses;
    char why[200] = "";
    record_init(&rec);
    record_init(&again[0]);
    record_init(&again[1]);
    through_dhtmlxq(pgn, &rec, again, &out, &losses);
    if (!record_equal(&rec, again, why, sizeof why))
        fail_msg("%s\n%s", why, buffer_terminate(&out));
    assert_int_equal(losses.tags + losses.comments + losses.nags + losses.moves, 0);
    record_free(&rec);
    record_free(&again[0]);
    record_free(&again[1]);
    buffer_free(&out);
}

static void what_is_written_comes_back(void **state)
{
    (void)state;
    assert_comes_back(
        "[Game \"Chinese Chess\"]\n[Event \"Cup [A]\"]\n[Site \"\"]\n"
        "[Date \"1997.??.??\"]\n[Round \"2\"]\n[RedTeam \"Hubei\"]\n[Red \"R\"]\n"
        "[Black \"B\"]\n[Result \"1-0\"]\n[ECCO \"C66\"]\n[Owner \"\"]\n"
        "[Remark \" blank \"]\n\n"
        "{at the start} 1. h2e2 {a | b || c \\u0041} h9g7 ( {before} 1... b9c7 2. h0g2 "
        "{[/DhtmlXQ_comment1]} ( 2. b0c2 {deep} ) a9b9 ) 2. h0g2 1-0\n");
}

static void tags_without_a_key_keep_their_names_and_odd_values(void **state)
{
    (void)state;
    assert_comes_back("[Game \"Chinese Chess\"]\n[Date \"2024-08-26\"]\n[Result \"红优\"]\n"
                      "[MyTag \"x\"]\n[Title \"\"]\n[Event \" E\"]\n\n1. h2e2 *\n");
}

static void a_game_without_the_tag_game_comes_back_without_it(void **state)
{
    (void)state;
    assert_comes_back("[Red \"A\"]\n[Result \"*\"]\n\n1. h2e2 *\n");
}

/* b3e3 would be the cannon's move if ranks counted from 1. */
static void an_illegal_move_is_explained_by_the_ranks_of_the_file(void **state)
{
    (void)state;
    const char *text = "[DhtmlXQ_movelist]1646[/DhtmlXQ_movelist]";
    struct reading r = reading_of_options(text, strlen(text), &options, false);
    assert_string_equal(r.findings.data, "E:illegal-move@1:19");
    assert_non_null(strstr(r.messages.data, "b3e3: Red has no man on b3"));
    reading_free(&r);
}

static void a_start_of_ones_own_comes_back_with_its_counters(void **state)
{
    (void)state;
    assert_comes_back("[Game \"Chinese Chess\"]\n"
                      "[FEN \"3k5/9/9/4p4/9/9/9/9/9/R3K4 b - - 3 20\"]\n[Result \"*\"]\n\n"
                      "20... e6e5 *\n");
}

static void what_has_no_place_is_counted(void **state)
{
    (void)state;
    struct record rec, again[2];
    struct buffer out = {0};
    struct dhtmlxq_losses losses;
    record_init(&rec);
    record_init(&again[0]);
    record_init(&again[1]);
    through_dhtmlxq("[Game \"Chinese Chess\"]\n[comment1 \"x\"]\n[Result \"*\"]\n\n"
                    "1. h2e2 $1 {a} $3 {b} h9g7 ( 1... b9c7 2. -- a9a8 {c} ) {d} *\n",
                    &rec, again, &out, &losses);
    assert_int_equal(losses.tags, 1);
    assert_int_equal(losses.nags, 2);
    assert_int_equal(losses.comments, 3);
    assert_int_equal(losses.moves, 2);
    record_free(&rec);
    record_free(&again[0]);
    record_free(&again[1]);
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_four_digits_with_y_from_blacks_home),
        cmocka_unit_test(keys_become_tags_in_the_order_of_the_file),
        cmocka_unit_test(results_are_told_in_words_of_either_language),
        cmocka_unit_test(a_word_that_is_no_result_is_reported),
        cmocka_unit_test(branches_stand_in_any_order_and_leave_any_branch),
        cmocka_unit_test(a_branch_may_leave_a_branch_where_that_has_not_begun),
        cmocka_unit_test(a_branch_that_leaves_nothing_is_reported_and_left_out),
        cmocka_unit_test(comments_stand_behind_plies_of_the_main_line_and_of_branches),
        cmocka_unit_test(the_board_is_that_of_binit_and_the_first_man_tells_who_moves),
        cmocka_unit_test(a_binit_that_is_no_board_makes_the_start_bad),
        cmocka_unit_test(a_fen_counts_before_the_board),
        cmocka_unit_test(an_illegal_move_ends_the_main_line),
        cmocka_unit_test(an_illegal_move_is_explained_by_the_ranks_of_the_file),
        cmocka_unit_test(text_that_is_no_digit_ends_the_main_line),
        cmocka_unit_test(a_length_that_is_not_the_number_of_plies_is_reported),
        cmocka_unit_test(a_mark_that_is_not_closed_or_closed_by_another_name_is_reported),
        cmocka_unit_test(games_follow_one_another_with_and_without_the_outer_marks),
        cmocka_unit_test(text_between_the_marks_is_reported_but_not_in_a_page),
        cmocka_unit_test(a_script_may_hold_a_game_with_escaped_slashes),
        cmocka_unit_test(what_is_written_comes_back),
        cmocka_unit_test(tags_without_a_key_keep_their_names_and_odd_values),
        cmocka_unit_test(a_game_without_the_tag_game_comes_back_without_it),
        cmocka_unit_test(a_start_of_ones_own_comes_back_with_its_counters),
        cmocka_unit_test(what_has_no_place_is_counted),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
