/* From the parts of a chess move's text to the legal move they mean. Every form but the plainest
   passes here; what is not legal gets its reason from the rules. */
#include "notation/san.h"

/* Filter the squares that agree with the origin given. */
static int agreeing(enum game game, const square *all, int n, int file, int rank, square *out)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if ((file < 0 || square_file(game, all[i]) == file) &&
            (rank < 0 || square_rank(game, all[i]) == rank))
            out[kept++] = all[i];
    }
    return kept;
}

static enum san_status illegal(struct san_move *out, enum illegal why, square at, square from)
{
    out->why = (struct illegality){.why = why, .at = at, .from = from};
    return SAN_ILLEGAL;
}

static enum san_status found(struct san_move *out, move m)
{
    out->move = m;
    return SAN_OK;
}

/* --- Castling -------------------------------------------------------------------------------- */

static enum san_status resolve_castling(const struct position *pos, enum side side,
                                        struct san_move *out)
{
    move m = pos_castling_move(pos, side);
    if (m != NULL_MOVE)
        return found(out, m);
    out->why = pos_why_no_castling(pos, side);
    return SAN_ILLEGAL;
}

/* Whether a king's move to TO, which is no step of the king, can mean castling: onto its own
   castling rook, or to the square where castling takes the king. */
static bool means_castling(const struct position *pos, const struct san_text *st, square to,
                           enum side *side)
{
    const square king = pos->king[pos->turn];
    if (st->capture && pos->board[to] != piece_make((enum color)pos->turn, ROOK))
        return false;
    if (st->promotion != NO_PIECE || king >> 3 != to >> 3 ||
        king >> 3 != (pos->turn == WHITE ? 0 : 7) ||
        (st->from_file >= 0 && st->from_file != (king & 7)) ||
        (st->from_rank >= 0 && st->from_rank != king >> 3))
        return false;
    for (int s = KING_SIDE; s <= QUEEN_SIDE; s++) {
        *side = (enum side)s;
        if (to == pos->castling[pos->turn][s])
            return true;
    }
    *side = (to & 7) == 6 ? KING_SIDE : QUEEN_SIDE;
    return (to & 7) == 6 || (to & 7) == 2;
}

/* No step of the king fits. A king two files off, its origin given, surely meant to castle. */
static bool resolve_king_castling(const struct position *pos, const struct san_text *st, square to,
                                  struct san_move *out, enum san_status *status)
{
    enum side side;
    if (!means_castling(pos, st, to, &side))
        return false;
    const int files = (pos->king[pos->turn] & 7) - (to & 7);
    const bool surely =
        (st->from_file >= 0 && (files > 1 || files < -1)) || to == pos->castling[pos->turn][side];
    out->dialects |= SAN_KING_TAKES_ROOK;
    if (!surely && pos_castling_move(pos, side) == NULL_MOVE)
        return false;
    *status = resolve_castling(pos, side, out);
    return true;
}

/* --- Men ------------------------------------------------------------------------------------- */

/* "exd", "ed": find the rank of the one legal capture from file to file. */
static enum san_status find_short_capture(const struct position *pos, struct san_text *st,
                                          struct san_move *out)
{
    out->dialects |= SAN_SHORT_CAPTURE;
    for (int rank = 0; rank < 8; rank++) {
        square from, to = square_make(GAME_CHESS, st->to_file, rank);
        if (pos_origins(pos, PAWN, to, st->from_file, -1, &from) == 0)
            continue;
        if (st->to_rank >= 0)
            return SAN_AMBIGUOUS;
        st->to_rank = rank;
    }
    if (st->to_rank >= 0)
        return SAN_OK;
    return illegal(out, pos_has_legal_move(pos) ? ILLEGAL_NOTHING_TO_TAKE : ILLEGAL_GAME_OVER,
                   NO_SQUARE, NO_SQUARE);
}

/* Coordinates name no piece: take what stands on the origin. */
static bool name_man(const struct position *pos, struct san_text *st, struct san_move *out)
{
    if (st->type != NO_PIECE)
        return true;
    st->type = PAWN;
    if (st->from_file < 0 || st->from_rank < 0)
        return true;
    const enum game game = (enum game)pos->game;
    const piece man = pos->board[square_make(game, st->from_file, st->from_rank)];
    if (man == 0 || piece_color(man) != pos->turn)
        return false;
    st->type = piece_type(man);
    const bool long_form = game == GAME_CHESS && st->type == PAWN && (st->dash || st->capture) &&
                           (st->dialects & SAN_COORDINATES) == 0;
    out->dialects |= long_form ? SAN_LONG_FORM : SAN_COORDINATES;
    return true;
}

/* Note what is given of the origin beyond need; ALL are the N squares from which such a man can
   legally come. */
static void judge_origin(const struct san_text *st, const square *all, int n, struct san_move *out)
{
    const bool file = st->from_file >= 0, rank = st->from_rank >= 0;
    square some[ORIGINS_MAX];
    bool excess = n == 1 && (file || rank);
    if (out->dialects & (SAN_LONG_FORM | SAN_COORDINATES))
        return;
    if (st->type == PAWN) /* a capture needs the file, a push never */
        excess = rank || (file && st->from_file == st->to_file);
    else if (file && rank)
        excess = agreeing(GAME_CHESS, all, n, st->from_file, -1, some) == 1 ||
                 agreeing(GAME_CHESS, all, n, -1, st->from_rank, some) == 1;
    if (excess)
        out->dialects |= file && rank && st->capture ? SAN_LONG_FORM : SAN_DISAMBIGUATION;
}

static void judge_capture(const struct position *pos, const struct san_text *st, square to,
                          struct san_move *out)
{
    const bool ep =
        st->type == PAWN && to == pos->ep && st->from_file >= 0 && st->from_file != st->to_file;
    const bool takes = pos->board[to] != 0 || ep;
    const bool bare = (out->dialects & SAN_COORDINATES) != 0 && !st->capture;
    if (!bare && takes != st->capture)
        out->dialects |= SAN_CAPTURE_MARK;
}

/* "d5" where no pawn can push there and just one, on FROM, can take: nothing else can be meant. A
   capture mark is missing then. */
static bool can_only_take(const struct san_text *st, const square *from, int n)
{
    const bool is_push = st->type == PAWN && st->from_file < 0 && st->from_rank < 0;
    return is_push && n == 1 && square_file(GAME_CHESS, from[0]) != st->to_file;
}

static enum san_status judge_promotion(const struct position *pos, const struct san_text *st,
                                       square from, square to, struct san_move *out)
{
    const int last = pos->turn == WHITE ? 7 : 0;
    const bool promotes = pos->game == GAME_CHESS && st->type == PAWN && to >> 3 == last;
    if (promotes && st->promotion == NO_PIECE)
        return illegal(out, ILLEGAL_NO_PROMOTION, to, from);
    if (promotes ? st->promotion == KING || st->promotion == PAWN : st->promotion != NO_PIECE)
        return illegal(out, ILLEGAL_BAD_PROMOTION, to, from);
    return found(out, move_make((enum game)pos->game, from, to, st->promotion));
}

static enum san_status resolve_man(const struct position *pos, struct san_text st,
                                   struct san_move *out)
{
    const enum game game = (enum game)pos->game;
    enum san_status status = SAN_OK;
    square all[ORIGINS_MAX], from[ORIGINS_MAX];
    if (!name_man(pos, &st, out))
        return illegal(out, ILLEGAL_NO_SUCH_MAN, NO_SQUARE, NO_SQUARE);
    if (st.to_rank < 0 && (status = find_short_capture(pos, &st, out)) != SAN_OK)
        return status;
    const square to = square_make(game, st.to_file, st.to_rank);
    const int n = pos_origins(pos, st.type, to, -1, -1, all);
    if (can_only_take(&st, all, n))
        st.from_file = square_file(game, all[0]);
    const int from_file = st.type == PAWN && st.from_file < 0 ? st.to_file : st.from_file;
    const int kept = agreeing(game, all, n, from_file, st.from_rank, from);
    if (kept == 0 && st.type == KING && resolve_king_castling(pos, &st, to, out, &status))
        return status;
    if (kept == 0) {
        out->why = pos_why_illegal(pos, st.type, from_file, st.from_rank, to, st.promotion);
        return SAN_ILLEGAL;
    }
    if (kept > 1)
        return SAN_AMBIGUOUS;
    if (st.type == PAWN && st.capture && from_file == st.to_file && game == GAME_CHESS)
        return illegal(out, ILLEGAL_NOTHING_TO_TAKE, to, from[0]);
    judge_origin(&st, all, n, out);
    judge_capture(pos, &st, to, out);
    return judge_promotion(pos, &st, from[0], to, out);
}

enum san_status san_resolve_null(const struct position *pos, struct san_move *out)
{
    if (!pos_has_legal_move(pos))
        return illegal(out, ILLEGAL_GAME_OVER, NO_SQUARE, NO_SQUARE);
    if (pos_in_check(pos))
        return illegal(out, ILLEGAL_LEAVES_CHECK, NO_SQUARE, pos->king[pos->turn]);
    return SAN_NULL_MOVE;
}

enum san_status san_resolve(const struct position *pos, const struct san_text *st,
                            struct san_move *out)
{
    out->move = NULL_MOVE;
    out->check = st->check;
    out->mark = st->mark;
    out->dialects = st->dialects;
    out->ranks = RANKS_UNKNOWN;
    out->why = (struct illegality){.at = NO_SQUARE, .from = NO_SQUARE};
    switch (st->kind) {
    case SAN_KIND_NULL: return san_resolve_null(pos, out);
    case SAN_KIND_CASTLING: return resolve_castling(pos, st->side, out);
    default: return resolve_man(pos, *st, out);
    }
}
