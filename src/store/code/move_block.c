/* Blocks of moves as move_block.h says. Reading trusts nothing: the directory is verified before it
   is taken apart, and what it says is held to the bytes that are there. */
#include "store/code/move_block.h"
#include "base/array.h"
#include "base/hash.h"
#include "store/code/move_code.h"

#include <stdlib.h>

enum { VERSION = 1, HEAD = 6, GROUP_OWN_START = 1, PLIES_BIAS = 2, PLIES_MAX = 1 << 23 };

void move_block_free(struct move_block *b)
{
    free(b->entries);
    free(b->sums);
    buffer_free(&b->bytes);
    *b = (struct move_block){.first = 0};
}

void move_block_clear(struct move_block *b, game_id first)
{
    b->first = first;
    b->count = 0;
    b->row_sum = 0;
    b->size = HEAD + 16;
    buffer_clear(&b->bytes);
}

static bool reserve(struct move_block *b, size_t count)
{
    if (count <= b->cap)
        return true;
    const size_t cap = array_room(b->cap, count, 512);
    struct move_entry *entries = array_resize(b->entries, cap, sizeof *entries);
    if (entries)
        b->entries = entries;
    uint32_t *sums = array_resize(b->sums, cap / MOVE_GROUP + 1, sizeof *sums);
    if (sums)
        b->sums = sums;
    if (!entries || !sums)
        return false;
    b->cap = cap;
    return true;
}

static size_t number_size(uint64_t n)
{
    return n < 1 << 7 ? 1 : n < 1 << 14 ? 2 : 4;
}

bool move_block_add(struct move_block *b, const struct move_entry *entry, const void *data)
{
    if (!reserve(b, b->count + 1))
        return false;
    struct move_entry *e = &b->entries[b->count];
    *e = *entry;
    e->at = (uint32_t)b->bytes.len;
    buffer_add(&b->bytes, data, e->len);
    if (b->bytes.failed)
        return false;
    b->size += number_size(e->plies + PLIES_BIAS) + number_size(e->len) + e->len;
    b->size += b->count % MOVE_GROUP == 0 ? sizeof(uint32_t) : 0;
    b->count++;
    return true;
}

bool move_block_copy(struct move_block *to, const struct move_block *from)
{
    if (!reserve(to, from->count))
        return false;
    buffer_clear(&to->bytes);
    buffer_add(&to->bytes, from->bytes.data, from->bytes.len);
    if (from->count > 0)
        memcpy(to->entries, from->entries, from->count * sizeof *to->entries);
    to->first = from->first;
    to->count = from->count;
    to->row_sum = from->row_sum;
    to->size = from->size;
    return !to->bytes.failed;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static uint32_t group_sum(const struct move_block *b, size_t group)
{
    size_t from = group * MOVE_GROUP;
    size_t last = from + MOVE_GROUP <= b->count ? from + MOVE_GROUP - 1 : b->count - 1;
    size_t end = b->entries[last].at + b->entries[last].len, start = b->entries[from].at;
    return hash_unit(b->first + from, b->bytes.data + start, end - start);
}

static void put_entry(struct buffer *out, const struct move_entry *e)
{
    switch ((enum move_entry_kind)e->kind) {
    case MOVES_ABSENT: bytes_put_number(out, 0); break;
    case MOVES_USUAL_START: bytes_put_number(out, e->plies + PLIES_BIAS); break;
    case MOVES_OWN_START:
        bytes_put_number(out, GROUP_OWN_START);
        bytes_put_number(out, e->plies);
        break;
    }
    bytes_put_number(out, e->len);
}

void move_block_write(const struct move_block *b, struct buffer *out)
{
    struct buffer directory = {0};
    size_t start = out->len;
    for (size_t i = 0; i < b->count; i++) {
        if (i % MOVE_GROUP == 0)
            bytes_put_u32(&directory, group_sum(b, i / MOVE_GROUP));
        put_entry(&directory, &b->entries[i]);
    }
    buffer_add_char(out, VERSION);
    buffer_add_char(out, MOVE_MODEL);
    bytes_put_u32(out, 0);
    bytes_put_number(out, directory.len);
    bytes_put_number(out, b->count);
    bytes_put_u64(out, b->row_sum);
    buffer_add(out, directory.data, directory.len);
    out->failed |= directory.failed;
    buffer_free(&directory);
    if (out->failed)
        return;
    uint32_t sum = hash_unit(b->first, out->data + start + HEAD, out->len - start - HEAD);
    little_put(out->data + start + HEAD - sizeof sum, sum, 4);
    buffer_add(out, b->bytes.data, b->bytes.len);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static bool damaged(const struct move_block *b, const char *what, struct error *err)
{
    return error_set(err, ERROR_DAMAGED, "the block of moves from game %u on %s",
                     (unsigned)b->first, lang_text(what));
}

static bool read_entry(struct bytes *in, struct move_entry *e)
{
    uint64_t n = bytes_number(in);
    e->kind = n == 0 ? MOVES_ABSENT : n == GROUP_OWN_START ? MOVES_OWN_START : MOVES_USUAL_START;
    uint64_t plies = e->kind == MOVES_OWN_START     ? bytes_number(in)
                     : e->kind == MOVES_USUAL_START ? n - PLIES_BIAS
                                                    : 0;
    uint64_t len = bytes_number(in);
    e->plies = (uint32_t)plies;
    e->len = (uint32_t)len;
    /* Every ply takes a bit at least. */
    return !in->bad && plies <= PLIES_MAX && len <= UINT32_MAX && plies <= len * 8;
}

static bool read_directory(struct move_block *b, struct bytes directory, size_t bytes,
                           struct error *err)
{
    size_t at = 0;
    for (size_t i = 0; i < b->count; i++) {
        struct move_entry *e = &b->entries[i];
        if (i % MOVE_GROUP == 0)
            b->sums[i / MOVE_GROUP] = bytes_u32(&directory);
        if (!read_entry(&directory, e) || e->len > bytes - at)
            return damaged(b, "has a wrong directory", err);
        e->at = (uint32_t)at;
        at += e->len;
    }
    if (bytes_left(&directory) > 0 || at != bytes)
        return damaged(b, "has a wrong length", err);
    return true;
}

bool move_block_read(struct move_block *b, game_id first, const void *data, size_t len,
                     struct error *err)
{
    struct bytes in = bytes_of(data, len);
    move_block_clear(b, first);
    uint8_t version = bytes_u8(&in), model = bytes_u8(&in);
    uint32_t sum = bytes_u32(&in);
    const unsigned char *summed = in.at;
    uint64_t directory_len = bytes_number(&in), count = bytes_number(&in);
    b->row_sum = bytes_u64(&in);
    const char *directory = bytes_take(&in, directory_len);
    if (!directory || in.bad || version != VERSION || len > UINT32_MAX ||
        sum != hash_unit(first, summed, (size_t)(in.at - summed)))
        return damaged(b, "has a wrong head", err);
    if (model != MOVE_MODEL)
        return error_set(err, ERROR_UNSUPPORTED, "moves of a newer model (%d)", model);
    if (count > directory_len || count > UINT32_MAX - first)
        return damaged(b, "has a wrong number of games", err);
    if (!reserve(b, (size_t)count) || !buffer_reserve(&b->bytes, bytes_left(&in) + MOVE_CODE_SLACK))
        return error_no_memory(err);
    b->count = (size_t)count;
    b->size = len;
    buffer_add(&b->bytes, in.at, bytes_left(&in));
    memset(b->bytes.data + b->bytes.len, 0, MOVE_CODE_SLACK);
    return read_directory(b, bytes_of(directory, (size_t)directory_len), b->bytes.len, err);
}

bool move_block_verify(const struct move_block *b, size_t i)
{
    return b->sums[i / MOVE_GROUP] == group_sum(b, i / MOVE_GROUP);
}
