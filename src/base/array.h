/* Arrays that grow by doubling, and searching those in order. */
#ifndef QIPU_BASE_ARRAY_H
#define QIPU_BASE_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Move ITEMS, which has room for *CAP items of SIZE bytes, to twice the room, or room for FIRST if
   it has none. Returns where they are then and sets *CAP; NULL if memory is out, and ITEMS
   stays. */
static inline void *array_grow(void *items, size_t *cap, size_t first, size_t size)
{
    if (*cap > SIZE_MAX / 2 / size)
        return NULL;
    const size_t larger = *cap ? 2 * *cap : first;
    void *grown = realloc(items, larger * size);
    if (grown)
        *cap = larger;
    return grown;
}

/* Whether the SIZE bytes of two arrays are the same. Of none there need not be any: A and B may be
   NULL, which memcmp forbids. */
static inline bool array_equal(const void *a, const void *b, size_t size)
{
    return size == 0 || memcmp(a, b, size) == 0;
}

/* The first of COUNT items of SIZE bytes whose key is KEY or more, COUNT if none is. A key is the
   first member, 64 bits and not negative; the items are in ascending order. */
static inline size_t array_find(const void *items, size_t count, size_t size, uint64_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        uint64_t found;
        memcpy(&found, (const char *)items + middle * size, sizeof found);
        if (found < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
