/* Output that goes to many files, told apart by a name or a running number that stands for the {}
   of a template. No file stays open: what is to be written is held in memory up to a limit and then
   appended, so that there may be any number of files. All are written beside their places and put
   there at the end, those with numbers as soon as they are full: none is ever there in part. A file
   that is there already is not touched unless FORCE is set, and an input never. */
#ifndef QIPU_TOOLS_SPLIT_FILES_H
#define QIPU_TOOLS_SPLIT_FILES_H

#include "base/beside.h"
#include "tools/cli.h"

struct split_file;

struct split_files {
    const char *template;
    bool force;
    uint64_t per_file;         /* games of a file with a number; 0: files have names */
    const struct buffer *head; /* what each file begins with */
    const struct cli *cli;     /* whose inputs are not written over */
    struct encoder *encoder;   /* NULL: UTF-8 */
    const char *lossy;         /* the first file that a character was lost in, or NULL */

    /* Private: */
    struct split_file *files; /* a hash table */
    size_t count, cap, held;
    uint64_t games;
};

/* Whether TEMPLATE has the sign {} once; false after a message. */
bool split_template_ok(const char *template);

/* Write a game to the file NAME (no name if files have numbers). False after a message. */
bool split_files_put(struct split_files *s, const char *name, const char *text, size_t len);
/* Write what is held, and put all files in their places. False after a message. */
bool split_files_finish(struct split_files *s);
/* Remove what is not in its place, and free. */
void split_files_free(struct split_files *s);

#endif
