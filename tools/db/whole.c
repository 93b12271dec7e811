/* qipu db: the verbs that work on a store as a whole. */
#include "tools/db/db.h"
#include "store/index/index.h"

#include <string.h>

/* --- compact ---------------------------------------------------------------------------------- */

int db_compact(struct db_job *job)
{
    struct error err;
    struct store_info before, after;
    if (!store_info(job->store, &before, &err) || !store_compact(job->store, &err) ||
        !store_info(job->store, &after, &err))
        return db_fail(&err);
    if (job->cli.common.json) {
        struct json j;
        json_begin(&j, &job->text);
        json_member_string(&j, "store", job->path);
        json_member_int(&j, "bytes_before", (long long)before.file_bytes);
        json_member_int(&j, "bytes", (long long)after.file_bytes);
        json_end(&j);
        buffer_add_char(&job->text, '\n');
    } else if (!job->cli.common.quiet) {
        finding_escape(&job->text, job->path, strlen(job->path));
        buffer_printf(&job->text, lang_text(": %llu bytes, before %llu\n"),
                      (unsigned long long)after.file_bytes, (unsigned long long)before.file_bytes);
    }
    db_flush(job);
    return STATUS_OK;
}

/* --- reindex ---------------------------------------------------------------------------------- */

int db_reindex(struct db_job *job)
{
    struct error err;
    if (!index_rebuild(job->store, &err))
        return db_fail(&err);
    db_summarize(job, "indexed", store_game_count(job->store));
    return STATUS_OK;
}

/* --- upgrade ---------------------------------------------------------------------------------- */

int db_upgrade(struct db_job *job)
{
    struct error err;
    int from = 0;
    if (!store_upgrade(job->path, (unsigned)job->cli.common.threads, &from, &err))
        return db_fail(&err);
    if (job->cli.common.json) {
        struct json j;
        json_begin(&j, &job->text);
        json_member_int(&j, "from", from);
        json_member_int(&j, "to", STORE_FORMAT);
        json_end(&j);
        buffer_add_char(&job->text, '\n');
    } else if (!job->cli.common.quiet && from == STORE_FORMAT) {
        buffer_printf(&job->text, lang_text("the store has the newest format, %d\n"), from);
    } else if (!job->cli.common.quiet) {
        buffer_printf(&job->text, lang_text("upgraded from format %d to %d\n"), from, STORE_FORMAT);
    }
    db_flush(job);
    return STATUS_OK;
}
