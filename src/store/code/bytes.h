/* Reading stored bytes that may be damaged: a cursor that cannot leave its bytes. After the first
   read beyond the end `bad` is set and every further read gives 0, so a caller may read several
   values and test once. Numbers are little-endian base-128 varints. */
#ifndef QIPU_STORE_BYTES_H
#define QIPU_STORE_BYTES_H

#include "base/buffer.h"
#include "base/byte_order.h"

#include <stdint.h>

struct bytes {
    const unsigned char *at, *end;
    bool bad;
};

static inline struct bytes bytes_of(const void *data, size_t len)
{
    const unsigned char *p = data;
    return (struct bytes){p, len ? p + len : p, false};
}

static inline size_t bytes_left(const struct bytes *b)
{
    return (size_t)(b->end - b->at);
}

static inline uint8_t bytes_u8(struct bytes *b)
{
    if (b->at == b->end) {
        b->bad = true;
        return 0;
    }
    return *b->at++;
}

/* The place of COUNT bytes, which are read; NULL if fewer are left. */
static inline const unsigned char *bytes_pass(struct bytes *b, size_t count)
{
    if (bytes_left(b) < count) {
        b->bad = true;
        b->at = b->end;
        return NULL;
    }
    b->at += count;
    return b->at - count;
}

static inline uint16_t bytes_u16(struct bytes *b)
{
    const unsigned char *p = bytes_pass(b, 2);
    return p ? little_u16(p) : 0;
}

static inline uint32_t bytes_u32(struct bytes *b)
{
    const unsigned char *p = bytes_pass(b, 4);
    return p ? little_u32(p) : 0;
}

static inline uint64_t bytes_u64(struct bytes *b)
{
    const unsigned char *p = bytes_pass(b, 8);
    return p ? little_u64(p) : 0;
}

static inline uint64_t bytes_number(struct bytes *b)
{
    uint64_t n = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        uint8_t byte = bytes_u8(b);
        n |= (uint64_t)(byte & 127) << shift;
        if (!(byte & 128))
            return n;
    }
    b->bad = true;
    return 0;
}

/* LEN bytes in place, or NULL. */
static inline const char *bytes_take(struct bytes *b, uint64_t len)
{
    if (len > bytes_left(b)) {
        b->bad = true;
        return NULL;
    }
    const char *p = (const char *)b->at;
    b->at += len;
    return p;
}

static inline void bytes_put_number(struct buffer *out, uint64_t n)
{
    char code[10];
    size_t len = 0;
    while (n > 127) {
        code[len++] = (char)(n | 128);
        n >>= 7;
    }
    code[len++] = (char)n;
    buffer_add(out, code, len);
}

static inline void bytes_put_u16(struct buffer *out, unsigned n)
{
    char code[2];
    little_put(code, n, sizeof code);
    buffer_add(out, code, 2);
}

static inline void bytes_put_u32(struct buffer *out, uint32_t n)
{
    char code[4];
    little_put(code, n, sizeof code);
    buffer_add(out, code, sizeof code);
}

static inline void bytes_put_u64(struct buffer *out, uint64_t n)
{
    char code[8];
    little_put(code, n, sizeof code);
    buffer_add(out, code, sizeof code);
}

#endif
