/* The games of a store that a query picks. A header is asked first; the moves of a game are read
   only if its header passes and somebody needs them. Where many games may have to be looked at, the
   threads take parts of the store, each through its own connection, and what they find waits until
   it is its turn. */
#include "select_parts.h"

#include "base/parallel.h"
#include "store/filter.h"

#include <stdlib.h>

/* A few parts wait at a time, and what is kept of each is bounded. The first ones are small, so
   that --limit finds its games soon. */
enum {
    PART_GAMES = 1024,
    SMALL_PART_GAMES = 32,
    SMALL_PARTS = 16,
    PART_BYTES = 4 << 20,
    GAMES_WORTH_A_THREAD = 2000
};

/* A game that was looked at, and the end of what was written for it. */
struct pick {
    game_id id;
    uint32_t picked;
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

struct store_walk {
    struct selection *selection;
    const char *path;
    const struct query_plan *plan;
    game_id last;
    struct part *parts; /* of part N: N % ahead */
    size_t ahead;
    uint64_t games;
    bool ok;
    struct error *err;
};

/* --- Games ------------------------------------------------------------------------------------ */

/* Look at the game that the worker's cursor stands on. False with ERR filled if it cannot be
   read. */
static bool look_at_game(const struct store_walk *walk, unsigned worker,
                         const struct game_header *header, uint32_t *picked, struct buffer *out,
                         struct error *err)
{
    struct selection *s = walk->selection;
    struct select_worker *w = &s->workers[worker];
    const bool asks_tags = query_needs_tags(s->query);
    const bool has_record = s->needs_record || query_needs_record(s->query);
    *picked = 0;
    if (asks_tags && !store_cursor_read_tags(w->cursor, &w->record, err))
        return false;
    if (!query_match_header(w->match, header, asks_tags ? &w->record : NULL))
        return true;
    if (has_record && !store_cursor_read(w->cursor, &w->record, err))
        return false;
    struct chosen game = {
        .path = walk->path,
        .is_stored = true,
        .header = header,
        .record = has_record ? &w->record : NULL,
    };
    *picked = select_look(s, worker, &game, out);
    return !out->failed || error_no_memory(err);
}

static void take_game(struct store_walk *walk, game_id id, uint32_t picked, const char *text,
                      size_t len)
{
    struct taken game = {.path = walk->path, .number = id, .text = text ? text : "", .len = len};
    select_take(walk->selection, &game, picked);
}

/* --- One after the other ---------------------------------------------------------------------- */

/* Look at the games that the cursor of worker 0 gives, and take them at once. */
static bool walk_on(struct store_walk *walk, struct error *err)
{
    struct selection *s = walk->selection;
    struct select_worker *w = &s->workers[0];
    struct game_header header;
    int found = 0;
    while (select_goes_on(s) && (found = store_next(w->cursor, &header, err)) > 0) {
        uint32_t picked;
        buffer_clear(&w->text);
        if (!look_at_game(walk, 0, &header, &picked, &w->text, err))
            return false;
        take_game(walk, header.id, picked, w->text.data, w->text.len);
        progress_update(&s->progress, ++walk->games, ++s->games);
    }
    return found >= 0;
}

static bool walk_alone(struct store_walk *walk, struct error *err)
{
    struct select_worker *w = &walk->selection->workers[0];
    w->cursor = store_scan_filtered(w->store, walk->plan->filter, err);
    return w->cursor && walk_on(walk, err);
}

/* --- In parts --------------------------------------------------------------------------------- */

static uint64_t part_first(size_t part)
{
    if (part < SMALL_PARTS)
        return part * SMALL_PART_GAMES + 1;
    return (part - SMALL_PARTS) * PART_GAMES + SMALL_PARTS * SMALL_PART_GAMES + 1;
}

static size_t part_count(game_id last)
{
    size_t count = 1;
    while (part_first(count) <= last)
        count++;
    return count;
}

/* Let the worker's cursor walk over the games of a part from FIRST on. */
static void scan_part(const struct store_walk *walk, unsigned worker, size_t part, uint64_t first)
{
    const uint64_t next = part_first(part + 1);
    store_scan_part(walk->selection->workers[worker].cursor, (game_id)first,
                    next > walk->last ? walk->last : (game_id)(next - 1));
}

static bool open_cursor(const struct store_walk *walk, struct select_worker *w, struct error *err)
{
    if (!w->store)
        w->store = store_open(walk->path, STORE_READ, walk->selection->game, err);
    if (w->store && !w->cursor)
        w->cursor = store_scan_parts(w->store, walk->plan->filter, err);
    return w->cursor != NULL;
}

static bool look_at_part(const struct store_walk *walk, unsigned worker, struct part *p,
                         struct error *err)
{
    struct select_worker *w = &walk->selection->workers[worker];
    struct game_header header;
    int found;
    while ((found = store_next(w->cursor, &header, err)) > 0) {
        struct pick pick = {.id = header.id};
        if (p->text.len > PART_BYTES) {
            p->rest = header.id;
            return true;
        }
        if (!look_at_game(walk, worker, &header, &pick.picked, &p->text, err))
            return false;
        p->games++;
        pick.end = p->text.len;
        if (pick.picked)
            buffer_add(&p->picks, &pick, sizeof pick);
        if (p->picks.failed)
            return error_no_memory(err);
    }
    return found == 0;
}

static void run_part(void *closure, unsigned worker, size_t task)
{
    const struct store_walk *walk = closure;
    struct select_worker *w = &walk->selection->workers[worker];
    struct part *p = &walk->parts[task % walk->ahead];
    buffer_clear(&p->picks);
    buffer_clear(&p->text);
    p->games = 0;
    p->rest = 0;
    p->ok = open_cursor(walk, w, &p->error);
    if (!p->ok)
        return;
    scan_part(walk, worker, task, part_first(task));
    p->ok = look_at_part(walk, worker, p, &p->error);
}

static void take_picks(struct store_walk *walk, const struct part *p)
{
    const struct pick *picks = (const struct pick *)(const void *)p->picks.data;
    const size_t count = p->picks.len / sizeof *picks;
    size_t at = 0;
    for (size_t i = 0; i < count && select_goes_on(walk->selection); i++) {
        take_game(walk, picks[i].id, picks[i].picked, p->text.data ? p->text.data + at : NULL,
                  picks[i].end - at);
        at = picks[i].end;
    }
}

static bool take_part(void *closure, size_t task)
{
    struct store_walk *walk = closure;
    struct selection *s = walk->selection;
    const struct part *p = &walk->parts[task % walk->ahead];
    take_picks(walk, p);
    walk->games += p->games;
    s->games += p->games;
    progress_update(&s->progress, walk->games, s->games);
    if (p->ok && p->rest && select_goes_on(s)) {
        walk->ok = open_cursor(walk, &s->workers[0], walk->err);
        if (walk->ok) {
            scan_part(walk, 0, task, p->rest);
            walk->ok = walk_on(walk, walk->err);
        }
    } else if (!p->ok && select_goes_on(s)) {
        *walk->err = p->error;
        walk->ok = false;
    }
    return walk->ok && select_goes_on(s);
}

static bool walk_in_parts(struct store_walk *walk, struct error *err)
{
    const unsigned threads = walk->selection->threads;
    walk->ahead = threads + 2;
    walk->parts = calloc(walk->ahead, sizeof *walk->parts);
    if (!walk->parts)
        return error_no_memory(err);
    parallel_in_order(threads, part_count(walk->last), walk->ahead, run_part, take_part, walk);
    for (size_t i = 0; i < walk->ahead; i++) {
        buffer_free(&walk->parts[i].picks);
        buffer_free(&walk->parts[i].text);
    }
    free(walk->parts);
    return walk->ok;
}

/* --- Both ------------------------------------------------------------------------------------- */

static bool walk_store(struct selection *s, struct store *store, const struct query_plan *plan,
                       const char *path, struct error *err)
{
    struct store_walk walk = {.selection = s, .path = path, .plan = plan, .ok = true, .err = err};
    if (!store_last_id(store, &walk.last, err))
        return false;
    const uint64_t most = plan->most < walk.last ? plan->most : walk.last;
    s->workers[0].store = store;
    progress_start(&s->progress, !s->cli->common.quiet,
                   plan->used_index || plan->scanned ? plan->candidates : store_game_count(store));
    const bool ok = s->threads == 1 || most < GAMES_WORTH_A_THREAD ? walk_alone(&walk, err)
                                                                   : walk_in_parts(&walk, err);
    progress_clear(&s->progress);
    for (unsigned i = 0; i < s->threads; i++) {
        struct select_worker *w = &s->workers[i];
        store_scan_end(w->cursor);
        if (i > 0)
            store_close(w->store);
        w->cursor = NULL;
        w->store = NULL;
    }
    return ok;
}

/* --- Finding ---------------------------------------------------------------------------------- */

/* How the games were found, for --explain. */
static void explain(const char *path, const struct query_plan *plan)
{
    if (plan->materials > 0)
        cli_message("%s: the index of material names %llu games to look at", path,
                    (unsigned long long)plan->candidates);
    else if (plan->used_index)
        cli_message("%s: the position index was asked %zu time%s in %u segment%s: %u answered with "
                    "counts, %u with games to look at; %llu replayed, %llu have the position",
                    path, plan->lookups, plan->lookups == 1 ? "" : "s", plan->segments,
                    plan->segments == 1 ? "" : "s", plan->listed, plan->rare,
                    (unsigned long long)plan->replayed, (unsigned long long)plan->candidates);
    else if (plan->structures > 0)
        cli_message("%s: the index of structures names %llu games to look at", path,
                    (unsigned long long)plan->candidates);
    else if (plan->scanned > 0)
        cli_message("%s: %llu games were replayed; %llu have the board", path,
                    (unsigned long long)plan->scanned, (unsigned long long)plan->candidates);
    else if (plan->used_notes)
        cli_message("%s: the comments, glyphs and variations of the games were looked through",
                    path);
    else
        cli_message("%s: %s", path,
                    lang_text(plan->is_counted ? "the columns of the games were counted"
                                               : "the columns of the games were looked through"));
}

static bool search_store(struct selection *s, struct store *store, const char *path,
                         struct error *err)
{
    struct query_plan plan;
    bool ok = query_make_plan(s->query, store, s->count_only, s->threads, &plan, err);
    bool done = false;
    if (ok && s->at)
        ok = query_answer(s->query, store, s->at, s->threads, &plan, &s->takers, &done, err);
    if (ok && s->explain)
        explain(path, &plan);
    if (ok && plan.is_counted)
        s->counted += plan.count;
    else if (ok && !done)
        ok = walk_store(s, store, &plan, path, err);
    query_plan_free(&plan);
    return ok;
}

void select_from_store(struct selection *s, const char *path)
{
    struct error err;
    struct store *store = store_open(path, STORE_READ, s->game, &err);
    if (!store || !search_store(s, store, path, &err))
        select_fail(s, &err);
    store_close(store);
}
