/* Merging is building anew: the games of the segments that are joined are replayed, which gives the
   whole keys back, and one segment is written in their place. What was noted as deleted in them
   goes with them.

   When it is due: more than LIVE_MAX segments make the smallest MERGED of them one. So a game is
   written again once each time that its segment has grown about MERGED times, and a lookup that
   must replay games in every segment stays quick. */
#include "store/index/ask.h"
#include "store/index/plan.h"
#include "store/private.h"

#include <stdlib.h>

enum { LIVE_MAX = 32, MERGED = 24 };

/* --- Which games ------------------------------------------------------------------------------ */

bool segment_list_games(struct store *s, const struct segment *segment, struct buffer *ids,
                        struct error *err)
{
    struct minus_list minus;
    if (!minus_load(s, segment, &minus, err))
        return false;
    for (size_t i = 0; i < segment->range_count; i++)
        for (uint32_t k = 0; k < segment->ranges[i].count; k++) {
            const game_id id = segment->ranges[i].first + k;
            if (!minus_find(&minus, id))
                buffer_add(ids, &id, sizeof id);
        }
    minus_free(&minus);
    return !ids->failed || error_no_memory(err);
}

/* The games that are left of the segments together, their ranges and facts. */
static bool collect_games(struct store *s, const struct segments *from, struct segment_plan *p,
                          struct error *err)
{
    struct buffer list = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < from->count; i++)
        ok = segment_list_games(s, &from->items[i], &list, err);
    game_id *ids = (game_id *)(void *)list.data;
    const size_t count = list.len / sizeof *ids;
    p->facts = malloc((count + 1) * sizeof *p->facts);
    p->segment.ranges = malloc((count + 1) * sizeof *p->segment.ranges);
    if (ok && (!p->facts || !p->segment.ranges))
        ok = error_no_memory(err);
    if (ok)
        game_id_sort(ids, count, sizeof *ids);
    ok = ok && index_read_all_facts(s, ids, count, p->facts, err);
    for (size_t i = 0; ok && i < count; i++)
        segment_add_game(&p->segment, ids[i]);
    buffer_free(&list);
    return ok;
}

/* --- Merging ---------------------------------------------------------------------------------- */

static bool write_merged(struct store *s, const struct segments *from, struct segment_plan *p,
                         struct error *err)
{
    uint64_t runs = 0, materials = 0;
    if (!collect_games(s, from, p, err))
        return false;
    for (size_t i = 0; i < from->count; i++) {
        runs += from->items[i].parts[PART_SKELETON].entries;
        materials += from->items[i].parts[PART_MATERIAL].entries;
    }
    return p->segment.games == 0 || replay_write(s, runs, materials, p, err);
}

static bool merge_segments(struct store *s, const struct segments *from, unsigned threads,
                           struct error *err)
{
    struct segment_plan *p = calloc(1, sizeof *p);
    if (!p)
        return error_no_memory(err);
    p->threads = threads;
    p->segment.rare = INDEX_RARE;
    bool ok = write_merged(s, from, p, err);
    plan_free(p);
    for (size_t i = 0; ok && i < from->count; i++)
        ok = segment_remove(s, from->items[i].id, err);
    return ok;
}

static int compare_sizes(const void *x, const void *y)
{
    const struct segment *a = x, *b = y;
    if (a->games != b->games)
        return a->games < b->games ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* Whether merging would change anything. */
static bool is_due(struct store *s, const struct segments *segments, bool all, bool *due,
                   struct error *err)
{
    struct minus_list minus;
    *due = segments->count > (all ? 1 : LIVE_MAX);
    if (!all || segments->count != 1)
        return true;
    if (!minus_load(s, &segments->items[0], &minus, err))
        return false;
    *due = minus.count > 0;
    minus_free(&minus);
    return true;
}

static bool merge_due(struct store *s, bool all, unsigned threads, struct error *err)
{
    struct segments segments;
    bool due;
    if (!segments_load(s, &segments, err))
        return false;
    struct segments from = segments;
    bool ok = is_due(s, &segments, all, &due, err);
    if (ok && due) {
        qsort(segments.items, segments.count, sizeof *segments.items, compare_sizes);
        if (!all)
            from.count = MERGED;
        ok = merge_segments(s, &from, threads, err);
    }
    segments_free(&segments);
    return ok;
}

bool index_merge(struct store *s, bool all, unsigned threads, struct error *err)
{
    threads = parallel_threads(threads);
    if (s->in_batch)
        return merge_due(s, all, threads, err);
    static const char doing[] = LANG("merge the position index");
    if (!store_run(s, store_statement(s, STATEMENT_BEGIN, err), doing, err))
        return false;
    struct error ignored;
    if (merge_due(s, all, threads, err) &&
        store_run(s, store_statement(s, STATEMENT_COMMIT, err), doing, err))
        return true;
    store_run(s, store_statement(s, STATEMENT_ROLLBACK, &ignored), doing, &ignored);
    return false;
}
