/* Segments as rows: cutting coded buckets into blocks, writing and reading rows.

   SQLite keeps the beginning of a long row in a page with others and the rest in pages of its own.
   A block ends as soon as it is so long that hardly more than the least lies in the shared page:
   so these pages fill up, and next to nothing is lost. */
#include "base/byte_order.h"
#include "store/code/bytes.h"
#include "store/index/build.h"
#include "store/private.h"

#include <stdlib.h>

enum {
    /* SQLite's file format, section 1.6: bytes of a row in an overflow page, and the least of a
       long row in its leaf; 5 of these are the row's own head. */
    OVERFLOW_BYTES = STORE_PAGE_USABLE - 4,
    LEAF_BYTES = (STORE_PAGE_USABLE - 12) * 32 / 255 - 23 - 5,
    BLOCK_PAGES = 3,
    BLOCK_BYTES = BLOCK_PAGES * OVERFLOW_BYTES + LEAF_BYTES,
    BLOCK_BUCKETS_MAX = 65535,
    SEGMENT_VERSION = 1
};

static const char writing[] = "write the position index";

/* --- Writing ---------------------------------------------------------------------------------- */

static bool new_segment_id(struct store *s, int64_t *id, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_LAST_SEGMENT, err);
    if (!st)
        return false;
    int rc = sqlite3_step(st);
    *id = rc == SQLITE_ROW ? sqlite3_column_int64(st, 0) + 1 : 1;
    sqlite3_reset(st);
    if (rc != SQLITE_ROW)
        return store_fail(s, rc, writing, err);
    return *id < SEGMENT_MAX || error_set(err, ERROR_IO,
                                          "%s: the position index has no more segment numbers; "
                                          "compact the store",
                                          s->path);
}

void segment_begin(struct segment_writer *w, struct store *s, struct segment *segment,
                   struct error *err)
{
    *w = (struct segment_writer){.store = s, .segment = segment, .err = err};
    w->failed = !new_segment_id(s, &segment->id, err);
}

/* Write `row`, whose first four bytes become its checksum. */
static void put_row(struct segment_writer *w, int64_t id)
{
    if (w->failed)
        return;
    if (w->row.failed) {
        w->failed = true;
        error_no_memory(w->err);
        return;
    }
    little_put(w->row.data, index_checksum(id, w->row.data + 4, w->row.len - 4), 4);
    sqlite3_stmt *st = store_statement(w->store, STATEMENT_ADD_INDEX_ROW, w->err);
    if (st) {
        sqlite3_bind_int64(st, 1, id);
        sqlite3_bind_blob64(st, 2, w->row.data, w->row.len, SQLITE_STATIC);
    }
    w->failed = !store_run(w->store, st, writing, w->err);
}

static void put_block(struct segment_writer *w, enum index_part part)
{
    const size_t buckets = w->offsets.len / sizeof(uint32_t);
    if (w->failed || buckets == 0)
        return;
    const unsigned width = w->block.len > UINT16_MAX ? 4 : 2;
    char head[BLOCK_HEAD] = {0};
    head[4] = (char)width;
    little_put(head + 5, (uint32_t)buckets, 2);
    buffer_clear(&w->row);
    buffer_add(&w->row, head, sizeof head);
    for (size_t i = 0; i < buckets; i++) {
        char bytes[4];
        uint32_t offset;
        memcpy(&offset, w->offsets.data + i * sizeof offset, sizeof offset);
        little_put(bytes, offset, width);
        buffer_add(&w->row, bytes, width);
    }
    buffer_add(&w->row, w->block.data, w->block.len);
    w->row.failed |= w->block.failed || w->offsets.failed;
    put_row(w, row_id(w->segment->id, ROW_BLOCKS + part, w->first));
    buffer_clear(&w->block);
    buffer_clear(&w->offsets);
}

static void put_bucket(struct segment_writer *w, enum index_part part, const char *data, size_t len)
{
    size_t buckets = w->offsets.len / sizeof(uint32_t);
    if (BLOCK_HEAD + 2 * buckets + w->block.len >= BLOCK_BYTES || buckets == BLOCK_BUCKETS_MAX) {
        put_block(w, part);
        buckets = 0;
    }
    if (buckets == 0)
        w->first = w->next;
    uint32_t offset = (uint32_t)w->block.len;
    buffer_add(&w->offsets, &offset, sizeof offset);
    buffer_add(&w->block, data, len);
    w->next++;
}

static void keep_bigs(struct segment_writer *w, const struct coded_part *c)
{
    const struct big_entry *bigs = (const struct big_entry *)(const void *)c->bigs.data;
    for (size_t i = 0; i < c->bigs.len / sizeof *bigs; i++) {
        struct big_entry big = bigs[i];
        big.at += w->big_bytes.len;
        buffer_add(&w->bigs, &big, sizeof big);
    }
    buffer_add(&w->big_bytes, c->big_bytes.data, c->big_bytes.len);
}

void segment_put_coded(struct segment_writer *w, enum index_part part, const struct coded_part *c)
{
    const char *at = c->bytes.data;
    if (c->bytes.failed || c->lengths.failed || c->bigs.failed || c->big_bytes.failed) {
        w->failed = true;
        error_no_memory(w->err);
    }
    for (size_t i = 0; !w->failed && i < c->lengths.len / sizeof(uint32_t); i++) {
        uint32_t len;
        memcpy(&len, c->lengths.data + i * sizeof len, sizeof len);
        put_bucket(w, part, at, len);
        at += len;
    }
    keep_bigs(w, c);
}

void segment_end_part(struct segment_writer *w, enum index_part part)
{
    put_block(w, part);
    w->next = 0;
}

static int compare_bigs(const void *a, const void *b)
{
    const struct big_entry *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static void put_bigs(struct segment_writer *w)
{
    struct big_entry *bigs = (struct big_entry *)(void *)w->bigs.data;
    const size_t count = w->bigs.len / sizeof *bigs;
    if (w->bigs.failed || w->big_bytes.failed) {
        w->failed = true;
        error_no_memory(w->err);
    }
    if (count > 0)
        qsort(bigs, count, sizeof *bigs, compare_bigs);
    for (size_t i = 0; !w->failed && i < count; i++) {
        buffer_clear(&w->row);
        buffer_add(&w->row, "\0\0\0\0", 4);
        buffer_add(&w->row, w->big_bytes.data + bigs[i].at, bigs[i].len);
        put_row(w, row_id(w->segment->id, bigs[i].kind, bigs[i].row));
    }
}

/* A segment's own row: checksum, version, most games of a rare skeleton, ranges (gap to the last,
   count), parts. */
static void put_segment(struct segment_writer *w)
{
    const struct segment *s = w->segment;
    struct buffer *row = &w->row;
    game_id last = 0;
    buffer_clear(row);
    buffer_add(row, "\0\0\0\0", 4);
    bytes_put_number(row, SEGMENT_VERSION);
    bytes_put_number(row, s->rare);
    bytes_put_number(row, s->range_count);
    for (size_t i = 0; i < s->range_count; i++) {
        bytes_put_number(row, s->ranges[i].first - last);
        bytes_put_number(row, s->ranges[i].count);
        last = s->ranges[i].first + (s->ranges[i].count - 1);
    }
    for (int part = 0; part < PARTS; part++) {
        bytes_put_number(row, s->parts[part].entries);
        bytes_put_number(row, s->parts[part].key_bits);
        bytes_put_number(row, s->parts[part].bucket_bits);
        bytes_put_number(row, s->parts[part].rice);
    }
    if (row->failed) {
        w->failed = true;
        error_no_memory(w->err);
        return;
    }
    little_put(row->data, index_checksum(s->id, row->data + 4, row->len - 4), 4);
    sqlite3_stmt *st = store_statement(w->store, STATEMENT_ADD_SEGMENT, w->err);
    if (st) {
        sqlite3_bind_int64(st, 1, s->id);
        sqlite3_bind_int64(st, 2, s->games);
        sqlite3_bind_blob64(st, 3, row->data, row->len, SQLITE_STATIC);
    }
    w->failed = !store_run(w->store, st, writing, w->err);
}

bool segment_end(struct segment_writer *w)
{
    if (!w->failed)
        put_bigs(w);
    if (!w->failed)
        put_segment(w);
    buffer_free(&w->block);
    buffer_free(&w->offsets);
    buffer_free(&w->row);
    buffer_free(&w->bigs);
    buffer_free(&w->big_bytes);
    return !w->failed;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static bool read_ranges(struct bytes *b, struct segment *s, bool *no_memory)
{
    uint64_t count = bytes_number(b), last = 0, games = 0;
    *no_memory = false;
    if (b->bad || count > bytes_left(b) / 2)
        return false;
    s->ranges = malloc((count + 1) * sizeof *s->ranges);
    if (!s->ranges) {
        *no_memory = true;
        return false;
    }
    for (; s->range_count < count; s->range_count++) {
        uint64_t gap = bytes_number(b), n = bytes_number(b);
        if (b->bad || gap == 0 || gap > UINT32_MAX || n == 0 || n > UINT32_MAX ||
            last + gap + n - 1 > UINT32_MAX)
            return false;
        s->ranges[s->range_count] = (struct game_range){(game_id)(last + gap), (uint32_t)n};
        last += gap + n - 1;
        games += n;
    }
    s->games = (uint32_t)games;
    return games > 0;
}

static bool read_segment(struct segment *s, const void *data, size_t len, bool *no_memory)
{
    struct bytes b = bytes_of(data, len);
    *no_memory = false;
    const uint32_t checksum = bytes_u32(&b);
    if (b.bad || checksum != index_checksum(s->id, b.at, bytes_left(&b)) ||
        bytes_number(&b) != SEGMENT_VERSION || s->id <= 0 || s->id >= SEGMENT_MAX)
        return false;
    const uint64_t rare = bytes_number(&b);
    s->rare = (unsigned)rare;
    if (rare < 1 || rare > INDEX_RARE || !read_ranges(&b, s, no_memory))
        return false;
    for (int i = 0; i < PARTS; i++) {
        struct part *p = &s->parts[i];
        p->entries = bytes_number(&b);
        uint64_t key = bytes_number(&b), bucket = bytes_number(&b), rice = bytes_number(&b);
        if (b.bad || key < 1 || key > 63 || bucket > key || bucket > ROW_NUMBER_BITS || rice > 56)
            return false;
        p->key_bits = (unsigned)key;
        p->bucket_bits = (unsigned)bucket;
        p->rice = (unsigned)rice;
    }
    return true;
}

void segments_free(struct segments *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].ranges);
    free(list->items);
    *list = (struct segments){NULL, 0};
}

bool segments_load(struct store *s, struct segments *list, struct error *err)
{
    struct buffer items = {0};
    int rc = SQLITE_ERROR;
    bool ok = true, no_memory = false;
    sqlite3_stmt *st = store_statement(s, STATEMENT_SEGMENTS, err);
    *list = (struct segments){NULL, 0};
    while (st && ok && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct segment segment = {.id = sqlite3_column_int64(st, 0)};
        const void *data = sqlite3_column_blob(st, 1);
        ok = read_segment(&segment, data, (size_t)sqlite3_column_bytes(st, 1), &no_memory);
        buffer_add(&items, &segment, sizeof segment);
        if (items.failed)
            free(segment.ranges);
        list->items = (struct segment *)(void *)items.data;
        list->count = items.len / sizeof segment;
        if (!ok && !no_memory)
            error_set(err, ERROR_DAMAGED, "%s: segment %lld of the position index is damaged",
                      s->path, (long long)segment.id);
        no_memory |= items.failed;
        ok = ok && !items.failed;
    }
    if (no_memory)
        error_no_memory(err);
    if (st)
        sqlite3_reset(st);
    if (st && ok && rc != SQLITE_DONE)
        ok = store_fail(s, rc, "read the position index", err);
    if (st && ok)
        return true;
    segments_free(list);
    return false;
}

bool segment_remove(struct store *s, int64_t id, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_REMOVE_INDEX_ROWS, err);
    if (st) {
        sqlite3_bind_int64(st, 1, row_id(id, 0, 0));
        sqlite3_bind_int64(st, 2, row_id(id + 1, 0, 0) - 1);
    }
    if (!store_run(s, st, writing, err))
        return false;
    static const enum statement others[] = {STATEMENT_REMOVE_MINUS, STATEMENT_REMOVE_SEGMENT};
    for (int i = 0; i < 2; i++) {
        st = store_statement(s, others[i], err);
        if (st)
            sqlite3_bind_int64(st, 1, id);
        if (!store_run(s, st, writing, err))
            return false;
    }
    return true;
}

game_id segment_game(const struct segment *s, uint32_t number)
{
    for (size_t i = 0; i < s->range_count; i++) {
        if (number < s->ranges[i].count)
            return s->ranges[i].first + number;
        number -= s->ranges[i].count;
    }
    return 0;
}

bool segment_number(const struct segment *s, game_id id, uint32_t *number)
{
    *number = 0;
    for (size_t i = 0; i < s->range_count && s->ranges[i].first <= id; i++) {
        if (id - s->ranges[i].first < s->ranges[i].count) {
            *number += id - s->ranges[i].first;
            return true;
        }
        *number += s->ranges[i].count;
    }
    return false;
}

bool index_read_row(struct store *s, int64_t row, bool exact, struct buffer *out, int64_t *found,
                    struct error *err)
{
    sqlite3_stmt *st =
        store_statement(s, exact ? STATEMENT_INDEX_ROW : STATEMENT_FIND_INDEX_ROW, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, row);
    int rc = sqlite3_step(st);
    *found = 0;
    buffer_clear(out);
    if (rc == SQLITE_ROW) {
        *found = sqlite3_column_int64(st, 0);
        const void *data = sqlite3_column_blob(st, 1);
        buffer_add(out, data, data ? (size_t)sqlite3_column_bytes(st, 1) : 0);
    }
    sqlite3_reset(st);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        return store_fail(s, rc, "read the position index", err);
    return !out->failed || error_no_memory(err);
}
