/* Between the files of finding duplicates: dedup.c (exact, passes), dedup_alike.c (near and
   final), dedup_contained.c. In a pass one or more keys of every game are collected and sorted;
   games that have a key in common are then compared. Of a large store, a part of the keys is looked
   at in each of several passes. */
#ifndef QIPU_STORE_DEDUP_PARTS_H
#define QIPU_STORE_DEDUP_PARTS_H

#include "store/same/dedup.h"
#include "store/same/twins.h"

struct keyed {
    uint64_t key;
    game_id id;
};

struct dedup {
    struct store *store;
    unsigned kinds;
    enum dedup_keep keep;
    struct keyed *games;
    size_t count, cap;
    uint64_t pass, passes;
    struct buffer room;
    struct buffer pairs;          /* struct duplicate, kind after kind */
    size_t ends[DUPLICATE_KINDS]; /* of the pairs of each kind that is done */
    struct record rec;
    bool failed;      /* memory was out */
    struct error err; /* of a walk that was stopped, if set */
};

void dedup_add_key(struct dedup *d, uint64_t key, game_id id);
void dedup_add_pair(struct dedup *d, const struct duplicate *pair);

/* Whether game ID is to go, as one of a kind that is done. */
bool dedup_is_to_go(const struct dedup *d, game_id id);

/* How much there is of what the choice asks for in a game. */
bool dedup_measure(struct dedup *d, game_id id, uint64_t *size, struct error *err);

/* A pass: COLLECT adds the keys, and TAKE gets the games FROM to END, ascending by id, whose keys
   are equal. */
typedef bool (*dedup_collector)(struct dedup *d, struct error *err);
typedef bool (*dedup_taker)(struct dedup *d, size_t from, size_t end, struct error *err);

/* Two keys as one. */
static inline uint64_t dedup_mix(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ (b + UINT64_C(0x9e3779b97f4a7c15))) * UINT64_C(0xff51afd7ed558ccd);
    return h ^ h >> 32;
}

/* Near and final. */
bool dedup_collect_alike(struct dedup *d, struct error *err);
bool dedup_take_alike(struct dedup *d, size_t from, size_t end, struct error *err);
/* Contained. */
bool dedup_collect_contained(struct dedup *d, struct error *err);
bool dedup_take_contained(struct dedup *d, size_t from, size_t end, struct error *err);

#endif
