/* Joining what two records of one game say about it. */
#ifndef QIPU_RECORD_RECORD_NOTES_H
#define QIPU_RECORD_RECORD_NOTES_H

#include "record/record.h"

/* Add the comments, marks and variations of FROM to INTO, which keeps its tags and its main line:
   to the moves from the start that both have. What INTO has already at the same move is not added
   again. Where the moves of FROM become others, they are a variation, with their notes. *ADDED is
   whether there was anything. False if memory is out. */
bool record_join_notes(struct record *into, const struct record *from, bool *added);

#endif
