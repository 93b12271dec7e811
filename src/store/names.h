/* Names and their numbers, when games are added. The tables of a store have no index of the texts:
   a writer makes one in memory of eight bytes for each name, which finds the numbers that a name
   may have. Beside it lie the texts of names used lately, so that the one that is meant can mostly
   be told without asking the store. They are bounded: the games of a file repeat the names of its
   last few thousand. */
#ifndef QIPU_STORE_NAMES_H
#define QIPU_STORE_NAMES_H

#include "base/arena.h"
#include "base/error.h"

#include <stdint.h>
#include <string.h>

enum { NAMES_KEPT = 1 << 15, NAMES_TEXT_MAX = 16 << 20 };

/* The names of a table by a short hash of theirs: which numbers a name may have. */
struct name_ids {
    struct {
        uint32_t hash, id; /* 0: free */
    } * slots;
    size_t count, cap;
    uint32_t last; /* the highest number */
    bool is_loaded;
};

struct kept_name {
    uint32_t id; /* 0: none is here */
    uint32_t len;
    const char *text;
};

/* Zero-initialise. */
struct names {
    struct name_ids ids;
    struct kept_name *kept; /* name ID at ID % NAMES_KEPT */
    struct arena texts;
    size_t text_bytes;
    struct kept_name last; /* that was asked for: the next game often has the same */
};

uint32_t names_hash(const char *text, size_t len);

/* Add a name that is in the table. False if memory is out. */
bool name_ids_add(struct name_ids *ids, uint32_t hash, uint32_t id);

/* The next number that a name of that hash may have, 0 if no more. *AT is 0 at first. */
uint32_t name_ids_next(const struct name_ids *ids, uint32_t hash, size_t *at);

/* Names of that hash will be asked for. */
static inline void name_ids_prefetch(const struct name_ids *ids, uint32_t hash)
{
    if (ids->slots)
        __builtin_prefetch(&ids->slots[hash & (ids->cap - 1)]);
}

/* Keep the text of name ID. False if memory is out. */
bool names_keep(struct names *n, uint32_t id, const char *text, size_t len);
/* The text of name ID, if it is kept; else its id is 0. */
struct kept_name names_kept(const struct names *n, uint32_t id);

static inline bool name_is(const struct kept_name *name, const char *text, size_t len)
{
    return name->len == len && memcmp(name->text, text, len) == 0;
}

/* Empty the texts and the numbers, which must then be loaded again. */
void names_forget(struct names *n);
void names_free(struct names *n);

#endif
