/* Private to check/: draws that the moves of a game allow to claim, or that have ended it, and
   repetitions that one side may not make. */
#ifndef QIPU_CHECK_DRAWS_H
#define QIPU_CHECK_DRAWS_H

#include "check/check.h"

/* Xiangqi: judge the repetitions among the positions FROM .. TO, between which nothing was
   taken. */
void check_cycles(const struct record *rec, size_t from, size_t to, enum rule_book book,
                  struct findings *f);

/* Where main-line ply N (1 ...) stands in the text. */
uint32_t ply_source(const struct record *rec, size_t n);

#endif
