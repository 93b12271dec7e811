/* Games that a file holds as pairs of squares and nothing else, as the clients of game servers save
   them: main line alone, from the usual start, the board perhaps seen from Black's side. Private to
   the readers. */
#ifndef QIPU_FORMAT_SQUARE_LIST_H
#define QIPU_FORMAT_SQUARE_LIST_H

#include "format/game/facts.h"
#include "format/game/game_tree.h"

struct square_list {
    struct game_tree tree;
    uint32_t last; /* the node of the last move */
};

void square_list_start(struct square_list *list);
void square_list_free(struct square_list *list);

/* Append a move from and to points of X 0 to 8 from the left and Y 0 to 9 from the top; other
   values are points off the board. */
void square_list_add(struct square_list *list, unsigned from_x, unsigned from_y, unsigned to_x,
                     unsigned to_y, uint32_t source);

/* How many of the moves are legal one after the other, at most LIMIT; TURNED: with the board turned
   by 180 degrees. */
size_t square_list_legal(const struct square_list *list, bool turned, size_t limit);

/* Play them into X's record, seen from the side from which more of them are legal. */
void square_list_play(struct square_list *list, struct facts *x);

#endif
