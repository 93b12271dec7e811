/* Moves as far as their texts alone tell them, for lines whose positions are not known. */
#ifndef QIPU_NOTATION_SHAPE_H
#define QIPU_NOTATION_SHAPE_H

#include "notation/notation.h"

/* Private, but for its size. */
struct move_shape {
    enum game game;
    bool is_castling, is_queen_side;
    bool is_capture; /* the text says so */
    unsigned types;  /* of the man that moves: set of bits 1u << enum piece_type */
    int8_t from_file, from_rank, to_file, to_rank; /* -1: not told */
    uint8_t promotion;
    enum rank_base ranks;
    char text[XIANGQI_TOKEN_MAX]; /* xiangqi, which counts by the men there are; "": coordinates */
    uint8_t len;
};

/* Read a move's text as san_parse_ranks does. False if it has not the form of a move, or is the
   null move. */
bool move_shape_read(struct move_shape *shape, enum game game, const char *text, size_t len,
                     const struct piece_letters *letters, enum rank_base ranks);

/* Whether M, legal in POS, is a move that the text can mean: of chess, any that has what is
   written, even where the text would have to tell two men apart; marks of check do not count. */
bool move_shape_fits(const struct move_shape *shape, const struct position *pos, move m);

#endif
