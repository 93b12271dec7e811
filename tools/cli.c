/* Walking over the arguments of a command with getopt_long. Three tables are made one for it, in
   this order: the command's own options, those of queries, the common ones; cli_option numbers
   them through. */
#include "tools/cli.h"
#include "query/query.h"
#include "tools/folder.h"
#include "tools/habits.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Whether the command has an option of that name itself. */
static bool is_own(const struct command *command, const char *name)
{
    const struct option_row *o = command->options;
    while (o && o->name && strcmp(o->name, name) != 0)
        o++;
    return o && o->name;
}

bool cli_option(const struct command *command, size_t number, struct option_row *row)
{
    for (const struct option_row *o = command->options; o && o->name; o++)
        if (number-- == 0)
            return *row = *o, true;
    for (const struct query_option *o = command->query_options; o && o->name; o++)
        if (number-- == 0)
            return *row = (struct option_row){.name = o->name,
                                              .argument = o->argument,
                                              .help = o->help},
                   true;
    for (const struct option_row *o = common_options; o->name; o++)
        if (!is_own(command, o->name) && number-- == 0)
            return *row = *o, true;
    return false;
}

/* The value that getopt_long returns for the option of a number: above all characters, which are
   returned for short options. */
enum { NUMBERED = 0x200000 };

void cli_start(struct cli *cli, const struct command *command, int argc, char **argv)
{
    *cli = (struct cli){.command = command, .argc = argc, .argv = argv};
    cli->common.read.game = GAME_COUNT;
    cli_speak_as(command->name);
    char *letters = cli->letters;
    *letters++ = ':'; /* no messages of its own, and ':' for an argument that is missing */
    struct option_row row;
    for (int i = 0; i < CLI_OPTIONS_MAX && cli_option(command, (size_t)i, &row); i++) {
        int has_argument = !row.argument          ? no_argument
                           : *row.argument == '[' ? optional_argument
                                                  : required_argument;
        cli->options[i] = (struct option){row.name, has_argument, NULL, NUMBERED + i};
        if (row.letter) {
            *letters++ = row.letter;
            if (row.argument)
                *letters++ = ':';
        }
    }
}

void cli_end(struct cli *cli)
{
    paths_free(&cli->operands);
    paths_free(&cli->common.files);
    paths_free(&cli->file_lists);
    paths_free(&cli->tables);
    looked_free(&cli->looked);
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

/* Another command that has the option NAME, or NULL. */
static const struct command *owner(const char *name)
{
    struct option_row row;
    for (size_t c = 0; commands[c]; c++)
        for (size_t i = 0; cli_option(commands[c], i, &row); i++)
            if (strcmp(row.name, name) == 0)
                return commands[c];
    return NULL;
}

/* Names that other programs have for options. */
static const struct {
    const char *name, *meant;
} guesses[] = {
    {"format", "to"},
    {"csv", "to csv"},
    {"csv", "json"},
    {"fields", "columns"},
    {"dedup", "unique"},
    {"add-eco", "add eco"},
    {"year", "date"},
    {"rating", "elo"},
    {"opening", "moves"},
    {"svg", "style svg"},
    {"unicode", "style unicode"},
    {"chinese", "style chinese"},
};

/* What is meant by NAME in other programs, "option" or "option value", or NULL. */
static const char *guess(const struct cli *cli, const char *name)
{
    for (size_t g = 0; g < sizeof guesses / sizeof *guesses; g++) {
        const char *meant = guesses[g].meant;
        const size_t len = strcspn(meant, " ");
        for (size_t i = 0; strcmp(guesses[g].name, name) == 0 && cli->options[i].name; i++)
            if (strlen(cli->options[i].name) == len &&
                memcmp(cli->options[i].name, meant, len) == 0)
                return meant;
    }
    return NULL;
}

/* WORD ("--name" or "--name=value") is the beginning of no option, or of more than one. */
static void refuse_word(struct cli *cli, const char *word)
{
    const char *names[CLI_OPTIONS_MAX + 1] = {0}, *close = NULL;
    char name[64];
    int len = snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    struct buffer list = {0};
    const struct command *other;
    for (size_t i = 0; cli->options[i].name; i++) {
        names[i] = cli->options[i].name;
        if (strncmp(names[i], name, (size_t)len) == 0)
            buffer_printf(&list, "%s--%s", list.len ? ", " : "", names[i]);
    }
    if (len > 0 && list.len > 0)
        cli_usage(cli, "option '--%s' may be %s", name, buffer_terminate(&list));
    else if ((close = guess(cli, name)) != NULL)
        cli_usage(cli, "unknown option '--%s'; did you mean '--%s'?", name, close);
    else if ((other = owner(name)) != NULL)
        cli_usage(cli, "unknown option '--%s'; 'qipu %s' has it", name, other->name);
    else if ((close = habit_of(cli->command, name, 0)) != NULL)
        cli_usage(cli, "unknown option '--%s'; in place of pgn-extract's: qipu %s", name, close);
    else if ((close = suggest(name, names)) != NULL)
        cli_usage(cli, "unknown option '--%s'; did you mean '--%s'?", name, close);
    else
        cli_usage(cli, "unknown option '--%s'", name);
    buffer_free(&list);
}

static void refuse_letter(struct cli *cli, char letter)
{
    const char *habit = habit_of(cli->command, NULL, letter);
    if (habit)
        cli_usage(cli, "unknown option '-%c'; in place of pgn-extract's: qipu %s", letter, habit);
    else
        cli_usage(cli, "unknown option '-%c'", letter);
}

/* The row for VALUE, a letter or a number as getopt_long returns them. */
static bool find_row(const struct cli *cli, int value, struct option_row *row)
{
    if (value >= NUMBERED)
        return cli_option(cli->command, (size_t)(value - NUMBERED), row);
    for (size_t i = 0; cli_option(cli->command, i, row); i++)
        if (row->letter == value)
            return true;
    return false;
}

/* Whether the value that was given for the option is empty, and of a kind that no reader of values
   sees. */
static bool lacks_value(const struct option_row *row)
{
    return row->argument && optarg && !*optarg &&
           (strcmp(row->argument, "FILE") == 0 || strcmp(row->argument, "TEXT") == 0);
}

/* The row that getopt_long found when it returned RESULT; false after a message. */
static bool take_result(struct cli *cli, int result, struct option_row *row)
{
    bool found = result != '?' && find_row(cli, result == ':' ? optopt : result, row);
    if (found && (result == ':' || lacks_value(row)))
        cli_usage(cli, "option '--%s' needs an argument: %s", row->name, row->argument);
    else if (result != '?')
        return found || misuse(cli);
    else if (optopt == 0)
        refuse_word(cli, cli->argv[optind - 1]);
    else if (optopt >= NUMBERED && find_row(cli, optopt, row))
        cli_usage(cli, "option '--%s' takes no argument", row->name);
    else
        refuse_letter(cli, (char)optopt);
    return misuse(cli);
}

/* --- Common options --------------------------------------------------------------------------- */

static bool set_letters(void *command, const char *code)
{
    struct cli *cli = command;
    cli->common.read.letters = piece_letters_find(code);
    cli->common.read.auto_letters = strcmp(code, "auto") == 0;
    if (cli->common.read.letters || cli->common.read.auto_letters)
        return true;
    struct buffer list = {0};
    for (const struct piece_letters *p = piece_letter_table; p->code; p++)
        buffer_printf(&list, "%s%s", list.len ? ", " : "", p->code);
    cli_usage(cli, "no piece letters '%s'; there are auto, %s", code, buffer_terminate(&list));
    buffer_free(&list);
    return false;
}

static bool set_game(void *command, const char *name)
{
    struct cli *cli = command;
    cli->common.read.game = game_from_name(name);
    if (cli->common.read.game == GAME_COUNT)
        cli_usage(cli, "--game: '%s' is not chess or xiangqi", name);
    return cli->common.read.game != GAME_COUNT;
}

static bool set_language(void *command, const char *code)
{
    const bool ok = cli_lang(code);
    if (!ok)
        cli_usage(command, "--lang: '%s' is not en or zh", code);
    return ok;
}

static bool set_threads(void *command, const char *value)
{
    enum { MOST = 1024 };
    struct cli *cli = command;
    long long n;
    if (!cli_number(cli, "threads", value, MOST, &n))
        return false;
    cli->common.threads = (int)n;
    return true;
}

static bool take_verbose(void *command, const char *value)
{
    struct cli *cli = command;
    (void)value;
    cli->common.verbose++;
    return true;
}

static bool take_line_buffered(void *command, const char *value)
{
    struct cli *cli = command;
    (void)value;
    return cli->common.line_buffered = cli->common.read.live = true;
}

static bool take_list(void *command, const char *path)
{
    struct cli *cli = command;
    return keep(cli, &cli->file_lists, path);
}

static bool stop(struct cli *cli, int status)
{
    cli->status = status;
    return cli->stop = true;
}

static bool take_help(void *command, const char *value)
{
    struct cli *cli = command;
    (void)value;
    return stop(cli, cli_help(cli->command));
}

static bool take_version(void *command, const char *value)
{
    (void)value;
    return stop(command, cli_version());
}

static const char *letters_word(size_t i)
{
    return i == 0 ? "auto" : piece_letter_table[i - 1].code;
}

#define COMMON(member) offsetof(struct cli, common.member)
const struct option_row common_options[] = {
    {"output", 'o', "FILE", "write to FILE, which is put in place when complete",
     .text = COMMON(output)},
    {"quiet", 'q', NULL, "no summary, no progress", .flag = COMMON(quiet)},
    {"verbose", 'v', NULL, "say more", .take = take_verbose},
    {"json", 0, NULL, "one JSON object per line", .flag = COMMON(json)},
    {"threads", 0, "N", "use N threads (default: one per core)", .take = set_threads},
    {"recursive", 'r', NULL, "read the game files below folders", .flag = COMMON(recursive)},
    {"files-from", 0, "FILE", "read further names of files from FILE ('-': stdin)",
     .take = take_list},
    {"line-buffered", 0, NULL, "write every line at once", .take = take_line_buffered},
    {"encoding", 0, "NAME", "encoding of the input (default: told by content)",
     .text = COMMON(read.encoding), .words = "UTF-8 GB18030 BIG5 WINDOWS-1252 ISO-8859-1"},
    {"game", 0, "GAME", "chess or xiangqi (default: told by content)", .take = set_game,
     .words = "chess xiangqi"},
    {"piece-letters", 0, "CODE", "the language of piece letters: en, de ..., or auto",
     .take = set_letters, .word = letters_word},
    {"lang", 0, "LANG", "language of messages: en or zh (default: locale's)", .take = set_language,
     .words = "en zh"},
    {"help", 'h', NULL, "print this help", .take = take_help},
    {"version", 0, NULL, "print the version", .take = take_version},
    {0},
};

/* --- Walking ---------------------------------------------------------------------------------- */

/* Take VALUE as ROW says. False after a message. */
static bool take(struct cli *cli, const struct option_row *row, const char *value)
{
    char *command = (char *)cli;
    long long n;
    if (row->take)
        return row->take(cli, value);
    if (row->flag)
        return *(bool *)(command + row->flag) = true;
    if (row->flags)
        *(unsigned *)(command + row->flags) |= row->bit;
    else if (row->text)
        *(const char **)(command + row->text) = value;
    else if (!row->number)
        return cli->command->take_condition(cli, row->name, value);
    else if (!cli_number(cli, row->name, value, INT64_MAX, &n))
        return false;
    else
        *(uint64_t *)(command + row->number) = (uint64_t)n;
    return true;
}

static bool is_common(const struct command *command, const struct option_row *row)
{
    const struct option_row *o = common_options;
    while (o->name && strcmp(o->name, row->name) != 0)
        o++;
    return o->name && !is_own(command, row->name);
}

bool cli_next(struct cli *cli, struct option_row *row)
{
    int result;
    while (!cli->stop &&
           (result = getopt_long(cli->argc, cli->argv, cli->letters, cli->options, NULL)) != -1) {
        if (!take_result(cli, result, row))
            break;
        const char *value = row->argument ? optarg : NULL;
        if ((row->is_read && !keep(cli, &cli->tables, value)) || !take(cli, row, value))
            return misuse(cli);
        if (!is_common(cli->command, row))
            return true;
    }
    while (!cli->stop && optind < cli->argc)
        keep(cli, &cli->operands, cli->argv[optind++]);
    return false;
}

bool cli_read(struct cli *cli, const struct command *command, int argc, char **argv)
{
    struct option_row row;
    cli_start(cli, command, argc, argv);
    while (cli_next(cli, &row))
        ;
    return !cli->stop;
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
        if (!*path) {
            cli_usage(cli, "the name of a file is missing: ''");
            return false;
        }
        bool open = cli->common.recursive && is_folder(path);
        if (!(open ? folder_add(files, path, &cli->common.read, &cli->looked, &err)
                   : paths_add(files, path, &err)))
            goto fail;
    }
    for (size_t i = 0; i < cli->file_lists.count; i++)
        if (!paths_add_listed(files, cli->file_lists.items[i], &err))
            goto fail;
    const size_t named = cli->operands.count - first;
    if (named + cli->file_lists.count > 0) {
        cli->looked.first = named > 0 ? cli->operands.items[first] : cli->file_lists.items[0];
        cli->looked.more = named + cli->file_lists.count - 1;
        return cli_options_fit(cli, files);
    }
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

bool cli_on_error(const struct cli *cli, const char *value, bool *use_prefix)
{
    *use_prefix = strcmp(value, "prefix") == 0;
    if (*use_prefix || strcmp(value, "skip") == 0)
        return true;
    cli_usage(cli, "--on-error is skip or prefix, not '%s'", value);
    return false;
}
