/* Private to check/: the repair of one game, shared by repair.c and the files repair_*.c. */
#ifndef QIPU_CHECK_REPAIRS_H
#define QIPU_CHECK_REPAIRS_H

#include "check/repair.h"

struct repair {
    struct record *rec;
    struct findings *findings;
    const struct repair_options *options;
    const char *source; /* the game's text */
    size_t len;
    bool tags_only;  /* the moves cannot be played, so their text must stay */
    size_t text_end; /* where tags behind the game begin, which go to its head; 0: none do */
    bool no_memory;
    bool has_result;    /* both marks of the result are to say RESULT */
    enum result result; /* see repair_decide_result */
};

/* Decide on the result, before anything is mended. */
void repair_decide_result(struct repair *r);

/* Mend what finding number I is about, or see to it that writing the game anew does. False: it must
   stay. */
typedef bool mend_function(struct repair *r, size_t i);

mend_function mend_tag_name, mend_ply_count, mend_date, mend_roster, mend_no_tags,
    mend_repeated_tag, mend_setup, mend_fen, mend_result, mend_variation_place, mend_odd_blank;

/* The text at a finding's place, up to the end of the game's. */
static inline const char *repair_at(const struct repair *r, uint32_t source, size_t *len)
{
    size_t at = source >= r->rec->source ? source - r->rec->source : 0;
    at = at < r->len ? at : r->len;
    *len = r->len - at;
    return r->source + at;
}

/* The tag whose value stands first from SOURCE on, or tag_count. */
size_t repair_tag_from(const struct record *rec, uint32_t source);
/* Give it VALUE. False if memory is out. */
bool repair_set_value(struct repair *r, size_t tag, const char *value);

/* Write R's game to OUT, or its tags with the text of its moves, with the line ends of its text. */
void repair_write(struct repair *r, struct buffer *out);

/* Append to OUT the tags of R's game as they are now, in the old lines where these say the same. */
void repair_write_head(struct repair *r, struct buffer *out);

/* What of the moves is taken from the text that was written anew: what a mended finding stands in,
   or every move, in between the old blanks, numbers and comments. */
enum patch_extent { PATCH_FINDINGS, PATCH_MOVES, PATCH_EXTENTS };

/* Append to OUT the text of R's moves with the smallest edit: ANEW was read from the LEN bytes TEXT,
   in which R's game was written anew. False if it cannot be done, or memory is out. */
bool repair_patch(const struct repair *r, const struct record *anew, const char *text, size_t len,
                  enum patch_extent extent, struct buffer *out);

/* Read TEXT, which must hold one game and nothing else, into number AT of the memory. The moves
   are in the letters of OPTIONS, in English if it is NULL. */
bool repair_read(const struct buffer *text, enum game game, const struct repair_options *options,
                 struct repair_memory *m, int at);

/* If R's game is broken by castling to which its FEN gives no right, while king and rook stand
   where they would have it: read it again with the right, and if it can be played so, take that for
   the game. Sources still are those of the old text. */
void repair_castling(struct repair *r, struct repair_memory *m);

/* Whether the two hold the same game whatever their tags say. */
bool repair_is_same(const struct record *a, const struct record *b);

#endif
