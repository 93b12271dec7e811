/* Regular expressions: POSIX extended ones, of Unicode characters in UTF-8, and nothing else: no
   references back to a group. Whether a text has a match takes time proportional to its length,
   whatever the expression, and a few KB of stack: all ways to match are followed at once.

   What POSIX has: . [a-z] [^a-z] [[:alpha:]] ^ $ * + ? {m} {m,} {m,n} {,n} | ( ), and from GNU:
   \w \W \s \S (a letter, digit or _; a blank), \b \B \< \> (borders of words), \` \' (as ^ $). Behind
   other letters the backslash does nothing; before signs it takes their meaning away. */
#ifndef QIPU_BASE_REGEX_H
#define QIPU_BASE_REGEX_H

#include <stdbool.h>
#include <stddef.h>

struct regex;

/* What is wrong with an expression; the text is constant, in English, and has a translation. */
struct regex_fault {
    const char *text;
    size_t at; /* a byte of the expression */
};

/* NULL with the fault filled. FOLDS: capital and small letters are one. The result is constant, so
   that threads may share it. */
struct regex *regex_new(const char *text, size_t len, bool folds, struct regex_fault *fault);
void regex_free(struct regex *r);

/* Whether a part of TEXT matches. Bytes that are no UTF-8 are characters of their own. */
bool regex_matches(const struct regex *r, const char *text, size_t len);

#endif
