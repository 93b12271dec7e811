/* The threads take parts of a store: so many numbers each, whether there are such games or not.
   What a thread has written waits until it is its turn; where that would be too much, it leaves the
   rest of its part to the calling thread, which takes them as it looks at them. */
#include "tools/walk.h"

#include "base/parallel.h"
#include "tools/cli.h"

#include <stdlib.h>

/* A few parts wait at a time, and what is kept of each is bounded. The first ones are small, so
   that those who want a few games have them soon. */
enum { SMALL_PART_GAMES = 32, SMALL_PARTS = 16, PART_BYTES = 4 << 20, GAMES_WORTH_A_THREAD = 2000 };

/* A game that is to be taken, and the end of what was written for it. */
struct pick {
    game_id id;
    uint32_t value;
    size_t end;
};

/* What a thread leaves of the games of a part. */
struct part {
    struct buffer picks; /* struct pick each */
    struct buffer text;
    uint64_t games;
    game_id rest; /* those from here on were left, since it would be too much; 0: none */
    bool ok;
    struct error error;
};

/* What a thread has of its own. */
struct worker {
    struct store *store; /* its own connection; that of the walk for the calling thread */
    struct store_cursor *cursor;
    struct record record;
    struct buffer text;
};

struct walking {
    struct walk *walk;
    uint64_t before; /* games of other walks */
    game_id last;
    struct worker *workers; /* one a thread */
    struct part *parts;     /* of part N: N % ahead */
    size_t ahead;
    bool stopped;
    bool ok;
    struct error *err;
};

static bool goes_on(const struct walking *w)
{
    return !w->stopped && !cli_interrupted();
}

static void count(struct walking *w, uint64_t games)
{
    struct walk *walk = w->walk;
    walk->games += games;
    if (walk->progress)
        progress_update(walk->progress, walk->games - w->before, walk->games);
}

/* Look at the game that the worker's cursor stands on, as `look` does. */
static int look(const struct walking *w, unsigned worker, const struct game_header *header,
                uint32_t *value, struct buffer *out, struct error *err)
{
    struct worker *own = &w->workers[worker];
    const struct walked game = {
        .worker = worker, .header = header, .cursor = own->cursor, .record = &own->record};
    *value = 0;
    const int wanted = w->walk->look(w->walk->closure, &game, value, out, err);
    if (!out->failed)
        return wanted;
    error_no_memory(err);
    return -1;
}

static void take(struct walking *w, game_id id, uint32_t value, const char *text, size_t len)
{
    w->stopped = !w->walk->take(w->walk->closure, id, value, text ? text : "", len);
}

/* --- One after the other ---------------------------------------------------------------------- */

/* Look at the games that the cursor of worker 0 gives, and take them at once. */
static bool walk_on(struct walking *w, struct error *err)
{
    struct worker *own = &w->workers[0];
    struct game_header header;
    int found = 0;
    while (goes_on(w) && (found = store_next(own->cursor, &header, err)) > 0) {
        uint32_t value;
        buffer_clear(&own->text);
        const int wanted = look(w, 0, &header, &value, &own->text, err);
        if (wanted < 0)
            return false;
        if (wanted)
            take(w, header.id, value, own->text.data, own->text.len);
        count(w, 1);
    }
    return found >= 0;
}

static bool walk_alone(struct walking *w, struct error *err)
{
    struct worker *own = &w->workers[0];
    own->cursor = store_scan_filtered(own->store, w->walk->filter, err);
    return own->cursor && walk_on(w, err);
}

/* --- In parts --------------------------------------------------------------------------------- */

static uint64_t part_first(const struct walking *w, size_t part)
{
    if (part < SMALL_PARTS)
        return part * SMALL_PART_GAMES + 1;
    return (part - SMALL_PARTS) * w->walk->part_games + SMALL_PARTS * SMALL_PART_GAMES + 1;
}

static size_t part_count(const struct walking *w)
{
    size_t parts = 1;
    while (part_first(w, parts) <= w->last)
        parts++;
    return parts;
}

/* Let the worker's cursor walk over the games of a part from FIRST on. */
static void scan_part(const struct walking *w, unsigned worker, size_t part, uint64_t first)
{
    const uint64_t next = part_first(w, part + 1);
    store_scan_part(w->workers[worker].cursor, (game_id)first,
                    next > w->last ? w->last : (game_id)(next - 1));
}

static bool open_cursor(const struct walking *w, unsigned worker, struct error *err)
{
    struct worker *own = &w->workers[worker];
    struct store *store = w->walk->store;
    if (!own->store)
        own->store = store_open(store_path(store), STORE_READ, store_game(store), err);
    if (own->store && !own->cursor)
        own->cursor = store_scan_parts(own->store, w->walk->filter, err);
    return own->cursor != NULL;
}

static bool look_at_part(const struct walking *w, unsigned worker, struct part *p,
                         struct error *err)
{
    struct store_cursor *cursor = w->workers[worker].cursor;
    struct game_header header;
    int found;
    while ((found = store_next(cursor, &header, err)) > 0) {
        struct pick pick = {.id = header.id};
        if (p->text.len > PART_BYTES) {
            p->rest = header.id;
            return true;
        }
        const int wanted = look(w, worker, &header, &pick.value, &p->text, err);
        if (wanted < 0)
            return false;
        p->games++;
        pick.end = p->text.len;
        if (wanted)
            buffer_add(&p->picks, &pick, sizeof pick);
        if (p->picks.failed)
            return error_no_memory(err);
    }
    return found == 0;
}

static void run_part(void *closure, unsigned worker, size_t task)
{
    const struct walking *w = closure;
    struct part *p = &w->parts[task % w->ahead];
    buffer_clear(&p->picks);
    buffer_clear(&p->text);
    p->games = 0;
    p->rest = 0;
    p->ok = open_cursor(w, worker, &p->error);
    if (!p->ok)
        return;
    scan_part(w, worker, task, part_first(w, task));
    p->ok = look_at_part(w, worker, p, &p->error);
}

static void take_picks(struct walking *w, const struct part *p)
{
    const struct pick *picks = (const struct pick *)(const void *)p->picks.data;
    const size_t pick_count = p->picks.len / sizeof *picks;
    size_t at = 0;
    for (size_t i = 0; i < pick_count && goes_on(w); i++) {
        take(w, picks[i].id, picks[i].value, p->text.data ? p->text.data + at : NULL,
             picks[i].end - at);
        at = picks[i].end;
    }
}

static bool take_part(void *closure, size_t task)
{
    struct walking *w = closure;
    const struct part *p = &w->parts[task % w->ahead];
    take_picks(w, p);
    count(w, p->games);
    if (p->ok && p->rest && goes_on(w)) {
        w->ok = open_cursor(w, 0, w->err);
        if (w->ok) {
            scan_part(w, 0, task, p->rest);
            w->ok = walk_on(w, w->err);
        }
    } else if (!p->ok && goes_on(w)) {
        *w->err = p->error;
        w->ok = false;
    }
    return w->ok && goes_on(w);
}

static bool walk_in_parts(struct walking *w, struct error *err)
{
    w->ahead = w->walk->threads + 2;
    w->parts = calloc(w->ahead, sizeof *w->parts);
    if (!w->parts)
        return error_no_memory(err);
    parallel_in_order(w->walk->threads, part_count(w), w->ahead, run_part, take_part, w);
    for (size_t i = 0; i < w->ahead; i++) {
        buffer_free(&w->parts[i].picks);
        buffer_free(&w->parts[i].text);
    }
    free(w->parts);
    return w->ok;
}

/* --- Both ------------------------------------------------------------------------------------- */

static void end_worker(struct worker *own, const struct store *store)
{
    store_scan_end(own->cursor);
    if (own->store != store)
        store_close(own->store);
    record_free(&own->record);
    buffer_free(&own->text);
}

bool walk_games(struct walk *walk, struct error *err)
{
    struct walking w = {.walk = walk, .before = walk->games, .ok = true, .err = err};
    if (!store_last_id(walk->store, &w.last, err))
        return false;
    w.workers = calloc(walk->threads, sizeof *w.workers);
    if (!w.workers)
        return error_no_memory(err);
    for (unsigned i = 0; i < walk->threads; i++)
        record_init(&w.workers[i].record);
    w.workers[0].store = walk->store;
    const uint64_t most = walk->most < w.last ? walk->most : w.last;
    const bool ok = walk->threads == 1 || most < GAMES_WORTH_A_THREAD ? walk_alone(&w, err)
                                                                      : walk_in_parts(&w, err);
    for (unsigned i = 0; i < walk->threads; i++)
        end_worker(&w.workers[i], walk->store);
    free(w.workers);
    return ok;
}
