/* Xiangqi: why a move is not legal. Each man that could be meant is judged by itself; the answer is
   about the one that comes closest to making the move. */
#include "rules/xiangqi.h"
#include "rules/xiangqi_board.h"

/* How close a man with that fault comes; the highest wins. */
static int closeness(enum illegal why)
{
    switch (why) {
    case ILLEGAL_BAD_PROMOTION: return 6;
    case ILLEGAL_LEAVES_CHECK:
    case ILLEGAL_EXPOSES_KING:
    case ILLEGAL_KINGS_FACE: return 5;
    case ILLEGAL_OWN_MAN: return 4;
    case ILLEGAL_NO_SCREEN: return 3;
    case ILLEGAL_BLOCKED: return 2;
    case ILLEGAL_CANNOT_REACH: return 1;
    default: return 0;
    }
}

static struct illegality fault(enum illegal why, square at, square from)
{
    return (struct illegality){.why = why, .at = at, .from = from};
}

static bool is_own(const struct position *pos, square s)
{
    return pos->board[s] != NO_PIECE && piece_color(pos->board[s]) == (enum color)pos->turn;
}

static bool on_one_line(square a, square b)
{
    return a != b && (a % FILES == b % FILES || a / FILES == b / FILES);
}

/* Men on the way from FROM to TO, which are on one line. The first two are written to MET. */
static int men_between(const struct position *pos, square from, square to, square met[2])
{
    int step = from % FILES == to % FILES ? FILES : 1, n = 0;
    if (to < from)
        step = -step;
    for (int s = from + step; s != to; s += step) {
        if (pos->board[s] == NO_PIECE)
            continue;
        if (n < 2)
            met[n] = (square)s;
        n++;
    }
    return n;
}

/* How a slider goes to TO; it may be an own man that stands there. False: *WHY tells. */
static bool slider_reaches(const struct position *pos, enum piece_type type, square from, square to,
                           struct illegality *why)
{
    square met[2] = {NO_SQUARE, NO_SQUARE};
    *why = fault(ILLEGAL_CANNOT_REACH, NO_SQUARE, from);
    if (!on_one_line(from, to))
        return false;
    int n = men_between(pos, from, to, met);
    if (type == ROOK || pos->board[to] == NO_PIECE) {
        *why = fault(ILLEGAL_BLOCKED, met[0], from);
        return n == 0;
    }
    *why =
        n == 0 ? fault(ILLEGAL_NO_SCREEN, NO_SQUARE, from) : fault(ILLEGAL_BLOCKED, met[1], from);
    return n == 1 || (n == 0 && is_own(pos, to));
}

static bool stepper_reaches(const struct position *pos, enum piece_type type, square from,
                            square to, struct illegality *why)
{
    const struct points none = {{0, 0}};
    *why = fault(ILLEGAL_CANNOT_REACH, NO_SQUARE, from);
    if (!points_has(xiangqi_reach(type, (enum color)pos->turn, from, none), to))
        return false;
    if (type != KNIGHT && type != BISHOP)
        return true;
    square passed = type == KNIGHT ? horse_leg(from, to) : (square)((from + to) / 2);
    *why = fault(ILLEGAL_BLOCKED, passed, from);
    return pos->board[passed] == NO_PIECE;
}

static struct illegality judge_man(const struct position *pos, enum piece_type type, square from,
                                   square to)
{
    struct illegality why;
    bool slides = type == ROOK || type == CANNON;
    if (!(slides ? slider_reaches(pos, type, from, to, &why)
                 : stepper_reaches(pos, type, from, to, &why)))
        return why;
    if (is_own(pos, to))
        return fault(ILLEGAL_OWN_MAN, to, from);

    struct points attackers = king_attackers_after(pos, from, to);
    square enemy_king = pos->king[!pos->turn];
    struct points others = points_without(attackers, points_of(enemy_king));
    if (points_any(others))
        return fault(xiangqi_in_check(pos) ? ILLEGAL_LEAVES_CHECK : ILLEGAL_EXPOSES_KING,
                     points_pop(&others), from);
    if (points_any(attackers))
        return fault(ILLEGAL_KINGS_FACE, enemy_king, from);
    return fault(ILLEGAL_BAD_PROMOTION, to, from); /* nothing else can be wrong with it */
}

struct illegality xiangqi_why_illegal(const struct position *pos, enum piece_type type, int file,
                                      int rank, square to, enum piece_type promotion)
{
    (void)promotion; /* named or not, a man here never becomes another */
    struct illegality best = fault(ILLEGAL_NO_SUCH_MAN, NO_SQUARE, NO_SQUARE);
    if (!xiangqi_has_legal_move(pos))
        return fault(ILLEGAL_GAME_OVER, NO_SQUARE, NO_SQUARE);
    bool several = false;
    for (int s = 0; s < SQUARES; s++) {
        if (!is_own(pos, (square)s) || piece_type(pos->board[s]) != type ||
            (file >= 0 && s % FILES != file) || (rank >= 0 && s / FILES != rank))
            continue;
        struct illegality why = to < SQUARES ? judge_man(pos, type, (square)s, to)
                                             : fault(ILLEGAL_CANNOT_REACH, NO_SQUARE, (square)s);
        several |= best.why != ILLEGAL_NO_SUCH_MAN;
        if (closeness(why.why) > closeness(best.why))
            best = why;
    }
    if (best.why == ILLEGAL_CANNOT_REACH && several)
        best.from = NO_SQUARE; /* none comes closer than the others */
    return best;
}
