/* Games that are the beginning of another between the same players, told while games are added. Of
   every game the hash of all of its moves is kept, and those of its first moves at a few lengths:
   so both the shorter and the longer one can come first. Takes up to 64 bytes a game. */
#ifndef QIPU_STORE_BEGINNINGS_H
#define QIPU_STORE_BEGINNINGS_H

#include "intake/import.h"
#include "store/same/twins.h"

/* Zero-initialise. */
struct beginnings {
    struct twin_table whole, openings;
    struct move_model *model;
    enum game game; /* of the model */
    struct buffer steps, room;
};
void beginnings_free(struct beginnings *b);

/* Remember game ID, if it can be the beginning of another or have one. False if memory is out. */
bool beginnings_add(struct beginnings *b, enum game game, const struct identity *g, game_id id);

/* Look among the games that were added for one that is the beginning of G, or that G is the
   beginning of. Of those with the number IMPORT_UNSTORED hashes alone must tell, and only the
   former. 1, 0 if there is none, -1. */
int beginnings_find(struct beginnings *b, struct store *s, enum game game, const struct identity *g,
                    struct beginning *found, struct error *err);

#endif
