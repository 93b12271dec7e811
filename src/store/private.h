/* What the files of src/store/ share: the open store and its statements. */
#ifndef QIPU_STORE_PRIVATE_H
#define QIPU_STORE_PRIVATE_H

#include "base/lang.h"
#include "store/blocks.h"
#include "store/code/encode.h"
#include "store/code/game_code.h"
#include "store/code/pack.h"
#include "store/code/tag_code.h"
#include "store/index/index.h"
#include "store/names.h"
#include "store/rows.h"
#include "store/schema.h"
#include "store/store.h"

#include <sqlite3.h>

struct store_filter;

/* Texts of a header that its row does not hold as texts. */
struct header_texts {
    char eco[ECO_TEXT_MAX], round[24];
};

/* What changes as games are added; a copy is kept at every mark to go back to. */
struct store_counts {
    int64_t last_game, last_source;
    uint64_t games, plies;
    int64_t part_games;                          /* added since the last mark */
    bool part_replaced;                          /* one was replaced since */
    uint64_t name_sums[NAME_TABLES], source_sum; /* of the hashes of these tables' rows */
};

struct store {
    sqlite3 *db;
    char *path;
    enum game game;
    enum store_mode mode;
    int version;      /* of its format */
    bool takes_old;   /* formats, to be upgraded */
    bool has_log;     /* batches are written to a log, to be ended when the store is closed */
    bool has_old_log; /* that another writer left and that has not ended yet */
    int claim;        /* the descriptor that holds the writer's lock, or -1 */
    sqlite3_stmt *statements[STATEMENTS];

    bool in_batch;
    struct store_counts counts, at_mark, at_begin;
    struct names names[NAME_TABLES];
    struct rows rows;            /* of the batch that are not yet written */
    struct index_builder *index; /* of the batch; made with the first one */
    size_t index_at_mark;        /* games in it */
    unsigned threads;            /* that may pack texts and build the index */
    bool (*stop_wanted)(void);

    struct move_model *model;
    struct block_writer writer;
    struct block_cache cache;

    /* Reused from game to game. */
    struct packer packer;
    struct replay replay;
    struct buffer row, order, coded;
    struct game_moves moves;
    struct game_coder coder;
    struct header_texts texts; /* of the header that store_read_header gave last */

    const struct store_filter *filter; /* whose functions are registered */
    struct buffer tag_room;            /* of its conditions on tags */
};

/* The statement, reset and without bindings, compiled at its first use; NULL with ERR filled. */
sqlite3_stmt *store_statement(struct store *s, enum statement which, struct error *err);

/* Put the file, or the game, in front of an error that decoding gave, and return false. */
bool store_name_file(struct store *s, struct error *err);
bool store_name_game(struct store *s, game_id id, struct error *err);

/* Fill ERR from what SQLite has just said of S, and return false. DOING completes "cannot ...". */
bool store_fail(struct store *s, int rc, const char *doing, struct error *err);

/* Run SQL that returns no row; DOING as above. Read the one number that SQL gives. */
bool store_execute(struct store *s, const char *sql, const char *doing, struct error *err);
bool store_read_number(struct store *s, const char *sql, int64_t *n, struct error *err);

/* Run a statement that returns no row. */
bool store_run(struct store *s, sqlite3_stmt *statement, const char *doing, struct error *err);

/* Many games are going to be added: let pages go out as they fill, while other threads work, and
   not all of them when the batch is committed. */
bool store_keep_few_pages(struct store *s, struct error *err);

/* A number of `meta`, 0 if it is not there. */
bool store_get_meta(struct store *s, const char *key, int64_t *value, struct error *err);
bool store_set_meta(struct store *s, const char *key, int64_t value, struct error *err);

/* Before the database is opened: whether its file is a store or, for a writer, is to become one; a
   writer claims it, and fails if another has. *HAS_LOG: the file says that a log goes with it. */
bool store_claim(struct store *s, bool *has_log, struct error *err);
bool store_look(struct store *s, bool *has_log, struct error *err);
/* Whether a writer has claimed the file of S. To be asked when S holds no locks, as claim.c says. */
bool store_is_claimed(const struct store *s);
/* Whether a claimed file has nothing in it yet; saying so of one that was to be read; false. */
bool store_is_empty(const struct store *s);
bool store_refuse_empty(const struct store *s, struct error *err);

/* Of one that is opened for reading: as store_stop_readers_when said. */
void store_stop_reader(struct store *s);

/* Of a database that was opened: whether its format, its tables, its numbers are those of a store. */
bool store_check_version(struct store *s, struct error *err);
bool store_check_schema(struct store *s, struct error *err);
bool store_check_counts(struct store *s, struct error *err);

/* Open any format up to the present one for writing; *VERSION is which. */
struct store *store_open_old(const char *path, int *version, struct error *err);

/* Write the file anew, without free pages. */
bool store_vacuum(struct store *s, struct error *err);

/* Whether store_check finds no fault; ERR gets the first. For stores without seals. */
bool store_is_sound(struct store *s, struct error *err);

/* Fill the new table `meta`, but for counts. */
bool store_put_meta(struct store *s, struct error *err);

/* S->counts but for the last source, from `meta`. */
bool store_read_counts(struct store *s, struct error *err);

/* Where store_check tells its faults. */
struct fault_sink {
    void (*report)(void *closure, const char *line);
    void *closure;
};
bool store_check_blocks(struct store *s, const struct fault_sink *sink, struct error *err);

/* A column of the row that a statement stands on. */
struct column_value column_value(sqlite3_stmt *st, int at);
/* The columns of the row that STATEMENT (of the form of scan_sql or raw_rows_sql) stands on. */
void row_values(sqlite3_stmt *statement, struct column_value values[GAME_COLUMNS]);

/* What the index takes of a game from columns AT and those behind it, in the order of facts_sql. */
struct game_facts index_facts_of_row(sqlite3_stmt *st, int at);

/* What the sums of rows are made of: rows in any order add up to the same. Of a game's row, VALUES
   have numbers for names. */
uint64_t row_hash(struct buffer *room, int64_t id, const struct column_value *values, size_t count);
uint64_t name_hash(int64_t id, const char *text, size_t len);

/* The row of game ID with numbers for names, and without its texts. ERROR_USAGE if there is
   none. */
struct raw_row {
    uint64_t hash;
    struct column_value values[GAME_COLUMNS];
};
bool store_read_raw_row(struct store *s, game_id id, struct raw_row *row, struct error *err);

/* Write the row of GAME, which gets the numbers of its names and of SOURCE; *HASH is row_hash. */
bool store_put_row(struct store *s, game_id id, struct coded_game *game, int64_t source,
                   uint64_t *hash, struct error *err);

/* Games as game_encode made them. A replacement comes from the source that is marked next. */
bool store_add_coded(struct store *s, const char *data, game_id *id, struct error *err);
bool store_replace_coded(struct store *s, game_id id, const char *data, struct error *err);

/* Write what the index has collected of the batch: so that deletes find it, and after INDEX_PLIES
   plies, so that its memory stays bounded. store_rewind must not follow. */
enum { INDEX_PLIES = 1 << 22 };
bool store_write_index(struct store *s, struct error *err);

/* The record that game_encode was given. */
bool store_decode(struct store *s, const char *data, struct record *rec, struct error *err);

/* The record of game ID whose row has VALUES. */
bool row_read_record(struct store *s, game_id id, const struct column_value values[GAME_COLUMNS],
                     struct record *rec, struct error *err);

/* The filter as a SQL condition on game AS g, in ROOM; its functions are registered with S. NULL
   with ERR filled. The filter must outlive the statements. */
const char *store_filter_where(const struct store_filter *f, struct store *s, struct buffer *room,
                               struct error *err);

#endif
