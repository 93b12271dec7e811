/* What --help and --version print. Help fits a screen of 80 columns, by what is seen of a line in
   either language: long texts are broken. Common options are spelt out for commands with few options,
   else only named, with a word where they are explained; and so are, where there are many, the
   conditions that come last in their table. */
#include "base/utf8.h"
#include "query/query.h"
#include "tools/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { HELP_LINES = 50, NAME_WIDTH = 28, TEXT_WIDTH = 80 };

/* Print TEXT and free it. Standard output may be a full disk or a closed pipe, for help too. */
static int finish(struct buffer *text)
{
    const bool is_whole = !text->failed;
    if (is_whole)
        fwrite(text->data, 1, text->len, stdout);
    buffer_free(text);
    if (!is_whole) {
        cli_message("out of memory");
        return STATUS_FAILED;
    }
    if ((fflush(stdout) == 0 && !ferror(stdout)) || errno == EPIPE)
        return STATUS_OK;
    cli_message("cannot write to standard output: %s", lang_text(strerror(errno)));
    return STATUS_FAILED;
}

int cli_version(void)
{
    struct buffer out = {0};
    buffer_printf(&out, "qipu %s\n", QIPU_VERSION);
    return finish(&out);
}

/* --- Lines ------------------------------------------------------------------------------------ */

/* Whether the character of LEN bytes at S is one of SET. */
static bool is_of(const char *set, const char *s, size_t len)
{
    char character[8];
    snprintf(character, sizeof character, "%.*s", (int)len, s);
    return strstr(set, character) != NULL;
}

/* How many bytes at S, no blank, stand on one line: a word, or a Chinese character with the marks
   that open or close it. */
static size_t piece_length(const char *s)
{
    size_t at = 0;
    uint32_t code;
    for (;;) {
        const size_t len = utf8_decode(s + at, strlen(s + at), &code);
        const char *here = s + at, *next = here + len;
        at += len;
        if (!*next || *next == ' ')
            return at;
        const size_t next_len = utf8_decode(next, strlen(next), &code);
        const bool has_wide = utf8_width(here, len) > 1 || utf8_width(next, next_len) > 1;
        if (has_wide && !is_of("（“《", here, len) && !is_of("）”》，。；：、…", next, next_len))
            return at;
    }
}

/* TEXT from COLUMN on, and a line end. Where it is too long it is broken, and goes on at column
   INDENT. */
static void add_wrapped(struct buffer *out, const char *text, size_t column, size_t indent)
{
    bool is_first = true;
    while (*text) {
        const size_t blanks = strspn(text, " ");
        const size_t len = text[blanks] ? piece_length(text + blanks) : 0;
        const size_t width = utf8_width(text + blanks, len);
        if (!is_first && column + blanks + width > TEXT_WIDTH) {
            buffer_printf(out, "\n%*s%.*s", (int)indent, "", (int)len, text + blanks);
            column = indent + width;
        } else {
            buffer_add(out, text, blanks + len);
            column += blanks + width;
        }
        text += blanks + len;
        is_first = false;
    }
    buffer_add_char(out, '\n');
}

static size_t count_lines(const struct buffer *text)
{
    size_t n = 0;
    for (size_t i = 0; i < text->len; i++)
        n += text->data[i] == '\n';
    return n;
}

/* TEXT with each of its lines looked up by itself: examples are the same in every language. Those
   that are indented are rows of a table. */
static void add_lines(struct buffer *out, const char *text)
{
    enum { SECOND_COLUMN = 11 };
    char line[160];
    for (size_t len; *text; text += len + (text[len] == '\n')) {
        len = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)len, text);
        add_wrapped(out, lang_text(line), 0, *line == ' ' ? SECOND_COLUMN : 0);
    }
}

/* --- Options ---------------------------------------------------------------------------------- */

/* What stands between an option and its argument. */
static const char *before_argument(const struct option_row *row)
{
    return row->argument && *row->argument != '[' ? " " : "";
}

/* The option ROW, at COLUMN of its line, which ends if it has no room; returns the column behind
   it. More options stand in the same row of the help if MORE. */
static size_t add_name(struct buffer *out, const struct option_row *row, size_t column, bool more)
{
    enum { INDENT = 6 };
    char name[64];
    char letter[] = {'-', row->letter, ',', '\0'};
    int len = snprintf(name, sizeof name, "--%s%s%s%s", row->name, more ? "" : before_argument(row),
                       row->argument && !more ? row->argument : "", more ? "," : "");
    if (column > 0 && column + 1 + (size_t)len > TEXT_WIDTH) {
        buffer_add_char(out, '\n');
        column = 0;
    }
    if (column == 0)
        buffer_printf(out, "  %-3s %s", row->letter ? letter : "", name);
    else
        buffer_printf(out, " %s", name);
    return (column == 0 ? INDENT : column + 1) + (size_t)len;
}

/* What explains options whose names end at COLUMN: on a line of its own if it has no room behind
   long ones. */
static void add_explanation(struct buffer *out, const char *help, size_t column)
{
    const char *text = lang_text(help);
    if (column > NAME_WIDTH && column + 1 + utf8_width(text, strlen(text)) > TEXT_WIDTH) {
        buffer_add_char(out, '\n');
        column = 0;
    }
    const size_t blanks = column < NAME_WIDTH ? NAME_WIDTH - column + 1 : 1;
    buffer_printf(out, "%*s", (int)blanks, "");
    add_wrapped(out, text, column + blanks, NAME_WIDTH + 1);
}

/* The options FROM to END of COMMAND, a row for those that are explained together. */
static void add_rows(struct buffer *out, const struct command *command, size_t from, size_t end)
{
    struct option_row row, next;
    const char *help = "";
    size_t column = 0;
    for (size_t i = from; i < end && cli_option(command, i, &row); i++) {
        const bool more = i + 1 < end && cli_option(command, i + 1, &next) && !next.help;
        help = row.help ? row.help : help;
        column = add_name(out, &row, column, more);
        if (more)
            continue;
        add_explanation(out, help, column);
        column = 0;
    }
}

static void add_common_rows(struct buffer *out)
{
    for (const struct option_row *o = common_options; o->name; o++)
        add_explanation(out, o->help, add_name(out, o, 0, false));
}

/* The options FROM to END of COMMAND as a paragraph: "-o, --output FILE  -q, --quiet ...". */
static void add_names(struct buffer *out, const struct command *command, size_t from, size_t end)
{
    size_t column = 0;
    struct option_row row;
    for (size_t i = from; i < end && cli_option(command, i, &row); i++) {
        char name[64];
        char letter[] = {'-', row.letter, ',', ' ', '\0'};
        int len = snprintf(name, sizeof name, "%s--%s%s%s", row.letter ? letter : "", row.name,
                           before_argument(&row), row.argument ? row.argument : "");
        bool fits = column > 0 && column + 2 + (size_t)len <= TEXT_WIDTH;
        buffer_printf(out, "%s  %s", column == 0 || fits ? "" : "\n", name);
        column = (fits ? column : 0) + 2 + (size_t)len;
    }
    buffer_add_char(out, '\n');
}

/* Those LISTED of the OWN options of COMMAND have a row each, the others a name. */
static void add_own(struct buffer *out, const struct command *command, size_t listed, size_t own)
{
    add_rows(out, command, 0, listed);
    if (listed == own)
        return;
    add_wrapped(out,
                command->names_conditions
                    ? lang_text("Conditions that choose games, explained in qipu-search(1):")
                    : lang_text("More conditions, explained in qipu-search(1):"),
                0, 0);
    add_names(out, command, listed, own);
}

/* The options from OWN to ALL, which all commands have: named, or a row each if IS_SPELT. */
static void add_common(struct buffer *out, const struct command *command, size_t own, size_t all,
                       bool is_spelt)
{
    if (is_spelt) {
        add_rows(out, command, own, all);
    } else {
        add_wrapped(out, lang_text("Common options, explained in qipu(1):"), 0, 0);
        add_names(out, command, own, all);
    }
}

static size_t count_options(const struct option_row *options)
{
    size_t n = 0;
    while (options && options[n].name)
        n++;
    return n;
}

/* --- Help ------------------------------------------------------------------------------------- */

/* All of it, with LISTED options of OWN spelt out, and the common ones too if IS_SPELT. */
static void add_help(struct buffer *out, const struct command *command, size_t listed, size_t own,
                     size_t all, bool is_spelt)
{
    buffer_printf(out, lang_text("usage: qipu %s %s\n"), command->name,
                  lang_text(command->synopsis));
    add_wrapped(out, lang_text(command->summary), 0, 0);
    buffer_add_char(out, '\n');
    add_own(out, command, listed, own);
    add_common(out, command, own, all, is_spelt);
    buffer_add_char(out, '\n');
    add_lines(out, command->epilogue);
}

/* Whether that fits; the text stays in OUT. */
static bool fits(struct buffer *out, const struct command *command, size_t listed, size_t own,
                 size_t all, bool is_spelt)
{
    buffer_clear(out);
    add_help(out, command, listed, own, all, is_spelt);
    return count_lines(out) <= HELP_LINES;
}

/* As much as fits is spelt out, the options of the command's own table always. */
static void help_command(struct buffer *out, const struct command *command)
{
    const size_t least = count_options(command->options);
    size_t all = 0, own = least;
    struct option_row row;
    while (cli_option(command, all, &row))
        all++;
    for (const struct query_option *o = command->query_options; o && o->name; o++)
        own++;
    size_t listed = command->names_conditions ? least : own;
    if (fits(out, command, listed, own, all, true))
        return;
    while (!fits(out, command, listed, own, all, false) && listed > least)
        do
            listed--;
        while (listed > least && cli_option(command, listed, &row) && !row.help);
}

static void help_program(struct buffer *out)
{
    enum { SUMMARY_COLUMN = 13 };
    buffer_add_string(out, lang_text("usage: qipu COMMAND [options] [FILE...]\n"
                                     "Keeps, checks, searches and converts collections of chess "
                                     "and xiangqi games.\n\nCommands:\n"));
    for (size_t i = 0; commands[i]; i++) {
        buffer_printf(out, "  %-10s ", commands[i]->name);
        add_wrapped(out, lang_text(commands[i]->summary), SUMMARY_COLUMN, SUMMARY_COLUMN);
    }
    buffer_printf(out, "  %-10s %s\n\n%s", "help", lang_text("explain a command"),
                  lang_text("Options of every command:\n"));
    add_common_rows(out);
    buffer_add_char(out, '\n');
    add_wrapped(out,
                lang_text("'qipu help COMMAND' tells the options of a command, qipu-COMMAND(1) all "
                          "of it."),
                0, 0);
    add_wrapped(
        out, lang_text("Exit status: 0 done, 1 done with findings, 2 not done, 130 interrupted."),
        0, 0);
}

int cli_help(const struct command *command)
{
    struct buffer out = {0};
    if (command)
        help_command(&out, command);
    else
        help_program(&out);
    return finish(&out);
}
