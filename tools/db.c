/* qipu db: looks after a store. A verb is a row of a table. */
#include "cli.h"
#include "store/store.h"

#include <inttypes.h>
#include <string.h>

extern const struct command command_db;

static const struct option_row options[] = {{0}};

struct job {
    struct cli cli;
    const char *path;
    struct store *store;
    struct output *out;
    struct buffer text;
};

static void flush(struct job *job)
{
    output_buffer(job->out, &job->text);
}

/* --- info --------------------------------------------------------------------------------------
 */

static const struct {
    const char *key, *text;
    size_t at;
} numbers[] = {
    {"games", "games", offsetof(struct store_info, games)},
    {"plies", "plies", offsetof(struct store_info, plies)},
    {"players", "players", offsetof(struct store_info, players)},
    {"events", "events", offsetof(struct store_info, events)},
    {"sites", "sites", offsetof(struct store_info, sites)},
    {"sources", "sources", offsetof(struct store_info, sources)},
    {"file_bytes", "bytes", offsetof(struct store_info, file_bytes)},
    {"move_bytes", "  moves", offsetof(struct store_info, move_bytes)},
    {"text_bytes", "  texts", offsetof(struct store_info, text_bytes)},
};

static uint64_t number_at(const struct store_info *info, size_t at)
{
    uint64_t n;
    memcpy(&n, (const char *)info + at, sizeof n);
    return n;
}

static void write_info_json(struct job *job, const struct store_info *info)
{
    char date[DATE_TEXT_MAX];
    struct json j;
    json_begin(&j, &job->text);
    json_member_string(&j, "store", store_path(job->store));
    json_member_string(&j, "game", game_name(info->game));
    json_member_int(&j, "format", info->format_version);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_member_int(&j, numbers[i].key, (long long)number_at(info, numbers[i].at));
    date_format(info->first_date, date);
    json_member_string(&j, "first_date", date);
    date_format(info->last_date, date);
    json_member_string(&j, "last_date", date);
    json_end(&j);
    buffer_add_char(&job->text, '\n');
}

static void write_info(struct job *job, const struct store_info *info)
{
    char first[DATE_TEXT_MAX], last[DATE_TEXT_MAX];
    buffer_printf(&job->text, "%-14s%s\n%-14s%d\n", "game", game_name(info->game), "format",
                  info->format_version);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        buffer_printf(&job->text, "%-14s%" PRIu64 "\n", numbers[i].text,
                      number_at(info, numbers[i].at));
    date_format(info->first_date, first);
    date_format(info->last_date, last);
    if (info->last_date)
        buffer_printf(&job->text, "%-14s%s to %s\n", "dates", first, last);
}

static int run_info(struct job *job)
{
    struct error err;
    struct store_info info;
    if (!store_info(job->store, &info, &err)) {
        cli_error(&err);
        return STATUS_FAILED;
    }
    if (job->cli.common.json)
        write_info_json(job, &info);
    else
        write_info(job, &info);
    flush(job);
    return STATUS_OK;
}

/* --- check -------------------------------------------------------------------------------------
 */

static void report_fault(void *closure, const char *line)
{
    struct job *job = closure;
    if (job->cli.common.json) {
        struct json j;
        json_begin(&j, &job->text);
        json_member_string(&j, "fault", line);
        json_end(&j);
    } else {
        finding_escape(&job->text, line, strlen(line));
    }
    buffer_add_char(&job->text, '\n');
    flush(job);
}

static int run_check(struct job *job)
{
    struct error err;
    long long faults = store_check(job->store, report_fault, job, &err);
    if (faults < 0) {
        cli_error(&err);
        return STATUS_FAILED;
    }
    if (job->cli.common.json) {
        struct json j;
        json_begin(&j, &job->text);
        json_member_int(&j, "games", (long long)store_game_count(job->store));
        json_member_int(&j, "faults", faults);
        json_end(&j);
        buffer_add_char(&job->text, '\n');
    } else if (!job->cli.common.quiet) {
        buffer_printf(&job->text,
                      faults ? "%" PRIu64 " games, %lld faults\n" : "%" PRIu64 " games, no fault\n",
                      store_game_count(job->store), faults);
    }
    flush(job);
    return faults ? STATUS_FAILED : STATUS_OK;
}

/* --- upgrade -----------------------------------------------------------------------------------
 */

static int run_upgrade(struct job *job)
{
    struct error err;
    int from = 0;
    if (!store_upgrade(job->path, job->cli.common.threads, &from, &err)) {
        cli_error(&err);
        return STATUS_FAILED;
    }
    if (job->cli.common.json) {
        struct json j;
        json_begin(&j, &job->text);
        json_member_int(&j, "from", from);
        json_member_int(&j, "to", STORE_FORMAT);
        json_end(&j);
        buffer_add_char(&job->text, '\n');
    } else if (!job->cli.common.quiet && from == STORE_FORMAT) {
        buffer_printf(&job->text, "the store has the newest format, %d\n", from);
    } else if (!job->cli.common.quiet) {
        buffer_printf(&job->text, "upgraded from format %d to %d\n", from, STORE_FORMAT);
    }
    flush(job);
    return STATUS_OK;
}

/* --- The command -------------------------------------------------------------------------------
 */

static const struct verb {
    const char *name;
    enum store_mode mode;
    int (*run)(struct job *job);
    bool opens; /* the store itself */
} verbs[] = {
    {"info", STORE_READ, run_info, false},
    {"check", STORE_READ, run_check, false},
    {"upgrade", STORE_WRITE, run_upgrade, true},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static const struct verb *named_verb(const char *name)
{
    for (size_t i = 0; i < VERBS; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
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
    const char *close = cli_suggest(name, names);
    if (named_verb(store))
        cli_message("the store comes first: qipu db %s %s", name, store);
    else if (close)
        cli_message("no verb '%s'; did you mean '%s'?", name, close);
    else
        cli_message("no verb '%s'; see: qipu db --help", name);
    return NULL;
}

static int run_verb(struct job *job, const struct verb *verb, const char *path)
{
    struct error err;
    int status = STATUS_FAILED;
    job->path = path;
    if (!verb->opens && !(job->store = store_open(path, verb->mode, GAME_COUNT, &err))) {
        cli_error(&err);
        return STATUS_FAILED;
    }
    job->out = cli_output(&job->cli);
    if (job->out) {
        status = verb->run(job);
        status = cli_worse(status, cli_output_close(job->out, STATUS_OK));
    }
    store_close(job->store);
    buffer_free(&job->text);
    return status;
}

static int run(int argc, char **argv)
{
    struct job job = {.store = NULL};
    const char *value;
    int status = STATUS_FAILED;
    cli_start(&job.cli, &command_db, argc, argv);
    while (cli_next(&job.cli, &value))
        ;
    const struct paths *operands = &job.cli.operands;
    if (job.cli.stop) {
        status = job.cli.status;
    } else if (operands->count != 2) {
        status = cli_usage(&job.cli, operands->count < 2 ? "a store and a verb are needed"
                                                         : "more than a store and a verb given");
    } else {
        const struct verb *verb = find_verb(operands);
        if (verb)
            status = run_verb(&job, verb, operands->items[0]);
    }
    cli_end(&job.cli);
    return status;
}

const struct command command_db = {
    .name = "db",
    .synopsis = "[options] STORE VERB",
    .summary = "Look after a store.",
    .options = options,
    .epilogue =
        "Verbs:\n"
        "  info     what the store holds, in numbers\n"
        "  check    verify everything: the file, its tables, and every game\n"
        "  upgrade  bring a store of an older format up to date\n"
        "\n"
        "Examples:\n"
        "  qipu db games.qipu info\n"
        "  qipu db --json games.qipu check\n"
        "\n"
        "Exit status: 0 done, and nothing wrong; 2 the store is damaged or cannot be read.\n",
    .run = run,
};
