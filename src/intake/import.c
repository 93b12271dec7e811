/* Import as import.h says. A `part` is what was taken since the last mark, the unit that is taken
   back when it turns out to be known. */
#include "intake/import.h"
#include "base/parallel.h"
#include "intake/duplicates.h"
#include "intake/known.h"
#include "store/private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct importer {
    struct store *store;
    struct import_options options;
    struct known known;
    bool in_batch;
    uint64_t batch_left; /* bytes */

    /* The source. */
    struct reader *reader;
    const char *name;
    bool is_file;
    uint64_t known_to;            /* found by hashing it first */
    uint64_t part_start;          /* where the part begins */
    uint64_t offset, hash;        /* behind the last game */
    uint64_t before, before_hash; /* in front of it */
    game_id last_game;            /* the last game taken, if it was added and has no result */

    struct duplicates duplicates;

    struct buffer text;
    size_t text_at_mark;
    const struct import_handler *handler;
    struct game_coder *coders; /* one a thread */
    unsigned coder_count;
    bool failed; /* ERROR says how */
    struct error error;
    struct import_counts counts, at_mark, at_begin;
};

struct importer *importer_new(struct store *store, const struct import_options *options,
                              struct error *err)
{
    struct importer *im = calloc(1, sizeof *im);
    if (!im) {
        error_no_memory(err);
        return NULL;
    }
    im->store = store;
    im->options = *options;
    im->duplicates = (struct duplicates){.store = store, .what = options->duplicates};
    if (im->options.batch_bytes == 0)
        im->options.batch_bytes = IMPORT_BATCH_BYTES;
    known_init(&im->known, store);
    if ((!store || options->again || known_load(&im->known, err)) &&
        duplicates_load(&im->duplicates, err) &&
        (!store || options->dry_run || store_keep_few_pages(store, err)))
        return im;
    importer_free(im);
    return NULL;
}

void importer_free(struct importer *im)
{
    if (!im)
        return;
    if (im->in_batch)
        store_rollback(im->store);
    for (unsigned i = 0; i < im->coder_count; i++)
        game_coder_free(&im->coders[i]);
    free(im->coders);
    buffer_free(&im->text);
    duplicates_free(&im->duplicates);
    known_free(&im->known);
    free(im);
}

struct buffer *importer_text(struct importer *im)
{
    return &im->text;
}

game_id importer_twin(const struct importer *im)
{
    return im->duplicates.twin;
}

struct beginning importer_beginning(const struct importer *im)
{
    return im->duplicates.beginning;
}

const struct import_counts *importer_counts(const struct importer *im)
{
    return &im->counts;
}

/* --- Batches and parts ------------------------------------------------------------------------ */

/* The first games of a store go straight to its file, which saves writing them twice: until they
   are there nobody has anything to read. But a source may keep its readers waiting for long. */
static bool let_readers_in(struct importer *im, struct error *err)
{
    return (im->is_file && store_game_count(im->store) == 0) ||
           store_let_readers_in(im->store, err);
}

static bool begin(struct importer *im, struct error *err)
{
    if (im->in_batch)
        return true;
    if (!im->options.dry_run && (!let_readers_in(im, err) || !store_begin(im->store, err)))
        return false;
    im->in_batch = !im->options.dry_run;
    im->batch_left = im->options.batch_bytes;
    im->at_begin = im->at_mark = im->counts;
    return true;
}

static void start_part(struct importer *im, uint64_t offset)
{
    im->part_start = offset;
    im->at_mark = im->counts;
    im->text_at_mark = im->text.len;
}

/* Close the part with a mark at OFFSET. */
static bool mark(struct importer *im, uint64_t offset, uint64_t hash, game_id open_game,
                 struct error *err)
{
    if (offset == im->part_start)
        return true;
    struct source_mark m = {im->name, im->part_start, offset, hash, open_game};
    if (im->in_batch && !store_mark(im->store, &m, err))
        return false;
    start_part(im, offset);
    return true;
}

static bool roll_back(struct importer *im)
{
    if (im->in_batch)
        store_rollback(im->store);
    im->in_batch = false;
    im->counts = im->at_begin;
    buffer_clear(&im->text);
    return false;
}

bool importer_commit(struct importer *im, struct error *err)
{
    const struct import_handler *h = im->handler;
    if (h && h->text && im->text.len > 0 && !h->text(h->closure, &im->text, err))
        return roll_back(im);
    buffer_clear(&im->text);
    im->text_at_mark = 0;
    if (!im->in_batch)
        return true;
    im->in_batch = false;
    if (store_commit(im->store, NULL, err))
        return true;
    return roll_back(im);
}

static uint64_t games_in(const struct importer *im, const struct import_counts *c)
{
    uint64_t left_out = im->options.duplicates == DUPLICATES_SKIP ? c->duplicates : 0;
    return c->added + c->replaced + c->rejected + c->skipped + left_out;
}

static uint64_t games_since(const struct importer *im, const struct import_counts *then)
{
    return games_in(im, &im->counts) - games_in(im, then);
}

/* Begin a batch that has room for all of its bytes. A source that is compared as it is read must
   not be cut before its next mark, and that is never more than a batch away. */
static bool restart_batch(struct importer *im, struct error *err)
{
    if (games_since(im, &im->at_begin) > 0 && !importer_commit(im, err))
        return false;
    im->batch_left = im->options.batch_bytes;
    return begin(im, err);
}

/* Everything up to the current offset is known: forget the part. */
static bool take_back(struct importer *im, struct error *err)
{
    uint64_t games = games_since(im, &im->at_mark);
    if (im->in_batch && !store_rewind(im->store, err))
        return roll_back(im);
    im->counts = im->at_mark;
    im->counts.known += games;
    im->text.len = im->text_at_mark;
    im->last_game = 0;
    if (!restart_batch(im, err))
        return false;
    start_part(im, im->offset);
    return true;
}

/* --- Games ------------------------------------------------------------------------------------ */

/* What a worker leaves in game_job.value. */
enum { CODED, CODED_OPEN, REJECTED, SKIPPED, NO_MEMORY };

/* Judge and encode a game, on any thread. CODED_OPEN: it has no result at its end. */
static void work(void *closure, unsigned worker, struct game_job *job)
{
    struct importer *im = closure;
    struct record *rec = job->rec;
    struct error err;
    job->value = rec->has_terminator ? CODED : CODED_OPEN;
    if (rec->variant == VARIANT_UNSUPPORTED) {
        job->value = SKIPPED;
    } else if (rec->is_broken && (!im->options.keep_prefix || rec->bad_start)) {
        job->value = REJECTED;
    } else {
        rec->is_broken = false;
        if (game_encode(&im->coders[worker], rec, job->text, &err))
            return;
        job->value = err.code == ERROR_UNSUPPORTED ? REJECTED : NO_MEMORY;
        findings_add(job->findings, FINDING_GAME_TOO_LARGE, 0, 0, "%s", err.text);
    }
}

/* Add a game that was encoded, unless it is a duplicate that is not wanted. */
static bool add(struct importer *im, const char *data, game_id *id, enum import_verdict *verdict)
{
    struct duplicates *d = &im->duplicates;
    if (!duplicates_find(d, data, &im->error))
        return false;
    im->counts.duplicates += d->twin != 0;
    im->counts.contained += d->beginning.id != 0;
    if (d->twin && im->options.duplicates == DUPLICATES_SKIP) {
        *verdict = IMPORT_DUPLICATE;
        return true;
    }
    *id = IMPORT_UNSTORED;
    if (im->in_batch && !store_add_coded(im->store, data, id, &im->error))
        return false;
    return duplicates_note(d, *id, &im->error);
}

/* Take a game that was encoded: as new, or in the place of one. */
static bool put(struct importer *im, const struct game_job *job, enum import_verdict *verdict)
{
    const char *data = job->text->data + job->text_start;
    game_id id = known_open_game(&im->known, im->before, im->offset, data);
    *verdict = id ? IMPORT_REPLACED : IMPORT_ADDED;
    if (!(id ? !im->in_batch || store_replace_coded(im->store, id, data, &im->error)
             : add(im, data, &id, verdict)))
        return roll_back(im);
    if (job->value == CODED_OPEN && im->in_batch)
        im->last_game = id;
    return true;
}

static void count(struct importer *im, enum import_verdict verdict, const struct findings *f)
{
    im->counts.added += verdict == IMPORT_ADDED;
    im->counts.replaced += verdict == IMPORT_REPLACED;
    im->counts.rejected += verdict == IMPORT_REJECTED;
    im->counts.skipped += verdict == IMPORT_SKIPPED;
    for (size_t i = 0; i < f->count; i++)
        im->counts.findings[f->items[i].severity]++;
}

/* The batch is full. It ends only when another game comes, so that the last game of a source can
   still be marked as open. */
static bool next_batch(struct importer *im)
{
    if (!mark(im, im->offset, im->hash, 0, &im->error) || !importer_commit(im, &im->error) ||
        !begin(im, &im->error))
        return false;
    start_part(im, im->offset);
    return true;
}

static bool take_game(struct importer *im, const struct game_job *job, enum import_verdict *verdict)
{
    if (im->batch_left == 0 && !next_batch(im))
        return false;
    im->before = im->offset;
    im->before_hash = im->hash;
    im->offset = reader_offset(im->reader);
    im->hash = reader_hash(im->reader);
    im->last_game = im->duplicates.twin = im->duplicates.beginning.id = 0;
    *verdict = job->value == SKIPPED ? IMPORT_SKIPPED : IMPORT_REJECTED;
    if (im->offset <= im->known_to) {
        *verdict = IMPORT_KNOWN;
        im->counts.known++;
        start_part(im, im->offset);
        return true;
    }
    if (job->value == NO_MEMORY) {
        error_no_memory(&im->error);
        return roll_back(im);
    }
    if (job->value <= CODED_OPEN && !put(im, job, verdict))
        return false;
    count(im, *verdict, job->findings);
    if (known_has(&im->known, im->offset, im->hash)) {
        *verdict = IMPORT_KNOWN;
        return take_back(im, &im->error);
    }
    uint64_t bytes = im->offset - im->before;
    im->batch_left -= bytes < im->batch_left ? bytes : im->batch_left;
    return true;
}

static bool take(void *closure, struct game_job *job)
{
    struct importer *im = closure;
    enum import_verdict verdict;
    im->failed = !take_game(im, job, &verdict);
    return !im->failed && im->handler->game(im->handler->closure, job, verdict);
}

/* --- Sources ---------------------------------------------------------------------------------- */

static bool is_regular(const char *path)
{
    struct stat st;
    return strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool start(struct importer *im, const struct import_source *source, struct error *err)
{
    const char *path = source->path, *slash = strrchr(path, '/');
    im->name = source->name             ? source->name
               : strcmp(path, "-") == 0 ? "<stdin>"
               : slash                  ? slash + 1
                                        : path;
    const bool is_compared = im->known.reach > 0;
    im->is_file = is_regular(path);
    im->known_to = is_compared && im->is_file ? known_prefix(&im->known, path) : 0;
    im->offset = im->before = 0;
    im->hash = im->before_hash = 0;
    im->known.next = 0;
    im->last_game = 0;
    if (is_compared && !im->is_file && !restart_batch(im, err))
        return false;
    if (!begin(im, err))
        return false;
    start_part(im, 0);
    return true;
}

/* The source is done: COMPLETE if its end was reached. */
static bool finish(struct importer *im, bool complete, struct error *err)
{
    if (complete && im->last_game && im->before > im->part_start &&
        !mark(im, im->before, im->before_hash, 0, err))
        return false;
    return mark(im, im->offset, im->hash, complete ? im->last_game : 0, err);
}

static bool make_coders(struct importer *im, unsigned count)
{
    if (count <= im->coder_count)
        return true;
    struct game_coder *coders = realloc(im->coders, count * sizeof *coders);
    if (!coders)
        return false;
    memset(coders + im->coder_count, 0, (count - im->coder_count) * sizeof *coders);
    im->coders = coders;
    im->coder_count = count;
    return true;
}

enum import_end importer_read(struct importer *im, const struct import_source *source,
                              unsigned threads, const struct import_handler *handler,
                              struct findings *last, struct error *err)
{
    const struct game_handler games = {
        .work = work, .take = take, .closure = im, .minimum = handler->minimum};
    im->reader = source->reader;
    im->handler = handler;
    im->failed = false;
    threads = parallel_threads(threads);
    if (im->store)
        store_set_threads(im->store, threads);
    if (!make_coders(im, threads)) {
        error_no_memory(err);
        return IMPORT_STORE_FAILED;
    }
    if (!start(im, source, err))
        return IMPORT_STORE_FAILED;
    enum read_status status = reader_each(source->reader, threads, &games, last, err);
    struct error finish_error;
    if (!im->failed && !finish(im, status == READ_END, &finish_error)) {
        im->failed = true;
        im->error = finish_error;
    }
    if (im->failed) {
        *err = im->error;
        return IMPORT_STORE_FAILED;
    }
    return status == READ_END ? IMPORT_DONE : status == READ_GAME ? IMPORT_STOPPED : IMPORT_BROKEN;
}
