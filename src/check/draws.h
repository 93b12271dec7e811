/* Private to check/: draws that the moves of a game allow to claim, or that have ended it. */
#ifndef QIPU_CHECK_DRAWS_H
#define QIPU_CHECK_DRAWS_H

#include "check/check.h"

void check_draws(const struct record *rec, struct check_memory *memory, struct findings *f);

#endif
