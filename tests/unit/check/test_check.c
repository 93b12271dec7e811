/* The checks of a whole game: its tags, its result against the board, draws that could have been
   claimed, and play that went on after the end. */
#include "check/check.h"
#include "tests/unit/reading.h"

#include <time.h>

/* The findings of the checks alone (not the reader's) about the first game of TEXT. */
static struct buffer findings_of(const char *text)
{
    struct buffer out = {0};
    struct read_options options = {.game = GAME_CHESS};
    struct error err;
    struct record rec;
    struct findings f = {0};
    struct check_memory memory = {0};
    struct reader *r = reader_open_memory(text, strlen(text), &options, &err);
    assert_non_null(r);
    record_init(&rec);
    assert_int_equal(reader_next(r, &rec, &f, &err), READ_GAME);
    findings_clear(&f);
    check_record(&rec, &memory, &f);
    findings_sort(&f);
    for (size_t i = 0; i < f.count; i++) {
        struct place at = reader_place(r, f.items[i].source);
        buffer_printf(&out, "%s%s@%llu:%llu/%u", out.len ? " " : "",
                      finding_kinds[f.items[i].code].code, (unsigned long long)at.line,
                      (unsigned long long)at.column, f.items[i].ply);
    }
    check_memory_free(&memory);
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
    buffer_terminate(&out);
    return out;
}

static void assert_findings(const char *text, const char *expected)
{
    struct buffer got = findings_of(text);
    if (strcmp(got.data, expected) != 0)
        fail_msg("\n%s\n--- got\n%s\n--- expected\n%s", text, got.data, expected);
    buffer_free(&got);
}

/* The roster but for Date (line 4) and Result (line 5); the moves stand on line 7. */
#define GAME(date, result, moves)                                                                  \
    "[Event \"?\"]\n[Site \"?\"]\n[Round \"?\"]\n[Date \"" date "\"]\n[Result \"" result           \
    "\"] [White \"A\"] [Black \"B\"]\n\n" moves "\n"
#define MOVES(moves) GAME("1961.??.??", "*", moves)

/* --- Tags ------------------------------------------------------------------------------------- */

static void a_clean_game_has_no_findings(void **state)
{
    (void)state;
    assert_findings(GAME("2001.02.28", "1-0", "1. e4 e5 1-0"), "");
    assert_findings(GAME("????.??.??", "1/2-1/2", "1/2-1/2"), "");
    assert_findings(GAME("?", "0-1", "1. e4 0-1"), "");
}

static void every_tag_of_the_roster_is_missed(void **state)
{
    (void)state;
    assert_findings("junk\n\n[Event \"?\"]\n[White \"A\"]\n[Result \"*\"]\n*\n",
                    "missing-tag@3:1/0 missing-tag@3:1/0 missing-tag@3:1/0 missing-tag@3:1/0");
    assert_findings("1. e4 *\n", "");
}

static void tag_names_must_have_the_letters_of_the_standard(void **state)
{
    (void)state;
    assert_findings("[EVENT \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[white \"A\"]\n"
                    "[Black \"B\"]\n[Result \"*\"]\n[result \"*\"]\n[Opening \"x\"]\n\n1. e4 *\n",
                    "tag-name@1:9/0 tag-name@5:9/0");
}

static void dates_must_be_in_the_calendar_and_written_with_dots(void **state)
{
    (void)state;
    assert_findings(GAME("2001.02.29", "*", "*"), "bad-date@4:8/0");
    assert_findings(GAME("2001.13.01", "*", "*"), "bad-date@4:8/0");
    assert_findings(GAME("1.2.2001", "*", "*"), "bad-date@4:8/0");
    assert_findings(GAME("2001-02-03", "*", "*"), "bad-date@4:8/0");
    assert_findings(GAME("1997", "*", "*"), "bad-date@4:8/0");
    assert_findings(GAME("yesterday", "*", "*"), "bad-date@4:8/0");
    assert_findings("[EventDate \"2001.02.30\"] [UTCDate \"2001.02.31\"]" MOVES("*"),
                    "bad-date@1:13/0 bad-date@1:36/0");
}

static void ratings_must_be_numbers_up_to_4000(void **state)
{
    (void)state;
    static const char *const good[] = {"2400", "0", "4000", "", "?", "-"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[300];
        snprintf(text, sizeof text, "[WhiteElo \"%s\"]\n%s", good[i], MOVES("*"));
        assert_findings(text, "");
    }
    static const char *const bad[] = {"4001", "24oo", "-1", " 2400", "99999999999999999999",
                                      "2400?"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[300];
        snprintf(text, sizeof text, "[BlackElo \"%s\"]\n%s", bad[i], MOVES("*"));
        assert_findings(text, "bad-elo@1:12/0");
    }
}

static void the_ply_count_must_be_that_of_the_game(void **state)
{
    (void)state;
    assert_findings("[PlyCount \"2\"]\n" MOVES("1. e4 e5 *"), "");
    assert_findings("[PlyCount \"3\"]\n" MOVES("1. e4 e5 *"), "bad-ply-count@1:12/0");
    assert_findings("[PlyCount \"02\"]\n" MOVES("1. e4 e5 *"), "bad-ply-count@1:12/0");
    assert_findings("[PlyCount \"3\"]\n" MOVES("1. e4 e5 2. Ke5 *"), "");
    assert_findings("[Variant \"Atomic\"] [PlyCount \"3\"]\n" MOVES("1. e4 *"), "");
    assert_findings("[PlyCount \"?\"] [PlyCount \"\"]\n" MOVES("1. e4 e5 *"), "");
}

/* --- Results ---------------------------------------------------------------------------------- */

static void the_result_tag_must_be_one_of_four(void **state)
{
    (void)state;
    assert_findings(GAME("?", "1/2", "1. e4 1/2-1/2"), "bad-result-tag@5:10/0");
    assert_findings(GAME("?", "", "1. e4 1/2-1/2"), "bad-result-tag@5:10/0");
    assert_findings(GAME("?", "1-0 ", "1. e4"), "bad-result-tag@5:10/0");
    assert_findings("[FEN \"x\"] " GAME("?", "won", "1-0"), "bad-result-tag@5:10/0");
}

static void the_tag_and_the_terminator_must_agree(void **state)
{
    (void)state;
    assert_findings(GAME("?", "1-0", "1. e4 0-1"), "result-conflict@7:7/1");
    assert_findings(GAME("?", "1-0", "1. e4 1/2-1/2"), "result-conflict@7:7/1");
    assert_findings(GAME("?", "1-0", "1. e4 Ke4 0-1"), "result-conflict@7:11/1");
}

static void an_unknown_result_beside_a_known_one_is_no_conflict(void **state)
{
    (void)state;
    assert_findings(GAME("?", "*", "1. e4 0-1"), "result-unknown@5:10/0");
    assert_findings(GAME("?", "0-1", "1. e4 *"), "result-unknown@7:7/1");
    assert_findings(GAME("?", "0-1", "1. e4"), "");
}

#define FOOLS_MATE   "1. f3 e5 2. g4 Qh4# "
#define SCHOLARS     "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# "
#define TO_MOVE(fen) "[SetUp \"1\"] [FEN \"" fen "\"] "

static void mate_on_the_board_decides(void **state)
{
    (void)state;
    assert_findings(GAME("?", "0-1", FOOLS_MATE "0-1"), "");
    assert_findings(GAME("?", "1-0", FOOLS_MATE "1-0"), "result-board@7:21/4");
    assert_findings(GAME("?", "1/2-1/2", FOOLS_MATE "1/2-1/2"), "result-board@7:21/4");
    assert_findings(GAME("?", "*", FOOLS_MATE "*"), "result-unknown@7:21/4");
    assert_findings(GAME("?", "1-0", SCHOLARS "1-0"), "");
    assert_findings(GAME("?", "0-1", SCHOLARS "0-1"), "result-board@7:41/7");
    assert_findings(GAME("?", "0-1", SCHOLARS), "result-board@5:10/7");
    assert_findings(GAME("?", "0-1", FOOLS_MATE "*"), "result-unknown@7:21/4");
    assert_findings(GAME("?", "1-0", FOOLS_MATE "*"), "result-board@5:10/4 result-unknown@7:21/4");
}

#define STALEMATE TO_MOVE("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")

static void stalemate_on_the_board_is_a_draw(void **state)
{
    (void)state;
    assert_findings(STALEMATE GAME("?", "1/2-1/2", "1. Qf7 1/2-1/2"), "");
    assert_findings(STALEMATE GAME("?", "1-0", "1. Qf7 1-0"), "result-board@7:8/1");
    assert_findings(STALEMATE GAME("?", "0-1", "1. Qf7 0-1"), "result-board@7:8/1");
    assert_findings(STALEMATE GAME("?", "*", "1. Qf7 *"), "result-unknown@7:8/1");
}

static void a_broken_game_is_not_measured_by_the_board(void **state)
{
    (void)state;
    assert_findings(GAME("?", "1-0", FOOLS_MATE "3. Kf2 1-0"), "");
}

/* --- Draws ------------------------------------------------------------------------------------ */

#define SHUFFLE "Nf3 Nf6 Ng1 Ng8 "

static void a_position_that_stands_three_times_is_a_claim(void **state)
{
    (void)state;
    assert_findings(MOVES(SHUFFLE "*"), "");
    assert_findings(MOVES(SHUFFLE "Nf3 Nf6 Ng1 *"), "");
    assert_findings(MOVES(SHUFFLE SHUFFLE "*"), "threefold@7:29/8");
    assert_findings(MOVES(SHUFFLE SHUFFLE "e4 *"), "threefold@7:29/8");
    assert_findings(MOVES("Nf3 (e4) Nf6 (e5 Nc3) Ng1 Ng8 " SHUFFLE "*"), "threefold@7:43/8");
}

static void lost_castling_rights_make_another_position(void **state)
{
    (void)state;
    /* With the right: plies 0; without it: 4, 8, 12. */
    static const char start[] = TO_MOVE("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    struct buffer b = {0};
    buffer_add_string(&b, start);
    buffer_add_string(&b, MOVES("Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 *"));
    assert_findings(buffer_terminate(&b), "");
    buffer_clear(&b);
    buffer_add_string(&b, start);
    buffer_add_string(&b, MOVES("Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 *"));
    assert_findings(buffer_terminate(&b), "threefold@7:33/9");
    buffer_free(&b);
}

static void an_en_passant_capture_makes_another_position(void **state)
{
    (void)state;
    /* After 1. e4 Black could take on e3 once; then only the board is the same. */
    assert_findings(TO_MOVE("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
                        MOVES("e4 Ke7 Ke2 Ke8 Ke1 Ke7 Ke2 Ke8 Ke1 *"),
                    "");
    /* Where no pawn could take, the double step makes no difference. */
    assert_findings(TO_MOVE("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
                        MOVES("e4 Ke7 Ke2 Ke8 Ke1 Ke7 Ke2 Ke8 Ke1 *"),
                    "threefold@7:32/9");
}

static void play_after_the_fifth_time_is_noted(void **state)
{
    (void)state;
    assert_findings(MOVES(SHUFFLE SHUFFLE SHUFFLE SHUFFLE "*"), "threefold@7:29/8");
    assert_findings(MOVES(SHUFFLE SHUFFLE SHUFFLE SHUFFLE "e4 *"),
                    "threefold@7:29/8 fivefold@7:61/16");
}

static void a_perpetual_check_is_told_by_its_side(void **state)
{
    (void)state;
    assert_findings(TO_MOVE("6k1/5p1p/8/8/7q/8/5PPP/3Q2K1 w - - 0 1")
                        MOVES("Qd8+ Kg7 Qd4+ Kg8 Qd8+ Kg7 Qd4+ Kg8 Qd8+ *"),
                    "threefold@7:37/9 perpetual-check@7:37/9");
    assert_findings(TO_MOVE("7k/5Q2/8/8/8/8/q7/7K w - - 0 1")
                        MOVES("Qf8+ Kh7 Qf7+ Kh8 Qf8+ Kh7 Qf7+ Kh8 *"),
                    "threefold@7:33/8 perpetual-check@7:33/8");
}

static void a_perpetual_check_is_told_behind_another_repetition(void **state)
{
    (void)state;
#define CHECKS "Qf8+ Kh7 Qf7+ Kh8 "
#define WALK   "Qe6 Qb2 Qf7 Qa2 "
    assert_findings(TO_MOVE("7k/5Q2/8/8/8/8/q7/7K w - - 0 1") MOVES(WALK WALK CHECKS "*"),
                    "threefold@7:29/8");
    assert_findings(TO_MOVE("7k/5Q2/8/6p1/8/8/q7/7K w - - 0 1")
                        MOVES(WALK WALK "Kg1 g4 " CHECKS CHECKS "*"),
                    "threefold@7:29/8 perpetual-check@7:72/18");
#undef CHECKS
#undef WALK
}

/* Where a rook and a king that walk in circles of their own stand after so many moves. */
static const char *const rook_walk[] = {"Ra1", "Ra2", "Ra3", "Ra4", "Ra5", "Ra4", "Ra3", "Ra2"};
static const char *const king_walk[] = {"Kh8", "Kh7", "Kh6", "Kg6", "Kg7", "Kg8"};
#define WALKS TO_MOVE("7k/8/8/8/8/8/8/R6K w - - 0 1")

static const char *rook_after(size_t ply)
{
    return rook_walk[(ply + 1) / 2 % 8];
}

static const char *king_after(size_t ply)
{
    return king_walk[ply / 2 % 6];
}

/* The first ply whose position stands for the COUNT-th time. */
static size_t ply_of_repetition(int count)
{
    for (size_t ply = 0;; ply++) {
        int n = 0;
        for (size_t i = ply % 2; i <= ply; i += 2)
            n += strcmp(rook_after(i), rook_after(ply)) == 0 && king_after(i) == king_after(ply);
        if (n == count)
            return ply;
    }
}

static void walk(struct buffer *b, size_t plies)
{
    for (size_t i = 1; i <= plies; i++)
        buffer_printf(b, "%s ", i % 2 == 1 ? rook_after(i) : king_after(i));
}

static void fifty_moves_are_a_claim_and_seventy_five_an_end(void **state)
{
    (void)state;
    static const struct {
        unsigned clock;
        const char *moves, *findings;
    } rows[] = {
        {98, "Kd1 *", ""},
        {98, "Kd1 Ke7 *", "fifty-moves@7:5/2"},
        {99, "Kd1 Ke7 *", "fifty-moves@7:1/1"},
        {99, "h3 Ke7 *", ""},
        {148, "Kd1 Ke7 *", "fifty-moves@1:7/0"},
        {148, "Kd1 Ke7 Ke1 *", "fifty-moves@1:7/0 seventy-five-moves@7:5/2"},
        {149, "h4 Ke7 Ke2 *", "fifty-moves@1:7/0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        snprintf(
            text, sizeof text,
            "[FEN \"4k3/8/8/8/8/8/7P/4K3 w - - %u 120\"] [SetUp \"1\"]\n"
            "[Event \"?\"] [Site \"?\"]\n[Round \"?\"]\n[Date \"?\"]\n[Result \"*\"] [White \"A\"] "
            "[Black \"B\"]\n\n%s\n",
            rows[i].clock, rows[i].moves);
        struct buffer got = findings_of(text);
        /* What stands before the first move is placed at the game. */
        if (strncmp(rows[i].findings, "fifty-moves@1:7/0", 17) == 0)
            assert_int_equal(strncmp(got.data, "fifty-moves@1:1/0", 17), 0);
        else
            assert_string_equal(got.data, rows[i].findings);
        if (strlen(rows[i].findings) > 17)
            assert_string_equal(got.data + 17, rows[i].findings + 17);
        buffer_free(&got);
    }
}

static void mate_at_move_seventy_five_ends_the_game(void **state)
{
    (void)state;
    assert_findings("[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 149 120\"] [SetUp \"1\"] " GAME(
                        "?", "1-0", "1. Ra8# 1-0"),
                    "fifty-moves@1:1/0");
    assert_findings(
        "[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 99 120\"] [SetUp \"1\"] " GAME("?", "1-0", "1. Ra8# 1-0"),
        "");
}

static void play_in_a_dead_position_is_noted(void **state)
{
    (void)state;
    assert_findings(TO_MOVE("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1") GAME("?", "1/2-1/2", "Kxe2 1/2-1/2"),
                    "");
    assert_findings(TO_MOVE("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1") MOVES("Kxe2 Ke7 Ke3 *"),
                    "dead-position@7:1/1");
}

static void stalemate_does_not_hide_the_dead_position_before_it(void **state)
{
    (void)state;
#define BISHOP "6k1/8/5K2/8/4B3/8/8/8 w - - 0 1"
    assert_findings(TO_MOVE(BISHOP) MOVES("Bg6 Kh8 *"), "dead-position@1:1/0");
    assert_findings(TO_MOVE(BISHOP) GAME("?", "1/2-1/2", "Bg6 Kh8 Kf7 1/2-1/2"),
                    "dead-position@1:1/0");
    assert_findings(TO_MOVE("7k/5n2/5KB1/8/8/8/8/8 w - - 0 1")
                        GAME("?", "1/2-1/2", "Kxf7 1/2-1/2"),
                    "");
}

static void an_unsupported_variant_is_not_judged(void **state)
{
    (void)state;
    assert_findings("[Variant \"Atomic\"]\n" GAME("?", "1-0", "1. e4 0-1"), "");
}

/* --- Time ------------------------------------------------------------------------------------- */

/* PLIES of shuffling, read and checked; the seconds that the check took. */
static double seconds_for(size_t plies, bool repeat)
{
    static const char *const knights[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    struct buffer b = {0};
    if (!repeat)
        buffer_add_string(&b, WALKS);
    buffer_add_string(&b, "[Result \"*\"]\n");
    if (!repeat)
        walk(&b, plies);
    for (size_t i = 0; repeat && i < plies; i++)
        buffer_printf(&b, "%s ", knights[i % 4]);
    buffer_add_string(&b, "*\n");
    struct read_options options = {.game = GAME_CHESS};
    struct error err;
    struct record rec;
    struct findings f = {0};
    struct check_memory memory = {0};
    struct reader *r = reader_open_memory(b.data, b.len, &options, &err);
    record_init(&rec);
    assert_int_equal(reader_next(r, &rec, &f, &err), READ_GAME);
    assert_false(rec.is_broken);
    assert_int_equal(rec.ply_count, plies);
    clock_t start = clock();
    check_record(&rec, &memory, &f);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    check_memory_free(&memory);
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
    buffer_free(&b);
    return seconds;
}

static void a_hundred_thousand_plies_are_checked_at_once(void **state)
{
    (void)state;
    double knights = seconds_for(100000, true), rooks = seconds_for(100000, false);
    /* Milliseconds; a sanitizer takes some more, quadratic time would take minutes. */
    if (knights > 0.5 || rooks > 0.5)
        fail_msg("%.3f s, %.3f s", knights, rooks);
}

/* A walk of PLIES moves has these findings, the line aside. */
static void assert_walk(size_t plies, bool fivefold, bool fifty, bool seventy_five)
{
    struct buffer b = {0}, expected = {0};
    buffer_add_string(&b,
                      WALKS "[Event \"?\"] [Site \"?\"] [Date \"?\"] [Round \"?\"] [White \"A\"] "
                            "[Black \"B\"] [Result \"*\"]\n");
    walk(&b, plies);
    buffer_add_string(&b, "*\n");
    struct buffer got = findings_of(buffer_terminate(&b));
    const size_t at[] = {ply_of_repetition(3), ply_of_repetition(5), 100, 150};
    const bool said[] = {true, fivefold, fifty, seventy_five};
    static const char *const codes[] = {"threefold", "fivefold", "fifty-moves",
                                        "seventy-five-moves"};
    for (int i = 0; i < 4; i++)
        if (said[i]) /* each move takes 4 columns */
            buffer_printf(&expected, "%s%s@2:%zu/%zu", expected.len ? " " : "", codes[i],
                          4 * (at[i] - 1) + 1, at[i]);
    if (strcmp(got.data, buffer_terminate(&expected)) != 0)
        fail_msg("%zu plies\n%s\n%s", plies, got.data, expected.data);
    buffer_free(&got);
    buffer_free(&expected);
    buffer_free(&b);
}

static void long_shuffles_are_counted_like_short_ones(void **state)
{
    (void)state;
    size_t fifth = ply_of_repetition(5);
    assert_true(ply_of_repetition(3) < 90 && fifth > 90 && fifth < 150);
    assert_walk(90, false, false, false); /* compared pairwise */
    assert_walk(100, fifth < 100, true, false);
    assert_walk(127, fifth < 127, true, false);
    assert_walk(128, fifth < 128, true, false); /* sorted from here on */
    assert_walk(150, true, true, false);
    assert_walk(151, true, true, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clean_game_has_no_findings),
        cmocka_unit_test(every_tag_of_the_roster_is_missed),
        cmocka_unit_test(tag_names_must_have_the_letters_of_the_standard),
        cmocka_unit_test(dates_must_be_in_the_calendar_and_written_with_dots),
        cmocka_unit_test(ratings_must_be_numbers_up_to_4000),
        cmocka_unit_test(the_ply_count_must_be_that_of_the_game),
        cmocka_unit_test(the_result_tag_must_be_one_of_four),
        cmocka_unit_test(the_tag_and_the_terminator_must_agree),
        cmocka_unit_test(an_unknown_result_beside_a_known_one_is_no_conflict),
        cmocka_unit_test(mate_on_the_board_decides),
        cmocka_unit_test(stalemate_on_the_board_is_a_draw),
        cmocka_unit_test(a_broken_game_is_not_measured_by_the_board),
        cmocka_unit_test(a_position_that_stands_three_times_is_a_claim),
        cmocka_unit_test(lost_castling_rights_make_another_position),
        cmocka_unit_test(an_en_passant_capture_makes_another_position),
        cmocka_unit_test(play_after_the_fifth_time_is_noted),
        cmocka_unit_test(a_perpetual_check_is_told_by_its_side),
        cmocka_unit_test(a_perpetual_check_is_told_behind_another_repetition),
        cmocka_unit_test(fifty_moves_are_a_claim_and_seventy_five_an_end),
        cmocka_unit_test(mate_at_move_seventy_five_ends_the_game),
        cmocka_unit_test(play_in_a_dead_position_is_noted),
        cmocka_unit_test(stalemate_does_not_hide_the_dead_position_before_it),
        cmocka_unit_test(an_unsupported_variant_is_not_judged),
        cmocka_unit_test(a_hundred_thousand_plies_are_checked_at_once),
        cmocka_unit_test(long_shuffles_are_counted_like_short_ones),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
