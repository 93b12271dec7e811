/* A set of numbers of names or games, one bit each. Zero-initialise. */
#ifndef QIPU_STORE_NUMBER_SET_H
#define QIPU_STORE_NUMBER_SET_H

#include "base/error.h"

#include <stdint.h>

struct number_set {
    uint8_t *bits;
    int64_t last; /* the highest number that has a bit */
};

/* Add N, from 1 on. */
bool number_set_add(struct number_set *set, int64_t n, struct error *err);
void number_set_free(struct number_set *set);

static inline bool number_set_has(const struct number_set *set, int64_t n)
{
    return n > 0 && n <= set->last && set->bits && (set->bits[n / 8] >> n % 8 & 1);
}

#endif
