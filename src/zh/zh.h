/* What qipu says, in Chinese (simplified): pairs alone, in files by subject, for lang_use. Words
   are those that players use in Chinese, for either game. A name of a file in front of a message,
   and what follows it up to the text, stay as they are; signs inside the text are full-width. */
#ifndef QIPU_ZH_ZH_H
#define QIPU_ZH_ZH_H

#include "base/lang.h"

extern const struct lang_pair *const zh_catalogue[];

/* Each ends with a pair of NULLs. */
extern const struct lang_pair zh_findings[]; /* the table of findings, and what checks say */
extern const struct lang_pair zh_moves[];    /* men and moves, and why a move cannot be */
extern const struct lang_pair zh_positions[];
extern const struct lang_pair zh_formats[]; /* what readers of files say */
extern const struct lang_pair zh_files[];   /* input and output */
extern const struct lang_pair zh_system[];  /* what the C library says, strerror */
extern const struct lang_pair zh_query[];
extern const struct lang_pair zh_store[];
extern const struct lang_pair zh_faults[]; /* what is damaged in a store */
extern const struct lang_pair zh_help[];
extern const struct lang_pair zh_messages[]; /* of the commands */
extern const struct lang_pair zh_reports[];
extern const struct lang_pair zh_names[]; /* duplicates too */

#endif
