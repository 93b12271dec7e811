/* Verifying a store: the seals of all pages, in use or not; SQLite's own check, then what the tables
   say of each other, then every game read back as a whole. */
#include "store/pages.h"
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

/* What SQL finds: a row for each fault, and the format for the three texts of a row. */
struct statement_check {
    const char *sql, *format;
};

static bool report_rows(struct checking *c, const struct statement_check *check, struct error *err)
{
    enum { TEXTS = 3 };
    struct store *s = c->store;
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, check->sql, -1, &st, NULL);
    while (rc == SQLITE_OK || rc == SQLITE_ROW) {
        const char *texts[TEXTS] = {"", "", ""};
        char line[512];
        rc = sqlite3_step(st);
        for (int i = 0; rc == SQLITE_ROW && i < sqlite3_column_count(st) && i < TEXTS; i++)
            texts[i] = (const char *)sqlite3_column_text(st, i);
        if (rc != SQLITE_ROW || !texts[0] || strcmp(texts[0], "ok") == 0)
            continue;
        snprintf(line, sizeof line, lang_text(check->format), texts[0], texts[1] ? texts[1] : "?",
                 texts[2] ? texts[2] : "?");
        fault(c, line);
    }
    bool ok = rc == SQLITE_DONE || store_fail(s, rc, "check the store", err);
    sqlite3_finalize(st);
    return ok;
}

#define MISSING(column, table)                                                                     \
    {                                                                                              \
        "SELECT id, '" column "', " column " FROM game WHERE " column " IS NOT NULL AND " column   \
        " NOT IN (SELECT id FROM " table ")",                                                      \
            LANG("game %s: its %s %s is not there")                                                \
    }

static const struct statement_check statement_checks[] = {
    {"PRAGMA integrity_check(100)", "%s"},
    MISSING("white", "player"),
    MISSING("black", "player"),
    MISSING("event", "event"),
    MISSING("site", "site"),
    MISSING("tag_order", "tag_order"),
    MISSING("source", "source"),
    {"SELECT value, (SELECT count(*) FROM game) FROM meta WHERE key = 'games'"
     " AND value IS NOT (SELECT count(*) FROM game)",
     LANG("the store counts %s games and holds %s")},
    {"SELECT value, (SELECT CAST(total(plies) AS INTEGER) FROM game) FROM meta WHERE key = 'plies'"
     " AND value <> (SELECT total(plies) FROM game)",
     LANG("the store counts %s plies and holds %s")},
    {"SELECT column1 FROM (VALUES ('format'), ('game'), ('games'), ('plies'))"
     " WHERE column1 NOT IN (SELECT key FROM meta)",
     LANG("the store does not say its %s")},
};

/* SQLite finds missing pages, and reads a last one that is cut off as if it ended in zeros. Beside
   a log it may be so: what was being written there is still in the log. */
static bool check_size(struct checking *c, struct error *err)
{
    struct stat st;
    int64_t page_size;
    if (!store_read_number(c->store, "PRAGMA page_size", &page_size, err))
        return false;
    const char *log = sqlite3_filename_wal(sqlite3_db_filename(c->store->db, "main"));
    const bool has_log = log && stat(log, &st) == 0 && st.st_size > 0;
    if (!has_log && stat(c->store->path, &st) == 0 && st.st_size % page_size != 0)
        fault(c, lang_text("the file ends within a page"));
    return true;
}

static void report_page(void *closure, int64_t page)
{
    char line[64];
    snprintf(line, sizeof line, lang_text("page %lld fails its checksum"), (long long)page);
    fault(closure, line);
}

/* What else is wrong where pages are damaged is a consequence. */
static bool check_pages(struct checking *c, struct error *err)
{
    const int rc = pages_verify(c->store->db, report_page, c);
    return rc == SQLITE_OK || store_fail(c->store, rc, "check the store", err);
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
            snprintf(line, sizeof line, lang_text("game %u: %zu plies stored, and %u counted"),
                     (unsigned)header.id, rec->ply_count, (unsigned)header.ply_count);
            fault(c, line);
        } else if (record_result(rec) != header.result) {
            snprintf(line, sizeof line, lang_text("game %u: its result column is wrong"),
                     (unsigned)header.id);
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
    bool ok = blocks_flush(s, err) && check_pages(&c, err) && check_size(&c, err);
    if (ok && c.faults > 0)
        return c.faults;
    for (size_t i = 0; ok && i < sizeof statement_checks / sizeof *statement_checks; i++)
        ok = report_rows(&c, &statement_checks[i], err);
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
