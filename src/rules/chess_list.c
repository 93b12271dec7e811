/* Chess: all legal moves, as a list or only counted, by pin and check masks: no move is tried.

   Hot path: perft counts moves at its leaves. The generator is one inline function, compiled for
   each colour and for listing and counting; counting once more for processors that count bits. */
#include "rules/chess.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* What the parts of the generator share. Moves go to LIST, or are only counted if it is NULL. */
struct generator {
    const struct position *pos;
    move *list;
    int count;
    uint64_t own, enemy, occupied;
    uint64_t
        targets; /* where men other than the king may go: not on own men, and answering check */
    uint64_t pinned;
};

ALWAYS_INLINE void emit(struct generator *g, square from, uint64_t to)
{
    if (!g->list) {
        g->count += __builtin_popcountll(to);
        return;
    }
    while (to)
        g->list[g->count++] = move_make(GAME_CHESS, from, set_pop(&to), NO_PIECE);
}

/* --- Pawns ---------------------------------------------------------------------------------- */

ALWAYS_INLINE uint64_t shift_by(uint64_t set, int by)
{
    return by > 0 ? set << by : set >> -by;
}

/* Pawn moves to the squares TO, each from BY squares earlier. */
ALWAYS_INLINE void emit_pawns(struct generator *g, uint64_t to, int by)
{
    const uint64_t last = RANK_1 | RANK_8;
    if (!g->list) {
        g->count += __builtin_popcountll(to) + 3 * __builtin_popcountll(to & last);
        return;
    }
    for (uint64_t rest = to & ~last; rest;) {
        square s = set_pop(&rest);
        g->list[g->count++] = move_make(GAME_CHESS, (square)(s - by), s, NO_PIECE);
    }
    for (uint64_t rest = to & last; rest;) {
        square s = set_pop(&rest);
        for (int type = QUEEN; type >= KNIGHT; type--)
            g->list[g->count++] = move_make(GAME_CHESS, (square)(s - by), s, (enum piece_type)type);
    }
}

ALWAYS_INLINE void generate_pawns(struct generator *g, enum color us, uint64_t pawns,
                                  uint64_t targets)
{
    const int ahead = us == WHITE ? 8 : -8;
    const uint64_t third = us == WHITE ? RANK_1 << 16 : RANK_1 << 40;
    uint64_t once = shift_by(pawns, ahead) & ~g->occupied;
    uint64_t twice = shift_by(once & third, ahead) & ~g->occupied;
    emit_pawns(g, once & targets, ahead);
    emit_pawns(g, twice & targets, 2 * ahead);
    emit_pawns(g, shift_by(pawns & ~FILE_A, ahead - 1) & g->enemy & targets, ahead - 1);
    emit_pawns(g, shift_by(pawns & ~FILE_H, ahead + 1) & g->enemy & targets, ahead + 1);
}

/* En passant is rare and has its own ways to expose the king: judge it by its outcome. */
ALWAYS_INLINE void generate_ep(struct generator *g, enum color us)
{
    const square ep = g->pos->ep;
    if (ep == NO_SQUARE)
        return;
    uint64_t takers = chess_tables.pawn[!us][ep] & g->pos->sets.chess.type[PAWN] & g->own;
    while (takers) {
        square from = set_pop(&takers);
        if (chess_ep_is_safe(g->pos, from, ep))
            emit(g, from, square_bit(ep));
    }
}

/* --- The king ------------------------------------------------------------------------------- */

/* All that the enemy attacks when the king is not in the way. */
ALWAYS_INLINE uint64_t enemy_attacks(const struct generator *g, enum color us)
{
    const uint64_t *type = g->pos->sets.chess.type;
    const int ahead = us == WHITE ? -8 : 8;
    const uint64_t pawns = type[PAWN] & g->enemy;
    const uint64_t occupied = g->occupied ^ square_bit(g->pos->king[us]);
    uint64_t attacks = chess_tables.reach[g->pos->king[!us]][KING] |
                       shift_by(pawns & ~FILE_A, ahead - 1) | shift_by(pawns & ~FILE_H, ahead + 1);
    for (uint64_t men = type[KNIGHT] & g->enemy; men;)
        attacks |= chess_tables.reach[set_pop(&men)][KNIGHT];
    for (uint64_t men = (type[BISHOP] | type[QUEEN]) & g->enemy; men;)
        attacks |= bishop_attacks(set_pop(&men), occupied);
    for (uint64_t men = (type[ROOK] | type[QUEEN]) & g->enemy; men;)
        attacks |= rook_attacks(set_pop(&men), occupied);
    return attacks;
}

ALWAYS_INLINE void generate_king(struct generator *g, enum color us)
{
    const square king = g->pos->king[us];
    uint64_t to = chess_tables.reach[king][KING] & ~g->own;
    if (to)
        emit(g, king, to & ~enemy_attacks(g, us));
}

ALWAYS_INLINE void generate_castling(struct generator *g, enum color us)
{
    for (int side = KING_SIDE; side <= QUEEN_SIDE; side++) {
        if (g->pos->castling[us][side] == NO_SQUARE)
            continue;
        move m = chess_castling_move(g->pos, (enum side)side);
        if (m != NULL_MOVE) {
            if (g->list)
                g->list[g->count] = m;
            g->count++;
        }
    }
}

/* --- Pins and pieces ------------------------------------------------------------------------ */

/* The moves of a pinned man on S along RAY: from the king (excluded) to the pinning man. */
ALWAYS_INLINE void generate_pinned(struct generator *g, enum color us, square s, uint64_t ray)
{
    enum piece_type type = piece_type(g->pos->board[s]);
    if (type == PAWN)
        generate_pawns(g, us, square_bit(s), ray);
    else
        emit(g, s, chess_attacks(type, s, g->occupied) & ray & ~square_bit(s));
}

/* Find the pinned men; produce their moves, too, unless the king is in check: then they have none,
   since a pin and a check never share a line. */
ALWAYS_INLINE void generate_pins(struct generator *g, enum color us)
{
    const uint64_t *type = g->pos->sets.chess.type;
    const square king = g->pos->king[us];
    uint64_t snipers = (rook_attacks(king, g->enemy) & (type[ROOK] | type[QUEEN]) & g->enemy) |
                       (bishop_attacks(king, g->enemy) & (type[BISHOP] | type[QUEEN]) & g->enemy);
    while (snipers) {
        square sniper = set_pop(&snipers);
        uint64_t between = chess_tables.between[king][sniper];
        uint64_t shield = between & g->own;
        if (!shield || set_has_several(shield))
            continue;
        g->pinned |= shield;
        if (!g->pos->sets.chess.checkers)
            generate_pinned(g, us, set_first(shield), between | square_bit(sniper));
    }
}

ALWAYS_INLINE void generate_pieces(struct generator *g)
{
    const uint64_t *type = g->pos->sets.chess.type;
    const uint64_t men = g->own & ~g->pinned;
    for (uint64_t rest = type[KNIGHT] & men; rest;) {
        square s = set_pop(&rest);
        emit(g, s, chess_tables.reach[s][KNIGHT] & g->targets);
    }
    for (uint64_t rest = type[BISHOP] & men; rest;) {
        square s = set_pop(&rest);
        emit(g, s, bishop_attacks(s, g->occupied) & g->targets);
    }
    for (uint64_t rest = type[ROOK] & men; rest;) {
        square s = set_pop(&rest);
        emit(g, s, rook_attacks(s, g->occupied) & g->targets);
    }
    for (uint64_t rest = type[QUEEN] & men; rest;) {
        square s = set_pop(&rest);
        emit(g, s, chess_attacks(QUEEN, s, g->occupied) & g->targets);
    }
}

/* --- All moves ------------------------------------------------------------------------------ */

ALWAYS_INLINE int generate(const struct position *pos, enum color us, move *list)
{
    const struct chess_sets *sets = &pos->sets.chess;
    const uint64_t checkers = sets->checkers;
    struct generator g = {.pos = pos,
                          .list = list,
                          .own = sets->color[us],
                          .enemy = sets->color[!us],
                          .occupied = chess_occupied(pos)};
    g.targets = ~g.own;
    generate_king(&g, us);
    if (set_has_several(checkers))
        return g.count;
    if (checkers)
        g.targets = checkers | chess_tables.between[pos->king[us]][set_first(checkers)];
    generate_pins(&g, us);
    generate_pieces(&g);
    generate_pawns(&g, us, sets->type[PAWN] & g.own & ~g.pinned, g.targets);
    generate_ep(&g, us);
    if (!checkers)
        generate_castling(&g, us);
    return g.count;
}

int chess_legal_moves(const struct position *pos, move *list)
{
    return pos->turn == WHITE ? generate(pos, WHITE, list) : generate(pos, BLACK, list);
}

static int count_moves(const struct position *pos)
{
    return pos->turn == WHITE ? generate(pos, WHITE, NULL) : generate(pos, BLACK, NULL);
}

#if defined __x86_64__ && !defined __POPCNT__
#define CLONE_FOR_POPCNT
__attribute__((target("popcnt"))) static int count_moves_popcnt(const struct position *pos)
{
    return pos->turn == WHITE ? generate(pos, WHITE, NULL) : generate(pos, BLACK, NULL);
}
#endif

int (*chess_count_moves)(const struct position *pos) = count_moves;

void chess_init_list(void)
{
#ifdef CLONE_FOR_POPCNT
    if (__builtin_cpu_supports("popcnt"))
        chess_count_moves = count_moves_popcnt;
#endif
}

/* Whether a pawn off the king's lines, so not pinned, can step ahead. It nearly always can, and to
   see so is much quicker than to count moves. The king must not be in check. */
static bool has_free_pawn(const struct position *pos)
{
    const enum color us = (enum color)pos->turn;
    const uint64_t pawns = pos->sets.chess.type[PAWN] & pos->sets.chess.color[us] &
                           ~chess_tables.reach[pos->king[us]][QUEEN];
    return (shift_by(pawns, us == WHITE ? 8 : -8) & ~chess_occupied(pos)) != 0;
}

/* Whether the king can step out of check. */
static bool king_has_flight(const struct position *pos)
{
    const enum color us = (enum color)pos->turn;
    const square king = pos->king[us];
    const uint64_t occupied = chess_occupied(pos) ^ square_bit(king);
    uint64_t to = chess_tables.reach[king][KING] & ~pos->sets.chess.color[us];
    while (to)
        if (!chess_attackers(pos, set_pop(&to), (enum color) !us, occupied))
            return true;
    return false;
}

bool chess_has_legal_move(const struct position *pos)
{
    bool easy = pos->sets.chess.checkers ? king_has_flight(pos) : has_free_pawn(pos);
    return easy || chess_count_moves(pos) > 0;
}
