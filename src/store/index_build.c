/* Collecting games for a segment. What threads can do, index_encode does: it leaves of a game the
   keys of its positions, where the skeleton changes, and its materials. */
#include "store/index_build.h"

#include <stdlib.h>

/* In front of a game's arrays: keys, codes, skeletons, run lengths, materials. */
struct encoded_game {
    struct game_facts facts;
    uint32_t positions, runs, materials;
};

/* --- Encoding --------------------------------------------------------------------------------- */

struct lines {
    key64 *skeletons, *materials, *mirrors;
    uint64_t *keys;
    uint16_t *codes;
    uint32_t *run_lengths;
};

static bool reserve_lines(struct buffer *memory, size_t n, struct lines *l)
{
    buffer_clear(memory);
    if (!buffer_reserve(memory, n * (4 * sizeof(uint64_t) + sizeof(uint32_t) + sizeof(uint16_t))))
        return false;
    char *p = memory->data;
    l->skeletons = (key64 *)(void *)p;
    l->materials = l->skeletons + n;
    l->mirrors = l->materials + n;
    l->keys = l->mirrors + n;
    l->run_lengths = (uint32_t *)(void *)(l->keys + n);
    l->codes = (uint16_t *)(void *)(l->run_lengths + n);
    return true;
}

static void code_chess(const struct index_game *g, struct lines *l)
{
    for (size_t i = 0; i < g->ply_count; i++) {
        l->keys[i] = index_hash(g->keys[i]);
        l->codes[i] = g->moves[i];
    }
    l->keys[g->ply_count] = index_hash(g->keys[g->ply_count]);
    l->codes[g->ply_count] = CODE_END_CHESS;
}

static void code_xiangqi(const struct index_game *g, struct lines *l)
{
    line_mirror_keys(g->start, g->moves, g->ply_count, l->mirrors);
    for (size_t i = 0; i <= g->ply_count; i++) {
        bool mirrored = l->mirrors[i] < g->keys[i];
        uint16_t code = CODE_END_XIANGQI;
        if (i < g->ply_count)
            code = mirrored ? move_mirror(GAME_XIANGQI, g->moves[i]) : g->moves[i];
        l->keys[i] = index_hash(mirrored ? l->mirrors[i] : g->keys[i]);
        l->codes[i] = (uint16_t)(code | (mirrored ? CODE_MIRRORED : 0));
    }
}

/* Keep one of each run of equal skeletons. */
static uint32_t find_runs(struct lines *l, size_t n)
{
    uint32_t runs = 0;
    for (size_t i = 0, start = 0; i < n; i++) {
        if (i + 1 < n && l->skeletons[i + 1] == l->skeletons[i])
            continue;
        l->skeletons[runs] = l->skeletons[i];
        l->run_lengths[runs++] = (uint32_t)(i + 1 - start);
        start = i + 1;
    }
    return runs;
}

static uint32_t find_materials(struct lines *l, size_t n)
{
    uint32_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (i + 1 == n || l->materials[i + 1] != l->materials[i])
            l->materials[count++] = l->materials[i];
    for (uint32_t i = 0; i < count; i++)
        l->materials[i] = index_hash(l->materials[i]);
    return count;
}

bool index_encode(const struct index_game *game, struct buffer *memory, struct buffer *out)
{
    const size_t n = game->ply_count + 1;
    struct lines l;
    if (!reserve_lines(memory, n, &l))
        return false;
    line_structure(game->start, game->moves, game->ply_count, l.skeletons, l.materials);
    if (game->start->game == GAME_CHESS)
        code_chess(game, &l);
    else
        code_xiangqi(game, &l);
    struct encoded_game head = {
        .facts = {(uint8_t)game->result, game->white_elo, game->black_elo, game->date},
        .positions = (uint32_t)n,
        .runs = find_runs(&l, n),
        .materials = find_materials(&l, n),
    };
    buffer_add(out, &head, sizeof head);
    buffer_add(out, l.keys, n * sizeof *l.keys);
    buffer_add(out, l.codes, n * sizeof *l.codes);
    buffer_add(out, l.skeletons, head.runs * sizeof *l.skeletons);
    buffer_add(out, l.run_lengths, head.runs * sizeof *l.run_lengths);
    buffer_add(out, l.materials, head.materials * sizeof *l.materials);
    return !out->failed;
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
    buffer_free(&b->keys);
    buffer_free(&b->codes);
    buffer_free(&b->skeletons);
    buffer_free(&b->run_lengths);
    buffer_free(&b->materials);
    free(b);
}

size_t index_builder_count(const struct index_builder *b)
{
    return b->games.len / sizeof(struct built_game);
}

static const char *add_array(struct buffer *array, const char *data, size_t size)
{
    buffer_add(array, data, size);
    return data + size;
}

bool index_builder_add(struct index_builder *b, game_id id, const char *data, struct error *err)
{
    struct encoded_game head;
    memcpy(&head, data, sizeof head);
    struct built_game g = {
        .id = id,
        .facts = head.facts,
        .positions = head.positions,
        .runs = head.runs,
        .materials = head.materials,
        .position_at = b->codes.len / sizeof(uint16_t),
        .run_at = b->run_lengths.len / sizeof(uint32_t),
        .material_at = b->materials.len / sizeof(uint64_t),
    };
    data += sizeof head;
    data = add_array(&b->keys, data, g.positions * sizeof(uint64_t));
    data = add_array(&b->codes, data, g.positions * sizeof(uint16_t));
    data = add_array(&b->skeletons, data, g.runs * sizeof(uint64_t));
    data = add_array(&b->run_lengths, data, g.runs * sizeof(uint32_t));
    add_array(&b->materials, data, g.materials * sizeof(uint64_t));
    buffer_add(&b->games, &g, sizeof g);
    if (!b->keys.failed && !b->codes.failed && !b->skeletons.failed && !b->run_lengths.failed &&
        !b->materials.failed && !b->games.failed)
        return true;
    return error_no_memory(err);
}

void index_builder_truncate(struct index_builder *b, size_t count)
{
    if (count >= index_builder_count(b))
        return;
    const struct built_game *g = &built_games(b)[count];
    b->keys.len = g->position_at * sizeof(uint64_t);
    b->codes.len = g->position_at * sizeof(uint16_t);
    b->skeletons.len = g->run_at * sizeof(uint64_t);
    b->run_lengths.len = g->run_at * sizeof(uint32_t);
    b->materials.len = g->material_at * sizeof(uint64_t);
    b->games.len = count * sizeof *g;
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
