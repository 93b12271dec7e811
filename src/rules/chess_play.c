/* Chess: making a move, with everything that a position keeps up to date: sets, key, clocks,
   castling rights, en passant square, checkers.

   Hot path: a PGN reader comes here for every ply. Measured by tests/bench/rules.c. */
#include "rules/chess.h"

/* What most moves do not need stays out of chess_play, whose frame is small without it. */
#define RARE __attribute__((noinline))

static void drop_castling_right(struct position *pos, enum color color, enum side side)
{
    square *rook = &pos->castling[color][side];
    if (*rook != NO_SQUARE) {
        pos->key ^= chess_keys.castling[*rook];
        *rook = NO_SQUARE;
    }
}

/* A right ends when the king moves, and when the rook moves or is taken. */
RARE static void end_castling_rights(struct position *pos, square from, square to)
{
    for (int color = WHITE; color <= BLACK; color++)
        for (int side = KING_SIDE; side <= QUEEN_SIDE; side++) {
            square rook = pos->castling[color][side];
            if (rook == from || rook == to || pos->king[color] == from)
                drop_castling_right(pos, (enum color)color, (enum side)side);
        }
    pos->sets.chess.castling = chess_castling_squares(pos);
}

/* All pieces of the side that just moved that attack the other king. */
RARE static uint64_t all_checkers(const struct position *pos, enum color mover)
{
    return chess_attackers(pos, pos->king[!mover], mover, chess_occupied(pos));
}

/* After a pawn's double step to TO: set the en passant square if a legal capture is there. */
RARE static void update_ep(struct position *pos, square to)
{
    square passed = to ^ 8;
    uint64_t takers = chess_tables.pawn[!pos->turn][passed] & pos->sets.chess.type[PAWN] &
                      pos->sets.chess.color[pos->turn];
    while (takers)
        if (chess_ep_is_safe(pos, set_pop(&takers), passed)) {
            pos->ep = passed;
            pos->key ^= chess_keys.ep[passed & 7];
            return;
        }
}

static void clear_ep(struct position *pos)
{
    if (pos->ep != NO_SQUARE) {
        pos->key ^= chess_keys.ep[pos->ep & 7];
        pos->ep = NO_SQUARE;
    }
}

/* Pass the turn, but for the key. */
static void give_turn(struct position *pos)
{
    pos->move_number += pos->turn;
    pos->turn ^= 1;
}

static void pass_turn(struct position *pos)
{
    pos->key ^= chess_keys.black;
    give_turn(pos);
}

/* A game can be longer than the clock can count. */
static void count_quiet_ply(struct position *pos)
{
    pos->halfmove_clock += pos->halfmove_clock != UINT16_MAX;
}

RARE static void play_null(struct position *pos)
{
    clear_ep(pos);
    count_quiet_ply(pos);
    pass_turn(pos);
}

/* Castling may leave king or rook where they stand, or swap them (Chess960): lift both, then put
   both down. */
RARE static void place_castling(struct position *pos, square king_from, square rook_from)
{
    const enum color us = (enum color)pos->turn;
    const enum side side = castling_side(king_from, rook_from);
    const square king_to = castling_king_to(king_from, side);
    const square rook_to = castling_rook_to(king_from, side);
    const uint64_t king_change = square_bit(king_from) ^ square_bit(king_to);
    const uint64_t rook_change = square_bit(rook_from) ^ square_bit(rook_to);
    pos->board[king_from] = pos->board[rook_from] = NO_PIECE;
    pos->board[king_to] = piece_make(us, KING);
    pos->board[rook_to] = piece_make(us, ROOK);
    pos->king[us] = king_to;
    pos->sets.chess.type[KING] ^= king_change;
    pos->sets.chess.type[ROOK] ^= rook_change;
    pos->sets.chess.color[us] ^= king_change ^ rook_change;
}

RARE static void play_castling(struct position *pos, square king_from, square rook_from)
{
    const enum color us = (enum color)pos->turn;
    const enum side side = castling_side(king_from, rook_from);
    const key64 *king_keys = chess_keys.man[piece_make(us, KING)];
    const key64 *rook_keys = chess_keys.man[piece_make(us, ROOK)];

    clear_ep(pos);
    drop_castling_right(pos, us, KING_SIDE);
    drop_castling_right(pos, us, QUEEN_SIDE);
    pos->sets.chess.castling = chess_castling_squares(pos);
    place_castling(pos, king_from, rook_from);
    pos->key ^= king_keys[king_from] ^ king_keys[castling_king_to(king_from, side)] ^
                rook_keys[rook_from] ^ rook_keys[castling_rook_to(king_from, side)];
    count_quiet_ply(pos);
    pos->sets.chess.checkers = all_checkers(pos, us);
    pass_turn(pos);
}

RARE static void lift_man(struct position *pos, square s)
{
    piece p = pos->board[s];
    pos->board[s] = NO_PIECE;
    pos->sets.chess.type[piece_type(p)] ^= square_bit(s);
    pos->sets.chess.color[piece_color(p)] ^= square_bit(s);
    pos->key ^= chess_keys.man[p][s];
}

/* The move of a piece of US: all its sets, and the key with the turn that passes; taking an empty
   square changes nothing. Squares and pieces are wide here and below, since narrow ones are widened
   again at every use. */
static inline void move_man(struct position *pos, size_t us, size_t from, size_t to, size_t mover,
                            size_t taken)
{
    struct chess_sets *sets = &pos->sets.chess;
    const uint64_t to_bit = (uint64_t)1 << to, change = (uint64_t)1 << from | to_bit;
    pos->key ^= chess_keys.man[mover][from] ^ chess_keys.man[mover][to] ^
                chess_keys.man[taken][to] ^ chess_keys.black;
    sets->color[us ^ 1] &= ~to_bit;
    sets->color[us] ^= change;
    sets->type[taken & 15] &= ~to_bit;
    sets->type[mover & 15] ^= change;
    pos->board[from] = NO_PIECE;
    pos->board[to] = (piece)mover;
}

/* The pawn on TO becomes the piece PLACED. */
RARE static void promote(struct position *pos, square to, piece placed)
{
    const piece pawn = pos->board[to];
    pos->key ^= chess_keys.man[pawn][to] ^ chess_keys.man[placed][to];
    pos->sets.chess.type[PAWN] ^= square_bit(to);
    pos->sets.chess.type[piece_type(placed)] ^= square_bit(to);
    pos->board[to] = placed;
}

/* What a move to TO that opens a line to the king, or is a pawn's double step, needs. */
RARE static void finish(struct position *pos, size_t to, bool is_double_step)
{
    pos->sets.chess.checkers = all_checkers(pos, (enum color) !pos->turn);
    if (is_double_step)
        update_ep(pos, (square)to);
}

/* Any move. */
RARE static void play_any(struct position *pos, move m)
{
    const square from = m & 63, to = m >> 6 & 63;
    const enum piece_type special = (enum piece_type)(m >> 12);
    if (m == NULL_MOVE) {
        play_null(pos);
        return;
    }
    if (special == KING) {
        play_castling(pos, from, to);
        return;
    }
    const enum color us = (enum color)pos->turn;
    const piece mover = pos->board[from], taken = pos->board[to];
    const enum piece_type type = piece_type(mover);
    const square ep = pos->ep;

    clear_ep(pos);
    if (pos->sets.chess.castling & (square_bit(from) | square_bit(to)))
        end_castling_rights(pos, from, to);
    move_man(pos, us, from, to, mover, taken);
    if (special)
        promote(pos, to, piece_make(us, special));
    if (to == ep && type == PAWN)
        lift_man(pos, to ^ 8);
    count_quiet_ply(pos);
    if (taken != NO_PIECE || type == PAWN)
        pos->halfmove_clock = 0;
    if (type == KING)
        pos->king[us] = to;
    pos->sets.chess.checkers = all_checkers(pos, us);
    give_turn(pos);
    if ((from ^ to) == 16 && type == PAWN)
        update_ep(pos, to);
}

/* The checkers after a plain move: only the piece that moved counts, and lines opened behind it. */
static inline void find_checkers(struct position *pos, size_t from, size_t to)
{
    const size_t mover = pos->board[to], type = mover & 15, king = pos->king[pos->turn];
    const bool is_double_step = ((from ^ to) == 16) & (type == PAWN);
    const uint64_t snipers = chess_snipers(pos, (square)king, (enum color)(mover >> 4));
    if ((chess_tables.beyond[king][from] & snipers) != 0 || is_double_step) {
        finish(pos, to, is_double_step);
        return;
    }
    const size_t row = type - (mover == (BLACK << 4 | PAWN));
    uint64_t direct = chess_tables.reach[king][row] & (uint64_t)1 << to;
    if (direct && (chess_tables.between[king][to] & chess_occupied(pos)))
        direct = 0;
    pos->sets.chess.checkers = direct;
}

/* A move that takes nothing en passant, leaves all castling rights and is no promotion: nearly
   every one. It has few branches, since which moves take nobody can foresee. */
static inline void play_plain(struct position *pos, size_t from, size_t to)
{
    const size_t us = pos->turn, mover = pos->board[from], taken = pos->board[to];
    const bool is_quiet = (taken == NO_PIECE) & ((mover & 15) != PAWN);
    const unsigned clock = pos->halfmove_clock + 1u;
    pos->turn = (uint8_t)(us ^ 1);
    pos->move_number += (unsigned)us;
    pos->halfmove_clock = (uint16_t)((clock - (clock >> 16)) & -(unsigned)is_quiet);
    if ((mover & 15) == KING)
        pos->king[us] = (square)to;
    move_man(pos, us, from, to, mover, taken);
    find_checkers(pos, from, to);
}

void chess_play(struct position *pos, move m)
{
    const unsigned from_to = m & 4095;
    const size_t from = from_to & 63, to = from_to >> 6;
    const uint64_t change = (uint64_t)1 << from | (uint64_t)1 << to;
    if (m == NULL_MOVE || m != from_to || pos->ep != NO_SQUARE ||
        (pos->sets.chess.castling & change))
        play_any(pos, m);
    else
        play_plain(pos, from, to);
}

/* --- Without what only legality needs --------------------------------------------------------- */

/* The pawn on TO took nothing there, or has become another piece. */
RARE static void place_pawn(struct position *pos, square from, square to, enum piece_type special)
{
    struct chess_sets *sets = &pos->sets.chess;
    if (special) {
        pos->board[to] = piece_make((enum color)pos->turn, special);
        sets->type[PAWN] ^= square_bit(to);
        sets->type[special] ^= square_bit(to);
        return;
    }
    const square passed = (square)((from & 56) | (to & 7));
    pos->board[passed] = NO_PIECE;
    sets->type[PAWN] &= ~square_bit(passed);
    sets->color[!pos->turn] &= ~square_bit(passed);
}

void chess_place(struct position *pos, move m)
{
    struct chess_sets *sets = &pos->sets.chess;
    const square from = m & 63, to = m >> 6 & 63;
    const enum piece_type special = (enum piece_type)(m >> 12);
    const unsigned us = pos->turn;
    const piece mover = pos->board[from], taken = pos->board[to];
    const enum piece_type type = piece_type(mover);
    if (special == KING) {
        place_castling(pos, from, to);
    } else if (m != NULL_MOVE) {
        const uint64_t to_bit = square_bit(to), change = square_bit(from) | to_bit;
        sets->color[!us] &= ~to_bit;
        sets->color[us] ^= change;
        sets->type[piece_type(taken)] &= ~to_bit;
        sets->type[type] ^= change;
        pos->board[from] = NO_PIECE;
        pos->board[to] = mover;
        pos->king[us] = type == KING ? to : pos->king[us];
        const bool is_ep = (type == PAWN) & (taken == NO_PIECE) & (((from ^ to) & 7) != 0);
        if (is_ep | (special != NO_PIECE))
            place_pawn(pos, from, to, special);
    }
    pos->turn ^= 1;
}
