/* Findings that are known and accepted, as a file beside a collection: only others are news. One is
   told by its file, its game (players, event, round and date), its ply and its code, not by its
   line or its words, so that it stays known when something else in the file is edited, and in any
   language. Of those that are alike in all of this so many are known as the file says.

   The file is text: lines of file, game, ply, code and number, tabs between, in the order of their
   bytes; lines that begin with # and empty ones do not count. qipu-validate(1) describes it. */
#ifndef QIPU_REPORT_BASELINE_H
#define QIPU_REPORT_BASELINE_H

#include "base/base.h"
#include "record/finding.h"
#include "record/record.h"

struct baseline_entry {
    const char *key; /* the line without its number */
    const char *file;
    enum finding_code code;
    uint64_t known, found;
};

/* Zero-initialise. */
struct baseline {
    struct baseline_entry *entries;
    size_t count, cap;
    /* Private: */
    uint32_t *slots; /* a hash table: numbers of entries, from 1 */
    size_t slot_count;
    struct arena texts;
    struct buffer key;
};

/* Take what the file PATH says is known. False with ERR filled. */
bool baseline_read(struct baseline *b, const char *path, struct error *err);

/* Count a finding. The entry that it belongs to, whose FOUND says how many there are of it so far;
   NULL if memory is out. Entries move when others come. */
struct baseline_entry *baseline_count(struct baseline *b, const char *file, const char *game,
                                      uint32_t ply, enum finding_code code);

/* Put the entries in order, and append the file that holds those of which FOUND is not 0. */
void baseline_write(struct baseline *b, struct buffer *out);
void baseline_free(struct baseline *b);

/* Append what people call the game REC: "White - Black, Event Round, Date", without what is not
   known. */
void game_label(struct buffer *out, const struct record *rec);

/* Append the way from FOLDER to FILE, both absolute paths without . and .. in them. */
void path_from(struct buffer *out, const char *folder, const char *file);

#endif
