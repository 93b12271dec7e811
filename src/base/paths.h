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

/* Add every regular file below DIR, or link to one, in byte order of their paths; links to folders
   are not followed. What cannot be read of it, itself or a folder below that may not be listed or
   entered, goes to CLOSED, and the files of the others are added. False if memory is out. */
bool paths_add_folder(struct paths *p, struct paths *closed, const char *dir, struct error *err);

/* Add each line of the file LIST ("-": standard input), or each NUL-terminated item if it has
   NULs. */
bool paths_add_listed(struct paths *p, const char *list, struct error *err);

void paths_free(struct paths *p);

/* As open(PATH, FLAGS), which may lie deeper than the system takes at once (PATH_MAX). */
int path_open(const char *path, int flags);

#endif
