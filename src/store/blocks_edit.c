/* Changing games in blocks that are written. A block of moves keeps its games, since its number and
   their count say which they are; one of texts may become several if they grow. */
#include "store/private.h"

/* --- Moves ------------------------------------------------------------------------------------ */

static bool damaged(const struct store *s, game_id id, const char *what, struct error *err)
{
    return error_set(err, ERROR_DAMAGED, "%s#%u: %s", s->path, (unsigned)id, lang_text(what));
}

/* Append game AT of OLD to NEW as EDIT (NULL: nothing) leaves it. */
static bool add_moves(struct move_block *new, const struct move_block *old, size_t at,
                      const struct block_edit *edit)
{
    static const struct move_entry absent = {.kind = MOVES_ABSENT};
    if (!edit || edit->kind == EDIT_ROW)
        return move_block_add(new, &old->entries[at], old->bytes.data + old->entries[at].at);
    if (edit->kind == EDIT_DELETE)
        return move_block_add(new, &absent, NULL);
    const struct move_entry entry = blocks_entry(&edit->game);
    return move_block_add(new, &entry, edit->game.moves);
}

/* Change the block of the first of the EDITS; *TAKEN is how many were in it. */
static bool edit_moves(struct store *s, const struct block_edit *edits, size_t count, size_t *taken,
                       struct error *err)
{
    struct move_block *new = &s->writer.moves;
    const struct move_block *old;
    size_t at, n = 0;
    if (!blocks_find_moves(s, edits[0].id, &old, &at, err))
        return false;
    if (!old)
        return damaged(s, edits[0].id, "its moves are not there", err);
    move_block_clear(new, old->first);
    new->row_sum = old->row_sum;
    for (size_t i = 0; i < old->count; i++) {
        const game_id id = old->first + (game_id)i;
        const bool is_edited = n < count && edits[n].id == id;
        if (i % MOVE_GROUP == 0 && !move_block_verify(old, i))
            return damaged(s, id, "its block fails its checksum", err);
        if (is_edited && old->entries[i].kind == MOVES_ABSENT)
            return damaged(s, id, "its moves are not there", err);
        if (!add_moves(new, old, i, is_edited ? &edits[n] : NULL))
            return error_no_memory(err);
        if (is_edited)
            new->row_sum += edits[n++].row_change;
    }
    *taken = n;
    buffer_clear(&s->writer.out);
    move_block_write(new, &s->writer.out);
    new->count = 0;
    return blocks_put(s, STATEMENT_ADD_MOVES, old->first, &s->writer.out, err);
}

/* --- Texts ------------------------------------------------------------------------------------ */

/* A block of texts on the way from OLD (NULL: there was none) to one or more new ones. */
struct text_edit {
    struct store *store;
    const struct text_block *old;
    struct text_block *new;
    size_t at; /* the next entry of OLD */
    bool is_split;
};

/* What was added made the block as large as two: the next texts begin another. */
static bool split_texts(struct text_edit *t, struct error *err)
{
    const struct buffer *columns = t->new->columns;
    if (columns[TEXT_TAGS].len + columns[TEXT_NOTES].len < 2 * TEXT_BLOCK_BYTES)
        return true;
    t->is_split = true;
    return blocks_write_texts(t->store, t->new, err);
}

static void begin_texts(struct text_edit *t, game_id id)
{
    if (t->is_split && t->new->count == 0)
        t->new->first = id;
}

/* The entries of the old block in front of game ID stay as they are. */
static bool keep_texts(struct text_edit *t, int64_t id, struct error *err)
{
    for (; t->old && t->at < t->old->count && t->old->entries[t->at].id < id; t->at++) {
        begin_texts(t, t->old->entries[t->at].id);
        if (!text_block_add_from(t->new, t->old, t->at))
            return error_no_memory(err);
        if (!split_texts(t, err))
            return false;
    }
    return true;
}

static bool edit_text(struct text_edit *t, const struct block_edit *edit, struct error *err)
{
    if (edit->kind == EDIT_ROW)
        return true;
    if (!keep_texts(t, edit->id, err))
        return false;
    if (t->old && t->at < t->old->count && t->old->entries[t->at].id == edit->id)
        t->at++;
    if (edit->kind == EDIT_DELETE)
        return true;
    begin_texts(t, edit->id);
    return blocks_add_texts(t->new, edit->id, &edit->game) ? split_texts(t, err)
                                                           : error_no_memory(err);
}

/* The number of the first block of texts behind game ID. */
static bool next_texts(struct store *s, game_id id, int64_t *next, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_NEXT_TEXTS, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, id);
    int rc = sqlite3_step(st);
    *next = rc == SQLITE_ROW ? sqlite3_column_int64(st, 0) : INT64_MAX;
    sqlite3_reset(st);
    return rc == SQLITE_ROW || rc == SQLITE_DONE || store_fail(s, rc, "read a game", err);
}

/* Change the block that the first of the EDITS is or would be in. */
static bool edit_texts(struct store *s, const struct block_edit *edits, size_t count, size_t *taken,
                       struct error *err)
{
    struct text_edit t = {.store = s, .new = &s->writer.waiting[0].block};
    const struct text_entry *entry;
    int64_t next;
    if (!blocks_find_texts(s, edits[0].id, &t.old, &entry, err) ||
        !next_texts(s, edits[0].id, &next, err))
        return store_name_game(s, edits[0].id, err);
    text_block_clear(t.new, t.old ? t.old->first : edits[0].id);
    bool is_changed = false;
    size_t n = 0;
    for (; n < count && edits[n].id < next; n++) {
        is_changed |= edits[n].kind != EDIT_ROW;
        if (!edit_text(&t, &edits[n], err))
            return false;
    }
    *taken = n;
    if (!keep_texts(&t, INT64_MAX, err))
        return false;
    bool is_needed = is_changed && !t.is_split && t.old;
    return t.new->count == 0 && !is_needed ? true : blocks_write_texts(s, t.new, err);
}

/* --- Both ------------------------------------------------------------------------------------- */

static bool edit_all(struct store *s, const struct block_edit *edits, size_t count,
                     struct error *err)
{
    size_t taken = 0;
    for (size_t i = 0; i < count; i += taken)
        if (!edit_moves(s, edits + i, count - i, &taken, err))
            return false;
    for (size_t i = 0; i < count; i += taken) {
        taken = 1;
        if (edits[i].kind != EDIT_ROW && !edit_texts(s, edits + i, count - i, &taken, err))
            return false;
    }
    return true;
}

bool blocks_edit(struct store *s, const struct block_edit *edits, size_t count, struct error *err)
{
    bool ok = blocks_flush(s, err) && edit_all(s, edits, count, err);
    blocks_forget(s);
    return ok;
}
