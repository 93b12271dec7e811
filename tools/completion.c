/* qipu completion: the script by which a shell completes commands, options and their values. It is
   written from the tables of commands and options, so that none is missing. */
#include "tools/db/db.h"
#include "tools/pages.h"

#include <string.h>

extern const struct command command_completion;

static const struct option_row options[] = {{0}};

/* --- Values ----------------------------------------------------------------------------------- */

/* Words that are values of conditions of search, whose rows have none. */
static const struct {
    const char *condition, *words;
} condition_words[] = {
    {"result", "1-0 0-1 1/2-1/2 white black draw"},
    {"rules", "cxa wxf axf"},
    {"winner", "higher lower"},
};

static const char *words_of(const struct option_row *row)
{
    const char *words = row->words;
    for (size_t i = 0; !words && i < sizeof condition_words / sizeof *condition_words; i++)
        if (strcmp(condition_words[i].condition, row->name) == 0)
            words = condition_words[i].words;
    return words;
}

static bool has_words(const struct option_row *row)
{
    return words_of(row) || row->word;
}

/* Append the words that are values of the option ROW. */
static void add_words(struct buffer *out, const struct option_row *row)
{
    const char *words = words_of(row);
    if (words)
        buffer_add_string(out, words);
    for (size_t i = 0; row->word && row->word(i); i++)
        buffer_printf(out, "%s%s", i > 0 ? " " : "", row->word(i));
}

static bool takes_file(const struct option_row *row)
{
    return row->argument && strcmp(row->argument, "FILE") == 0;
}

static bool may_lack_argument(const struct option_row *row)
{
    return row->argument && *row->argument == '[';
}

/* Names of commands that have a store for their first operand. */
static bool takes_store(const struct command *command)
{
    return strncmp(command->synopsis, "[options] STORE ", strlen("[options] STORE ")) == 0;
}

static void add_commands(struct buffer *out)
{
    for (size_t i = 0; commands[i]; i++)
        buffer_printf(out, "%s ", commands[i]->name);
}

static void add_topics(struct buffer *out)
{
    add_commands(out);
    for (size_t i = 0; page_topic(i); i++)
        buffer_printf(out, "%s%s", i > 0 ? " " : "", page_topic(i));
}

static void add_verbs(struct buffer *out)
{
    for (size_t i = 0; db_verb(i); i++)
        buffer_printf(out, "%s%s", i > 0 ? " " : "", db_verb(i));
}

/* TEXT for a place between single quotes: with MARKED characters behind a backslash. */
static void add_quoted(struct buffer *out, const char *text, const char *marked)
{
    for (; *text; text++) {
        if (*text == '\'') {
            buffer_add_string(out, "'\\''");
            continue;
        }
        if (strchr(marked, *text))
            buffer_add_char(out, '\\');
        buffer_add_char(out, *text);
    }
}

/* --- bash ------------------------------------------------------------------------------------- */

static const char bash_head[] =
    "# Completion of qipu for bash, written by 'qipu completion bash'.\n"
    "_qipu()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev= command=${COMP_WORDS[1]}\n"
    "    local words= values= options= kind=file IFS=$' \\t\\n' i operands=0\n"
    "    COMPREPLY=()\n"
    "    [ \"$COMP_CWORD\" -gt 0 ] && prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    if [ \"$cur\" = = ]; then\n"
    "        cur= prev=$prev=\n"
    "    elif [ \"$prev\" = = ] && [ \"$COMP_CWORD\" -gt 2 ]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD - 2]}=\n"
    "    fi\n";

static const char bash_tail[] =
    "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
    "        [[ ${COMP_WORDS[i]} == -* ]] || operands=$((operands + 1))\n"
    "    done\n"
    "    if [ \"$kind\" = none ]; then\n"
    "        return\n"
    "    elif [ -n \"$values\" ]; then\n"
    "        COMPREPLY=($(compgen -W \"$values\" -- \"$cur\"))\n"
    "        return\n"
    "    elif [ \"$kind\" != value ] && [[ $cur == -* ]]; then\n"
    "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
    "        return\n"
    "    elif [ \"$kind\" != value ] && [ -n \"$words\" ]; then\n"
    "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
    "        [ ${#COMPREPLY[@]} -eq 0 ] || return\n"
    "    fi\n"
    "    IFS=$'\\n'\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    if [ \"$kind\" = store ] && [ \"$operands\" -eq 0 ]; then\n"
    "        COMPREPLY=($(compgen -f -X '!*.qipu' -- \"$cur\") $(compgen -d -- \"$cur\"))\n"
    "    else\n"
    "        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
    "    fi\n"
    "}\n"
    "complete -F _qipu qipu\n";

/* What stands for the value of ROW: its words, a file, or nothing that could be told. */
static void add_bash_value(struct buffer *out, const struct command *command,
                           const struct option_row *row)
{
    buffer_printf(out, "    '%s --%s='", command->name, row->name);
    if (!may_lack_argument(row))
        buffer_printf(out, " | '%s --%s'", command->name, row->name);
    if (row->letter && !may_lack_argument(row))
        buffer_printf(out, " | '%s -%c'", command->name, row->letter);
    if (has_words(row)) {
        buffer_add_string(out, ") values='");
        add_words(out, row);
        buffer_add_string(out, "' ;;\n");
    } else {
        buffer_printf(out, ") kind=%s ;;\n", takes_file(row) ? "value" : "none");
    }
}

static void add_bash_command(struct buffer *out, const struct command *command)
{
    struct option_row row;
    buffer_printf(out, "    %s)\n        options='", command->name);
    for (size_t i = 0; cli_option(command, i, &row); i++)
        buffer_printf(out, "%s--%s", i > 0 ? " " : "", row.name);
    buffer_add_string(out, "'\n");
    if (takes_store(command))
        buffer_add_string(out, "        kind=store\n");
    if (strcmp(command->name, "db") == 0) {
        buffer_add_string(out, "        [ \"$COMP_CWORD\" -lt 3 ] || words='");
        add_verbs(out);
        buffer_add_string(out, "'\n");
    }
    if (command == &command_completion)
        buffer_add_string(out, "        words='bash zsh fish'\n");
    buffer_add_string(out, "        ;;\n");
}

static void write_bash(struct buffer *out)
{
    struct option_row row;
    buffer_add_string(out, bash_head);
    buffer_add_string(out, "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        values='");
    add_commands(out);
    buffer_add_string(out, "help --help --version'\n    fi\n    case $command in\n");
    for (size_t c = 0; commands[c]; c++)
        add_bash_command(out, commands[c]);
    buffer_add_string(out, "    help) values='");
    add_topics(out);
    buffer_add_string(out, "' ;;\n    esac\n    case \"$command $prev\" in\n");
    for (size_t c = 0; commands[c]; c++)
        for (size_t i = 0; cli_option(commands[c], i, &row); i++)
            if (row.argument)
                add_bash_value(out, commands[c], &row);
    buffer_add_string(out, "    esac\n");
    buffer_add_string(out, bash_tail);
}

/* --- zsh -------------------------------------------------------------------------------------- */

/* "'*--to=[in this form]:FORM:(pgn san)'". */
static void add_zsh_option(struct buffer *out, const struct option_row *row, const char *help)
{
    buffer_printf(out, " \\\n        '*--%s%s[", row->name,
                  !row->argument           ? ""
                  : may_lack_argument(row) ? "=-"
                                           : "=");
    add_quoted(out, help, "[]:\\");
    buffer_add_char(out, ']');
    if (row->argument) {
        buffer_add_string(out, may_lack_argument(row) ? "::" : ":");
        add_quoted(out, row->argument, "[]:\\");
        buffer_add_string(out, has_words(row) ? ":(" : takes_file(row) ? ":_files" : ": ");
        add_words(out, row);
        buffer_add_string(out, has_words(row) ? ")" : "");
    }
    buffer_add_char(out, '\'');
}

static void add_zsh_command(struct buffer *out, const struct command *command)
{
    struct option_row row;
    const char *help = "";
    buffer_printf(out, "    %s)\n        _arguments -s", command->name);
    for (size_t i = 0; cli_option(command, i, &row); i++) {
        help = row.help ? row.help : help;
        add_zsh_option(out, &row, help);
    }
    if (takes_store(command))
        buffer_add_string(out, " \\\n        '1:store:_files -g \"*.qipu\"'");
    if (strcmp(command->name, "db") == 0) {
        buffer_add_string(out, " \\\n        '2:verb:(");
        add_verbs(out);
        buffer_add_string(out, ")'");
    }
    buffer_add_string(out, command == &command_completion
                               ? " \\\n        '1:shell:(bash zsh fish)'\n        ;;\n"
                               : " \\\n        '*:file:_files'\n        ;;\n");
}

static void write_zsh(struct buffer *out)
{
    buffer_add_string(out, "#compdef qipu\n"
                           "# Completion of qipu for zsh, written by 'qipu completion zsh'.\n"
                           "if (( CURRENT == 2 )); then\n    compadd ");
    add_commands(out);
    buffer_add_string(out, "help\n    return\nfi\nshift words\n(( CURRENT-- ))\n"
                           "case $words[1] in\n");
    for (size_t c = 0; commands[c]; c++)
        add_zsh_command(out, commands[c]);
    buffer_add_string(out, "    help) compadd ");
    add_topics(out);
    buffer_add_string(out, " ;;\nesac\n");
}

/* --- fish ------------------------------------------------------------------------------------- */

/* What explains a word, which ends the line. */
static void add_fish_text(struct buffer *out, const char *text)
{
    buffer_add_string(out, " -d '");
    for (; *text; text++)
        buffer_printf(out, "%s%c", strchr("'\\", *text) ? "\\" : "", *text);
    buffer_add_string(out, "'\n");
}

static void add_fish_option(struct buffer *out, const struct command *command,
                            const struct option_row *row, const char *help)
{
    buffer_printf(out, "complete -c qipu -n '__fish_seen_subcommand_from %s' -l %s", command->name,
                  row->name);
    if (row->letter)
        buffer_printf(out, " -s %c", row->letter);
    if (row->argument && !may_lack_argument(row))
        buffer_add_string(out, takes_file(row) ? " -r -F" : " -x");
    if (has_words(row)) {
        buffer_add_string(out, " -a '");
        add_words(out, row);
        buffer_add_char(out, '\'');
    }
    add_fish_text(out, help);
}

static void add_fish_command(struct buffer *out, const struct command *command)
{
    struct option_row row;
    const char *help = "";
    buffer_printf(out, "complete -c qipu -n __fish_use_subcommand -f -a %s", command->name);
    add_fish_text(out, command->summary);
    for (size_t i = 0; cli_option(command, i, &row); i++) {
        help = row.help ? row.help : help;
        add_fish_option(out, command, &row, help);
    }
}

static void write_fish(struct buffer *out)
{
    buffer_add_string(out, "# Completion of qipu for fish, written by 'qipu completion fish'.\n");
    for (size_t c = 0; commands[c]; c++)
        add_fish_command(out, commands[c]);
    buffer_add_string(out, "complete -c qipu -n __fish_use_subcommand -f -a help\n"
                           "complete -c qipu -n '__fish_seen_subcommand_from completion' -f -a "
                           "'bash zsh fish'\n"
                           "complete -c qipu -n '__fish_seen_subcommand_from help' -f -a '");
    add_topics(out);
    buffer_add_string(out, "'\ncomplete -c qipu -n '__fish_seen_subcommand_from db' -a '");
    add_verbs(out);
    buffer_add_string(out, "'\n");
}

/* --- The command ------------------------------------------------------------------------------ */

static const struct shell {
    const char *name;
    void (*write)(struct buffer *out);
} shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};

static int print(struct cli *cli, const struct shell *shell)
{
    struct output *out = cli_output(cli);
    struct buffer text = {0};
    if (!out)
        return STATUS_FAILED;
    shell->write(&text);
    output_buffer(out, &text);
    buffer_free(&text);
    return cli_output_close(out, STATUS_OK);
}

static int run_command(struct cli *cli)
{
    if (cli->operands.count != 1)
        return cli_usage(cli, "one shell is needed: bash, zsh or fish");
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, cli->operands.items[0]) == 0)
            return print(cli, &shells[i]);
    return cli_usage(cli, "no shell '%s'; there are bash, zsh and fish", cli->operands.items[0]);
}

static int run(int argc, char **argv)
{
    struct cli cli;
    const bool goes_on = cli_read(&cli, &command_completion, argc, argv);
    const int status = goes_on ? run_command(&cli) : cli.status;
    cli_end(&cli);
    return status;
}

const struct command command_completion = {
    .name = "completion",
    .synopsis = "[options] SHELL",
    .summary = "Print the script by which bash, zsh or fish completes qipu.",
    .options = options,
    .epilogue = "Examples:\n"
                "  qipu completion bash >~/.local/share/bash-completion/completions/qipu\n"
                "  qipu completion fish >~/.config/fish/completions/qipu.fish\n"
                "Exit status: 0 done, 2 not done.\n",
    .run = run,
};
