/* A segment being made: from games, wherever they come from, to sorted and coded parts. Private to
   src/store/index_*.c. */
#ifndef QIPU_STORE_INDEX_PLAN_H
#define QIPU_STORE_INDEX_PLAN_H

#include "base/parallel.h"
#include "store/index/put.h"

enum {
    CHUNKS = 64,
    STRETCH_ITEMS_BITS = 13,
    STRETCH_BITS_MAX = 10,
    CODED_MAX = 2 * THREADS_MAX + 2
};

/* In a run's length once the popular skeletons are known: its skeleton is one. */
#define RUN_POPULAR ((uint32_t)1 << 31)

/* What the index takes of one game; pointers live until the next view by the same worker. */
struct game_view {
    const uint64_t *skeletons, *materials;
    uint32_t *run_lengths; /* with RUN_POPULAR */
    bool stays;            /* what is marked there will be found there again */
    uint32_t runs, material_count;
    const uint64_t *keys; /* of its positions */
    const uint16_t *codes;
};

/* Where games come from. */
struct game_source {
    /* Game NUMBER of the segment, but for keys and codes. */
    bool (*view)(void *closure, unsigned worker, uint32_t number, struct game_view *view);
    /* Those of its first COUNT positions at least. */
    bool (*view_keys)(void *closure, unsigned worker, size_t count, struct game_view *view);
    /* What went wrong for WORKER, once one of these has failed. */
    const struct error *(*failure)(void *closure, unsigned worker);
    void *closure;
    unsigned threads;         /* that may ask at the same time */
    uint64_t runs, materials; /* of all games: at least as many */
};

/* Put at OUT the skeletons of G's runs, its materials and the lengths of the runs. RUNS is memory
   for as many as G has positions; OUT has room for 20 bytes each. */
void game_put_runs(const struct index_game *g, struct structure *runs, char *out, uint32_t *count,
                   uint32_t *materials);
/* Put G's keys and codes. MIRRORS: as line_mirror_keys gives them, in xiangqi. */
void game_put_keys(const struct index_game *g, const key64 *mirrors, char *keys, char *codes);

/* A set of truncated skeletons: open addressing, at most a quarter full. */
struct key_table {
    uint64_t *slots; /* key + 1, 0 is free */
    unsigned shift;
};

struct segment_plan {
    const struct game_source *source;
    unsigned threads;
    struct segment segment;   /* games and ranges are set */
    struct game_facts *facts; /* by number in the segment */
    unsigned game_bits;

    /* The part at work, of which stretches FROM to TO are in memory. */
    enum index_part part;
    unsigned stretch_bits;
    size_t from, to;
    struct spread spread;
    void *items; /* of these stretches: words or postings */
    size_t items_size;
    uint64_t *words;
    struct posting *postings;
    bool is_placing; /* what is now counted will be put in its place */
    bool source_failed[THREADS_MAX], no_memory[THREADS_MAX];
    uint64_t distinct[1 << STRETCH_BITS_MAX];
    struct coded_part coded[CODED_MAX]; /* of a stretch: its number % coded_count */
    size_t coded_count;
    struct segment_writer *writer;
    struct put_memory memory[THREADS_MAX];

    struct buffer stretch_popular[1 << STRETCH_BITS_MAX];
    struct key_table popular;
};

/* Make the parts of P's segment and write all its rows. SOURCE's error, or ERR, is filled. */
bool plan_write(struct segment_plan *p, struct store *s, struct error *err);
/* The same with the games of S as the source, read back and replayed. RUNS and MATERIALS: of all of
   them, at least. */
bool replay_write(struct store *s, uint64_t runs, uint64_t materials, struct segment_plan *p,
                  struct error *err);
/* Frees the ranges and the facts too. */
void plan_free(struct segment_plan *p);

#endif
