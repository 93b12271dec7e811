/* Games that are the beginning of another. Games with a player's name in common, as it sounds, or
   both, and the same start are put in the order of their moves: then those that begin as one of
   them stand behind it, without others between. */
#include "store/same/alike.h"
#include "store/same/dedup_parts.h"

#include <stdlib.h>

struct line {
    const move *moves;
    size_t plies;
    game_id id;
};

/* Lines that stay, of those that were looked at; the last one stands first in their order. What was read
   of the latest is kept, since every line in front is compared with them. */
struct staying {
    struct stay {
        const struct line *line;
        struct alike_game game; /* id 0: not read yet */
    } * ring;
    size_t room, count;
};

/* --- Keys ------------------------------------------------------------------------------------- */

static size_t anchors_of(const struct column_value *name, uint64_t anchors[2])
{
    struct person p;
    if (name->type != VALUE_TEXT || !person_read(&p, name->text, name->len))
        return 0;
    return person_anchors(&p, anchors);
}

static bool take_contained(void *closure, game_id id, const struct identity *g)
{
    struct dedup *d = closure;
    uint64_t white[2], black[2];
    if (g->plies < CONTAINED_PLIES || dedup_is_to_go(d, id))
        return true;
    const size_t whites = anchors_of(&g->white, white), blacks = anchors_of(&g->black, black);
    for (size_t i = 0; i < whites; i++)
        for (size_t j = 0; j < blacks; j++) {
            /* Of either order. */
            const uint64_t both =
                white[i] < black[j] ? dedup_mix(white[i], black[j]) : dedup_mix(black[j], white[i]);
            dedup_add_key(d, dedup_mix(both, g->start), id);
        }
    return !d->failed;
}

bool dedup_collect_contained(struct dedup *d, struct error *err)
{
    return identity_walk(d->store, take_contained, d, err);
}

/* --- Lines ------------------------------------------------------------------------------------ */

/* A line stands in front of those that it is the beginning of; of equals the first game behind,
   since that is the one to stay. */
static int compare_lines(const void *x, const void *y)
{
    const struct line *a = x, *b = y;
    size_t plies = a->plies < b->plies ? a->plies : b->plies;
    for (size_t i = 0; i < plies; i++)
        if (a->moves[i] != b->moves[i])
            return a->moves[i] < b->moves[i] ? -1 : 1;
    if (a->plies != b->plies)
        return a->plies < b->plies ? -1 : 1;
    return (a->id < b->id) - (a->id > b->id);
}

/* Read the lines of games FROM to END, each once; the moves lie in D's room. Returns how many, or
   false. */
static bool read_lines(struct dedup *d, size_t from, size_t end, struct line *lines, size_t *count,
                       struct error *err)
{
    struct game_moves g = {.cap = 0};
    bool ok = true;
    *count = 0;
    buffer_clear(&d->room);
    for (size_t i = from; ok && i < end; i++) {
        if (i > from && d->games[i].id == d->games[i - 1].id)
            continue;
        ok = store_moves(d->store, d->games[i].id, &g, err);
        if (ok)
            buffer_add(&d->room, g.moves, g.ply_count * sizeof *g.moves);
        lines[(*count)++] = (struct line){.plies = ok ? g.ply_count : 0, .id = d->games[i].id};
    }
    game_moves_free(&g);
    if (!ok || d->room.failed)
        return ok && error_no_memory(err);
    const move *moves = (const move *)(const void *)d->room.data;
    for (size_t i = 0; i < *count; moves += lines[i++].plies)
        lines[i].moves = moves;
    return true;
}

static bool is_beginning(const struct line *a, const struct line *b)
{
    return a->plies <= b->plies && array_equal(a->moves, b->moves, a->plies * sizeof(move));
}

static bool read_once(struct store *s, const struct line *line, struct alike_game *g,
                      struct error *err)
{
    return g->id || alike_read(s, line->id, g, err);
}

/* Find the first line that stays behind LINE, players and all its beginning. PART is the game of
   LINE, read if that is needed. *GOES: there is one. */
static bool find_whole(struct dedup *d, const struct staying *k, const struct line *line,
                       struct alike_game *part, bool *goes, struct error *err)
{
    *goes = false;
    for (size_t i = 1; i <= k->count && i <= k->room; i++) {
        struct stay *whole = &k->ring[(k->count - i) % k->room];
        struct duplicate pair;
        if (!is_beginning(line, whole->line))
            break;
        if (!read_once(d->store, line, part, err) ||
            !read_once(d->store, whole->line, &whole->game, err))
            return false;
        if (!alike_contains(&whole->game, part, &pair))
            continue;
        pair.id = part->id;
        pair.other = whole->game.id;
        dedup_add_pair(d, &pair);
        *goes = true;
        break;
    }
    return true;
}

static bool place(struct dedup *d, struct staying *k, const struct line *line, struct error *err)
{
    struct alike_game part = {.id = 0};
    bool goes;
    const bool ok = find_whole(d, k, line, &part, &goes, err);
    if (!ok || goes) {
        alike_free(&part);
        return ok;
    }
    struct stay *oldest = &k->ring[k->count++ % k->room];
    alike_free(&oldest->game);
    *oldest = (struct stay){line, part};
    return true;
}

bool dedup_take_contained(struct dedup *d, size_t from, size_t end, struct error *err)
{
    enum { COMPARED_MOST = 1000 };
    size_t count;
    struct staying k = {.room = end - from < COMPARED_MOST ? end - from : COMPARED_MOST};
    struct line *lines = malloc((end - from) * sizeof *lines);
    k.ring = calloc(k.room, sizeof *k.ring);
    bool ok = (lines && k.ring) || error_no_memory(err);
    ok = ok && read_lines(d, from, end, lines, &count, err);
    if (ok)
        qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = ok ? count : 0; ok && i-- > 0;)
        ok = place(d, &k, &lines[i], err);
    for (size_t i = 0; k.ring && i < k.room; i++)
        alike_free(&k.ring[i].game);
    free(k.ring);
    free(lines);
    return ok;
}
