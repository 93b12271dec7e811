/* Whether the entries of a segment say what its games say, also when some of its games are deleted
   and it cannot be built again. Both sides are added up bucket by bucket, a hash for each game of
   each entry (where moves are listed, with the move), entries up and games down: a bucket whose sum
   is not 0 in the end is wrong. What entries say of deleted games is left out. Takes eight bytes a
   bucket. Private to src/store/index_*.c. */
#ifndef QIPU_STORE_INDEX_TALLY_H
#define QIPU_STORE_INDEX_TALLY_H

#include "store/index/ask.h"

struct tally {
    struct store *store;
    const struct segment *segment;
    struct game_facts *facts; /* by number in the segment; of deleted games as they were noted */
    bool *is_deleted;
    uint64_t *sums[PARTS];  /* by bucket */
    struct buffer popular;  /* uint64_t, ascending: skeletons as the part keeps them */
    struct buffer listed;   /* uint64_t: whole keys of positions whose moves are listed */
    struct buffer runs;     /* of the game at hand: struct structure */
    struct buffer mirrors;  /* key64, in xiangqi */
    struct buffer postings; /* struct posting: its positions under popular skeletons */
    struct buffer sorted;   /* uint64_t: its keys in a part */
};

/* Freed with tally_free, also after a failure. */
bool tally_begin(struct tally *t, struct store *s, const struct segment *segment,
                 struct error *err);
void tally_free(struct tally *t);

/* The games NUMBERS of an entry that holds nothing else. Entries come in the order of their
   keys. */
void tally_list(struct tally *t, enum index_part part, uint64_t key, const uint32_t *numbers,
                size_t count);

/* The games of GROUP at the position FULL_KEY. Returns whether its result, and its summary if it
   has one, are theirs. */
bool tally_group(struct tally *t, uint64_t full_key, const struct code_group *group,
                 const uint32_t *numbers);

/* When all entries have come: take off what the games say. */
bool tally_games(struct tally *t, struct error *err);

/* Whether the two agree in a bucket. */
static inline bool tally_agrees(const struct tally *t, enum index_part part, uint64_t bucket)
{
    return t->sums[part][bucket] == 0;
}

#endif
