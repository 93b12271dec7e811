/* qipu db: the verbs that change what stands in the tags of games. */
#include "notation/notation.h"
#include "record/aliases.h"
#include "tools/db/db.h"

#include <stdlib.h>
#include <string.h>

/* --- Options of retag ------------------------------------------------------------------------- */

static bool refuse(const struct db_job *job, const char *option, const char *value, const char *why)
{
    cli_usage(&job->cli, "--%s: '%s' %s", option, value, lang_text(why));
    return false;
}

/* Tags that the moves hang on; they say what the store knows otherwise. In xiangqi they may be
   written in letters of either case. */
static bool is_fixed(const char *name)
{
    static const enum tag_id fixed[] = {TAG_FEN, TAG_SETUP, TAG_VARIANT, TAG_PLY_COUNT};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (tag_find(GAME_XIANGQI, name, strlen(name)) == fixed[i])
            return true;
    return false;
}

static bool is_result_tag(const char *name)
{
    return tag_find(GAME_XIANGQI, name, strlen(name)) == TAG_RESULT;
}

/* Whether NAME is the name of a tag that may be changed; else say so. */
static bool check_name(const struct db_job *job, const char *option, const char *name)
{
    if (!tag_name_is_valid(name))
        return refuse(job, option, name, "is not the name of a tag");
    return !is_fixed(name) || refuse(job, option, name, "follows from the moves");
}

static bool check_change(const struct db_job *job, const char *option, const struct tag_change *c)
{
    enum result result;
    if (!check_name(job, option, c->name))
        return false;
    if (c->kind == TAG_SET && is_result_tag(c->name))
        return result_parse(c->value, strlen(c->value), &result) ||
               refuse(job, option, c->value, "is no result");
    if (c->kind == TAG_SET)
        return utf8_valid_prefix(c->value, strlen(c->value)) == strlen(c->value) ||
               refuse(job, option, c->value, "is not UTF-8");
    if (c->kind == TAG_RENAME && !check_name(job, option, c->value))
        return false;
    return !is_result_tag(c->name) && !(c->kind == TAG_RENAME && is_result_tag(c->value))
               ? true
               : refuse(job, option, "Result", "must stay; it can be set");
}

bool db_take_change(struct db_job *job, enum tag_change_kind kind, const char *value)
{
    static const char *const options[TAG_CHANGES] = {"set", "remove", "rename"};
    struct tag_change *list = realloc(job->changes, (job->change_count + 1) * sizeof *job->changes);
    char *text = strdup(value);
    if (list)
        job->changes = list;
    if (!list || !text) {
        free(text);
        cli_message("out of memory");
        return false;
    }
    struct tag_change *c = &list[job->change_count++];
    *c = (struct tag_change){.kind = kind, .name = text};
    if (c->kind != TAG_REMOVE) {
        char *equals = strchr(text, '=');
        if (!equals)
            return refuse(job, options[kind], value, "has no =");
        *equals = '\0';
        c->value = equals + 1;
    }
    return check_change(job, options[kind], c);
}

void db_free_changes(struct db_job *job)
{
    for (size_t i = 0; i < job->change_count; i++)
        free(job->changes[i].name);
    free(job->changes);
}

/* --- retag ------------------------------------------------------------------------------------ */

struct retagging {
    const struct db_job *job;
    bool failed; /* memory was out */
};

static bool set_tag(struct retagging *r, const struct tag_change *c, struct record *rec)
{
    size_t len;
    const char *old = record_tag_text(rec, c->name, &len);
    if (is_result_tag(c->name)) {
        enum result result = record_result(rec);
        result_parse(c->value, strlen(c->value), &rec->terminator);
        if (old && len == strlen(c->value) && memcmp(old, c->value, len) == 0 &&
            result == rec->terminator)
            return false;
        rec->has_terminator = true;
    } else if (old && len == strlen(c->value) && memcmp(old, c->value, len) == 0) {
        return false;
    }
    r->failed |= !record_set_tag(rec, c->name, c->value);
    return true;
}

static bool retag(void *closure, game_id id, struct record *rec)
{
    struct retagging *r = closure;
    bool changed = false, found;
    (void)id;
    for (size_t i = 0; i < r->job->change_count; i++) {
        const struct tag_change *c = &r->job->changes[i];
        if (c->kind == TAG_SET) {
            changed |= set_tag(r, c, rec);
        } else if (c->kind == TAG_REMOVE) {
            changed |= record_remove_tag(rec, c->name);
        } else {
            r->failed |= !record_rename_tag(rec, c->name, c->value, &found);
            changed |= found;
        }
    }
    return changed;
}

/* A dry run does it all, and takes it back. */
static bool change_games(struct db_job *job, const struct buffer *ids, uint64_t *changed,
                         struct error *err)
{
    struct store *s = job->store;
    struct retagging r = {.job = job};
    if (!store_begin(s, err))
        return false;
    bool ok = store_edit(s, (const game_id *)(const void *)ids->data, ids->len / sizeof(game_id),
                         retag, &r, changed, err);
    if (ok && r.failed)
        ok = error_no_memory(err);
    if (ok && !job->dry_run)
        return store_commit(s, NULL, err);
    store_rollback(s);
    return ok;
}

int db_retag(struct db_job *job)
{
    struct error err;
    struct buffer ids = {0};
    uint64_t changed = 0;
    if (job->change_count == 0)
        return cli_usage(&job->cli, "what is to change? --set, --remove or --rename");
    int status = db_select(job, &ids);
    if (status == STATUS_OK && !change_games(job, &ids, &changed, &err))
        status = db_fail(&err);
    if (status == STATUS_OK)
        db_summarize(job, "changed", changed);
    buffer_free(&ids);
    return status;
}

/* --- rename ----------------------------------------------------------------------------------- */

bool db_name_kind(const struct db_job *job, const char *word, enum store_name *kind)
{
    static const char *const words[] = {[STORE_PLAYERS] = LANG("player"),
                                        [STORE_EVENTS] = LANG("event"),
                                        [STORE_SITES] = LANG("site")};
    enum { KINDS = sizeof words / sizeof *words };
    size_t i = 0;
    while (i < KINDS && strcmp(word, words[i]) != 0)
        i++;
    *kind = (enum store_name)i;
    if (i == KINDS)
        cli_usage(&job->cli, "'%s' is not player, event or site", word);
    return i < KINDS;
}

/* The names that are to become others. */
static struct store_renaming *list_renamings(const struct aliases *aliases, size_t *count)
{
    size_t n;
    const struct alias *list = aliases_list(aliases, &n);
    struct store_renaming *renamings = malloc((n + 1) * sizeof *renamings);
    *count = 0;
    for (size_t i = 0; renamings && i < n; i++)
        if (strcmp(list[i].from, list[i].to) != 0)
            renamings[(*count)++] = (struct store_renaming){.old = list[i].from, .new = list[i].to};
    return renamings;
}

static bool apply_file(struct db_job *job, enum store_name kind, uint64_t *games, struct error *err)
{
    size_t count;
    struct aliases *aliases = aliases_load(job->apply, err);
    if (!aliases)
        return false;
    struct store_renaming *list = list_renamings(aliases, &count);
    bool ok = list ? store_rename_many(job->store, kind, list, count, err) : error_no_memory(err);
    for (size_t i = 0; ok && i < count; i++)
        *games += list[i].games;
    free(list);
    aliases_free(aliases);
    return ok;
}

int db_rename(struct db_job *job)
{
    const char *const *words = job->operands;
    struct error err;
    enum store_name kind;
    uint64_t games = 0;
    if (job->operand_count != (job->apply ? 1 : 3))
        return cli_usage(&job->cli, job->apply
                                        ? "with --apply, 'rename' needs player, event or site alone"
                                        : "'rename' needs player, event or site, the old and the "
                                          "new name");
    if (!db_name_kind(job, words[0], &kind))
        return STATUS_FAILED;
    if (!(job->apply ? apply_file(job, kind, &games, &err)
                     : store_rename(job->store, kind, words[1], words[2], &games, &err)))
        return db_fail(&err);
    if (games == 0) {
        if (job->apply)
            cli_message("%s: no game has the %s of any line of %s", job->path, words[0],
                        job->apply);
        else
            cli_message("%s: no game has the %s '%s'", job->path, words[0], words[1]);
        return STATUS_FINDINGS;
    }
    db_summarize(job, "changed", games);
    return STATUS_OK;
}
