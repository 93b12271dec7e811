/* Private to the JSON reader: walking over the text of one JSON value. A first pass finds its end
   and where each bracket is closed, so that values can be passed over in one step, members be read
   in any order, and nesting costs memory instead of stack. */
#ifndef QIPU_FORMAT_JSON_TEXT_H
#define QIPU_FORMAT_JSON_TEXT_H

#include "base/buffer.h"

#include <stdint.h>

/* Where an opening bracket is closed, and how many brackets were opened up to there. */
struct json_bracket {
    uint32_t end, after;
};

/* Zero-initialise, json_text_free at the end. */
struct json_text {
    const char *data;
    size_t len;
    struct json_bracket *brackets; /* in the order in which they open */
    size_t count, cap;
    const char *fault; /* where the text is not what it must be, or NULL */
    const char *why;   /* in a few words */
    bool no_memory;
};

/* A place in the text; `next` is the number of the bracket that opens next. AT NULL: nowhere. */
struct json_cursor {
    const char *at;
    uint32_t next;
};

enum json_extent { JSON_WHOLE, JSON_MORE, JSON_FAULTY, JSON_TOO_LARGE, JSON_NO_MEMORY };

/* Find the end of the object or array that begins at DATA. JSON_WHOLE: t->len is its length.
   JSON_MORE: the LEN bytes end within it and more follows (not AT_END). JSON_FAULTY: t->fault says
   where; an object that another one at the start of a line cuts off is one. */
enum json_extent json_text_start(struct json_text *t, const char *data, size_t len, bool at_end);
void json_text_free(struct json_text *t);

static inline struct json_cursor json_begin_of(const struct json_text *t)
{
    return (struct json_cursor){t->data, 0};
}

/* The first character of the value or sign at the cursor, which moves over blanks. '\0' behind the
   text and after a fault. */
char json_peek(struct json_text *t, struct json_cursor *c);

/* Note that the text at AT is wrong. Returns false. */
bool json_fault(struct json_text *t, const char *at, const char *why);

/* Step into the array ('[') or object ('{') at the cursor. False with a fault if there is none. */
bool json_enter(struct json_text *t, struct json_cursor *c, char bracket);

/* Move to the next item of the array that the cursor is in. False behind the last, where the cursor
   has left the array, at a fault, or nowhere. FIRST: it stands right behind the bracket. */
bool json_next_item(struct json_text *t, struct json_cursor *c);
/* The same for the members of an object: KEY gets the name, and the cursor stands at the value. */
bool json_next_member(struct json_text *t, struct json_cursor *c, struct buffer *key);

/* Pass over the value at the cursor, whatever it is. */
bool json_skip(struct json_text *t, struct json_cursor *c);

/* Read the string at the cursor into OUT (cleared). */
bool json_read_string(struct json_text *t, struct json_cursor *c, struct buffer *out);
/* Read the whole number at the cursor; what is larger than 10^9 is that. */
bool json_read_number(struct json_text *t, struct json_cursor *c, long *out);

#endif
