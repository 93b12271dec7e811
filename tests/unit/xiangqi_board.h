/* Xiangqi positions and moves for tests of the rules, from short texts that are known to be right.
   The product's own reading of FEN is tested elsewhere; this must not depend on it. */
#ifndef TESTS_UNIT_XIANGQI_BOARD_H
#define TESTS_UNIT_XIANGQI_BOARD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/rules.h"

#define START_FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

static inline int init_rules(void **state)
{
    (void)state;
    rules_init();
    return 0;
}

/* ICCS: "e0". */
static inline square board_square(const char *name)
{
    return square_make(GAME_XIANGQI, name[0] - 'a', name[1] - '0');
}

static inline piece board_piece(char c)
{
    static const char letters[] = "PNBRKAC", small[] = "pnbrkac";
    static const enum piece_type types[] = {PAWN, KNIGHT, BISHOP, ROOK, KING, ADVISOR, CANNON};
    const char *at = strchr(letters, c);
    if (at)
        return piece_make(WHITE, types[at - letters]);
    at = strchr(small, c);
    return at ? piece_make(BLACK, types[at - small]) : NO_PIECE;
}

/* The board and the side to move of a FEN; its clocks are ignored. */
static inline struct setup board_setup(const char *fen)
{
    struct setup setup = {.game = GAME_XIANGQI, .ep = NO_SQUARE, .move_number = 1};
    memset(setup.castling, NO_SQUARE, sizeof setup.castling);
    int s = 81;
    for (; *fen && *fen != ' '; fen++) {
        if (*fen == '/')
            s -= 18;
        else if (*fen >= '1' && *fen <= '9')
            s += *fen - '0';
        else if (s >= 0 && s < SQUARES_MAX)
            setup.board[s++] = board_piece(*fen);
    }
    setup.turn = strncmp(fen, " b", 2) == 0 ? BLACK : WHITE;
    return setup;
}

/* The set of faults of FEN. */
static inline unsigned board_faults(const char *fen)
{
    struct setup setup = board_setup(fen);
    struct position pos;
    return pos_from_setup(&pos, &setup);
}

/* A position without any fault. */
static inline struct position board_position(const char *fen)
{
    struct setup setup = board_setup(fen);
    struct position pos;
    unsigned faults = pos_from_setup(&pos, &setup);
    if (faults != 0)
        fail_msg("%s: faults %#x", fen, faults);
    return pos;
}

/* ICCS: "h2e2". */
static inline move board_move(const char *text)
{
    return move_make(GAME_XIANGQI, board_square(text), board_square(text + 2), NO_PIECE);
}

static inline bool is_listed(const struct position *pos, move m)
{
    move list[MOVES_MAX];
    int n = pos_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        if (list[i] == m)
            return true;
    }
    return false;
}

/* Numbers that are the same in every run. */
static inline unsigned board_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (unsigned)(*state >> 24);
}

/* Call CHECK for each position of random games. */
static inline void in_random_games(int games, int plies, void (*check)(const struct position *pos))
{
    uint64_t state = 20;
    for (int game = 0; game < games; game++) {
        struct position pos;
        pos_start(&pos, GAME_XIANGQI);
        for (int ply = 0; ply < plies; ply++) {
            move list[MOVES_MAX];
            int n = pos_legal_moves(&pos, list);
            check(&pos);
            if (n == 0)
                break;
            pos_play(&pos, list[board_random(&state) % (unsigned)n]);
        }
    }
}

#endif
