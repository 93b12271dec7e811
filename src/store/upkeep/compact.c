/* Making a store small: one segment of the index, full blocks, no names without a game, no free
   pages. */
#include "store/private.h"

static const char doing[] = LANG("compact the store");

/* --- Names ------------------------------------------------------------------------------------ */

/* The names that no game has, and how to drop them. */
#define UNUSED(table, used) "FROM " table " WHERE id NOT IN (" used ")"
#define NAMES(table, used)                                                                         \
    {                                                                                              \
        "SELECT id, name " UNUSED(table, used), "DELETE " UNUSED(table, used)                      \
    }
static const struct {
    const char *list, *drop;
} unused_names[NAME_TABLES] = {
    [NAME_PLAYER] = NAMES("player", "SELECT white FROM game WHERE white IS NOT NULL"
                                    " UNION SELECT black FROM game WHERE black IS NOT NULL"),
    [NAME_EVENT] = NAMES("event", "SELECT event FROM game WHERE event IS NOT NULL"),
    [NAME_SITE] = NAMES("site", "SELECT site FROM game WHERE site IS NOT NULL"),
    [NAME_TAG_ORDER] = NAMES("tag_order", "SELECT tag_order FROM game"),
};

static bool drop_names(struct store *s, enum name_table table, struct error *err)
{
    sqlite3_stmt *st = NULL;
    uint64_t *sum = &s->counts.name_sums[table];
    int rc = sqlite3_prepare_v2(s->db, unused_names[table].list, -1, &st, NULL);
    bool ok = rc == SQLITE_OK || store_fail(s, rc, doing, err);
    while (ok && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const struct column_value name = column_value(st, 1);
        *sum -= name.type == VALUE_TEXT
                    ? name_hash(sqlite3_column_int64(st, 0), name.text, name.len)
                    : 0;
    }
    if (ok && rc != SQLITE_DONE)
        ok = store_fail(s, rc, doing, err);
    sqlite3_finalize(st);
    names_forget(&s->names[table]);
    return ok && store_execute(s, unused_names[table].drop, doing, err);
}

/* Names and blocks, in a batch. */
static bool tidy(struct store *s, struct error *err)
{
    bool ok = store_begin(s, err);
    if (!ok)
        return false;
    for (int i = 0; ok && i < NAME_TABLES; i++)
        ok = drop_names(s, (enum name_table)i, err);
    ok = ok && blocks_join(s, err);
    if (ok)
        return store_commit(s, NULL, err);
    store_rollback(s);
    return false;
}

/* --- Pages ------------------------------------------------------------------------------------ */

/* SQLite copies the store to a temporary file and back, which it attaches; in memory it would take
   as much of that as the store is large. */
bool store_vacuum(struct store *s, struct error *err)
{
    for (int i = 0; i < STATEMENTS; i++) {
        sqlite3_finalize(s->statements[i]);
        s->statements[i] = NULL;
    }
    sqlite3_limit(s->db, SQLITE_LIMIT_ATTACHED, 1);
    bool ok = store_execute(s, "PRAGMA temp_store=FILE; VACUUM", doing, err);
    sqlite3_limit(s->db, SQLITE_LIMIT_ATTACHED, 0);
    blocks_forget(s);
    return ok && store_execute(s, "PRAGMA temp_store=MEMORY", doing, err);
}

bool store_compact(struct store *s, struct error *err)
{
    if (s->mode != STORE_WRITE || s->in_batch)
        return error_set(err, ERROR_USAGE, "%s: the store is not ready for writing", s->path);
    return tidy(s, err) && index_merge(s, true, s->threads, err) && store_vacuum(s, err);
}
