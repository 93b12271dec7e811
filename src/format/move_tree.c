/* Playing a tree into a record. Document order puts the alternatives to a move right behind it, and
   the rest of its own line behind them: a stack keeps for each open fork which alternative comes
   next and where the line goes on, so that depth costs memory and not stack. */
#include "format/move_tree.h"
#include "format/pgn.h"
#include "format/walk.h"
#include "notation/notation.h"

#include <stdlib.h>

/* --- Building --------------------------------------------------------------------------------- */

static uint32_t add_node(struct move_tree *t, uint32_t parent, move m, uint32_t source)
{
    if (t->count > GAME_NODES_MAX) {
        t->too_large = true;
        return MOVE_TREE_NONE;
    }
    if (t->count == t->cap) {
        uint32_t cap = t->cap ? t->cap * 2 : 256;
        struct tree_node *nodes =
            cap < UINT32_MAX / 2 ? realloc(t->nodes, cap * sizeof *nodes) : NULL;
        if (!nodes) {
            t->no_memory = true;
            return MOVE_TREE_NONE;
        }
        t->nodes = nodes;
        t->cap = cap;
    }
    t->nodes[t->count] = (struct tree_node){.parent = parent,
                                            .child = MOVE_TREE_NONE,
                                            .last_child = MOVE_TREE_NONE,
                                            .sibling = MOVE_TREE_NONE,
                                            .source = source,
                                            .move = m};
    return t->count++;
}

void move_tree_clear(struct move_tree *t)
{
    t->count = 0;
    t->no_memory = t->too_large = false;
    add_node(t, MOVE_TREE_NONE, NULL_MOVE, 0);
}

void move_tree_free(struct move_tree *t)
{
    free(t->nodes);
    *t = (struct move_tree){0};
}

uint32_t move_tree_add(struct move_tree *t, uint32_t parent, move m, uint32_t source)
{
    if (parent >= t->count)
        return MOVE_TREE_NONE;
    uint32_t n = add_node(t, parent, m, source);
    if (n == MOVE_TREE_NONE)
        return MOVE_TREE_NONE;
    struct tree_node *p = &t->nodes[parent];
    if (p->child == MOVE_TREE_NONE)
        p->child = n;
    else
        t->nodes[p->last_child].sibling = n;
    p->last_child = n;
    return n;
}

move move_tree_move(unsigned from, unsigned to)
{
    enum { OFF_BOARD = 127 };
    return move_make(GAME_XIANGQI, (square)(from < SQUARES_MAX ? from : OFF_BOARD),
                     (square)(to < SQUARES_MAX ? to : OFF_BOARD), NO_PIECE);
}

/* Set *S to TEXT, or what it was and TEXT on a line of its own. */
static void add_comment(struct move_tree *t, struct slice *s, struct record *rec, const char *text,
                        size_t len)
{
    struct slice new = {(uint32_t)rec->text.len, s->len}, part;
    if (rec->text.len > UINT32_MAX - s->len - 1 ||
        !buffer_reserve(&rec->text, s->len + (size_t)1)) {
        t->no_memory = true;
        return;
    }
    if (s->len > 0) {
        buffer_add(&rec->text, record_text(rec, *s), s->len);
        buffer_add_char(&rec->text, '\n');
        new.len++;
    }
    if (!record_add_text(rec, text, len, &part)) {
        t->no_memory = true;
        return;
    }
    new.len += part.len;
    *s = new;
}

void move_tree_comment(struct move_tree *t, uint32_t node, struct record *rec, const char *text,
                       size_t len)
{
    if (node < t->count && len > 0)
        add_comment(t, &t->nodes[node].comment, rec, text, len);
}

void move_tree_comment_before(struct move_tree *t, uint32_t node, struct record *rec,
                              const char *text, size_t len)
{
    if (node < t->count && len > 0)
        add_comment(t, &t->nodes[node].before, rec, text, len);
}

/* --- Playing ---------------------------------------------------------------------------------- */

struct fork {
    uint32_t alternative; /* the next one to be written, or MOVE_TREE_NONE */
    uint32_t go_on;       /* where the line goes on behind them all */
};

struct play {
    const struct move_tree *tree;
    struct record *rec;
    struct findings *findings;
    struct walk walk; /* its depth is that of the forks */
    struct fork *forks;
    size_t fork_cap;
    uint32_t played, comments; /* how much of the tree stands in the record */
    bool no_memory;
};

static void report_bad_move(struct play *p, const struct tree_node *n, const struct position *pos)
{
    const enum game game = p->rec->game;
    const bool is_main = p->walk.depth == 0 && pos == &p->walk.pos;
    enum finding_code code = FINDING_ILLEGAL_MOVE;
    square from = move_from(game, n->move), to = move_to(game, n->move);
    char text[2 * SQUARE_TEXT_MAX] = "", why[256] = "not a move on the board";
    if (from < board_sizes[game].squares && to < board_sizes[game].squares) {
        struct san_move sm;
        size_t len = square_format(game, from, text);
        len += square_format(game, to, text + len);
        enum san_status status = san_parse(pos, text, len, &piece_letter_table[0], &sm);
        if (status == SAN_ILLEGAL)
            san_explain(pos, text, len, status, &sm, why, sizeof why);
        else
            strcpy(why, "not legal");
    }
    if (!pos_has_legal_move(pos)) {
        code = FINDING_MOVE_AFTER_END;
        strcpy(why, pos_in_check(pos) ? "the game has ended in checkmate"
                                      : "the game has ended in stalemate");
    }
    if (is_main)
        findings_add(p->findings, code, n->source, p->rec->ply_count + 1, "%s: %s", text, why);
    else
        findings_add(p->findings, FINDING_VARIATION_ERROR, n->source, p->rec->ply_count,
                     "%s in a variation: %s", text, why);
    p->rec->is_broken |= is_main;
}

static void put_node(struct play *p, enum node_kind kind, const struct tree_node *n)
{
    struct node *node = record_add_node(p->rec, kind, n->source);
    if (!node)
        p->no_memory = true;
    else if (kind == NODE_MOVE)
        node->move = n->move;
}

static void put_comment(struct play *p, struct slice text, uint32_t source)
{
    if (text.len == 0)
        return;
    struct node *node = record_add_node(p->rec, NODE_COMMENT, source);
    if (node)
        node->text = text;
    else
        p->no_memory = true;
    p->comments++;
}

/* Play the move of N where the walk stands. False if that is not legal. */
static bool play_node(struct play *p, const struct tree_node *n)
{
    if (!pos_is_legal(&p->walk.pos, n->move)) {
        report_bad_move(p, n, &p->walk.pos);
        return false;
    }
    if (p->walk.depth > 0)
        put_node(p, NODE_MOVE, n);
    else if (!record_play(p->rec, n->move, 0, n->source))
        p->no_memory = true;
    walk_move(&p->walk, n->move);
    p->played++;
    put_comment(p, n->comment, n->source);
    return true;
}

static bool grow_forks(struct play *p)
{
    size_t cap = p->fork_cap ? p->fork_cap * 2 : 16;
    struct fork *forks = realloc(p->forks, cap * sizeof *forks);
    if (forks) {
        p->forks = forks;
        p->fork_cap = cap;
    } else {
        p->no_memory = true;
    }
    return forks != NULL;
}

/* Enter the next alternative of FORK that can be played and return its first move; if there is none
   left, where the line goes on. */
static uint32_t next_alternative(struct play *p, struct fork fork)
{
    while (fork.alternative != MOVE_TREE_NONE && p->walk.depth < GAME_DEPTH_MAX) {
        uint32_t at = fork.alternative;
        const struct tree_node *n = &p->tree->nodes[at];
        fork.alternative = n->sibling;
        if (!pos_is_legal(&p->walk.before, n->move)) {
            report_bad_move(p, n, &p->walk.before);
            continue;
        }
        if ((p->walk.depth == p->fork_cap && !grow_forks(p)) || !walk_begin(&p->walk)) {
            p->no_memory = true;
            return MOVE_TREE_NONE;
        }
        p->forks[p->walk.depth - 1] = fork;
        put_node(p, NODE_BEGIN, n);
        put_comment(p, n->before, n->source);
        return at;
    }
    return fork.go_on;
}

/* What follows the move at AT, which was played. */
static uint32_t behind(struct play *p, uint32_t at)
{
    const struct tree_node *n = &p->tree->nodes[at];
    bool is_first = p->tree->nodes[n->parent].child == at;
    return next_alternative(p, (struct fork){is_first ? n->sibling : MOVE_TREE_NONE, n->child});
}

static void report_left_out(struct play *p)
{
    uint32_t moves = p->tree->count - 1 - p->played, comments = 0;
    for (uint32_t i = 0; i < p->tree->count; i++) {
        const struct tree_node *n = &p->tree->nodes[i];
        bool starts = i != MOVE_TREE_ROOT && p->tree->nodes[n->parent].child != i;
        comments += n->comment.len > 0;
        comments += n->before.len > 0 && starts;
    }
    comments -= p->comments;
    if (moves > 0)
        findings_add(p->findings, FINDING_DROPPED_TEXT, 0, p->rec->ply_count,
                     "%u moves and %u comments left out: they depend on what cannot be played",
                     (unsigned)moves, (unsigned)comments);
}

bool move_tree_play(const struct move_tree *t, struct record *rec, struct findings *f)
{
    struct play p = {.tree = t, .rec = rec, .findings = f, .no_memory = t->no_memory};
    if (t->count == 0 || p.no_memory)
        return !p.no_memory;
    if (t->too_large) {
        findings_add(f, FINDING_GAME_TOO_LARGE, 0, 0, NULL);
        rec->is_broken = true;
    }
    walk_start(&p.walk, &rec->start);
    put_comment(&p, t->nodes[MOVE_TREE_ROOT].comment, 0);
    uint32_t at = rec->bad_start ? MOVE_TREE_NONE : t->nodes[MOVE_TREE_ROOT].child;
    while (!p.no_memory) {
        if (at != MOVE_TREE_NONE) {
            at = play_node(&p, &t->nodes[at]) ? behind(&p, at) : MOVE_TREE_NONE;
        } else if (p.walk.depth > 0) {
            struct fork fork = p.forks[p.walk.depth - 1];
            walk_end(&p.walk);
            put_node(&p, NODE_END, &t->nodes[MOVE_TREE_ROOT]);
            at = next_alternative(&p, fork);
        } else {
            break;
        }
    }
    report_left_out(&p);
    walk_free(&p.walk);
    free(p.forks);
    return !p.no_memory;
}
