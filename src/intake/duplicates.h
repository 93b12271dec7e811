/* What an import knows of the games that are there already, be they from earlier or of the same
   run: whether the next one is the same as one of them, or begins as one. */
#ifndef QIPU_STORE_DUPLICATES_H
#define QIPU_STORE_DUPLICATES_H

#include "intake/beginnings.h"

/* Zero-initialise, but for the first two. */
struct duplicates {
    struct store *store; /* NULL: an empty one */
    enum import_duplicates what;
    struct twin_table twins;
    struct beginnings beginnings; /* if duplicates are reported */
    struct buffer room;

    /* The game asked about last. */
    struct identity game;
    enum game kind;
    uint64_t hash;
    game_id twin;               /* 0: none */
    struct beginning beginning; /* only if it has no twin */
};
void duplicates_free(struct duplicates *d);

/* Take in the games of the store. Nothing to do, as in the next two, if duplicates are kept. */
bool duplicates_load(struct duplicates *d, struct error *err);

/* Ask about a game as game_encode made it, which stays where it is until duplicates_note. */
bool duplicates_find(struct duplicates *d, const char *data, struct error *err);
/* It was added as ID. */
bool duplicates_note(struct duplicates *d, game_id id, struct error *err);

#endif
