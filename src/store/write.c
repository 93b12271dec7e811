/* Adding games. This file's speed matters for import: every statement is compiled once, names are
   looked up in memory first, and a batch is one transaction. Inside it a savepoint starts after
   each mark, for store_rewind. */
#include "store/private.h"

static const char adding[] = "add games";

/* --- Batches --------------------------------------------------------------------------------- */

static bool run(struct store *s, enum statement which, struct error *err)
{
    return store_run(s, store_statement(s, which, err), adding, err);
}

static void forget_names(struct store *s)
{
    for (int i = 0; i < NAME_TABLES; i++)
        names_clear(&s->names[i]);
}

bool store_begin(struct store *s, struct error *err)
{
    if (s->mode != STORE_WRITE || s->in_batch)
        return error_set(err, ERROR_USAGE, "%s: the store is not ready for writing", s->path);
    if (!s->index && !(s->index = index_builder_new(s->game, err)))
        return false;
    if (!run(s, STATEMENT_BEGIN, err))
        return false;
    s->in_batch = true;
    s->at_begin = s->at_mark = s->counts;
    s->index_at_mark = 0;
    if (run(s, STATEMENT_SAVEPOINT, err))
        return true;
    store_rollback(s);
    return false;
}

void store_rollback(struct store *s)
{
    struct error ignored;
    if (!s->in_batch)
        return;
    run(s, STATEMENT_ROLLBACK, &ignored);
    s->in_batch = false;
    s->counts = s->at_begin;
    index_builder_truncate(s->index, 0);
    forget_names(s);
}

bool store_rewind(struct store *s, struct error *err)
{
    if (!run(s, STATEMENT_ROLLBACK_TO, err))
        return false;
    s->counts = s->at_mark;
    index_builder_truncate(s->index, s->index_at_mark);
    forget_names(s);
    return true;
}

bool store_mark(struct store *s, const struct source_mark *mark, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_ADD_SOURCE, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, s->counts.last_source + 1);
    sqlite3_bind_text(st, 2, mark->name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 3, (int64_t)mark->start);
    sqlite3_bind_int64(st, 4, (int64_t)mark->offset);
    sqlite3_bind_int64(st, 5, (int64_t)mark->hash);
    sqlite3_bind_int64(st, 6, s->counts.part_games);
    if (mark->open_game)
        sqlite3_bind_int64(st, 7, mark->open_game);
    if (!store_run(s, st, adding, err) || !run(s, STATEMENT_RELEASE, err) ||
        !run(s, STATEMENT_SAVEPOINT, err))
        return false;
    s->counts.last_source++;
    s->counts.part_games = 0;
    s->at_mark = s->counts;
    s->index_at_mark = index_builder_count(s->index);
    return true;
}

bool store_commit(struct store *s, const struct source_mark *mark, struct error *err)
{
    static const struct source_mark unnamed = {.name = ""};
    if (!mark && s->counts.part_games > 0)
        mark = &unnamed;
    if ((!mark || store_mark(s, mark, err)) &&
        store_set_meta(s, "games", (int64_t)s->counts.games, err) &&
        store_set_meta(s, "plies", (int64_t)s->counts.plies, err) &&
        index_builder_write(s->index, s, s->threads, err) &&
        index_merge(s, false, s->threads, err) && run(s, STATEMENT_COMMIT, err)) {
        s->in_batch = false;
        return true;
    }
    store_rollback(s);
    return false;
}

bool store_marks(struct store *s, struct source_mark **marks, size_t *count, struct error *err)
{
    struct buffer list = {0}, names = {0};
    int rc = SQLITE_ERROR;
    *marks = NULL;
    *count = 0;
    sqlite3_stmt *st = store_statement(s, STATEMENT_MARKS, err);
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct source_mark m = {
            .start = (uint64_t)sqlite3_column_int64(st, 1),
            .offset = (uint64_t)sqlite3_column_int64(st, 2),
            .hash = (uint64_t)sqlite3_column_int64(st, 3),
            .open_game = (game_id)sqlite3_column_int64(st, 4),
        };
        const char *name = (const char *)sqlite3_column_text(st, 0);
        buffer_add(&list, &m, sizeof m);
        buffer_add_string(&names, name ? name : "");
        buffer_add_char(&names, '\0');
        ++*count;
    }
    bool ok = st && (rc == SQLITE_DONE || store_fail(s, rc, "read its sources", err));
    if (st)
        sqlite3_reset(st);
    size_t at = list.len;
    buffer_add(&list, names.data, names.len);
    if (ok && (list.failed || names.failed))
        ok = error_no_memory(err);
    if (ok) {
        *marks = (struct source_mark *)(void *)list.data;
        for (size_t i = 0; i < *count; i++, at += strlen(list.data + at) + 1)
            (*marks)[i].name = list.data + at;
    } else {
        buffer_free(&list);
    }
    buffer_free(&names);
    return ok;
}

/* --- Games ----------------------------------------------------------------------------------- */

/* The number of a name, which gets one if it is new. */
static bool name_id(struct store *s, enum name_table table, const char *text, size_t len,
                    int64_t *id, struct error *err)
{
    struct name_slot *slot = names_find(&s->names[table], text, len);
    if (!slot)
        return error_no_memory(err);
    if (slot->id) {
        *id = slot->id;
        return true;
    }
    sqlite3_stmt *st = store_statement(s, (enum statement)(STATEMENT_FIND_NAME + table), err);
    if (!st)
        return false;
    sqlite3_bind_text(st, 1, text, (int)len, SQLITE_STATIC);
    int rc = sqlite3_step(st);
    *id = rc == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
    sqlite3_reset(st);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        return store_fail(s, rc, adding, err);
    if (rc == SQLITE_DONE) {
        st = store_statement(s, (enum statement)(STATEMENT_ADD_NAME + table), err);
        if (!st)
            return false;
        sqlite3_bind_text(st, 1, text, (int)len, SQLITE_STATIC);
        if (!store_run(s, st, adding, err))
            return false;
        *id = sqlite3_last_insert_rowid(s->db);
    }
    return names_put(&s->names[table], slot, *id) || error_no_memory(err);
}

static void bind_value(sqlite3_stmt *st, int at, const struct column_value *v)
{
    if (v->type == VALUE_NUMBER)
        sqlite3_bind_int64(st, at, v->number);
    else if (v->type == VALUE_TEXT)
        sqlite3_bind_text(st, at, v->text, (int)v->len, SQLITE_STATIC);
}

static void bind_bytes(sqlite3_stmt *st, int at, const char *data, size_t len)
{
    if (len > 0)
        sqlite3_bind_blob64(st, at, data, len, SQLITE_STATIC);
}

static bool add_names(struct store *s, struct coded_game *game, struct error *err)
{
    static const enum name_table tables[] = {
        [COLUMN_WHITE] = NAME_PLAYER,
        [COLUMN_BLACK] = NAME_PLAYER,
        [COLUMN_EVENT] = NAME_EVENT,
        [COLUMN_SITE] = NAME_SITE,
    };
    for (size_t c = 0; c < sizeof tables / sizeof *tables; c++) {
        struct column_value *v = &game->values[c];
        int64_t id;
        if (v->type != VALUE_TEXT)
            continue;
        if (!name_id(s, tables[c], v->text, v->len, &id, err))
            return false;
        *v = (struct column_value){.type = VALUE_NUMBER, .number = id};
    }
    struct column_value *order = &game->values[COLUMN_TAG_ORDER];
    order->type = VALUE_NUMBER;
    return name_id(s, NAME_TAG_ORDER, game->order, game->order_len, &order->number, err);
}

/* The statement names the columns in the order of enum game_column. */
static bool put_game(struct store *s, int64_t id, const struct coded_game *game, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_ADD_GAME, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, id);
    for (int c = 0; c < GAME_COLUMNS; c++)
        bind_value(st, c + 2, &game->values[c]);
    if (!store_run(s, st, adding, err))
        return false;
    st = store_statement(s, STATEMENT_ADD_CODE, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, id);
    sqlite3_bind_blob64(st, 2, game->moves, game->moves_len, SQLITE_STATIC);
    bind_bytes(st, 3, game->tags, game->tags_len);
    bind_bytes(st, 4, game->notes, game->notes_len);
    return store_run(s, st, adding, err);
}

static bool write_game(struct store *s, int64_t id, struct coded_game *game, struct error *err)
{
    if (!s->in_batch)
        return error_set(err, ERROR_USAGE, "%s: no batch was begun", s->path);
    if (game->game != s->game)
        return error_set(err, ERROR_USAGE, "%s: the store holds games of another kind", s->path);
    if (!add_names(s, game, err))
        return false;
    game->values[COLUMN_SOURCE] =
        (struct column_value){.type = VALUE_NUMBER, .number = s->counts.last_source + 1};
    return put_game(s, id, game, err) && index_builder_add(s->index, (game_id)id, game->index, err);
}

bool store_add_coded(struct store *s, const char *data, game_id *id, struct error *err)
{
    int64_t next = s->counts.last_game + 1;
    struct coded_game game;
    coded_game_open(&game, data);
    if (next > UINT32_MAX)
        return error_set(err, ERROR_IO, "%s: the store has no more numbers for games", s->path);
    if (!write_game(s, next, &game, err))
        return false;
    s->counts.last_game = next;
    s->counts.games++;
    s->counts.part_games++;
    s->counts.plies += game.plies;
    *id = (game_id)next;
    return true;
}

bool store_replace_coded(struct store *s, game_id id, const char *data, struct error *err)
{
    struct game_header old;
    struct coded_game game;
    coded_game_open(&game, data);
    if (!store_read_header(s, id, &old, err))
        return false;
    uint64_t old_plies = old.ply_count;
    if (!index_delete(s, &id, 1, err) || !write_game(s, id, &game, err))
        return false;
    s->counts.plies += game.plies - old_plies;
    return true;
}

bool store_add(struct store *s, const struct record *rec, game_id *id, struct error *err)
{
    buffer_clear(&s->coded);
    return game_encode(&s->coder, rec, &s->coded, err) &&
           store_add_coded(s, s->coded.data, id, err);
}

bool store_replace(struct store *s, game_id id, const struct record *rec, struct error *err)
{
    buffer_clear(&s->coded);
    return game_encode(&s->coder, rec, &s->coded, err) &&
           store_replace_coded(s, id, s->coded.data, err);
}
