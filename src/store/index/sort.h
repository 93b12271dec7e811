/* Sorting for the position index: stable radix sorts, and spreading items over parts by their first
   bits so that threads can sort the parts, each small enough for the cache.

   Hot path of import, measured as the difference that the index makes to its time. */
#ifndef QIPU_STORE_INDEX_SORT_H
#define QIPU_STORE_INDEX_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A game at a position: KEY, the game's number in the segment, the code of the next move. */
struct posting {
    uint64_t key;
    uint32_t game;
    uint16_t code;
    uint16_t unused;
};

/* Sort by BITS bits from bit SHIFT. SPARE has room for as many items. */
void sort_words(uint64_t *items, uint64_t *spare, size_t count, unsigned shift, unsigned bits);
void sort_postings(struct posting *items, struct posting *spare, size_t count, unsigned shift,
                   unsigned bits);

/* How many items each of CHUNKS pieces of input sends to each of PARTS; then where. */
struct spread {
    size_t chunks, parts;
    size_t *at;     /* [chunk][part] */
    size_t *starts; /* of the parts in the output, and its end: parts + 1 */
};
bool spread_init(struct spread *s, size_t chunks, size_t parts);
void spread_free(struct spread *s);
static inline size_t *spread_row(struct spread *s, size_t chunk)
{
    return s->at + chunk * s->parts;
}
/* Of all chunks. */
size_t spread_count(const struct spread *s, size_t part);
/* From the counts of parts FROM to TO make places in an array of their own, such that items of one
   part keep the order of chunks. */
void spread_place(struct spread *s, size_t from, size_t to);
/* Join neighbouring parts, so that PARTS are left; before anything is placed. */
void spread_fold(struct spread *s, size_t parts);

#endif
