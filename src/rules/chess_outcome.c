/* Chess: mate, stalemate, and the dead positions that their material shows. */
#include "rules/chess.h"

/* King against king, alone or with one knight or with bishops all on squares of one colour,
   whosever they are: no series of moves ends in mate (FIDE 5.2.2). */
static bool is_dead(const struct position *pos)
{
    const uint64_t *type = pos->sets.chess.type;
    if (type[PAWN] | type[ROOK] | type[QUEEN])
        return false;
    if (type[KNIGHT])
        return !type[BISHOP] && !set_has_several(type[KNIGHT]);
    return !(type[BISHOP] & LIGHT_SQUARES) || !(type[BISHOP] & ~LIGHT_SQUARES);
}

enum outcome chess_outcome(const struct position *pos)
{
    if (!chess_has_legal_move(pos))
        return pos->sets.chess.checkers ? OUTCOME_CHECKMATE : OUTCOME_STALEMATE;
    return is_dead(pos) ? OUTCOME_DEAD : OUTCOME_NONE;
}
