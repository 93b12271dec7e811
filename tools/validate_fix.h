/* The part of qipu validate that writes: --fix, --in-place, --dry-run. Games that have nothing to
   mend, and what stands between games, pass through byte for byte; a mended game takes the place of
   its old text. */
#ifndef QIPU_TOOLS_VALIDATE_FIX_H
#define QIPU_TOOLS_VALIDATE_FIX_H

#include "base/parallel.h"
#include "check/repair.h"
#include "report/diff.h"
#include "tools/cli.h"

#include <stdio.h>
#include <sys/stat.h>

struct fix {
    bool is_on, in_place, dry_run;
    struct repair_options options;
    struct repair_memory memory[THREADS_MAX];
    struct output *out; /* of games or differences; NULL between files that are mended in place */
    struct diff diff;
    struct buffer text, shown;

    uint64_t files; /* so far */
    /* Of the file: */
    const char *path, *line_end;
    bool has_game, last_was_mended, has_changed;
    bool drops_mark;    /* its byte-order mark, since it is not the first one of its output */
    bool is_incomplete; /* a game could not be kept */
    struct stat before; /* as it was when it was opened, to be mended in place */
    FILE *raw;          /* for a diff: the file as it is, which patch will find */
    uint64_t raw_at;
    struct buffer raw_text;
};

/* Open what the games go to. False after a message. */
bool fix_start(struct fix *x, struct cli *cli);
/* Close it; returns the worse of STATUS and what came of it. */
int fix_finish(struct fix *x, int status);

/* Begin with the file PATH. False after a message: it cannot be mended. */
bool fix_open(struct fix *x, struct reader *r, const char *path);
/* Mend the game, on any thread. JOB's findings are complete. */
void fix_game(struct fix *x, unsigned worker, struct game_job *job);
/* Write it, in the order of the file. False if memory is out. */
bool fix_take(struct fix *x, struct reader *r, const struct game_job *job);
/* Write what stands behind the last game, LAST being the findings about it, and put a file that was
   mended in its place unless READ or STATUS tells that something went wrong. Returns the worse of
   STATUS and what came of it. */
int fix_close(struct fix *x, struct reader *r, struct findings *last, enum read_status read,
              int status);

#endif
