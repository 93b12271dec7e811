/* Files about names that people write by hand, line by line: UTF-8, perhaps behind a byte-order
   mark. Empty lines and those that begin with # do not count. The lines "%fold" and "%initials",
   anywhere, hold for all of the file; see aliases.h. */
#ifndef QIPU_RECORD_NAME_LINES_H
#define QIPU_RECORD_NAME_LINES_H

#include "base/base.h"

/* Private, but for what is explained. */
struct name_lines {
    const char *path;
    struct buffer text; /* all of the file; lines are pointers into it, NUL-terminated */
    uint64_t number;    /* of the line, from 1 */
    char *line, *next;
    bool folds, takes_initials; /* what was said in the lines so far */
};

/* Read PATH, which may be "-". False with ERR filled. Free TEXT at the end, in either case. */
bool name_lines_open(struct name_lines *l, const char *path, struct error *err);

/* The next line that counts, to be cut as you like; *LINE is NULL behind the last. False with ERR
   filled if there is a fault before it. */
bool name_lines_next(struct name_lines *l, char **line, struct error *err);

/* Fill ERR with "PATH:LINE:COLUMN: 'NAME' WHAT" for AT, which lies in the line; WHAT is marked with
   LANG. What was cut out of the line must have been single bytes. Returns false. */
bool name_lines_refuse(const struct name_lines *l, const char *at, const char *name,
                       const char *what, struct error *err);

#endif
