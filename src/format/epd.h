/* Private to the readers: lists of FENs and EPD files, a game of no moves for each line. */
#ifndef QIPU_FORMAT_EPD_H
#define QIPU_FORMAT_EPD_H

#include "format/format.h"

enum epd_status {
    EPD_GAME,
    EPD_NOTHING, /* no line up to the end of the stream */
    EPD_MORE,    /* the window ends inside a line: grow it and ask again with START = *BEGIN */
    EPD_NO_MEMORY
};

/* Read the next line from window byte START on into REC, which is empty and of the right game, and
   what is wrong with it into F. Blank lines and lines that begin with '#' are passed over.
   Operations become tags of their opcode's name, a lone string without its quotes; then follow
   SetUp and FEN. A line that is no position gives a broken game with a bad-fen finding. On EPD_GAME
   the window bytes *BEGIN .. *NEXT are the line with its end. */
enum epd_status epd_read(const struct text_window *window, size_t start, struct record *rec,
                         struct findings *f, size_t *begin, size_t *next);

/* Whether the text begins like such a file: its first line that counts starts with the ranks of a
   board and a side to move. */
bool epd_is_epd(enum game game, const char *text, size_t len);

#endif
