/* Opening a store: its database, the log that a writer may leave, its tables if it is new, and
   whether this qipu can read it. */
#include "notation/notation.h"
#include "store/pages.h"
#include "store/private.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Who only reads walks through most of the file once: pages kept for that cost more than they
   save. */
enum { BUSY_TIMEOUT_MS = 60000, READ_CACHE_KIB = 4 << 10, EDIT_CACHE_KIB = 64 << 10 };

/* --- The database ----------------------------------------------------------------------------- */

/* Else threads wait for each other to count the bytes they allocate. It comes too late if the
   program used SQLite before, and does no harm then. */
static void set_up_sqlite(void)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    pages_register();
}

/* Readers open it for writing too: a journal that a killed writer left has to be rolled back first.
   SQLite opens a file that must not be written for reading all the same. */
static bool open_database(struct store *s, const char *name, int flags, struct error *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_up_sqlite);
    int rc = sqlite3_open_v2(name, &s->db, flags | SQLITE_OPEN_NOMUTEX, PAGES_VFS);
    if (rc != SQLITE_OK)
        return store_fail(s, rc, "open the store", err);
    sqlite3_extended_result_codes(s->db, 1);
    store_stop_reader(s);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_limit(s->db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_busy_timeout(s->db, BUSY_TIMEOUT_MS);
    char sql[192];
    snprintf(sql, sizeof sql,
             "PRAGMA page_size=%d; PRAGMA cache_size=-%d; PRAGMA temp_store=MEMORY;"
             "PRAGMA cell_size_check=ON; PRAGMA query_only=%d",
             STORE_PAGE_SIZE, s->mode == STORE_READ ? READ_CACHE_KIB : EDIT_CACHE_KIB,
             s->mode == STORE_READ);
    return store_execute(s, sql, "open the store", err);
}

/* --- The write-ahead log ---------------------------------------------------------------------- */

bool store_let_readers_in(struct store *s, struct error *err)
{
    /* Where it cannot be (a file system without shared memory), all stays as it was. */
    s->has_log = true;
    bool ok = store_execute(s, "PRAGMA journal_mode=WAL", "write to the store", err);
    sqlite3_db_release_memory(s->db); /* pages look otherwise with a log, as pages.c says */
    return ok;
}

/* In a log that another writer left, pages may have come to the file without seals. */
static bool seal_left_pages(struct store *s)
{
    int64_t is_busy;
    struct error ignored;
    return store_read_number(s, "PRAGMA wal_checkpoint(TRUNCATE)", &is_busy, &ignored) &&
           !is_busy && pages_seal(s->db, false) == SQLITE_OK;
}

/* Bring what the log holds into the file. While others read that cannot be; the last of them, or
   the next writer, does it then. */
static void end_log(struct store *s)
{
    enum { PATIENCE_MS = 1000 };
    sqlite3_busy_timeout(s->db, PATIENCE_MS);
    if (!s->has_old_log || seal_left_pages(s))
        s->has_old_log =
            sqlite3_exec(s->db, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL) != SQLITE_OK &&
            s->has_old_log;
    sqlite3_busy_timeout(s->db, BUSY_TIMEOUT_MS);
    sqlite3_db_release_memory(s->db);
}

/* Open a file that says it has a log where none can be made. If there is none, the file is whole,
   and nobody can be writing to it. */
static bool open_unchanging(struct store *s, struct error *err)
{
    struct buffer name = {0};
    struct stat st;
    int64_t ignored;
    buffer_printf(&name, "%s-wal", s->path);
    bool has_log = stat(buffer_terminate(&name), &st) == 0 && st.st_size > 0;
    buffer_clear(&name);
    buffer_add_string(&name, "file:");
    for (const char *c = s->path; *c; c++)
        buffer_printf(&name, strchr("%?#", *c) ? "%%%02X" : "%c", (unsigned char)*c);
    buffer_add_string(&name, "?immutable=1");
    sqlite3_close(s->db);
    s->db = NULL;
    bool ok = !has_log && open_database(s, buffer_terminate(&name),
                                        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err);
    buffer_free(&name);
    if (has_log)
        return error_set(err, ERROR_IO,
                         "%s: cannot open the store: an import did not end, and the file or its "
                         "folder cannot be written",
                         s->path);
    return ok && store_read_number(s, "PRAGMA user_version", &ignored, err);
}

/* Whether reading failed since nothing can be written beside the file; on a full disk the log of an
   import that failed may be left. */
static bool lacks_room_for_log(const struct store *s, int rc)
{
    return rc == SQLITE_CANTOPEN || rc == SQLITE_READONLY ||
           ((rc == SQLITE_IOERR || rc == SQLITE_FULL) && !store_is_claimed(s));
}

/* The first read rolls an unfinished write back, be it that of the store's creation. */
static bool open_and_read(struct store *s, bool has_log, struct error *err)
{
    int64_t version;
    if (!open_database(s, s->path, SQLITE_OPEN_READWRITE, err) ||
        !store_read_number(s, "PRAGMA user_version", &version, err)) {
        const int rc = s->db ? sqlite3_errcode(s->db) & 0xff : SQLITE_NOMEM;
        return has_log && s->mode == STORE_READ && lacks_room_for_log(s, rc) &&
               open_unchanging(s, err);
    }
    s->has_log = s->has_old_log = has_log && s->mode == STORE_WRITE;
    if (s->has_log)
        end_log(s);
    return true;
}

/* --- Creation and version --------------------------------------------------------------------- */

bool store_put_meta(struct store *s, struct error *err)
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "INSERT INTO meta VALUES('format', %d), ('game', '%s'), ('games', 0), ('plies', 0),"
             " ('last_game', 0)",
             STORE_FORMAT, game_name(s->game));
    return store_execute(s, sql, "create the store", err);
}

static bool create(struct store *s, enum game game, struct error *err)
{
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT",
             STORE_APPLICATION_ID, STORE_FORMAT);
    s->game = game;
    pages_leave_room(s->db);
    return store_execute(s, "BEGIN IMMEDIATE", "create the store", err) &&
           store_execute(s, schema_sql, "create the store", err) &&
           store_execute(s, view_sql[game], "create the store", err) && store_put_meta(s, err) &&
           store_execute(s, sql, "create the store", err);
}

static bool read_game(struct store *s, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_GET_META, err);
    if (!st)
        return false;
    sqlite3_bind_text(st, 1, "game", -1, SQLITE_STATIC);
    int rc = sqlite3_step(st);
    const char *name = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(st, 0) : NULL;
    s->game = name ? game_from_name(name) : GAME_COUNT;
    bool ok = rc == SQLITE_ROW || rc == SQLITE_DONE || store_fail(s, rc, "read the store", err);
    sqlite3_reset(st);
    if (!ok)
        return false;
    if (s->game == GAME_COUNT)
        return error_set(err, ERROR_DAMAGED, "%s: the store does not say which game it holds",
                         s->path);
    return true;
}

bool store_set_game(struct store *s, enum game game, struct error *err)
{
    static const char doing[] = LANG("change the game of the store");
    char sql[128];
    struct error ignored;
    snprintf(sql, sizeof sql, "UPDATE meta SET value = '%s' WHERE key = 'game'; COMMIT",
             game_name(game));
    if (!store_execute(s, "BEGIN IMMEDIATE; DROP VIEW games", doing, err) ||
        !store_execute(s, view_sql[game], doing, err) || !store_execute(s, sql, doing, err)) {
        store_execute(s, "ROLLBACK", doing, &ignored);
        return false;
    }
    s->game = game;
    move_model_init(s->model, game);
    return true;
}

/* A store that has never held a game holds whichever is wanted. */
static bool adapt_game(struct store *s, enum game wanted, struct error *err)
{
    if (wanted == GAME_COUNT || wanted == s->game)
        return true;
    if (store_has_held_games(s))
        return error_set(err, ERROR_USAGE, "%s: the store holds %s games, not %s", s->path,
                         game_name(s->game), game_name(wanted));
    return s->mode == STORE_READ || store_set_game(s, wanted, err);
}

/* What is read from now on is one state of the store, whatever an import adds meanwhile. */
static bool hold_state(struct store *s, struct error *err)
{
    return s->mode == STORE_WRITE || store_execute(s, "BEGIN", "read the store", err);
}

static bool read_counts(struct store *s, struct error *err)
{
    return store_read_counts(s, err) &&
           (s->mode == STORE_READ || store_read_number(s, statement_sql[STATEMENT_LAST_SOURCE],
                                                       &s->counts.last_source, err));
}

static bool make_model(struct store *s, struct error *err)
{
    s->model = malloc(sizeof *s->model);
    if (!s->model)
        return error_no_memory(err);
    move_model_init(s->model, s->game);
    return true;
}

static bool open_store(struct store *s, enum game game, struct error *err)
{
    bool has_log = false;
    bool is_ours =
        s->mode == STORE_WRITE ? store_claim(s, &has_log, err) : store_look(s, &has_log, err);
    if (!is_ours || !open_and_read(s, has_log, err))
        return false;
    if (store_is_empty(s) && !create(s, game == GAME_COUNT ? GAME_CHESS : game, err))
        return false;
    return hold_state(s, err) && store_check_version(s, err) && store_check_schema(s, err) &&
           read_game(s, err) && read_counts(s, err) && store_check_counts(s, err) &&
           make_model(s, err) && adapt_game(s, game, err);
}

static struct store *new_store(const char *path, enum store_mode mode, struct error *err)
{
    struct store *s = calloc(1, sizeof *s);
    char *copy = strdup(path);
    if (!s || !copy) {
        free(s);
        free(copy);
        error_no_memory(err);
        return NULL;
    }
    s->path = copy;
    s->mode = mode;
    s->claim = -1;
    s->threads = 1;
    return s;
}

struct store *store_open(const char *path, enum store_mode mode, enum game game, struct error *err)
{
    struct store *s = new_store(path, mode, err);
    if (!s || open_store(s, game, err))
        return s;
    store_close(s);
    return NULL;
}

struct store *store_open_old(const char *path, int *version, struct error *err)
{
    int64_t n = 0;
    struct store *s = new_store(path, STORE_WRITE, err);
    if (!s)
        return NULL;
    s->takes_old = true;
    bool ignored;
    if (store_look(s, &ignored, err) && open_store(s, GAME_COUNT, err) &&
        store_read_number(s, "PRAGMA user_version", &n, err)) {
        *version = (int)n;
        return s;
    }
    store_close(s);
    return NULL;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    store_rollback(s);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statements[i]);
    if (s->has_log)
        end_log(s);
    sqlite3_close(s->db);
    if (s->claim >= 0)
        close(s->claim);
    for (int i = 0; i < NAME_TABLES; i++)
        names_free(&s->names[i]);
    rows_free(&s->rows);
    blocks_free(s);
    packer_free(&s->packer);
    replay_free(&s->replay);
    game_moves_free(&s->moves);
    buffer_free(&s->row);
    free(s->model);
    buffer_free(&s->order);
    buffer_free(&s->coded);
    buffer_free(&s->tag_room);
    game_coder_free(&s->coder);
    index_builder_free(s->index);
    free(s->path);
    free(s);
}

enum game store_game(const struct store *s)
{
    return s->game;
}

const char *store_path(const struct store *s)
{
    return s->path;
}

void store_set_threads(struct store *s, unsigned threads)
{
    s->threads = threads;
}

bool store_has_held_games(const struct store *s)
{
    return s->counts.last_game > 0;
}

uint64_t store_game_count(struct store *s)
{
    return s->counts.games;
}
