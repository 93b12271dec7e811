/* The games of a skeleton or a material, and whether the index knows all games. */
#include "store/index/ask.h"
#include "store/private.h"

#include <stdlib.h>

void index_games_free(struct index_games *games)
{
    free(games->ids);
    *games = (struct index_games){0};
}

static bool reserve(struct index_games *games, size_t extra, struct error *err)
{
    if (extra <= games->cap - games->count)
        return true;
    size_t cap = games->count + extra + games->cap;
    game_id *ids = realloc(games->ids, cap * sizeof *ids);
    if (!ids)
        return error_no_memory(err);
    games->ids = ids;
    games->cap = cap;
    return true;
}

/* The numbers of the entry's games, in M or the entry. NULL with ERR filled. */
static const uint32_t *numbers_of(struct store *s, const struct segment *segment,
                                  enum index_part part, struct entry *e, struct ask_memory *m,
                                  struct error *err)
{
    if (e->count <= segment->rare)
        return e->ids;
    if (!ask_rows(s, segment, part, e, true, m, err))
        return NULL;
    buffer_clear(&m->ids);
    if (!buffer_reserve(&m->ids, (size_t)e->count * sizeof(uint32_t))) {
        error_no_memory(err);
        return NULL;
    }
    uint32_t *numbers = (uint32_t *)(void *)m->ids.data;
    if (ids_take(&e->list, numbers, (size_t)e->count, segment->games))
        return numbers;
    index_damaged(s, row_id(segment->id, ROW_BIG_LIST + part, 0), err);
    return NULL;
}

static bool add_segment(struct store *s, const struct segment *segment, enum index_part part,
                        uint64_t key, struct ask_memory *m, struct index_games *games,
                        struct error *err)
{
    struct entry e;
    struct minus_list minus;
    if (!ask_list(s, segment, part, key, m, &e, err))
        return false;
    if (e.count == 0)
        return true;
    const uint32_t *numbers = numbers_of(s, segment, part, &e, m, err);
    if (!numbers || !reserve(games, (size_t)e.count, err) ||
        !minus_load(s, segment, &minus, err))
        return false;
    for (uint64_t i = 0; i < e.count; i++) {
        const game_id id = segment_game(segment, numbers[i]);
        if (!minus_find(&minus, id))
            games->ids[games->count++] = id;
    }
    minus_free(&minus);
    return true;
}

static bool list_all(struct store *s, enum index_part part, uint64_t key, struct index_games *games,
                     struct error *err)
{
    struct segments segments;
    struct ask_memory memory = {0};
    games->count = 0;
    bool ok = segments_load(s, &segments, err);
    for (size_t i = 0; ok && i < segments.count; i++)
        ok = add_segment(s, &segments.items[i], part, key, &memory, games, err);
    segments_free(&segments);
    ask_memory_free(&memory);
    game_id_sort(games->ids, games->count, sizeof *games->ids);
    return ok;
}

static bool list_games(struct store *s, enum index_part part, uint64_t key,
                       struct index_games *games, struct error *err)
{
    return ask_begin(s, err) && ask_end(s, list_all(s, part, key, games, err), err);
}

bool index_skeleton(struct store *s, const struct position *pos, struct index_games *games,
                    struct error *err)
{
    return list_games(s, PART_SKELETON, pos_skeleton(pos), games, err);
}

bool index_material(struct store *s, key64 material, struct index_games *games, struct error *err)
{
    return list_games(s, PART_MATERIAL, index_hash(material), games, err);
}

static bool compare_counts(struct store *s, bool *is_complete, struct error *err)
{
    struct segments segments;
    uint64_t games = 0;
    if (!segments_load(s, &segments, err))
        return false;
    for (size_t i = 0; i < segments.count; i++)
        games += segments.items[i].games;
    segments_free(&segments);
    sqlite3_stmt *st = store_statement(s, STATEMENT_COUNT_MINUS, err);
    if (!st)
        return false;
    int rc = sqlite3_step(st);
    const uint64_t deleted = rc == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(st, 0) : 0;
    sqlite3_reset(st);
    *is_complete = games - deleted == s->counts.games;
    return rc == SQLITE_ROW || store_fail(s, rc, "read the position index", err);
}

bool index_is_complete(struct store *s, bool *is_complete, struct error *err)
{
    return ask_begin(s, err) && ask_end(s, compare_counts(s, is_complete, err), err);
}
