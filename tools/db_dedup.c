/* qipu db: games that are there twice. */
#include "db.h"
#include "store/dedup.h"

#include <stdlib.h>
#include <string.h>

/* By enum dedup_keep. */
static const char *const keep_words[] = {"first", "last", "longest", "most-tags", NULL};

static bool find_keep(const struct db_job *job, enum dedup_keep *keep)
{
    int i = 0;
    while (job->keep && keep_words[i] && strcmp(job->keep, keep_words[i]) != 0)
        i++;
    *keep = (enum dedup_keep)i;
    if (keep_words[i])
        return true;
    cli_usage(&job->cli, "--keep is first, last, longest or most-tags, not '%s'", job->keep);
    return false;
}

/* --- Pairs ------------------------------------------------------------------------------------ */

static void write_json(struct db_job *job, const struct duplicate *d, const struct game_header *h)
{
    struct json j;
    char date[DATE_TEXT_MAX];
    json_begin(&j, &job->text);
    json_member_int(&j, "id", d->id);
    json_member_int(&j, d->is_same ? "same_as" : "beginning_of", d->other);
    json_member_string(&j, "white", h->white);
    json_member_string(&j, "black", h->black);
    date_format(h->date, date);
    json_member_string(&j, "date", date);
    json_member_string(&j, "result", result_text(h->result));
    json_member_int(&j, "ply_count", h->ply_count);
    json_end(&j);
    buffer_add_char(&job->text, '\n');
}

static void write_text(struct db_job *job, const struct duplicate *d, const struct game_header *h)
{
    struct buffer *out = &job->text;
    char date[DATE_TEXT_MAX];
    finding_escape(out, job->path, strlen(job->path));
    buffer_printf(out, "#%u: %s #%u: ", (unsigned)d->id,
                  lang_text(d->is_same ? "the same as" : "the beginning of"), (unsigned)d->other);
    finding_escape(out, h->white[0] ? h->white : "?", strlen(h->white[0] ? h->white : "?"));
    buffer_add_string(out, " - ");
    finding_escape(out, h->black[0] ? h->black : "?", strlen(h->black[0] ? h->black : "?"));
    date_format(h->date, date);
    buffer_printf(out, lang_text(", %s, %s, %u plies\n"), date, result_text(h->result),
                  (unsigned)h->ply_count);
}

static bool list_pairs(struct db_job *job, const struct duplicate *pairs, size_t count,
                       struct error *err)
{
    struct game_header header;
    for (size_t i = 0; i < count; i++) {
        if (!store_read_header(job->store, pairs[i].id, &header, err))
            return false;
        if (job->cli.common.json)
            write_json(job, &pairs[i], &header);
        else
            write_text(job, &pairs[i], &header);
        db_flush(job);
    }
    return true;
}

static void summarize(struct db_job *job, uint64_t same, uint64_t contained)
{
    struct buffer *out = &job->text;
    if (job->cli.common.json) {
        struct json j;
        json_begin(&j, out);
        json_member_string(&j, "store", job->path);
        json_member_int(&j, "deleted", (long long)same);
        json_member_int(&j, "contained", (long long)contained);
        json_member_int(&j, "games", (long long)store_game_count(job->store));
        json_member_bool(&j, "dry_run", job->dry_run);
        json_end(&j);
        buffer_add_char(out, '\n');
    } else if (!job->cli.common.quiet) {
        finding_escape(out, job->path, strlen(job->path));
        buffer_printf(out, lang_text(": %llu game%s deleted, %llu contained in others%s\n"),
                      (unsigned long long)same, same == 1 ? "" : "s", (unsigned long long)contained,
                      job->dry_run ? lang_text(" (nothing changed)") : "");
    }
    db_flush(job);
}

/* --- dedup ------------------------------------------------------------------------------------ */

static bool delete_same(struct store *s, const struct duplicate *pairs, size_t count,
                        struct error *err)
{
    game_id *ids = malloc((count + 1) * sizeof *ids);
    if (!ids)
        return error_no_memory(err);
    for (size_t i = 0; i < count; i++)
        ids[i] = pairs[i].id;
    bool ok = store_begin(s, err);
    if (ok && store_delete(s, ids, count, err))
        ok = store_commit(s, NULL, err);
    else if (ok)
        ok = (store_rollback(s), false);
    free(ids);
    return ok;
}

int db_dedup(struct db_job *job)
{
    struct error err;
    struct duplicate *pairs;
    enum dedup_keep keep;
    size_t count, same = 0;
    if (!find_keep(job, &keep))
        return STATUS_FAILED;
    if (!store_find_duplicates(job->store, keep, &pairs, &count, &err))
        return db_fail(&err);
    while (same < count && pairs[same].is_same)
        same++;
    bool ok = list_pairs(job, pairs, count, &err);
    if (ok && same > 0 && !job->dry_run)
        ok = delete_same(job->store, pairs, same, &err);
    free(pairs);
    if (!ok)
        return db_fail(&err);
    summarize(job, same, count - same);
    return same > 0 && job->dry_run ? STATUS_FINDINGS : STATUS_OK;
}
