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

void names_free(struct names *n)
{
    free(n->slots);
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
