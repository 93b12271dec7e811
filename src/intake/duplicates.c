/* See duplicates.h. */
#include "intake/duplicates.h"

void duplicates_free(struct duplicates *d)
{
    twins_free(&d->twins);
    beginnings_free(&d->beginnings);
    buffer_free(&d->room);
}

static bool add(struct duplicates *d, const struct identity *g, uint64_t hash, game_id id)
{
    return twins_add(&d->twins, hash, id) &&
           (d->what != DUPLICATES_REPORT || beginnings_add(&d->beginnings, d->kind, g, id));
}

struct loading {
    struct duplicates *duplicates;
    bool failed;
};

static bool take(void *closure, game_id id, const struct identity *g)
{
    struct loading *l = closure;
    l->failed = !add(l->duplicates, g, identity_hash(&l->duplicates->room, g), id);
    return !l->failed;
}

bool duplicates_load(struct duplicates *d, struct error *err)
{
    struct loading l = {.duplicates = d};
    if (d->what == DUPLICATES_KEEP || !d->store)
        return true;
    d->kind = store_game(d->store);
    return identity_walk(d->store, take, &l, err) && (!l.failed || error_no_memory(err));
}

static bool find_twin(struct duplicates *d, struct error *err)
{
    size_t at = 0;
    game_id id;
    while ((id = twins_next(&d->twins, d->hash, &at)) != 0) {
        int is = id == IMPORT_UNSTORED ? 1 : identity_is_game(d->store, id, &d->game, err);
        if (is < 0)
            return false;
        if (is)
            break;
    }
    d->twin = id;
    return true;
}

bool duplicates_find(struct duplicates *d, const char *data, struct error *err)
{
    struct coded_game game;
    if (d->what == DUPLICATES_KEEP)
        return true;
    coded_game_open(&game, data);
    d->kind = game.game;
    d->beginning = (struct beginning){.id = 0};
    if (!identity_of_coded(&d->game, &game, err))
        return false;
    d->hash = identity_hash(&d->room, &d->game);
    return find_twin(d, err) &&
           (d->twin || d->what != DUPLICATES_REPORT ||
            beginnings_find(&d->beginnings, d->store, d->kind, &d->game, &d->beginning, err) >= 0);
}

bool duplicates_note(struct duplicates *d, game_id id, struct error *err)
{
    return d->what == DUPLICATES_KEEP || add(d, &d->game, d->hash, id) || error_no_memory(err);
}
