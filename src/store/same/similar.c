/* Finding names that are alike. Those that have a key in common (person.h) are compared; among very
   many of one key only neighbours are. */
#include "base/array.h"
#include "store/private.h"
#include "store/same/similar_parts.h"

#include <stdlib.h>

enum { PASS_KEYS = 1 << 24, COMPARED_MOST = 1000 };

static const char doing[] = "read the names";

/* --- Names ------------------------------------------------------------------------------------ */

static bool add_name(struct similar_search *s, sqlite3_stmt *st)
{
    const char *text = (const char *)sqlite3_column_text(st, 1);
    const size_t len = (size_t)sqlite3_column_bytes(st, 1);
    if (!text || memchr(text, '\0', len))
        return true;
    if (s->count == s->cap) {
        struct named *names = array_grow(s->names, &s->cap, 1024, sizeof *names);
        if (!names)
            return false;
        s->names = names;
    }
    struct named *n = &s->names[s->count++];
    *n = (struct named){.id = sqlite3_column_int64(st, 0)};
    n->text = arena_copy(s->texts, text, len);
    n->is_nobody = !(s->are_players ? person_read(&n->person, text, len)
                                    : person_read_title(&n->person, text, len));
    return n->text != NULL;
}

static bool read_names(struct similar_search *s, const char *sql, struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->store->db, sql, -1, &st, NULL);
    bool ok = rc == SQLITE_OK || store_fail(s->store, rc, doing, err);
    while (ok && (rc = sqlite3_step(st)) == SQLITE_ROW)
        ok = add_name(s, st) || error_no_memory(err);
    if (ok && rc != SQLITE_DONE)
        ok = store_fail(s->store, rc, doing, err);
    sqlite3_finalize(st);
    return ok;
}

/* --- Pairs ------------------------------------------------------------------------------------ */

static int compare_keys(const void *x, const void *y)
{
    const struct keyed_name *a = x, *b = y;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

static int compare_pairs(const void *x, const void *y)
{
    const struct like_pair *a = x, *b = y;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

static bool add_key(struct similar_search *s, uint64_t key, size_t at)
{
    if (s->key_count == s->key_cap) {
        struct keyed_name *keys = array_grow(s->keys, &s->key_cap, 4096, sizeof *keys);
        if (!keys)
            return false;
        s->keys = keys;
    }
    s->keys[s->key_count++] = (struct keyed_name){key, (uint32_t)at};
    return true;
}

static bool collect_keys(struct similar_search *s, uint64_t pass, uint64_t passes)
{
    uint64_t keys[PERSON_KEYS];
    s->key_count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct person *p = &s->names[i].person;
        if (s->names[i].is_nobody)
            continue;
        const size_t n = s->are_players ? person_keys(p, keys) : person_title_keys(p, keys);
        for (size_t k = 0; k < n; k++) {
            if (keys[k] % passes != pass)
                continue;
            if (!add_key(s, keys[k], i))
                return false;
        }
    }
    return true;
}

enum likeness similar_compare(const struct similar_search *s, size_t a, size_t b)
{
    const struct person *x = &s->names[a].person, *y = &s->names[b].person;
    if (s->names[a].is_two != s->names[b].is_two)
        return LIKE_NOT;
    const enum likeness l = s->are_players ? person_compare(x, y) : person_compare_titles(x, y);
    return l == LIKE_FAMILY ? LIKE_NOT : l;
}

/* The names FROM to END of the keys have one in common. */
static void compare_group(struct similar_search *s, size_t from, size_t end)
{
    for (size_t i = from; i < end; i++)
        for (size_t j = i + 1; j < end && j - i <= COMPARED_MOST; j++) {
            const uint32_t a = s->keys[i].at, b = s->keys[j].at;
            const enum likeness l = similar_compare(s, a, b);
            const struct like_pair pair = {.a = a, .b = b, .likeness = (uint8_t)l};
            if (l != LIKE_NOT)
                buffer_add(&s->pairs, &pair, sizeof pair);
        }
}

static struct like_pair *pairs_of(const struct similar_search *s, size_t *count)
{
    *count = s->pairs.len / sizeof(struct like_pair);
    return (struct like_pair *)(void *)s->pairs.data;
}

/* A pair was found under each key that is common. */
static void drop_repeated(struct similar_search *s)
{
    size_t count, n = 0;
    struct like_pair *pairs = pairs_of(s, &count);
    if (count > 0)
        qsort(pairs, count, sizeof *pairs, compare_pairs);
    for (size_t i = 0; i < count; i++)
        if (n == 0 || compare_pairs(&pairs[n - 1], &pairs[i]) != 0)
            pairs[n++] = pairs[i];
    s->pairs.len = n * sizeof *pairs;
}

static bool find_pairs(struct similar_search *s)
{
    enum { KEYS_A_NAME = 24 };
    const uint64_t passes = s->count * KEYS_A_NAME / PASS_KEYS + 1;
    for (uint64_t pass = 0; pass < passes; pass++) {
        if (!collect_keys(s, pass, passes))
            return false;
        if (s->key_count > 0)
            qsort(s->keys, s->key_count, sizeof *s->keys, compare_keys);
        for (size_t from = 0, end; from < s->key_count; from = end) {
            for (end = from + 1; end < s->key_count && s->keys[end].key == s->keys[from].key;)
                end++;
            compare_group(s, from, end);
        }
        drop_repeated(s);
    }
    return !s->pairs.failed;
}

/* --- Games ------------------------------------------------------------------------------------ */

/* The place of a number, s->count if it has none. */
static size_t find_name(const struct similar_search *s, int64_t id)
{
    const size_t low = array_find(s->names, s->count, sizeof *s->names, (uint64_t)id);
    return low < s->count && s->names[low].id == id ? low : s->count;
}

static void note_met(struct similar_search *s, size_t a, size_t b)
{
    const struct like_pair wanted = {.a = (uint32_t)(a < b ? a : b),
                                     .b = (uint32_t)(a < b ? b : a)};
    size_t count;
    struct like_pair *pairs = pairs_of(s, &count);
    struct like_pair *pair =
        count > 0 ? bsearch(&wanted, pairs, count, sizeof *pairs, compare_pairs) : NULL;
    if (pair)
        pair->met = true;
}

/* How many games each name has, and who met. */
static bool read_games(struct similar_search *s, const char *sql, struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->store->db, sql, -1, &st, NULL);
    bool ok = rc == SQLITE_OK || store_fail(s->store, rc, doing, err);
    while (ok && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const size_t a = find_name(s, sqlite3_column_int64(st, 0));
        const size_t b = s->are_players ? find_name(s, sqlite3_column_int64(st, 1)) : s->count;
        if (a < s->count)
            s->names[a].games++;
        if (b < s->count && b != a)
            s->names[b].games++;
        if (a < s->count && b < s->count && a != b)
            note_met(s, a, b);
    }
    if (ok && rc != SQLITE_DONE)
        ok = store_fail(s->store, rc, doing, err);
    sqlite3_finalize(st);
    return ok;
}

/* --- Search ----------------------------------------------------------------------------------- */

void similar_free(struct similar *s)
{
    free(s->items);
    arena_free(&s->texts);
    *s = (struct similar){.items = NULL};
}

bool store_find_similar(struct store *s, enum store_name kind, struct similar *out,
                        struct error *err)
{
    static const struct {
        const char *names, *games;
    } sql[] = {
        [STORE_PLAYERS] = {"SELECT id, name FROM player ORDER BY id",
                           "SELECT white, black FROM game"},
        [STORE_EVENTS] = {"SELECT id, name FROM event ORDER BY id", "SELECT event FROM game"},
        [STORE_SITES] = {"SELECT id, name FROM site ORDER BY id", "SELECT site FROM game"},
    };
    struct similar_search search = {
        .store = s, .are_players = kind == STORE_PLAYERS, .texts = &out->texts};
    bool ok = read_names(&search, sql[kind].names, err) &&
              (!search.are_players || similar_find_two(&search) || error_no_memory(err)) &&
              (find_pairs(&search) || error_no_memory(err)) &&
              read_games(&search, sql[kind].games, err) &&
              (similar_propose(&search, out) || error_no_memory(err));
    free(search.names);
    free(search.keys);
    buffer_free(&search.pairs);
    return ok;
}
