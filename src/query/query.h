/* Which games, and which positions in them: filters on headers and on positions, the same for
   stores and for files. Build a query from options, then ask about each game through a query_match:
   a query is constant once built, so that threads may share it. The language of the options is
   described in qipu-search(1) and qipu-query(7). */
#ifndef QIPU_QUERY_QUERY_H
#define QIPU_QUERY_QUERY_H

#include "record/record.h"
#include "store/store.h"

struct query;
struct piece_letters; /* notation/notation.h */

struct query *query_new(enum game game, struct error *err);
void query_free(struct query *q);

/* The piece letters of "moves" in the conditions added from now on; NULL is English. */
void query_set_letters(struct query *q, const struct piece_letters *letters);

/* Add one condition, NAME being the long option without dashes ("player", "fen", ...; the list is
   query_options) and VALUE its argument (NULL for flags). Repeating one means "or" within the
   same option ("white" and "red" are one), different ones mean "and"; "mate" and "stalemate"
   together mean either. A "tag" is an option of its own for each name, of which bounds must all
   hold, and so must all of "lacks". False with ERR filled if VALUE is malformed: the message names
   the option and the column. */
bool query_add(struct query *q, const char *name, const char *value, struct error *err);

/* The conditions there are, ended by a NULL name: one table for option parsing, help and man
   page. */
struct query_option {
    const char *name;
    const char *argument; /* "NAME", "A..B"; NULL for a flag */
    const char *help;     /* one line; NULL if that of the option before it tells of both */
};
extern const struct query_option query_options[];

/* The header of a record read from a file, as a store would give it. Strings live as long as BUF
   is unchanged. */
void header_from_record(const struct record *rec, struct buffer *buf, struct game_header *header);

/* Whether the query asks anything of moves and positions, so that the moves are needed. */
bool query_needs_record(const struct query *q);
/* Whether a game with HEADER, which matches, may lie outside of all dates that are asked for: its own
   is not known well enough. */
bool query_is_unsure(const struct query *q, const struct game_header *header);
/* Whether it asks for numbers of games. */
bool query_needs_number(const struct query *q);

/* Whether games match at plies: something is asked of positions, or a line that may stand anywhere,
   and no inverse of it. */
bool query_finds_plies(const struct query *q);

/* How the games of a store are found that can match: what the position index and the columns of the
   games tell without looking at the games themselves. */
struct query_plan {
    struct store_filter *filter; /* games that do not pass cannot match */
    bool headers_hold; /* games that pass have a header that passes: it need not be asked */
    bool boards_hold;  /* so do the positions asked for, which are all that is asked of moves */
    uint64_t most;     /* no more games than that can pass, as far as is known */
    bool is_counted;   /* COUNT games match, and none need be looked at */
    uint64_t count;
    /* What the index did, for people. */
    bool used_index;
    bool used_notes;              /* comments, glyphs and variations were looked through */
    size_t lookups;               /* of positions */
    size_t structures, materials; /* looked up */
    uint64_t scanned;             /* games walked over for their boards */
    uint64_t candidates;          /* games that have one of the positions or boards */
    unsigned segments, rare, listed;
    uint64_t replayed;
};

/* Plan the query for S. COUNT_ONLY: only the number of games is wanted; it is found in the plan if
   is_counted. THREADS: for counting. False with ERR filled if the store cannot be read. */
bool query_make_plan(const struct query *q, struct store *s, bool count_only, unsigned threads,
                     struct query_plan *plan, struct error *err);
/* How many different positions the FENs of the query stand for. */
size_t query_position_count(const struct query *q);

/* Whether games of certain players are asked for. */
bool query_asks_player(const struct query *q);

/* Whether mirror images match too. */
bool query_is_mirrored(const struct query *q);

/* Whether the query asks nothing at all, so that every game matches. */
bool query_is_empty(const struct query *q);

void query_plan_free(struct query_plan *plan);

/* Who is told what the index knows of the games at a position, all of a group at once. */
struct index_group; /* store/index.h */
struct query_takers {
    void (*take_group)(void *closure, const struct index_group *group);
    void *closure;
};

/* Tell of the games that match Q and have POS what the index and the columns know, as PLAN (made
   for Q without a condition on positions) says. *IS_ANSWERED: that was all; else nothing was told,
   and the games have to be walked over. What it took is noted in PLAN. */
bool query_answer(const struct query *q, struct store *s, const struct position *pos,
                  unsigned threads, struct query_plan *plan, const struct query_takers *takers,
                  bool *is_answered, struct error *err);

/* The position after the moves of LINE ("1.e4 c5") from the start, as "moves" reads them with these
   LETTERS; no place of the line is open. OPTION names the line in errors. */
bool query_line_end(enum game game, const char *option, const char *line,
                    const struct piece_letters *letters, struct position *end, struct error *err);

/* --- Matching --------------------------------------------------------------------------------- */

/* Asks a query about one game after the other. Each thread has its own; the query must outlive
   it. */
struct query_match;
struct query_match *query_match_new(const struct query *q, struct error *err);
void query_match_free(struct query_match *m);

/* Whether the header passes. Cheap; ask first. REC may be NULL when query_needs_tags is false; else
   its tags are all that is looked at. For a game from a file (id 0) "id" means its number there. */
bool query_needs_tags(const struct query *q);
bool query_match_header(struct query_match *m, const struct game_header *h,
                        const struct record *rec);

/* The plies (positions, 0 = the start) at which REC matches; all conditions on positions must hold
   at the same one, those on the whole game (moves, mate, repetition, has ...) anywhere. Where no
   position is asked for but a line anywhere, they are those that first moves of lines lead to. Call it
   for a game whose header was asked about just before. Returns how many; *PLIES is owned by M
   until the next call. A query without position conditions, and an inverted one, matches a game as
   a whole: *PLIES is then NULL and the return value 1. REC must not be broken, unless its legal
   prefix is what is asked about. */
size_t query_match_record(struct query_match *m, const struct record *rec, const uint32_t **plies);

/* The findings asked for ("has") in the game that matched last, or NULL if none was asked for. */
const struct findings *query_match_verdicts(const struct query_match *m);

/* The colour that one of the players asked for had in the game with that header, which passed
   (WHITE if both are such). */
enum color query_match_color(struct query_match *m, const struct game_header *h);

/* Whether memory was out during a match, so that games may be missing from the answers. */
bool query_match_failed(const struct query_match *m);

#endif
