/* Names and their numbers, when games are added: a hash table in memory in front of a table of the
   store. It is bounded: full, it is emptied and filled anew, since the games of a file mostly
   repeat the names of its last few thousand. */
#ifndef QIPU_STORE_NAMES_H
#define QIPU_STORE_NAMES_H

#include "base/arena.h"
#include "base/error.h"

#include <stdint.h>

enum { NAMES_SLOTS = 1 << 16, NAMES_MAX = NAMES_SLOTS / 2, NAMES_TEXT_MAX = 16 << 20 };

struct name_slot {
    uint64_t hash;
    const char *text;
    uint32_t len;
    int64_t id; /* 0: the slot is free */
};

/* Zero-initialise. */
struct names {
    struct name_slot *slots;
    struct arena texts;
    size_t count, text_bytes;
};

/* The number of a name, or 0 with the slot that names_put then fills. NULL if memory is out. */
struct name_slot *names_find(struct names *n, const char *text, size_t len);

/* Remember ID for the name that names_find has just not found. False if memory is out. */
bool names_put(struct names *n, struct name_slot *slot, int64_t id);

void names_clear(struct names *n);
void names_free(struct names *n);

#endif
