/* The conditions of a filter on tags by their names, private to src/store. Which tags a game has is
   said by the order of its tags, of which a store has few; so is where the value of each lies: in a
   column, or among the game's texts, which are read for that alone. */
#ifndef QIPU_STORE_FILTER_TAGS_H
#define QIPU_STORE_FILTER_TAGS_H

#include "store/filter.h"
#include "store/code/tag_code.h"

struct tag_filter;

/* See store_filter_tag. NULL with ERR filled. */
struct tag_filter *tag_filter_new(struct store *s, const char *name, size_t len,
                                  store_tag_match match, void *closure, struct error *err);
void tag_filter_free(struct tag_filter *t);

/* Whether games that pass have such a tag; else some with a FEN may not. */
bool tag_filter_is_exact(const struct tag_filter *t);

/* The column that tag_filter_holds asks for, as SQL. */
const char *tag_filter_column(const struct tag_filter *t);

/* Whether game ID of S, with these values in column tag_order and in the one asked for, passes: 1,
   0, -1 with ERR filled. */
int tag_filter_holds(const struct tag_filter *t, struct store *s, game_id id, int64_t order,
                     const struct column_value *value, struct error *err);

#endif
