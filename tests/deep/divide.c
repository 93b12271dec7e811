/* Random positions for the comparison with engines in tests/deep/compare; of chess, two of three
   are from Chess960 starts.

     divide GAME engine SEED POSITIONS DEPTH    commands that make an engine count them
     divide GAME counts SEED POSITIONS DEPTH    what it should answer: a line for each move and the
                                                total, each behind the position's number */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/notation.h"

static unsigned next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> 33);
}

/* Put TYPE on the N-th empty square of White's first rank; Black mirrors it. Returns the file. */
static int put_officer(struct setup *setup, unsigned n, enum piece_type type)
{
    for (int file = 0; file < 8; file++)
        if (setup->board[file] == NO_PIECE && n-- == 0) {
            setup->board[file] = piece_make(WHITE, type);
            setup->board[56 + file] = piece_make(BLACK, type);
            return file;
        }
    return -1;
}

static void chess960_start(struct position *pos, uint64_t *state)
{
    struct setup setup = {.game = GAME_CHESS, .ep = NO_SQUARE, .move_number = 1};
    unsigned dark = next_random(state) % 4, light = next_random(state) % 4;
    put_officer(&setup, 2 * dark, BISHOP);
    put_officer(&setup, 2 * light + 1 - (2 * light + 1 > 2 * dark), BISHOP);
    put_officer(&setup, next_random(state) % 6, QUEEN);
    put_officer(&setup, next_random(state) % 5, KNIGHT);
    put_officer(&setup, next_random(state) % 4, KNIGHT);
    int queen_rook = put_officer(&setup, 0, ROOK);
    put_officer(&setup, 0, KING);
    int king_rook = put_officer(&setup, 0, ROOK);
    for (int color = WHITE; color <= BLACK; color++) {
        setup.castling[color][QUEEN_SIDE] = (square)(56 * color + queen_rook);
        setup.castling[color][KING_SIDE] = (square)(56 * color + king_rook);
    }
    for (int file = 0; file < 8; file++) {
        setup.board[8 + file] = piece_make(WHITE, PAWN);
        setup.board[48 + file] = piece_make(BLACK, PAWN);
    }
    pos_from_setup(pos, &setup);
}

/* The start of a game. */
static void random_start(struct position *pos, enum game game, uint64_t *state)
{
    if (game == GAME_XIANGQI || next_random(state) % 3 == 0)
        pos_start(pos, game);
    else
        chess960_start(pos, state);
}

/* Any move; in xiangqi captures are preferred, so that few men are met as often as many. */
static move random_move(const struct position *pos, const move *list, int n, uint64_t *state)
{
    int tries = pos->game == GAME_XIANGQI ? 3 : 1;
    move chosen;
    do
        chosen = list[next_random(state) % (unsigned)n];
    while (--tries > 0 && pos->board[move_to((enum game)pos->game, chosen)] == NO_PIECE);
    return chosen;
}

/* Play up to PLIES random moves. */
static void random_position(struct position *pos, enum game game, uint64_t *state, unsigned plies)
{
    random_start(pos, game, state);
    for (unsigned ply = 0; ply < plies; ply++) {
        move list[MOVES_MAX];
        int n = pos_legal_moves(pos, list);
        if (n == 0)
            return;
        pos_play(pos, random_move(pos, list, n, state));
    }
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
        char text[SAN_MAX];
        uci_format(pos, list[i], true, text);
        printf("%u %s: %" PRIu64 "\n", number, text, nodes);
    }
    printf("%u Nodes searched: %" PRIu64 "\n", number, total);
}

int main(int argc, char **argv)
{
    static const char *const options[GAME_COUNT] = {
        [GAME_CHESS] = "UCI_Chess960 value true", [GAME_XIANGQI] = "UCI_Variant value xiangqi"};
    if (argc != 6 || game_from_name(argv[1]) == GAME_COUNT)
        return 2;
    enum game game = game_from_name(argv[1]);
    bool for_engine = strcmp(argv[2], "engine") == 0;
    uint64_t state = strtoull(argv[3], NULL, 10);
    unsigned positions = (unsigned)strtoul(argv[4], NULL, 10);
    int depth = atoi(argv[5]);
    rules_init();
    if (for_engine)
        printf("uci\nsetoption name %s\n", options[game]);
    for (unsigned number = 0; number < positions; number++) {
        struct position pos;
        char fen[FEN_MAX];
        random_position(&pos, game, &state, next_random(&state) % 200);
        if (!for_engine) {
            print_counts(&pos, number, depth);
            continue;
        }
        fen_format(&pos, true, fen);
        printf("position fen %s\ngo perft %d\n", fen, depth);
    }
    if (for_engine)
        puts("quit");
    return 0;
}
