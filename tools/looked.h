/* What a command has looked at for games, and what it says if there are none. */
#ifndef QIPU_TOOLS_LOOKED_H
#define QIPU_TOOLS_LOOKED_H

#include "base/base.h"
#include "format/format.h"

enum looked_kind {
    LOOKED_EMPTY,
    LOOKED_TEXT,  /* read, or looked into with -r: no game in it */
    LOOKED_CHESS, /* chess in a text that -r passes over */
    LOOKED_SCID,  /* a file of a Scid database that -r passes over */
    LOOKED_STORE, /* a store without games */
    LOOKED_OTHER, /* nothing that -r knows */
    LOOKED_KINDS,
    LOOKED_GAMES = LOOKED_KINDS /* a game file, which is not counted here */
};

struct looked {
    const char *first;                  /* the first operand, NULL for standard input, and */
    size_t more;                        /* how many there are besides it */
    uint64_t counts[LOOKED_KINDS];      /* files without games */
    uint64_t passed_over[LOOKED_KINDS]; /* those among them that surely hold some */
    struct paths gameless;              /* those that were read and are not empty */
};

/* A file was read to its end, and no game was in it; a store has none. False if memory is out. */
bool looked_at_file(struct looked *looked, const struct reader *r);
void looked_at_store(struct looked *looked);

/* All is read. If there were GAMES, name the files that had none and count those that were passed
   over, unless IS_QUIET; else, unless STATUS tells of a failure, which explains it, say that there
   are none and what was looked at. Returns the worse of STATUS and what came of it. */
int looked_end(struct looked *looked, bool games, bool is_quiet, int status);

void looked_free(struct looked *looked);

#endif
