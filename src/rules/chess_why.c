/* Chess: why a move is not legal. */
#include "rules/chess.h"

struct illegality chess_why_illegal(const struct position *pos, enum piece_type type, int file,
                                    int rank, square to, enum piece_type promotion)
{
    (void)pos, (void)type, (void)file, (void)rank, (void)to, (void)promotion;
    return (struct illegality){ILLEGAL_CANNOT_REACH, NO_SQUARE, NO_SQUARE};
}

struct illegality chess_why_no_castling(const struct position *pos, enum side side)
{
    (void)pos, (void)side;
    return (struct illegality){ILLEGAL_CASTLING_RIGHT, NO_SQUARE, NO_SQUARE};
}
