/* What `qipu convert` changes in games before it writes them, as options ask for it. */
#ifndef QIPU_TOOLS_CONVERT_EDIT_H
#define QIPU_TOOLS_CONVERT_EDIT_H

#include "record/aliases.h"
#include "record/edit.h"
#include "record/player_tags.h"
#include "tools/words.h"

enum {
    ADD_PLY_COUNT = 1,
    ADD_FEN = 2,
    ADD_KEY = 4,
    ADD_ECO = 8,
    ADD_OPENING = 16,
    ADD_TOTAL_PLY_COUNT = 32,
    ADD_SOURCE = 64,
    ADD_ID = 128
};

enum { PLY_LAST = INT32_MAX };

struct edits {
    bool flip, mirror, seven, no_tags;
    struct aliases *players;         /* what they are to be called, or NULL */
    struct player_tags *player_tags; /* what is known of them, or NULL */
    unsigned parts, adds;            /* PART_* to leave out, ADD_* */
    int64_t ply_from, ply_to;        /* from 1; negative: the last is -1, up to PLY_LAST; 0: all */
    const char *from_comment; /* the text of one behind which the game is to begin, or NULL */
    struct words keep, drop, order;
    struct words renames; /* OLD=NEW, taken apart by edits_set_renames */
    const char *new_names[WORDS_MAX];
};

/* Take the list of --add. False after a message. */
bool edits_set_adds(struct edits *e, const struct words *adds);
/* Take the names of --rename-tag apart. False after a message. */
bool edits_set_renames(struct edits *e, const char *list);
void edits_free(struct edits *e);

/* Change a game: board, moves, parts, names of tags; leave tags out; then, for each line if it is
   taken apart, what is added. False if memory is out. Called on several threads. */
bool edits_apply(const struct edits *e, struct record *rec);
bool edits_choose_tags(const struct edits *e, struct record *rec);
bool edits_add(const struct edits *e, struct record *rec);

#endif
