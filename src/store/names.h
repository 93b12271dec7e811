/* Names and their numbers, when games are added. The tables of a store have no index of the texts:
   a writer makes one in memory of eight bytes for each name, which finds the numbers that a name
   may have. In front of it is a hash table with the texts. That is bounded: full, it is emptied and
   filled anew, since the games of a file mostly repeat the names of its last few thousand. */
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

/* The names of a table by a short hash of theirs: which numbers a name may have. */
struct name_ids {
    struct {
        uint32_t hash, id; /* 0: free */
    } * slots;
    size_t count, cap;
    bool is_loaded;
};

/* Zero-initialise. */
struct names {
    struct name_slot *slots;
    struct arena texts;
    size_t count, text_bytes;
    struct name_ids ids;
};

/* Add a name that is in the table. False if memory is out. */
bool name_ids_add(struct name_ids *ids, const char *text, size_t len, uint32_t id);

/* The next number that a name of that text may have, 0 if no more. *AT is 0 at first. */
uint32_t name_ids_next(const struct name_ids *ids, const char *text, size_t len, size_t *at);

/* The number of a name, or 0 with the slot that names_put then fills. NULL if memory is out. */
struct name_slot *names_find(struct names *n, const char *text, size_t len);

/* Remember ID for the name that names_find has just not found. False if memory is out. */
bool names_put(struct names *n, struct name_slot *slot, int64_t id);

/* Empty the texts; names_forget the numbers too, which must then be loaded again. */
void names_clear(struct names *n);
void names_forget(struct names *n);
void names_free(struct names *n);

#endif
