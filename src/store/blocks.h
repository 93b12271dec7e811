/* The blocks of a store: games are collected in memory and written when a block is full, at the end
   of a batch, or when something wants to read them. Every function that can fail fills ERR. */
#ifndef QIPU_STORE_BLOCKS_H
#define QIPU_STORE_BLOCKS_H

#include "store/code/encode.h"
#include "store/code/move_block.h"
#include "store/code/text_block.h"

/* Full blocks of texts wait until there are so many, then they are packed on all threads. */
enum { TEXTS_WAITING = 16, MOVES_CACHED = 16 };

/* What is being written. */
struct block_writer {
    struct move_block moves, moves_at_mark;
    struct text_block texts, texts_at_mark;
    struct waiting_texts {
        struct text_block block;
        struct packer packer;
        struct buffer room, out;
    } waiting[TEXTS_WAITING];
    size_t waiting_count;
    struct buffer out;
};

/* What was read last. A block is known by its number and the version of the database that it was
   read from. */
struct block_cache {
    struct cached_moves {
        struct move_block block;
        unsigned version;
        uint64_t used; /* when; 0: nothing is here */
    } moves[MOVES_CACHED];
    struct text_block texts;
    unsigned texts_version;
    bool has_texts;
    uint64_t clock;
};

/* The entry of a coded game. */
struct move_entry blocks_entry(const struct coded_game *game);

/* Add the game with the next number; HASH is that of its row. */
bool blocks_add(struct store *s, game_id id, const struct coded_game *game, uint64_t hash,
                struct error *err);

/* Remember the state, and go back to it. */
bool blocks_mark(struct store *s, struct error *err);
bool blocks_rewind(struct store *s, struct error *err);

/* Write what there is, rows too. The next game begins a block. */
bool blocks_flush(struct store *s, struct error *err);

/* Forget what was not written, and what was read. */
void blocks_forget(struct store *s);
void blocks_free(struct store *s);

/* A change of a game that is there: of its row alone, to another game, or to none. ROW_CHANGE is
   added to the sum of the rows of its block. */
struct block_edit {
    game_id id;
    enum { EDIT_ROW, EDIT_REPLACE, EDIT_DELETE } kind;
    struct coded_game game; /* with EDIT_REPLACE */
    uint64_t row_change;
};

/* Make the changes, which ascend by id: each block that they touch is written once. */
bool blocks_edit(struct store *s, const struct block_edit *edits, size_t count, struct error *err);

/* Join blocks that are not full with those behind them. In a batch. */
bool blocks_join(struct store *s, struct error *err);

/* Write the block of moves that is being filled, unless it is empty, and the block B; both are
   empty then. */
bool blocks_write_moves(struct store *s, struct error *err);
bool blocks_write_texts(struct store *s, struct text_block *b, struct error *err);

/* Write the bytes of a block that begins with game FIRST. */
bool blocks_put(struct store *s, enum statement statement, game_id first, const struct buffer *data,
                struct error *err);

/* Append the texts of a game, if it has any. False if memory is out. */
bool blocks_add_texts(struct text_block *b, game_id id, const struct coded_game *game);

/* The block of moves that game ID is in and the game's place there. *BLOCK is NULL if there is no
   such game. It stays valid until the next call. */
bool blocks_find_moves(struct store *s, game_id id, const struct move_block **block, size_t *at,
                       struct error *err);

/* Read the block of moves that game ID is in, which must be there, into BLOCK. */
bool blocks_read_moves(struct store *s, game_id id, struct move_block *block, struct error *err);

/* The block of texts that game ID would be in (NULL: there is none so far), and its entry there,
   NULL if it has no texts. Valid until the next call. */
bool blocks_find_texts(struct store *s, game_id id, const struct text_block **block,
                       const struct text_entry **entry, struct error *err);

/* Verify and read the moves of game AT of BLOCK: those that were written, and legal. */
bool moves_read(struct store *s, const struct move_block *block, size_t at, struct game_moves *out,
                struct error *err);

/* The same of ENTRY's bytes at DATA; MOVE_CODE_SLACK readable ones follow them. */
bool moves_take_apart(const struct move_model *model, enum game game,
                      const struct move_entry *entry, const char *data, struct game_moves *out,
                      struct error *err);

#endif
