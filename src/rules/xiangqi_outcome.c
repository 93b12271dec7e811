/* Xiangqi: how a position ends a game. */
#include "rules/xiangqi.h"
#include "rules/xiangqi_board.h"

/* Only rooks, horses, cannons and soldiers attack a palace. Without any of them nobody is ever
   mated, nor stalemated: of all nine million positions of kings, advisors and elephants with the
   same side to move, none lacks a legal move. Other material is not judged, since a helpless side
   could still be mated. */
static bool is_dead(const struct position *pos)
{
    struct points rooks_cannons = points_or(men_of_type(pos, ROOK), men_of_type(pos, CANNON));
    struct points horses_pawns = points_or(men_of_type(pos, KNIGHT), men_of_type(pos, PAWN));
    return !points_any(points_or(rooks_cannons, horses_pawns));
}

enum outcome xiangqi_outcome(const struct position *pos)
{
    if (!xiangqi_has_legal_move(pos))
        return xiangqi_in_check(pos) ? OUTCOME_CHECKMATE : OUTCOME_STALEMATE;
    return is_dead(pos) ? OUTCOME_DEAD : OUTCOME_NONE;
}
