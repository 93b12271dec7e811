/* qipu db: games that are there twice. */
#include "tools/db/pairs.h"
#include "record/record_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* By enum dedup_keep. */
static const char *const keep_words[] = {"first",         "last",          "longest", "most-tags",
                                         "most-comments", "highest-rated", NULL};

/* What the options say. */
struct plan {
    enum dedup_keep keep;
    unsigned kinds, deleted; /* 1 << enum duplicate_kind */
};

/* --- Options ---------------------------------------------------------------------------------- */

static bool find_keep(const struct db_job *job, enum dedup_keep *keep)
{
    int i = 0;
    while (job->keep && keep_words[i] && strcmp(job->keep, keep_words[i]) != 0)
        i++;
    *keep = (enum dedup_keep)i;
    if (keep_words[i])
        return true;
    cli_no_such(&job->cli, "choice", job->keep, keep_words,
                "it is first, last, longest, most-tags, most-comments or highest-rated");
    return false;
}

/* The kinds that LIST names, commas between; 0 after a message. */
static unsigned find_kinds(const struct db_job *job, const char *list)
{
    const char *names[DUPLICATE_KINDS + 1] = {0};
    unsigned kinds = 0;
    for (size_t i = 0; i < DUPLICATE_KINDS; i++)
        names[i] = duplicate_words[i].name;
    for (const char *word = list;; word++) {
        const size_t len = strcspn(word, ",");
        size_t i = 0;
        while (i < DUPLICATE_KINDS && (strlen(names[i]) != len || memcmp(names[i], word, len) != 0))
            i++;
        if (i == DUPLICATE_KINDS) {
            char text[64];
            snprintf(text, sizeof text, "%.*s", (int)(len < 40 ? len : 40), word);
            cli_no_such(&job->cli, "kind", text, names, "it is exact, near, final or contained");
            return 0;
        }
        kinds |= 1u << i;
        word += len;
        if (*word == '\0')
            return kinds;
    }
}

static bool make_plan(const struct db_job *job, struct plan *plan)
{
    *plan = (struct plan){.deleted = 1u << DUPLICATE_EXACT};
    if (!find_keep(job, &plan->keep) ||
        (job->deleted_kinds && !(plan->deleted = find_kinds(job, job->deleted_kinds))))
        return false;
    plan->kinds = plan->deleted;
    if (job->kinds && !(plan->kinds = find_kinds(job, job->kinds)))
        return false;
    if (job->deleted_kinds)
        plan->kinds |= plan->deleted;
    return true;
}

/* --- The end ---------------------------------------------------------------------------------- */

static void summarize(struct db_job *job, const struct plan *plan, size_t deleted, size_t joined,
                      const size_t counts[DUPLICATE_KINDS])
{
    struct buffer *out = &job->text;
    if (job->cli.common.json) {
        struct json j;
        json_begin(&j, out);
        json_member_string(&j, "store", job->path);
        json_member_int(&j, job->dry_run ? "would_be_deleted" : "deleted", (long long)deleted);
        for (int i = 0; i < DUPLICATE_KINDS; i++)
            if (plan->kinds & 1u << i)
                json_member_int(&j, duplicate_words[i].name, (long long)counts[i]);
        if (job->merge_notes)
            json_member_int(&j, "notes_merged", (long long)joined);
        json_member_int(&j, "games", (long long)store_game_count(job->store));
        json_member_bool(&j, "dry_run", job->dry_run);
        json_end(&j);
        buffer_add_char(out, '\n');
    } else if (!job->cli.common.quiet) {
        finding_escape(out, job->path, strlen(job->path));
        buffer_printf(out,
                      job->dry_run ? lang_text(": %zu game%s would be deleted")
                                   : lang_text(": %zu game%s deleted"),
                      deleted, deleted == 1 ? "" : "s");
        for (int i = 0; i < DUPLICATE_KINDS; i++)
            if (plan->kinds & ~plan->deleted & 1u << i)
                buffer_printf(out, lang_text(duplicate_words[i].summary), counts[i]);
        if (job->merge_notes)
            buffer_printf(out, lang_text(", the notes of %zu merged"), joined);
        buffer_printf(out, "%s\n", job->dry_run ? lang_text(" (nothing changed)") : "");
    }
    db_flush(job);
}

/* --- Merging notes ---------------------------------------------------------------------------- */

/* A game that goes, and the one that stays instead: not the other one of its pair if that goes
   too. */
struct going {
    game_id stays, id;
};

static int compare_going(const void *x, const void *y)
{
    const struct going *a = x, *b = y;
    if (a->stays != b->stays)
        return a->stays < b->stays ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static int compare_ids(const void *x, const void *y)
{
    const struct duplicate *a = x, *b = y;
    return (a->id > b->id) - (a->id < b->id);
}

/* PAIRS ascend by id, of which each is there once and none leads back to itself. */
static game_id find_stays(const struct duplicate *pairs, size_t count, const struct duplicate *pair)
{
    game_id id = pair->other;
    while ((pair = game_id_find(id, pairs, count, sizeof *pairs)) != NULL)
        id = pair->other;
    return id;
}

struct joining {
    struct store *store;
    const struct going *list;
    size_t at, count, joined;
    struct record other;
    struct error err;
    bool failed;
};

/* Add the notes of the games that go in favour of game ID to its record. */
static bool join_notes(void *closure, game_id id, struct record *rec)
{
    struct joining *j = closure;
    bool changed = false, added = false;
    for (; !j->failed && j->at < j->count && j->list[j->at].stays == id; j->at++) {
        j->failed = !store_read(j->store, j->list[j->at].id, &j->other, &j->err);
        if (!j->failed && !record_join_notes(rec, &j->other, &added))
            j->failed = !error_no_memory(&j->err);
        j->joined += added;
        changed |= added;
    }
    return changed;
}

static bool merge_notes(struct store *s, const struct going *list, size_t count, size_t *joined,
                        struct error *err)
{
    struct joining j = {.store = s, .list = list, .count = count};
    game_id *ids = malloc((count + 1) * sizeof *ids);
    size_t n = 0;
    uint64_t changed;
    if (!ids)
        return error_no_memory(err);
    for (size_t i = 0; i < count; i++)
        if (n == 0 || ids[n - 1] != list[i].stays)
            ids[n++] = list[i].stays;
    record_init(&j.other);
    bool ok = store_edit(s, ids, n, join_notes, &j, &changed, err);
    if (ok && j.failed) {
        *err = j.err;
        ok = false;
    }
    record_free(&j.other);
    free(ids);
    *joined = j.joined;
    return ok;
}

/* --- dedup ------------------------------------------------------------------------------------ */

/* In a batch: PAIRS ascend by id. */
static bool delete_games(struct db_job *job, const struct duplicate *pairs, size_t count,
                         size_t *joined, struct error *err)
{
    struct going *list = malloc((count + 1) * sizeof *list);
    game_id *ids = malloc((count + 1) * sizeof *ids);
    bool ok = (list && ids) || error_no_memory(err);
    for (size_t i = 0; ok && i < count; i++) {
        ids[i] = pairs[i].id;
        list[i] = (struct going){find_stays(pairs, count, &pairs[i]), pairs[i].id};
    }
    if (ok && job->merge_notes) {
        qsort(list, count, sizeof *list, compare_going);
        ok = merge_notes(job->store, list, count, joined, err);
    }
    ok = ok && store_delete(job->store, ids, count, err);
    free(list);
    free(ids);
    return ok;
}

/* A dry run does it too, and takes it back. */
static bool apply(struct db_job *job, const struct duplicate *pairs, size_t count, size_t *joined,
                  struct error *err)
{
    if (job->dry_run && !job->merge_notes)
        return true;
    if (!store_begin(job->store, err))
        return false;
    bool ok = delete_games(job, pairs, count, joined, err);
    if (ok && !job->dry_run)
        return store_commit(job->store, NULL, err);
    store_rollback(job->store);
    return ok;
}

/* Leave those of PAIRS that are to go, ascending by id; returns how many. */
static size_t pick_going(struct duplicate *pairs, size_t count, const struct plan *plan)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (plan->deleted & 1u << pairs[i].kind)
            pairs[n++] = pairs[i];
    if (n > 0)
        qsort(pairs, n, sizeof *pairs, compare_ids);
    return n;
}

int db_dedup(struct db_job *job)
{
    struct error err;
    struct duplicate *pairs;
    struct plan plan;
    size_t count, joined = 0, counts[DUPLICATE_KINDS] = {0};
    if (!make_plan(job, &plan))
        return STATUS_FAILED;
    if (!store_find_duplicates(job->store, plan.kinds, plan.keep, &pairs, &count, &err))
        return db_fail(&err);
    for (size_t i = 0; i < count; i++)
        counts[pairs[i].kind]++;
    bool ok = db_list_pairs(job, pairs, count, &err);
    const size_t going = ok ? pick_going(pairs, count, &plan) : 0;
    if (going > 0)
        ok = apply(job, pairs, going, &joined, &err);
    free(pairs);
    if (!ok)
        return db_fail(&err);
    summarize(job, &plan, going, joined, counts);
    return going > 0 && job->dry_run ? STATUS_FINDINGS : STATUS_OK;
}
