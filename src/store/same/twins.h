/* When two games are the same: start position, moves, players, date and result are; and event, site
   and round, where neither player is known, as of studies and exercises. Comparing takes
   what is stored of a game as it is; a hash of it finds candidates. */
#ifndef QIPU_STORE_TWINS_H
#define QIPU_STORE_TWINS_H

#include "store/private.h"

/* What makes a game itself. Pointers are into what it was taken from. */
struct identity {
    struct column_value white, black; /* texts, or of another type if unknown */
    struct column_value event, site, round;
    int64_t date, result;
    key64 start;
    const char *bits; /* of move_code.h */
    size_t bits_len, plies;
};

/* Of a game as game_encode made it. False with ERR filled. */
bool identity_of_coded(struct identity *g, const struct coded_game *game, struct error *err);

uint64_t identity_hash(struct buffer *room, const struct identity *g);

/* Whether game ID of S, which may be in the open batch, is G, or passes TEST: 1, 0 (also if it is
   not there), -1. */
int identity_is_game(struct store *s, game_id id, const struct identity *g, struct error *err);
typedef bool (*identity_tester)(void *closure, const struct identity *g,
                                const struct identity *other);
int identity_test(struct store *s, game_id id, const struct identity *g, identity_tester test,
                  void *closure, struct error *err);

bool identity_same_players(const struct identity *a, const struct identity *b);

/* Shorter games are not said to be the beginning of others, nor those of unknown players. */
enum { CONTAINED_PLIES = 10 };

/* Call TAKE for every game in order; false: stop, which is no error. What G points to is valid
   until TAKE returns. */
bool identity_walk(struct store *s,
                   bool (*take)(void *closure, game_id id, const struct identity *g), void *closure,
                   struct error *err);

/* Games by their hashes, in about 16 bytes each. Zero-initialise. */
struct twin_table {
    struct twin_slot {
        uint32_t tag; /* the upper half of the hash */
        game_id id;   /* 0: free */
    } * slots;
    size_t count, cap;
};
void twins_free(struct twin_table *t);
/* False if memory is out. */
bool twins_add(struct twin_table *t, uint64_t hash, game_id id);
/* The next game that HASH may be that of, 0 if no more. *AT is 0 at first. */
game_id twins_next(const struct twin_table *t, uint64_t hash, size_t *at);

#endif
