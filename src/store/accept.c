/* Whether what was opened is a store that this qipu made: its format, its tables text by text, and
   numbers that can be. A database that someone else made can have views, generated columns,
   triggers or constraints in the place of what is ours, and run without end. */
#include "store/pages.h"
#include "store/private.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

static const char reading[] = "read the store";

/* --- Its format ------------------------------------------------------------------------------- */

static bool refuse_old(const struct store *s, int64_t version, struct error *err)
{
    return error_set(err, ERROR_UNSUPPORTED,
                     "%s: a store of format %lld, older than this qipu's %d; bring it up to date "
                     "with: qipu db %s upgrade",
                     s->path, (long long)version, STORE_FORMAT, s->path);
}

/* Pages have room for seals in formats that have them, and where an upgrade did not end. */
static bool check_room(struct store *s, int64_t version, struct error *err)
{
    const int room = pages_room(s->db);
    if (room == (version == SEALED_FORMAT ? SEAL_BYTES : 0) || (version == 2 && s->takes_old))
        return true;
    if (version == 2)
        return error_set(err, ERROR_DAMAGED,
                         "%s: the store is damaged, or its upgrade did not end; try: qipu db %s "
                         "upgrade",
                         s->path, s->path);
    return error_set(err, ERROR_DAMAGED,
                     "%s: the store is damaged (it says that its format is %lld)", s->path,
                     (long long)version);
}

static bool check_version(struct store *s, int64_t version, struct error *err)
{
    const int oldest = s->mode == STORE_WRITE ? STORE_FORMAT : STORE_FORMAT_READ;
    struct stat st;
    /* The writer that was to make the store was killed, and its beginning has just been undone. */
    if (version == 0 && stat(s->path, &st) == 0 && st.st_size == 0)
        return store_refuse_empty(s, err);
    if (version <= 0)
        return error_set(err, ERROR_DAMAGED, "%s: the store has no format version", s->path);
    if (version > STORE_FORMAT)
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s: a store of format %lld; this qipu reads formats up to %d", s->path,
                         (long long)version, STORE_FORMAT);
    return check_room(s, version, err) &&
           (version >= oldest || s->takes_old || refuse_old(s, version, err));
}

bool store_check_version(struct store *s, struct error *err)
{
    int64_t version;
    if (!store_read_number(s, "PRAGMA user_version", &version, err))
        return false;
    s->version = (int)version;
    return check_version(s, version, err);
}

/* --- Its tables ------------------------------------------------------------------------------- */

/* Whether TEXT is one of the statements of SQL, each of which ends in a semicolon. */
static bool is_statement_of(const char *sql, const char *text)
{
    const size_t len = strlen(text);
    for (const char *end; (end = strchr(sql, ';')); sql = end + 1)
        if ((size_t)(end - sql) == len && memcmp(sql, text, len) == 0)
            return true;
    return false;
}

static bool is_view(const char *text)
{
    bool is = false;
    for (int game = 0; game < GAME_COUNT; game++)
        is |= is_statement_of(view_sql[game], text);
    return is;
}

static size_t count_statements(const char *sql)
{
    size_t count = 0;
    for (; (sql = strchr(sql, ';')); sql++)
        count++;
    return count;
}

/* Of format 1, which is only upgraded: nothing that computes. */
static const char old_schema_sql[] =
    "SELECT name, NULL FROM sqlite_schema WHERE NOT (type = 'view' AND name = 'games'"
    " OR type = 'index' AND sql IS NULL OR type = 'table' AND sql NOT LIKE '%check%'"
    " AND sql NOT LIKE '%generated%' AND sql NOT LIKE '% as %' AND sql NOT LIKE '%virtual%'"
    " AND sql NOT LIKE '%default%')";
static const char new_schema_sql[] = "SELECT name, sql FROM sqlite_schema";

static bool refuse_schema(const struct store *s, const char *name, struct error *err)
{
    return error_set(err, ERROR_DAMAGED, "%s: not as qipu made it: its table or view %.60s",
                     s->path, name ? name : "?");
}

bool store_check_schema(struct store *s, struct error *err)
{
    const bool is_old = s->version < STORE_FORMAT_READ;
    size_t count = 0;
    bool ok = true;
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, is_old ? old_schema_sql : new_schema_sql, -1, &st, NULL);
    while (ok && st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(st, 1);
        count++;
        ok = sql && (is_statement_of(schema_sql, sql) || is_view(sql));
        if (!ok)
            refuse_schema(s, (const char *)sqlite3_column_text(st, 0), err);
    }
    if (ok && rc != SQLITE_DONE)
        ok = store_fail(s, rc, reading, err);
    sqlite3_finalize(st);
    if (!ok || is_old || count == count_statements(schema_sql) + 1)
        return ok;
    return error_set(err, ERROR_DAMAGED, "%s: the store is damaged (a table is not there)",
                     s->path);
}

/* --- Its numbers ------------------------------------------------------------------------------ */

/* A game, be it deleted, takes two bytes of a block at least, and a ply a bit. */
bool store_check_counts(struct store *s, struct error *err)
{
    const struct store_counts *c = &s->counts;
    int64_t pages, page_size;
    if (s->version < STORE_FORMAT_READ)
        return true;
    if (!store_read_number(s, "PRAGMA page_count", &pages, err) ||
        !store_read_number(s, "PRAGMA page_size", &page_size, err))
        return false;
    const uint64_t bytes = (uint64_t)pages * (uint64_t)page_size;
    if (c->last_game >= 0 && c->last_game <= UINT32_MAX && (uint64_t)c->last_game <= bytes / 2 &&
        c->games <= (uint64_t)c->last_game && c->plies <= bytes * 8)
        return true;
    return error_set(err, ERROR_DAMAGED,
                     "%s: the store is damaged (it counts %" PRId64 " games and %" PRId64 " plies)",
                     s->path, (int64_t)c->games, (int64_t)c->plies);
}
