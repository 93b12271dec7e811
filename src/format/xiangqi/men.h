/* How the files of xiangqi programs list the men and count the points. Private to this layer. */
#ifndef QIPU_FORMAT_MEN_H
#define QIPU_FORMAT_MEN_H

#include "rules/rules.h"

/* The kinds (enum piece_type) of the men of a side in the order of their lists. */
enum { MEN_OF_SIDE = 16, MEN_OF_GAME = 2 * MEN_OF_SIDE };
extern const uint8_t men_in_order[MEN_OF_SIDE];

/* Point X, 0 to 8 from Red's left, Y, 0 to 9 from Black's home; NO_SQUARE if it is off the
   board. */
square men_point(unsigned x, unsigned y);

#endif
