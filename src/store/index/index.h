/* The position index: which games have a position on their main line, what was played there, and
   how it ended. Its form on disk is described in qipu-store(5), "The position index".

   Two levels. The skeleton of a position (pos_skeleton: pawns and material) changes rarely, and
   most skeletons occur in few games. Every skeleton has an entry with its games; a position under a
   rare one (in at most INDEX_RARE games, fewer in a segment of a batch) is found by replaying
   these. Under a popular one every position has an entry of its own: with few games (below
   INDEX_LISTED) only their numbers, to be replayed; with more the whole key and the games by next
   move and result, counted, so that they need not be looked at.

   Segments. Each committed batch adds one, which never changes; a lookup asks them all. Merging
   replays the games of several and writes one instead. A game that is deleted or replaced is noted
   for the segment that has it (table index_minus) and subtracted from its answers.

   A game counts once at a position, where it stood first. Answers are exact: a truncated key that
   fits by chance is told by replaying. Damage is found by checksums before anything is decoded, and
   is ERROR_DAMAGED.

   In xiangqi a position and its left-right mirror image share an entry, and are told apart or taken
   together as the caller likes (INDEX_MERGED).

   Ownership: what a function fills is the caller's to free with the function named there. */
#ifndef QIPU_STORE_INDEX_H
#define QIPU_STORE_INDEX_H

#include "store/store.h"

enum {
    INDEX_RARE = 64,       /* a skeleton in more games than that is popular */
    INDEX_BATCH_RARE = 16, /* the same in a segment of a batch: there may be many of these */
    INDEX_LISTED = 16,     /* positions, and groups, of so many games have counts and a summary */
    INDEX_BIG = 4096       /* lists of so many games lie in rows of their own */
};

/* --- Asking ----------------------------------------------------------------------------------- */

/* What is known of a number of games together. */
struct index_summary {
    uint32_t white_rated, black_rated, dated; /* games with that rating, with a year */
    uint64_t white_sum, black_sum, year_sum;
    uint32_t first_date, last_date; /* yyyymmdd; 0: none has a year */
};

/* In index_group.next: the game ends here. (NULL_MOVE is a move that passes.) */
enum { INDEX_END = 0xffff };

/* The games in which NEXT was played at the position, and that ended with RESULT. */
struct index_group {
    move next;
    enum result result;
    uint64_t games;
    struct index_summary summary; /* with INDEX_SUMMARIES */
};

struct index_hit {
    game_id id;
    uint32_t group; /* a number in answer.groups */
};

struct index_answer {
    struct index_group *groups; /* ascending by next move, then result; none is empty */
    size_t group_count;
    uint64_t games;         /* in all groups */
    struct index_hit *hits; /* ascending by id, with INDEX_HITS */
    size_t hit_count;

    /* How it was found. */
    unsigned segments; /* that were asked */
    unsigned rare;     /* that know only the skeleton's games */
    unsigned listed;   /* that have counts */
    uint64_t replayed; /* games */
};

/* What is wanted beyond counts; bits. */
enum index_want {
    INDEX_HITS = 1,      /* the games themselves */
    INDEX_SUMMARIES = 2, /* ratings and years of the groups */
    INDEX_MERGED = 4     /* xiangqi: the mirror image too, its moves mirrored back; in a position
                            equal to its image a move and its mirror are one (the smaller) */
};

/* Look POS up. False with ERR filled if the store cannot be read or is damaged. The answer is freed
   with index_answer_free, also after a failure. */
bool index_find(struct store *s, const struct position *pos, unsigned want,
                struct index_answer *answer, struct error *err);
void index_answer_free(struct index_answer *answer);

/* Leave in ANSWER, which has hits, only the games that pass F: its groups get their summaries, and
   the hits are gone. */
struct store_filter; /* store/filter.h */
bool index_filter(struct store *s, const struct store_filter *f, unsigned threads,
                  struct index_answer *answer, struct error *err);

/* Games, ascending. Zero-initialise; freed with index_games_free, also after a failure. */
struct index_games {
    game_id *ids;
    size_t count, cap;
};
void index_games_free(struct index_games *games);

/* The games that have the pawns and material of POS somewhere, and those that have the material of
   key MATERIAL (pos_material_key). They may hold a few games more (hashes that fit by chance), so
   the caller must look at each. */
bool index_skeleton(struct store *s, const struct position *pos, struct index_games *games,
                    struct error *err);
bool index_material(struct store *s, key64 material, struct index_games *games, struct error *err);

/* Whether every game of the store is in the index, so that what it does not find is not there. */
bool index_is_complete(struct store *s, bool *is_complete, struct error *err);

/* --- Building --------------------------------------------------------------------------------- */

/* What the index takes of a game. KEYS are those of its PLY_COUNT + 1 positions. */
struct index_game {
    enum result result;
    uint16_t white_elo, black_elo; /* 0 = unknown */
    uint32_t date;                 /* yyyymmdd */
    const struct position *start;
    const move *moves;
    const key64 *keys;
    size_t ply_count;
};

/* Append what the index needs of GAME to OUT, for index_builder_add: this is the work that threads
   can share. MEMORY is the thread's own, zero-initialised, freed with buffer_free. False if memory
   is out. */
bool index_encode(const struct index_game *game, struct buffer *memory, struct buffer *out);

/* Collects the games of one segment. About 16 bytes a ply are held, and half as many more while it
   is written. */
struct index_builder;
struct index_builder *index_builder_new(enum game game, struct error *err);
void index_builder_free(struct index_builder *b);

/* Add game ID as index_encode gave it. Of a number that is added twice the last one counts. */
bool index_builder_add(struct index_builder *b, game_id id, const char *data, struct error *err);
/* Games added so far, and going back to such a number. */
size_t index_builder_count(const struct index_builder *b);
void index_builder_truncate(struct index_builder *b, size_t count);

/* Write the games as a segment inside the store's open transaction, and forget them. Writes nothing
   if there are none. The bytes do not depend on THREADS (0: as many as there are processors). */
bool index_builder_write(struct index_builder *b, struct store *s, unsigned threads,
                         struct error *err);

/* --- Upkeep ----------------------------------------------------------------------------------- */

/* Note in the open transaction that games are deleted or will be replaced: call it while their rows
   are still there. */
bool index_delete(struct store *s, const game_id *ids, size_t count, struct error *err);

/* Join segments, by replaying their games: all of them (ALL), or as many as are due so that their
   number stays small. In a transaction of its own unless one is open. */
bool index_merge(struct store *s, bool all, unsigned threads, struct error *err);

/* Drop the index and build it again from the games, in a batch of its own: also if it is
   damaged. */
bool index_rebuild(struct store *s, struct error *err);

/* Hold the index to the games: every block's checksum and order, that every game is in exactly one
   segment, and that games are found at their positions: at all of them if FULL, else at a few of a
   sample. REPORT gets a line a fault. Returns their number, -1 if it could not be done. */
long long index_check(struct store *s, bool full, void (*report)(void *closure, const char *line),
                      void *closure, struct error *err);

#endif
