/* The stream hash. Each little-endian 64-bit word W is mixed in by

       state = rotate_left((state ^ W * MULTIPLIER_1), 29) * MULTIPLIER_2

   and the end by the remaining bytes as a word padded with zeros, then the length, then a
   finish that lets every bit reach every other. Both multipliers are odd, so that a step loses
   nothing: two streams that differ in one word differ in the state after it. */
#include "base/hash.h"
#include "base/byte_order.h"

#include <string.h>

#define MULTIPLIER_1 UINT64_C(0x9E3779B97F4A7C15)
#define MULTIPLIER_2 UINT64_C(0xD6E8FEB86659FD93)

static inline uint64_t mix(uint64_t state, uint64_t word)
{
    state ^= word * MULTIPLIER_1;
    return (state << 29 | state >> 35) * MULTIPLIER_2;
}

static inline uint64_t mix_quickly(uint64_t state, uint64_t word)
{
    state = (state ^ word) * MULTIPLIER_2;
    return state << 29 | state >> 35;
}

void hash_start(struct hash *h, uint64_t seed)
{
    *h = (struct hash){.state = mix(MULTIPLIER_2, seed)};
}

void hash_add(struct hash *h, const void *data, size_t len)
{
    const unsigned char *p = data;
    size_t held = h->total % 8;
    if (len == 0)
        return;
    h->total += len;
    if (held > 0) {
        size_t n = 8 - held < len ? 8 - held : len;
        memcpy(h->tail + held, p, n);
        if (held + n < 8)
            return;
        h->state = mix(h->state, little_u64(h->tail));
        p += n;
        len -= n;
    }
    uint64_t state = h->state;
    for (; len >= 8; p += 8, len -= 8)
        state = mix(state, little_u64(p));
    h->state = state;
    memcpy(h->tail, p, len);
}

static uint64_t finish(uint64_t state)
{
    state ^= state >> 32;
    state *= MULTIPLIER_1;
    state ^= state >> 29;
    state *= MULTIPLIER_2;
    return state ^ state >> 32;
}

uint64_t hash_value(const struct hash *h)
{
    unsigned char last[8] = {0};
    memcpy(last, h->tail, h->total % 8);
    return finish(mix(mix(h->state, little_u64(last)), h->total));
}

uint32_t hash_unit(uint64_t seed, const void *data, size_t len)
{
    struct hash h;
    hash_start(&h, seed);
    hash_add(&h, data, len);
    return (uint32_t)hash_value(&h);
}

/* Word I goes to lane I % 4: a processor works on all of them at a time, if each has a variable of
   its own. Hot path: every page of a store passes here. */
uint64_t hash_words(uint64_t seed, const void *data, size_t words)
{
    enum { LANES = 4, WORD = sizeof(uint64_t) };
    const unsigned char *p = data;
    uint64_t state = mix(MULTIPLIER_2, seed);
    uint64_t a = state, b = state + 1, c = state + 2, d = state + 3;
    for (; words >= LANES; words -= LANES, p += LANES * WORD) {
        a = mix_quickly(a, little_u64(p));
        b = mix_quickly(b, little_u64(p + WORD));
        c = mix_quickly(c, little_u64(p + 2 * WORD));
        d = mix_quickly(d, little_u64(p + 3 * WORD));
    }
    if (words > 0)
        a = mix_quickly(a, little_u64(p));
    if (words > 1)
        b = mix_quickly(b, little_u64(p + WORD));
    if (words > 2)
        c = mix_quickly(c, little_u64(p + 2 * WORD));
    return finish(mix(mix(mix(mix(state, a), b), c), d));
}
