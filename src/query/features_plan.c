/* Which games of a store can have what --has and --lacks ask: a start of their own is a column;
   notes are told by a walk over the texts, without any move being read. */
#include "query/conditions.h"

#include <assert.h>
#include <stdlib.h>

enum { NOTE_WORDS = FEATURE_BIT(FEATURE_NOTES) - 1, PART_GAMES = 4096 };

/* The words that a game must have whichever of the sets it has. */
static uint32_t needed(const struct feature_conditions *f)
{
    uint32_t words = f->has ? UINT32_MAX : 0;
    for (const struct feature_set *set = f->has; set; set = set->next)
        words &= set->words;
    return words;
}

/* --- Columns ---------------------------------------------------------------------------------- */

static void filter_starts(const struct feature_conditions *f, struct store_filter *filter)
{
    const uint32_t own = FEATURE_BIT(FEATURE_FEN) | FEATURE_BIT(FEATURE_ODDS);
    if (needed(f) & own) {
        store_filter_group(filter);
        store_filter_range(filter, STORE_OWN_START, 1, 1);
    }
    if (f->lacks & FEATURE_BIT(FEATURE_FEN)) {
        store_filter_group(filter);
        store_filter_range(filter, STORE_OWN_START, 0, 0);
    }
}

/* --- Notes ------------------------------------------------------------------------------------ */

struct note_part {
    bool ok;
    struct error error;
};

struct note_walk {
    const char *path;
    game_id last;
    uint32_t asked;                    /* words about notes */
    uint8_t *found;                    /* those that game ID has, at [id] */
    struct store *stores[THREADS_MAX]; /* one a thread, opened at its first part */
    struct note_part *parts;
};
static_assert(FEATURE_NOTES <= 8, "words about notes fit in a byte");

static bool take(void *closure, game_id id, enum node_kind kind, const char *text, size_t len)
{
    struct note_walk *w = closure;
    uint8_t *found = &w->found[id];
    if (kind == NODE_NAG)
        *found |= FEATURE_BIT(FEATURE_NAGS);
    else if (kind == NODE_BEGIN)
        *found |= FEATURE_BIT(FEATURE_VARIATIONS);
    else
        *found |= (uint8_t)features_of_comment(text, len);
    return w->asked & ~(uint32_t)*found;
}

static void walk_part(void *closure, unsigned worker, size_t task)
{
    struct note_walk *w = closure;
    struct note_part *p = &w->parts[task];
    const game_id first = (game_id)(task * PART_GAMES) + 1, end = first + PART_GAMES - 1;
    if (!w->stores[worker])
        w->stores[worker] = store_open(w->path, STORE_READ, GAME_COUNT, &p->error);
    p->ok =
        w->stores[worker] && store_scan_notes(w->stores[worker], first,
                                              end < w->last ? end : w->last, take, w, &p->error);
}

/* The games whose notes are as asked, ascending into IDS (game_id each). */
static bool gather(const struct note_walk *w, size_t parts, uint32_t must, uint32_t may_not,
                   struct buffer *ids, struct error *err)
{
    for (size_t i = 0; i < parts; i++) {
        if (w->parts[i].ok)
            continue;
        *err = w->parts[i].error;
        return false;
    }
    for (game_id id = 1; id <= w->last; id++)
        if ((w->found[id] & must) == must && !(w->found[id] & may_not))
            buffer_add(ids, &id, sizeof id);
    return !ids->failed || error_no_memory(err);
}

static bool find_games(struct store *s, unsigned threads, uint32_t must, uint32_t may_not,
                       struct buffer *ids, struct error *err)
{
    struct note_walk w = {.path = store_path(s), .asked = must | may_not};
    if (!store_last_id(s, &w.last, err))
        return false;
    const size_t parts = w.last / PART_GAMES + 1;
    w.found = calloc((size_t)w.last + 1, 1);
    w.parts = calloc(parts, sizeof *w.parts);
    bool ok = w.found && w.parts;
    if (ok) {
        parallel_for(parallel_threads(threads), parts, walk_part, &w);
        ok = gather(&w, parts, must, may_not, ids, err);
    } else {
        error_no_memory(err);
    }
    for (size_t i = 0; i < THREADS_MAX; i++)
        store_close(w.stores[i]);
    free(w.found);
    free(w.parts);
    return ok;
}

static bool filter_notes(const struct feature_conditions *f, struct store *s, unsigned threads,
                         struct query_plan *plan, struct error *err)
{
    const uint32_t must = needed(f) & NOTE_WORDS, may_not = f->lacks & NOTE_WORDS;
    struct buffer ids = {0};
    if (!must && !may_not)
        return true;
    store_filter_group(plan->filter);
    bool ok = find_games(s, threads, must, may_not, &ids, err) &&
              store_filter_ids(plan->filter, (const game_id *)(const void *)ids.data,
                               ids.len / sizeof(game_id), err);
    plan->used_notes = true;
    buffer_free(&ids);
    return ok;
}

bool features_plan(const struct feature_conditions *f, struct store *s, unsigned threads,
                   struct query_plan *plan, bool *is_all, struct error *err)
{
    const bool has_choice = f->has && f->has->next;
    *is_all = !has_choice && !(f->asked & ~(NOTE_WORDS | FEATURE_BIT(FEATURE_FEN)));
    filter_starts(f, plan->filter);
    return filter_notes(f, s, threads, plan, err);
}
