/* Games that are near to each other, or end in the same position. What may be is known by three
   kinds of keys: of the final position and a name; of the final position alone of a longer game,
   since both names may be spelled otherwise; and of both names and the length, since a move that
   differs may change all positions behind it. */
#include "base/array.h"
#include "store/same/alike.h"
#include "store/same/dedup_parts.h"

#include <stdlib.h>

/* --- Keys ------------------------------------------------------------------------------------- */

struct anchors {
    uint64_t keys[2];
    size_t count;
};

static struct anchors anchors_of(const char *name)
{
    struct person p;
    struct anchors a = {.count = 0};
    if (person_read(&p, name, strlen(name)))
        a.count = person_anchors(&p, a.keys);
    return a;
}

static bool add_keys(void *closure, game_id id, const struct game_moves *g)
{
    struct dedup *d = closure;
    struct game_header h;
    if (g->ply_count < ALIKE_PLIES || dedup_is_to_go(d, id))
        return true;
    if (!store_read_header(d->store, id, &h, &d->err)) {
        d->failed = true;
        return false;
    }
    const struct anchors white = anchors_of(h.white), black = anchors_of(h.black);
    struct position pos = g->start;
    for (size_t i = 0; i < g->ply_count; i++)
        pos_play(&pos, g->moves[i]);
    if (g->ply_count >= ALIKE_SPELLED_PLIES)
        dedup_add_key(d, pos.key, id);
    for (size_t i = 0; i < white.count; i++)
        dedup_add_key(d, dedup_mix(pos.key, white.keys[i]), id);
    for (size_t j = 0; j < black.count; j++)
        dedup_add_key(d, dedup_mix(pos.key, black.keys[j]), id);
    for (size_t i = 0; i < white.count; i++)
        for (size_t j = 0; j < black.count; j++)
            dedup_add_key(d, dedup_mix(dedup_mix(white.keys[i], black.keys[j]), g->ply_count), id);
    return !d->failed;
}

bool dedup_collect_alike(struct dedup *d, struct error *err)
{
    d->err.text[0] = '\0';
    if (!store_scan_moves(d->store, 1, UINT32_MAX, add_keys, d, err))
        return false;
    if (d->failed && d->err.text[0])
        *err = d->err;
    else if (d->failed)
        error_no_memory(err);
    return !d->failed;
}

/* --- Groups ----------------------------------------------------------------------------------- */

/* Games of a group that were not found to go: few, since nearly all games of a large group are the
   same. */
struct kept {
    struct alike_game *games;
    size_t count, cap;
};

/* Whether A stays rather than B: a strict order, so that one of several always does. */
static bool stays(struct dedup *d, struct alike_game *a, struct alike_game *b, bool *a_stays,
                  struct error *err)
{
    struct alike_game *const both[] = {a, b};
    for (size_t i = 0; i < 2; i++) {
        if (!both[i]->is_measured && !dedup_measure(d, both[i]->id, &both[i]->size, err))
            return false;
        both[i]->is_measured = true;
    }
    *a_stays = a->size != b->size ? a->size > b->size : (d->keep == DEDUP_LAST) == (a->id > b->id);
    return true;
}

static bool keep(struct kept *k, const struct alike_game *g)
{
    if (k->count == k->cap) {
        struct alike_game *games = array_grow(k->games, &k->cap, 16, sizeof *games);
        if (!games)
            return false;
        k->games = games;
    }
    k->games[k->count++] = *g;
    return true;
}

/* Compare G with those that are kept, and keep it too, or in the place of the one it is like. Takes
   what G has. */
static bool place(struct dedup *d, struct kept *k, struct alike_game *g, struct error *err)
{
    enum { COMPARED_MOST = 1000 };
    for (size_t i = 0; i < k->count && i < COMPARED_MOST; i++) {
        struct alike_game *old = &k->games[i];
        struct duplicate pair;
        bool old_stays;
        if (!alike_compare(g, old, &pair) || !(d->kinds & 1u << pair.kind))
            continue;
        if (!stays(d, old, g, &old_stays, err)) {
            alike_free(g);
            return false;
        }
        pair.id = old_stays ? g->id : old->id;
        pair.other = old_stays ? old->id : g->id;
        dedup_add_pair(d, &pair);
        alike_free(old_stays ? g : old);
        if (!old_stays)
            *old = *g;
        return true;
    }
    if (keep(k, g))
        return true;
    alike_free(g);
    return error_no_memory(err);
}

bool dedup_take_alike(struct dedup *d, size_t from, size_t end, struct error *err)
{
    struct kept k = {.count = 0};
    bool ok = true;
    for (size_t i = from; ok && i < end; i++) {
        struct alike_game g = {.id = 0};
        if (i > from && d->games[i].id == d->games[i - 1].id)
            continue;
        ok = alike_read(d->store, d->games[i].id, &g, err);
        if (ok)
            ok = place(d, &k, &g, err);
        else
            alike_free(&g);
    }
    for (size_t i = 0; i < k.count; i++)
        alike_free(&k.games[i]);
    free(k.games);
    return ok;
}
