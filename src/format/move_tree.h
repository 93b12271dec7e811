/* The moves of a game as a tree, for formats that number their branches or write the alternatives
   to a move anywhere behind it: it is built in the order of the file, unjudged, and then played
   into a record in document order. Private to the readers. */
#ifndef QIPU_FORMAT_MOVE_TREE_H
#define QIPU_FORMAT_MOVE_TREE_H

#include "record/record.h"

enum { MOVE_TREE_ROOT = 0 /* the start position, no move */, MOVE_TREE_NONE = UINT32_MAX };

struct tree_node {
    uint32_t parent, child, last_child, sibling; /* `sibling`: the next alternative to it */
    uint32_t source;
    move move;
    struct slice before, comment; /* of the record's text: BEFORE counts where a variation begins */
};

struct move_tree {
    struct tree_node *nodes; /* [0] is the root once there is any */
    uint32_t count, cap;
    bool no_memory; /* something is missing */
    bool too_large; /* and so it is of a game over GAME_NODES_MAX moves */
};

/* Zero-initialise; move_tree_clear makes it a root alone, move_tree_free ends it. */
void move_tree_clear(struct move_tree *t);
void move_tree_free(struct move_tree *t);

/* Append M as the last move that can follow PARENT, and return its number; the first one that
   follows is the main one. M may be any 16 bits. MOVE_TREE_NONE, and no_memory set, if memory is out. */
uint32_t move_tree_add(struct move_tree *t, uint32_t parent, move m, uint32_t source);

/* A move for it from two squares that may lie off the board: such a move is legal nowhere. */
move move_tree_move(unsigned from, unsigned to);

/* Keep TEXT (in REC's text) as the comment behind NODE, or behind the comment that it has. */
void move_tree_comment(struct move_tree *t, uint32_t node, struct record *rec, const char *text,
                       size_t len);
/* The same for a comment before it. */
void move_tree_comment_before(struct move_tree *t, uint32_t node, struct record *rec,
                              const char *text, size_t len);

/* Play all of T into REC, whose start is set. A move that is not legal ends its line with a finding:
   in the main line the record is broken, in a variation the rest of that is left out. How much was
   left out is reported. False if memory is out. */
bool move_tree_play(const struct move_tree *t, struct record *rec, struct findings *f);

#endif
