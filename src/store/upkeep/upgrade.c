/* Bringing a store up to date in steps, each all or nothing. From format 1 to 2, in one transaction:
   its tables are renamed, their games read as that format had them and added to new tables under
   their numbers, then they are dropped. From 2 to 3: the store is checked, its pages leave room for
   seals, are sealed, and it says so.

   Format 1 had a row of table `code` for each game: moves of 16 bits, low byte first; other tags
   and notes, each packed by itself. Column `start` was 1 if the FEN tag gave the start position, 2
   if a FEN lay in front of the other tags. */
#include "notation/notation.h"
#include "store/pages.h"
#include "store/private.h"

#include <stdio.h>
#include <stdlib.h>

static const char doing[] = LANG("upgrade the store");

/* The index is written so often, since its memory grows with the plies. */
enum { SEGMENT_PLIES = 1 << 22 };

static const char begin_sql[] =
    "DROP VIEW games;"
    "DROP TABLE IF EXISTS index_segment; DROP TABLE IF EXISTS index_block;"
    "DROP TABLE IF EXISTS index_minus;"
    "ALTER TABLE meta RENAME TO old_meta; ALTER TABLE player RENAME TO old_player;"
    "ALTER TABLE event RENAME TO old_event; ALTER TABLE site RENAME TO old_site;"
    "ALTER TABLE tag_order RENAME TO old_order; ALTER TABLE source RENAME TO old_source;"
    "ALTER TABLE game RENAME TO old_game; ALTER TABLE code RENAME TO old_code;";

static const char end_sql[] =
    "DROP TABLE old_code; DROP TABLE old_game; DROP TABLE old_source; DROP TABLE old_order;"
    "DROP TABLE old_site; DROP TABLE old_event; DROP TABLE old_player; DROP TABLE old_meta;";

/* The columns that formats 1 and 2 share come as in GAME_ROW of schema.c. */
enum { OLD_TERMINATOR = GAME_COLUMNS + 1, OLD_START, OLD_ORDER, OLD_MOVES, OLD_TAGS, OLD_NOTES };
static const char games_sql[] =
    "SELECT g.id, w.name, b.name, e.name, s.name, g.date, g.round, g.result, g.white_elo,"
    " g.black_elo, g.eco, g.time_control, g.termination, g.variant, g.plies, g.tag_order, g.source,"
    " g.terminator, g.start, o.name, c.moves, c.tags, c.notes FROM old_game AS g"
    " LEFT JOIN old_code AS c ON c.id = g.id LEFT JOIN old_order AS o ON o.id = g.tag_order"
    " LEFT JOIN old_player AS w ON w.id = g.white LEFT JOIN old_player AS b ON b.id = g.black"
    " LEFT JOIN old_event AS e ON e.id = g.event LEFT JOIN old_site AS s ON s.id = g.site"
    " ORDER BY g.id";

static const char sources_sql[] =
    "SELECT id, name, start, offset, hash, games, open_game FROM old_source ORDER BY id";

struct upgrade {
    struct store *store;
    struct record rec;
    struct game_moves moves;
    struct buffer room;
    uint64_t plies; /* since the index was written last */
};

static struct bytes blob(sqlite3_stmt *st, int at)
{
    const void *data = sqlite3_column_blob(st, at);
    return bytes_of(data ? data : "", (size_t)sqlite3_column_bytes(st, at));
}

/* --- A game of format 1 ----------------------------------------------------------------------- */

static bool read_moves(struct upgrade *u, struct bytes in, struct error *err)
{
    size_t count = bytes_left(&in) / 2;
    if (bytes_left(&in) % 2)
        return error_set(err, ERROR_DAMAGED, "its moves are cut off");
    if (count > u->moves.cap) {
        move *moves = realloc(u->moves.moves, count * sizeof *moves);
        if (!moves)
            return error_no_memory(err);
        u->moves.moves = moves;
        u->moves.cap = count;
    }
    for (size_t i = 0; i < count; i++)
        u->moves.moves[i] = bytes_u16(&in);
    u->moves.ply_count = count;
    return true;
}

static bool set_start(struct record *rec, const char *fen, size_t len, struct error *err)
{
    struct position pos;
    struct fen_report report;
    if (!fen || !fen_parse(rec->game, fen, len, &pos, &report))
        return error_set(err, ERROR_DAMAGED, "its start position is none");
    record_set_start(rec, &pos);
    return true;
}

/* The tags come before the start: the FEN tag had its text among the other tags. */
static bool read_tags(struct upgrade *u, sqlite3_stmt *st, const struct column_value *values,
                      struct error *err)
{
    struct record *rec = &u->rec;
    struct bytes packed = blob(st, OLD_TAGS), other;
    const struct column_value order = column_value(st, OLD_ORDER);
    const int64_t start = sqlite3_column_int64(st, OLD_START);
    const char *fen = NULL;
    size_t fen_len = 0;
    if (!unpack(&u->store->packer, packed.at, bytes_left(&packed), &u->room, &other, err))
        return false;
    if (start == 2) {
        fen_len = bytes_number(&other);
        fen = bytes_take(&other, fen_len);
    }
    if (order.type != VALUE_TEXT)
        return error_set(err, ERROR_DAMAGED, "the order of its tags is not there");
    if (!tag_code_read(rec, values, order.text, order.len, &other, err))
        return false;
    if (start == 1) {
        struct slice tag = record_tag(rec, TAG_FEN);
        fen = record_text(rec, tag);
        fen_len = tag.len;
    }
    return start == 0 || set_start(rec, fen, fen_len, err);
}

static bool read_game(struct upgrade *u, sqlite3_stmt *st, struct error *err)
{
    struct record *rec = &u->rec;
    struct column_value values[GAME_COLUMNS];
    struct bytes packed = blob(st, OLD_NOTES), notes;
    const struct column_value terminator = column_value(st, OLD_TERMINATOR);
    row_values(st, values); /* `variant` was 0 or 1, as the lowest bit of `kind` is */
    if (!record_clear(rec, u->store->game))
        return error_no_memory(err);
    if (!read_tags(u, st, values, err) || !read_moves(u, blob(st, OLD_MOVES), err) ||
        !unpack(&u->store->packer, packed.at, bytes_left(&packed), &u->room, &notes, err) ||
        !game_code_read(rec, u->moves.moves, u->moves.ply_count, notes, &u->store->replay, err))
        return false;
    rec->variant = values[COLUMN_KIND].number ? VARIANT_CHESS960 : VARIANT_STANDARD;
    rec->has_terminator = terminator.type == VALUE_NUMBER;
    if (rec->has_terminator && (terminator.number < 0 || terminator.number > RESULT_DRAW))
        return error_set(err, ERROR_DAMAGED, "its terminator is unknown");
    rec->terminator = rec->has_terminator ? (enum result)terminator.number : RESULT_NONE;
    return true;
}

/* --- The whole store -------------------------------------------------------------------------- */

/* Add the game that ST stands on under its own number. */
static bool take_game(struct upgrade *u, sqlite3_stmt *st, struct error *err)
{
    struct store *s = u->store;
    const int64_t wanted = sqlite3_column_int64(st, 0);
    game_id id;
    if (wanted != s->counts.last_game + 1)
        return error_set(err, ERROR_DAMAGED, "%s: game %lld is not there", s->path,
                         (long long)s->counts.last_game + 1);
    s->counts.last_source = sqlite3_column_int64(st, COLUMN_SOURCE + 1) - 1;
    if (!read_game(u, st, err))
        return store_name_game(s, (game_id)wanted, err);
    u->plies += u->rec.ply_count;
    if (!store_add(s, &u->rec, &id, err))
        return false;
    if (u->plies < SEGMENT_PLIES)
        return true;
    u->plies = 0;
    return index_builder_write(s->index, s, s->threads, err);
}

static bool take_source(struct upgrade *u, sqlite3_stmt *st, struct error *err)
{
    struct store *s = u->store;
    const char *name = (const char *)sqlite3_column_text(st, 1);
    const struct source_mark mark = {.name = name ? name : "",
                                     .start = (uint64_t)sqlite3_column_int64(st, 2),
                                     .offset = (uint64_t)sqlite3_column_int64(st, 3),
                                     .hash = (uint64_t)sqlite3_column_int64(st, 4),
                                     .open_game = (game_id)sqlite3_column_int64(st, 6)};
    s->counts.last_source = sqlite3_column_int64(st, 0) - 1;
    s->counts.part_games = sqlite3_column_int64(st, 5);
    return store_mark(s, &mark, err);
}

static bool take_rows(struct upgrade *u, const char *sql,
                      bool (*take)(struct upgrade *u, sqlite3_stmt *st, struct error *err),
                      struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(u->store->db, sql, -1, &st, NULL);
    bool ok = rc == SQLITE_OK || store_fail(u->store, rc, doing, err);
    while (ok && (rc = sqlite3_step(st)) == SQLITE_ROW)
        ok = take(u, st, err);
    if (ok && rc != SQLITE_DONE)
        ok = store_fail(u->store, rc, doing, err);
    sqlite3_finalize(st);
    return ok;
}

static bool take_all(struct upgrade *u, struct error *err)
{
    struct store *s = u->store;
    s->counts = (struct store_counts){.games = 0};
    if (!store_begin(s, err))
        return false;
    if (store_execute(s, begin_sql, doing, err) && store_execute(s, schema_sql, doing, err) &&
        store_execute(s, view_sql[s->game], doing, err) && store_put_meta(s, err) &&
        take_rows(u, games_sql, take_game, err) && take_rows(u, sources_sql, take_source, err) &&
        store_execute(s, end_sql, doing, err) &&
        store_execute(s, "PRAGMA user_version=2", doing, err))
        return store_commit(s, NULL, err);
    store_rollback(s);
    return false;
}

/* --- Seals ------------------------------------------------------------------------------------ */

/* The first fault, if there is one. */
static void keep_fault(void *closure, const char *line)
{
    struct error *err = closure;
    if (err->code == ERROR_NONE)
        error_set(err, ERROR_DAMAGED, "%s", line);
}

bool store_is_sound(struct store *s, struct error *err)
{
    struct error found = {.code = ERROR_NONE};
    const long long faults = store_check(s, keep_fault, &found, err);
    if (faults > 0)
        *err = found;
    return faults == 0 || (faults > 0 && store_name_file(s, err));
}

/* What is sealed is taken for sound from then on, so it must have been checked.

   Until the last statement the store is one of format 2, whose pages have bytes that nothing uses.
   The cache has no seals: it is emptied, so that no page goes to the file without one. */
static bool seal(struct store *s, struct error *err)
{
    char sql[128];
    snprintf(sql, sizeof sql,
             "UPDATE meta SET value=%d WHERE key='format'; PRAGMA user_version=%d; COMMIT",
             STORE_FORMAT, STORE_FORMAT);
    pages_leave_room(s->db);
    if (!store_execute(s, "PRAGMA journal_mode=DELETE", doing, err) || !store_vacuum(s, err))
        return false;
    const int rc = pages_seal(s->db, true);
    sqlite3_db_release_memory(s->db);
    return (rc == SQLITE_OK || store_fail(s, rc, doing, err)) &&
           store_execute(s, "BEGIN IMMEDIATE", doing, err) && store_execute(s, sql, doing, err);
}

/* --- All of it -------------------------------------------------------------------------------- */

bool store_upgrade(const char *path, unsigned threads, int *from, struct error *err)
{
    struct upgrade u = {.store = store_open_old(path, from, err)};
    if (!u.store)
        return false;
    record_init(&u.rec);
    store_set_threads(u.store, threads);
    bool ok = *from >= STORE_FORMAT_READ || take_all(&u, err);
    ok = ok && (*from == STORE_FORMAT || (store_is_sound(u.store, err) && seal(u.store, err)));
    record_free(&u.rec);
    game_moves_free(&u.moves);
    buffer_free(&u.room);
    store_close(u.store);
    return ok;
}
