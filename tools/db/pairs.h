/* Between the files of `qipu db dedup`: db_dedup.c (the verb), db_pairs.c (how pairs are
   written). */
#ifndef QIPU_TOOLS_DB_PAIRS_H
#define QIPU_TOOLS_DB_PAIRS_H

#include "tools/db/db.h"
#include "store/same/dedup.h"

/* What a kind is called, in a line, in the summary, and as member of JSON. */
struct duplicate_words {
    const char *name, *line, *summary, *member;
};
extern const struct duplicate_words duplicate_words[DUPLICATE_KINDS];

/* Write all pairs to the output, each with its reason. False with ERR filled. */
bool db_list_pairs(struct db_job *job, const struct duplicate *pairs, size_t count,
                   struct error *err);

#endif
