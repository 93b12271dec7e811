/* See record_notes.h. What stands behind a main-line move, up to the next, is a row of notes:
   comments, marks, and variations, each from its begin to its end. Only the array of nodes is made
   anew. */
#include "record/record_notes.h"

#include <stdlib.h>

/* Nodes of a record. */
struct span {
    const struct record *rec;
    size_t from, end;
};

struct joining {
    struct node *nodes;
    size_t count;
    struct record *into;
    bool added, failed;
};

/* The end of the note that begins at node AT. */
static size_t note_end(const struct record *r, size_t at)
{
    size_t depth = 0;
    do {
        depth += r->nodes[at].kind == NODE_BEGIN;
        depth -= r->nodes[at].kind == NODE_END && depth > 0;
        at++;
    } while (depth > 0 && at < r->node_count);
    return at;
}

/* The notes from AT to the next main-line move. */
static struct span notes_at(const struct record *r, size_t at)
{
    struct span s = {r, at, at};
    while (s.end < r->node_count && r->nodes[s.end].kind != NODE_MOVE)
        s.end = note_end(r, s.end);
    return s;
}

static bool same_node(const struct record *a, const struct node *x, const struct record *b,
                      const struct node *y)
{
    return x->kind == y->kind && x->move == y->move && x->text.len == y->text.len &&
           (x->kind != NODE_NAG || x->detail == y->detail) &&
           (x->text.len == 0 ||
            memcmp(record_text(a, x->text), record_text(b, y->text), x->text.len) == 0);
}

/* Whether NOTES hold the note from FROM to END of B. */
static bool has_note(struct span notes, const struct record *b, size_t from, size_t end)
{
    const struct record *a = notes.rec;
    for (size_t at = notes.from, next; at < notes.end; at = next) {
        next = note_end(a, at);
        size_t i = 0;
        while (i < end - from && i < next - at &&
               same_node(a, &a->nodes[at + i], b, &b->nodes[from + i]))
            i++;
        if (i == end - from && i == next - at)
            return true;
    }
    return false;
}

static void put(struct joining *j, const struct record *rec, size_t from, size_t end)
{
    for (size_t i = from; i < end; i++) {
        struct node *n = &j->nodes[j->count++];
        *n = rec->nodes[i];
        if (rec != j->into && n->text.len > 0)
            j->failed |= !record_add_text(j->into, record_text(rec, rec->nodes[i].text),
                                          rec->nodes[i].text.len, &n->text);
    }
}

/* Those of THEIRS that OURS do not have; marks, or all others. */
static void put_new(struct joining *j, struct span ours, struct span theirs, bool marks)
{
    for (size_t at = theirs.from, next; at < theirs.end; at = next) {
        next = note_end(theirs.rec, at);
        if ((theirs.rec->nodes[at].kind == NODE_NAG) != marks ||
            has_note(ours, theirs.rec, at, next))
            continue;
        put(j, theirs.rec, at, next);
        j->added = true;
    }
}

/* Marks stand right behind the move. */
static void join_spans(struct joining *j, struct span ours, struct span theirs)
{
    size_t marks_end = ours.from;
    while (marks_end < ours.end && ours.rec->nodes[marks_end].kind == NODE_NAG)
        marks_end++;
    put(j, ours.rec, ours.from, marks_end);
    put_new(j, ours, theirs, true);
    put(j, ours.rec, marks_end, ours.end);
    put_new(j, ours, theirs, false);
}

static void put_edge(struct joining *j, enum node_kind kind)
{
    j->nodes[j->count++] = (struct node){.kind = (uint8_t)kind};
}

/* From here on the moves of FROM, at node AT, are others than that of INTO which was put last. */
static void put_other_line(struct joining *j, const struct record *from, size_t at)
{
    put_edge(j, NODE_BEGIN);
    put(j, from, at, from->node_count);
    put_edge(j, NODE_END);
    j->added = true;
}

static void join(struct joining *j, const struct record *from)
{
    const struct record *into = j->into;
    struct span ours = notes_at(into, 0), theirs = notes_at(from, 0);
    join_spans(j, ours, theirs);
    while (ours.end < into->node_count && theirs.end < from->node_count &&
           into->nodes[ours.end].move == from->nodes[theirs.end].move) {
        put(j, into, ours.end, ours.end + 1);
        ours = notes_at(into, ours.end + 1);
        theirs = notes_at(from, theirs.end + 1);
        join_spans(j, ours, theirs);
    }
    if (ours.end < into->node_count && theirs.end < from->node_count) {
        put(j, into, ours.end, ours.end + 1);
        ours = notes_at(into, ours.end + 1);
        put(j, into, ours.from, ours.end);
        put_other_line(j, from, theirs.end);
    }
    put(j, into, ours.end, into->node_count);
}

bool record_join_notes(struct record *into, const struct record *from, bool *added)
{
    const size_t cap = into->node_count + from->node_count + 2;
    struct joining j = {.into = into, .nodes = malloc(cap * sizeof *j.nodes)};
    *added = false;
    if (!j.nodes)
        return false;
    if (into->game == from->game && into->start.key == from->start.key)
        join(&j, from);
    if (j.added && !j.failed) {
        free(into->nodes);
        into->nodes = j.nodes;
        into->node_count = j.count;
        into->node_cap = cap;
    } else {
        free(j.nodes);
    }
    *added = j.added && !j.failed;
    return !j.failed;
}
