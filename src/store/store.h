/* The store: one SQLite file that holds a collection of games of one kind. Nothing outside
   src/store/ sends SQL to it or knows how games are coded in it; the schema is documented in
   qipu-store(5). All functions that can fail fill a `struct error`. A store is used by one thread
   at a time. */
#ifndef QIPU_STORE_STORE_H
#define QIPU_STORE_STORE_H

#include "base/base.h"
#include "record/record.h"

/* 1, 2, 3 ... in import order, stable for the life of the store. */
typedef uint32_t game_id;

/* Sort COUNT items of SIZE bytes, game_ids or structs that begin with one, by these; and find one
   in such a list, NULL if it is not there. */
void game_id_sort(void *items, size_t count, size_t size);
const void *game_id_find(game_id id, const void *items, size_t count, size_t size);

struct store;

/* The version that is written. One older can be read; all older ones can be upgraded. */
enum { STORE_FORMAT = 3, STORE_FORMAT_READ = 2 };

enum store_mode {
    STORE_READ, /* must exist; never written, works on read-only media; seen as it is when opened */
    STORE_WRITE /* created if absent; one writer at a time */
};

/* Open PATH. GAME is the kind a new store gets, and an existing one must have; GAME_COUNT takes any
   existing one. Fails for a file that is not a qipu store, one of a newer format (the message names
   both versions), one claimed by another writer. */
struct store *store_open(const char *path, enum store_mode mode, enum game game, struct error *err);

/* At a second writer: the claim is a lock that ends with its process, and nobody waits for it; the
   second writer fails at once and says so. Readers are let in meanwhile; a writer's commit and a
   reader wait for each other for up to a minute, unless it lets them in. A process should open a
   store once, but may read it through a second store while no batch is open. */

/* From now on until the store is closed, write batches so that readers neither wait nor are waited
   for: to a log beside the file (SQLite's WAL), which is gone when the store is closed. */
bool store_let_readers_in(struct store *s, struct error *err);

/* Close; a batch that was not committed is rolled back. */
void store_close(struct store *s);

/* From now on statements fail once WANTED says so; what is under way is undone. */
void store_stop_when(struct store *s, bool (*wanted)(void));
/* The same of all stores that are opened for reading, by any thread, from now on. */
void store_stop_readers_when(bool (*wanted)(void));

enum game store_game(const struct store *s);
/* Whether a game was ever added. Until then the store says which game it holds because it has to,
   as one whose first import was killed; opening it for another makes it hold that. */
bool store_has_held_games(const struct store *s);
/* Let a store hold another game. It has never had one, is open for writing, and in no batch. */
bool store_set_game(struct store *s, enum game game, struct error *err);
const char *store_path(const struct store *s);
uint64_t store_game_count(struct store *s);

/* The most threads that work on the store's behalf when a batch is committed or the position index
   merged (0: as many as there are processors); at first 1. What is written does not depend on
   it. */
void store_set_threads(struct store *s, unsigned threads);

/* Whether PATH is a SQLite file with qipu's application id. Does not keep it open. */
bool store_is_store(const char *path);

/* --- Writing: batches, all or nothing --------------------------------------------------------- */

bool store_begin(struct store *s, struct error *err);

/* Add a record (not broken, not of an unsupported variant); *ID is its number. */
bool store_add(struct store *s, const struct record *rec, game_id *id, struct error *err);

/* Put a record in the place of game ID, which must exist. */
bool store_replace(struct store *s, game_id id, const struct record *rec, struct error *err);

/* Delete games; IDS ascend, and all must exist. Their numbers are not given again. */
bool store_delete(struct store *s, const game_id *ids, size_t count, struct error *err);

/* Let EDIT change games in their place: it gets the record of each of IDS, which ascend, and
   returns whether it has changed it. *CHANGED is how many it did. What the index knows is written
   anew only for games whose moves, result, date or ratings became others. */
typedef bool (*store_editor)(void *closure, game_id id, struct record *rec);
bool store_edit(struct store *s, const game_id *ids, size_t count, store_editor edit, void *closure,
                uint64_t *changed, struct error *err);

/* store_rewind must not follow these two in a batch. */

/* What the store knows of a source: its games in bytes START to OFFSET of the decompressed stream
   are here, and so are all before them; HASH is the running hash of the bytes before OFFSET. NAME
   is for people. OPEN_GAME is the last game if the stream ended without saying that it was over
   (no result, nothing behind it): the file may yet go on with it; else 0. */
struct source_mark {
    const char *name;
    uint64_t start, offset, hash;
    game_id open_game;
};

/* Say of the games added since the last mark (or the begin) where they came from. A batch may hold
   games of several sources, each closed by its mark. */
bool store_mark(struct store *s, const struct source_mark *mark, struct error *err);

/* Take back the games added since the last mark (or the begin). Replacements too. */
bool store_rewind(struct store *s, struct error *err);

/* Commit the batch; MARK, if not NULL, closes it first; without one, games that no mark covers come
   from a source without name. On failure the batch is rolled back. */
bool store_commit(struct store *s, const struct source_mark *mark, struct error *err);
void store_rollback(struct store *s);

/* The marks known, ascending by offset: a stream whose first `offset` bytes hash to `hash` has been
   imported up to there. The array, names included, is one block and the caller's to free. */
bool store_marks(struct store *s, struct source_mark **marks, size_t *count, struct error *err);

/* --- Reading ---------------------------------------------------------------------------------- */

/* One game's columns, for filters and tables. Strings are UTF-8, NUL-terminated, "" where the tag
   is absent or unknown ("?"), and live until the next step. */
struct game_header {
    game_id id; /* 0 for a game that came from a file */
    const char *white, *black, *event, *site, *round, *eco, *time_control;
    uint32_t date;            /* yyyymmdd, 0 = unknown part */
    int white_elo, black_elo; /* 0 = unknown */
    enum result result;
    uint32_t ply_count;
};

/* Walk over the games in id order. The header is filled for each; the record only on demand. */
struct store_cursor;
struct store_cursor *store_scan(struct store *s, struct error *err);
/* The next game: 1, 0 at the end, -1 on error. */
int store_next(struct store_cursor *c, struct game_header *header, struct error *err);
/* The whole record of the game the cursor stands on. */
bool store_cursor_read(struct store_cursor *c, struct record *rec, struct error *err);
/* Its tags and start alone, which costs a fraction. */
bool store_cursor_read_tags(struct store_cursor *c, struct record *rec, struct error *err);
void store_scan_end(struct store_cursor *c);

/* One game by its number; false with ERROR_USAGE if there is none. */
bool store_read(struct store *s, game_id id, struct record *rec, struct error *err);
bool store_read_header(struct store *s, game_id id, struct game_header *header, struct error *err);

/* Append the name of the file that game ID came from; nothing if none is known. */
bool store_source_of(struct store *s, game_id id, struct buffer *out, struct error *err);

/* The main line of a game and nothing else. Zero-initialise, game_moves_free at the end; used again
   it allocates nothing once warm. */
struct game_moves {
    struct position start;
    move *moves;
    size_t ply_count, cap;
};
void game_moves_free(struct game_moves *g);

/* The main line of game ID; false with ERROR_USAGE if there is none. */
bool store_moves(struct store *s, game_id id, struct game_moves *out, struct error *err);

/* Call TAKE for the games FIRST to LAST in order, as far as there are such. G is valid until TAKE
   returns; false: stop, which is no error. Several threads may scan parts of one store, each with
   a store that it opened itself. */
bool store_scan_moves(struct store *s, game_id first, game_id last,
                      bool (*take)(void *closure, game_id id, const struct game_moves *g),
                      void *closure, struct error *err);

/* Call TAKE for every comment, NAG and beginning of a variation in the games FIRST to LAST, in
   order; TEXT is that of a comment. Moves are neither read nor played. False: go on with the next
   game. Several threads may scan, as with store_scan_moves. */
bool store_scan_notes(struct store *s, game_id first, game_id last,
                      bool (*take)(void *closure, game_id id, enum node_kind kind, const char *text,
                                   size_t len),
                      void *closure, struct error *err);

/* --- Upkeep ----------------------------------------------------------------------------------- */

struct store_info {
    int format_version;
    enum game game;
    uint64_t games, plies, players, events, sites, sources;
    uint64_t segments;       /* of the position index */
    uint64_t imported_bytes; /* of sources, decompressed */
    uint64_t file_bytes;     /* the sum of the parts that follow */
    uint64_t move_bytes, text_bytes, row_bytes, name_bytes;
    uint64_t position_bytes, material_bytes; /* of the two indexes */
    uint64_t source_bytes;                   /* of what is known of sources */
    uint64_t free_bytes;                     /* in pages that nothing uses */
    uint64_t overhead_bytes;                 /* all else: what is left free in pages, their heads */
    uint32_t first_date, last_date;          /* 0 if no game has one */
};
bool store_info(struct store *s, struct store_info *info, struct error *err);

/* Bring the store at PATH up to the format that this qipu writes, all or nothing; *FROM is the
   format that it had. One that is up to date is left alone. THREADS may build the index. */
bool store_upgrade(const char *path, unsigned threads, int *from, struct error *err);

/* Verify everything: SQLite's own check, every row and every game decoded and replayed, counts, and
   a sample of the position index. Calls REPORT with a line for each fault. Returns the number of
   faults, -1 if it could not be done. */
long long store_check(struct store *s, void (*report)(void *closure, const char *line),
                      void *closure, struct error *err);
/* The same with all of the index. */
long long store_check_fully(struct store *s, void (*report)(void *closure, const char *line),
                            void *closure, struct error *err);

/* Add the games of FROM, and what it knows of their sources, to S in a batch of its own: all or
   none. GOES_ON (NULL: it does) is asked now and then with the number of games read; false: add
   none and return false. *GAMES is how many were added: none if *WAS_MERGED, which says that a store
   of this very content was added to S before. */
bool store_merge(struct store *s, struct store *from,
                 bool (*goes_on)(void *closure, uint64_t games), void *closure, uint64_t *games,
                 bool *was_merged, struct error *err);

/* What has a name of its own in a store. */
enum store_name { STORE_PLAYERS, STORE_EVENTS, STORE_SITES };

/* Give NEW as its name to the player, event or site OLD, in all games; if there is one of the name
   NEW already, they become one. *GAMES is in how many, 0 if there is no OLD. Must stand outside of
   a batch, as the next one. */
bool store_rename(struct store *s, enum store_name kind, const char *old, const char *new,
                  uint64_t *games, struct error *err);

/* The same for COUNT names, one after the other, all or none. */
struct store_renaming {
    const char *old, *new;
    uint64_t games;
};
bool store_rename_many(struct store *s, enum store_name kind, struct store_renaming *list,
                       size_t count, struct error *err);

/* Join all segments of the index and blocks that are not full, drop names that no game has, and
   give free pages back. The games and what is found stay the same. */
bool store_compact(struct store *s, struct error *err);

#endif
