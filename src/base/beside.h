/* A file that is written beside its place, as PATH.XXXXXX in the same folder, and renamed when it is
   complete. It takes after the file that is there; a link stays a link. What is no regular file is
   written in place. Zero-initialise. */
#ifndef QIPU_BASE_BESIDE_H
#define QIPU_BASE_BESIDE_H

#include <stdbool.h>

struct beside {
    char *target;    /* where the file goes at last; NULL if it is written in place */
    char *temporary; /* where it is now; NULL if there is none */
};

/* Open what becomes PATH for writing. -1 with errno set; B is to be discarded then too. */
int beside_open(struct beside *b, const char *path);
/* Rename it into place. False with errno set. */
bool beside_finish(struct beside *b);
/* Remove what has not been put in its place, and free. */
void beside_discard(struct beside *b);

#endif
