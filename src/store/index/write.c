/* From games to a segment: spread what belongs to a part over stretches of its keys, sort and code
   the stretches on several threads, and write them in order. What does not fit in memory at once is
   done in several passes over the games, each for some of the stretches. How many stretches and
   passes there are depends on the games alone, and so do the bytes.

   First the skeletons, which also tells the popular ones; then the positions under these; then the
   materials. Hot path of import. */
#include "base/pages.h"
#include "store/index/plan.h"

#include <stdlib.h>

enum { PASS_WORDS = 24 << 20, PASS_POSTINGS = 12 << 20 }; /* 192 MiB each */

/* --- Stretches -------------------------------------------------------------------------------- */

static size_t stretch_count(const struct segment_plan *p)
{
    return (size_t)1 << p->stretch_bits;
}

static void plan_part(struct segment_plan *p, enum index_part part, uint64_t items,
                      unsigned key_bits_max)
{
    struct part *plan = &p->segment.parts[part];
    part_plan(plan, part, items, key_bits_max);
    const unsigned size = bits_of(items);
    p->part = part;
    p->stretch_bits = size > STRETCH_ITEMS_BITS ? size - STRETCH_ITEMS_BITS : 0;
    if (p->stretch_bits > STRETCH_BITS_MAX)
        p->stretch_bits = STRETCH_BITS_MAX;
    if (p->stretch_bits > plan->bucket_bits)
        p->stretch_bits = plan->bucket_bits;
}

static struct stretch stretch_of(const struct segment_plan *p, size_t number)
{
    const struct part *part = &p->segment.parts[p->part];
    const unsigned bits = part->bucket_bits - p->stretch_bits;
    return (struct stretch){.part = part,
                            .kind = p->part,
                            .games = p->segment.games,
                            .rare = p->segment.rare,
                            .game_bits = p->game_bits,
                            .first_bucket = (uint64_t)number << bits,
                            .end_bucket = (uint64_t)(number + 1) << bits};
}

/* About log2 of 0.7 mean differences between keys, as the stretches in memory have them. */
static void choose_rice(struct segment_plan *p)
{
    struct part *part = &p->segment.parts[p->part];
    uint64_t distinct = 1;
    for (size_t i = p->from; i < p->to; i++)
        distinct += p->distinct[i];
    const uint64_t keys =
        ((uint64_t)1 << (part->key_bits - p->stretch_bits)) * (uint64_t)(p->to - p->from);
    const unsigned bits = bits_of(keys / distinct * 7 / 10);
    part->rice = bits > 0 ? bits - 1 : 0;
    if (part->rice > 50)
        part->rice = 50;
}

static bool put_stretch(void *closure, size_t task)
{
    struct segment_plan *p = closure;
    struct coded_part *c = &p->coded[task % p->coded_count];
    p->segment.parts[p->part].entries += p->distinct[p->from + task];
    segment_put_coded(p->writer, p->part, c);
    return !p->writer->failed;
}

/* Let CODE code the stretches in memory, and write them in order. */
static bool write_stretches(struct segment_plan *p,
                            void (*code)(void *closure, unsigned worker, size_t task),
                            bool is_first, struct segment_writer *w)
{
    if (is_first)
        choose_rice(p);
    p->writer = w;
    return parallel_in_order(p->threads, p->to - p->from, p->coded_count, code, put_stretch, p);
}

/* The place for what stretch TASK of those in memory becomes, empty. */
static struct coded_part *coded_place(struct segment_plan *p, size_t task)
{
    struct coded_part *c = &p->coded[task % p->coded_count];
    buffer_clear(&c->bytes);
    buffer_clear(&c->lengths);
    buffer_clear(&c->bigs);
    buffer_clear(&c->big_bytes);
    return c;
}

static bool sort_stretches(struct segment_plan *p,
                           void (*sort)(void *closure, unsigned worker, size_t task))
{
    parallel_for(p->threads, p->to - p->from, sort, p);
    for (size_t i = 0; i < THREADS_MAX; i++)
        if (p->no_memory[i])
            return false;
    return true;
}

/* Make room for SIZE bytes of items. */
static bool reserve_items(struct segment_plan *p, size_t size)
{
    if (size <= p->items_size && p->items)
        return true;
    free(p->items);
    p->items = pages_alloc(size);
    p->items_size = p->items ? size : 0;
    return p->items != NULL;
}

/* Choose the next stretches: as many as together have at most LIMIT items, but one at least.
   Returns the number of items. */
static size_t next_pass(struct segment_plan *p, size_t limit)
{
    size_t total = 0;
    p->from = p->to;
    while (p->to < stretch_count(p)) {
        size_t items = spread_count(&p->spread, p->to);
        if (p->to > p->from && items > limit - total)
            break;
        total += items;
        p->to++;
        if (total >= limit)
            break;
    }
    spread_place(&p->spread, p->from, p->to);
    return total;
}

/* What the source has failed with; NULL: it has not. */
static const struct error *source_failure(const struct segment_plan *p)
{
    for (unsigned i = 0; i < THREADS_MAX; i++)
        if (p->source_failed[i])
            return p->source->failure(p->source->closure, i);
    return NULL;
}

/* Let RUN see all chunks of games: to count, or to place what belongs to the pass. */
static bool walk_games(struct segment_plan *p, bool is_placing,
                       void (*run)(void *closure, unsigned worker, size_t chunk))
{
    p->is_placing = is_placing;
    parallel_for(p->source->threads, CHUNKS, run, p);
    return !source_failure(p);
}

struct chunk {
    uint32_t at, end;
    struct game_view view;
};

static struct chunk chunk_start(const struct segment_plan *p, size_t number)
{
    const uint64_t games = p->segment.games;
    return (struct chunk){.at = (uint32_t)(games * number / CHUNKS),
                          .end = (uint32_t)(games * (number + 1) / CHUNKS)};
}

static bool chunk_view(struct segment_plan *p, unsigned worker, struct chunk *c)
{
    if (c->at == c->end || p->source_failed[worker])
        return false;
    if (p->source->view(p->source->closure, worker, c->at, &c->view))
        return true;
    p->source_failed[worker] = true;
    return false;
}

/* --- Skeletons and materials ------------------------------------------------------------------ */

static void words_chunk(void *closure, unsigned worker, size_t number)
{
    struct segment_plan *p = closure;
    const struct part *part = &p->segment.parts[p->part];
    const unsigned to_stretch = part->key_bits - p->stretch_bits;
    const bool is_skeleton = p->part == PART_SKELETON;
    size_t *at = spread_row(&p->spread, number);
    for (struct chunk c = chunk_start(p, number); chunk_view(p, worker, &c); c.at++) {
        const uint64_t *keys = is_skeleton ? c.view.skeletons : c.view.materials;
        const uint32_t count = is_skeleton ? c.view.runs : c.view.material_count;
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t key = part_key(part, keys[i]), stretch = key >> to_stretch;
            if (!p->is_placing)
                at[stretch]++;
            else if (stretch >= p->from && stretch < p->to)
                p->words[at[stretch]++] = key << p->game_bits | c.at;
        }
    }
}

/* Memory to sort SIZE bytes of a stretch, perhaps of an empty one; NULL if there is none. */
static void *sort_memory(struct segment_plan *p, unsigned worker, size_t size)
{
    struct buffer *b = &p->memory[worker].spare;
    buffer_clear(b);
    if (buffer_reserve(b, size + 1))
        return b->data;
    p->no_memory[worker] = true;
    return NULL;
}

static void sort_words_task(void *closure, unsigned worker, size_t task)
{
    struct segment_plan *p = closure;
    const size_t number = p->from + task, from = p->spread.starts[number];
    const size_t count = p->spread.starts[number + 1] - from;
    const unsigned bits = p->segment.parts[p->part].key_bits - p->stretch_bits;
    uint64_t *spare = sort_memory(p, worker, count * sizeof *spare);
    if (!spare)
        return;
    sort_words(p->words + from, spare, count, p->game_bits, bits);
    p->distinct[number] =
        words_distinct(p->words + from, count, p->game_bits, p->segment.rare,
                       p->part == PART_SKELETON ? &p->stretch_popular[number] : NULL);
}

static void code_words_task(void *closure, unsigned worker, size_t task)
{
    struct segment_plan *p = closure;
    const size_t number = p->from + task, from = p->spread.starts[number];
    const struct stretch stretch = stretch_of(p, number);
    struct coded_part *out = coded_place(p, task);
    put_words(&stretch, p->words + from, p->spread.starts[number + 1] - from, &p->memory[worker],
              out);
}

static bool words_pass(struct segment_plan *p, struct segment_writer *w)
{
    const size_t items = next_pass(p, PASS_WORDS);
    const bool is_first = p->from == 0;
    if (!reserve_items(p, items * sizeof *p->words))
        return false;
    p->words = p->items;
    return walk_games(p, true, words_chunk) && sort_stretches(p, sort_words_task) &&
           write_stretches(p, code_words_task, is_first, w);
}

static bool write_words(struct segment_plan *p, enum index_part part, uint64_t items,
                        struct segment_writer *w)
{
    plan_part(p, part, items, 64 - p->game_bits);
    p->segment.parts[part].entries = 0;
    if (!spread_init(&p->spread, CHUNKS, stretch_count(p)) || !walk_games(p, false, words_chunk))
        return false;
    for (p->to = 0; p->to < stretch_count(p);)
        if (!words_pass(p, w))
            return false;
    segment_end_part(w, part);
    return true;
}

/* --- Popular skeletons ------------------------------------------------------------------------ */

static uint64_t table_hash(const struct key_table *t, uint64_t key)
{
    return key * UINT64_C(0x9e3779b97f4a7c15) >> t->shift;
}

static bool table_has(const struct key_table *t, uint64_t key)
{
    const uint64_t mask = ((uint64_t)1 << (64 - t->shift)) - 1;
    for (uint64_t at = table_hash(t, key); t->slots[at]; at = (at + 1) & mask)
        if (t->slots[at] == key + 1)
            return true;
    return false;
}

static bool collect_popular(struct segment_plan *p)
{
    struct key_table *t = &p->popular;
    size_t count = 0;
    for (size_t i = 0; i < stretch_count(p); i++) {
        count += p->stretch_popular[i].len / sizeof(uint64_t);
        if (p->stretch_popular[i].failed)
            return false;
    }
    const unsigned bits = bits_of(count) + 2;
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    t->shift = 64 - bits;
    t->slots = calloc((size_t)mask + 1, sizeof *t->slots);
    for (size_t i = 0; t->slots && i < stretch_count(p); i++) {
        const uint64_t *keys = (const uint64_t *)(const void *)p->stretch_popular[i].data;
        for (size_t k = 0; k < p->stretch_popular[i].len / sizeof *keys; k++) {
            uint64_t at = table_hash(t, keys[k]);
            while (t->slots[at])
                at = (at + 1) & mask;
            t->slots[at] = keys[k] + 1;
        }
    }
    return t->slots != NULL;
}

/* --- Positions -------------------------------------------------------------------------------- */

static void place_posting(struct segment_plan *p, size_t *at, const struct chunk *c, size_t ply)
{
    const uint64_t key = c->view.keys[ply];
    const uint64_t stretch = p->stretch_bits ? key >> (64 - p->stretch_bits) : 0;
    if (!p->is_placing)
        at[stretch]++;
    else if (stretch >= p->from && stretch < p->to)
        p->postings[at[stretch]++] =
            (struct posting){.key = key, .game = c->at, .code = c->view.codes[ply]};
}

/* Mark the runs under popular skeletons. */
static void mark_popular(const struct segment_plan *p, const struct game_view *view)
{
    const struct part *part = &p->segment.parts[PART_SKELETON];
    for (uint32_t run = 0; run < view->runs; run++) {
        const bool has = table_has(&p->popular, part_key(part, view->skeletons[run]));
        view->run_lengths[run] = (view->run_lengths[run] & ~RUN_POPULAR) | (has ? RUN_POPULAR : 0);
    }
}

/* The positions of a game up to the last one under a popular skeleton: seldom half of them. */
static size_t popular_end(const struct game_view *view)
{
    size_t ply = 0, end = 0;
    for (uint32_t run = 0; run < view->runs; run++) {
        ply += view->run_lengths[run] & ~RUN_POPULAR;
        if (view->run_lengths[run] & RUN_POPULAR)
            end = ply;
    }
    return end;
}

static void postings_chunk(void *closure, unsigned worker, size_t number)
{
    struct segment_plan *p = closure;
    size_t *at = spread_row(&p->spread, number);
    for (struct chunk c = chunk_start(p, number); chunk_view(p, worker, &c); c.at++) {
        if (!p->is_placing || !c.view.stays)
            mark_popular(p, &c.view);
        const size_t count = popular_end(&c.view);
        if (count > 0 && !p->source->view_keys(p->source->closure, worker, count, &c.view)) {
            p->source_failed[worker] = true;
            return;
        }
        size_t ply = 0;
        for (uint32_t run = 0; ply < count; run++) {
            const size_t end = ply + (c.view.run_lengths[run] & ~RUN_POPULAR);
            if (c.view.run_lengths[run] & RUN_POPULAR)
                for (size_t i = ply; i < end; i++)
                    place_posting(p, at, &c, i);
            ply = end;
        }
    }
}

/* Order by the bits that the index keeps, and the few that agree in these by the others. */
static void sort_postings_task(void *closure, unsigned worker, size_t task)
{
    struct segment_plan *p = closure;
    const size_t number = p->from + task, from = p->spread.starts[number];
    const size_t count = p->spread.starts[number + 1] - from;
    struct posting *items = p->postings + from;
    const unsigned key_bits = p->segment.parts[PART_POSITION].key_bits, low = 64 - key_bits;
    struct posting *spare = sort_memory(p, worker, count * sizeof *spare);
    if (!spare)
        return;
    sort_postings(items, spare, count, low, key_bits - p->stretch_bits);
    for (size_t i = 0, end; i < count; i = end) {
        bool same = true;
        for (end = i + 1; end < count && items[end].key >> low == items[i].key >> low; end++)
            same = same && items[end].key == items[i].key;
        if (!same)
            sort_postings(items + i, spare, end - i, 0, low);
    }
    p->distinct[number] = postings_distinct(items, count);
}

static void code_postings_task(void *closure, unsigned worker, size_t task)
{
    struct segment_plan *p = closure;
    const size_t number = p->from + task, from = p->spread.starts[number];
    const struct stretch stretch = stretch_of(p, number);
    struct coded_part *out = coded_place(p, task);
    put_postings(&stretch, p->postings + from, p->spread.starts[number + 1] - from, p->facts,
                 &p->memory[worker], out);
}

static bool postings_pass(struct segment_plan *p, struct segment_writer *w)
{
    const size_t items = next_pass(p, PASS_POSTINGS);
    const bool is_first = p->from == 0;
    if (!reserve_items(p, items * sizeof *p->postings))
        return false;
    p->postings = p->items;
    return walk_games(p, true, postings_chunk) && sort_stretches(p, sort_postings_task) &&
           write_stretches(p, code_postings_task, is_first, w);
}

/* How many there are is known once they are counted, so that is done for the most stretches. */
static bool write_positions(struct segment_plan *p, struct segment_writer *w)
{
    uint64_t items = 0;
    if (!collect_popular(p))
        return false;
    spread_free(&p->spread);
    p->stretch_bits = STRETCH_BITS_MAX;
    if (!spread_init(&p->spread, CHUNKS, stretch_count(p)) || !walk_games(p, false, postings_chunk))
        return false;
    for (size_t i = 0; i < stretch_count(p); i++)
        items += spread_count(&p->spread, i);
    plan_part(p, PART_POSITION, items, 63);
    p->segment.parts[PART_POSITION].entries = 0;
    spread_fold(&p->spread, stretch_count(p));
    for (p->to = 0; p->to < stretch_count(p);)
        if (!postings_pass(p, w))
            return false;
    segment_end_part(w, PART_POSITION);
    return true;
}

/* --- The segment ------------------------------------------------------------------------------ */

void plan_free(struct segment_plan *p)
{
    free(p->segment.ranges);
    free(p->facts);
    free(p->popular.slots);
    spread_free(&p->spread);
    for (size_t i = 0; i < (size_t)1 << STRETCH_BITS_MAX; i++)
        buffer_free(&p->stretch_popular[i]);
    for (size_t i = 0; i < THREADS_MAX; i++)
        put_memory_free(&p->memory[i]);
    for (size_t i = 0; i < CODED_MAX; i++) {
        buffer_free(&p->coded[i].bytes);
        buffer_free(&p->coded[i].lengths);
        buffer_free(&p->coded[i].bigs);
        buffer_free(&p->coded[i].big_bytes);
    }
    free(p->items);
    free(p);
}

bool plan_write(struct segment_plan *p, struct store *s, struct error *err)
{
    struct segment_writer w;
    p->game_bits = bits_of(p->segment.games);
    p->coded_count = 2 * (size_t)p->threads + 2;
    segment_begin(&w, s, &p->segment, err);
    bool ok = write_words(p, PART_SKELETON, p->source->runs, &w) && write_positions(p, &w);
    spread_free(&p->spread);
    ok = ok && write_words(p, PART_MATERIAL, p->source->materials, &w);
    if (!ok && !w.failed) {
        w.failed = true;
        if (source_failure(p))
            *err = *source_failure(p);
        else
            error_no_memory(err);
    }
    return segment_end(&w);
}
