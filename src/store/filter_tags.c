/* A condition on a tag is prepared once: every order of tags is searched for its name, and if names
   lie in a table of their own all of them are asked about. What is left for a game is hot path. */
#include "store/filter_tags.h"
#include "store/number_set.h"
#include "store/private.h"

#include <stdlib.h>

/* Where the tag lies in games of an order. */
struct order {
    int64_t id;
    size_t first, count; /* of `places` */
};

struct tag_filter {
    store_tag_match match;
    void *closure;
    enum game_column column; /* the tag's, or TAG_COLUMNS */
    bool is_exact;
    struct buffer orders;    /* struct order each, ascending; only those that name the tag */
    struct buffer places;    /* struct tag_place each */
    struct number_set names; /* that match, if the column holds numbers of names */
    bool takes_nameless;     /* so does a name that is not known */
};

static const char *const columns[TAG_COLUMNS + 1] = {
    [COLUMN_WHITE] = "g.white",
    [COLUMN_BLACK] = "g.black",
    [COLUMN_EVENT] = "g.event",
    [COLUMN_SITE] = "g.site",
    [COLUMN_DATE] = "g.date",
    [COLUMN_ROUND] = "g.round",
    [COLUMN_RESULT] = "g.result",
    [COLUMN_WHITE_ELO] = "g.white_elo",
    [COLUMN_BLACK_ELO] = "g.black_elo",
    [COLUMN_ECO] = "g.eco",
    [COLUMN_TIME_CONTROL] = "g.time_control",
    [COLUMN_TERMINATION] = "g.termination",
    [COLUMN_KIND] = "g.kind",
    [COLUMN_PLIES] = "g.plies",
    [TAG_COLUMNS] = "NULL",
};

/* The table of the names that a column has numbers of, or NAME_TABLES. */
static enum name_table names_of(enum game_column column)
{
    switch (column) {
    case COLUMN_WHITE:
    case COLUMN_BLACK: return NAME_PLAYER;
    case COLUMN_EVENT: return NAME_EVENT;
    case COLUMN_SITE: return NAME_SITE;
    default: return NAME_TABLES;
    }
}

/* --- Preparing -------------------------------------------------------------------------------- */

/* A condition being made. */
struct making {
    struct tag_filter *filter;
    struct store *store;
    const char *name;
    size_t len;
    struct record room;
};

static bool ask(const struct tag_filter *t, struct store *s, const char *text, size_t len)
{
    return t->match(t->closure, text, len, &s->tag_room);
}

static bool take_name(struct making *m, int64_t id, const char *text, size_t len, struct error *err)
{
    struct tag_filter *t = m->filter;
    return !ask(t, m->store, text, len) || number_set_add(&t->names, id, err);
}

static bool take_order(struct making *m, int64_t id, const char *text, size_t len,
                       struct error *err)
{
    struct tag_filter *t = m->filter;
    struct order order = {.id = id, .first = t->places.len / sizeof(struct tag_place)};
    if (!tag_code_find(m->store->game, text, len, m->name, m->len, &m->room, &t->places, err))
        return store_name_file(m->store, err);
    const struct tag_place *places = (const struct tag_place *)(const void *)t->places.data;
    order.count = t->places.len / sizeof *places - order.first;
    for (size_t i = 0; i < order.count; i++)
        t->is_exact = t->is_exact && places[order.first + i].where != TAG_AT_START;
    if (order.count > 0)
        buffer_add(&t->orders, &order, sizeof order);
    return (!t->places.failed && !t->orders.failed) || error_no_memory(err);
}

/* Call TAKE for all texts of a table, their ids ascending. */
static bool each_text(struct making *m, enum name_table table,
                      bool (*take)(struct making *m, int64_t id, const char *text, size_t len,
                                   struct error *err),
                      struct error *err)
{
    sqlite3_stmt *st =
        store_statement(m->store, (enum statement)(STATEMENT_READ_NAMES + table), err);
    int rc = SQLITE_ERROR;
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const int64_t id = sqlite3_column_int64(st, 0);
        const char *text = (const char *)sqlite3_column_text(st, 1);
        const size_t len = (size_t)sqlite3_column_bytes(st, 1);
        if (text && id > 0 && id <= UINT32_MAX && !take(m, id, text, len, err))
            break;
    }
    if (st)
        sqlite3_reset(st);
    if (rc != SQLITE_DONE && rc != SQLITE_ROW && st)
        store_fail(m->store, rc, "read names", err);
    return rc == SQLITE_DONE;
}

static bool prepare(struct tag_filter *t, struct store *s, const char *name, size_t len,
                    struct error *err)
{
    struct making m = {.filter = t, .store = s, .name = name, .len = len};
    const enum name_table names = names_of(t->column);
    record_init(&m.room);
    const bool ok = each_text(&m, NAME_TAG_ORDER, take_order, err) &&
                    (names == NAME_TABLES || each_text(&m, names, take_name, err));
    record_free(&m.room);
    t->takes_nameless = names != NAME_TABLES && ask(t, s, "?", 1);
    return ok && (!s->tag_room.failed || error_no_memory(err));
}

struct tag_filter *tag_filter_new(struct store *s, const char *name, size_t len,
                                  store_tag_match match, void *closure, struct error *err)
{
    struct tag_filter *t = calloc(1, sizeof *t);
    if (!t) {
        error_no_memory(err);
        return NULL;
    }
    t->match = match;
    t->closure = closure;
    t->is_exact = true;
    t->column = tag_code_column(s->game, name, len);
    if (prepare(t, s, name, len, err))
        return t;
    tag_filter_free(t);
    return NULL;
}

void tag_filter_free(struct tag_filter *t)
{
    if (!t)
        return;
    buffer_free(&t->orders);
    buffer_free(&t->places);
    number_set_free(&t->names);
    free(t);
}

bool tag_filter_is_exact(const struct tag_filter *t)
{
    return t->is_exact;
}

const char *tag_filter_column(const struct tag_filter *t)
{
    return columns[t->column];
}

/* --- Asking ----------------------------------------------------------------------------------- */

static const struct order *find_order(const struct tag_filter *t, int64_t id)
{
    const struct order *orders = (const struct order *)(const void *)t->orders.data;
    size_t first = 0, end = t->orders.len / sizeof *orders;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (orders[middle].id == id)
            return &orders[middle];
        if (orders[middle].id < id)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

static bool column_holds(const struct tag_filter *t, struct store *s, const struct column_value *v)
{
    char room[TAG_GIVEN_MAX];
    const char *text;
    if (names_of(t->column) != NAME_TABLES)
        return v->type == VALUE_NUMBER ? number_set_has(&t->names, v->number) : t->takes_nameless;
    const size_t len = tag_code_give(t->column, v, room, &text);
    return ask(t, s, text, len);
}

/* The value in place AT of those of game ID that no column has. */
static bool other_holds(const struct tag_filter *t, struct store *s, game_id id, size_t at,
                        bool *holds, struct error *err)
{
    const struct text_block *block;
    const struct text_entry *entry;
    const char *text = NULL;
    size_t len = 0;
    if (!blocks_find_texts(s, id, &block, &entry, err))
        return store_name_game(s, id, err);
    struct bytes other = entry ? text_block_bytes(block, entry, TEXT_TAGS) : bytes_of("", 0);
    for (size_t i = 0; i <= at; i++) {
        len = bytes_number(&other);
        text = bytes_take(&other, len);
    }
    if (!text || other.bad) {
        error_set(err, ERROR_DAMAGED, "its other tags are cut off");
        return store_name_game(s, id, err);
    }
    *holds = ask(t, s, text, len);
    return true;
}

int tag_filter_holds(const struct tag_filter *t, struct store *s, game_id id, int64_t order,
                     const struct column_value *value, struct error *err)
{
    const struct order *o = find_order(t, order);
    const struct tag_place *places = (const struct tag_place *)(const void *)t->places.data;
    bool holds = false;
    for (size_t i = 0; o && i < o->count && !holds; i++) {
        const struct tag_place *place = &places[o->first + i];
        switch (place->where) {
        case TAG_IN_COLUMN: holds = column_holds(t, s, value); break;
        case TAG_AT_START: holds = true; break;
        case TAG_IN_TEXTS:
            if (!other_holds(t, s, id, place->at, &holds, err))
                return -1;
            break;
        }
    }
    if (!s->tag_room.failed)
        return holds;
    error_no_memory(err);
    return -1;
}
