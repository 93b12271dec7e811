/* At which plies a game matches, for tests of conditions. Include cmocka.h before. */
#ifndef TESTS_UNIT_QUERY_PLIES_H
#define TESTS_UNIT_QUERY_PLIES_H

#include "tests/unit/games.h"
#include "tests/unit/query_conditions.h"

/* The plies at which REC matches CONDITIONS, as "0 4 8"; "game" for a game as a whole, "" for
   none. */
static inline const char *plies_list(const struct record *rec, const char *const *conditions)
{
    static char text[256];
    struct buffer names = {0};
    struct game_header h;
    const uint32_t *plies;
    struct query *q = query_of(rec->game, conditions);
    struct query_match *m = match_of(q);
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

#endif
