/* Finding games that are the same, and games that are the beginning of another between the same
   players. Each time a key of every game is collected and sorted; games whose keys are equal are
   then compared. Of a large store, a part of the keys is looked at in each of several passes. */
#include "store/dedup.h"
#include "base/array.h"
#include "base/hash.h"
#include "store/twins.h"

#include <stdlib.h>

enum { PASS_GAMES = 1 << 24 };

struct keyed {
    uint64_t key;
    game_id id;
};

struct dedup {
    struct store *store;
    enum dedup_keep keep;
    struct keyed *games;
    size_t count, cap;
    uint64_t pass, passes;
    struct buffer room;
    struct buffer pairs; /* struct duplicate */
    size_t same_count;   /* those of them that are the same, ascending by id */
    struct record rec;
    bool failed; /* memory was out */
};

/* --- Keys ------------------------------------------------------------------------------------- */

static void add_key(struct dedup *d, uint64_t key, game_id id)
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
    add_key(d, identity_hash(&d->room, g), id);
    return !d->failed;
}

static int compare_pairs(const void *x, const void *y)
{
    const struct duplicate *a = x, *b = y;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return (a->other > b->other) - (a->other < b->other);
}

/* Whether ID is the same as another that stays. */
static bool is_to_go(const struct dedup *d, game_id id)
{
    return game_id_find(id, d->pairs.data, d->same_count, sizeof(struct duplicate)) != NULL;
}

static bool take_contained(void *closure, game_id id, const struct identity *g)
{
    struct dedup *d = closure;
    const struct identity players = {.white = g->white, .black = g->black, .start = g->start};
    if (g->white.type != VALUE_TEXT || g->black.type != VALUE_TEXT || g->plies < CONTAINED_PLIES ||
        is_to_go(d, id))
        return true;
    add_key(d, identity_hash(&d->room, &players), id);
    return !d->failed;
}

/* --- The same --------------------------------------------------------------------------------- */

static void add_pair(struct dedup *d, game_id id, game_id other, bool is_same)
{
    const struct duplicate pair = {.id = id, .other = other, .is_same = is_same};
    buffer_add(&d->pairs, &pair, sizeof pair);
    d->failed |= d->pairs.failed;
}

/* How much there is of what the choice asks for in a game. */
static bool measure(struct dedup *d, game_id id, uint64_t *size, struct error *err)
{
    const struct record *rec = &d->rec;
    if (!store_read(d->store, id, &d->rec, err))
        return false;
    *size = d->keep == DEDUP_MOST_TAGS ? rec->tag_count : rec->node_count;
    for (size_t i = 0; d->keep == DEDUP_LONGEST && i < rec->node_count; i++)
        *size += rec->nodes[i].text.len;
    return true;
}

/* Games FROM to END, ascending by id, are the same: choose which stays. */
static bool keep_one(struct dedup *d, size_t from, size_t end, struct error *err)
{
    size_t best = d->keep == DEDUP_LAST ? end - 1 : from;
    uint64_t most = 0, size;
    for (size_t i = from; i < end && d->keep >= DEDUP_LONGEST; i++) {
        if (!measure(d, d->games[i].id, &size, err))
            return false;
        if (i == from || size > most) {
            best = i;
            most = size;
        }
    }
    for (size_t i = from; i < end; i++)
        if (i != best)
            add_pair(d, d->games[i].id, d->games[best].id, true);
    return true;
}

/* The moves and the row of a game, kept. */
struct kept_game {
    struct game_moves moves;
    struct game_header header;
    struct buffer names; /* of the players: white, NUL, black, NUL */
};

static bool read_kept(struct store *s, game_id id, struct kept_game *g, struct error *err)
{
    if (!store_moves(s, id, &g->moves, err) || !store_read_header(s, id, &g->header, err))
        return false;
    buffer_clear(&g->names);
    buffer_add(&g->names, g->header.white, strlen(g->header.white) + 1);
    buffer_add(&g->names, g->header.black, strlen(g->header.black) + 1);
    return !g->names.failed || error_no_memory(err);
}

static bool same_moves(const struct game_moves *a, const struct game_moves *b)
{
    return a->start.key == b->start.key && a->ply_count == b->ply_count &&
           memcmp(a->moves, b->moves, a->ply_count * sizeof *a->moves) == 0;
}

static bool same_game(const struct kept_game *a, const struct kept_game *b)
{
    return a->header.date == b->header.date && a->header.result == b->header.result &&
           a->names.len == b->names.len &&
           memcmp(a->names.data, b->names.data, a->names.len) == 0 &&
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

/* --- Contained -------------------------------------------------------------------------------- */

struct line {
    const move *moves;
    size_t plies;
    game_id id;
};

/* A line stands in front of those that it is the beginning of. */
static int compare_lines(const void *x, const void *y)
{
    const struct line *a = x, *b = y;
    size_t plies = a->plies < b->plies ? a->plies : b->plies;
    for (size_t i = 0; i < plies; i++)
        if (a->moves[i] != b->moves[i])
            return a->moves[i] < b->moves[i] ? -1 : 1;
    if (a->plies != b->plies)
        return a->plies < b->plies ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* Read the lines of games FROM to END; the moves lie in D's room. */
static bool read_lines(struct dedup *d, size_t from, size_t end, struct line *lines,
                       struct error *err)
{
    struct game_moves g = {.cap = 0};
    bool ok = true;
    buffer_clear(&d->room);
    for (size_t i = from; ok && i < end; i++) {
        ok = store_moves(d->store, d->games[i].id, &g, err);
        if (ok)
            buffer_add(&d->room, g.moves, g.ply_count * sizeof *g.moves);
        lines[i - from] = (struct line){.plies = ok ? g.ply_count : 0, .id = d->games[i].id};
    }
    game_moves_free(&g);
    if (!ok || d->room.failed)
        return ok && error_no_memory(err);
    const move *moves = (const move *)(const void *)d->room.data;
    for (size_t i = 0; i < end - from; moves += lines[i++].plies)
        lines[i].moves = moves;
    return true;
}

/* Games FROM to END have the same players. */
static bool find_contained(struct dedup *d, size_t from, size_t end, struct error *err)
{
    const size_t count = end - from;
    struct line *lines = malloc(count * sizeof *lines);
    if (!lines)
        return error_no_memory(err);
    bool ok = read_lines(d, from, end, lines, err);
    if (ok)
        qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = 0; ok && i + 1 < count; i++)
        if (lines[i].plies <= lines[i + 1].plies &&
            memcmp(lines[i].moves, lines[i + 1].moves, lines[i].plies * sizeof(move)) == 0)
            add_pair(d, lines[i].id, lines[i + 1].id, false);
    free(lines);
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

typedef bool (*group_taker)(struct dedup *d, size_t from, size_t end, struct error *err);

/* Call TAKE_GROUP for games whose keys, as TAKE gives them, are equal. */
static bool run_pass(struct dedup *d, bool (*take)(void *, game_id, const struct identity *),
                     group_taker take_group, struct error *err)
{
    d->count = 0;
    if (!identity_walk(d->store, take, d, err))
        return false;
    if (d->count > 0)
        qsort(d->games, d->count, sizeof *d->games, compare_keyed);
    for (size_t from = 0, end; from < d->count && !d->failed; from = end) {
        for (end = from + 1; end < d->count && d->games[end].key == d->games[from].key;)
            end++;
        if (end - from > 1 && !take_group(d, from, end, err))
            return false;
    }
    return !d->failed || error_no_memory(err);
}

static bool find_all(struct dedup *d, struct error *err)
{
    d->passes = store_game_count(d->store) / PASS_GAMES + 1;
    for (d->pass = 0; d->pass < d->passes; d->pass++)
        if (!run_pass(d, take_same, split_same, err))
            return false;
    d->same_count = d->pairs.len / sizeof(struct duplicate);
    if (d->same_count > 0)
        qsort(d->pairs.data, d->same_count, sizeof(struct duplicate), compare_pairs);
    for (d->pass = 0; d->pass < d->passes; d->pass++)
        if (!run_pass(d, take_contained, find_contained, err))
            return false;
    const size_t contained = d->pairs.len / sizeof(struct duplicate) - d->same_count;
    if (contained > 0)
        qsort(d->pairs.data + d->same_count * sizeof(struct duplicate), contained,
              sizeof(struct duplicate), compare_pairs);
    return true;
}

bool store_find_duplicates(struct store *s, enum dedup_keep keep, struct duplicate **pairs,
                           size_t *count, struct error *err)
{
    struct dedup d = {.store = s, .keep = keep};
    *pairs = NULL;
    *count = 0;
    record_init(&d.rec);
    bool ok = blocks_flush(s, err) && find_all(&d, err);
    record_free(&d.rec);
    free(d.games);
    buffer_free(&d.room);
    if (ok) {
        *count = d.pairs.len / sizeof **pairs;
        *pairs = (struct duplicate *)(void *)d.pairs.data;
    } else {
        buffer_free(&d.pairs);
    }
    return ok;
}
