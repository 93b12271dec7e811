/* qipu validate: what is wrong in game files, where, and why. The findings are the product, so they
   go to standard output (validate_print.c); with --fix (validate_fix.c) the games are. */
#include "tools/validate_parts.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Options ---------------------------------------------------------------------------------- */

static bool parse_severity(const char *word, int *severity)
{
    for (int s = 0; s < SEVERITIES; s++) {
        if (strcmp(word, severity_name((enum severity)s)) == 0) {
            *severity = s;
            return true;
        }
    }
    return false;
}

/* Set SET for each code of the comma-separated LIST. */
static bool parse_codes(const struct validate *v, const char *list, bool *set)
{
    do {
        char code[40];
        size_t len = strcspn(list, ",");
        snprintf(code, sizeof code, "%.*s", (int)(len < sizeof code ? len : sizeof code - 1), list);
        enum finding_code found = finding_from_code(code);
        if (found == FINDING_CODES) {
            const char *names[FINDING_CODES + 1] = {0};
            for (int i = 0; i < FINDING_CODES; i++)
                names[i] = finding_kinds[i].code;
            cli_no_such(&v->cli, "finding", code, names, "see --list-codes");
            return false;
        }
        set[found] = true;
        list += len + (list[len] == ',');
    } while (*list);
    return true;
}

static void list_codes(struct output *out)
{
    for (int i = 0; i < FINDING_CODES; i++)
        output_printf(out, "%-20s %-8s %s\n", finding_kinds[i].code,
                      severity_name(finding_kinds[i].severity), lang_text(finding_kinds[i].text));
}

static bool set_fail_on(void *command, const char *word)
{
    struct validate *v = command;
    v->fail_on = SEVERITIES;
    if (strcmp(word, "never") == 0 || parse_severity(word, &v->fail_on))
        return true;
    cli_usage(&v->cli, "--fail-on: '%s' is not error, warning, note or never", word);
    return false;
}

static bool set_minimum(void *command, const char *word)
{
    struct validate *v = command;
    int severity;
    if (!parse_severity(word, &severity)) {
        cli_usage(&v->cli, "--min-severity: '%s' is not error, warning or note", word);
        return false;
    }
    v->minimum = (enum severity)severity;
    return true;
}

static bool set_format(void *command, const char *word)
{
    struct validate *v = command;
    static const char *const words[] = {
        [FINDINGS_AS_TEXT] = "text",
        [FINDINGS_AS_JSON] = "json",
        [FINDINGS_AS_GITHUB] = "github",
        [FINDINGS_AS_SARIF] = "sarif",
    };
    for (int i = 0; i < FINDING_FORMATS; i++) {
        if (strcmp(words[i], word) == 0) {
            v->format = (enum finding_format)i;
            return true;
        }
    }
    cli_usage(&v->cli, "--format: '%s' is not text, json, github or sarif", word);
    return false;
}

static bool set_rules(void *command, const char *word)
{
    struct validate *v = command;
    v->rules = rule_book_find(word);
    if (v->rules != RULE_BOOKS)
        return true;
    cli_usage(&v->cli, "--rules: '%s' is not cxa, wxf or axf", word);
    return false;
}

static bool set_by(void *command, const char *word)
{
    struct validate *v = command;
    v->summary = v->by_file = strcmp(word, "file") == 0;
    if (!v->by_file)
        cli_usage(&v->cli, "--by: there is no table by '%s', but one by file", word);
    return v->by_file;
}

static bool set_only(void *command, const char *list)
{
    struct validate *v = command;
    v->has_only = true;
    return parse_codes(v, list, v->only);
}

static bool set_ignored(void *command, const char *list)
{
    struct validate *v = command;
    return parse_codes(v, list, v->ignored);
}

static bool set_fix(void *command, const char *level)
{
    struct validate *v = command;
    const bool is_all = level && strcmp(level, "all") == 0;
    v->fix.is_on = true;
    v->fix.options.level = is_all ? REPAIR_ALL : REPAIR_SAFE;
    if (!level || is_all || strcmp(level, "safe") == 0)
        return true;
    cli_usage(&v->cli, "--fix is safe or all, not '%s'", level);
    return false;
}

static bool set_in_place(void *command, const char *value)
{
    struct validate *v = command;
    (void)value;
    return v->fix.in_place = v->fix.is_on = true;
}

static bool set_dry_run(void *command, const char *value)
{
    struct validate *v = command;
    (void)value;
    return v->fix.dry_run = v->fix.is_on = true;
}

static const char *code_word(size_t i)
{
    return i < FINDING_CODES ? finding_kinds[i].code : NULL;
}

static const struct option_row options[] = {
    {"fail-on", 0, "SEVERITY", "exit 1 at error (default), warning, note, or never",
     .take = set_fail_on, .words = "error warning note never"},
    {"min-severity", 0, "SEVERITY", "show from note, warning (default) or error on",
     .take = set_minimum, .words = "note warning error"},
    {"strict", 0, NULL, "accepted dialects are warnings instead of notes",
     .flag = offsetof(struct validate, strict)},
    {"only", 0, "CODE,...", "look for these findings alone, of any severity", .take = set_only,
     .word = code_word},
    {"ignore", 0, "CODE,...", "neither show nor count these findings", .take = set_ignored,
     .word = code_word},
    {"fix", 0, "[=LEVEL]", "write the games mended: safe (default) or all", .take = set_fix,
     .words = "safe all"},
    {"in-place", 0, NULL, "write mended games into their files", .take = set_in_place},
    {"dry-run", 0, NULL, "show what --fix would change, as a diff", .take = set_dry_run},
    {"rules", 0, "BOOK", "of repetition in xiangqi: cxa (default), wxf or axf", .take = set_rules,
     .words = "cxa wxf axf"},
    {"format", 0, "FORMAT", "text (default), json, sarif, github", .take = set_format,
     .words = "text json sarif github"},
    {"name-games", 0, NULL, "with each finding, players, event and date",
     .flag = offsetof(struct validate, name_games)},
    {"baseline", 0, "FILE", "pass over the findings that FILE says are known",
     .text = offsetof(struct validate, known.read_path)},
    {"write-baseline", 0, "FILE", "write what is found, known from then on, to FILE",
     .text = offsetof(struct validate, known.write_path)},
    {"summary", 0, NULL, "end with the number of findings of each code",
     .flag = offsetof(struct validate, summary)},
    {"by", 0, "file", "with a table of the files, the worst first", .take = set_by,
     .words = "file"},
    {"list-codes", 0, NULL, "list all findings with their severity and meaning",
     .flag = offsetof(struct validate, list_codes)},
    {0},
};

/* --- Work ------------------------------------------------------------------------------------- */

/* Whether somebody asks what games are called. */
static bool tells_labels(const struct validate *v)
{
    return v->name_games || v->known.prints || v->known.read_path || v->known.write_path;
}

/* The text of a game begins with what it is called. */
static void check_game(void *closure, unsigned worker, struct game_job *job)
{
    struct validate *v = closure;
    check_record(job->rec, &v->memory[worker], job->findings);
    if (job->findings->count > 0 && tells_labels(v))
        game_label(job->text, job->rec);
    buffer_add_char(job->text, '\0');
    if (v->fix.is_on)
        fix_game(&v->fix, worker, job);
}

static bool take_game(void *closure, struct game_job *job)
{
    enum { UPDATE_GAMES = 64 };
    struct validate *v = closure;
    if (job->text->failed)
        v->incomplete = true;
    v->label = v->incomplete ? "" : job->text->data + job->text_start;
    job->text_start += v->incomplete ? 0 : strlen(v->label) + 1;
    v->counts.games++;
    v->counts.plies += job->ply_count;
    if (job->findings->count > 0) {
        progress_clear(&v->progress);
        validate_print(v, job->findings, job->number);
    }
    if (v->counts.games % UPDATE_GAMES == 0)
        progress_update(&v->progress, reader_consumed(v->reader), v->counts.games);
    if (v->fix.is_on && (!fix_take(&v->fix, v->reader, job) || output_failed(v->fix.out)))
        return false;
    return !cli_interrupted() && !output_failed(v->out);
}

/* What is less severe is neither shown nor fails. */
static enum severity least_counted(const struct validate *v)
{
    if (v->has_only)
        return SEVERITY_NOTE;
    return (int)v->minimum < v->fail_on ? v->minimum : (enum severity)v->fail_on;
}

/* What is neither shown nor counted need not be written down. */
static enum severity least_severity(const struct validate *v)
{
    if (v->summary || v->has_only || v->fix.is_on)
        return SEVERITY_NOTE;
    return least_counted(v);
}

/* Room for the counts of the next file; one without findings needs none. False if memory is out. */
static bool begin_counts(struct validate *v, const char *path)
{
    if (!v->by_file)
        return true;
    if (v->file_count > 0 && validate_is_spotless(&v->files[v->file_count - 1]))
        free(v->files[--v->file_count].file);
    if (v->file_count == v->file_cap) {
        struct file_counts *files = array_grow(v->files, &v->file_cap, 64, sizeof *files);
        if (!files)
            return false;
        v->files = files;
    }
    char *name = strdup(path);
    if (name)
        v->files[v->file_count++] = (struct file_counts){.file = name};
    return name != NULL;
}

static void validate_file(struct validate *v, const char *path)
{
    struct error err;
    if (strcmp(path, "-") != 0 && store_is_store(path)) {
        cli_message("%s: is a store; use: qipu db %s check", path, path);
        v->status = cli_worse(v->status, STATUS_FAILED);
        return;
    }
    v->reader = reader_open(path, &v->cli.common.read, &err);
    if (!v->reader) {
        cli_error(&err);
        v->status = cli_worse(v->status, STATUS_FAILED);
        return;
    }
    if (v->fix.is_on && !fix_open(&v->fix, v->reader, path)) {
        reader_close(v->reader);
        v->status = cli_worse(v->status, STATUS_FAILED);
        return;
    }
    if (!known_open(&v->known, path) || !begin_counts(v, reader_name(v->reader)))
        v->incomplete = true;
    v->counts.files++;
    const uint64_t before = v->counts.games;
    progress_start(&v->progress, !v->cli.common.quiet, reader_size(v->reader));
    const struct game_handler handler = {.work = check_game,
                                         .take = take_game,
                                         .closure = v,
                                         .minimum = least_severity(v),
                                         .strict = v->strict};
    enum read_status status =
        reader_each(v->reader, (unsigned)v->cli.common.threads, &handler, &v->last, &err);
    progress_clear(&v->progress);
    if (v->fix.is_on)
        v->status = fix_close(&v->fix, v->reader, &v->last, status, v->status);
    v->label = "";
    validate_print(v, &v->last, 0);
    validate_print_encoding(v, v->reader);
    if (status == READ_BROKEN) {
        cli_error(&err);
        v->status = cli_worse(v->status, STATUS_FAILED);
    } else if (status == READ_END && v->counts.games == before) {
        v->incomplete |= !looked_at_file(&v->cli.looked, v->reader);
    }
    reader_close(v->reader);
}

static void validate_files(struct validate *v)
{
    for (size_t i = 0; i < THREADS_MAX; i++)
        v->memory[i].rules = v->rules;
    for (int i = 0; i < FINDING_CODES; i++)
        v->is_unwanted[i] = !validate_wants(v, (enum finding_code)i);
    v->fix.options.ignored = v->is_unwanted;
    if (v->format == FINDINGS_AS_SARIF) {
        sarif_begin(&v->line, QIPU_VERSION, v->strict);
        output_buffer(v->out, &v->line);
    }
    const struct paths *files = &v->cli.common.files;
    for (size_t i = 0; i < files->count && !cli_interrupted(); i++)
        validate_file(v, files->items[i]);
    if (v->incomplete) {
        cli_message("out of memory: some findings are missing");
        v->status = STATUS_FAILED;
    }
    v->status = looked_end(&v->cli.looked, v->counts.games > 0, v->cli.common.quiet, v->status);
    validate_print_end(v);
    if (cli_interrupted())
        v->status = STATUS_INTERRUPTED;
    v->status = known_finish(&v->known, &v->cli, v->status);
    while (v->file_count > 0)
        free(v->files[--v->file_count].file);
    free(v->files);
    findings_free(&v->last);
    for (size_t i = 0; i < THREADS_MAX; i++)
        check_memory_free(&v->memory[i]);
    buffer_free(&v->line);
    buffer_free(&v->encodings);
}

extern const struct command command_validate;

/* Where the findings go. NULL after a message. */
static struct output *open_report(struct validate *v)
{
    struct error err;
    if (!v->fix.is_on || v->list_codes)
        return cli_output(&v->cli);
    struct output *out = output_stderr(&err);
    if (!out)
        cli_error(&err);
    return out;
}

/* False after a message. */
static bool start_known(struct validate *v)
{
    v->known.prints = v->format == FINDINGS_AS_SARIF;
    v->known.least = least_counted(v);
    v->known.unwanted = v->is_unwanted;
    v->known.strict = v->strict;
    return known_start(&v->known, &v->cli);
}

static int run(int argc, char **argv)
{
    struct validate v = {.fail_on = SEVERITY_ERROR, .minimum = SEVERITY_WARNING};
    if (!cli_read(&v.cli, &command_validate, argc, argv))
        v.status = v.cli.status;
    else if ((!v.list_codes && !cli_files(&v.cli, 0, true)) ||
             (v.fix.is_on && !fix_start(&v.fix, &v.cli)) || !(v.out = open_report(&v)))
        v.status = STATUS_FAILED;
    if (v.cli.common.json)
        v.format = FINDINGS_AS_JSON;
    if (v.out && !v.list_codes && !start_known(&v)) {
        output_discard(v.out);
        v.out = NULL;
        v.status = STATUS_FAILED;
    }
    if (v.out) {
        if (v.list_codes)
            list_codes(v.out);
        else
            validate_files(&v);
        v.status = cli_worse(v.status, cli_output_close(v.out, STATUS_OK));
    }
    v.status = fix_finish(&v.fix, v.status);
    cli_end(&v.cli);
    return v.status;
}

const struct command command_validate = {
    .name = "validate",
    .synopsis = "[options] [FILE...]",
    .summary = "Say what is wrong in game files, where, and why.",
    .options = options,
    .epilogue = "Examples:\n"
                "  qipu validate games.pgn               errors and warnings, exit 1 if errors\n"
                "  qipu validate --strict --fail-on warning -r collection/\n"
                "  qipu validate --only threefold,fifty-moves games.pgn.gz\n"
                "  qipu validate --fix -o good.pgn games.pgn     mend what is safe to mend\n"
                "Exit status: 0 nothing from --fail-on up, 1 something, or no games, 2 not done.\n",
    .run = run,
};
