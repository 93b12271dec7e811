/* Names made of two names, of players who play together: "许银川党国蕾" where both stand for
   themselves elsewhere. Such a name is like neither of the two. */
#include "store/same/similar_parts.h"

#include <stdlib.h>

enum { CHINESE_BYTES = 3, NAME_CHARACTERS = 2, NAME_WORDS = 2 };

static int compare_text(const char *a, size_t a_len, const char *b, size_t b_len)
{
    const int order = memcmp(a, b, a_len < b_len ? a_len : b_len);
    return order ? order : (a_len > b_len) - (a_len < b_len);
}

static int compare_persons(const void *x, const void *y)
{
    const struct person *a = &(*(struct named *const *)x)->person,
                        *b = &(*(struct named *const *)y)->person;
    return compare_text(a->text, a->len, b->text, b->len);
}

/* The names of the search, sorted by their text. */
struct sorted_names {
    struct named **items;
    size_t count;
};

static bool has_name(const struct sorted_names *names, const char *text, size_t len)
{
    size_t low = 0, high = names->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct person *p = &names->items[middle]->person;
        const int order = compare_text(p->text, p->len, text, len);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static bool parts_at(const struct sorted_names *names, const struct person *p, size_t at)
{
    return has_name(names, p->text, at) && has_name(names, p->text + at, p->len - at);
}

/* Chinese names have no blank between; of others each has at least two words, since "Vasily" and
   "Ivanov" may both stand alone as well. */
static bool is_two(const struct sorted_names *names, const struct person *p)
{
    const size_t shortest = NAME_CHARACTERS * CHINESE_BYTES;
    if (p->is_chinese) {
        for (size_t at = shortest; at + shortest <= p->len; at += CHINESE_BYTES)
            if (parts_at(names, p, at))
                return true;
        return false;
    }
    for (size_t i = NAME_WORDS; i + NAME_WORDS <= p->count; i++)
        if (parts_at(names, p, p->words[i].at))
            return true;
    return false;
}

bool similar_find_two(struct similar_search *s)
{
    struct sorted_names names = {.items = malloc((s->count + 1) * sizeof *names.items)};
    if (!names.items)
        return false;
    for (size_t i = 0; i < s->count; i++)
        if (!s->names[i].is_nobody)
            names.items[names.count++] = &s->names[i];
    qsort(names.items, names.count, sizeof *names.items, compare_persons);
    for (size_t i = 0; i < names.count; i++)
        names.items[i]->is_two = is_two(&names, &names.items[i]->person);
    free(names.items);
    return true;
}
