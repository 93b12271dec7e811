/* Of an answer with its hits, only the games whose rows pass a filter. Several threads share the
   hits, each through its own connection, and add up groups of their own. */
#include "base/parallel.h"
#include "store/filter.h"
#include "store/index/ask.h"
#include "store/private.h"

#include <stdlib.h>

enum { PART_HITS = 4096 }; /* go to a thread at once */

struct narrower {
    struct store *store;
    sqlite3_stmt *rows;
    struct index_group *groups; /* what has passed of each group of the answer */
    bool failed;
    struct error error;
};

struct narrowing {
    struct store *store;
    const struct store_filter *filter;
    const struct index_answer *answer;
    struct narrower workers[THREADS_MAX];
};

static bool prepare(const struct narrowing *n, struct narrower *w, struct error *err)
{
    struct buffer where = {0}, sql = {0};
    int rc = SQLITE_OK;
    w->groups = calloc(n->answer->group_count + 1, sizeof *w->groups);
    if (!w->groups)
        return error_no_memory(err);
    bool ok = store_filter_where(n->filter, w->store, &where, err);
    if (ok) {
        buffer_printf(&sql, "%s WHERE %s AND g.id BETWEEN ?1 AND ?2 ORDER BY g.id", facts_sql,
                      where.data);
        rc = sqlite3_prepare_v2(w->store->db, buffer_terminate(&sql), -1, &w->rows, NULL);
    }
    buffer_free(&where);
    buffer_free(&sql);
    return ok && (rc == SQLITE_OK || store_fail(w->store, rc, "read the games", err));
}

static bool open_rows(const struct narrowing *n, struct narrower *w, unsigned worker,
                      struct error *err)
{
    if (w->rows)
        return true;
    w->store = worker == 0 ? n->store : store_open(n->store->path, STORE_READ, GAME_COUNT, err);
    return w->store && prepare(n, w, err);
}

/* Both the rows and the hits ascend. */
static bool narrow(struct narrower *w, const struct index_hit *hits, size_t count,
                   struct error *err)
{
    size_t at = 0;
    int rc;
    sqlite3_bind_int64(w->rows, 1, hits[0].id);
    sqlite3_bind_int64(w->rows, 2, hits[count - 1].id);
    while ((rc = sqlite3_step(w->rows)) == SQLITE_ROW) {
        const int64_t id = sqlite3_column_int64(w->rows, FACTS_ID);
        while (at < count && hits[at].id < id)
            at++;
        if (at == count || hits[at].id != id)
            continue;
        const struct game_facts facts = index_facts_of_row(w->rows, 0);
        struct index_group *g = &w->groups[hits[at].group];
        g->games++;
        summary_add(&g->summary, &facts);
    }
    sqlite3_reset(w->rows);
    return rc == SQLITE_DONE || store_fail(w->store, rc, "read the games", err);
}

static void narrow_part(void *closure, unsigned worker, size_t task)
{
    struct narrowing *n = closure;
    struct narrower *w = &n->workers[worker];
    const size_t first = task * PART_HITS, left = n->answer->hit_count - first;
    if (!w->failed)
        w->failed =
            !open_rows(n, w, worker, &w->error) ||
            !narrow(w, n->answer->hits + first, left < PART_HITS ? left : PART_HITS, &w->error);
}

/* Let the answer's groups be what the workers have found. */
static bool join(const struct narrowing *n, struct index_answer *answer, struct error *err)
{
    size_t kept = 0;
    for (unsigned i = 0; i < THREADS_MAX; i++) {
        if (n->workers[i].failed) {
            *err = n->workers[i].error;
            return false;
        }
    }
    answer->games = 0;
    for (size_t i = 0; i < answer->group_count; i++) {
        struct index_group g = {.next = answer->groups[i].next, .result = answer->groups[i].result};
        for (unsigned w = 0; w < THREADS_MAX; w++) {
            if (!n->workers[w].groups)
                continue;
            g.games += n->workers[w].groups[i].games;
            summary_join(&g.summary, &n->workers[w].groups[i].summary);
        }
        answer->games += g.games;
        if (g.games > 0)
            answer->groups[kept++] = g;
    }
    answer->group_count = kept;
    return true;
}

bool index_filter(struct store *s, const struct store_filter *f, unsigned threads,
                  struct index_answer *answer, struct error *err)
{
    struct narrowing *n = calloc(1, sizeof *n);
    if (!n)
        return error_no_memory(err);
    *n = (struct narrowing){.store = s, .filter = f, .answer = answer};
    parallel_for(parallel_threads(threads), (answer->hit_count + PART_HITS - 1) / PART_HITS,
                 narrow_part, n);
    const bool ok = join(n, answer, err);
    for (unsigned i = 0; i < THREADS_MAX; i++) {
        sqlite3_finalize(n->workers[i].rows);
        free(n->workers[i].groups);
        if (i > 0)
            store_close(n->workers[i].store);
    }
    free(n);
    free(answer->hits);
    answer->hits = NULL;
    answer->hit_count = 0;
    return ok;
}
