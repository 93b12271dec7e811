/* Collecting games for a segment. What threads can do, index_encode does: it leaves of a game the
   keys of its positions, where the skeleton changes, and its materials. */
#include "store/index/plan.h"

#include <stdlib.h>

/* In front of a game's structure (skeletons, materials, run lengths, each of its runs) and line
   (keys and codes of its positions). They may lie at any address. */
struct encoded_game {
    struct game_facts facts;
    uint32_t positions, runs, materials;
};

static size_t structure_size(size_t runs, size_t materials)
{
    return (runs + materials) * sizeof(uint64_t) + runs * sizeof(uint32_t);
}

static size_t line_size(size_t positions)
{
    return positions * (sizeof(uint64_t) + sizeof(uint16_t));
}

/* --- Encoding --------------------------------------------------------------------------------- */

static char *put_word(char *at, uint64_t word)
{
    memcpy(at, &word, sizeof word);
    return at + sizeof word;
}

static char *put_code(char *at, uint16_t code)
{
    memcpy(at, &code, sizeof code);
    return at + sizeof code;
}

static void put_chess(const struct index_game *g, char *keys, char *codes)
{
    for (size_t i = 0; i <= g->ply_count; i++)
        keys = put_word(keys, index_hash(g->keys[i]));
    if (g->ply_count > 0)
        memcpy(codes, g->moves, g->ply_count * sizeof *g->moves);
    put_code(codes + g->ply_count * sizeof *g->moves, CODE_END_CHESS);
}

static void put_xiangqi(const struct index_game *g, const key64 *mirrors, char *keys, char *codes)
{
    for (size_t i = 0; i <= g->ply_count; i++) {
        const bool mirrored = mirrors[i] < g->keys[i];
        uint16_t code = CODE_END_XIANGQI;
        if (i < g->ply_count)
            code = mirrored ? move_mirror(GAME_XIANGQI, g->moves[i]) : g->moves[i];
        keys = put_word(keys, index_hash(mirrored ? mirrors[i] : g->keys[i]));
        codes = put_code(codes, (uint16_t)(code | (mirrored ? CODE_MIRRORED : 0)));
    }
}

/* Skeletons, materials and run lengths. COUNT runs; returns the number of materials. */
static uint32_t put_runs(const struct structure *runs, uint32_t count, size_t positions, char *at)
{
    uint32_t materials = 0;
    for (uint32_t i = 0; i < count; i++)
        at = put_word(at, runs[i].skeleton);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || runs[i].material != runs[i - 1].material) {
            at = put_word(at, index_hash(runs[i].material));
            materials++;
        }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = (uint32_t)((i + 1 < count ? runs[i + 1].ply : positions) - runs[i].ply);
        memcpy(at, &length, sizeof length);
        at += sizeof length;
    }
    return materials;
}

void game_put_keys(const struct index_game *g, const key64 *mirrors, char *keys, char *codes)
{
    if (g->start->game == GAME_CHESS)
        put_chess(g, keys, codes);
    else
        put_xiangqi(g, mirrors, keys, codes);
}

void game_put_runs(const struct index_game *g, struct structure *runs, char *out, uint32_t *count,
                   uint32_t *materials)
{
    *count = (uint32_t)line_structure(g->start, g->moves, g->ply_count, runs);
    *materials = put_runs(runs, *count, g->ply_count + 1, out);
}

bool index_encode(const struct index_game *game, struct buffer *memory, struct buffer *out)
{
    const size_t n = game->ply_count + 1;
    struct encoded_game head = {
        .facts = {(uint8_t)game->result, game->white_elo, game->black_elo, game->date},
        .positions = (uint32_t)n,
    };
    buffer_clear(memory);
    if (!buffer_reserve(memory, n * (sizeof(struct structure) + sizeof(key64))))
        return false;
    struct structure *runs = (struct structure *)(void *)memory->data;
    head.runs = (uint32_t)line_structure(game->start, game->moves, game->ply_count, runs);
    if (!buffer_reserve(out, sizeof head + structure_size(head.runs, head.runs) + line_size(n)))
        return false;
    char *structure = out->data + out->len + sizeof head;
    head.materials = put_runs(runs, head.runs, n, structure);
    char *line = structure + structure_size(head.runs, head.materials);
    key64 *mirrors = (key64 *)(void *)(runs + n);
    if (game->start->game == GAME_XIANGQI)
        line_mirror_keys(game->start, game->moves, game->ply_count, mirrors);
    game_put_keys(game, mirrors, line, line + n * sizeof(uint64_t));
    memcpy(out->data + out->len, &head, sizeof head);
    out->len = (size_t)(line - out->data) + line_size(n);
    return true;
}

/* --- Collecting ------------------------------------------------------------------------------- */

struct index_builder *index_builder_new(enum game game, struct error *err)
{
    struct index_builder *b = calloc(1, sizeof *b);
    if (!b)
        error_no_memory(err);
    else
        b->game = game;
    return b;
}

void index_builder_free(struct index_builder *b)
{
    if (!b)
        return;
    buffer_free(&b->games);
    heap_free(&b->structures);
    heap_free(&b->lines);
    free(b);
}

size_t index_builder_count(const struct index_builder *b)
{
    return b->games.len / sizeof(struct built_game);
}

bool index_builder_add(struct index_builder *b, game_id id, const char *data, struct error *err)
{
    struct encoded_game head;
    memcpy(&head, data, sizeof head);
    const size_t structure = structure_size(head.runs, head.materials);
    struct built_game g = {
        .id = id,
        .facts = head.facts,
        .positions = head.positions,
        .runs = head.runs,
        .materials = head.materials,
    };
    data += sizeof head;
    g.structure = heap_add(&b->structures, data, structure, &g.structure_at);
    g.line = heap_add(&b->lines, data + structure, line_size(head.positions), &g.line_at);
    if (!g.structure || !g.line || !buffer_reserve(&b->games, sizeof g))
        return error_no_memory(err);
    buffer_add(&b->games, &g, sizeof g);
    b->runs += g.runs;
    b->materials += g.materials;
    return true;
}

void index_builder_truncate(struct index_builder *b, size_t count)
{
    const size_t now = index_builder_count(b);
    const struct built_game *games = built_games(b);
    if (count >= now)
        return;
    for (size_t i = count; i < now; i++) {
        b->runs -= games[i].runs;
        b->materials -= games[i].materials;
    }
    heap_truncate(&b->structures, games[count].structure_at);
    heap_truncate(&b->lines, games[count].line_at);
    b->games.len = count * sizeof *games;
}

/* --- Writing ---------------------------------------------------------------------------------- */

struct numbered {
    game_id id;
    uint32_t at;
};

struct built_source {
    struct index_builder *b;
    uint32_t *order; /* by number in the segment: the game's number in the builder */
    size_t count;
};

static int compare_numbered(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static bool ascends(const struct numbered *list, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (list[i].id < list[i - 1].id)
            return false;
    return true;
}

void segment_add_game(struct segment *s, game_id id)
{
    struct game_range *last = s->range_count ? &s->ranges[s->range_count - 1] : NULL;
    if (last && id - last->first == last->count)
        last->count++;
    else
        s->ranges[s->range_count++] = (struct game_range){id, 1};
    s->games++;
}

/* Games lie apart: have the next ones come while one is worked on. */
enum { AHEAD = 3, LINE = 64, LINES_AHEAD = 5 };

static void prefetch(const struct built_game *g)
{
    for (int i = 0; i < LINES_AHEAD; i++) {
        __builtin_prefetch(g->structure + i * LINE);
        __builtin_prefetch(g->line + i * LINE);
    }
    __builtin_prefetch(g->line + g->positions * sizeof(uint64_t));
}

static bool view_built(void *closure, unsigned worker, uint32_t number, struct game_view *view)
{
    const struct built_source *source = closure;
    const struct index_builder *b = source->b;
    const struct built_game *g = &built_games(b)[source->order[number]];
    (void)worker;
    if (number + AHEAD < source->count)
        prefetch(&built_games(b)[source->order[number + AHEAD]]);
    *view = (struct game_view){
        .skeletons = (const uint64_t *)(const void *)g->structure,
        .runs = g->runs,
        .material_count = g->materials,
        .stays = true,
        .keys = (const uint64_t *)(const void *)g->line,
    };
    view->materials = view->skeletons + g->runs;
    view->run_lengths =
        (uint32_t *)(void *)(g->structure + (g->runs + g->materials) * sizeof(uint64_t));
    view->codes = (const uint16_t *)(const void *)(view->keys + g->positions);
    return true;
}

static bool view_built_keys(void *closure, unsigned worker, size_t count, struct game_view *view)
{
    (void)closure, (void)worker, (void)count;
    return view->keys != NULL;
}

/* Number the games by their ids; of one id the last counts. */
static bool number_games(struct index_builder *b, struct segment_plan *p, uint32_t *order)
{
    const struct built_game *games = built_games(b);
    const size_t count = index_builder_count(b);
    struct numbered *list = malloc(count * sizeof *list);
    p->facts = malloc(count * sizeof *p->facts);
    p->segment.ranges = malloc(count * sizeof *p->segment.ranges);
    bool ok = list && p->facts && p->segment.ranges && order;
    for (size_t i = 0; ok && i < count; i++)
        list[i] = (struct numbered){games[i].id, (uint32_t)i};
    if (ok && !ascends(list, count))
        qsort(list, count, sizeof *list, compare_numbered);
    for (size_t i = 0; ok && i < count; i++) {
        if (i + 1 < count && list[i + 1].id == list[i].id)
            continue;
        order[p->segment.games] = list[i].at;
        p->facts[p->segment.games] = games[list[i].at].facts;
        segment_add_game(&p->segment, list[i].id);
    }
    free(list);
    return ok;
}

bool index_builder_write(struct index_builder *b, struct store *s, unsigned threads,
                         struct error *err)
{
    const size_t count = index_builder_count(b);
    if (count == 0)
        return true;
    threads = parallel_threads(threads);
    struct built_source built = {.b = b, .order = malloc(count * sizeof(uint32_t))};
    struct game_source source = {.view = view_built,
                                 .view_keys = view_built_keys,
                                 .closure = &built,
                                 .threads = threads,
                                 .runs = b->runs,
                                 .materials = b->materials};
    struct segment_plan *p = calloc(1, sizeof *p);
    bool ok = p && number_games(b, p, built.order);
    built.count = p ? p->segment.games : 0;
    if (!ok)
        error_no_memory(err);
    if (ok) {
        p->source = &source;
        p->threads = threads;
        p->segment.rare = INDEX_BATCH_RARE;
        ok = plan_write(p, s, err);
    }
    if (p)
        plan_free(p);
    free(built.order);
    index_builder_truncate(b, 0);
    return ok;
}

/* --- Summaries -------------------------------------------------------------------------------- */

void summary_add(struct index_summary *s, const struct game_facts *facts)
{
    s->white_rated += facts->white_elo > 0;
    s->white_sum += facts->white_elo;
    s->black_rated += facts->black_elo > 0;
    s->black_sum += facts->black_elo;
    if (facts->date / 10000 == 0)
        return;
    s->dated++;
    s->year_sum += facts->date / 10000;
    if (s->first_date == 0 || facts->date < s->first_date)
        s->first_date = facts->date;
    if (facts->date > s->last_date)
        s->last_date = facts->date;
}

/* The first and the last date stay: they may be those of a game that is gone. */
void summary_subtract(struct index_summary *s, const struct game_facts *facts)
{
    s->white_rated -= facts->white_elo > 0;
    s->white_sum -= facts->white_elo;
    s->black_rated -= facts->black_elo > 0;
    s->black_sum -= facts->black_elo;
    s->dated -= facts->date / 10000 > 0;
    s->year_sum -= facts->date / 10000;
}

void summary_join(struct index_summary *s, const struct index_summary *other)
{
    s->white_rated += other->white_rated;
    s->white_sum += other->white_sum;
    s->black_rated += other->black_rated;
    s->black_sum += other->black_sum;
    s->dated += other->dated;
    s->year_sum += other->year_sum;
    if (s->first_date == 0 || (other->first_date && other->first_date < s->first_date))
        s->first_date = other->first_date;
    if (other->last_date > s->last_date)
        s->last_date = other->last_date;
}
