/* Building the index anew from the games, whatever is in the old one: all of its rows are dropped,
   and segments written as an import writes them. */
#include "store/index/ask.h"
#include "store/private.h"

struct rebuild {
    struct store *store;
    struct buffer keys, memory, encoded;
    uint64_t plies; /* since the index was written last */
    struct error *err;
    bool failed;
};

static bool encode(struct rebuild *r, game_id id, const struct game_moves *g)
{
    struct game_facts facts;
    struct position pos = g->start;
    buffer_clear(&r->keys);
    buffer_clear(&r->encoded);
    if (!index_read_facts(r->store, id, &facts, r->err))
        return false;
    buffer_add(&r->keys, &pos.key, sizeof pos.key);
    for (size_t i = 0; i < g->ply_count; i++) {
        pos_play(&pos, g->moves[i]);
        buffer_add(&r->keys, &pos.key, sizeof pos.key);
    }
    const struct index_game game = {.result = facts.result,
                                    .white_elo = facts.white_elo,
                                    .black_elo = facts.black_elo,
                                    .date = facts.date,
                                    .start = &g->start,
                                    .moves = g->moves,
                                    .keys = (const key64 *)(const void *)r->keys.data,
                                    .ply_count = g->ply_count};
    return (!r->keys.failed && index_encode(&game, &r->memory, &r->encoded)) ||
           error_no_memory(r->err);
}

static bool take(void *closure, game_id id, const struct game_moves *g)
{
    struct rebuild *r = closure;
    struct store *s = r->store;
    r->failed = !encode(r, id, g) || !index_builder_add(s->index, id, r->encoded.data, r->err);
    r->plies += g->ply_count;
    if (!r->failed && r->plies >= INDEX_PLIES) {
        r->failed = !store_write_index(s, r->err);
        r->plies = 0;
    }
    return !r->failed;
}

static bool rebuild(struct rebuild *r, struct error *err)
{
    struct store *s = r->store;
    static const char drop[] = "DELETE FROM index_segment; DELETE FROM index_block;"
                               "DELETE FROM index_minus";
    if (!store_execute(s, drop, "write the position index", err))
        return false;
    return store_scan_moves(s, 1, UINT32_MAX, take, r, err) && !r->failed;
}

bool index_rebuild(struct store *s, struct error *err)
{
    struct rebuild r = {.store = s, .err = err};
    if (!store_begin(s, err))
        return false;
    bool ok = rebuild(&r, err);
    buffer_free(&r.keys);
    buffer_free(&r.memory);
    buffer_free(&r.encoded);
    if (ok)
        return store_commit(s, NULL, err);
    store_rollback(s);
    return false;
}
