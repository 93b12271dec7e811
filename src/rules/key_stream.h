/* Where the constants of keys come from: the generator splitmix64, which a state begins. They are
   part of the store format; the files that draw them say in which order. */
#ifndef QIPU_RULES_KEY_STREAM_H
#define QIPU_RULES_KEY_STREAM_H

#include <stdint.h>

static inline uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#endif
