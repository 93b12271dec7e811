/* Tags <-> the columns of a game's row. A column is there to be searched; a tag whose value the
   column would not give back byte for byte lies in the other tags as well. So does a FEN tag that
   is not as fen_format would write the start position. The order of a game's tags is a text: their
   names in order with a blank between, a name marked by '=' in front having its value among the
   other tags although it could have come from elsewhere. */
#ifndef QIPU_STORE_TAG_CODE_H
#define QIPU_STORE_TAG_CODE_H

#include "base/error.h"
#include "record/record.h"
#include "store/bytes.h"
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

/* "B90" from its column. */
enum { ECO_TEXT_MAX = 8, ECO_CODES = 500 };
void eco_format(int64_t code, char out[ECO_TEXT_MAX]);

#endif
