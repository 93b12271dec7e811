/* Games from stores through a form to the output. They are whole, so there is nothing to skip. */
#include "tools/convert/convert.h"

#include "base/parallel.h"
#include "tools/walk.h"

/* Every game is written, so a part of many would be too much to keep. */
enum { PART_GAMES = 256 };

struct export
{
    struct convert *convert;
    uint64_t before; /* games of what came before the store */
};

/* Write a game, unless it surely comes before those asked for: it is not the one with a higher
   place than its number. */
static int look(void *closure, const struct walked *game, uint32_t *value, struct buffer *out,
                struct error *err)
{
    const struct export *e = closure;
    const struct convert *c = e->convert;
    if (!c->sink.is_learning && e->before + game->header->id < c->range_begin)
        return 1;
    if (!store_cursor_read(game->cursor, game->record, err))
        return -1;
    *value = convert_record(c, out, game->record);
    return 1;
}

static bool take(void *closure, game_id id, uint32_t value, const char *text, size_t len)
{
    const struct export *e = closure;
    struct convert *c = e->convert;
    const bool ok = !convert_counts_in(c) || convert_deliver(c, id, text, len, value);
    return ok && !c->is_past;
}

static bool export_store(struct convert *c, struct store *s, struct error *err)
{
    const struct common *common = &c->cli.common;
    const bool alone = c->form->is_single || c->form->is_alone || common->line_buffered;
    struct store_filter *all = store_filter_new(s, err);
    if (!all)
        return false;
    struct export e = {.convert = c, .before = c->games};
    struct walk walk = {
        .store = s,
        .filter = all,
        .threads = alone ? 1 : parallel_threads((unsigned)common->threads),
        .part_games = PART_GAMES,
        .most = store_game_count(s),
        .progress = &c->progress,
        .games = c->games,
        .look = look,
        .take = take,
        .closure = &e,
    };
    progress_start(&c->progress, !common->quiet, store_game_count(s));
    const bool ok = walk_games(&walk, err);
    progress_clear(&c->progress);
    store_filter_free(all);
    return ok;
}

void convert_store(struct convert *c, const char *path)
{
    struct error err;
    struct store *s = store_open(path, STORE_READ, c->cli.common.read.game, &err);
    c->store_path = path;
    if (!s || !export_store(c, s, &err))
        convert_fail(c, &err);
    else if (store_game_count(s) == 0 && !c->sink.is_learning)
        looked_at_store(&c->cli.looked);
    store_close(s);
}
