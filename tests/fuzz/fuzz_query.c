/* Conditions on games: the first byte chooses the option and the game, the rest is its value. What
   compiles is asked about a game, as given and inverted: exactly one of the two must match. */
#include "query/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct query_option *choose_option(unsigned n)
{
    size_t count = 0;
    while (query_options[count].name)
        count++;
    return &query_options[n % count];
}

/* Moves of GAME at random, always the same. */
static void play(struct record *rec, enum game game)
{
    enum { PLIES = 60 };
    unsigned random = 12345;
    record_init(rec);
    record_clear(rec, game);
    record_set_tag(rec, "White", "Morphy, Paul");
    record_set_tag(rec, "Date", "1858.??.??");
    for (int i = 0; i < PLIES; i++) {
        move list[MOVES_MAX];
        int n = pos_legal_moves(&rec->end, list);
        random = random * 1103515245u + 12345u;
        if (n == 0 || !record_play(rec, list[(random >> 16) % (unsigned)n], 0, 0))
            return;
    }
}

static bool matches(const struct query *q, const struct record *rec)
{
    struct error err;
    struct query_match *m = query_match_new(q, &err);
    struct buffer names = {0};
    struct game_header h;
    const uint32_t *plies;
    header_from_record(rec, &names, &h);
    bool held = query_match_header(m, &h, rec) && query_match_record(m, rec, &plies) > 0;
    query_match_free(m);
    buffer_free(&names);
    return held;
}

static void ask(const struct record *rec, const struct query_option *option, const char *value)
{
    struct error err;
    struct query *q = query_new(rec->game, &err);
    struct query *inverse = query_new(rec->game, &err);
    bool is_invert = strcmp(option->name, "invert") == 0;
    if (query_add(q, option->name, option->argument ? value : NULL, &err) && !is_invert) {
        query_add(inverse, option->name, option->argument ? value : NULL, &err);
        query_add(inverse, "invert", NULL, &err);
        if (matches(q, rec) == matches(inverse, rec)) {
            fprintf(stderr, "fuzz_query: a game matches both, or neither\n");
            abort();
        }
    }
    query_free(q);
    query_free(inverse);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { VALUE_MAX = 2000 };
    static bool ready;
    static struct record games[GAME_COUNT];
    if (!ready) {
        rules_init();
        for (int game = 0; game < GAME_COUNT; game++)
            play(&games[game], (enum game)game);
        ready = true;
    }
    if (size == 0 || size > VALUE_MAX)
        return 0;
    char value[VALUE_MAX + 1];
    memcpy(value, data + 1, size - 1);
    value[size - 1] = '\0';
    ask(&games[data[0] & 1], choose_option(data[0] / 2u), value);
    return 0;
}
