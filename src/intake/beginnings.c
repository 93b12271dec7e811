/* See beginnings.h. The code of a move depends on its ply and on what was played before it, but not
   on what follows: a game is the beginning of another if its bits are. */
#include "intake/beginnings.h"
#include "base/byte_order.h"

#include <stdlib.h>

/* Where hashes of openings are kept: a shorter game is looked for at the last one within it. */
static const size_t lengths[] = {CONTAINED_PLIES, 32, 96};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* Behind each ply. */
struct step {
    uint64_t hash;
    size_t bits;
};

void beginnings_free(struct beginnings *b)
{
    twins_free(&b->whole);
    twins_free(&b->openings);
    free(b->model);
    buffer_free(&b->steps);
    buffer_free(&b->room);
}

/* --- Steps ------------------------------------------------------------------------------------ */

static unsigned bits_at(const struct identity *g, size_t at, unsigned count)
{
    const size_t byte = at / 8;
    if (byte >= g->bits_len)
        return 0;
    const size_t left = g->bits_len - byte;
    const uint64_t word = little_number(g->bits + byte, left < 4 ? left : 4);
    return (unsigned)(word >> at % 8) & ((1u << count) - 1);
}

static bool make_model(struct beginnings *b, enum game game)
{
    if (b->model && b->game == game)
        return true;
    if (!b->model && !(b->model = malloc(sizeof *b->model)))
        return false;
    move_model_init(b->model, game);
    b->game = game;
    return true;
}

/* The steps of G, one more than it has plies; NULL if memory is out. */
static const struct step *take_steps(struct beginnings *b, enum game game, const struct identity *g)
{
    const struct identity players = {.white = g->white, .black = g->black, .start = g->start};
    buffer_clear(&b->steps);
    if (!make_model(b, game) || !buffer_reserve(&b->steps, (g->plies + 1) * sizeof(struct step)))
        return NULL;
    struct step *steps = (struct step *)(void *)b->steps.data;
    struct step now = {.hash = identity_hash(&b->room, &players)};
    int context = 0;
    for (size_t ply = 0; ply < g->plies; ply++) {
        steps[ply] = now;
        context += ply == move_context_ends[context];
        const unsigned next = bits_at(g, now.bits, MOVE_CODE_BITS);
        const unsigned code = b->model->decode[context][next].code;
        unsigned played = code;
        now.bits += b->model->decode[context][next].length;
        if (code == SLOT_ESCAPE) {
            played |= bits_at(g, now.bits, 16) << 8;
            now.bits += 16;
        }
        now.hash = (now.hash ^ played) * UINT64_C(0x9e3779b97f4a7c15);
        now.hash ^= now.hash >> 32;
    }
    steps[g->plies] = now;
    return b->room.failed ? NULL : steps;
}

static bool can_be_one(const struct identity *g)
{
    return g->white.type == VALUE_TEXT && g->black.type == VALUE_TEXT &&
           g->plies >= CONTAINED_PLIES;
}

bool beginnings_add(struct beginnings *b, enum game game, const struct identity *g, game_id id)
{
    if (!can_be_one(g))
        return true;
    const struct step *steps = take_steps(b, game, g);
    bool ok = steps && twins_add(&b->whole, steps[g->plies].hash, id);
    for (size_t i = 0; ok && i < LENGTHS && lengths[i] <= g->plies; i++)
        ok = twins_add(&b->openings, steps[lengths[i]].hash, id);
    return ok;
}

/* --- Finding ---------------------------------------------------------------------------------- */

struct comparison {
    const struct step *steps;
    bool is_longer; /* the other one must be */
};

static bool begins(void *closure, const struct identity *g, const struct identity *other)
{
    const struct comparison *c = closure;
    if (!can_be_one(other) || !identity_same_players(g, other) || g->start != other->start ||
        (c->is_longer ? other->plies < g->plies : other->plies > g->plies))
        return false;
    const size_t bits = c->steps[c->is_longer ? g->plies : other->plies].bits, bytes = bits / 8;
    if (g->bits_len < (bits + 7) / 8 || other->bits_len < (bits + 7) / 8)
        return false;
    return memcmp(g->bits, other->bits, bytes) == 0 &&
           bits_at(g, bytes * 8, bits % 8) == bits_at(other, bytes * 8, bits % 8);
}

/* The first game under HASH that compares so. */
static int find_under(const struct twin_table *t, uint64_t hash, struct store *s,
                      const struct identity *g, struct comparison *c, struct beginning *found,
                      struct error *err)
{
    size_t at = 0;
    game_id id;
    while ((id = twins_next(t, hash, &at)) != 0) {
        const int is =
            id == IMPORT_UNSTORED ? !c->is_longer : identity_test(s, id, g, begins, c, err);
        *found = (struct beginning){id, c->is_longer};
        if (is != 0)
            return is;
    }
    return 0;
}

int beginnings_find(struct beginnings *b, struct store *s, enum game game, const struct identity *g,
                    struct beginning *found, struct error *err)
{
    if (!can_be_one(g))
        return 0;
    struct comparison c = {.steps = take_steps(b, game, g)};
    if (!c.steps) {
        error_no_memory(err);
        return -1;
    }
    int is = 0;
    for (size_t ply = g->plies; is == 0 && ply >= CONTAINED_PLIES; ply--)
        is = find_under(&b->whole, c.steps[ply].hash, s, g, &c, found, err);
    size_t last = LENGTHS;
    while (lengths[last - 1] > g->plies)
        last--;
    c.is_longer = true;
    if (is == 0)
        is = find_under(&b->openings, c.steps[lengths[last - 1]].hash, s, g, &c, found, err);
    if (is == 0)
        *found = (struct beginning){.id = 0};
    return is;
}
