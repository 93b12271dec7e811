/* The program: chooses the command by the first argument, or by the name it was called by
   (qipu-search is qipu search). */
#include "tools/db/db.h"
#include "tools/habits.h"
#include "tools/pages.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

extern const struct command command_completion;
extern const struct command command_convert;
extern const struct command command_db;
extern const struct command command_import;
extern const struct command command_perft;
extern const struct command command_search;
extern const struct command command_show;
extern const struct command command_stats;
extern const struct command command_validate;

/* A new command is added here and above; its file tools/NAME.c defines command_NAME. */
const struct command *const commands[] = {
    &command_import, &command_validate, &command_search, &command_stats,      &command_convert,
    &command_show,   &command_db,       &command_perft,  &command_completion, NULL,
};

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* Words that are tried for what another command does. */
static const struct {
    const char *word, *answer;
} guesses[] = {
    {"export", LANG("to write the games of a store: qipu convert STORE")},
    {"fix", LANG("to mend game files: qipu validate --fix FILE")},
    {"check", LANG("of game files: qipu validate FILE; of a store: qipu db STORE check")},
};

static const char *answer_to(const char *word)
{
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++)
        if (strcmp(guesses[i].word, word) == 0)
            return lang_text(guesses[i].answer);
    return NULL;
}

/* What does here what the option WORD does in pgn-extract, which has no commands; or NULL. */
static const char *habit_of_word(const char *word)
{
    if (word[0] != '-' || word[1] == '\0')
        return NULL;
    return word[1] == '-' ? habit_of(&command_convert, word + 2, 0)
                          : habit_of(&command_convert, NULL, word[1]);
}

static int unknown_command(const char *name)
{
    enum { NAMES_MAX = 32 };
    const char *names[NAMES_MAX + 1] = {"help"};
    for (size_t i = 0; commands[i] && i + 1 < NAMES_MAX; i++)
        names[i + 1] = commands[i]->name;
    const char *close = suggest(name, names), *answer = answer_to(name);
    const char *habit = habit_of_word(name);
    if (habit)
        cli_message("no command '%s'; in place of pgn-extract's: qipu %s", name, habit);
    else if (access(name, F_OK) == 0)
        cli_message("no command '%s', but a file: qipu validate, search, stats, convert or show it",
                    name);
    else if (answer)
        cli_message("no command '%s'; %s", name, answer);
    else if (db_is_verb(name))
        cli_message("no command '%s', but a verb of db: qipu db STORE %s", name, name);
    else if (close)
        cli_message("no command '%s'; did you mean '%s'?", name, close);
    else
        cli_message("no command '%s'; 'qipu help' lists them", name);
    return STATUS_FAILED;
}

static int help(int argc, char **argv)
{
    if (argc < 2 || argv[1][0] == '-')
        return cli_help(NULL);
    const struct command *command = find_command(argv[1]);
    if (!command && page_is_there(argv[1]))
        return page_show(argv[1]);
    return command ? cli_help(command) : unknown_command(argv[1]);
}

/* A file that is opened while standard input, output or error is closed gets its number, and what
   is meant for the user is written into it: into a store. So the numbers are taken, by what fails
   as a closed one does. */
static void take_closed_numbers(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            _exit(STATUS_FAILED);
}

int main(int argc, char **argv)
{
    take_closed_numbers();
    rules_init();
    cli_signals();
    store_stop_readers_when(cli_interrupted);
    cli_choose_lang(argc, argv);

    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *self = slash ? slash + 1 : argc > 0 ? argv[0] : "qipu";
    const char *name;
    if (strncmp(self, "qipu-", 5) == 0 && find_command(self + 5)) {
        name = self + 5;
    } else if (argc > 1) {
        name = argv[1];
        argc--;
        argv++;
    } else {
        cli_message("which command? 'qipu help' lists them");
        return STATUS_FAILED;
    }

    if (strcmp(name, "help") == 0)
        return help(argc, argv);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return cli_help(NULL);
    if (strcmp(name, "--version") == 0)
        return cli_version();
    const struct command *command = find_command(name);
    if (!command)
        return unknown_command(name);
    int status = command->run(argc, argv);
    return cli_interrupted() ? STATUS_INTERRUPTED : status;
}
