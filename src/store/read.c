/* Reading games: rows for filters, whole records on demand. Nothing that is read is trusted: a row
   that cannot be is ERROR_DAMAGED, and its message names the game. */
#include "notation/notation.h"
#include "store/filter.h"
#include "store/private.h"

#include <stdio.h>
#include <stdlib.h>

struct store_cursor {
    struct store *store;
    sqlite3_stmt *scan;
    struct column_value values[GAME_COLUMNS];
    game_id id;
    struct header_texts texts;
};

/* --- Rows ------------------------------------------------------------------------------------- */

struct column_value column_value(sqlite3_stmt *st, int at)
{
    switch (sqlite3_column_type(st, at)) {
    case SQLITE_INTEGER:
        return (struct column_value){.type = VALUE_NUMBER, .number = sqlite3_column_int64(st, at)};
    case SQLITE_TEXT: {
        const char *text = (const char *)sqlite3_column_text(st, at);
        size_t len = (size_t)sqlite3_column_bytes(st, at);
        if (text)
            return (struct column_value){.type = VALUE_TEXT, .text = text, .len = len};
        break;
    }
    default: break;
    }
    return (struct column_value){.type = VALUE_NULL};
}

void row_values(sqlite3_stmt *statement, struct column_value values[GAME_COLUMNS])
{
    for (int c = 0; c < GAME_COLUMNS; c++)
        values[c] = column_value(statement, c + 1);
}

static int64_t number_within(const struct column_value *v, int64_t max)
{
    return v->type == VALUE_NUMBER && v->number >= 0 && v->number <= max ? v->number : 0;
}

static const char *text_of(const struct column_value *v)
{
    return v->type == VALUE_TEXT ? v->text : "";
}

static void fill_header(game_id id, const struct column_value values[GAME_COLUMNS],
                        struct header_texts *texts, struct game_header *h)
{
    const struct column_value *round = &values[COLUMN_ROUND];
    texts->eco[0] = '\0';
    if (values[COLUMN_ECO].type == VALUE_NUMBER)
        eco_format(values[COLUMN_ECO].number, texts->eco);
    if (round->type == VALUE_NUMBER)
        snprintf(texts->round, sizeof texts->round, "%lld", (long long)round->number);
    *h = (struct game_header){
        .id = id,
        .white = text_of(&values[COLUMN_WHITE]),
        .black = text_of(&values[COLUMN_BLACK]),
        .event = text_of(&values[COLUMN_EVENT]),
        .site = text_of(&values[COLUMN_SITE]),
        .round = round->type == VALUE_NUMBER ? texts->round : text_of(round),
        .eco = texts->eco,
        .time_control = text_of(&values[COLUMN_TIME_CONTROL]),
        .date = (uint32_t)number_within(&values[COLUMN_DATE], 99991231),
        .white_elo = (int)number_within(&values[COLUMN_WHITE_ELO], 9999),
        .black_elo = (int)number_within(&values[COLUMN_BLACK_ELO], 9999),
        .result = (enum result)number_within(&values[COLUMN_RESULT], RESULT_DRAW),
        .ply_count = (uint32_t)number_within(&values[COLUMN_PLIES], UINT32_MAX),
    };
}

static bool check_id(struct store *s, sqlite3_stmt *st, game_id *id, struct error *err)
{
    int64_t n = sqlite3_column_int64(st, 0);
    *id = (game_id)n;
    return (n > 0 && n <= UINT32_MAX) ||
           error_set(err, ERROR_DAMAGED, "%s: a game has the number %lld", s->path, (long long)n);
}

static bool check_names(const struct column_value values[GAME_COLUMNS], struct error *err)
{
    static const char *const columns[] = {"white", "black", "event", "site"};
    for (int c = COLUMN_WHITE; c <= COLUMN_SITE; c++)
        if (values[c].type == VALUE_NUMBER)
            return error_set(err, ERROR_DAMAGED, "its %s %lld has no name",
                             columns[c - COLUMN_WHITE], (long long)values[c].number);
    return true;
}

/* --- Records ---------------------------------------------------------------------------------- */

bool store_name_file(struct store *s, struct error *err)
{
    struct error inner = *err;
    if (inner.code != ERROR_DAMAGED || strncmp(inner.text, s->path, strlen(s->path)) == 0)
        return false;
    return error_set(err, ERROR_DAMAGED, "%s: %.400s", s->path, inner.text);
}

bool store_name_game(struct store *s, game_id id, struct error *err)
{
    struct error inner = *err;
    if (inner.code != ERROR_DAMAGED)
        return false;
    return error_set(err, ERROR_DAMAGED, "%s#%u: the game is damaged: %.400s", s->path,
                     (unsigned)id, inner.text);
}

static bool read_order(struct store *s, const struct column_value *order, struct error *err)
{
    sqlite3_stmt *st =
        store_statement(s, (enum statement)(STATEMENT_READ_NAME + NAME_TAG_ORDER), err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, order->number);
    int rc = sqlite3_step(st);
    buffer_clear(&s->order);
    if (rc == SQLITE_ROW) {
        const void *text = sqlite3_column_text(st, 0);
        if (text)
            buffer_add(&s->order, text, (size_t)sqlite3_column_bytes(st, 0));
    }
    sqlite3_reset(st);
    if (rc == SQLITE_ROW)
        return !s->order.failed || error_no_memory(err);
    if (rc == SQLITE_DONE)
        return error_set(err, ERROR_DAMAGED, "the order of its tags is not there");
    return store_fail(s, rc, "read a game", err);
}

static bool set_kind(const struct column_value values[GAME_COLUMNS], struct record *rec,
                     struct error *err)
{
    const struct column_value *kind = &values[COLUMN_KIND], *result = &values[COLUMN_RESULT];
    if (kind->type != VALUE_NUMBER || (kind->number & ~(int64_t)KIND_BITS))
        return error_set(err, ERROR_DAMAGED, "its kind is unknown");
    if (result->type != VALUE_NUMBER || result->number < 0 || result->number > RESULT_DRAW)
        return error_set(err, ERROR_DAMAGED, "its result is unknown");
    rec->variant = kind->number & KIND_CHESS960 ? VARIANT_CHESS960 : VARIANT_STANDARD;
    rec->has_terminator = !(kind->number & KIND_UNTERMINATED);
    rec->terminator = rec->has_terminator ? (enum result)result->number : RESULT_NONE;
    return true;
}

/* What a record is put together from. */
struct parts {
    const struct column_value *values;
    const char *order;
    size_t order_len;
    const struct game_moves *moves;
    struct bytes tags, notes;
};

/* All of REC but its moves and notes. */
static bool put_tags(struct parts *p, struct record *rec, struct error *err)
{
    if (!set_kind(p->values, rec, err))
        return false;
    const bool has_own_start = p->values[COLUMN_KIND].number & KIND_OWN_START;
    if (has_own_start)
        record_set_start(rec, &p->moves->start);
    rec->has_start_tag = true;
    if (!tag_code_read(rec, p->values, p->order, p->order_len, &p->tags, err))
        return false;
    rec->has_start_tag = has_own_start || rec->known[TAG_FEN] >= 0;
    return true;
}

static bool put_together(struct store *s, struct parts *p, struct record *rec, struct error *err)
{
    return put_tags(p, rec, err) &&
           game_code_read(rec, p->moves->moves, p->moves->ply_count, p->notes, &s->replay, err);
}

bool store_decode(struct store *s, const char *data, struct record *rec, struct error *err)
{
    struct coded_game game;
    coded_game_open(&game, data);
    const struct move_entry entry = blocks_entry(&game);
    struct parts parts = {.values = game.values,
                          .order = game.order,
                          .order_len = game.order_len,
                          .moves = &s->moves,
                          .tags = bytes_of(game.tags, game.tags_len),
                          .notes = bytes_of(game.notes, game.notes_len)};
    /* Decoding reads a little further than the moves go. */
    buffer_clear(&s->row);
    buffer_add(&s->row, game.moves, game.moves_len);
    if (!record_clear(rec, game.game) || !buffer_reserve(&s->row, MOVE_CODE_SLACK))
        return error_no_memory(err);
    memset(s->row.data + s->row.len, 0, MOVE_CODE_SLACK);
    return moves_take_apart(s->model, game.game, &entry, s->row.data, &s->moves, err) &&
           put_together(s, &parts, rec, err);
}

/* The texts of game ID, whose row says that it has some. */
static bool find_texts(struct store *s, game_id id, struct parts *p, struct error *err)
{
    const struct text_block *block;
    const struct text_entry *entry;
    if (!blocks_find_texts(s, id, &block, &entry, err))
        return false;
    if (!entry)
        return error_set(err, ERROR_DAMAGED, "its texts are not there");
    p->tags = text_block_bytes(block, entry, TEXT_TAGS);
    p->notes = text_block_bytes(block, entry, TEXT_NOTES);
    return true;
}

static bool find_moves(struct store *s, game_id id, struct error *err)
{
    const struct move_block *block;
    size_t at;
    if (!blocks_find_moves(s, id, &block, &at, err))
        return false;
    if (!block)
        return error_set(err, ERROR_DAMAGED, "its moves are not there");
    return moves_read(s, block, at, &s->moves, err);
}

/* Make P the parts of game ID, without its moves if TAGS_ONLY and the start is the usual one. */
static bool find_parts(struct store *s, game_id id, bool tags_only, struct parts *p,
                       struct error *err)
{
    const struct column_value *kind = &p->values[COLUMN_KIND];
    const int64_t bits = kind->type == VALUE_NUMBER ? kind->number : 0;
    p->moves = &s->moves;
    p->tags = p->notes = bytes_of("", 0);
    if (!blocks_flush(s, err) || !read_order(s, &p->values[COLUMN_TAG_ORDER], err) ||
        (!(tags_only && !(bits & KIND_OWN_START)) && !find_moves(s, id, err)) ||
        ((bits & KIND_TEXTS) && !find_texts(s, id, p, err)))
        return false;
    p->order = s->order.data;
    p->order_len = s->order.len;
    return true;
}

bool row_read_record(struct store *s, game_id id, const struct column_value values[GAME_COLUMNS],
                     struct record *rec, struct error *err)
{
    struct parts parts = {.values = values};
    if (!record_clear(rec, s->game))
        return error_no_memory(err);
    rec->number = id;
    return (check_names(values, err) && find_parts(s, id, false, &parts, err) &&
            put_together(s, &parts, rec, err)) ||
           store_name_game(s, id, err);
}

/* --- Walks ------------------------------------------------------------------------------------ */

static struct store_cursor *start_scan(struct store *s, const char *sql, struct error *err)
{
    struct store_cursor *c = calloc(1, sizeof *c);
    if (!c) {
        error_no_memory(err);
        return NULL;
    }
    c->store = s;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &c->scan, NULL);
    if (rc == SQLITE_OK)
        return c;
    store_fail(s, rc, "read the games", err);
    store_scan_end(c);
    return NULL;
}

struct store_cursor *store_scan(struct store *s, struct error *err)
{
    return start_scan(s, scan_sql, err);
}

static struct store_cursor *start_filtered(struct store *s, const struct store_filter *f,
                                           const char *more, struct error *err)
{
    struct buffer where = {0}, sql = {0};
    struct store_cursor *c = NULL;
    if (store_filter_where(f, s, &where, err)) {
        buffer_printf(&sql, "%s WHERE %s%s ORDER BY g.id", row_sql, where.data, more);
        c = start_scan(s, buffer_terminate(&sql), err);
    }
    buffer_free(&where);
    buffer_free(&sql);
    return c;
}

struct store_cursor *store_scan_filtered(struct store *s, const struct store_filter *f,
                                         struct error *err)
{
    return start_filtered(s, f, "", err);
}

struct store_cursor *store_scan_parts(struct store *s, const struct store_filter *f,
                                      struct error *err)
{
    return start_filtered(s, f, " AND g.id BETWEEN ?1 AND ?2", err);
}

void store_scan_part(struct store_cursor *c, game_id first, game_id last)
{
    sqlite3_reset(c->scan);
    sqlite3_bind_int64(c->scan, 1, first);
    sqlite3_bind_int64(c->scan, 2, last);
}

int store_next(struct store_cursor *c, struct game_header *header, struct error *err)
{
    int rc = sqlite3_step(c->scan);
    if (rc == SQLITE_DONE)
        return 0;
    if (rc != SQLITE_ROW) {
        store_fail(c->store, rc, "read the games", err);
        return -1;
    }
    if (!check_id(c->store, c->scan, &c->id, err))
        return -1;
    row_values(c->scan, c->values);
    if (!check_names(c->values, err)) {
        store_name_game(c->store, c->id, err);
        return -1;
    }
    fill_header(c->id, c->values, &c->texts, header);
    return 1;
}

bool store_cursor_read(struct store_cursor *c, struct record *rec, struct error *err)
{
    return row_read_record(c->store, c->id, c->values, rec, err);
}

bool store_cursor_read_tags(struct store_cursor *c, struct record *rec, struct error *err)
{
    struct parts parts = {.values = c->values};
    if (!record_clear(rec, c->store->game))
        return error_no_memory(err);
    rec->number = c->id;
    return (find_parts(c->store, c->id, true, &parts, err) && put_tags(&parts, rec, err)) ||
           store_name_game(c->store, c->id, err);
}

void store_scan_end(struct store_cursor *c)
{
    if (!c)
        return;
    sqlite3_finalize(c->scan);
    free(c);
}

/* --- One game --------------------------------------------------------------------------------- */

/* The statement standing on the row of game ID, or NULL. */
static sqlite3_stmt *find_row(struct store *s, game_id id, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_READ_ROW, err);
    if (!st)
        return NULL;
    sqlite3_bind_int64(st, 1, id);
    int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        return st;
    if (rc == SQLITE_DONE)
        error_set(err, ERROR_USAGE, "%s: there is no game %u", s->path, (unsigned)id);
    else
        store_fail(s, rc, "read a game", err);
    sqlite3_reset(st);
    return NULL;
}

bool store_read(struct store *s, game_id id, struct record *rec, struct error *err)
{
    sqlite3_stmt *st = find_row(s, id, err);
    if (!st)
        return false;
    struct column_value values[GAME_COLUMNS];
    row_values(st, values);
    bool ok = row_read_record(s, id, values, rec, err);
    sqlite3_reset(st);
    return ok;
}

bool store_read_header(struct store *s, game_id id, struct game_header *header, struct error *err)
{
    sqlite3_stmt *st = find_row(s, id, err);
    if (!st)
        return false;
    struct column_value values[GAME_COLUMNS];
    row_values(st, values);
    if (!check_names(values, err))
        return store_name_game(s, id, err);
    fill_header(id, values, &s->texts, header);
    return true;
}
