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

/* Word I goes to lane I % LANES: a processor works on all of them at a time. */
uint64_t hash_words(uint64_t seed, const void *data, size_t words)
{
    enum { LANES = 4 };
    const unsigned char *p = data;
    uint64_t lanes[LANES], state = mix(MULTIPLIER_2, seed);
    size_t i = 0;
    for (int lane = 0; lane < LANES; lane++)
        lanes[lane] = state + (uint64_t)lane;
    for (; i + LANES <= words; i += LANES, p += LANES * sizeof(uint64_t))
        for (size_t lane = 0; lane < LANES; lane++)
            lanes[lane] = mix_quickly(lanes[lane], little_u64(p + lane * sizeof(uint64_t)));
    for (size_t lane = 0; i < words; i++, lane++, p += sizeof(uint64_t))
        lanes[lane] = mix_quickly(lanes[lane], little_u64(p));
    for (int lane = 0; lane < LANES; lane++)
        state = mix(state, lanes[lane]);
    return finish(state);
}
