/* Adding the games of one store to another, in one batch: records are read and encoded anew, since
   names and sources have other numbers there. Sources come with their games, so that files which
   the one store knows are known to the other. */
#include "base/hash.h"
#include "store/pages.h"
#include "store/private.h"

#include <inttypes.h>
#include <stdio.h>

static const char doing[] = LANG("read the games");

struct merge {
    struct store *into, *from;
    struct record rec;
    struct buffer open_games; /* struct open_game, of the sources that have one */
    int64_t base;             /* sources that were there before */
    uint64_t content;         /* the hash of what the other store holds */
    uint64_t games, plies;    /* plies since the index was written last */
    bool (*goes_on)(void *closure, uint64_t games);
    void *closure;
};

struct open_game {
    game_id old, new;
};

static struct open_game *find_open_game(struct merge *m, game_id id)
{
    struct open_game *list = (struct open_game *)(void *)m->open_games.data;
    for (size_t i = 0; i < m->open_games.len / sizeof *list; i++)
        if (list[i].old == id)
            return &list[i];
    return NULL;
}

/* --- Rows of the other store ------------------------------------------------------------------ */

static bool note_open_game(struct merge *m, sqlite3_stmt *st, struct error *err)
{
    const struct open_game game = {.old = (game_id)sqlite3_column_int64(st, 6)};
    if (game.old)
        buffer_add(&m->open_games, &game, sizeof game);
    return !m->open_games.failed || error_no_memory(err);
}

static bool add_game(struct merge *m, sqlite3_stmt *st, struct error *err)
{
    enum { ASK_GAMES = 256 };
    struct store *s = m->into;
    struct column_value values[GAME_COLUMNS];
    const game_id old = (game_id)sqlite3_column_int64(st, 0);
    game_id new;
    row_values(st, values);
    if (!row_read_record(m->from, old, values, &m->rec, err))
        return false;
    s->counts.last_source = m->base + values[COLUMN_SOURCE].number - 1;
    if (!store_add(s, &m->rec, &new, err))
        return false;
    struct open_game *open = find_open_game(m, old);
    if (open)
        open->new = new;
    m->plies += m->rec.ply_count;
    if (++m->games % ASK_GAMES == 0 && m->goes_on && !m->goes_on(m->closure, m->games))
        return error_set(err, ERROR_NONE, "stopped");
    if (m->plies < INDEX_PLIES)
        return true;
    m->plies = 0;
    return store_write_index(s, err);
}

static bool add_source(struct merge *m, sqlite3_stmt *st, struct error *err)
{
    struct store *s = m->into;
    const char *name = (const char *)sqlite3_column_text(st, 1);
    const struct open_game *open = find_open_game(m, (game_id)sqlite3_column_int64(st, 6));
    const struct source_mark mark = {.name = name ? name : "",
                                     .start = (uint64_t)sqlite3_column_int64(st, 2),
                                     .offset = (uint64_t)sqlite3_column_int64(st, 3),
                                     .hash = (uint64_t)sqlite3_column_int64(st, 4),
                                     .open_game = open ? open->new : 0};
    s->counts.last_source = m->base + sqlite3_column_int64(st, 0) - 1;
    s->counts.part_games = sqlite3_column_int64(st, 5);
    return store_mark(s, &mark, err);
}

static bool take_rows(struct merge *m, const char *sql,
                      bool (*take)(struct merge *m, sqlite3_stmt *st, struct error *err),
                      struct error *err)
{
    struct store *from = m->from;
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(from->db, sql, -1, &st, NULL);
    bool ok = rc == SQLITE_OK || store_fail(from, rc, doing, err);
    while (ok && (rc = sqlite3_step(st)) == SQLITE_ROW)
        ok = take(m, st, err);
    if (ok && rc != SQLITE_DONE)
        ok = store_fail(from, rc, doing, err);
    sqlite3_finalize(st);
    return ok;
}

/* --- What was merged before ------------------------------------------------------------------- */

/* Such a source has no bytes: it says that what had this hash was merged. */
enum { MERGED_AT = 1 };

static void hash_number(struct store *s, uint64_t n, struct hash *h)
{
    buffer_clear(&s->row);
    bytes_put_u64(&s->row, n);
    hash_add(h, s->row.data, s->row.len);
}

static bool hash_blocks(struct store *s, const char *sql, struct hash *h, struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const void *data = sqlite3_column_blob(st, 1);
        hash_number(s, (uint64_t)sqlite3_column_int64(st, 0), h);
        if (data)
            hash_add(h, data, (size_t)sqlite3_column_bytes(st, 1));
    }
    const bool ok = rc == SQLITE_DONE || store_fail(s, rc, doing, err);
    sqlite3_finalize(st);
    return ok;
}

/* What tells one content from another: the blocks, of which those of moves hold the sums of their
   games' rows, and the sums of names and sources. */
static bool hash_content(struct store *s, uint64_t *content, struct error *err)
{
    struct hash h;
    hash_start(&h, (uint64_t)s->counts.last_game);
    for (int i = 0; i < NAME_TABLES; i++)
        hash_number(s, s->counts.name_sums[i], &h);
    hash_number(s, s->counts.source_sum, &h);
    if (!hash_blocks(s, "SELECT id, data FROM move_block ORDER BY id", &h, err) ||
        !hash_blocks(s, "SELECT id, data FROM text_block ORDER BY id", &h, err))
        return false;
    *content = hash_value(&h);
    return !s->row.failed || error_no_memory(err);
}

static bool find_merged(const struct merge *m, bool *was_merged, struct error *err)
{
    int64_t count;
    char sql[128];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM source WHERE start=%d AND offset=%d AND hash=%" PRId64,
             MERGED_AT, MERGED_AT, (int64_t)m->content);
    if (!store_read_number(m->into, sql, &count, err))
        return false;
    *was_merged = count > 0;
    return true;
}

static bool remember(struct merge *m, struct error *err)
{
    const char *path = store_path(m->from), *slash = strrchr(path, '/');
    const struct source_mark mark = {.name = slash ? slash + 1 : path,
                                     .start = MERGED_AT,
                                     .offset = MERGED_AT,
                                     .hash = m->content};
    return m->games == 0 || store_mark(m->into, &mark, err);
}

/* --- The batch -------------------------------------------------------------------------------- */

static bool merge(struct merge *m, struct error *err)
{
    static const char sources_sql[] =
        "SELECT id, name, start, offset, hash, games, open_game FROM source ORDER BY id";
    return take_rows(m, sources_sql, note_open_game, err) &&
           take_rows(m, scan_sql, add_game, err) && take_rows(m, sources_sql, add_source, err) &&
           remember(m, err);
}

bool store_merge(struct store *s, struct store *from,
                 bool (*goes_on)(void *closure, uint64_t games), void *closure, uint64_t *games,
                 bool *was_merged, struct error *err)
{
    struct merge m = {.into = s, .from = from, .goes_on = goes_on, .closure = closure};
    *games = 0;
    if (from->version < SEALED_FORMAT && !store_is_sound(from, err))
        return false;
    if (!hash_content(from, &m.content, err) || !find_merged(&m, was_merged, err))
        return false;
    if (*was_merged)
        return true;
    if (!store_begin(s, err))
        return false;
    m.base = s->counts.last_source;
    record_init(&m.rec);
    bool ok = merge(&m, err);
    record_free(&m.rec);
    buffer_free(&m.open_games);
    if (!ok) {
        store_rollback(s);
        return false;
    }
    *games = m.games;
    return store_commit(s, NULL, err);
}
