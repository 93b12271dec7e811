/* Memory that grows by large pieces, so that what was put there stays where it is and no piece is
   ever copied. Kept when it is emptied. Zero-initialise. */
#ifndef QIPU_STORE_HEAP_H
#define QIPU_STORE_HEAP_H

#include <stddef.h>

struct heap {
    struct heap_piece {
        char *data;
        size_t len, cap;
    } * pieces;
    size_t count, at; /* AT is being filled, those behind it are empty */
};

struct heap_mark {
    size_t piece, len;
};

/* Copy SIZE bytes to an address fit for words; *AT is where they lie, for heap_truncate. NULL if
   memory is out. */
char *heap_add(struct heap *h, const void *data, size_t size, struct heap_mark *at);

/* Forget what lies at TO and all that came after it. */
void heap_truncate(struct heap *h, struct heap_mark to);

void heap_free(struct heap *h);

#endif
