/* The games of a store that a query picks. A header is asked first; the moves of a game are read
   only if its header passes and somebody needs them. */
#include "tools/select/parts.h"

#include "tools/walk.h"

enum { PART_GAMES = 1024 };

struct store_walk {
    struct selection *selection;
    struct store *store;
    const char *path;
    bool headers_hold; /* those of games that come this far */
};

/* --- Games ------------------------------------------------------------------------------------ */

static int look(void *closure, const struct walked *w, uint32_t *picked, struct buffer *out,
                struct error *err)
{
    const struct store_walk *walk = closure;
    struct selection *s = walk->selection;
    const bool asks_tags = query_needs_tags(s->query) && !walk->headers_hold;
    const bool has_record = s->needs_record || query_needs_record(s->query);
    if (asks_tags && !store_cursor_read_tags(w->cursor, w->record, err))
        return -1;
    if (!walk->headers_hold &&
        !query_match_header(s->workers[w->worker].match, w->header, asks_tags ? w->record : NULL))
        return 0;
    if (has_record && !store_cursor_read(w->cursor, w->record, err))
        return -1;
    struct chosen game = {
        .path = walk->path,
        .is_stored = true,
        .header = w->header,
        .record = has_record ? w->record : NULL,
    };
    *picked = select_look(s, w->worker, &game, out);
    return *picked != 0;
}

static bool take(void *closure, game_id id, uint32_t picked, const char *text, size_t len)
{
    const struct store_walk *walk = closure;
    struct taken game = {
        .path = walk->path, .store = walk->store, .number = id, .text = text, .len = len};
    select_take(walk->selection, &game, picked);
    return !walk->selection->stopped;
}

static bool walk_store(struct selection *s, struct store *store, const struct query_plan *plan,
                       const char *path, struct error *err)
{
    struct store_walk closure = {
        .selection = s, .store = store, .path = path, .headers_hold = plan->headers_hold};
    struct walk walk = {
        .store = store,
        .filter = plan->filter,
        .threads = s->threads,
        .part_games = PART_GAMES,
        .most = plan->most,
        .progress = &s->progress,
        .games = s->games,
        .look = look,
        .take = take,
        .closure = &closure,
    };
    progress_start(&s->progress, !s->cli->common.quiet,
                   plan->used_index || plan->scanned ? plan->candidates : store_game_count(store));
    const bool ok = walk_games(&walk, err);
    progress_clear(&s->progress);
    s->games = walk.games;
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

/* What the index tells of a place besides the first, which it has answered. */
static bool answer_place(struct selection *s, struct store *store, const struct select_place *place,
                         struct error *err)
{
    struct query_plan plan;
    bool done;
    const bool ok =
        query_make_plan(s->query, store, false, s->threads, &plan, err) &&
        query_answer(s->query, store, place->at, s->threads, &plan, &place->takers, &done, err);
    query_plan_free(&plan);
    return ok;
}

/* *DONE: the index has told of all places. */
static bool answer_places(struct selection *s, struct store *store, struct query_plan *plan,
                          bool *done, struct error *err)
{
    const struct select_place *first = s->places;
    bool ok = query_answer(s->query, store, first->at, s->threads, plan, &first->takers, done, err);
    for (size_t i = 1; ok && *done && i < s->place_count && !cli_interrupted(); i++)
        ok = answer_place(s, store, &s->places[i], err);
    return ok;
}

static bool search_store(struct selection *s, struct store *store, const char *path,
                         struct error *err)
{
    struct query_plan plan;
    bool ok = query_make_plan(s->query, store, s->count_only, s->threads, &plan, err);
    bool done = false;
    if (ok && s->place_count > 0)
        ok = answer_places(s, store, &plan, &done, err);
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
    else if (store_game_count(store) > 0)
        s->has_games = true;
    else
        looked_at_store(&s->cli->looked);
    store_close(store);
}
