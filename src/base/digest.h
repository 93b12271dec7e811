/* 128 bits by which a text is known where the text itself cannot be kept: so many that no two of a
   collection share them by chance, and mixed so well that texts cannot be near each other in a way
   that matters. Not for stored data, and no protection against a forger, since the key is fixed. */
#ifndef QIPU_BASE_DIGEST_H
#define QIPU_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct digest {
    uint64_t a, b;
};

struct digest digest_of(const void *data, size_t len);

static inline bool digest_equal(struct digest x, struct digest y)
{
    return x.a == y.a && x.b == y.b;
}

#endif
