/* Games that are deleted or replaced: noted for the segment that has them, together with what they
   added to its counts, since their rows will be gone. */
#include "store/index/ask.h"
#include "store/private.h"

#include <stdlib.h>

static bool add_minus(struct store *s, int64_t segment, game_id id, struct error *err)
{
    struct game_facts facts;
    if (!index_read_facts(s, id, &facts, err))
        return false;
    sqlite3_stmt *st = store_statement(s, STATEMENT_ADD_MINUS, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, segment);
    sqlite3_bind_int64(st, 2, id);
    sqlite3_bind_int(st, 3, facts.result);
    sqlite3_bind_int(st, 4, facts.white_elo);
    sqlite3_bind_int(st, 5, facts.black_elo);
    sqlite3_bind_int64(st, 6, facts.date);
    return store_run(s, st, "write the position index", err);
}

/* A game that was replaced is in several segments; only the last one has it as it is. */
static bool delete_one(struct store *s, const struct segments *segments,
                       const struct minus_list *minus, game_id id, struct error *err)
{
    uint32_t number;
    for (size_t i = segments->count; i-- > 0;)
        if (segment_number(&segments->items[i], id, &number) && !minus_find(&minus[i], id))
            return add_minus(s, segments->items[i].id, id, err);
    return true;
}

bool index_delete(struct store *s, const game_id *ids, size_t count, struct error *err)
{
    struct segments segments;
    if (!segments_load(s, &segments, err))
        return false;
    struct minus_list *minus = calloc(segments.count + 1, sizeof *minus);
    bool ok = minus != NULL || error_no_memory(err);
    for (size_t i = 0; ok && i < segments.count; i++)
        ok = minus_load(s, &segments.items[i], &minus[i], err);
    for (size_t i = 0; ok && i < count; i++)
        ok = delete_one(s, &segments, minus, ids[i], err);
    for (size_t i = 0; minus && i < segments.count; i++)
        minus_free(&minus[i]);
    free(minus);
    segments_free(&segments);
    return ok;
}
