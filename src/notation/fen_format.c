/* FEN out, and the judgement of a setup put into words. Castling is written as X-FEN: K and Q mean
   the outermost rook, a file letter any other. */
#include "notation/fen.h"

#include <stdio.h>

bool pos_is_chess960(const struct position *pos)
{
    if (pos->game != GAME_CHESS)
        return false;
    for (int color = WHITE; color <= BLACK; color++) {
        const square *rooks = pos->castling[color];
        const bool king = rooks[KING_SIDE] != NO_SQUARE, queen = rooks[QUEEN_SIDE] != NO_SQUARE;
        if ((king || queen) && (pos->king[color] & 7) != 4)
            return true;
        if ((king && (rooks[KING_SIDE] & 7) != 7) || (queen && (rooks[QUEEN_SIDE] & 7) != 0))
            return true;
    }
    return false;
}

/* --- Writing --------------------------------------------------------------------------------- */

static char *put_board(const struct position *pos, char *out)
{
    const enum game game = (enum game)pos->game;
    for (int rank = board_sizes[game].ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < board_sizes[game].files; file++) {
            piece p = pos->board[square_make(game, file, rank)];
            if (p == 0) {
                empty++;
                continue;
            }
            if (empty > 0)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = piece_letter(game, p);
        }
        if (empty > 0)
            *out++ = (char)('0' + empty);
        if (rank > 0)
            *out++ = '/';
    }
    return out;
}

static char right_letter(const struct position *pos, enum color color, enum side side,
                         bool shredder)
{
    const square rook = pos->castling[color][side];
    const square outermost = fen_outermost_rook(pos->board, color, side, pos->king[color]);
    char letter = (char)('A' + (rook & 7));
    if (!shredder && rook == outermost)
        letter = side == KING_SIDE ? 'K' : 'Q';
    return color == WHITE ? letter : (char)(letter | 0x20);
}

static char *put_castling(const struct position *pos, bool shredder, char *out)
{
    const char *const start = out;
    for (int right = 0; right < 4 && pos->game == GAME_CHESS; right++) {
        const enum color color = (enum color)(right / 2);
        const enum side side = (enum side)(right % 2);
        if (pos->castling[color][side] != NO_SQUARE)
            *out++ = right_letter(pos, color, side, shredder);
    }
    if (out == start)
        *out++ = '-';
    return out;
}

static size_t put_four_fields(const struct position *pos, bool shredder, char *out)
{
    char *end = put_board(pos, out);
    *end++ = ' ';
    *end++ = pos->turn == WHITE ? 'w' : 'b';
    *end++ = ' ';
    end = put_castling(pos, shredder, end);
    *end++ = ' ';
    if (pos->game == GAME_CHESS && pos->ep != NO_SQUARE)
        end += square_format(GAME_CHESS, pos->ep, end);
    else
        *end++ = '-';
    *end = '\0';
    return (size_t)(end - out);
}

size_t fen_format(const struct position *pos, bool shredder, char out[FEN_MAX])
{
    size_t len = put_four_fields(pos, shredder, out);
    int more = snprintf(out + len, FEN_MAX - len, " %u %lu", (unsigned)pos->halfmove_clock,
                        (unsigned long)pos->move_number);
    return len + (size_t)more;
}

size_t epd_format(const struct position *pos, char out[FEN_MAX])
{
    return put_four_fields(pos, false, out);
}

/* --- Judging --------------------------------------------------------------------------------- */

static int count_kings(const struct fen_reader *r, enum color color, square *last)
{
    int kings = 0;
    for (square s = 0; s < board_sizes[r->game].squares; s++) {
        if (r->setup.board[s] != piece_make(color, KING))
            continue;
        kings++;
        *last = s;
    }
    return kings;
}

static void say_kings(struct fen_reader *r, bool missing)
{
    for (int color = WHITE; color <= BLACK; color++) {
        square last = NO_SQUARE;
        int kings = count_kings(r, (enum color)color, &last);
        if (missing && kings == 0) {
            fen_fail(r, FEN_SETUP, r->columns[0], "%s has no king",
                     color_word(GAME_CHESS, (enum color)color));
            return;
        }
        if (!missing && kings > 1) {
            fen_fail(r, FEN_SETUP, r->man_at[last], "%s has %d kings",
                     color_word(GAME_CHESS, (enum color)color), kings);
            return;
        }
    }
}

static void say_pawn_rank(struct fen_reader *r)
{
    for (square s = 0; s < 64; s++) {
        char name[SQUARE_TEXT_MAX];
        if (piece_type(r->setup.board[s]) != PAWN || (s >= 8 && s < 56))
            continue;
        square_format(GAME_CHESS, s, name);
        fen_fail(r, FEN_SETUP, r->man_at[s], "a pawn on %s", name);
        return;
    }
}

/* The men of COLOR by type; returns how many there are without the king. */
static int count_men(const struct fen_reader *r, enum color color, int count[PIECE_TYPES])
{
    int men = 0;
    for (square s = 0; s < 64; s++) {
        const piece p = r->setup.board[s];
        if (p == NO_PIECE || piece_color(p) != color || piece_type(p) == KING)
            continue;
        count[piece_type(p)]++;
        men++;
    }
    return men;
}

/* Of the first side that has more than a game can give it. */
static void say_many_men(struct fen_reader *r)
{
    static const int at_start[PIECE_TYPES] = {[KNIGHT] = 2, [BISHOP] = 2, [ROOK] = 2, [QUEEN] = 1};
    enum { PAWNS = 8, MEN = 15 };
    for (int color = WHITE; color <= BLACK; color++) {
        int count[PIECE_TYPES] = {0}, promoted = 0;
        const int men = count_men(r, (enum color)color, count), pawns = count[PAWN];
        const char *side = color_word(GAME_CHESS, (enum color)color);
        for (int type = KNIGHT; type <= QUEEN; type++)
            promoted += count[type] > at_start[type] ? count[type] - at_start[type] : 0;
        if (pawns > PAWNS)
            fen_fail(r, FEN_SETUP, r->columns[0], "%s has %d pawns", side, pawns);
        else if (men > MEN)
            fen_fail(r, FEN_SETUP, r->columns[0], "%s has %d men", side, men + 1);
        else if (pawns + promoted > PAWNS)
            fen_fail(r, FEN_SETUP, r->columns[0], "%s has %d pawns and %d promoted pieces", side,
                     pawns, promoted);
        else
            continue;
        return;
    }
}

/* Name the first right that the rules did not take over, by its letter in the text. */
static void say_castling(struct fen_reader *r, const struct position *pos)
{
    const char *field = r->text + r->columns[2];
    for (size_t i = 0; r->columns[2] + i < r->len && field[i] != ' ' && field[i] != '\t'; i++) {
        const enum color color = field[i] >= 'a' ? BLACK : WHITE;
        const char upper = (char)(field[i] & ~0x20);
        const square *given = r->setup.castling[color];
        enum side side = upper == 'Q' ? QUEEN_SIDE : KING_SIDE;
        if (upper <= 'H' && given[QUEEN_SIDE] != NO_SQUARE &&
            (given[QUEEN_SIDE] & 7) == upper - 'A')
            side = QUEEN_SIDE;
        if (pos->castling[color][side] == given[side])
            continue;
        const bool home = pos->king[color] >> 3 == (color == WHITE ? 0 : 7);
        fen_fail(r, FEN_SETUP, r->columns[2] + i,
                 home ? "castling right %c without a rook"
                      : "castling right %c with the king off its first rank",
                 field[i]);
        return;
    }
}

/* The field that a fault shows in, where it is not the board. */
static unsigned field_of(enum setup_fault fault)
{
    switch (fault) {
    case SETUP_OPPONENT_IN_CHECK: return 1;
    case SETUP_CASTLING: return 2;
    case SETUP_EP: return 3;
    case SETUP_CLOCK: return 4;
    default: return 0;
    }
}

static void say_fault(struct fen_reader *r, enum setup_fault fault, const struct position *pos)
{
    fen_fail(r, FEN_SETUP, r->columns[field_of(fault)], "%s", setup_fault_text(fault));
    if (r->game == GAME_XIANGQI)
        fen_say_xiangqi(r, fault);
    else if (fault == SETUP_NO_KING || fault == SETUP_MANY_KINGS)
        say_kings(r, fault == SETUP_NO_KING);
    else if (fault == SETUP_MANY_PIECES)
        say_many_men(r);
    else if (fault == SETUP_PAWN_RANK)
        say_pawn_rank(r);
    else if (fault == SETUP_CASTLING)
        say_castling(r, pos);
}

bool fen_finish(struct fen_reader *r, struct position *pos)
{
    const unsigned faults = pos_from_setup(pos, &r->setup);
    int first_error = SETUP_FAULTS, first_warning = SETUP_FAULTS;
    r->report->setup = faults;
    for (int fault = SETUP_FAULTS - 1; fault >= 0; fault--) {
        if ((faults & 1u << fault) == 0)
            continue;
        if (setup_fault_is_error((enum setup_fault)fault))
            first_error = fault;
        else
            first_warning = fault;
    }
    if (first_error != SETUP_FAULTS) {
        say_fault(r, (enum setup_fault)first_error, pos);
        return false;
    }
    if (first_warning != SETUP_FAULTS && r->report->text[0] == '\0') {
        say_fault(r, (enum setup_fault)first_warning, pos);
        r->report->fault = FEN_OK;
    }
    return true;
}
