/* Building the index anew from the games, whatever is in the old one: all of its rows are dropped,
   and segments written as an import writes them. */
#include "store/index_ask.h"
#include "store/private.h"

struct rebuild {
    struct store *store;
    struct stored_encoder encoder;
    uint64_t plies; /* since the index was written last */
    struct error *err;
    bool failed;
};

void stored_encoder_free(struct stored_encoder *e)
{
    buffer_free(&e->keys);
    buffer_free(&e->memory);
    buffer_free(&e->encoded);
}

bool index_encode_stored(struct store *s, struct stored_encoder *e, game_id id,
                         const struct game_moves *g, struct error *err)
{
    struct game_facts facts;
    struct position pos = g->start;
    buffer_clear(&e->keys);
    buffer_clear(&e->encoded);
    if (!index_read_facts(s, id, &facts, err))
        return false;
    buffer_add(&e->keys, &pos.key, sizeof pos.key);
    for (size_t i = 0; i < g->ply_count; i++) {
        pos_play(&pos, g->moves[i]);
        buffer_add(&e->keys, &pos.key, sizeof pos.key);
    }
    const struct index_game game = {.result = facts.result,
                                    .white_elo = facts.white_elo,
                                    .black_elo = facts.black_elo,
                                    .date = facts.date,
                                    .start = &g->start,
                                    .moves = g->moves,
                                    .keys = (const key64 *)(const void *)e->keys.data,
                                    .ply_count = g->ply_count};
    return (!e->keys.failed && index_encode(&game, &e->memory, &e->encoded)) ||
           error_no_memory(err);
}

static bool take(void *closure, game_id id, const struct game_moves *g)
{
    struct rebuild *r = closure;
    struct store *s = r->store;
    r->failed = !index_encode_stored(s, &r->encoder, id, g, r->err) ||
                !index_builder_add(s->index, id, r->encoder.encoded.data, r->err);
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
    int rc = sqlite3_exec(s->db,
                          "DELETE FROM index_segment; DELETE FROM index_block;"
                          "DELETE FROM index_minus",
                          NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        return store_fail(s, rc, "write the position index", err);
    return store_scan_moves(s, 1, UINT32_MAX, take, r, err) && !r->failed;
}

bool index_rebuild(struct store *s, struct error *err)
{
    struct rebuild r = {.store = s, .err = err};
    if (!store_begin(s, err))
        return false;
    bool ok = rebuild(&r, err);
    stored_encoder_free(&r.encoder);
    if (ok)
        return store_commit(s, NULL, err);
    store_rollback(s);
    return false;
}
