/* Writing blocks. What is written depends on the games alone: a block ends where it is full, a mark
   does not end it, and texts that wait are written in order whoever packed them. */
#include "base/parallel.h"
#include "store/private.h"

bool blocks_put(struct store *s, enum statement statement, game_id first, const struct buffer *data,
                struct error *err)
{
    if (data->failed)
        return error_no_memory(err);
    sqlite3_stmt *st = store_statement(s, statement, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, first);
    sqlite3_bind_blob64(st, 2, data->data, data->len, SQLITE_STATIC);
    return store_run(s, st, "add games", err);
}

/* --- Writing ---------------------------------------------------------------------------------- */

bool blocks_write_moves(struct store *s, struct error *err)
{
    struct block_writer *w = &s->writer;
    if (w->moves.count == 0)
        return true;
    buffer_clear(&w->out);
    move_block_write(&w->moves, &w->out);
    bool ok = blocks_put(s, STATEMENT_ADD_MOVES, w->moves.first, &w->out, err);
    w->moves.count = 0;
    return ok;
}

bool blocks_write_texts(struct store *s, struct text_block *b, struct error *err)
{
    struct waiting_texts *w = &s->writer.waiting[0];
    buffer_clear(&w->out);
    text_block_write(b, &w->packer, &w->room, &w->out);
    bool ok = blocks_put(s, STATEMENT_ADD_TEXTS, b->first, &w->out, err);
    text_block_clear(b, 0);
    return ok;
}

static void pack_texts(void *closure, unsigned worker, size_t task)
{
    struct waiting_texts *t = (struct waiting_texts *)closure + task;
    (void)worker;
    buffer_clear(&t->out);
    text_block_write(&t->block, &t->packer, &t->room, &t->out);
}

static bool write_texts(struct store *s, struct error *err)
{
    struct block_writer *w = &s->writer;
    size_t count = w->waiting_count;
    w->waiting_count = 0;
    if (count > 0)
        parallel_for(parallel_threads(s->threads), count, pack_texts, w->waiting);
    for (size_t i = 0; i < count; i++)
        if (!blocks_put(s, STATEMENT_ADD_TEXTS, w->waiting[i].block.first, &w->waiting[i].out, err))
            return false;
    return true;
}

/* The block of texts has ended; it waits. */
static bool end_texts(struct store *s, struct error *err)
{
    struct block_writer *w = &s->writer;
    if (w->texts.count == 0)
        return true;
    struct text_block ended = w->texts;
    w->texts = w->waiting[w->waiting_count].block;
    w->waiting[w->waiting_count].block = ended;
    w->texts.count = 0;
    return ++w->waiting_count < TEXTS_WAITING || write_texts(s, err);
}

struct move_entry blocks_entry(const struct coded_game *game)
{
    bool own = game->values[COLUMN_KIND].number & KIND_OWN_START;
    return (struct move_entry){.len = (uint32_t)game->moves_len,
                               .plies = (uint32_t)game->plies,
                               .kind = own ? MOVES_OWN_START : MOVES_USUAL_START};
}

bool blocks_add_texts(struct text_block *b, game_id id, const struct coded_game *game)
{
    const char *const text[TEXT_COLUMNS] = {game->tags, game->notes};
    const size_t len[TEXT_COLUMNS] = {game->tags_len, game->notes_len};
    return len[TEXT_TAGS] + len[TEXT_NOTES] == 0 || text_block_add(b, id, text, len);
}

bool blocks_add(struct store *s, game_id id, const struct coded_game *game, uint64_t hash,
                struct error *err)
{
    struct block_writer *w = &s->writer;
    const struct move_entry entry = blocks_entry(game);
    if (w->moves.count == 0)
        move_block_clear(&w->moves, id);
    if (w->texts.count == 0)
        text_block_clear(&w->texts, id);
    if (!move_block_add(&w->moves, &entry, game->moves) || !blocks_add_texts(&w->texts, id, game))
        return error_no_memory(err);
    w->moves.row_sum += hash;
    const size_t texts = w->texts.columns[TEXT_TAGS].len + w->texts.columns[TEXT_NOTES].len;
    return (w->moves.size < MOVE_BLOCK_BYTES || blocks_write_moves(s, err)) &&
           (texts < TEXT_BLOCK_BYTES || end_texts(s, err));
}

bool blocks_flush(struct store *s, struct error *err)
{
    return rows_write(s, err) && blocks_write_moves(s, err) && end_texts(s, err) &&
           write_texts(s, err);
}

bool blocks_mark(struct store *s, struct error *err)
{
    struct block_writer *w = &s->writer;
    return write_texts(s, err) && ((move_block_copy(&w->moves_at_mark, &w->moves) &&
                                    text_block_copy(&w->texts_at_mark, &w->texts)) ||
                                   error_no_memory(err));
}

bool blocks_rewind(struct store *s, struct error *err)
{
    struct block_writer *w = &s->writer;
    blocks_forget(s);
    return (move_block_copy(&w->moves, &w->moves_at_mark) &&
            text_block_copy(&w->texts, &w->texts_at_mark)) ||
           error_no_memory(err);
}

static void forget_read(struct store *s)
{
    for (size_t i = 0; i < MOVES_CACHED; i++)
        s->cache.moves[i].used = 0;
    s->cache.has_texts = false;
}

void blocks_forget(struct store *s)
{
    s->writer.moves.count = 0;
    s->writer.texts.count = 0;
    s->writer.waiting_count = 0;
    forget_read(s);
}

void blocks_free(struct store *s)
{
    struct block_writer *w = &s->writer;
    move_block_free(&w->moves);
    move_block_free(&w->moves_at_mark);
    text_block_free(&w->texts);
    text_block_free(&w->texts_at_mark);
    for (size_t i = 0; i < TEXTS_WAITING; i++) {
        text_block_free(&w->waiting[i].block);
        packer_free(&w->waiting[i].packer);
        buffer_free(&w->waiting[i].room);
        buffer_free(&w->waiting[i].out);
    }
    buffer_free(&w->out);
    for (size_t i = 0; i < MOVES_CACHED; i++)
        move_block_free(&s->cache.moves[i].block);
    text_block_free(&s->cache.texts);
}
