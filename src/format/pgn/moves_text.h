/* Moves inside a text of another kind, read by the PGN reader, which knows every way of writing
   them. Private to the readers. */
#ifndef QIPU_FORMAT_MOVES_TEXT_H
#define QIPU_FORMAT_MOVES_TEXT_H

#include "format/game/facts.h"

enum moves_text_status {
    MOVES_TEXT_NONE, /* there was no game */
    MOVES_TEXT_GAME,
    MOVES_TEXT_MORE /* the game does not end in this text: try again with more of it */
};

struct moves_text {
    const char *moves; /* NUL-terminated */
    size_t len;
    bool is_cut;     /* there is more of it */
    size_t at;       /* where they stand in the file */
    const char *fen; /* of the start, or NULL */
    size_t fen_len, fen_at;
};

/* Read the moves into X's record, which is empty, from the position of FEN; the record gets no tag.
   Findings and nodes get places in the file; what a text that is no PGN need not have (tags, move
   numbers) is not missed, nor is a result unless WANTS_RESULT. *USED is how much of the text was
   read: less than all if another game follows. */
enum moves_text_status moves_text_read(const struct moves_text *t, struct facts *x,
                                       bool wants_result, size_t *used);

/* Take findings of CODE back. */
void moves_text_forget(struct findings *f, enum finding_code code);

#endif
