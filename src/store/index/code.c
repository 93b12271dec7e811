/* Reading and writing the parts of entries that are the same everywhere, and planning. Nothing that
   is read is trusted: counts are held against the games there are, bits against their end. */
#include "store/index/code.h"
#include "base/byte_order.h"
#include "base/hash.h"

/* Bits of a key beyond what tells the entries of its part apart on average. With n of them one key
   in 2^n, at most, fits an entry that is not its own: a game to replay for a skeleton or a
   position, but a whole list for a material. */
static const uint8_t spare_bits[PARTS] = {
    [PART_SKELETON] = 3, [PART_POSITION] = 4, [PART_MATERIAL] = 10};

void part_plan(struct part *part, enum index_part kind, uint64_t count, unsigned key_bits_max)
{
    unsigned size = bits_of(count);
    *part = (struct part){.entries = count, .key_bits = size + spare_bits[kind]};
    if (part->key_bits > key_bits_max)
        part->key_bits = key_bits_max;
    part->bucket_bits = size > BUCKET_ENTRIES_BITS ? size - BUCKET_ENTRIES_BITS : 0;
    if (part->bucket_bits > part->key_bits)
        part->bucket_bits = part->key_bits;
    if (part->bucket_bits > ROW_NUMBER_BITS)
        part->bucket_bits = ROW_NUMBER_BITS;
}

uint32_t index_checksum(int64_t row, const void *data, size_t len)
{
    struct hash h;
    hash_start(&h, (uint64_t)row);
    hash_add(&h, data, len);
    uint64_t value = hash_value(&h);
    return (uint32_t)(value ^ value >> 32);
}

/* --- Lists of games --------------------------------------------------------------------------- */

/* The Rice parameter for the gaps between COUNT of GAMES numbers: about log2 of 0.7 mean gaps. */
static unsigned gap_parameter(uint64_t count, uint32_t games)
{
    unsigned bits = bits_of(games * UINT64_C(7) / (count * 10 + 1));
    return bits > 0 ? bits - 1 : 0;
}

static unsigned number_bits(uint32_t games)
{
    return games > 1 ? bits_of(games - 1) : 1;
}

void ids_put(struct bit_writer *w, const uint32_t *ids, size_t count, uint32_t games)
{
    if (count == 1) {
        bits_put(w, ids[0], number_bits(games));
        return;
    }
    unsigned k = gap_parameter(count, games);
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        bits_put_rice(w, ids[i] - next, k);
        next = ids[i] + 1;
    }
}

bool ids_take(struct bit_reader *r, uint32_t *ids, size_t count, uint32_t games)
{
    if (count == 1) {
        ids[0] = (uint32_t)bits_take(r, number_bits(games));
        return !r->bad && ids[0] < games;
    }
    unsigned k = gap_parameter(count, games);
    uint64_t next = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t gap = bits_take_rice(r, k);
        if (r->bad || gap >= games - next)
            return false;
        ids[i] = (uint32_t)(next + gap);
        next = (uint64_t)ids[i] + 1;
    }
    return true;
}

/* --- Counts of a position --------------------------------------------------------------------- */

enum { DATE_BITS = 27, RESULTS = RESULT_DRAW + 1 };

static void summary_put(struct bit_writer *w, const struct index_summary *s, uint64_t games)
{
    bits_put_gamma(w, games - s->white_rated + 1);
    bits_put_gamma(w, s->white_sum + 1);
    bits_put_gamma(w, games - s->black_rated + 1);
    bits_put_gamma(w, s->black_sum + 1);
    bits_put_gamma(w, games - s->dated + 1);
    bits_put_gamma(w, s->year_sum + 1);
    bits_put(w, s->first_date, DATE_BITS);
    bits_put(w, s->last_date, DATE_BITS);
}

static void take_rated(struct bit_reader *r, uint64_t games, uint32_t *count, uint64_t *sum)
{
    uint64_t without = bits_take_gamma(r) - 1;
    *sum = bits_take_gamma(r) - 1;
    if (without > games)
        r->bad = true;
    *count = r->bad ? 0 : (uint32_t)(games - without);
}

static void summary_take(struct bit_reader *r, struct index_summary *s, uint64_t games)
{
    take_rated(r, games, &s->white_rated, &s->white_sum);
    take_rated(r, games, &s->black_rated, &s->black_sum);
    take_rated(r, games, &s->dated, &s->year_sum);
    s->first_date = (uint32_t)bits_take(r, DATE_BITS);
    s->last_date = (uint32_t)bits_take(r, DATE_BITS);
}

void groups_put(struct bit_writer *w, const struct code_group *groups, size_t count)
{
    size_t moves = 0;
    for (size_t i = 0; i < count; i++)
        moves += i == 0 || groups[i].code != groups[i - 1].code;
    bits_put_gamma(w, moves + 1);
    for (size_t i = 0; i < count;) {
        const uint16_t code = groups[i].code;
        bits_put(w, code, 16);
        for (int result = 0; result < RESULTS; result++) {
            bool has = i < count && groups[i].code == code && groups[i].result == result;
            bits_put_gamma(w, has ? groups[i].games + 1 : 1);
            if (has && groups[i].games >= INDEX_LISTED)
                summary_put(w, &groups[i].summary, groups[i].games);
            i += has;
        }
    }
}

bool groups_take(struct bit_reader *r, struct buffer *groups, uint64_t games, bool *no_memory)
{
    uint64_t moves = bits_take_gamma(r) - 1;
    *no_memory = false;
    for (uint64_t m = 0; m < moves && !r->bad; m++) {
        struct code_group g = {.code = (uint16_t)bits_take(r, 16)};
        for (int result = 0; result < RESULTS; result++) {
            g.result = (uint8_t)result;
            g.games = bits_take_gamma(r) - 1;
            g.summary = (struct index_summary){0};
            if (r->bad || g.games > games)
                return false;
            games -= g.games;
            if (g.games >= INDEX_LISTED)
                summary_take(r, &g.summary, g.games);
            if (g.games > 0)
                buffer_add(groups, &g, sizeof g);
        }
    }
    *no_memory = groups->failed;
    return !r->bad && games == 0 && !groups->failed;
}

/* --- Entries ---------------------------------------------------------------------------------- */

void entries_start(struct entry_walk *w, const struct segment *segment, enum index_part part,
                   uint64_t bucket, struct bit_reader bits)
{
    const struct part *p = &segment->parts[part];
    *w = (struct entry_walk){.part = p,
                             .of_positions = part == PART_POSITION,
                             .few = few_games(segment, part),
                             .games = segment->games,
                             .bits = bits};
    w->left = bits_take_gamma(&w->bits) - 1;
    w->key = bucket << (p->key_bits - p->bucket_bits);
    w->last = w->key + (((uint64_t)1 << (p->key_bits - p->bucket_bits)) - 1);
}

/* COUNT bits as a reader of their own. */
static struct bit_reader take_reader(struct bit_reader *r, uint64_t count)
{
    struct bit_reader part = *r;
    if (bits_skip(r, count))
        part.end = r->at;
    else
        part.bad = true;
    return part;
}

static void take_body(struct entry_walk *w, struct entry *e)
{
    struct bit_reader *r = &w->bits;
    if (w->of_positions) {
        uint64_t low = bits_take(r, 64 - w->part->key_bits);
        e->full_key = e->key << (64 - w->part->key_bits) | low;
    }
    e->in_rows = e->count >= INDEX_BIG && bits_take(r, 1);
    if (e->in_rows)
        return;
    uint64_t head = w->of_positions ? bits_take_gamma(r) - 1 : 0;
    uint64_t list = bits_take_gamma(r) - 1;
    e->head = take_reader(r, head);
    e->list = take_reader(r, list);
}

bool entries_next(struct entry_walk *w, struct entry *e)
{
    struct bit_reader *r = &w->bits;
    if (w->left == 0 || r->bad)
        return false;
    w->left--;
    uint64_t step = bits_take_rice(r, w->part->rice);
    if (r->bad || step > w->last - w->key) {
        r->bad = true;
        return false;
    }
    e->key = w->key += step;
    e->count = bits_take_gamma(r);
    e->in_rows = false;
    if (e->count > (w->of_positions ? UINT64_C(2) * w->games : w->games))
        r->bad = true;
    else if (e->count <= w->few)
        r->bad |= !ids_take(r, e->ids, (size_t)e->count, w->games);
    else
        take_body(w, e);
    return !r->bad;
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* A block: checksum of what follows (4 bytes), width of an offset (1), number of buckets (2), the
   offsets of the buckets from the first, the buckets. */

static size_t bucket_offset(const struct block *b, uint64_t number)
{
    return little_number(b->data + BLOCK_HEAD + number * b->data[4], b->data[4]);
}

bool block_open(struct block *b, int64_t row, const void *data, size_t len)
{
    *b = (struct block){.data = data, .len = len};
    if (len < BLOCK_HEAD || little_u32(b->data) != index_checksum(row, b->data + 4, len - 4))
        return false;
    b->first = (uint64_t)row & (((uint64_t)1 << ROW_NUMBER_BITS) - 1);
    b->buckets = little_u16(b->data + 5);
    const unsigned width = b->data[4];
    if ((width != 2 && width != 4) || (len - BLOCK_HEAD) / width < b->buckets)
        return false;
    const size_t room = len - BLOCK_HEAD - (size_t)b->buckets * width;
    size_t before = 0;
    for (uint32_t i = 0; i < b->buckets; i++) {
        size_t at = bucket_offset(b, i);
        if (at < before || at > room)
            return false;
        before = at;
    }
    return true;
}

struct bit_reader block_bucket(const struct block *b, uint64_t number)
{
    const size_t base = BLOCK_HEAD + (size_t)b->buckets * b->data[4];
    const uint64_t i = number - b->first;
    const size_t from = bucket_offset(b, i);
    const size_t to = i + 1 < b->buckets ? bucket_offset(b, i + 1) : b->len - base;
    return bit_reader_of(b->data + base + from, to - from);
}
