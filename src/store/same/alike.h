/* Whether two games are near to each other, or end in the same position, as dedup.h says. */
#ifndef QIPU_STORE_ALIKE_H
#define QIPU_STORE_ALIKE_H

#include "store/same/dedup.h"

/* Shorter games are near to none. */
enum { ALIKE_PLIES = 10, ALIKE_SPELLED_PLIES = 30 /* if a name is spelled otherwise */ };

/* What is compared of a game. */
struct alike_game {
    game_id id;
    struct person white, black;
    bool white_known, black_known;
    struct game_moves moves;
    key64 final;
    uint32_t date;
    enum result result;
    int white_elo, black_elo;
    char round[24];
    uint64_t event, site; /* hashes of the names, 0: unknown */
    bool is_measured;
    uint64_t size; /* what the choice of the survivor asks for */
};
/* Zero-initialise G. */
bool alike_read(struct store *s, game_id id, struct alike_game *g, struct error *err);
void alike_free(struct alike_game *g);

/* Fill KIND (near or final) and what differs. False if they are neither, or the same. */
bool alike_compare(const struct alike_game *a, const struct alike_game *b, struct duplicate *found);

/* The same for a game PART, whose moves are the beginning of those of WHOLE, or all of them:
   whether it is contained in that. */
bool alike_contains(const struct alike_game *whole, const struct alike_game *part,
                    struct duplicate *found);

#endif
