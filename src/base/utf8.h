/* UTF-8, one code point at a time, and case and accent folding for name searches. */
#ifndef QIPU_BASE_UTF8_H
#define QIPU_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decode the code point at S (LEN > 0 bytes there) into *CODE and return its length in bytes. An
   invalid byte (overlong, surrogate, out of range, cut off) gives U+FFFD and 1. */
size_t utf8_decode(const char *s, size_t len, uint32_t *code);

/* Write CODE to OUT (room for 4 bytes) and return the number of bytes. */
size_t utf8_encode(uint32_t code, char *out);

/* The length of the longest valid prefix. Fast for ASCII. */
size_t utf8_valid_prefix(const char *s, size_t len);

/* Code points in valid UTF-8. */
size_t utf8_count(const char *s, size_t len);

/* Columns on a terminal: 2 for East Asian wide characters, 0 for combining marks. */
size_t utf8_width(const char *s, size_t len);

/* What is seen of a character: something, a blank of some width, or nothing at all, as of format
   characters, byte-order marks and variation selectors. For code points beyond ASCII. */
enum utf8_ink { UTF8_INK, UTF8_BLANK, UTF8_NOTHING };
enum utf8_ink utf8_ink(uint32_t code);
/* Whether it would act on a terminal, or hide or reorder the text around it: a control or format
   character, or a separator of lines. */
bool utf8_is_control(uint32_t code);
/* Of the character at S, of N bytes; of the LEN bytes there no more are read than are valid. */
enum utf8_ink utf8_ink_at(const char *s, size_t len, size_t *n);
/* The first place of S, which has LEN bytes, from AT on that is neither white space nor without ink;
   and the first one that is: LEN if there is none. */
size_t utf8_skip_unseen(const char *s, size_t len, size_t at);
size_t utf8_word_end(const char *s, size_t len, size_t at);
/* Copy S with ASCII blanks for other blanks, and without what is not seen: at most CAP bytes. Returns
   how many were written. */
size_t utf8_plain_blanks(const char *s, size_t len, char *out, size_t cap);

/* Fold a name for comparison: lower case, Latin letters without their accents (ü -> u, ß -> ss,
   ø -> o, ł -> l, æ -> ae), Greek and Cyrillic to lower case, traditional Chinese characters
   as the simplified ones (華 -> 华), other characters as they are.
   Writes at most CAP bytes, returns the number needed (never more than 3 * LEN). */
size_t utf8_fold(const char *s, size_t len, char *out, size_t cap);

#endif
