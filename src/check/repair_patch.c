/* Repairs: the smallest edit. A game has been written anew, with the same nodes as in its old text;
   so each node has a place in both texts, and of the old text only what a mended finding stands in
   is taken from the new one. Between the places of two nodes stands a cell: the node's own text, its
   core, and behind it blanks and move numbers, its tail. What comes of it is read again like any
   mended text; where it is not the same game the game stays written anew. */
#include "base/ascii.h"
#include "check/repairs.h"

#include <stdlib.h>
#include <string.h>

enum { CORE = 1, TAIL = 2 }; /* what of a cell is replaced */

/* A record with the text it was read from, and where in it its moves end: at its result, behind which
   comments may stand. */
struct view {
    const struct record *rec;
    const char *text;
    size_t len, end, result;
};

struct cell {
    const char *at;
    size_t core, len; /* of the core, and with the tail */
};

static size_t place(const struct view *v, uint32_t source)
{
    const size_t at = source >= v->rec->source ? source - v->rec->source : 0;
    return at < v->len ? at : v->len;
}

/* The length of TEXT without the blanks and move numbers behind AT LEAST bytes. */
static size_t without_numbers(const char *text, size_t len, size_t least)
{
    for (;;) {
        while (len > least && is_white(text[len - 1]))
            len--;
        size_t at = len;
        while (at > least && text[at - 1] == '.')
            at--;
        while (at > least && is_digit(text[at - 1]))
            at--;
        const bool stands_alone = is_white(text[at - 1]) || strchr("})(", text[at - 1]);
        if (at == len || !stands_alone)
            return len;
        len = at;
    }
}

/* Number 0 is what stands before the first node, number I + 1 belongs to node I. */
static struct cell cell(const struct view *v, size_t i)
{
    const struct record *rec = v->rec;
    const size_t from = i > 0 ? place(v, rec->nodes[i - 1].source) : place(v, rec->moves_source);
    const size_t to = i < rec->node_count ? place(v, rec->nodes[i].source) : v->end;
    struct cell c = {v->text + from, 0, to - from};
    const size_t len = v->result > from && v->result < to ? v->result - from : c.len;
    c.core = i > 0 && len > 0 ? without_numbers(c.at, len, 1) : 0;
    return c;
}

/* Look where V ends. False if its nodes do not follow each other in its text. */
static bool look(struct view *v)
{
    const struct record *rec = v->rec;
    size_t last = place(v, rec->moves_source);
    for (size_t i = 0; i < rec->node_count; i++) {
        const size_t at = place(v, rec->nodes[i].source);
        if (at < last)
            return false;
        last = at;
    }
    const bool has_result = rec->has_terminator && rec->terminator_source > 0;
    v->result = has_result ? place(v, rec->terminator_source) : v->len;
    v->end = v->result >= last ? v->result : v->len;
    return true;
}

/* The number of the cell that PLACE is in. */
static size_t find_cell(const struct view *v, size_t at)
{
    size_t low = 0, high = v->rec->node_count;
    while (low < high) {
        const size_t middle = (low + high + 1) / 2;
        if (place(v, v->rec->nodes[middle - 1].source) <= at)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* What of each cell of V is to be replaced, by its mended findings. */
static void mark_cells(const struct view *v, const struct findings *f, enum patch_extent extent,
                       uint8_t *marks)
{
    const size_t moves = place(v, v->rec->moves_source);
    memset(marks, 0, v->rec->node_count + 1);
    for (size_t i = 0; i < f->count; i++) {
        const size_t at = place(v, f->items[i].source);
        if (!f->items[i].is_mended || at < moves || at >= v->end || at == v->result)
            continue;
        const size_t number = find_cell(v, at);
        const struct cell c = cell(v, number);
        marks[number] |= v->text + at < c.at + c.core ? CORE : TAIL;
        /* A move that becomes a comment loses its number. */
        if (number > 0 && v->rec->nodes[number - 1].kind == NODE_COMMENT)
            marks[number - 1] |= TAIL;
        if (f->items[i].code == FINDING_NO_MOVE_NUMBERS)
            for (size_t k = 0; k <= v->rec->node_count; k++)
                marks[k] |= TAIL;
    }
    for (size_t i = 0; extent == PATCH_MOVES && i < v->rec->node_count; i++)
        marks[i + 1] |= v->rec->nodes[i].kind == NODE_MOVE ? CORE : 0;
}

/* Whether LINE_START % stands in the text, which is no part of any node. */
static bool has_escape(const char *text, size_t len)
{
    for (size_t i = 1; i < len; i++)
        if (text[i] == '%' && (text[i - 1] == '\n' || text[i - 1] == '\r'))
            return true;
    return false;
}

/* A tail with the move numbers of NEW between the blanks of OLD. */
static void put_tail(struct buffer *out, const char *old, size_t len, const char *new,
                     size_t new_len)
{
    size_t before = 0, behind = len;
    while (before < len && is_white(old[before]))
        before++;
    while (behind > before && is_white(old[behind - 1]))
        behind--;
    while (new_len > 0 && is_white(*new))
        new ++, new_len--;
    while (new_len > 0 && is_white(new[new_len - 1]))
        new_len--;
    const char last = out->len > 0 ? out->data[out->len - 1] : ' ';
    if (before == 0 && new_len == 0 && last != '(' && !is_white(last))
        buffer_add_char(out, ' ');
    buffer_add(out, old, before);
    buffer_add(out, new, new_len);
    if (new_len > 0 && behind == before)
        buffer_add_char(out, ' ');
    if (new_len > 0)
        buffer_add(out, old + behind, len - behind);
}

/* A parenthesis that was missing stands before the blanks. */
static void put_end(struct buffer *out)
{
    size_t blanks = 0;
    while (blanks < out->len && is_white(out->data[out->len - 1 - blanks]))
        blanks++;
    if (!buffer_reserve(out, 1))
        return;
    char *at = out->data + out->len - blanks;
    memmove(at + 1, at, blanks);
    *at = ')';
    out->len++;
}

static bool put_cell(struct buffer *out, const struct cell *old, const struct cell *new,
                     unsigned marks)
{
    const bool is_inserted = old->core == 0 && new->core > 0;
    if (!(marks & CORE) && !is_inserted) {
        buffer_add(out, old->at, old->core);
    } else if (is_inserted && *new->at == ')') {
        put_end(out);
    } else {
        if (has_escape(old->at, old->core))
            return false;
        if (out->len > 0 && new->core > 0 && strchr("${", *new->at) &&
            !is_white(out->data[out->len - 1]) && out->data[out->len - 1] != '(')
            buffer_add_char(out, ' ');
        buffer_add(out, new->at, new->core);
    }
    if (marks & TAIL)
        put_tail(out, old->at + old->core, old->len - old->core, new->at + new->core,
                 new->len - new->core);
    else
        buffer_add(out, old->at + old->core, old->len - old->core);
    return true;
}

/* The result at the end: that of NEW where OLD has another, or another form of it that is mended. */
static void put_result(struct buffer *out, const struct view *old, const struct view *new,
                       const struct findings *f)
{
    const char *was = old->text + old->end, *is = new->text + new->end;
    const size_t was_len = old->len - old->end, is_len = new->len - new->end;
    enum result result;
    const enum finding_code code = was_len > 0 ? FINDING_RESULT_FORM : FINDING_MISSING_RESULT;
    bool is_mended = was_len > 0 && (!result_read(old->rec->game, was, was_len, &result) ||
                                     result != new->rec->terminator);
    for (size_t i = 0; i < f->count; i++)
        is_mended = is_mended || (f->items[i].is_mended && f->items[i].code == code);
    if (!is_mended || is_len == 0) {
        buffer_add(out, was, was_len);
        return;
    }
    if (out->len > 0 && !is_white(out->data[out->len - 1]))
        buffer_add_char(out, ' ');
    buffer_add(out, is, is_len);
}

bool repair_patch(const struct repair *r, const struct record *anew, const char *text, size_t len,
                  enum patch_extent extent, struct buffer *out)
{
    struct view old = {.rec = r->rec, .text = r->source, .len = r->len};
    if (r->text_end > 0)
        old.len = r->text_end;
    while (old.len > 0 && is_white(old.text[old.len - 1]))
        old.len--;
    struct view new = {.rec = anew, .text = text, .len = len};
    const size_t count = r->rec->node_count;
    if (anew->node_count != count || !look(&old) || !look(&new))
        return false;
    uint8_t *marks = malloc(count + 1);
    if (!marks)
        return false;
    mark_cells(&old, r->findings, extent, marks);
    bool ok = true;
    for (size_t i = 0; i <= count && ok; i++) {
        const struct cell was = cell(&old, i), is = cell(&new, i);
        ok = put_cell(out, &was, &is, marks[i]);
    }
    if (ok)
        put_result(out, &old, &new, r->findings);
    free(marks);
    return ok && !out->failed;
}
