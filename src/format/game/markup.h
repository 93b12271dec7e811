/* The little of XML and HTML that game files need: one piece of markup after the other, no
   validation, no namespaces, no entities but the usual ones. Slices point into the text. Private to
   the readers. */
#ifndef QIPU_FORMAT_MARKUP_H
#define QIPU_FORMAT_MARKUP_H

#include "base/buffer.h"

#include <stdint.h>

enum markup_kind {
    MARKUP_START, /* <name ...> or <name .../> */
    MARKUP_END,   /* </name> */
    MARKUP_TEXT,  /* what stands between */
    MARKUP_CDATA, /* what stands in <![CDATA[ ]]> */
    MARKUP_OTHER  /* comments, <?...?>, <!...> */
};

struct markup {
    enum markup_kind kind;
    size_t at, end;     /* all of it */
    const char *name;   /* of START and END */
    const char *inside; /* the attributes, or the text */
    size_t name_len, inside_len;
    bool is_empty; /* <name/> */
    bool is_cut;   /* the file ends inside it */
};

/* Read the piece that begins at AT. False at the end of the text. */
bool markup_next(const char *data, size_t len, size_t at, struct markup *m);

bool markup_is(const struct markup *m, const char *name);

/* The value of the attribute NAME, its entities unresolved, or NULL. */
const char *markup_attribute(const struct markup *m, const char *name, size_t *len);

/* Append TEXT with its entities resolved. */
void markup_text(struct buffer *out, const char *text, size_t len);

/* Append what the entity at S ("&lt;", "&#91;", "&#x5B;") stands for. Returns its length, 0 if it
   is none. */
size_t markup_entity(struct buffer *out, const char *s, size_t len);

/* The number that DIGITS hexadecimal digits at S are. */
bool markup_hex(const char *s, size_t digits, uint32_t *value);
/* Append a character. False if there is none of that number. */
bool markup_code(struct buffer *out, uint32_t code);

#endif
