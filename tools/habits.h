/* Options of pgn-extract, which those type by habit who come from it. */
#ifndef QIPU_TOOLS_HABITS_H
#define QIPU_TOOLS_HABITS_H

#include "tools/cli.h"

/* What does here what pgn-extract's option NAME does, or its option LETTER if NAME is NULL: "convert
   --seven". NULL if it has no such option, or if COMMAND does nothing that pgn-extract does. */
const char *habit_of(const struct command *command, const char *name, char letter);

#endif
