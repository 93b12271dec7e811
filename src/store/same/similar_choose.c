/* What is proposed for a name: the best of those like it, in a strict order, so that proposals
   never lead in a circle. */
#include "store/same/similar_parts.h"

#include <stdlib.h>

enum { NONE = -1 };

/* A pair as one of the two sees it. */
struct link {
    uint32_t from, to;
    uint8_t likeness;
};

struct choice {
    int64_t best; /* NONE: it is the best of those like it */
    bool is_ambiguous;
};

/* --- Order ------------------------------------------------------------------------------------ */

/* 2: has two names, 1: two that may be short forms, 0: initials or one name. */
static int fullness(const struct person *p)
{
    size_t names = 0, words = 0;
    for (size_t i = 0; i < p->count; i++) {
        names += !p->words[i].is_firm && p->words[i].len > 2;
        words += !p->words[i].is_firm && p->words[i].len > 1;
    }
    return names > 1 || (words > 1 && !p->family) ? 2 : words > 1;
}

static bool is_better(const struct similar_search *s, size_t a, size_t b)
{
    const struct named *x = &s->names[a], *y = &s->names[b];
    const int x_full = fullness(&x->person), y_full = fullness(&y->person);
    if (s->are_players && x->person.is_chinese && x->person.len != y->person.len)
        return x->person.len < y->person.len;
    if (s->are_players && x_full != y_full)
        return x_full > y_full;
    if (x->games != y->games)
        return x->games > y->games;
    if ((x->person.family > 0) != (y->person.family > 0))
        return x->person.family > 0;
    return strcmp(x->text, y->text) < 0;
}

/* --- Choosing --------------------------------------------------------------------------------- */

static int compare_links(const void *x, const void *y)
{
    const struct link *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

/* Both ways, by name; *COUNT may be 0. NULL if memory is out. */
static struct link *make_links(const struct similar_search *s, size_t *count)
{
    const struct like_pair *pairs = (const struct like_pair *)(const void *)s->pairs.data;
    const size_t pair_count = s->pairs.len / sizeof *pairs;
    struct link *links = malloc((2 * pair_count + 1) * sizeof *links);
    *count = 0;
    for (size_t i = 0; links && i < pair_count; i++)
        if (!pairs[i].met) {
            links[(*count)++] = (struct link){pairs[i].a, pairs[i].b, pairs[i].likeness};
            links[(*count)++] = (struct link){pairs[i].b, pairs[i].a, pairs[i].likeness};
        }
    if (*count > 0)
        qsort(links, *count, sizeof *links, compare_links);
    return links;
}

/* LINKS are the COUNT of one name. */
static struct choice choose(const struct similar_search *s, const struct link *links, size_t count)
{
    struct choice c = {.best = NONE};
    for (size_t i = 0; i < count; i++)
        if (is_better(s, links[i].to, links[i].from) &&
            (c.best == NONE || is_better(s, links[i].to, (size_t)c.best)))
            c.best = links[i].to;
    for (size_t i = 0; i < count && c.best != NONE && !c.is_ambiguous; i++) {
        const bool counts =
            links[i].likeness < LIKE_SPELLING || is_better(s, links[i].to, links[i].from);
        c.is_ambiguous = counts && links[i].to != c.best &&
                         similar_compare(s, links[i].to, (size_t)c.best) == LIKE_NOT;
    }
    return c;
}

/* The best may itself be like a better one. */
static struct choice follow(const struct similar_search *s, const struct choice *choices, size_t at)
{
    struct choice c = choices[at];
    while (!c.is_ambiguous && c.best != NONE && choices[c.best].best != NONE &&
           !choices[c.best].is_ambiguous) {
        c.is_ambiguous = similar_compare(s, at, (size_t)choices[c.best].best) == LIKE_NOT;
        if (!c.is_ambiguous)
            c.best = choices[c.best].best;
    }
    return c;
}

static int compare_similar(const void *x, const void *y)
{
    const struct similar_name *a = x, *b = y;
    if (a->is_ambiguous != b->is_ambiguous)
        return a->is_ambiguous ? 1 : -1;
    if (a->likeness != b->likeness)
        return a->likeness < b->likeness ? -1 : 1;
    const int order = strcmp(a->proposed, b->proposed);
    return order ? order : strcmp(a->name, b->name);
}

static bool list_choices(const struct similar_search *s, const struct choice *choices,
                         struct similar *out)
{
    out->items = malloc((s->count + 1) * sizeof *out->items);
    for (size_t i = 0; out->items && i < s->count; i++) {
        const struct choice c = follow(s, choices, i);
        if (c.best == NONE)
            continue;
        const struct named *name = &s->names[i], *best = &s->names[c.best];
        out->items[out->count++] =
            (struct similar_name){.name = name->text,
                                  .proposed = best->text,
                                  .games = name->games,
                                  .proposed_games = best->games,
                                  .likeness = similar_compare(s, i, (size_t)c.best),
                                  .is_ambiguous = c.is_ambiguous};
    }
    if (out->count > 0)
        qsort(out->items, out->count, sizeof *out->items, compare_similar);
    return out->items != NULL;
}

bool similar_propose(const struct similar_search *s, struct similar *out)
{
    size_t count;
    struct link *links = make_links(s, &count);
    struct choice *choices = malloc((s->count + 1) * sizeof *choices);
    bool ok = links && choices;
    for (size_t i = 0, at = 0; ok && i < s->count; i++) {
        const size_t from = at;
        while (at < count && links[at].from == i)
            at++;
        choices[i] = choose(s, links + from, at - from);
    }
    ok = ok && list_choices(s, choices, out);
    free(links);
    free(choices);
    return ok;
}
