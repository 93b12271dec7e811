/* Verifying a store: SQLite's own check, then what the tables say of each other, then every game
   read back as a whole. */
#include "store/private.h"

#include <stdio.h>
#include <sys/stat.h>

struct checking {
    struct store *store;
    struct fault_sink sink; /* the caller's */
    long long faults;
};

static void fault(void *closure, const char *line)
{
    struct checking *c = closure;
    c->faults++;
    c->sink.report(c->sink.closure, line);
}

/* Run SQL whose rows are lines about faults. */
static bool report_rows(struct checking *c, const char *sql, struct error *err)
{
    struct store *s = c->store;
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);
    while (rc == SQLITE_OK || rc == SQLITE_ROW) {
        rc = sqlite3_step(st);
        const char *line = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(st, 0) : NULL;
        if (line && strcmp(line, "ok") != 0)
            fault(c, line);
    }
    bool ok = rc == SQLITE_DONE || store_fail(s, rc, "check the store", err);
    sqlite3_finalize(st);
    return ok;
}

#define MISSING(column, table)                                                                     \
    "SELECT 'game ' || id || ': its " column " ' || " column " || ' is not there' FROM game"       \
    " WHERE " column " IS NOT NULL AND " column " NOT IN (SELECT id FROM " table ")"

static const char *const statements[] = {
    "PRAGMA integrity_check(100)",
    MISSING("white", "player"),
    MISSING("black", "player"),
    MISSING("event", "event"),
    MISSING("site", "site"),
    MISSING("tag_order", "tag_order"),
    MISSING("source", "source"),
    "SELECT 'the store counts ' || value || ' games and holds ' || (SELECT count(*) FROM game)"
    " FROM meta WHERE key = 'games' AND value IS NOT (SELECT count(*) FROM game)",
    "SELECT 'the store counts ' || value || ' plies and holds ' || (SELECT total(plies) FROM game)"
    " FROM meta WHERE key = 'plies' AND value <> (SELECT total(plies) FROM game)",
    "SELECT 'the store does not say its ' || column1 FROM (VALUES ('format'), ('game'), ('games'),"
    " ('plies')) WHERE column1 NOT IN (SELECT key FROM meta)",
};

/* SQLite finds missing pages, and reads a last one that is cut off as if it ended in zeros. Beside a
   log it may be so: what was being written there is still in the log. */
static void check_size(struct checking *c)
{
    struct stat st;
    const char *log = sqlite3_filename_wal(sqlite3_db_filename(c->store->db, "main"));
    const bool has_log = log && stat(log, &st) == 0 && st.st_size > 0;
    if (!has_log && stat(c->store->path, &st) == 0 && st.st_size % STORE_PAGE_SIZE != 0)
        fault(c, "the file ends within a page");
}

/* Read every game. A row that cannot be read ends the walk; a damaged game does not. */
static bool check_games(struct checking *c, struct record *rec, struct error *err)
{
    struct store_cursor *cursor = store_scan(c->store, err);
    if (!cursor)
        return false;
    struct game_header header;
    int got;
    while ((got = store_next(cursor, &header, err)) == 1) {
        char line[128];
        if (!store_cursor_read(cursor, rec, err)) {
            if (err->code != ERROR_DAMAGED) {
                got = -1;
                break;
            }
            fault(c, err->text);
        } else if (rec->ply_count != header.ply_count) {
            snprintf(line, sizeof line, "game %u: %zu plies stored, and %u counted",
                     (unsigned)header.id, rec->ply_count, (unsigned)header.ply_count);
            fault(c, line);
        } else if (record_result(rec) != header.result) {
            snprintf(line, sizeof line, "game %u: its result column is wrong", (unsigned)header.id);
            fault(c, line);
        }
    }
    store_scan_end(cursor);
    return got == 0;
}

static long long check(struct store *s, bool full, void (*report)(void *closure, const char *line),
                       void *closure, struct error *err)
{
    struct checking c = {s, {report, closure}, 0};
    const struct fault_sink sink = {fault, &c};
    bool ok = blocks_flush(s, err);
    check_size(&c);
    for (size_t i = 0; ok && i < sizeof statements / sizeof *statements; i++)
        ok = report_rows(&c, statements[i], err);
    ok = ok && store_check_blocks(s, &sink, err);
    if (ok) {
        struct record rec;
        record_init(&rec);
        ok = check_games(&c, &rec, err);
        record_free(&rec);
    }
    if (ok) {
        long long faults = index_check(s, full, report, closure, err);
        c.faults += faults > 0 ? faults : 0;
        ok = faults >= 0;
    }
    if (!ok && err->code == ERROR_DAMAGED) {
        fault(&c, err->text);
        ok = true;
    }
    return ok ? c.faults : -1;
}

long long store_check(struct store *s, void (*report)(void *closure, const char *line),
                      void *closure, struct error *err)
{
    return check(s, false, report, closure, err);
}

long long store_check_fully(struct store *s, void (*report)(void *closure, const char *line),
                            void *closure, struct error *err)
{
    return check(s, true, report, closure, err);
}
