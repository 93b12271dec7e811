/* The games of a store as a source of a segment: their lines are read back and played again, which
   gives the whole keys. Threads share the connection to the database under a mutex: each takes a
   whole block of moves at a time and decodes its games by itself. */
#include "store/index/plan.h"
#include "store/private.h"

#include <pthread.h>
#include <stdlib.h>

enum { KEPT_MAX = 256 << 20 }; /* bytes, of all threads together */

/* The structure of a game that is kept for the next walks: there are many of them. */
struct kept_structure {
    char *data; /* NULL: it is not kept */
    uint32_t runs, materials;
};

struct replayer {
    struct move_block block;
    uint32_t number; /* of the game at hand */
    bool has_line;   /* LINE is its line */
    struct game_moves line;
    struct buffer runs, structure;        /* of the game at hand */
    struct buffer keys, mirrors, indexed; /* of its first positions */
    struct heap kept;
    size_t kept_size;
    struct error err;
};

struct replayed_source {
    struct store *store;
    const struct segment *segment;
    pthread_mutex_t mutex;       /* of the store's connection */
    struct kept_structure *kept; /* by game */
    size_t kept_max;             /* bytes of a thread */
    struct replayer replayers[THREADS_MAX];
};

static bool reserve(struct buffer *b, size_t size)
{
    buffer_clear(b);
    return buffer_reserve(b, size);
}

/* --- Lines ------------------------------------------------------------------------------------ */

static bool fetch_block(struct replayed_source *r, struct replayer *w, game_id id)
{
    if (w->block.count > 0 && id >= w->block.first && id - w->block.first < w->block.count)
        return true;
    pthread_mutex_lock(&r->mutex);
    bool ok = blocks_read_moves(r->store, id, &w->block, &w->err);
    pthread_mutex_unlock(&r->mutex);
    if (!ok)
        w->block.count = 0;
    return ok;
}

static bool read_line(struct replayed_source *r, struct replayer *w)
{
    const game_id id = segment_game(r->segment, w->number);
    if (w->has_line)
        return true;
    w->has_line = fetch_block(r, w, id) &&
                  moves_read(r->store, &w->block, id - w->block.first, &w->line, &w->err);
    return w->has_line || store_name_game(r->store, id, &w->err);
}

/* --- Structures ------------------------------------------------------------------------------- */

static void view_structure(char *data, uint32_t runs, uint32_t materials, struct game_view *view)
{
    *view = (struct game_view){.runs = runs,
                               .material_count = materials,
                               .skeletons = (const uint64_t *)(const void *)data};
    view->materials = view->skeletons + runs;
    view->run_lengths = (uint32_t *)(void *)(data + ((size_t)runs + materials) * sizeof(uint64_t));
}

/* Keep the structure of the game at hand for the next walks, if there is room. */
static void keep_structure(struct replayed_source *r, struct replayer *w,
                           const struct game_view *view)
{
    const size_t words = ((size_t)view->runs + view->material_count) * sizeof(uint64_t);
    const size_t size = words + view->runs * sizeof(uint32_t);
    struct heap_mark ignored;
    if (size > r->kept_max - w->kept_size)
        return;
    char *data = heap_add(&w->kept, w->structure.data, size, &ignored);
    if (!data)
        return;
    w->kept_size += size;
    r->kept[w->number] = (struct kept_structure){data, view->runs, view->material_count};
}

static bool view_replayed(void *closure, unsigned worker, uint32_t number, struct game_view *view)
{
    struct replayed_source *r = closure;
    struct replayer *w = &r->replayers[worker];
    const struct kept_structure *kept = &r->kept[number];
    w->number = number;
    w->has_line = false;
    if (kept->data) {
        view_structure(kept->data, kept->runs, kept->materials, view);
        view->stays = true;
        return true;
    }
    if (!read_line(r, w))
        return false;
    const size_t n = w->line.ply_count + 1;
    const struct index_game game = {
        .start = &w->line.start, .moves = w->line.moves, .ply_count = w->line.ply_count};
    uint32_t runs, materials;
    if (!reserve(&w->runs, n * sizeof(struct structure)) ||
        !reserve(&w->structure, n * 3 * sizeof(uint64_t)))
        return error_no_memory(&w->err);
    game_put_runs(&game, (struct structure *)(void *)w->runs.data, w->structure.data, &runs,
                  &materials);
    view_structure(w->structure.data, runs, materials, view);
    keep_structure(r, w, view);
    return true;
}

/* --- Keys ------------------------------------------------------------------------------------- */

/* Play the line only as far as is asked for. */
static bool view_replayed_keys(void *closure, unsigned worker, size_t count, struct game_view *view)
{
    struct replayed_source *r = closure;
    struct replayer *w = &r->replayers[worker];
    if (!read_line(r, w))
        return false;
    struct position pos = w->line.start;
    const size_t plies = count < w->line.ply_count ? count : w->line.ply_count, n = plies + 1;
    if (!reserve(&w->keys, n * sizeof(key64)) || !reserve(&w->mirrors, n * sizeof(key64)) ||
        !reserve(&w->indexed, n * (sizeof(uint64_t) + sizeof(uint16_t))))
        return error_no_memory(&w->err);
    key64 *keys = (key64 *)(void *)w->keys.data, *mirrors = (key64 *)(void *)w->mirrors.data;
    for (size_t i = 0; i < plies; i++) {
        keys[i] = pos.key;
        pos_play(&pos, w->line.moves[i]);
    }
    keys[plies] = pos.key;
    if (pos.game == GAME_XIANGQI)
        line_mirror_keys(&w->line.start, w->line.moves, plies, mirrors);
    const struct index_game game = {
        .start = &w->line.start, .moves = w->line.moves, .keys = keys, .ply_count = plies};
    char *codes = w->indexed.data + n * sizeof(uint64_t);
    game_put_keys(&game, mirrors, w->indexed.data, codes);
    view->keys = (const uint64_t *)(const void *)w->indexed.data;
    view->codes = (const uint16_t *)(const void *)codes;
    return true;
}

/* --- The source ------------------------------------------------------------------------------- */

static void replayer_free(struct replayer *w)
{
    move_block_free(&w->block);
    game_moves_free(&w->line);
    buffer_free(&w->runs);
    buffer_free(&w->structure);
    buffer_free(&w->keys);
    buffer_free(&w->mirrors);
    buffer_free(&w->indexed);
    heap_free(&w->kept);
}

static const struct error *failure(void *closure, unsigned worker)
{
    const struct replayed_source *r = closure;
    return &r->replayers[worker].err;
}

bool replay_write(struct store *s, uint64_t runs, uint64_t materials, struct segment_plan *p,
                  struct error *err)
{
    struct replayed_source *r = calloc(1, sizeof *r);
    struct game_source source = {.view = view_replayed,
                                 .view_keys = view_replayed_keys,
                                 .failure = failure,
                                 .closure = r,
                                 .threads = p->threads,
                                 .runs = runs,
                                 .materials = materials};
    if (!r || !(r->kept = calloc(p->segment.games, sizeof *r->kept))) {
        free(r);
        return error_no_memory(err);
    }
    r->store = s;
    r->segment = &p->segment;
    r->kept_max = KEPT_MAX / p->threads;
    pthread_mutex_init(&r->mutex, NULL);
    p->source = &source;
    bool ok = blocks_flush(s, err) && plan_write(p, s, err);
    for (unsigned i = 0; i < THREADS_MAX; i++)
        replayer_free(&r->replayers[i]);
    pthread_mutex_destroy(&r->mutex);
    free(r->kept);
    free(r);
    return ok;
}
