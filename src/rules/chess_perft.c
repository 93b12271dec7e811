/* Chess: perft, through the same functions that everything else uses. */
#include "rules/chess.h"

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
        struct position next = *pos;
        chess_play(&next, list[i]);
        nodes += chess_perft(&next, depth - 1);
    }
    return nodes;
}
