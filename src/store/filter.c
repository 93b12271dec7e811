/* Filters as SQL. Numbers are written into the text; a set of names is a bitmap that a SQL function
   looks into, so that a set may be as large as it likes; another judges dates that are known in
   part, by the one rule there is for them. */
#include "store/filter.h"
#include "store/filter_tags.h"
#include "store/number_set.h"
#include "store/private.h"

#include "base/array.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

enum { FEW_CONDITIONS = 8 }; /* room at first; it grows */

/* Numbers of names or games. */
struct filter_set {
    struct number_set numbers;
    bool has_nameless; /* whether a game without a name there belongs to it */
};

struct date_filter {
    struct date_range range;
    bool known;
};

struct store_filter {
    struct store *store;
    struct buffer sql;
    bool group_open;
    size_t groups;
    size_t group_count; /* conditions in the group that is open */
    struct filter_set *sets;
    size_t set_count, set_cap;
    struct date_filter *dates;
    size_t date_count, date_cap;
    struct tag_filter **tags;
    size_t tag_count, tag_cap;
    bool (*match_time)(void *closure, const char *text);
    void *time_closure;
};

static const char *const column_names[STORE_COLUMNS] = {
    [STORE_ID] = "g.id",
    [STORE_WHITE] = "g.white",
    [STORE_BLACK] = "g.black",
    [STORE_EVENT] = "g.event",
    [STORE_SITE] = "g.site",
    [STORE_DATE] = "g.date",
    [STORE_RESULT] = "g.result",
    [STORE_WHITE_ELO] = "g.white_elo",
    [STORE_BLACK_ELO] = "g.black_elo",
    [STORE_ECO] = "g.eco",
    [STORE_PLIES] = "g.plies",
    [STORE_OWN_START] = "(g.kind & 4) / 4",
    [STORE_ELO_DIFFERENCE] = "(CASE WHEN g.white_elo > 0 AND g.black_elo > 0"
                             " THEN g.white_elo - g.black_elo END)",
    [STORE_WINNER_LEAD] = "(CASE WHEN g.white_elo > 0 AND g.black_elo > 0 THEN CASE g.result"
                          " WHEN 1 THEN g.white_elo - g.black_elo"
                          " WHEN 2 THEN g.black_elo - g.white_elo END END)",
};
static_assert(KIND_OWN_START == 4 && RESULT_WHITE == 1 && RESULT_BLACK == 2,
              "numbers that stand in SQL");

struct store_filter *store_filter_new(struct store *s, struct error *err)
{
    struct store_filter *f = calloc(1, sizeof *f);
    if (!f)
        error_no_memory(err);
    else
        f->store = s;
    return f;
}

void store_filter_free(struct store_filter *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->set_count; i++)
        number_set_free(&f->sets[i].numbers);
    for (size_t i = 0; i < f->tag_count; i++)
        tag_filter_free(f->tags[i]);
    free(f->sets);
    free(f->dates);
    free(f->tags);
    buffer_free(&f->sql);
    free(f);
}

/* --- Conditions ------------------------------------------------------------------------------- */

/* SQLite refuses a chain of over 1000 terms, so a group is a chain of chains, and so is the filter of
   groups. */
enum { CHAIN_MAX = 500 };

static const char *group_end(const struct store_filter *f)
{
    return f->group_count == 0 ? "0))" : "))";
}

static const char *group_start(const struct store_filter *f)
{
    if (f->groups == 0)
        return "(((";
    return f->groups % CHAIN_MAX > 0 ? " AND ((" : ") AND (((";
}

static void close_group(struct store_filter *f)
{
    if (f->group_open)
        buffer_add_string(&f->sql, group_end(f));
    f->group_open = false;
}

void store_filter_group(struct store_filter *f)
{
    close_group(f);
    buffer_add_string(&f->sql, group_start(f));
    f->groups++;
    f->group_open = true;
    f->group_count = 0;
}

static void next_condition(struct store_filter *f)
{
    if (f->group_count > 0)
        buffer_add_string(&f->sql, f->group_count % CHAIN_MAX > 0 ? " OR " : ") OR (");
    f->group_count++;
}

void store_filter_range(struct store_filter *f, enum store_column column, int64_t min, int64_t max)
{
    next_condition(f);
    buffer_printf(&f->sql, "%s BETWEEN %" PRId64 " AND %" PRId64, column_names[column], min, max);
}

void store_filter_dates(struct store_filter *f, const struct date_range *range, bool known)
{
    if (f->date_count == f->date_cap) {
        void *dates = array_grow(f->dates, &f->date_cap, FEW_CONDITIONS, sizeof *f->dates);
        if (!dates) {
            f->sql.failed = true;
            return;
        }
        f->dates = dates;
    }
    next_condition(f);
    f->dates[f->date_count] = (struct date_filter){*range, known};
    buffer_printf(&f->sql,
                  "CASE WHEN g.date >= 10000 AND g.date / 100 %% 100 AND g.date %% 100"
                  " THEN g.date BETWEEN %u AND %u ELSE in_dates(%zu, g.date) END",
                  range->from, range->to, f->date_count);
    f->date_count++;
}

void store_filter_dated(struct store_filter *f)
{
    next_condition(f);
    buffer_add_string(&f->sql, "g.date <> 0");
}

void store_filter_time_control(struct store_filter *f,
                               bool (*match)(void *closure, const char *text), void *closure)
{
    next_condition(f);
    f->match_time = match;
    f->time_closure = closure;
    buffer_add_string(&f->sql, "in_times(g.time_control)");
}

bool store_filter_tag(struct store_filter *f, const char *name, size_t len, store_tag_match match,
                      void *closure, bool *is_exact, struct error *err)
{
    if (f->tag_count == f->tag_cap) {
        void *tags = array_grow(f->tags, &f->tag_cap, FEW_CONDITIONS, sizeof(struct tag_filter *));
        if (!tags)
            return error_no_memory(err);
        f->tags = tags;
    }
    struct tag_filter *t = tag_filter_new(f->store, name, len, match, closure, err);
    if (!t)
        return false;
    next_condition(f);
    buffer_printf(&f->sql, "has_tag(%zu, g.id, g.tag_order, %s)", f->tag_count,
                  tag_filter_column(t));
    f->tags[f->tag_count++] = t;
    *is_exact = tag_filter_is_exact(t);
    return true;
}

/* A set more, which is freed with the filter, whatever comes; NULL if memory is out. */
static struct filter_set *next_set(struct store_filter *f, struct error *err)
{
    if (f->set_count == f->set_cap) {
        void *sets = array_grow(f->sets, &f->set_cap, FEW_CONDITIONS, sizeof *f->sets);
        if (!sets) {
            error_no_memory(err);
            return NULL;
        }
        f->sets = sets;
    }
    f->sets[f->set_count] = (struct filter_set){0};
    return &f->sets[f->set_count++];
}

bool store_filter_names(struct store_filter *f, enum store_column first, enum store_column last,
                        bool (*match)(void *closure, const char *name), void *closure,
                        struct error *err)
{
    enum name_table table = first == STORE_EVENT  ? NAME_EVENT
                            : first == STORE_SITE ? NAME_SITE
                                                  : NAME_PLAYER;
    struct filter_set *set = next_set(f, err);
    if (!set)
        return false;
    sqlite3_stmt *st = store_statement(f->store, STATEMENT_READ_NAMES + table, err);
    int rc = SQLITE_ERROR;
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(st, 1);
        int64_t id = sqlite3_column_int64(st, 0);
        if (name && id > 0 && id <= UINT32_MAX && match(closure, name) &&
            !number_set_add(&set->numbers, id, err))
            break;
    }
    if (st)
        sqlite3_reset(st);
    if (rc != SQLITE_DONE)
        return rc == SQLITE_ROW || !st ? false : store_fail(f->store, rc, "read names", err);
    set->has_nameless = match(closure, "");
    for (int c = (int)first; c <= (int)last; c++) {
        next_condition(f);
        buffer_printf(&f->sql, "in_set(%zu, %s)", f->set_count - 1, column_names[c]);
    }
    return true;
}

bool store_filter_ids(struct store_filter *f, const game_id *ids, size_t count, struct error *err)
{
    if (count <= STORE_FILTER_FEW) {
        next_condition(f);
        buffer_add_string(&f->sql, "g.id IN (");
        for (size_t i = 0; i < count; i++)
            buffer_printf(&f->sql, i > 0 ? ",%" PRIu32 : "%" PRIu32, ids[i]);
        buffer_add_string(&f->sql, ")");
        return true;
    }
    struct filter_set *set = next_set(f, err);
    if (!set)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!number_set_add(&set->numbers, ids[i], err))
            return false;
    next_condition(f);
    buffer_printf(&f->sql, "in_set(%zu, g.id)", f->set_count - 1);
    return true;
}

/* --- Asking ----------------------------------------------------------------------------------- */

/* The SQL function in_set(number of the set, id or NULL). */
static void in_set(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct store_filter *f = sqlite3_user_data(context);
    const sqlite3_int64 number = sqlite3_value_int64(values[0]);
    (void)count;
    if (number < 0 || number >= (sqlite3_int64)f->set_count) {
        sqlite3_result_error(context, "no such set", -1);
        return;
    }
    const struct filter_set *set = &f->sets[number];
    bool found = sqlite3_value_type(values[1]) == SQLITE_NULL
                     ? set->has_nameless
                     : number_set_has(&set->numbers, sqlite3_value_int64(values[1]));
    sqlite3_result_int(context, found);
}

/* The SQL function in_dates(number of the range, date). */
static void in_dates(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct store_filter *f = sqlite3_user_data(context);
    const sqlite3_int64 number = sqlite3_value_int64(values[0]);
    int64_t date = sqlite3_value_int64(values[1]);
    (void)count;
    if (number < 0 || number >= (sqlite3_int64)f->date_count || date < 0 || date > 99991231)
        sqlite3_result_int(context, 0);
    else
        sqlite3_result_int(context, date_in_range((uint32_t)date, &f->dates[number].range,
                                                  f->dates[number].known));
}

/* The SQL function in_times(text or NULL). */
static void in_times(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct store_filter *f = sqlite3_user_data(context);
    const char *text = (const char *)sqlite3_value_text(values[0]);
    (void)count;
    sqlite3_result_int(context, f->match_time && f->match_time(f->time_closure, text ? text : ""));
}

/* The SQL function has_tag(number of the condition, id, order of tags, value of the column). */
static void has_tag(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct store *s = sqlite3_user_data(context);
    const struct store_filter *f = s->filter;
    const sqlite3_int64 number = sqlite3_value_int64(values[0]);
    struct column_value value = {.type = VALUE_NULL};
    struct error err;
    (void)count;
    if (number < 0 || number >= (sqlite3_int64)f->tag_count) {
        sqlite3_result_error(context, "no such condition", -1);
        return;
    }
    if (sqlite3_value_type(values[3]) == SQLITE_INTEGER) {
        value =
            (struct column_value){.type = VALUE_NUMBER, .number = sqlite3_value_int64(values[3])};
    } else if (sqlite3_value_type(values[3]) == SQLITE_TEXT) {
        value.text = (const char *)sqlite3_value_text(values[3]);
        value.len = (size_t)sqlite3_value_bytes(values[3]);
        value.type = value.text ? VALUE_TEXT : VALUE_NULL;
    }
    const int holds = tag_filter_holds(f->tags[number], s, (game_id)sqlite3_value_int64(values[1]),
                                       sqlite3_value_int64(values[2]), &value, &err);
    if (holds >= 0) {
        sqlite3_result_int(context, holds);
    } else {
        sqlite3_result_error(context, err.text, -1);
        sqlite3_result_error_code(context, err.code == ERROR_DAMAGED  ? SQLITE_CORRUPT
                                           : err.code == ERROR_MEMORY ? SQLITE_NOMEM
                                                                      : SQLITE_IOERR);
    }
}

static int add_functions(const struct store_filter *f, struct store *s)
{
    void *self = (void *)(uintptr_t)f; /* only read */
    const struct {
        const char *name;
        int values;
        void *closure;
        void (*function)(sqlite3_context *, int, sqlite3_value **);
    } rows[] = {
        {"in_set", 2, self, in_set},
        {"in_dates", 2, self, in_dates},
        {"in_times", 1, self, in_times},
        {"has_tag", 4, s, has_tag},
    };
    int rc = SQLITE_OK;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && rc == SQLITE_OK; i++)
        rc = sqlite3_create_function(s->db, rows[i].name, rows[i].values,
                                     SQLITE_UTF8 | SQLITE_DETERMINISTIC, rows[i].closure,
                                     rows[i].function, NULL, NULL);
    s->filter = f;
    return rc;
}

const char *store_filter_where(const struct store_filter *f, struct store *s, struct buffer *room,
                               struct error *err)
{
    const int rc = add_functions(f, s);
    if (rc != SQLITE_OK) {
        store_fail(s, rc, "filter games", err);
        return NULL;
    }
    buffer_clear(room);
    buffer_add(room, f->sql.data, f->sql.len);
    if (f->group_open)
        buffer_add_string(room, group_end(f));
    buffer_add_string(room, f->groups > 0 ? ")" : "1");
    if (f->sql.failed || room->failed) {
        error_no_memory(err);
        return NULL;
    }
    return buffer_terminate(room);
}
