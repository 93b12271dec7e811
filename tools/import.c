/* qipu import: adds the games of files to a store. */
#include "tools/import.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const struct command command_import;

/* --- Options ---------------------------------------------------------------------------------- */

static bool set_duplicates(void *command, const char *value)
{
    struct import_job *job = command;
    static const char *const words[] = {
        [DUPLICATES_KEEP] = "keep", [DUPLICATES_SKIP] = "skip", [DUPLICATES_REPORT] = "report"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(value, words[i]) == 0) {
            job->options.duplicates = (enum import_duplicates)i;
            return true;
        }
    }
    cli_usage(&job->cli, "option '--duplicates' takes 'keep', 'skip' or 'report', not '%s'", value);
    return false;
}

static bool set_on_error(void *command, const char *value)
{
    struct import_job *job = command;
    job->options.keep_prefix = strcmp(value, "prefix") == 0;
    if (job->options.keep_prefix || strcmp(value, "reject") == 0)
        return true;
    cli_usage(&job->cli, "option '--on-error' takes 'reject' or 'prefix', not '%s'", value);
    return false;
}

static const struct option_row options[] = {
    {"rejects", 0, "FILE", "append the text of games that are refused to FILE",
     .text = offsetof(struct import_job, rejects_path)},
    {"on-error", 0, "WHAT", "faulty games: reject (default), or keep the prefix",
     .take = set_on_error, .words = "reject prefix"},
    {"again", 0, NULL, "add games although the store has read the file",
     .flag = offsetof(struct import_job, options.again)},
    {"dry-run", 0, NULL, "say what would be done, and change nothing",
     .flag = offsetof(struct import_job, options.dry_run)},
    {"duplicates", 0, "WHAT", "games that are there: keep (default), skip, report",
     .take = set_duplicates, .words = "keep skip report"},
    {"batch-bytes", 0, "N", "commit after N bytes of input (default: 67108864)",
     .number = offsetof(struct import_job, options.batch_bytes)},
    {0},
};

/* A file that is read may be neither the store nor the rejects. Asked before any of them is
   opened: closing a second descriptor of the store would drop SQLite's locks on it. */
static bool check_files(const struct import_job *job)
{
    const struct paths *files = &job->cli.common.files;
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->items[i];
        if (output_is_same_file(job->store_path, path)) {
            cli_message("%s: is the store to import into", path);
            return false;
        }
        if (job->rejects_path && output_is_same_file(job->rejects_path, path)) {
            cli_message("%s: is an input; rejected games must go elsewhere", path);
            return false;
        }
    }
    if (job->rejects_path && output_is_same_file(job->rejects_path, job->store_path)) {
        cli_message("%s: is the store; rejected games must go elsewhere", job->rejects_path);
        return false;
    }
    return true;
}

/* --- Files ------------------------------------------------------------------------------------ */

static uint64_t games_seen(const struct import_job *job)
{
    const struct import_counts *c = importer_counts(job->importer);
    return c->added + c->replaced + c->rejected + c->skipped + c->known +
           (job->options.duplicates == DUPLICATES_SKIP ? c->duplicates : 0);
}

static bool take_game(void *closure, const struct game_job *game, enum import_verdict verdict)
{
    enum { UPDATE_GAMES = 64 };
    struct import_job *job = closure;
    if (verdict != IMPORT_KNOWN)
        import_report(job, game->findings);
    if (verdict != IMPORT_KNOWN && importer_twin(job->importer) && !job->cli.common.quiet)
        import_report_twin(job, game);
    if (verdict != IMPORT_KNOWN && importer_beginning(job->importer).id && !job->cli.common.quiet)
        import_report_beginning(job, game, importer_beginning(job->importer));
    if (verdict == IMPORT_REJECTED && job->rejects_path)
        import_keep_reject(job, game);
    if (game->number % UPDATE_GAMES == 0)
        progress_update(&job->progress, job->done_bytes + reader_consumed(job->reader),
                        games_seen(job));
    return !cli_interrupted();
}

static int fail(struct import_job *job, const struct error *err)
{
    progress_clear(&job->progress);
    cli_error(err);
    return STATUS_FAILED;
}

/* Take the games of the file that is open. *GO_ON is false if the store failed. */
static int import_games(struct import_job *job, const char *path, bool *go_on)
{
    struct error err;
    struct findings last = {.minimum = job->handler.minimum};
    unsigned threads = (unsigned)job->cli.common.threads;
    const uint64_t before = games_seen(job);
    const struct import_source source = {path, folder_names_find(&job->names, path), job->reader};
    enum import_end end =
        importer_read(job->importer, &source, threads, &job->handler, &last, &err);
    import_report(job, &last);
    import_report_encoding(job, path);
    const bool ok = end != IMPORT_DONE || games_seen(job) > before ||
                    looked_at_file(&job->cli.looked, job->reader);
    findings_free(&last);
    *go_on = end != IMPORT_STORE_FAILED;
    if (end == IMPORT_STOPPED)
        return STATUS_INTERRUPTED;
    if (!ok)
        error_no_memory(&err);
    return ok && end == IMPORT_DONE ? STATUS_OK : fail(job, &err);
}

/* Decide what a new store holds. What was read before has left no game in it. */
static bool set_game(struct import_job *job, enum game game, struct error *err)
{
    if (job->store && !job->options.dry_run && game != store_game(job->store) &&
        !(importer_commit(job->importer, err) && store_set_game(job->store, game, err)))
        return false;
    job->game = job->cli.common.read.otherwise = game;
    return true;
}

/* Whether the games of the file are of the kind that the store holds. A new store takes that of the
   first file that tells one. */
static bool is_right_game(struct import_job *job, const char *path, struct error *err)
{
    enum game game = reader_game(job->reader);
    if (job->game == GAME_COUNT)
        return !reader_tells_game(job->reader) || set_game(job, game, err);
    return game == job->game || error_set(err, ERROR_FORMAT, "%s: holds %s games, and the store %s",
                                          path, game_name(game), game_name(job->game));
}

static int import_file(struct import_job *job, const char *path, bool *go_on)
{
    struct error err;
    if (strcmp(path, "-") != 0 && store_is_store(path)) {
        cli_message("%s: is a store; use: qipu convert %s | qipu import %s -", path, path,
                    job->store_path);
        return STATUS_FAILED;
    }
    job->reader = reader_open(path, &job->cli.common.read, &err);
    if (!job->reader)
        return fail(job, &err);
    if (!is_right_game(job, path, &err)) {
        reader_close(job->reader);
        return fail(job, &err);
    }
    int status = import_games(job, path, go_on);
    if (job->game == GAME_COUNT && importer_counts(job->importer)->added > 0)
        job->game = job->cli.common.read.otherwise = reader_game(job->reader);
    job->done_bytes += reader_consumed(job->reader);
    reader_close(job->reader);
    return status;
}

static uint64_t total_size(const struct paths *files)
{
    uint64_t total = 0;
    struct stat st;
    for (size_t i = 0; i < files->count; i++) {
        if (stat(files->items[i], &st) != 0 || !S_ISREG(st.st_mode))
            return 0;
        total += (uint64_t)st.st_size;
    }
    return total;
}

static int import_files(struct import_job *job)
{
    const struct paths *files = &job->cli.common.files;
    const struct common *common = &job->cli.common;
    int status = STATUS_OK;
    bool go_on = true;
    struct error err;
    progress_start(&job->progress, !common->quiet, total_size(files));
    for (size_t i = 0; go_on && i < files->count && status != STATUS_INTERRUPTED; i++)
        status = cli_worse(status, import_file(job, files->items[i], &go_on));
    if (go_on && !importer_commit(job->importer, &err))
        status = cli_worse(status, fail(job, &err));
    progress_clear(&job->progress);
    if (job->rejects && fclose(job->rejects) != 0) {
        cli_message("%s: cannot write rejected games: %s", job->rejects_path,
                    lang_text(strerror(errno)));
        status = cli_worse(status, STATUS_FAILED);
    }
    if (importer_counts(job->importer)->rejected > 0)
        status = cli_worse(status, STATUS_FINDINGS);
    return looked_end(&job->cli.looked, games_seen(job) > 0, common->quiet, status);
}

/* --- The command ------------------------------------------------------------------------------ */

/* A dry run neither creates a store nor needs one. */
static bool open_store(struct import_job *job)
{
    struct error err;
    struct stat st = {0};
    enum store_mode mode = job->options.dry_run ? STORE_READ : STORE_WRITE;
    struct read_options *read = &job->cli.common.read;
    const bool is_new = stat(job->store_path, &st) == 0 ? st.st_size == 0 : errno == ENOENT;
    read->hash = true;
    job->game = read->game;
    if (mode == STORE_READ && is_new)
        return true;
    job->store = store_open(job->store_path, mode, job->game, &err);
    if (job->store && store_has_held_games(job->store))
        job->game = read->otherwise = store_game(job->store);
    if (job->store)
        return true;
    if (err.code == ERROR_FORMAT)
        cli_message("%s; the store is named first, then the files", err.text);
    else
        cli_error(&err);
    return false;
}

static int import(struct import_job *job)
{
    struct error err;
    int status = STATUS_FAILED;
    struct stat st;
    bool existed = stat(job->store_path, &st) == 0;
    if (!check_files(job) || !open_store(job))
        return status;
    /* Opened before the work, which would be in vain, and behind the store, to be no part of it. */
    bool silent = job->cli.common.quiet && !job->cli.common.json;
    struct output *out = silent ? NULL : cli_output(&job->cli);
    if (!out && !silent) {
        store_close(job->store);
        return status;
    }
    job->importer = importer_new(job->store, &job->options, &err);
    if (job->importer) {
        job->handler = (struct import_handler){
            .game = take_game,
            .text = import_write_rejects,
            .closure = job,
            .minimum = job->cli.common.verbose > 1 ? SEVERITY_NOTE : SEVERITY_WARNING};
        status = import_files(job);
        if (out)
            status = cli_worse(status, import_summarize(job, out));
        importer_free(job->importer);
    } else {
        cli_error(&err);
        if (out)
            output_discard(out);
    }
    /* A run that found nothing to add leaves no empty store behind. */
    bool is_empty = job->store && store_game_count(job->store) == 0;
    store_close(job->store);
    if (is_empty && !existed)
        unlink(job->store_path);
    return status;
}

/* False after a message. */
static bool take_files(struct import_job *job)
{
    struct error err;
    if (!cli_files(&job->cli, 1, true))
        return false;
    if ((!job->cli.common.recursive ||
         folder_names_add(&job->names, &job->cli.operands, 1, &err)) &&
        folder_names_look(&job->names, &job->cli.common.files, &err))
        return true;
    cli_error(&err);
    return false;
}

static int run(int argc, char **argv)
{
    struct import_job job = {.store = NULL};
    int status;
    if (!cli_read(&job.cli, &command_import, argc, argv)) {
        status = job.cli.status;
    } else if (job.cli.operands.count == 0 || !*job.cli.operands.items[0]) {
        status = cli_usage(&job.cli, "no store given");
    } else {
        job.store_path = job.cli.operands.items[0];
        status = take_files(&job) ? import(&job) : STATUS_FAILED;
    }
    folder_names_free(&job.names);
    cli_end(&job.cli);
    return status;
}

const struct command command_import = {
    .name = "import",
    .synopsis = "[options] STORE [FILE...]",
    .summary = "Add the games of files to a store, which need not be there yet.",
    .options = options,
    .epilogue = "Examples:\n"
                "  qipu import games.qipu masters.pgn.gz\n"
                "  qipu import --rejects bad.pgn games.qipu -r collection/\n"
                "\n"
                "A file that was imported before adds only the games that are new at its end.\n"
                "Exit status: 0 done; 1 games rejected, or none read; 2 not all could be done;\n"
                "130 interrupted, what was read until then is kept.\n",
    .run = run,
};
