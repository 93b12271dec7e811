/* The code of notes as game_code.h says. Reading trusts nothing: lengths are checked by
   `struct bytes`, moves by the rules core, the nesting of variations by a stack on the heap. */
#include "store/code/game_code.h"
#include "base/array.h"
#include "base/lang.h"

#include <assert.h>
#include <stdlib.h>

/* More than any reader lets through: beyond them, stored bytes are not believed. */
enum { DEPTH_MAX = 1 << 20, NODES_MAX = 1 << 23 };

/* The marks that the board asks for behind the last of PLY main-line moves. */
static uint8_t board_marks(const struct record *rec, size_t ply)
{
    if (!(rec->flags[ply] & PLY_CHECK))
        return 0;
    bool is_mate = ply == rec->ply_count && !pos_has_legal_move(&rec->end);
    return is_mate ? MARK_CHECK | MARK_MATE : MARK_CHECK;
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* Write the marks as exceptions from one of two rules, whichever has fewer. Returns whether
   anything had to be said; -1 if the nodes are not those of the main line. */
static int put_marks(const struct record *rec, struct buffer *notes)
{
    size_t exceptions[2] = {0, 0}, ply = 0, depth = 0, last = 0;
    for (size_t i = 0; i < rec->node_count; i++) {
        const struct node *n = &rec->nodes[i];
        depth += n->kind == NODE_BEGIN;
        depth -= n->kind == NODE_END && depth > 0;
        if (n->kind != NODE_MOVE || depth > 0)
            continue;
        if (++ply > rec->ply_count || n->move != rec->moves[ply - 1])
            return -1;
        exceptions[0] += n->detail != board_marks(rec, ply);
        exceptions[1] += n->detail != 0;
    }
    if (ply != rec->ply_count)
        return -1;
    bool unmarked = exceptions[1] < exceptions[0];
    bytes_put_number(notes, exceptions[unmarked] << 1 | unmarked);
    if (exceptions[unmarked] == 0)
        return unmarked;
    ply = depth = 0;
    for (size_t i = 0; i < rec->node_count; i++) {
        const struct node *n = &rec->nodes[i];
        depth += n->kind == NODE_BEGIN;
        depth -= n->kind == NODE_END && depth > 0;
        if (n->kind != NODE_MOVE || depth > 0)
            continue;
        ply++;
        if (n->detail == (unmarked ? 0 : board_marks(rec, ply)))
            continue;
        bytes_put_number(notes, ply - last);
        buffer_add_char(notes, (char)n->detail);
        last = ply;
    }
    return 1;
}

static void put_note(struct buffer *notes, enum note kind, uint64_t argument)
{
    bytes_put_number(notes, argument << NOTE_BITS | kind);
}

static void put_comment(const struct record *rec, const struct node *n, struct buffer *notes)
{
    put_note(notes, n->detail ? NOTE_LINE_COMMENT : NOTE_COMMENT, n->text.len);
    buffer_add(notes, record_text(rec, n->text), n->text.len);
}

/* Write the moves of a variation from node I on; returns the node behind them. */
static size_t put_variation_moves(const struct record *rec, size_t i, struct buffer *notes)
{
    const struct node *n = rec->nodes;
    if (n[i].detail) {
        put_note(notes, NOTE_MARKED_MOVE, n[i].detail);
        bytes_put_u16(notes, n[i].move);
        return i + 1;
    }
    size_t end = i;
    while (end < rec->node_count && n[end].kind == NODE_MOVE && n[end].detail == 0)
        end++;
    put_note(notes, NOTE_MOVES, end - i);
    for (; i < end; i++)
        bytes_put_u16(notes, n[i].move);
    return end;
}

static_assert((int)PLY_CHECK == (int)MARK_CHECK, "flags of a position are compared with marks");

/* Whether REC is a main line alone with the marks that the board asks for, as most games are. */
static bool is_bare(const struct record *rec)
{
    const size_t plies = rec->ply_count;
    if (rec->node_count != plies || plies > NODES_MAX)
        return false;
    unsigned differs = 0;
    for (size_t i = 0; i + 1 < plies; i++) {
        const struct node *n = &rec->nodes[i];
        differs |= n->kind ^ NODE_MOVE;
        differs |= n->move ^ rec->moves[i];
        differs |= n->detail ^ (rec->flags[i + 1] & PLY_CHECK);
    }
    if (differs || plies == 0)
        return !differs;
    const struct node *last = &rec->nodes[plies - 1];
    return last->kind == NODE_MOVE && last->move == rec->moves[plies - 1] &&
           last->detail == board_marks(rec, plies);
}

bool notes_code_write(const struct record *rec, struct buffer *notes)
{
    if (is_bare(rec))
        return true;
    size_t head = notes->len, depth = 0, pending = 0, i = 0;
    int marks = put_marks(rec, notes);
    if (marks < 0)
        return false;
    bool is_plain = marks == 0;
    while (i < rec->node_count) {
        const struct node *n = &rec->nodes[i];
        if (n->kind == NODE_MOVE && depth == 0) {
            pending++;
            i++;
            continue;
        }
        is_plain = false;
        if (pending > 0)
            put_note(notes, NOTE_MAIN, pending);
        pending = 0;
        if (n->kind == NODE_MOVE) {
            i = put_variation_moves(rec, i, notes);
            continue;
        }
        switch (n->kind) {
        case NODE_NAG: put_note(notes, NOTE_NAG, n->detail); break;
        case NODE_COMMENT: put_comment(rec, n, notes); break;
        case NODE_BEGIN: put_note(notes, NOTE_BEGIN, 0); break;
        case NODE_END: put_note(notes, NOTE_END, 0); break;
        }
        depth += n->kind == NODE_BEGIN;
        depth -= n->kind == NODE_END && depth > 0;
        if (depth > DEPTH_MAX)
            return false;
        i++;
    }
    if (is_plain)
        notes->len = head;
    return rec->node_count <= NODES_MAX;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* A line of play that is being read: its last position, and the one before, which a variation
   starts from. Line 0 is the main line. */
struct line {
    struct position before, now;
};

struct reading {
    struct record *rec;
    struct replay *replay;
    const move *moves; /* of the main line, yet to be played */
    size_t left;
    struct bytes notes;
    struct error *err;
};

void replay_free(struct replay *r)
{
    free(r->lines);
    *r = (struct replay){.cap = 0};
}

static bool can_play(const struct position *pos, move m)
{
    return m == NULL_MOVE ? !pos_in_check(pos) : pos_is_legal(pos, m);
}

static bool damaged(struct reading *r, const char *what)
{
    return error_set(r->err, ERROR_DAMAGED, "%s (after ply %zu)", lang_text(what),
                     r->rec->ply_count);
}

static bool play_main(struct reading *r, uint64_t count)
{
    if (count > r->left)
        return damaged(r, "its notes count more moves than it has");
    for (uint64_t i = 0; i < count; i++) {
        move m = r->moves[i];
        if (!can_play(&r->rec->end, m))
            return damaged(r, "a stored move is not legal");
        if (i + 1 == count)
            r->replay->lines[0].before = r->rec->end;
        if (!record_play(r->rec, m, 0, 0))
            return error_no_memory(r->err);
    }
    r->moves += count;
    r->left -= count;
    return true;
}

static bool play_variation(struct reading *r, uint64_t count, uint8_t marks)
{
    if (r->replay->depth == 0)
        return damaged(r, "a variation's move stands in the main line");
    if (count > bytes_left(&r->notes) / 2)
        return damaged(r, "its notes are cut off");
    struct line *line = &r->replay->lines[r->replay->depth];
    for (uint64_t i = 0; i < count; i++) {
        move m = bytes_u16(&r->notes);
        if (!can_play(&line->now, m))
            return damaged(r, "a stored move of a variation is not legal");
        struct node *n = record_add_node(r->rec, NODE_MOVE, 0);
        if (!n)
            return error_no_memory(r->err);
        n->move = m;
        n->detail = marks;
        line->before = line->now;
        pos_play(&line->now, m);
    }
    return true;
}

static bool make_room(struct replay *p)
{
    if (p->depth + 1 < p->cap)
        return true;
    struct line *lines = array_grow(p->lines, &p->cap, 16, sizeof *lines);
    if (!lines)
        return false;
    p->lines = lines;
    return true;
}

static bool begin_variation(struct reading *r)
{
    struct replay *p = r->replay;
    if (p->depth == DEPTH_MAX)
        return damaged(r, "its variations lie too deep");
    if (!make_room(p) || !record_add_node(r->rec, NODE_BEGIN, 0))
        return error_no_memory(r->err);
    struct position from = p->lines[p->depth].before;
    p->depth++;
    p->lines[p->depth] = (struct line){from, from};
    return true;
}

static bool end_variation(struct reading *r)
{
    if (r->replay->depth == 0)
        return damaged(r, "a variation ends that did not begin");
    r->replay->depth--;
    return record_add_node(r->rec, NODE_END, 0) || error_no_memory(r->err);
}

static bool add_nag(struct reading *r, uint64_t nag)
{
    if (nag > UINT8_MAX)
        return damaged(r, "a NAG is out of range");
    struct node *n = record_add_node(r->rec, NODE_NAG, 0);
    if (!n)
        return error_no_memory(r->err);
    n->detail = (uint8_t)nag;
    return true;
}

static bool add_comment(struct reading *r, uint64_t len, bool to_line_end)
{
    const char *text = bytes_take(&r->notes, len);
    if (!text)
        return damaged(r, "a comment is cut off");
    struct slice s;
    struct node *n = NULL;
    if (record_add_text(r->rec, text, (size_t)len, &s))
        n = record_add_node(r->rec, NODE_COMMENT, 0);
    if (!n)
        return error_no_memory(r->err);
    n->text = s;
    n->detail = to_line_end;
    return true;
}

static bool read_note(struct reading *r)
{
    uint64_t code = bytes_number(&r->notes), argument = code >> NOTE_BITS;
    if (r->notes.bad || r->rec->node_count > NODES_MAX)
        return damaged(r, "its notes are cut off");
    switch ((enum note)(code & NOTE_MASK)) {
    case NOTE_MAIN:
        if (r->replay->depth > 0)
            return damaged(r, "the main line goes on inside a variation");
        return play_main(r, argument);
    case NOTE_NAG: return add_nag(r, argument);
    case NOTE_COMMENT: return add_comment(r, argument, false);
    case NOTE_LINE_COMMENT: return add_comment(r, argument, true);
    case NOTE_BEGIN: return begin_variation(r);
    case NOTE_END: return end_variation(r);
    case NOTE_MOVES: return play_variation(r, argument, 0);
    case NOTE_MARKED_MOVE: return play_variation(r, 1, (uint8_t)argument);
    default: return damaged(r, "its notes are damaged");
    }
}

/* Step over the exceptions, keeping them in EXCEPTIONS, and return whether moves are unmarked. */
static bool read_marks_head(struct reading *r, struct bytes *exceptions, uint64_t *count)
{
    uint64_t head = bytes_left(&r->notes) > 0 ? bytes_number(&r->notes) : 0;
    *count = head >> 1;
    *exceptions = r->notes;
    for (uint64_t i = 0; i < *count && !r->notes.bad; i++) {
        bytes_number(&r->notes);
        bytes_u8(&r->notes);
    }
    return head & 1;
}

static bool set_marks(struct reading *r, bool unmarked, struct bytes exceptions, uint64_t count)
{
    struct record *rec = r->rec;
    size_t ply = 0, depth = 0;
    uint64_t next = count > 0 ? bytes_number(&exceptions) : 0;
    for (size_t i = 0; i < rec->node_count; i++) {
        struct node *n = &rec->nodes[i];
        depth += n->kind == NODE_BEGIN;
        depth -= n->kind == NODE_END;
        if (n->kind != NODE_MOVE || depth > 0)
            continue;
        n->detail = unmarked ? 0 : board_marks(rec, ++ply);
        if (count == 0 || --next > 0)
            continue;
        n->detail = bytes_u8(&exceptions);
        next = --count > 0 ? bytes_number(&exceptions) : 0;
    }
    return count == 0 || damaged(r, "its marks are damaged");
}

bool game_code_read(struct record *rec, const move *moves, size_t count, struct bytes notes,
                    struct replay *replay, struct error *err)
{
    struct reading r = {rec, replay, moves, count, notes, err};
    struct bytes exceptions;
    uint64_t marks;
    replay->depth = 0;
    if (!make_room(replay))
        return error_no_memory(err);
    replay->lines[0].before = rec->start;
    bool unmarked = read_marks_head(&r, &exceptions, &marks);
    while (bytes_left(&r.notes) > 0 && !r.notes.bad)
        if (!read_note(&r))
            return false;
    if (r.notes.bad)
        return damaged(&r, "its notes are cut off");
    if (replay->depth > 0)
        return damaged(&r, "a variation does not end");
    return play_main(&r, r.left) && set_marks(&r, unmarked, exceptions, marks);
}
