/* Bringing the games of sources into a store: what is there already is told by content and passed
   over, batches are cut by bytes of input, and of each batch all or nothing is kept.

   A source is known up to byte N if a mark of the store says so of the first N bytes. A file that
   can be read twice is hashed first, as far as a mark can match (import_start). Of a pipe the games
   are added until a mark is met and matches; then they are taken back (store_rewind). Since a batch
   ends after the same number of bytes in every run, it is met before the batch is committed. */
#ifndef QIPU_STORE_IMPORT_H
#define QIPU_STORE_IMPORT_H

#include "format/format.h"
#include "store/store.h"

enum { IMPORT_BATCH_BYTES = 16 << 20 };

struct import_options {
    bool again;           /* do not look at what is known */
    bool keep_prefix;     /* of a faulty game keep the legal prefix */
    bool dry_run;         /* add nothing */
    uint64_t batch_bytes; /* 0: IMPORT_BATCH_BYTES */
};

struct import_counts {
    uint64_t added, replaced, rejected, skipped, known;
    uint64_t findings[SEVERITIES]; /* of games that were not known */
};

/* What became of a game. */
enum import_verdict {
    IMPORT_ADDED,
    IMPORT_REPLACED, /* it was the open end of an earlier import, and goes on */
    IMPORT_KNOWN,
    IMPORT_REJECTED, /* faulty */
    IMPORT_SKIPPED,  /* of a variant that is not kept */
    IMPORT_FAILED    /* the store failed: ERR says how; nothing of the batch is kept */
};

struct importer;

/* STORE stays the caller's; NULL (only for a dry run) is an empty one. NULL with ERR filled. */
struct importer *importer_new(struct store *store, const struct import_options *options,
                              struct error *err);
/* What was not committed is rolled back. */
void importer_free(struct importer *im);

/* Begin with the source PATH, just opened as READER with the hash option. */
bool importer_start(struct importer *im, const char *path, struct reader *reader,
                    struct error *err);
/* Take the game that READER gave last; clears rec->is_broken if the prefix is kept. F may get a
   finding about why a game cannot be stored. */
enum import_verdict importer_take(struct importer *im, struct record *rec, struct findings *f,
                                  struct error *err);
/* The source is done: COMPLETE if READ_END was reached. It stays in the batch. */
bool importer_finish(struct importer *im, bool complete, struct error *err);
/* Commit what there is. */
bool importer_commit(struct importer *im, struct error *err);

/* Text that belongs to the games taken (those rejected). It is handed to WRITE before the batch
   that it belongs to is committed, or dropped with it. */
struct buffer *importer_text(struct importer *im);
void importer_on_commit(struct importer *im,
                        bool (*write)(void *closure, struct buffer *text, struct error *err),
                        void *closure);

/* Of all that is committed or will be with the current batch. */
const struct import_counts *importer_counts(const struct importer *im);

#endif
