/* What the drawings of boards share, private to src/report. */
#ifndef QIPU_REPORT_BOARD_H
#define QIPU_REPORT_BOARD_H

#include "report/report.h"

/* The character that stands for a man of xiangqi, by colour and type. */
const char *xiangqi_character(piece p);

/* The square drawn in column X of row Y, counted from the top left. */
square board_square_at(const struct position *pos, bool flipped, int x, int y);

/* Whether S is a square that LAST (or NULL_MOVE) went from or to. */
bool board_is_marked(const struct position *pos, square s, move last);

void board_write_svg(struct buffer *out, const struct position *pos, bool flipped, move last);

#endif
