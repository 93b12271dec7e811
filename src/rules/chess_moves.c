/* Chess: which moves are legal: one at a time, by target square (for SAN), and castling. All at
   once is for chess_list.c.

   Hot path: chess_origins is called for every move of a PGN game. Measured by
   tests/bench/rules.c. */
#include "rules/chess.h"

/* --- One move ------------------------------------------------------------------------------- */

/* Whether the king is safe after a move that is otherwise right. SNIPERS: the enemy men on lines
   with the king; a man before none of them is not pinned. */
static inline bool is_safe(const struct position *pos, square from, square to, uint64_t snipers)
{
    const square king = pos->king[pos->turn];
    const bool ep = to == pos->ep && piece_type(pos->board[from]) == PAWN;
    if (!pos->sets.chess.checkers && from != king && !ep &&
        !(chess_tables.beyond[king][from] & snipers))
        return true;
    return chess_checkers_after(pos, from, to, ep ? to ^ 8 : to) == 0;
}

static inline uint64_t snipers_at_king(const struct position *pos)
{
    return chess_snipers(pos, pos->king[pos->turn], (enum color) !pos->turn);
}

/* The pawns of the side to move that can step or take to TO, but for a man passed over and
   check. */
static inline uint64_t pawn_origins(const struct position *pos, square to)
{
    const enum color us = (enum color)pos->turn;
    const struct chess_sets *sets = &pos->sets.chess;
    const uint64_t pawns = sets->type[PAWN] & sets->color[us], to_bit = square_bit(to);
    if (pos->board[to] || to == pos->ep)
        return chess_tables.pawn[!us][to] & pawns;
    if (us == WHITE)
        return (to_bit >> 8 | (to_bit & RANK_1 << 24) >> 16) & pawns;
    return (to_bit << 8 | (to_bit & RANK_1 << 32) << 16) & pawns;
}

/* The men of TYPE of the side to move that can go to TO, but for men between, check and
   castling. */
static inline uint64_t origins(const struct position *pos, enum piece_type type, square to)
{
    const struct chess_sets *sets = &pos->sets.chess;
    const uint64_t own = sets->color[pos->turn];
    if (own & square_bit(to))
        return 0;
    if (type == PAWN)
        return pawn_origins(pos, to);
    return chess_tables.reach[to][type] & sets->type[type] & own;
}

static inline bool is_clear(const struct position *pos, square from, square to)
{
    return !(chess_tables.between[to][from] & chess_occupied(pos));
}

int chess_origins(const struct position *pos, enum piece_type type, square to, int file, int rank,
                  square *from)
{
    if (type < PAWN || type > KING || to >= 64)
        return 0;
    uint64_t men = origins(pos, type, to);
    if (file >= 0)
        men &= file < 8 ? FILE_A << file : 0;
    if (rank >= 0)
        men &= rank < 8 ? RANK_1 << 8 * rank : 0;
    const uint64_t snipers = snipers_at_king(pos);
    int n = 0;
    while (men && n < ORIGINS_MAX) {
        square s = set_pop(&men);
        if (is_clear(pos, s, to) && is_safe(pos, s, to, snipers))
            from[n++] = s;
    }
    return n;
}

/* The one of the pieces MEN that can go to TO, each looked at with all care. */
__attribute__((noinline)) static square only_of(const struct position *pos, uint64_t men, square to)
{
    const uint64_t snipers = snipers_at_king(pos);
    square found = NO_SQUARE;
    while (men) {
        square s = set_pop(&men);
        if (!is_clear(pos, s, to) || !is_safe(pos, s, to, snipers))
            continue;
        if (found != NO_SQUARE)
            return NO_SQUARE;
        found = s;
    }
    return found;
}

/* Most often one piece alone can go there, and it is clearly not pinned. */
square chess_only_origin(const struct position *pos, enum piece_type type, square to)
{
    const uint64_t men = origins(pos, type, to);
    if (men && !set_has_several(men) && !pos->sets.chess.checkers) {
        const size_t from = (size_t)__builtin_ctzll(men), king = pos->king[pos->turn];
        const bool is_blocked = (chess_tables.between[to][from] & chess_occupied(pos)) != 0;
        const bool is_pinned = (chess_tables.beyond[king][from] & snipers_at_king(pos)) != 0;
        if (!(is_blocked | is_pinned | (from == king) | (to == pos->ep)))
            return (square)from;
    }
    return only_of(pos, men, to);
}

/* The rook may have shielded the king (Chess960): the last square is judged with the rook already
   moved. */
uint64_t chess_castling_attackers(const struct position *pos, enum side side)
{
    const enum color them = (enum color) !pos->turn;
    const square king = pos->king[pos->turn], rook = pos->castling[pos->turn][side];
    const square king_to = castling_king_to(king, side), rook_to = castling_rook_to(king, side);
    const uint64_t occupied = chess_occupied(pos);
    uint64_t attackers = 0;
    for (uint64_t path = chess_tables.between[king][king_to]; path;)
        attackers |= chess_attackers(pos, set_pop(&path), them, occupied);
    uint64_t lifted = square_bit(king) | square_bit(rook);
    uint64_t after = (occupied & ~lifted) | square_bit(rook_to) | square_bit(king_to);
    return attackers | chess_attackers(pos, king_to, them, after);
}

move chess_castling_move(const struct position *pos, enum side side)
{
    const square king = pos->king[pos->turn], rook = pos->castling[pos->turn][side];
    if (rook == NO_SQUARE || pos->sets.chess.checkers)
        return NULL_MOVE;
    if (chess_castling_path(king, rook, side) & chess_occupied(pos))
        return NULL_MOVE;
    if (chess_castling_attackers(pos, side))
        return NULL_MOVE;
    return move_make(GAME_CHESS, king, rook, KING);
}

bool chess_is_legal(const struct position *pos, move m)
{
    const square from = m & 63, to = m >> 6 & 63;
    const enum piece_type special = (enum piece_type)(m >> 12);
    if (special == KING)
        return m != NULL_MOVE && (m == chess_castling_move(pos, KING_SIDE) ||
                                  m == chess_castling_move(pos, QUEEN_SIDE));
    const piece mover = pos->board[from];
    if (!mover || piece_color(mover) != pos->turn)
        return false;
    const bool promotes = piece_type(mover) == PAWN && (to >> 3 == 0 || to >> 3 == 7);
    if (promotes ? special < KNIGHT || special > QUEEN : special != NO_PIECE)
        return false;
    return (origins(pos, piece_type(mover), to) & square_bit(from)) && is_clear(pos, from, to) &&
           is_safe(pos, from, to, snipers_at_king(pos));
}
