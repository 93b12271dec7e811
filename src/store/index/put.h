/* Coding one sorted stretch of a part: entries in the order of their keys into buckets. Pure: used
   by several threads at once, each on its own stretch. Private to src/store/index_*.c. */
#ifndef QIPU_STORE_INDEX_PUT_H
#define QIPU_STORE_INDEX_PUT_H

#include "store/index/build.h"

/* Memory of a thread. Zero-initialise. */
struct put_memory {
    struct buffer ids, codes, groups, sorted, list, head;
    struct buffer spare; /* for sorting */
};
void put_memory_free(struct put_memory *m);

/* Where a stretch lies: its part, and the buckets it covers. */
struct stretch {
    const struct part *part;
    enum index_part kind;
    uint32_t games;     /* of the segment */
    unsigned rare;      /* of the segment */
    unsigned game_bits; /* words: key << game_bits | game */
    uint64_t first_bucket, end_bucket;
};

/* Different keys among sorted words, and those with more than RARE games, appended to POPULAR
   (uint64_t) unless it is NULL. */
uint64_t words_distinct(const uint64_t *words, size_t count, unsigned game_bits, unsigned rare,
                        struct buffer *popular);
uint64_t postings_distinct(const struct posting *postings, size_t count);

/* Failures of memory are left in OUT's buffers. */
void put_words(const struct stretch *stretch, const uint64_t *words, size_t count,
               struct put_memory *m, struct coded_part *out);
/* FACTS: of each game of the segment. */
void put_postings(const struct stretch *stretch, const struct posting *postings, size_t count,
                  const struct game_facts *facts, struct put_memory *m, struct coded_part *out);

#endif
