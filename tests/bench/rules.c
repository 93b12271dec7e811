/* How fast the rules core is: finding a man's origins and playing its move, as a reader of games
   does for every ply, and perft. Each figure is the best of several runs.

     cc -O2 -Isrc -o rules tests/bench/rules.c build/libqipu.a && ./rules [chess|xiangqi]

   Random games stand in for real ones: their moves are harder to predict, so that replaying real
   games takes somewhat less. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rules/rules.h"

enum { GAMES = 2000, PLIES = 80, RUNS = 9 };

static struct line {
    move moves[PLIES];
    uint8_t types[PLIES];
    int n;
} lines[GAMES];

static volatile key64 sink;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void make_line(struct line *line, enum game game, uint64_t *state)
{
    struct position pos;
    move list[MOVES_MAX];
    int n;
    pos_start(&pos, game);
    for (line->n = 0; line->n < PLIES && (n = pos_legal_moves(&pos, list)) > 0; line->n++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        move m = list[(*state >> 33) % (unsigned)n];
        line->moves[line->n] = m;
        line->types[line->n] = (uint8_t)piece_type(pos.board[move_from(game, m)]);
        pos_play(&pos, m);
    }
}

/* What is done at each ply of every line. */
typedef void ply_work(struct position *pos, move m, enum piece_type type);

static void work_play(struct position *pos, move m, enum piece_type type)
{
    (void)type;
    pos_play(pos, m);
}

static void work_origins(struct position *pos, move m, enum piece_type type)
{
    square from[ORIGINS_MAX];
    if (!move_is_castling((enum game)pos->game, m))
        sink = (key64)pos_origins(pos, type, move_to((enum game)pos->game, m), -1, -1, from);
    pos_play(pos, m);
}

static void work_legal_moves(struct position *pos, move m, enum piece_type type)
{
    move list[MOVES_MAX];
    (void)type;
    sink = (key64)pos_legal_moves(pos, list);
    pos_play(pos, m);
}

static void work_outcome(struct position *pos, move m, enum piece_type type)
{
    (void)type;
    sink = (key64)pos_outcome(pos);
    pos_play(pos, m);
}

static void bench_plies(const char *name, enum game game, ply_work *work)
{
    double best = 1e9;
    long plies = 0;
    for (int run = 0; run < RUNS; run++) {
        double start = seconds();
        plies = 0;
        for (int i = 0; i < GAMES; i++) {
            struct position pos;
            pos_start(&pos, game);
            for (int ply = 0; ply < lines[i].n; ply++)
                work(&pos, lines[i].moves[ply], (enum piece_type)lines[i].types[ply]);
            plies += lines[i].n;
            sink = pos.key;
        }
        double took = seconds() - start;
        best = took < best ? took : best;
    }
    printf("%-32s %7.1f ns a ply\n", name, best / (double)plies * 1e9);
}

static void bench_perft(enum game game, int depth)
{
    struct position pos;
    double best = 1e9;
    uint64_t nodes = 0;
    pos_start(&pos, game);
    for (int run = 0; run < 3; run++) {
        double start = seconds();
        nodes = pos_perft(&pos, depth);
        double took = seconds() - start;
        best = took < best ? took : best;
    }
    printf("perft %d: %" PRIu64 " nodes in %.3f s %7.1f M nodes/s\n", depth, nodes, best,
           (double)nodes / best / 1e6);
}

int main(int argc, char **argv)
{
    enum game game = argc > 1 && strcmp(argv[1], "xiangqi") == 0 ? GAME_XIANGQI : GAME_CHESS;
    uint64_t state = 1;
    double start = seconds();
    rules_init();
    printf("%-32s %7.1f us\n", "rules_init", (seconds() - start) * 1e6);
    for (int i = 0; i < GAMES; i++)
        make_line(&lines[i], game, &state);
    bench_plies("pos_play", game, work_play);
    bench_plies("pos_origins and pos_play", game, work_origins);
    bench_plies("pos_legal_moves and pos_play", game, work_legal_moves);
    bench_plies("pos_outcome and pos_play", game, work_outcome);
    bench_perft(game, game == GAME_CHESS ? 6 : 5);
    return 0;
}
