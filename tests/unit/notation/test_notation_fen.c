/* FEN and EPD: what is read is written back, and what is wrong is named where it stands. */
#include <stdio.h>

#include "tests/unit/notation_games.h"

static const char *const starts[GAME_COUNT] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
};

static void comes_back_from_its_fen(const struct position *pos)
{
    for (int shredder = 0; shredder <= 1; shredder++) {
        char fen[FEN_MAX], again[FEN_MAX];
        struct position copy;
        struct fen_report report;
        size_t len = fen_format(pos, shredder == 1, fen);
        assert_int_equal(len, strlen(fen));
        assert_true(fen_parse((enum game)pos->game, fen, len, &copy, &report));
        assert_string_equal(report.text, "");
        assert_int_equal(report.fields, 6);
        assert_true(copy.key == pos->key);
        assert_memory_equal(copy.board, pos->board, sizeof copy.board);
        assert_memory_equal(copy.castling, pos->castling, sizeof copy.castling);
        assert_int_equal(copy.ep, pos->ep);
        assert_int_equal(copy.halfmove_clock, pos->halfmove_clock);
        assert_int_equal(copy.move_number, pos->move_number);
        fen_format(&copy, shredder == 1, again);
        assert_string_equal(again, fen);
    }
}

static void comes_back_from_its_epd(const struct position *pos)
{
    char epd[FEN_MAX];
    struct position copy;
    struct epd_operation operations[EPD_OPERATIONS_MAX];
    struct fen_report report;
    size_t count, len = epd_format(pos, epd);
    assert_true(epd_parse((enum game)pos->game, epd, len, &copy, operations, &count, &report));
    assert_int_equal(count, 0);
    assert_true(copy.key == pos->key);
}

static void visit_fen(const struct position *pos)
{
    comes_back_from_its_fen(pos);
    comes_back_from_its_epd(pos);
}

static void every_position_of_random_games_comes_back(void **state)
{
    (void)state;
    struct position start;
    for (int game = GAME_CHESS; game < GAME_COUNT; game++) {
        pos_start(&start, (enum game)game);
        visit_random_games(30, &start, visit_fen);
    }
    visit_random_games(60, NULL, visit_fen);
}

static void start_positions_are_written_as_usual(void **state)
{
    (void)state;
    for (int game = GAME_CHESS; game < GAME_COUNT; game++) {
        char fen[FEN_MAX];
        struct position pos;
        pos_start(&pos, (enum game)game);
        fen_format(&pos, false, fen);
        assert_string_equal(fen, starts[game]);
    }
}

static void castling_is_written_as_x_fen_or_shredder_fen(void **state)
{
    (void)state;
    static const struct {
        const char *given, *x_fen, *shredder;
        bool chess960;
    } rows[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", "HAha", false},
        {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq", "HAha", false},
        {"r3k2r/8/8/8/8/8/8/R3K2R w qK - 0 1", "Kq", "Ha", false},
        {"4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "K", "H", false},
        {"4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "F", "F", true},
        {"1r2k3/8/8/8/8/8/8/4K3 w q - 0 1", "q", "b", true},
        {"rr2k3/8/8/8/8/8/8/4K3 w b - 0 1", "b", "b", true},
        {"4k3/8/8/8/8/8/8/1R1K2R1 w KQ - 0 1", "KQ", "GB", true},
        {"4k3/8/8/8/8/8/8/1R1K2R1 w - - 0 1", "-", "-", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = position_of(GAME_CHESS, rows[i].given);
        char fen[FEN_MAX], expected[FEN_MAX];
        int board = (int)(strchr(rows[i].given, ' ') - rows[i].given);
        snprintf(expected, sizeof expected, "%.*s w %s - 0 1", board, rows[i].given, rows[i].x_fen);
        fen_format(&pos, false, fen);
        assert_string_equal(fen, expected);
        snprintf(expected, sizeof expected, "%.*s w %s - 0 1", board, rows[i].given,
                 rows[i].shredder);
        fen_format(&pos, true, fen);
        assert_string_equal(fen, expected);
        assert_int_equal(pos_is_chess960(&pos), rows[i].chess960);
    }
}

static void report_says_how_castling_and_en_passant_were_given(void **state)
{
    (void)state;
    struct position pos;
    struct fen_report report;
    const char *files = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    assert_true(fen_parse(GAME_CHESS, files, strlen(files), &pos, &report));
    assert_true(report.shredder);
    assert_false(report.ep_given);
    const char *letters = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_true(fen_parse(GAME_CHESS, letters, strlen(letters), &pos, &report));
    assert_false(report.shredder);
    assert_true(report.ep_given);
    assert_int_equal(pos.ep, NO_SQUARE);
    assert_string_equal(report.text, "");
}

static void missing_fields_have_defaults(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/4K2R",           "4k3/8/8/8/8/8/8/4K2R w",
        "4k3/8/8/8/8/8/8/4K2R w -",       "  4k3/8/8/8/8/8/8/4K2R   w\t-  - ",
        "4k3/8/8/8/8/8/8/4K2R w - - 0",   "4k3/8/8/8/8/8/8/4K2R  w  -  -  0  1\r\n",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 0",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position pos = position_of(GAME_CHESS, fens[i]);
        char fen[FEN_MAX];
        fen_format(&pos, false, fen);
        assert_string_equal(fen, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    }
}

static void xiangqi_letters_and_sides_of_other_programs_are_read(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "rhbakabhr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHBAKABHR",
        "rneakaenr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNEAKAENR r",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR R - -",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position pos = position_of(GAME_XIANGQI, fens[i]);
        char fen[FEN_MAX];
        fen_format(&pos, false, fen);
        assert_string_equal(fen, starts[GAME_XIANGQI]);
    }
}

static void malformed_fens_are_named_with_their_column(void **state)
{
    (void)state;
    static const struct {
        enum game game;
        const char *fen;
        enum fen_fault fault;
        size_t column;
        const char *text;
    } rows[] = {
        {GAME_CHESS, "", FEN_BOARD, 0, "there is no board"},
        {GAME_CHESS, "   ", FEN_BOARD, 3, "there is no board"},
        {GAME_CHESS, "4k3/8/45/8/8/8/8/4K3 w - - 0 1", FEN_BOARD, 7, "rank 6 has 9 squares, not 8"},
        {GAME_CHESS, "4k3/8/8p/8/8/8/8/4K3 w - - 0 1", FEN_BOARD, 7, "rank 6 has 9 squares, not 8"},
        {GAME_CHESS, "4k3/9/8/8/8/8/8/4K3 w - - 0 1", FEN_BOARD, 4, "rank 7 has 9 squares, not 8"},
        {GAME_CHESS, "4k3/7/8/8/8/8/8/4K3 w - - 0 1", FEN_BOARD, 5, "rank 7 has 7 squares, not 8"},
        {GAME_CHESS, "4k3/1/8/8/8/8/8/4K3 w - - 0 1", FEN_BOARD, 5, "rank 7 has 1 square, not 8"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K2 w - - 0 1", FEN_BOARD, 19, "rank 1 has 7 squares, not 8"},
        {GAME_CHESS, "4k3/8/2x5/8/8/8/8/4K3 w", FEN_BOARD, 7, "unknown piece letter 'x'"},
        {GAME_CHESS, "4k3/8/80/8/8/8/8/4K3 w", FEN_BOARD, 7, "unknown piece letter '0'"},
        {GAME_CHESS, "4k3/8/8\x01/8/8/8/8/4K3 w", FEN_BOARD, 7, "unknown piece letter \\x01"},
        {GAME_CHESS, "4k3/8/8/8/8/8/4K3 w", FEN_BOARD, 17, "the board has 7 ranks, not 8"},
        {GAME_CHESS, "8", FEN_BOARD, 1, "the board has 1 rank, not 8"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/8/4K3 w", FEN_BOARD, 17, "the board has more than 8 ranks"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K3 x - - 0 1", FEN_SIDE, 20,
         "the side to move must be w or b"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K3 r - - 0 1", FEN_SIDE, 20,
         "the side to move must be w or b"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K3 wb - - 0 1", FEN_SIDE, 20,
         "the side to move must be w or b"},
        {GAME_CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KQxq - 0 1", FEN_CASTLING, 28,
         "'x' is not a castling right"},
        {GAME_CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", FEN_CASTLING, 27,
         "'-' is not a castling right"},
        {GAME_CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", FEN_CASTLING, 27,
         "castling right 'K' is given twice"},
        {GAME_CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1", FEN_CASTLING, 27,
         "castling right 'H' is given twice"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", FEN_EP, 24,
         "the en passant field must be a square or -"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K3 w - - x 1", FEN_CLOCK, 26,
         "the halfmove clock must be a number"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K3 w - - -1 1", FEN_CLOCK, 26,
         "the halfmove clock must be a number"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K3 w - - 99999999999 1", FEN_CLOCK, 26,
         "the halfmove clock must be a number"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K3 w - - 0 1.", FEN_NUMBER, 28,
         "the move number must be a number"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K3 w - - 0 1  moves", FEN_TRAILING, 31,
         "text after the last field"},
        {GAME_XIANGQI, "4k4/9/9/9/9/9/9/9/9/4K4 x", FEN_SIDE, 24,
         "the side to move must be w, r or b"},
        {GAME_XIANGQI, "4k4/9/9/9/9/9/9/9/4K4 w", FEN_BOARD, 21, "the board has 9 ranks, not 10"},
        {GAME_XIANGQI, "4k4/9/91/9/9/9/9/9/9/3K5 w", FEN_BOARD, 7, "rank 7 has 10 squares, not 9"},
        {GAME_XIANGQI, "4k4/9/9/9/9/9/9/9/9/3KQ4 w", FEN_BOARD, 22, "unknown piece letter 'Q'"},
        {GAME_XIANGQI, "4k4/9/9/9/9/9/9/9/9/3K5 w KQ - 0 1", FEN_CASTLING, 26,
         "the third field must be -"},
        {GAME_XIANGQI, "4k4/9/9/9/9/9/9/9/9/3K5 w - e3 0 1", FEN_EP, 28,
         "the fourth field must be -"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos;
        struct fen_report report;
        assert_false(fen_parse(rows[i].game, rows[i].fen, strlen(rows[i].fen), &pos, &report));
        assert_string_equal(report.text, rows[i].text);
        assert_int_equal(report.fault, rows[i].fault);
        assert_int_equal(report.column, rows[i].column);
    }
}

static void positions_that_cannot_be_are_named(void **state)
{
    (void)state;
    static const struct {
        enum game game;
        const char *fen;
        enum setup_fault fault;
        bool playable;
        size_t column;
        const char *text;
    } rows[] = {
        {GAME_CHESS, "4k3/8/8/8/8/8/8/8 w", SETUP_NO_KING, false, 0, "White has no king"},
        {GAME_CHESS, "8/8/8/8/8/8/8/4K3 w", SETUP_NO_KING, false, 0, "Black has no king"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4KK2 w", SETUP_MANY_KINGS, false, 18, "White has 2 kings"},
        {GAME_CHESS, "4k2P/8/8/8/8/8/8/4K3 w", SETUP_PAWN_RANK, false, 3, "a pawn on h8"},
        {GAME_XIANGQI, "4k4/9/9/9/9/9/9/9/9/4K4 w", SETUP_KINGS_FACE, false, 21,
         "the generals (帅, 将) face each other on file e with nothing between them"},
        {GAME_XIANGQI, "3k5/9/9/9/9/9/9/9/9/9 w", SETUP_NO_KING, false, 0,
         "Red has no general (帅)"},
        {GAME_XIANGQI, "3k1k3/9/9/9/9/9/9/9/9/4K4 w", SETUP_MANY_KINGS, false, 3,
         "Black has 2 generals (将)"},
        {GAME_XIANGQI, "3k5/9/9/9/9/9/9/9/6B2/4K4 w", SETUP_PLACEMENT, false, 19,
         "Red's elephant (相) stands on g1, where it can never come"},
        {GAME_XIANGQI, "3k5/9/9/p8/p8/9/9/9/9/4K4 w", SETUP_PAWNS_DOUBLED, false, 8,
         "Black has two soldiers (卒) on file a before the river"},
        {GAME_XIANGQI, "3k5/9/9/9/9/rrr6/9/9/9/4K4 w", SETUP_MANY_PIECES, false, 14,
         "Black has 3 chariots (车)"},
        {GAME_XIANGQI, "3k5/9/9/9/9/9/9/9/9/3RK4 w", SETUP_OPPONENT_IN_CHECK, false, 25,
         "Black is in check, but it is Red's turn"},
        {GAME_XIANGQI, "3k5/9/9/9/9/9/9/9/9/5K3 w - - 999 1", SETUP_CLOCK, true, 30,
         "the halfmove clock cannot be so high"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", SETUP_EP, true, 24,
         "no pawn can just have passed over the en passant square"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", SETUP_CASTLING, true, 24,
         "castling right Q without a rook"},
        {GAME_CHESS, "4k3/8/8/8/8/8/8/4K2R w HB - 0 1", SETUP_CASTLING, true, 24,
         "castling right B without a rook"},
        {GAME_CHESS, "8/4k2r/8/8/8/8/8/4K2R w Kk - 0 1", SETUP_CASTLING, true, 25,
         "castling right k with the king off its first rank"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos;
        struct fen_report report;
        bool playable = fen_parse(rows[i].game, rows[i].fen, strlen(rows[i].fen), &pos, &report);
        assert_string_equal(report.text, rows[i].text);
        assert_int_equal(playable, rows[i].playable);
        assert_int_equal(report.fault, playable ? FEN_OK : FEN_SETUP);
        assert_true(report.setup & 1u << rows[i].fault);
        assert_int_equal(report.column, rows[i].column);
    }
}

static void an_error_is_told_before_a_warning(void **state)
{
    (void)state;
    const char *fen = "4k3/8/8/8/8/8/8/4R2K w KQ - 0 1";
    struct position pos;
    struct fen_report report;
    assert_false(fen_parse(GAME_CHESS, fen, strlen(fen), &pos, &report));
    assert_string_equal(report.text, "the side not to move is in check");
    assert_int_equal(report.column, 21);
    assert_true(report.setup & 1u << SETUP_CASTLING);
}

static void any_cut_or_changed_byte_of_a_fen_is_survived(void **state)
{
    (void)state;
    for (int game = GAME_CHESS; game < GAME_COUNT; game++) {
        char fen[FEN_MAX];
        size_t len = strlen(starts[game]);
        for (size_t i = 0; i < len; i++) {
            for (int byte = 0; byte < 256; byte++) {
                struct position pos;
                struct fen_report report;
                memcpy(fen, starts[game], len);
                fen[i] = (char)byte;
                bool whole = fen_parse((enum game)game, fen, len, &pos, &report);
                assert_true(whole || report.text[0] != '\0');
                assert_true(report.column <= len);
                fen_parse((enum game)game, fen, i + 1, &pos, &report);
                assert_true(report.column <= i + 1);
            }
        }
    }
}

/* --- EPD ------------------------------------------------------------------------------------- */

static void has_operation(const struct epd_operation *op, const char *opcode, const char *operands)
{
    assert_int_equal(op->opcode_len, strlen(opcode));
    assert_memory_equal(op->opcode, opcode, op->opcode_len);
    assert_int_equal(op->operands_len, strlen(operands));
    assert_memory_equal(op->operands, operands, op->operands_len);
}

static void epd_operations_are_split_outside_strings(void **state)
{
    (void)state;
    const char *line = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O  Rh8+ ; id \"a;b, c\" ;noop;"
                       "c0 \"x\"; acd 12;; ce -31 ";
    struct position pos;
    struct epd_operation operations[EPD_OPERATIONS_MAX];
    struct fen_report report;
    size_t count;
    assert_true(epd_parse(GAME_CHESS, line, strlen(line), &pos, operations, &count, &report));
    assert_string_equal(report.text, "");
    assert_int_equal(report.fields, 4);
    assert_int_equal(count, 6);
    has_operation(&operations[0], "bm", "O-O  Rh8+");
    has_operation(&operations[1], "id", "\"a;b, c\"");
    has_operation(&operations[2], "noop", "");
    has_operation(&operations[3], "c0", "\"x\"");
    has_operation(&operations[4], "acd", "12");
    has_operation(&operations[5], "ce", "-31");
}

static void epd_counters_set_the_position(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "4k3/8/8/8/8/8/8/4K2R b K - hmvc 7; fmvn 31;",
        "4k3/8/8/8/8/8/8/4K2R b K - 7 31",
        "4k3/8/8/8/8/8/8/4K2R b K - 7 31 ",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct position pos;
        struct epd_operation operations[EPD_OPERATIONS_MAX];
        struct fen_report report;
        size_t count;
        assert_true(
            epd_parse(GAME_CHESS, lines[i], strlen(lines[i]), &pos, operations, &count, &report));
        assert_int_equal(count, i == 0 ? 2 : 0);
        assert_int_equal(pos.halfmove_clock, 7);
        assert_int_equal(pos.move_number, 31);
    }
}

static void malformed_operations_are_named_and_those_before_kept(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        size_t count, column;
        const char *text;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/4K2R w K - bm Ra1; id \"open;", 1, 38, "the string is not closed"},
        {"4k3/8/8/8/8/8/8/4K2R w K - bm Ra1; -x 3;", 1, 35, "an operation must begin with a name"},
        {"4k3/8/8/8/8/8/8/4K2R w K - bm Ra1; a+b 3;", 1, 36, "an operation must begin with a name"},
        {"4k3/8/8/8/8/8/8/4K2R w K - id \"a\"; hmvc x;", 1, 40, "hmvc needs a number"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos;
        struct epd_operation operations[EPD_OPERATIONS_MAX];
        struct fen_report report;
        size_t count;
        assert_true(epd_parse(GAME_CHESS, rows[i].line, strlen(rows[i].line), &pos, operations,
                              &count, &report));
        assert_int_equal(report.fault, FEN_TRAILING);
        assert_string_equal(report.text, rows[i].text);
        assert_int_equal(report.column, rows[i].column);
        assert_int_equal(count, rows[i].count);
    }
}

static void operations_beyond_the_limit_are_refused(void **state)
{
    (void)state;
    char line[512] = "4k3/8/8/8/8/8/8/4K3 w - -";
    struct position pos;
    struct epd_operation operations[EPD_OPERATIONS_MAX];
    struct fen_report report;
    size_t count;
    for (int i = 0; i <= EPD_OPERATIONS_MAX; i++)
        strcat(line, " a 1;");
    assert_true(epd_parse(GAME_CHESS, line, strlen(line), &pos, operations, &count, &report));
    assert_int_equal(count, EPD_OPERATIONS_MAX);
    assert_int_equal(report.fault, FEN_TRAILING);
    assert_string_equal(report.text, "more than 64 operations");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_random_games_comes_back),
        cmocka_unit_test(start_positions_are_written_as_usual),
        cmocka_unit_test(castling_is_written_as_x_fen_or_shredder_fen),
        cmocka_unit_test(report_says_how_castling_and_en_passant_were_given),
        cmocka_unit_test(missing_fields_have_defaults),
        cmocka_unit_test(xiangqi_letters_and_sides_of_other_programs_are_read),
        cmocka_unit_test(malformed_fens_are_named_with_their_column),
        cmocka_unit_test(positions_that_cannot_be_are_named),
        cmocka_unit_test(an_error_is_told_before_a_warning),
        cmocka_unit_test(any_cut_or_changed_byte_of_a_fen_is_survived),
        cmocka_unit_test(epd_operations_are_split_outside_strings),
        cmocka_unit_test(epd_counters_set_the_position),
        cmocka_unit_test(malformed_operations_are_named_and_those_before_kept),
        cmocka_unit_test(operations_beyond_the_limit_are_refused),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
