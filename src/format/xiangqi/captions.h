/* The captions that Chinese programs put before what they know of a game in a text, such as
   "红方：胡荣华". Private to the readers. */
#ifndef QIPU_FORMAT_CAPTIONS_H
#define QIPU_FORMAT_CAPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum caption_kind { CAPTION_TEXT, CAPTION_DATE, CAPTION_RESULT, CAPTION_FEN, CAPTION_TIME };

struct caption {
    const char *words; /* without blanks */
    const char *tag;   /* CAPTION_TIME: its player's tag goes by the caption before */
    enum caption_kind kind;
};

/* The caption that the LEN bytes at TEXT begin with, blanks before and inside it and its colon
   included: *END is what follows them. Unknown words before a board are a CAPTION_FEN, so that no
   moves are played from another position. NULL if there is none. */
const struct caption *caption_at(const char *text, size_t len, size_t *end);

/* Where the next caption begins in the rest of a line behind blanks; LEN if there is none. */
size_t caption_find(const char *text, size_t len);

/* Whether the line is but the heading of a table or of the text, or a rule: it says nothing. */
bool caption_is_heading(const char *line, size_t len);

#endif
