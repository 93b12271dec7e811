/* At which plies a game matches conditions on positions, in both games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/query_plies.h"

#define START_BOARD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static const char knights[] = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";

static void a_position_is_found_at_every_ply_where_it_stands(void **state)
{
    (void)state;
    assert_string_equal(chess(NULL, knights, "fen", START_BOARD " w KQkq - 0 1"), "0 4 8");
    assert_string_equal(
        chess(NULL, knights, "fen", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq -"),
        "2 6");
    assert_string_equal(chess(NULL, knights, "fen", START_BOARD " b KQkq -"), "");
}

static void a_position_is_found_in_any_move_order(void **state)
{
    (void)state;
    const char *fen = "rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3";
    assert_string_equal(chess(NULL, "d4 Nf6 c4 d5", "fen", fen), "4");
    assert_string_equal(chess(NULL, "c4 d5 d4 Nf6", "fen", fen), "4");
}

static void missing_fields_match_any_and_a_dash_means_none(void **state)
{
    (void)state;
    const char *line = "e4 e5 Ke2 Ke7 Ke1 Ke8";
    const char *board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    char fen[128];
    assert_string_equal(chess(NULL, line, "fen", board), "2 6");
    snprintf(fen, sizeof fen, "%s w", board);
    assert_string_equal(chess(NULL, line, "fen", fen), "2 6");
    snprintf(fen, sizeof fen, "%s w -", board);
    assert_string_equal(chess(NULL, line, "fen", fen), "6");
    snprintf(fen, sizeof fen, "%s w KQkq", board);
    assert_string_equal(chess(NULL, line, "fen", fen), "2");
    snprintf(fen, sizeof fen, "%s b", board);
    assert_string_equal(chess(NULL, line, "fen", fen), "");
}

static void a_missing_ep_field_matches_with_and_without_the_right(void **state)
{
    (void)state;
    const char *line = "e4 Nf6 e5 d5"; /* exd6 is possible now, and no longer after the knights */
    const char *later = "e4 Nf6 e5 d5 Nf3 Ng8 Ng1 Nf6";
    const char *board = "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq";
    char fen[128];
    assert_string_equal(chess(NULL, later, "fen", board), "4 8");
    snprintf(fen, sizeof fen, "%s -", board);
    assert_string_equal(chess(NULL, line, "fen", fen), "");
    assert_string_equal(chess(NULL, later, "fen", fen), "8");
    snprintf(fen, sizeof fen, "%s d6", board);
    assert_string_equal(chess(NULL, later, "fen", fen), "4");
}

static void an_ep_square_that_no_pawn_can_use_is_none(void **state)
{
    (void)state;
    const char *fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_string_equal(chess(NULL, "e4", "fen", fen), "1");
}

static void several_positions_mean_any_of_them(void **state)
{
    (void)state;
    assert_string_equal(chess(NULL, "e4 e5", "fen", START_BOARD, "fen",
                              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"),
                        "0 1");
}

static void a_star_in_a_pattern_is_any_number_of_squares(void **state)
{
    (void)state;
    static const char corner[] = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
                      beside[] = "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1";
    assert_string_equal(chess(corner, "Ke2", "pattern", "*/*/*/*/*/*/*/R*"), "0 1");
    assert_string_equal(chess(beside, "Ke2", "pattern", "*/*/*/*/*/*/*/R*"), "");
    assert_string_equal(chess(beside, "Ke2", "pattern", "*/*/*/*/*/*/*/*R*"), "0 1");
}

static void patterns_know_wildcards_sets_and_negation(void **state)
{
    (void)state;
    const char *line = "e4 e5 Nf3 Nc6";
    assert_string_equal(chess(NULL, line, "pattern", "*/*/*/*/????P*/*/*/*"), "1 2 3 4");
    assert_string_equal(chess(NULL, line, "pattern", "*/*/*/????p*/*/*/*/*"), "2 3 4");
    assert_string_equal(chess(NULL, line, "pattern", "*/*/*/*/*/?????[NB]*/*/*"), "3 4");
    assert_string_equal(chess(NULL, line, "pattern",
                              "*/*/*/*/*/*/*/?????"
                              "?!N?"),
                        "3 4");
    assert_string_equal(chess(NULL, line, "pattern", "*/*/*/*/*/*/*/???????[^R]"), "");
    assert_string_equal(chess(NULL, line, "pattern", "*/*/*/*/*/*/????[^AQ]*/*"), "1 2 3 4");
    assert_string_equal(chess(NULL, line, "pattern", "*/*/*/*/*/*/????.*/*"), "1 2 3 4");
    assert_string_equal(chess(NULL, line, "pattern", "*/*/*/*/????A*/*/*/*"), "1 2 3 4");
    assert_string_equal(chess(NULL, line, "pattern", "?a*/*/*/*/*/*/*/*"), "0 1 2 3");
    assert_string_equal(chess(NULL, line, "pattern", "?w*/*/*/*/*/*/*/*"), "0 1 2 3");
    assert_string_equal(chess(NULL, line, "pattern", "*/*/*/*/8/*/*/* w"), "0");
    assert_string_equal(chess(NULL, line, "pattern", "*/*/*/*/*/*/*/* b"), "1 3");
    assert_string_equal(chess(NULL, line, "pattern", "*/*/*/*/*/*/*/*"), "0 1 2 3 4");
}

static void a_star_is_any_number_of_squares_of_its_row(void **state)
{
    (void)state;
    const char *fen = "4k3/8/8/8/1R1n4/8/8/2Q1K1R1 w - -"; /* Qc1-c2, Rb4xd4 */
    const char *line = "Qc2 Kd8 Rxd4+";
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*R*/*/*/*"), "0 1 2 3");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*R.n*/*/*/*"), "0 1 2");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*Rn*/*/*/*"), "");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*R*n*/*/*/*"), "0 1 2");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*n*R*/*/*/*"), "");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*4/*/*/*"), "0 1 2 3");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*5/*/*/*"), "");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*/*/*/*K1R."), "0 1 2 3");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*/*/*/*Q1K*R*"), "0");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*/*/*/*K*K*"), "");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*/*/*/*/**K**"), "0 1 2 3");
    assert_string_equal(chess(fen, line, "pattern", "*k3/*/*/*/*R*/*/*/*"), "0 1");
    assert_string_equal(
        chess(fen, line, "pattern", "*k3/*/*/*/*/*/*/*", "pattern", "*/*/*/*/*/*/*Q5/*"),
        "0 1 2 3");
    assert_string_equal(chess(fen, line, "pattern", "*q*k*/*/*/*/*/*/*/*"), "");
    assert_string_equal(chess(fen, line, "pattern", "*q*k*/*/*/*/*/*/*/*", "flip", NULL), "0");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*N1r*/*/*/*/*", "flip", NULL), "");
    assert_string_equal(chess(fen, line, "pattern", "*/*/*/*r1N*/*/*/*/*", "flip", NULL), "0 1 2");
    const char *chariot = "4k4/9/9/9/9/9/9/9/9/R2K5 w";
    assert_string_equal(xiangqi(chariot, "", "pattern", "*/*/*/*/*/*/*/*/*/*K2R"), "");
    assert_string_equal(xiangqi(chariot, "", "pattern", "*/*/*/*/*/*/*/*/*/*K2R", "mirror", NULL),
                        "0");
}

static void digits_in_patterns_are_empty_squares(void **state)
{
    (void)state;
    assert_string_equal(chess(NULL, "e4", "pattern", START_BOARD), "0");
    assert_string_equal(chess(NULL, "e4", "pattern", "*/*/*/*/4P3/*/*/*"), "1");
    assert_string_equal(chess(NULL, "d4 d5 e4", "pattern", "*/*/*/*/4P3/*/*/*"), "");
}

static void flip_finds_the_same_pattern_for_black(void **state)
{
    (void)state;
    const char *pattern = "*/*/*/*/????P*/*/*/* b"; /* a pawn on e4, the other side to move */
    assert_string_equal(chess(NULL, "d4 e5 e3", "pattern", pattern), "");
    assert_string_equal(chess(NULL, "d4 e5 e3", "pattern", pattern, "flip", NULL), "2");
}

static void flip_turns_pattern_and_material_together(void **state)
{
    (void)state;
    const char *fen = "4k3/8/8/8/8/8/4P3/R3K3 w - -"; /* White has rook and pawn */
    const char *pattern = "*/????p*/*/*/*/*/*/*";     /* flipped: a white pawn on e2 */
    assert_string_equal(chess(fen, "", "pattern", pattern, "material", "r1", "flip", NULL), "0");
    assert_string_equal(chess(fen, "", "pattern", pattern, "material", "R1", "flip", NULL), "");
}

static void material_is_exact_or_a_relation(void **state)
{
    (void)state;
    const char *fen = "4k2r/5p2/8/8/8/8/4PP2/R3K3 w - -";
    assert_string_equal(chess(fen, "", "material", "KRPPkrp"), "0");
    assert_string_equal(chess(fen, "", "material", "RPPrp"), "0");
    assert_string_equal(chess(fen, "", "material", "KRPkr"), "");
    assert_string_equal(chess(fen, "", "material", "KRPkrpp"), "");
    assert_string_equal(chess(fen, "", "material", "KRPkrpp", "flip", NULL), "0");
    assert_string_equal(chess(fen, "", "material", "R=r P>p"), "0");
    assert_string_equal(chess(fen, "", "material", "R=r, P>=p+1, Q0"), "0");
    assert_string_equal(chess(fen, "", "material", "P>p+1"), "");
    assert_string_equal(chess(fen, "", "material", "P=p+1"), "0");
    assert_string_equal(chess(fen, "", "material", "p=P-1"), "0");
    assert_string_equal(chess(fen, "", "material", "p<P"), "0");
    assert_string_equal(chess(fen, "", "material", "P<p"), "");
    assert_string_equal(chess(fen, "", "material", "P<p", "flip", NULL), "0");
    assert_string_equal(chess(fen, "", "material", "P<=2 P>1"), "0");
    assert_string_equal(chess(fen, "", "material", "P1-3 p1"), "0");
    assert_string_equal(chess(fen, "", "material", "P3+"), "");
    assert_string_equal(chess(fen, "", "material", "P0", "material", "p1"), "0");
    const char *minors = "4k3/8/2n5/8/8/8/8/1NB1K3 w - -";
    assert_string_equal(chess(minors, "", "material", "L2 l1"), "0");
    assert_string_equal(chess(minors, "", "material", "L=l+1 N=n"), "0");
    assert_string_equal(chess(minors, "", "material", "l>L"), "");
    assert_string_equal(chess(minors, "", "material", "l>L", "flip", NULL), "0");
    assert_string_equal(chess(minors, "", "material", "L3+"), "");
}

static void material_follows_captures_and_promotions(void **state)
{
    (void)state;
    const char *fen = "1n2k3/P7/8/8/8/8/8/4K3 w - -";
    assert_string_equal(chess(fen, "axb8=Q+ Ke7 Qb4+", "material", "KQk"), "1 2 3");
    assert_string_equal(chess(fen, "axb8=Q+ Ke7 Qb4+", "material", "KPkn"), "0");
    const char *ep = "4k3/8/8/8/4p3/8/3P4/4K3 w - -";
    assert_string_equal(chess(ep, "d4 exd3 Ke1d2", "material", "p1 P0"), "2 3");
}

static void position_conditions_hold_at_the_same_ply(void **state)
{
    (void)state;
    assert_string_equal(chess(NULL, knights, "fen", START_BOARD, "ply", "1..5"), "4");
    assert_string_equal(
        chess(NULL, knights, "fen", START_BOARD, "pattern", "*/*/*/*/*/?????N*/*/*"), "");
    assert_string_equal(chess(NULL, knights, "ply", "2..3,7"), "2 3 7");
    assert_string_equal(chess(NULL, "e4", "ply", "40"), "");
    assert_string_equal(chess(NULL, knights, "pattern", "*/*/*/*/*/?????N*/*/*", "ply", "2..5"),
                        "2 5");
}

static void the_line_is_the_beginning_of_the_game(void **state)
{
    (void)state;
    assert_string_equal(chess(NULL, "e4 c5 Nf3", "moves", "1.e4 c5"), "game");
    assert_string_equal(chess(NULL, "e4 c5 Nf3", "moves", "1. e4 c5 2. Nf3"), "game");
    assert_string_equal(chess(NULL, "e4 c5 Nf3", "moves", "1 e2e4 c7c5"), "game");
    assert_string_equal(chess(NULL, "e4 c5 Nf3", "moves", "1.e4 1...e5"), "");
    assert_string_equal(chess(NULL, "e4", "moves", "1.e4 c5"), "");
    assert_string_equal(chess(NULL, "c4 d5 d4", "moves", "d4 d5 c4"), "");
    assert_string_equal(chess(NULL, "c4 d5 d4", "moves", "d4", "moves", "c4!?"), "game");
    assert_string_equal(chess("4k3/8/8/8/8/8/4P3/4K3 w - -", "e4", "moves", "e4"), "");
}

static void endings_are_asked_of_the_last_position(void **state)
{
    (void)state;
    assert_string_equal(chess(NULL, "f3 e5 g4 Qh4#", "mate", NULL), "game");
    assert_string_equal(chess(NULL, "f3 e5 g4", "mate", NULL), "");
    const char *fen = "7k/8/8/6Q1/8/8/8/K7 w - -";
    assert_string_equal(chess(fen, "Qg6", "stalemate", NULL), "game");
    assert_string_equal(chess(fen, "Qg6", "mate", NULL), "");
    assert_string_equal(chess(fen, "Qg6", "mate", NULL, "stalemate", NULL), "game");
}

static void repetition_is_three_times_the_same_position(void **state)
{
    (void)state;
    assert_string_equal(chess(NULL, knights, "repetition", NULL), "game");
    assert_string_equal(chess(NULL, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "repetition", NULL), "");
    assert_string_equal(chess(NULL, "Nf3 Nf6 Ng1 Ng8 e4 Nf6 Nf3 Ng8 Ng1", "repetition", NULL), "");
}

static void inversion_takes_whole_games(void **state)
{
    (void)state;
    assert_string_equal(chess(NULL, "e4", "invert", NULL, "fen", START_BOARD), "");
    assert_string_equal(chess(NULL, "e4", "invert", NULL, "fen", START_BOARD " b"), "game");
    assert_string_equal(chess(NULL, "e4", "invert", NULL, "player", "tal", "moves", "e4"), "game");
    assert_string_equal(chess(NULL, "e4", "invert", NULL, "moves", "e4"), "");
}

static void a_structure_needs_no_kings(void **state)
{
    (void)state;
    const char *line = "e4 d5 exd5 Qxd5 Nc3";
    assert_string_equal(
        chess(NULL, line, "structure", "rnbq1bnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQ1BNR"), "4 5");
    assert_string_equal(
        chess(NULL, line, "structure", "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR"), "4 5");
    assert_string_equal(chess(NULL, line, "structure", "8/ppp1pppp/8/8/8/8/PPPP1PPP/8"), "");
    assert_string_equal(
        xiangqi("4k4/9/9/2P6/9/9/9/9/9/3K4R w", "i0i1", "structure", "9/9/9/6P2/9/9/9/9/9/R8"),
        "0 1");
    assert_string_equal(refusal(GAME_CHESS, "structure", "P7/8/8/8/8/8/8/8"),
                        "--structure: a pawn stands on the first or last rank (column 1)");
    assert_string_equal(refusal(GAME_XIANGQI, "structure", "9/9/9/9/9/9/9/9/9/9/9"),
                        "--structure: the board has more than 10 ranks (column 20)");
}

static void xiangqi_positions_are_found_too(void **state)
{
    (void)state;
    const char *line = "h2e2 h9g7 h0g2";
    assert_string_equal(
        xiangqi(NULL, line, "fen",
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"),
        "1");
    assert_string_equal(
        xiangqi(NULL, line, "fen",
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
        "0");
    assert_string_equal(xiangqi(NULL, line, "pattern", "*/*/*/*/*/*/*/????C*/*/*"), "1 2 3");
    assert_string_equal(xiangqi(NULL, line, "pattern", "*/*/*/*/*/*/*/????w*/*/*"), "");
    assert_string_equal(xiangqi(NULL, line, "pattern", "*/*/*/*/*/*/*/????W*/*/* r"), "2");
    assert_string_equal(xiangqi(NULL, line, "pattern", "???A*/*/*/*/*/*/*/*/*/*"), "");
    assert_string_equal(xiangqi(NULL, line, "pattern", "???a*/*/*/*/*/*/*/*/*/*", "ply", "0"), "0");
    assert_string_equal(
        xiangqi(NULL, "c3c4 h7e7", "pattern", "*/*/*/*/*/*/*/????C*/*/*", "flip", NULL), "2");
    assert_string_equal(xiangqi(NULL, line, "moves", "h2e2 h9g7"), "game");
    assert_string_equal(xiangqi(NULL, line, "moves", "h2e2 b9c7"), "");
    assert_string_equal(xiangqi(NULL, line, "moves", "1.炮二平五 马8进7 2. 马二进三"), "game");
    assert_string_equal(xiangqi(NULL, line, "moves", "炮二平五馬８進７馬二進三"), "game");
    assert_string_equal(xiangqi(NULL, line, "moves", "1. C2.5 H8+7 2. H2+3"), "game");
    assert_string_equal(xiangqi(NULL, line, "moves", "H2-E2 马8进7"), "game");
    assert_string_equal(xiangqi(NULL, line, "moves", "炮二平五 马2进3"), "");
    assert_string_equal(xiangqi(NULL, line, "moves", "炮八平五 马2进3", "mirror", NULL), "game");
    assert_string_equal(xiangqi("4k4/9/9/9/9/9/9/9/4A4/R2K5 w", "", "material", "RA"), "0");
    assert_string_equal(xiangqi("4k4/9/9/9/9/9/9/9/4A4/R2K5 w", "", "material", "ra", "flip", NULL),
                        "0");
    assert_string_equal(xiangqi(NULL, "h2h9 a9a8", "material", "n=N-1 C=c"), "1 2");
}

static void findings_are_those_of_the_rules_named(void **state)
{
    (void)state;
    const char *chase = "3k5/9/9/9/R8/9/2c6/9/9/5K3 w";
    const char *round = "a5a3 c3c5 a3a5 c5c3 a5a3 c3c5 a3a5 c5c3";
    const char *threat = "3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w";
    const char *threats = "h6g6 g9i7 g6h6 i7g9 h6g6 g9i7 g6h6 i7g9";
    assert_string_equal(xiangqi(chase, round, "has", "threefold"), "game");
    assert_string_equal(xiangqi(chase, round, "has", "perpetual-chase"), "game");
    assert_string_equal(xiangqi(chase, round, "has", "perpetual-check"), "");
    assert_string_equal(xiangqi(chase, round, "has", "perpetual-check", "has", "perpetual-chase"),
                        "game");
    assert_string_equal(xiangqi(chase, round, "has", "perpetual-chase", "ply", "4"), "4");
    assert_string_equal(xiangqi(chase, round, "has", "perpetual-chase", "invert", NULL), "");
    assert_string_equal(xiangqi(threat, threats, "has", "perpetual-threat"), "game");
    assert_string_equal(xiangqi(threat, threats, "has", "perpetual-threat", "rules", "axf"), "");
    assert_string_equal(xiangqi(threat, threats, "rules", "wxf", "has", "perpetual-threat"), "");
    assert_string_equal(chess(NULL, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "has", "threefold"), "game");
    assert_non_null(strstr(refusal(GAME_CHESS, "has", "mutual-check"), "is none of comments, "));
    assert_non_null(strstr(refusal(GAME_XIANGQI, "has", "fivefold"), "no-capture-limit"));
    assert_string_equal(xiangqi(chase, round, "rules", "CXA", "has", "perpetual-chase"), "game");
    assert_non_null(strstr(refusal(GAME_XIANGQI, "rules", "cx"), "is not cxa, wxf or axf"));
}

static void malformed_positions_are_refused_with_the_column(void **state)
{
    (void)state;
    const char *seven = "*/*/*/*/*/*/*";
    assert_string_equal(refusal(GAME_CHESS, "pattern", seven),
                        "--pattern: the board has too few rows (column 14)");
    assert_string_equal(refusal(GAME_CHESS, "pattern", "*/*/*/*/*/*/*/*/*"),
                        "--pattern: the board has too many rows (column 16)");
    assert_string_equal(refusal(GAME_CHESS, "pattern", "*/pppp5/*/*/*/*/*/*"),
                        "--pattern: the row is too long (column 7)");
    assert_string_equal(refusal(GAME_CHESS, "pattern", "ppp/*"),
                        "--pattern: the row is too short (column 4)");
    assert_string_equal(refusal(GAME_CHESS, "pattern", "*/*/*44K"),
                        "--pattern: the row is too long (column 8)");
    assert_non_null(strstr(refusal(GAME_CHESS, "pattern", "C*/"), "not a piece or a wildcard"));
    assert_non_null(strstr(refusal(GAME_CHESS, "pattern", "[RQ"), "ends too early (column 4)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "pattern", "[]*"), "empty brackets (column 2)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "pattern", "?!"), "ends too early (column 3)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "pattern", "0*/"), "not a piece"));
    assert_non_null(strstr(refusal(GAME_CHESS, "pattern", "*/*/*/*/*/*/*/* x"), "side to move"));
    assert_non_null(strstr(refusal(GAME_CHESS, "material", ""), "--material: expected pieces"));
    assert_non_null(strstr(refusal(GAME_CHESS, "material", "KRC"),
                           "letter: K Q R B N P, small ones for Black (column 3)"));
    assert_non_null(
        strstr(refusal(GAME_CHESS, "material", "KLk"), "small ones for Black (column 2)"));
    assert_non_null(
        strstr(refusal(GAME_XIANGQI, "material", "L1"), "small ones for Black (column 1)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "material", "KRPKR"), "as in KRPkr (column 4)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "material", "P3-1"), "backwards"));
    assert_non_null(strstr(refusal(GAME_CHESS, "material", "P1x"), "a blank"));
    assert_non_null(strstr(refusal(GAME_CHESS, "material", "P>"), "a number"));
    assert_non_null(strstr(refusal(GAME_CHESS, "material", "P100"), "up to 99"));
    assert_non_null(strstr(refusal(GAME_CHESS, "moves", "1.e4 e5 2.Ke3"), "(column 11)"));
    assert_non_null(strstr(refusal(GAME_CHESS, "moves", " "), "a move is missing"));
    assert_non_null(strstr(refusal(GAME_CHESS, "fen", "8/8/8/8/8/8/8/8 w"), "--fen: "));
    assert_non_null(strstr(refusal(GAME_XIANGQI, "moves", "h2e2 h2e2"), "(column 6)"));
}

static void the_table_of_options_is_what_a_query_understands(void **state)
{
    (void)state;
    struct error err;
    for (const struct query_option *o = query_options; o->name; o++) {
        struct query *q = query_new(GAME_XIANGQI, &err);
        bool added = query_add(q, o->name, o->argument ? "" : NULL, &err);
        assert_int_equal(added, o->argument == NULL);
        assert_true(added || !strstr(err.text, "is not a condition"));
        query_free(q);
    }
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_found_at_every_ply_where_it_stands),
        cmocka_unit_test(a_position_is_found_in_any_move_order),
        cmocka_unit_test(missing_fields_match_any_and_a_dash_means_none),
        cmocka_unit_test(a_missing_ep_field_matches_with_and_without_the_right),
        cmocka_unit_test(an_ep_square_that_no_pawn_can_use_is_none),
        cmocka_unit_test(several_positions_mean_any_of_them),
        cmocka_unit_test(a_star_in_a_pattern_is_any_number_of_squares),
        cmocka_unit_test(patterns_know_wildcards_sets_and_negation),
        cmocka_unit_test(a_star_is_any_number_of_squares_of_its_row),
        cmocka_unit_test(digits_in_patterns_are_empty_squares),
        cmocka_unit_test(flip_finds_the_same_pattern_for_black),
        cmocka_unit_test(flip_turns_pattern_and_material_together),
        cmocka_unit_test(material_is_exact_or_a_relation),
        cmocka_unit_test(material_follows_captures_and_promotions),
        cmocka_unit_test(position_conditions_hold_at_the_same_ply),
        cmocka_unit_test(the_line_is_the_beginning_of_the_game),
        cmocka_unit_test(endings_are_asked_of_the_last_position),
        cmocka_unit_test(repetition_is_three_times_the_same_position),
        cmocka_unit_test(findings_are_those_of_the_rules_named),
        cmocka_unit_test(inversion_takes_whole_games),
        cmocka_unit_test(a_structure_needs_no_kings),
        cmocka_unit_test(xiangqi_positions_are_found_too),
        cmocka_unit_test(malformed_positions_are_refused_with_the_column),
        cmocka_unit_test(the_table_of_options_is_what_a_query_understands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
