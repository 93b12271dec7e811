/* Holding conditions against the board of one position. What counts men is remembered, since they
   change by captures and promotions alone. Hot path of scan.c. */
#ifndef QIPU_QUERY_BOARD_H
#define QIPU_QUERY_BOARD_H

#include "query/conditions.h"

/* Whether the conditions on numbers of men hold. Zero-initialise; clear is_known after a capture or
   a promotion. */
struct counted {
    bool is_known, holds[VIEW_FLIPPED + 1];
};

void board_count(const struct board_conditions *b, const struct position *pos, struct counted *c);

static inline bool board_counts_men(const struct board_conditions *b)
{
    return b->materials || b->men;
}

/* Whether boards must be looked at; whether plies must. */
static inline bool asks_boards(const struct board_conditions *b)
{
    return b->patterns || b->pawns || b->materials || b->men || b->polyglots;
}

static inline bool asks_plies(const struct board_conditions *b)
{
    return asks_boards(b) || b->plies || b->lasting > 1;
}

static inline bool view_holds(const struct board_conditions *b, const struct position *pos,
                              const struct counted *c, unsigned view)
{
    return (!board_counts_men(b) || c->holds[view & VIEW_FLIPPED]) &&
           (!b->patterns || pattern_holds(b->patterns, pos, (enum view)view)) &&
           (!b->pawns || pattern_holds(b->pawns, pos, (enum view)view));
}

static inline bool board_holds(const struct board_conditions *b, const struct position *pos,
                               struct counted *c)
{
    if (board_counts_men(b) && !c->is_known)
        board_count(b, pos, c);
    if (view_holds(b, pos, c, VIEW_GIVEN))
        return true;
    for (unsigned view = VIEW_FLIPPED; view <= b->views; view++)
        if (!(view & ~b->views) && view_holds(b, pos, c, view))
            return true;
    return false;
}

#endif
