/* A walk over the nodes of a record in document order, with the position that each belongs to.
   Variations of any depth take memory, not stack: entering one saves the position before the move
   that it is an alternative to, and leaving it plays that move again. */
#ifndef QIPU_FORMAT_WALK_H
#define QIPU_FORMAT_WALK_H

#include "record/record.h"

/* The line that a variation interrupts. */
struct walk_level {
    struct position before;
    move last;
    bool has_move;
};

struct walk {
    struct position pos;    /* where the next move is played */
    struct position before; /* before `last`; meaningful if has_move */
    move last;
    bool has_move; /* a move was played in this line */
    struct walk_level *levels;
    size_t depth, cap;
};

/* Zero-initialise, walk_start, walk_free at the end. */
void walk_start(struct walk *w, const struct position *start);
void walk_free(struct walk *w);

/* At a NODE_BEGIN. False if memory is out. */
bool walk_begin(struct walk *w);
/* At a NODE_END; depth must not be 0. */
void walk_end(struct walk *w);

/* At a NODE_MOVE. */
static inline void walk_move(struct walk *w, move m)
{
    w->before = w->pos;
    w->last = m;
    w->has_move = true;
    pos_play(&w->pos, m);
}

#endif
