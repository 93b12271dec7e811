/* Putting found games in order: what is to be written for them is kept in memory until all are
   known. Zero-initialise; sort_choose first. */
#ifndef QIPU_TOOLS_SORT_H
#define QIPU_TOOLS_SORT_H

#include "base/base.h"
#include "store/store.h"

struct sort_key;
struct sort_row;

/* An order by several properties, as bytes that compare like it. */
enum { SORT_KEYS_MAX = 8 };
struct sort_order {
    const struct sort_key *keys[SORT_KEYS_MAX];
    bool descending[SORT_KEYS_MAX];
    size_t count;
};
/* Take "white,-date". False after a message. */
bool sort_order_read(struct sort_order *o, const char *list);
/* Append what tells where a game belongs. */
void sort_order_key(const struct sort_order *o, const struct game_header *h, struct buffer *out);

/* Whether the number of a game is part of it. */
bool sort_order_has_id(const struct sort_order *o);

struct sorter {
    struct sort_order order; /* nothing: not chosen */
    struct buffer text;      /* of all games, one behind the other */
    struct buffer key;       /* of the game that is added */
    struct arena keys;
    struct sort_row *rows;
    size_t count, cap;
};

/* Take "date", or "-date" for descending order. False if there is no such key; NAMES is then a
   list of those that there are. */
bool sort_choose(struct sorter *s, const char *key, struct buffer *names);

/* Keep a game and the LEN bytes that are to be written for it. False if memory is out. */
bool sort_add(struct sorter *s, const struct game_header *h, const char *text, size_t len);

/* Write the first LIMIT games in order; equal ones stay as they came. */
void sort_write(struct sorter *s, struct output *out, uint64_t limit);
void sort_free(struct sorter *s);

#endif
