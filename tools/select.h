/* Walking over the games that a query picks, in stores and in files: what search and stats share.
   Games that are faulty in their main line are passed over with their findings on standard error.
 */
#ifndef QIPU_TOOLS_SELECT_H
#define QIPU_TOOLS_SELECT_H

#include "cli.h"
#include "query/query.h"
#include "store/index.h"
#include "store/store.h"

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

enum select_answer { SELECT_WALK, SELECT_ANSWERED, SELECT_FAILED };

struct selection {
    struct cli *cli;
    bool use_prefix;   /* --on-error=prefix */
    bool needs_record; /* the taker needs it */
    bool explain;      /* --explain: say on standard error how stores are searched */
    /* If not NULL, one more query whose positions every game that matters has. */
    const struct query *also;
    /* If not NULL, asked first about every store whose position index is complete: SELECT_ANSWERED
       if no game need be walked over. */
    enum select_answer (*answer)(void *closure, struct store *store, struct error *err);
    select_taker take;
    void *closure;

    /* Private to select.c: */
    struct select_condition *conditions;
    size_t condition_count;
    enum game game;
    struct query *query;
    struct record record;
    struct findings findings;
    struct buffer names;
    struct progress progress;
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
        "explain", 0, NULL, "say on standard error what the position index answered"               \
    }

/* Look a position up in a store for an answer; --explain is obeyed. */
bool select_find(struct selection *s, struct store *store, const struct position *pos,
                 unsigned want, struct index_answer *answer, struct error *err);
/* Whether any condition was given. */
bool select_has_conditions(const struct selection *s);

/* Note the option NAME if it is a condition on games, or --on-error; false if it is neither. A
   misuse sets cli->stop and its status. Values must live as long as the selection. */
bool select_option(struct selection *s, const char *name, const char *value);

/* Once cli_files was called: tell which game the files hold and compile the conditions. False after
   a message. */
bool select_start(struct selection *s);

/* Walk over all files. Returns the exit status: 0, 2 if a file could not be read, 130. */
int select_run(struct selection *s);

void select_end(struct selection *s);

/* Compile one more query for the same kind of game: for conditions that the selection does not
   have. NULL after a message. */
struct query *select_query(const struct selection *s, const struct select_condition *conditions,
                           size_t count);

#endif
