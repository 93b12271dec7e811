/* Changing and deleting games that are there. Games are taken some thousands at a time, so that a
   block is written once for all of its games and memory stays bounded. */
#include "store/private.h"

#include <stdlib.h>

static const char doing[] = LANG("change games");

enum { CHUNK_GAMES = 4096, CHUNK_BYTES = 8 << 20 };

/* --- Rows ------------------------------------------------------------------------------------- */

bool store_read_raw_row(struct store *s, game_id id, struct raw_row *row, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_READ_RAW_ROW, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, id);
    int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW) {
        row_values(st, row->values);
        row->hash = row_hash(&s->row, id, row->values, GAME_COLUMNS);
    }
    sqlite3_reset(st);
    if (rc == SQLITE_ROW)
        return !s->row.failed || error_no_memory(err);
    if (rc == SQLITE_DONE)
        return error_set(err, ERROR_USAGE, "%s: there is no game %u", s->path, (unsigned)id);
    return store_fail(s, rc, "read a game", err);
}

static uint64_t plies_of(const struct raw_row *old)
{
    const struct column_value *plies = &old->values[COLUMN_PLIES];
    return plies->type == VALUE_NUMBER ? (uint64_t)plies->number : 0;
}

static bool is_same_number(const struct column_value *a, const struct column_value *b)
{
    int64_t x = a->type == VALUE_NUMBER ? a->number : 0;
    return x == (b->type == VALUE_NUMBER ? b->number : 0);
}

/* Whether the index knows of game ID, which is in its blocks, what it would know of GAME. */
static bool is_same_to_index(struct store *s, game_id id, const struct raw_row *old,
                             const struct coded_game *game)
{
    static const enum game_column facts[] = {COLUMN_RESULT, COLUMN_WHITE_ELO, COLUMN_BLACK_ELO,
                                             COLUMN_DATE};
    struct error ignored;
    const struct move_block *block;
    size_t at;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (!is_same_number(&old->values[facts[i]], &game->values[facts[i]]))
            return false;
    if (!blocks_find_moves(s, id, &block, &at, &ignored) || !block)
        return false;
    const struct move_entry *have = &block->entries[at], want = blocks_entry(game);
    return have->kind == want.kind && have->plies == want.plies && have->len == want.len &&
           array_equal(block->bytes.data + have->at, game->moves, want.len);
}

bool store_write_index(struct store *s, struct error *err)
{
    if (!s->in_batch)
        return error_set(err, ERROR_USAGE, "%s: no batch was begun", s->path);
    s->index_at_mark = 0;
    return index_builder_write(s->index, s, s->threads, err) &&
           index_merge(s, false, s->threads, err);
}

/* --- Replacing -------------------------------------------------------------------------------- */

/* Games that are to be replaced, and what their rows were. */
struct replacement {
    struct block_edit *edits;
    struct replaced {
        uint64_t hash, plies;
        int64_t source;
        bool is_same; /* to the index */
    } * old;
    game_id *changed; /* room for all of them */
    size_t count;
};

/* Look at the rows as they are, and tell the index which games will be others. */
static bool look_at_old(struct store *s, struct replacement *r, struct error *err)
{
    size_t changed = 0;
    for (size_t i = 0; i < r->count; i++) {
        const struct block_edit *edit = &r->edits[i];
        struct raw_row old;
        if (!store_read_raw_row(s, edit->id, &old, err))
            return false;
        r->old[i] = (struct replaced){.hash = old.hash,
                                      .plies = plies_of(&old),
                                      .source = old.values[COLUMN_SOURCE].number,
                                      .is_same = is_same_to_index(s, edit->id, &old, &edit->game)};
        if (!r->old[i].is_same)
            r->changed[changed++] = edit->id;
    }
    return changed == 0 || index_delete(s, r->changed, changed, err);
}

/* Put the games of the edits in place of those that are there. SOURCE 0: each keeps its own. */
static bool replace(struct store *s, struct replacement *r, int64_t source, struct error *err)
{
    if (!blocks_flush(s, err) || !look_at_old(s, r, err))
        return false;
    for (size_t i = 0; i < r->count; i++) {
        struct block_edit *edit = &r->edits[i];
        const struct replaced *old = &r->old[i];
        uint64_t hash;
        if (!store_put_row(s, edit->id, &edit->game, source ? source : old->source, &hash, err) ||
            !(old->is_same || index_builder_add(s->index, edit->id, edit->game.index, err)))
            return false;
        edit->kind = EDIT_REPLACE;
        edit->row_change = hash - old->hash;
        s->counts.plies += edit->game.plies - old->plies;
    }
    return blocks_edit(s, r->edits, r->count, err);
}

static bool replace_one(struct store *s, game_id id, const char *data, int64_t source,
                        struct error *err)
{
    struct block_edit edit = {.id = id};
    struct replaced old;
    struct replacement one = {.edits = &edit, .old = &old, .changed = &(game_id){0}, .count = 1};
    coded_game_open(&edit.game, data);
    return replace(s, &one, source, err);
}

bool store_replace_coded(struct store *s, game_id id, const char *data, struct error *err)
{
    s->counts.part_replaced = true;
    return replace_one(s, id, data, s->counts.last_source + 1, err);
}

bool store_replace(struct store *s, game_id id, const struct record *rec, struct error *err)
{
    buffer_clear(&s->coded);
    return game_encode(&s->coder, rec, &s->coded, err) && replace_one(s, id, s->coded.data, 0, err);
}

/* --- Editing many ----------------------------------------------------------------------------- */

struct editing {
    struct store *store;
    struct replacement chunk;
    size_t *starts; /* of its games in DATA */
    struct buffer data;
    uint64_t index_plies; /* that the index may hold by now */
};

static bool apply(struct editing *e, struct error *err)
{
    struct store *s = e->store;
    for (size_t i = 0; i < e->chunk.count; i++) {
        struct coded_game *game = &e->chunk.edits[i].game;
        coded_game_open(game, e->data.data + e->starts[i]);
        e->index_plies += game->plies;
    }
    if (!replace(s, &e->chunk, 0, err))
        return false;
    e->chunk.count = 0;
    buffer_clear(&e->data);
    if (e->index_plies < INDEX_PLIES)
        return true;
    e->index_plies = 0;
    return store_write_index(s, err);
}

static bool edit_games(struct editing *e, struct record *rec, const game_id *ids, size_t count,
                       store_editor edit, void *closure, uint64_t *changed, struct error *err)
{
    struct store *s = e->store;
    size_t *n = &e->chunk.count;
    for (size_t i = 0; i < count; i++) {
        if (!store_read(s, ids[i], rec, err))
            return false;
        if (!edit(closure, ids[i], rec))
            continue;
        ++*changed;
        e->chunk.edits[*n].id = ids[i];
        e->starts[*n] = e->data.len;
        if (!game_encode(&s->coder, rec, &e->data, err))
            return false;
        if ((++*n == CHUNK_GAMES || e->data.len > CHUNK_BYTES) && !apply(e, err))
            return false;
    }
    return apply(e, err);
}

static bool make_editing(struct editing *e, struct error *err)
{
    e->chunk.edits = malloc(CHUNK_GAMES * sizeof *e->chunk.edits);
    e->chunk.old = malloc(CHUNK_GAMES * sizeof *e->chunk.old);
    e->chunk.changed = malloc(CHUNK_GAMES * sizeof *e->chunk.changed);
    e->starts = malloc(CHUNK_GAMES * sizeof *e->starts);
    return (e->chunk.edits && e->chunk.old && e->chunk.changed && e->starts) ||
           error_no_memory(err);
}

static void free_editing(struct editing *e)
{
    free(e->chunk.edits);
    free(e->chunk.old);
    free(e->chunk.changed);
    free(e->starts);
    buffer_free(&e->data);
}

bool store_edit(struct store *s, const game_id *ids, size_t count, store_editor edit, void *closure,
                uint64_t *changed, struct error *err)
{
    struct editing e = {.store = s};
    struct record rec;
    *changed = 0;
    record_init(&rec);
    bool ok = make_editing(&e, err) && store_write_index(s, err) &&
              edit_games(&e, &rec, ids, count, edit, closure, changed, err);
    record_free(&rec);
    free_editing(&e);
    return ok;
}

/* --- Deleting --------------------------------------------------------------------------------- */

static bool delete_row(struct store *s, struct block_edit *edit, struct error *err)
{
    struct raw_row old;
    sqlite3_stmt *st;
    if (!store_read_raw_row(s, edit->id, &old, err) ||
        !(st = store_statement(s, STATEMENT_REMOVE_GAME, err)))
        return false;
    sqlite3_bind_int64(st, 1, edit->id);
    edit->kind = EDIT_DELETE;
    edit->row_change = -old.hash;
    s->counts.games--;
    s->counts.plies -= plies_of(&old);
    return store_run(s, st, doing, err);
}

bool store_delete(struct store *s, const game_id *ids, size_t count, struct error *err)
{
    struct block_edit *edits = malloc(CHUNK_GAMES * sizeof *edits);
    bool ok = edits ? store_write_index(s, err) : error_no_memory(err);
    for (size_t done = 0; ok && done < count;) {
        size_t n = count - done < CHUNK_GAMES ? count - done : CHUNK_GAMES;
        ok = index_delete(s, ids + done, n, err);
        for (size_t i = 0; ok && i < n; i++) {
            edits[i].id = ids[done + i];
            ok = delete_row(s, &edits[i], err);
        }
        ok = ok && blocks_edit(s, edits, n, err);
        done += n;
    }
    free(edits);
    return ok;
}
