/* How fast moves of xiangqi are written and read in each notation, in millions a second; each
   figure is the best of several runs.

     cc -O2 -Isrc -o notation tests/bench/notation.c build/libqipu.a && ./notation

   The moves are those of random games, kept with the positions they are played in. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "notation/notation.h"

enum { MOVES = 4000, ROUNDS = 20, RUNS = 9 };

static struct position positions[MOVES];
static move moves[MOVES];
static char texts[MOVES][SAN_MAX];
static size_t lengths[MOVES];

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void play_games(void)
{
    enum { PLIES = 120 };
    uint64_t state = 88172645463325252u;
    struct position pos;
    for (int i = 0; i < MOVES; i++) {
        move list[MOVES_MAX];
        if (i % PLIES == 0)
            pos_start(&pos, GAME_XIANGQI);
        int n = pos_legal_moves(&pos, list);
        if (n == 0) {
            pos_start(&pos, GAME_XIANGQI);
            n = pos_legal_moves(&pos, list);
        }
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        positions[i] = pos;
        moves[i] = list[(state >> 20) % (unsigned)n];
        pos_play(&pos, moves[i]);
    }
}

static void write_all(enum notation notation)
{
    for (int i = 0; i < MOVES; i++)
        lengths[i] = xiangqi_format(&positions[i], moves[i], notation, texts[i]);
}

static void read_all(enum notation notation)
{
    const enum rank_base ranks = notation == NOTATION_UCI ? RANKS_FROM_1 : RANKS_FROM_0;
    for (int i = 0; i < MOVES; i++) {
        struct san_move sm;
        if (san_parse_ranks(&positions[i], texts[i], lengths[i], piece_letter_table, ranks, &sm) !=
                SAN_OK ||
            sm.move != moves[i])
            abort();
    }
}

static double rate(void (*work)(enum notation), enum notation notation)
{
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        const double start = seconds();
        for (int round = 0; round < ROUNDS; round++)
            work(notation);
        const double taken = seconds() - start;
        best = taken < best ? taken : best;
    }
    return (double)MOVES * ROUNDS / best / 1e6;
}

int main(void)
{
    rules_init();
    play_games();
    printf("%-8s %8s %8s\n", "", "written", "read");
    for (int n = NOTATION_ICCS; n < NOTATIONS; n++) {
        const enum notation notation = (enum notation)n;
        const double written = rate(write_all, notation);
        printf("%-8s %8.1f %8.1f\n", notation_table[notation].name, written,
               rate(read_all, notation));
    }
    return 0;
}
