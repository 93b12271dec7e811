/* One lookup reads one row of index_block, a few pages. */
#include "store/index/ask.h"
#include "base/byte_order.h"
#include "store/private.h"

#include <stdlib.h>

static const char reading[] = "read the position index";

struct game_facts index_facts_of_row(sqlite3_stmt *st, int at)
{
    return (struct game_facts){.result = (uint8_t)(sqlite3_column_int(st, at) & 3),
                               .white_elo = (uint16_t)sqlite3_column_int(st, at + 1),
                               .black_elo = (uint16_t)sqlite3_column_int(st, at + 2),
                               .date = (uint32_t)sqlite3_column_int(st, at + 3)};
}

/* --- Deleted games ---------------------------------------------------------------------------- */

bool minus_load(struct store *s, const struct segment *segment, struct minus_list *list,
                struct error *err)
{
    struct buffer items = {0};
    int rc;
    *list = (struct minus_list){NULL, 0};
    sqlite3_stmt *st = store_statement(s, STATEMENT_MINUS, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, segment->id);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW && list->count < segment->games) {
        list->count++;
        struct minus m = {(game_id)sqlite3_column_int64(st, 0), index_facts_of_row(st, 1)};
        buffer_add(&items, &m, sizeof m);
    }
    sqlite3_reset(st);
    list->items = (struct minus *)(void *)items.data;
    list->count = items.len / sizeof *list->items;
    if (rc == SQLITE_DONE && !items.failed)
        return true;
    minus_free(list);
    if (rc == SQLITE_ROW)
        return error_set(err, ERROR_DAMAGED,
                         "%s: more games were deleted than segment %lld of the position index had",
                         s->path, (long long)segment->id);
    return rc == SQLITE_DONE ? error_no_memory(err) : store_fail(s, rc, reading, err);
}

void minus_free(struct minus_list *list)
{
    free(list->items);
    *list = (struct minus_list){NULL, 0};
}

const struct minus *minus_find(const struct minus_list *list, game_id id)
{
    return game_id_find(id, list->items, list->count, sizeof *list->items);
}

static bool no_facts(struct store *s, int rc, game_id id, struct error *err)
{
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        return store_fail(s, rc, reading, err);
    return error_set(err, ERROR_DAMAGED, "%s: the position index names game %u, which is not there",
                     s->path, (unsigned)id);
}

bool index_read_facts(struct store *s, game_id id, struct game_facts *facts, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_FACTS, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, id);
    int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        *facts = index_facts_of_row(st, 0);
    sqlite3_reset(st);
    return rc == SQLITE_ROW || no_facts(s, rc, id, err);
}

bool index_read_all_facts(struct store *s, const game_id *ids, size_t count,
                          struct game_facts *facts, struct error *err)
{
    enum { NEAR = 64 }; /* so far it is quicker to walk than to look again */
    sqlite3_stmt *st = store_statement(s, STATEMENT_FACTS_FROM, err);
    int rc = SQLITE_DONE;
    int64_t at = 0;
    bool ok = st != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        if (i == 0 || ids[i] - at > NEAR) {
            sqlite3_reset(st);
            sqlite3_bind_int64(st, 1, ids[i]);
        }
        do
            rc = sqlite3_step(st);
        while (rc == SQLITE_ROW && (at = sqlite3_column_int64(st, FACTS_ID)) < ids[i]);
        ok = (rc == SQLITE_ROW && at == ids[i]) || no_facts(s, rc, ids[i], err);
        if (ok)
            facts[i] = index_facts_of_row(st, 0);
    }
    if (st)
        sqlite3_reset(st);
    return ok;
}

bool ask_begin(struct store *s, struct error *err)
{
    return store_run(s, store_statement(s, STATEMENT_BEGIN_ASKING, err), reading, err);
}

bool ask_end(struct store *s, bool ok, struct error *err)
{
    struct error ignored;
    struct error *kept = ok ? err : &ignored;
    return store_run(s, store_statement(s, STATEMENT_END_ASKING, kept), reading, kept) && ok;
}

/* --- Entries ---------------------------------------------------------------------------------- */

void ask_memory_free(struct ask_memory *m)
{
    buffer_free(&m->row);
    buffer_free(&m->big);
    buffer_free(&m->big_list);
    buffer_free(&m->ids);
}

bool index_damaged(struct store *s, int64_t row, struct error *err)
{
    return error_set(err, ERROR_DAMAGED, "%s: row %lld of the position index is damaged", s->path,
                     (long long)row);
}

bool ask_bucket(struct store *s, const struct segment *segment, enum index_part part, uint64_t key,
                struct ask_memory *m, struct entry_walk *walk, struct error *err)
{
    const unsigned bits = segment->parts[part].bucket_bits;
    const uint64_t bucket = bits ? key >> (64 - bits) : 0;
    const int64_t wanted = row_id(segment->id, ROW_BLOCKS + part, bucket);
    int64_t row;
    struct block block;
    if (!index_read_row(s, wanted, false, &m->row, &row, err))
        return false;
    if (row >> ROW_NUMBER_BITS != wanted >> ROW_NUMBER_BITS ||
        !block_open(&block, row, m->row.data, m->row.len) || bucket - block.first >= block.buckets)
        return index_damaged(s, wanted, err);
    entries_start(walk, segment, part, bucket, block_bucket(&block, bucket));
    return true;
}

static bool ask_row(struct store *s, int64_t row, struct buffer *out, struct bit_reader *bits,
                    struct error *err)
{
    int64_t found;
    if (!index_read_row(s, row, true, out, &found, err))
        return false;
    const unsigned char *data = (const unsigned char *)out->data;
    if (found != row || out->len < 4)
        return index_damaged(s, row, err);
    const uint32_t sum = little_u32(data);
    if (sum != index_checksum(row, data + 4, out->len - 4))
        return index_damaged(s, row, err);
    *bits = bit_reader_of(data + 4, out->len - 4);
    return true;
}

bool ask_rows(struct store *s, const struct segment *segment, enum index_part part, struct entry *e,
              bool with_list, struct ask_memory *m, struct error *err)
{
    if (!e->in_rows)
        return true;
    const unsigned low = 64 - segment->parts[part].key_bits;
    const uint64_t number = row_of_key(part == PART_POSITION ? e->full_key : e->key << low);
    e->in_rows = false;
    if (part != PART_POSITION)
        return ask_row(s, row_id(segment->id, ROW_BIG_LIST + part, number), &m->big_list, &e->list,
                       err);
    return ask_row(s, row_id(segment->id, ROW_BIG_HEAD, number), &m->big, &e->head, err) &&
           (!with_list ||
            ask_row(s, row_id(segment->id, ROW_BIG_GAMES, number), &m->big_list, &e->list, err));
}

bool ask_list(struct store *s, const struct segment *segment, enum index_part part, uint64_t key,
              struct ask_memory *m, struct entry *e, struct error *err)
{
    struct entry_walk walk;
    const uint64_t wanted = part_key(&segment->parts[part], key);
    if (!ask_bucket(s, segment, part, key, m, &walk, err))
        return false;
    while (entries_next(&walk, e) && e->key <= wanted)
        if (e->key == wanted)
            return true;
    e->count = 0;
    return !walk.bits.bad || index_damaged(s, row_id(segment->id, ROW_BLOCKS + part, 0), err);
}
