/* One game in memory: tags in order, the start position, and one flat array of nodes in document
   order (moves, comments, NAGs, variations). The main line also lies apart as plain arrays. All
   text of a record lies in one buffer that is cleared, not freed, for the next game: reading games
   in a loop allocates nothing once the buffers are warm. Names and texts are slices of it. */
#ifndef QIPU_RECORD_RECORD_H
#define QIPU_RECORD_RECORD_H

#include "base/buffer.h"
#include "record/finding.h"
#include "rules/rules.h"

/* A slice of record.text: valid until the record is cleared, whatever is added meanwhile. */
struct slice {
    uint32_t at, len;
};

/* Tags that the program knows by name; others are TAG_OTHER. The first seven are the roster. */
enum tag_id {
    TAG_EVENT,
    TAG_SITE,
    TAG_DATE,
    TAG_ROUND,
    TAG_WHITE,
    TAG_BLACK,
    TAG_RESULT,
    TAG_WHITE_ELO,
    TAG_BLACK_ELO,
    TAG_ECO,
    TAG_TIME_CONTROL,
    TAG_TERMINATION,
    TAG_VARIANT,
    TAG_SETUP,
    TAG_FEN,
    TAG_PLY_COUNT,
    TAG_EVENT_DATE,
    TAG_UTC_DATE,
    TAG_OTHER,
    TAG_ROSTER = 7,
    TAG_KNOWN = TAG_OTHER
};
/* The PGN name of a known tag: for White's in xiangqi "Red". And back: there letters of either case
   do, and the names of chess too. */
const char *tag_name(enum game game, enum tag_id id);
enum tag_id tag_find(enum game game, const char *name, size_t len);
/* In chess, where letters must be those of the standard: the tag that "WHITE" or "Setup" is meant
   to be; TAG_OTHER for right names and for those that no known tag has. */
enum tag_id tag_find_misspelt(enum game game, const char *name, size_t len);

/* Whether the standard lets a tag have that name: letters, digits and _. */
bool tag_name_is_valid(const char *name);

/* What the tag Game of a game of xiangqi says. */
#define TAG_GAME_XIANGQI "Chinese Chess"

struct tag {
    struct slice name, value; /* the value with its escapes resolved */
    uint32_t source;          /* where the value stands, from the start of the game's text */
    uint8_t id;               /* enum tag_id */
};

enum node_kind {
    NODE_MOVE,
    NODE_NAG,
    NODE_COMMENT,
    NODE_BEGIN, /* a variation: alternatives to the move before it at the same depth */
    NODE_END
};

enum { MARK_CHECK = 1, MARK_MATE = 2 }; /* what a move's text claimed, in `detail` */

struct node {
    uint8_t kind;      /* enum node_kind */
    uint8_t detail;    /* NAG: its number; move: MARK_*; comment: 1 if it was a ';' comment */
    move move;         /* moves: legal where they stand, or NULL_MOVE */
    uint32_t source;   /* where it stands, from the start of the game's text */
    struct slice text; /* comments */
};

/* What is known of each main-line position, [0] is the start position. */
enum { PLY_CHECK = 1 /* the side to move is in check */, PLY_ZEROING = 2 /* the clock is at 0 */ };

enum variant {
    VARIANT_STANDARD,
    VARIANT_CHESS960,
    VARIANT_UNSUPPORTED /* another game: its moves were not judged, `moves` is empty */
};

struct record {
    enum game game;
    enum variant variant;
    struct buffer text;

    struct tag *tags;
    size_t tag_count, tag_cap;
    int known[TAG_KNOWN]; /* index of the first tag of that name, or -1 */

    struct position start;
    struct position end; /* after the last main-line move */
    bool has_start_tag;  /* the start position came from a FEN tag */

    struct node *nodes;
    size_t node_count, node_cap;

    move *moves;    /* the main line */
    key64 *keys;    /* of its positions: ply_count + 1 */
    uint8_t *flags; /* PLY_* of its positions: ply_count + 1 */
    size_t ply_count, ply_cap;

    enum result terminator; /* the token that ended the game */
    bool has_terminator;
    uint32_t terminator_source;
    bool is_broken; /* an error in the main line: `moves` is the legal prefix */
    bool bad_start; /* and that error is the FEN, so that no move could be judged */

    bool is_listed;  /* a line of a list of positions or games, which need not say who played */
    uint64_t number; /* of the game in its file, from 1 */
    uint32_t source; /* where its first tag or move stands */
    uint32_t moves_source; /* where its movetext begins, behind the tags (PGN only) */
};

void record_init(struct record *r);
void record_free(struct record *r);

/* Make R an empty game of GAME from its start position. False if memory is out, which can only be
   for the first game of a record. */
bool record_clear(struct record *r, enum game game);

/* The bytes of a slice. */
static inline const char *record_text(const struct record *r, struct slice s)
{
    return r->text.data ? r->text.data + s.at : "";
}

/* Copy LEN bytes into the record. False if memory is out or 4 GiB are reached. */
bool record_add_text(struct record *r, const char *data, size_t len, struct slice *out);

/* Append a tag whose name and value are already slices. False if memory is out. */
bool record_add_tag(struct record *r, struct slice name, struct slice value, uint32_t source);
/* The same where it is known that tag_find gives ID for the name. */
bool record_add_tag_as(struct record *r, enum tag_id id, struct slice name, struct slice value,
                       uint32_t source);
/* Put a blank for each NUL in TEXT: to C strings the value would end there. Whether there was one. */
bool record_blank_nuls(struct record *r, struct slice text);
/* Append or replace the first tag of that name. */
bool record_set_tag(struct record *r, const char *name, const char *value);

/* Drop all tags of that name. False if there were none. */
bool record_remove_tag(struct record *r, const char *name);
/* Give the first tag OLD the name NEW, in its place, and drop a tag NEW that is there. *FOUND is
   whether there was one. False if memory is out. */
bool record_rename_tag(struct record *r, const char *old, const char *new, bool *found);

/* Bring `known` up to date after r->tags was changed by hand. */
void record_find_known(struct record *r);

/* Drop tag number I; move tag number FROM so that it is number TO. */
void record_drop_tag(struct record *r, size_t i);
void record_move_tag(struct record *r, size_t from, size_t to);

/* The value of a known tag as a slice, or a slice of length 0 (absent and empty look alike). */
static inline struct slice record_tag(const struct record *r, enum tag_id id)
{
    return r->known[id] < 0 ? (struct slice){0, 0} : r->tags[r->known[id]].value;
}
/* The value of the first tag NAME, or NULL; *LEN its length. */
const char *record_tag_text(const struct record *r, const char *name, size_t *len);

/* Set the start position, and has_start_tag. Must come before the first move. */
void record_set_start(struct record *r, const struct position *start);

/* Append a node. NULL if memory is out; the pointer is valid until the next append. */
static inline struct node *record_add_node(struct record *r, enum node_kind kind, uint32_t source);
bool record_grow_nodes(struct record *r);

bool record_grow_plies(struct record *r);

/* Append a main-line move, legal in r->end, as a node and to the arrays, and play it on r->end.
   False if memory is out. Hot path. */
static inline bool record_play(struct record *r, move m, uint8_t marks, uint32_t source);

/* The result that the game has: the terminator if there is one, else the Result tag. */
enum result record_result(const struct record *r);

/* Whether its castling must be written as king takes rook. */
bool record_is_chess960(const struct record *r);

/* Whether the two hold the same game: tags in order, start, nodes, result. What is only a way of
   writing does not count: sources, check marks, the kind of a comment, a missing terminator. If
   not, WHY (NULL allowed) says the first difference in a few words. */
bool record_equal(const struct record *a, const struct record *b, char *why, size_t cap);

static inline struct node *record_add_node(struct record *r, enum node_kind kind, uint32_t source)
{
    if (r->node_count == r->node_cap && !record_grow_nodes(r))
        return NULL;
    struct node *n = &r->nodes[r->node_count++];
    *n = (struct node){.kind = (uint8_t)kind, .source = source};
    return n;
}

/* PLY_* of the position that was reached last. */
static inline uint8_t position_flags(const struct position *pos)
{
    return (uint8_t)((pos_in_check(pos) ? PLY_CHECK : 0) |
                     (pos->halfmove_clock == 0 ? PLY_ZEROING : 0));
}

static inline bool record_play(struct record *r, move m, uint8_t marks, uint32_t source)
{
    const size_t ply = r->ply_count, at = r->node_count;
    if ((ply == r->ply_cap && !record_grow_plies(r)) ||
        (at == r->node_cap && !record_grow_nodes(r)))
        return false;
    r->nodes[at] = (struct node){.kind = NODE_MOVE, .detail = marks, .move = m, .source = source};
    r->moves[ply] = m;
    r->node_count = at + 1;
    r->ply_count = ply + 1;
    pos_play(&r->end, m);
    r->keys[ply + 1] = r->end.key;
    r->flags[ply + 1] = position_flags(&r->end);
    return true;
}

#endif
