/* Conditions on what comments say at a move of the main line: the clock, and the evaluation. Both
   are compared as whole numbers: thousandths of a second, thousandths of a pawn. A mate is beyond
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

static bool eval_value(const struct annotation *a, int64_t *n)
{
    struct annotation_eval eval;
    if (!annotation_eval(a, &eval))
        return false;
    *n = eval.is_mate ? mate_now - (int64_t)eval.mate : thousandths(eval.pawns);
    *n = eval.is_negative ? -*n : *n;
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

/* --- Ranges ----------------------------------------------------------------------------------- */

/* What a kind of value is like. */
struct value_kind {
    bool (*read)(const struct annotation *a, int64_t *n);
    const char *expected;
    int64_t unit; /* a value without a point stands for all up to the next; 1: for itself alone */
};

static const struct value_kind clock_kind = {
    clock_value, LANG("expected a time or a range such as ..30 or 5:00..1:00:00"), 1000};
static const struct value_kind eval_kind = {
    eval_value, LANG("expected pawns, a mate such as #3, or a range such as 1.5.. or ..#-3"), 1};

/* One end of a range, LEN bytes at TEXT. */
static bool read_end(const struct value_kind *kind, const char *text, size_t len, int64_t *n)
{
    const struct annotation a = {.value = text, .value_len = len};
    return kind->read(&a, n);
}

/* The range in the LEN bytes at TEXT; *FAULT is where it is none. */
static bool read_range(const struct value_kind *kind, const char *text, size_t len,
                       struct value_range *range, size_t *fault)
{
    const char *dots = strstr(text, "..");
    const bool is_range = dots && dots + 2 <= text + len;
    const size_t from_len = is_range ? (size_t)(dots - text) : len;
    const char *to = is_range ? dots + 2 : text;
    const size_t to_len = (size_t)(text + len - to);
    *fault = 0;
    range->from = INT64_MIN;
    range->to = INT64_MAX;
    if (from_len + to_len == 0 || (from_len > 0 && !read_end(kind, text, from_len, &range->from)))
        return false;
    *fault = (size_t)(to - text);
    if (to_len == 0)
        return true;
    if (!read_end(kind, to, to_len, &range->to))
        return false;
    if (!memchr(to, '.', to_len))
        range->to += kind->unit - 1;
    return true;
}

static bool ranges_read(struct arena *arena, struct value_range **list,
                        const struct value_kind *kind, const char *option, const char *value,
                        struct error *err)
{
    for (size_t at = 0;; at++) {
        const size_t len = strcspn(value + at, ",");
        size_t fault;
        struct value_range *range = arena_alloc(arena, sizeof *range);
        if (!range)
            return error_no_memory(err);
        if (!read_range(kind, value + at, len, range, &fault))
            return condition_error(err, option, value, at + fault, kind->expected);
        if (range->from > range->to)
            return condition_error(err, option, value, at, "a range that runs backwards");
        range->next = *list;
        *list = range;
        at += len;
        if (value[at] == '\0')
            return true;
    }
}

bool clock_compile(struct arena *arena, struct value_range **list, const char *option,
                   const char *value, struct error *err)
{
    return ranges_read(arena, list, &clock_kind, option, value, err);
}

bool eval_compile(struct arena *arena, struct value_range **list, const char *option,
                  const char *value, struct error *err)
{
    return ranges_read(arena, list, &eval_kind, option, value, err);
}

/* --- Games ------------------------------------------------------------------------------------ */

static bool in_ranges(const struct value_range *list, int64_t n)
{
    while (list && (n < list->from || n > list->to))
        list = list->next;
    return list != NULL;
}

enum { SAYS_CLOCK = 1, SAYS_EVAL = 2 };

/* Which of the conditions a comment fulfils. */
static unsigned comment_says(const struct note_conditions *c, const char *text, size_t len)
{
    struct annotation a;
    int64_t n;
    unsigned says = 0;
    for (size_t at = 0; annotation_next(text, len, &at, &a);) {
        if (a.kind == ANNOTATION_CLK && clock_value(&a, &n) && in_ranges(c->clocks, n))
            says |= SAYS_CLOCK;
        if (a.kind == ANNOTATION_EVAL && eval_value(&a, &n) && in_ranges(c->evals, n))
            says |= SAYS_EVAL;
    }
    return says;
}

void notes_hold(const struct note_conditions *c, const struct record *rec, uint8_t *holds)
{
    const unsigned asked = (c->clocks ? SAYS_CLOCK : 0u) | (c->evals ? SAYS_EVAL : 0u);
    size_t ply = 0, depth = 0; /* of variations */
    memset(holds, 0, rec->ply_count + 1);
    for (size_t i = 0; i < rec->node_count; i++) {
        const struct node *n = &rec->nodes[i];
        depth += n->kind == NODE_BEGIN;
        depth -= n->kind == NODE_END && depth > 0;
        if (depth > 0)
            continue;
        if (n->kind == NODE_MOVE && ply < rec->ply_count)
            ply++;
        if (n->kind == NODE_COMMENT)
            holds[ply] |= (uint8_t)comment_says(c, record_text(rec, n->text), n->text.len);
    }
    for (ply = 0; ply <= rec->ply_count; ply++)
        holds[ply] = (holds[ply] & asked) == asked;
}
