/* Sorting found games by one property of their headers. What is unknown comes first, in descending
   order last. Names are compared folded, so that case and accents do not matter. */
#include "tools/sort.h"
#include "base/array.h"
#include "notation/notation.h"
#include "tools/cli.h"

#include <stdlib.h>
#include <string.h>

struct sort_key {
    const char *name;
    uint64_t (*number)(const struct game_header *h); /* this or word */
    const char *(*word)(const struct game_header *h);
};

struct sort_row {
    const char *key;
    size_t key_len;
    size_t at, len; /* in the text, where games lie as they came */
};

static uint64_t number_of_id(const struct game_header *h)
{
    return h->id;
}

static uint64_t number_of_date(const struct game_header *h)
{
    return h->date;
}

/* The mean of the ratings that are known. */
static uint64_t number_of_elo(const struct game_header *h)
{
    int known = (h->white_elo > 0) + (h->black_elo > 0);
    return known ? (uint64_t)((h->white_elo + h->black_elo) / known) : 0;
}

static uint64_t number_of_plies(const struct game_header *h)
{
    return h->ply_count;
}

static const char *word_of_white(const struct game_header *h)
{
    return h->white;
}

static const char *word_of_black(const struct game_header *h)
{
    return h->black;
}

static const char *word_of_event(const struct game_header *h)
{
    return h->event;
}

static const char *word_of_site(const struct game_header *h)
{
    return h->site;
}

static const char *word_of_eco(const struct game_header *h)
{
    return h->eco;
}

static const char *word_of_result(const struct game_header *h)
{
    return result_text(h->result);
}

static const struct sort_key keys[] = {
    {"id", number_of_id, NULL},       {"date", number_of_date, NULL},
    {"elo", number_of_elo, NULL},     {"plies", number_of_plies, NULL},
    {"white", NULL, word_of_white},   {"red", NULL, word_of_white},
    {"black", NULL, word_of_black},   {"event", NULL, word_of_event},
    {"site", NULL, word_of_site},     {"eco", NULL, word_of_eco},
    {"result", NULL, word_of_result},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

/* The key that NAME, LEN bytes, names, or NULL. */
static const struct sort_key *find_key(const char *name, size_t len)
{
    for (int i = 0; i < KEYS; i++)
        if (strlen(keys[i].name) == len && memcmp(keys[i].name, name, len) == 0)
            return &keys[i];
    return NULL;
}

static void list_keys(struct buffer *names)
{
    for (int i = 0; i < KEYS; i++)
        buffer_printf(names, "%s%s", i ? ", " : "", keys[i].name);
}

bool sort_choose(struct sorter *s, const char *key, struct buffer *names)
{
    const bool descending = key[0] == '-';
    const struct sort_key *found = find_key(key + descending, strlen(key + descending));
    s->order = (struct sort_order){.keys = {found}, .descending = {descending}, .count = 1};
    if (!found) {
        s->order.count = 0;
        list_keys(names);
    }
    return found != NULL;
}

bool sort_order_read(struct sort_order *o, const char *list)
{
    o->count = 0;
    do {
        const bool descending = *list == '-';
        const size_t len = strcspn(list + descending, ",");
        const struct sort_key *key = find_key(list + descending, len);
        if (!key || o->count == SORT_KEYS_MAX) {
            struct buffer names = {0};
            list_keys(&names);
            cli_message(
                "--sort: no key '%.*s', or too many; there are %s, each with - before it for "
                "descending order",
                (int)len, list + descending, buffer_terminate(&names));
            buffer_free(&names);
            return false;
        }
        o->keys[o->count] = key;
        o->descending[o->count++] = descending;
        list += descending + len;
        list += *list == ',';
    } while (*list);
    return true;
}

bool sort_order_has_id(const struct sort_order *o)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->keys[i]->number == number_of_id)
            return true;
    return false;
}

void sort_order_key(const struct sort_order *o, const struct game_header *h, struct buffer *out)
{
    for (size_t k = 0; k < o->count; k++) {
        const size_t from = out->len;
        if (o->keys[k]->number) {
            const uint64_t n = o->keys[k]->number(h);
            for (int shift = 56; shift >= 0; shift -= 8)
                buffer_add_char(out, (char)(n >> shift & 0xFF));
        } else {
            const char *word = o->keys[k]->word(h);
            const size_t len = strlen(word), cap = 3 * len;
            if (!buffer_reserve(out, cap + 1))
                return;
            out->len += utf8_fold(word, len, out->data + out->len, cap);
            buffer_add_char(out, '\0');
        }
        for (size_t i = from; o->descending[k] && i < out->len; i++)
            out->data[i] = (char)~out->data[i];
    }
}

bool sort_add(struct sorter *s, const struct game_header *h, const char *text, size_t len)
{
    if (s->count == s->cap) {
        struct sort_row *rows = array_grow(s->rows, &s->cap, 256, sizeof *rows);
        if (!rows)
            return false;
        s->rows = rows;
    }
    buffer_clear(&s->key);
    sort_order_key(&s->order, h, &s->key);
    const char *key = s->key.failed ? NULL : arena_copy(&s->keys, s->key.data, s->key.len);
    s->rows[s->count] = (struct sort_row){key, s->key.len, s->text.len, len};
    buffer_add(&s->text, text, len);
    if (!key || s->text.failed)
        return false;
    s->count++;
    return true;
}

/* No key is the beginning of another. */
static int compare_rows(const void *a, const void *b)
{
    const struct sort_row *x = a, *y = b;
    int order = memcmp(x->key, y->key, x->key_len < y->key_len ? x->key_len : y->key_len);
    return order != 0 ? order : (x->at > y->at) - (x->at < y->at);
}

void sort_write(struct sorter *s, struct output *out, uint64_t limit)
{
    if (s->count > 1)
        qsort(s->rows, s->count, sizeof *s->rows, compare_rows);
    for (size_t i = 0; i < s->count && i < limit; i++)
        output_write(out, s->text.data + s->rows[i].at, s->rows[i].len);
}

void sort_free(struct sorter *s)
{
    buffer_free(&s->text);
    buffer_free(&s->key);
    arena_free(&s->keys);
    free(s->rows);
}
