/* Keys and moves as Polyglot's opening books have them, which are not those of the rules core. */
#ifndef QIPU_NOTATION_POLYGLOT_H
#define QIPU_NOTATION_POLYGLOT_H

#include "rules/rules.h"

enum { POLYGLOT_NUMBERS = 781 };
extern const uint64_t polyglot_numbers[POLYGLOT_NUMBERS];

/* The key of POS, a position of chess that LAST led to (NULL_MOVE: none is known). There an e.p.
   square counts when a pawn stands beside the one that has passed over it, whether it may take or
   not. */
uint64_t polyglot_key(const struct position *pos, move last);
/* The key in 16 hexadecimal digits, as programs show it. Returns the length. */
enum { POLYGLOT_KEY_MAX = 17 };
size_t polyglot_key_format(const struct position *pos, move last, char out[POLYGLOT_KEY_MAX]);

/* M as 16 bits: three each for file and rank of its target, then of its origin, then the piece
   that a pawn becomes; castling is king takes own rook, as in the rules core. */
uint16_t polyglot_move(move m);

#endif
