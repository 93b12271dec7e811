/* Looking texts up: a hash table of the pairs of a catalogue (open addressing, a power of two, at
   most half full). Without a catalogue, which is English, nothing is looked up. */
#include "base/lang.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

static const struct lang_pair **slots;
static size_t slot_count;

/* Where ENGLISH stands, or the empty slot where it belongs. */
static size_t find_slot(const char *english)
{
    size_t i = hash_unit(0, english, strlen(english)) & (slot_count - 1);
    while (slots[i] && strcmp(slots[i]->english, english) != 0)
        i = (i + 1) & (slot_count - 1);
    return i;
}

static size_t count_pairs(const struct lang_pair *const catalogue[])
{
    size_t n = 0;
    for (; *catalogue; catalogue++)
        for (const struct lang_pair *p = *catalogue; p->english; p++)
            n++;
    return n;
}

bool lang_use(const struct lang_pair *const catalogue[])
{
    free(slots);
    slots = NULL;
    if (!catalogue)
        return true;
    for (slot_count = 2; slot_count < 2 * count_pairs(catalogue);)
        slot_count *= 2;
    slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        return false;
    for (; *catalogue; catalogue++)
        for (const struct lang_pair *p = *catalogue; p->english; p++)
            slots[find_slot(p->english)] = p;
    return true;
}

const char *lang_text(const char *english)
{
    if (!slots)
        return english;
    const struct lang_pair *pair = slots[find_slot(english)];
    return pair ? pair->text : english;
}
