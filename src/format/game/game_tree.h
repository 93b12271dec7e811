/* A tree of moves as formats other than PGN hold it, to be filled node by node and then played into
   a record, where each alternative becomes a variation. A format need not know whether a move is
   legal: what cannot be played is cut off there, kept as text and reported. */
#ifndef QIPU_FORMAT_GAME_TREE_H
#define QIPU_FORMAT_GAME_TREE_H

#include "format/pgn/pgn.h"

enum { TREE_ROOT = 0 }; /* the start position; as a child or sibling: there is none */

struct tree_node {
    uint32_t child, last; /* the first and the last of the moves that follow */
    uint32_t sibling;     /* the next alternative to this move */
    uint32_t source;      /* where it stands in the file */
    struct slice comment; /* in tree.text: UTF-8, lines end with LF */
    struct slice before; /* the same, of a comment before the move, where that begins a variation */
    square from, to;     /* NO_SQUARE if the file names a place off the board */
};

struct game_tree {
    struct tree_node *nodes;
    size_t count, cap;
    struct buffer text;
    /* In pre-order: where the next move belongs, and that one is to come. */
    uint32_t parent;
    bool is_open;
    uint32_t *waiting; /* parents of alternatives that come when what is before them is complete */
    size_t waiting_count, waiting_cap;
    bool is_in_main_line; /* no line has ended yet */

    bool is_full; /* there are more moves than a game may have */
    bool failed;  /* memory was out */
};

/* Make a zero-initialised tree one of the root alone; game_tree_free at the end. */
void game_tree_start(struct game_tree *t);
void game_tree_free(struct game_tree *t);

/* Append a move behind PARENT, after those that it has already. Returns its number; TREE_ROOT, and
   nothing is appended, if is_full or failed is set. */
uint32_t game_tree_add(struct game_tree *t, uint32_t parent, square from, square to,
                       uint32_t source);

/* For files in pre-order, which have behind a move all that follows it and then the alternatives to
   it: say whether a first move comes, and append moves, with what the file says of them, as long as
   is_open is set. */
void game_tree_open(struct game_tree *t, bool has_child);
uint32_t game_tree_append(struct game_tree *t, square from, square to, bool has_child,
                          bool has_sibling, uint32_t source);

/* Note that what was appended to t->text from AT on is the comment of NODE. CR LF and CR become LF,
   and line ends and NULs at its end go. */
void game_tree_comment(struct game_tree *t, uint32_t node, size_t at);

/* Put the moves and comments into REC, whose start is set; JUDGED is false if they cannot be
   played since that is no position: then all of them become text. REC is a game that is too large
   if the tree is. False if memory is out. */
bool game_tree_play(const struct game_tree *t, struct record *rec, bool judged, struct findings *f);

#endif
