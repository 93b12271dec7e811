/* What the files of qipu validate share: the state of a run, and how findings are counted and
   printed. Private to them. */
#ifndef QIPU_TOOLS_VALIDATE_PARTS_H
#define QIPU_TOOLS_VALIDATE_PARTS_H

#include "check/check.h"
#include "report/report.h"
#include "tools/validate_fix.h"
#include "tools/validate_known.h"

struct validate {
    struct cli cli;
    enum finding_format format;
    int fail_on; /* enum severity, or SEVERITIES for never */
    enum severity minimum;
    bool strict, summary, by_file, name_games, list_codes;
    enum rule_book rules;
    bool has_only, only[FINDING_CODES], ignored[FINDING_CODES];

    struct output *out;
    struct buffer line, encodings; /* of the files, for the summary */
    struct findings last;          /* about text behind the last game of a file */
    struct check_memory memory[THREADS_MAX];
    struct progress progress;
    struct reader *reader;
    bool incomplete; /* memory was out for some findings */
    struct finding_counts counts;
    struct file_counts *files; /* of --by file: those with findings */
    size_t file_count, file_cap;
    const char *label; /* what the game at hand is called, "" if there is none */
    bool has_result;   /* of SARIF */
    struct known_findings known;
    struct fix fix;
    bool is_unwanted[FINDING_CODES]; /* for it */
    int status;
};

/* Whether a finding is to be counted and, if severe enough, shown. */
bool validate_wants(const struct validate *v, enum finding_code code);
/* Count and print what was found in game NUMBER of the file at hand; 0: in no game. */
void validate_print(struct validate *v, struct findings *f, uint64_t number);
/* The same for the encodings of the file. */
void validate_print_encoding(struct validate *v, struct reader *r);
/* Whether nothing was found in the file. */
bool validate_is_spotless(const struct file_counts *f);
/* Print what stands behind the findings. */
void validate_print_end(struct validate *v);

#endif
