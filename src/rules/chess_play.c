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

/* All men of the side that just moved that attack the other king. */
RARE static uint64_t all_checkers(const struct position *pos, enum color mover)
{
    return chess_attackers(pos, pos->king[!mover], mover, chess_occupied(pos));
}

/* The same after a plain move: only the man that moved and lines opened behind it count. */
static uint64_t new_checkers(const struct position *pos, enum color mover, piece placed,
                             square from, square to)
{
    const square king = pos->king[!mover];
    const int row = piece_type(placed) - (placed == piece_make(BLACK, PAWN));
    if (chess_tables.beyond[king][from] & chess_snipers(pos, king, mover))
        return all_checkers(pos, mover);
    uint64_t direct = chess_tables.reach[king][row] & square_bit(to);
    if (direct && (chess_tables.between[king][to] & chess_occupied(pos)))
        return 0;
    return direct;
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

static void pass_turn(struct position *pos)
{
    pos->key ^= chess_keys.black;
    pos->move_number += pos->turn;
    pos->turn ^= 1;
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

/* The move of one man, all its sets and its key; taking an empty square changes nothing. */
static void move_man(struct position *pos, square from, square to, piece mover, piece taken)
{
    struct chess_sets *sets = &pos->sets.chess;
    const uint64_t to_bit = square_bit(to), change = square_bit(from) | to_bit;
    pos->key ^= chess_keys.man[mover][from] ^ chess_keys.man[mover][to] ^ chess_keys.man[taken][to];
    sets->color[!pos->turn] &= ~to_bit;
    sets->color[pos->turn] ^= change;
    sets->type[piece_type(taken)] &= ~to_bit;
    sets->type[piece_type(mover)] ^= change;
    pos->board[from] = NO_PIECE;
    pos->board[to] = mover;
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

void chess_play(struct position *pos, move m)
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
    const piece placed = special ? piece_make(us, special) : mover;
    const enum piece_type type = piece_type(mover);
    const square ep = pos->ep;

    clear_ep(pos);
    if (pos->sets.chess.castling & (square_bit(from) | square_bit(to)))
        end_castling_rights(pos, from, to);
    move_man(pos, from, to, mover, taken);
    if (special)
        promote(pos, to, placed);
    count_quiet_ply(pos);
    const bool quiet = (taken == NO_PIECE) & (type != PAWN);
    pos->halfmove_clock &= (uint16_t)-quiet; /* a branch here would be mispredicted half the time */
    if (type == KING)
        pos->king[us] = to;
    if (to == ep && type == PAWN) {
        lift_man(pos, to ^ 8);
        pos->sets.chess.checkers = all_checkers(pos, us);
    } else {
        pos->sets.chess.checkers = new_checkers(pos, us, placed, from, to);
    }
    pass_turn(pos);
    if ((from ^ to) == 16 && type == PAWN)
        update_ep(pos, to);
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
