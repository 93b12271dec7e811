/* Counting a game in a tree as stats does: once, under the move that it played where the position,
   or its image in a merged tree, occurs first. */
#ifndef QIPU_TESTS_TREE_GAMES_H
#define QIPU_TESTS_TREE_GAMES_H

#include "report/report.h"

/* T stands at AT. False if the game never does. */
static inline bool tree_count(struct tree *t, const struct position *at, bool is_merged,
                              const struct game_header *h, const struct record *rec)
{
    struct position image = *at;
    if (is_merged)
        pos_mirror(at, &image);
    for (size_t ply = 0; ply <= rec->ply_count; ply++) {
        if (rec->keys[ply] != at->key && rec->keys[ply] != image.key)
            continue;
        const struct tree_row row = tree_row_at(t, h, rec, ply);
        tree_add_row(t, &row);
        return true;
    }
    return false;
}

#endif
