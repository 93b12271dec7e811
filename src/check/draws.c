/* Draws: what could have been claimed, and play that went on after the game was over. A position
   can come back only within a run of reversible moves, so each run is looked at by itself: a short
   one by comparing keys, a long one by sorting them, so that no game takes quadratic time.
   In xiangqi a repetition may be forbidden to one side: that is judged in cycles.c. */
#include "check/draws.h"
#include "base/byte_order.h"
#include "base/lang.h"

#include <stdlib.h>
#include <string.h>

/* A position stands for the third time after eight reversible plies at the earliest. */
enum {
    SHORT_RUN = 128,
    LEAST_RUN = 8,
    THREEFOLD = 3,
    FIVEFOLD = 5,
    FIFTY_MOVES = 100,
    SEVENTY_FIVE_MOVES = 150
};

/* The first plies at which something happened; NEVER if it did not. */
static const size_t NEVER = (size_t)-1;
struct events {
    size_t threefold, fivefold, limit, seventy_five; /* limit: fifty moves, or those of the rules */
    size_t perpetual;        /* chess: a threefold repetition that came about by checks alone */
    enum color perpetual_by; /* who gave them */
    bool run_repeats;        /* the run looked at last had a threefold repetition */
};

uint32_t ply_source(const struct record *rec, size_t n)
{
    size_t depth = 0, ply = 0;
    uint32_t source = rec->source;
    for (size_t i = 0; i < rec->node_count && ply < n; i++) {
        const struct node *node = &rec->nodes[i];
        depth += node->kind == NODE_BEGIN;
        depth -= node->kind == NODE_END;
        if (node->kind == NODE_MOVE && depth == 0) {
            source = node->source;
            ply++;
        }
    }
    return source;
}

static void earliest(size_t *event, size_t ply)
{
    if (ply < *event)
        *event = ply;
}

/* Whether the position at *PLY came back by the checks of one side alone. Then *PLY is where it stood
   before. No more than a short run is looked at, so that many repetitions cost no more than that. */
static bool came_by_checks(const struct record *rec, size_t from, size_t *ply, enum color *by)
{
    const enum color turn = (enum color)((rec->start.turn + *ply) & 1);
    const size_t back = *ply - from < SHORT_RUN ? *ply - from : SHORT_RUN;
    if (!repetition_is_perpetual_check(rec->keys, rec->flags, *ply + 1, (unsigned)back, turn, by))
        return false;
    const key64 key = rec->keys[*ply];
    do
        *ply -= 2;
    while (rec->keys[*ply] != key);
    return true;
}

/* Any repetition may be the first that came about by checks, twice. */
static void perpetual_at(const struct record *rec, size_t from, size_t ply, struct events *e)
{
    size_t before = ply;
    enum color by, first_by;
    if (ply >= e->perpetual || !came_by_checks(rec, from, &before, &by) ||
        !came_by_checks(rec, from, &before, &first_by) || first_by != by)
        return;
    e->perpetual = ply;
    e->perpetual_by = by;
}

/* The position at PLY, in a run that begins at FROM, stands for the COUNT-th time. */
static void repetition_at(const struct record *rec, size_t from, size_t ply, int count,
                          struct events *e)
{
    if (count < THREEFOLD)
        return;
    if (count == THREEFOLD) {
        earliest(&e->threefold, ply);
        e->run_repeats = true;
    } else if (count == FIVEFOLD) {
        earliest(&e->fivefold, ply);
    }
    if (rec->game == GAME_CHESS)
        perpetual_at(rec, from, ply, e);
}

static void scan_short_run(const struct record *rec, size_t from, size_t to, struct events *e)
{
    for (size_t i = from + LEAST_RUN; i <= to; i++)
        repetition_at(rec, from, i,
                      repetition_count(rec->keys + from, i - from + 1, (unsigned)(i - from)), e);
}

static int compare_keys(const void *pa, const void *pb)
{
    const struct keyed_ply *a = pa, *b = pb;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->ply < b->ply ? -1 : a->ply > b->ply;
}

static bool scan_long_run(const struct record *rec, size_t from, size_t to,
                          struct check_memory *memory, struct events *e)
{
    size_t n = to - from + 1;
    if (n > memory->cap) {
        struct keyed_ply *items = realloc(memory->items, n * sizeof *items);
        if (!items)
            return false;
        memory->items = items;
        memory->cap = n;
    }
    for (size_t i = 0; i < n; i++)
        memory->items[i] = (struct keyed_ply){rec->keys[from + i], (uint32_t)(from + i)};
    qsort(memory->items, n, sizeof *memory->items, compare_keys);
    int count = 0;
    for (size_t i = 0; i < n; i++) {
        bool same = i > 0 && memory->items[i].key == memory->items[i - 1].key;
        count = same ? count + 1 : 1;
        repetition_at(rec, from, memory->items[i].ply, count, e);
    }
    return true;
}

/* The run of positions FROM..TO without a capture (chess: or a pawn move) between them; the clock
   stood at CLOCK in the first. */
static bool scan_run(const struct record *rec, size_t from, size_t to, unsigned clock,
                     struct check_memory *memory, struct events *e)
{
    size_t length = to - from;
    const unsigned limit =
        rec->game == GAME_CHESS ? FIFTY_MOVES : rule_books[memory->rules].limit_plies;
    e->run_repeats = false;
    if (clock + length >= limit)
        earliest(&e->limit, clock >= limit ? from : from + (limit - clock));
    if (clock + length >= SEVENTY_FIVE_MOVES)
        earliest(&e->seventy_five,
                 clock >= SEVENTY_FIVE_MOVES ? from : from + (SEVENTY_FIVE_MOVES - clock));
    if (length < LEAST_RUN)
        return true;
    if (length >= SHORT_RUN)
        return scan_long_run(rec, from, to, memory, e);
    scan_short_run(rec, from, to, e);
    return true;
}

/* Whether the side to move in the last position may no longer claim: the game is over there. */
static bool is_over(const struct record *rec)
{
    enum outcome outcome = pos_outcome(&rec->end);
    return outcome == OUTCOME_CHECKMATE || outcome == OUTCOME_STALEMATE;
}

static void add_at(const struct record *rec, struct findings *f, enum finding_code code, size_t ply,
                   const char *text)
{
    findings_add(f, code, ply_source(rec, ply), ply, "%s", lang_text(text));
}

/* What must end the game, at PLY: that play WENT_ON, or that it ENDS there, if that is asked
   for. */
static void report_end(const struct record *rec, struct findings *f, enum finding_code code,
                       size_t ply, bool finds_ends, const char *went_on, const char *ends)
{
    if (ply < rec->ply_count)
        add_at(rec, f, code, ply, went_on);
    else if (ply == rec->ply_count && finds_ends)
        add_at(rec, f, code, ply, ends);
}

static void report_chess(const struct record *rec, const struct events *e, bool finds_ends,
                         struct findings *f)
{
    size_t last = rec->ply_count;
    if (e->threefold != NEVER)
        add_at(rec, f, FINDING_THREEFOLD, e->threefold,
               "a draw could be claimed: the position stands for the third time");
    if (e->perpetual != NEVER)
        add_at(rec, f, FINDING_PERPETUAL_CHECK, e->perpetual,
               e->perpetual_by == WHITE ? "White repeats the position by perpetual check"
                                        : "Black repeats the position by perpetual check");
    report_end(rec, f, FINDING_FIVEFOLD, e->fivefold, finds_ends,
               LANG("play went on after the position stood for the fifth time"),
               LANG("the position stands for the fifth time"));
    if (e->limit != NEVER && !(e->limit == last && is_over(rec)))
        add_at(rec, f, FINDING_FIFTY_MOVES, e->limit,
               "a draw could be claimed: 50 moves without capture or pawn move");
    report_end(rec, f, FINDING_SEVENTY_FIVE_MOVES, e->seventy_five, finds_ends && !is_over(rec),
               LANG("play went on after 75 moves without capture or pawn move"),
               LANG("75 moves without capture or pawn move"));
}

/* The run FROM .. TO has a threefold repetition. */
static void report_cycles(const struct record *rec, const struct events *e, size_t from, size_t to,
                          enum rule_book book, struct findings *f)
{
    if (e->threefold >= from)
        add_at(rec, f, FINDING_THREEFOLD, e->threefold,
               "the position stands for the third time: a draw if neither side must vary");
    check_cycles(rec, from, to, book, f);
}

static void report_xiangqi(const struct record *rec, const struct events *e, enum rule_book book,
                           struct findings *f)
{
    if (e->limit != NEVER && !(e->limit == rec->ply_count && is_over(rec)))
        findings_add(f, FINDING_NO_CAPTURE_LIMIT, ply_source(rec, e->limit), e->limit,
                     "a draw: %u moves without a capture (%s%s)", rule_books[book].limit_plies / 2,
                     rule_books[book].title,
                     rule_books[book].limit_is_established ? "" : lang_text(", unverified"));
}

/* Pieces only disappear, so a game that does not end in a dead position was never in one. Stalemate
   may stand where no mate is possible, and says nothing about the positions before. */
static void check_dead(const struct record *rec, bool finds_ends, struct findings *f)
{
    const enum outcome end = pos_outcome(&rec->end);
    if (end != OUTCOME_DEAD && end != OUTCOME_STALEMATE)
        return;
    struct position pos = rec->start;
    size_t ply = 0;
    while (ply < rec->ply_count && pos_outcome(&pos) != OUTCOME_DEAD)
        pos_play(&pos, rec->moves[ply++]);
    report_end(rec, f, FINDING_DEAD_POSITION, ply, finds_ends && end == OUTCOME_DEAD,
               LANG("play went on although neither side can mate with what is left"),
               LANG("neither side can mate with what is left"));
}

/* The first position after FROM with the clock at 0, or ply_count + 1. */
static size_t run_end(const struct record *rec, size_t from)
{
    size_t i = from + 1;
    while (i <= rec->ply_count && !(rec->flags[i] & PLY_ZEROING))
        i++;
    return i;
}

/* The last position in FROM + 1 .. FROM + 8 with the clock at 0, or FROM if there is none: nearly
   all runs are shorter than that, and a branch for each of them would be mispredicted. */
static size_t last_zero(const struct record *rec, size_t from)
{
    const uint64_t zeroing = UINT64_C(0x0101010101010101) * PLY_ZEROING;
    const uint64_t word = little_u64(rec->flags + from + 1) & zeroing;
    return word ? from + 8 - (size_t)__builtin_clzll(word) / 8 : from;
}

void check_draws(const struct record *rec, struct check_memory *memory, struct findings *f)
{
    struct events e = {.threefold = NEVER,
                       .fivefold = NEVER,
                       .limit = NEVER,
                       .seventy_five = NEVER,
                       .perpetual = NEVER};
    unsigned clock = rec->start.halfmove_clock;
    for (size_t from = 0; from <= rec->ply_count;) {
        if (clock == 0 && from + 8 <= rec->ply_count) {
            size_t zero = last_zero(rec, from);
            if (zero > from) {
                from = zero;
                continue;
            }
        }
        size_t end = run_end(rec, from);
        if (!scan_run(rec, from, end - 1, clock, memory, &e))
            f->failed = true;
        if (e.run_repeats && rec->game == GAME_XIANGQI)
            report_cycles(rec, &e, from, end - 1, memory->rules, f);
        from = end;
        clock = 0;
    }
    if (rec->game == GAME_CHESS)
        report_chess(rec, &e, memory->finds_ends, f);
    else
        report_xiangqi(rec, &e, memory->rules, f);
    check_dead(rec, memory->finds_ends, f);
}
