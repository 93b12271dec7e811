/* Chases (捉): attacks that are new and would win material. An attack is judged by making the
   capture: a man is protected if the answer that takes back is legal, so that one whose protector is
   pinned (假根) is not. By the Chinese rules the whole exchange counts (少根); by the others it is
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

/* With which man the side to move best takes what stands on TO, or NO_SQUARE. */
static square cheapest_taker(const struct position *pos, square to)
{
    square from[ORIGINS_MAX];
    for (int i = 0; i < TYPES; i++)
        if (xiangqi_origins(pos, cheapest_first[i], to, -1, -1, from) > 0)
            return from[0];
    return NO_SQUARE;
}

/* What the side to move wins at best by taking on TO. Each step takes a man off the board. */
static int exchange(const struct position *pos, square to)
{
    const square from = cheapest_taker(pos, to);
    if (from == NO_SQUARE)
        return 0;
    const struct position next = after_move(pos, from, to);
    const int won = values[piece_type(pos->board[to])] - exchange(&next, to);
    return won > 0 ? won : 0;
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
    const struct position next = after_move(pos, from, to);
    if (rule_books[book].forbids_mixtures)
        return values[piece_type(pos->board[to])] > exchange(&next, to) &&
               !xiangqi_mates_at_once(&next);
    return is_cheaper(pos, from, to) || cheapest_taker(&next, to) == NO_SQUARE;
}

/* Whether the man on FROM attacked the one on TO before the move already, and as profitably. Where
   the side to move was in check it could not take, but the attack stood. */
static bool was_attacked(const struct position *before, square from, square to, enum rule_book book)
{
    const enum color side = (enum color)before->turn;
    const piece p = before->board[from];
    if (!points_has(xiangqi_reach(piece_type(p), side, from, all_men(before)), to))
        return false;
    const move m = move_make(GAME_XIANGQI, from, to, NO_PIECE);
    return xiangqi_is_legal(before, m) ? gains(before, from, to, book) : xiangqi_in_check(before);
}

static struct points all_chasers(const struct position *pos, enum color side, enum chasers chasers)
{
    const struct points soldiers = men_of_type(pos, PAWN), own = men_of_color(pos, side);
    if (chasers == CHASERS_SOLDIERS)
        return points_and(own, soldiers);
    return points_without(points_without(own, soldiers), points_of(pos->king[side]));
}

struct points xiangqi_chased(const struct position *before, move m, const struct position *after,
                             enum chasers chasers, enum rule_book book)
{
    struct position pos = *after; /* as if the same side were to move again */
    pos.turn = before->turn;
    const enum color side = (enum color)pos.turn;
    const struct points men = all_men(&pos), enemies = men_of_color(&pos, !side);
    const square moved_from = move_from(GAME_XIANGQI, m), moved_to = move_to(GAME_XIANGQI, m);
    struct points chased = {{0, 0}};
    for (struct points left = all_chasers(&pos, side, chasers); points_any(left);) {
        const square from = points_pop(&left);
        struct points targets = xiangqi_reach(piece_type(pos.board[from]), side, from, men);
        targets = points_without(points_and(targets, enemies), chased);
        while (points_any(targets)) {
            const square to = points_pop(&targets);
            if (is_target(&pos, to) &&
                xiangqi_is_legal(&pos, move_make(GAME_XIANGQI, from, to, NO_PIECE)) &&
                gains(&pos, from, to, book) &&
                !was_attacked(before, from == moved_to ? moved_from : from, to, book))
                chased = points_or(chased, points_of(to));
        }
    }
    return chased;
}
