/* Names of a store that may be another way to write another of its names. */
#ifndef QIPU_STORE_SIMILAR_H
#define QIPU_STORE_SIMILAR_H

#include "record/person.h"
#include "store/store.h"

struct similar_name {
    const char *name, *proposed; /* NUL-terminated */
    uint64_t games, proposed_games;
    enum likeness likeness;
    bool is_ambiguous; /* it may as well be a third name, which is not like the proposed one */
};

/* Zero-initialise. */
struct similar {
    struct similar_name *items;
    size_t count;
    struct arena texts;
};
void similar_free(struct similar *s);

/* Find for each name of KIND the best of those that it is like: a full name rather than one with
   initials, then the one in more games; of Chinese players the name without a team. Names of
   players that met are two, and a name made of two others is like neither. The surest come first, ambiguous ones last. No proposed name is itself
   to become another, but for ambiguous ones. Takes about 0.5 KB a name, at most 270 MB more. */
bool store_find_similar(struct store *s, enum store_name kind, struct similar *out,
                        struct error *err);

#endif
