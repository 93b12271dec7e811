/* Entering and leaving variations; see walk.h. A variation before any move starts where it
   stands. */
#include "format/game/walk.h"
#include "base/array.h"

#include <stdlib.h>

void walk_start(struct walk *w, const struct position *start)
{
    w->pos = *start;
    w->has_move = false;
    w->depth = 0;
}

void walk_free(struct walk *w)
{
    free(w->levels);
}

bool walk_begin(struct walk *w)
{
    if (w->depth == w->cap) {
        struct walk_level *levels = array_grow(w->levels, &w->cap, 8, sizeof *levels);
        if (!levels)
            return false;
        w->levels = levels;
    }
    if (w->has_move)
        w->pos = w->before;
    w->levels[w->depth++] = (struct walk_level){w->pos, w->last, w->has_move};
    w->has_move = false;
    return true;
}

void walk_end(struct walk *w)
{
    const struct walk_level *level = &w->levels[--w->depth];
    w->pos = level->before;
    w->has_move = level->has_move;
    if (level->has_move)
        walk_move(w, level->last);
}
