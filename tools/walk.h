/* The games of a store that pass a filter: each is looked at, where they are many by several
   threads through a connection each, and taken in the order of their numbers. What is taken is the
   same for any number of threads, and what waits until it is its turn is bounded. */
#ifndef QIPU_TOOLS_WALK_H
#define QIPU_TOOLS_WALK_H

#include "base/base.h"
#include "store/filter.h"

/* A game that is looked at. */
struct walked {
    unsigned worker; /* below `threads`; the same for calls that never overlap */
    const struct game_header *header;
    struct store_cursor *cursor; /* stands on the game */
    struct record *record;       /* of the worker, to read it into */
};

struct walk {
    struct store *store;
    const struct store_filter *filter; /* of it */
    unsigned threads;                  /* at least 1 */
    size_t part_games;                 /* a thread takes so many numbers at a time */
    uint64_t most;                     /* no more games than that pass, as far as is known */
    struct progress *progress;         /* that was started, or NULL */
    uint64_t games;                    /* so far: those that are looked at are added */

    /* Look at a game, on any thread, and append to OUT what is to be taken; perhaps in vain, if no
       more games are wanted. Returns 1: with VALUE it is to be taken, 0: it is not, -1 with ERR
       filled: the games from this one on cannot be. */
    int (*look)(void *closure, const struct walked *game, uint32_t *value, struct buffer *out,
                struct error *err);
    /* Take what was written for a game, on the calling thread. False: that was the last one. */
    bool (*take)(void *closure, game_id id, uint32_t value, const char *text, size_t len);
    void *closure;
};

/* Walk, until all are taken, `take` has had enough, or there is an interrupt. False with ERR filled
   once those before the fault are taken. */
bool walk_games(struct walk *walk, struct error *err);

#endif
