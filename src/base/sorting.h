/* Sorting more than fits in memory: items of a key and some data, by the bytes of the key; items
   with equal keys stay in the order in which they were added. Sorted runs go to temporary files, in
   the folder that TMPDIR names or in /tmp, which have no names and are gone with the process. */
#ifndef QIPU_BASE_SORTING_H
#define QIPU_BASE_SORTING_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct sorting;

struct sorting_item {
    const void *key, *data;
    size_t key_len, len;
};

/* Start with about MEMORY bytes for items. NULL with ERR filled if memory is out. */
struct sorting *sorting_open(size_t memory, struct error *err);
void sorting_close(struct sorting *s);

/* Add an item, which is copied; key and data each less than 4 GiB. */
bool sorting_add(struct sorting *s, const struct sorting_item *item, struct error *err);

/* All were added: sort. */
bool sorting_finish(struct sorting *s, struct error *err);
/* The next item in order, valid until the next call: 1; 0 behind the last; -1 with ERR filled. */
int sorting_next(struct sorting *s, struct sorting_item *item, struct error *err);

#endif
