/* What all commands share: the table of commands, common options, messages, exit statuses. A
   command is one file tools/COMMAND.c with a `const struct command`, a parser of its options and
   the wiring between library calls; it holds no rule, format or store knowledge. */
#ifndef QIPU_TOOLS_CLI_H
#define QIPU_TOOLS_CLI_H

#include "base/base.h"
#include "format/format.h"
#include "tools/looked.h"

#include <getopt.h>

enum { STATUS_OK = 0, STATUS_FINDINGS = 1, STATUS_FAILED = 2, STATUS_INTERRUPTED = 130 };

/* An option of a command. LETTER is its short form or 0; ARGUMENT the word for its value or NULL,
   "[=WORD]" if it may be left out; HELP one line, NULL if it is explained with the option before
   it, and has its argument. The table drives parsing, --help, and the checks of the man pages.

   The rest says what the option does, and one of it is given. Places are offsets in the struct of
   the command, which begins with its struct cli: 0 is none. */
struct option_row {
    const char *name;
    char letter;
    const char *argument;
    const char *help;
    size_t flag;                                    /* of a bool that is set */
    size_t flags;                                   /* of an unsigned that gets BIT */
    size_t text;                                    /* of a const char * */
    size_t number;                                  /* of a uint64_t */
    bool (*take)(void *command, const char *value); /* false after a message */
    unsigned bit;
    bool is_read;      /* the value names a file that is read, so that output cannot go there */
    const char *words; /* for completion: the values there are, or */
    const char *(*word)(size_t i); /* each of them, then NULL */
    unsigned group;                /* for the command's own use */
};

struct query_option; /* query/query.h */

struct command {
    const char *name;
    const char *synopsis;                     /* after "qipu NAME": "[options] STORE FILE..." */
    const char *summary;                      /* one line */
    const struct option_row *options;         /* ended by a NULL name; the common ones are added */
    const struct query_option *query_options; /* query_options where games can be chosen, or NULL */
    /* Takes one of them, false after a message; there if query_options are. */
    bool (*take_condition)(void *command, const char *name, const char *value);
    bool names_conditions;             /* --help only names the query options */
    const char *epilogue;              /* examples and exit status, for --help */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

/* The table of commands (main.c), ended by NULL. The file of a command defines `command_NAME`. */
extern const struct command *const commands[];

/* The options that every command takes. */
struct common {
    const char *output; /* -o, NULL = standard output */
    bool quiet, json, line_buffered, recursive;
    int verbose;
    int threads;              /* 0 = as many as there are cores */
    struct read_options read; /* --encoding, --game, --piece-letters */
    struct paths files;       /* operands (folders opened with -r), then --files-from; "-" if there
                                 were none and the command asked for that */
};

/* Walk over the arguments of a command, whose struct begins with this: each option is taken as its
   row says, operands are collected in order. `stop` is set after --help, --version, and after a
   message about a misuse; a command that finds a misuse itself returns cli_usage(). Options may
   stand anywhere, be cut to an unambiguous prefix, and end with "--". */
enum { CLI_OPTIONS_MAX = 96 };
struct cli {
    const struct command *command;
    struct common common;
    struct paths operands;
    struct looked looked; /* filled by cli_files and by what reads the files */
    int status;
    bool stop;
    /* Private to cli.c: */
    int argc;
    char **argv;
    struct option options[CLI_OPTIONS_MAX + 1]; /* for getopt_long, ended by a NULL name */
    char letters[2 * CLI_OPTIONS_MAX + 2];      /* its string of short options */
    struct paths file_lists;                    /* --files-from */
    struct paths tables;                        /* files that other options read */
};
void cli_start(struct cli *cli, const struct command *command, int argc, char **argv);
/* Take the next option; *ROW is that of one that is not common. False behind the last. */
bool cli_next(struct cli *cli, struct option_row *row);

/* All of that walk at once. False if there is nothing more to do: cli->status says why. */
bool cli_read(struct cli *cli, const struct command *command, int argc, char **argv);

/* Turn operands (from FIRST on) into common.files, with -r and --files-from; without any, "-" if
   STDIN_DEFAULT. False after a message: leave with STATUS_FAILED. */
bool cli_files(struct cli *cli, size_t first, bool stdin_default);
/* Whether the options of reading mean something for INPUTS; false after a message if all of them
   are stores, which have no encoding and no piece letters. Called by cli_files. */
bool cli_options_fit(const struct cli *cli, const struct paths *inputs);
void cli_end(struct cli *cli);

/* The options of COMMAND by number: its own, those of queries, the common ones. False behind the
   last. */
bool cli_option(const struct command *command, size_t number, struct option_row *row);
extern const struct option_row common_options[];

/* Print the help of COMMAND, or of the whole program for NULL, to standard output, or the version.
   Return the exit status. */
int cli_help(const struct command *command);
int cli_version(void);

/* Catch interrupts; let a closed pipe and a file that is too large be errors of write. Called by
   main. */
void cli_signals(void);

/* Choose the language of messages and help: that of a --lang among the arguments, else the first of
   LC_ALL, LC_MESSAGES and LANG that is set. Called by main, before anything is said. */
void cli_choose_lang(int argc, char **argv);
/* Speak the language CODE, "en" or "zh"; false if it is another one. */
bool cli_lang(const char *code);

/* Who speaks in messages: "qipu" at first, "qipu NAME" from then on. Called by cli_start. */
void cli_speak_as(const char *name);

/* "qipu search: TEXT" on standard error, control characters escaped. */
void cli_message(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_error(const struct error *err);
/* A misuse: the message, and "try: qipu COMMAND --help"; returns STATUS_FAILED. */
int cli_usage(const struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The misuse "no WHAT 'WORD'", with the closest of NAMES, or with HINT if none is close. Returns
   STATUS_FAILED. */
int cli_no_such(const struct cli *cli, const char *what, const char *word, const char *const *names,
                const char *hint);

/* Parse the value of --on-error, skip or prefix; false after a message. */
bool cli_on_error(const struct cli *cli, const char *value, bool *use_prefix);

/* Parse a non-negative number for option NAME; false after a message. */
bool cli_number(const struct cli *cli, const char *name, const char *value, long long max,
                long long *out);

/* Set by SIGINT and SIGTERM: long loops stop between games, commit or discard, and return
   STATUS_INTERRUPTED. */
bool cli_interrupted(void);

/* The worse of two statuses: 2 wins over 1, 130 over all. */
int cli_worse(int a, int b);

/* Open the output named by -o, refusing one of the operands and input files. NULL after a
   message. */
struct output *cli_output(struct cli *cli);
/* The same at PATH, which cannot be where -o leads. */
struct output *cli_output_to(struct cli *cli, const char *path);
/* The suffix of the name of an output, with its dot; NULL if it tells of no form: there is none, it
   is .txt or no word, or it says that the file is packed, which opening it refuses. */
const char *cli_suffix(const char *path);
/* Whether what PATH names is read: a file, a store, a list or table that an option names. */
bool cli_is_input(const struct cli *cli, const char *path);

/* Close it; returns STATUS, or STATUS_FAILED after a message if writing failed. Quiet if the pipe
   closed. A file is not put in its place after an interrupt, nor if STATUS is STATUS_FAILED: a
   report that is whole although it tells of failures is closed with STATUS_OK. */
int cli_output_close(struct output *out, int status);

/* Print the findings of a game as FILE:LINE:COL: severity: text [code] lines to standard error,
   those of at least MIN severity. For commands other than validate. Sorts them. */
void cli_findings(struct reader *r, struct findings *f, enum severity min);

#endif
