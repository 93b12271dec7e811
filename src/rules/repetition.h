/* Verdicts on repetition in xiangqi (棋例): what each side does with the moves of a cycle, and who
   must vary by which rules.

   A move may give check (将), threaten mate (杀) or chase (捉): attack a man anew so that taking it
   would win material. All else is idle (闲). One side that checks with every move of the cycle loses
   under all rules; the rest depends on the book. No two sources agree on every detail, and the
   newest texts of the rules were not at hand: `is_established` says whether a verdict is beyond
   doubt.

   Sources: the rules of the Chinese Xiangqi Association, text of 1999; the published diagrams of
   the Asian and World federations. */
#ifndef QIPU_RULES_REPETITION_H
#define QIPU_RULES_REPETITION_H

#include "rules/rules.h"

enum rule_book { RULES_CXA, RULES_WXF, RULES_AXF, RULE_BOOKS };

struct rule_book_facts {
    const char *name;     /* as options have it: "cxa" */
    const char *title;    /* as messages have it: "CXA" */
    unsigned limit_plies; /* so many without a capture are a draw */
    bool limit_is_established;
    bool forbids_mixtures; /* threats, chases of several men, and all these mixed with checks */
};
extern const struct rule_book_facts rule_books[RULE_BOOKS];
enum rule_book rule_book_find(const char *name); /* in capitals too; or RULE_BOOKS */

enum cycle {
    CYCLE_IDLE,         /* both sides may go on: a draw */
    CYCLE_CHECK,        /* one side checks with every move (长将) */
    CYCLE_MUTUAL_CHECK, /* both do: a draw */
    CYCLE_THREAT,       /* one side threatens mate with every move (长杀) */
    CYCLE_CHASE,        /* one side chases with every move (长捉) */
    CYCLE_ATTACK,       /* one side checks, threatens mate or chases with every move */
    CYCLE_MUTUAL_ATTACK /* both sides do what one must not: a draw */
};

struct cycle_verdict {
    enum cycle cycle;
    enum result result; /* if nobody varies */
    enum color by;      /* who must vary, where only one side must */
    square chased;      /* where the one man stands at the end that was chased, else NO_SQUARE */
    bool is_established;
};

/* Judge the COUNT legal MOVES from FIRST, which takes nothing and leads back to it. CYCLE_IDLE for
   another game than xiangqi. */
struct cycle_verdict cycle_judge(const struct position *first, const move *moves, size_t count,
                                 enum rule_book book);

#endif
