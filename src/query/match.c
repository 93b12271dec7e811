/* Asking a query about games. Conditions on headers come first, then those on whole games, then
   those on positions that need no board: their number, their keys, what comments say. A game is
   replayed only if boards must be looked at, and only as far as a match is still possible. */
#include "query/board.h"

#include <stdlib.h>

struct query_match {
    const struct query *query;
    bool failed;

    /* Of the game asked about last: */
    bool header_held;
    struct buffer folded;
    struct check_memory checks;
    struct findings found;    /* those asked for */
    struct buffer runs;       /* struct structure */
    struct buffer structured; /* a byte a ply: whether it has one of the structures */
    struct buffer noted;      /* a byte a ply: whether comments say what is asked */
    struct buffer lined;      /* a byte a ply: whether the first move of a line leads there */
    uint32_t *plies;          /* where it matches */
    size_t ply_count, ply_cap;
};

struct query_match *query_match_new(const struct query *q, struct error *err)
{
    struct query_match *m = calloc(1, sizeof *m);
    if (!m) {
        error_no_memory(err);
        return NULL;
    }
    m->query = q;
    m->checks.rules = q->features.rules;
    return m;
}

void query_match_free(struct query_match *m)
{
    if (!m)
        return;
    buffer_free(&m->folded);
    check_memory_free(&m->checks);
    findings_free(&m->found);
    buffer_free(&m->runs);
    buffer_free(&m->structured);
    buffer_free(&m->noted);
    buffer_free(&m->lined);
    free(m->plies);
    free(m);
}

bool query_match_failed(const struct query_match *m)
{
    return m->failed;
}

const struct findings *query_match_verdicts(const struct query_match *m)
{
    return features_ask_findings(&m->query->features) ? &m->found : NULL;
}

/* --- Headers ---------------------------------------------------------------------------------- */

bool query_match_header(struct query_match *m, const struct game_header *h,
                        const struct record *rec)
{
    const struct query *q = m->query;
    m->header_held = header_holds(&q->header, h, rec, &m->folded);
    m->failed |= m->folded.failed;
    if (!q->invert)
        return m->header_held;
    return query_needs_record(q) || !m->header_held;
}

enum color query_match_color(struct query_match *m, const struct game_header *h)
{
    bool is_white = name_holds(m->query->header.names[NAME_PLAYER], h->white, &m->folded);
    m->failed |= m->folded.failed;
    return is_white ? WHITE : BLACK;
}

/* --- Moves ------------------------------------------------------------------------------------ */

static bool game_holds(struct query_match *m, const struct record *rec)
{
    const struct query *q = m->query;
    if (q->lines && !line_holds(q->lines, &rec->start, rec->moves, rec->ply_count, q->mirror,
                                NULL))
        return false;
    if (q->mate || q->stalemate) {
        enum outcome outcome = pos_outcome(&rec->end);
        if (!(q->mate && outcome == OUTCOME_CHECKMATE) &&
            !(q->stalemate && outcome == OUTCOME_STALEMATE))
            return false;
    }
    if (q->repetition && !repetition_holds(rec))
        return false;
    if (!q->features.asked)
        return true;
    const bool held = features_hold(&q->features, rec, &m->checks, &m->found);
    m->failed |= m->found.failed;
    return held;
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
static bool ply_holds(const struct query_match *m, const struct record *rec, size_t ply)
{
    const struct query *q = m->query;
    const struct number_range *plies = q->header.numbers[NUMBER_PLY];
    return (!plies || ranges_hold(plies, ply)) &&
           (q->positions.count == 0 || position_holds(q, rec->keys[ply])) &&
           (q->structures.count == 0 || m->structured.data[ply]) &&
           (!asks_notes(q) || m->noted.data[ply]);
}

/* Mark the plies that have one of the structures. False if memory is out. */
static bool find_structures(struct query_match *m, const struct record *rec)
{
    buffer_clear(&m->runs);
    buffer_clear(&m->structured);
    if (!buffer_reserve(&m->runs, (rec->ply_count + 1) * sizeof(struct structure)) ||
        !buffer_reserve(&m->structured, rec->ply_count + 1))
        return false;
    struct structure *runs = (struct structure *)(void *)m->runs.data;
    size_t count = line_structure(&rec->start, rec->moves, rec->ply_count, runs);
    for (size_t i = 0; i < count; i++) {
        const size_t end = i + 1 < count ? runs[i + 1].ply : rec->ply_count + 1;
        memset(m->structured.data + runs[i].ply,
               key_set_holds(&m->query->structures, runs[i].skeleton), end - runs[i].ply);
    }
    return true;
}

/* Mark the plies whose comments say what is asked. False if memory is out. */
static bool find_notes(struct query_match *m, const struct record *rec)
{
    buffer_clear(&m->noted);
    if (!buffer_reserve(&m->noted, rec->ply_count + 1))
        return false;
    notes_hold(&m->query->notes, rec, (uint8_t *)m->noted.data);
    return true;
}

static bool keys_hold(const struct board_conditions *b, const struct record *rec, size_t ply,
                      const struct position *pos)
{
    return !b->polyglots ||
           polyglot_holds(b->polyglots, pos, ply > 0 ? rec->moves[ply - 1] : NULL_MOVE);
}

/* Replay, writing the plies that match. LAST is the last that can. Hot path. */
static void scan_boards(struct query_match *m, const struct board_conditions *b,
                        const struct record *rec, size_t last)
{
    struct position pos = rec->start;
    struct counted counted = {0};
    for (size_t ply = 0;; ply++) {
        if (rec->flags[ply] & PLY_ZEROING)
            counted.is_known = false;
        if (ply_holds(m, rec, ply) && board_holds(b, &pos, &counted) &&
            keys_hold(b, rec, ply, &pos))
            m->plies[m->ply_count++] = (uint32_t)ply;
        if (ply == last)
            return;
        pos_play(&pos, rec->moves[ply]);
    }
}

static bool reserve_plies(struct query_match *m, size_t count)
{
    if (count <= m->ply_cap)
        return true;
    uint32_t *plies = realloc(m->plies, count * sizeof *plies);
    if (!plies) {
        m->failed = true;
        return false;
    }
    m->plies = plies;
    m->ply_cap = count;
    return true;
}

/* Keep the first of every run of as many plies as are asked for, or more. */
static void keep_runs(struct query_match *m)
{
    size_t kept = 0, run = 1;
    for (size_t i = 0; i < m->ply_count; i += run) {
        const uint32_t first = m->plies[i];
        run = 1;
        while (i + run < m->ply_count && m->plies[i + run] == first + run)
            run++;
        if (run >= m->query->lasting)
            m->plies[kept++] = first;
    }
    m->ply_count = kept;
}

static void find_plies(struct query_match *m, const struct record *rec)
{
    const struct query *q = m->query;
    const struct board_conditions b = query_boards(q);
    if (!reserve_plies(m, rec->ply_count + 1))
        return;
    if ((q->structures.count > 0 && !find_structures(m, rec)) ||
        (asks_notes(q) && !find_notes(m, rec))) {
        m->failed = true;
        return;
    }
    if (!asks_boards(&b)) {
        for (size_t ply = 0; ply <= rec->ply_count; ply++)
            if (ply_holds(m, rec, ply))
                m->plies[m->ply_count++] = (uint32_t)ply;
        return;
    }
    size_t last = rec->ply_count;
    while (last > 0 && !ply_holds(m, rec, last))
        last--;
    if (last == 0 && !ply_holds(m, rec, 0))
        return;
    scan_boards(m, &b, rec, last);
}

/* Where the lines stand that the game has: at the plies that their first moves lead to. */
static void find_lines(struct query_match *m, const struct record *rec)
{
    const struct query *q = m->query;
    const size_t count = rec->ply_count + 1;
    buffer_clear(&m->lined);
    if (!reserve_plies(m, count) || !buffer_reserve(&m->lined, count)) {
        m->failed = true;
        return;
    }
    memset(m->lined.data, 0, count);
    line_holds(q->lines, &rec->start, rec->moves, rec->ply_count, q->mirror,
               (uint8_t *)m->lined.data);
    for (size_t ply = 0; ply < count; ply++)
        if (m->lined.data[ply])
            m->plies[m->ply_count++] = (uint32_t)ply;
}

size_t query_match_record(struct query_match *m, const struct record *rec, const uint32_t **plies)
{
    const struct query *q = m->query;
    const bool asks_plies = query_asks_plies(q);
    findings_clear(&m->found);
    bool held = !(q->invert && !m->header_held) && game_holds(m, rec);
    m->ply_count = 0;
    if (held && asks_plies) {
        find_plies(m, rec);
        if (q->lasting > 0)
            keep_runs(m);
    } else if (held && query_finds_plies(q)) {
        find_lines(m, rec);
    }
    *plies = m->plies;
    if (held && query_finds_plies(q))
        return m->ply_count;
    if (asks_plies)
        held = held && m->ply_count > 0;
    m->ply_count = 0;
    *plies = NULL;
    return held != q->invert;
}
