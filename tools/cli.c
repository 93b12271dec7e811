/* Walking over the arguments of a command. Three tables are searched as one, in this order: the
   command's own options, those of queries, the common ones; cli_option numbers them through. */
#include "cli.h"
#include "query/query.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const struct option_row common_options[] = {
    {"output", 'o', "FILE", "write to FILE, which is put in place when complete"},
    {"quiet", 'q', NULL, "no summary, no progress"},
    {"verbose", 'v', NULL, "say more"},
    {"json", 0, NULL, "one JSON object per line"},
    {"threads", 0, "N", "use N threads (default: one per core)"},
    {"recursive", 'r', NULL, "read the game files below folders"},
    {"files-from", 0, "FILE", "read the names of further files from FILE ('-': stdin)"},
    {"line-buffered", 0, NULL, "write every line at once"},
    {"encoding", 0, "NAME", "the encoding of the input (default: told by content)"},
    {"piece-letters", 0, "CODE", "the language of piece letters: en, de, fr ..."},
    {"help", 'h', NULL, "print this help"},
    {"version", 0, NULL, "print the version"},
    {0},
};

static const char *const game_suffixes[] = {".pgn",     ".pgn.gz",  ".pgn.zst", ".epd",
                                            ".epd.gz",  ".epd.zst", ".fen",     ".fen.gz",
                                            ".fen.zst", NULL};

bool cli_option(const struct command *command, size_t number, struct option_row *row)
{
    for (const struct option_row *o = command->options; o && o->name; o++)
        if (number-- == 0)
            return *row = *o, true;
    for (const struct query_option *o = command->query_options; o && o->name; o++)
        if (number-- == 0)
            return *row = (struct option_row){o->name, 0, o->argument, o->help}, true;
    for (const struct option_row *o = common_options; o->name; o++)
        if (number-- == 0)
            return *row = *o, true;
    return false;
}

void cli_start(struct cli *cli, const struct command *command, int argc, char **argv)
{
    *cli = (struct cli){.command = command, .argc = argc, .argv = argv, .index = 1};
    cli_speak_as(command->name);
}

void cli_end(struct cli *cli)
{
    paths_free(&cli->operands);
    paths_free(&cli->common.files);
    paths_free(&cli->file_lists);
}

static bool misuse(struct cli *cli)
{
    cli->status = STATUS_FAILED;
    cli->stop = true;
    return false;
}

/* Take PATH into LIST; false after a message if memory is out. */
static bool keep(struct cli *cli, struct paths *list, const char *path)
{
    struct error err;
    if (paths_add(list, path, &err))
        return true;
    cli_error(&err);
    return misuse(cli);
}

static bool unknown_option(struct cli *cli, const char *word)
{
    enum { NAMES_MAX = 96 };
    const char *names[NAMES_MAX + 1] = {0};
    struct option_row row;
    for (size_t i = 0; i < NAMES_MAX && cli_option(cli->command, i, &row); i++)
        names[i] = row.name;
    const char *close = cli_suggest(word, names);
    if (close)
        cli_usage(cli, "unknown option '--%s'; did you mean '--%s'?", word, close);
    else
        cli_usage(cli, "unknown option '--%s'", word);
    return misuse(cli);
}

static bool ambiguous_option(struct cli *cli, const char *word, size_t len)
{
    struct buffer list = {0};
    struct option_row row;
    for (size_t i = 0; cli_option(cli->command, i, &row); i++)
        if (strncmp(row.name, word, len) == 0)
            buffer_printf(&list, "%s--%s", list.len ? ", " : "", row.name);
    cli_usage(cli, "option '--%.*s' may be %s", (int)len, word, buffer_terminate(&list));
    buffer_free(&list);
    return misuse(cli);
}

/* Find the long option in WORD ("name" or "name=value"), whole or by its only prefix. */
static bool find_long(struct cli *cli, const char *word, struct option_row *found,
                      const char **value)
{
    size_t len = strcspn(word, "=");
    int fits = 0;
    struct option_row row;
    for (size_t i = 0; cli_option(cli->command, i, &row); i++) {
        if (strncmp(row.name, word, len) != 0)
            continue;
        *found = row;
        fits++;
        if (row.name[len] == '\0') {
            fits = 1;
            break;
        }
    }
    if (len == 0 || fits == 0)
        return unknown_option(cli, word);
    if (fits > 1)
        return ambiguous_option(cli, word, len);
    *value = word[len] == '=' ? word + len + 1 : NULL;
    if (*value && !found->argument) {
        cli_usage(cli, "option '--%s' takes no argument", found->name);
        return misuse(cli);
    }
    return true;
}

/* Find the short option at cli->letters, and its argument if it stands in the same word. */
static bool find_short(struct cli *cli, struct option_row *found, const char **value)
{
    char letter = *cli->letters++;
    for (size_t i = 0; cli_option(cli->command, i, found); i++) {
        if (found->letter != letter)
            continue;
        *value = found->argument && *cli->letters ? cli->letters : NULL;
        if (found->argument || !*cli->letters)
            cli->letters = NULL;
        return true;
    }
    cli_usage(cli, "unknown option '-%c'", letter);
    return misuse(cli);
}

/* The next argument that is an option; operands on the way are collected. NULL at the end. */
static const char *next_word(struct cli *cli)
{
    while (cli->index < cli->argc) {
        const char *word = cli->argv[cli->index++];
        if (!cli->options_ended && strcmp(word, "--") == 0)
            cli->options_ended = true;
        else if (!cli->options_ended && word[0] == '-' && word[1] != '\0')
            return word;
        else if (!keep(cli, &cli->operands, word))
            return NULL;
    }
    return NULL;
}

/* Take the next argument as the value of FOUND if it needs one and has none yet. */
static bool take_argument(struct cli *cli, const struct option_row *found, const char **value)
{
    if (!found->argument || *value)
        return true;
    if (cli->index < cli->argc) {
        *value = cli->argv[cli->index++];
        return true;
    }
    cli_usage(cli, "option '--%s' needs an argument: %s", found->name, found->argument);
    return misuse(cli);
}

static bool next_option(struct cli *cli, struct option_row *found, const char **value)
{
    if (!cli->letters) {
        const char *word = next_word(cli);
        if (!word)
            return false;
        if (word[1] == '-')
            return find_long(cli, word + 2, found, value) && take_argument(cli, found, value);
        cli->letters = word + 1;
    }
    return find_short(cli, found, value) && take_argument(cli, found, value);
}

static bool set_letters(struct cli *cli, const char *code)
{
    cli->common.read.letters = piece_letters_find(code);
    if (cli->common.read.letters)
        return true;
    struct buffer list = {0};
    for (const struct piece_letters *p = piece_letter_table; p->code; p++)
        buffer_printf(&list, "%s%s", list.len ? ", " : "", p->code);
    cli_usage(cli, "no piece letters '%s'; there are %s", code, buffer_terminate(&list));
    buffer_free(&list);
    return misuse(cli);
}

static bool set_threads(struct cli *cli, const char *value)
{
    enum { MOST = 1024 };
    long long n;
    if (!cli_number(cli, "threads", value, MOST, &n))
        return misuse(cli);
    cli->common.threads = (int)n;
    return true;
}

static void stop(struct cli *cli, int status)
{
    cli->status = status;
    cli->stop = true;
}

/* Obey a common option; false if NAME is none. */
static bool take_common(struct cli *cli, const char *name, const char *value)
{
    struct common *c = &cli->common;
    if (strcmp(name, "output") == 0)
        c->output = value;
    else if (strcmp(name, "quiet") == 0)
        c->quiet = true;
    else if (strcmp(name, "verbose") == 0)
        c->verbose++;
    else if (strcmp(name, "json") == 0)
        c->json = true;
    else if (strcmp(name, "threads") == 0)
        set_threads(cli, value);
    else if (strcmp(name, "recursive") == 0)
        c->recursive = true;
    else if (strcmp(name, "files-from") == 0)
        keep(cli, &cli->file_lists, value);
    else if (strcmp(name, "line-buffered") == 0)
        c->line_buffered = true;
    else if (strcmp(name, "encoding") == 0)
        c->read.encoding = value;
    else if (strcmp(name, "piece-letters") == 0)
        set_letters(cli, value);
    else if (strcmp(name, "help") == 0)
        stop(cli, cli_help(cli->command));
    else if (strcmp(name, "version") == 0)
        stop(cli, cli_version());
    else
        return false;
    return true;
}

const char *cli_next(struct cli *cli, const char **value)
{
    struct option_row found;
    *value = NULL;
    while (!cli->stop && next_option(cli, &found, value)) {
        if (!take_common(cli, found.name, *value))
            return found.name;
        *value = NULL;
    }
    return NULL;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool cli_files(struct cli *cli, size_t first, bool stdin_default)
{
    struct error err;
    struct paths *files = &cli->common.files;
    for (size_t i = first; i < cli->operands.count; i++) {
        const char *path = cli->operands.items[i];
        bool open = cli->common.recursive && is_folder(path);
        if (!(open ? paths_add_folder(files, path, game_suffixes, &err)
                   : paths_add(files, path, &err)))
            goto fail;
    }
    for (size_t i = 0; i < cli->file_lists.count; i++)
        if (!paths_add_listed(files, cli->file_lists.items[i], &err))
            goto fail;
    if (cli->operands.count > first || cli->file_lists.count > 0)
        return true;
    if (!stdin_default) {
        cli_usage(cli, "no files given");
        return false;
    }
    if (paths_add(files, "-", &err))
        return true;
fail:
    cli_error(&err);
    return false;
}

bool cli_number(const struct cli *cli, const char *name, const char *value, long long max,
                long long *out)
{
    char *end;
    errno = 0;
    *out = strtoll(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0') {
        cli_usage(cli, "option '--%s' needs a number, not '%s'", name, value);
        return false;
    }
    if (errno != 0 || *out > max) {
        cli_usage(cli, "option '--%s' takes at most %lld", name, max);
        return false;
    }
    return true;
}
