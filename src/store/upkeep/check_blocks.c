/* Verifying blocks and the sums of rows: what a game's row says against what its blocks hold, and
   that no block, game, row or name has gone or changed. */
#include "store/private.h"

#include <stdio.h>

struct walk {
    struct store *store;
    const struct fault_sink *sink;
    sqlite3_stmt *rows; /* of all games, on the next one */
    int rc;
    struct move_block moves;
    struct text_block texts;
};

static void fault(const struct walk *w, const char *format, game_id id)
{
    char line[256];
    snprintf(line, sizeof line, lang_text(format), (unsigned)id);
    w->sink->report(w->sink->closure, line);
}

static bool read_failed(const struct walk *w, struct error *err)
{
    return w->rc != SQLITE_ROW && w->rc != SQLITE_DONE &&
           !store_fail(w->store, w->rc, "check the store", err);
}

/* --- Moves and rows --------------------------------------------------------------------------- */

static int64_t row_id(const struct walk *w)
{
    return w->rc == SQLITE_ROW ? sqlite3_column_int64(w->rows, 0) : INT64_MAX;
}

/* Compare the block that was read with the rows of its games, as far as these can be read. */
static void compare_rows(struct walk *w)
{
    const struct move_block *b = &w->moves;
    uint64_t sum = 0;
    for (size_t i = 0; i < b->count; i++) {
        const game_id id = b->first + (game_id)i;
        const struct move_entry *e = &b->entries[i];
        if (i % MOVE_GROUP == 0 && !move_block_verify(b, i))
            fault(w, "the checksum of the moves of game %u and those behind it is wrong", id);
        for (; row_id(w) < id; w->rc = sqlite3_step(w->rows))
            fault(w, "game %u: a row that belongs to no block", (game_id)row_id(w));
        if (w->rc != SQLITE_ROW && w->rc != SQLITE_DONE)
            return;
        if (row_id(w) != id) {
            if (e->kind != MOVES_ABSENT)
                fault(w, "moves of game %u, which is not there", id);
            continue;
        }
        struct column_value values[GAME_COLUMNS];
        row_values(w->rows, values);
        sum += row_hash(&w->store->row, id, values, GAME_COLUMNS);
        bool own = values[COLUMN_KIND].number & KIND_OWN_START;
        if (e->kind == MOVES_ABSENT)
            fault(w, "game %u: its moves are not there", id);
        else if (own != (e->kind == MOVES_OWN_START))
            fault(w, "game %u: its row and its moves have different starts", id);
        w->rc = sqlite3_step(w->rows);
    }
    if (sum != b->row_sum)
        fault(w, "the rows of the games from %u on do not add up to what their block says",
              b->first);
}

static bool check_moves(struct walk *w, sqlite3_stmt *blocks, struct error *err)
{
    struct store *s = w->store;
    game_id next = 1;
    int rc;
    w->rc = sqlite3_step(w->rows);
    while ((rc = sqlite3_step(blocks)) == SQLITE_ROW) {
        const game_id first = (game_id)sqlite3_column_int64(blocks, 0);
        if (first != next)
            fault(w, "the block of the moves of game %u is not there", next);
        const void *data = sqlite3_column_blob(blocks, 1);
        size_t len = (size_t)sqlite3_column_bytes(blocks, 1);
        if (!move_block_read(&w->moves, first, data ? data : "", len, err)) {
            if (err->code == ERROR_MEMORY)
                return false;
            fault(w, err->text, first);
            next = first;
            continue;
        }
        compare_rows(w);
        if (read_failed(w, err))
            return false;
        next = first + (game_id)w->moves.count;
    }
    w->rc = w->rc == SQLITE_ROW ? rc : w->rc;
    if (read_failed(w, err) || (rc != SQLITE_DONE && !store_fail(s, rc, "check the store", err)))
        return false;
    if (next != s->counts.last_game + 1)
        fault(w, "the block of the moves of game %u is not there", next);
    return true;
}

/* --- Texts ------------------------------------------------------------------------------------ */

static bool check_texts(struct walk *w, sqlite3_stmt *blocks, sqlite3_stmt *rows, struct error *err)
{
    int64_t row;
    size_t at = 0;
    w->texts.count = 0;
    w->rc = sqlite3_step(rows);
    for (int rc = SQLITE_ROW;;) {
        if (at == w->texts.count && rc == SQLITE_ROW) {
            rc = sqlite3_step(blocks);
            if (rc == SQLITE_ROW) {
                const game_id first = (game_id)sqlite3_column_int64(blocks, 0);
                const void *data = sqlite3_column_blob(blocks, 1);
                size_t len = (size_t)sqlite3_column_bytes(blocks, 1);
                if (!text_block_read(&w->texts, first, data ? data : "", len, &w->store->packer,
                                     err)) {
                    if (err->code == ERROR_MEMORY)
                        return false;
                    fault(w, err->text, first);
                    w->texts.count = 0;
                }
                at = 0;
                continue;
            }
            if (rc != SQLITE_DONE)
                return store_fail(w->store, rc, "check the store", err);
        }
        if (read_failed(w, err))
            return false;
        row = w->rc == SQLITE_ROW ? sqlite3_column_int64(rows, 0) : INT64_MAX;
        int64_t text = at < w->texts.count ? (int64_t)w->texts.entries[at].id : INT64_MAX;
        if (row == INT64_MAX && text == INT64_MAX)
            return true;
        if (text < row)
            fault(w, "texts of game %u, which has none", (game_id)text);
        if (row < text)
            fault(w, "game %u: its texts are not there", (game_id)row);
        at += text <= row;
        if (row <= text)
            w->rc = sqlite3_step(rows);
    }
}

/* --- Sums ------------------------------------------------------------------------------------- */

struct summed_table {
    const char *name, *sql;
    int columns;
    size_t at; /* of the sum in struct store_counts */
};

static const struct summed_table summed_tables[] = {
    {"player", "SELECT id, name FROM player", 1,
     offsetof(struct store_counts, name_sums[NAME_PLAYER])},
    {"event", "SELECT id, name FROM event", 1,
     offsetof(struct store_counts, name_sums[NAME_EVENT])},
    {"site", "SELECT id, name FROM site", 1, offsetof(struct store_counts, name_sums[NAME_SITE])},
    {"tag_order", "SELECT id, name FROM tag_order", 1,
     offsetof(struct store_counts, name_sums[NAME_TAG_ORDER])},
    {"source", "SELECT id, name, start, offset, hash, games, open_game FROM source", 6,
     offsetof(struct store_counts, source_sum)},
};

static uint64_t hash_of_row(struct store *s, sqlite3_stmt *st, int columns)
{
    struct column_value values[GAME_COLUMNS];
    const int64_t id = sqlite3_column_int64(st, 0);
    for (int c = 0; c < columns; c++)
        values[c] = column_value(st, c + 1);
    if (columns == 1)
        return values[0].type == VALUE_TEXT ? name_hash(id, values[0].text, values[0].len) : 0;
    return row_hash(&s->row, id, values, (size_t)columns);
}

static bool check_sum(const struct walk *w, const struct summed_table *table, struct error *err)
{
    struct store *s = w->store;
    sqlite3_stmt *st = NULL;
    uint64_t sum = 0, wanted;
    int rc = sqlite3_prepare_v2(s->db, table->sql, -1, &st, NULL);
    while (rc == SQLITE_OK || rc == SQLITE_ROW) {
        rc = sqlite3_step(st);
        if (rc == SQLITE_ROW)
            sum += hash_of_row(s, st, table->columns);
    }
    bool ok = rc == SQLITE_DONE || store_fail(s, rc, "check the store", err);
    sqlite3_finalize(st);
    memcpy(&wanted, (const char *)&s->counts + table->at, sizeof wanted);
    if (ok && sum != wanted) {
        char line[128];
        snprintf(line, sizeof line,
                 lang_text("the rows of table %s do not add up to what the store says"),
                 table->name);
        w->sink->report(w->sink->closure, line);
    }
    return ok;
}

/* --- All of it -------------------------------------------------------------------------------- */

static sqlite3_stmt *prepare(struct store *s, const char *sql, struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);
    if (rc != SQLITE_OK)
        store_fail(s, rc, "check the store", err);
    return st;
}

bool store_check_blocks(struct store *s, const struct fault_sink *sink, struct error *err)
{
    struct walk w = {.store = s, .sink = sink};
    sqlite3_stmt *texts = prepare(s, "SELECT id, data FROM text_block ORDER BY id", err);
    sqlite3_stmt *moves =
        texts ? prepare(s, "SELECT id, data FROM move_block ORDER BY id", err) : NULL;
    sqlite3_stmt *with_texts =
        moves ? prepare(s, "SELECT id FROM game WHERE kind & 8 ORDER BY id", err) : NULL;
    w.rows = with_texts ? prepare(s, raw_rows_sql, err) : NULL;
    bool ok = w.rows && check_moves(&w, moves, err) && check_texts(&w, texts, with_texts, err);
    for (size_t i = 0; ok && i < sizeof summed_tables / sizeof *summed_tables; i++)
        ok = check_sum(&w, &summed_tables[i], err);
    sqlite3_finalize(texts);
    sqlite3_finalize(moves);
    sqlite3_finalize(with_texts);
    sqlite3_finalize(w.rows);
    move_block_free(&w.moves);
    text_block_free(&w.texts);
    return ok;
}
