/* What is wrong with a record, beyond what its reader already found: tags, results, draws. Findings
   go to the caller's list. */
#ifndef QIPU_CHECK_CHECK_H
#define QIPU_CHECK_CHECK_H

#include "record/record.h"
#include "rules/repetition.h"

/* Memory that checking reuses from game to game, and what it goes by. Zero-initialise. */
struct keyed_ply {
    key64 key;
    uint32_t ply;
};
struct check_memory {
    struct keyed_ply *items;
    size_t cap;
    enum rule_book rules; /* of repetition in xiangqi; CXA unless set */
    /* What must end a game is found at its end too, not only if play went on: fivefold repetition,
       75 moves, a dead position. */
    bool finds_ends;
};
void check_memory_free(struct check_memory *m);

/* Check a game read from a file. A broken game gets only the checks of its tags; one of an
   unsupported variant none of its moves. */
void check_record(const struct record *rec, struct check_memory *memory, struct findings *f);

/* The part of it that looks at the course of the main line: repetition, moves without a capture,
   play after the end. */
void check_draws(const struct record *rec, struct check_memory *memory, struct findings *f);

/* The part of it that looks at the result: whether the tag, the end of the moves and the board say
   the same. */
void check_results(const struct record *rec, struct findings *f);

#endif
