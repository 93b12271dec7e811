/* What is worth saying beside the result of a search. If nothing was found, a name may be the
   reason, and the names of the stores that are near to it are told: "Magnus Carlsen" and "carlsn"
   are near to "Carlsen,M". If games were found by date, some of them may have none. */
#include "tools/select/select.h"

#include "base/ascii.h"
#include "base/lang.h"

#include "store/filter.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 160, WORDS = 8, NEAR = 8, SHOWN = 3, INITIAL = 2, FAR = 1000 };

struct words {
    char text[NAME_BYTES];
    const char *at[WORDS];
    size_t count;
};

struct near_name {
    char *name;
    size_t cost; /* the less, the nearer */
    uint64_t games;
};

struct hint {
    struct words asked, other;
    struct near_name near[NEAR + 1]; /* by cost; one more than are kept */
    size_t count;
};

/* The columns that a condition asks about, and what is named there: also the option that asks about
   all of them. */
static const struct subject {
    const char *option, *what;
    enum store_column first, last;
} subjects[] = {
    {"player", LANG("player"), STORE_WHITE, STORE_BLACK},
    {"white", LANG("player"), STORE_WHITE, STORE_BLACK},
    {"red", LANG("player"), STORE_WHITE, STORE_BLACK},
    {"black", LANG("player"), STORE_WHITE, STORE_BLACK},
    {"event", LANG("event"), STORE_EVENT, STORE_EVENT},
    {"site", LANG("site"), STORE_SITE, STORE_SITE},
};

static const struct subject *subject_of(const char *option)
{
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (strcmp(subjects[i].option, option) == 0)
            return &subjects[i];
    return NULL;
}

const struct select_condition *select_last_name(const struct selection *s)
{
    for (size_t i = s->condition_count; i-- > 0;)
        if (subject_of(s->conditions[i].name))
            return &s->conditions[i];
    return NULL;
}

/* --- How near two names are ------------------------------------------------------------------- */

/* False if NAME is too long to be of use. */
static bool split(struct words *w, const char *name)
{
    size_t len = utf8_fold(name, strlen(name), w->text, sizeof w->text);
    w->count = 0;
    if (len >= sizeof w->text)
        return false;
    w->text[len] = '\0';
    for (char *s = w->text; *s && w->count < WORDS;) {
        while (*s && !is_folded(*s))
            s++;
        if (*s)
            w->at[w->count++] = s;
        while (*s && is_folded(*s))
            s++;
        if (*s)
            *s++ = '\0';
    }
    return w->count > 0;
}

/* Of the word A, which was asked for, and B. SOLID: it is more than an initial that fits. */
static size_t word_cost(const char *a, const char *b, bool *solid)
{
    size_t m = strlen(a), n = strlen(b), less = m < n ? m : n, more = m < n ? n : m;
    bool is_part = memcmp(a, b, less) == 0;
    *solid = less > 2;
    if (is_part && less == 1)
        return m == 1 ? 0 : INITIAL;
    if (is_part)
        return more - less;
    if (more < 4 || more - less > 2)
        return FAR;
    size_t edits = suggest_edits(a, strlen(a), b, strlen(b));
    return edits <= (more < 7 ? 1 : 2) ? edits : FAR;
}

/* Every word that was asked for must be near to one of the other name. */
static size_t name_cost(const struct words *asked, const struct words *other)
{
    size_t sum = 0;
    bool has_solid = false;
    for (size_t i = 0; i < asked->count; i++) {
        size_t best = FAR;
        bool best_is_solid = false;
        for (size_t j = 0; j < other->count; j++) {
            bool solid;
            size_t cost = word_cost(asked->at[i], other->at[j], &solid);
            if (cost >= best)
                continue;
            best = cost;
            best_is_solid = solid;
        }
        has_solid = has_solid || best_is_solid;
        sum += best;
    }
    return has_solid ? sum : FAR;
}

/* --- The nearest names of a store ------------------------------------------------------------- */

/* A matcher that takes no name, for what it sees. */
static bool see(void *closure, const char *name)
{
    struct hint *h = closure;
    size_t cost = split(&h->other, name) ? name_cost(&h->asked, &h->other) : FAR;
    size_t at = h->count;
    if (cost >= FAR || (at == NEAR && cost >= h->near[NEAR - 1].cost))
        return false;
    char *copy = strdup(name);
    if (!copy)
        return false;
    for (; at > 0 && h->near[at - 1].cost > cost; at--)
        h->near[at] = h->near[at - 1];
    h->near[at] = (struct near_name){.name = copy, .cost = cost};
    if (h->count < NEAR)
        h->count++;
    else
        free(h->near[NEAR].name);
    return false;
}

static bool is_name(void *closure, const char *name)
{
    return strcmp(name, closure) == 0;
}

/* Walk over the names of SUBJECT, and count the games of those that MATCH takes; 0 if that fails,
   since a hint is no reason for a fault. */
static uint64_t ask_names(struct store *store, const struct subject *subject,
                          bool (*match)(void *closure, const char *name), void *closure)
{
    struct error err;
    uint64_t count = 0;
    struct store_filter *f = store_filter_new(store, &err);
    if (f)
        store_filter_group(f);
    if (!f || !store_filter_names(f, subject->first, subject->last, match, closure, &err) ||
        !store_count(store, f, 1, &count, &err))
        count = 0;
    store_filter_free(f);
    return count;
}

static int compare_near(const void *a, const void *b)
{
    const struct near_name *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    return (x->games < y->games) - (x->games > y->games);
}

/* Whether any game fits OPTION alone as ASKED; true if that is not known. */
static bool is_known(const struct selection *s, struct store *store, const char *option,
                     const char *asked)
{
    struct error err;
    struct query_plan plan;
    const struct select_condition alone = {option, asked};
    struct query *q = select_query(s, &alone, 1);
    if (!q)
        return true;
    bool ok = query_make_plan(q, store, true, 1, &plan, &err);
    bool known = !ok || !plan.is_counted || plan.count > 0;
    query_plan_free(&plan);
    query_free(q);
    return known;
}

static void tell(const struct hint *h, const char *path, const struct subject *subject,
                 const char *asked)
{
    struct buffer list = {0};
    for (size_t i = 0; i < h->count && i < SHOWN; i++)
        buffer_printf(&list, "%s'%s'", i ? ", " : "", h->near[i].name);
    if (list.len > 0)
        cli_message("%s: no %s '%s'; did you mean %s?", path, lang_text(subject->what), asked,
                    buffer_terminate(&list));
    else
        cli_message("%s: no %s '%s'", path, lang_text(subject->what), asked);
    buffer_free(&list);
}

static void look(const struct selection *s, struct store *store, const char *path,
                 const struct select_condition *condition)
{
    const struct subject *subject = subject_of(condition->name);
    struct hint h = {.count = 0};
    const char *asked = condition->value;
    if (!subject || is_known(s, store, subject->what, asked) || !split(&h.asked, asked))
        return;
    if (ask_names(store, subject, see, &h) == 0) {
        for (size_t i = 0; i < h.count; i++)
            h.near[i].games = ask_names(store, subject, is_name, h.near[i].name);
        qsort(h.near, h.count, sizeof *h.near, compare_near);
    }
    tell(&h, path, subject, asked);
    for (size_t i = 0; i < h.count; i++)
        free(h.near[i].name);
}

/* Where opening codes are asked for, a collection may have none. */
static void look_for_codes(const struct selection *s, struct store *store, const char *path,
                           const struct select_condition *condition)
{
    if (strcmp(condition->name, "eco") == 0 && s->game == GAME_CHESS &&
        !is_known(s, store, condition->name, "A..E"))
        cli_message("%s: no game has an opening code; with codes: qipu convert --add eco %s", path,
                    path);
}

void select_hint(const struct selection *s)
{
    const struct paths *files = &s->cli->common.files;
    struct error err;
    for (size_t i = 0; i < files->count && !s->cli->common.quiet; i++) {
        const char *path = files->items[i];
        struct store *store =
            store_is_store(path) ? store_open(path, STORE_READ, s->game, &err) : NULL;
        for (size_t c = 0; store && c < s->condition_count; c++) {
            look(s, store, path, &s->conditions[c]);
            look_for_codes(s, store, path, &s->conditions[c]);
        }
        store_close(store);
    }
}

/* --- Dates ------------------------------------------------------------------------------------ */

static bool has_condition(const struct selection *s, const char *name)
{
    size_t i = 0;
    while (i < s->condition_count && strcmp(s->conditions[i].name, name) != 0)
        i++;
    return i < s->condition_count;
}

/* Of the games that were only counted, those that --date-known finds too; all if that is not
   known. */
static uint64_t count_known(const struct selection *s)
{
    const struct paths *files = &s->cli->common.files;
    uint64_t known = 0;
    struct error err;
    size_t count = s->condition_count;
    struct select_condition *more = calloc(count + 1, sizeof *more);
    if (!more)
        return s->counted;
    memcpy(more, s->conditions, count * sizeof *more);
    more[count].name = "date-known";
    struct query *q = select_query(s, more, count + 1);
    free(more);
    for (size_t i = 0; q && i < files->count; i++) {
        const char *path = files->items[i];
        struct query_plan plan;
        struct store *store =
            store_is_store(path) ? store_open(path, STORE_READ, s->game, &err) : NULL;
        if (store && query_make_plan(q, store, true, 1, &plan, &err) && plan.is_counted)
            known += plan.count;
        if (store)
            query_plan_free(&plan);
        store_close(store);
    }
    query_free(q);
    return q && known < s->counted ? known : s->counted;
}

void select_hint_dates(const struct selection *s)
{
    if (s->cli->common.quiet || !has_condition(s, "date") || has_condition(s, "date-known") ||
        has_condition(s, "invert"))
        return;
    uint64_t unsure = s->unsure + (s->counted > 0 ? s->counted - count_known(s) : 0);
    if (unsure > 0)
        cli_message("the date of %llu of these games is not known, and may lie there; --date-known "
                    "leaves them out",
                    (unsigned long long)unsure);
}
