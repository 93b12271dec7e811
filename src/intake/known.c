/* Telling what is known. There may be a mark for each of many thousand files, so that what is asked
   for each of them is kept or found by halving. */
#include "intake/known.h"
#include "base/hash.h"
#include "store/private.h"

#include <stdlib.h>
#include <string.h>

void known_init(struct known *k, struct store *store)
{
    *k = (struct known){.store = store};
    record_init(&k->old);
    record_init(&k->new);
}

/* The furthest offset of a mark whose part begins at START. */
static uint64_t reach(const struct known *k, uint64_t start)
{
    uint64_t far = 0;
    for (size_t i = 0; i < k->count; i++)
        if (k->marks[i].start == start && k->marks[i].offset > far)
            far = k->marks[i].offset;
    return far;
}

bool known_load(struct known *k, struct error *err)
{
    if (!store_marks(k->store, &k->marks, &k->count, err))
        return false;
    k->reach = reach(k, 0);
    for (size_t i = 0; i < k->count; i++)
        k->has_open_games = k->has_open_games || k->marks[i].open_game;
    return true;
}

void known_free(struct known *k)
{
    record_free(&k->old);
    record_free(&k->new);
    free(k->marks);
}

/* --- Files ------------------------------------------------------------------------------------ */

/* Add the bytes of IN to H up to OFFSET of the stream. */
static bool hash_to(struct input *in, struct hash *h, uint64_t offset)
{
    enum { CHUNK = 64 * 1024 };
    static const size_t chunk = CHUNK;
    char data[CHUNK];
    struct error ignored;
    while (h->total < offset) {
        uint64_t wanted = offset - h->total;
        ssize_t n = input_read(in, data, wanted < chunk ? (size_t)wanted : chunk, &ignored);
        if (n <= 0)
            return false;
        hash_add(h, data, (size_t)n);
    }
    return true;
}

uint64_t known_prefix(const struct known *k, const char *path)
{
    struct error ignored;
    uint64_t known = 0, hope = k->reach, value = 0;
    struct input *in = input_open(path, &ignored);
    if (!in)
        return 0;
    struct hash h;
    hash_start(&h, TEXT_HASH_SEED);
    for (size_t i = 0; i < k->count && k->marks[i].offset <= hope; i++) {
        bool is_further = i == 0 || k->marks[i].offset > k->marks[i - 1].offset;
        if (is_further && !hash_to(in, &h, k->marks[i].offset))
            break;
        value = is_further ? hash_value(&h) : value; /* many small files have marks in one place */
        if (value != k->marks[i].hash)
            continue;
        known = k->marks[i].offset;
        uint64_t next = reach(k, known);
        hope = next > hope ? next : hope;
    }
    input_close(in);
    return known;
}

/* --- Games ------------------------------------------------------------------------------------ */

bool known_has(struct known *k, uint64_t offset, uint64_t hash)
{
    size_t low = k->next, high = k->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (k->marks[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    k->next = low;
    for (size_t i = low; i < k->count && k->marks[i].offset == offset; i++)
        if (k->marks[i].hash == hash)
            return true;
    return false;
}

static bool same_tag(const struct record *a, const struct record *b, enum tag_id tag)
{
    struct slice x = record_tag(a, tag), y = record_tag(b, tag);
    return x.len == y.len && memcmp(record_text(a, x), record_text(b, y), x.len) == 0;
}

/* Whether REC is OLD, or OLD with more moves. */
static bool goes_on(const struct record *old, const struct record *rec)
{
    static const enum tag_id tags[] = {TAG_EVENT, TAG_SITE,  TAG_DATE,
                                       TAG_ROUND, TAG_WHITE, TAG_BLACK};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (!same_tag(old, rec, tags[i]))
            return false;
    return old->start.key == rec->start.key && old->ply_count <= rec->ply_count &&
           array_equal(old->moves, rec->moves, old->ply_count * sizeof *old->moves);
}

game_id known_open_game(struct known *k, uint64_t begin, uint64_t end, const char *data)
{
    struct error ignored;
    for (size_t i = 0; k->has_open_games && i < k->count; i++) {
        const struct source_mark *m = &k->marks[i];
        if (m->open_game && m->start == begin && m->offset < end &&
            store_read(k->store, m->open_game, &k->old, &ignored) &&
            store_decode(k->store, data, &k->new, &ignored) && goes_on(&k->old, &k->new))
            return m->open_game;
    }
    return 0;
}
