/* Blocks of texts as text_block.h says. */
#include "store/code/text_block.h"
#include "base/array.h"
#include "base/hash.h"

#include <stdlib.h>

enum { VERSION = 1, HEAD = 5 };

void text_block_free(struct text_block *b)
{
    free(b->entries);
    for (int c = 0; c < TEXT_COLUMNS; c++)
        buffer_free(&b->columns[c]);
    *b = (struct text_block){.first = 0};
}

void text_block_clear(struct text_block *b, game_id first)
{
    b->first = first;
    b->count = 0;
    for (int c = 0; c < TEXT_COLUMNS; c++)
        buffer_clear(&b->columns[c]);
}

static bool reserve(struct text_block *b, size_t count)
{
    if (count <= b->cap)
        return true;
    struct text_entry *entries = array_reserve(b->entries, &b->cap, count, 64, sizeof *entries);
    if (!entries)
        return false;
    b->entries = entries;
    return true;
}

bool text_block_add(struct text_block *b, game_id id, const char *const text[TEXT_COLUMNS],
                    const size_t len[TEXT_COLUMNS])
{
    if (!reserve(b, b->count + 1))
        return false;
    struct text_entry *e = &b->entries[b->count];
    e->id = id;
    for (int c = 0; c < TEXT_COLUMNS; c++) {
        e->at[c] = b->columns[c].len;
        e->len[c] = len[c];
        buffer_add(&b->columns[c], text[c], len[c]);
        if (b->columns[c].failed)
            return false;
    }
    b->count++;
    return true;
}

bool text_block_add_from(struct text_block *b, const struct text_block *from, size_t i)
{
    const struct text_entry *e = &from->entries[i];
    const char *text[TEXT_COLUMNS];
    for (int c = 0; c < TEXT_COLUMNS; c++)
        text[c] = e->len[c] > 0 ? from->columns[c].data + e->at[c] : NULL;
    return text_block_add(b, e->id, text, e->len);
}

bool text_block_copy(struct text_block *to, const struct text_block *from)
{
    if (!reserve(to, from->count))
        return false;
    to->first = from->first;
    to->count = from->count;
    if (from->count > 0)
        memcpy(to->entries, from->entries, from->count * sizeof *to->entries);
    for (int c = 0; c < TEXT_COLUMNS; c++) {
        buffer_clear(&to->columns[c]);
        buffer_add(&to->columns[c], from->columns[c].data, from->columns[c].len);
        if (to->columns[c].failed)
            return false;
    }
    return true;
}

/* --- Writing ---------------------------------------------------------------------------------- */

void text_block_write(const struct text_block *b, struct packer *packer, struct buffer *room,
                      struct buffer *out)
{
    struct buffer directory = {0}, packed = {0};
    size_t start = out->len;
    game_id last = b->first;
    for (size_t i = 0; i < b->count; i++) {
        bytes_put_number(&directory, b->entries[i].id - last);
        last = b->entries[i].id;
        for (int c = 0; c < TEXT_COLUMNS; c++)
            bytes_put_number(&directory, b->entries[i].len[c]);
    }
    buffer_add_char(out, VERSION);
    bytes_put_u32(out, 0);
    bytes_put_number(out, directory.len);
    bytes_put_number(out, b->count);
    for (int c = 0; c < TEXT_COLUMNS; c++) {
        out->failed |= !pack(packer, &b->columns[c], room);
        bytes_put_u32(out, hash_unit(b->first, room->data, room->len));
        bytes_put_number(out, room->len);
        buffer_add(&packed, room->data, room->len);
    }
    buffer_add(out, directory.data, directory.len);
    out->failed |= directory.failed || packed.failed;
    if (!out->failed)
        little_put(out->data + start + 1,
                   hash_unit(b->first, out->data + start + HEAD, out->len - start - HEAD), 4);
    buffer_add(out, packed.data, packed.len);
    buffer_free(&directory);
    buffer_free(&packed);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static bool damaged(const struct text_block *b, const char *what, struct error *err)
{
    return error_set(err, ERROR_DAMAGED, "the block of texts from game %u on %s",
                     (unsigned)b->first, lang_text(what));
}

static bool read_directory(struct text_block *b, struct bytes directory, struct error *err)
{
    uint64_t id = b->first;
    size_t at[TEXT_COLUMNS] = {0};
    for (size_t i = 0; i < b->count; i++) {
        struct text_entry *e = &b->entries[i];
        uint64_t step = bytes_number(&directory);
        if (directory.bad || step > UINT32_MAX || (step == 0 && i > 0) || id + step > UINT32_MAX)
            return damaged(b, "has a wrong directory", err);
        id += step;
        e->id = (game_id)id;
        for (int c = 0; c < TEXT_COLUMNS; c++) {
            uint64_t len = bytes_number(&directory);
            if (directory.bad || len > b->columns[c].len - at[c])
                return damaged(b, "has a wrong directory", err);
            e->at[c] = at[c];
            e->len[c] = (size_t)len;
            at[c] += e->len[c];
        }
    }
    for (int c = 0; c < TEXT_COLUMNS; c++)
        if (at[c] != b->columns[c].len)
            return damaged(b, "has a wrong length", err);
    return bytes_left(&directory) == 0 || damaged(b, "has a wrong directory", err);
}

static bool read_column(struct text_block *b, enum text_column column, struct bytes *in,
                        uint64_t len, uint32_t sum, struct packer *packer, struct error *err)
{
    struct bytes text;
    const char *packed = bytes_take(in, len);
    struct buffer *to = &b->columns[column];
    if (!packed || hash_unit(b->first, packed, (size_t)len) != sum)
        return damaged(b, "fails its checksum", err);
    if (!unpack(packer, packed, (size_t)len, to, &text, err))
        return false;
    if (bytes_left(&text) > 0 && (const char *)text.at != to->data) {
        buffer_clear(to);
        buffer_add(to, text.at, bytes_left(&text));
    }
    return !to->failed || error_no_memory(err);
}

bool text_block_read(struct text_block *b, game_id first, const void *data, size_t len,
                     struct packer *packer, struct error *err)
{
    struct bytes in = bytes_of(data, len);
    uint32_t sums[TEXT_COLUMNS];
    uint64_t lens[TEXT_COLUMNS];
    text_block_clear(b, first);
    uint8_t version = bytes_u8(&in);
    uint32_t sum = bytes_u32(&in);
    const unsigned char *summed = in.at;
    uint64_t directory_len = bytes_number(&in), count = bytes_number(&in);
    for (int c = 0; c < TEXT_COLUMNS; c++) {
        sums[c] = bytes_u32(&in);
        lens[c] = bytes_number(&in);
    }
    const char *directory = bytes_take(&in, directory_len);
    if (!directory || in.bad || version != VERSION || count > directory_len ||
        sum != hash_unit(first, summed, (size_t)(in.at - summed)))
        return damaged(b, "has a wrong head", err);
    if (!reserve(b, (size_t)count))
        return error_no_memory(err);
    for (int c = 0; c < TEXT_COLUMNS; c++)
        if (!read_column(b, (enum text_column)c, &in, lens[c], sums[c], packer, err))
            return false;
    b->count = (size_t)count;
    return read_directory(b, bytes_of(directory, (size_t)directory_len), err);
}

const struct text_entry *text_block_find(const struct text_block *b, game_id id)
{
    return game_id_find(id, b->entries, b->count, sizeof *b->entries);
}
