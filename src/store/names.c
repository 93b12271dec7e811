/* Open addressing with linear probing; the texts lie in an arena. */
#include "store/names.h"
#include "base/hash.h"

#include <stdlib.h>

uint32_t names_hash(const char *text, size_t len)
{
    return hash_unit(0, text, len);
}

/* --- Numbers by hash -------------------------------------------------------------------------- */

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
    struct name_ids grown = {
        .cap = ids->cap ? ids->cap * 2 : IDS_FIRST, .last = ids->last, .is_loaded = ids->is_loaded};
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

bool name_ids_add(struct name_ids *ids, uint32_t hash, uint32_t id)
{
    if (ids->count >= ids->cap / 2 && !grow_ids(ids))
        return false;
    put_id(ids, hash, id);
    if (id > ids->last)
        ids->last = id;
    return true;
}

uint32_t name_ids_next(const struct name_ids *ids, uint32_t hash, size_t *at)
{
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

/* --- Texts ------------------------------------------------------------------------------------ */

static void forget_texts(struct names *n)
{
    if (n->kept)
        memset(n->kept, 0, NAMES_KEPT * sizeof *n->kept);
    arena_reset(&n->texts);
    n->text_bytes = 0;
    n->last.id = 0;
}

bool names_keep(struct names *n, uint32_t id, const char *text, size_t len)
{
    if (!n->kept && !(n->kept = calloc(NAMES_KEPT, sizeof *n->kept)))
        return false;
    if (n->text_bytes + len > NAMES_TEXT_MAX)
        forget_texts(n);
    const char *copy = arena_copy(&n->texts, text, len);
    if (!copy)
        return false;
    n->text_bytes += len;
    n->kept[id % NAMES_KEPT] = (struct kept_name){id, (uint32_t)len, copy};
    return true;
}

struct kept_name names_kept(const struct names *n, uint32_t id)
{
    if (n->kept && n->kept[id % NAMES_KEPT].id == id)
        return n->kept[id % NAMES_KEPT];
    return (struct kept_name){.id = 0};
}

void names_forget(struct names *n)
{
    forget_texts(n);
    if (n->ids.slots)
        memset(n->ids.slots, 0, n->ids.cap * sizeof *n->ids.slots);
    n->ids.count = n->ids.last = 0;
    n->ids.is_loaded = false;
}

void names_free(struct names *n)
{
    free(n->kept);
    free(n->ids.slots);
    arena_free(&n->texts);
    *n = (struct names){.text_bytes = 0};
}
