/* A game's notes <-> stored bytes: all that its nodes hold but the moves of the main line. First a
   varint: bit 0 is 1 if the moves of the
   main line carry no check marks, 0 if they carry those that the board asks for; the rest is the
   number of exceptions, each a varint (plies since the last exception) and a byte (the marks). Then
   the nodes in document order as varints, kind in the low three bits, argument above:

       0  that many moves of the main line       4  a variation begins
       1  a NAG, its number                      5  a variation ends
       2  a {} comment, its length, then text    6  that many moves of a variation, then they
       3  a ; comment, its length, then text     7  one such move with these marks, then it

   Moves of the main line behind the last note are not counted. Without any note: no bytes. */
#ifndef QIPU_STORE_GAME_CODE_H
#define QIPU_STORE_GAME_CODE_H

#include "base/error.h"
#include "record/record.h"
#include "store/code/bytes.h"

enum note {
    NOTE_MAIN,
    NOTE_NAG,
    NOTE_COMMENT,
    NOTE_LINE_COMMENT,
    NOTE_BEGIN,
    NOTE_END,
    NOTE_MOVES,
    NOTE_MARKED_MOVE,
    NOTE_BITS = 3,
    NOTE_MASK = 7
};

/* Append the notes of REC. The buffer tells failure. False if REC's nodes do not hold its main
 * line, or are too many or too deep to be read back. */
bool notes_code_write(const struct record *rec, struct buffer *notes);

/* Memory for replaying variations. Zero-initialise. */
struct line;
struct replay {
    struct line *lines;
    size_t depth, cap;
};
void replay_free(struct replay *r);

/* Play the COUNT moves of the main line and the notes on REC, whose tags and start position are
   set. Every move is held to the rules. */
bool game_code_read(struct record *rec, const move *moves, size_t count, struct bytes notes,
                    struct replay *replay, struct error *err);

#endif
