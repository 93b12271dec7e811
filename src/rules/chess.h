/* Chess behind rules.h: sets of squares, attack tables, and the chess_* functions that rules.c
   dispatches to. Private to src/rules.

   A set of squares is a uint64_t, bit s = square s. The tables are small (75 kB) and only parts of
   them are touched often, so that they stay in the cache beside the data of a PGN reader and cost
   next to nothing to build. */
#ifndef QIPU_RULES_CHESS_H
#define QIPU_RULES_CHESS_H

#include "rules/rules.h"

/* The lines through a square, without it. (Attacks along a rank come from a table.) */
struct chess_lines {
    uint64_t file, diagonal, antidiagonal;
};

struct chess_tables {
    uint64_t pawn[2][64]; /* squares that a pawn of that colour attacks */
    /* Squares from which a man of that type attacks this one on an empty board; PAWN is the white
       pawn, REACH_BLACK_PAWN the black one. One cache line a square. */
    uint64_t reach[64][8];
    struct chess_lines lines[64];
    uint8_t rank[64][8];      /* [the six inner squares of the rank][file]: attacked files */
    uint64_t between[64][64]; /* squares strictly between two on one line, else none */
    uint64_t beyond[64][64];  /* squares behind the second as seen from the first, if on one line */
};
extern struct chess_tables chess_tables;

enum { REACH_BLACK_PAWN = NO_PIECE };

/* Zobrist constants. The key of a position is the XOR of: man[piece][square] for every man, black
   if Black is to move, castling[rook's square] for every castling right, and ep[file] while
   position.ep is set. Stores keep these keys, so the constants never change: see chess_tables.c. */
struct chess_keys {
    key64 man[32][64]; /* rows of no piece are 0 */
    key64 castling[64];
    key64 ep[8];
    key64 black;
};
extern struct chess_keys chess_keys;

#define FILE_A        UINT64_C(0x0101010101010101)
#define FILE_H        UINT64_C(0x8080808080808080)
#define RANK_1        UINT64_C(0xff)
#define RANK_8        UINT64_C(0xff00000000000000)
#define LIGHT_SQUARES UINT64_C(0x55aa55aa55aa55aa)

/* --- Sets of squares ------------------------------------------------------------------------ */

static inline uint64_t square_bit(square s)
{
    return (uint64_t)1 << s;
}

/* The lowest square of a set that is not empty. */
static inline square set_first(uint64_t set)
{
    return (square)__builtin_ctzll(set);
}

static inline square set_pop(uint64_t *set)
{
    square s = set_first(*set);
    *set &= *set - 1;
    return s;
}

static inline bool set_has_several(uint64_t set)
{
    return (set & (set - 1)) != 0;
}

static inline uint64_t chess_occupied(const struct position *pos)
{
    return pos->sets.chess.color[WHITE] | pos->sets.chess.color[BLACK];
}

/* --- Attacks -------------------------------------------------------------------------------- */

/* Both directions of a line at once: subtracting the square from the men on the line borrows
   through all empty squares up to the nearest man above; with the board turned over, to the nearest
   below. */
static inline uint64_t line_attacks(uint64_t line, uint64_t square_set, uint64_t occupied)
{
    uint64_t men = occupied & line;
    uint64_t above = men - square_set;
    uint64_t below = __builtin_bswap64(men) - __builtin_bswap64(square_set);
    return (above ^ __builtin_bswap64(below)) & line;
}

static inline uint64_t rook_attacks(square s, uint64_t occupied)
{
    const int shift = s & 56;
    uint64_t rank = chess_tables.rank[occupied >> shift >> 1 & 63][s & 7];
    return line_attacks(chess_tables.lines[s].file, square_bit(s), occupied) | rank << shift;
}

static inline uint64_t bishop_attacks(square s, uint64_t occupied)
{
    const struct chess_lines *lines = &chess_tables.lines[s];
    return line_attacks(lines->diagonal, square_bit(s), occupied) |
           line_attacks(lines->antidiagonal, square_bit(s), occupied);
}

/* The men of COLOR that would attack S from afar, were nothing between. */
static inline uint64_t chess_snipers(const struct position *pos, square s, enum color color)
{
    const uint64_t *type = pos->sets.chess.type, *reach = chess_tables.reach[s];
    return (((type[ROOK] | type[QUEEN]) & reach[ROOK]) |
            ((type[BISHOP] | type[QUEEN]) & reach[BISHOP])) &
           pos->sets.chess.color[color];
}

/* The squares that a man, not a pawn, attacks. */
static inline uint64_t chess_attacks(enum piece_type type, square s, uint64_t occupied)
{
    switch (type) {
    case KNIGHT: return chess_tables.reach[s][KNIGHT];
    case BISHOP: return bishop_attacks(s, occupied);
    case ROOK: return rook_attacks(s, occupied);
    case QUEEN: return bishop_attacks(s, occupied) | rook_attacks(s, occupied);
    case KING: return chess_tables.reach[s][KING];
    default: return 0;
    }
}

/* All men of COLOR that attack S when the squares of OCCUPIED are taken. */
static inline uint64_t chess_attackers(const struct position *pos, square s, enum color color,
                                       uint64_t occupied)
{
    const uint64_t *type = pos->sets.chess.type;
    uint64_t men = (chess_tables.pawn[!color][s] & type[PAWN]) |
                   (chess_tables.reach[s][KNIGHT] & type[KNIGHT]) |
                   (chess_tables.reach[s][KING] & type[KING]) |
                   (bishop_attacks(s, occupied) & (type[BISHOP] | type[QUEEN])) |
                   (rook_attacks(s, occupied) & (type[ROOK] | type[QUEEN]));
    return men & pos->sets.chess.color[color];
}

/* The enemy men that would attack the king of the side to move once its man on FROM stands on TO
   and the man on TAKEN is gone (TAKEN is TO but for en passant). Not for castling. */
static inline uint64_t chess_checkers_after(const struct position *pos, square from, square to,
                                            square taken)
{
    uint64_t gone = square_bit(from) | square_bit(taken);
    uint64_t occupied = (chess_occupied(pos) & ~gone) | square_bit(to);
    square king = pos->king[pos->turn];
    if (king == from)
        king = to;
    return chess_attackers(pos, king, (enum color) !pos->turn, occupied) & ~square_bit(taken);
}

/* Whether the pawn on FROM, which attacks pos->ep, may legally take en passant. */
static inline bool chess_ep_is_safe(const struct position *pos, square from, square ep)
{
    return chess_checkers_after(pos, from, ep, ep ^ 8) == 0;
}

/* Where king and rook stand after castling. */
static inline square castling_king_to(square king, enum side side)
{
    return (square)((king & 56) | (side == KING_SIDE ? 6 : 2));
}

static inline square castling_rook_to(square king, enum side side)
{
    return (square)((king & 56) | (side == KING_SIDE ? 5 : 3));
}

/* The side to which castling king-takes-rook goes. */
static inline enum side castling_side(square king, square rook)
{
    return rook > king ? KING_SIDE : QUEEN_SIDE;
}

/* What sets.chess.castling holds, from pos->castling. */
static inline uint64_t chess_castling_squares(const struct position *pos)
{
    uint64_t set = 0;
    for (int color = WHITE; color <= BLACK; color++)
        for (int side = KING_SIDE; side <= QUEEN_SIDE; side++)
            if (pos->castling[color][side] != NO_SQUARE)
                set |= square_bit(pos->castling[color][side]) | square_bit(pos->king[color]);
    return set;
}

/* The squares that must be empty for castling: all that king and rook pass or reach, but for their
   own. */
static inline uint64_t chess_castling_path(square king, square rook, enum side side)
{
    const square king_to = castling_king_to(king, side), rook_to = castling_rook_to(king, side);
    uint64_t path = chess_tables.between[king][king_to] | square_bit(king_to) |
                    chess_tables.between[rook][rook_to] | square_bit(rook_to);
    return path & ~square_bit(king) & ~square_bit(rook);
}

/* The enemy men that attack a square which the king passes or reaches, castling to SIDE: the right
   must stand and the path be empty. */
uint64_t chess_castling_attackers(const struct position *pos, enum side side);

/* The number of legal moves; set by chess_init_list to what suits the processor. */
extern int (*chess_count_moves)(const struct position *pos);
void chess_init_list(void);

/* --- The functions of rules.h, for chess ------------------------------------------------------ */

void chess_init(void);
void structure_init(void); /* both games': see structure.c */
unsigned chess_from_setup(struct position *pos, const struct setup *setup);
void chess_start(struct position *pos);
int chess_count(const struct position *pos, piece p);
key64 chess_compute_key(const struct position *pos);
key64 chess_material_key(const struct position *pos);
key64 chess_pack_material(const uint8_t counts[PIECE_CODES]);
void chess_mirror(const struct position *pos, struct position *image);
move chess_move_mirror(move m);
int chess_legal_moves(const struct position *pos, move *list);
bool chess_has_legal_move(const struct position *pos);
bool chess_is_legal(const struct position *pos, move m);
void chess_play(struct position *pos, move m);
void chess_place(struct position *pos, move m);
int chess_origins(const struct position *pos, enum piece_type type, square to, int file, int rank,
                  square *from);
square chess_only_origin(const struct position *pos, enum piece_type type, square to);
move chess_castling_move(const struct position *pos, enum side side);
struct illegality chess_why_illegal(const struct position *pos, enum piece_type type, int file,
                                    int rank, square to, enum piece_type promotion);
struct illegality chess_why_no_castling(const struct position *pos, enum side side);
enum outcome chess_outcome(const struct position *pos);
uint64_t chess_perft(const struct position *pos, int depth);

#endif
