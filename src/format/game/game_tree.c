/* Building trees, and playing them into records. The tree is walked in the order of PGN: a move,
   its alternatives, then what follows it. What is still to come lies on a stack of its own, so that
   no file can exhaust the program's. */
#include "format/game/game_tree.h"
#include "base/array.h"

#include "format/game/walk.h"
#include "notation/notation.h"

#include <stdio.h>
#include <stdlib.h>

enum { FIRST_NODES = 256, FIRST_STEPS = 64 };

/* --- Building --------------------------------------------------------------------------------- */

static uint32_t new_node(struct game_tree *t, square from, square to, uint32_t source)
{
    t->is_full = t->is_full || t->count > GAME_NODES_MAX;
    if (t->is_full || t->failed)
        return TREE_ROOT;
    if (t->count == t->cap) {
        struct tree_node *nodes = array_grow(t->nodes, &t->cap, FIRST_NODES, sizeof *nodes);
        if (!nodes) {
            t->failed = true;
            return TREE_ROOT;
        }
        t->nodes = nodes;
    }
    t->nodes[t->count] = (struct tree_node){.from = from, .to = to, .source = source};
    return (uint32_t)t->count++;
}

void game_tree_start(struct game_tree *t)
{
    t->count = 0;
    t->is_full = t->failed = t->is_open = false;
    t->waiting_count = 0;
    buffer_clear(&t->text);
    new_node(t, NO_SQUARE, NO_SQUARE, 0);
}

void game_tree_free(struct game_tree *t)
{
    free(t->nodes);
    free(t->waiting);
    buffer_free(&t->text);
    *t = (struct game_tree){0};
}

uint32_t game_tree_add(struct game_tree *t, uint32_t parent, square from, square to,
                       uint32_t source)
{
    uint32_t n = new_node(t, from, to, source);
    if (n == TREE_ROOT)
        return n;
    struct tree_node *p = &t->nodes[parent];
    if (p->child == TREE_ROOT)
        p->child = n;
    else
        t->nodes[p->last].sibling = n;
    p->last = n;
    return n;
}

void game_tree_open(struct game_tree *t, bool has_child)
{
    t->parent = TREE_ROOT;
    t->is_open = t->is_in_main_line = has_child;
}

static void wait_for_sibling(struct game_tree *t)
{
    if (t->waiting_count == t->waiting_cap) {
        uint32_t *waiting = array_grow(t->waiting, &t->waiting_cap, FIRST_STEPS, sizeof *waiting);
        if (!waiting) {
            t->failed = true;
            return;
        }
        t->waiting = waiting;
    }
    t->waiting[t->waiting_count++] = t->parent;
}

uint32_t game_tree_append(struct game_tree *t, square from, square to, bool has_child,
                          bool has_sibling, uint32_t source)
{
    uint32_t n = game_tree_add(t, t->parent, from, to, source);
    t->is_in_main_line = t->is_in_main_line && has_child;
    if (has_child && has_sibling)
        wait_for_sibling(t);
    if (has_child)
        t->parent = n;
    else if (!has_sibling && t->waiting_count > 0)
        t->parent = t->waiting[--t->waiting_count];
    else
        t->is_open = has_sibling;
    t->is_open = t->is_open && !t->is_full && !t->failed;
    return n;
}

static bool is_line_end_or_nul(char c)
{
    return c == '\n' || c == '\r' || c == '\0';
}

void game_tree_comment(struct game_tree *t, uint32_t node, size_t at)
{
    if (t->failed || t->text.failed || t->text.len > UINT32_MAX) {
        t->failed = true;
        return;
    }
    const char *from = t->text.data;
    size_t end = t->text.len, to = at;
    while (end > at && is_line_end_or_nul(from[end - 1]))
        end--;
    for (size_t i = at; i < end; i++)
        if (from[i] != '\r' || i + 1 == end || from[i + 1] != '\n')
            t->text.data[to++] = from[i] == '\r' ? '\n' : from[i];
    t->text.len = to;
    t->nodes[node].comment = (struct slice){(uint32_t)at, (uint32_t)(to - at)};
}

/* --- Walking ---------------------------------------------------------------------------------- */

enum step_kind {
    STEP_LINE,   /* play NODE, then its alternatives, then go on with what follows it */
    STEP_ONLY,   /* the same without its alternatives, which are seen to already */
    STEP_CHOICE, /* NODE is an alternative, with more of them behind it */
    STEP_END     /* of a variation */
};

struct step {
    enum step_kind kind;
    uint32_t node;
};

struct player {
    const struct game_tree *tree;
    struct record *rec;
    struct findings *findings;
    struct step *steps; /* to come, the next one last */
    size_t count, cap;
    struct walk walk;
    size_t depth;
    /* What cannot be played is written down until its line ends. */
    bool is_dead;
    size_t dead_depth;
    uint32_t dead_source;
    struct buffer dead;
    bool no_memory, too_large;
};

static void push(struct player *p, enum step_kind kind, uint32_t node)
{
    if (kind != STEP_END && node == TREE_ROOT)
        return;
    if (p->count == p->cap) {
        struct step *steps = array_grow(p->steps, &p->cap, FIRST_STEPS, sizeof *steps);
        if (!steps) {
            p->no_memory = true;
            return;
        }
        p->steps = steps;
    }
    p->steps[p->count++] = (struct step){kind, node};
}

static void add_node(struct player *p, enum node_kind kind, uint32_t source)
{
    if (!record_add_node(p->rec, kind, source))
        p->no_memory = true;
}

static void add_comment(struct player *p, const char *text, size_t len, uint32_t source)
{
    struct slice s;
    struct node *n = NULL;
    if (len == 0)
        return;
    if (record_add_text(p->rec, text, len, &s))
        n = record_add_node(p->rec, NODE_COMMENT, source);
    if (n)
        n->text = s;
    else
        p->no_memory = true;
}

static void add_slice(struct player *p, struct slice s, uint32_t source)
{
    if (s.len > 0)
        add_comment(p, p->tree->text.data + s.at, s.len, source);
}

/* --- What cannot be played -------------------------------------------------------------------- */

/* "h2e2" of a node. */
static size_t format_move(const struct tree_node *n, char out[2 * SQUARE_TEXT_MAX])
{
    const square ends[2] = {n->from, n->to};
    size_t len = 0;
    for (int i = 0; i < 2; i++) {
        if (ends[i] < board_sizes[GAME_XIANGQI].squares) {
            len += square_format(GAME_XIANGQI, ends[i], out + len);
        } else {
            out[len++] = '?';
            out[len++] = '?';
        }
    }
    out[len] = '\0';
    return len;
}

static void write_dead(struct player *p, const char *before, const char *text, size_t len,
                       const char *behind)
{
    struct buffer *b = &p->dead;
    if (b->len > 0 && b->data[b->len - 1] != '(' && *before != ')')
        buffer_add_char(b, ' ');
    buffer_add_string(b, before);
    buffer_add(b, text, len);
    buffer_add_string(b, behind);
}

static void write_dead_comment(struct player *p, struct slice s)
{
    if (s.len > 0)
        write_dead(p, "[", p->tree->text.data + s.at, s.len, "]");
}

static void write_dead_node(struct player *p, const struct tree_node *n)
{
    char text[2 * SQUARE_TEXT_MAX];
    size_t len = format_move(n, text);
    write_dead(p, "", text, len, "");
    write_dead_comment(p, n->comment);
}

static void end_dead(struct player *p)
{
    if (p->dead.failed)
        p->no_memory = true;
    else
        add_comment(p, p->dead.data, p->dead.len, p->dead_source);
    buffer_clear(&p->dead);
    p->is_dead = false;
}

/* Say why the move of N cannot be played. */
static void explain(struct player *p, const struct tree_node *n)
{
    const struct position *pos = &p->walk.pos;
    char text[2 * SQUARE_TEXT_MAX], why[256];
    size_t len = format_move(n, text);
    enum finding_code code = FINDING_UNREADABLE_MOVE;
    snprintf(why, sizeof why, "%s", lang_text("a point off the board"));
    if (n->from != NO_SQUARE && n->to != NO_SQUARE) {
        struct san_move sm;
        enum san_status status =
            san_parse_ranks(pos, text, len, &piece_letter_table[0], RANKS_FROM_0, &sm);
        san_explain(pos, text, len, status, &sm, why, sizeof why);
        code = FINDING_ILLEGAL_MOVE;
        if (!pos_has_legal_move(pos)) {
            code = FINDING_MOVE_AFTER_END;
            snprintf(why, sizeof why, "%s",
                     lang_text(pos_in_check(pos) ? "the game has ended in checkmate"
                                                 : "the game has ended in stalemate"));
        }
    }
    size_t ply = p->rec->ply_count;
    if (p->depth > 0)
        findings_add(p->findings, FINDING_VARIATION_ERROR, n->source, ply,
                     "%s in a variation: %s; the rest of it is kept as a comment", text, why);
    else
        findings_add(p->findings, code, n->source, ply + 1, "%s: %s", text, why);
}

static void start_dead(struct player *p, const struct tree_node *n)
{
    p->is_dead = true;
    p->dead_depth = p->depth;
    p->dead_source = n->source;
    p->rec->is_broken = p->rec->is_broken || p->depth == 0;
}

/* --- Playing ---------------------------------------------------------------------------------- */

static void play_node(struct player *p, const struct tree_node *n)
{
    const struct position *pos = &p->walk.pos;
    move m = n->from == NO_SQUARE || n->to == NO_SQUARE
                 ? NULL_MOVE
                 : move_make(p->rec->game, n->from, n->to, NO_PIECE);
    if (m == NULL_MOVE || !pos_is_legal(pos, m)) {
        explain(p, n);
        start_dead(p, n);
        write_dead_node(p, n);
        return;
    }
    walk_move(&p->walk, m);
    if (p->depth == 0) {
        if (!record_play(p->rec, m, 0, n->source))
            p->no_memory = true;
    } else {
        struct node *node = record_add_node(p->rec, NODE_MOVE, n->source);
        if (node)
            node->move = m;
        else
            p->no_memory = true;
    }
    add_slice(p, n->comment, n->source);
}

static void open_variation(struct player *p, uint32_t node)
{
    const struct tree_node *n = &p->tree->nodes[node];
    push(p, STEP_CHOICE, n->sibling);
    push(p, STEP_END, node);
    push(p, STEP_ONLY, node);
    if (p->depth++ == GAME_DEPTH_MAX)
        p->too_large = true;
    else if (p->is_dead)
        write_dead(p, "(", "", 0, "");
    else if (walk_begin(&p->walk))
        add_node(p, NODE_BEGIN, n->source);
    else
        p->no_memory = true;
    if (p->is_dead)
        write_dead_comment(p, n->before);
    else
        add_slice(p, n->before, n->source);
}

static void close_variation(struct player *p, uint32_t node)
{
    if (p->is_dead && p->dead_depth == p->depth)
        end_dead(p);
    p->depth--;
    if (p->is_dead) {
        write_dead(p, ")", "", 0, "");
        return;
    }
    walk_end(&p->walk);
    add_node(p, NODE_END, p->tree->nodes[node].source);
}

static void take_step(struct player *p, struct step s)
{
    const struct tree_node *n = &p->tree->nodes[s.node];
    switch (s.kind) {
    case STEP_LINE:
    case STEP_ONLY:
        push(p, STEP_LINE, n->child);
        if (s.kind == STEP_LINE)
            push(p, STEP_CHOICE, n->sibling);
        if (p->is_dead)
            write_dead_node(p, n);
        else
            play_node(p, n);
        break;
    case STEP_CHOICE: open_variation(p, s.node); break;
    case STEP_END: close_variation(p, s.node); break;
    }
}

bool game_tree_play(const struct game_tree *t, struct record *rec, bool judged, struct findings *f)
{
    struct player p = {.tree = t, .rec = rec, .findings = f, .too_large = t->is_full};
    if (t->failed)
        return false;
    const struct tree_node *root = &t->nodes[TREE_ROOT];
    walk_start(&p.walk, &rec->start);
    add_slice(&p, root->comment, root->source);
    push(&p, STEP_LINE, root->child);
    if (!judged && root->child != TREE_ROOT)
        start_dead(&p, &t->nodes[root->child]);
    while (p.count > 0 && !p.no_memory && !p.too_large)
        take_step(&p, p.steps[--p.count]);
    if (p.is_dead && !p.no_memory)
        end_dead(&p);
    if (p.too_large) {
        findings_add(f, FINDING_GAME_TOO_LARGE, root->source, 0, NULL);
        rec->is_broken = rec->bad_start = true;
    }
    walk_free(&p.walk);
    buffer_free(&p.dead);
    free(p.steps);
    return !p.no_memory;
}
