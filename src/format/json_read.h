/* Private to the readers: games as JSON objects, as json_write writes them, one behind the other:
   on lines, over several lines, or as the items of an array. */
#ifndef QIPU_FORMAT_JSON_READ_H
#define QIPU_FORMAT_JSON_READ_H

#include "format/json_text.h"
#include "format/pgn.h"
#include "format/walk.h"

struct json_reader;

/* Whether the file that begins with this text holds such objects, and which game the first is of. */
bool json_recognise(const char *data, size_t len, enum game *game);

enum json_status { JSON_GAME, JSON_END, JSON_STARVED, JSON_OUT_OF_MEMORY };

/* Read the next object of WINDOW from byte *NEXT into REC; *BASE is set to its start, from which
   findings count, and *NEXT behind it. JSON_STARVED: the window ends within it and more follows;
   *NEXT is then where to begin again. An object that is no game is JSON_GAME with is_broken,
   bad_start and a finding; so is one that is too large, after which reading goes on at the next
   line that begins with a brace. REC and F are cleared here. PARSER is only lent for its
   options. *READER, NULL at first, is made here. */
enum json_status json_read(struct json_reader **reader, struct pgn_parser *parser,
                           const struct text_window *window, size_t *base, size_t *next,
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

struct json_reader {
    struct json_text text;
    struct buffer key, value, rest;
    struct walk walk;
    struct json_frame *frames;
    size_t depth, cap;
    bool skipping; /* to a line that begins with a brace */

    /* Of the call: */
    struct pgn_parser *parser;
    struct record *rec;
    struct findings *findings;
    bool no_memory, too_large;
};

static inline uint32_t json_source(const struct json_reader *r, const char *at)
{
    return (uint32_t)(at - r->text.data);
}

static inline bool json_failed(const struct json_reader *r)
{
    return r->text.fault || r->no_memory || r->text.no_memory || r->too_large;
}

/* The members of the object at the cursor, which moves behind it: a table of NAMES ended by NULL, and
   where the value of each is. */
void json_find_members(struct json_reader *r, struct json_cursor *c, const char *const *names,
                       struct json_cursor *members);

/* Read the array of moves at C, of a game whose start is set. */
void json_read_moves(struct json_reader *r, struct json_cursor c);

#endif
