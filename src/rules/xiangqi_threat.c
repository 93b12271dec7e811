/* Mate threats (杀): mate with the next move, or by checks that leave no way out. The search is short
   and its size bounded: a deeper mate is no threat that a referee would see. */
#include "rules/xiangqi.h"
#include "rules/xiangqi_cycle.h"

enum { CHECKS_MAX = 3, POSITIONS_MAX = 2000 };

static bool mates(const struct position *pos, int checks, int *budget);

/* Whether every answer to a check leads on to mate. */
static bool mates_after_all(const struct position *pos, int checks, int *budget)
{
    move list[MOVES_MAX];
    const int n = xiangqi_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        xiangqi_play(&next, list[i]);
        if (checks == 0 || !mates(&next, checks, budget))
            return false;
    }
    return true;
}

/* Whether the side to move mates with at most CHECKS moves, each a check. */
static bool mates(const struct position *pos, int checks, int *budget)
{
    move list[MOVES_MAX];
    const int n = xiangqi_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        xiangqi_play(&next, list[i]);
        if (!xiangqi_in_check(&next))
            continue;
        if (--*budget < 0)
            return false;
        if (mates_after_all(&next, checks - 1, budget))
            return true;
    }
    return false;
}

bool xiangqi_mates_at_once(const struct position *pos)
{
    int budget = POSITIONS_MAX;
    return mates(pos, 1, &budget);
}

bool xiangqi_threatens_mate(const struct position *pos)
{
    struct position passed = *pos;
    int budget = POSITIONS_MAX;
    xiangqi_play(&passed, NULL_MOVE);
    return mates(&passed, CHECKS_MAX, &budget);
}
