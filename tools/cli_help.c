/* What --help and --version print. Help fits a screen: common options are spelt out for commands
   with few options, else only named, with a word where they are explained. */
#include "cli.h"
#include "query/query.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { HELP_LINES = 48, NAME_WIDTH = 30 };

/* Standard output may be a full disk or a closed pipe, for help too. */
static int finish(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return STATUS_OK;
    if (errno == EPIPE)
        return STATUS_OK;
    cli_message("cannot write to standard output: %s", lang_text(strerror(errno)));
    return STATUS_FAILED;
}

int cli_version(void)
{
    printf("qipu %s\n", QIPU_VERSION);
    return finish();
}

/* What stands between an option and its argument. */
static const char *before_argument(const struct option_row *row)
{
    return row->argument && *row->argument != '[' ? " " : "";
}

/* MORE are other options of the same line, each behind ", --". */
static void print_row(const struct option_row *row, const char *more)
{
    char name[100];
    char letter[] = {'-', row->letter, ',', '\0'};
    snprintf(name, sizeof name, "  %-3s --%s%s%s%s", row->letter ? letter : "", row->name, more,
             before_argument(row), row->argument ? row->argument : "");
    printf("%-*s %s\n", NAME_WIDTH, name, lang_text(row->help));
}

/* The options FROM to END of COMMAND, a line each; those without help on that of the option before
   them. */
static void print_rows(const struct command *command, size_t from, size_t end)
{
    struct option_row row, next;
    for (size_t i = from; i < end && cli_option(command, i, &row);) {
        char more[64] = "";
        size_t len = 0;
        for (i++; i < end && len < sizeof more && cli_option(command, i, &next) && !next.help; i++)
            len += (size_t)snprintf(more + len, sizeof more - len, ", --%s", next.name);
        print_row(&row, more);
    }
}

static void print_common_rows(void)
{
    for (const struct option_row *o = common_options; o->name; o++)
        print_row(o, "");
}

/* The options FROM to END of COMMAND as a paragraph: "-o, --output FILE  -q, --quiet ...". */
static void print_names(const struct command *command, size_t from, size_t end)
{
    enum { WIDTH = 78 };
    size_t column = 0;
    struct option_row row;
    for (size_t i = from; i < end && cli_option(command, i, &row); i++) {
        char name[64];
        char letter[] = {'-', row.letter, ',', ' ', '\0'};
        int len = snprintf(name, sizeof name, "%s--%s%s%s", row.letter ? letter : "", row.name,
                           before_argument(&row), row.argument ? row.argument : "");
        bool fits = column > 0 && column + 2 + (size_t)len <= WIDTH;
        printf("%s  %s", column == 0 || fits ? "" : "\n", name);
        column = (fits ? column : 0) + 2 + (size_t)len;
    }
    putchar('\n');
}

static size_t count_options(const struct option_row *options)
{
    size_t n = 0;
    while (options && options[n].name)
        n++;
    return n;
}

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* TEXT with each of its lines looked up by itself: examples are the same in every language. */
static void print_lines(const char *text)
{
    char line[160];
    for (size_t len; *text; text += len + (text[len] == '\n')) {
        len = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)len, text);
        puts(lang_text(line));
    }
}

static void help_command(const struct command *command)
{
    size_t all = 0;
    struct option_row row;
    while (cli_option(command, all, &row))
        all++;
    size_t own = count_options(command->options);
    for (const struct query_option *o = command->query_options; o && o->name; o++)
        own++;
    const size_t listed = command->names_conditions ? count_options(command->options) : own;

    printf(lang_text("usage: qipu %s %s\n%s\n\n"), command->name, lang_text(command->synopsis),
           lang_text(command->summary));
    print_rows(command, 0, listed);
    if (listed < own) {
        printf("%s", lang_text("Conditions that choose games, explained in qipu-search(1):\n"));
        print_names(command, listed, own);
    }
    if (all + count_lines(command->epilogue) + 5 <= HELP_LINES) {
        print_rows(command, own, all);
    } else {
        printf("%s", lang_text("Common options, explained in qipu(1):\n"));
        print_names(command, own, all);
    }
    putchar('\n');
    print_lines(command->epilogue);
}

static void help_program(void)
{
    printf("%s", lang_text("usage: qipu COMMAND [options] [FILE...]\n"
                           "Keeps, checks, searches and converts collections of chess and xiangqi "
                           "games.\n\nCommands:\n"));
    for (size_t i = 0; commands[i]; i++)
        printf("  %-10s %s\n", commands[i]->name, lang_text(commands[i]->summary));
    printf("  %-10s %s\n\n%s", "help", lang_text("explain a command"),
           lang_text("Options of every command:\n"));
    print_common_rows();
    printf("\n%s",
           lang_text(
               "'qipu help COMMAND' tells the options of a command, qipu-COMMAND(1) all about it.\n"
               "Exit status: 0 done, 1 done with findings, 2 not done, 130 interrupted.\n"));
}

int cli_help(const struct command *command)
{
    if (command)
        help_command(command);
    else
        help_program();
    return finish();
}
