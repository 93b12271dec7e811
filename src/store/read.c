/* Reading games: rows for filters, whole records on demand. Nothing that is read is trusted: a row
   that cannot be is ERROR_DAMAGED, and its message names the game. */
#include "notation/notation.h"
#include "store/filter.h"
#include "store/private.h"

#include <stdlib.h>

struct store_cursor {
    struct store *store;
    sqlite3_stmt *scan;
    struct column_value values[GAME_COLUMNS];
    game_id id;
    char eco[ECO_TEXT_MAX];
};

/* --- Rows ------------------------------------------------------------------------------------- */

static struct column_value column_value(sqlite3_stmt *st, int at)
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
                        char eco[ECO_TEXT_MAX], struct game_header *h)
{
    eco[0] = '\0';
    if (values[COLUMN_ECO].type == VALUE_NUMBER)
        eco_format(values[COLUMN_ECO].number, eco);
    *h = (struct game_header){
        .id = id,
        .white = text_of(&values[COLUMN_WHITE]),
        .black = text_of(&values[COLUMN_BLACK]),
        .event = text_of(&values[COLUMN_EVENT]),
        .site = text_of(&values[COLUMN_SITE]),
        .round = text_of(&values[COLUMN_ROUND]),
        .eco = eco,
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

/* --- Records -----------------------------------------------------------------------------------
 */

/* Name the game in an error that its decoding gave. */
static bool name_game(struct store *s, game_id id, struct error *err)
{
    struct error inner = *err;
    if (inner.code != ERROR_DAMAGED)
        return false;
    return error_set(err, ERROR_DAMAGED, "%s#%u: the game is damaged: %.400s", s->path,
                     (unsigned)id, inner.text);
}

static bool read_order(struct store *s, const struct column_value *order, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_READ_ORDER, err);
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

static bool parse_start(struct record *rec, const char *text, size_t len, struct error *err)
{
    struct position pos;
    struct fen_report report;
    if (!text || !fen_parse(rec->game, text, len, &pos, &report))
        return error_set(err, ERROR_DAMAGED, "its start position is none");
    record_set_start(rec, &pos);
    return true;
}

static bool read_tags(struct store *s, const struct coded_game *game, struct record *rec,
                      struct error *err)
{
    struct bytes other;
    const struct column_value *start = &game->values[COLUMN_START];
    if (start->type != VALUE_NUMBER || start->number < 0 || start->number >= START_KINDS)
        return error_set(err, ERROR_DAMAGED, "its kind of start is unknown");
    if (!unpack(&s->packer, game->tags, game->tags_len, &s->raw, &other, err))
        return false;
    if (start->number == START_CODED) {
        size_t fen_len = bytes_number(&other);
        if (!parse_start(rec, bytes_take(&other, fen_len), fen_len, err))
            return false;
    }
    if (!tag_code_read(rec, game->values, game->order, game->order_len, &other, err))
        return false;
    if (start->number != START_FEN_TAG)
        return true;
    struct slice fen = record_tag(rec, TAG_FEN);
    return parse_start(rec, record_text(rec, fen), fen.len, err);
}

static bool set_ends(const struct column_value values[GAME_COLUMNS], struct record *rec,
                     struct error *err)
{
    const struct column_value *t = &values[COLUMN_TERMINATOR];
    int64_t variant = values[COLUMN_VARIANT].number;
    rec->has_terminator = t->type == VALUE_NUMBER;
    if (rec->has_terminator && (t->number < 0 || t->number > RESULT_DRAW))
        return error_set(err, ERROR_DAMAGED, "its terminator is unknown");
    if (variant != VARIANT_STANDARD && variant != VARIANT_CHESS960)
        return error_set(err, ERROR_DAMAGED, "its variant is unknown");
    rec->terminator = rec->has_terminator ? (enum result)t->number : RESULT_NONE;
    rec->variant = (enum variant)variant;
    return true;
}

static bool decode(struct store *s, const struct coded_game *game, struct record *rec,
                   struct error *err)
{
    struct bytes notes;
    return read_tags(s, game, rec, err) && set_ends(game->values, rec, err) &&
           unpack(&s->packer, game->notes, game->notes_len, &s->raw, &notes, err) &&
           game_code_read(rec, bytes_of(game->moves, game->moves_len), notes, &s->replay, err);
}

bool store_decode(struct store *s, const char *data, struct record *rec, struct error *err)
{
    struct coded_game game;
    coded_game_open(&game, data);
    return record_clear(rec, game.game) ? decode(s, &game, rec, err) : error_no_memory(err);
}

static const char *blob(sqlite3_stmt *st, int at, size_t *len)
{
    const char *data = sqlite3_column_blob(st, at);
    *len = (size_t)sqlite3_column_bytes(st, at);
    return data ? data : "";
}

static bool read_code(struct store *s, sqlite3_stmt *st, const struct column_value *values,
                      struct record *rec, struct error *err)
{
    struct coded_game game = {.order = s->order.data, .order_len = s->order.len};
    memcpy(game.values, values, sizeof game.values);
    game.moves = blob(st, 0, &game.moves_len);
    game.tags = blob(st, 1, &game.tags_len);
    game.notes = blob(st, 2, &game.notes_len);
    return decode(s, &game, rec, err);
}

bool row_read_record(struct store *s, game_id id, const struct column_value values[GAME_COLUMNS],
                     struct record *rec, struct error *err)
{
    if (!record_clear(rec, s->game))
        return error_no_memory(err);
    if (!read_order(s, &values[COLUMN_TAG_ORDER], err))
        return name_game(s, id, err);
    sqlite3_stmt *st = store_statement(s, STATEMENT_READ_CODE, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, id);
    int rc = sqlite3_step(st);
    bool ok = rc == SQLITE_ROW    ? read_code(s, st, values, rec, err)
              : rc == SQLITE_DONE ? error_set(err, ERROR_DAMAGED, "its moves are not there")
                                  : store_fail(s, rc, "read a game", err);
    sqlite3_reset(st);
    rec->number = id;
    return ok || name_game(s, id, err);
}

/* --- Walks -------------------------------------------------------------------------------------
 */

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

struct store_cursor *store_scan_filtered(struct store *s, const struct store_filter *f,
                                         struct error *err)
{
    struct buffer where = {0}, sql = {0};
    struct store_cursor *c = NULL;
    if (store_filter_where(f, s->db, &where, err)) {
        buffer_printf(&sql, "%s WHERE %s ORDER BY g.id", row_sql, where.data);
        c = start_scan(s, buffer_terminate(&sql), err);
    }
    buffer_free(&where);
    buffer_free(&sql);
    return c;
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
    fill_header(c->id, c->values, c->eco, header);
    return 1;
}

bool store_cursor_read(struct store_cursor *c, struct record *rec, struct error *err)
{
    return row_read_record(c->store, c->id, c->values, rec, err);
}

void store_scan_end(struct store_cursor *c)
{
    if (!c)
        return;
    sqlite3_finalize(c->scan);
    free(c);
}

/* --- One game ----------------------------------------------------------------------------------
 */

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
    fill_header(id, values, s->eco, header);
    return true;
}
