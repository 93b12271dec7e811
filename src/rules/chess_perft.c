/* Chess: perft, through the same functions that everything else uses. */
#include <stddef.h>
#include <string.h>

#include "rules/chess.h"

/* What chess uses of a position: xiangqi's sets, which share its memory, are larger. */
enum { CHESS_POSITION_SIZE = offsetof(struct position, sets) + sizeof(struct chess_sets) };

uint64_t chess_perft(const struct position *pos, int depth)
{
    move list[MOVES_MAX];
    uint64_t nodes = 0;
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return (uint64_t)chess_count_moves(pos);
    int n = chess_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        struct position next;
        memcpy(&next, pos, CHESS_POSITION_SIZE);
        chess_play(&next, list[i]);
        nodes += chess_perft(&next, depth - 1);
    }
    return nodes;
}
