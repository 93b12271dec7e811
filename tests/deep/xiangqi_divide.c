/* Random xiangqi positions for tests/deep/xiangqi-engine.sh.

     xiangqi_divide engine SEED POSITIONS DEPTH    commands that make fairy-stockfish count them
     xiangqi_divide counts SEED POSITIONS DEPTH    what it should answer: a line for each move and
                                                   the total, each behind the position's number */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rules.h"

static unsigned next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> 33);
}

/* Play up to PLIES random moves from the start; captures are preferred, so that few men are met
   as often as many. */
static void random_position(struct position *pos, uint64_t *state, unsigned plies)
{
    pos_start(pos, GAME_XIANGQI);
    for (unsigned ply = 0; ply < plies; ply++) {
        move list[MOVES_MAX], chosen = NULL_MOVE;
        int n = pos_legal_moves(pos, list);
        if (n == 0)
            return;
        for (int tries = 0; tries < 3; tries++) {
            chosen = list[next_random(state) % (unsigned)n];
            if (pos->board[move_to(GAME_XIANGQI, chosen)] != NO_PIECE)
                break;
        }
        pos_play(pos, chosen);
    }
}

static void print_rank(const struct position *pos, int rank)
{
    static const char letters[PIECE_TYPES + 1] = ".PNBRQKAC";
    int empty = 0;
    for (int file = 0; file < 9; file++) {
        piece p = pos->board[square_make(GAME_XIANGQI, file, rank)];
        if (p == NO_PIECE) {
            empty++;
            continue;
        }
        if (empty > 0)
            printf("%d", empty);
        empty = 0;
        putchar(piece_color(p) == BLACK ? letters[piece_type(p)] | 32 : letters[piece_type(p)]);
    }
    if (empty > 0)
        printf("%d", empty);
}

static void print_fen(const struct position *pos)
{
    for (int rank = 9; rank >= 0; rank--) {
        print_rank(pos, rank);
        putchar(rank > 0 ? '/' : ' ');
    }
    printf("%c - - 0 1", pos->turn == WHITE ? 'w' : 'b');
}

/* As fairy-stockfish does: ranks count from 1. */
static void print_square(square s)
{
    printf("%c%d", 'a' + square_file(GAME_XIANGQI, s), square_rank(GAME_XIANGQI, s) + 1);
}

static void print_counts(const struct position *pos, unsigned number, int depth)
{
    move list[MOVES_MAX];
    uint64_t total = 0;
    int n = pos_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        pos_play(&next, list[i]);
        uint64_t nodes = pos_perft(&next, depth - 1);
        total += nodes;
        printf("%u ", number);
        print_square(move_from(GAME_XIANGQI, list[i]));
        print_square(move_to(GAME_XIANGQI, list[i]));
        printf(": %" PRIu64 "\n", nodes);
    }
    printf("%u Nodes searched: %" PRIu64 "\n", number, total);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    bool for_engine = strcmp(argv[1], "engine") == 0;
    uint64_t state = strtoull(argv[2], NULL, 10);
    unsigned positions = (unsigned)strtoul(argv[3], NULL, 10);
    int depth = atoi(argv[4]);
    rules_init();
    if (for_engine)
        puts("uci\nsetoption name UCI_Variant value xiangqi");
    for (unsigned number = 0; number < positions; number++) {
        struct position pos;
        random_position(&pos, &state, next_random(&state) % 200);
        if (!for_engine) {
            print_counts(&pos, number, depth);
            continue;
        }
        printf("position fen ");
        print_fen(&pos);
        printf("\ngo perft %d\n", depth);
    }
    if (for_engine)
        puts("quit");
    return 0;
}
