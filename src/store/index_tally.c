/* See index_tally.h. What counts of a game is told here a second time, apart from the code that
   writes entries: so that an error there is found, too. */
#include "store/index_tally.h"
#include "store/private.h"

#include <stdlib.h>

enum { NO_CODE = 1 << 16 }; /* in place of a move, where only the games are known */

static uint64_t mix(uint64_t key, uint32_t number, uint32_t code)
{
    return index_hash(index_hash(index_hash(key) + number) + code);
}

static uint64_t *sum_of(struct tally *t, enum index_part part, uint64_t key)
{
    const struct part *p = &t->segment->parts[part];
    return &t->sums[part][key >> (p->key_bits - p->bucket_bits)];
}

/* --- Begin and end ---------------------------------------------------------------------------- */

static bool read_facts(struct tally *t, struct error *err)
{
    struct minus_list minus;
    uint32_t number = 0;
    if (!minus_load(t->store, t->segment->id, &minus, err))
        return false;
    bool ok = true;
    for (size_t r = 0; ok && r < t->segment->range_count; r++) {
        const struct game_range *range = &t->segment->ranges[r];
        for (uint32_t i = 0; ok && i < range->count; i++, number++) {
            const struct minus *m = minus_find(&minus, range->first + i);
            t->is_deleted[number] = m != NULL;
            if (m)
                t->facts[number] = m->facts;
            else
                ok = index_read_facts(t->store, range->first + i, &t->facts[number], err);
        }
    }
    minus_free(&minus);
    return ok;
}

bool tally_begin(struct tally *t, struct store *s, const struct segment *segment, struct error *err)
{
    *t = (struct tally){.store = s, .segment = segment};
    t->facts = malloc(segment->games * sizeof *t->facts);
    t->is_deleted = malloc(segment->games * sizeof *t->is_deleted);
    bool ok = t->facts && t->is_deleted;
    for (int part = 0; part < PARTS; part++) {
        t->sums[part] = calloc((size_t)1 << segment->parts[part].bucket_bits, sizeof *t->sums[0]);
        ok = ok && t->sums[part];
    }
    return ok ? read_facts(t, err) : error_no_memory(err);
}

void tally_free(struct tally *t)
{
    free(t->facts);
    free(t->is_deleted);
    for (int part = 0; part < PARTS; part++)
        free(t->sums[part]);
    buffer_free(&t->popular);
    buffer_free(&t->listed);
    buffer_free(&t->postings);
    *t = (struct tally){0};
}

/* --- Entries ---------------------------------------------------------------------------------- */

void tally_list(struct tally *t, enum index_part part, uint64_t key, const uint32_t *numbers,
                size_t count)
{
    uint64_t *sum = sum_of(t, part, key);
    for (size_t i = 0; i < count; i++)
        if (!t->is_deleted[numbers[i]])
            *sum += mix(key, numbers[i], NO_CODE);
    if (part == PART_SKELETON && count > t->segment->rare)
        buffer_add(&t->popular, &key, sizeof key);
}

static bool is_same_summary(const struct index_summary *a, const struct index_summary *b)
{
    return a->white_rated == b->white_rated && a->black_rated == b->black_rated &&
           a->dated == b->dated && a->white_sum == b->white_sum && a->black_sum == b->black_sum &&
           a->year_sum == b->year_sum && a->first_date == b->first_date &&
           a->last_date == b->last_date;
}

bool tally_group(struct tally *t, uint64_t full_key, const struct code_group *group,
                 const uint32_t *numbers)
{
    uint64_t *sum = sum_of(t, PART_POSITION, part_key(&t->segment->parts[PART_POSITION], full_key));
    const uint64_t *listed = (const uint64_t *)(const void *)t->listed.data;
    struct index_summary summary = {0};
    bool is_right = true;
    const size_t count = t->listed.len / sizeof *listed;
    if (count == 0 || listed[count - 1] != full_key)
        buffer_add(&t->listed, &full_key, sizeof full_key);
    for (uint64_t i = 0; i < group->games; i++) {
        const struct game_facts *facts = &t->facts[numbers[i]];
        is_right = is_right && facts->result == group->result;
        summary_add(&summary, facts);
        if (!t->is_deleted[numbers[i]])
            *sum += mix(full_key, numbers[i], group->code);
    }
    return is_right && (group->games < INDEX_LISTED || is_same_summary(&summary, &group->summary));
}

/* --- Games ------------------------------------------------------------------------------------ */

static int compare_keys(const void *x, const void *y)
{
    const uint64_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

static bool has_key(const struct buffer *keys, uint64_t key)
{
    return keys->len > 0 &&
           bsearch(&key, keys->data, keys->len / sizeof key, sizeof key, compare_keys) != NULL;
}

/* Take off game NUMBER under each of its KEYS, once where the part keeps the same of several. */
static void take_keys(struct tally *t, enum index_part part, uint32_t number, const uint64_t *keys,
                      uint32_t count)
{
    struct buffer *sorted = &t->postings;
    buffer_clear(sorted);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t key = part_key(&t->segment->parts[part], keys[i]);
        buffer_add(sorted, &key, sizeof key);
    }
    if (sorted->failed || count == 0)
        return;
    uint64_t *key = (uint64_t *)(void *)sorted->data;
    qsort(key, count, sizeof *key, compare_keys);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || key[i] != key[i - 1])
            *sum_of(t, part, key[i]) -= mix(key[i], number, NO_CODE);
}

static int compare_postings(const void *x, const void *y)
{
    const struct posting *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->game > b->game) - (a->game < b->game);
}

/* The game's positions under popular skeletons; the member `game` has the ply. */
static void list_positions(struct tally *t, const struct index_builder *b)
{
    const struct built_game *g = built_games(b);
    const uint64_t *keys = (const uint64_t *)(const void *)b->keys.data;
    const uint64_t *skeletons = (const uint64_t *)(const void *)b->skeletons.data;
    const uint32_t *lengths = (const uint32_t *)(const void *)b->run_lengths.data;
    const uint16_t *codes = (const uint16_t *)(const void *)b->codes.data;
    uint32_t ply = 0;
    buffer_clear(&t->postings);
    for (uint32_t run = 0; run < g->runs; run++) {
        const uint32_t end = ply + lengths[run];
        const bool is_popular =
            has_key(&t->popular, part_key(&t->segment->parts[PART_SKELETON], skeletons[run]));
        for (; ply < end; ply++) {
            struct posting p = {.key = keys[ply], .game = ply, .code = codes[ply]};
            if (is_popular)
                buffer_add(&t->postings, &p, sizeof p);
        }
    }
}

/* One position of the game, which it reached COUNT times: it counts where it stood first, and in
   xiangqi where it stood first the other way round. */
static void take_position(struct tally *t, uint32_t number, const struct posting *at, size_t count)
{
    const uint64_t key = part_key(&t->segment->parts[PART_POSITION], at->key);
    uint64_t *sum = sum_of(t, PART_POSITION, key);
    if (!has_key(&t->listed, at->key)) {
        *sum -= mix(key, number, NO_CODE);
        return;
    }
    *sum -= mix(at->key, number, at->code);
    for (size_t i = 1; i < count; i++) {
        if ((at[i].code ^ at->code) & CODE_MIRRORED) {
            *sum -= mix(at->key, number, (uint32_t)at[i].code | CODE_LATER);
            return;
        }
    }
}

static void take_positions(struct tally *t, uint32_t number, const struct index_builder *b)
{
    list_positions(t, b);
    struct posting *at = (struct posting *)(void *)t->postings.data;
    const size_t count = t->postings.len / sizeof *at;
    if (t->postings.failed || count == 0)
        return;
    qsort(at, count, sizeof *at, compare_postings);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && at[end].key == at[i].key;)
            end++;
        take_position(t, number, at + i, end - i);
    }
}

static void take_game(struct tally *t, uint32_t number, const struct index_builder *b)
{
    const struct built_game *g = built_games(b);
    take_keys(t, PART_SKELETON, number, (const uint64_t *)(const void *)b->skeletons.data, g->runs);
    take_keys(t, PART_MATERIAL, number, (const uint64_t *)(const void *)b->materials.data,
              g->materials);
    take_positions(t, number, b);
}

/* The games that are left, one by one through B. */
static bool take_games(struct tally *t, struct index_builder *b, struct stored_encoder *encoder,
                       struct error *err)
{
    struct store *s = t->store;
    for (uint32_t number = 0, r = 0; r < t->segment->range_count; r++) {
        const struct game_range *range = &t->segment->ranges[r];
        for (uint32_t i = 0; i < range->count; i++, number++) {
            const game_id id = range->first + i;
            if (t->is_deleted[number])
                continue;
            if (!store_moves(s, id, &s->moves, err) ||
                !index_encode_stored(s, encoder, id, &s->moves, err) ||
                !index_builder_add(b, id, encoder->encoded.data, err))
                return false;
            take_game(t, number, b);
            index_builder_truncate(b, 0);
            if (t->postings.failed)
                return error_no_memory(err);
        }
    }
    return true;
}

bool tally_games(struct tally *t, struct error *err)
{
    struct stored_encoder encoder = {0};
    if (t->popular.failed || t->listed.failed)
        return error_no_memory(err);
    if (t->listed.len > 0)
        qsort(t->listed.data, t->listed.len / sizeof(uint64_t), sizeof(uint64_t), compare_keys);
    struct index_builder *b = index_builder_new(store_game(t->store), err);
    bool ok = b && take_games(t, b, &encoder, err);
    index_builder_free(b);
    stored_encoder_free(&encoder);
    return ok;
}
