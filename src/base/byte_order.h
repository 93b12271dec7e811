/* Numbers as bytes, whatever the order of the machine: little-endian ones have their lowest byte
   first, big-endian ones last. WIDTH is in bytes, at most eight. */
#ifndef QIPU_BASE_BYTE_ORDER_H
#define QIPU_BASE_BYTE_ORDER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The word whose memory holds the bytes of N from the lowest on, or the other way round. */
static inline uint64_t little_word(uint64_t n)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(n);
#else
    return n;
#endif
}

static inline uint64_t little_u64(const void *p)
{
    uint64_t n;
    memcpy(&n, p, sizeof n);
    return little_word(n);
}

static inline uint64_t little_number(const void *p, size_t width)
{
    const unsigned char *byte = p;
    uint64_t n = 0;
    for (size_t i = 0; i < width; i++)
        n |= (uint64_t)byte[i] << 8 * i;
    return n;
}

static inline uint32_t little_u32(const void *p)
{
    return (uint32_t)little_number(p, 4);
}

static inline uint16_t little_u16(const void *p)
{
    return (uint16_t)little_number(p, 2);
}

static inline void little_put(void *p, uint64_t n, size_t width)
{
    unsigned char *byte = p;
    for (size_t i = 0; i < width; i++)
        byte[i] = (unsigned char)(n >> 8 * i);
}

static inline uint64_t big_number(const void *p, size_t width)
{
    const unsigned char *byte = p;
    uint64_t n = 0;
    for (size_t i = 0; i < width; i++)
        n = n << 8 | byte[i];
    return n;
}

static inline void big_put(void *p, uint64_t n, size_t width)
{
    unsigned char *byte = p;
    for (size_t i = width; i-- > 0; n >>= 8)
        byte[i] = (unsigned char)n;
}

#endif
