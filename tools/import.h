/* Private to qipu import: the run, and what it says. import.c reads the files; import_report.c tells
   of single games, keeps those that are refused, and sums up. */
#ifndef QIPU_TOOLS_IMPORT_H
#define QIPU_TOOLS_IMPORT_H

#include "tools/cli.h"
#include "tools/encodings.h"
#include "tools/folder.h"
#include "intake/import.h"

#include <stdio.h>

struct import_job {
    struct cli cli;
    struct import_options options;
    const char *store_path, *rejects_path;
    struct store *store;
    struct importer *importer;
    FILE *rejects;
    struct import_handler handler;
    enum game game; /* what the store holds; GAME_COUNT until the first file tells */
    struct reader *reader;
    struct folder_names names; /* of files below folders */
    struct progress progress;
    uint64_t done_bytes; /* of the files before this one */
    struct encodings encodings;
};

/* Say what was found, of the severity that the options ask for. */
void import_report(struct import_job *job, struct findings *findings);
/* Say which game of the store the one at hand is the same as. */
void import_report_twin(struct import_job *job, const struct game_job *game);
/* Say which game of the store it is the beginning of, or the other way round. */
void import_report_beginning(struct import_job *job, const struct game_job *game,
                             struct beginning other);
/* Say in which encodings the file is if that may matter, and count it. */
void import_report_encoding(struct import_job *job, const char *path);

/* Keep the text of a game that is refused; it comes with the batch to import_write_rejects, the
   importer's handler. */
void import_keep_reject(struct import_job *job, const struct game_job *game);
bool import_write_rejects(void *closure, struct buffer *text, struct error *err);

/* Write the summary to OUT and close it. Returns the status of that. */
int import_summarize(struct import_job *job, struct output *out);

#endif
