/* Writing JSON into a buffer. The caller writes the punctuation; these write values. */
#ifndef QIPU_BASE_JSON_H
#define QIPU_BASE_JSON_H

#include "base/buffer.h"

/* A string in quotes. S is UTF-8; invalid bytes become U+FFFD, control characters \u00XX. */
void json_string(struct buffer *b, const char *s, size_t len);

/* One object on one line: json_begin, json_member_* in order, json_end (adds no newline). */
struct json {
    struct buffer *out;
    bool comma;
};
void json_begin(struct json *j, struct buffer *out);
void json_key(struct json *j, const char *key); /* then write the value into j->out */
void json_member_string(struct json *j, const char *key, const char *value);
void json_member_bytes(struct json *j, const char *key, const char *value, size_t len);
void json_member_int(struct json *j, const char *key, long long value);
void json_member_double(struct json *j, const char *key, double value, int decimals);
void json_member_bool(struct json *j, const char *key, bool value);
void json_end(struct json *j);

#endif
