/* Positions and moves for tests of the rules, from short texts that are known to be right. The
   product's own reading of FEN and moves is tested elsewhere; this must not depend on it. */
#ifndef TESTS_UNIT_BOARD_H
#define TESTS_UNIT_BOARD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rules.h"

static inline square board_square(const char *name)
{
    return (square)((name[1] - '1') * 8 + name[0] - 'a');
}

static inline piece board_piece(char c)
{
    static const char letters[] = ".PNBRQK", small[] = ".pnbrqk";
    const char *at = strchr(letters, c);
    if (at)
        return piece_make(WHITE, (enum piece_type)(at - letters));
    at = strchr(small, c);
    return at ? piece_make(BLACK, (enum piece_type)(at - small)) : NO_PIECE;
}

/* One letter of the castling field: KQkq mean the outermost rook, A-H and a-h a rook's file. */
static inline void board_castling(struct setup *setup, char c)
{
    int color = c >= 'a' ? BLACK : WHITE, first = color == WHITE ? 0 : 56, king = first, side, rook;
    while (king < first + 7 && setup->board[king] != piece_make((enum color)color, KING))
        king++;
    c = (char)(c | 32);
    if (c == 'k' || c == 'q') {
        side = c == 'k' ? KING_SIDE : QUEEN_SIDE;
        rook = side == KING_SIDE ? first + 7 : first;
        while (rook != king && setup->board[rook] != piece_make((enum color)color, ROOK))
            rook += side == KING_SIDE ? -1 : 1;
    } else {
        rook = first + c - 'a';
        side = rook > king ? KING_SIDE : QUEEN_SIDE;
    }
    setup->castling[color][side] = (square)rook;
}

/* Read the first six fields of an X-FEN or Shredder-FEN; the last two may be missing. */
static inline struct setup board_setup(const char *fen)
{
    char men[128] = "", turn[8] = "w", castling[8] = "-", ep[8] = "-";
    struct setup setup = {.game = GAME_CHESS, .ep = NO_SQUARE, .move_number = 1};
    sscanf(fen, "%127s %7s %7s %7s %u %u", men, turn, castling, ep, &setup.halfmove_clock,
           &setup.move_number);
    setup.turn = turn[0] == 'w' ? WHITE : BLACK;
    memset(setup.castling, NO_SQUARE, sizeof setup.castling);
    int s = 56;
    for (const char *c = men; *c; c++) {
        if (*c == '/')
            s -= 16;
        else if (*c >= '1' && *c <= '8')
            s += *c - '0';
        else if (s >= 0 && s < 64)
            setup.board[s++] = board_piece(*c);
    }
    for (const char *c = castling; *c && *c != '-'; c++)
        board_castling(&setup, *c);
    if (ep[0] != '-')
        setup.ep = board_square(ep);
    return setup;
}

/* The set of faults of FEN; POS is filled. */
static inline unsigned board_faults(struct position *pos, const char *fen)
{
    struct setup setup = board_setup(fen);
    return pos_from_setup(pos, &setup);
}

/* A position that must be right. */
static inline struct position board_position(const char *fen)
{
    struct position pos;
    unsigned faults = board_faults(&pos, fen);
    for (int fault = 0; fault < SETUP_FAULTS; fault++)
        if (faults >> fault & 1 && setup_fault_is_error((enum setup_fault)fault)) {
            fprintf(stderr, "%s: %s\n", fen, setup_fault_text((enum setup_fault)fault));
            abort();
        }
    return pos;
}

/* "e2e4", "e7e8q"; castling is king takes rook with a K: "e1h1K". */
static inline move board_move(const char *text)
{
    enum piece_type special = text[4] ? piece_type(board_piece(text[4])) : NO_PIECE;
    return move_make(GAME_CHESS, board_square(text), board_square(text + 2), special);
}

static inline void board_play(struct position *pos, const char *moves)
{
    char text[8];
    int length;
    while (sscanf(moves, " %7s%n", text, &length) == 1) {
        move m = board_move(text);
        if (!pos_is_legal(pos, m)) {
            fprintf(stderr, "%s is not legal\n", text);
            abort();
        }
        pos_play(pos, m);
        moves += length;
    }
}

#endif
