/* The openings of chess: which codes and names positions have. Made of src/notation/openings.tsv, a
   table of lichess.org that is in the public domain (CC0). A position is known however it was
   reached. */
#ifndef QIPU_NOTATION_OPENINGS_H
#define QIPU_NOTATION_OPENINGS_H

#include "base/error.h"
#include "rules/rules.h"

/* Slices of a text that lives as long as the program. */
struct opening {
    key64 key; /* of the position */
    const char *eco, *name;
    size_t eco_len, name_len;
};

/* Read the table. Call it once, from one thread, before the others; the first call costs some
   hundredths of a second. False with ERR filled if memory is out. */
bool openings_load(struct error *err);
void openings_unload(void);

/* The opening that has the position with this KEY, or NULL. */
const struct opening *opening_of_position(key64 key);

/* The opening of a line by the COUNT keys of its positions: that of the last one which has any. */
const struct opening *opening_of_line(const key64 *keys, size_t count);

/* The lines of the table "ECO, tab, name, tab, moves", ended by NULL. Made when building. */
extern const char *const opening_lines[];

#endif
