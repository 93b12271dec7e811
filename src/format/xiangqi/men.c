/* Men and points as files list them; see men.h. */
#include "format/xiangqi/men.h"

const uint8_t men_in_order[MEN_OF_SIDE] = {ROOK,   KNIGHT, BISHOP, ADVISOR, KING,   ADVISOR,
                                           BISHOP, KNIGHT, ROOK,   CANNON,  CANNON, PAWN,
                                           PAWN,   PAWN,   PAWN,   PAWN};

square men_point(unsigned x, unsigned y)
{
    return x < 9 && y < 10 ? square_make(GAME_XIANGQI, (int)x, 9 - (int)y) : NO_SQUARE;
}
