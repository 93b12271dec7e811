/* Walking over the games that a query picks, in stores and in files: what search and stats
   share. Games that are faulty in their main line are passed over with their findings on
   standard error. */
#ifndef QIPU_TOOLS_SELECT_H
#define QIPU_TOOLS_SELECT_H

#include "cli.h"
#include "query/query.h"

/* A game that was picked. Everything is valid during the call of the taker only. */
struct chosen {
    const char *path;      /* the store or file, for people */
    struct reader *reader; /* NULL if the game comes from a store */
    const struct game_header *header;
    const struct record *record; /* NULL if neither the query nor the taker needs it */
    const uint32_t *plies;       /* where it matches; NULL if only as a whole */
    size_t ply_count;
};

/* Do something with a game. Returns whether to go on. */
typedef bool (*select_taker)(void *closure, const struct chosen *game);

struct select_condition {
    const char *name, *value;
};

struct selection {
    struct cli *cli;
    bool use_prefix;   /* --on-error=prefix */
    bool needs_record; /* the taker needs it */
    bool count_only;   /* only the number of games is wanted: see `counted` */
    uint64_t counted;  /* games of stores that match and were not handed out, with count_only */
    select_taker take;
    void *closure;

    /* Where the taker wants the games that have one position, the index may know enough of those of
       a store: then these are told instead of `take`. */
    const struct position *at; /* NULL: no such */
    struct query_takers takers;

    /* Private to select.c: */
    bool explain;
    struct select_condition *conditions;
    size_t condition_count;
    enum game game;
    struct reader *opened; /* of files.items[opened_at]: its game had to be told before all else */
    size_t opened_at;
    bool stdin_failed; /* and cannot be opened again */
    struct query *query;
    struct query_match *match;
    struct record record;
    struct findings findings;
    struct buffer names;
    struct progress progress;
    bool has_dates; /* --date asks for DATES */
    struct date_range dates;
    uint64_t unsure; /* games that were handed out, and may lie outside of them */
    uint64_t games;
    int status;
    bool stopped;
};

/* The row for the table of options. */
#define SELECT_OPTION_ON_ERROR                                                                     \
    {                                                                                              \
        "on-error", 0, "ACTION",                                                                   \
            "games with an illegal move: skip (default), or prefix to use a part"                  \
    }

#define SELECT_OPTION_EXPLAIN                                                                      \
    {                                                                                              \
        "explain", 0, NULL, "say how the games of a store were found"                              \
    }

/* Note the option NAME if it is a condition on games, --on-error or --explain; false if it is
   neither. A misuse sets cli->stop and its status. Values must live as long as the selection. */
bool select_option(struct selection *s, const char *name, const char *value);

/* Once cli_files was called: tell which game the files hold and compile the conditions. False after
   a message. */
bool select_start(struct selection *s);

/* Walk over all files. Returns the exit status: 0, 2 if a file could not be read, 130. */
int select_run(struct selection *s);

/* Games were found: say how many of them --date has found because their dates are not known. */
void select_hint_dates(const struct selection *s);

/* Nothing was found: say which of the names asked for are in no store, and what is near to them. */
void select_hint(const struct selection *s);

void select_end(struct selection *s);

/* Compile one more query for the same kind of game: for conditions that the selection does not
   have. NULL after a message. */
struct query *select_query(const struct selection *s, const struct select_condition *conditions,
                           size_t count);

#endif
