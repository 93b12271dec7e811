/* Joining blocks that deletes and the ends of batches have left small. Blocks of moves go on to
   cover all numbers, those of deleted games too. A full block stays as it is if what waits in front
   of it is large enough to stand alone; so joining a second time changes nothing. */
#include "store/private.h"

#include <stdlib.h>

static const char joining[] = LANG("join blocks");

/* What a block takes, when written, may differ a little from what was reckoned. */
enum { MOVES_FULL = MOVE_BLOCK_BYTES - 64, TEXTS_FULL = TEXT_BLOCK_BYTES };

static bool stays(size_t waiting, size_t size, size_t full)
{
    return size >= full && (waiting == 0 || waiting >= full / 2);
}

/* The numbers of all blocks of a table, in order. */
static bool list_blocks(struct store *s, const char *sql, struct buffer *ids, struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);
    buffer_clear(ids);
    while (rc == SQLITE_OK || rc == SQLITE_ROW) {
        rc = sqlite3_step(st);
        const int64_t id = rc == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
        if (rc == SQLITE_ROW && (id < 1 || id > UINT32_MAX))
            rc = SQLITE_CORRUPT;
        else if (rc == SQLITE_ROW)
            buffer_add(ids, &(game_id){(game_id)id}, sizeof(game_id));
    }
    bool ok = rc == SQLITE_DONE || store_fail(s, rc, joining, err);
    sqlite3_finalize(st);
    return ok && (!ids->failed || error_no_memory(err));
}

static bool remove_block(struct store *s, enum statement statement, game_id first,
                         struct error *err)
{
    sqlite3_stmt *st = store_statement(s, statement, err);
    if (st)
        sqlite3_bind_int64(st, 1, first);
    return store_run(s, st, joining, err);
}

/* --- Moves ------------------------------------------------------------------------------------ */

/* Add game AT of OLD to the block that is written, and its row to *SUM. */
static bool add_game(struct store *s, const struct move_block *old, size_t at, uint64_t *sum,
                     struct error *err)
{
    struct move_block *new = &s->writer.moves;
    const struct move_entry *e = &old->entries[at];
    const game_id id = old->first + (game_id)at;
    struct raw_row row = {.hash = 0};
    if (at % MOVE_GROUP == 0 && !move_block_verify(old, at))
        return error_set(err, ERROR_DAMAGED, "%s#%u: its block fails its checksum", s->path,
                         (unsigned)id);
    if (e->kind != MOVES_ABSENT && !store_read_raw_row(s, id, &row, err))
        return false;
    if (new->count == 0)
        move_block_clear(new, id);
    if (!move_block_add(new, e, e->len > 0 ? old->bytes.data + e->at : NULL))
        return error_no_memory(err);
    new->row_sum += row.hash;
    *sum += row.hash;
    return new->size < MOVE_BLOCK_BYTES || blocks_write_moves(s, err);
}

static bool take_moves(struct store *s, const struct move_block *old, struct error *err)
{
    const struct move_block *new = &s->writer.moves;
    uint64_t sum = 0;
    if (stays(new->count > 0 ? new->size : 0, old->size, MOVES_FULL))
        return blocks_write_moves(s, err);
    if (!remove_block(s, STATEMENT_REMOVE_MOVES, old->first, err))
        return false;
    for (size_t i = 0; i < old->count; i++)
        if (!add_game(s, old, i, &sum, err))
            return false;
    return sum == old->row_sum ||
           error_set(err, ERROR_DAMAGED,
                     "%s: the rows of the games from %u on do not add up to what their block says",
                     s->path, (unsigned)old->first);
}

static bool read_moves(struct store *s, game_id first, struct move_block *block, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_FIND_MOVES, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, first);
    int rc = sqlite3_step(st);
    const void *data = rc == SQLITE_ROW ? sqlite3_column_blob(st, 1) : NULL;
    bool ok = rc == SQLITE_ROW || store_fail(s, rc, joining, err);
    if (ok &&
        !move_block_read(block, first, data ? data : "", (size_t)sqlite3_column_bytes(st, 1), err))
        ok = store_name_file(s, err);
    sqlite3_reset(st);
    return ok;
}

static bool join_moves(struct store *s, const struct buffer *ids, struct error *err)
{
    const game_id *id = (const game_id *)(const void *)ids->data;
    struct move_block old = {.first = 0};
    bool ok = true;
    for (size_t i = 0; ok && i < ids->len / sizeof *id; i++)
        ok = read_moves(s, id[i], &old, err) && take_moves(s, &old, err);
    move_block_free(&old);
    return ok && blocks_write_moves(s, err);
}

/* --- Texts ------------------------------------------------------------------------------------ */

static size_t text_size(const struct text_block *b)
{
    return b->count == 0 ? 0 : b->columns[TEXT_TAGS].len + b->columns[TEXT_NOTES].len;
}

static bool take_texts(struct store *s, const struct text_block *old, struct text_block *new,
                       struct error *err)
{
    if (stays(text_size(new), text_size(old), TEXTS_FULL))
        return new->count == 0 || blocks_write_texts(s, new, err);
    if (!remove_block(s, STATEMENT_REMOVE_TEXTS, old->first, err))
        return false;
    for (size_t i = 0; i < old->count; i++) {
        if (new->count == 0)
            text_block_clear(new, old->entries[i].id);
        if (!text_block_add_from(new, old, i))
            return error_no_memory(err);
        if (text_size(new) >= TEXTS_FULL && !blocks_write_texts(s, new, err))
            return false;
    }
    return true;
}

static bool join_texts(struct store *s, const struct buffer *ids, struct error *err)
{
    const game_id *id = (const game_id *)(const void *)ids->data;
    struct text_block *new = &s->writer.waiting[0].block;
    text_block_clear(new, 0);
    for (size_t i = 0; i < ids->len / sizeof *id; i++) {
        const struct text_block *old;
        const struct text_entry *ignored;
        if (!blocks_find_texts(s, id[i], &old, &ignored, err))
            return store_name_file(s, err);
        if (old && !take_texts(s, old, new, err))
            return false;
    }
    return new->count == 0 || blocks_write_texts(s, new, err);
}

bool blocks_join(struct store *s, struct error *err)
{
    struct buffer ids = {0};
    bool ok = blocks_flush(s, err) &&
              list_blocks(s, "SELECT id FROM move_block ORDER BY id", &ids, err) &&
              join_moves(s, &ids, err) &&
              list_blocks(s, "SELECT id FROM text_block ORDER BY id", &ids, err) &&
              join_texts(s, &ids, err);
    buffer_free(&ids);
    blocks_forget(s);
    return ok;
}
