/* A record as a store keeps it, in one run of bytes. Encoding needs no store, so that import can
   do it on several threads; only names are still texts, since their numbers are the store's. The
   bytes are for this process alone. */
#ifndef QIPU_STORE_ENCODE_H
#define QIPU_STORE_ENCODE_H

#include "store/code/move_code.h"
#include "store/schema.h"
#include "store/code/tag_code.h"

/* Memory of one thread. Zero-initialise. */
struct game_coder {
    struct move_model *model;
    enum game game; /* that MODEL is of */
    struct buffer moves, tags, notes, order;
    struct buffer lines; /* for the position index */
};
void game_coder_free(struct game_coder *c);

/* The parts of a coded game. Texts and bytes point into the run. */
struct coded_game {
    struct column_value values[GAME_COLUMNS]; /* without tag order and source */
    enum game game;
    size_t plies;
    /* MOVES as they lie in a move_block; the others not packed. */
    const char *order, *moves, *tags, *notes, *index;
    size_t order_len, moves_len, tags_len, notes_len;
};

/* Append REC to OUT. False with ERR filled: ERROR_USAGE if it is broken or of another variant,
   ERROR_UNSUPPORTED if its notes cannot be stored, ERROR_MEMORY. */
bool game_encode(struct game_coder *c, const struct record *rec, struct buffer *out,
                 struct error *err);

/* Take the run at DATA, as game_encode made it, apart. */
void coded_game_open(struct coded_game *game, const char *data);

#endif
