/* Output of a format that holds one game a file: to the file or pipe given, or to numbered files in
   a folder. */
#ifndef QIPU_TOOLS_GAME_FILES_H
#define QIPU_TOOLS_GAME_FILES_H

#include "tools/cli.h"

struct game_files {
    const char *folder, *suffix; /* FOLDER: NULL for a single file */
    uint64_t written;
};

/* Look whether -o names a folder: one that is there, or ends in a slash and is made. False after a
   message. */
bool game_files_start(struct game_files *g, const struct cli *cli, const char *suffix);

/* Write the next game: to its file in the folder, or to OUT. False after a message. */
bool game_files_put(struct game_files *g, const char *data, size_t len, struct buffer *out);

#endif
