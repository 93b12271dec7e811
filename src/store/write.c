/* Batches of games that are added: each is one transaction. Inside it a savepoint starts after each
   mark, for store_rewind; what memory holds of the batch is remembered there too. */
#include "store/private.h"

static const char adding[] = "add games";

/* --- Batches --------------------------------------------------------------------------------- */

static bool run(struct store *s, enum statement which, struct error *err)
{
    return store_run(s, store_statement(s, which, err), adding, err);
}

bool store_keep_few_pages(struct store *s, struct error *err)
{
    return store_execute(s, "PRAGMA cache_size=-8192", adding, err);
}

static void forget_names(struct store *s)
{
    rows_forget(&s->rows);
    for (int i = 0; i < NAME_TABLES; i++)
        names_forget(&s->names[i]);
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
    blocks_forget(s);
    if (blocks_mark(s, err) && run(s, STATEMENT_SAVEPOINT, err))
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
    blocks_forget(s);
    forget_names(s);
}

bool store_rewind(struct store *s, struct error *err)
{
    if (!run(s, STATEMENT_ROLLBACK_TO, err) || !blocks_rewind(s, err))
        return false;
    s->counts = s->at_mark;
    index_builder_truncate(s->index, s->index_at_mark);
    forget_names(s);
    return true;
}

static uint64_t mark_hash(struct store *s, const struct source_mark *mark)
{
    const int64_t numbers[] = {(int64_t)mark->start, (int64_t)mark->offset, (int64_t)mark->hash,
                               s->counts.part_games, mark->open_game};
    struct column_value values[1 + sizeof numbers / sizeof *numbers];
    values[0] =
        (struct column_value){.type = VALUE_TEXT, .text = mark->name, .len = strlen(mark->name)};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        values[i + 1] = (struct column_value){.type = VALUE_NUMBER, .number = numbers[i]};
    if (!mark->open_game)
        values[5].type = VALUE_NULL;
    return row_hash(&s->row, s->counts.last_source + 1, values, sizeof values / sizeof *values);
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
    if (!store_run(s, st, adding, err) || !blocks_mark(s, err) || !run(s, STATEMENT_RELEASE, err) ||
        !run(s, STATEMENT_SAVEPOINT, err))
        return false;
    s->counts.source_sum += mark_hash(s, mark);
    s->counts.last_source++;
    s->counts.part_games = 0;
    s->counts.part_replaced = false;
    s->at_mark = s->counts;
    s->index_at_mark = index_builder_count(s->index);
    return true;
}

static const struct {
    const char *key;
    size_t at;
} kept_counts[] = {
    {"games", offsetof(struct store_counts, games)},
    {"plies", offsetof(struct store_counts, plies)},
    {"last_game", offsetof(struct store_counts, last_game)},
    {"player_sum", offsetof(struct store_counts, name_sums[NAME_PLAYER])},
    {"event_sum", offsetof(struct store_counts, name_sums[NAME_EVENT])},
    {"site_sum", offsetof(struct store_counts, name_sums[NAME_SITE])},
    {"tag_order_sum", offsetof(struct store_counts, name_sums[NAME_TAG_ORDER])},
    {"source_sum", offsetof(struct store_counts, source_sum)},
};
enum { KEPT_COUNTS = sizeof kept_counts / sizeof *kept_counts };

bool store_read_counts(struct store *s, struct error *err)
{
    s->counts = (struct store_counts){.games = 0};
    for (size_t i = 0; i < KEPT_COUNTS; i++) {
        int64_t value;
        if (!store_get_meta(s, kept_counts[i].key, &value, err))
            return false;
        memcpy((char *)&s->counts + kept_counts[i].at, &value, sizeof value);
    }
    return true;
}

static bool keep_counts(struct store *s, struct error *err)
{
    for (size_t i = 0; i < KEPT_COUNTS; i++) {
        int64_t value;
        memcpy(&value, (char *)&s->counts + kept_counts[i].at, sizeof value);
        if (!store_set_meta(s, kept_counts[i].key, value, err))
            return false;
    }
    return true;
}

bool store_commit(struct store *s, const struct source_mark *mark, struct error *err)
{
    static const struct source_mark unnamed = {.name = ""};
    if (!mark && (s->counts.part_games > 0 || s->counts.part_replaced))
        mark = &unnamed;
    if ((!mark || store_mark(s, mark, err)) && blocks_flush(s, err) && keep_counts(s, err) &&
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
