/* Entries lie in an array, found by a hash table of their keys. */
#include "report/baseline.h"
#include "base/ascii.h"
#include "record/name_lines.h"

#include <stdlib.h>
#include <string.h>

static const char head[] =
    "# qipu validate --baseline: findings that are known. File, game, ply, code and number.\n";

/* --- Entries ---------------------------------------------------------------------------------- */

static size_t slot_of(const struct baseline *b, const char *key)
{
    struct hash h;
    hash_start(&h, 0);
    hash_add(&h, key, strlen(key));
    size_t i = (size_t)hash_value(&h) & (b->slot_count - 1);
    while (b->slots[i] && strcmp(b->entries[b->slots[i] - 1].key, key) != 0)
        i = (i + 1) & (b->slot_count - 1);
    return i;
}

static bool make_slots(struct baseline *b, size_t count)
{
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    free(b->slots);
    b->slots = slots;
    b->slot_count = count;
    for (size_t i = 0; i < b->count; i++)
        b->slots[slot_of(b, b->entries[i].key)] = (uint32_t)i + 1;
    return true;
}

/* Room for one more. */
static bool grow(struct baseline *b)
{
    enum { FIRST = 64 };
    if (b->count == b->cap) {
        struct baseline_entry *entries = array_grow(b->entries, &b->cap, FIRST, sizeof *entries);
        if (!entries)
            return false;
        b->entries = entries;
    }
    return b->count < UINT32_MAX && (2 * b->count < b->slot_count ||
                                     make_slots(b, b->slot_count ? 2 * b->slot_count : 2 * FIRST));
}

/* The entry of KEY, which is made if it is new. NULL if memory is out. */
static struct baseline_entry *find(struct baseline *b, const char *key, enum finding_code code)
{
    if (!grow(b))
        return NULL;
    uint32_t *slot = &b->slots[slot_of(b, key)];
    if (*slot)
        return &b->entries[*slot - 1];
    const char *copy = arena_copy(&b->texts, key, strlen(key));
    const char *file = copy ? arena_copy(&b->texts, key, strcspn(key, "\t")) : NULL;
    if (!file)
        return NULL;
    b->entries[b->count] = (struct baseline_entry){.key = copy, .file = file, .code = code};
    *slot = (uint32_t)++b->count;
    return &b->entries[b->count - 1];
}

struct baseline_entry *baseline_count(struct baseline *b, const char *file, const char *game,
                                      uint32_t ply, enum finding_code code)
{
    buffer_clear(&b->key);
    finding_escape(&b->key, file, strlen(file));
    buffer_add_char(&b->key, '\t');
    finding_escape(&b->key, game, strlen(game));
    buffer_printf(&b->key, "\t%lu\t%s", (unsigned long)ply, finding_kinds[code].code);
    const char *key = buffer_terminate(&b->key);
    struct baseline_entry *e = b->key.failed ? NULL : find(b, key, code);
    if (e)
        e->found++;
    return e;
}

void baseline_free(struct baseline *b)
{
    free(b->entries);
    free(b->slots);
    arena_free(&b->texts);
    buffer_free(&b->key);
}

/* --- The file --------------------------------------------------------------------------------- */

/* A number without sign, nothing behind it. */
static bool read_number(const char *text, uint64_t *n)
{
    char *end;
    *n = strtoull(text, &end, 10);
    return is_digit(*text) && *end == '\0';
}

/* Cut LINE at its last tab, and tell what stands there and before it. */
static bool read_line(char *line, enum finding_code *code, uint64_t *known)
{
    char *number = strrchr(line, '\t');
    size_t tabs = 0;
    for (const char *s = line; *s; s++)
        tabs += *s == '\t';
    if (tabs != 4 || !read_number(number + 1, known))
        return false;
    *number = '\0';
    *code = finding_from_code(strrchr(line, '\t') + 1);
    return true;
}

bool baseline_read(struct baseline *b, const char *path, struct error *err)
{
    struct name_lines lines = {.path = NULL};
    char *line;
    bool ok = name_lines_open(&lines, path, err);
    while (ok && (ok = name_lines_next(&lines, &line, err)) && line) {
        enum finding_code code;
        uint64_t known;
        if (!read_line(line, &code, &known)) {
            ok = error_set(err, ERROR_FORMAT, "%s:%llu:1: is no line of a baseline", path,
                           (unsigned long long)lines.number);
            break;
        }
        struct baseline_entry *e = find(b, line, code);
        if (!e)
            ok = error_no_memory(err);
        else
            e->known += known;
    }
    buffer_free(&lines.text);
    return ok;
}

static int compare_entries(const void *x, const void *y)
{
    const struct baseline_entry *a = x, *b = y;
    return strcmp(a->key, b->key);
}

void baseline_write(struct baseline *b, struct buffer *out)
{
    if (b->count > 0)
        qsort(b->entries, b->count, sizeof *b->entries, compare_entries);
    free(b->slots);
    b->slots = NULL;
    b->slot_count = 0;
    buffer_add_string(out, head);
    for (size_t i = 0; i < b->count; i++)
        if (b->entries[i].found > 0)
            buffer_printf(out, "%s\t%llu\n", b->entries[i].key,
                          (unsigned long long)b->entries[i].found);
}

/* --- Names ------------------------------------------------------------------------------------ */

static bool says_nothing(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!strchr("?.- ", text[i]))
            return false;
    return true;
}

/* Append the value of a tag behind BEFORE, or OTHERWISE if it is not known. */
static void add_tag(struct buffer *out, const struct record *rec, enum tag_id tag,
                    const char *before, const char *otherwise)
{
    const struct slice value = record_tag(rec, tag);
    const char *text = record_text(rec, value);
    if (!says_nothing(text, value.len)) {
        buffer_add_string(out, before);
        buffer_add(out, text, value.len);
    } else if (otherwise) {
        buffer_add_string(out, before);
        buffer_add_string(out, otherwise);
    }
}

void game_label(struct buffer *out, const struct record *rec)
{
    add_tag(out, rec, TAG_WHITE, "", "?");
    add_tag(out, rec, TAG_BLACK, " - ", "?");
    add_tag(out, rec, TAG_EVENT, ", ", NULL);
    add_tag(out, rec, TAG_ROUND, " ", NULL);
    add_tag(out, rec, TAG_DATE, ", ", NULL);
}

void path_from(struct buffer *out, const char *folder, const char *file)
{
    size_t same = 0; /* up to the last slash in both */
    for (size_t i = 0; file[i] && (folder[i] == file[i] || !folder[i]); i++) {
        if (file[i] == '/')
            same = i + 1;
        if (!folder[i])
            break;
    }
    if (strlen(folder) >= same)
        for (const char *s = folder + same; *s; s += strcspn(s, "/"), s += *s == '/')
            buffer_add_string(out, "../");
    buffer_add_string(out, file + same);
}
