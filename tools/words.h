/* Lists of words in option values: "White,Black,Result". */
#ifndef QIPU_TOOLS_WORDS_H
#define QIPU_TOOLS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum { WORDS_MAX = 64 };

/* Zero-initialise, words_free at the end. */
struct words {
    char *text;                       /* what the items point into */
    const char *items[WORDS_MAX + 1]; /* ended by NULL */
    size_t count;
};

/* Take the words of LIST, between commas, instead of those before. False after a message: there are
   too many, one is empty, or memory is out. */
bool words_read(struct words *w, const char *option, const char *list);
void words_free(struct words *w);

#endif
