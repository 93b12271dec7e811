/* Picking out of a stream: what was not seen before, and a random sample of texts. */
#ifndef QIPU_TOOLS_PICK_H
#define QIPU_TOOLS_PICK_H

#include "base/base.h"
#include "base/digest.h"

/* Digests seen. Zero-initialise, seen_free at the end. */
struct seen {
    struct digest *keys;
    size_t count, cap; /* of keys, a power of two */
};
/* Note one; *IS_NEW is whether it was not there. False if memory is out. */
bool seen_add(struct seen *s, struct digest key, bool *is_new);
void seen_free(struct seen *s);

/* A sample of SIZE texts, each set of as many equally likely; the same SEED gives the same. Set
   SIZE and SEED, leave the rest zero; sample_free at the end. */
struct sample {
    uint64_t size, seed;
    struct sample_item {
        uint64_t order;
        struct buffer text;
    } * items;
    size_t count;
    uint64_t offered, state;
};
/* False if memory is out. */
bool sample_offer(struct sample *s, const struct buffer *text);
/* Bring what was picked into the order in which it came. */
void sample_sort(struct sample *s);
void sample_free(struct sample *s);

#endif
