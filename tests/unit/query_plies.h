/* At which plies a game matches, for tests of conditions. Include cmocka.h before. */
#ifndef TESTS_UNIT_QUERY_PLIES_H
#define TESTS_UNIT_QUERY_PLIES_H

#include "games.h"
#include "query/query.h"

/* The plies at which REC matches CONDITIONS, as "0 4 8"; "game" for a game as a whole, "" for
   none. */
static inline const char *plies_list(const struct record *rec, const char *const *conditions)
{
    static char text[256];
    struct error err;
    struct buffer names = {0};
    struct game_header h;
    const uint32_t *plies;
    struct query *q = query_new(rec->game, &err);
    assert_non_null(q);
    for (; conditions[0]; conditions += 2)
        if (!query_add(q, conditions[0], conditions[1], &err))
            fail_msg("%s", err.text);
    struct query_match *m = query_match_new(q, &err);
    assert_non_null(m);
    header_from_record(rec, &names, &h);
    text[0] = '\0';
    if (query_match_header(m, &h, rec)) {
        size_t count = query_match_record(m, rec, &plies);
        if (count > 0 && !plies)
            strcpy(text, "game");
        for (size_t i = 0; plies && i < count; i++)
            sprintf(text + strlen(text), "%s%u", i ? " " : "", plies[i]);
    }
    buffer_free(&names);
    query_match_free(m);
    query_free(q);
    return text;
}

struct game_text {
    enum game game;
    const char *fen, *line;
};

static inline const char *plies_of(const struct game_text *g, const char *const *conditions)
{
    struct record rec;
    game_build(&rec, g->game, g->fen, g->line, NULL);
    const char *text = plies_list(&rec, conditions);
    record_free(&rec);
    return text;
}
#define CONDITIONS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define chess(fen, line, ...)                                                                      \
    plies_of(&(struct game_text){GAME_CHESS, fen, line}, CONDITIONS(__VA_ARGS__))
#define xiangqi(fen, line, ...)                                                                    \
    plies_of(&(struct game_text){GAME_XIANGQI, fen, line}, CONDITIONS(__VA_ARGS__))

static inline const char *refusal(enum game game, const char *name, const char *value)
{
    static struct error err;
    struct query *q = query_new(game, &err);
    assert_non_null(q);
    assert_false(query_add(q, name, value, &err));
    query_free(q);
    return err.text;
}

#endif
