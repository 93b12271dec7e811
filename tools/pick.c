/* Picking out of a stream. */
#include "tools/pick.h"
#include "base/array.h"

#include <stdlib.h>

enum { FIRST_KEYS = 1024 };

/* Where KEY is, or the free place where it belongs. {0, 0} is a free place. */
static size_t find_key(const struct seen *s, struct digest key)
{
    size_t i = (size_t)key.a & (s->cap - 1);
    while (!digest_equal(s->keys[i], key) && (s->keys[i].a | s->keys[i].b) != 0)
        i = (i + 1) & (s->cap - 1);
    return i;
}

static bool grow(struct seen *s)
{
    struct seen larger = {.count = s->count, .cap = s->cap ? 2 * s->cap : FIRST_KEYS};
    larger.keys = calloc(larger.cap, sizeof *larger.keys);
    if (!larger.keys)
        return false;
    for (size_t i = 0; i < s->cap; i++)
        if ((s->keys[i].a | s->keys[i].b) != 0)
            larger.keys[find_key(&larger, s->keys[i])] = s->keys[i];
    free(s->keys);
    *s = larger;
    return true;
}

bool seen_add(struct seen *s, struct digest key, bool *is_new)
{
    key.b |= key.a == 0;
    if (s->count >= s->cap / 4 * 3 && !grow(s))
        return false;
    const size_t i = find_key(s, key);
    *is_new = (s->keys[i].a | s->keys[i].b) == 0;
    s->keys[i] = key;
    s->count += *is_new;
    return true;
}

void seen_free(struct seen *s)
{
    free(s->keys);
}

/* --- Samples ---------------------------------------------------------------------------------- */

/* The next number of the generator splitmix64 below LIMIT, without bias. */
static uint64_t random_below(struct sample *s, uint64_t limit)
{
    for (;;) {
        uint64_t z = s->state += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        z ^= z >> 31;
        if (z < UINT64_MAX - UINT64_MAX % limit)
            return z % limit;
    }
}

static bool keep(struct sample *s, size_t place, const struct buffer *text)
{
    struct sample_item *item = &s->items[place];
    item->order = s->offered;
    buffer_clear(&item->text);
    buffer_add(&item->text, text->data, text->len);
    return !item->text.failed;
}

bool sample_offer(struct sample *s, const struct buffer *text)
{
    if (s->offered++ == 0)
        s->state = s->seed;
    if (s->count < s->size) {
        if ((s->count & (s->count - 1)) == 0) {
            const size_t cap = s->count ? 2 * s->count : 1;
            struct sample_item *items = array_resize(s->items, cap, sizeof *items);
            if (!items)
                return false;
            s->items = items;
        }
        s->items[s->count] = (struct sample_item){0};
        return keep(s, s->count++, text);
    }
    const uint64_t place = random_below(s, s->offered);
    return place >= s->size || keep(s, (size_t)place, text);
}

static int compare_items(const void *a, const void *b)
{
    const struct sample_item *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

void sample_sort(struct sample *s)
{
    if (s->count > 1)
        qsort(s->items, s->count, sizeof *s->items, compare_items);
}

void sample_free(struct sample *s)
{
    for (size_t i = 0; i < s->count; i++)
        buffer_free(&s->items[i].text);
    free(s->items);
}
