/* qipu db: the verbs that change chosen games. They are chosen first, and changed in one batch. */
#include "tools/db/db.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Choosing --------------------------------------------------------------------------------- */

static bool take_id(void *closure, const struct taken *game)
{
    const game_id id = (game_id)game->number;
    struct buffer *ids = closure;
    buffer_add(ids, &id, sizeof id);
    return !ids->failed;
}

static int compare_ids(const void *x, const void *y)
{
    const game_id *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

int db_select(struct db_job *job, struct buffer *ids)
{
    struct selection *s = &job->selection;
    struct error err;
    if (s->condition_count == 0)
        return cli_usage(&job->cli, "which games? all of them are --id 1..");
    s->take = take_id;
    s->closure = ids;
    if (!paths_add(&job->cli.common.files, job->path, &err))
        return db_fail(&err);
    job->cli.looked.first = job->path;
    if (!select_start(s))
        return STATUS_FAILED;
    int status = select_run(s);
    if (ids->failed) {
        error_no_memory(&err);
        return db_fail(&err);
    }
    if (status == STATUS_OK && ids->len == 0) {
        cli_message("%s: no game matches", job->path);
        select_hint(s);
        return STATUS_FINDINGS;
    }
    if (ids->len > 0)
        qsort(ids->data, ids->len / sizeof(game_id), sizeof(game_id), compare_ids);
    return status;
}

void db_summarize(struct db_job *job, const char *done, uint64_t count)
{
    if (job->cli.common.json) {
        struct json j;
        char key[32];
        snprintf(key, sizeof key, "%s%s", job->dry_run ? "would_be_" : "", done);
        json_begin(&j, &job->text);
        json_member_string(&j, "store", job->path);
        json_member_int(&j, key, (long long)count);
        json_member_int(&j, "games", (long long)store_game_count(job->store));
        json_member_bool(&j, "dry_run", job->dry_run);
        json_end(&j);
        buffer_add_char(&job->text, '\n');
    } else if (!job->cli.common.quiet) {
        finding_escape(&job->text, job->path, strlen(job->path));
        buffer_printf(&job->text,
                      job->dry_run ? lang_text(": %llu game%s would be %s (nothing changed)\n")
                                   : lang_text(": %llu game%s %s\n"),
                      (unsigned long long)count, count == 1 ? "" : "s", lang_text(done));
    }
    db_flush(job);
}

/* --- delete ----------------------------------------------------------------------------------- */

static bool delete_games(struct store *s, const struct buffer *ids, struct error *err)
{
    if (!store_begin(s, err))
        return false;
    if (store_delete(s, (const game_id *)(const void *)ids->data, ids->len / sizeof(game_id), err))
        return store_commit(s, NULL, err);
    store_rollback(s);
    return false;
}

int db_delete(struct db_job *job)
{
    struct error err;
    struct buffer ids = {0};
    int status = db_select(job, &ids);
    if (status == STATUS_OK && !job->dry_run && !delete_games(job->store, &ids, &err))
        status = db_fail(&err);
    if (status == STATUS_OK)
        db_summarize(job, "deleted", ids.len / sizeof(game_id));
    buffer_free(&ids);
    return status;
}
