/* Adding games. This file's speed matters for import: every statement is compiled once, names are
   looked up in memory first, and a batch is one transaction. Inside it a savepoint starts after
   each mark, for store_rewind. */
#include "notation/notation.h"
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
    if (!run(s, STATEMENT_BEGIN, err))
        return false;
    s->in_batch = true;
    s->at_begin = s->at_mark = s->counts;
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
    forget_names(s);
}

bool store_rewind(struct store *s, struct error *err)
{
    if (!run(s, STATEMENT_ROLLBACK_TO, err))
        return false;
    s->counts = s->at_mark;
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
        run(s, STATEMENT_COMMIT, err)) {
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

static void bind_bytes(sqlite3_stmt *st, int at, const struct buffer *b)
{
    if (b->len > 0)
        sqlite3_bind_blob64(st, at, b->data, b->len, SQLITE_STATIC);
}

/* Where the start position comes from; one that neither the rules nor the FEN tag give goes to the
   front of the other tags. */
static enum start_kind put_start(const struct record *rec, struct buffer *other)
{
    if (!rec->has_start_tag)
        return START_USUAL;
    char wanted[FEN_MAX], given[FEN_MAX];
    size_t len = fen_format(&rec->start, true, wanted);
    struct position pos;
    struct fen_report report;
    struct slice tag = record_tag(rec, TAG_FEN);
    if (tag.len > 0 && fen_parse(rec->game, record_text(rec, tag), tag.len, &pos, &report)) {
        fen_format(&pos, true, given);
        if (strcmp(given, wanted) == 0)
            return START_FEN_TAG;
    }
    bytes_put_number(other, len);
    buffer_add(other, wanted, len);
    return START_CODED;
}

/* Fill the store's buffers and VALUES from REC. */
static bool encode(struct store *s, const struct record *rec,
                   struct column_value values[GAME_COLUMNS], struct error *err)
{
    buffer_clear(&s->moves);
    buffer_clear(&s->order);
    buffer_clear(&s->raw);
    moves_code_write(rec, &s->moves);
    enum start_kind start = put_start(rec, &s->raw);
    tag_code_write(rec, values, &s->order, &s->raw);
    if (!pack(&s->packer, &s->raw, &s->tags))
        return error_no_memory(err);
    buffer_clear(&s->raw);
    if (!notes_code_write(rec, &s->raw))
        return error_set(err, ERROR_UNSUPPORTED, "a game's notes cannot be stored");
    if (!pack(&s->packer, &s->raw, &s->notes) || s->moves.failed || s->order.failed)
        return error_no_memory(err);
    values[COLUMN_TERMINATOR] = (struct column_value){
        .type = rec->has_terminator ? VALUE_NUMBER : VALUE_NULL, .number = rec->terminator};
    values[COLUMN_START] = (struct column_value){.type = VALUE_NUMBER, .number = start};
    return true;
}

static bool add_names(struct store *s, struct column_value values[GAME_COLUMNS], struct error *err)
{
    static const enum name_table tables[] = {
        [COLUMN_WHITE] = NAME_PLAYER,
        [COLUMN_BLACK] = NAME_PLAYER,
        [COLUMN_EVENT] = NAME_EVENT,
        [COLUMN_SITE] = NAME_SITE,
    };
    for (size_t c = 0; c < sizeof tables / sizeof *tables; c++) {
        struct column_value *v = &values[c];
        int64_t id;
        if (v->type != VALUE_TEXT)
            continue;
        if (!name_id(s, tables[c], v->text, v->len, &id, err))
            return false;
        *v = (struct column_value){.type = VALUE_NUMBER, .number = id};
    }
    struct column_value *order = &values[COLUMN_TAG_ORDER];
    *order = (struct column_value){.type = VALUE_NUMBER};
    const char *text = s->order.len > 0 ? s->order.data : "";
    return name_id(s, NAME_TAG_ORDER, text, s->order.len, &order->number, err);
}

/* The statement names the columns in the order of enum game_column. */
static bool put_game(struct store *s, int64_t id, const struct column_value values[GAME_COLUMNS],
                     struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_ADD_GAME, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, id);
    for (int c = 0; c < GAME_COLUMNS; c++)
        bind_value(st, c + 2, &values[c]);
    if (!store_run(s, st, adding, err))
        return false;
    st = store_statement(s, STATEMENT_ADD_CODE, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, id);
    sqlite3_bind_blob64(st, 2, s->moves.len > 0 ? s->moves.data : "", s->moves.len, SQLITE_STATIC);
    bind_bytes(st, 3, &s->tags);
    bind_bytes(st, 4, &s->notes);
    return store_run(s, st, adding, err);
}

static bool write_game(struct store *s, int64_t id, const struct record *rec, struct error *err)
{
    struct column_value values[GAME_COLUMNS];
    if (!s->in_batch)
        return error_set(err, ERROR_USAGE, "%s: no batch was begun", s->path);
    if (rec->game != s->game || rec->is_broken || rec->variant == VARIANT_UNSUPPORTED)
        return error_set(err, ERROR_USAGE, "%s: this game cannot be stored", s->path);
    if (!encode(s, rec, values, err) || !add_names(s, values, err))
        return false;
    values[COLUMN_SOURCE] =
        (struct column_value){.type = VALUE_NUMBER, .number = s->counts.last_source + 1};
    return put_game(s, id, values, err);
}

bool store_add(struct store *s, const struct record *rec, game_id *id, struct error *err)
{
    int64_t next = s->counts.last_game + 1;
    if (next > UINT32_MAX)
        return error_set(err, ERROR_IO, "%s: the store has no more numbers for games", s->path);
    if (!write_game(s, next, rec, err))
        return false;
    s->counts.last_game = next;
    s->counts.games++;
    s->counts.part_games++;
    s->counts.plies += rec->ply_count;
    *id = (game_id)next;
    return true;
}

bool store_replace(struct store *s, game_id id, const struct record *rec, struct error *err)
{
    struct game_header old;
    if (!store_read_header(s, id, &old, err))
        return false;
    uint32_t old_plies = old.ply_count;
    if (!write_game(s, id, rec, err))
        return false;
    s->counts.plies += rec->ply_count - (uint64_t)old_plies;
    return true;
}
