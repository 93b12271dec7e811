/* What all commands share: the table of commands, common options, messages, exit statuses. A
   command is one file tools/COMMAND.c with a `const struct command`, a parser of its options and
   the wiring between library calls; it holds no rule, format or store knowledge. */
#ifndef QIPU_TOOLS_CLI_H
#define QIPU_TOOLS_CLI_H

#include "base/base.h"
#include "format/format.h"

enum { STATUS_OK = 0, STATUS_FINDINGS = 1, STATUS_FAILED = 2, STATUS_INTERRUPTED = 130 };

/* An option of a command. LETTER is its short form or 0; ARGUMENT the word for its value or NULL;
   HELP one line. The table drives getopt_long, --help, and the checks of the man pages. */
struct option_row {
    const char *name;
    char letter;
    const char *argument;
    const char *help;
};

struct command {
    const char *name;
    const char *synopsis;  /* after "qipu NAME": "[options] STORE FILE..." */
    const char *summary;   /* one line */
    const struct option_row *options; /* ended by a NULL name; the common ones are added */
    bool has_query_options;           /* also all of query_options */
    const char *epilogue;  /* examples and exit status, for --help */
    int (*run)(int argc, char **argv);
};
extern const struct command *const commands[]; /* ended by NULL */

/* The options that every command takes. */
struct common {
    const char *output;  /* -o, NULL = standard output */
    bool quiet, json, line_buffered, recursive;
    int verbose;
    int threads;         /* 0 = as many as there are cores */
    struct read_options read; /* --encoding, --piece-letters */
    struct paths files;  /* operands, --files-from and folders, in order; "-" if there were none and
                            the command asked for that */
};

/* Walk over the arguments of a command. cli_next returns the option's name (a literal of the table),
   with *VALUE its argument; NULL at the end or on error, then cli_done tells which (STATUS_OK to go on,
   else the exit status: after --help, --version, or a message about a misuse). Common options are
   handled inside. Operands are collected in order. */
struct cli {
    const struct command *command;
    struct common common;
    struct paths operands;
    int status;
    bool stop; /* --help or --version was done: leave with `status` */
};
void cli_start(struct cli *cli, const struct command *command, int argc, char **argv);
const char *cli_next(struct cli *cli, const char **value);
/* Turn operands (from FIRST on) into common.files, with -r and --files-from; without any, "-" if
   STDIN_DEFAULT. False after a message. */
bool cli_files(struct cli *cli, size_t first, bool stdin_default);
void cli_end(struct cli *cli);

/* "qipu search: TEXT" on standard error. */
void cli_message(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_error(const struct error *err);
/* A misuse: the message, and "try qipu COMMAND --help"; returns STATUS_FAILED. */
int cli_usage(const struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The closest of NAMES (NULL-terminated) to WORD, or NULL if none is close: for "did you mean". */
const char *cli_suggest(const char *word, const char *const *names);

/* Parse a non-negative number for option NAME; false after a message. */
bool cli_number(const struct cli *cli, const char *name, const char *value, long long max,
                long long *out);

/* Set by SIGINT and SIGTERM: long loops stop between games, commit or discard, and return
   STATUS_INTERRUPTED. */
bool cli_interrupted(void);

/* The worse of two statuses: 2 wins over 1, 130 over all. */
int cli_worse(int a, int b);

/* Open the output named by -o, refusing one of the input files. NULL after a message. */
struct output *cli_output(struct cli *cli);
/* Close it; the status, STATUS_FAILED after a message if writing failed. Quiet if the pipe closed. */
int cli_output_close(struct output *out, int status);

/* Print the findings of a game as FILE:LINE:COL: severity: text [code] lines to standard error,
   those of at least MIN severity. For commands other than validate. */
void cli_findings(struct reader *r, const struct findings *f, enum severity min);

#endif
