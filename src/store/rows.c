/* A statement takes ROWS_WAITING rows; the last few of a table are written one by one. */
#include "store/rows.h"
#include "store/private.h"

static const char writing[] = "add games";

static const struct table {
    enum statement one, many;
    int columns;
} tables[ROWS_TABLES] = {
    [NAME_PLAYER] = {STATEMENT_ADD_NAME + NAME_PLAYER, STATEMENT_ADD_NAMES + NAME_PLAYER, 1},
    [NAME_EVENT] = {STATEMENT_ADD_NAME + NAME_EVENT, STATEMENT_ADD_NAMES + NAME_EVENT, 1},
    [NAME_SITE] = {STATEMENT_ADD_NAME + NAME_SITE, STATEMENT_ADD_NAMES + NAME_SITE, 1},
    [NAME_TAG_ORDER] = {STATEMENT_ADD_NAME + NAME_TAG_ORDER, STATEMENT_ADD_NAMES + NAME_TAG_ORDER,
                        1},
    [ROWS_GAMES] = {STATEMENT_ADD_GAME, STATEMENT_ADD_GAMES, GAME_COLUMNS},
};

bool rows_may_wait(enum statement which)
{
    return which == STATEMENT_ADD_GAME || which == STATEMENT_ADD_GAMES ||
           which == STATEMENT_ADD_MOVES || which == STATEMENT_ADD_TEXTS ||
           which == STATEMENT_ROLLBACK || which == STATEMENT_ROLLBACK_TO ||
           which >= STATEMENT_ADD_NAME;
}

/* Bind row I of those that wait behind AT other values. */
static void bind_row(sqlite3_stmt *st, int at, const struct waiting_rows *w, size_t i, int columns)
{
    sqlite3_bind_int64(st, at + 1, w->ids[i]);
    for (int c = 0; c < columns; c++) {
        const struct column_value *v = &w->values[i][c];
        if (v->type == VALUE_NUMBER)
            sqlite3_bind_int64(st, at + c + 2, v->number);
        else if (v->type == VALUE_TEXT)
            sqlite3_bind_text(st, at + c + 2, w->texts.data + v->number, (int)v->len,
                              SQLITE_STATIC);
    }
}

static bool write_some(struct store *s, enum statement which, const struct waiting_rows *w,
                       size_t from, size_t count, int columns, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, which, err);
    for (size_t i = 0; st && i < count; i++)
        bind_row(st, (int)i * (columns + 1), w, from + i, columns);
    return store_run(s, st, writing, err);
}

static bool write_table(struct store *s, unsigned number, struct error *err)
{
    struct waiting_rows *w = &s->rows.tables[number];
    const struct table *t = &tables[number];
    const size_t count = w->count;
    bool ok = !w->texts.failed || error_no_memory(err);
    if (count == ROWS_WAITING)
        ok = ok && write_some(s, t->many, w, 0, count, t->columns, err);
    else
        for (size_t i = 0; ok && i < count; i++)
            ok = write_some(s, t->one, w, i, 1, t->columns, err);
    w->count = 0;
    buffer_clear(&w->texts);
    return ok;
}

bool rows_add(struct store *s, unsigned table, int64_t id, const struct column_value *values,
              struct error *err)
{
    struct waiting_rows *w = &s->rows.tables[table];
    struct column_value *to = w->values[w->count];
    w->ids[w->count++] = id;
    s->rows.any = true;
    for (int c = 0; c < tables[table].columns; c++) {
        to[c] = values[c];
        if (values[c].type != VALUE_TEXT)
            continue;
        to[c].number = (int64_t)w->texts.len;
        buffer_add(&w->texts, values[c].text, values[c].len);
        buffer_add_char(&w->texts, '\0'); /* so that an empty text has an address */
    }
    return w->count < ROWS_WAITING || write_table(s, table, err);
}

bool rows_write(struct store *s, struct error *err)
{
    bool ok = true;
    if (!s->rows.any)
        return true;
    for (unsigned i = 0; ok && i < ROWS_TABLES; i++)
        ok = write_table(s, i, err);
    s->rows.any = !ok;
    return ok;
}

void rows_forget(struct rows *rows)
{
    for (unsigned i = 0; i < ROWS_TABLES; i++) {
        rows->tables[i].count = 0;
        buffer_clear(&rows->tables[i].texts);
    }
    rows->any = false;
}

void rows_free(struct rows *rows)
{
    for (unsigned i = 0; i < ROWS_TABLES; i++)
        buffer_free(&rows->tables[i].texts);
}
