/* Bringing the games of sources into a store: what is there already is told by content and passed
   over, batches are cut by bytes of input, and of each batch all or nothing is kept.

   A source is known up to byte N if a mark of the store says so of the first N bytes. A file that
   can be read twice is hashed first, as far as a mark can match. Of a pipe the games
   are added until a mark is met and matches; then they are taken back (store_rewind). Since a batch
   ends after the same number of bytes in every run, it is met before the batch is committed. */
#ifndef QIPU_STORE_IMPORT_H
#define QIPU_STORE_IMPORT_H

#include "format/format.h"
#include "store/store.h"

enum { IMPORT_BATCH_BYTES = 64 << 20 };

/* Of a game that the store has already, be it from the same source: start position, moves, players,
   date and result are the same. To tell costs about 16 bytes a game of the store in memory. */
enum import_duplicates { DUPLICATES_KEEP, DUPLICATES_SKIP, DUPLICATES_REPORT };

struct import_options {
    enum import_duplicates duplicates;
    bool again;           /* do not look at what is known */
    bool keep_prefix;     /* of a faulty game keep the legal prefix */
    bool dry_run;         /* add nothing */
    uint64_t batch_bytes; /* 0: IMPORT_BATCH_BYTES */
};

struct import_counts {
    uint64_t added, replaced, rejected, skipped, known;
    uint64_t duplicates;           /* not added, or with DUPLICATES_REPORT among those added */
    uint64_t contained;            /* with DUPLICATES_REPORT: in another, or another in them */
    uint64_t findings[SEVERITIES]; /* of games that were not known */
};

/* What became of a game. */
enum import_verdict {
    IMPORT_ADDED,
    IMPORT_REPLACED, /* it was the open end of an earlier import, and goes on */
    IMPORT_KNOWN,
    IMPORT_DUPLICATE, /* and so not added */
    IMPORT_REJECTED,  /* faulty */
    IMPORT_SKIPPED    /* of a variant that is not kept */
};

struct importer;

/* STORE stays the caller's; NULL (only for a dry run) is an empty one. NULL with ERR filled. */
struct importer *importer_new(struct store *store, const struct import_options *options,
                              struct error *err);
/* What was not committed is rolled back. */
void importer_free(struct importer *im);

struct import_handler {
    /* Called for every game in order; the reader's functions about the game read last speak of it.
       False: stop behind it. */
    bool (*game)(void *closure, const struct game_job *job, enum import_verdict verdict);
    /* Called before a batch is committed with the text that `game` put into importer_text for games
       of this batch; false to fail. Text of games that turn out to be known is dropped. */
    bool (*text)(void *closure, struct buffer *text, struct error *err);
    void *closure;
    enum severity minimum; /* of the findings */
};

enum import_end {
    IMPORT_DONE,
    IMPORT_STOPPED,     /* as `game` said */
    IMPORT_BROKEN,      /* the source is: ERR says how; the games before are kept */
    IMPORT_STORE_FAILED /* the store, or `text`, is: ERR says how; nothing of the batch is kept */
};

struct import_source {
    const char *path;      /* "-": standard input */
    const char *name;      /* what the store calls it; NULL: its path without folders */
    struct reader *reader; /* of it, just opened with the hash option */
};

/* Take the games of SOURCE on at most THREADS threads (0: as many as there are processors). They
   stay in the batch. HANDLER must live until the next importer_read or importer_free. LAST gets the
   findings about text behind the last game. */
enum import_end importer_read(struct importer *im, const struct import_source *source,
                              unsigned threads, const struct import_handler *handler,
                              struct findings *last, struct error *err);
/* Commit what there is. */
bool importer_commit(struct importer *im, struct error *err);

struct buffer *importer_text(struct importer *im);

/* The game that the one handed out last is a duplicate of, 0 if none. IMPORT_UNSTORED: one that the
   dry run would add; then only hashes were compared. */
#define IMPORT_UNSTORED UINT32_MAX /* too large for an enum in C11 */
game_id importer_twin(const struct importer *im);

/* With DUPLICATES_REPORT: a game that the one handed out last is the beginning of, or (not longer)
   that is its beginning; its id is 0 if there is none. */
struct beginning {
    game_id id;
    bool is_longer;
};
struct beginning importer_beginning(const struct importer *im);

/* Of all that is committed or will be with the current batch. */
const struct import_counts *importer_counts(const struct importer *im);

#endif
