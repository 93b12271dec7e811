/* Building a record. Arrays double when full and keep their memory from game to game. `moves`,
   `keys` and `flags` grow together: the last two have room for one more, since a line of n moves
   has n + 1 positions. */
#include "record/record.h"
#include "base/array.h"
#include "notation/notation.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_NODES = 256, FIRST_PLIES = 256, FIRST_TAGS = 16 };

bool record_grow_plies(struct record *r)
{
    const size_t cap = array_room(r->ply_cap, r->ply_cap + 1, FIRST_PLIES);
    move *moves = array_resize(r->moves, cap, sizeof *moves);
    if (moves)
        r->moves = moves;
    key64 *keys = array_resize(r->keys, cap + 1, sizeof *keys);
    if (keys)
        r->keys = keys;
    uint8_t *flags = array_resize(r->flags, cap + 1, sizeof *flags);
    if (flags)
        r->flags = flags;
    if (!moves || !keys || !flags)
        return false;
    r->ply_cap = cap;
    return true;
}

bool record_grow_nodes(struct record *r)
{
    const size_t cap = array_room(r->node_cap, r->node_cap + 1, FIRST_NODES);
    struct node *nodes = array_resize(r->nodes, cap, sizeof *nodes);
    if (!nodes)
        return false;
    r->nodes = nodes;
    r->node_cap = cap;
    return true;
}

void record_init(struct record *r)
{
    *r = (struct record){0};
    record_clear(r, GAME_CHESS);
}

void record_free(struct record *r)
{
    buffer_free(&r->text);
    free(r->tags);
    free(r->nodes);
    free(r->moves);
    free(r->keys);
    free(r->flags);
    *r = (struct record){0};
}

bool record_clear(struct record *r, enum game game)
{
    r->game = game;
    r->variant = VARIANT_STANDARD;
    buffer_clear(&r->text);
    r->tag_count = 0;
    for (int i = 0; i < TAG_KNOWN; i++)
        r->known[i] = -1;
    r->node_count = 0;
    r->ply_count = 0;
    r->terminator = RESULT_NONE;
    r->has_terminator = false;
    r->terminator_source = 0;
    r->is_broken = false;
    r->bad_start = false;
    r->is_listed = false;
    r->number = 0;
    bool ok = r->ply_cap > 0 || record_grow_plies(r);
    struct position start;
    pos_start(&start, game);
    record_set_start(r, &start);
    r->has_start_tag = false;
    return ok;
}

void record_set_start(struct record *r, const struct position *start)
{
    r->start = *start;
    r->end = *start;
    r->has_start_tag = true;
    if (r->ply_cap > 0) {
        r->keys[0] = start->key;
        r->flags[0] = position_flags(start);
    }
}

bool record_add_text(struct record *r, const char *data, size_t len, struct slice *out)
{
    if (len > UINT32_MAX - r->text.len)
        return false;
    *out = (struct slice){(uint32_t)r->text.len, (uint32_t)len};
    buffer_add(&r->text, data, len);
    return !r->text.failed;
}

bool record_add_tag(struct record *r, struct slice name, struct slice value, uint32_t source)
{
    return record_add_tag_as(r, tag_find(r->game, record_text(r, name), name.len), name, value,
                             source);
}

bool record_add_tag_as(struct record *r, enum tag_id id, struct slice name, struct slice value,
                       uint32_t source)
{
    if (r->tag_count == r->tag_cap) {
        struct tag *tags = array_grow(r->tags, &r->tag_cap, FIRST_TAGS, sizeof *tags);
        if (!tags)
            return false;
        r->tags = tags;
    }
    if (id != TAG_OTHER && r->known[id] < 0)
        r->known[id] = (int)r->tag_count;
    r->tags[r->tag_count++] =
        (struct tag){.name = name, .value = value, .source = source, .id = (uint8_t)id};
    return true;
}

bool record_blank_nuls(struct record *r, struct slice text)
{
    if (text.len == 0)
        return false;
    char *s = r->text.data + text.at;
    const char *end = s + text.len;
    if (!memchr(s, '\0', text.len))
        return false;
    for (; s < end; s++)
        *s = *s ? *s : ' ';
    return true;
}

/* The first tag NAME, or NULL. */
static struct tag *find_tag(const struct record *r, const char *name)
{
    size_t len = strlen(name);
    enum tag_id id = tag_find(r->game, name, len);
    if (id != TAG_OTHER)
        return r->known[id] < 0 ? NULL : &r->tags[r->known[id]];
    for (size_t i = 0; i < r->tag_count; i++) {
        struct slice s = r->tags[i].name;
        if (s.len == len && memcmp(record_text(r, s), name, len) == 0)
            return &r->tags[i];
    }
    return NULL;
}

bool record_set_tag(struct record *r, const char *name, const char *value)
{
    struct slice value_slice, name_slice;
    if (!record_add_text(r, value, strlen(value), &value_slice))
        return false;
    struct tag *tag = find_tag(r, name);
    if (tag) {
        tag->value = value_slice;
        return true;
    }
    return record_add_text(r, name, strlen(name), &name_slice) &&
           record_add_tag(r, name_slice, value_slice, 0);
}

static bool is_named(const struct record *r, const struct tag *tag, const char *name)
{
    enum tag_id id = tag_find(r->game, name, strlen(name));
    if (id != TAG_OTHER)
        return tag->id == id;
    return tag->name.len == strlen(name) &&
           memcmp(record_text(r, tag->name), name, tag->name.len) == 0;
}

void record_find_known(struct record *r)
{
    for (int i = 0; i < TAG_KNOWN; i++)
        r->known[i] = -1;
    for (size_t i = r->tag_count; i-- > 0;)
        if (r->tags[i].id != TAG_OTHER)
            r->known[r->tags[i].id] = (int)i;
}

bool record_remove_tag(struct record *r, const char *name)
{
    size_t kept = 0, count = r->tag_count;
    for (size_t i = 0; i < count; i++)
        if (!is_named(r, &r->tags[i], name))
            r->tags[kept++] = r->tags[i];
    r->tag_count = kept;
    record_find_known(r);
    return kept < count;
}

void record_drop_tag(struct record *r, size_t i)
{
    r->tag_count--;
    memmove(&r->tags[i], &r->tags[i + 1], (r->tag_count - i) * sizeof *r->tags);
    record_find_known(r);
}

void record_move_tag(struct record *r, size_t from, size_t to)
{
    struct tag tag = r->tags[from];
    if (from < to)
        memmove(&r->tags[from], &r->tags[from + 1], (to - from) * sizeof tag);
    else
        memmove(&r->tags[to + 1], &r->tags[to], (from - to) * sizeof tag);
    r->tags[to] = tag;
    record_find_known(r);
}

bool record_rename_tag(struct record *r, const char *old, const char *new, bool *found)
{
    struct slice name;
    *found = find_tag(r, old) != NULL;
    if (!*found)
        return true;
    if (!record_add_text(r, new, strlen(new), &name))
        return false;
    if (strcmp(old, new) != 0)
        record_remove_tag(r, new);
    struct tag *tag = find_tag(r, old);
    tag->name = name;
    tag->id = (uint8_t)tag_find(r->game, new, strlen(new));
    record_find_known(r);
    return true;
}

const char *record_tag_text(const struct record *r, const char *name, size_t *len)
{
    const struct tag *tag = find_tag(r, name);
    if (!tag) {
        *len = 0;
        return NULL;
    }
    *len = tag->value.len;
    return record_text(r, tag->value);
}

enum result record_result(const struct record *r)
{
    if (r->has_terminator)
        return r->terminator;
    struct slice s = record_tag(r, TAG_RESULT);
    enum result result;
    return result_read(r->game, record_text(r, s), s.len, &result) ? result : RESULT_NONE;
}

bool record_is_chess960(const struct record *r)
{
    return r->variant == VARIANT_CHESS960 || (r->game == GAME_CHESS && pos_is_chess960(&r->start));
}
