/* Blocks of moves and of texts as damage may leave them behind checksums that fit: an odd first byte
   means texts, the rest is a block, whose checksums are set before it is read. What can be read
   lies within the block, its moves can be decoded, and written again it is read as the same. */
#include "base/hash.h"
#include "store/move_block.h"
#include "store/move_code.h"
#include "store/text_block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FIRST = 17, MOVE_HEAD = 6, TEXT_HEAD = 5, SUM = 4, PLIES = 4096 };

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_block: %s\n", what);
    abort();
}

/* Set the sum before HEAD over what follows it up to the end of the directory, which comes after
   the numbers in front of TO. */
static void set_sum(char *block, size_t head, const unsigned char *to)
{
    size_t len = (size_t)((const char *)to - block);
    bytes_set_u32(block + head - SUM, hash_unit(FIRST, block + head, len - head));
}

static void mend_moves(char *block, size_t size)
{
    struct bytes in = bytes_of(block, size);
    bytes_take(&in, MOVE_HEAD);
    uint64_t directory = bytes_number(&in);
    bytes_number(&in);
    bytes_u64(&in);
    if (bytes_take(&in, directory) && !in.bad)
        set_sum(block, MOVE_HEAD, in.at);
}

static void mend_texts(char *block, size_t size)
{
    struct bytes in = bytes_of(block, size);
    char *sums[TEXT_COLUMNS];
    uint64_t lens[TEXT_COLUMNS];
    bytes_take(&in, TEXT_HEAD);
    uint64_t directory = bytes_number(&in);
    bytes_number(&in);
    for (int c = 0; c < TEXT_COLUMNS; c++) {
        sums[c] = block + (in.at - (const unsigned char *)block);
        bytes_u32(&in);
        lens[c] = bytes_number(&in);
    }
    if (!bytes_take(&in, directory) || in.bad)
        return;
    const unsigned char *end = in.at;
    for (int c = 0; c < TEXT_COLUMNS; c++) {
        const char *column = bytes_take(&in, lens[c]);
        if (column)
            bytes_set_u32(sums[c], hash_unit(FIRST, column, (size_t)lens[c]));
    }
    set_sum(block, TEXT_HEAD, end);
}

static void decode(const struct move_block *b, const struct move_entry *e)
{
    static struct move_model model;
    static bool ready;
    static move moves[PLIES];
    struct position start;
    if (!ready)
        move_model_init(&model, GAME_CHESS);
    ready = true;
    if (e->plies > PLIES)
        return;
    pos_start(&start, GAME_CHESS);
    moves_decode(&model, &start, b->bytes.data + e->at, e->len, moves, e->plies);
}

static void read_moves(const char *block, size_t size)
{
    static struct move_block b, again;
    static struct buffer out;
    struct error err;
    if (!move_block_read(&b, FIRST, block, size, &err))
        return;
    for (size_t i = 0; i < b.count; i++) {
        const struct move_entry *e = &b.entries[i];
        must(e->at <= b.bytes.len && e->len <= b.bytes.len - e->at, "a game outside its block");
        move_block_verify(&b, i);
        if (e->kind == MOVES_USUAL_START)
            decode(&b, e);
    }
    buffer_clear(&out);
    move_block_write(&b, &out);
    must(move_block_read(&again, FIRST, out.data, out.len, &err) && again.count == b.count,
         "the moves that were written are not read");
}

static void read_texts(const char *block, size_t size)
{
    static struct text_block b, again;
    static struct packer packer;
    static struct buffer out, room;
    struct error err;
    if (!text_block_read(&b, FIRST, block, size, &packer, &err))
        return;
    for (size_t i = 0; i < b.count; i++) {
        const struct text_entry *e = &b.entries[i];
        must(text_block_find(&b, e->id) == e, "an entry is not found");
        for (int c = 0; c < TEXT_COLUMNS; c++)
            must(e->at[c] <= b.columns[c].len && e->len[c] <= b.columns[c].len - e->at[c],
                 "a text outside its block");
    }
    buffer_clear(&out);
    text_block_write(&b, &packer, &room, &out);
    must(text_block_read(&again, FIRST, out.data, out.len, &packer, &err) && again.count == b.count,
         "the texts that were written are not read");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready)
        rules_init();
    ready = true;
    if (size < 2)
        return 0;
    bool is_text = data[0] & 1;
    char *block = malloc(--size);
    must(block != NULL, "no memory");
    memcpy(block, data + 1, size);
    if (is_text) {
        mend_texts(block, size);
        read_texts(block, size);
    } else {
        mend_moves(block, size);
        read_moves(block, size);
    }
    free(block);
    return 0;
}
