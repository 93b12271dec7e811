/* What a store holds, in numbers. */
#include "store/private.h"

#include <sys/stat.h>

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
    {offsetof(struct store_info, move_bytes), "SELECT total(length(data)) FROM move_block"},
    {offsetof(struct store_info, text_bytes), "SELECT total(length(data)) FROM text_block"},
};

static bool query_number(struct store *s, const char *sql, int64_t *n, struct error *err)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(st);
    bool ok = rc == SQLITE_ROW || store_fail(s, rc, "read the store", err);
    *n = ok ? sqlite3_column_int64(st, 0) : 0;
    sqlite3_finalize(st);
    return ok;
}

bool store_info(struct store *s, struct store_info *info, struct error *err)
{
    int64_t n, first, last;
    *info = (struct store_info){.game = s->game};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (!query_number(s, counts[i].sql, &n, err))
            return false;
        uint64_t value = (uint64_t)n;
        memcpy((char *)info + counts[i].at, &value, sizeof value);
    }
    if (!query_number(s, "PRAGMA user_version", &n, err) ||
        !query_number(s, "SELECT min(date) FROM game WHERE date > 0", &first, err) ||
        !query_number(s, "SELECT max(date) FROM game", &last, err))
        return false;
    info->format_version = (int)n;
    info->first_date = (uint32_t)first;
    info->last_date = (uint32_t)last;
    struct stat st;
    info->file_bytes = stat(s->path, &st) == 0 ? (uint64_t)st.st_size : 0;
    return true;
}
