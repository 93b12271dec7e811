/* The part of qipu validate that knows findings from before: --baseline and --write-baseline, and
   what stays of a finding when its file is edited. */
#ifndef QIPU_TOOLS_VALIDATE_KNOWN_H
#define QIPU_TOOLS_VALIDATE_KNOWN_H

#include "tools/cli.h"
#include "report/baseline.h"
#include "report/report.h"

struct known_findings {
    const char *read_path, *write_path; /* or NULL */
    bool prints;                        /* fingerprints are wanted without either */
    enum severity least;                /* what is less severe is not known */
    const bool *unwanted;               /* by code: not looked for */
    bool strict;

    struct baseline base;
    char *folder;       /* that files are named from; NULL: as they were given */
    struct buffer file; /* the name of the one at hand */
    struct paths files; /* the names of all */
    struct output *out; /* to be written */
};

/* Read and open what the options ask for. False after a message. */
bool known_start(struct known_findings *k, struct cli *cli);
/* The file PATH comes next. False if memory is out. */
bool known_open(struct known_findings *k, const char *path);
/* Set the fingerprint of LINE, which is about the game called GAME (or ""), and *IS_KNOWN. False if
   memory is out. */
bool known_ask(struct known_findings *k, struct finding_line *line, const char *game,
               bool *is_known);
/* Once all files were read: tell which ones are no longer there, unless STATUS says that something
   was not read, and write the new file. Returns the worse of STATUS and what came of it. */
int known_finish(struct known_findings *k, const struct cli *cli, int status);

#endif
