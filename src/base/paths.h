/* The list of files a command works on: arguments, --files-from, and folders with -r. */
#ifndef QIPU_BASE_PATHS_H
#define QIPU_BASE_PATHS_H

#include "base/error.h"

#include <stddef.h>

struct paths {
    char **items;
    size_t count, cap;
};

bool paths_add(struct paths *p, const char *path, struct error *err);

/* Add every regular file below DIR whose name ends in one of SUFFIXES (NULL-terminated list, such
   as
   ".pgn", ".pgn.gz", compared without case), in byte order of their paths, links to folders not
   followed. A folder below that cannot be read makes the result false, but the files of the others
   are added. */
bool paths_add_folder(struct paths *p, const char *dir, const char *const *suffixes,
                      struct error *err);

/* Add each line of the file LIST ("-": standard input), or each NUL-terminated item if it has
   NULs. */
bool paths_add_listed(struct paths *p, const char *list, struct error *err);

void paths_free(struct paths *p);

#endif
