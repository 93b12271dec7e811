/* Bits in the position index, lowest first. A reader cannot leave its bytes: beyond the end it
   gives zeros and sets `bad`, so a caller may read several values and test once.

   Numbers have three forms: so many bits; gamma (n >= 1: as many zeros as n has bits below its
   highest, a one, those bits); Rice with parameter k (n >> k zeros, a one, the low k bits). */
#ifndef QIPU_STORE_INDEX_BITS_H
#define QIPU_STORE_INDEX_BITS_H

#include "base/buffer.h"
#include "base/byte_order.h"

#include <stdint.h>

/* The number of bits that N needs; 0 needs none. */
static inline unsigned bits_of(uint64_t n)
{
    return n ? 64 - (unsigned)__builtin_clzll(n) : 0;
}

/* --- Writing ---------------------------------------------------------------------------------- */

struct bit_writer {
    struct buffer *out; /* its `failed` tells */
    uint64_t held;
    unsigned count; /* of bits held, below 64 */
};

static inline void bits_flush_word(struct bit_writer *w)
{
    uint64_t word = little_word(w->held);
    buffer_add(w->out, &word, 8);
}

/* The low COUNT bits (at most 64) of VALUE, which has no others. */
static inline void bits_put(struct bit_writer *w, uint64_t value, unsigned count)
{
    w->held |= value << w->count;
    if (w->count + count < 64) {
        w->count += count;
        return;
    }
    bits_flush_word(w);
    unsigned done = 64 - w->count;
    w->held = done < 64 ? value >> done : 0;
    w->count = count - done;
}

static inline void bits_put_zeros(struct bit_writer *w, uint64_t count)
{
    for (; count > 32; count -= 32)
        bits_put(w, 0, 32);
    bits_put(w, 0, (unsigned)count);
}

/* ZEROS zeros, a one, the low COUNT bits of VALUE. */
static inline void bits_put_unary(struct bit_writer *w, uint64_t zeros, uint64_t value,
                                  unsigned count)
{
    if (zeros + count < 63) {
        bits_put(w, (value << 1 | 1) << zeros, (unsigned)zeros + 1 + count);
        return;
    }
    bits_put_zeros(w, zeros);
    bits_put(w, 1, 1);
    bits_put(w, value, count);
}

static inline void bits_put_gamma(struct bit_writer *w, uint64_t n)
{
    unsigned low = bits_of(n) - 1;
    bits_put_unary(w, low, n ^ (uint64_t)1 << low, low);
}

static inline void bits_put_rice(struct bit_writer *w, uint64_t n, unsigned k)
{
    bits_put_unary(w, n >> k, n & (((uint64_t)1 << k) - 1), k);
}

/* Bits put so far since the writer was made, which was at byte START of its buffer. */
static inline uint64_t bits_written(const struct bit_writer *w, size_t start)
{
    return (uint64_t)(w->out->len - start) * 8 + w->count;
}

/* Fill the last byte with zeros. */
static inline void bits_end(struct bit_writer *w)
{
    uint64_t word = little_word(w->held);
    buffer_add(w->out, &word, (w->count + 7) / 8);
    w->held = 0;
    w->count = 0;
}

/* --- Reading ---------------------------------------------------------------------------------- */

struct bit_reader {
    const unsigned char *data;
    uint64_t at, end; /* in bits */
    bool bad;
};

static inline struct bit_reader bit_reader_of(const void *data, size_t len)
{
    return (struct bit_reader){.data = data, .end = (uint64_t)len * 8};
}

/* The next bits, at least 57 of them if there are as many. What is behind the
   end does not matter: it cannot be skipped. */
static inline uint64_t bits_peek(const struct bit_reader *r)
{
    uint64_t word = 0, byte = r->at >> 3, len = (r->end + 7) >> 3;
    if (byte + 8 <= len)
        memcpy(&word, r->data + byte, 8);
    else if (byte < len)
        memcpy(&word, r->data + byte, (size_t)(len - byte));
    return little_word(word) >> (r->at & 7);
}

static inline bool bits_skip(struct bit_reader *r, uint64_t count)
{
    if (r->bad || count > r->end - r->at) {
        r->bad = true;
        r->at = r->end;
        return false;
    }
    r->at += count;
    return true;
}

/* COUNT bits, at most 64. */
static inline uint64_t bits_take(struct bit_reader *r, unsigned count)
{
    if (count > 56) {
        uint64_t low = bits_take(r, 32);
        return low | bits_take(r, count - 32) << 32;
    }
    uint64_t value = bits_peek(r) & (((uint64_t)1 << count) - 1);
    return bits_skip(r, count) ? value : 0;
}

/* The zeros in front of the next one, which is taken too. */
static inline uint64_t bits_take_zeros(struct bit_reader *r)
{
    uint64_t zeros = 0;
    for (;;) {
        uint64_t word = bits_peek(r) & (((uint64_t)1 << 56) - 1);
        if (word) {
            unsigned n = (unsigned)__builtin_ctzll(word);
            return bits_skip(r, n + 1) ? zeros + n : 0;
        }
        if (!bits_skip(r, 56))
            return 0;
        zeros += 56;
    }
}

static inline uint64_t bits_take_gamma(struct bit_reader *r)
{
    uint64_t low = bits_take_zeros(r);
    if (low > 62)
        r->bad = true;
    return r->bad ? 1 : (uint64_t)1 << low | bits_take(r, (unsigned)low);
}

/* K below 57. */
static inline uint64_t bits_take_rice(struct bit_reader *r, unsigned k)
{
    uint64_t high = bits_take_zeros(r);
    if (high >> (63 - k))
        r->bad = true;
    return r->bad ? 0 : high << k | bits_take(r, k);
}

#endif
