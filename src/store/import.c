/* Import as import.h says. A `part` is what was taken since the last mark, the unit that is taken
   back when it turns out to be known. */
#include "store/import.h"
#include "base/parallel.h"
#include "store/duplicates.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct importer {
    struct store *store;
    struct import_options options;
    struct source_mark *marks; /* ascending by offset */
    size_t mark_count;
    uint64_t reach;      /* the furthest offset of a mark whose part begins where a file does */
    bool has_open_games; /* some mark has one */
    bool in_batch;
    uint64_t batch_left;    /* bytes */
    struct record old, new; /* to compare */

    /* The source. */
    struct reader *reader;
    const char *name;
    uint64_t known_to;            /* found by hashing it first */
    uint64_t part_start;          /* where the part begins */
    uint64_t offset, hash;        /* behind the last game */
    uint64_t before, before_hash; /* in front of it */
    size_t next_mark;             /* the first mark beyond `offset` */
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

/* The furthest offset of a mark whose part begins at START. */
static uint64_t reach(const struct importer *im, uint64_t start)
{
    uint64_t far = 0;
    for (size_t i = 0; i < im->mark_count; i++)
        if (im->marks[i].start == start && im->marks[i].offset > far)
            far = im->marks[i].offset;
    return far;
}

/* There may be a mark for each of many thousand files, so that what is asked for each is kept. */
static bool load_marks(struct importer *im, struct error *err)
{
    if (!store_marks(im->store, &im->marks, &im->mark_count, err))
        return false;
    im->reach = reach(im, 0);
    for (size_t i = 0; i < im->mark_count; i++)
        im->has_open_games = im->has_open_games || im->marks[i].open_game;
    return true;
}

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
    record_init(&im->old);
    record_init(&im->new);
    if ((!store || options->again || load_marks(im, err)) &&
        duplicates_load(&im->duplicates, err) &&
        (!store || options->dry_run || store_let_readers_in(store, err)))
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
    record_free(&im->old);
    record_free(&im->new);
    buffer_free(&im->text);
    duplicates_free(&im->duplicates);
    free(im->marks);
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

/* --- Batches and parts -------------------------------------------------------------------------
 */

static bool begin(struct importer *im, struct error *err)
{
    if (im->in_batch)
        return true;
    if (!im->options.dry_run && !store_begin(im->store, err))
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

/* --- What is known -----------------------------------------------------------------------------
 */

/* Add the bytes of IN to H up to OFFSET of the stream. */
static bool hash_to(struct input *in, struct hash *h, uint64_t offset)
{
    enum { CHUNK = 64 * 1024 };
    static const size_t chunk = CHUNK;
    char data[CHUNK];
    struct error ignored;
    while (h->total < offset) {
        uint64_t wanted = offset - h->total;
        ssize_t n = input_read(in, data, wanted < chunk ? (size_t)wanted : chunk, &ignored);
        if (n <= 0)
            return false;
        hash_add(h, data, (size_t)n);
    }
    return true;
}

static bool is_regular(const char *path)
{
    struct stat st;
    return strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Up to which byte the file PATH is known. Faults in it are the reader's to report. */
static uint64_t known_prefix(const struct importer *im, const char *path)
{
    struct error ignored;
    uint64_t known = 0, hope = im->reach;
    struct input *in = input_open(path, &ignored);
    if (!in)
        return 0;
    struct hash h;
    hash_start(&h, TEXT_HASH_SEED);
    uint64_t value = 0;
    for (size_t i = 0; i < im->mark_count && im->marks[i].offset <= hope; i++) {
        bool is_further = i == 0 || im->marks[i].offset > im->marks[i - 1].offset;
        if (is_further && !hash_to(in, &h, im->marks[i].offset))
            break;
        value = is_further ? hash_value(&h) : value; /* many small files have marks in one place */
        if (value != im->marks[i].hash)
            continue;
        known = im->marks[i].offset;
        uint64_t next = reach(im, known);
        hope = next > hope ? next : hope;
    }
    input_close(in);
    return known;
}

/* Whether a mark stands behind the game taken last and fits. */
static bool is_known_here(struct importer *im)
{
    size_t low = im->next_mark, high = im->mark_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (im->marks[middle].offset < im->offset)
            low = middle + 1;
        else
            high = middle;
    }
    im->next_mark = low;
    for (size_t i = im->next_mark; i < im->mark_count && im->marks[i].offset == im->offset; i++)
        if (im->marks[i].hash == im->hash)
            return true;
    return false;
}

static bool same_tag(const struct record *a, const struct record *b, enum tag_id tag)
{
    struct slice x = record_tag(a, tag), y = record_tag(b, tag);
    return x.len == y.len && memcmp(record_text(a, x), record_text(b, y), x.len) == 0;
}

/* Whether REC is OLD, or OLD with more moves. */
static bool goes_on(const struct record *old, const struct record *rec)
{
    static const enum tag_id tags[] = {TAG_EVENT, TAG_SITE,  TAG_DATE,
                                       TAG_ROUND, TAG_WHITE, TAG_BLACK};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (!same_tag(old, rec, tags[i]))
            return false;
    return old->start.key == rec->start.key && old->ply_count <= rec->ply_count &&
           memcmp(old->moves, rec->moves, old->ply_count * sizeof *old->moves) == 0;
}

/* The game of the store that the game at DATA, which ends here, is to replace; 0 if none. */
static game_id replaced_game(struct importer *im, const char *data)
{
    struct error ignored;
    for (size_t i = 0; im->has_open_games && i < im->mark_count; i++) {
        const struct source_mark *m = &im->marks[i];
        if (m->open_game && m->start == im->before && m->offset < im->offset &&
            store_read(im->store, m->open_game, &im->old, &ignored) &&
            store_decode(im->store, data, &im->new, &ignored) && goes_on(&im->old, &im->new))
            return m->open_game;
    }
    return 0;
}

/* --- Games -------------------------------------------------------------------------------------
 */

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
    game_id id = replaced_game(im, data);
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
    if (is_known_here(im)) {
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

/* --- Sources -----------------------------------------------------------------------------------
 */

static bool start(struct importer *im, const char *path, struct error *err)
{
    const char *slash = strrchr(path, '/');
    im->name = strcmp(path, "-") == 0 ? "<stdin>" : slash ? slash + 1 : path;
    bool is_compared = im->reach > 0, is_file = is_regular(path);
    im->known_to = is_compared && is_file ? known_prefix(im, path) : 0;
    im->offset = im->before = 0;
    im->hash = im->before_hash = 0;
    im->next_mark = 0;
    im->last_game = 0;
    if (is_compared && !is_file && !restart_batch(im, err))
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

enum import_end importer_read(struct importer *im, const char *path, struct reader *reader,
                              unsigned threads, const struct import_handler *handler,
                              struct findings *last, struct error *err)
{
    const struct game_handler games = {
        .work = work, .take = take, .closure = im, .minimum = handler->minimum};
    im->reader = reader;
    im->handler = handler;
    im->failed = false;
    threads = parallel_threads(threads);
    if (im->store)
        store_set_threads(im->store, threads);
    if (!make_coders(im, threads)) {
        error_no_memory(err);
        return IMPORT_STORE_FAILED;
    }
    if (!start(im, path, err))
        return IMPORT_STORE_FAILED;
    enum read_status status = reader_each(reader, threads, &games, last, err);
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
