/* What is wrong with a record, beyond what its reader already found: tags, results, draws. Findings
   go to the caller's list. */
#ifndef QIPU_CHECK_CHECK_H
#define QIPU_CHECK_CHECK_H

#include "record/record.h"

/* Memory that checking reuses from game to game. Zero-initialise. */
struct keyed_ply {
    key64 key;
    uint32_t ply;
};
struct check_memory {
    struct keyed_ply *items;
    size_t cap;
};
void check_memory_free(struct check_memory *m);

/* Check a game read from a file. A broken game gets only the checks of its tags; one of an
   unsupported variant none of its moves. */
void check_record(const struct record *rec, struct check_memory *memory, struct findings *f);

#endif
