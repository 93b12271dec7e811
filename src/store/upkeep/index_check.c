/* Holding the index to the games.

   Every row: checksum, order, and that all entries can be decoded. Which games there are: each in
   exactly one segment. What the entries say: a sample of positions is looked up; or, in full, all
   of them are added up and held to the sum of what the games say (index_tally.h). */
#include "store/index/tally.h"
#include "store/private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLE_GAMES = 200, SAMPLE_PLIES = 3, SAMPLE_LIST_MAX = 10000 };

struct checking {
    struct store *store;
    void (*report)(void *closure, const char *line);
    void *closure;
    struct error *err;
    long long faults;
    struct segments segments;
    struct ask_memory memory;
    struct buffer groups;
    struct buffer blocks; /* struct part_block: of the segment, as they were read */
    bool is_full;
    struct tally tally; /* if is_full: of the segment */
};

/* What is left to say of a block when its entries have been read. */
struct part_block {
    enum index_part part;
    int64_t row;
    uint64_t first, end; /* buckets */
};

static void fault(struct checking *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void fault(struct checking *c, const char *format, ...)
{
    struct buffer line = {0};
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, lang_text(format), arguments);
    va_end(arguments);
    buffer_printf(&line, lang_text("position index: %s"), text);
    c->report(c->closure, buffer_terminate(&line));
    buffer_free(&line);
    c->faults++;
}

/* What a lookup found out counts as a fault if it is damage. False for other errors. */
static bool is_fault(struct checking *c)
{
    if (c->err->code != ERROR_DAMAGED)
        return false;
    fault(c, "%.200s", c->err->text);
    return true;
}

/* --- Entries ---------------------------------------------------------------------------------- */

/* The COUNT games that come next in BITS. NULL: they cannot be read. */
static const uint32_t *take_numbers(struct checking *c, struct bit_reader *bits, uint64_t count,
                                    uint32_t games)
{
    struct buffer *ids = &c->memory.ids;
    buffer_clear(ids);
    if (count > bits->end - bits->at || count > games ||
        !buffer_reserve(ids, (size_t)count * sizeof(uint32_t)))
        return NULL;
    uint32_t *numbers = (uint32_t *)(void *)ids->data;
    return ids_take(bits, numbers, (size_t)count, games) ? numbers : NULL;
}

static bool check_list(struct checking *c, const struct segment *s, enum index_part part,
                       struct entry *e)
{
    const uint32_t *numbers = e->ids;
    if (e->count > few_games(s, part))
        numbers = take_numbers(c, &e->list, e->count, s->games);
    if (numbers && c->is_full)
        tally_list(&c->tally, part, e->key, numbers, (size_t)e->count);
    return numbers != NULL;
}

static bool check_groups(struct checking *c, const struct segment *s, struct entry *e)
{
    bool no_memory, is_right = true;
    buffer_clear(&c->groups);
    if (!groups_take(&e->head, &c->groups, e->count, &no_memory))
        return false;
    const struct code_group *groups = (const struct code_group *)(const void *)c->groups.data;
    for (size_t i = 0; i < c->groups.len / sizeof *groups; i++) {
        struct bit_reader *bits = groups[i].games < INDEX_LISTED ? &e->head : &e->list;
        const uint32_t *numbers = take_numbers(c, bits, groups[i].games, s->games);
        if (!numbers)
            return false;
        if (c->is_full)
            is_right = tally_group(&c->tally, e->full_key, &groups[i], numbers) && is_right;
    }
    if (!is_right)
        fault(c, "segment %lld: the counts of a position are not those of its games",
              (long long)s->id);
    return true;
}

/* False for errors other than damage. */
static bool check_entry(struct checking *c, const struct segment *s, enum index_part part,
                        struct entry *e)
{
    if (e->count > few_games(s, part) && !ask_rows(c->store, s, part, e, true, &c->memory, c->err))
        return is_fault(c);
    const bool has_groups = part == PART_POSITION && e->count >= INDEX_LISTED;
    if (!(has_groups ? check_groups(c, s, e) : check_list(c, s, part, e)))
        fault(c, "segment %lld: an entry of %llu games cannot be read", (long long)s->id,
              (unsigned long long)e->count);
    return true;
}

/* --- Rows ------------------------------------------------------------------------------------- */

/* Of skeletons and materials each has one entry; positions may agree in the bits that are kept. */
static bool check_block(struct checking *c, const struct segment *s, enum index_part part,
                        int64_t row, const struct block *block, uint64_t *entries)
{
    const unsigned inner = s->parts[part].key_bits - s->parts[part].bucket_bits;
    uint64_t last = UINT64_MAX;
    for (uint64_t b = block->first; b < block->first + block->buckets; b++) {
        struct entry_walk walk;
        struct entry e;
        entries_start(&walk, s, part, b, block_bucket(block, b));
        for (; entries_next(&walk, &e); ++*entries, last = e.key) {
            if (e.key >> inner != b || (part != PART_POSITION && e.key == last)) {
                fault(c, "row %lld: a key stands in a wrong place", (long long)row);
                return true;
            }
            if (!check_entry(c, s, part, &e))
                return false;
        }
        if (walk.bits.bad)
            fault(c, "row %lld: bucket %llu cannot be read", (long long)row, (unsigned long long)b);
    }
    return true;
}

/* All blocks of a part, in order. */
static bool check_part(struct checking *c, const struct segment *s, enum index_part part)
{
    const uint64_t buckets = (uint64_t)1 << s->parts[part].bucket_bits;
    uint64_t next = 0, entries = 0;
    struct buffer data = {0};
    bool ok = true;
    while (ok && next < buckets) {
        const int64_t row = row_id(s->id, ROW_BLOCKS + part, next);
        struct block block;
        int64_t found;
        ok = index_read_row(c->store, row, true, &data, &found, c->err);
        if (!ok)
            break;
        if (found != row || !block_open(&block, row, data.data, data.len) || block.buckets == 0 ||
            block.buckets > buckets - next) {
            fault(c, "row %lld is missing or damaged", (long long)row);
            break;
        }
        ok = check_block(c, s, part, row, &block, &entries);
        const struct part_block done = {part, row, next, next + block.buckets};
        buffer_add(&c->blocks, &done, sizeof done);
        next = done.end;
    }
    buffer_free(&data);
    if (ok && next == buckets && entries != s->parts[part].entries)
        fault(c, "segment %lld: %llu entries, and %llu counted", (long long)s->id,
              (unsigned long long)entries, (unsigned long long)s->parts[part].entries);
    return ok;
}

/* All entries having been read, hold them to the games. */
static bool compare_games(struct checking *c)
{
    const struct part_block *block = (const struct part_block *)(const void *)c->blocks.data;
    if (c->blocks.failed)
        return error_no_memory(c->err);
    if (!tally_games(&c->tally, c->err))
        return is_fault(c);
    for (size_t i = 0; i < c->blocks.len / sizeof *block; i++) {
        bool agrees = true;
        for (uint64_t b = block[i].first; b < block[i].end; b++)
            agrees = agrees && tally_agrees(&c->tally, block[i].part, b);
        if (!agrees)
            fault(c, "row %lld does not agree with the games", (long long)block[i].row);
    }
    return true;
}

static bool check_segment(struct checking *c, const struct segment *s)
{
    const long long faults = c->faults;
    bool ok = !c->is_full || tally_begin(&c->tally, c->store, s, c->err) || is_fault(c);
    buffer_clear(&c->blocks);
    for (int part = 0; ok && part < PARTS && c->faults == faults; part++)
        ok = check_part(c, s, (enum index_part)part);
    if (ok && c->is_full && c->faults == faults)
        ok = compare_games(c);
    tally_free(&c->tally);
    return ok;
}

static bool check_rows(struct checking *c)
{
    bool ok = true;
    for (size_t i = 0; ok && i < c->segments.count; i++)
        ok = check_segment(c, &c->segments.items[i]);
    return ok;
}

/* --- Games ------------------------------------------------------------------------------------ */

/* Both ascending. */
static void compare_lists(struct checking *c, const game_id *have, size_t count,
                          const game_id *want, size_t want_count)
{
    size_t i = 0, k = 0;
    while (i < count || k < want_count) {
        if (i + 1 < count && have[i] == have[i + 1]) {
            fault(c, "game %u is in more than one segment", (unsigned)have[i++]);
        } else if (k == want_count || (i < count && have[i] < want[k])) {
            fault(c, "game %u is not there", (unsigned)have[i++]);
        } else if (i == count || want[k] < have[i]) {
            fault(c, "game %u is in no segment", (unsigned)want[k++]);
        } else {
            i++;
            k++;
        }
    }
}

static bool list_rows(struct checking *c, struct buffer *ids)
{
    sqlite3_stmt *st = store_statement(c->store, STATEMENT_GAME_IDS, c->err);
    int rc = SQLITE_ERROR;
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        game_id id = (game_id)sqlite3_column_int64(st, 0);
        buffer_add(ids, &id, sizeof id);
    }
    if (st)
        sqlite3_reset(st);
    if (!st || rc != SQLITE_DONE)
        return st && store_fail(c->store, rc, "read the games", c->err);
    return !ids->failed || error_no_memory(c->err);
}

static bool check_games(struct checking *c, struct buffer *rows)
{
    struct buffer list = {0};
    bool ok = list_rows(c, rows);
    for (size_t i = 0; ok && i < c->segments.count; i++)
        ok = segment_list_games(c->store, &c->segments.items[i], &list, c->err);
    game_id *ids = (game_id *)(void *)list.data;
    const size_t count = list.len / sizeof *ids;
    if (ok)
        game_id_sort(ids, count, sizeof *ids);
    if (ok)
        compare_lists(c, ids, count, (const game_id *)(const void *)rows->data,
                      rows->len / sizeof(game_id));
    buffer_free(&list);
    return ok;
}

/* --- A sample --------------------------------------------------------------------------------- */

/* Longer lists than SAMPLE_LIST_MAX are not read for the sake of one game. */
static bool finds_game(struct checking *c, const struct position *pos, game_id id, bool *found)
{
    struct index_answer answer;
    bool ok = index_find(c->store, pos, 0, &answer, c->err);
    *found = ok && answer.games > SAMPLE_LIST_MAX;
    index_answer_free(&answer);
    if (!ok || *found)
        return ok;
    if (!index_find(c->store, pos, INDEX_HITS, &answer, c->err)) {
        index_answer_free(&answer);
        return false;
    }
    for (size_t i = 0; i < answer.hit_count; i++)
        *found |= answer.hits[i].id == id;
    index_answer_free(&answer);
    return true;
}

static bool check_sample_game(struct checking *c, game_id id, struct record *rec)
{
    if (!store_read(c->store, id, rec, c->err))
        return c->err->code == ERROR_DAMAGED; /* the check of the games says so */
    struct position pos = rec->start;
    for (size_t ply = 0; ply <= rec->ply_count; ply++) {
        bool found = true;
        if (ply == rec->ply_count || (ply * SAMPLE_PLIES) % (rec->ply_count + 1) < SAMPLE_PLIES)
            if (!finds_game(c, &pos, id, &found) && !is_fault(c))
                return false;
        if (!found)
            fault(c, "game %u is not found at ply %zu", (unsigned)id, ply);
        if (ply < rec->ply_count)
            pos_play(&pos, rec->moves[ply]);
    }
    return true;
}

static bool check_sample(struct checking *c, const struct buffer *rows)
{
    const game_id *ids = (const game_id *)(const void *)rows->data;
    const size_t count = rows->len / sizeof *ids;
    struct record rec;
    bool ok = true;
    record_init(&rec);
    for (size_t i = 0; ok && i < SAMPLE_GAMES && i < count; i++)
        ok = check_sample_game(c, ids[count <= SAMPLE_GAMES ? i : i * count / SAMPLE_GAMES], &rec);
    record_free(&rec);
    return ok;
}

/* --- The check -------------------------------------------------------------------------------- */

long long index_check(struct store *s, bool full, void (*report)(void *closure, const char *line),
                      void *closure, struct error *err)
{
    struct checking c = {
        .store = s, .report = report, .closure = closure, .err = err, .is_full = full};
    struct buffer rows = {0};
    if (!ask_begin(s, err))
        return -1;
    bool ok = segments_load(s, &c.segments, err) && check_rows(&c) && check_games(&c, &rows) &&
              check_sample(&c, &rows);
    if (!ok && err->code == ERROR_DAMAGED)
        ok = is_fault(&c);
    ok = ask_end(s, ok, err);
    segments_free(&c.segments);
    ask_memory_free(&c.memory);
    buffer_free(&c.groups);
    buffer_free(&c.blocks);
    buffer_free(&rows);
    return ok ? c.faults : -1;
}
