/* A table of what is known of players, in UTF-8 with tabs between its columns and a row of
   headings:

       Name<tab>Elo<tab>Title<tab>Team
       Carlsen, Magnus<tab>2839<tab>GM<tab>Norway

   A heading but Name, which is the first one, is what follows White, Red or Black in the name of a
   tag. Empty cells say nothing, and those at the end of a row may be missing. Empty lines and those
   that begin with # do not count; the lines %fold and %initials are those of aliases.h. */
#ifndef QIPU_RECORD_PLAYER_TAGS_H
#define QIPU_RECORD_PLAYER_TAGS_H

#include "record/record.h"

struct player_tags;

/* PATH may be "-". NULL with ERR filled, which names file, line and column if the table is none. */
struct player_tags *player_tags_load(const char *path, struct error *err);
void player_tags_free(struct player_tags *t);

/* Give REC the tags that the table has for its players, but for those that it has with a value.
   False if memory is out. Several threads may ask. */
bool player_tags_add(const struct player_tags *t, struct record *rec);

#endif
