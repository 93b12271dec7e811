/* Judging a cycle (棋例): walk through it once, note what each side does with every move, and look
   the answer up. The man that is chased is followed over the board by its square. */
#include "rules/xiangqi_cycle.h"
#include "rules/xiangqi.h"

#include <string.h>
#include <strings.h>

/* Sixty moves without a capture stand in the Chinese rules and in the PGN rules of xiangqi; what
   the two federations count is taken to be the same. */
const struct rule_book_facts rule_books[RULE_BOOKS] = {
    [RULES_CXA] = {"cxa", "CXA", 120, true, true},
    [RULES_WXF] = {"wxf", "WXF", 120, false, false},
    [RULES_AXF] = {"axf", "AXF", 120, false, false},
};

enum rule_book rule_book_find(const char *name)
{
    int i = 0;
    while (i < RULE_BOOKS && strcasecmp(rule_books[i].name, name) != 0)
        i++;
    return (enum rule_book)i;
}

/* What all moves of a side have in common so far. */
struct conduct {
    bool checks, threatens, chases, attacks;
    bool attacks_with_soldiers; /* attacks, if soldiers count as chasers */
    struct points chased;       /* enemies that every move chased */
};

static struct conduct fresh(const struct position *first, enum color side)
{
    return (struct conduct){true, true, true, true, true, men_of_color(first, !side)};
}

static void note(struct conduct *c, const struct position *before, move m,
                 const struct position *after, enum rule_book book)
{
    const bool is_check = xiangqi_in_check(after);
    const struct points chased = xiangqi_chased(before, m, after, CHASERS_PIECES, book);
    const bool is_chase = points_any(chased);
    c->checks &= is_check;
    c->chases &= is_chase;
    c->chased = points_and(c->chased, chased);
    if (!rule_books[book].forbids_mixtures)
        return;
    /* A search is dear: only where its answer still matters. */
    const bool is_bare = !is_check && !is_chase;
    const bool is_threat =
        (c->threatens || (c->attacks && is_bare)) && !is_check && xiangqi_threatens_mate(after);
    c->threatens &= is_threat;
    if (c->attacks_with_soldiers && is_bare && !is_threat) {
        const bool is_hidden = xiangqi_threatens_by_checks(before, after);
        c->attacks &= is_hidden;
        c->attacks_with_soldiers &=
            is_hidden || points_any(xiangqi_chased(before, m, after, CHASERS_SOLDIERS, book));
    }
}

/* The man that made M is followed. */
static void follow(struct points *men, move m)
{
    const square from = move_from(GAME_XIANGQI, m);
    if (points_has(*men, from))
        *men =
            points_or(points_without(*men, points_of(from)), points_of(move_to(GAME_XIANGQI, m)));
}

static struct cycle_verdict draw(enum cycle cycle)
{
    return (struct cycle_verdict){cycle, RESULT_DRAW, WHITE, NO_SQUARE,
                                  cycle != CYCLE_MUTUAL_ATTACK};
}

/* SIDE does with every move what it must not. */
static struct cycle_verdict loss(enum cycle cycle, enum color side, const struct conduct *c)
{
    struct points chased = c->chased;
    const bool is_one = points_count(chased) == 1;
    return (struct cycle_verdict){
        .cycle = cycle,
        .result = side == WHITE ? RESULT_BLACK : RESULT_WHITE,
        .by = side,
        .chased = cycle == CYCLE_CHASE && is_one ? points_pop(&chased) : NO_SQUARE,
        .is_established = cycle == CYCLE_CHECK,
    };
}

/* By the Chinese rules: every move a check, a threat of mate or a chase is forbidden. Soldiers that
   chase count only against one who attacks too. */
static struct cycle_verdict judge_mixed(const struct conduct sides[2])
{
    const bool white = sides[WHITE].attacks, black = sides[BLACK].attacks;
    if (!white && !black)
        return draw(CYCLE_IDLE);
    const enum color by = white ? WHITE : BLACK;
    if (sides[!by].attacks_with_soldiers)
        return draw(CYCLE_MUTUAL_ATTACK);
    const struct conduct *c = &sides[by];
    return loss(c->chases ? CYCLE_CHASE : c->threatens ? CYCLE_THREAT : CYCLE_ATTACK, by, c);
}

/* By the others only the chase of one man with every move. */
static struct cycle_verdict judge_chase(const struct conduct sides[2])
{
    const bool white = points_any(sides[WHITE].chased), black = points_any(sides[BLACK].chased);
    if (white == black)
        return draw(white ? CYCLE_MUTUAL_ATTACK : CYCLE_IDLE);
    const enum color by = white ? WHITE : BLACK;
    return loss(CYCLE_CHASE, by, &sides[by]);
}

struct cycle_verdict cycle_judge(const struct position *first, const move *moves, size_t count,
                                 enum rule_book book)
{
    if (first->game != GAME_XIANGQI || count == 0)
        return draw(CYCLE_IDLE);
    struct conduct sides[2] = {fresh(first, WHITE), fresh(first, BLACK)};
    struct position before = *first;
    for (size_t i = 0; i < count; i++) {
        const enum color side = (enum color)before.turn;
        struct position after = before;
        xiangqi_play(&after, moves[i]);
        note(&sides[side], &before, moves[i], &after, book);
        follow(&sides[!side].chased, moves[i]);
        before = after;
    }
    if (sides[WHITE].checks && sides[BLACK].checks)
        return draw(CYCLE_MUTUAL_CHECK);
    if (sides[WHITE].checks || sides[BLACK].checks) {
        const enum color by = sides[WHITE].checks ? WHITE : BLACK;
        return loss(CYCLE_CHECK, by, &sides[by]);
    }
    return rule_books[book].forbids_mixtures ? judge_mixed(sides) : judge_chase(sides);
}
