/* The game files below a folder, for -r. Most are told by their names; a text or a saved web page
   is one if xiangqi games are in it. */
#ifndef QIPU_TOOLS_FOLDER_H
#define QIPU_TOOLS_FOLDER_H

#include "base/base.h"
#include "format/format.h"

/* Add them to FILES in the order of their paths. A folder that cannot be read makes the result
   false, but the files of the others are added. */
bool folder_add(struct paths *files, const char *dir, const struct read_options *read,
                struct error *err);

#endif
