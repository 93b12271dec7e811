/* Blocks of the position index as damage may leave them behind a checksum that fits: everything
   that decodes them must stay inside its bytes and its games. The first bytes choose the part and
   its parameters, the rest is a block. */
#include "store/index/code.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD = 8, ROW = 5 };

static void use(bool good)
{
    if (!good)
        abort();
}

static void read_ids(struct bit_reader *bits, uint64_t count, uint32_t games)
{
    if (count > bits->end - bits->at || count > games)
        return;
    uint32_t *ids = malloc((size_t)(count + 1) * sizeof *ids);
    if (ids && ids_take(bits, ids, (size_t)count, games))
        for (uint64_t i = 0; i < count; i++)
            use(ids[i] < games && (i == 0 || ids[i] > ids[i - 1]));
    free(ids);
}

static void read_groups(struct entry *e, uint32_t games)
{
    struct buffer groups = {0};
    bool no_memory;
    uint64_t total = 0;
    if (groups_take(&e->head, &groups, e->count, &no_memory)) {
        for (size_t i = 0; i < groups.len / sizeof(struct code_group); i++) {
            struct code_group g;
            memcpy(&g, groups.data + i * sizeof g, sizeof g);
            total += g.games;
            read_ids(g.games < INDEX_LISTED ? &e->head : &e->list, g.games, games);
        }
        use(total == e->count);
    }
    buffer_free(&groups);
}

static void read_entry(struct entry *e, bool of_positions, unsigned few, uint32_t games)
{
    if (e->count <= few) {
        for (uint64_t i = 0; i < e->count; i++)
            use(e->ids[i] < games);
    } else if (!e->in_rows && of_positions) {
        read_groups(e, games);
    } else if (!e->in_rows) {
        read_ids(&e->list, e->count, games);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct segment segment = {.id = 1};
    struct block block;
    if (size < HEAD + BLOCK_HEAD)
        return 0;
    const enum index_part part = (enum index_part)(data[0] % PARTS);
    struct part *p = &segment.parts[part];
    p->key_bits = 1 + data[1] % 63;
    p->bucket_bits = data[2] % (p->key_bits + 1);
    if (p->bucket_bits > ROW_NUMBER_BITS)
        p->bucket_bits = ROW_NUMBER_BITS;
    p->rice = data[3] % 57;
    segment.games = 1 + (data[4] | (uint32_t)data[5] << 8 | (uint32_t)data[6] << 16);

    segment.rare = 1 + data[7] % INDEX_RARE;

    const size_t len = size - HEAD;
    unsigned char *copy = malloc(len);
    if (!copy)
        return 0;
    memcpy(copy, data + HEAD, len);
    uint32_t sum = index_checksum(ROW, copy + 4, len - 4);
    for (int i = 0; i < 4; i++)
        copy[i] = (unsigned char)(sum >> 8 * i);
    if (block_open(&block, ROW, copy, len))
        for (uint64_t b = block.first; b < block.first + block.buckets; b++) {
            struct entry_walk walk;
            struct entry e;
            entries_start(&walk, &segment, part, b, block_bucket(&block, b));
            while (entries_next(&walk, &e))
                read_entry(&e, part == PART_POSITION, few_games(&segment, part), segment.games);
        }
    free(copy);
    return 0;
}
