/* Transpositions: how many games come to the positions behind the moves of one position, by
   whichever way. A game counts once at each, as it does in the index. */
#ifndef QIPU_REPORT_WAYS_H
#define QIPU_REPORT_WAYS_H

#include "base/base.h"
#include "rules/rules.h"

/* The position behind MOVE, and its games so far. */
struct way {
    move move;
    struct position position;
    key64 key, image_key; /* that of the mirror image if it counts too, else the same */
    uint64_t games;
};

/* One for each legal move, and for passing where that may be. */
struct ways {
    struct way *items;
    size_t count;
    uint64_t filter; /* bit (key mod 64) of all keys, to dismiss most positions at once */
};

/* WITH_IMAGES: mirror images count too. False if memory is out. Freed with ways_free. */
bool ways_init(struct ways *w, const struct position *at, bool with_images);
void ways_free(struct ways *w);

/* Append to OUT, for ways_add, which of them a game with these keys has: this is the part that
   threads can share. */
void ways_find(const struct ways *w, const key64 *keys, size_t count, struct buffer *out);
void ways_add(struct ways *w, const char *found, size_t len);

/* The games that have the position behind M. */
uint64_t ways_games(const struct ways *w, move m);

#endif
