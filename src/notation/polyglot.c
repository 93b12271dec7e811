/* Polyglot's keys and moves. Source: the description of its book format. */
#include "notation/polyglot.h"

#include <inttypes.h>
#include <stdio.h>

enum { CASTLING = 768, EN_PASSANT = 772, TURN = 780 };

/* Men count from the black pawn in pairs of black and white. */
static uint64_t number_of_man(piece p, square s)
{
    static const uint8_t kinds[PIECE_TYPES] = {
        [PAWN] = 0, [KNIGHT] = 2, [BISHOP] = 4, [ROOK] = 6, [QUEEN] = 8, [KING] = 10};
    return polyglot_numbers[64 * (kinds[piece_type(p)] + (piece_color(p) == WHITE)) + s];
}

/* The file on which an e.p. capture looks possible, or -1. */
static int en_passant_file(const struct position *pos, move last)
{
    if (pos->ep != NO_SQUARE)
        return pos->ep & 7;
    const square from = move_from(GAME_CHESS, last), to = move_to(GAME_CHESS, last);
    const int step = to - from;
    if (last == NULL_MOVE || piece_type(pos->board[to]) != PAWN || (step != 16 && step != -16))
        return -1;
    const piece taker = piece_make((enum color)pos->turn, PAWN);
    const bool left = (to & 7) > 0 && pos->board[to - 1] == taker,
               right = (to & 7) < 7 && pos->board[to + 1] == taker;
    return left || right ? to & 7 : -1;
}

uint64_t polyglot_key(const struct position *pos, move last)
{
    uint64_t key = pos->turn == WHITE ? polyglot_numbers[TURN] : 0;
    const struct chess_sets *sets = &pos->sets.chess;
    for (uint64_t men = sets->color[WHITE] | sets->color[BLACK]; men; men &= men - 1) {
        const square s = (square)__builtin_ctzll(men);
        key ^= number_of_man(pos->board[s], s);
    }
    for (int color = WHITE; color <= BLACK; color++)
        for (int side = KING_SIDE; side <= QUEEN_SIDE; side++)
            if (pos->castling[color][side] != NO_SQUARE)
                key ^= polyglot_numbers[CASTLING + 2 * color + side];
    const int file = en_passant_file(pos, last);
    return file < 0 ? key : key ^ polyglot_numbers[EN_PASSANT + file];
}

size_t polyglot_key_format(const struct position *pos, move last, char out[POLYGLOT_KEY_MAX])
{
    return (size_t)snprintf(out, POLYGLOT_KEY_MAX, "%016" PRIx64, polyglot_key(pos, last));
}

uint16_t polyglot_move(move m)
{
    static const uint8_t promotions[PIECE_TYPES] = {
        [KNIGHT] = 1, [BISHOP] = 2, [ROOK] = 3, [QUEEN] = 4};
    const unsigned promotion = promotions[move_promotion(GAME_CHESS, m)];
    return (uint16_t)(move_to(GAME_CHESS, m) | move_from(GAME_CHESS, m) << 6 | promotion << 12);
}
