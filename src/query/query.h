/* Which games, and which positions in them: filters on headers and on positions, the same for
   stores and for files. Build a query from options, then ask it about each game. */
#ifndef QIPU_QUERY_QUERY_H
#define QIPU_QUERY_QUERY_H

#include "record/record.h"
#include "store/store.h"

struct query;

struct query *query_new(enum game game, struct error *err);
void query_free(struct query *q);

/* Add one condition, NAME being the long option without dashes ("player", "fen", ...; the list is
   query_options) and VALUE its argument (NULL for flags). Repeating one means "or" within the
   same option, different ones mean "and". False with ERR filled if VALUE is malformed: the
   message names the option and the column. */
bool query_add(struct query *q, const char *name, const char *value, struct error *err);

/* The conditions there are, ended by a NULL name: one table for option parsing, help and man page. */
struct query_option {
    const char *name;
    const char *argument; /* "NAME", "A..B"; NULL for a flag */
    const char *help;     /* one line */
};
extern const struct query_option query_options[];

/* The header of a record read from a file, as a store would give it. Strings live as long as BUF
   and REC are unchanged. */
void header_from_record(const struct record *rec, struct buffer *buf, struct game_header *header);

/* Whether the query asks anything of positions, so that the moves are needed. */
bool query_needs_record(const struct query *q);

/* Whether the header passes. Cheap; ask first. REC may be NULL when query_needs_tags is false. */
bool query_needs_tags(const struct query *q);
bool query_match_header(struct query *q, const struct game_header *h, const struct record *rec);

/* The plies (positions, 0 = the start) at which REC matches; all conditions on positions must hold
   at the same one, those on the whole game (moves, mate, stalemate, repetition) anywhere. Returns
   how many; *PLIES is owned by the query until the next call. A query without position conditions
   matches at ply 0 only, *PLIES then empty and the return value 1. */
size_t query_match_record(struct query *q, const struct record *rec, const uint32_t **plies);

#endif
