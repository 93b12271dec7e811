/* DhtmlXQ, the text in which Chinese forums and pages hold games: pairs of marks
       [DhtmlXQ_key]value[/DhtmlXQ_key]
   mostly inside [DhtmlXQ] ... [/DhtmlXQ]. Shared by dhtmlxq_marks.c (marks, values, keys),
   dhtmlxq_read.c, dhtmlxq_moves.c (the branches) and dhtmlxq_write.c; qipu-formats(7) documents it.

   A key that begins with a capital is a tag of PGN as it stands: the writer uses such keys for what
   the format has no key for, so that reading gives back what was written. */
#ifndef QIPU_FORMAT_DHTMLXQ_H
#define QIPU_FORMAT_DHTMLXQ_H

#include "format/game/facts.h"
#include "format/game/game_tree.h"

/* --- Marks ------------------------------------------------------------------------------------ */

enum dhtmlxq_mark_kind {
    DHTMLXQ_WRAP,     /* [DhtmlXQ], [DhtmlXQHTML], [DhtmlXQiFrame] */
    DHTMLXQ_WRAP_END, /* [/DhtmlXQ] */
    DHTMLXQ_KEY,      /* [DhtmlXQ_key] */
    DHTMLXQ_KEY_END   /* [/DhtmlXQ_key] */
};

struct dhtmlxq_mark {
    enum dhtmlxq_mark_kind kind;
    size_t at, end; /* where it begins and what follows it */
    const char *key;
    size_t key_len;
};

/* Find the first mark from FROM on. */
bool dhtmlxq_next_mark(const char *data, size_t len, size_t from, struct dhtmlxq_mark *mark);

/* Append the text that VALUE stands for: \uXXXX, with LINES also || for a line end, and in a page
   its entities and <br>. */
void dhtmlxq_decode(struct buffer *out, const char *value, size_t len, bool lines, bool is_page);

/* --- Keys ------------------------------------------------------------------------------------- */

enum dhtmlxq_class {
    DHTMLXQ_TEXT,   /* a tag */
    DHTMLXQ_DATE,   /* the tag Date */
    DHTMLXQ_RESULT, /* the tag Result */
    DHTMLXQ_NUMBER, /* a tag unless it is 0 */
    DHTMLXQ_PASSED, /* how a page shows the board: no tag */
    DHTMLXQ_LENGTH, /* the number of plies */
    DHTMLXQ_MOVES,
    DHTMLXQ_BOARD,
    DHTMLXQ_FEN,
    DHTMLXQ_BRANCH, /* move_P_N_B */
    DHTMLXQ_COMMENT /* commentN, commentB_N */
};

struct dhtmlxq_key {
    const char *key;
    enum dhtmlxq_class class;
    const char *tag; /* or NULL */
    bool is_kept;    /* the tag is kept even if it is empty */
};
/* Ended by a row without key. */
extern const struct dhtmlxq_key dhtmlxq_keys[];

/* What a key is, small and capital letters alike for those that are no text. For branches and
   comments the numbers go to NUMBERS: P, N, B or B, N. *ROW is its row, or NULL: the key itself is
   the tag. */
enum dhtmlxq_class dhtmlxq_classify(const char *key, size_t len, unsigned numbers[3],
                                    const struct dhtmlxq_key **row);

/* --- Moves ------------------------------------------------------------------------------------ */

struct dhtmlxq_text {
    const char *data;
    size_t len;
    uint32_t source;
};

/* The moves and comments of a game as they stand in the file. Zero-initialise; dhtmlxq_moves_free
   at the end. */
struct dhtmlxq_branch;
struct dhtmlxq_comment;
struct dhtmlxq_moves {
    struct dhtmlxq_branch *branches; /* [0] is the main line */
    size_t branch_count, branch_cap;
    struct dhtmlxq_comment *comments;
    size_t comment_count, comment_cap;
    bool has_main, is_page, no_memory;
};

void dhtmlxq_moves_free(struct dhtmlxq_moves *m);
/* Branch NUMBER leaves branch PARENT; its first move is ply PLY. NUMBER 0 is the main line. */
void dhtmlxq_add_branch(struct dhtmlxq_moves *m, unsigned parent, unsigned ply, unsigned number,
                        struct dhtmlxq_text text);
void dhtmlxq_add_comment(struct dhtmlxq_moves *m, unsigned branch, unsigned ply,
                         struct dhtmlxq_text text);

/* The square from which the first move goes, or NO_SQUARE. */
square dhtmlxq_first_square(const struct dhtmlxq_moves *m);
/* Plies of the main line. */
size_t dhtmlxq_length(const struct dhtmlxq_moves *m);

/* Play all of it into X's record, whose start is set. */
void dhtmlxq_play(struct dhtmlxq_moves *m, struct facts *x);

#endif
