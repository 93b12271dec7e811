/* Repetition in whole games. */
#include "query/conditions.h"

bool repetition_holds(const struct record *rec)
{
    enum { THREEFOLD = 3, PLIES_MIN = 8 }; /* two returns to a position take four plies each */
    unsigned clock = 0;
    for (size_t ply = 1; ply <= rec->ply_count; ply++) {
        clock = rec->flags[ply] & PLY_ZEROING ? 0 : clock + 1;
        if (clock >= PLIES_MIN && repetition_count(rec->keys, ply + 1, clock) >= THREEFOLD)
            return true;
    }
    return false;
}
