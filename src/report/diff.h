/* Differences between two texts that are given piece by piece, as a unified diff that patch(1)
   takes. What is equal so far is not kept. Zero-initialise, diff_free at the end. */
#ifndef QIPU_REPORT_DIFF_H
#define QIPU_REPORT_DIFF_H

#include "base/buffer.h"

#include <stdint.h>

struct diff {
    struct buffer old, new;      /* since the last cut */
    uint64_t old_line, new_line; /* how many lines came before */
    const char *name;
    bool is_named; /* the head of the file was written */
};

/* Begin with the file NAME, which must stay. */
void diff_start(struct diff *d, const char *name);

/* The next pieces of both texts. */
void diff_add(struct diff *d, const char *old, size_t old_len, const char *new, size_t new_len);

/* Where both texts are at the beginning of a line (else nothing happens): append the differences up
   to here to OUT. False if memory is out. */
bool diff_cut(struct diff *d, struct buffer *out);

/* The same at the end of the texts. */
bool diff_end(struct diff *d, struct buffer *out);

void diff_free(struct diff *d);

#endif
