/* Memory that is given back all at once: per game, per query. Zero-initialise; arena_reset keeps
   the blocks, so that a loop over games allocates nothing once warm. Returned memory is aligned
   for any type and not cleared. */
#ifndef QIPU_BASE_ARENA_H
#define QIPU_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *first, *current;
    size_t used; /* of the current block */
};

/* SIZE bytes, or NULL if memory is out. */
void *arena_alloc(struct arena *a, size_t size);

/* A NUL-terminated copy of LEN bytes, or NULL. */
char *arena_copy(struct arena *a, const char *data, size_t len);

void arena_reset(struct arena *a);
void arena_free(struct arena *a);

#endif
