/* qipu import: adds the games of files to a store. */
#include "store/import.h"
#include "cli.h"
#include "encodings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const struct command command_import;

static const struct option_row options[] = {
    {"rejects", 0, "FILE", "append the text of games that are refused to FILE"},
    {"on-error", 0, "WHAT", "of a faulty game: reject it (default), or keep its prefix"},
    {"again", 0, NULL, "add games although the store has read the file"},
    {"dry-run", 0, NULL, "say what would be done, and change nothing"},
    {"duplicates", 0, "WHAT", "of games that are there: keep (default), skip, or report them"},
    {"batch-bytes", 0, "N", "commit after N bytes of input (default: 67108864)"},
    {0},
};

struct job {
    struct cli cli;
    struct import_options options;
    const char *store_path, *rejects_path;
    struct store *store;
    struct importer *importer;
    FILE *rejects;
    struct import_handler handler;
    enum game game; /* what the store holds; GAME_COUNT until the first file tells */
    struct reader *reader;
    struct progress progress;
    uint64_t done_bytes; /* of the files before this one */
    struct encodings encodings;
};

/* --- Options ---------------------------------------------------------------------------------- */

static bool take_duplicates(struct job *job, const char *value)
{
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

static bool take_option(struct job *job, const char *name, const char *value)
{
    struct import_options *o = &job->options;
    long long n;
    if (strcmp(name, "rejects") == 0) {
        job->rejects_path = value;
    } else if (strcmp(name, "again") == 0) {
        o->again = true;
    } else if (strcmp(name, "dry-run") == 0) {
        o->dry_run = true;
    } else if (strcmp(name, "batch-bytes") == 0) {
        if (!cli_number(&job->cli, name, value, INT64_MAX, &n))
            return false;
        o->batch_bytes = (uint64_t)n;
    } else if (strcmp(name, "duplicates") == 0) {
        return take_duplicates(job, value);
    } else if (strcmp(value, "prefix") == 0 || strcmp(value, "reject") == 0) {
        o->keep_prefix = value[0] == 'p';
    } else {
        cli_usage(&job->cli, "option '--on-error' takes 'reject' or 'prefix', not '%s'", value);
        return false;
    }
    return true;
}

/* A file that is read may be neither the store nor the rejects. Asked before any of them is
   opened: closing a second descriptor of the store would drop SQLite's locks on it. */
static bool check_files(const struct job *job)
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

/* --- Rejected games --------------------------------------------------------------------------- */

static bool write_rejects(void *closure, struct buffer *text, struct error *err)
{
    struct job *job = closure;
    if (!job->rejects)
        job->rejects = fopen(job->rejects_path, "a");
    if (job->rejects && fwrite(text->data, 1, text->len, job->rejects) == text->len &&
        fflush(job->rejects) == 0)
        return true;
    return error_set_errno(err, errno, "%s: cannot write rejected games", job->rejects_path);
}

static const struct finding *first_error(struct findings *f)
{
    findings_sort(f);
    for (size_t i = 0; i < f->count; i++)
        if (f->items[i].severity == SEVERITY_ERROR)
            return &f->items[i];
    return NULL;
}

/* Keep the game's source text, under a line that says what is wrong. It begins with '%', the sign
   of PGN for a line to be passed over, so that the file can be mended and imported as it is. Of a
   binary file there is that line alone. */
static void keep_reject(struct job *job, const struct game_job *game)
{
    struct buffer *text = importer_text(job->importer);
    const struct finding *x = first_error(game->findings);
    const char *name = reader_name(job->reader);
    buffer_add_string(text, "% ");
    if (!x) {
        finding_escape(text, name, strlen(name));
    } else {
        struct place at = reader_place(job->reader, x->source);
        finding_write_place(text, name, &at);
        buffer_add_string(text, ": ");
        finding_escape(text, finding_text(game->findings, x), x->text_len);
        buffer_printf(text, " [%s]", finding_kinds[x->code].code);
    }
    buffer_add_char(text, '\n');
    if (reader_is_binary(job->reader))
        return;
    buffer_add(text, game->source, game->source_len);
    bool has_line_end = game->source_len > 0 && game->source[game->source_len - 1] == '\n';
    buffer_add_string(text, has_line_end ? "\n" : "\n\n");
}

/* --- Files ------------------------------------------------------------------------------------ */

static void report(struct job *job, struct findings *findings)
{
    enum severity min = SEVERITY_ERROR;
    if (job->cli.common.verbose > 0)
        min = job->cli.common.verbose > 1 ? SEVERITY_NOTE : SEVERITY_WARNING;
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].severity < min)
            continue;
        progress_clear(&job->progress);
        cli_findings(job->reader, findings, min);
        return;
    }
}

static uint64_t games_seen(const struct job *job)
{
    const struct import_counts *c = importer_counts(job->importer);
    return c->added + c->replaced + c->rejected + c->skipped + c->known +
           (job->options.duplicates == DUPLICATES_SKIP ? c->duplicates : 0);
}

/* Say which game of the store the one at hand is the same as. */
static void report_twin(struct job *job, const struct game_job *game)
{
    const game_id twin = importer_twin(job->importer);
    const char *name = reader_name(job->reader);
    progress_clear(&job->progress);
    if (twin == IMPORT_UNSTORED)
        cli_message("%s: game %" PRIu64 " is the same as one before it", name, game->number);
    else
        cli_message("%s: game %" PRIu64 " is the same as %s#%u", name, game->number,
                    job->store_path, (unsigned)twin);
}

/* Say which game of the store it is the beginning of, or the other way round. */
static void report_beginning(struct job *job, const struct game_job *game, struct beginning other)
{
    const char *name = reader_name(job->reader);
    progress_clear(&job->progress);
    if (other.id == IMPORT_UNSTORED)
        cli_message(other.is_longer ? "%s: game %" PRIu64 " is the beginning of one before it"
                                    : "%s: game %" PRIu64 " begins with all of one before it",
                    name, game->number);
    else
        cli_message(other.is_longer ? "%s: game %" PRIu64 " is the beginning of %s#%u"
                                    : "%s: game %" PRIu64 " begins with all of %s#%u",
                    name, game->number, job->store_path, (unsigned)other.id);
}

static bool take_game(void *closure, const struct game_job *game, enum import_verdict verdict)
{
    enum { UPDATE_GAMES = 64 };
    struct job *job = closure;
    if (verdict != IMPORT_KNOWN)
        report(job, game->findings);
    if (verdict != IMPORT_KNOWN && importer_twin(job->importer) && !job->cli.common.quiet)
        report_twin(job, game);
    if (verdict != IMPORT_KNOWN && importer_beginning(job->importer).id && !job->cli.common.quiet)
        report_beginning(job, game, importer_beginning(job->importer));
    if (verdict == IMPORT_REJECTED && job->rejects_path)
        keep_reject(job, game);
    if (game->number % UPDATE_GAMES == 0)
        progress_update(&job->progress, job->done_bytes + reader_consumed(job->reader),
                        games_seen(job));
    return !cli_interrupted();
}

static int fail(struct job *job, const struct error *err)
{
    progress_clear(&job->progress);
    cli_error(err);
    return STATUS_FAILED;
}

/* Text in two encodings may be a guess that failed, so it is told; in one that is not UTF-8, if
   asked. */
static void report_encoding(struct job *job, const char *path)
{
    const struct text_facts *facts = reader_text_facts(job->reader);
    char text[ENCODING_TEXT];
    bool is_mixed;
    encodings_count(&job->encodings, facts);
    if (!encoding_describe(facts, text, &is_mixed) || job->cli.common.quiet ||
        (!is_mixed && job->cli.common.verbose == 0))
        return;
    progress_clear(&job->progress);
    cli_message("%s: %s", path, text);
}

/* Take the games of the file that is open. *GO_ON is false if the store failed. */
static int import_games(struct job *job, const char *path, bool *go_on)
{
    struct error err;
    struct findings last = {.minimum = job->handler.minimum};
    unsigned threads = (unsigned)job->cli.common.threads;
    const uint64_t before = games_seen(job);
    enum import_end end =
        importer_read(job->importer, path, job->reader, threads, &job->handler, &last, &err);
    report(job, &last);
    report_encoding(job, path);
    if (end == IMPORT_DONE && games_seen(job) == before && !job->cli.common.quiet)
        cli_no_game(job->reader);
    findings_free(&last);
    *go_on = end != IMPORT_STORE_FAILED;
    if (end == IMPORT_STOPPED)
        return STATUS_INTERRUPTED;
    return end == IMPORT_DONE ? STATUS_OK : fail(job, &err);
}

/* Decide what a new store holds. What was read before has left no game in it. */
static bool set_game(struct job *job, enum game game, struct error *err)
{
    if (job->store && !job->options.dry_run && game != store_game(job->store) &&
        !(importer_commit(job->importer, err) && store_set_game(job->store, game, err)))
        return false;
    job->game = job->cli.common.read.otherwise = game;
    return true;
}

/* Whether the games of the file are of the kind that the store holds. A new store takes that of the
   first file that tells one. */
static bool is_right_game(struct job *job, const char *path, struct error *err)
{
    enum game game = reader_game(job->reader);
    if (job->game == GAME_COUNT)
        return !reader_tells_game(job->reader) || set_game(job, game, err);
    return game == job->game || error_set(err, ERROR_FORMAT, "%s: holds %s games, and the store %s",
                                          path, game_name(game), game_name(job->game));
}

static int import_file(struct job *job, const char *path, bool *go_on)
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

static int import_files(struct job *job)
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
    bool rejected = importer_counts(job->importer)->rejected > 0;
    return rejected ? cli_worse(status, STATUS_FINDINGS) : status;
}

/* --- Summary ---------------------------------------------------------------------------------- */

static const struct {
    const char *key, *text;
    size_t at;
    bool always;
} lines[] = {
    {"added", LANG("added"), offsetof(struct import_counts, added), true},
    {"replaced", LANG("continued"), offsetof(struct import_counts, replaced), false},
    {"rejected", LANG("rejected"), offsetof(struct import_counts, rejected), false},
    {"skipped", LANG("skipped, of other variants"), offsetof(struct import_counts, skipped), false},
    {"duplicates", LANG("duplicates"), offsetof(struct import_counts, duplicates), false},
    {"contained", LANG("contained in others"), offsetof(struct import_counts, contained), false},
    {"known", LANG("imported before"), offsetof(struct import_counts, known), false},
};

static void write_text(const struct job *job, struct buffer *out)
{
    const struct import_counts *c = importer_counts(job->importer);
    finding_escape(out, job->store_path, strlen(job->store_path));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        uint64_t n;
        memcpy(&n, (const char *)c + lines[i].at, sizeof n);
        if (n > 0 || lines[i].always)
            buffer_printf(out,
                          i > 0    ? lang_text(", %" PRIu64 " %s")
                          : n == 1 ? lang_text(": %" PRIu64 " game %s")
                                   : lang_text(": %" PRIu64 " games %s"),
                          n, lang_text(lines[i].text));
    }
    for (size_t i = 0; i < job->encodings.count; i++)
        buffer_printf(out, lang_text(", %" PRIu64 " file%s with text in %s"),
                      job->encodings.rows[i].files, job->encodings.rows[i].files == 1 ? "" : "s",
                      job->encodings.rows[i].name);
    const uint64_t errors = c->findings[SEVERITY_ERROR], warnings = c->findings[SEVERITY_WARNING];
    buffer_printf(out, lang_text("; %" PRIu64 " error%s, %" PRIu64 " warning%s%s\n"), errors,
                  errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s",
                  job->options.dry_run ? lang_text(" (nothing changed)") : "");
}

/* As an object: the files that have text in each encoding but UTF-8. */
static void write_encodings(struct json *j, const struct encodings *e)
{
    struct json files;
    json_key(j, "encodings");
    json_begin(&files, j->out);
    for (size_t i = 0; i < e->count; i++)
        json_member_int(&files, e->rows[i].name, (long long)e->rows[i].files);
    json_end(&files);
}

static void write_json(const struct job *job, struct buffer *out)
{
    const struct import_counts *c = importer_counts(job->importer);
    struct json j;
    json_begin(&j, out);
    json_member_string(&j, "store", job->store_path);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        uint64_t n;
        memcpy(&n, (const char *)c + lines[i].at, sizeof n);
        json_member_int(&j, lines[i].key, (long long)n);
    }
    json_member_int(&j, "errors", (long long)c->findings[SEVERITY_ERROR]);
    json_member_int(&j, "warnings", (long long)c->findings[SEVERITY_WARNING]);
    json_member_bool(&j, "dry_run", job->options.dry_run);
    if (job->encodings.count > 0)
        write_encodings(&j, &job->encodings);
    json_end(&j);
    buffer_add_char(out, '\n');
}

/* Write the summary to OUT and close it. */
static int summarize(struct job *job, struct output *out)
{
    struct buffer text = {0};
    if (job->cli.common.json)
        write_json(job, &text);
    else
        write_text(job, &text);
    output_buffer(out, &text);
    buffer_free(&text);
    return cli_output_close(out, STATUS_OK);
}

/* --- The command ------------------------------------------------------------------------------ */

/* A dry run neither creates a store nor needs one. */
static bool open_store(struct job *job)
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

static int import(struct job *job)
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
            .text = write_rejects,
            .closure = job,
            .minimum = job->cli.common.verbose > 1 ? SEVERITY_NOTE : SEVERITY_WARNING};
        status = import_files(job);
        if (out)
            status = cli_worse(status, summarize(job, out));
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

static int run(int argc, char **argv)
{
    struct job job = {.store = NULL};
    const char *name, *value;
    int status;
    cli_start(&job.cli, &command_import, argc, argv);
    while ((name = cli_next(&job.cli, &value)) != NULL) {
        if (!take_option(&job, name, value)) {
            cli_end(&job.cli);
            return STATUS_FAILED;
        }
    }
    if (job.cli.stop) {
        status = job.cli.status;
    } else if (job.cli.operands.count == 0) {
        status = cli_usage(&job.cli, "no store given");
    } else {
        job.store_path = job.cli.operands.items[0];
        status = cli_files(&job.cli, 1, true) ? import(&job) : STATUS_FAILED;
    }
    cli_end(&job.cli);
    return status;
}

const struct command command_import = {
    .name = "import",
    .synopsis = "[options] STORE [FILE...]",
    .summary = "Add the games of files to a store, which is created if it is not there.",
    .options = options,
    .epilogue =
        "Examples:\n"
        "  qipu import games.qipu masters.pgn.gz\n"
        "  qipu import --rejects bad.pgn games.qipu -r collection/\n"
        "\n"
        "A file that was imported before adds only the games that are new at its end.\n"
        "Exit status: 0 done; 1 done, but games were rejected; 2 something could not be done;\n"
        "130 interrupted, what was read until then is kept.\n",
    .run = run,
};
