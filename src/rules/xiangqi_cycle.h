/* What a move attacks, for judging repetition. Private to xiangqi_*.c. */
#ifndef QIPU_RULES_XIANGQI_CYCLE_H
#define QIPU_RULES_XIANGQI_CYCLE_H

#include "rules/repetition.h"
#include "rules/xiangqi_board.h"

/* Which men chase: soldiers count only where both sides attack. */
enum chasers { CHASERS_PIECES, CHASERS_SOLDIERS };

/* The men that the move M from BEFORE to AFTER chases: those of the side to move in AFTER that are
   attacked with a gain and were not before. */
struct points xiangqi_chased(const struct position *before, move m, const struct position *after,
                             enum chasers chasers, enum rule_book book);

/* Whether the side that is not to move could, with another move, mate by a few checks in a row. The
   side to move must not be in check. */
bool xiangqi_threatens_mate(const struct position *pos);

/* Whether the move from BEFORE to AFTER made it possible to win a man by a few checks in a row. */
bool xiangqi_threatens_by_checks(const struct position *before, const struct position *after);

/* Whether the side to move can take a man with a gain. */
bool xiangqi_wins_man(const struct position *pos, enum rule_book book);

/* Whether the side to move mates with its next move. */
bool xiangqi_mates_at_once(const struct position *pos);

#endif
