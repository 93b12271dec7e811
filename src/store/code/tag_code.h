/* Tags <-> the columns of a game's row. A column is there to be searched; a tag whose value the
   column would not give back byte for byte lies in the other tags as well. So does a FEN tag that
   is not as fen_format would write the start position. The order of a game's tags is a text: their
   names in order with a blank between, a name marked by '=' in front having its value among the
   other tags although it could have come from elsewhere. */
#ifndef QIPU_STORE_TAG_CODE_H
#define QIPU_STORE_TAG_CODE_H

#include "base/error.h"
#include "record/record.h"
#include "store/code/bytes.h"
#include "store/schema.h"

/* What a column holds; TEXT of LEN bytes for names and texts. The types as numbers are part of what
   row_hash makes. */
struct column_value {
    enum { VALUE_NULL = 0, VALUE_NUMBER = 1, VALUE_TEXT = 2 } type;
    int64_t number;
    const char *text;
    size_t len;
};

/* Fill the tag columns of VALUES (of the kind, only the variant) from REC (texts stay slices of
   it), append the order text to ORDER, and the values that no column holds to OTHER. The buffers
   tell failure. */
void tag_code_write(const struct record *rec, struct column_value values[TAG_COLUMNS],
                    struct buffer *order, struct buffer *other);

/* Add to REC, whose start position is set, the tags that ORDER names. Its FEN tag is that of the
   start, unless marked, if has_start_tag is set. */
bool tag_code_read(struct record *rec, const struct column_value values[TAG_COLUMNS],
                   const char *order, size_t order_len, struct bytes *other, struct error *err);

/* The column of the tag NAME in games of GAME, TAG_COLUMNS if it has none; and the text that the
   column gives: points *TEXT to it, in ROOM if it has to be made, and returns its length. Of names,
   VALUE has the text. */
enum { TAG_GIVEN_MAX = 24 };
enum game_column tag_code_column(enum game game, const char *name, size_t len);
size_t tag_code_give(enum game_column column, const struct column_value *value,
                     char room[TAG_GIVEN_MAX], const char **text);

/* Where the value of a tag is found. */
struct tag_place {
    enum { TAG_IN_COLUMN, TAG_IN_TEXTS, TAG_AT_START /* a FEN */ } where;
    uint32_t at; /* among the other tags */
};

/* Append to PLACES a struct tag_place for each tag NAME of games that have the tags of ORDER; ROOM
   is memory. False with ERR filled if ORDER is damaged; PLACES tells failure. */
bool tag_code_find(enum game game, const char *order, size_t order_len, const char *name,
                   size_t name_len, struct record *room, struct buffer *places, struct error *err);

/* "B90" from its column. */
enum { ECO_TEXT_MAX = 8, ECO_CODES = 500 };
void eco_format(int64_t code, char out[ECO_TEXT_MAX]);

#endif
