/* What a side could reach by a few checks in a row: mate (杀), or a man that is then taken (抽). The
   search is short and its size bounded: what lies deeper is no threat that a referee would see. */
#include "rules/xiangqi.h"
#include "rules/xiangqi_cycle.h"

enum { CHECKS_MAX = 3, POSITIONS_MAX = 1000 };

struct search {
    bool for_man; /* not only mate, but a man will do */
    int budget;   /* positions that may still be looked at */
};

static bool succeeds(struct search *s, const struct position *pos, int checks);

/* Whether every answer to a check leads on. One that takes a man costs too much to win another. */
static bool all_answers_fail(struct search *s, const struct position *pos, int checks)
{
    move list[MOVES_MAX];
    const int n = xiangqi_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        if (s->for_man && pos->board[move_to(GAME_XIANGQI, list[i])] != NO_PIECE)
            return false;
        xiangqi_play(&next, list[i]);
        if (!(s->for_man && xiangqi_wins_man(&next, RULES_CXA)) &&
            (checks == 0 || !succeeds(s, &next, checks)))
            return false;
    }
    return true;
}

/* Whether the side to move gets there with at most CHECKS moves, each a check. */
static bool succeeds(struct search *s, const struct position *pos, int checks)
{
    move list[MOVES_MAX];
    const int n = xiangqi_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        xiangqi_play(&next, list[i]);
        if (!xiangqi_in_check(&next))
            continue;
        if (--s->budget < 0)
            return false;
        if (all_answers_fail(s, &next, checks - 1))
            return true;
    }
    return false;
}

bool xiangqi_mates_at_once(const struct position *pos)
{
    return succeeds(&(struct search){false, POSITIONS_MAX}, pos, 1);
}

bool xiangqi_threatens_mate(const struct position *pos)
{
    struct position passed = *pos;
    xiangqi_play(&passed, NULL_MOVE);
    return succeeds(&(struct search){false, POSITIONS_MAX}, &passed, CHECKS_MAX);
}

bool xiangqi_threatens_by_checks(const struct position *before, const struct position *after)
{
    struct position passed = *after;
    xiangqi_play(&passed, NULL_MOVE);
    return succeeds(&(struct search){true, POSITIONS_MAX}, &passed, CHECKS_MAX) &&
           !succeeds(&(struct search){true, POSITIONS_MAX}, before, CHECKS_MAX);
}
