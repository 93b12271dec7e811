/* What is said of the encodings of files. */
#ifndef QIPU_TOOLS_ENCODINGS_H
#define QIPU_TOOLS_ENCODINGS_H

#include "tools/cli.h"

enum { ENCODING_TEXT = 160 };

/* What the text of a file that was read without --encoding was in, for people, to OUT. False if all
   of it was UTF-8. *IS_MIXED: not all of it was in one encoding. */
bool encoding_describe(const struct text_facts *facts, char out[ENCODING_TEXT], bool *is_mixed);

/* How many files had text in which encoding that is not UTF-8. */
enum { ENCODINGS_MAX = 8 };
struct encodings {
    struct {
        const char *name;
        uint64_t files;
    } rows[ENCODINGS_MAX];
    size_t count;
};
void encodings_count(struct encodings *e, const struct text_facts *facts);

#endif
