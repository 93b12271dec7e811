/* Conditions on what comments say at a move of the main line: the clock, and the evaluation, which
   may stand in a profile of the whole game. Both are compared as whole numbers: thousandths of a second, thousandths of a pawn. A mate is beyond
   all pawns, and the nearer the farther: #1 is more than #2, #-1 less than #-2. */
#include "notation/annotation.h"
#include "query/conditions.h"

#include <string.h>

static const int64_t mate_now = INT64_MAX / 2;

/* --- Values ----------------------------------------------------------------------------------- */

static int64_t thousandths(const char *pawns)
{
    int64_t n = 0;
    int decimals = -1; /* none yet */
    for (; *pawns && decimals < 3; pawns++) {
        if (*pawns == '.') {
            decimals = 0;
            continue;
        }
        n = n * 10 + (*pawns - '0');
        decimals += decimals >= 0;
    }
    for (int i = decimals < 0 ? 0 : decimals; i < 3; i++)
        n *= 10;
    return n;
}

static int64_t eval_number(const struct annotation_eval *eval)
{
    const int64_t n = eval->is_mate ? mate_now - (int64_t)eval->mate : thousandths(eval->pawns);
    return eval->is_negative ? -n : n;
}

static bool eval_value(const struct annotation *a, enum color mover, int64_t *n)
{
    struct annotation_eval eval;
    if (!annotation_eval(a, mover, &eval))
        return false;
    *n = eval_number(&eval);
    return true;
}

static bool clock_value(const struct annotation *a, int64_t *n)
{
    uint64_t milliseconds;
    if (!annotation_time(a, &milliseconds))
        return false;
    *n = (int64_t)milliseconds;
    return true;
}

/* --- Compiling -------------------------------------------------------------------------------- */

static bool read_clock(const char *text, size_t len, int64_t *n)
{
    return clock_value(&(struct annotation){.value = text, .value_len = len}, n);
}

static bool read_eval(const char *text, size_t len, int64_t *n)
{
    return eval_value(&(struct annotation){.value = text, .value_len = len}, WHITE, n);
}

static const struct value_kind clock_kind = {
    read_clock, LANG("expected a time or a range such as ..30 or 5:00..1:00:00"), 1000};
static const struct value_kind eval_kind = {
    read_eval, LANG("expected pawns, a mate such as #3, or a range such as 1.5.. or ..#-3"), 1};

bool clock_compile(struct arena *arena, struct value_range **list, const char *option,
                   const char *value, struct error *err)
{
    return value_ranges_compile(arena, list, &clock_kind, option, value, err);
}

bool eval_compile(struct arena *arena, struct value_range **list, const char *option,
                  const char *value, struct error *err)
{
    return value_ranges_compile(arena, list, &eval_kind, option, value, err);
}

/* --- Games ------------------------------------------------------------------------------------ */

enum { SAYS_CLOCK = 1, SAYS_EVAL = 2, HAS_EVAL = 4 };

/* A look at one game. */
struct look {
    const struct note_conditions *asked;
    const struct record *rec;
    struct annotation_profile profile;
    size_t ply;
};

static enum color mover(const struct look *l)
{
    return (enum color)(l->rec->start.turn ^ (l->ply % 2 == 0));
}

/* Which of the conditions a comment fulfils, and whether it has an evaluation. */
static unsigned comment_says(struct look *l, const char *text, size_t len)
{
    struct annotation a;
    int64_t n;
    unsigned says = 0;
    for (size_t at = 0; annotation_next(text, len, &at, &a);) {
        if (a.kind == ANNOTATION_CLK && clock_value(&a, &n) &&
            value_ranges_hold(l->asked->clocks, n))
            says |= SAYS_CLOCK;
        if (a.kind == ANNOTATION_EVAL && eval_value(&a, mover(l), &n))
            says |= HAS_EVAL | (value_ranges_hold(l->asked->evals, n) ? SAYS_EVAL : 0u);
        if (a.kind == ANNOTATION_PROFILE && l->ply == 0)
            annotation_profile(&a, &l->profile);
    }
    return says;
}

/* Add what the profile says of plies without an evaluation of their own. */
static void add_profile(struct look *l, uint8_t *holds)
{
    struct annotation_eval eval;
    for (size_t ply = 0; ply <= l->rec->ply_count; ply++)
        if (!(holds[ply] & HAS_EVAL) && annotation_profile_at(&l->profile, ply, &eval) &&
            value_ranges_hold(l->asked->evals, eval_number(&eval)))
            holds[ply] |= SAYS_EVAL;
}

void notes_hold(const struct note_conditions *c, const struct record *rec, uint8_t *holds)
{
    const unsigned asked = (c->clocks ? SAYS_CLOCK : 0u) | (c->evals ? SAYS_EVAL : 0u);
    struct look look = {.asked = c, .rec = rec};
    size_t depth = 0; /* of variations */
    memset(holds, 0, rec->ply_count + 1);
    for (size_t i = 0; i < rec->node_count; i++) {
        const struct node *n = &rec->nodes[i];
        depth += n->kind == NODE_BEGIN;
        depth -= n->kind == NODE_END && depth > 0;
        if (depth > 0)
            continue;
        if (n->kind == NODE_MOVE && look.ply < rec->ply_count)
            look.ply++;
        if (n->kind == NODE_COMMENT)
            holds[look.ply] |= (uint8_t)comment_says(&look, record_text(rec, n->text), n->text.len);
    }
    add_profile(&look, holds);
    for (size_t ply = 0; ply <= rec->ply_count; ply++)
        holds[ply] = (holds[ply] & asked) == asked;
}
