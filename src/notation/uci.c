/* Moves as engines write them: origin, target and, for a promotion, a small letter. Chess writes
   castling as the king's own step of two files, or in Chess960 as king takes rook. */
#include "notation/xiangqi_text.h"

#include <string.h>

/* Where the king lands. */
static square castling_target(move m)
{
    const square king = move_from(GAME_CHESS, m), rook = move_to(GAME_CHESS, m);
    return (square)((king & 56) + (rook > king ? 6 : 2));
}

size_t uci_format(const struct position *pos, move m, bool chess960, char out[SAN_MAX])
{
    const enum game game = (enum game)pos->game;
    if (m == NULL_MOVE) {
        memcpy(out, "0000", 5);
        return 4;
    }
    if (game == GAME_XIANGQI)
        return xiangqi_format(pos, m, NOTATION_UCI, out);
    square to = move_to(game, m);
    if (move_is_castling(game, m) && !chess960)
        to = castling_target(m);
    size_t len = square_format(game, move_from(game, m), out);
    len += square_format(game, to, out + len);
    const enum piece_type promotion = move_promotion(game, m);
    if (promotion != NO_PIECE) {
        out[len++] = piece_letter(game, piece_make(BLACK, promotion));
        out[len] = '\0';
    }
    return len;
}

/* The castling that FROM-TO means: king takes own rook, or the king two files off or more. */
static move parse_castling(const struct position *pos, square from, square to)
{
    const enum color us = (enum color)pos->turn;
    if (from != pos->king[us] || from >> 3 != to >> 3)
        return NULL_MOVE;
    for (int side = KING_SIDE; side <= QUEEN_SIDE; side++) {
        const square rook = pos->castling[us][side];
        const int files = (from & 7) - (to & 7);
        if (rook == NO_SQUARE)
            continue;
        const move m = move_make(GAME_CHESS, from, rook, KING);
        const bool two_files = (files > 1 || files < -1) && to == castling_target(m);
        if ((to == rook || two_files) && pos_is_legal(pos, m))
            return m;
    }
    return NULL_MOVE;
}

move uci_parse(const struct position *pos, const char *text, size_t len)
{
    if (pos->game == GAME_XIANGQI)
        return xiangqi_parse_uci(pos, text, len);
    if (len < 4 || len > 5)
        return NULL_MOVE;
    const square from = square_parse(GAME_CHESS, text, 2),
                 to = square_parse(GAME_CHESS, text + 2, 2);
    const piece promotion = len == 5 ? piece_from_letter(GAME_CHESS, text[4]) : 0;
    if (from == NO_SQUARE || to == NO_SQUARE || (len == 5 && promotion == 0))
        return NULL_MOVE;
    if (piece_type(promotion) == KING || piece_type(promotion) == PAWN)
        return NULL_MOVE;
    const move m = move_make(GAME_CHESS, from, to, piece_type(promotion));
    if (m != NULL_MOVE && pos_is_legal(pos, m))
        return m;
    return len == 4 ? parse_castling(pos, from, to) : NULL_MOVE;
}
