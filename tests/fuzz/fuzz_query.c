/* Conditions on games: "chess moves=1.e4" or "xiangqi ...", a game, the name of an option and its
   value. What compiles is asked about a game, as given and inverted: exactly one of the two must
   match. */
#include "notation/notation.h"
#include "query/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The option that TEXT begins with, before a '=', or NULL. *VALUE is what stands behind it. */
static const struct query_option *find_option(const char *text, const char **value)
{
    const size_t len = strcspn(text, "=");
    if (text[len] == '\0')
        return NULL;
    *value = text + len + 1;
    for (const struct query_option *o = query_options; o->name; o++)
        if (strlen(o->name) == len && memcmp(o->name, text, len) == 0)
            return o;
    return NULL;
}

/* What programs say of the moves they play. */
static void comment(struct record *rec, int ply)
{
    char text[64];
    struct node *n = record_add_node(rec, NODE_COMMENT, 0);
    int len = snprintf(text, sizeof text, "[%%clk 0:%02d:00] [%%eval %d.5]", 60 - ply, ply / 4 - 5);
    if (n && !record_add_text(rec, text, (size_t)len, &n->text))
        abort();
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
        comment(rec, i);
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
    enum { TEXT_MAX = 2000 };
    static bool ready;
    static struct record games[GAME_COUNT];
    if (!ready) {
        rules_init();
        for (int game = 0; game < GAME_COUNT; game++)
            play(&games[game], (enum game)game);
        ready = true;
    }
    if (size > TEXT_MAX)
        return 0;
    char text[TEXT_MAX + 1];
    memcpy(text, data, size);
    text[size] = '\0';
    for (int game = 0; game < GAME_COUNT; game++) {
        const char *value, *name = game_name((enum game)game);
        const size_t len = strlen(name);
        if (strncmp(text, name, len) != 0 || text[len] != ' ')
            continue;
        const struct query_option *option = find_option(text + len + 1, &value);
        if (option)
            ask(&games[game], option, value);
    }
    return 0;
}
