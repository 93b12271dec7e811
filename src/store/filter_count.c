/* Counting the games that pass a filter, and finding the last. */
#include "store/filter.h"
#include "store/private.h"

#include "base/parallel.h"

#include <inttypes.h>

/* A part of the games, counted through a connection of its own. */
struct count_part {
    const struct store_filter *filter;
    const char *path;
    game_id last;
    size_t parts;
    struct part_result {
        uint64_t count;
        bool ok;
        struct error error;
    } results[THREADS_MAX];
};

static bool count_range(struct store *s, const struct store_filter *f, int64_t first, int64_t last,
                        uint64_t *count, struct error *err)
{
    struct buffer where = {0}, sql = {0};
    sqlite3_stmt *st = NULL;
    int rc = SQLITE_ERROR;
    if (store_filter_where(f, s, &where, err)) {
        buffer_printf(&sql,
                      "SELECT count(*) FROM game AS g WHERE g.id BETWEEN %" PRId64 " AND %" PRId64
                      " AND %s",
                      first, last, where.data);
        rc = sqlite3_prepare_v2(s->db, buffer_terminate(&sql), -1, &st, NULL);
        if (rc == SQLITE_OK)
            rc = sqlite3_step(st);
        if (rc == SQLITE_ROW)
            *count = (uint64_t)sqlite3_column_int64(st, 0);
        else
            store_fail(s, rc, "count games", err);
        sqlite3_finalize(st);
    }
    buffer_free(&where);
    buffer_free(&sql);
    return rc == SQLITE_ROW;
}

static void count_part(void *closure, unsigned worker, size_t task)
{
    struct count_part *p = closure;
    struct part_result *r = &p->results[task];
    (void)worker;
    int64_t first = (int64_t)(p->last / p->parts * task) + 1;
    int64_t last = task + 1 == p->parts ? p->last : (int64_t)(p->last / p->parts * (task + 1));
    struct store *s = store_open(p->path, STORE_READ, GAME_COUNT, &r->error);
    r->ok = s && count_range(s, p->filter, first, last, &r->count, &r->error);
    store_close(s);
}

bool store_last_id(struct store *s, game_id *last, struct error *err)
{
    sqlite3_stmt *st = store_statement(s, STATEMENT_LAST_ID, err);
    if (!st)
        return false;
    int rc = sqlite3_step(st);
    int64_t id = rc == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
    *last = (game_id)(id < 0 || id > UINT32_MAX ? 0 : id);
    sqlite3_reset(st);
    return rc == SQLITE_ROW || store_fail(s, rc, "count its games", err);
}

bool store_count(struct store *s, const struct store_filter *f, unsigned threads, uint64_t *count,
                 struct error *err)
{
    enum { GAMES_WORTH_A_THREAD = 100000 };
    struct count_part p = {.filter = f, .path = s->path, .parts = parallel_threads(threads)};
    game_id last;
    if (!store_last_id(s, &last, err))
        return false;
    p.last = last;
    if (last / GAMES_WORTH_A_THREAD < p.parts)
        p.parts = (size_t)(last / GAMES_WORTH_A_THREAD) + 1;
    if (p.parts == 1)
        return count_range(s, f, 1, last, count, err);
    parallel_for((unsigned)p.parts, p.parts, count_part, &p);
    *count = 0;
    for (size_t i = 0; i < p.parts; i++) {
        if (!p.results[i].ok) {
            *err = p.results[i].error;
            return false;
        }
        *count += p.results[i].count;
    }
    return true;
}
