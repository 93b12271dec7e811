/* See index_put.h. Hot path of import. */
#include "store/index/put.h"

#include <stdlib.h>

void put_memory_free(struct put_memory *m)
{
    buffer_free(&m->ids);
    buffer_free(&m->codes);
    buffer_free(&m->groups);
    buffer_free(&m->sorted);
    buffer_free(&m->list);
    buffer_free(&m->head);
    buffer_free(&m->spare);
}

/* --- Buckets ---------------------------------------------------------------------------------- */

struct putting {
    const struct stretch *stretch;
    struct coded_part *out;
    struct put_memory *m;
    struct bit_writer bits;
    uint64_t key; /* of the last entry of the bucket */
    size_t start; /* of the bucket in out->bytes */
    uint64_t last_big;
    bool has_big;
};

static unsigned inner_bits(const struct part *part)
{
    return part->key_bits - part->bucket_bits;
}

static void begin_bucket(struct putting *p, uint64_t bucket, uint64_t entries)
{
    p->start = p->out->bytes.len;
    p->bits = (struct bit_writer){.out = &p->out->bytes};
    p->key = bucket << inner_bits(p->stretch->part);
    bits_put_gamma(&p->bits, entries + 1);
}

static void end_bucket(struct putting *p)
{
    bits_end(&p->bits);
    uint32_t len = (uint32_t)(p->out->bytes.len - p->start);
    buffer_add(&p->out->lengths, &len, sizeof len);
}

static void begin_entry(struct putting *p, uint64_t key, uint64_t count)
{
    bits_put_rice(&p->bits, key - p->key, p->stretch->part->rice);
    bits_put_gamma(&p->bits, count);
    p->key = key;
}

/* The same for an entry of one game, as most are: the gamma code of 1 is a one. */
static inline void begin_single(struct putting *p, uint64_t key)
{
    const unsigned k = p->stretch->part->rice;
    const uint64_t step = key - p->key, one = (uint64_t)1 << k;
    bits_put_unary(&p->bits, step >> k, (step & (one - 1)) | one, k + 1);
    p->key = key;
}

/* --- What an entry holds ---------------------------------------------------------------------- */

static void append_bits(struct bit_writer *w, const struct buffer *from, uint64_t count)
{
    struct bit_reader r = bit_reader_of(from->data, from->len);
    w->out->failed |= from->failed;
    if (from->failed)
        return;
    for (; count >= 32; count -= 32)
        bits_put(w, bits_take(&r, 32), 32);
    bits_put(w, bits_take(&r, (unsigned)count), (unsigned)count);
}

static void add_big(struct putting *p, unsigned kind, uint64_t row, const struct buffer *bits)
{
    struct buffer *bytes = &p->out->big_bytes;
    struct big_entry big = {.row = row, .kind = kind, .at = bytes->len};
    buffer_add(bytes, bits->data, bits->len);
    bytes->failed |= bits->failed;
    big.len = bytes->len - big.at;
    buffer_add(&p->out->bigs, &big, sizeof big);
}

/* Whether the entry of KEY (all 64 bits, or the truncated ones followed by zeros) goes to rows of
   its own; says so in the bucket. Two big ones may not have the same row. */
static bool goes_to_rows(struct putting *p, uint64_t key, uint64_t count)
{
    if (count < INDEX_BIG)
        return false;
    const uint64_t row = row_of_key(key);
    const bool is_free = !p->has_big || p->last_big != row;
    bits_put(&p->bits, is_free, 1);
    p->has_big = true;
    p->last_big = row;
    return is_free;
}

/* --- Words: games under a skeleton or a material ---------------------------------------------- */

static size_t run_of_key(const uint64_t *words, size_t count, size_t from, unsigned shift)
{
    const uint64_t key = words[from] >> shift;
    size_t to = from + 1;
    while (to < count && words[to] >> shift == key)
        to++;
    return to;
}

/* The games of words FROM to TO, each once. */
static size_t games_of_words(const uint64_t *words, size_t from, size_t to, unsigned game_bits,
                             struct buffer *ids)
{
    const uint64_t mask = ((uint64_t)1 << game_bits) - 1;
    size_t count = 0;
    buffer_clear(ids);
    if (!buffer_reserve(ids, (to - from) * sizeof(uint32_t)))
        return 0;
    uint32_t *list = (uint32_t *)(void *)ids->data;
    for (size_t i = from; i < to; i++)
        if (i == from || words[i] != words[i - 1])
            list[count++] = (uint32_t)(words[i] & mask);
    return count;
}

uint64_t words_distinct(const uint64_t *words, size_t count, unsigned game_bits, unsigned rare,
                        struct buffer *popular)
{
    uint64_t distinct = 0;
    for (size_t i = 0, end; i < count; i = end) {
        end = run_of_key(words, count, i, game_bits);
        distinct++;
        if (!popular || end - i <= rare)
            continue;
        size_t games = 1;
        for (size_t k = i + 1; k < end; k++)
            games += words[k] != words[k - 1];
        uint64_t key = words[i] >> game_bits;
        if (games > rare)
            buffer_add(popular, &key, sizeof key);
    }
    return distinct;
}

static void put_list_entry(struct putting *p, uint64_t key, const uint32_t *ids, size_t count)
{
    const unsigned low = 64 - p->stretch->part->key_bits;
    begin_entry(p, key, count);
    if (count <= p->stretch->rare) {
        ids_put(&p->bits, ids, count, p->stretch->games);
        return;
    }
    struct bit_writer list = {.out = &p->m->list};
    buffer_clear(&p->m->list);
    ids_put(&list, ids, count, p->stretch->games);
    const uint64_t len = bits_written(&list, 0);
    bits_end(&list);
    if (goes_to_rows(p, key << low, count)) {
        add_big(p, ROW_BIG_LIST + p->stretch->kind, row_of_key(key << low), &p->m->list);
        return;
    }
    bits_put_gamma(&p->bits, len + 1);
    append_bits(&p->bits, &p->m->list, len);
}

void put_words(const struct stretch *stretch, const uint64_t *words, size_t count,
               struct put_memory *m, struct coded_part *out)
{
    struct putting p = {.stretch = stretch, .out = out, .m = m};
    const unsigned to_bucket = stretch->game_bits + inner_bits(stretch->part);
    const uint64_t game_mask = ((uint64_t)1 << stretch->game_bits) - 1;
    size_t i = 0;
    for (uint64_t bucket = stretch->first_bucket; bucket < stretch->end_bucket; bucket++) {
        size_t end = i;
        while (end < count && words[end] >> to_bucket == bucket)
            end++;
        begin_bucket(&p, bucket, words_distinct(words + i, end - i, stretch->game_bits, 0, NULL));
        while (i < end) {
            size_t next = run_of_key(words, end, i, stretch->game_bits);
            if (next == i + 1) { /* most are in one game */
                const uint32_t id = (uint32_t)(words[i] & game_mask);
                begin_single(&p, words[i] >> stretch->game_bits);
                ids_put(&p.bits, &id, 1, stretch->games);
                i = next;
                continue;
            }
            size_t games = games_of_words(words, i, next, stretch->game_bits, &m->ids);
            if (m->ids.failed) {
                out->bytes.failed = true;
                return;
            }
            put_list_entry(&p, words[i] >> stretch->game_bits, (uint32_t *)(void *)m->ids.data,
                           games);
            i = next;
        }
        end_bucket(&p);
    }
}

/* --- Postings: games at a position ------------------------------------------------------------ */

static size_t run_of_posting(const struct posting *postings, size_t count, size_t from)
{
    size_t to = from + 1;
    while (to < count && postings[to].key == postings[from].key)
        to++;
    return to;
}

uint64_t postings_distinct(const struct posting *postings, size_t count)
{
    uint64_t distinct = 0;
    for (size_t i = 0; i < count; i = run_of_posting(postings, count, i))
        distinct++;
    return distinct;
}

/* The games at one position: how many, and the postings that count: of each game the first, and in
   xiangqi the first in the other orientation, marked. */
struct position_games {
    size_t games, count;
    uint32_t *ids;
    uint16_t *codes;
};

static bool games_of_postings(const struct posting *postings, size_t count, struct put_memory *m,
                              struct position_games *g)
{
    buffer_clear(&m->ids);
    buffer_clear(&m->codes);
    if (!buffer_reserve(&m->ids, count * sizeof *g->ids) ||
        !buffer_reserve(&m->codes, count * sizeof *g->codes))
        return false;
    *g = (struct position_games){.ids = (uint32_t *)(void *)m->ids.data,
                                 .codes = (uint16_t *)(void *)m->codes.data};
    bool has_both = false;
    for (size_t i = 0; i < count; i++) {
        uint16_t code = postings[i].code;
        if (g->count > 0 && g->ids[g->count - 1] == postings[i].game) {
            if (has_both || !((g->codes[g->count - 1] ^ code) & CODE_MIRRORED))
                continue;
            has_both = true;
            code |= CODE_LATER;
        } else {
            has_both = false;
            g->games++;
        }
        g->ids[g->count] = postings[i].game;
        g->codes[g->count++] = code;
    }
    return true;
}

static int compare_groups(const void *a, const void *b)
{
    const struct code_group *x = a, *y = b;
    return x->code != y->code ? x->code - y->code : x->result - y->result;
}

/* The group of CODE and RESULT, made if there is none; NULL if memory is out. */
static struct code_group *find_group(struct buffer *groups, uint16_t code, uint8_t result)
{
    struct code_group *g = (struct code_group *)(void *)groups->data;
    const size_t count = groups->len / sizeof *g;
    for (size_t i = 0; i < count; i++)
        if (g[i].code == code && g[i].result == result)
            return &g[i];
    struct code_group made = {.code = code, .result = result};
    buffer_add(groups, &made, sizeof made);
    return groups->failed ? NULL : (struct code_group *)(void *)groups->data + count;
}

static bool find_groups(const struct position_games *at, const struct game_facts *facts,
                        struct buffer *groups)
{
    buffer_clear(groups);
    for (size_t i = 0; i < at->count; i++) {
        const struct game_facts *f = &facts[at->ids[i]];
        struct code_group *g = find_group(groups, at->codes[i], f->result);
        if (!g)
            return false;
        g->games++;
        summary_add(&g->summary, f);
    }
    qsort(groups->data, groups->len / sizeof(struct code_group), sizeof(struct code_group),
          compare_groups);
    return true;
}

/* The games group by group, those of small groups to FEW. One walk over all games a group would be
   slow for positions of many moves: each group keeps where its next game goes. */
static bool put_group_lists(struct putting *p, const struct position_games *at,
                            const struct game_facts *facts, struct bit_writer *few,
                            struct bit_writer *many)
{
    struct put_memory *m = p->m;
    struct code_group *groups = (struct code_group *)(void *)m->groups.data;
    const size_t count = m->groups.len / sizeof *groups;
    buffer_clear(&m->sorted);
    if (!buffer_reserve(&m->sorted, at->count * sizeof(uint32_t) + count * sizeof(size_t)))
        return false;
    size_t *next = (size_t *)(void *)m->sorted.data;
    uint32_t *sorted = (uint32_t *)(void *)(next + count);
    for (size_t i = 0, start = 0; i < count; start += groups[i++].games)
        next[i] = start;
    for (size_t i = 0; i < at->count; i++) {
        size_t g = 0;
        while (groups[g].code != at->codes[i] || groups[g].result != facts[at->ids[i]].result)
            g++;
        sorted[next[g]++] = at->ids[i];
    }
    for (size_t i = 0, start = 0; i < count; start += groups[i++].games)
        ids_put(groups[i].games < INDEX_LISTED ? few : many, sorted + start, groups[i].games,
                p->stretch->games);
    return true;
}

static bool put_listed(struct putting *p, uint64_t full_key, const struct position_games *at,
                       const struct game_facts *facts)
{
    struct put_memory *m = p->m;
    const unsigned low = 64 - p->stretch->part->key_bits;
    buffer_clear(&m->head);
    buffer_clear(&m->list);
    struct bit_writer head = {.out = &m->head}, list = {.out = &m->list};
    if (!find_groups(at, facts, &m->groups))
        return false;
    groups_put(&head, (const struct code_group *)(const void *)m->groups.data,
               m->groups.len / sizeof(struct code_group));
    if (!put_group_lists(p, at, facts, &head, &list))
        return false;
    const uint64_t head_len = bits_written(&head, 0), list_len = bits_written(&list, 0);
    bits_end(&head);
    bits_end(&list);
    bits_put(&p->bits, full_key & (((uint64_t)1 << low) - 1), low);
    if (goes_to_rows(p, full_key, at->count)) {
        add_big(p, ROW_BIG_HEAD, row_of_key(full_key), &m->head);
        add_big(p, ROW_BIG_GAMES, row_of_key(full_key), &m->list);
        return true;
    }
    bits_put_gamma(&p->bits, head_len + 1);
    bits_put_gamma(&p->bits, list_len + 1);
    append_bits(&p->bits, &m->head, head_len);
    append_bits(&p->bits, &m->list, list_len);
    return true;
}

/* Only which games, each once. */
static void put_few(struct putting *p, struct position_games *at)
{
    size_t count = 0;
    for (size_t i = 0; i < at->count; i++)
        if (i == 0 || at->ids[i] != at->ids[i - 1])
            at->ids[count++] = at->ids[i];
    ids_put(&p->bits, at->ids, count, p->stretch->games);
}

static bool put_position(struct putting *p, const struct posting *postings, size_t count,
                         const struct game_facts *facts)
{
    struct position_games at;
    const uint64_t full_key = postings[0].key;
    if (!games_of_postings(postings, count, p->m, &at))
        return false;
    const bool is_listed = at.games >= INDEX_LISTED;
    begin_entry(p, part_key(p->stretch->part, full_key), is_listed ? at.count : at.games);
    if (is_listed)
        return put_listed(p, full_key, &at, facts);
    put_few(p, &at);
    return true;
}

void put_postings(const struct stretch *stretch, const struct posting *postings, size_t count,
                  const struct game_facts *facts, struct put_memory *m, struct coded_part *out)
{
    struct putting p = {.stretch = stretch, .out = out, .m = m};
    const unsigned bits = stretch->part->bucket_bits;
    size_t i = 0;
    for (uint64_t bucket = stretch->first_bucket; bucket < stretch->end_bucket; bucket++) {
        size_t end = i;
        while (end < count && (bits == 0 || postings[end].key >> (64 - bits) == bucket))
            end++;
        begin_bucket(&p, bucket, postings_distinct(postings + i, end - i));
        while (i < end) {
            size_t next = run_of_posting(postings, end, i);
            if (!put_position(&p, postings + i, next - i, facts)) {
                out->bytes.failed = true;
                return;
            }
            i = next;
        }
        end_bucket(&p);
    }
}
