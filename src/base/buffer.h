/* A growable byte buffer. A failed allocation sets `failed` and further writes do nothing, so a
   caller may write many pieces and test once. The bytes are not NUL-terminated unless
   buffer_terminate was called last. Zero-initialise (`struct buffer b = {0}`), buffer_free at the
   end; buffer_clear keeps the memory for the next use. */
#ifndef QIPU_BASE_BUFFER_H
#define QIPU_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct buffer {
    char *data;
    size_t len, cap;
    bool failed;
};

void buffer_free(struct buffer *b);

static inline void buffer_clear(struct buffer *b)
{
    b->len = 0;
    b->failed = false;
}

/* Make room for EXTRA more bytes. Returns false, and sets failed, if memory is out. */
bool buffer_reserve(struct buffer *b, size_t extra);

static inline void buffer_add(struct buffer *b, const void *data, size_t len)
{
    if (len > b->cap - b->len && !buffer_reserve(b, len))
        return;
    if (len > 0)
        memcpy(b->data + b->len, data, len);
    b->len += len;
}

static inline void buffer_add_char(struct buffer *b, char c)
{
    buffer_add(b, &c, 1);
}

static inline void buffer_add_string(struct buffer *b, const char *s)
{
    buffer_add(b, s, strlen(s));
}

void buffer_printf(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Append TEXT in a column of |WIDTH| columns of a terminal: at its right end, or at its left if
   WIDTH is negative, as printf does it for ASCII. */
void buffer_add_column(struct buffer *b, const char *text, int width);

/* Put a NUL behind the bytes (not counted in len) and return them; "" if memory is out. */
const char *buffer_terminate(struct buffer *b);

#endif
