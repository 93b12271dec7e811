/* What is collected of the games of a segment, and writing it. Private to src/store/index_*.c. */
#ifndef QIPU_STORE_INDEX_BUILD_H
#define QIPU_STORE_INDEX_BUILD_H

#include "store/heap.h"
#include "store/index/code.h"
#include "store/index/sort.h"

/* What a game adds to the counts of its positions. */
struct game_facts {
    uint8_t result;
    uint16_t white_elo, black_elo;
    uint32_t date;
};

void summary_add(struct index_summary *s, const struct game_facts *facts);
void summary_subtract(struct index_summary *s, const struct game_facts *facts);
void summary_join(struct index_summary *s, const struct index_summary *other);

struct built_game {
    game_id id;
    struct game_facts facts;
    uint32_t positions, runs, materials;
    char *structure, *line; /* as index_encode put them */
    struct heap_mark structure_at, line_at;
};

/* Games in the order in which they were added. Structures and lines lie apart, since many walks
   need only the former. */
struct index_builder {
    enum game game;
    struct buffer games; /* struct built_game */
    struct heap structures, lines;
    uint64_t runs, materials; /* of all games */
};

static inline const struct built_game *built_games(const struct index_builder *b)
{
    return (const struct built_game *)(const void *)b->games.data;
}

/* A part as it comes from a thread: its buckets in order, each filled to a byte. */
struct coded_part {
    struct buffer bytes;
    struct buffer lengths; /* uint32_t: of each bucket */
    struct buffer bigs;    /* struct big_entry */
    struct buffer big_bytes;
};

struct big_entry {
    uint64_t row; /* number */
    unsigned kind;
    size_t at, len; /* in big_bytes */
};

/* Writes the rows of a segment. The first failure is kept and ends all that follows. */
struct segment_writer {
    struct store *store;
    struct segment *segment;
    struct error *err;
    struct buffer block; /* buckets of the block that is being filled */
    struct buffer offsets;
    struct buffer row;
    struct buffer bigs, big_bytes; /* written behind all blocks, so that rows come in order */
    uint64_t first;                /* bucket of the block */
    uint64_t next;                 /* bucket to come */
    bool failed;
};

void segment_begin(struct segment_writer *w, struct store *s, struct segment *segment,
                   struct error *err);
/* The parts of a segment come in order, and so do the stretches of each part. */
void segment_put_coded(struct segment_writer *w, enum index_part part, const struct coded_part *c);
void segment_end_part(struct segment_writer *w, enum index_part part);
/* At last the segment's own row. Frees the writer's memory; returns whether all went well. */
bool segment_end(struct segment_writer *w);

/* --- Segments as they are stored -------------------------------------------------------------- */

struct segments {
    struct segment *items; /* ascending by number */
    size_t count;
};
bool segments_load(struct store *s, struct segments *list, struct error *err);
void segments_free(struct segments *list);
/* All rows of segment ID. */
bool segment_remove(struct store *s, int64_t id, struct error *err);

/* Between a game of the store and its number in a segment. */
game_id segment_game(const struct segment *s, uint32_t number);
bool segment_number(const struct segment *s, game_id id, uint32_t *number);

/* Put a game behind the others of a segment, whose ranges have room. */
void segment_add_game(struct segment *s, game_id id);

/* The row of index_block with id ROW, or, if EXACT is not set, the last one not behind it; its
   checksum is not yet judged. The bytes are copied to OUT. *FOUND is the row's id, 0 if none. */
bool index_read_row(struct store *s, int64_t row, bool exact, struct buffer *out, int64_t *found,
                    struct error *err);

#endif
