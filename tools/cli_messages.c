/* Messages, suggestions, interrupts, output: what commands say and how they end. Everything that
   may quote input is escaped here, so that no file can send control sequences to a terminal. */
#include "base/ascii.h"
#include "report/report.h"
#include "tools/cli.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *speaker;
static volatile sig_atomic_t interrupted;

void cli_speak_as(const char *name)
{
    speaker = name;
}

/* Write the line B to standard error in one piece, and free it. */
static void write_line(struct buffer *b)
{
    fwrite(b->data, 1, b->len, stderr);
    buffer_free(b);
}

static void message(const char *format, va_list args)
{
    char text[2048];
    vsnprintf(text, sizeof text, lang_text(format), args);
    struct buffer line = {0};
    buffer_printf(&line, "qipu%s%s: ", speaker ? " " : "", speaker ? speaker : "");
    finding_escape(&line, text, strlen(text));
    buffer_add_char(&line, '\n');
    write_line(&line);
}

void cli_message(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message(format, args);
    va_end(args);
}

/* An interrupt makes reads and writes fail, which needs no words. */
void cli_error(const struct error *err)
{
    if (!cli_interrupted())
        cli_message("%s", err->text);
}

int cli_usage(const struct cli *cli, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message(format, args);
    va_end(args);
    fprintf(stderr, lang_text("try: qipu %s --help\n"), cli->command->name);
    return STATUS_FAILED;
}

int cli_no_such(const struct cli *cli, const char *what, const char *word, const char *const *names,
                const char *hint)
{
    const char *close = suggest(word, names);
    if (close)
        return cli_usage(cli, "no %s '%s'; did you mean '%s'?", lang_text(what), word, close);
    return cli_usage(cli, "no %s '%s'; %s", lang_text(what), word, lang_text(hint));
}

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
    input_interrupt();
}

void cli_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
    /* The second interrupt ends the program at once. */
    action.sa_handler = on_interrupt;
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool cli_interrupted(void)
{
    return interrupted != 0;
}

int cli_worse(int a, int b)
{
    return a > b ? a : b;
}

const char *cli_suffix(const char *path)
{
    static const char *const silent[] = {".txt", ".gz", ".zst", NULL};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *suffix = strrchr(name, '.');
    if (!suffix || suffix == name || !is_letter(suffix[1]))
        return NULL;
    for (size_t i = 0; silent[i]; i++)
        if (strcasecmp(suffix, silent[i]) == 0)
            return NULL;
    return suffix;
}

static bool is_among(const char *path, const struct paths *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (output_is_same_file(path, list->items[i]))
            return true;
    return false;
}

bool cli_is_input(const struct cli *cli, const char *path)
{
    return is_among(path, &cli->common.files) || is_among(path, &cli->operands) ||
           is_among(path, &cli->file_lists) || is_among(path, &cli->tables);
}

static struct output *open_output(struct cli *cli, const char *path)
{
    const struct common *c = &cli->common;
    struct error err;
    if (cli_is_input(cli, path)) {
        cli_message("%s: is an input, and would be overwritten",
                    strcmp(path, "-") == 0 ? lang_text("standard output") : path);
        return NULL;
    }
    const char *suffix = strrchr(path, '.');
    if (suffix && (strcmp(suffix, ".gz") == 0 || strcmp(suffix, ".zst") == 0)) {
        cli_message("%s: output is not packed; leave --output out and use: | %s >%s", path,
                    suffix[1] == 'g' ? "gzip" : "zstd", path);
        return NULL;
    }
    struct output *out = output_open(path, c->line_buffered, &err);
    if (!out)
        cli_error(&err);
    return out;
}

struct output *cli_output(struct cli *cli)
{
    return open_output(cli, cli->common.output ? cli->common.output : "-");
}

struct output *cli_output_to(struct cli *cli, const char *path)
{
    const char *main_path = cli->common.output ? cli->common.output : "-";
    if (strcmp(path, main_path) != 0 && !output_is_same_file(path, main_path))
        return open_output(cli, path);
    cli_message("%s: two outputs cannot go to one file",
                strcmp(path, "-") == 0 ? lang_text("standard output") : path);
    return NULL;
}

int cli_output_close(struct output *out, int status)
{
    struct error err;
    const char *waiting = output_waiting(out);
    output_flush(out);
    if (waiting && cli_interrupted())
        status = STATUS_INTERRUPTED;
    if (waiting && status == STATUS_FAILED && !output_failed(out))
        cli_message("%s: not written, since not all could be done", waiting);
    if (output_pipe_closed(out) || (waiting && status >= STATUS_FAILED && !output_failed(out))) {
        output_discard(out);
        return status;
    }
    if (output_close(out, &err))
        return status;
    cli_error(&err);
    return cli_worse(status, STATUS_FAILED);
}

void cli_findings(struct reader *r, struct findings *f, enum severity min)
{
    findings_sort(f);
    const char *name = reader_name(r);
    for (size_t i = 0; i < f->count; i++) {
        const struct finding *x = &f->items[i];
        if (x->severity < min)
            continue;
        struct buffer line = {0};
        finding_write(&line, FINDINGS_AS_TEXT,
                      &(struct finding_line){.file = name,
                                             .place = reader_place(r, x->source),
                                             .code = x->code,
                                             .severity = x->severity,
                                             .text = finding_text(f, x)});
        write_line(&line);
    }
}
