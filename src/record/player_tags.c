/* See player_tags.h. The text is cut in place: names and cells are pointers into it. Names are
   looked up as those of aliases are that stay as they stand, so that rows are found by where a name
   lies. */
#include "record/player_tags.h"
#include "base/array.h"
#include "base/lang.h"
#include "record/aliases.h"
#include "record/name_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { COLUMNS_MAX = 32, HEADING_MAX = 60 };

/* A row; its cells are in the table, from row number * columns on. */
struct player_row {
    const char *name;
    uint64_t line;
};

struct player_tags {
    struct buffer text;
    const char *headings[COLUMNS_MAX];
    size_t columns; /* behind Name; 0: no heading was read */
    struct player_row *rows;
    size_t count, cap;
    const char **cells; /* NULL where there is none */
    size_t cell_cap;
    struct aliases *names;
};

/* --- Loading ---------------------------------------------------------------------------------- */

/* Cut the cell at *REST off, without blanks around it; *REST is the next one, or NULL. */
static const char *next_cell(char **rest)
{
    char *cell = *rest + strspn(*rest, " ");
    char *tab = strchr(*rest, '\t');
    size_t len = strcspn(cell, "\t");
    *rest = tab ? tab + 1 : NULL;
    while (len > 0 && cell[len - 1] == ' ')
        len--;
    cell[len] = '\0';
    if (tab)
        *tab = '\0';
    return cell;
}

static bool is_heading(const char *s)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const size_t len = strlen(s);
    return len > 0 && len <= HEADING_MAX && strspn(s, letters) == len;
}

static bool take_headings(struct player_tags *t, char *rest, const struct name_lines *l,
                          struct error *err)
{
    const char *cell = next_cell(&rest);
    if (strcasecmp(cell, "Name") != 0)
        return name_lines_refuse(l, cell, cell,
                                 LANG("must be Name, the heading of the first column"), err);
    while (rest) {
        cell = next_cell(&rest);
        if (!is_heading(cell))
            return name_lines_refuse(
                l, cell, cell, LANG("is no heading: it may have letters, digits and _ alone"), err);
        for (size_t i = 0; i < t->columns; i++)
            if (strcmp(t->headings[i], cell) == 0)
                return name_lines_refuse(l, cell, cell, LANG("is there twice"), err);
        if (t->columns == COLUMNS_MAX)
            return name_lines_refuse(l, cell, cell, LANG("is a column too many"), err);
        t->headings[t->columns++] = cell;
    }
    return t->columns > 0 ||
           name_lines_refuse(l, cell, cell,
                             LANG("is the only column; the others name what is to be added"), err);
}

static bool make_room(struct player_tags *t)
{
    if (t->count == t->cap) {
        struct player_row *rows = array_grow(t->rows, &t->cap, 256, sizeof *rows);
        if (!rows)
            return false;
        t->rows = rows;
    }
    while ((t->count + 1) * t->columns > t->cell_cap) {
        const char **cells = array_grow(t->cells, &t->cell_cap, 1024, sizeof *cells);
        if (!cells)
            return false;
        t->cells = cells;
    }
    return true;
}

static bool take_row(struct player_tags *t, char *rest, const struct name_lines *l,
                     struct error *err)
{
    if (!make_room(t))
        return error_no_memory(err);
    const char *name = next_cell(&rest);
    const char **cells = t->cells + t->count * t->columns;
    if (*name == '\0')
        return name_lines_refuse(l, name, name, LANG("is no name"), err);
    for (size_t i = 0; i < t->columns; i++) {
        const char *cell = rest ? next_cell(&rest) : "";
        cells[i] = *cell ? cell : NULL;
    }
    while (rest) {
        const char *cell = next_cell(&rest);
        if (*cell != '\0')
            return name_lines_refuse(l, cell, cell, LANG("has no heading"), err);
    }
    t->rows[t->count++] = (struct player_row){name, l->number};
    return true;
}

static bool take_lines(struct player_tags *t, struct name_lines *l, struct error *err)
{
    char *line;
    bool ok = name_lines_next(l, &line, err);
    for (; ok && line; ok = ok && name_lines_next(l, &line, err))
        ok = t->columns > 0 ? take_row(t, line, l, err) : take_headings(t, line, l, err);
    return ok && (t->columns > 0 || name_lines_refuse(l, l->line, "",
                                                      LANG("must be Name, the heading of the first "
                                                           "column"),
                                                      err));
}

static int compare_names(const void *x, const void *y)
{
    const struct player_row *a = *(const struct player_row *const *)x,
                            *b = *(const struct player_row *const *)y;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

/* A name stands in one row, or nobody knows which one counts. */
static bool check_twice(const struct player_tags *t, const char *path, struct error *err)
{
    const struct player_row **sorted = malloc((t->count + 1) * sizeof *sorted);
    bool ok = sorted || error_no_memory(err);
    for (size_t i = 0; ok && i < t->count; i++)
        sorted[i] = &t->rows[i];
    if (ok && t->count > 0)
        qsort(sorted, t->count, sizeof *sorted, compare_names);
    for (size_t i = 1; ok && i < t->count; i++)
        if (strcmp(sorted[i]->name, sorted[i - 1]->name) == 0)
            ok = error_set(err, ERROR_FORMAT, "%s:%llu:1: '%s' is in line %llu too", path,
                           (unsigned long long)sorted[i]->line, sorted[i]->name,
                           (unsigned long long)sorted[i - 1]->line);
    free(sorted);
    return ok;
}

static bool make_names(struct player_tags *t, const struct name_lines *l, struct error *err)
{
    const char **names = malloc((t->count + 1) * sizeof *names);
    if (!names)
        return error_no_memory(err);
    for (size_t i = 0; i < t->count; i++)
        names[i] = t->rows[i].name;
    t->names = aliases_of_names(names, t->count, l->folds, l->takes_initials, err);
    free(names);
    return t->names != NULL;
}

struct player_tags *player_tags_load(const char *path, struct error *err)
{
    struct player_tags *t = calloc(1, sizeof *t);
    if (!t) {
        error_no_memory(err);
        return NULL;
    }
    struct name_lines lines;
    const bool ok = name_lines_open(&lines, path, err) && take_lines(t, &lines, err) &&
                    check_twice(t, path, err) && make_names(t, &lines, err);
    t->text = lines.text;
    if (ok)
        return t;
    player_tags_free(t);
    return NULL;
}

void player_tags_free(struct player_tags *t)
{
    if (!t)
        return;
    aliases_free(t->names);
    free(t->rows);
    free(t->cells);
    buffer_free(&t->text);
    free(t);
}

/* --- Adding ----------------------------------------------------------------------------------- */

/* The row of a name that was found; names lie in the text as rows do. */
static size_t row_of(const struct player_tags *t, const char *name)
{
    size_t low = 0, high = t->count - 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (t->rows[middle].name < name)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has_value(const struct record *rec, const char *tag)
{
    size_t len;
    const char *value = record_tag_text(rec, tag, &len);
    return value && len > 0 && !(len == 1 && (*value == '?' || *value == '-'));
}

/* Add what ROW has for the player SIDE, "White", "Red" or "Black"; OTHER is another word for it. */
static bool add_tags(const struct player_tags *t, struct record *rec, size_t row, const char *side,
                     const char *other)
{
    for (size_t i = 0; i < t->columns; i++) {
        const char *cell = t->cells[row * t->columns + i];
        char tag[HEADING_MAX + 8], known[HEADING_MAX + 8];
        snprintf(tag, sizeof tag, "%s%s", side, t->headings[i]);
        snprintf(known, sizeof known, "%s%s", other, t->headings[i]);
        if (cell && !has_value(rec, tag) && !has_value(rec, known) &&
            !record_set_tag(rec, tag, cell))
            return false;
    }
    return true;
}

bool player_tags_add(const struct player_tags *t, struct record *rec)
{
    static const enum tag_id players[] = {TAG_WHITE, TAG_BLACK};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        const struct slice value = record_tag(rec, players[i]);
        const char *name =
            value.len > 0 ? aliases_find(t->names, record_text(rec, value), value.len) : NULL;
        if (name && !add_tags(t, rec, row_of(t, name), tag_name(rec->game, players[i]),
                              tag_name(GAME_CHESS, players[i])))
            return false;
    }
    return true;
}
