/* Looking entries up in segments, and what is known of deleted games. Private to
   src/store/index_*.c. */
#ifndef QIPU_STORE_INDEX_ASK_H
#define QIPU_STORE_INDEX_ASK_H

#include "store/index/build.h"

/* A game that a segment has and that is no more. */
struct minus {
    game_id id;
    struct game_facts facts;
};
struct minus_list {
    struct minus *items; /* ascending by id */
    size_t count;
};
bool minus_load(struct store *s, const struct segment *segment, struct minus_list *list,
                struct error *err);
void minus_free(struct minus_list *list);
const struct minus *minus_find(const struct minus_list *list, game_id id);

/* Between the two everything is read as it stood at once, whatever another process commits; they
   may lie inside a transaction. The second is called if the first was true, and keeps an error that
   is there. */
bool ask_begin(struct store *s, struct error *err);
bool ask_end(struct store *s, bool ok, struct error *err);

/* Append the ids of the segment's games that are not deleted. */
bool segment_list_games(struct store *s, const struct segment *segment, struct buffer *ids,
                        struct error *err);

/* Memory for lookups. Zero-initialise. */
struct ask_memory {
    struct buffer row, big, big_list, ids;
};
void ask_memory_free(struct ask_memory *m);

bool index_damaged(struct store *s, int64_t row, struct error *err);

/* The entries of PART of SEGMENT under KEY; the walk stands before the first and may find others
   behind them. Its bytes live in M. */
bool ask_bucket(struct store *s, const struct segment *segment, enum index_part part, uint64_t key,
                struct ask_memory *m, struct entry_walk *walk, struct error *err);

/* If the entry's games lie in rows of their own, read them: head and list then stand in M. */
bool ask_rows(struct store *s, const struct segment *segment, enum index_part part, struct entry *e,
              bool with_list, struct ask_memory *m, struct error *err);

/* The entry of a skeleton or a material; its count is 0 if there is none. */
bool ask_list(struct store *s, const struct segment *segment, enum index_part part, uint64_t key,
              struct ask_memory *m, struct entry *e, struct error *err);

/* The facts of a game that is there. */
bool index_read_facts(struct store *s, game_id id, struct game_facts *facts, struct error *err);
/* Of COUNT games, which ascend. */
bool index_read_all_facts(struct store *s, const game_id *ids, size_t count,
                          struct game_facts *facts, struct error *err);

#endif
