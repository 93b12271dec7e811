/* Arrays that grow by doubling. */
#ifndef QIPU_BASE_ARRAY_H
#define QIPU_BASE_ARRAY_H

#include <stdint.h>
#include <stdlib.h>

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

#endif
