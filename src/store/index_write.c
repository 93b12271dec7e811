/* From the collected games to a segment: spread what belongs to a part over stretchs by the first
   bits of its key, sort the stretchs and code them on several threads, and write them in order. The
   number of stretchs depends on the games alone, and so do the bytes.

   First the skeletons, which also tells the popular ones; then the positions under these; then the
   materials. Hot path of import. */
#include "store/index_put.h"
#include "store/private.h"

#include "base/parallel.h"

#include <stdlib.h>

enum { CHUNKS = 64, STRETCH_ITEMS_BITS = 13, STRETCH_BITS_MAX = 10 };

/* A set of truncated skeletons: open addressing, no more than a quarter full. */
struct key_table {
    uint64_t *slots; /* key + 1, 0 is free */
    unsigned shift;
};

struct segment_plan {
    struct index_builder *b;
    unsigned threads;
    struct segment segment;
    unsigned game_bits;
    uint32_t *order;          /* by number in the segment: the game's number in the builder */
    struct game_facts *facts; /* by number in the segment */

    /* The part at work. */
    enum index_part part;
    unsigned stretch_bits;
    struct spread spread;
    uint64_t *words, *spare_words;
    struct posting *postings, *spare_postings;
    uint64_t distinct[1 << STRETCH_BITS_MAX];
    struct buffer stretch_popular[1 << STRETCH_BITS_MAX];
    struct coded_part coded[1 << STRETCH_BITS_MAX];

    struct key_table popular;
    uint8_t *run_is_popular; /* by run of the builder */
    size_t chunk_postings[CHUNKS];
    struct put_memory memory[THREADS_MAX];
};

/* --- Which games ------------------------------------------------------------------------------ */

struct numbered {
    game_id id;
    uint32_t at;
};

static int compare_numbered(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static void add_to_ranges(struct segment *s, game_id id)
{
    struct game_range *last = s->range_count ? &s->ranges[s->range_count - 1] : NULL;
    if (last && id - last->first == last->count)
        last->count++;
    else
        s->ranges[s->range_count++] = (struct game_range){id, 1};
}

/* Number the games by their ids; of one id the last counts. */
static bool number_games(struct segment_plan *p)
{
    const struct built_game *games = built_games(p->b);
    const size_t count = index_builder_count(p->b);
    struct numbered *list = malloc(count * sizeof *list);
    p->order = malloc(count * sizeof *p->order);
    p->facts = malloc(count * sizeof *p->facts);
    p->segment.ranges = malloc(count * sizeof *p->segment.ranges);
    if (!list || !p->order || !p->facts || !p->segment.ranges) {
        free(list);
        return false;
    }
    bool sorted = true;
    for (size_t i = 0; i < count; i++) {
        list[i] = (struct numbered){games[i].id, (uint32_t)i};
        sorted = sorted && (i == 0 || games[i].id > games[i - 1].id);
    }
    if (!sorted)
        qsort(list, count, sizeof *list, compare_numbered);
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count && list[i + 1].id == list[i].id)
            continue;
        p->facts[p->segment.games] = games[list[i].at].facts;
        p->order[p->segment.games++] = list[i].at;
        add_to_ranges(&p->segment, list[i].id);
    }
    free(list);
    p->game_bits = bits_of(p->segment.games);
    return true;
}

static void chunk_games(const struct segment_plan *p, size_t chunk, uint32_t *from, uint32_t *to)
{
    *from = (uint32_t)((uint64_t)p->segment.games * chunk / CHUNKS);
    *to = (uint32_t)((uint64_t)p->segment.games * (chunk + 1) / CHUNKS);
}

/* --- Pieces ----------------------------------------------------------------------------------- */

static size_t stretch_count(const struct segment_plan *p)
{
    return (size_t)1 << p->stretch_bits;
}

static bool plan_part(struct segment_plan *p, enum index_part part, uint64_t items,
                      unsigned key_bits_max)
{
    struct part *plan = &p->segment.parts[part];
    part_plan(plan, items, key_bits_max);
    const unsigned size = bits_of(items);
    p->part = part;
    p->stretch_bits = size > STRETCH_ITEMS_BITS ? size - STRETCH_ITEMS_BITS : 0;
    if (p->stretch_bits > STRETCH_BITS_MAX)
        p->stretch_bits = STRETCH_BITS_MAX;
    if (p->stretch_bits > plan->bucket_bits)
        p->stretch_bits = plan->bucket_bits;
    spread_free(&p->spread);
    return spread_init(&p->spread, CHUNKS, stretch_count(p));
}

static struct stretch stretch_of(const struct segment_plan *p, size_t number)
{
    const struct part *part = &p->segment.parts[p->part];
    const unsigned bits = part->bucket_bits - p->stretch_bits;
    return (struct stretch){.part = part,
                            .kind = p->part,
                            .games = p->segment.games,
                            .game_bits = p->game_bits,
                            .first_bucket = (uint64_t)number << bits,
                            .end_bucket = (uint64_t)(number + 1) << bits};
}

/* About log2 of 0.7 mean differences between the keys of a part. */
static void choose_rice(struct segment_plan *p)
{
    struct part *part = &p->segment.parts[p->part];
    uint64_t distinct = 0;
    for (size_t i = 0; i < stretch_count(p); i++)
        distinct += p->distinct[i];
    part->entries = distinct;
    part->rice = 0;
    while (part->rice < part->key_bits && part->rice < 50 &&
           ((uint64_t)1 << part->key_bits) / (distinct + 1) * 7 / 10 >> (part->rice + 1) > 0)
        part->rice++;
}

static void write_part(struct segment_plan *p, struct segment_writer *w)
{
    for (size_t i = 0; i < stretch_count(p); i++) {
        struct coded_part *c = &p->coded[i];
        segment_put_coded(w, p->part, c);
        buffer_free(&c->bytes);
        buffer_free(&c->lengths);
        buffer_free(&c->bigs);
        buffer_free(&c->big_bytes);
    }
    segment_end_part(w, p->part);
}

/* --- Skeletons and materials ------------------------------------------------------------------ */

/* The keys that a game has of the part at work. */
static const uint64_t *words_of_game(const struct segment_plan *p, const struct built_game *g,
                                     size_t *count)
{
    const bool is_skeleton = p->part == PART_SKELETON;
    const struct buffer *from = is_skeleton ? &p->b->skeletons : &p->b->materials;
    *count = is_skeleton ? g->runs : g->materials;
    return (const uint64_t *)(const void *)from->data + (is_skeleton ? g->run_at : g->material_at);
}

static void spread_words(struct segment_plan *p, size_t chunk, bool only_count)
{
    const struct part *part = &p->segment.parts[p->part];
    const unsigned to_stretch = part->key_bits - p->stretch_bits;
    size_t *at = spread_row(&p->spread, chunk);
    uint32_t from, to;
    chunk_games(p, chunk, &from, &to);
    for (uint32_t game = from; game < to; game++) {
        size_t count;
        const uint64_t *keys = words_of_game(p, &built_games(p->b)[p->order[game]], &count);
        for (size_t i = 0; i < count; i++) {
            const uint64_t key = part_key(part, keys[i]);
            size_t *place = &at[key >> to_stretch];
            if (!only_count)
                p->words[*place] = key << p->game_bits | game;
            ++*place;
        }
    }
}

static void count_words_task(void *closure, unsigned worker, size_t chunk)
{
    (void)worker;
    spread_words(closure, chunk, true);
}

static void place_words_task(void *closure, unsigned worker, size_t chunk)
{
    (void)worker;
    spread_words(closure, chunk, false);
}

static void sort_words_task(void *closure, unsigned worker, size_t number)
{
    struct segment_plan *p = closure;
    (void)worker;
    const size_t from = p->spread.starts[number], count = p->spread.starts[number + 1] - from;
    const unsigned bits = p->segment.parts[p->part].key_bits - p->stretch_bits;
    sort_words(p->words + from, p->spare_words + from, count, p->game_bits, bits);
    p->distinct[number] =
        words_distinct(p->words + from, count, p->game_bits,
                       p->part == PART_SKELETON ? &p->stretch_popular[number] : NULL);
}

static void code_words_task(void *closure, unsigned worker, size_t number)
{
    struct segment_plan *p = closure;
    const size_t from = p->spread.starts[number], count = p->spread.starts[number + 1] - from;
    const struct stretch stretch = stretch_of(p, number);
    p->coded[number] = (struct coded_part){0};
    put_words(&stretch, p->words + from, count, &p->memory[worker], &p->coded[number]);
}

static bool write_words(struct segment_plan *p, enum index_part part, size_t items,
                        struct segment_writer *w)
{
    if (!plan_part(p, part, items, 64 - p->game_bits))
        return false;
    p->words = malloc((items + 1) * sizeof *p->words);
    p->spare_words = malloc((items + 1) * sizeof *p->words);
    bool ok = p->words && p->spare_words;
    if (ok) {
        parallel_for(p->threads, CHUNKS, count_words_task, p);
        spread_place(&p->spread);
        parallel_for(p->threads, CHUNKS, place_words_task, p);
        parallel_for(p->threads, stretch_count(p), sort_words_task, p);
        choose_rice(p);
        parallel_for(p->threads, stretch_count(p), code_words_task, p);
        write_part(p, w);
    }
    free(p->words);
    free(p->spare_words);
    return ok;
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
    t->slots = calloc(mask + 1, sizeof *t->slots);
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

/* Mark the runs under popular skeletons and count their positions. */
static void mark_runs_task(void *closure, unsigned worker, size_t chunk)
{
    struct segment_plan *p = closure;
    const struct part *part = &p->segment.parts[PART_SKELETON];
    const uint64_t *skeletons = (const uint64_t *)(const void *)p->b->skeletons.data;
    const uint32_t *lengths = (const uint32_t *)(const void *)p->b->run_lengths.data;
    uint32_t from, to;
    size_t count = 0;
    (void)worker;
    chunk_games(p, chunk, &from, &to);
    for (uint32_t game = from; game < to; game++) {
        const struct built_game *g = &built_games(p->b)[p->order[game]];
        for (size_t i = g->run_at; i < g->run_at + g->runs; i++) {
            p->run_is_popular[i] = table_has(&p->popular, part_key(part, skeletons[i]));
            if (p->run_is_popular[i])
                count += lengths[i];
        }
    }
    p->chunk_postings[chunk] = count;
}

/* --- Positions -------------------------------------------------------------------------------- */

static void spread_postings(struct segment_plan *p, size_t chunk, bool only_count)
{
    const uint32_t *lengths = (const uint32_t *)(const void *)p->b->run_lengths.data;
    const uint64_t *keys = (const uint64_t *)(const void *)p->b->keys.data;
    const uint16_t *codes = (const uint16_t *)(const void *)p->b->codes.data;
    size_t *at = spread_row(&p->spread, chunk);
    uint32_t from, to;
    chunk_games(p, chunk, &from, &to);
    for (uint32_t game = from; game < to; game++) {
        const struct built_game *g = &built_games(p->b)[p->order[game]];
        size_t ply = g->position_at;
        for (size_t run = g->run_at; run < g->run_at + g->runs; ply += lengths[run++]) {
            if (!p->run_is_popular[run])
                continue;
            for (size_t i = ply; i < ply + lengths[run]; i++) {
                size_t *place = &at[p->stretch_bits ? keys[i] >> (64 - p->stretch_bits) : 0];
                if (!only_count)
                    p->postings[*place] =
                        (struct posting){.key = keys[i], .game = game, .code = codes[i]};
                ++*place;
            }
        }
    }
}

static void count_postings_task(void *closure, unsigned worker, size_t chunk)
{
    (void)worker;
    spread_postings(closure, chunk, true);
}

static void place_postings_task(void *closure, unsigned worker, size_t chunk)
{
    (void)worker;
    spread_postings(closure, chunk, false);
}

/* Order by the bits that the index keeps, and the few that agree in these by the others. */
static void sort_postings_task(void *closure, unsigned worker, size_t number)
{
    struct segment_plan *p = closure;
    (void)worker;
    const size_t from = p->spread.starts[number], count = p->spread.starts[number + 1] - from;
    struct posting *items = p->postings + from, *spare = p->spare_postings + from;
    const unsigned key_bits = p->segment.parts[PART_POSITION].key_bits, low = 64 - key_bits;
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

static void code_postings_task(void *closure, unsigned worker, size_t number)
{
    struct segment_plan *p = closure;
    const size_t from = p->spread.starts[number], count = p->spread.starts[number + 1] - from;
    const struct stretch stretch = stretch_of(p, number);
    p->coded[number] = (struct coded_part){0};
    put_postings(&stretch, p->postings + from, count, p->facts, &p->memory[worker],
                 &p->coded[number]);
}

static bool write_positions(struct segment_plan *p, struct segment_writer *w)
{
    size_t items = 0;
    p->run_is_popular = malloc(p->b->run_lengths.len / sizeof(uint32_t) + 1);
    if (!p->run_is_popular || !collect_popular(p))
        return false;
    parallel_for(p->threads, CHUNKS, mark_runs_task, p);
    for (size_t i = 0; i < CHUNKS; i++)
        items += p->chunk_postings[i];
    if (!plan_part(p, PART_POSITION, items, 63))
        return false;
    p->postings = malloc((items + 1) * sizeof *p->postings);
    p->spare_postings = malloc((items + 1) * sizeof *p->postings);
    bool ok = p->postings && p->spare_postings;
    if (ok) {
        parallel_for(p->threads, CHUNKS, count_postings_task, p);
        spread_place(&p->spread);
        parallel_for(p->threads, CHUNKS, place_postings_task, p);
        parallel_for(p->threads, stretch_count(p), sort_postings_task, p);
        choose_rice(p);
        parallel_for(p->threads, stretch_count(p), code_postings_task, p);
        write_part(p, w);
    }
    free(p->postings);
    free(p->spare_postings);
    return ok;
}

/* --- The segment ------------------------------------------------------------------------------ */

static void plan_free(struct segment_plan *p)
{
    free(p->segment.ranges);
    free(p->order);
    free(p->facts);
    free(p->popular.slots);
    free(p->run_is_popular);
    spread_free(&p->spread);
    for (size_t i = 0; i < (size_t)1 << STRETCH_BITS_MAX; i++)
        buffer_free(&p->stretch_popular[i]);
    for (size_t i = 0; i < THREADS_MAX; i++)
        put_memory_free(&p->memory[i]);
    free(p);
}

static bool write_segment(struct segment_plan *p, struct store *s, struct error *err)
{
    struct segment_writer w;
    if (!number_games(p))
        return error_no_memory(err);
    segment_begin(&w, s, &p->segment, err);
    bool ok = write_words(p, PART_SKELETON, p->b->run_lengths.len / sizeof(uint32_t), &w) &&
              write_positions(p, &w) &&
              write_words(p, PART_MATERIAL, p->b->materials.len / sizeof(uint64_t), &w);
    if (!ok && !w.failed) {
        w.failed = true;
        error_no_memory(err);
    }
    return segment_end(&w);
}

bool index_builder_write(struct index_builder *b, struct store *s, unsigned threads,
                         struct error *err)
{
    if (index_builder_count(b) == 0)
        return true;
    struct segment_plan *p = calloc(1, sizeof *p);
    if (!p)
        return error_no_memory(err);
    p->b = b;
    p->threads = parallel_threads(threads);
    bool ok = write_segment(p, s, err);
    plan_free(p);
    index_builder_truncate(b, 0);
    return ok;
}
