/* There are seldom more than forty moves, and few positions of a game pass the filter, so that the
   rest are looked up one by one. */
#include "report/ways.h"

#include <stdlib.h>
#include <string.h>

typedef uint16_t way_number;

static void add_way(struct ways *w, const struct position *at, move m, bool with_images)
{
    struct way *way = &w->items[w->count++];
    *way = (struct way){.move = m, .position = *at};
    pos_play(&way->position, m);
    way->key = way->image_key = way->position.key;
    if (with_images) {
        struct position image;
        pos_mirror(&way->position, &image);
        way->image_key = image.key;
    }
    w->filter |= UINT64_C(1) << (way->key & 63) | UINT64_C(1) << (way->image_key & 63);
}

bool ways_init(struct ways *w, const struct position *at, bool with_images)
{
    move moves[MOVES_MAX];
    const int count = pos_legal_moves(at, moves);
    *w = (struct ways){.items = calloc((size_t)count + 1, sizeof *w->items)};
    if (!w->items)
        return false;
    for (int i = 0; i < count; i++)
        add_way(w, at, moves[i], with_images);
    if (!pos_in_check(at))
        add_way(w, at, NULL_MOVE, with_images);
    return true;
}

void ways_free(struct ways *w)
{
    free(w->items);
    *w = (struct ways){0};
}

static bool has_number(const struct buffer *out, size_t from, way_number number)
{
    for (; from < out->len; from += sizeof number)
        if (memcmp(out->data + from, &number, sizeof number) == 0)
            return true;
    return false;
}

static void find_key(const struct ways *w, key64 key, struct buffer *out, size_t from)
{
    for (size_t i = 0; i < w->count; i++) {
        const way_number number = (way_number)i;
        if ((w->items[i].key == key || w->items[i].image_key == key) &&
            !has_number(out, from, number))
            buffer_add(out, &number, sizeof number);
    }
}

void ways_find(const struct ways *w, const key64 *keys, size_t count, struct buffer *out)
{
    const size_t from = out->len;
    for (size_t i = 0; i < count; i++)
        if (w->filter >> (keys[i] & 63) & 1)
            find_key(w, keys[i], out, from);
}

void ways_add(struct ways *w, const char *found, size_t len)
{
    way_number number;
    for (; len >= sizeof number; found += sizeof number, len -= sizeof number) {
        memcpy(&number, found, sizeof number);
        w->items[number].games++;
    }
}

uint64_t ways_games(const struct ways *w, move m)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->items[i].move == m)
            return w->items[i].games;
    return 0;
}
