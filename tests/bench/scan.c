/* How fast moves come out of a store: all in order, with every position made, and single games.

     cc -O2 -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -o scan tests/bench/scan.c build/libqipu.a \
         -lsqlite3 -lz -lzstd -lm -pthread && ./scan STORE [THREADS]

   Processor time of the threads, so that others on the machine matter less. "Cold" is a store that
   was just opened; the system has its file in memory. */
#include "store/store.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS_MOST = 64, SCATTERED = 64, RUNS = 5 };

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct store *open_or_exit(const char *path)
{
    struct error err;
    struct store *s = store_open(path, STORE_READ, GAME_COUNT, &err);
    if (s)
        return s;
    fprintf(stderr, "%s\n", err.text);
    exit(2);
}

/* --- All games -------------------------------------------------------------------------------- */

struct part {
    const char *path;
    game_id first, last;
    uint64_t plies, found;
    double seconds;
    pthread_t thread;
};

/* Look at every position, as a search for a pattern does. */
static bool look(void *closure, game_id id, const struct game_moves *g)
{
    struct part *part = closure;
    struct position pos = g->start;
    (void)id;
    for (size_t i = 0; i < g->ply_count; i++) {
        pos_place(&pos, g->moves[i]);
        part->found += pos.board[pos.king[WHITE]] == NO_PIECE;
    }
    part->plies += g->ply_count;
    return true;
}

static void *scan_part(void *closure)
{
    struct part *part = closure;
    struct error err;
    struct store *s = open_or_exit(part->path);
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    if (!store_scan_moves(s, part->first, part->last, look, part, &err))
        fprintf(stderr, "%s\n", err.text);
    part->seconds = seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    store_close(s);
    return NULL;
}

static void scan(const char *path, game_id games, unsigned threads)
{
    struct part parts[THREADS_MOST];
    double clock = seconds(CLOCK_MONOTONIC), cpu = 0;
    uint64_t plies = 0;
    for (unsigned i = 0; i < threads; i++) {
        parts[i] = (struct part){.path = path,
                                 .first = (game_id)((uint64_t)games * i / threads + 1),
                                 .last = (game_id)((uint64_t)games * (i + 1) / threads)};
        if (pthread_create(&parts[i].thread, NULL, scan_part, &parts[i]) != 0)
            exit(2);
    }
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(parts[i].thread, NULL);
        plies += parts[i].plies;
        cpu += parts[i].seconds;
    }
    clock = seconds(CLOCK_MONOTONIC) - clock;
    printf("scan, %u threads: %.1f M plies/s a thread, %.1f M plies/s by the clock\n", threads,
           (double)plies / cpu / 1e6, (double)plies / clock / 1e6);
}

/* --- Single games ----------------------------------------------------------------------------- */

static void fetch(struct store *s, const game_id *ids, int count, const char *what)
{
    struct game_moves g = {.cap = 0};
    struct error err;
    double start = seconds(CLOCK_MONOTONIC);
    for (int i = 0; i < count; i++)
        if (!store_moves(s, ids[i], &g, &err))
            fprintf(stderr, "%s\n", err.text);
    double taken = seconds(CLOCK_MONOTONIC) - start;
    printf("%s: %.1f us, %.1f us a game\n", what, taken * 1e6, taken * 1e6 / count);
    game_moves_free(&g);
}

int main(int argc, char **argv)
{
    game_id ids[SCATTERED];
    unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    if (argc < 2 || threads < 1 || threads > THREADS_MOST)
        return 2;
    rules_init();
    double start = seconds(CLOCK_MONOTONIC);
    struct store *s = open_or_exit(argv[1]);
    printf("open: %.0f us\n", (seconds(CLOCK_MONOTONIC) - start) * 1e6);
    game_id games = (game_id)store_game_count(s);
    for (int i = 0; i < SCATTERED; i++)
        ids[i] = 1 + (game_id)((uint64_t)games * (unsigned)(2 * i + 1) / (2 * SCATTERED + 1));
    fetch(s, &ids[SCATTERED / 2], 1, "one game, cold");
    fetch(s, &ids[SCATTERED / 2], 1, "the same game again");
    fetch(s, ids, SCATTERED, "64 scattered games, first time");
    fetch(s, ids, SCATTERED, "64 scattered games, again");
    store_close(s);
    for (int i = 0; i < RUNS; i++)
        scan(argv[1], games, threads);
    return 0;
}
