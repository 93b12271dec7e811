/* Header conditions handed to the store, which passes over the games that do not fit without
   showing them. All but tags can be said in terms of its columns. */
#include "query/conditions.h"
#include "store/filter.h"

struct name_match {
    const struct name_condition *list;
    struct buffer *folded;
};

static bool matches(void *closure, const char *name)
{
    struct name_match *m = closure;
    return name_holds(m->list, name, m->folded);
}

static bool add_names(struct store_filter *f, const struct header_conditions *c,
                      struct buffer *folded, struct error *err)
{
    static const enum store_column first[NAME_FIELDS] = {
        [NAME_PLAYER] = STORE_WHITE, [NAME_WHITE] = STORE_WHITE, [NAME_BLACK] = STORE_BLACK,
        [NAME_EVENT] = STORE_EVENT,  [NAME_SITE] = STORE_SITE,
    };
    for (int field = 0; field < NAME_FIELDS; field++) {
        struct name_match m = {c->names[field], folded};
        if (!m.list)
            continue;
        enum store_column last = field == NAME_PLAYER ? STORE_BLACK : first[field];
        store_filter_group(f);
        if (!store_filter_names(f, first[field], last, matches, &m, err))
            return false;
    }
    return true;
}

static void add_ranges(struct store_filter *f, const struct number_range *list,
                       enum store_column column, int64_t least)
{
    for (const struct number_range *r = list; r; r = r->next) {
        int64_t from = r->from > INT64_MAX ? INT64_MAX : (int64_t)r->from;
        int64_t to = r->to > INT64_MAX ? INT64_MAX : (int64_t)r->to;
        store_filter_range(f, column, from < least ? least : from, to);
    }
}

static void add_numbers(struct store_filter *f, const struct header_conditions *c)
{
    static const struct {
        enum number_field field;
        enum store_column columns[2]; /* either will do */
        int count;
        int64_t least; /* a rating of 0 is none */
    } rows[] = {
        {NUMBER_ELO, {STORE_WHITE_ELO}, 1, 1},
        {NUMBER_ELO, {STORE_BLACK_ELO}, 1, 1},
        {NUMBER_ELO_ANY, {STORE_WHITE_ELO, STORE_BLACK_ELO}, 2, 1},
        {NUMBER_WHITE_ELO, {STORE_WHITE_ELO}, 1, 1},
        {NUMBER_BLACK_ELO, {STORE_BLACK_ELO}, 1, 1},
        {NUMBER_PLY_COUNT, {STORE_PLIES}, 1, 0},
        {NUMBER_ID, {STORE_ID}, 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct number_range *list = c->numbers[rows[i].field];
        if (!list)
            continue;
        store_filter_group(f);
        for (int column = 0; column < rows[i].count; column++)
            add_ranges(f, list, rows[i].columns[column], rows[i].least);
    }
}

static void add_dates(struct store_filter *f, const struct header_conditions *c)
{
    if (!c->dates && !c->date_known)
        return;
    store_filter_group(f);
    for (const struct date_condition *d = c->dates; d; d = d->next)
        store_filter_dates(f, &d->range, c->date_known);
    if (!c->dates)
        store_filter_dated(f);
}

/* The number of an opening code; what is missing of it is filled with DIGIT. */
static int64_t eco_number(const char *text, char digit)
{
    size_t len = strlen(text);
    char tens = len > 1 ? text[1] : digit, ones = len > 2 ? text[2] : digit;
    return (text[0] - 'A') * 100 + (tens - '0') * 10 + (ones - '0');
}

static void add_ecos(struct store_filter *f, const struct header_conditions *c)
{
    if (!c->ecos)
        return;
    store_filter_group(f);
    for (const struct eco_condition *e = c->ecos; e; e = e->next)
        store_filter_range(f, STORE_ECO, eco_number(e->from, '0'), eco_number(e->to, '9'));
}

static void add_results(struct store_filter *f, const struct header_conditions *c)
{
    if (!c->results)
        return;
    store_filter_group(f);
    for (int r = RESULT_NONE; r <= RESULT_DRAW; r++)
        if (c->results >> r & 1)
            store_filter_range(f, STORE_RESULT, r, r);
}

/* Whether the columns say all that the conditions ask: not tags, nor the letter of "B90a". */
static bool is_exact(const struct header_conditions *c)
{
    for (const struct eco_condition *e = c->ecos; e; e = e->next)
        if (strlen(e->from) > 3 || strlen(e->to) > 3)
            return false;
    return c->tags == NULL;
}

struct store_filter *query_store_filter(struct query *q, struct store *s, bool *exact,
                                        struct error *err)
{
    const struct header_conditions *c = query_header_conditions(q);
    struct store_filter *f = store_filter_new(s, err);
    struct buffer folded = {0};
    *exact = false;
    if (!f || query_is_inverted(q))
        return f;
    bool ok = add_names(f, c, &folded, err);
    if (ok && folded.failed)
        ok = error_no_memory(err);
    buffer_free(&folded);
    if (!ok) {
        store_filter_free(f);
        return NULL;
    }
    add_numbers(f, c);
    add_dates(f, c);
    add_ecos(f, c);
    add_results(f, c);
    *exact = is_exact(c);
    return f;
}
