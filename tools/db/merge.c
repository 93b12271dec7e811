/* qipu db: one store of several. */
#include "tools/db/db.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct merging {
    struct db_job *job;
    struct progress progress;
    uint64_t games;
};

static bool goes_on(void *closure, uint64_t games)
{
    struct merging *m = closure;
    progress_update(&m->progress, games, games);
    return !cli_interrupted();
}

static void report(struct merging *m, const char *from, bool was_merged)
{
    const uint64_t games = m->games;
    struct db_job *job = m->job;
    struct buffer *out = &job->text;
    if (job->cli.common.json) {
        struct json j;
        json_begin(&j, out);
        json_member_string(&j, "store", job->path);
        json_member_string(&j, "from", from);
        json_member_int(&j, "added", (long long)games);
        json_member_int(&j, "games", (long long)store_game_count(job->store));
        json_end(&j);
        buffer_add_char(out, '\n');
    } else if (!job->cli.common.quiet) {
        finding_escape(out, job->path, strlen(job->path));
        buffer_printf(out, lang_text(": %llu game%s added from "), (unsigned long long)games,
                      games == 1 ? "" : "s");
        finding_escape(out, from, strlen(from));
        if (was_merged)
            buffer_add_string(out, lang_text(", which was merged before"));
        buffer_add_char(out, '\n');
    }
    db_flush(job);
}

static int refuse(const struct db_job *job, const char *path, const struct error *err)
{
    if (err->code != ERROR_FORMAT || store_is_store(path))
        return db_fail(err);
    cli_message("%s; for game files: qipu import %s %s", err->text, job->path, path);
    return STATUS_FAILED;
}

/* Add the games of the store PATH, all or none. */
static int merge_one(struct merging *m, const char *path)
{
    struct error err;
    struct store *from = store_open(path, STORE_READ, store_game(m->job->store), &err);
    if (!from)
        return refuse(m->job, path, &err);
    progress_start(&m->progress, !m->job->cli.common.quiet, store_game_count(from));
    bool was_merged = false;
    bool ok = store_merge(m->job->store, from, goes_on, m, &m->games, &was_merged, &err);
    progress_clear(&m->progress);
    store_close(from);
    if (!ok)
        return cli_interrupted() ? STATUS_INTERRUPTED : db_fail(&err);
    report(m, path, was_merged);
    return STATUS_OK;
}

/* Open the store that is made or added to; what it holds is decided by the first of the others. */
static bool open_target(struct db_job *job)
{
    struct error err;
    for (size_t i = 0; i < job->operand_count; i++) {
        if (!*job->operands[i]) {
            cli_usage(&job->cli, "the name of a file is missing: ''");
            return false;
        }
        if (output_is_same_file(job->path, job->operands[i])) {
            cli_message("%s: a store is not merged into itself", job->path);
            return false;
        }
    }
    struct store *first = store_open(job->operands[0], STORE_READ, GAME_COUNT, &err);
    if (first) {
        job->store = store_open(job->path, STORE_WRITE, store_game(first), &err);
        store_close(first);
    }
    if (!first)
        refuse(job, job->operands[0], &err);
    else if (!job->store)
        cli_error(&err);
    else
        store_set_threads(job->store, (unsigned)job->cli.common.threads);
    return job->store != NULL;
}

int db_merge(struct db_job *job)
{
    struct merging m = {.job = job};
    struct stat st;
    int status = STATUS_OK;
    bool existed = stat(job->path, &st) == 0;
    if (!open_target(job))
        return STATUS_FAILED;
    for (size_t i = 0; i < job->operand_count && status != STATUS_INTERRUPTED; i++)
        status = cli_worse(status, merge_one(&m, job->operands[i]));
    bool is_empty = store_game_count(job->store) == 0;
    store_close(job->store);
    job->store = NULL;
    if (is_empty && !existed)
        unlink(job->path);
    return status;
}
