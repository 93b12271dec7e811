/* Private to the readers: lists of moves, a game a line, of chess and of xiangqi. */
#ifndef QIPU_FORMAT_LINE_LIST_H
#define QIPU_FORMAT_LINE_LIST_H

#include "format/epd.h"

/* Whether a text that begins so is such a list. *GAME is the game that more of its first moves can
   be played in, GAME_COUNT if they do not tell. */
bool line_list_recognise(const char *data, size_t len, enum game *game);

/* As epd_read, for the next line that is a game. Lines that are none are passed over; *DROPPED, 0 at
   first and kept by the caller, counts their bytes until they are reported. */
enum epd_status line_list_read(const struct text_window *window, enum game game, size_t *base,
                               size_t *next, size_t *dropped, struct record *rec,
                               struct findings *f);

#endif
