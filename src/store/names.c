/* Open addressing with linear probing; the texts lie in an arena. */
#include "store/names.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

void names_clear(struct names *n)
{
    if (n->slots)
        memset(n->slots, 0, NAMES_SLOTS * sizeof *n->slots);
    arena_reset(&n->texts);
    n->count = n->text_bytes = 0;
}

void names_forget(struct names *n)
{
    names_clear(n);
    if (n->ids.slots)
        memset(n->ids.slots, 0, n->ids.cap * sizeof *n->ids.slots);
    n->ids.count = 0;
    n->ids.is_loaded = false;
}

void names_free(struct names *n)
{
    free(n->slots);
    free(n->ids.slots);
    arena_free(&n->texts);
    *n = (struct names){.count = 0};
}

static uint64_t hash_of(const char *text, size_t len)
{
    struct hash h;
    hash_start(&h, 0);
    hash_add(&h, text, len);
    return hash_value(&h);
}

struct name_slot *names_find(struct names *n, const char *text, size_t len)
{
    if (!n->slots && !(n->slots = calloc(NAMES_SLOTS, sizeof *n->slots)))
        return NULL;
    if (n->count >= NAMES_MAX || n->text_bytes + len > NAMES_TEXT_MAX)
        names_clear(n);
    uint64_t hash = hash_of(text, len);
    size_t i = (size_t)(hash % NAMES_SLOTS);
    for (; n->slots[i].id; i = (i + 1) % NAMES_SLOTS)
        if (n->slots[i].hash == hash && n->slots[i].len == len &&
            memcmp(n->slots[i].text, text, len) == 0)
            return &n->slots[i];
    n->slots[i] = (struct name_slot){.hash = hash, .text = text, .len = (uint32_t)len};
    return &n->slots[i];
}

bool names_put(struct names *n, struct name_slot *slot, int64_t id)
{
    slot->text = arena_copy(&n->texts, slot->text, slot->len);
    if (!slot->text)
        return false;
    slot->id = id;
    n->count++;
    n->text_bytes += slot->len;
    return true;
}

/* --- Numbers by hash ----------------------------------------------------------------------------
 */

enum { IDS_FIRST = 1 << 12 };

static void put_id(struct name_ids *ids, uint32_t hash, uint32_t id)
{
    size_t i = hash & (ids->cap - 1);
    while (ids->slots[i].id)
        i = (i + 1) & (ids->cap - 1);
    ids->slots[i].hash = hash;
    ids->slots[i].id = id;
    ids->count++;
}

static bool grow_ids(struct name_ids *ids)
{
    struct name_ids grown = {.cap = ids->cap ? ids->cap * 2 : IDS_FIRST,
                             .is_loaded = ids->is_loaded};
    grown.slots = calloc(grown.cap, sizeof *grown.slots);
    if (!grown.slots)
        return false;
    for (size_t i = 0; i < ids->cap; i++)
        if (ids->slots[i].id)
            put_id(&grown, ids->slots[i].hash, ids->slots[i].id);
    free(ids->slots);
    *ids = grown;
    return true;
}

bool name_ids_add(struct name_ids *ids, const char *text, size_t len, uint32_t id)
{
    if (ids->count >= ids->cap / 2 && !grow_ids(ids))
        return false;
    put_id(ids, (uint32_t)hash_of(text, len), id);
    return true;
}

uint32_t name_ids_next(const struct name_ids *ids, const char *text, size_t len, size_t *at)
{
    const uint32_t hash = (uint32_t)hash_of(text, len);
    for (; *at < ids->cap; ++*at) {
        const size_t i = (hash + *at) & (ids->cap - 1);
        if (!ids->slots[i].id)
            return 0;
        if (ids->slots[i].hash == hash) {
            ++*at;
            return ids->slots[i].id;
        }
    }
    return 0;
}
