/* qipu validate: what is wrong in game files, where, and why. The findings are the product, so they
   go to standard output. */
#include "check/check.h"
#include "cli.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_GITHUB };

struct validate {
    struct cli cli;
    enum format format;
    int fail_on; /* enum severity, or SEVERITIES for never */
    enum severity minimum;
    bool strict, summary, list_codes;
    bool findings_failed; /* memory was out for some */
    bool has_only, only[FINDING_CODES], ignored[FINDING_CODES];

    struct output *out;
    struct buffer line;
    struct findings last; /* about text behind the last game of a file */
    struct check_memory memory[THREADS_MAX];
    struct progress progress;
    struct reader *reader;
    bool incomplete;
    uint64_t counts[FINDING_CODES], by_severity[SEVERITIES], suppressed;
    uint64_t files, games, plies;
    int status;
};

static const struct option_row options[] = {
    {"fail-on", 0, "SEVERITY", "exit 1 at error (default), warning, note, or never"},
    {"min-severity", 0, "SEVERITY", "show findings from note, warning (default) or error on"},
    {"strict", 0, NULL, "accepted dialects are warnings instead of notes"},
    {"only", 0, "CODE,...", "look for these findings alone, whatever their severity"},
    {"ignore", 0, "CODE,...", "neither show nor count these findings"},
    {"format", 0, "FORMAT", "text (default), json, or github (annotations for code review)"},
    {"summary", 0, NULL, "end with the number of findings of each code"},
    {"list-codes", 0, NULL, "list all findings with their severity and meaning"},
    {0},
};

/* --- Options -------------------------------------------------------------------------------------
 */

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
static bool parse_codes(struct validate *v, const char *name, const char *list, bool *set)
{
    while (*list) {
        char code[40];
        size_t len = strcspn(list, ",");
        snprintf(code, sizeof code, "%.*s", (int)(len < sizeof code ? len : sizeof code - 1), list);
        enum finding_code found = finding_from_code(code);
        if (found == FINDING_CODES) {
            const char *names[FINDING_CODES + 1] = {0};
            for (int i = 0; i < FINDING_CODES; i++)
                names[i] = finding_kinds[i].code;
            const char *close = cli_suggest(code, names);
            v->status =
                close ? cli_usage(&v->cli, "--%s: no finding '%s'; did you mean '%s'?", name, code,
                                  close)
                      : cli_usage(&v->cli, "--%s: no finding '%s'; see --list-codes", name, code);
            return false;
        }
        set[found] = true;
        list += len + (list[len] == ',');
    }
    return true;
}

static void list_codes(struct output *out)
{
    for (int i = 0; i < FINDING_CODES; i++)
        output_printf(out, "%-20s %-8s %s\n", finding_kinds[i].code,
                      severity_name(finding_kinds[i].severity), finding_kinds[i].text);
}

/* Apply one option. False after a message, or when there is nothing left to do. */
static bool apply_option(struct validate *v, const char *name, const char *value)
{
    int severity = SEVERITY_WARNING;
    if (strcmp(name, "fail-on") == 0) {
        bool never = strcmp(value, "never") == 0;
        if (!never && !parse_severity(value, &severity)) {
            v->status =
                cli_usage(&v->cli, "--fail-on: '%s' is not error, warning, note or never", value);
            return false;
        }
        v->fail_on = never ? SEVERITIES : severity;
    } else if (strcmp(name, "min-severity") == 0) {
        if (!parse_severity(value, &severity)) {
            v->status =
                cli_usage(&v->cli, "--min-severity: '%s' is not error, warning or note", value);
            return false;
        }
        v->minimum = (enum severity)severity;
    } else if (strcmp(name, "strict") == 0) {
        v->strict = true;
    } else if (strcmp(name, "only") == 0) {
        v->has_only = true;
        return parse_codes(v, name, value, v->only);
    } else if (strcmp(name, "ignore") == 0) {
        return parse_codes(v, name, value, v->ignored);
    } else if (strcmp(name, "format") == 0) {
        static const char *const words[] = {"text", "json", "github", NULL};
        int i = 0;
        while (words[i] && strcmp(words[i], value) != 0)
            i++;
        if (!words[i]) {
            v->status = cli_usage(&v->cli, "--format: '%s' is not text, json or github", value);
            return false;
        }
        v->format = (enum format)i;
    } else if (strcmp(name, "summary") == 0) {
        v->summary = true;
    } else if (strcmp(name, "list-codes") == 0) {
        v->list_codes = true;
    }
    return true;
}

/* --- Printing ------------------------------------------------------------------------------------
 */

/* What a finding says, apart from where it is kept. */
struct said {
    const char *file;
    struct place place;
    uint64_t game;
    uint32_t ply;
    enum finding_code code;
    enum severity severity;
    const char *text;
};

static void print_text(struct buffer *b, const struct said *s)
{
    finding_escape(b, s->file, strlen(s->file));
    buffer_printf(b, ":%llu:%llu: %s: ", (unsigned long long)s->place.line,
                  (unsigned long long)s->place.column, severity_name(s->severity));
    finding_escape(b, s->text, strlen(s->text));
    buffer_printf(b, " [%s]\n", finding_kinds[s->code].code);
}

static void print_json(struct buffer *b, const struct said *s)
{
    struct json j;
    json_begin(&j, b);
    json_member_string(&j, "file", s->file);
    json_member_int(&j, "line", (long long)s->place.line);
    json_member_int(&j, "column", (long long)s->place.column);
    json_member_int(&j, "offset", (long long)s->place.offset);
    json_member_int(&j, "game", (long long)s->game);
    json_member_int(&j, "ply", s->ply);
    json_member_string(&j, "severity", severity_name(s->severity));
    json_member_string(&j, "code", finding_kinds[s->code].code);
    json_member_string(&j, "message", s->text);
    json_end(&j);
    buffer_add_char(b, '\n');
}

/* Text inside a workflow command: controls (line ends too) as everywhere, then %, and in a property
   : and , so that no data can end the annotation and begin another. */
static void github_escape(struct buffer *b, const char *text, bool property)
{
    struct buffer shown = {0};
    finding_escape(&shown, text, strlen(text));
    for (const char *s = buffer_terminate(&shown); *s; s++) {
        if (*s == '%' || (property && (*s == ':' || *s == ',')))
            buffer_printf(b, "%%%02X", (unsigned char)*s);
        else
            buffer_add_char(b, *s);
    }
    buffer_free(&shown);
}

static void print_github(struct buffer *b, const struct said *s)
{
    static const char *const commands_of[SEVERITIES] = {"notice", "warning", "error"};
    buffer_printf(b, "::%s file=", commands_of[s->severity]);
    github_escape(b, s->file, true);
    buffer_printf(b, ",line=%llu,col=%llu,title=%s::", (unsigned long long)s->place.line,
                  (unsigned long long)s->place.column, finding_kinds[s->code].code);
    github_escape(b, s->text, false);
    buffer_add_char(b, '\n');
}

/* Whether it is to be counted and, if severe enough, shown. */
static bool is_wanted(const struct validate *v, enum finding_code code)
{
    return !v->ignored[code] && (!v->has_only || v->only[code]);
}

/* The severity that --strict leaves it. */
static enum severity severity_of(const struct validate *v, enum finding_code code)
{
    const struct finding_kind *kind = &finding_kinds[code];
    return kind->is_dialect && v->strict ? SEVERITY_WARNING : kind->severity;
}

static void count(struct validate *v, enum finding_code code, enum severity severity)
{
    v->counts[code]++;
    v->by_severity[severity]++;
    if ((int)severity >= v->fail_on)
        v->status = cli_worse(v->status, STATUS_FINDINGS);
}

static void print(struct validate *v, const struct said *s)
{
    static void (*const printers[])(struct buffer *, const struct said *) = {
        [FORMAT_TEXT] = print_text, [FORMAT_JSON] = print_json, [FORMAT_GITHUB] = print_github};
    if (s->severity < v->minimum && !v->has_only)
        return;
    printers[v->format](&v->line, s);
    output_buffer(v->out, &v->line);
}

static void print_findings(struct validate *v, struct findings *f, uint64_t number)
{
    findings_sort(f);
    v->suppressed += f->suppressed;
    v->incomplete = v->incomplete || f->failed;
    for (size_t i = 0; i < f->count; i++) {
        const struct finding *x = &f->items[i];
        if (!is_wanted(v, x->code))
            continue;
        count(v, x->code, x->severity);
        struct said said = {
            .file = reader_name(v->reader),
            .place = reader_place(v->reader, x->source),
            .game = number,
            .ply = x->ply,
            .code = x->code,
            .severity = x->severity,
            .text = finding_text(f, x),
        };
        print(v, &said);
    }
}

/* What is true of a file as a whole. */
static void print_encoding(struct validate *v, struct reader *r)
{
    const struct text_facts *facts = reader_text_facts(r);
    const struct {
        enum finding_code code;
        uint64_t n;
        const char *format;
    } said[] = {
        {FINDING_OTHER_ENCODING, facts->fallback_lines,
         "%llu line%s not in UTF-8, read as Windows-1252"},
        {FINDING_ENCODING, facts->replaced, "%llu byte%s that no encoding explains"},
    };
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        if (said[i].n == 0 || !is_wanted(v, said[i].code))
            continue;
        char text[80];
        snprintf(text, sizeof text, said[i].format, (unsigned long long)said[i].n,
                 said[i].n == 1 ? "" : "s");
        enum severity severity = severity_of(v, said[i].code);
        count(v, said[i].code, severity);
        print(v, &(struct said){.file = reader_name(r),
                                .place = {1, 1, 0},
                                .code = said[i].code,
                                .severity = severity,
                                .text = text});
    }
}

static void summary_text(struct validate *v)
{
    struct buffer *b = &v->line;
    for (int i = 0; i < FINDING_CODES; i++)
        if (v->counts[i] > 0)
            buffer_printf(b, "%8llu %-8s %s\n", (unsigned long long)v->counts[i],
                          severity_name(severity_of(v, (enum finding_code)i)),
                          finding_kinds[i].code);
    buffer_printf(b,
                  "%llu file%s, %llu game%s, %llu plies: %llu errors, %llu warnings, %llu notes\n",
                  (unsigned long long)v->files, v->files == 1 ? "" : "s",
                  (unsigned long long)v->games, v->games == 1 ? "" : "s",
                  (unsigned long long)v->plies, (unsigned long long)v->by_severity[SEVERITY_ERROR],
                  (unsigned long long)v->by_severity[SEVERITY_WARNING],
                  (unsigned long long)v->by_severity[SEVERITY_NOTE]);
    if (v->suppressed > 0)
        buffer_printf(b, "%llu more findings in games with over %d each were not listed\n",
                      (unsigned long long)v->suppressed, FINDINGS_MAX);
}

static void summary_json(struct validate *v)
{
    struct json j, counts;
    json_begin(&j, &v->line);
    json_member_int(&j, "files", (long long)v->files);
    json_member_int(&j, "games", (long long)v->games);
    json_member_int(&j, "plies", (long long)v->plies);
    json_member_int(&j, "errors", (long long)v->by_severity[SEVERITY_ERROR]);
    json_member_int(&j, "warnings", (long long)v->by_severity[SEVERITY_WARNING]);
    json_member_int(&j, "notes", (long long)v->by_severity[SEVERITY_NOTE]);
    json_member_int(&j, "suppressed", (long long)v->suppressed);
    json_key(&j, "counts");
    json_begin(&counts, &v->line);
    for (int i = 0; i < FINDING_CODES; i++)
        if (v->counts[i] > 0)
            json_member_int(&counts, finding_kinds[i].code, (long long)v->counts[i]);
    json_end(&counts);
    json_end(&j);
    buffer_add_char(&v->line, '\n');
}

static void print_summary(struct validate *v)
{
    if (v->format == FORMAT_JSON)
        summary_json(v);
    else
        summary_text(v);
    output_buffer(v->out, &v->line);
}

/* --- Work ----------------------------------------------------------------------------------------
 */

static void check_game(void *closure, unsigned worker, struct game_job *job)
{
    struct validate *v = closure;
    check_record(job->rec, &v->memory[worker], job->findings);
}

static bool take_game(void *closure, struct game_job *job)
{
    enum { UPDATE_GAMES = 64 };
    struct validate *v = closure;
    v->games++;
    v->plies += job->ply_count;
    if (job->findings->count > 0) {
        progress_clear(&v->progress);
        print_findings(v, job->findings, job->number);
    }
    if (v->games % UPDATE_GAMES == 0)
        progress_update(&v->progress, reader_consumed(v->reader), v->games);
    return !cli_interrupted() && !output_failed(v->out);
}

/* What is neither shown nor counted need not be written down. */
static enum severity least_severity(const struct validate *v)
{
    if (v->summary || v->has_only)
        return SEVERITY_NOTE;
    return (int)v->minimum < v->fail_on ? v->minimum : (enum severity)v->fail_on;
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
    v->files++;
    progress_start(&v->progress, !v->cli.common.quiet, reader_size(v->reader));
    const struct game_handler handler = {.work = check_game,
                                         .take = take_game,
                                         .closure = v,
                                         .minimum = least_severity(v),
                                         .strict = v->strict};
    enum read_status status =
        reader_each(v->reader, (unsigned)v->cli.common.threads, &handler, &v->last, &err);
    progress_clear(&v->progress);
    print_findings(v, &v->last, 0);
    print_encoding(v, v->reader);
    if (status == READ_BROKEN) {
        cli_error(&err);
        v->status = cli_worse(v->status, STATUS_FAILED);
    }
    reader_close(v->reader);
}

static void validate_files(struct validate *v)
{
    const struct paths *files = &v->cli.common.files;
    for (size_t i = 0; i < files->count && !cli_interrupted(); i++)
        validate_file(v, files->items[i]);
    if (v->incomplete) {
        cli_message("out of memory: some findings are missing");
        v->status = STATUS_FAILED;
    }
    if (v->summary)
        print_summary(v);
    if (cli_interrupted())
        v->status = STATUS_INTERRUPTED;
    findings_free(&v->last);
    for (size_t i = 0; i < THREADS_MAX; i++)
        check_memory_free(&v->memory[i]);
    buffer_free(&v->line);
}

extern const struct command command_validate;

static int run(int argc, char **argv)
{
    struct validate v = {.fail_on = SEVERITY_ERROR, .minimum = SEVERITY_WARNING};
    const char *name, *value;
    bool go_on = true;
    cli_start(&v.cli, &command_validate, argc, argv);
    while (go_on && (name = cli_next(&v.cli, &value)) != NULL)
        go_on = apply_option(&v, name, value);
    if (v.cli.common.json)
        v.format = FORMAT_JSON;
    if (v.cli.stop)
        v.status = v.cli.status;
    else if (go_on && !v.list_codes && !cli_files(&v.cli, 0, true))
        v.status = STATUS_FAILED;
    else if (go_on && !(v.out = cli_output(&v.cli)))
        v.status = STATUS_FAILED;
    if (v.out) {
        if (v.list_codes)
            list_codes(v.out);
        else
            validate_files(&v);
        v.status = cli_worse(v.status, cli_output_close(v.out, STATUS_OK));
    }
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
                "Exit status: 0 nothing at or above --fail-on, 1 something, 2 not done.\n",
    .run = run,
};
