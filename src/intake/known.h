/* What a store knows of sources, by content: its marks, and how the stream at hand fits them. */
#ifndef QIPU_STORE_IMPORT_KNOWN_H
#define QIPU_STORE_IMPORT_KNOWN_H

#include "record/record.h"
#include "store/store.h"

struct known {
    struct store *store;
    struct source_mark *marks; /* ascending by offset */
    size_t count;
    size_t next;    /* the first mark beyond what known_has was asked last; 0 for a new stream */
    uint64_t reach; /* the furthest offset of a mark whose part begins where a file does */
    bool has_open_games;    /* some mark has one */
    struct record old, new; /* to compare */
};

/* Knowing nothing; then what STORE knows. */
void known_init(struct known *k, struct store *store);
bool known_load(struct known *k, struct error *err);
void known_free(struct known *k);

/* Up to which byte the file PATH is known. Faults in it are the reader's to report. */
uint64_t known_prefix(const struct known *k, const char *path);

/* Whether a mark stands at OFFSET, which ascends from call to call, and HASH fits. */
bool known_has(struct known *k, uint64_t offset, uint64_t hash);

/* The game of the store that the game at DATA (as game_encode made it), in bytes BEGIN to END of
   its stream, is to replace: the open end of an import, with which it goes on. 0 if there is
   none. */
game_id known_open_game(struct known *k, uint64_t begin, uint64_t end, const char *data);

#endif
