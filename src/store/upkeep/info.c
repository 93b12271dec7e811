/* What a store holds, in numbers, and what takes its bytes. */
#include "store/index/code.h"
#include "store/private.h"

#include <stdio.h>
#include <sys/stat.h>

bool store_source_of(struct store *s, game_id id, struct buffer *out, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_SOURCE_OF, err);
    if (!st)
        return false;
    sqlite3_bind_int64(st, 1, id);
    const int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        buffer_add(out, sqlite3_column_text(st, 0), (size_t)sqlite3_column_bytes(st, 0));
    sqlite3_reset(st);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        return store_fail(s, rc, "read its sources", err);
    return !out->failed || error_no_memory(err);
}

/* A row each for the numbers of struct store_info that a query answers. */
static const struct {
    size_t at;
    const char *sql;
} counts[] = {
    {offsetof(struct store_info, games), "SELECT count(*) FROM game"},
    {offsetof(struct store_info, plies), "SELECT total(plies) FROM game"},
    {offsetof(struct store_info, players), "SELECT count(*) FROM player"},
    {offsetof(struct store_info, events), "SELECT count(*) FROM event"},
    {offsetof(struct store_info, sites), "SELECT count(*) FROM site"},
    {offsetof(struct store_info, sources), "SELECT count(*) FROM source WHERE start = 0"},
    {offsetof(struct store_info, imported_bytes), "SELECT total(offset - start) FROM source"},
    {offsetof(struct store_info, segments), "SELECT count(*) FROM index_segment"},
    {offsetof(struct store_info, move_bytes), "SELECT total(length(data)) FROM move_block"},
    {offsetof(struct store_info, text_bytes), "SELECT total(length(data)) FROM text_block"},
    {offsetof(struct store_info, free_bytes),
     "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size"},
};

/* Tables whose rows are short: what is theirs is added up row by row. */
static const struct {
    size_t at;
    const char *sql;
} tables[] = {
    {offsetof(struct store_info, row_bytes), "SELECT * FROM game"},
    {offsetof(struct store_info, name_bytes), "SELECT * FROM player"},
    {offsetof(struct store_info, name_bytes), "SELECT * FROM event"},
    {offsetof(struct store_info, name_bytes), "SELECT * FROM site"},
    {offsetof(struct store_info, name_bytes), "SELECT * FROM tag_order"},
    {offsetof(struct store_info, source_bytes), "SELECT * FROM source"},
    {offsetof(struct store_info, position_bytes), "SELECT * FROM index_segment"},
    {offsetof(struct store_info, position_bytes), "SELECT * FROM index_minus"},
};

static void add_to(struct store_info *info, size_t at, uint64_t more)
{
    uint64_t value;
    memcpy(&value, (char *)info + at, sizeof value);
    value += more;
    memcpy((char *)info + at, &value, sizeof value);
}

/* --- Bytes ------------------------------------------------------------------------------------ */

/* What SQLite's record format takes for a value beyond its type. */
static uint64_t value_bytes(sqlite3_stmt *st, int column)
{
    static const struct {
        int64_t limit;
        unsigned bytes;
    } integers[] = {{INT8_MAX, 1},
                    {INT16_MAX, 2},
                    {(1 << 23) - 1, 3},
                    {INT32_MAX, 4},
                    {(INT64_C(1) << 47) - 1, 6}};
    const int type = sqlite3_column_type(st, column);
    if (type == SQLITE_NULL)
        return 0;
    if (type != SQLITE_INTEGER)
        return (uint64_t)sqlite3_column_bytes(st, column);
    const int64_t n = sqlite3_column_int64(st, column), size = n < 0 ? ~n : n;
    if (n == 0 || n == 1)
        return 0;
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        if (size <= integers[i].limit)
            return integers[i].bytes;
    return 8;
}

/* The rows of a table: their values, and a byte of type for each. */
static bool add_rows(struct store *s, const char *sql, uint64_t *bytes, struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);
    *bytes = 0;
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const int columns = sqlite3_column_count(st);
        for (int i = 0; i < columns; i++)
            *bytes += 1 + value_bytes(st, i);
    }
    bool ok = rc == SQLITE_DONE || store_fail(s, rc, "read the store", err);
    sqlite3_finalize(st);
    return ok;
}

/* The rows of the index: those of materials have their kinds. */
static bool add_index(struct store *s, struct store_info *info, struct error *err)
{
    char sql[160];
    int64_t all, material;
    snprintf(sql, sizeof sql,
             "SELECT total(length(data)) FROM index_block WHERE id >> %d & %d IN (%d, %d)",
             ROW_NUMBER_BITS, (1 << ROW_KIND_BITS) - 1, ROW_BLOCKS + PART_MATERIAL,
             ROW_BIG_LIST + PART_MATERIAL);
    if (!store_read_number(s, sql, &material, err) ||
        !store_read_number(s, "SELECT total(length(data)) FROM index_block", &all, err))
        return false;
    info->material_bytes = (uint64_t)material;
    info->position_bytes += (uint64_t)(all - material);
    return true;
}

static bool add_bytes(struct store *s, struct store_info *info, struct error *err)
{
    struct stat st;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        uint64_t bytes;
        if (!add_rows(s, tables[i].sql, &bytes, err))
            return false;
        add_to(info, tables[i].at, bytes);
    }
    if (!add_index(s, info, err))
        return false;
    info->file_bytes = stat(s->path, &st) == 0 ? (uint64_t)st.st_size : 0;
    const uint64_t known = info->move_bytes + info->text_bytes + info->row_bytes +
                           info->name_bytes + info->position_bytes + info->material_bytes +
                           info->source_bytes + info->free_bytes;
    /* While an import runs, part of what is counted lies in its log. */
    info->overhead_bytes = info->file_bytes > known ? info->file_bytes - known : 0;
    return true;
}

/* The head of the file counts them. */
static bool check_free_pages(struct store *s, uint64_t free_bytes, struct error *err)
{
    int64_t bytes;
    if (!store_read_number(s,
                           "SELECT page_count * page_size FROM pragma_page_count,"
                           " pragma_page_size",
                           &bytes, err))
        return false;
    return free_bytes <= (uint64_t)bytes ||
           error_set(err, ERROR_DAMAGED,
                     "%s: the store is damaged (it counts more free pages than "
                     "it has pages)",
                     s->path);
}

bool store_info(struct store *s, struct store_info *info, struct error *err)
{
    int64_t n, first, last;
    *info = (struct store_info){.game = s->game};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (!store_read_number(s, counts[i].sql, &n, err))
            return false;
        add_to(info, counts[i].at, (uint64_t)n);
    }
    if (!store_read_number(s, "PRAGMA user_version", &n, err) ||
        !store_read_number(s, "SELECT min(date) FROM game WHERE date > 0", &first, err) ||
        !store_read_number(s, "SELECT max(date) FROM game", &last, err))
        return false;
    if (!check_free_pages(s, info->free_bytes, err))
        return false;
    info->format_version = (int)n;
    info->first_date = (uint32_t)first;
    info->last_date = (uint32_t)last;
    return add_bytes(s, info, err);
}
