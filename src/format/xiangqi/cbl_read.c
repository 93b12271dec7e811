/* The reader of CCBridge libraries: a header, an index of fixed capacity, and records in blocks of
   4096 bytes. Only what the index calls live is a game; blocks may still hold deleted ones. */
#include "format/xiangqi/cbr.h"

#include "format/whole.h"

static const char magic[16] = "CCBridgeLibrary";

enum {
    AT_CAPACITY = 60, /* of the index, not how many games there are */
    AT_NAME = 64,
    NAME_BYTES = 512,
    INDEX = 66624,
    ENTRY = 276,
    BLOCK = 4096,
    /* of an entry */
    ENTRY_BLOCK = 4,
    ENTRY_LENGTH = 12,
    LIVE = 7,
    DELETED = 5
};

/* Texts about the library that belong to no game. */
static const struct header_field others[] = {
    {"source", 576, 256}, {"creator", 832, 64},   {"e-mail", 896, 64},
    {"created", 960, 64}, {"modified", 1024, 64}, {"remark", 1088, 65535},
};

struct library {
    const char *data;
    size_t len, capacity, blocks; /* BLOCKS: where they begin */
};

static bool recognise(const char *data, size_t len, const char *name)
{
    (void)name;
    return len >= sizeof magic && memcmp(data, magic, sizeof magic) == 0;
}

static bool open_library(struct library *l, const char *data, size_t len)
{
    *l = (struct library){.data = data, .len = len};
    if (len < INDEX)
        return false;
    l->capacity = little_u32(data + AT_CAPACITY);
    if (l->capacity > (len - INDEX) / ENTRY)
        return false;
    l->blocks = INDEX + l->capacity * ENTRY;
    return true;
}

static const unsigned char *entry(const struct library *l, size_t i)
{
    return (const unsigned char *)l->data + INDEX + i * ENTRY;
}

static bool is_game(const struct library *l, size_t i)
{
    uint32_t flag = little_u32(entry(l, i));
    return flag != 0 && flag != DELETED;
}

/* The first game at or behind entry I, or the capacity. */
static size_t find_game(const struct library *l, size_t i)
{
    while (i < l->capacity && !is_game(l, i))
        i++;
    return i;
}

/* Whether the records can lie side by side: a library whose entries share them could make of a
   small file games without end. */
static bool records_fit(const struct library *l)
{
    uint64_t total = 0;
    for (size_t i = 0; i < l->capacity; i++)
        if (is_game(l, i))
            total += little_u32(entry(l, i) + ENTRY_LENGTH);
    return total <= l->len - l->blocks;
}

/* --- What belongs to no game ------------------------------------------------------------------ */

static void report_rest(const struct library *l, struct findings *f)
{
    size_t deleted = 0;
    for (size_t i = 0; i < l->capacity; i++)
        deleted += little_u32(entry(l, i)) == DELETED;
    if (deleted > 0)
        findings_add(f, FINDING_DROPPED_TEXT, INDEX, 0, "%zu deleted record%s passed over", deleted,
                     deleted == 1 ? "" : "s");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t n = cbr_text_length(l->data + others[i].at, others[i].size);
        if (n > 0)
            findings_add(f, FINDING_DROPPED_TEXT, others[i].at, 0,
                         "the library's %s (%zu characters) belongs to no game", others[i].tag,
                         n / 2);
    }
}

/* --- Games ------------------------------------------------------------------------------------ */

static void read_entry(const struct library *l, size_t i, const char *encoding, struct record *rec,
                       struct findings *f)
{
    static const struct header_field name = {"Library", AT_NAME, NAME_BYTES};
    const unsigned char *e = entry(l, i);
    const uint32_t at = (uint32_t)(e - (const unsigned char *)l->data);
    const uint32_t flag = little_u32(e);
    const size_t length = little_u32(e + ENTRY_LENGTH);
    const size_t block = little_u32(e + ENTRY_BLOCK), room = l->len - l->blocks;
    const size_t base = l->blocks + block * BLOCK;
    rec->source = at;
    if (block > room / BLOCK || length > l->len - base || length < sizeof cbr_magic ||
        memcmp(l->data + base, cbr_magic, sizeof cbr_magic) != 0) {
        findings_add(f, FINDING_DAMAGED_FILE, at, 0, "the index names a record that is not there");
        rec->is_broken = rec->bad_start = true;
        return;
    }
    if (flag != LIVE)
        findings_add(f, FINDING_FILE_DETAIL, at, 0, "an entry of unknown kind %lu",
                     (unsigned long)flag);
    cbr_read_record(l->data, base, length, encoding, &name, rec, f);
}

/* Until the last game *AT is a place in the index, behind its entry. */
static bool read_next(const char *data, size_t len, const char *encoding, size_t *at,
                      struct record *rec, struct findings *f)
{
    struct library l;
    const bool is_first = *at == 0, is_last = *at >= len;
    bool is_good = open_library(&l, data, len) && (!(is_first || is_last) || records_fit(&l));
    if (!is_good && is_first) {
        findings_add(f, FINDING_DAMAGED_FILE, 0, 0, "the library's index does not fit its size");
        rec->is_broken = rec->bad_start = true;
        *at = len;
    }
    if (!is_good)
        return is_first;
    size_t i = find_game(&l, is_first ? 0 : is_last ? l.capacity : (*at - INDEX) / ENTRY);
    if (i == l.capacity) {
        report_rest(&l, f);
        return false;
    }
    read_entry(&l, i, encoding, rec, f);
    *at = find_game(&l, i + 1) == l.capacity ? len : INDEX + (i + 1) * ENTRY;
    return true;
}

const struct whole_format whole_cbl = {
    .name = "CBL",
    .game = GAME_XIANGQI,
    .recognise = recognise,
    .read_in = read_next,
};
