/* The moves of consecutive games <-> one run of bytes. One game can be had, and believed, without
   reading the others: a directory tells where it lies, and every MOVE_GROUP games have a checksum.

       u8      1, the version of this form       u8      MOVE_MODEL
       u32     checksum of the rest up to the end of the directory
       number  length of the directory           number  of games
       u64     sum of the hashes of these games' rows (private.h)
       the directory, for each group: u32 its checksum; then for each of its games
               number  0 no such game; 1 a start position of its own, and the number of plies
                       follows as another number; else 2 more than the number of plies
               number  length of its bytes
       the bytes of each game: if it has a start of its own, the length of a FEN as a number and the
               FEN; then the bits of move_code.h

   u32 and u64 are little-endian, numbers are varints (bytes.h). A checksum is the low half of the
   stream hash, seeded by the first game's number for the directory and by the number of the group's
   first game for a group, so that a block in another's place is seen. */
#ifndef QIPU_STORE_MOVE_BLOCK_H
#define QIPU_STORE_MOVE_BLOCK_H

#include "base/error.h"
#include "store/code/bytes.h"
#include "store/store.h"

/* A row of n overflow pages that are full and a little in the leaf: SQLite wastes next to nothing
   then. 488 bytes are what it leaves in the leaf at least, 4084 what an overflow page holds, 5 the
   head of the row. */
enum { MOVE_GROUP = 8, MOVE_BLOCK_BYTES = 488 + 6 * 4084 - 5 };

struct move_entry {
    uint32_t at, len; /* in the games' bytes */
    uint32_t plies;
    uint8_t kind; /* enum move_entry_kind */
};
enum move_entry_kind { MOVES_ABSENT, MOVES_USUAL_START, MOVES_OWN_START };

/* A block in memory, to be read or to be added to. Zero-initialise. */
struct move_block {
    game_id first;
    size_t count, cap;
    uint64_t row_sum;
    struct move_entry *entries;
    uint32_t *sums;      /* one a group; only of a block that was read */
    struct buffer bytes; /* of the games; of a block that was read, with what it takes to decode */
    size_t size;         /* about what the block takes when written */
};
void move_block_free(struct move_block *b);

/* Make B an empty block whose first game will be FIRST. */
void move_block_clear(struct move_block *b, game_id first);

/* Append a game. AT of the entry is ignored. False if memory is out. */
bool move_block_add(struct move_block *b, const struct move_entry *entry, const void *data);

/* Append the block's bytes to OUT, which tells failure. */
void move_block_write(const struct move_block *b, struct buffer *out);

/* Make B the block that was written to DATA. Groups are not verified yet. False with ERR filled:
   ERROR_DAMAGED, ERROR_UNSUPPORTED (a model from the future), ERROR_MEMORY. */
bool move_block_read(struct move_block *b, game_id first, const void *data, size_t len,
                     struct error *err);

/* Whether the checksum of the group that game I is in holds. */
bool move_block_verify(const struct move_block *b, size_t i);

/* FROM's games and sum into TO. False if memory is out. */
bool move_block_copy(struct move_block *to, const struct move_block *from);

#endif
