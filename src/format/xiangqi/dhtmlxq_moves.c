/* The moves of a DhtmlXQ game: branches are numbered, may stand in any order, and each names the
   branch it leaves and the ply of its first move, counted from the start of the game. They go into
   a tree beginning with the main line, each behind the branch it leaves; what hangs on nothing is
   reported. */
#include "base/array.h"
#include "base/ascii.h"
#include "format/xiangqi/dhtmlxq.h"
#include "format/xiangqi/men.h"

#include <stdlib.h>

struct dhtmlxq_branch {
    unsigned parent, ply, number;
    struct dhtmlxq_text text;
    uint32_t first, count; /* its nodes in the tree follow each other */
    uint32_t via;          /* index of the branch that holds the ply before its first move */
    bool is_placed;
    uint8_t searches; /* of the first in by_parent that leave a number: see place_all */
};

struct dhtmlxq_comment {
    unsigned branch, ply;
    struct dhtmlxq_text text;
};

enum { DIGITS = 4 /* of a move */, HOPS_MAX = 1000, SEARCHES_MAX = 16 };
static const uint32_t NO_NODE = UINT32_MAX;

void dhtmlxq_moves_free(struct dhtmlxq_moves *m)
{
    free(m->branches);
    free(m->comments);
    *m = (struct dhtmlxq_moves){0};
}

static struct dhtmlxq_branch *new_branch(struct dhtmlxq_moves *m)
{
    if (m->branch_count == m->branch_cap) {
        struct dhtmlxq_branch *branches =
            array_grow(m->branches, &m->branch_cap, 16, sizeof *branches);
        if (!branches) {
            m->no_memory = true;
            return NULL;
        }
        m->branches = branches;
    }
    m->branches[m->branch_count] = (struct dhtmlxq_branch){.ply = 1};
    return &m->branches[m->branch_count++];
}

void dhtmlxq_add_branch(struct dhtmlxq_moves *m, unsigned parent, unsigned ply, unsigned number,
                        struct dhtmlxq_text text)
{
    if (m->branch_count == 0 && !new_branch(m))
        return;
    struct dhtmlxq_branch *b = number == 0 ? &m->branches[0] : new_branch(m);
    if (!b)
        return;
    m->has_main |= number == 0;
    *b = (struct dhtmlxq_branch){.parent = parent, .ply = ply, .number = number, .text = text};
}

void dhtmlxq_add_comment(struct dhtmlxq_moves *m, unsigned branch, unsigned ply,
                         struct dhtmlxq_text text)
{
    if (m->comment_count == m->comment_cap) {
        struct dhtmlxq_comment *comments =
            array_grow(m->comments, &m->comment_cap, 16, sizeof *comments);
        if (!comments) {
            m->no_memory = true;
            return;
        }
        m->comments = comments;
    }
    m->comments[m->comment_count++] = (struct dhtmlxq_comment){branch, ply, text};
}

/* --- Digits ----------------------------------------------------------------------------------- */

/* Read the next move from *AT on: its four digits, line ends and blanks between them passed over.
   Returns how many digits there were. */
static int next_move(const struct dhtmlxq_text *text, size_t *at, unsigned digits[DIGITS],
                     uint32_t *source)
{
    int n = 0;
    for (; *at < text->len && n < DIGITS; ++*at) {
        char c = text->data[*at];
        if (is_space(c))
            continue;
        if (c < '0' || c > '9')
            break;
        if (n == 0)
            *source = text->source + (uint32_t)*at;
        digits[n++] = (unsigned)(c - '0');
    }
    return n;
}

square dhtmlxq_first_square(const struct dhtmlxq_moves *m)
{
    for (size_t i = 0; i < m->branch_count; i++) {
        const struct dhtmlxq_branch *b = &m->branches[i];
        size_t at = 0;
        unsigned d[DIGITS];
        uint32_t source;
        if (b->ply == 1 && next_move(&b->text, &at, d, &source) == DIGITS)
            return men_point(d[0], d[1]);
    }
    return NO_SQUARE;
}

size_t dhtmlxq_length(const struct dhtmlxq_moves *m)
{
    size_t at = 0, count = 0;
    unsigned d[DIGITS];
    uint32_t source;
    while (m->has_main && next_move(&m->branches[0].text, &at, d, &source) == DIGITS)
        count++;
    return count;
}

/* --- Order ------------------------------------------------------------------------------------ */

/* What the arrays are sorted by; the index settles the rest, so that branches keep the order of the
   file. */
struct sort_key {
    unsigned value;
    uint32_t index;
};

static int compare_keys(const void *a, const void *b)
{
    const struct sort_key *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* The first of COUNT keys that is not less than VALUE. */
static size_t lower_bound(const struct sort_key *keys, size_t count, unsigned value)
{
    size_t from = 0;
    while (count > 0) {
        size_t half = count / 2;
        if (keys[from + half].value < value) {
            from += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return from;
}

/* --- Placing ---------------------------------------------------------------------------------- */

struct placing {
    struct dhtmlxq_moves *moves;
    struct facts *facts;
    struct game_tree tree;
    struct sort_key *by_parent, *by_number; /* all branches but the main line */
    uint32_t *queue;                        /* those that were placed, in that order */
    size_t queued;
};

/* Append the moves of B behind NODE. */
static void add_moves(struct placing *p, struct dhtmlxq_branch *b, uint32_t node)
{
    size_t at = 0;
    unsigned d[DIGITS];
    int n;
    uint32_t source = b->text.source;
    char quote[QUOTE_MAX];
    b->first = (uint32_t)p->tree.count;
    while ((n = next_move(&b->text, &at, d, &source)) == DIGITS) {
        node = game_tree_add(&p->tree, node, men_point(d[0], d[1]), men_point(d[2], d[3]), source);
        if (node == TREE_ROOT)
            return;
        b->count++;
    }
    if (n == 0 && at == b->text.len)
        return;
    if (n == 0)
        source = b->text.source + (uint32_t)at;
    at = source - b->text.source;
    finding_quote(b->text.data + at, b->text.len - at, quote);
    if (b->number > 0) {
        findings_add(p->facts->findings, FINDING_VARIATION_ERROR, source, 0,
                     "%s in branch %u is not four digits", quote, b->number);
    } else {
        findings_add(p->facts->findings, FINDING_UNREADABLE_MOVE, source, b->count + 1,
                     "%s is not the four digits of a move", quote);
        p->facts->rec->is_broken = true;
    }
}

/* The branch that holds ply PLY on the way to the branch at INDEX, or UINT32_MAX. */
static uint32_t holder(const struct dhtmlxq_moves *m, uint32_t index, unsigned ply)
{
    for (int hops = 0; hops < HOPS_MAX; hops++) {
        if (index == 0 || m->branches[index].ply <= ply)
            return index;
        index = m->branches[index].via;
    }
    return UINT32_MAX;
}

/* The node of ply PLY in the branch at INDEX, which holds it, or NO_NODE. */
static uint32_t node_at(const struct dhtmlxq_moves *m, uint32_t index, unsigned ply)
{
    const struct dhtmlxq_branch *b = &m->branches[index];
    if (index == 0 && ply == 0)
        return TREE_ROOT;
    return ply >= b->ply && ply - b->ply < b->count ? b->first + (ply - b->ply) : NO_NODE;
}

/* Place the branch at INDEX behind the one at PARENT. */
static void place(struct placing *p, uint32_t index, uint32_t parent)
{
    struct dhtmlxq_branch *b = &p->moves->branches[index];
    uint32_t node = NO_NODE;
    if (b->ply > 0 && (b->via = holder(p->moves, parent, b->ply - 1)) != UINT32_MAX)
        node = node_at(p->moves, b->via, b->ply - 1);
    if (node == NO_NODE)
        return;
    b->is_placed = true;
    add_moves(p, b, node);
    p->queue[p->queued++] = index;
}

/* Place what leaves the branch at INDEX and was not placed yet. Where many branches have one
   number, what leaves it is tried behind a few of them only: a file must not cost the square of its
   size. */
static void place_behind(struct placing *p, uint32_t index)
{
    struct dhtmlxq_moves *m = p->moves;
    const size_t count = m->branch_count - 1;
    const unsigned number = m->branches[index].number;
    size_t k = lower_bound(p->by_parent, count, number);
    if (k == count || p->by_parent[k].value != number)
        return;
    struct dhtmlxq_branch *first = &m->branches[p->by_parent[k].index];
    if (first->searches == SEARCHES_MAX)
        return;
    first->searches++;
    for (; k < count && p->by_parent[k].value == number; k++)
        if (!m->branches[p->by_parent[k].index].is_placed)
            place(p, p->by_parent[k].index, index);
}

/* Place the main line, then what leaves a branch that was placed, until nothing is left. */
static void place_all(struct placing *p)
{
    const struct dhtmlxq_moves *m = p->moves;
    p->moves->branches[0].is_placed = true;
    add_moves(p, &p->moves->branches[0], TREE_ROOT);
    p->queue[p->queued++] = 0;
    for (size_t i = 0; i < p->queued; i++)
        place_behind(p, p->queue[i]);
    for (size_t i = 1; i < m->branch_count; i++) {
        const struct dhtmlxq_branch *b = &m->branches[i];
        if (!b->is_placed)
            findings_add(p->facts->findings, FINDING_VARIATION_ERROR, b->text.source, 0,
                         "branch %u leaves branch %u at ply %u, which is not there: left out",
                         b->number, b->parent, b->ply);
    }
}

/* The branch of that number; *INDEX is its place. */
static const struct dhtmlxq_branch *find_branch(const struct placing *p, unsigned number,
                                                uint32_t *index)
{
    const struct dhtmlxq_moves *m = p->moves;
    const size_t count = m->branch_count - 1;
    size_t k = number == 0 ? count : lower_bound(p->by_number, count, number);
    *index = 0;
    if (k < count && p->by_number[k].value == number)
        *index = p->by_number[k].index;
    return *index > 0 || number == 0 ? &m->branches[*index] : NULL;
}

/* What a comment belongs to: a node, and whether it stands before it. */
enum { BEHIND, BEFORE, PLACES };

/* Where C belongs, as node * PLACES + place; false, and it is reported, if nowhere. */
static bool find_place(struct placing *p, const struct dhtmlxq_comment *c, unsigned *place)
{
    uint32_t index;
    const struct dhtmlxq_branch *b = find_branch(p, c->branch, &index);
    uint32_t node = b && b->is_placed ? node_at(p->moves, index, c->ply) : NO_NODE;
    if (node != NO_NODE) {
        *place = node * PLACES + BEHIND;
    } else if (b && index > 0 && b->count > 0 && c->ply + 1 == b->ply) {
        *place = b->first * PLACES + BEFORE;
    } else {
        findings_add(p->facts->findings, FINDING_DROPPED_TEXT, c->text.source, 0,
                     "a comment on ply %u of branch %u, which is not there", c->ply, c->branch);
        return false;
    }
    return true;
}

/* Append the text of C to *S, which is empty or the last text there is. */
static void add_comment(struct placing *p, struct slice *s, const struct dhtmlxq_comment *c)
{
    struct buffer *text = &p->tree.text;
    if (s->len > 0)
        buffer_add_char(text, '\n');
    else
        s->at = (uint32_t)text->len;
    dhtmlxq_decode(text, c->text.data, c->text.len, true, p->moves->is_page);
    s->len = (uint32_t)(text->len - s->at);
    p->tree.failed |= text->failed || text->len > UINT32_MAX;
}

/* Several comments at one place become one, a line for each. */
static void add_comments(struct placing *p)
{
    const struct dhtmlxq_moves *m = p->moves;
    struct sort_key *keys = malloc((m->comment_count + 1) * sizeof *keys);
    size_t count = 0;
    p->tree.failed |= !keys;
    for (size_t i = 0; keys && i < m->comment_count; i++) {
        unsigned place;
        if (m->comments[i].text.len > 0 && find_place(p, &m->comments[i], &place))
            keys[count++] = (struct sort_key){place, (uint32_t)i};
    }
    if (count > 0)
        qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < count && !p->tree.failed; i++) {
        struct tree_node *n = &p->tree.nodes[keys[i].value / PLACES];
        add_comment(p, keys[i].value % PLACES == BEFORE ? &n->before : &n->comment,
                    &m->comments[keys[i].index]);
    }
    free(keys);
}

static bool sort_branches(struct placing *p)
{
    const struct dhtmlxq_moves *m = p->moves;
    const size_t count = m->branch_count - 1;
    p->by_parent = malloc(m->branch_count * sizeof *p->by_parent);
    p->by_number = malloc(m->branch_count * sizeof *p->by_number);
    p->queue = malloc(m->branch_count * sizeof *p->queue);
    if (!p->by_parent || !p->by_number || !p->queue)
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct dhtmlxq_branch *b = &m->branches[i + 1];
        p->by_parent[i] = (struct sort_key){b->parent, (uint32_t)i + 1};
        p->by_number[i] = (struct sort_key){b->number, (uint32_t)i + 1};
    }
    qsort(p->by_parent, count, sizeof *p->by_parent, compare_keys);
    qsort(p->by_number, count, sizeof *p->by_number, compare_keys);
    return true;
}

void dhtmlxq_play(struct dhtmlxq_moves *m, struct facts *x)
{
    struct placing p = {.moves = m, .facts = x};
    game_tree_start(&p.tree);
    bool ok = !m->no_memory && (m->branch_count > 0 || new_branch(m)) && sort_branches(&p);
    if (ok) {
        place_all(&p);
        add_comments(&p);
        ok = game_tree_play(&p.tree, x->rec, !x->cannot_play, x->findings);
    }
    x->findings->failed |= !ok;
    game_tree_free(&p.tree);
    free(p.by_parent);
    free(p.by_number);
    free(p.queue);
}
