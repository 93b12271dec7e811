/* See index_tally.h. What counts of a game is told here a second time, apart from the code that
   writes entries: so that an error there is found, too. */
#include "store/index/tally.h"
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
    if (!minus_load(t->store, t->segment, &minus, err))
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
    buffer_free(&t->runs);
    buffer_free(&t->mirrors);
    buffer_free(&t->postings);
    buffer_free(&t->sorted);
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

/* Take off game NUMBER under each of the keys in `sorted`: once, where the part keeps the same of
   several. */
static void take_keys(struct tally *t, enum index_part part, uint32_t number)
{
    uint64_t *key = (uint64_t *)(void *)t->sorted.data;
    const size_t count = t->sorted.len / sizeof *key;
    if (t->sorted.failed || count == 0)
        return;
    qsort(key, count, sizeof *key, compare_keys);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || key[i] != key[i - 1])
            *sum_of(t, part, key[i]) -= mix(key[i], number, NO_CODE);
}

static void take_structures(struct tally *t, uint32_t number, const struct structure *runs,
                            size_t count)
{
    static const enum index_part parts[] = {PART_SKELETON, PART_MATERIAL};
    for (size_t p = 0; p < 2; p++) {
        buffer_clear(&t->sorted);
        for (size_t i = 0; i < count; i++) {
            const uint64_t whole =
                parts[p] == PART_SKELETON ? runs[i].skeleton : index_hash(runs[i].material);
            const uint64_t key = part_key(&t->segment->parts[parts[p]], whole);
            buffer_add(&t->sorted, &key, sizeof key);
        }
        take_keys(t, parts[p], number);
    }
}

static int compare_postings(const void *x, const void *y)
{
    const struct posting *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->game > b->game) - (a->game < b->game);
}

/* The position POS at PLY of G; the member `game` has the ply. */
static void add_position(struct tally *t, const struct game_moves *g, const struct position *pos,
                         size_t ply)
{
    const bool is_end = ply == g->ply_count;
    struct posting p = {.key = pos->key, .game = (uint32_t)ply};
    if (pos->game == GAME_CHESS) {
        p.code = is_end ? CODE_END_CHESS : g->moves[ply];
    } else {
        const key64 mirror = ((const key64 *)(const void *)t->mirrors.data)[ply];
        const bool is_mirrored = mirror < pos->key;
        const move m = is_end ? CODE_END_XIANGQI : g->moves[ply];
        p.code = is_mirrored && !is_end ? move_mirror(GAME_XIANGQI, m) : m;
        p.code |= is_mirrored ? CODE_MIRRORED : 0;
        p.key = is_mirrored ? mirror : pos->key;
    }
    p.key = index_hash(p.key);
    buffer_add(&t->postings, &p, sizeof p);
}

/* The game's positions under popular skeletons. */
static void list_positions(struct tally *t, const struct game_moves *g,
                           const struct structure *runs, size_t count)
{
    const struct part *part = &t->segment->parts[PART_SKELETON];
    struct position pos = g->start;
    size_t ply = 0;
    buffer_clear(&t->postings);
    for (size_t run = 0; run < count; run++) {
        const size_t end = run + 1 < count ? runs[run + 1].ply : g->ply_count + 1;
        const bool is_popular = has_key(&t->popular, part_key(part, runs[run].skeleton));
        for (; ply < end; ply++) {
            if (is_popular)
                add_position(t, g, &pos, ply);
            if (ply < g->ply_count)
                pos_play(&pos, g->moves[ply]);
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

static void take_positions(struct tally *t, uint32_t number)
{
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

/* Take off game NUMBER, whose moves are G. False if memory is out. */
static bool take_game(struct tally *t, uint32_t number, const struct game_moves *g)
{
    const size_t n = g->ply_count + 1;
    buffer_clear(&t->runs);
    buffer_clear(&t->mirrors);
    if (!buffer_reserve(&t->runs, n * sizeof(struct structure)) ||
        !buffer_reserve(&t->mirrors, n * sizeof(key64)))
        return false;
    struct structure *runs = (struct structure *)(void *)t->runs.data;
    const size_t count = line_structure(&g->start, g->moves, g->ply_count, runs);
    if (g->start.game == GAME_XIANGQI)
        line_mirror_keys(&g->start, g->moves, g->ply_count, (key64 *)(void *)t->mirrors.data);
    take_structures(t, number, runs, count);
    list_positions(t, g, runs, count);
    take_positions(t, number);
    return !t->sorted.failed && !t->postings.failed;
}

static bool take_games(struct tally *t, struct game_moves *line, struct error *err)
{
    uint32_t number = 0;
    for (size_t r = 0; r < t->segment->range_count; r++) {
        const struct game_range *range = &t->segment->ranges[r];
        for (uint32_t i = 0; i < range->count; i++, number++) {
            if (t->is_deleted[number])
                continue;
            if (!store_moves(t->store, range->first + i, line, err))
                return false;
            if (!take_game(t, number, line))
                return error_no_memory(err);
        }
    }
    return true;
}

bool tally_games(struct tally *t, struct error *err)
{
    struct game_moves line = {.cap = 0};
    if (t->popular.failed || t->listed.failed)
        return error_no_memory(err);
    if (t->listed.len > 0)
        qsort(t->listed.data, t->listed.len / sizeof(uint64_t), sizeof(uint64_t), compare_keys);
    bool ok = take_games(t, &line, err);
    game_moves_free(&line);
    return ok;
}
