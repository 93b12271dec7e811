/* Asking a query about the moves of a game. Conditions on the whole game come first, then those on
   positions that need no board: their number, their keys, what comments say. A game is replayed only
   if boards must be looked at, and only as far as a match is still possible. */
#include "query/board.h"

#include <stdlib.h>

static bool game_holds(struct query *q, const struct record *rec)
{
    if (q->lines && !line_holds(q->lines, &rec->start, rec->moves, rec->ply_count, q->mirror))
        return false;
    if (q->mate || q->stalemate) {
        enum outcome outcome = pos_outcome(&rec->end);
        if (!(q->mate && outcome == OUTCOME_CHECKMATE) &&
            !(q->stalemate && outcome == OUTCOME_STALEMATE))
            return false;
    }
    if (q->repetition && !repetition_holds(rec))
        return false;
    return !q->features.asked || features_hold(&q->features, rec);
}

static bool position_holds(const struct query *q, key64 key)
{
    return key_set_holds(&q->positions, key) || (q->mirror && key_set_holds(&q->images, key));
}

static bool asks_notes(const struct query *q)
{
    return q->notes.clocks || q->notes.evals;
}

/* What can be told without the board. */
static bool ply_holds(const struct query *q, const struct record *rec, size_t ply)
{
    const struct number_range *plies = q->header.numbers[NUMBER_PLY];
    return (!plies || ranges_hold(plies, ply)) &&
           (q->positions.count == 0 || position_holds(q, rec->keys[ply])) &&
           (q->structures.count == 0 || q->structured.data[ply]) &&
           (!asks_notes(q) || q->noted.data[ply]);
}

/* Mark the plies that have one of the structures. False if memory is out. */
static bool find_structures(struct query *q, const struct record *rec)
{
    buffer_clear(&q->runs);
    buffer_clear(&q->structured);
    if (!buffer_reserve(&q->runs, (rec->ply_count + 1) * sizeof(struct structure)) ||
        !buffer_reserve(&q->structured, rec->ply_count + 1))
        return false;
    struct structure *runs = (struct structure *)(void *)q->runs.data;
    size_t count = line_structure(&rec->start, rec->moves, rec->ply_count, runs);
    for (size_t i = 0; i < count; i++) {
        const size_t end = i + 1 < count ? runs[i + 1].ply : rec->ply_count + 1;
        memset(q->structured.data + runs[i].ply, key_set_holds(&q->structures, runs[i].skeleton),
               end - runs[i].ply);
    }
    return true;
}

/* Mark the plies whose comments say what is asked. False if memory is out. */
static bool find_notes(struct query *q, const struct record *rec)
{
    buffer_clear(&q->noted);
    if (!buffer_reserve(&q->noted, rec->ply_count + 1))
        return false;
    notes_hold(&q->notes, rec, (uint8_t *)q->noted.data);
    return true;
}

static bool keys_hold(const struct board_conditions *b, const struct record *rec, size_t ply,
                      const struct position *pos)
{
    return !b->polyglots ||
           polyglot_holds(b->polyglots, pos, ply > 0 ? rec->moves[ply - 1] : NULL_MOVE);
}

/* Replay, writing the plies that match. LAST is the last that can. Hot path. */
static void scan_boards(struct query *q, const struct board_conditions *b, const struct record *rec,
                        size_t last)
{
    struct position pos = rec->start;
    struct counted counted = {0};
    for (size_t ply = 0;; ply++) {
        if (rec->flags[ply] & PLY_ZEROING)
            counted.is_known = false;
        if (ply_holds(q, rec, ply) && board_holds(b, &pos, &counted) &&
            keys_hold(b, rec, ply, &pos))
            q->plies[q->ply_count++] = (uint32_t)ply;
        if (ply == last)
            return;
        pos_play(&pos, rec->moves[ply]);
    }
}

static bool reserve_plies(struct query *q, size_t count)
{
    if (count <= q->ply_cap)
        return true;
    uint32_t *plies = realloc(q->plies, count * sizeof *plies);
    if (!plies) {
        q->failed = true;
        return false;
    }
    q->plies = plies;
    q->ply_cap = count;
    return true;
}

/* Keep the first of every run of as many plies as are asked for, or more. */
static void keep_runs(struct query *q)
{
    size_t kept = 0, run = 1;
    for (size_t i = 0; i < q->ply_count; i += run) {
        const uint32_t first = q->plies[i];
        run = 1;
        while (i + run < q->ply_count && q->plies[i + run] == first + run)
            run++;
        if (run >= q->lasting)
            q->plies[kept++] = first;
    }
    q->ply_count = kept;
}

static void find_plies(struct query *q, const struct record *rec)
{
    const struct board_conditions b = query_boards(q);
    if (!reserve_plies(q, rec->ply_count + 1))
        return;
    if ((q->structures.count > 0 && !find_structures(q, rec)) ||
        (asks_notes(q) && !find_notes(q, rec))) {
        q->failed = true;
        return;
    }
    if (!asks_boards(&b)) {
        for (size_t ply = 0; ply <= rec->ply_count; ply++)
            if (ply_holds(q, rec, ply))
                q->plies[q->ply_count++] = (uint32_t)ply;
        return;
    }
    size_t last = rec->ply_count;
    while (last > 0 && !ply_holds(q, rec, last))
        last--;
    if (last == 0 && !ply_holds(q, rec, 0))
        return;
    scan_boards(q, &b, rec, last);
}

size_t query_match_record(struct query *q, const struct record *rec, const uint32_t **plies)
{
    findings_clear(&q->features.found);
    bool held = !(q->invert && !q->header_held) && game_holds(q, rec);
    q->ply_count = 0;
    if (held && query_asks_plies(q)) {
        find_plies(q, rec);
        if (q->lasting > 0)
            keep_runs(q);
    }
    *plies = q->plies;
    if (held && query_finds_plies(q))
        return q->ply_count;
    if (query_asks_plies(q))
        held = held && q->ply_count > 0;
    q->ply_count = 0;
    *plies = NULL;
    return held != q->invert;
}
