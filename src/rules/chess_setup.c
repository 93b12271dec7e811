/* Chess: from a setup to a position, judging what can be wrong with it; keys from scratch; the
   mirror image. */
#include <string.h>

#include "rules/chess.h"

static unsigned fault_bit(enum setup_fault fault)
{
    return 1u << fault;
}

/* Put the men down. False if there is a man that chess does not have. */
static bool place_men(struct position *pos, const piece *board)
{
    struct chess_sets *sets = &pos->sets.chess;
    for (int s = 0; s < 64; s++) {
        piece p = board[s];
        if (p == NO_PIECE)
            continue;
        enum piece_type type = piece_type(p);
        if (type < PAWN || type > KING || piece_color(p) > BLACK)
            return false;
        pos->board[s] = p;
        sets->type[type] |= square_bit((square)s);
        sets->color[piece_color(p)] |= square_bit((square)s);
    }
    return true;
}

/* Men of a kind beyond those of the start position must be promoted pawns. */
static bool has_too_many_men(const struct position *pos, enum color color)
{
    static const int at_start[] = {[KNIGHT] = 2, [BISHOP] = 2, [ROOK] = 2, [QUEEN] = 1};
    int pawns = chess_count(pos, piece_make(color, PAWN));
    int men = pawns, promoted = 0;
    for (int type = KNIGHT; type <= QUEEN; type++) {
        int count = chess_count(pos, piece_make(color, (enum piece_type)type));
        men += count;
        if (count > at_start[type])
            promoted += count - at_start[type];
    }
    return pawns + promoted > 8 || men > 15;
}

static unsigned judge_men(const struct position *pos)
{
    unsigned faults = 0;
    for (int color = WHITE; color <= BLACK; color++) {
        uint64_t kings = pos->sets.chess.type[KING] & pos->sets.chess.color[color];
        if (!kings)
            faults |= fault_bit(SETUP_NO_KING);
        else if (set_has_several(kings))
            faults |= fault_bit(SETUP_MANY_KINGS);
        if (has_too_many_men(pos, (enum color)color))
            faults |= fault_bit(SETUP_MANY_PIECES);
    }
    if (pos->sets.chess.type[PAWN] & (RANK_1 | RANK_8))
        faults |= fault_bit(SETUP_PAWN_RANK);
    return faults;
}

/* Keep the castling rights whose king and rook stand for them: both on the first rank, the rook on
   its side of the king. */
static unsigned set_castling(struct position *pos, const struct setup *setup)
{
    unsigned faults = 0;
    for (int color = WHITE; color <= BLACK; color++)
        for (int side = KING_SIDE; side <= QUEEN_SIDE; side++) {
            square rook = setup->castling[color][side], king = pos->king[color];
            int rank = color == WHITE ? 0 : 7;
            if (rook == NO_SQUARE)
                continue;
            if (rook < 64 && rook >> 3 == rank && king >> 3 == rank &&
                pos->board[rook] == piece_make((enum color)color, ROOK) &&
                castling_side(king, rook) == (enum side)side)
                pos->castling[color][side] = rook;
            else
                faults |= fault_bit(SETUP_CASTLING);
        }
    pos->sets.chess.castling = chess_castling_squares(pos);
    return faults;
}

/* Whether the last move can have been a double step over EP. The side to move was not in check
   before it, so no man may attack its king with the pawn back on its first square. */
static bool was_passed_over(const struct position *pos, square ep)
{
    const enum color us = (enum color)pos->turn, them = (enum color) !us;
    if (ep >= 64 || ep >> 3 != (us == WHITE ? 5 : 2))
        return false;
    const square pawn = ep ^ 8, origin = ep ^ 24;
    if (pos->board[pawn] != piece_make(them, PAWN) || pos->board[ep] || pos->board[origin])
        return false;
    uint64_t occupied = (chess_occupied(pos) ^ square_bit(pawn)) | square_bit(origin);
    return !(chess_attackers(pos, pos->king[us], them, occupied) & ~square_bit(pawn));
}

static unsigned set_ep(struct position *pos, square ep)
{
    if (ep == NO_SQUARE)
        return 0;
    if (!was_passed_over(pos, ep))
        return fault_bit(SETUP_EP);
    uint64_t takers = chess_tables.pawn[!pos->turn][ep] & pos->sets.chess.type[PAWN] &
                      pos->sets.chess.color[pos->turn];
    while (takers)
        if (chess_ep_is_safe(pos, set_pop(&takers), ep))
            pos->ep = ep;
    return 0;
}

/* A move gives check with the man that moved and with sliders whose lines it opened, so two
   checkers include a slider and do not stand on one line with the king. A pawn that never moved
   gives no check. */
static bool is_impossible_check(const struct position *pos)
{
    const uint64_t *type = pos->sets.chess.type;
    uint64_t checkers = pos->sets.chess.checkers, rest = checkers;
    if (!checkers)
        return false;
    if (checkers & type[PAWN] & (pos->turn == WHITE ? RANK_8 >> 8 : RANK_1 << 8))
        return true;
    square first = set_pop(&rest), king = pos->king[pos->turn];
    if (!rest)
        return false;
    square second = set_first(rest);
    return set_has_several(rest) || !(checkers & (type[BISHOP] | type[ROOK] | type[QUEEN])) ||
           (chess_tables.between[first][second] & square_bit(king));
}

static unsigned set_clocks(struct position *pos, const struct setup *setup)
{
    unsigned number = setup->move_number ? setup->move_number : 1;
    unsigned clock = setup->halfmove_clock;
    pos->move_number = number;
    pos->halfmove_clock = (uint16_t)(clock < UINT16_MAX ? clock : UINT16_MAX);
    bool played_less = clock / 2 >= number || clock > 2 * (number - 1) + pos->turn;
    return clock > 150 || played_less ? fault_bit(SETUP_CLOCK) : 0;
}

static void clear(struct position *pos, enum color turn)
{
    memset(pos, 0, sizeof *pos);
    memset(pos->castling, NO_SQUARE, sizeof pos->castling);
    pos->game = GAME_CHESS;
    pos->turn = turn;
    pos->ep = NO_SQUARE;
}

unsigned chess_from_setup(struct position *pos, const struct setup *setup)
{
    clear(pos, setup->turn);
    if (!place_men(pos, setup->board))
        return fault_bit(SETUP_MANY_PIECES);
    unsigned faults = judge_men(pos);
    faults |= set_clocks(pos, setup);
    if (faults & (fault_bit(SETUP_NO_KING) | fault_bit(SETUP_MANY_KINGS)))
        return faults;

    const enum color us = setup->turn, them = (enum color) !us;
    for (int color = WHITE; color <= BLACK; color++)
        pos->king[color] = set_first(pos->sets.chess.type[KING] & pos->sets.chess.color[color]);
    if (chess_attackers(pos, pos->king[them], us, chess_occupied(pos)))
        faults |= fault_bit(SETUP_OPPONENT_IN_CHECK);
    pos->sets.chess.checkers = chess_attackers(pos, pos->king[us], them, chess_occupied(pos));
    if (is_impossible_check(pos))
        faults |= fault_bit(SETUP_IMPOSSIBLE_CHECK);
    faults |= set_castling(pos, setup);
    faults |= set_ep(pos, setup->ep);
    pos->key = chess_compute_key(pos);
    return faults;
}

void chess_start(struct position *pos)
{
    static const enum piece_type officers[8] = {ROOK, KNIGHT, BISHOP, QUEEN,
                                                KING, BISHOP, KNIGHT, ROOK};
    struct setup setup = {
        .game = GAME_CHESS, .castling = {{7, 0}, {63, 56}}, .ep = NO_SQUARE, .move_number = 1};
    for (int file = 0; file < 8; file++) {
        setup.board[file] = piece_make(WHITE, officers[file]);
        setup.board[8 + file] = piece_make(WHITE, PAWN);
        setup.board[48 + file] = piece_make(BLACK, PAWN);
        setup.board[56 + file] = piece_make(BLACK, officers[file]);
    }
    chess_from_setup(pos, &setup);
}

/* Few men of a kind stand on a board, so counting one by one is quick. */
int chess_count(const struct position *pos, piece p)
{
    int count = 0;
    uint64_t men = pos->sets.chess.type[piece_type(p)] & pos->sets.chess.color[piece_color(p)];
    for (; men; men &= men - 1)
        count++;
    return count;
}

key64 chess_compute_key(const struct position *pos)
{
    key64 key = pos->turn == BLACK ? chess_keys.black : 0;
    for (int s = 0; s < 64; s++)
        key ^= chess_keys.man[pos->board[s]][s];
    for (int color = WHITE; color <= BLACK; color++)
        for (int side = KING_SIDE; side <= QUEEN_SIDE; side++)
            if (pos->castling[color][side] != NO_SQUARE)
                key ^= chess_keys.castling[pos->castling[color][side]];
    if (pos->ep != NO_SQUARE)
        key ^= chess_keys.ep[pos->ep & 7];
    return key;
}

/* The counts themselves, 4 bits each: pawn to queen of White, then of Black. */
key64 chess_pack_material(const uint8_t counts[PIECE_CODES])
{
    key64 key = 0;
    int shift = 0;
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = PAWN; type <= QUEEN; type++, shift += 4)
            key |= (key64)counts[piece_make((enum color)color, (enum piece_type)type)] << shift;
    return key;
}

key64 chess_material_key(const struct position *pos)
{
    uint8_t counts[PIECE_CODES];
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = PAWN; type <= QUEEN; type++) {
            piece p = piece_make((enum color)color, (enum piece_type)type);
            counts[p] = (uint8_t)chess_count(pos, p);
        }
    return chess_pack_material(counts);
}

void chess_mirror(const struct position *pos, struct position *image)
{
    struct setup setup, mirrored;
    pos_to_setup(pos, &setup);
    mirrored = setup;
    memset(mirrored.castling, NO_SQUARE, sizeof mirrored.castling);
    for (int s = 0; s < 64; s++)
        mirrored.board[s] = setup.board[s ^ 7];
    if (setup.ep != NO_SQUARE)
        mirrored.ep = setup.ep ^ 7;
    chess_from_setup(image, &mirrored);
}

move chess_move_mirror(move m)
{
    return m == NULL_MOVE ? m : m ^ (7 | 7 << 6);
}
