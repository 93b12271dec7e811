/* Words that may be meant by a misspelt one. */
#ifndef QIPU_BASE_SUGGEST_H
#define QIPU_BASE_SUGGEST_H

#include <stddef.h>

/* Edits (insert, drop, change, swap of neighbours) that make the M bytes at A into the N at B;
   capitals are as small letters. Many if a word is long. */
size_t suggest_edits(const char *a, size_t m, const char *b, size_t n);

/* The closest of NAMES (NULL-terminated) to WORD, or NULL if none is close: for "did you mean". A
   name that begins with WORD is close. */
const char *suggest(const char *word, const char *const *names);

#endif
