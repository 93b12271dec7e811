/* A choice of games by the columns of their rows, made inside the database: millions of rows are
   passed over without being handed out. A filter is groups joined by "and"; within a group any
   condition may hold. Built once, for one store. */
#ifndef QIPU_STORE_FILTER_H
#define QIPU_STORE_FILTER_H

#include "store/store.h"

enum store_column {
    STORE_ID,
    STORE_WHITE, /* players, event and site: by store_filter_names */
    STORE_BLACK,
    STORE_EVENT,
    STORE_SITE,
    STORE_DATE, /* by store_filter_dates */
    STORE_RESULT,
    STORE_WHITE_ELO,
    STORE_BLACK_ELO,
    STORE_ECO, /* 100 * (letter - 'A') + number */
    STORE_PLIES,
    STORE_OWN_START, /* 1: it does not begin from the game's usual position; else 0 */
    /* Made of several columns; known if both ratings are. */
    STORE_ELO_DIFFERENCE, /* White's minus Black's */
    STORE_WINNER_LEAD,    /* the winner's minus the loser's; unknown without a winner */
    STORE_COLUMNS
};

struct store_filter;

/* NULL with ERR filled if memory is out. */
struct store_filter *store_filter_new(struct store *s, struct error *err);
void store_filter_free(struct store_filter *f);

/* Begin the next group. A group without a condition holds for no game. */
void store_filter_group(struct store_filter *f);

/* Add to the group: the column is known and lies in MIN .. MAX. */
void store_filter_range(struct store_filter *f, enum store_column column, int64_t min, int64_t max);

/* Add to the group: the date can lie in RANGE (KNOWN: surely does); see date_in_range. */
void store_filter_dates(struct store_filter *f, const struct date_range *range, bool known);
/* Add to the group: something is known of the date. */
void store_filter_dated(struct store_filter *f);

/* Add to the group: the name in each of the columns FIRST .. LAST (of one table: WHITE .. BLACK, or
   one column alone), or "" where it is unknown, is one that MATCH takes; any of the columns will
   do. Asks MATCH about every name of the table now. */
bool store_filter_names(struct store_filter *f, enum store_column first, enum store_column last,
                        bool (*match)(void *closure, const char *name), void *closure,
                        struct error *err);

/* Add to the group: MATCH takes the time control, or "" where it is unknown. Once in a filter,
   which CLOSURE must outlive; several threads may ask at the same time. */
void store_filter_time_control(struct store_filter *f,
                               bool (*match)(void *closure, const char *text), void *closure);

/* Add to the group: MATCH takes the value of a tag with just this NAME. It is asked about texts of
   any bytes, perhaps by several threads at the same time, each with ROOM of its own, which tells
   failure. *IS_EXACT: games that pass have such a tag; else some with a FEN may not. */
typedef bool (*store_tag_match)(void *closure, const char *text, size_t len, struct buffer *room);
bool store_filter_tag(struct store_filter *f, const char *name, size_t len, store_tag_match match,
                      void *closure, bool *is_exact, struct error *err);

/* Add to the group: the game is one of the COUNT of IDS. Up to STORE_FILTER_FEW are fetched by
   their numbers; more are told while all are walked over. */
enum { STORE_FILTER_FEW = 2000 };
bool store_filter_ids(struct store_filter *f, const game_id *ids, size_t count, struct error *err);

/* As store_scan, over the games that pass. The filter must live until store_scan_end. */
struct store_cursor *store_scan_filtered(struct store *s, const struct store_filter *f,
                                         struct error *err);

/* The same part by part: store_next has games once store_scan_part has chosen those FIRST to LAST,
   which may be called again at any time. S may be another connection to the filter's store. */
struct store_cursor *store_scan_parts(struct store *s, const struct store_filter *f,
                                      struct error *err);
void store_scan_part(struct store_cursor *c, game_id first, game_id last);

/* The highest number of a game; 0 if there is none. */
bool store_last_id(struct store *s, game_id *last, struct error *err);

/* How many games pass. Uses up to THREADS threads (0: as many as there are processors). */
bool store_count(struct store *s, const struct store_filter *f, unsigned threads, uint64_t *count,
                 struct error *err);

#endif
