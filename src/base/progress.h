/* A line on the terminal that says how far a long run is: percent, rate, time left. Silent unless
   standard error is a terminal, and for the first half second. */
#ifndef QIPU_BASE_PROGRESS_H
#define QIPU_BASE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct progress {
    bool on;
    uint64_t total; /* bytes of input, 0 if not known */
    uint64_t start_ns, last_ns;
};

void progress_start(struct progress *p, bool wanted, uint64_t total);

/* Call as often as convenient: at most ten updates a second are drawn. DONE is out of total, GAMES
   the games handled so far. */
void progress_update(struct progress *p, uint64_t done, uint64_t games);

/* The text of the line ELAPSED_NS after the start, without what positions the cursor. Returns its
   length; cut to CAP - 1 bytes. */
size_t progress_line(const struct progress *p, uint64_t done, uint64_t games, uint64_t elapsed_ns,
                     char *out, size_t cap);

/* Erase the line, so that messages do not run into it. */
void progress_clear(struct progress *p);

#endif
