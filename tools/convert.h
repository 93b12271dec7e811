/* Between the files of `qipu convert`: convert.c (the command), convert_options.c (what its options
   say), convert_forms.c (the table of forms), convert_games.c (games from files and stores). */
#ifndef QIPU_TOOLS_CONVERT_H
#define QIPU_TOOLS_CONVERT_H

#include "cli.h"
#include "game_files.h"

struct convert;

/* A form that games can be written in. */
struct form {
    const char *name;
    /* Append the game to OUT. Called on several threads at once. Returns something to add up. */
    uint32_t (*write)(const struct convert *c, struct buffer *out, const struct record *rec);
    enum move_notation notation; /* of a line of moves */
    bool epd;                    /* of positions: EPD instead of FEN */
    char separator;              /* of a table: between columns */
    const char *suffix;          /* of a file; NULL: ".txt" */
    bool is_single;              /* one game a file; written by one thread */
    bool is_alone;               /* written by one thread, since it counts */
    bool is_xiangqi;             /* a game of chess has no such form: returns whether it was one */
    bool is_json;                /* the number of the game stands in front of the rest of it */
    bool is_pgn;
};
extern const struct form forms[]; /* ended by a NULL name; the first is the default */

#define FORM_NAMES    "pgn (default), san, lan, uci, fen, epd, json, csv"
#define XIANGQI_FORMS "iccs, wxf, zh-hans, zh-hant, xqf, dhtmlxq"

enum { COLUMNS_MAX = 64 };

struct convert {
    struct cli cli;
    const struct form *form;
    struct pgn_write_options pgn;
    bool keep_prefix, move_numbers, start_fen, fens;
    const char *columns[COLUMNS_MAX];
    size_t column_count;
    char *column_text; /* what the columns point into */

    struct game_files files; /* for a form with one game a file */
    struct xqf_losses *xqf_losses;
    struct dhtmlxq_losses *dhtmlxq_losses;

    struct buffer text; /* not yet handed to the output */
    struct output *out;
    struct progress progress;
    struct reader *reader;
    uint64_t written, skipped, cut, mended, foreign;
    int status;
};

/* Take an option; false after a message. CLOSURE is the struct convert. */
bool convert_option(void *closure, const char *name, const char *value);
/* What the options say together. False after a message. */
bool convert_settle(struct convert *c);

/* Write the games of all files to c->out or c->files. */
void convert_run(struct convert *c);

#endif
