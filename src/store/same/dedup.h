/* Duplicates among the games of a store. A pair is of one kind, the first that fits:

   exact      start position, moves, players, date and result are the same
   near       the players are alike (person.h), in either colours, and so are the moves, but for
              two of a longer game; dates and rounds may be missing or others, in a longer game
   final      the players are alike, and the moves lead to the same position on other ways
   contained  the moves of a game, ten plies at least, are the beginning of those of another between
              the same players, both known, or all of them

   Of near and final the shorter a game is, the more must agree: alike.c has the rules. */
#ifndef QIPU_STORE_DEDUP_H
#define QIPU_STORE_DEDUP_H

#include "record/person.h"
#include "store/store.h"

enum duplicate_kind {
    DUPLICATE_EXACT,
    DUPLICATE_NEAR,
    DUPLICATE_FINAL,
    DUPLICATE_CONTAINED,
    DUPLICATE_KINDS
};

/* Which of several stays, but for those contained. LONGEST: with the most moves of variations,
   comments and marks. RATED: with the higher ratings. Of equals the first. */
enum dedup_keep {
    DEDUP_FIRST,
    DEDUP_LAST,
    DEDUP_LONGEST,
    DEDUP_MOST_TAGS,
    DEDUP_MOST_COMMENTS,
    DEDUP_RATED
};

/* What differs in a pair that is near or has the same final position. */
enum {
    DIFFERS_COLOURS = 1, /* who is White in one is Black in the other */
    DIFFERS_DATE = 2,
    DIFFERS_ROUND = 4,
    DIFFERS_RESULT = 8,
    DIFFERS_RATINGS = 16,
    DIFFERS_EVENT = 32,
    DIFFERS_SITE = 64
};

struct duplicate {
    game_id id, other; /* OTHER stays, or ID is contained in it */
    uint8_t kind;      /* enum duplicate_kind */
    uint8_t differs;   /* DIFFERS_* */
    uint8_t likeness;  /* of the players: the less sure one of two */
    uint8_t moves;     /* near: so many differ */
};

/* Find those of KINDS (bits 1 << DUPLICATE_...): kind after kind, each ascending by id. What goes
   as one kind is not looked at for the next ones; exact ones never are. The OTHER of a pair that is
   near or final may go in favour of another itself. *PAIRS is the caller's to free. Takes some 16
   bytes a game for exact and contained, up to 128 for the others, at most 400 MB. */
bool store_find_duplicates(struct store *s, unsigned kinds, enum dedup_keep keep,
                           struct duplicate **pairs, size_t *count, struct error *err);

#endif
