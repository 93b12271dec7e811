/* What the parts of select share: the walks over files and stores hand every game to select_look on
   one of the threads and then, in order, to select_take. Private to tools/select*.c. */
#ifndef QIPU_TOOLS_SELECT_PARTS_H
#define QIPU_TOOLS_SELECT_PARTS_H

#include "tools/select/select.h"

/* What a thread has of its own. */
struct select_worker {
    struct query_match *match;
    struct buffer names; /* of the header at hand */
};

/* Say what has failed, once for a file. */
void select_fail(struct selection *s, const struct error *err);

/* Whether neither the taker nor an interrupt has stopped it. */
bool select_goes_on(const struct selection *s);

/* Ask about a game whose header has passed; GAME lacks the results of that. Returns a set of these,
   0 if it does not match. */
enum { PICKED = 1, PICKED_UNSURELY = 2 /* its date is not known well enough */ };
uint32_t select_look(struct selection *s, unsigned worker, struct chosen *game, struct buffer *out);

/* Take a game of which select_look has said PICKED and written `text`. Sets s->stopped. */
void select_take(struct selection *s, struct taken *game, uint32_t picked);

/* Walk over cli->common.files.items[AT], and over the store at PATH. */
void select_from_file(struct selection *s, size_t at);
void select_from_store(struct selection *s, const char *path);

#endif
