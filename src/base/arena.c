/* Arenas: a chain of blocks, filled in order. A block is at least BLOCK_SIZE; a larger request gets
   a block of its own size, which later rounds reuse like any other. */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 64 * 1024 };

struct arena_block {
    struct arena_block *next;
    size_t size; /* of data */
    max_align_t data[];
};

static struct arena_block *new_block(size_t size)
{
    if (size < BLOCK_SIZE)
        size = BLOCK_SIZE;
    struct arena_block *block = malloc(sizeof *block + size);
    if (block) {
        block->next = NULL;
        block->size = size;
    }
    return block;
}

/* Make a block current that has room for SIZE bytes: the next one if it is large enough, else a
   new one put before it. */
static bool next_block(struct arena *a, size_t size)
{
    struct arena_block *next = a->current ? a->current->next : a->first;
    if (!next || next->size < size) {
        struct arena_block *block = new_block(size);
        if (!block)
            return false;
        block->next = next;
        if (a->current)
            a->current->next = block;
        else
            a->first = block;
        next = block;
    }
    a->current = next;
    a->used = 0;
    return true;
}

void *arena_alloc(struct arena *a, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + align - 1) & ~(align - 1);
    if (!a->current || size > a->current->size - a->used) {
        if (!next_block(a, size))
            return NULL;
    }
    char *p = (char *)a->current->data + a->used;
    a->used += size;
    return p;
}

char *arena_copy(struct arena *a, const char *data, size_t len)
{
    if (len == SIZE_MAX)
        return NULL;
    char *p = arena_alloc(a, len + 1);
    if (!p)
        return NULL;
    if (len > 0)
        memcpy(p, data, len);
    p[len] = '\0';
    return p;
}

void arena_reset(struct arena *a)
{
    a->current = NULL;
    a->used = 0;
}

void arena_free(struct arena *a)
{
    struct arena_block *next;
    for (struct arena_block *block = a->first; block; block = next) {
        next = block->next;
        free(block);
    }
    *a = (struct arena){0};
}
