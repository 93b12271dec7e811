/* Queries made of conditions, for tests. Include cmocka.h before. Conditions are names and values in
   turn, ended by NULL; a flag has NULL for its value. */
#ifndef TESTS_UNIT_QUERY_CONDITIONS_H
#define TESTS_UNIT_QUERY_CONDITIONS_H

#include "query/query.h"

static inline struct query *query_of(enum game game, const char *const *conditions)
{
    struct error err;
    struct query *q = query_new(game, &err);
    assert_non_null(q);
    for (; conditions[0]; conditions += 2)
        if (!query_add(q, conditions[0], conditions[1], &err))
            fail_msg("%s", err.text);
    return q;
}

static inline struct query_match *match_of(const struct query *q)
{
    struct error err;
    struct query_match *m = query_match_new(q, &err);
    assert_non_null(m);
    return m;
}

/* Whether the header of a game of chess passes; REC is it if tags are asked for, else NULL. */
static inline bool header_passes(const struct game_header *h, const struct record *rec,
                                 const char *const *conditions)
{
    struct query *q = query_of(GAME_CHESS, conditions);
    struct query_match *m = match_of(q);
    const bool held = query_match_header(m, h, rec);
    query_match_free(m);
    query_free(q);
    return held;
}

/* The message about a condition that cannot be. */
static inline const char *refusal(enum game game, const char *name, const char *value)
{
    static struct error err;
    struct query *q = query_new(game, &err);
    assert_non_null(q);
    assert_false(query_add(q, name, value, &err));
    assert_int_equal(err.code, ERROR_USAGE);
    query_free(q);
    return err.text;
}

#endif
