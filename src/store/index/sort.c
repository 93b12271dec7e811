/* The sort is written once, as a macro over the item and its key. */
#include "store/index/sort.h"

#include <stdlib.h>
#include <string.h>

enum { DIGIT_MAX = 11, SMALL = 48 };

/* Digits of at most 11 bits, as even as can be; few items are inserted one by one. */
#define DEFINE_SORT(name, type, KEY)                                                               \
    static void name##_insert(type *items, size_t count, unsigned shift, uint64_t mask)            \
    {                                                                                              \
        for (size_t i = 1; i < count; i++) {                                                       \
            const type item = items[i];                                                            \
            const uint64_t key = KEY(item) >> shift & mask;                                        \
            size_t at = i;                                                                         \
            for (; at > 0 && (KEY(items[at - 1]) >> shift & mask) > key; at--)                     \
                items[at] = items[at - 1];                                                         \
            items[at] = item;                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void name##_pass(const type *from, type *to, size_t count, unsigned shift,              \
                            unsigned bits)                                                         \
    {                                                                                              \
        uint32_t at[1 << DIGIT_MAX] = {0}, total = 0;                                              \
        const uint64_t mask = ((uint64_t)1 << bits) - 1;                                           \
        for (size_t i = 0; i < count; i++)                                                         \
            at[KEY(from[i]) >> shift & mask]++;                                                    \
        for (uint64_t digit = 0; digit <= mask; digit++) {                                         \
            uint32_t n = at[digit];                                                                \
            at[digit] = total;                                                                     \
            total += n;                                                                            \
        }                                                                                          \
        for (size_t i = 0; i < count; i++)                                                         \
            to[at[KEY(from[i]) >> shift & mask]++] = from[i];                                      \
    }                                                                                              \
                                                                                                   \
    void name(type *items, type *spare, size_t count, unsigned shift, unsigned bits)               \
    {                                                                                              \
        if (bits == 0 || count < 2)                                                                \
            return;                                                                                \
        if (count <= SMALL) {                                                                      \
            name##_insert(items, count, shift,                                                     \
                          bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX);                     \
            return;                                                                                \
        }                                                                                          \
        type *from = items, *to = spare;                                                           \
        for (unsigned passes = (bits + DIGIT_MAX - 1) / DIGIT_MAX; passes > 0; passes--) {         \
            const unsigned digit = (bits + passes - 1) / passes;                                   \
            name##_pass(from, to, count, shift, digit);                                            \
            type *swap = from;                                                                     \
            from = to;                                                                             \
            to = swap;                                                                             \
            shift += digit;                                                                        \
            bits -= digit;                                                                         \
        }                                                                                          \
        if (from != items)                                                                         \
            memcpy(items, from, count * sizeof *items);                                            \
    }

#define WORD_KEY(item)    (item)
#define POSTING_KEY(item) ((item).key)

DEFINE_SORT(sort_words, uint64_t, WORD_KEY)
DEFINE_SORT(sort_postings, struct posting, POSTING_KEY)

bool spread_init(struct spread *s, size_t chunks, size_t parts)
{
    *s = (struct spread){.chunks = chunks, .parts = parts};
    s->at = calloc(chunks * parts, sizeof *s->at);
    s->starts = calloc(parts + 1, sizeof *s->starts);
    return s->at && s->starts;
}

void spread_free(struct spread *s)
{
    free(s->at);
    free(s->starts);
    *s = (struct spread){0};
}

size_t spread_count(const struct spread *s, size_t part)
{
    size_t total = 0;
    for (size_t chunk = 0; chunk < s->chunks; chunk++)
        total += s->at[chunk * s->parts + part];
    return total;
}

void spread_place(struct spread *s, size_t from, size_t to)
{
    size_t total = 0;
    for (size_t part = from; part < to; part++) {
        s->starts[part] = total;
        for (size_t chunk = 0; chunk < s->chunks; chunk++) {
            size_t *at = &s->at[chunk * s->parts + part], n = *at;
            *at = total;
            total += n;
        }
    }
    s->starts[to] = total;
}

void spread_fold(struct spread *s, size_t parts)
{
    const size_t joined = s->parts / parts;
    for (size_t chunk = 0; chunk < s->chunks; chunk++)
        for (size_t part = 0; part < parts; part++) {
            size_t total = 0;
            for (size_t i = 0; i < joined; i++)
                total += s->at[chunk * s->parts + part * joined + i];
            s->at[chunk * parts + part] = total;
        }
    s->parts = parts;
}
