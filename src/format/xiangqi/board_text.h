/* Positions in the manner of a FEN, written with the Chinese names of the pieces:
   "3将5/9/9/3车5/4車1炮2/9/9/9/9/4帅4 红". Private to the readers. */
#ifndef QIPU_FORMAT_BOARD_TEXT_H
#define QIPU_FORMAT_BOARD_TEXT_H

#include "base/buffer.h"

/* Whether a text looks like a board, in whatever letters: ten rows and nine strokes. */
bool board_text_is(const char *text, size_t len);

/* Append to OUT the text with letters of FEN for Chinese names of pieces and sides. A name that
   may be either side's stays, so that the text is then no FEN. */
void board_text_to_fen(const char *text, size_t len, struct buffer *out);

#endif
