/* Other names for players, events or sites, wherever they stand. Names are stored once, so this
   changes one row each; if the new name is there already, the games of the old one get its number.
   However many are renamed, the names are read once and the games once. */
#include "base/array.h"
#include "store/private.h"

#include <stdlib.h>

static const char doing[] = LANG("change names");

enum { CHUNK_GAMES = 4096 };

/* The tables by kind, and the columns of `game` that have their numbers. */
static const struct renamed {
    enum name_table table;
    enum game_column first, last;
    const char *names, *update, *drop, *games;
} kinds[] = {
    [STORE_PLAYERS] = {NAME_PLAYER, COLUMN_WHITE, COLUMN_BLACK, "SELECT id, name FROM player",
                       "UPDATE player SET name = ?2 WHERE id = ?1",
                       "DELETE FROM player WHERE id = ?1",
                       "SELECT id, white, black FROM game ORDER BY id"},
    [STORE_EVENTS] = {NAME_EVENT, COLUMN_EVENT, COLUMN_EVENT, "SELECT id, name FROM event",
                      "UPDATE event SET name = ?2 WHERE id = ?1", "DELETE FROM event WHERE id = ?1",
                      "SELECT id, event, event FROM game ORDER BY id"},
    [STORE_SITES] = {NAME_SITE, COLUMN_SITE, COLUMN_SITE, "SELECT id, name FROM site",
                     "UPDATE site SET name = ?2 WHERE id = ?1", "DELETE FROM site WHERE id = ?1",
                     "SELECT id, site, site FROM game ORDER BY id"},
};

/* A name that is to be found, by its text. */
struct wanted {
    const char *text;
    int64_t id; /* 0: there is none */
};

/* A number that has or gets another name. */
struct moved {
    int64_t id;
    int64_t to; /* its games get this number; 0: they keep theirs */
    uint64_t games;
};

/* What a renaming does: FROM gets the new name, or its games go to TO. 0: nothing. */
struct step {
    int64_t from, to;
};

struct renaming {
    struct store *store;
    const struct renamed *kind;
    struct store_renaming *list;
    size_t count;
    struct wanted *wanted; /* ascending by text */
    size_t wanted_count;
    struct step *steps;  /* of each of the list */
    struct moved *moved; /* ascending by id */
    size_t moved_count;
    struct buffer games; /* game_id: those that get other numbers */
};

static sqlite3_stmt *prepare(struct store *s, const char *sql, struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);
    if (rc != SQLITE_OK)
        store_fail(s, rc, doing, err);
    return st;
}

/* --- Names ------------------------------------------------------------------------------------ */

static int compare_wanted(const void *x, const void *y)
{
    const struct wanted *a = x, *b = y;
    return strcmp(a->text, b->text);
}

static struct wanted *find_wanted(const struct renaming *r, const char *text)
{
    const struct wanted key = {.text = text};
    return bsearch(&key, r->wanted, r->wanted_count, sizeof key, compare_wanted);
}

static void list_wanted(struct renaming *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->count; i++) {
        r->wanted[n++] = (struct wanted){.text = r->list[i].old};
        r->wanted[n++] = (struct wanted){.text = r->list[i].new};
    }
    if (n > 0)
        qsort(r->wanted, n, sizeof *r->wanted, compare_wanted);
    for (size_t i = 0; i < n; i++)
        if (r->wanted_count == 0 ||
            strcmp(r->wanted[i].text, r->wanted[r->wanted_count - 1].text) != 0)
            r->wanted[r->wanted_count++] = r->wanted[i];
}

static bool read_names(struct renaming *r, struct error *err)
{
    sqlite3_stmt *st = prepare(r->store, r->kind->names, err);
    int rc = SQLITE_ERROR;
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(st, 1);
        struct wanted *w = text ? find_wanted(r, text) : NULL;
        if (w && strlen(text) == (size_t)sqlite3_column_bytes(st, 1))
            w->id = sqlite3_column_int64(st, 0);
    }
    bool ok = st && (rc == SQLITE_DONE || store_fail(r->store, rc, doing, err));
    sqlite3_finalize(st);
    return ok;
}

/* Run a statement about name ID; TEXT is its second parameter, if it has one. */
static bool change_name(struct store *s, const char *sql, int64_t id, const char *text,
                        struct error *err)
{
    sqlite3_stmt *st = prepare(s, sql, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, id);
    if (text)
        sqlite3_bind_text(st, 2, text, -1, SQLITE_STATIC);
    bool ok = store_run(s, st, doing, err);
    sqlite3_finalize(st);
    return ok;
}

/* Each renaming finds the names as those before it have left them. */
static bool rename_all(struct renaming *r, struct error *err)
{
    struct store *s = r->store;
    uint64_t *sum = &s->counts.name_sums[r->kind->table];
    bool ok = true;
    for (size_t i = 0; ok && i < r->count; i++) {
        const char *old = r->list[i].old, *new = r->list[i].new;
        struct wanted *from = find_wanted(r, old), *to = find_wanted(r, new);
        if (!from->id || from == to)
            continue;
        r->steps[i] = (struct step){from->id, to->id};
        *sum -= name_hash(from->id, old, strlen(old));
        if (to->id) {
            ok = change_name(s, r->kind->drop, from->id, NULL, err);
        } else {
            *sum += name_hash(from->id, new, strlen(new));
            ok = change_name(s, r->kind->update, from->id, new, err);
            to->id = from->id;
        }
        from->id = 0;
    }
    return ok;
}

/* --- Games ------------------------------------------------------------------------------------ */

static int compare_moved(const void *x, const void *y)
{
    const struct moved *a = x, *b = y;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return (a->to < b->to) - (a->to > b->to);
}

static struct moved *find_moved(const struct renaming *r, int64_t id)
{
    const size_t low = array_find(r->moved, r->moved_count, sizeof *r->moved, (uint64_t)id);
    return low < r->moved_count && r->moved[low].id == id ? &r->moved[low] : NULL;
}

/* A number is dropped once at most, and comes before itself without a new number. */
static void list_moved(struct renaming *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (r->steps[i].from)
            r->moved[n++] = (struct moved){.id = r->steps[i].from, .to = r->steps[i].to};
        if (r->steps[i].to)
            r->moved[n++] = (struct moved){.id = r->steps[i].to};
    }
    if (n > 0)
        qsort(r->moved, n, sizeof *r->moved, compare_moved);
    for (size_t i = 0; i < n; i++)
        if (r->moved_count == 0 || r->moved[i].id != r->moved[r->moved_count - 1].id)
            r->moved[r->moved_count++] = r->moved[i];
}

static bool read_games(struct renaming *r, struct error *err)
{
    sqlite3_stmt *st = prepare(r->store, r->kind->games, err);
    int rc = SQLITE_ERROR;
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct moved *a = find_moved(r, sqlite3_column_int64(st, 1));
        struct moved *b = find_moved(r, sqlite3_column_int64(st, 2));
        const game_id id = (game_id)sqlite3_column_int64(st, 0);
        if (a)
            a->games++;
        if (b && b != a)
            b->games++;
        if ((a && a->to) || (b && b->to))
            buffer_add(&r->games, &id, sizeof id);
    }
    bool ok = st && (rc == SQLITE_DONE || store_fail(r->store, rc, doing, err));
    sqlite3_finalize(st);
    return ok && (!r->games.failed || error_no_memory(err));
}

static void count_games(struct renaming *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct moved *from = find_moved(r, r->steps[i].from);
        struct moved *to = find_moved(r, r->steps[i].to);
        r->list[i].games = from ? from->games : 0;
        if (from && to)
            to->games += from->games;
    }
}

/* Where the games of a number go to in the end. */
static int64_t goal(const struct renaming *r, int64_t id)
{
    const struct moved *m;
    while ((m = find_moved(r, id)) != NULL && m->to)
        id = m->to;
    return id;
}

static bool renumber_row(const struct renaming *r, struct block_edit *edit, struct error *err)
{
    struct store *s = r->store;
    struct column_value values[GAME_COLUMNS];
    sqlite3_stmt *st = store_statement(s, STATEMENT_READ_RAW_ROW, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, edit->id);
    int rc = sqlite3_step(st);
    if (rc != SQLITE_ROW)
        return store_fail(s, rc, doing, err);
    row_values(st, values);
    const uint64_t old = row_hash(&s->row, edit->id, values, GAME_COLUMNS);
    for (int c = r->kind->first; c <= (int)r->kind->last; c++)
        if (values[c].type == VALUE_NUMBER)
            values[c].number = goal(r, values[c].number);
    edit->row_change = row_hash(&s->row, edit->id, values, GAME_COLUMNS) - old;
    bool ok =
        !s->row.failed ? rows_add(s, ROWS_GAMES, edit->id, values, err) : error_no_memory(err);
    sqlite3_reset(st);
    return ok;
}

static bool renumber(const struct renaming *r, struct error *err)
{
    const game_id *ids = (const game_id *)(const void *)r->games.data;
    const size_t count = r->games.len / sizeof *ids;
    struct block_edit *edits = malloc(CHUNK_GAMES * sizeof *edits);
    bool ok = edits || error_no_memory(err);
    for (size_t done = 0; ok && done < count;) {
        size_t n = 0;
        for (; ok && n < CHUNK_GAMES && done < count; n++, done++) {
            edits[n] = (struct block_edit){.id = ids[done], .kind = EDIT_ROW};
            ok = renumber_row(r, &edits[n], err);
        }
        ok = ok && blocks_edit(r->store, edits, n, err);
    }
    free(edits);
    return ok;
}

/* --- Renaming --------------------------------------------------------------------------------- */

static bool rename_in_batch(struct renaming *r, struct error *err)
{
    r->wanted = malloc((2 * r->count + 1) * sizeof *r->wanted);
    r->steps = calloc(r->count + 1, sizeof *r->steps);
    r->moved = malloc((2 * r->count + 1) * sizeof *r->moved);
    bool ok = (r->wanted && r->steps && r->moved) || error_no_memory(err);
    if (ok) {
        list_wanted(r);
        ok = read_names(r, err) && rename_all(r, err);
    }
    if (ok) {
        list_moved(r);
        ok = read_games(r, err) && renumber(r, err);
        count_games(r);
    }
    free(r->wanted);
    free(r->steps);
    free(r->moved);
    buffer_free(&r->games);
    names_forget(&r->store->names[r->kind->table]);
    return ok;
}

static bool check_new(const char *new, struct error *err)
{
    return (new[0] != '\0' && strcmp(new, "?") != 0) ||
           error_set(err, ERROR_USAGE, "'%s' is no name", new);
}

bool store_rename(struct store *s, enum store_name kind, const char *old, const char *new,
                  uint64_t *games, struct error *err)
{
    struct store_renaming one = {.old = old, .new = new};
    const bool ok = store_rename_many(s, kind, &one, 1, err);
    *games = one.games;
    return ok;
}

bool store_rename_many(struct store *s, enum store_name kind, struct store_renaming *list,
                       size_t count, struct error *err)
{
    for (size_t i = 0; i < count; i++) {
        list[i].games = 0;
        if (!check_new(list[i].new, err))
            return false;
    }
    if (!store_begin(s, err))
        return false;
    struct renaming r = {.store = s, .kind = &kinds[kind], .list = list, .count = count};
    if (rename_in_batch(&r, err))
        return store_commit(s, NULL, err);
    store_rollback(s);
    return false;
}
