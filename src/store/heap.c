/* The pieces are a few megabytes each, from pages_alloc; what is larger gets one of its own. */
#include "store/heap.h"
#include "base/pages.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { HEAP_PIECE = 4 << 20 };

/* Make the next piece that has room for SIZE bytes the one that is filled. */
static bool next_piece(struct heap *h, size_t size)
{
    size_t at = h->count > 0 ? h->at + 1 : 0;
    while (at < h->count && h->pieces[at].cap < size)
        at++;
    if (at == h->count) {
        const size_t cap = size > HEAP_PIECE ? size : HEAP_PIECE;
        struct heap_piece *pieces = realloc(h->pieces, (h->count + 1) * sizeof *pieces);
        if (!pieces)
            return false;
        h->pieces = pieces;
        pieces[at] = (struct heap_piece){.data = pages_alloc(cap), .cap = cap};
        if (!pieces[at].data)
            return false;
        h->count++;
    }
    h->at = at;
    return true;
}

char *heap_add(struct heap *h, const void *data, size_t size, struct heap_mark *at)
{
    const size_t rounded = (size + 7) & ~(size_t)7;
    if ((h->count == 0 || rounded > h->pieces[h->at].cap - h->pieces[h->at].len) &&
        !next_piece(h, rounded))
        return NULL;
    struct heap_piece *now = &h->pieces[h->at];
    char *to = now->data + now->len;
    *at = (struct heap_mark){h->at, now->len};
    memcpy(to, data, size);
    now->len += rounded;
    return to;
}

void heap_truncate(struct heap *h, struct heap_mark to)
{
    for (; h->at > to.piece; h->at--)
        h->pieces[h->at].len = 0;
    h->pieces[h->at].len = to.len;
}

void heap_free(struct heap *h)
{
    for (size_t i = 0; i < h->count; i++)
        free(h->pieces[i].data);
    free(h->pieces);
    *h = (struct heap){.count = 0};
}
