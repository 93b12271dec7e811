/* Finding games that are the same, and the passes for all kinds of duplicates, see
   dedup_parts.h. */
#include "base/array.h"
#include "store/same/dedup_parts.h"

#include <stdlib.h>

enum { PASS_KEYS = 1 << 24, ALIKE_KEYS = 9, CONTAINED_KEYS = 4 };

/* --- Keys ------------------------------------------------------------------------------------- */

void dedup_add_key(struct dedup *d, uint64_t key, game_id id)
{
    if (key % d->passes != d->pass)
        return;
    if (d->count == d->cap) {
        struct keyed *games = array_grow(d->games, &d->cap, 4096, sizeof *games);
        d->failed |= !games;
        if (!games)
            return;
        d->games = games;
    }
    d->games[d->count++] = (struct keyed){key, id};
}

static bool take_same(void *closure, game_id id, const struct identity *g)
{
    struct dedup *d = closure;
    dedup_add_key(d, identity_hash(&d->room, g), id);
    return !d->failed;
}

bool dedup_is_to_go(const struct dedup *d, game_id id)
{
    const struct duplicate *pairs = (const struct duplicate *)(const void *)d->pairs.data;
    for (size_t i = 0, from = 0; i < DUPLICATE_KINDS; from = d->ends[i++])
        if (d->ends[i] > from &&
            game_id_find(id, pairs + from, d->ends[i] - from, sizeof *pairs) != NULL)
            return true;
    return false;
}

/* --- The same --------------------------------------------------------------------------------- */

void dedup_add_pair(struct dedup *d, const struct duplicate *pair)
{
    buffer_add(&d->pairs, pair, sizeof *pair);
    d->failed |= d->pairs.failed;
}

static uint64_t size_of(enum dedup_keep keep, const struct record *rec)
{
    uint64_t size = keep == DEDUP_MOST_TAGS ? rec->tag_count : 0;
    for (size_t i = 0; i < rec->node_count; i++) {
        if (keep == DEDUP_LONGEST)
            size += 1 + rec->nodes[i].text.len;
        else if (keep == DEDUP_MOST_COMMENTS && rec->nodes[i].kind == NODE_COMMENT)
            size += rec->nodes[i].text.len;
    }
    return size;
}

bool dedup_measure(struct dedup *d, game_id id, uint64_t *size, struct error *err)
{
    struct game_header h;
    *size = 0;
    if (d->keep == DEDUP_RATED) {
        if (!store_read_header(d->store, id, &h, err))
            return false;
        *size = (uint64_t)h.white_elo + (uint64_t)h.black_elo;
    } else if (d->keep >= DEDUP_LONGEST) {
        if (!store_read(d->store, id, &d->rec, err))
            return false;
        *size = size_of(d->keep, &d->rec);
    }
    return true;
}

/* Games FROM to END, ascending by id, are the same: choose which stays. */
static bool keep_one(struct dedup *d, size_t from, size_t end, struct error *err)
{
    size_t best = d->keep == DEDUP_LAST ? end - 1 : from;
    uint64_t most = 0, size;
    for (size_t i = from; i < end && d->keep >= DEDUP_LONGEST; i++) {
        if (!dedup_measure(d, d->games[i].id, &size, err))
            return false;
        if (i == from || size > most) {
            best = i;
            most = size;
        }
    }
    for (size_t i = from; i < end; i++) {
        const struct duplicate pair = {.id = d->games[i].id, .other = d->games[best].id};
        if (i != best)
            dedup_add_pair(d, &pair);
    }
    return true;
}

/* The moves and the row of a game, kept. */
struct kept_game {
    struct game_moves moves;
    struct game_header header;
    struct buffer names; /* those that must be the same, each with a NUL behind it */
};

static void add_name(struct buffer *names, const char *name)
{
    buffer_add(names, name, strlen(name) + 1);
}

static bool read_kept(struct store *s, game_id id, struct kept_game *g, struct error *err)
{
    if (!store_moves(s, id, &g->moves, err) || !store_read_header(s, id, &g->header, err))
        return false;
    const struct game_header *h = &g->header;
    const bool has_players = h->white[0] || h->black[0];
    buffer_clear(&g->names);
    add_name(&g->names, h->white);
    add_name(&g->names, h->black);
    add_name(&g->names, has_players ? "" : h->event);
    add_name(&g->names, has_players ? "" : h->site);
    add_name(&g->names, has_players ? "" : h->round);
    return !g->names.failed || error_no_memory(err);
}

static bool same_moves(const struct game_moves *a, const struct game_moves *b)
{
    return a->start.key == b->start.key && a->ply_count == b->ply_count &&
           array_equal(a->moves, b->moves, a->ply_count * sizeof *a->moves);
}

static bool same_game(const struct kept_game *a, const struct kept_game *b)
{
    return a->header.date == b->header.date && a->header.result == b->header.result &&
           a->names.len == b->names.len &&
           array_equal(a->names.data, b->names.data, a->names.len) &&
           same_moves(&a->moves, &b->moves);
}

/* The keys of games FROM to END are equal. Bring those that are the same together; nearly always
   that is all of them. */
static bool split_same(struct dedup *d, size_t from, size_t end, struct error *err)
{
    struct kept_game first = {.header.id = 0}, other = {.header.id = 0};
    bool ok = true;
    while (ok && from < end) {
        size_t same = from + 1;
        ok = read_kept(d->store, d->games[from].id, &first, err);
        for (size_t i = same; ok && i < end; i++) {
            ok = read_kept(d->store, d->games[i].id, &other, err);
            if (ok && same_game(&first, &other)) {
                const struct keyed game = d->games[i];
                memmove(&d->games[same + 1], &d->games[same], (i - same) * sizeof game);
                d->games[same++] = game;
            }
        }
        ok = ok && keep_one(d, from, same, err);
        from = same;
    }
    game_moves_free(&first.moves);
    game_moves_free(&other.moves);
    buffer_free(&first.names);
    buffer_free(&other.names);
    return ok;
}

/* --- Passes ----------------------------------------------------------------------------------- */

static int compare_keyed(const void *x, const void *y)
{
    const struct keyed *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static bool collect_same(struct dedup *d, struct error *err)
{
    return identity_walk(d->store, take_same, d, err);
}

static bool run_pass(struct dedup *d, dedup_collector collect, dedup_taker take, struct error *err)
{
    d->count = 0;
    if (!collect(d, err))
        return false;
    if (d->count > 0)
        qsort(d->games, d->count, sizeof *d->games, compare_keyed);
    for (size_t from = 0, end; from < d->count && !d->failed; from = end) {
        for (end = from + 1; end < d->count && d->games[end].key == d->games[from].key;)
            end++;
        if (end - from > 1 && !take(d, from, end, err))
            return false;
    }
    return !d->failed || error_no_memory(err);
}

/* --- All kinds -------------------------------------------------------------------------------- */

static int compare_pairs(const void *x, const void *y)
{
    const struct duplicate *a = x, *b = y;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return (a->other > b->other) - (a->other < b->other);
}

static int compare_going(const void *x, const void *y)
{
    const struct duplicate *a = x, *b = y;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return compare_pairs(x, y);
}

/* A game may have been found to go by several keys: of these COUNT pairs leave one for each, if
   possible one whose other game stays. Returns how many are left. */
static size_t leave_one(struct duplicate *pairs, size_t count)
{
    size_t left = 0;
    if (count > 0)
        qsort(pairs, count, sizeof *pairs, compare_going);
    for (size_t from = 0, end; from < count; from = end) {
        size_t best = from;
        for (end = from + 1; end < count && pairs[end].id == pairs[from].id;)
            end++;
        while (best < end && game_id_find(pairs[best].other, pairs, count, sizeof *pairs))
            best++;
        if (best < end)
            pairs[from] = pairs[best];
    }
    for (size_t i = 0; i < count; i++)
        if (left == 0 || pairs[i].id != pairs[left - 1].id)
            pairs[left++] = pairs[i];
    return left;
}

/* Of COUNT pairs, each of another game that goes, leave those whose other game stays: what is
   contained in a game is not always contained in all that this is contained in. */
static size_t leave_sure(struct duplicate *pairs, size_t count)
{
    enum { UNSURE = 1 }; /* in a field that such pairs do not use */
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (game_id_find(pairs[i].other, pairs, count, sizeof *pairs))
            pairs[i].moves = UNSURE;
    for (size_t i = 0; i < count; i++)
        if (pairs[i].moves != UNSURE)
            pairs[left++] = pairs[i];
    return left;
}

/* What is left over of the pairs that were found since END_BEFORE, in their order. */
static void leave_one_each(struct dedup *d, size_t end_before)
{
    if (d->pairs.len == 0)
        return;
    struct duplicate *pairs = (struct duplicate *)(void *)d->pairs.data + end_before;
    size_t count = leave_one(pairs, d->pairs.len / sizeof *pairs - end_before);
    if (count > 0 && pairs->kind == DUPLICATE_CONTAINED)
        count = leave_sure(pairs, count);
    d->pairs.len = (end_before + count) * sizeof *pairs;
}

static void sort_pairs(struct dedup *d, size_t from)
{
    struct duplicate *pairs = (struct duplicate *)(void *)d->pairs.data;
    const size_t count = d->pairs.len / sizeof *pairs;
    if (count > from)
        qsort(pairs + from, count - from, sizeof *pairs, compare_pairs);
    for (size_t kind = 0, at = 0; kind < DUPLICATE_KINDS; kind++) {
        while (at < count && pairs[at].kind == kind)
            at++;
        d->ends[kind] = at;
    }
}

/* Run the passes of a step. */
static bool run_passes(struct dedup *d, uint64_t keys_a_game, dedup_collector collect,
                       dedup_taker take, struct error *err)
{
    const size_t from = d->pairs.len / sizeof(struct duplicate);
    d->passes = store_game_count(d->store) * keys_a_game / PASS_KEYS + 1;
    for (d->pass = 0; d->pass < d->passes; d->pass++)
        if (!run_pass(d, collect, take, err))
            return false;
    if (keys_a_game > 1)
        leave_one_each(d, from);
    sort_pairs(d, from);
    return true;
}

static bool find_all(struct dedup *d, struct error *err)
{
    const unsigned alike = 1u << DUPLICATE_NEAR | 1u << DUPLICATE_FINAL;
    return run_passes(d, 1, collect_same, split_same, err) &&
           (!(d->kinds & alike) ||
            run_passes(d, ALIKE_KEYS, dedup_collect_alike, dedup_take_alike, err)) &&
           (!(d->kinds & 1u << DUPLICATE_CONTAINED) ||
            run_passes(d, CONTAINED_KEYS, dedup_collect_contained, dedup_take_contained, err));
}

/* Exact ones were looked for in any case, since others must not be taken for them. */
static void drop_unasked(struct dedup *d)
{
    if (d->kinds & 1u << DUPLICATE_EXACT || d->ends[DUPLICATE_EXACT] == 0)
        return;
    const size_t bytes = d->ends[DUPLICATE_EXACT] * sizeof(struct duplicate);
    memmove(d->pairs.data, d->pairs.data + bytes, d->pairs.len - bytes);
    d->pairs.len -= bytes;
}

bool store_find_duplicates(struct store *s, unsigned kinds, enum dedup_keep keep,
                           struct duplicate **pairs, size_t *count, struct error *err)
{
    struct dedup d = {.store = s, .kinds = kinds, .keep = keep};
    *pairs = NULL;
    *count = 0;
    record_init(&d.rec);
    bool ok = blocks_flush(s, err) && find_all(&d, err);
    record_free(&d.rec);
    free(d.games);
    buffer_free(&d.room);
    if (ok) {
        drop_unasked(&d);
        *count = d.pairs.len / sizeof **pairs;
        *pairs = (struct duplicate *)(void *)d.pairs.data;
    } else {
        buffer_free(&d.pairs);
    }
    return ok;
}
