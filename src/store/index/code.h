/* The bytes of the position index: entries, buckets, blocks, and where they lie. Private to
   src/store/index_*.c; qipu-store(5), "The position index", describes the same.

   A part of a segment is a run of entries in the order of their keys. Its key space is cut into
   2^bucket_bits equal buckets of about 50 entries; a block is consecutive buckets behind a
   directory. A key is kept to key_bits bits; inside a bucket the differences are Rice coded.

   Games are numbers 0 .. games - 1 in a segment; its ranges say which games of the store these
   are. */
#ifndef QIPU_STORE_INDEX_CODE_H
#define QIPU_STORE_INDEX_CODE_H

#include "base/error.h"
#include "store/index/index.h"
#include "store/index/bits.h"

enum index_part { PART_SKELETON, PART_POSITION, PART_MATERIAL, PARTS };

/* What a row of index_block holds. Blocks of a part have the part's own number. */
enum row_kind {
    ROW_BLOCKS,                                  /* + part */
    ROW_BIG_LIST = 4,                            /* + part: the games of a big entry */
    ROW_BIG_HEAD = ROW_BIG_LIST + PART_POSITION, /* of a position: its counts */
    ROW_BIG_GAMES = 7                            /* of a position: its games */
};

enum {
    ROW_NUMBER_BITS = 40, /* of a row number, from the lowest: the number */
    ROW_KIND_BITS = 3,    /* then the kind, then the segment */
    SEGMENT_MAX = 1 << 20,
    BUCKET_ENTRIES_BITS = 6,
    BLOCK_HEAD = 7
};

struct part {
    uint64_t entries;
    unsigned key_bits, bucket_bits, rice;
};

struct game_range {
    game_id first;
    uint32_t count;
};

struct segment {
    int64_t id;
    uint32_t games;
    unsigned rare; /* skeletons of more games are popular; at most INDEX_RARE */
    struct game_range *ranges;
    size_t range_count;
    struct part parts[PARTS];
};

/* Entries of at most so many games hold nothing else than which. */
static inline unsigned few_games(const struct segment *segment, enum index_part part)
{
    return part == PART_POSITION ? INDEX_LISTED - 1 : segment->rare;
}

static inline int64_t row_id(int64_t segment, unsigned kind, uint64_t number)
{
    return segment << (ROW_NUMBER_BITS + ROW_KIND_BITS) | (int64_t)kind << ROW_NUMBER_BITS |
           (int64_t)number;
}

/* Where the big entry of KEY lies. */
static inline uint64_t row_of_key(uint64_t key)
{
    return key >> (64 - ROW_NUMBER_BITS);
}

/* A bijection of 64 bits, so that keys of any kind are spread evenly. */
static inline uint64_t index_hash(key64 key)
{
    key = (key ^ key >> 32) * UINT64_C(0xd6e8feb86659fd93);
    key = (key ^ key >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return key ^ key >> 32;
}

/* The first bits of KEY that PART keeps, as a number. */
static inline uint64_t part_key(const struct part *part, uint64_t key)
{
    return key >> (64 - part->key_bits);
}

/* For about COUNT entries of KIND, with keys of at most KEY_BITS_MAX bits. */
void part_plan(struct part *part, enum index_part kind, uint64_t count, unsigned key_bits_max);

uint32_t index_checksum(int64_t row, const void *data, size_t len);

/* --- Moves in the index ----------------------------------------------------------------------- */

/* A move beside a key, in canonical orientation; what bits a move leaves free say more. */
enum {
    CODE_END_CHESS = 0x7fff,
    CODE_END_XIANGQI = 0x3fff,
    CODE_MIRRORED = 0x8000, /* xiangqi: the position stood mirrored */
    CODE_LATER = 0x4000,    /* xiangqi: the game had its mirror image before */
    CODE_MOVE_XIANGQI = 0x3fff
};

/* --- Lists of games --------------------------------------------------------------------------- */

void ids_put(struct bit_writer *w, const uint32_t *ids, size_t count, uint32_t games);
/* COUNT numbers below GAMES, ascending. False if the bits are bad. */
bool ids_take(struct bit_reader *r, uint32_t *ids, size_t count, uint32_t games);

/* --- Counts of a position --------------------------------------------------------------------- */

struct code_group {
    uint16_t code; /* move and flags */
    uint8_t result;
    uint64_t games;
    struct index_summary summary; /* if games >= INDEX_LISTED */
};

void groups_put(struct bit_writer *w, const struct code_group *groups, size_t count);
/* Appends to GROUPS. False if the bits are bad (*NO_MEMORY says whether it was that instead). */
bool groups_take(struct bit_reader *r, struct buffer *groups, uint64_t games, bool *no_memory);

/* --- Entries, one after the other ------------------------------------------------------------- */

struct entry {
    uint64_t key;             /* as part_key gives it */
    uint64_t count;           /* of games */
    bool in_rows;             /* a big entry: the rest lies in rows of its own */
    uint32_t ids[INDEX_RARE]; /* if count is at most few_games */
    uint64_t full_key;        /* positions with INDEX_LISTED games or more */
    /* Positions: HEAD has the groups, then the games of those below INDEX_LISTED; LIST the games of
       the others. */
    struct bit_reader head, list;
};

struct entry_walk {
    const struct part *part;
    bool of_positions;
    unsigned few;
    uint32_t games;
    uint64_t key, left, last;
    struct bit_reader bits; /* `bad` after the last entry: damaged */
};

/* Walk over the entries of BUCKET, which lie in BITS. */
void entries_start(struct entry_walk *w, const struct segment *segment, enum index_part part,
                   uint64_t bucket, struct bit_reader bits);
bool entries_next(struct entry_walk *w, struct entry *e);

/* --- Blocks ----------------------------------------------------------------------------------- */

struct block {
    uint64_t first; /* its first bucket */
    uint32_t buckets;
    const unsigned char *data;
    size_t len;
};

/* Judge the bytes of row ROW. False if their checksum or their directory is bad. */
bool block_open(struct block *b, int64_t row, const void *data, size_t len);
/* Bucket NUMBER of a block that has it. */
struct bit_reader block_bucket(const struct block *b, uint64_t number);

#endif
