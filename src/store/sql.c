/* What all files of src/store/ send SQL with. */
#include "store/pages.h"
#include "store/private.h"

bool store_fail(struct store *s, int rc, const char *doing, struct error *err)
{
    const char *why = s->db ? sqlite3_errmsg(s->db) : sqlite3_errstr(rc);
    if (s->db && rc == PAGES_DAMAGED)
        return error_set(err, ERROR_DAMAGED,
                         "%s: the store is damaged (page %lld fails its checksum)", s->path,
                         (long long)pages_damaged_page(s->db));
    switch (rc & 0xff) {
    case SQLITE_NOMEM: return error_no_memory(err);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_MISMATCH:
    case SQLITE_FORMAT:
        return error_set(err, ERROR_DAMAGED, "%s: the store is damaged (%s)", s->path, why);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_set(err, ERROR_IO, "%s: cannot %s: another process is using the store",
                         s->path, lang_text(doing));
    case SQLITE_READONLY:
        return error_set(err, ERROR_IO,
                         "%s: cannot %s: an unfinished write must be rolled back first, and the "
                         "file or its folder cannot be written",
                         s->path, lang_text(doing));
    case SQLITE_FULL:
        return error_set(err, ERROR_IO, "%s: cannot %s: the disk is full", s->path,
                         lang_text(doing));
    case SQLITE_ERROR: /* a table or column that is not there */
        return error_set(err, ERROR_DAMAGED, "%s: cannot %s: %s", s->path, lang_text(doing), why);
    default: return error_set(err, ERROR_IO, "%s: cannot %s: %s", s->path, lang_text(doing), why);
    }
}

static bool (*readers_stop_wanted)(void);

static int is_stop_wanted(void *closure)
{
    const struct store *s = closure;
    return s->stop_wanted();
}

void store_stop_when(struct store *s, bool (*wanted)(void))
{
    enum { STEPS = 1000 }; /* of SQLite: some microseconds */
    s->stop_wanted = wanted;
    sqlite3_progress_handler(s->db, STEPS, is_stop_wanted, s);
}

void store_stop_readers_when(bool (*wanted)(void))
{
    readers_stop_wanted = wanted;
}

void store_stop_reader(struct store *s)
{
    if (readers_stop_wanted && s->mode == STORE_READ)
        store_stop_when(s, readers_stop_wanted);
}

sqlite3_stmt *store_statement(struct store *s, enum statement which, struct error *err)
{
    sqlite3_stmt **st = &s->statements[which];
    if (s->rows.any && !rows_may_wait(which) && !rows_write(s, err))
        return NULL;
    if (*st) {
        sqlite3_reset(*st);
        sqlite3_clear_bindings(*st);
        return *st;
    }
    int rc =
        sqlite3_prepare_v3(s->db, statement_sql[which], -1, SQLITE_PREPARE_PERSISTENT, st, NULL);
    if (rc != SQLITE_OK)
        store_fail(s, rc, "read the store", err);
    return *st;
}

bool store_run(struct store *s, sqlite3_stmt *statement, const char *doing, struct error *err)
{
    if (!statement)
        return false;
    int rc = sqlite3_step(statement);
    bool ok = rc == SQLITE_DONE || rc == SQLITE_ROW || store_fail(s, rc, doing, err);
    sqlite3_reset(statement);
    return ok;
}

bool store_get_meta(struct store *s, const char *key, int64_t *value, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_GET_META, err);
    if (!st)
        return false;
    sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
    int rc = sqlite3_step(st);
    *value = rc == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
    bool ok = rc == SQLITE_ROW || rc == SQLITE_DONE || store_fail(s, rc, "read the store", err);
    sqlite3_reset(st);
    return ok;
}

bool store_set_meta(struct store *s, const char *key, int64_t value, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_SET_META, err);
    if (!st)
        return false;
    sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 2, value);
    return store_run(s, st, "write to the store", err);
}

bool store_execute(struct store *s, const char *sql, const char *doing, struct error *err)
{
    int rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
    return rc == SQLITE_OK || store_fail(s, rc, doing, err);
}

bool store_read_number(struct store *s, const char *sql, int64_t *n, struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(st);
    bool ok = rc == SQLITE_ROW || store_fail(s, rc, "read the store", err);
    *n = ok ? sqlite3_column_int64(st, 0) : 0;
    sqlite3_finalize(st);
    return ok;
}
