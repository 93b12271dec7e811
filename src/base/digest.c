/* SipHash-2-4 with 128 bits of output (Aumasson and Bernstein, 2012), under the key of its
   published examples. */
#include "base/digest.h"
#include "base/byte_order.h"

enum { ROUNDS = 2, LAST_ROUNDS = 4 };

static const uint64_t key[2] = {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)};

static inline uint64_t rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

static inline void mix(uint64_t v[4], int rounds)
{
    for (int i = 0; i < rounds; i++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotate(v[1], 13) ^ v[0];
        v[3] = rotate(v[3], 16) ^ v[2];
        v[0] = rotate(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotate(v[1], 17) ^ v[2];
        v[3] = rotate(v[3], 21) ^ v[0];
        v[2] = rotate(v[2], 32);
    }
}

static inline void take(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    mix(v, ROUNDS);
    v[0] ^= word;
}

struct digest digest_of(const void *data, size_t len)
{
    const unsigned char *p = data;
    uint64_t v[4] = {key[0] ^ UINT64_C(0x736f6d6570736575),
                     key[1] ^ UINT64_C(0x646f72616e646f6d) ^ 0xee,
                     key[0] ^ UINT64_C(0x6c7967656e657261), key[1] ^ UINT64_C(0x7465646279746573)};
    struct digest d;
    size_t at = 0;
    for (; len - at >= 8; at += 8)
        take(v, little_u64(p + at));
    take(v, little_number(p + at, len - at) | (uint64_t)len << 56);
    v[2] ^= 0xee;
    mix(v, LAST_ROUNDS);
    d.a = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xdd;
    mix(v, LAST_ROUNDS);
    d.b = v[0] ^ v[1] ^ v[2] ^ v[3];
    return d;
}
