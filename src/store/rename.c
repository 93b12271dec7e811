/* Another name for a player, an event or a site, wherever it stands. Names are stored once, so this
   changes one row; if the new name is there already, the games of the old one get its number. */
#include "store/private.h"

#include <stdlib.h>

static const char doing[] = "change names";

enum { CHUNK_GAMES = 4096 };

/* The tables by kind, and the columns of `game` that have their numbers. */
static const struct renamed {
    enum name_table table;
    enum game_column first, last;
    const char *update, *drop, *games;
} kinds[] = {
    [STORE_PLAYERS] = {NAME_PLAYER, COLUMN_WHITE, COLUMN_BLACK,
                       "UPDATE player SET name = ?2 WHERE id = ?1",
                       "DELETE FROM player WHERE id = ?1",
                       "SELECT id FROM game WHERE white = ?1 OR black = ?1 ORDER BY id"},
    [STORE_EVENTS] = {NAME_EVENT, COLUMN_EVENT, COLUMN_EVENT,
                      "UPDATE event SET name = ?2 WHERE id = ?1", "DELETE FROM event WHERE id = ?1",
                      "SELECT id FROM game WHERE event = ?1 ORDER BY id"},
    [STORE_SITES] = {NAME_SITE, COLUMN_SITE, COLUMN_SITE, "UPDATE site SET name = ?2 WHERE id = ?1",
                     "DELETE FROM site WHERE id = ?1",
                     "SELECT id FROM game WHERE site = ?1 ORDER BY id"},
};

static sqlite3_stmt *prepare(struct store *s, const char *sql, int64_t id, struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);
    if (rc == SQLITE_OK)
        sqlite3_bind_int64(st, 1, id);
    else
        store_fail(s, rc, doing, err);
    return st;
}

/* Run a statement about name ID; TEXT is its second parameter, if it has one. */
static bool change_name(struct store *s, const char *sql, int64_t id, const char *text,
                        struct error *err)
{
    sqlite3_stmt *st = prepare(s, sql, id, err);
    if (st && text)
        sqlite3_bind_text(st, 2, text, -1, SQLITE_STATIC);
    bool ok = store_run(s, st, doing, err);
    sqlite3_finalize(st);
    return ok;
}

/* --- Games ------------------------------------------------------------------------------------ */

static bool list_games(struct store *s, const struct renamed *kind, int64_t id, struct buffer *ids,
                       struct error *err)
{
    sqlite3_stmt *st = prepare(s, kind->games, id, err);
    int rc = SQLITE_ERROR;
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        game_id game = (game_id)sqlite3_column_int64(st, 0);
        buffer_add(ids, &game, sizeof game);
    }
    bool ok = st && (rc == SQLITE_DONE || store_fail(s, rc, doing, err));
    sqlite3_finalize(st);
    return ok && (!ids->failed || error_no_memory(err));
}

/* In the columns of KIND of one game, write TO for FROM. */
static bool renumber_row(struct store *s, const struct renamed *kind, int64_t from, int64_t to,
                         struct block_edit *edit, struct error *err)
{
    struct column_value values[GAME_COLUMNS];
    sqlite3_stmt *st = store_statement(s, STATEMENT_READ_RAW_ROW, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, edit->id);
    int rc = sqlite3_step(st);
    if (rc != SQLITE_ROW)
        return store_fail(s, rc, doing, err);
    row_values(st, values);
    const uint64_t old = row_hash(&s->row, edit->id, values, GAME_COLUMNS);
    for (int c = kind->first; c <= (int)kind->last; c++)
        if (values[c].type == VALUE_NUMBER && values[c].number == from)
            values[c].number = to;
    edit->row_change = row_hash(&s->row, edit->id, values, GAME_COLUMNS) - old;
    bool ok =
        !s->row.failed ? rows_add(s, ROWS_GAMES, edit->id, values, err) : error_no_memory(err);
    sqlite3_reset(st);
    return ok;
}

static bool renumber(struct store *s, const struct renamed *kind, int64_t from, int64_t to,
                     const struct buffer *list, struct error *err)
{
    const game_id *ids = (const game_id *)(const void *)list->data;
    const size_t count = list->len / sizeof *ids;
    struct block_edit *edits = malloc(CHUNK_GAMES * sizeof *edits);
    bool ok = edits || error_no_memory(err);
    for (size_t done = 0; ok && done < count;) {
        size_t n = 0;
        for (; ok && n < CHUNK_GAMES && done < count; n++, done++) {
            edits[n] = (struct block_edit){.id = ids[done], .kind = EDIT_ROW};
            ok = renumber_row(s, kind, from, to, &edits[n], err);
        }
        ok = ok && blocks_edit(s, edits, n, err);
    }
    free(edits);
    return ok;
}

/* --- Names ------------------------------------------------------------------------------------ */

static bool rename_in_batch(struct store *s, const struct renamed *kind, const char *old,
                            const char *new, uint64_t *games, struct error *err)
{
    struct buffer list = {0};
    int64_t from, to;
    uint64_t *sum = &s->counts.name_sums[kind->table];
    if (!store_find_name(s, kind->table, old, strlen(old), &from, err) ||
        !store_find_name(s, kind->table, new, strlen(new), &to, err))
        return false;
    if (!from || from == to)
        return true;
    bool ok = list_games(s, kind, from, &list, err);
    *games = list.len / sizeof(game_id);
    *sum -= name_hash(from, old, strlen(old));
    if (ok && to) {
        ok = renumber(s, kind, from, to, &list, err) && change_name(s, kind->drop, from, NULL, err);
    } else if (ok) {
        *sum += name_hash(from, new, strlen(new));
        ok = change_name(s, kind->update, from, new, err);
    }
    buffer_free(&list);
    names_forget(&s->names[kind->table]);
    return ok;
}

static bool check_new(const char *new, struct error *err)
{
    return (new[0] != '\0' && strcmp(new, "?") != 0) ||
           error_set(err, ERROR_USAGE, "'%s' is no name", new);
}

bool store_rename(struct store *s, enum store_name kind, const char *old, const char *new,
                  uint64_t *games, struct error *err)
{
    struct store_renaming one = {.old = old, .new = new};
    const bool ok = store_rename_many(s, kind, &one, 1, err);
    *games = one.games;
    return ok;
}

bool store_rename_many(struct store *s, enum store_name kind, struct store_renaming *list,
                       size_t count, struct error *err)
{
    for (size_t i = 0; i < count; i++) {
        list[i].games = 0;
        if (!check_new(list[i].new, err))
            return false;
    }
    if (!store_begin(s, err))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++)
        ok = rename_in_batch(s, &kinds[kind], list[i].old, list[i].new, &list[i].games, err);
    if (ok)
        return store_commit(s, NULL, err);
    store_rollback(s);
    return false;
}
