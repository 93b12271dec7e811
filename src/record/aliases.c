/* See aliases.h. There is a sorted list of hashes for each way to know a name. */
#include "record/aliases.h"
#include "base/array.h"
#include "record/name_lines.h"
#include "record/person.h"

#include <stdlib.h>

struct keyed_alias {
    uint64_t key;
    uint32_t at;
};

struct key_table {
    struct keyed_alias *items;
    size_t count, cap;
};

struct aliases {
    struct buffer text;
    struct alias *list;
    size_t count, cap;
    bool folds, takes_initials;
    struct key_table exact, folded, initials;
};

/* --- Keys ------------------------------------------------------------------------------------- */

static uint64_t hash_text(const char *text, size_t len)
{
    struct hash h;
    hash_start(&h, 0);
    hash_add(&h, text, len);
    return hash_value(&h);
}

/* Take a name apart, umlauts that are written with an e like those without. */
static bool read_plain(struct person *p, const char *name, size_t len)
{
    size_t n = 0;
    if (!person_read(p, name, len))
        return false;
    for (size_t i = 0; i < p->count; i++) {
        struct person_word *w = &p->words[i];
        const size_t start = n;
        for (size_t k = 0; k < w->len; k++) {
            const char c = p->text[w->at + k];
            if (c != 'e' || n == start || !strchr("aou", p->text[n - 1]))
                p->text[n++] = c;
        }
        w->at = (uint8_t)start;
        w->len = (uint8_t)(n - start);
    }
    p->len = n;
    return true;
}

static uint64_t hash_folded(const struct person *p)
{
    char sorted[PERSON_BYTES + PERSON_WORDS];
    return hash_text(sorted, person_sorted(p, sorted));
}

static bool add_key(struct key_table *t, uint64_t key, size_t at)
{
    if (t->count == t->cap) {
        struct keyed_alias *items = array_grow(t->items, &t->cap, 256, sizeof *items);
        if (!items)
            return false;
        t->items = items;
    }
    t->items[t->count++] = (struct keyed_alias){key, (uint32_t)at};
    return true;
}

static int compare_keys(const void *x, const void *y)
{
    const struct keyed_alias *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

static void sort_keys(struct key_table *t)
{
    if (t->count > 0)
        qsort(t->items, t->count, sizeof *t->items, compare_keys);
}

/* The first item with KEY or behind it. */
static size_t find_key(const struct key_table *t, uint64_t key)
{
    return array_find(t->items, t->count, sizeof *t->items, key);
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* Those in front and behind. */
static char *cut_blanks(char *s)
{
    size_t len = strlen(s);
    while (len > 0 && s[len - 1] == ' ')
        s[--len] = '\0';
    return s + strspn(s, " ");
}

static bool put_alias(struct aliases *a, const char *from, const char *to, uint64_t line)
{
    if (a->count == a->cap) {
        struct alias *list = array_grow(a->list, &a->cap, 64, sizeof *list);
        if (!list)
            return false;
        a->list = list;
    }
    a->list[a->count++] = (struct alias){from, to, line};
    return true;
}

static bool add_alias(struct aliases *a, char *line, uint64_t number)
{
    char *to = strchr(line, '\t');
    if (to) {
        *to++ = '\0';
        to[strcspn(to, "\t")] = '\0';
        to = cut_blanks(to);
    }
    char *from = to ? line : cut_blanks(line);
    return put_alias(a, from, to && *to ? to : from, number);
}

static bool take_lines(struct aliases *a, const char *path, struct error *err)
{
    struct name_lines l;
    char *line = NULL;
    bool ok = name_lines_open(&l, path, err) && name_lines_next(&l, &line, err);
    for (; ok && line; ok = ok && name_lines_next(&l, &line, err))
        ok = add_alias(a, line, l.number) || error_no_memory(err);
    a->text = l.text;
    a->folds = l.folds;
    a->takes_initials = l.takes_initials;
    return ok;
}

/* A name may be there twice if it is to be the same. */
static bool check_twice(const struct aliases *a, const char *path, struct error *err)
{
    const struct keyed_alias *items = a->exact.items;
    for (size_t i = 1; i < a->exact.count; i++) {
        const struct alias *x = &a->list[items[i - 1].at], *y = &a->list[items[i].at];
        if (strcmp(x->from, y->from) == 0 && strcmp(x->to, y->to) != 0)
            return error_set(
                err, ERROR_FORMAT, "%s:%llu:1: '%s' is to be '%s', but '%s' in line %llu", path,
                (unsigned long long)y->line, y->from, y->to, x->to, (unsigned long long)x->line);
    }
    return true;
}

static bool add_name(struct aliases *a, const char *name, size_t at, bool is_canonical)
{
    struct person p;
    uint64_t keys[PERSON_KEYS];
    if (!read_plain(&p, name, strlen(name)))
        return true;
    bool ok = !a->folds || add_key(&a->folded, hash_folded(&p), at);
    if (ok && is_canonical && a->takes_initials) {
        const size_t n = person_keys(&p, keys);
        for (size_t i = 0; ok && i < n; i++)
            ok = add_key(&a->initials, keys[i], at);
    }
    return ok;
}

static bool make_tables(struct aliases *a, const char *path, struct error *err)
{
    for (size_t i = 0; i < a->count; i++) {
        const struct alias *alias = &a->list[i];
        if (!add_key(&a->exact, hash_text(alias->from, strlen(alias->from)), i) ||
            !add_name(a, alias->to, i, true) ||
            (alias->from != alias->to && !add_name(a, alias->from, i, false)))
            return error_no_memory(err);
    }
    sort_keys(&a->exact);
    sort_keys(&a->folded);
    sort_keys(&a->initials);
    return check_twice(a, path, err);
}

struct aliases *aliases_load(const char *path, struct error *err)
{
    struct aliases *a = calloc(1, sizeof *a);
    if (!a) {
        error_no_memory(err);
        return NULL;
    }
    if (take_lines(a, path, err) && make_tables(a, path, err))
        return a;
    aliases_free(a);
    return NULL;
}

struct aliases *aliases_of_names(const char *const *names, size_t count, bool folds,
                                 bool takes_initials, struct error *err)
{
    struct aliases *a = calloc(1, sizeof *a);
    bool ok = a != NULL;
    for (size_t i = 0; ok && i < count; i++)
        ok = put_alias(a, names[i], names[i], i + 1);
    if (!ok) {
        error_no_memory(err);
        aliases_free(a);
        return NULL;
    }
    a->folds = folds;
    a->takes_initials = takes_initials;
    if (make_tables(a, "", err))
        return a;
    aliases_free(a);
    return NULL;
}

void aliases_free(struct aliases *a)
{
    if (!a)
        return;
    free(a->exact.items);
    free(a->folded.items);
    free(a->initials.items);
    free(a->list);
    buffer_free(&a->text);
    free(a);
}

const struct alias *aliases_list(const struct aliases *a, size_t *count)
{
    *count = a->count;
    return a->list;
}

/* --- Finding ---------------------------------------------------------------------------------- */

static const char *find_exact(const struct aliases *a, const char *name, size_t len)
{
    const struct key_table *t = &a->exact;
    const uint64_t key = hash_text(name, len);
    for (size_t i = find_key(t, key); i < t->count && t->items[i].key == key; i++) {
        const struct alias *alias = &a->list[t->items[i].at];
        if (strlen(alias->from) == len && memcmp(alias->from, name, len) == 0)
            return alias->to;
    }
    return NULL;
}

/* If all that have KEY in T, and are alike enough, are to be the same; *SEVERAL: they are not. */
static void find_under(const struct aliases *a, const struct key_table *t, uint64_t key,
                       const struct person *p, const char **found, bool *several)
{
    for (size_t i = find_key(t, key); i < t->count && t->items[i].key == key; i++) {
        const char *to = a->list[t->items[i].at].to;
        struct person other;
        if (*found && strcmp(*found, to) == 0)
            continue;
        if (p && (!read_plain(&other, to, strlen(to)) || person_compare(p, &other) > LIKE_INITIALS))
            continue;
        *several |= *found != NULL;
        *found = to;
    }
}

const char *aliases_find(const struct aliases *a, const char *name, size_t len)
{
    struct person p;
    uint64_t keys[PERSON_KEYS];
    bool several = false;
    const char *found = find_exact(a, name, len);
    if (found || !(a->folds || a->takes_initials) || !read_plain(&p, name, len))
        return found;
    if (a->folds)
        find_under(a, &a->folded, hash_folded(&p), NULL, &found, &several);
    if (found || several || !a->takes_initials)
        return several ? NULL : found;
    const size_t n = person_keys(&p, keys);
    for (size_t i = 0; i < n; i++)
        find_under(a, &a->initials, keys[i], &p, &found, &several);
    return several ? NULL : found;
}

bool aliases_rename_players(const struct aliases *a, struct record *rec)
{
    static const enum tag_id players[] = {TAG_WHITE, TAG_BLACK};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        const int at = rec->known[players[i]];
        if (at < 0)
            continue;
        struct slice *value = &rec->tags[at].value;
        const char *name = record_text(rec, *value), *to = aliases_find(a, name, value->len);
        if (to && (strlen(to) != value->len || memcmp(to, name, value->len) != 0) &&
            !record_add_text(rec, to, strlen(to), value))
            return false;
    }
    return true;
}
