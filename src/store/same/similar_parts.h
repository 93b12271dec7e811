/* Between the files of finding names that are alike: similar.c (which are), similar_two.c (which
   are two), similar_choose.c (what is proposed for each). */
#ifndef QIPU_STORE_SIMILAR_PARTS_H
#define QIPU_STORE_SIMILAR_PARTS_H

#include "store/private.h"
#include "store/same/similar.h"

struct named {
    int64_t id;
    const char *text;
    uint64_t games;
    struct person person;
    bool is_nobody;
    bool is_two; /* made of two of the other names */
};

struct keyed_name {
    uint64_t key;
    uint32_t at;
};

/* Two names, by place. */
struct like_pair {
    uint32_t a, b; /* a < b */
    uint8_t likeness;
    bool met;
};

struct similar_search {
    struct store *store;
    bool are_players;
    struct named *names; /* ascending by id */
    size_t count, cap;
    struct keyed_name *keys;
    size_t key_count, key_cap;
    struct buffer pairs; /* struct like_pair, ascending */
    struct arena *texts;
};

/* Mark the names that are made of two. False if memory is out. */
bool similar_find_two(struct similar_search *s);

/* LIKE_NOT too if the family name alone is the same, and for one player and two. */
enum likeness similar_compare(const struct similar_search *s, size_t a, size_t b);

/* Fill OUT from the pairs. False if memory is out. */
bool similar_propose(const struct similar_search *s, struct similar *out);

#endif
