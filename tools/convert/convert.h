/* Between the files of `qipu convert`: convert.c (the command), convert_options.c (what its options
   say), convert_moves.c (those about moves), convert_forms.c (the table of forms), convert_games.c
   (games from files, and all together), convert_stores.c (games from stores), convert_edit.c (what
   is changed in them), convert_sink.c (where they go), convert_report.c (what is said of them). */
#ifndef QIPU_TOOLS_CONVERT_H
#define QIPU_TOOLS_CONVERT_H

#include "format/lists/book.h"
#include "tools/cli.h"
#include "tools/convert/edit.h"
#include "tools/convert/sink.h"
#include "tools/game_files.h"
#include "tools/words.h"

struct convert;

/* A form that games can be written in. */
struct form {
    const char *name;
    /* Append the game to OUT. Called on several threads at once. Returns how many braces inside
       comments were changed. */
    uint32_t (*write)(const struct convert *c, struct buffer *out, const struct record *rec);
    enum notation notation;  /* of a line of moves */
    bool epd;                /* of positions: EPD instead of FEN */
    char separator;          /* of a table: between columns */
    const char *suffix;      /* of a file; NULL: ".txt" */
    bool is_single;          /* one game a file; written by one thread */
    bool is_alone;           /* written by one thread, since it counts */
    bool is_xiangqi;         /* a game of chess has no such form */
    bool is_json;            /* the number of a game is put in front of it when it is known */
    bool is_pgn, has_checks; /* moves have marks of check */
    bool is_book;            /* what is written is handed to a book; there is none of xiangqi */
};
extern const struct form forms[]; /* ended by a NULL name; the first is the default */

#define FORM_NAMES    "pgn (default), san, lan, uci, fen, epd, json, csv, tsv, book"
#define XIANGQI_FORMS "iccs, wxf, zh-hans, zh-hant, xboard, pychess, xqf, dhtmlxq"

/* Games FROM to TO, as --range names them. */
struct picked_range {
    uint64_t from, to;
};

enum { GAME_FOREIGN = INT32_MAX }; /* a game of chess where only xiangqi can be written */

struct convert {
    struct cli cli;
    const struct form *form;
    struct pgn_write_options pgn;
    bool keep_prefix, move_numbers, start_fen, fens, keys, split_variations;
    struct words columns;
    struct edits edits;
    struct sink sink;
    struct book_options book_options;
    struct book *book;
    bool parcels;                    /* games go through the sink */
    struct picked_range *ranges;     /* of the games of all files */
    size_t range_count, range_cap;   /* 0: all */
    uint64_t range_begin, range_end; /* the first and the last game of any */
    struct paths known;              /* files whose games count as seen */
    bool has_seed, has_book_options, has_notation;
    const char *chess_only; /* what is asked for that xiangqi does not have, or NULL */

    struct game_files files; /* for a form with one game a file */
    struct xqf_losses *xqf_losses;
    struct dhtmlxq_losses *dhtmlxq_losses;

    struct buffer text; /* not yet handed to the output */
    struct encoder encoder;
    const char *encoding;  /* of the output, or NULL */
    bool is_encoded;       /* the output is in the encoder's encoding */
    struct buffer encoded; /* scratch */
    uint64_t lines;        /* of it, if so */
    struct output *out;
    struct progress progress;
    struct reader *reader;  /* of the file that is read; NULL: it is a store */
    const char *store_path; /* then its */
    uint64_t games;         /* of all files, so far */
    bool is_past;           /* no further one is asked for */
    uint64_t written, skipped, cut, mended, foreign;
    int status;
};

extern const struct option_row convert_options[];
/* What the options say together. False after a message. */
bool convert_settle(struct convert *c);

/* The form that the suffix of a file to be written tells; PGN if it has none, or PATH is NULL. NULL
   after a message if no form has it. */
const struct form *convert_form_of_file(const struct convert *c, const char *path);

/* The options about moves, of the struct convert COMMAND; false after a message. */
bool convert_set_form(void *command, const char *name);
bool convert_set_letters(void *command, const char *code);
bool convert_set_notation(void *command, const char *name);
bool convert_settle_moves(struct convert *c);

/* Write the games of all files to c->out or c->files. */
void convert_run(struct convert *c);

/* Whether a game of VARIANT is written with its text unchanged, since its rules are not known. */
bool convert_passes_on(const struct convert *c, enum variant variant);
/* Print the findings of a game that are to be shown. */
void convert_report(struct convert *c, const struct game_job *job);
/* Say at the end what was lost and how many games there were; sets c->status. */
void convert_summarise(struct convert *c);

/* --- Between files and stores ----------------------------------------------------------------- */

/* Write the games of the store at PATH. */
void convert_store(struct convert *c, const char *path);

/* Change and write REC, on any thread. Returns GAME_FOREIGN, or how many braces had to be
   changed. */
uint32_t convert_record(const struct convert *c, struct buffer *out, struct record *rec);
/* Count a game of the input, and say whether it is among those asked for. */
bool convert_counts_in(struct convert *c);
/* What was written for the game with that NUMBER goes its way. VALUE came from convert_record.
   False to stop. */
bool convert_deliver(struct convert *c, uint64_t number, const char *text, size_t len,
                     uint32_t value);
void convert_fail(struct convert *c, const struct error *err);

/* --- For the sink ----------------------------------------------------------------------------- */

/* Append the text of a game with its NUMBER in it, if the form has one. */
void convert_number(const struct convert *c, struct buffer *out, uint64_t number, const char *text,
                    size_t len);
/* Send the text of a game to the one output, or to a file of its own. False to stop. */
bool convert_emit(struct convert *c, const char *text, size_t len);

#endif
