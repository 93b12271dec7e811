/* Changing whole records: leaving parts out, cutting the main line, giving every variation a game
   of its own, turning the board. All are done in place; all return false if memory is out, and then
   the record is good for nothing but record_clear. */
#ifndef QIPU_RECORD_EDIT_H
#define QIPU_RECORD_EDIT_H

#include "notation/annotation.h"
#include "record/record.h"

/* --- Parts ------------------------------------------------------------------------------------ */

enum {
    PART_COMMENTS = 1,
    PART_VARIATIONS = 2,
    PART_NAGS = 4,
    /* Commands in comments: */
    PART_CLOCKS = 8,  /* %clk, %emt, %egt, %mct, %timestamp */
    PART_EVALS = 16,  /* %eval, %evp */
    PART_ARROWS = 32, /* %csl, %cal */
    PARTS_OF_COMMENTS = PART_CLOCKS | PART_EVALS | PART_ARROWS
};
/* Leave PARTS out. A comment of which nothing is left is no comment. */
bool record_drop_parts(struct record *r, unsigned parts);

/* Add the comment TEXT to the COUNT plies of the main line, which ascend: behind the glyphs of the
   moves that lead there, before all for ply 0. */
bool record_comment_plies(struct record *r, const uint32_t *plies, size_t count, const char *text);

/* --- Tags ------------------------------------------------------------------------------------- */

/* Keep the tags NAMES (ended by NULL) alone and in this order, and those that the start needs:
   SetUp, FEN and Variant, xiangqi's Game and Format. */
bool record_keep_tags(struct record *r, const char *const *names);
/* Drop the tags NAMES (ended by NULL), but for those that the start needs. */
void record_drop_tags(struct record *r, const char *const *names);
/* Bring the tags NAMES (ended by NULL) to the front, in this order. */
void record_order_tags(struct record *r, const char *const *names);
/* Give it the seven tags of the roster in their order, "?" where they are missing. */
bool record_fill_roster(struct record *r);

/* --- Moves ------------------------------------------------------------------------------------ */

/* Keep the plies FROM to TO, counted from 1, with what belongs to them. Where plies before them go,
   the position becomes the start, with its tags; a PlyCount tag is set right. */
bool record_cut(struct record *r, size_t from, size_t to);

/* Let the game begin behind the first comment of the main line in which TEXT stands, which is then
   the comment before its first move, with those that follow it there. A game that has none, or has
   it before its first move, stays as it is. */
bool record_cut_behind(struct record *r, const char *text);

/* Make the position START that of the start, with the tags that say so. */
bool record_set_start_tags(struct record *r, const struct position *start);

/* Fill the arrays of the main line anew after its nodes were changed by hand. */
bool record_replay(struct record *r);

/* The lines of a record as games without variations: first its main line, then every variation in
   the order in which they begin, behind the moves before it with their comments and glyphs.
   Zero-initialise with the record set; record_lines_free at the end. */
struct record_lines {
    const struct record *rec;
    struct record line; /* the game, valid until the next call */
    size_t next;        /* of nodes */
    uint32_t *ends;     /* where each variation ends, by the node that begins it */
    uint32_t *before;   /* the node before each in its own line, UINT32_MAX for the first */
    uint32_t *path;     /* room for those that lead to a line, backwards */
    struct line_level {
        uint32_t begin, tip, last; /* its first node, and so far its last one and its last move */
    } * levels;                    /* the lines that are open, from the main line on */
    size_t depth, depth_cap;
    bool started, failed;
};
/* The next line as lines->line. False when there is none, or with `failed` if memory is out. */
bool record_next_line(struct record_lines *lines);
void record_lines_free(struct record_lines *lines);

/* --- The board -------------------------------------------------------------------------------- */

/* Left for right: the moves, and the squares in %csl and %cal. Only for xiangqi, whose rules do not
   know left from right. */
bool record_mirror(struct record *r);

/* White for Black: chess is mirrored at the middle of the ranks, xiangqi turned round, and Black
   moves first. Players, their tags, results, glyphs, evaluations, squares in %csl and %cal go
   along. Words in comments stay. */
bool record_flip(struct record *r);

#endif
