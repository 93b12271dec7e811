/* Random games for the notation tests: the same ones in every run. */
#ifndef QIPU_TESTS_NOTATION_GAMES_H
#define QIPU_TESTS_NOTATION_GAMES_H

#include "notation/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define ENGLISH piece_letter_table

static uint64_t random_state = 88172645463325252u;

static inline unsigned random_below(unsigned n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 20) % n;
}

static inline struct position position_of(enum game game, const char *fen)
{
    struct position pos;
    struct fen_report report;
    if (!fen_parse(game, fen, strlen(fen), &pos, &report))
        fail_msg("%s: %s", fen, report.text);
    return pos;
}

/* A start position of Chess960: bishops on both colours, the king between the rooks. */
static inline struct position random_960(void)
{
    char row[9] = "--------", fen[FEN_MAX];
    static const char rest[] = "QNNRKR";
    row[random_below(4) * 2] = 'B';
    row[random_below(4) * 2 + 1] = 'B';
    for (int i = 0; i < 6; i++) {
        int skip = i < 3 ? (int)random_below(6 - (unsigned)i) : 0, at = 0;
        while (row[at] != '-' || skip-- > 0)
            at++;
        row[at] = rest[i];
    }
    char small[9];
    for (int i = 0; i < 9; i++)
        small[i] = row[i] == '\0' ? '\0' : (char)(row[i] | 0x20);
    snprintf(fen, sizeof fen, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", small, row);
    return position_of(GAME_CHESS, fen);
}

/* Play GAMES random games from START (or from random Chess960 positions if START is NULL) and call
   VISIT at every position that has a legal move. */
static inline void visit_random_games(int games, const struct position *start,
                                      void (*visit)(const struct position *))
{
    for (int game = 0; game < games; game++) {
        struct position pos = start != NULL ? *start : random_960();
        move list[MOVES_MAX];
        for (int ply = 0; ply < 160; ply++) {
            int n = pos_legal_moves(&pos, list);
            if (n == 0)
                break;
            visit(&pos);
            pos_play(&pos, list[random_below((unsigned)n)]);
        }
    }
}

#endif
