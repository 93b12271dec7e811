/* Walking over the games that a query picks, in stores and in files: what search and stats
   share. Games that are faulty in their main line are passed over with their findings on
   standard error. */
#ifndef QIPU_TOOLS_SELECT_H
#define QIPU_TOOLS_SELECT_H

#include "query/query.h"
#include "tools/cli.h"

/* A game that was picked, for the thread that found it. Everything is valid during the call
   only. */
struct chosen {
    const char *path; /* the store or file, for people */
    bool is_stored;   /* in a store */
    const struct game_header *header;
    struct record *record; /* for `look` to change; NULL if neither it nor the query needs it; its
                              number is that in the file only if the query needs it */
    const uint32_t *plies; /* where it matches; NULL if only as a whole */
    size_t ply_count;
    const char *source; /* its text, of a game from a file */
    size_t source_len;
    struct query_match *match; /* for more questions about it */
};

/* The same game when it is its turn. */
struct taken {
    const char *path;
    struct reader *reader;            /* NULL if it comes from a store: */
    struct store *store;              /* to ask on this thread; NULL if the index has told */
    uint64_t number;                  /* in the file or store */
    const struct game_header *header; /* NULL unless selection.needs_header */
    const char *text;                 /* what `look` wrote */
    size_t len;
};

struct select_condition {
    const char *name, *value;
};

struct select_place {
    const struct position *at;
    struct query_takers takers;
};

struct selection {
    struct cli *cli;
    bool use_prefix;   /* --on-error=prefix */
    bool needs_record; /* `look` needs it */
    bool needs_header; /* `take` needs it */
    bool count_only;   /* only the number of games is wanted: see `counted` */
    uint64_t counted;  /* games of stores that match and were not handed out, with count_only */

    /* Write to OUT what `take` is to know of a game: called on any thread (WORKER, below `threads`,
       is its number) in any order, and for games that are not taken after all. May be NULL. */
    void (*look)(void *closure, unsigned worker, const struct chosen *game, struct buffer *out);
    /* Called for each game in order, on the calling thread. Returns whether to go on. */
    bool (*take)(void *closure, const struct taken *game);
    void *closure;
    unsigned threads; /* known after select_start */

    /* Where the games are wanted that have certain positions, the index may know enough of those of
       a store: then these are told instead, of one position after the other. */
    const struct select_place *places;
    size_t place_count;

    /* Private to select*.c: */
    bool explain;
    struct select_condition *conditions;
    size_t condition_count;
    enum game game;
    struct reader *opened; /* of files.items[opened_at]: its game had to be told before all else */
    size_t opened_at;
    bool stdin_failed; /* and cannot be opened again */
    struct query *query;
    struct select_worker *workers; /* one a thread */
    struct progress progress;
    uint64_t unsure; /* games that were handed out, and may lie outside of the dates asked for */
    uint64_t games;
    int status;
    bool stopped, has_games; /* HAS_GAMES: what was read does */
};

/* Rows for the table of options. */
#define SELECT_OPTION_ON_ERROR(TAKE)                                                               \
    {                                                                                              \
        "on-error", 0, "ACTION", "faulty games: skip (default), or use the prefix",                \
            .take = TAKE, .words = "skip prefix"                                                   \
    }

#define SELECT_OPTION_EXPLAIN(PLACE)                                                               \
    {                                                                                              \
        "explain", 0, NULL, "say how the games of a store were found", .flag = PLACE               \
    }

/* Note the condition NAME. False after a message. Values must live as long as the selection. */
bool select_option(struct selection *s, const char *name, const char *value);

/* Once cli_files was called: tell which game the files hold and compile the conditions. False after
   a message. */
bool select_start(struct selection *s);

/* Walk over all files. Returns the exit status: 0, 1 after a message if there are no games in them, 2
   if a file could not be read, 130. */
int select_run(struct selection *s);

/* Games were found: say how many of them --date has found because their dates are not known. */
void select_hint_dates(const struct selection *s);

/* Nothing was found: say which of the names asked for are in no store, and what is near to them. */
void select_hint(const struct selection *s);

/* The last of the conditions that ask for a name, of a player, an event or a site; NULL if none does. */
const struct select_condition *select_last_name(const struct selection *s);

void select_end(struct selection *s);

/* Compile one more query for the same kind of game: for conditions that the selection does not
   have. NULL after a message. */
struct query *select_query(const struct selection *s, const struct select_condition *conditions,
                           size_t count);

#endif
