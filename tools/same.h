/* What makes two games the same for `qipu convert --unique`. */
#ifndef QIPU_TOOLS_SAME_H
#define QIPU_TOOLS_SAME_H

#include "base/digest.h"
#include "record/record.h"

enum same_by {
    SAME_TEXT,  /* what is written of them */
    SAME_MOVES, /* the start position and the main line */
    SAME_END,   /* the last position */
    SAME_START, /* the start position */
    SAME_AFTER  /* the position after so many plies; a shorter game's last one */
};

struct same {
    enum same_by by;
    size_t plies;
};

/* Take the value of --unique, NULL if it has none. False after a message. */
bool same_read(struct same *s, const char *by);

/* That of REC, which was written as TEXT; equal for the same games, and by no chance for others. Of
   positions the board, the turn, castling rights and e.p. count. A game whose rules are not known
   is known by its text. Called on several threads. */
struct digest same_digest(const struct same *s, const struct record *rec, const char *text,
                          size_t len);

#endif
