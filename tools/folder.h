/* The game files below a folder, for -r. Most are told by their names; a text or a saved web page
   is one if xiangqi games are in it. */
#ifndef QIPU_TOOLS_FOLDER_H
#define QIPU_TOOLS_FOLDER_H

#include "base/base.h"
#include "format/format.h"
#include "tools/looked.h"

/* Add them to FILES in the order of their paths, and what cannot be read behind them, for a command
   to find out. The others are counted in LOOKED. False if memory is out. */
bool folder_add(struct paths *files, const char *dir, const struct read_options *read,
                struct looked *looked, struct error *err);

/* What files are called, alike on every machine, where their own names do not do. Those that were
   found below folders: their path below the folder; with the folder's own name before it if they lie
   in the folder itself, or if several folders are named, so that the same name in two of them stays
   two. Of the others, if two have the same own name: their path below the folder that all lie in.
   Zero-initialise. */
struct folder_names {
    struct paths folders;
    bool are_alike; /* two of the others have the same own name */
    size_t shared;  /* length of the folder that all of them lie in, with its slash */
    size_t at; /* the one that the last file lay in: the next one mostly does, too */
    struct buffer name;
};
/* Note the folders among OPERANDS from FIRST on. False if memory is out. */
bool folder_names_add(struct folder_names *n, const struct paths *operands, size_t first,
                      struct error *err);
/* Look at FILES, of which two may have the same own name. False if memory is out. */
bool folder_names_look(struct folder_names *n, const struct paths *files, struct error *err);
/* The name of the file PATH, valid until the next call; NULL if its own name does. */
const char *folder_names_find(struct folder_names *n, const char *path);
void folder_names_free(struct folder_names *n);

#endif
