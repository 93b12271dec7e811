/* Reading moves and texts out of blocks: one game, with the blocks read last kept, and all in
   order.

   What is read here has passed its checksum, which covers every byte of it, so it is what was
   written, and that was legal: nobody asks the rules again. Even so nothing but a wrong answer can
   come of bytes that were forged: decoding stays on the board, and pos_place anywhere on it. */
#include "base/array.h"
#include "notation/notation.h"
#include "store/private.h"

#include <stdlib.h>

void game_moves_free(struct game_moves *g)
{
    free(g->moves);
    *g = (struct game_moves){.cap = 0};
}

/* --- One game --------------------------------------------------------------------------------- */

static bool make_room(struct game_moves *g, size_t plies)
{
    if (plies <= g->cap)
        return true;
    move *moves = array_reserve(g->moves, &g->cap, plies, 256, sizeof *moves);
    if (!moves)
        return false;
    g->moves = moves;
    return true;
}

static bool read_start(enum game game, struct bytes *in, struct position *start, struct error *err)
{
    struct fen_report report;
    uint64_t len = bytes_number(in);
    const char *fen = bytes_take(in, len);
    return (fen && !in->bad && fen_parse(game, fen, (size_t)len, start, &report)) ||
           error_set(err, ERROR_DAMAGED, "its start position is none");
}

bool moves_take_apart(const struct move_model *model, enum game game,
                      const struct move_entry *entry, const char *data, struct game_moves *out,
                      struct error *err)
{
    struct bytes in = bytes_of(data, entry->len);
    if (entry->kind == MOVES_USUAL_START)
        pos_start(&out->start, game);
    else if (!read_start(game, &in, &out->start, err))
        return false;
    if (!make_room(out, entry->plies))
        return error_no_memory(err);
    out->ply_count = entry->plies;
    return moves_decode(model, &out->start, in.at, bytes_left(&in), out->moves, out->ply_count) ||
           error_set(err, ERROR_DAMAGED, "its moves are damaged");
}

static bool read_entry(struct store *s, const struct move_block *block, size_t at,
                       struct game_moves *out, struct error *err)
{
    const struct move_entry *e = &block->entries[at];
    return moves_take_apart(s->model, s->game, e, block->bytes.data + e->at, out, err);
}

bool moves_read(struct store *s, const struct move_block *block, size_t at, struct game_moves *out,
                struct error *err)
{
    return move_block_verify(block, at)
               ? read_entry(s, block, at, out, err)
               : error_set(err, ERROR_DAMAGED, "the checksum of its moves is wrong");
}

bool store_moves(struct store *s, game_id id, struct game_moves *out, struct error *err)
{
    const struct move_block *block;
    size_t at;
    struct game_header ignored;
    if (!blocks_flush(s, err) || !blocks_find_moves(s, id, &block, &at, err))
        return store_name_game(s, id, err);
    if (block)
        return moves_read(s, block, at, out, err) || store_name_game(s, id, err);
    if (store_read_header(s, id, &ignored, err))
        error_set(err, ERROR_DAMAGED, "its moves are not there");
    return store_name_game(s, id, err);
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* Changes with every change of the database that this connection can see. */
static unsigned data_version(struct store *s)
{
    unsigned version = 0;
    sqlite3_file_control(s->db, "main", SQLITE_FCNTL_DATA_VERSION, &version);
    return version;
}

/* Stand STATEMENT on the row of the block that game ID would be in; 1, 0 if there is none, -1. */
static int find_block(struct store *s, sqlite3_stmt *st, game_id id, game_id *first,
                      struct error *err)
{
    if (!st)
        return -1;
    sqlite3_bind_int64(st, 1, id);
    int rc = sqlite3_step(st);
    int64_t n = rc == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
    *first = (game_id)n;
    if (rc == SQLITE_DONE)
        return 0;
    if (rc != SQLITE_ROW)
        store_fail(s, rc, "read a game", err);
    else if (n > 0 && n <= id)
        return 1;
    else
        error_set(err, ERROR_DAMAGED, "a block of games has the number %lld", (long long)n);
    return -1;
}

static const void *block_data(sqlite3_stmt *st, size_t *len)
{
    const void *data = sqlite3_column_blob(st, 1);
    *len = (size_t)sqlite3_column_bytes(st, 1);
    return data ? data : "";
}

/* The block FIRST from the cache, or the place in it that was not used for longest. */
static struct cached_moves *cached(struct store *s, game_id first, bool *is_there)
{
    struct cached_moves *oldest = &s->cache.moves[0];
    unsigned version = data_version(s);
    for (size_t i = 0; i < MOVES_CACHED; i++) {
        struct cached_moves *c = &s->cache.moves[i];
        *is_there = c->used && c->block.first == first && c->version == version;
        if (*is_there)
            return c;
        if (c->used < oldest->used)
            oldest = c;
    }
    oldest->version = version;
    oldest->used = 0;
    return oldest;
}

/* Whether what was read before stands as it was, whatever others do. */
static bool is_reading(struct store *s)
{
    return sqlite3_txn_state(s->db, "main") != SQLITE_TXN_NONE;
}

/* The block in the cache that game ID is in, so that it need not be looked for; or NULL. */
static struct cached_moves *cached_with_game(struct store *s, game_id id)
{
    const unsigned version = data_version(s);
    if (!is_reading(s))
        return NULL;
    for (size_t i = 0; i < MOVES_CACHED; i++) {
        struct cached_moves *c = &s->cache.moves[i];
        if (c->used && c->version == version && id >= c->block.first &&
            id - c->block.first < c->block.count)
            return c;
    }
    return NULL;
}

bool blocks_find_moves(struct store *s, game_id id, const struct move_block **block, size_t *at,
                       struct error *err)
{
    struct cached_moves *near = cached_with_game(s, id);
    if (near) {
        near->used = ++s->cache.clock;
        *at = id - near->block.first;
        *block = near->block.entries[*at].kind != MOVES_ABSENT ? &near->block : NULL;
        return true;
    }
    game_id first;
    sqlite3_stmt *st = store_statement(s, STATEMENT_FIND_MOVES, err);
    int found = find_block(s, st, id, &first, err);
    bool ok = found >= 0, is_there;
    *block = NULL;
    if (found > 0) {
        struct cached_moves *c = cached(s, first, &is_there);
        size_t len;
        const void *data = is_there ? NULL : block_data(st, &len);
        ok = is_there || move_block_read(&c->block, first, data, len, err);
        c->used = ok ? ++s->cache.clock : 0;
        *at = id - first;
        if (ok && *at < c->block.count && c->block.entries[*at].kind != MOVES_ABSENT)
            *block = &c->block;
    }
    if (st)
        sqlite3_reset(st);
    return ok;
}

bool blocks_read_moves(struct store *s, game_id id, struct move_block *block, struct error *err)
{
    game_id first;
    sqlite3_stmt *st = store_statement(s, STATEMENT_FIND_MOVES, err);
    int found = find_block(s, st, id, &first, err);
    bool ok = found >= 0;
    if (found > 0) {
        size_t len;
        const void *data = block_data(st, &len);
        ok = move_block_read(block, first, data, len, err);
    }
    if (st)
        sqlite3_reset(st);
    if (ok && (found == 0 || id - first >= block->count ||
               block->entries[id - first].kind == MOVES_ABSENT))
        ok = error_set(err, ERROR_DAMAGED, "its moves are not there");
    return ok;
}

bool blocks_find_texts(struct store *s, game_id id, const struct text_block **block,
                       const struct text_entry **entry, struct error *err)
{
    struct block_cache *cache = &s->cache;
    if (cache->has_texts && is_reading(s) && cache->texts_version == data_version(s) &&
        text_block_spans(&cache->texts, id)) {
        *block = &cache->texts;
        *entry = text_block_find(&cache->texts, id);
        return true;
    }
    game_id first;
    sqlite3_stmt *st = store_statement(s, STATEMENT_FIND_TEXTS, err);
    int found = find_block(s, st, id, &first, err);
    bool ok = found >= 0;
    *block = NULL;
    *entry = NULL;
    if (found > 0) {
        unsigned version = data_version(s);
        bool is_there = cache->has_texts && cache->texts.first == first;
        if (!is_there || cache->texts_version != version) {
            size_t len;
            const void *data = block_data(st, &len);
            ok = text_block_read(&cache->texts, first, data, len, &s->packer, err);
        }
        cache->has_texts = ok;
        cache->texts_version = version;
        *block = ok ? &cache->texts : NULL;
        *entry = ok ? text_block_find(&cache->texts, id) : NULL;
    }
    if (st)
        sqlite3_reset(st);
    return ok;
}

/* --- All games in order ----------------------------------------------------------------------- */

struct scan {
    struct store *store;
    game_id next, last; /* the games to come */
    bool (*take)(void *closure, game_id id, const struct game_moves *g);
    void *closure;
    struct move_block block;
    struct game_moves moves;
    bool stopped;
};

/* Hand out the games of the block that was read. */
static bool scan_block(struct scan *scan, struct error *err)
{
    const struct move_block *b = &scan->block;
    size_t verified = SIZE_MAX;
    if (b->first > scan->next || scan->next - b->first >= b->count)
        return error_set(err, ERROR_DAMAGED, "%s: the block of game %u is not there",
                         scan->store->path, (unsigned)scan->next);
    for (size_t i = scan->next - b->first; i < b->count && !scan->stopped; i++) {
        const game_id id = b->first + (game_id)i;
        if (id > scan->last)
            break;
        if (b->entries[i].kind == MOVES_ABSENT)
            continue;
        bool is_verified = i / MOVE_GROUP == verified;
        if (!(is_verified ? read_entry(scan->store, b, i, &scan->moves, err)
                          : moves_read(scan->store, b, i, &scan->moves, err)))
            return store_name_game(scan->store, id, err);
        verified = i / MOVE_GROUP;
        scan->stopped = !scan->take(scan->closure, id, &scan->moves);
    }
    scan->next = b->first + (game_id)b->count;
    return true;
}

static bool scan_blocks(struct scan *scan, sqlite3_stmt *st, struct error *err)
{
    int rc = SQLITE_DONE;
    sqlite3_bind_int64(st, 1, scan->next);
    sqlite3_bind_int64(st, 2, scan->last);
    while (!scan->stopped && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        size_t len;
        const int64_t first = sqlite3_column_int64(st, 0);
        const void *data = block_data(st, &len);
        if (first <= 0 || first > UINT32_MAX)
            return error_set(err, ERROR_DAMAGED, "%s: a block of games has the number %lld",
                             scan->store->path, (long long)first);
        if (!move_block_read(&scan->block, (game_id)first, data, len, err))
            return store_name_file(scan->store, err);
        if (!scan_block(scan, err))
            return false;
    }
    return scan->stopped || rc == SQLITE_DONE || store_fail(scan->store, rc, "read the games", err);
}

bool store_scan_moves(struct store *s, game_id first, game_id last,
                      bool (*take)(void *closure, game_id id, const struct game_moves *g),
                      void *closure, struct error *err)
{
    int64_t end;
    if (!blocks_flush(s, err) || !store_get_meta(s, "last_game", &end, err))
        return false;
    if (last > end)
        last = (game_id)end;
    if (first < 1)
        first = 1;
    if (first > last)
        return true;
    struct scan scan = {.store = s, .next = first, .last = last, .take = take, .closure = closure};
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, scan_moves_sql, -1, &st, NULL);
    bool ok =
        rc == SQLITE_OK ? scan_blocks(&scan, st, err) : store_fail(s, rc, "read the games", err);
    sqlite3_finalize(st);
    if (ok && !scan.stopped && scan.next <= last)
        ok = error_set(err, ERROR_DAMAGED, "%s: the block of game %u is not there", s->path,
                       (unsigned)scan.next);
    move_block_free(&scan.block);
    game_moves_free(&scan.moves);
    return ok;
}
