/* A file of names and what they are to be: lines of UTF-8

       Kasparov, G<tab>Kasparov, Garry<tab>(what follows is not read)
       Tal, Mihail

   of which the second knows a name that is to stay. Blanks at the ends of a name in front of a tab
   are its own. Empty lines and those that begin with # do not count. Lines "%fold" and "%initials",
   anywhere, hold for all of the file: names are then also known if they differ from one in it in
   case, accents, punctuation or the order of words; and if there is just one player in it whom they
   name with initials or short forms. */
#ifndef QIPU_RECORD_ALIASES_H
#define QIPU_RECORD_ALIASES_H

#include "record/record.h"

struct alias {
    const char *from, *to; /* NUL-terminated; the same for a name alone */
    uint64_t line;
};
struct aliases;

/* PATH may be "-". NULL with ERR filled: it cannot be read, is not UTF-8, has one name for two. */
struct aliases *aliases_load(const char *path, struct error *err);
/* The same of COUNT names that are to stay as they are: what is found of them is the pointer in
   NAMES. They are kept by pointer. NULL if memory is out. */
struct aliases *aliases_of_names(const char *const *names, size_t count, bool folds,
                                 bool takes_initials, struct error *err);
void aliases_free(struct aliases *a);

/* All of them, as they stand. */
const struct alias *aliases_list(const struct aliases *a, size_t *count);

/* What NAME is to be, NULL if it is not known. Several threads may ask. */
const char *aliases_find(const struct aliases *a, const char *name, size_t len);

/* Let the players of REC be what they are to be. False if memory is out. */
bool aliases_rename_players(const struct aliases *a, struct record *rec);

#endif
