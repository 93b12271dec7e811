/* A seeded 64-bit hash of a byte stream, not cryptographic, for telling file contents apart. It is
   part of the store format (qipu-store(5)), so its values never change. The result does not depend
   on how the bytes are cut into calls. */
#ifndef QIPU_BASE_HASH_H
#define QIPU_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hash {
    uint64_t state;
    uint64_t total;        /* bytes so far */
    unsigned char tail[8]; /* the last total % 8 of them, which do not yet fill a word */
};

void hash_start(struct hash *h, uint64_t seed);
void hash_add(struct hash *h, const void *data, size_t len);

/* The hash of the bytes so far; more may follow. */
uint64_t hash_value(const struct hash *h);

/* The low half of the hash of LEN bytes, seeded: what a unit of stored bytes keeps as its
   checksum. */
uint32_t hash_unit(uint64_t seed, const void *data, size_t len);

/* Another hash, of WORDS words of 64 bits: four times as quick, for pages of a few thousand bytes
   that are hashed whenever they are read. */
uint64_t hash_words(uint64_t seed, const void *data, size_t words);

#endif
