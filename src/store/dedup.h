/* Duplicates among the games of a store. Two games are the same if start position, moves, players,
   date and result are. A game is contained in another between the same players, both known, if its
   moves, ten plies at least, are the beginning of the other's or all of them. */
#ifndef QIPU_STORE_DEDUP_H
#define QIPU_STORE_DEDUP_H

#include "store/store.h"

/* Which of several that are the same stays. LONGEST: with the most moves of variations, comments
   and marks. Of equals the first. */
enum dedup_keep { DEDUP_FIRST, DEDUP_LAST, DEDUP_LONGEST, DEDUP_MOST_TAGS };

struct duplicate {
    game_id id, other;
    bool is_same; /* OTHER stays; else ID is contained in OTHER */
};

/* Find all: those that are the same first, each ascending by id. A game that is to go is contained
   in none. *PAIRS is the caller's to free. Takes some 16 bytes a game, at most 400 MB. */
bool store_find_duplicates(struct store *s, enum dedup_keep keep, struct duplicate **pairs,
                           size_t *count, struct error *err);

#endif
