/* Moves as one byte, decoded without generating moves. Each side's men of the start position get
   slots by type and, within a type, by square: in chess king, queen, 2 rooks, 2 bishops, 2 knights,
   8 pawns; in xiangqi king, 2 advisors, 2 elephants, 2 horses, 2 rooks, 2 cannons, 5 pawns. A slot
   follows its man. The code of a move is its slot's first code plus how it goes, ranks counted
   from the mover's side:

       chess king      8 steps, castling king side, queen side            10 codes
             queen     along the file to a rank 8, along the rank to a file 8,
                       along a rising diagonal to a file 8, a falling one 8    32
             rook 16 and bishop 16 likewise, knight 8 jumps
             pawn      1 step, 2 steps, takes left, right; then the same but for
                       2 steps, each to knight, bishop, rook, queen          4 + 12
       xiangqi king, advisor, elephant 4; horse 8; pawn ahead, left, right 3
             rook and cannon: to a rank 10, to a file 9                       19

   A promoted pawn takes the lowest slot of its new type whose man is gone; if there is none, it
   has no slot, like the men of a start position that has too many. Their moves are SLOT_ESCAPE, and
   the 16-bit move follows. These numbers are part of the store's format. */
#ifndef QIPU_RULES_SLOTS_H
#define QIPU_RULES_SLOTS_H

#include "rules/rules.h"

enum { SLOTS = 16, SLOT_CODES = 256, SLOT_ESCAPE = 250, SLOT_NULL = 251 };

/* Slots are numbered 0 to 15 for White, 16 to 31 for Black. */
struct slots {
    square at[2 * SLOTS];         /* where the slot's man is or was last, or SLOT_NOWHERE */
    uint8_t slot_of[SQUARES_MAX]; /* who came there last: a slot or SLOT_NONE */
    uint8_t game, turn;
    square castling[2][2]; /* the rooks' squares at the start */
};

void slots_start(struct slots *s, const struct position *pos);

/* The code of M, which is legal or null; follow it. After SLOT_ESCAPE the caller writes M
   itself. */
unsigned slots_encode(struct slots *s, move m);

/* The move of CODE, below SLOT_CODES and not SLOT_ESCAPE; follow it. False if no man of that slot
   can go like that. Damaged data may give any other move: what checks M is the caller's business.
   Hot path. */
static inline bool slots_decode(struct slots *s, unsigned code, move *m);

/* Follow a move that came after SLOT_ESCAPE. False if it is no move on this board at all. */
bool slots_escape(struct slots *s, move m);

void slots_init(void); /* by rules_init */

/* --- Private ---------------------------------------------------------------------------------- */

enum { SLOT_NOWHERE = 127, SLOT_NONE = 255, SLOT_WAYS = 96, SLOT_ROW = 128 };

struct slot_tables {
    struct {
        uint8_t slot, way;
    } codes[SLOT_CODES];
    /* [color][way][from]: where it leads. NO_SQUARE off the board, from SLOT_NOWHERE, and all along
       the way of what slots_decode_rare does. */
    square target[2][SLOT_WAYS][SLOT_ROW];
};
extern struct slot_tables slot_tables[GAME_COUNT];

bool slots_decode_rare(struct slots *s, unsigned code, move *m);

static inline bool slots_decode(struct slots *s, unsigned code, move *m)
{
    const struct slot_tables *t = &slot_tables[s->game];
    const unsigned slot = t->codes[code].slot | (unsigned)s->turn << 4;
    const square from = s->at[slot];
    const square to = t->target[s->turn][t->codes[code].way][from];
    if (to == NO_SQUARE)
        return slots_decode_rare(s, code, m);
    s->at[slot] = to;
    s->slot_of[to] = (uint8_t)slot;
    s->turn ^= 1;
    *m = (move)(from | to << (s->game == GAME_CHESS ? 6 : 7));
    return true;
}

#endif
