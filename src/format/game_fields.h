/* What the fields of a binary file become in a record: tags named as xqbase's PGN names them, the
   start position and the result. Functions that return bool return false if memory is out. */
#ifndef QIPU_FORMAT_GAME_FIELDS_H
#define QIPU_FORMAT_GAME_FIELDS_H

#include "base/convert.h"
#include "record/record.h"

/* A text in the header of a file and the tag that it becomes. */
struct game_field {
    const char *tag;
    uint16_t at, size; /* SIZE 0: the file has none, and the tag is "?" */
};

struct field_reader {
    struct record *rec;
    struct findings *findings;
    struct converter convert; /* to UTF-8 */
    struct buffer text;       /* scratch */
};

/* Add a tag with the value RAW, which stands at SOURCE. A field of the roster that is empty becomes
   "?", any other no tag. */
bool field_add(struct field_reader *fr, const char *tag, const char *raw, size_t len,
               uint32_t source);
/* Report what of a converted text was no text. CUT as of converter_add. */
void field_report_encoding(struct field_reader *fr, const char *what, size_t replaced, size_t cut,
                           uint32_t source, size_t ply);

/* Add a tag of plain text. */
bool field_set(struct record *rec, const char *tag, const char *value, uint32_t source);

/* Set the start position, with its FEN tag if it is not the usual one. *JUDGED is whether it is a
   position in which moves can be judged; if not, that is reported and the game broken. */
bool field_start(struct record *rec, struct findings *f, const struct setup *setup, uint32_t source,
                 bool *judged);

/* Set Result tag and terminator. */
bool field_result(struct record *rec, enum result result, uint32_t source);

#endif
