/* Private to the readers: games as JSON objects, as json_write or pgn-extract writes them, one
   behind the other on lines or over several, or as the items of arrays. */
#ifndef QIPU_FORMAT_JSON_READ_H
#define QIPU_FORMAT_JSON_READ_H

#include "base/ascii.h"
#include "format/game/walk.h"
#include "format/json/text.h"
#include "format/pgn/pgn.h"

struct json_reader;

/* Whether the file that begins with this text holds such objects, and which game the first is
   of. */
bool json_recognise(const char *data, size_t len, enum game *game);

enum json_status { JSON_GAME, JSON_END, JSON_STARVED, JSON_OUT_OF_MEMORY };

/* Read the next object of WINDOW from byte EXTENT->next into REC and set the extent, at JSON_END
   too, where findings may tell of the rest. JSON_STARVED: the window ends within it and more
   follows; the extent's next is then where to begin again. An object that is no game is JSON_GAME
   with is_broken, bad_start and a finding; so is one that is too large, after which reading goes on
   at the next line that begins with a brace. REC and F are cleared here. PARSER is only lent for
   its options. *READER, NULL at first, is made here. */
enum json_status json_read(struct json_reader **reader, struct pgn_parser *parser,
                           const struct text_window *window, struct pgn_extent *extent,
                           struct record *rec, struct findings *f);

/* For reading on several threads. Whether what follows may be cut into pieces; whether nothing but
   what must stand there lies between *AT, where an object of R's ended, and the next one, to which
   *AT is moved; and read that without the state of another reader. False: it is left to json_read.
   */
bool json_can_cut(const struct json_reader *r);
bool json_pass_seam(const struct json_reader *r, const struct text_window *window, size_t *at);
bool json_read_alone(struct json_reader **reader, struct pgn_parser *parser,
                     const struct text_window *window, struct pgn_extent *extent,
                     struct record *rec, struct findings *f);
void json_reader_free(struct json_reader *r);

/* --- Between the files of the reader ---------------------------------------------------------- */

/* An object of moves whose NAGs, comments and variations are being read, and the line it is in. */
struct json_frame {
    struct json_cursor line;
    struct json_cursor attached[3]; /* of nags, comments and variations: the next item */
    const char *order;              /* what is left of the member, or NULL */
    bool in_object;
};
enum { NAGS, COMMENTS, VARIATIONS, NONE_ATTACHED };

/* What stands between two objects: brackets and commas that were passed, and what is wrong with
   them. */
enum { JSON_SEAM_FAULTS = 8 }; /* that are told */
struct json_seam_fault {
    const char *at, *why;
};
struct json_seam {
    bool in_array, has_item, has_comma;
    bool skipping; /* to a line that begins with a brace */
    struct json_seam_fault faults[JSON_SEAM_FAULTS];
    size_t fault_count;
};

/* Files are padded with NULs, too. */
static inline bool json_is_blank(char c)
{
    return is_white(c) || c == '\0';
}

/* Go on from *AT, where M was left, to the next object, or to text that is none. */
enum json_status json_seam_find(struct json_seam *m, const struct text_window *window, size_t *at);

struct json_reader {
    struct json_text text;
    struct buffer key, value, rest;
    struct walk walk;
    struct json_frame *frames;
    size_t depth, cap;
    struct json_seam seam; /* behind the last object */

    /* Of the call: */
    struct pgn_parser *parser;
    struct record *rec;
    struct findings *findings;
    bool no_memory, too_large;
    bool skips;     /* it is over with the next line that begins with a brace */
    uint32_t shift; /* of the object, from where findings count */
};

static inline uint32_t json_source(const struct json_reader *r, const char *at)
{
    return (uint32_t)(at - r->text.data) + r->shift;
}

static inline bool json_failed(const struct json_reader *r)
{
    return r->text.fault || r->no_memory || r->text.no_memory || r->too_large;
}

/* The members of the object at the cursor, which moves behind it: a table of NAMES ended by NULL,
   and where the value of each is. */
void json_find_members(struct json_reader *r, struct json_cursor *c, const char *const *names,
                       struct json_cursor *members);

/* Read the array of moves at C, of a game whose start is set. */
void json_read_moves(struct json_reader *r, struct json_cursor c);

#endif
