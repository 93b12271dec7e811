/* Chess: why a move is not legal. Each man that could be meant is judged by itself; the answer is
   about the one that comes closest to making the move. */
#include "rules/chess.h"

/* How close a man with that fault comes; the highest wins. */
static int closeness(enum illegal why)
{
    switch (why) {
    case ILLEGAL_NO_PROMOTION:
    case ILLEGAL_BAD_PROMOTION: return 6;
    case ILLEGAL_LEAVES_CHECK:
    case ILLEGAL_EXPOSES_KING: return 5;
    case ILLEGAL_OWN_MAN: return 4;
    case ILLEGAL_NOTHING_TO_TAKE: return 3;
    case ILLEGAL_BLOCKED: return 2;
    default: return 1;
    }
}

static struct illegality fault(enum illegal why, square at, square from)
{
    return (struct illegality){.why = why, .at = at, .from = from};
}

/* The occupied square on the way from FROM to TO that is nearest to FROM. */
static square nearest_between(const struct position *pos, square from, square to)
{
    uint64_t men = chess_tables.between[from][to] & chess_occupied(pos);
    if (!men)
        return NO_SQUARE;
    return to > from ? set_first(men) : (square)(63 - __builtin_clzll(men));
}

/* A pawn's way to TO, check and promotion aside. False: it is not there, *WHY tells. */
static bool pawn_reaches(const struct position *pos, square from, square to, struct illegality *why)
{
    const enum color us = (enum color)pos->turn;
    const int ahead = us == WHITE ? 8 : -8;
    const bool twice = to - from == 2 * ahead && from >> 3 == (us == WHITE ? 1 : 6);
    if (chess_tables.pawn[us][from] & square_bit(to)) {
        *why = fault(ILLEGAL_NOTHING_TO_TAKE, to, from);
        return pos->board[to] || to == pos->ep;
    }
    *why = fault(ILLEGAL_CANNOT_REACH, NO_SQUARE, from);
    if (to - from != ahead && !twice)
        return false;
    why->why = ILLEGAL_BLOCKED;
    why->at = twice ? nearest_between(pos, from, to) : NO_SQUARE;
    if (why->at == NO_SQUARE && pos->board[to])
        why->at = to;
    return why->at == NO_SQUARE;
}

static bool piece_reaches(const struct position *pos, enum piece_type type, square from, square to,
                          struct illegality *why)
{
    *why = fault(ILLEGAL_CANNOT_REACH, NO_SQUARE, from);
    if (!(chess_attacks(type, from, 0) & square_bit(to)))
        return false;
    *why = fault(ILLEGAL_BLOCKED, nearest_between(pos, from, to), from);
    return why->at == NO_SQUARE;
}

static struct illegality judge_man(const struct position *pos, enum piece_type type, square from,
                                   square to, enum piece_type promotion)
{
    struct illegality why;
    bool reaches =
        type == PAWN ? pawn_reaches(pos, from, to, &why) : piece_reaches(pos, type, from, to, &why);
    bool on_own_man = pos->sets.chess.color[pos->turn] & square_bit(to);
    if (on_own_man && (reaches || why.at == to))
        return fault(ILLEGAL_OWN_MAN, to, from);
    if (!reaches)
        return why;
    bool ep = type == PAWN && to == pos->ep;
    uint64_t checkers = chess_checkers_after(pos, from, to, ep ? to ^ 8 : to);
    if (checkers)
        return fault(pos->sets.chess.checkers ? ILLEGAL_LEAVES_CHECK : ILLEGAL_EXPOSES_KING,
                     set_first(checkers), from);
    bool promotes = type == PAWN && (square_bit(to) & (RANK_1 | RANK_8));
    return fault(promotes && promotion == NO_PIECE ? ILLEGAL_NO_PROMOTION : ILLEGAL_BAD_PROMOTION,
                 to, from);
}

struct illegality chess_why_illegal(const struct position *pos, enum piece_type type, int file,
                                    int rank, square to, enum piece_type promotion)
{
    struct illegality best = fault(ILLEGAL_NO_SUCH_MAN, NO_SQUARE, NO_SQUARE);
    if (!chess_has_legal_move(pos))
        return fault(ILLEGAL_GAME_OVER, NO_SQUARE, NO_SQUARE);
    if (type < PAWN || type > KING)
        return best;
    uint64_t men = pos->sets.chess.type[type] & pos->sets.chess.color[pos->turn];
    if (file >= 0)
        men &= file < 8 ? FILE_A << file : 0;
    if (rank >= 0)
        men &= rank < 8 ? RANK_1 << 8 * rank : 0;
    if (men)
        best = fault(ILLEGAL_CANNOT_REACH, NO_SQUARE,
                     set_has_several(men) ? NO_SQUARE : set_first(men));
    while (men && to < 64) {
        struct illegality why = judge_man(pos, type, set_pop(&men), to, promotion);
        if (closeness(why.why) > closeness(best.why))
            best = why;
    }
    return best;
}

struct illegality chess_why_no_castling(const struct position *pos, enum side side)
{
    const square king = pos->king[pos->turn], rook = pos->castling[pos->turn][side];
    if (!chess_has_legal_move(pos))
        return fault(ILLEGAL_GAME_OVER, NO_SQUARE, NO_SQUARE);
    if (rook == NO_SQUARE)
        return fault(ILLEGAL_CASTLING_RIGHT, NO_SQUARE, king);
    uint64_t men = chess_castling_path(king, rook, side) & chess_occupied(pos);
    if (men) {
        square nearest = rook > king ? set_first(men) : (square)(63 - __builtin_clzll(men));
        return fault(ILLEGAL_CASTLING_BLOCKED, nearest, king);
    }
    if (pos->sets.chess.checkers)
        return fault(ILLEGAL_CASTLING_CHECK, set_first(pos->sets.chess.checkers), king);
    uint64_t attackers = chess_castling_attackers(pos, side);
    return fault(ILLEGAL_CASTLING_THROUGH, attackers ? set_first(attackers) : NO_SQUARE, king);
}
