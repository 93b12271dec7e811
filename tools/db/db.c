/* qipu db: looks after a store. A verb is a row of a table; what it does stands in db_*.c. */
#include "tools/db/db.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern const struct command command_db;

void db_flush(struct db_job *job)
{
    output_buffer(job->out, &job->text);
}

int db_fail(const struct error *err)
{
    cli_error(err);
    return STATUS_FAILED;
}

/* --- Verbs ------------------------------------------------------------------------------------ */

/* The options that a verb takes besides the common ones. */
enum takes {
    TAKES_CONDITIONS = 1,
    TAKES_FULL = 2,
    TAKES_DRY_RUN = 4,
    TAKES_CHANGES = 8,
    TAKES_KEEP = 16,
    TAKES_APPLY = 32
};

static const struct verb {
    const char *name;
    enum store_mode mode;
    unsigned takes;      /* enum takes */
    const char *operand; /* what follows the verb, or NULL */
    size_t least, most;  /* so many */
    bool opens;          /* the store itself */
    int (*run)(struct db_job *job);
} verbs[] = {
    {"info", STORE_READ, 0, NULL, 0, 0, false, db_info},
    {"check", STORE_READ, TAKES_FULL, NULL, 0, 0, false, db_check},
    {"delete", STORE_WRITE, TAKES_CONDITIONS | TAKES_DRY_RUN, NULL, 0, 0, false, db_delete},
    {"retag", STORE_WRITE, TAKES_CONDITIONS | TAKES_DRY_RUN | TAKES_CHANGES, NULL, 0, 0, false,
     db_retag},
    {"rename", STORE_WRITE, TAKES_APPLY, LANG("player, event or site, the old and the new name"), 1,
     3, false, db_rename},
    {"similar", STORE_READ, 0, LANG("player, event or site"), 0, 1, false, db_similar},
    {"dedup", STORE_WRITE, TAKES_DRY_RUN | TAKES_KEEP, NULL, 0, 0, false, db_dedup},
    {"merge", STORE_WRITE, 0, LANG("the stores whose games are added"), 1, SIZE_MAX, true,
     db_merge},
    {"compact", STORE_WRITE, 0, NULL, 0, 0, false, db_compact},
    {"reindex", STORE_WRITE, 0, NULL, 0, 0, false, db_reindex},
    {"upgrade", STORE_WRITE, 0, NULL, 0, 0, true, db_upgrade},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static const struct verb *named_verb(const char *name)
{
    for (size_t i = 0; i < VERBS; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

const char *db_verb(size_t number)
{
    return number < VERBS ? verbs[number].name : NULL;
}

bool db_is_verb(const char *name)
{
    return named_verb(name) != NULL;
}

/* The verb that follows the store, or NULL after a message. */
static const struct verb *find_verb(const struct paths *operands)
{
    const char *store = operands->items[0], *name = operands->items[1];
    const struct verb *verb = named_verb(name);
    if (verb)
        return verb;
    const char *names[VERBS + 1] = {0};
    for (size_t i = 0; i < VERBS; i++)
        names[i] = verbs[i].name;
    const char *close = suggest(name, names);
    if (named_verb(store))
        cli_message("the store comes first: qipu db %s %s", name, store);
    else if (close)
        cli_message("no verb '%s'; did you mean '%s'?", name, close);
    else
        cli_message("no verb '%s'; see: qipu db --help", name);
    return NULL;
}

/* --- Options ---------------------------------------------------------------------------------- */

static bool set_tag(void *command, const char *value)
{
    return db_take_change(command, TAG_SET, value);
}

static bool remove_tag(void *command, const char *value)
{
    return db_take_change(command, TAG_REMOVE, value);
}

static bool rename_tag(void *command, const char *value)
{
    return db_take_change(command, TAG_RENAME, value);
}

static bool take_condition(void *command, const char *name, const char *value)
{
    return select_option(&((struct db_job *)command)->selection, name, value);
}

static const struct option_row options[] = {
    {"full", 0, NULL, "check: look at all of the index, not a sample",
     .flag = offsetof(struct db_job, full), .group = TAKES_FULL},
    {"dry-run", 0, NULL, "delete, retag, dedup: only say what would be done",
     .flag = offsetof(struct db_job, dry_run), .group = TAKES_DRY_RUN},
    {"set", 0, "TAG=VALUE", "retag: give games this tag", .take = set_tag, .group = TAKES_CHANGES},
    {"remove", 0, "TAG", "retag: drop that tag", .take = remove_tag, .group = TAKES_CHANGES},
    {"rename", 0, "OLD=NEW", "retag: give a tag another name", .take = rename_tag,
     .group = TAKES_CHANGES},
    {"apply", 0, "FILE", "rename: lines of an old name, a tab, a new one",
     .text = offsetof(struct db_job, apply), .is_read = true, .group = TAKES_APPLY},
    {"kind", 0, "LIST", "dedup: list exact (default), near, final, contained",
     .text = offsetof(struct db_job, kinds), .group = TAKES_KEEP,
     .words = "exact near final contained"},
    {"delete", 0, "LIST", "dedup: delete exact (default), near, final ...",
     .text = offsetof(struct db_job, deleted_kinds), .group = TAKES_KEEP,
     .words = "exact near final contained"},
    {"keep", 0, "WHICH", "dedup: first, last, longest, most-tags ...",
     .text = offsetof(struct db_job, keep), .group = TAKES_KEEP,
     .words = "first last longest most-tags most-comments highest-rated"},
    {"merge-notes", 0, NULL, "dedup: keep the notes of games that are deleted",
     .flag = offsetof(struct db_job, merge_notes), .group = TAKES_KEEP},
    {0},
};

/* What was given, each with one option that gave it. */
struct given {
    unsigned takes;
    struct {
        enum takes takes;
        const char *option;
    } list[8];
    size_t count;
};

static bool read_options(struct db_job *job, struct given *given)
{
    struct option_row row;
    while (cli_next(&job->cli, &row)) {
        const enum takes takes = row.group ? (enum takes)row.group : TAKES_CONDITIONS;
        if (given->takes & takes)
            continue;
        given->takes |= takes;
        given->list[given->count].takes = takes;
        given->list[given->count++].option = row.name;
    }
    return !job->cli.stop;
}

static bool fits(struct db_job *job, const struct verb *verb, const struct given *given)
{
    for (size_t i = 0; i < given->count; i++)
        if (!(verb->takes & given->list[i].takes)) {
            cli_usage(&job->cli, "the verb '%s' has no option --%s", verb->name,
                      given->list[i].option);
            return false;
        }
    if (job->operand_count < verb->least)
        cli_usage(&job->cli, "'%s' needs %s", verb->name, lang_text(verb->operand));
    else if (job->operand_count > verb->most && verb->operand)
        cli_usage(&job->cli, "'%s' takes %s and no more", verb->name, lang_text(verb->operand));
    else if (job->operand_count > verb->most)
        cli_usage(&job->cli, "more than a store and a verb given");
    else
        return true;
    return false;
}

/* --- The command ------------------------------------------------------------------------------ */

/* Opened for writing, a store that is not there would be made. */
static bool open_store(struct db_job *job, const struct verb *verb, struct error *err)
{
    struct store *s = store_open(job->path, STORE_READ, job->cli.common.read.game, err);
    if (s && verb->mode == STORE_WRITE) {
        store_close(s);
        s = store_open(job->path, STORE_WRITE, GAME_COUNT, err);
    }
    if (s) {
        store_set_threads(s, (unsigned)job->cli.common.threads);
        store_stop_when(s, cli_interrupted);
    }
    job->store = s;
    return s != NULL;
}

static int run_verb(struct db_job *job, const struct verb *verb)
{
    struct error err;
    if (!verb->opens && !open_store(job, verb, &err))
        return db_fail(&err);
    int status = STATUS_FAILED;
    job->out = cli_output(&job->cli);
    if (job->out) {
        status = verb->run(job);
        status = cli_worse(status, cli_output_close(job->out, STATUS_OK));
    }
    store_close(job->store);
    return status;
}

static int run_command(struct db_job *job)
{
    struct given given = {.takes = 0};
    const struct paths *operands = &job->cli.operands;
    if (!read_options(job, &given))
        return job->cli.status;
    if (operands->count < 2 || !*operands->items[0])
        return cli_usage(&job->cli, "a store and a verb are needed");
    const struct verb *verb = find_verb(operands);
    job->path = operands->items[0];
    job->operands = (const char *const *)operands->items + 2;
    job->operand_count = operands->count - 2;
    const struct paths store = {.items = operands->items, .count = 1};
    return verb && fits(job, verb, &given) && cli_options_fit(&job->cli, &store)
               ? run_verb(job, verb)
               : STATUS_FAILED;
}

static int run(int argc, char **argv)
{
    struct db_job job = {.store = NULL};
    job.selection.cli = &job.cli;
    cli_start(&job.cli, &command_db, argc, argv);
    int status = run_command(&job);
    select_end(&job.selection);
    db_free_changes(&job);
    buffer_free(&job.text);
    cli_end(&job.cli);
    return status;
}

const struct command command_db = {
    .name = "db",
    .synopsis = "[options] STORE VERB [ARGUMENT...]",
    .summary = "Look after a store.",
    .options = options,
    .query_options = query_options,
    .take_condition = take_condition,
    .names_conditions = true,
    .epilogue = "Verbs:\n"
                "  info     what the store holds, in numbers\n"
                "  check    verify all: the file, its tables, every game, and the index\n"
                "  delete   take out the games that the options choose\n"
                "  retag    change their tags: --set, --remove, --rename\n"
                "  rename   player|event|site OLD NEW: give one another name everywhere\n"
                "  similar  [player|event|site]: propose names that may be one\n"
                "  dedup    list games that are there twice, and delete all but one\n"
                "  merge    STORE...: add their games; the first store need not be there\n"
                "  compact  make the file as small and quick as it can be\n"
                "  reindex  build the position index anew\n"
                "  upgrade  bring a store of an older format up to date\n"
                "\n"
                "Examples:\n"
                "  qipu db games.qipu info\n"
                "  qipu db --json games.qipu check --full\n"
                "  qipu db games.qipu delete --id 17,20..30\n"
                "  qipu db games.qipu rename player 'Tal, M' 'Tal, Mihail'\n"
                "  qipu db games.qipu retag --event 'Hastings' --set 'Site=Hastings ENG'\n"
                "\n"
                "Exit status: 0 done, nothing wrong; 1 no game matches; 2 damaged, or not done.\n",
    .run = run,
};
