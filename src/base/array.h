/* Arrays that grow by doubling, and searching those in order. */
#ifndef QIPU_BASE_ARRAY_H
#define QIPU_BASE_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Twice CAP as often as NEED items ask for it, from FIRST on if there is none. SIZE_MAX, which no
   array has room for, if that is no number. */
static inline size_t array_room(size_t cap, size_t need, size_t first)
{
    size_t room = cap ? cap : first;
    while (room < need)
        room = room > SIZE_MAX / 2 ? SIZE_MAX : 2 * room;
    return room;
}

/* Move ITEMS to where COUNT items of SIZE bytes have room. NULL if memory is out, or there is none
   of that size; ITEMS stays then. */
static inline void *array_resize(void *items, size_t count, size_t size)
{
    return count > SIZE_MAX / size ? NULL : realloc(items, count * size);
}

/* Move ITEMS, which has room for *CAP items of SIZE bytes, to room for NEED of them, more than
   *CAP (array_room). Returns where they are then and sets *CAP; NULL if memory is out, and ITEMS
   stays. */
static inline void *array_reserve(void *items, size_t *cap, size_t need, size_t first, size_t size)
{
    const size_t room = array_room(*cap, need, first);
    void *grown = array_resize(items, room, size);
    if (grown)
        *cap = room;
    return grown;
}

/* The same to twice the room, or room for FIRST if there is none. */
static inline void *array_grow(void *items, size_t *cap, size_t first, size_t size)
{
    return array_reserve(items, cap, *cap + 1, first, size);
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
