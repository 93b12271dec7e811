/* Tables: games and their results by one property. Rows are found through a hash table of their
   labels (open addressing, a power of two, at most half full) that holds row numbers plus one. */
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 256, LENGTH_STEP = 10 };

struct table {
    enum table_key key;
    struct arena labels;
    struct table_row *rows;
    size_t count, cap;
    uint32_t *slots;
    size_t slot_count;
};

static const char *const key_names[TABLE_KEYS] = {
    [TABLE_RESULT] = LANG("result"), [TABLE_YEAR] = LANG("year"),
    [TABLE_PLAYER] = LANG("player"), [TABLE_ECO] = LANG("eco"),
    [TABLE_LENGTH] = LANG("length"), [TABLE_EVENT] = LANG("event"),
};

const char *table_key_name(enum table_key key)
{
    return key_names[key];
}

enum table_key table_key_find(const char *name)
{
    int key = 0;
    if (strcmp(name, "ecco") == 0) /* as xiangqi calls it */
        return TABLE_ECO;
    while (key < TABLE_KEYS && strcmp(key_names[key], name) != 0)
        key++;
    return (enum table_key)key;
}

struct table *table_new(enum table_key key, struct error *err)
{
    struct table *t = calloc(1, sizeof *t);
    if (!t)
        error_no_memory(err);
    else
        t->key = key;
    return t;
}

void table_free(struct table *t)
{
    if (!t)
        return;
    arena_free(&t->labels);
    free(t->rows);
    free(t->slots);
    free(t);
}

/* FNV-1a. */
static size_t hash_label(const char *label)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *label; label++)
        hash = (hash ^ (unsigned char)*label) * 0x100000001b3u;
    return (size_t)(hash ^ hash >> 32);
}

static uint32_t *find_slot(const struct table *t, const char *label)
{
    size_t i = hash_label(label);
    for (;; i++) {
        uint32_t *slot = &t->slots[i & (t->slot_count - 1)];
        if (*slot == 0 || strcmp(t->rows[*slot - 1].label, label) == 0)
            return slot;
    }
}

static bool grow(struct table *t)
{
    size_t slot_count = t->slot_count ? 2 * t->slot_count : FIRST_SLOTS;
    struct table_row *rows = realloc(t->rows, slot_count / 2 * sizeof *rows);
    if (rows)
        t->rows = rows;
    uint32_t *slots = calloc(slot_count, sizeof *slots);
    if (!rows || !slots) {
        free(slots);
        return false;
    }
    free(t->slots);
    t->slots = slots;
    t->slot_count = slot_count;
    t->cap = slot_count / 2;
    for (size_t i = 0; i < t->count; i++)
        *find_slot(t, t->rows[i].label) = (uint32_t)i + 1;
    return true;
}

static struct table_row *find_row(struct table *t, const char *label)
{
    if (t->count == t->cap && !grow(t))
        return NULL;
    uint32_t *slot = find_slot(t, label);
    if (*slot == 0) {
        char *copy = arena_copy(&t->labels, label, strlen(label));
        if (!copy)
            return NULL;
        t->rows[t->count] = (struct table_row){.label = copy};
        *slot = (uint32_t)++t->count;
    }
    return &t->rows[*slot - 1];
}

static bool count_game(struct table *t, const char *label, enum result result)
{
    struct table_row *row = find_row(t, label[0] ? label : "?");
    if (!row)
        return false;
    row->games++;
    row->white += result == RESULT_WHITE;
    row->draws += result == RESULT_DRAW;
    row->black += result == RESULT_BLACK;
    row->points2 = 2 * row->white + row->draws;
    return true;
}

/* The result as Black sees it. */
static enum result exchanged(enum result result)
{
    return result == RESULT_WHITE ? RESULT_BLACK : result == RESULT_BLACK ? RESULT_WHITE : result;
}

bool table_add(struct table *t, const struct game_header *h, enum color side)
{
    char label[64] = "";
    const enum result result = side == BLACK ? exchanged(h->result) : h->result;
    switch (t->key) {
    case TABLE_RESULT: return count_game(t, result_text(h->result), result);
    case TABLE_PLAYER:
        return count_game(t, h->white, h->result) && count_game(t, h->black, exchanged(h->result));
    case TABLE_ECO: return count_game(t, h->eco, result);
    case TABLE_EVENT: return count_game(t, h->event, result);
    case TABLE_YEAR:
        if (h->date >= 10000)
            snprintf(label, sizeof label, "%u", h->date / 10000);
        return count_game(t, label, result);
    case TABLE_LENGTH: {
        unsigned moves = (h->ply_count + 1) / 2;
        unsigned first = moves ? (moves - 1) / LENGTH_STEP * LENGTH_STEP + 1 : 0;
        if (first == 0)
            snprintf(label, sizeof label, "0");
        else
            snprintf(label, sizeof label, "%u-%u", first, first + LENGTH_STEP - 1);
        return count_game(t, label, result);
    }
    case TABLE_KEYS: break;
    }
    return false;
}

static int compare_labels(const void *a, const void *b)
{
    const struct table_row *x = a, *y = b;
    return strcmp(x->label, y->label);
}

static bool is_unknown(const struct table_row *row)
{
    return strcmp(row->label, "?") == 0;
}

/* Years and lengths: by the number that the label begins with. */
static int compare_numbers(const void *a, const void *b)
{
    const struct table_row *x = a, *y = b;
    if (is_unknown(x) != is_unknown(y))
        return is_unknown(x) - is_unknown(y);
    unsigned long m = strtoul(x->label, NULL, 10), n = strtoul(y->label, NULL, 10);
    return (m > n) - (m < n);
}

static int compare_games(const void *a, const void *b)
{
    const struct table_row *x = a, *y = b;
    if (is_unknown(x) != is_unknown(y))
        return is_unknown(x) - is_unknown(y);
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return compare_labels(a, b);
}

/* 1-0, draws, 0-1, and games without a result. */
static int result_place(const char *label)
{
    static const enum result order[] = {RESULT_WHITE, RESULT_DRAW, RESULT_BLACK};
    int place = 0;
    while (place < 3 && strcmp(label, result_text(order[place])) != 0)
        place++;
    return place;
}

static int compare_results(const void *a, const void *b)
{
    const struct table_row *x = a, *y = b;
    return result_place(x->label) - result_place(y->label);
}

/* The rows themselves move, so the slots are filled anew. */
const struct table_row *table_rows(struct table *t, size_t *count)
{
    static int (*const orders[TABLE_KEYS])(const void *, const void *) = {
        [TABLE_RESULT] = compare_results, [TABLE_YEAR] = compare_numbers,
        [TABLE_PLAYER] = compare_games,   [TABLE_ECO] = compare_games,
        [TABLE_LENGTH] = compare_numbers, [TABLE_EVENT] = compare_games,
    };
    *count = t->count;
    if (t->count > 1)
        qsort(t->rows, t->count, sizeof t->rows[0], orders[t->key]);
    if (t->slots)
        memset(t->slots, 0, t->slot_count * sizeof t->slots[0]);
    for (size_t i = 0; i < t->count; i++)
        *find_slot(t, t->rows[i].label) = (uint32_t)i + 1;
    return t->rows;
}
