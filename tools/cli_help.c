/* What --help and --version print. Help fits a screen: common options are spelt out for commands
   with few options, else only named, with a word where they are explained; and so are, where there
   are many, the conditions that come last in their table. */
#include "tools/cli.h"
#include "query/query.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { HELP_LINES = 50, NAME_WIDTH = 30, TEXT_WIDTH = 98 };

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

/* The option ROW, at COLUMN of its line, which ends if it has no room; returns the column behind
   it. More options stand in the same row of the help if MORE. */
static size_t print_name(const struct option_row *row, size_t column, bool more)
{
    enum { WIDTH = 84, INDENT = 6 };
    char name[64];
    char letter[] = {'-', row->letter, ',', '\0'};
    int len = snprintf(name, sizeof name, "--%s%s%s%s", row->name, more ? "" : before_argument(row),
                       row->argument && !more ? row->argument : "", more ? "," : "");
    if (column > 0 && column + 1 + (size_t)len > WIDTH) {
        putchar('\n');
        column = 0;
    }
    if (column == 0)
        printf("  %-3s %s", row->letter ? letter : "", name);
    else
        printf(" %s", name);
    return (column == 0 ? INDENT : column + 1) + (size_t)len;
}

/* What explains options whose names end at COLUMN, on a line of its own behind many. */
static void print_explanation(const char *help, size_t column)
{
    enum { FAR = NAME_WIDTH + 18 };
    if (column > FAR) {
        putchar('\n');
        column = 0;
    }
    printf("%*s %s\n", column < NAME_WIDTH ? (int)(NAME_WIDTH - column) : 0, "", lang_text(help));
}

/* The options FROM to END of COMMAND, a row for those that are explained together. */
static void print_rows(const struct command *command, size_t from, size_t end)
{
    struct option_row row, next;
    const char *help = "";
    size_t column = 0;
    for (size_t i = from; i < end && cli_option(command, i, &row); i++) {
        const bool more = i + 1 < end && cli_option(command, i + 1, &next) && !next.help;
        help = row.help ? row.help : help;
        column = print_name(&row, column, more);
        if (more)
            continue;
        print_explanation(help, column);
        column = 0;
    }
}

static void print_common_rows(void)
{
    for (const struct option_row *o = common_options; o->name; o++)
        print_explanation(o->help, print_name(o, 0, false));
}

/* The options FROM to END of COMMAND as a paragraph: "-o, --output FILE  -q, --quiet ...". Returns
   how many lines it has; !IS_PRINTED: it is only measured. */
static size_t print_names(const struct command *command, size_t from, size_t end, bool is_printed)
{
    size_t column = 0, lines = 0;
    struct option_row row;
    for (size_t i = from; i < end && cli_option(command, i, &row); i++) {
        char name[64];
        char letter[] = {'-', row.letter, ',', ' ', '\0'};
        int len = snprintf(name, sizeof name, "%s--%s%s%s", row.letter ? letter : "", row.name,
                           before_argument(&row), row.argument ? row.argument : "");
        bool fits = column > 0 && column + 2 + (size_t)len <= TEXT_WIDTH;
        lines += !fits;
        if (is_printed)
            printf("%s  %s", column == 0 || fits ? "" : "\n", name);
        column = (fits ? column : 0) + 2 + (size_t)len;
    }
    if (is_printed)
        putchar('\n');
    return lines;
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

/* How many of the OWN options of COMMAND, out of ALL, have a line each, those of its table at
   least: as many as fit. */
static size_t count_listed(const struct command *command, size_t own, size_t all)
{
    enum { HEAD = 3, TITLE = 1, BLANK = 1 };
    const size_t least = count_options(command->options);
    const size_t rest = HEAD + TITLE + print_names(command, own, all, false) + BLANK +
                        count_lines(command->epilogue);
    size_t rows = 0, listed = 0;
    struct option_row row;
    if (command->names_conditions)
        return least;
    for (size_t i = 0; i < own && cli_option(command, i, &row); i++) {
        rows += row.help != NULL;
        const bool ends_row = i + 1 == own || (cli_option(command, i + 1, &row) && row.help);
        const size_t named = i + 1 < own ? TITLE + print_names(command, i + 1, own, false) : 0;
        if (ends_row && (i < least || rows + named + rest <= HELP_LINES))
            listed = i + 1;
    }
    return listed;
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
    const size_t listed = count_listed(command, own, all);

    printf(lang_text("usage: qipu %s %s\n%s\n\n"), command->name, lang_text(command->synopsis),
           lang_text(command->summary));
    print_rows(command, 0, listed);
    if (listed < own) {
        printf("%s", command->names_conditions
                         ? lang_text("Conditions that choose games, explained in qipu-search(1):\n")
                         : lang_text("More conditions, explained in qipu-search(1):\n"));
        print_names(command, listed, own, true);
    }
    if (all + count_lines(command->epilogue) + 7 <= HELP_LINES) {
        print_rows(command, own, all);
    } else {
        printf("%s", lang_text("Common options, explained in qipu(1):\n"));
        print_names(command, own, all, true);
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
