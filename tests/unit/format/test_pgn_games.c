/* Where a game begins and where it ends: the rules of qipu-formats(7), "Where a game ends", a test
   for each and for each of its clauses. The letters are the rules'. */
#include "tests/unit/reading.h"

/* --- (a) What a tag line is ------------------------------------------------------------------- */

static void a_tag_is_bracket_name_quote(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n[Black\t \"B\"]\n[Round\"3\"]\n\n1. e4 *\n",
                   "White=A Black=B Round=3 | e4 *\n", "");
    assert_reading("[ White \"A\" ]\n1. e4 *\n", "White=A | e4 *\n", "");
}

static void another_bracket_in_the_moves_is_no_tag(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 [a remark] e5\n[White remarked]\n2. Nf3 *\n",
                   "White=A | e4 {[a remark]} e5 {[White remarked]} Nf3 *\n",
                   "N:text-in-parentheses@3:7 N:text-in-parentheses@4:1");
    assert_reading("[White \"A\"]\n\n1. e4 [ e5 *\n", "White=A | e4 e5 *\n", "W:stray-mark@3:7");
}

static void a_tag_in_the_middle_of_a_line_of_moves_is_no_tag_line(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 [White \"B\"] e5 *\n",
                   "White=A | e4 {[White \"B\"]} e5 *\n", "N:text-in-parentheses@3:7");
}

static void a_tag_inside_braces_is_comment(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 {\n[White \"B\"]\n} e5 *\n",
                   "White=A | e4 {\\x0A[White \"B\"]\\x0A} e5 *\n", "");
}

static void several_tags_may_stand_on_one_line(void **state)
{
    (void)state;
    assert_reading("[White \"A\"] [Black \"B\"][Round \"1\"] 1. e4 * [White \"C\"] 1. d4 *",
                   "White=A Black=B Round=1 | e4 *\nWhite=C | d4 *\n", "");
}

static void junk_between_tags_does_not_split_the_section(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n[Comment B]\n[Round \"1\"]\n\n1. e4 *\n",
                   "White=A Round=1 | e4 *\n", "W:stray-mark@2:1");
}

/* --- (b) A result token ends the game --------------------------------------------------------- */

static void a_result_ends_the_game(void **state)
{
    (void)state;
    assert_reading(
        "[White \"A\"]\n\n1. e4 1-0\n[White \"B\"]\n\n1. d4 0-1\n\n[White \"C\"]\n\n1. c4 "
        "1/2-1/2\n\n[White \"D\"]\n*\n",
        "White=A | e4 1-0\nWhite=B | d4 0-1\nWhite=C | c4 1/2-1/2\nWhite=D | *\n", "");
}

static void a_comment_after_the_result_belongs_to_the_game(void **state)
{
    (void)state;
    assert_reading(
        "[White \"A\"]\n\n1. e4 1-0 {White\nwins} ; on time\n\n[White \"B\"]\n\n1. d4 *\n",
        "White=A | e4 {White\\x0Awins} ; on time 1-0\nWhite=B | d4 *\n", "N:semicolon-comment@4:7");
    assert_reading("[White \"A\"]\n\n1. e4 1-0\n{x}\n", "White=A | e4 {x} 1-0\n", "");
}

static void a_comment_behind_a_blank_line_belongs_to_no_game(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 1-0\n\n{x}\n\n[White \"B\"]\n\n1. d4 *\n",
                   "White=A | e4 1-0\nWhite=B | d4 *\n", "W:dropped-text@5:1");
}

static void a_result_in_a_comment_is_text(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 {1-0} e5 ; 0-1\n2. Nf3 *\n",
                   "White=A | e4 {1-0} e5 ; 0-1 Nf3 *\n", "N:semicolon-comment@3:16");
}

static void a_game_may_be_a_result_alone_behind_its_tags(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1-0\n\n[White \"B\"]\n\n0-1\n",
                   "White=A | 1-0\nWhite=B | 0-1\n", "");
}

/* --- (c) A tag line ends the game ------------------------------------------------------------- */

static void a_tag_line_after_moves_ends_the_game(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 e5\n[White \"B\"]\n\n1. d4 *\n",
                   "White=A | e4 e5 -\nWhite=B | d4 *\n", "W:missing-result@3:9");
    assert_reading("[White \"A\"]\n\n1. e4 e5\n  [Black \"B\"]\n\n1. d4 *\n",
                   "White=A | e4 e5 -\nBlack=B | d4 *\n", "W:missing-result@3:9");
}

static void without_moves_a_known_tag_after_a_blank_line_ends_the_game(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n[Black \"B\"]\n\n[White \"C\"]\n\n1. d4 *\n",
                   "White=A Black=B | -\nWhite=C | d4 *\n", "W:missing-result@2:12");
    assert_reading("[My \"A\"]\n[Black \"B\"]\n\n[My \"C\"]\n\n1. d4 *\n",
                   "My=A Black=B | -\nMy=C | d4 *\n", "W:missing-result@2:12");
}

static void without_moves_a_new_tag_after_a_blank_line_goes_on(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n[Black \"B\"]\n\n\n1. d4 *\n", "White=A Black=B | d4 *\n", "");
}

static void a_repeated_tag_without_blank_line_is_kept_and_reported(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n[White \"B\"]\n[White \"C\"]\n\n1. d4 *\n",
                   "White=A White=B White=C | d4 *\n", "W:repeated-tag@2:1 W:repeated-tag@3:1");
}

static void text_between_tags_does_not_split_the_section(void **state)
{
    (void)state;
    assert_reading("[White \"A\"] ; first\n{second} [Black \"B\"]\n\n{third}\n\n[Round \"1\"]\n\n"
                   "1. e4 *\n",
                   "White=A Black=B Round=1 | ; first {second} {third} e4 *\n",
                   "N:semicolon-comment@1:13");
    assert_reading("[White \"A\"]\n$1\n[Black \"B\"]\n\n1. e4 *\n", "White=A Black=B | $1 e4 *\n",
                   "");
    assert_reading(
        "[White \"A\"]\n# line 1: e4\n[Black \"B\"]\n// by hand\n[Round \"1\"]\n"
        "see page 12\n[Site \"S\"]\n\n1. e4 *\n",
        "White=A Black=B Round=1 Site=S | {# line 1: e4} {// by hand} {see page 12} e4 *\n",
        "W:text-behind-moves@2:1 W:text-behind-moves@4:1 W:text-behind-moves@6:1");
}

static void the_start_may_stand_behind_text_between_tags(void **state)
{
    (void)state;
#define QUEEN "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"
    assert_reading("[White \"A\"]\n{x}\n[SetUp \"1\"]\n; y\n[FEN \"" QUEEN "\"]\n\n1. Qd7+ *\n",
                   "White=A SetUp=1 FEN=" QUEEN " | {x} ; y Qd7+ *\n", "N:semicolon-comment@4:1");
    assert_reading("[FEN \"" QUEEN "\"]\n{x}\n[SetUp \"1\"]\n\n1. Qd7+ *\n",
                   "FEN=" QUEEN " SetUp=1 | {x} Qd7+ *\n", "");
    assert_reading("[FEN \"8/8 w\"]\n{x}\n[White \"A\"]\n{y}\n[Black \"B\"]\n\n1. e4 *\n",
                   "FEN=8/8 w White=A Black=B | {(x)} {(y)} {1. e4} * broken\n", "E:bad-fen@1:10");
    assert_reading("[Variant \"Odd\"]\n{x}\n[White \"A\"]\n\n1. e4 *\n",
                   "Variant=Odd White=A | {x} e4 *\n", "W:unknown-variant@1:11");
    assert_reading("[Variant \"Atomic\"]\n{x}\n[White \"A\"]\n\n1. e4 *\n",
                   "Variant=Atomic White=A | *\n", "W:unsupported-variant@1:11");
}

static void a_comment_that_begins_as_json_does_is_a_comment(void **state)
{
    (void)state;
    assert_reading("{\"moves\": see below} 1. e4 *\n", "| {\"moves\": see below} e4 *\n",
                   "N:no-tags@1:1");
    assert_reading("{\"moves\": [x]} 1. e4 *\n", "| {\"moves\": [x]} e4 *\n", "N:no-tags@1:1");
    assert_reading("{\"moves\": [[ {x} 1. e4 *\n", "| {\"moves\": [[ {x} e4 *\n", "N:no-tags@1:1");
    assert_reading("{\"moves\": []} 1. e4 *\n", "| {\"moves\": []} e4 *\n", "N:no-tags@1:1");
    assert_reading("{\"result\": \"1-0\"}\n1. e4 *\n", "| {\"result\": \"1-0\"} e4 *\n",
                   "N:no-tags@1:1");
    assert_reading("{\"moves\" are fine} 1. e4 *\n", "| {\"moves\" are fine} e4 *\n",
                   "N:no-tags@1:1");
}

static void text_before_a_known_tag_ends_the_game(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n{x}\n[White \"B\"]\n\n1. d4 *\n",
                   "White=A | {x} -\nWhite=B | d4 *\n", "W:missing-result@3:4");
    assert_reading("[White \"A\"]\n\n{x}\n\n[Event \"E\"]\n[White \"B\"]\n\n1. d4 *\n",
                   "White=A | {x} -\nEvent=E White=B | d4 *\n", "W:missing-result@3:4");
    assert_reading("[White \"A\"] ; x\n[White \"B\"]\n\n1. d4 *\n", "White=A White=B | ; x d4 *\n",
                   "N:semicolon-comment@1:13 W:repeated-tag@2:1");
    assert_reading("[White \"A\"]\n\n1. e9\n[Black \"B\"]\n\n1. d4 *\n",
                   "White=A | {e9} - broken\nBlack=B | d4 *\n",
                   "E:unreadable-move@3:4 W:missing-result@3:6");
    assert_reading("[White \"A\"]\n\n(1. e4)\n[Black \"B\"]\n\n1. d4 *\n",
                   "White=A | ( e4 ) -\nBlack=B | d4 *\n",
                   "W:variation-place@3:1 W:missing-result@3:8");
}

static void tags_of_no_importance_behind_a_finished_game_are_its(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 *\n\n[Opening \"King's pawn\"]\n[My \"x\"]\n\n[White "
                   "\"B\"]\n\n1. d4 *\n",
                   "White=A | e4 *\nOpening=King's pawn My=x White=B | d4 *\n", "");
    assert_reading(
        "[White \"A\"]\n\n1. e4 *\n\n[Opening \"King's pawn\"]\n[My \"x\"]\n\n[My \"y\"]\n"
        "[White \"B\"]\n\n1. d4 *\n",
        "White=A Opening=King's pawn My=x | e4 *\nMy=y White=B | d4 *\n", "W:stray-tags@5:1");
    assert_reading("[White \"A\"]\n\n1. e4 *\n\n[Opening \"King's pawn\"] [My \"x\"]",
                   "White=A Opening=King's pawn My=x | e4 *\n", "W:stray-tags@5:1");
}

static void tags_of_no_importance_with_moves_are_a_game(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 *\n\n[My \"x\"]\n\n1. d4 *\n",
                   "White=A | e4 *\nMy=x | d4 *\n", "");
    assert_reading("[White \"A\"]\n\n1. e4 *\n\n[My \"x\"] 1. d4 *\n",
                   "White=A | e4 *\nMy=x | d4 *\n", "");
    assert_reading("[My \"x\"]\n", "My=x | -\n", "W:missing-result@1:9");
}

static void a_section_with_a_fen_is_a_game(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 *\n\n[FEN \"k7/8/8/8/8/8/4K3/7R w - - 0 1\"]\n[SetUp "
                   "\"1\"]\n",
                   "White=A | e4 *\nFEN=k7/8/8/8/8/8/4K3/7R w - - 0 1 SetUp=1 | -\n",
                   "W:missing-result@6:12");
}

/* --- (d) Games without tags ------------------------------------------------------------------- */

static void games_without_tags_end_at_move_one_after_a_blank_line(void **state)
{
    (void)state;
    assert_reading("1. e4 e5\n\n1. d4 d5\n\n2. c4 *\n", "| e4 e5 -\n| d4 d5 c4 *\n",
                   "N:no-tags@1:1 W:missing-result@1:9 N:no-tags@3:1");
}

static void move_one_without_blank_line_does_not_end_a_game(void **state)
{
    (void)state;
    assert_reading("1. e4\n1. e5 *\n", "| e4 e5 *\n", "N:no-tags@1:1");
}

static void black_move_one_after_a_blank_line_goes_on(void **state)
{
    (void)state;
    assert_reading("1. e4 {best}\n\n1... e5 2. Nf3 *\n", "| e4 {best} e5 Nf3 *\n", "N:no-tags@1:1");
    assert_reading("1. e4 {best}\n\n1. ... e5 2. Nf3 *\n", "| e4 {best} e5 Nf3 *\n",
                   "N:no-tags@1:1");
}

static void move_one_of_a_game_with_tags_ends_nothing(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4\n\n1. e5 *\n", "White=A | e4 e5 *\n", "");
}

static void a_game_needs_neither_tags_nor_result_nor_numbers(void **state)
{
    (void)state;
    assert_reading("e4 e5 Nf3", "| e4 e5 Nf3 -\n",
                   "N:no-tags@1:1 N:no-move-numbers@1:1 W:missing-result@1:10");
}

static void games_with_and_without_tags_may_follow_each_other(void **state)
{
    (void)state;
    assert_reading("1. e4 1-0\n\n1. d4 0-1\n\n[White \"A\"]\n\n1. c4 *\n\n1. f4 *\n",
                   "| e4 1-0\n| d4 0-1\nWhite=A | c4 *\n| f4 *\n",
                   "N:no-tags@1:1 N:no-tags@3:1 N:no-tags@9:1");
}

/* --- (e) Results inside variations ------------------------------------------------------------ */

static void a_result_in_a_variation_is_kept_as_comment(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 (1. d4 d5 1-0) e5 *\n",
                   "White=A | e4 ( d4 d5 {1-0} ) e5 *\n", "W:result-in-variation@3:17");
}

static void a_result_in_a_variation_before_a_tag_line_ends_the_game(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 (1. d4 (1. c4 1-0\n\n[White \"B\"]\n\n1. d4 *\n",
                   "White=A | e4 ( d4 ( c4 ) ) 1-0\nWhite=B | d4 *\n", "W:unclosed-variation@3:7");
}

static void a_result_in_a_variation_before_the_end_ends_the_game(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 (1. d4 1-0\n \n", "White=A | e4 ( d4 ) 1-0\n",
                   "W:unclosed-variation@3:7");
}

/* --- (f) Blank lines, braces ------------------------------------------------------------------ */

static void blank_lines_in_the_moves_end_nothing(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n\n\n1. e4\n\n\ne5\n \n2. Nf3 (\n\n2. f4) *\n",
                   "White=A | e4 e5 Nf3 ( f4 ) *\n", "");
}

#define TWO_TAGS "[White \"B\"]\n[Black \"C\"]\n"

static void an_open_brace_ends_at_a_tag_section_if_another_brace_opens(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 {forgotten\n\n" TWO_TAGS "\n1. d4 {best} *\n",
                   "White=A | e4 {forgotten} -\nWhite=B Black=C | d4 {best} *\n",
                   "W:unclosed-comment@3:7 W:missing-result@3:17");
}

static void an_open_brace_ends_at_a_tag_section_if_no_brace_comes(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 {forgotten\n\n" TWO_TAGS "\n1. d4 *\n",
                   "White=A | e4 {forgotten} -\nWhite=B Black=C | d4 *\n",
                   "W:unclosed-comment@3:7 W:missing-result@3:17");
}

static void a_brace_that_closes_behind_a_tag_section_makes_it_comment(void **state)
{
    (void)state;
    assert_reading(
        "[White \"A\"]\n\n1. e4 {quoted\n\n" TWO_TAGS "\n1. d4 *} *\n",
        "White=A | e4 {quoted\\x0A\\x0A[White \"B\"]\\x0A[Black \"C\"]\\x0A\\x0A1. d4 *} *\n", "");
}

static void one_tag_line_is_no_section_to_end_a_comment(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 {open\n\n[White \"B\"]\n\n1. d4 {best} *\n",
                   "White=A | e4 {open\\x0A\\x0A[White \"B\"]\\x0A\\x0A1. d4 {best} *\n", "");
}

static void tags_without_blank_line_before_do_not_end_a_comment(void **state)
{
    (void)state;
    assert_reading(
        "[White \"A\"]\n\n1. e4 {open\n" TWO_TAGS "\n1. d4 {best} *\n",
        "White=A | e4 {open\\x0A[White \"B\"]\\x0A[Black \"C\"]\\x0A\\x0A1. d4 {best} *\n", "");
}

static void braces_before_the_section_do_not_count(void **state)
{
    (void)state;
    assert_reading(
        "[White \"A\"]\n\n1. e4 {a {b\n\n" TWO_TAGS "\n1. d4 } *\n",
        "White=A | e4 {a {b\\x0A\\x0A[White \"B\"]\\x0A[Black \"C\"]\\x0A\\x0A1. d4 } *\n", "");
}

/* A comment, a tag section, FILL bytes of moves, a closing brace. */
static void assert_far_brace(size_t fill, size_t games)
{
    struct buffer b = {0};
    buffer_add_string(&b, "[White \"A\"]\n\n1. e4 {open\n\n" TWO_TAGS "\n1. d4 d5\n");
    size_t from = b.len;
    while (b.len - from < fill)
        buffer_add_string(&b, "Nf3 Nf6 Ng1 Ng8 ");
    buffer_add_string(&b, "} *\n");
    struct reading r = reading_of(b.data, b.len);
    assert_int_equal(r.game_count, games);
    reading_free(&r);
    buffer_free(&b);
}

static void a_brace_more_than_a_mebibyte_behind_the_section_does_not_count(void **state)
{
    (void)state;
    assert_far_brace(1000000, 1);
    assert_far_brace(1050000, 2);
    assert_far_brace(5000000, 2);
}

static void a_brace_open_at_the_end_is_a_comment_to_the_end(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 {open 1-0\n\n", "White=A | e4 {open 1-0} -\n",
                   "W:unclosed-comment@3:7 W:missing-result@3:16");
}

/* --- (g) Escaped lines ------------------------------------------------------------------------ */

static void a_percent_sign_at_the_line_start_escapes_the_line(void **state)
{
    (void)state;
    assert_reading(
        "% [White \"X\"]\n[White \"A\"]\n%{\n[Black \"B\"]\n\n%1. d4\n1. e4\n%e5 e6\ne5 *\n% "
        "1. c4\n",
        "White=A Black=B | e4 e5 *\n", "");
}

static void a_percent_sign_elsewhere_escapes_nothing(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 % e5 *\n", "White=A | e4 e5 *\n", "W:stray-mark@3:7");
    assert_reading("[White \"A\"]\n\n1. e4 * % [White \"B\"]\n\n1. d4 *\n",
                   "White=A | e4 *\nWhite=B | d4 *\n", "W:dropped-text@3:9");
}

static void a_percent_sign_inside_braces_is_text(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 {\n% 50 } e5 *\n", "White=A | e4 {\\x0A% 50 } e5 *\n",
                   "");
}

/* --- (h) Dropped text ------------------------------------------------------------------------- */

static void text_before_a_game_is_dropped_and_reported(void **state)
{
    (void)state;
    assert_reading(
        "From: someone\nDate: 12 Jan 1999\n\nDear all (hi), 50% off :-( $5 {x}\n\n[White "
        "\"A\"]\n\n1. e4 *\n",
        "White=A | e4 *\n", "W:dropped-text@1:1");
    struct reading r = reading_of("junk\n[White \"A\"]\n*\n", 18);
    assert_string_equal(r.messages.data, "4 bytes of text belong to no game\n");
    reading_free(&r);
}

static void text_before_a_game_without_tags_is_dropped(void **state)
{
    (void)state;
    assert_reading("Hello :-(\nhere they are ($5)\n\n1. e4 *\n", "| e4 *\n",
                   "W:dropped-text@1:1 N:no-tags@4:1");
}

static void a_move_in_a_sentence_is_no_game(void **state)
{
    (void)state;
    assert_reading("He played e4 and a5.\n\n[White \"A\"]\n\n1. d4 *\n", "White=A | d4 *\n",
                   "W:dropped-text@1:1");
}

static void a_variation_of_no_game_is_dropped(void **state)
{
    (void)state;
    assert_reading("(1. c5) *\n", "", "W:dropped-text@1:1");
    assert_reading("(1 {x} y) ({z}) 1. {} e4 *\n", "| {} e4 *\n",
                   "W:dropped-text@1:1 N:no-tags@1:17");
}

static void text_after_the_last_game_is_dropped_and_reported(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 *\n\x1a", "White=A | e4 *\n", "W:dropped-text@4:1");
    assert_reading("[White \"A\"]\n\n1. e4 *\n\nbye\n", "White=A | e4 *\n", "W:dropped-text@5:1");
    assert_reading("[White \"A\"]\n\n1. e4 *\n\n1-0\n", "White=A | e4 *\n", "W:dropped-text@5:1");
}

static void a_text_without_games_is_dropped_whole(void **state)
{
    (void)state;
    assert_reading("Nothing here.\n\nNor here.\n", "", "W:dropped-text@1:1");
    assert_reading("12 34\n", "", "W:dropped-text@1:1");
    assert_reading("{only a comment}\n", "", "W:dropped-text@1:1");
    assert_reading("(\n", "", "W:dropped-text@1:1");
}

static void an_empty_text_has_no_games(void **state)
{
    (void)state;
    assert_reading("", "", "");
    assert_reading("\n", "", "");
    assert_reading(" \t\r\n\v\f\n\n", "", "");
    assert_reading("\xef\xbb\xbf", "", "");
    assert_reading("\xef\xbb\xbf\n\n", "", "");
}

/* --- Line ends and bytes ---------------------------------------------------------------------- */

static void the_last_line_needs_no_end(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\n\n1. e4 1-0", "White=A | e4 1-0\n", "");
    assert_reading("[White \"A\"]\n\n1. e4", "White=A | e4 -\n", "W:missing-result@3:6");
    assert_reading("[White \"A\"]\n\n1. e4 1", "White=A | e4 -\n", "W:missing-result@3:8");
    assert_reading("[White \"A\"]", "White=A | -\n", "W:missing-result@1:12");
    assert_reading("[White \"A", "White=A | -\n", "W:bad-tag@1:10 W:missing-result@1:10");
    assert_reading("[White \"A\\", "White=A\\ | -\n", "W:bad-tag@1:11 W:missing-result@1:11");
}

static const char line_ends_text[] =
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {two\nlines} e5\n% no\n2. Nf3 ; "
    "x\nNc6\n\n[White \"C\"]\n\nd3\n";
static const char line_ends_games[] =
    "White=A Black=B | e4 {two\\x0Alines} e5 Nf3 ; x Nc6 -\nWhite=C | d3 -\n";
static const char line_ends_findings[] =
    "N:semicolon-comment@7:8 W:missing-result@8:4 W:missing-result@12:3";

/* The text above with each LF as END. */
static void assert_line_ends(const char *end)
{
    struct buffer b = {0};
    for (const char *s = line_ends_text; *s; s++) {
        if (*s == '\n')
            buffer_add_string(&b, end);
        else
            buffer_add_char(&b, *s);
    }
    assert_reading(buffer_terminate(&b), line_ends_games, line_ends_findings);
    buffer_free(&b);
}

static void lines_may_end_in_lf_crlf_or_cr(void **state)
{
    (void)state;
    assert_line_ends("\n");
    assert_line_ends("\r\n");
    assert_line_ends("\r");
}

static void an_open_brace_is_found_with_any_line_end(void **state)
{
    (void)state;
    assert_reading("[White \"A\"]\r\r1. e4 {x\r\r[White \"B\"]\r[Black \"C\"]\r\r1. d4 {y} *\r",
                   "White=A | e4 {x} -\nWhite=B Black=C | d4 {y} *\n",
                   "W:unclosed-comment@3:7 W:missing-result@3:9");
    assert_reading("[White \"A\"]\r\n\r\n1. e4 {x\r\n\r\n[White \"B\"]\r\n[Black \"C\"]\r\n\r\n1. "
                   "d4 {y} *\r\n",
                   "White=A | e4 {x} -\nWhite=B Black=C | d4 {y} *\n",
                   "W:unclosed-comment@3:7 W:missing-result@3:9");
}

static void nul_bytes_are_skipped_and_reported(void **state)
{
    (void)state;
    static const char text[] = "\0[White \"A\"]\n\0\n1. e4\0e5 \0*\n\0\n[White \"B\"]\n*\n\0";
    assert_reading_len(text, sizeof text - 1, "White=A | e4 e5 *\nWhite=B | *\n",
                       "N:nul-byte@1:1 N:nul-byte@2:1 N:nul-byte@3:6 N:nul-byte@3:10 "
                       "N:nul-byte@4:1 N:nul-byte@7:1");
}

static void a_nul_byte_in_a_tag_is_a_blank_and_reported(void **state)
{
    (void)state;
    static const char text[] = "[White \"Tal\0x\"]\n[Black \"\\\\\0\"]\n\n*\n";
    assert_reading_len(text, sizeof text - 1, "White=Tal x Black=\\  | *\n",
                       "N:nul-byte@1:12 N:nul-byte@2:11");
}

static void a_byte_order_mark_does_not_matter(void **state)
{
    (void)state;
    assert_reading("\xef\xbb\xbf[White \"A\"]\n\n1. e4 *\n", "White=A | e4 *\n", "");
    assert_reading("\n\xef\xbb\xbf[White \"A\"]\n\n1. e4 *\n", "White=A | e4 *\n", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tag_is_bracket_name_quote),
        cmocka_unit_test(another_bracket_in_the_moves_is_no_tag),
        cmocka_unit_test(a_tag_in_the_middle_of_a_line_of_moves_is_no_tag_line),
        cmocka_unit_test(a_tag_inside_braces_is_comment),
        cmocka_unit_test(several_tags_may_stand_on_one_line),
        cmocka_unit_test(junk_between_tags_does_not_split_the_section),
        cmocka_unit_test(a_result_ends_the_game),
        cmocka_unit_test(a_comment_after_the_result_belongs_to_the_game),
        cmocka_unit_test(a_comment_behind_a_blank_line_belongs_to_no_game),
        cmocka_unit_test(a_result_in_a_comment_is_text),
        cmocka_unit_test(a_game_may_be_a_result_alone_behind_its_tags),
        cmocka_unit_test(a_tag_line_after_moves_ends_the_game),
        cmocka_unit_test(without_moves_a_known_tag_after_a_blank_line_ends_the_game),
        cmocka_unit_test(without_moves_a_new_tag_after_a_blank_line_goes_on),
        cmocka_unit_test(a_repeated_tag_without_blank_line_is_kept_and_reported),
        cmocka_unit_test(text_between_tags_does_not_split_the_section),
        cmocka_unit_test(the_start_may_stand_behind_text_between_tags),
        cmocka_unit_test(a_comment_that_begins_as_json_does_is_a_comment),
        cmocka_unit_test(text_before_a_known_tag_ends_the_game),
        cmocka_unit_test(tags_of_no_importance_behind_a_finished_game_are_its),
        cmocka_unit_test(tags_of_no_importance_with_moves_are_a_game),
        cmocka_unit_test(a_section_with_a_fen_is_a_game),
        cmocka_unit_test(games_without_tags_end_at_move_one_after_a_blank_line),
        cmocka_unit_test(move_one_without_blank_line_does_not_end_a_game),
        cmocka_unit_test(black_move_one_after_a_blank_line_goes_on),
        cmocka_unit_test(move_one_of_a_game_with_tags_ends_nothing),
        cmocka_unit_test(a_game_needs_neither_tags_nor_result_nor_numbers),
        cmocka_unit_test(games_with_and_without_tags_may_follow_each_other),
        cmocka_unit_test(a_result_in_a_variation_is_kept_as_comment),
        cmocka_unit_test(a_result_in_a_variation_before_a_tag_line_ends_the_game),
        cmocka_unit_test(a_result_in_a_variation_before_the_end_ends_the_game),
        cmocka_unit_test(blank_lines_in_the_moves_end_nothing),
        cmocka_unit_test(an_open_brace_ends_at_a_tag_section_if_another_brace_opens),
        cmocka_unit_test(an_open_brace_ends_at_a_tag_section_if_no_brace_comes),
        cmocka_unit_test(a_brace_that_closes_behind_a_tag_section_makes_it_comment),
        cmocka_unit_test(one_tag_line_is_no_section_to_end_a_comment),
        cmocka_unit_test(tags_without_blank_line_before_do_not_end_a_comment),
        cmocka_unit_test(braces_before_the_section_do_not_count),
        cmocka_unit_test(a_brace_more_than_a_mebibyte_behind_the_section_does_not_count),
        cmocka_unit_test(a_brace_open_at_the_end_is_a_comment_to_the_end),
        cmocka_unit_test(a_percent_sign_at_the_line_start_escapes_the_line),
        cmocka_unit_test(a_percent_sign_elsewhere_escapes_nothing),
        cmocka_unit_test(a_percent_sign_inside_braces_is_text),
        cmocka_unit_test(text_before_a_game_is_dropped_and_reported),
        cmocka_unit_test(text_before_a_game_without_tags_is_dropped),
        cmocka_unit_test(a_move_in_a_sentence_is_no_game),
        cmocka_unit_test(a_variation_of_no_game_is_dropped),
        cmocka_unit_test(text_after_the_last_game_is_dropped_and_reported),
        cmocka_unit_test(a_text_without_games_is_dropped_whole),
        cmocka_unit_test(an_empty_text_has_no_games),
        cmocka_unit_test(the_last_line_needs_no_end),
        cmocka_unit_test(lines_may_end_in_lf_crlf_or_cr),
        cmocka_unit_test(an_open_brace_is_found_with_any_line_end),
        cmocka_unit_test(nul_bytes_are_skipped_and_reported),
        cmocka_unit_test(a_nul_byte_in_a_tag_is_a_blank_and_reported),
        cmocka_unit_test(a_byte_order_mark_does_not_matter),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
