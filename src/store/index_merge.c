/* Merging is building anew: the games of the segments that are joined are replayed, which gives the
   whole keys back, and one segment is written in their place. What was noted as deleted in them
   goes with them.

   When it is due: more than LIVE_MAX segments make the smallest MERGED of them one. So a game is
   written again once each time that its segment has grown about MERGED times, and a lookup that
   must replay games in every segment stays quick. */
#include "store/index_ask.h"
#include "store/index_plan.h"
#include "store/private.h"

#include <stdlib.h>

enum { LIVE_MAX = 32, MERGED = 24 };

/* --- Games read back -------------------------------------------------------------------------- */

enum { KEPT_MAX = 256 << 20 }; /* bytes */

struct kept_structure {
    size_t at;
    uint32_t runs, materials; /* no runs: it is not kept */
};

struct replayed_source {
    struct store *store;
    const struct segment *segment;
    uint32_t number; /* of the game at hand */
    bool has_line;   /* LINE is its line */
    struct game_moves line;
    struct buffer runs, structure;        /* of the game at hand */
    struct buffer kept;                   /* structures of games, as many as may be kept */
    struct kept_structure *places;        /* in it, by game */
    struct buffer keys, mirrors, indexed; /* of its first positions */
    struct error *err;
};

static void replayed_free(struct replayed_source *r)
{
    game_moves_free(&r->line);
    buffer_free(&r->runs);
    buffer_free(&r->structure);
    buffer_free(&r->kept);
    free(r->places);
    buffer_free(&r->keys);
    buffer_free(&r->mirrors);
    buffer_free(&r->indexed);
}

static bool reserve(struct buffer *b, size_t size)
{
    buffer_clear(b);
    return buffer_reserve(b, size);
}

static bool read_line(struct replayed_source *r)
{
    r->has_line =
        r->has_line || store_moves(r->store, segment_game(r->segment, r->number), &r->line, r->err);
    return r->has_line;
}

static void view_structure(const char *data, uint32_t runs, uint32_t materials,
                           struct game_view *view)
{
    *view = (struct game_view){.runs = runs,
                               .material_count = materials,
                               .skeletons = (const uint64_t *)(const void *)data};
    view->materials = view->skeletons + runs;
    view->run_lengths = (const uint32_t *)(const void *)(view->materials + materials);
}

/* Keep the structure of the game at hand for the next passes, if there is room. */
static void keep_structure(struct replayed_source *r, const struct game_view *view)
{
    const size_t size = (2 * (size_t)view->runs + view->material_count) * sizeof(uint64_t);
    if (r->kept.failed || size > KEPT_MAX - r->kept.len || !buffer_reserve(&r->kept, size))
        return;
    r->places[r->number] = (struct kept_structure){r->kept.len, view->runs, view->material_count};
    buffer_add(&r->kept, r->structure.data, size);
}

static bool view_replayed(void *closure, unsigned worker, uint32_t number, struct game_view *view)
{
    struct replayed_source *r = closure;
    const struct kept_structure *kept = &r->places[number];
    (void)worker;
    r->number = number;
    r->has_line = false;
    if (kept->runs > 0) {
        view_structure(r->kept.data + kept->at, kept->runs, kept->materials, view);
        return true;
    }
    if (!read_line(r))
        return false;
    const size_t n = r->line.ply_count + 1;
    const struct index_game game = {
        .start = &r->line.start, .moves = r->line.moves, .ply_count = r->line.ply_count};
    uint32_t runs, materials;
    if (!reserve(&r->runs, n * sizeof(struct structure)) ||
        !reserve(&r->structure, n * 3 * sizeof(uint64_t)))
        return error_no_memory(r->err);
    game_put_runs(&game, (struct structure *)(void *)r->runs.data, r->structure.data, &runs,
                  &materials);
    view_structure(r->structure.data, runs, materials, view);
    keep_structure(r, view);
    return true;
}

/* Play the line only as far as is asked for. */
static bool view_replayed_keys(void *closure, unsigned worker, size_t count, struct game_view *view)
{
    struct replayed_source *r = closure;
    (void)worker;
    if (!read_line(r))
        return false;
    struct position pos = r->line.start;
    const size_t plies = count < r->line.ply_count ? count : r->line.ply_count, n = plies + 1;
    if (!reserve(&r->keys, n * sizeof(key64)) || !reserve(&r->mirrors, n * sizeof(key64)) ||
        !reserve(&r->indexed, n * (sizeof(uint64_t) + sizeof(uint16_t))))
        return error_no_memory(r->err);
    key64 *keys = (key64 *)(void *)r->keys.data, *mirrors = (key64 *)(void *)r->mirrors.data;
    for (size_t i = 0; i < plies; i++) {
        keys[i] = pos.key;
        pos_play(&pos, r->line.moves[i]);
    }
    keys[plies] = pos.key;
    if (pos.game == GAME_XIANGQI)
        line_mirror_keys(&r->line.start, r->line.moves, plies, mirrors);
    const struct index_game game = {
        .start = &r->line.start, .moves = r->line.moves, .keys = keys, .ply_count = plies};
    char *codes = r->indexed.data + n * sizeof(uint64_t);
    game_put_keys(&game, mirrors, r->indexed.data, codes);
    view->keys = (const uint64_t *)(const void *)r->indexed.data;
    view->codes = (const uint16_t *)(const void *)codes;
    return true;
}

/* --- Which games ------------------------------------------------------------------------------ */

bool segment_list_games(struct store *s, const struct segment *segment, struct buffer *ids,
                        struct error *err)
{
    struct minus_list minus;
    if (!minus_load(s, segment->id, &minus, err))
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
    for (size_t i = 0; ok && i < count; i++) {
        ok = index_read_facts(s, ids[i], &p->facts[i], err);
        segment_add_game(&p->segment, ids[i]);
    }
    buffer_free(&list);
    return ok;
}

/* --- Merging ---------------------------------------------------------------------------------- */

/* Write what P plans from the games of the store. */
static bool write_replayed(struct store *s, uint64_t runs, uint64_t materials,
                           struct segment_plan *p, struct error *err)
{
    struct error source_error;
    struct replayed_source replayed = {.store = s, .segment = &p->segment, .err = &source_error};
    struct game_source source = {.view = view_replayed,
                                 .view_keys = view_replayed_keys,
                                 .closure = &replayed,
                                 .threads = 1,
                                 .runs = runs,
                                 .materials = materials,
                                 .err = &source_error};
    p->source = &source;
    replayed.places = calloc(p->segment.games, sizeof *replayed.places);
    bool ok = replayed.places ? plan_write(p, s, err) : error_no_memory(err);
    replayed_free(&replayed);
    return ok;
}

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
    return p->segment.games == 0 || write_replayed(s, runs, materials, p, err);
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
    if (!minus_load(s, segments->items[0].id, &minus, err))
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
