/* Chases (捉): attacks that are new and would win material. An attack is judged by making the
   capture: a man is protected if the answer that takes back is legal, so that one whose protector
   is pinned (假根) is not. By the Chinese rules the whole exchange counts (少根); by the others it is
   enough that a protector exists, unless the attacker is the cheaper man. */
#include "rules/xiangqi.h"
#include "rules/xiangqi_cycle.h"

/* A chariot is worth two horses or cannons, and one of these two advisors or elephants; a soldier
   across the river floats. */
static const int8_t values[PIECE_TYPES] = {
    [PAWN] = 2, [KNIGHT] = 4, [BISHOP] = 2, [ROOK] = 8, [KING] = 100, [ADVISOR] = 2, [CANNON] = 4,
};

/* From the one that would be lost most gladly. */
static const enum piece_type cheapest_first[] = {PAWN, ADVISOR, BISHOP, KNIGHT, CANNON, ROOK, KING};
enum { TYPES = sizeof cheapest_first / sizeof cheapest_first[0] };

static struct position after_move(const struct position *pos, square from, square to)
{
    struct position next = *pos;
    xiangqi_play(&next, move_make(GAME_XIANGQI, from, to, NO_PIECE));
    return next;
}

static bool reaches(const struct position *pos, square from, square to)
{
    const piece p = pos->board[from];
    return points_has(xiangqi_reach(piece_type(p), piece_color(p), from, all_men(pos)), to);
}

/* Whether a man of the side to move on FROM can take on TO. Men in CHECKING check already, before
   all that is thought out here, and do not pin; but the king itself must not go where they aim. */
static bool can_take(const struct position *pos, square from, square to, struct points checking)
{
    struct points attackers = king_attackers_after(pos, from, to);
    if (from != pos->king[pos->turn])
        attackers = points_without(attackers, checking);
    return !points_any(attackers) && reaches(pos, from, to);
}

/* With which man the side to move best takes what stands on TO, or NO_SQUARE. */
static square cheapest_taker(const struct position *pos, square to, struct points checking)
{
    const struct points own = men_of_color(pos, (enum color)pos->turn);
    for (int i = 0; i < TYPES; i++) {
        struct points men = points_and(own, men_of_type(pos, cheapest_first[i]));
        while (points_any(men)) {
            const square from = points_pop(&men);
            if (can_take(pos, from, to, checking))
                return from;
        }
    }
    return NO_SQUARE;
}

/* What the side to move wins at best by taking on TO. Each step takes a man off the board. */
static int exchange(const struct position *pos, square to, struct points checking)
{
    const square from = cheapest_taker(pos, to, checking);
    if (from == NO_SQUARE)
        return 0;
    const struct position next = after_move(pos, from, to);
    const int won = values[piece_type(pos->board[to])] - exchange(&next, to, checking);
    return won > 0 ? won : 0;
}

/* The men of the side to move that aim at the other's king: it was they who moved last. */
static struct points checking_men(const struct position *pos)
{
    const enum color side = (enum color)pos->turn;
    return king_attackers(pos, !side, pos->king[!side], all_men(pos), men_of_color(pos, side));
}

/* Across the river, where a soldier is worth something. */
static bool is_across(enum color side, square s)
{
    return (s >= HALF) == (side == WHITE);
}

static bool is_target(const struct position *pos, square s)
{
    const piece p = pos->board[s];
    return piece_type(p) != KING && (piece_type(p) != PAWN || is_across(piece_color(p), s));
}

/* Whether a man on FROM is so cheap that it may be lost for the one on TO. */
static bool is_cheaper(const struct position *pos, square from, square to)
{
    return values[piece_type(pos->board[from])] < values[piece_type(pos->board[to])] &&
           piece_type(pos->board[from]) != PAWN;
}

/* Two men of a kind that attack each other offer an exchange, unless one of them cannot take. */
static bool is_mutual(const struct position *pos, square from, square to)
{
    if (piece_type(pos->board[from]) != piece_type(pos->board[to]))
        return false;
    struct position other = *pos;
    other.turn = !other.turn;
    return xiangqi_is_legal(&other, move_make(GAME_XIANGQI, to, from, NO_PIECE));
}

/* Whether the side to move would win something by taking with the man on FROM the one on TO, which
   it reaches. */
static bool gains(const struct position *pos, square from, square to, enum rule_book book)
{
    if (is_mutual(pos, from, to))
        return false;
    const struct points checking = checking_men(pos);
    const struct position next = after_move(pos, from, to);
    if (rule_books[book].forbids_mixtures)
        return values[piece_type(pos->board[to])] > exchange(&next, to, checking) &&
               !xiangqi_mates_at_once(&next);
    return is_cheaper(pos, from, to) || cheapest_taker(&next, to, checking) == NO_SQUARE;
}

/* A protector was pinned: it still stands towards TO, but may not take there any more. One that was
   cut off does not make an old attack a new one. */
static bool protector_was_pinned(const struct position *before, square old_from,
                                 const struct position *after, square from, square to)
{
    const struct position taken = after_move(before, old_from, to);
    const square protector = cheapest_taker(&taken, to, checking_men(before));
    if (protector == NO_SQUARE)
        return false;
    const struct position now = after_move(after, from, to);
    return reaches(&now, protector, to);
}

/* Whether more men of SIDE attack TO than before: together they may win what one alone could
   not. */
static bool was_joined(const struct position *before, const struct position *after, enum color side,
                       square to)
{
    int more = 0;
    for (struct points left = men_of_color(before, side); points_any(left);)
        more -= reaches(before, points_pop(&left), to);
    for (struct points left = men_of_color(after, side); points_any(left);)
        more += reaches(after, points_pop(&left), to);
    return more > 0;
}

/* Whether the attack, which gains in AFTER, is older than the move before: FROM was OLD_FROM then.
   Where the side was in check it could not take, but the attack stood. */
static bool is_old(const struct position *before, square old_from, const struct position *after,
                   square from, square to, enum rule_book book)
{
    if (!reaches(before, old_from, to))
        return false;
    if (!xiangqi_is_legal(before, move_make(GAME_XIANGQI, old_from, to, NO_PIECE)))
        return xiangqi_in_check(before);
    if (gains(before, old_from, to, book))
        return true;
    const enum color side = (enum color)before->turn;
    return !protector_was_pinned(before, old_from, after, from, to) &&
           !(rule_books[book].forbids_mixtures && was_joined(before, after, side, to));
}

static struct points all_chasers(const struct position *pos, enum color side, enum chasers chasers)
{
    const struct points soldiers = men_of_type(pos, PAWN), own = men_of_color(pos, side);
    if (chasers == CHASERS_SOLDIERS)
        return points_and(own, soldiers);
    return points_without(points_without(own, soldiers), points_of(pos->king[side]));
}

/* The enemies that the man on FROM attacks, legally and with a gain, for the side to move. */
static struct points prey(const struct position *pos, square from, enum rule_book book)
{
    const enum color side = (enum color)pos->turn;
    const enum piece_type type = piece_type(pos->board[from]);
    struct points targets =
        points_and(xiangqi_reach(type, side, from, all_men(pos)), men_of_color(pos, !side));
    struct points found = {{0, 0}};
    while (points_any(targets)) {
        const square to = points_pop(&targets);
        if (is_target(pos, to) &&
            xiangqi_is_legal(pos, move_make(GAME_XIANGQI, from, to, NO_PIECE)) &&
            gains(pos, from, to, book))
            found = points_or(found, points_of(to));
    }
    return found;
}

bool xiangqi_wins_man(const struct position *pos, enum rule_book book)
{
    struct points left = all_chasers(pos, (enum color)pos->turn, CHASERS_PIECES);
    while (points_any(left))
        if (points_any(prey(pos, points_pop(&left), book)))
            return true;
    return false;
}

struct points xiangqi_chased(const struct position *before, move m, const struct position *after,
                             enum chasers chasers, enum rule_book book)
{
    struct position pos = *after; /* as if the same side were to move again */
    pos.turn = before->turn;
    const square moved_from = move_from(GAME_XIANGQI, m), moved_to = move_to(GAME_XIANGQI, m);
    struct points chased = {{0, 0}};
    for (struct points left = all_chasers(&pos, (enum color)pos.turn, chasers); points_any(left);) {
        const square from = points_pop(&left);
        const square old_from = from == moved_to ? moved_from : from;
        struct points targets = points_without(prey(&pos, from, book), chased);
        while (points_any(targets)) {
            const square to = points_pop(&targets);
            if (!is_old(before, old_from, &pos, from, to, book))
                chased = points_or(chased, points_of(to));
        }
    }
    return chased;
}
