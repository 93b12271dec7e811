/* Private to the readers: what reader.c, reader_look.c, each.c and whole.c share. */
#ifndef QIPU_FORMAT_READER_H
#define QIPU_FORMAT_READER_H

#include "base/hash.h"
#include "format/pgn/pgn.h"

struct whole_format;
struct json_reader;

struct reader {
    struct input *input;
    struct text *text;
    struct read_options options;
    bool is_epd, is_json, is_list, looked, tells_game;
    bool list_has_position; /* see line_list_look */
    struct pgn_parser parser;
    struct json_reader *json;
    struct pgn_extent extent; /* of the game read last */
    size_t gap_from, gap_to;  /* the text between it and the game before */
    uint64_t number;
    bool broken; /* the stream failed: ERROR says how */
    struct error error;
    bool dropped_megabytes; /* more text than fits was skipped and is yet to be reported */
    size_t piece; /* for reader_each: how much text goes to a thread at once; 0: the usual */
    bool has_fixed_place; /* the last game was too large to keep: all its findings lie here */
    struct place fixed_place;

    const struct whole_format *whole; /* a format whose files are read whole, or NULL */
    bool loaded;                      /* all of it is here: in the window, or in */
    struct buffer bytes, unpacked;    /* if it is no text */
    struct hash hash;                 /* of the first HASHED of them */
    size_t hashed;
};

/* Look at the beginning of the stream, once, to tell the format. */
void reader_look(struct reader *r);

/* What a text of xiangqi in a Chinese encoding shows. */
extern const struct text_signs chinese_signs;
/* What the texts in a file of a xiangqi program show, which is about nothing else. */
extern const struct text_signs chinese_field_signs;

/* The game that TEXT, the beginning of a file, is sure to hold, or GAME_COUNT. */
enum game game_of_text(const char *text, size_t len);

/* Get more text into the window; extent.next moves to its start. A failure is kept for later: the
   text before it is good. */
void reader_grow(struct reader *r);

#endif
