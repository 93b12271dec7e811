/* The moves of a main line as bits. Each move is its slot code (rules/slots.h) in one of four
   static prefix codes, chosen by how far the game has come: plies 0 to 15, 16 to 29, 30 to 59, and
   the rest. SLOT_ESCAPE is followed by the move's 16 bits. The first bit is the lowest of the first
   byte; the last byte is filled with zeros.

   The prefix codes are canonical (shorter first, equal lengths by slot code), at most
   MOVE_CODE_BITS long, and given by their lengths alone: move_lengths.c. */
#ifndef QIPU_STORE_MOVE_CODE_H
#define QIPU_STORE_MOVE_CODE_H

#include "base/buffer.h"
#include "rules/slots.h"

enum {
    MOVE_CODE_BITS = 12,
    MOVE_CONTEXTS = 4,
    MOVE_MODEL = 2,      /* which lengths these are; stores say which they use */
    MOVE_CODE_SLACK = 16 /* bytes that must be readable behind what is decoded */
};

/* [game][context]: a character for each slot code, its length in hexadecimal; 0: it never
   occurs. */
extern const char *const move_lengths[GAME_COUNT][MOVE_CONTEXTS];

/* The ply behind the last of each context. */
extern const size_t move_context_ends[MOVE_CONTEXTS];

/* The prefix codes of one game, ready for use. Only read once it is made. */
struct move_model {
    struct {
        uint8_t code, length; /* of the prefix code that the next bits begin with */
    } decode[MOVE_CONTEXTS][1 << MOVE_CODE_BITS];
    struct {
        uint16_t bits, length;
    } encode[MOVE_CONTEXTS][SLOT_CODES];
};
void move_model_init(struct move_model *model, enum game game);

/* Append the COUNT legal moves from START. OUT tells failure. */
void moves_encode(const struct move_model *model, const struct position *start, const move *moves,
                  size_t count, struct buffer *out);

/* Read COUNT moves from START out of exactly LEN bytes, which MOVE_CODE_SLACK readable ones must
   follow. False if the bytes cannot be that; the moves are on the board, but they are legal only if
   the bytes are those that were written. Hot path. */
bool moves_decode(const struct move_model *model, const struct position *start, const void *data,
                  size_t len, move *moves, size_t count);

#endif
