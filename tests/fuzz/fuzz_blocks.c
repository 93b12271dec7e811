/* Blocks of a store whose checksums hold whatever they say: the first byte tells which kind, then
   come the length of the directory (two bytes), the directory, and the bytes behind it. Whatever is
   read may be decoded, and its moves placed on a board. */
#include "base/hash.h"
#include "store/code/move_block.h"
#include "store/code/move_code.h"
#include "store/code/text_block.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FIRST = 7, PLIES_MAX = 1 << 16 };

static struct move_model models[GAME_COUNT];
static struct packer packer;

/* OUT from HEAD bytes on, up to TO, becomes the unit that the checksum in front of it is of. */
static void set_sum(struct buffer *out, size_t head)
{
    little_put(out->data + head - 4, hash_unit(FIRST, out->data + head, out->len - head), 4);
}

static void decode_games(struct move_block *b, enum game game)
{
    move *moves = malloc(PLIES_MAX * sizeof *moves);
    struct position start, pos;
    pos_start(&start, game);
    for (size_t i = 0; moves && i < b->count; i++) {
        const struct move_entry *e = &b->entries[i];
        move_block_verify(b, i);
        if (e->plies > PLIES_MAX ||
            !moves_decode(&models[game], &start, b->bytes.data + e->at, e->len, moves, e->plies))
            continue;
        pos = start;
        for (size_t ply = 0; ply < e->plies; ply++)
            pos_place(&pos, moves[ply]);
    }
    free(moves);
}

static void try_moves(enum game game, struct bytes directory, struct bytes rest)
{
    struct buffer out = {0};
    struct error err;
    struct move_block b = {.first = 0}, copy = {.first = 0};
    buffer_add_char(&out, 1);
    buffer_add_char(&out, MOVE_MODEL);
    bytes_put_u32(&out, 0);
    /* The directory's first byte is the number of games. */
    size_t games = bytes_u8(&directory);
    bytes_put_number(&out, bytes_left(&directory));
    bytes_put_number(&out, games);
    bytes_put_u64(&out, 0);
    buffer_add(&out, directory.at, bytes_left(&directory));
    set_sum(&out, 6);
    buffer_add(&out, rest.at, bytes_left(&rest));
    if (move_block_read(&b, FIRST, out.data, out.len, &err)) {
        decode_games(&b, game);
        if (!move_block_copy(&copy, &b))
            abort();
    }
    move_block_free(&b);
    move_block_free(&copy);
    buffer_free(&out);
}

static void try_texts(struct bytes directory, struct bytes rest)
{
    struct buffer out = {0};
    struct error err;
    struct text_block b = {.first = 0};
    size_t games = bytes_u8(&directory), tags = bytes_u8(&directory);
    struct bytes left = rest;
    const char *column = bytes_take(&left, tags);
    if (!column)
        return;
    buffer_add_char(&out, 1);
    bytes_put_u32(&out, 0);
    bytes_put_number(&out, bytes_left(&directory));
    bytes_put_number(&out, games);
    bytes_put_u32(&out, hash_unit(FIRST, column, tags));
    bytes_put_number(&out, tags);
    bytes_put_u32(&out, hash_unit(FIRST, left.at, bytes_left(&left)));
    bytes_put_number(&out, bytes_left(&left));
    buffer_add(&out, directory.at, bytes_left(&directory));
    set_sum(&out, 5);
    buffer_add(&out, rest.at, bytes_left(&rest));
    if (text_block_read(&b, FIRST, out.data, out.len, &packer, &err)) {
        size_t bytes = 0;
        for (game_id id = FIRST; id < FIRST + 300; id++) {
            const struct text_entry *e = text_block_find(&b, id);
            for (int c = 0; e && c < TEXT_COLUMNS; c++) {
                struct bytes text = text_block_bytes(&b, e, (enum text_column)c);
                while (bytes_left(&text) > 0)
                    bytes += bytes_u8(&text);
            }
        }
        if (bytes == SIZE_MAX)
            abort();
    }
    text_block_free(&b);
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready) {
        rules_init();
        for (int game = 0; game < GAME_COUNT; game++)
            move_model_init(&models[game], (enum game)game);
        ready = true;
    }
    struct bytes in = bytes_of(data, size);
    uint8_t kind = bytes_u8(&in);
    size_t len = bytes_u16(&in);
    const char *directory = bytes_take(&in, len);
    if (in.bad)
        return 0;
    if (kind < GAME_COUNT)
        try_moves((enum game)kind, bytes_of(directory, len), in);
    else
        try_texts(bytes_of(directory, len), in);
    return 0;
}
