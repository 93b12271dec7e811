/* Private to the readers: FEN lists and EPD files, each line a game of no moves but for those that
   an operation "moves" gives, as engines are told of a game. */
#ifndef QIPU_FORMAT_EPD_H
#define QIPU_FORMAT_EPD_H

#include "format/format.h"

enum epd_status { EPD_GAME, EPD_END, EPD_MORE, EPD_NO_MEMORY };

/* Read the next line of WINDOW from byte *NEXT into REC, a game whose operations are tags,
   but for "moves", which are played. *BASE is set to the line's start, from which findings count, and *NEXT behind it. Blank
   lines and lines that begin with # are passed over. EPD_MORE: the window ends within the line and
   more follows; *NEXT is then where the line begins. A line that is no position is EPD_GAME with
   is_broken and a bad-fen finding. REC and F are cleared here. */
enum epd_status epd_read(const struct text_window *window, enum game game, size_t *base,
                         size_t *next, struct record *rec, struct findings *f);

/* Tell of the moves in bm, am, sm and pv that are ambiguous, illegal or unreadable in the position
   START; of a pv the first. OP is an operation of LINE. */
void epd_check_moves(const struct position *start, const struct epd_operation *op, const char *line,
                     struct findings *f);

/* Whether OP is "moves". */
bool epd_is_moves(const struct epd_operation *op);
/* Play its moves from where REC, whose start is set, ends. At a fault the game is broken and the
   rest of the moves a comment. False if memory is out. */
bool epd_play_moves(struct record *rec, const struct epd_operation *op, const char *line,
                    struct findings *f);

#endif
