/* A tree becomes a program of which all branches run side by side over the text, a character at a
   time (K. Thompson 1968). No instruction runs twice at a character, so that the time is bounded by
   the length of the text and that of the program. */
#include "base/lang.h"
#include "base/regex_parts.h"

#include <stdlib.h>
#include <string.h>

/* --- Programs --------------------------------------------------------------------------------- */

struct compiler {
    struct regex *regex;
    uint32_t steps; /* nodes written out */
    bool is_full;
};

static uint16_t add_op(struct compiler *c, enum op_kind kind, uint32_t arg)
{
    struct regex *r = c->regex;
    if (r->op_count == PROGRAM_MAX) {
        c->is_full = true;
        return 0;
    }
    r->ops[r->op_count] = (struct op){.kind = (uint8_t)kind, .arg = arg};
    return (uint16_t)r->op_count++;
}

static uint16_t here(const struct compiler *c)
{
    return (uint16_t)c->regex->op_count;
}

/* A split that goes on behind itself, or elsewhere. */
static uint16_t add_split(struct compiler *c)
{
    const uint16_t split = add_op(c, OP_SPLIT, 0);
    c->regex->ops[split].to = here(c);
    return split;
}

static void write_node(struct compiler *c, uint32_t at);

static void write_either(struct compiler *c, const struct regex_node *n)
{
    struct op *ops = c->regex->ops;
    const uint16_t split = add_split(c);
    write_node(c, n->a);
    const uint16_t jump = add_op(c, OP_JUMP, 0);
    ops[split].other = here(c);
    write_node(c, n->b);
    ops[jump].to = here(c);
}

static void write_star(struct compiler *c, const struct regex_node *n)
{
    struct op *ops = c->regex->ops;
    const uint16_t split = add_split(c);
    write_node(c, n->a);
    ops[add_op(c, OP_JUMP, 0)].to = split;
    ops[split].other = here(c);
}

/* Each of COUNT copies may be the end: their splits are linked until the end is known. */
static void write_options(struct compiler *c, const struct regex_node *n, unsigned count)
{
    struct op *ops = c->regex->ops;
    uint16_t last = PROGRAM_MAX;
    for (unsigned i = 0; i < count && !c->is_full; i++) {
        const uint16_t split = add_split(c);
        ops[split].other = last;
        last = split;
        write_node(c, n->a);
    }
    while (!c->is_full && last != PROGRAM_MAX) {
        const uint16_t next = ops[last].other;
        ops[last].other = here(c);
        last = next;
    }
}

static void write_repeat(struct compiler *c, const struct regex_node *n)
{
    for (unsigned i = 0; i < n->least && !c->is_full; i++)
        write_node(c, n->a);
    if (n->most == REPEAT_ANY)
        write_star(c, n);
    else
        write_options(c, n, n->most - n->least);
}

static void write_node(struct compiler *c, uint32_t at)
{
    const struct regex_node *n = &c->regex->nodes[at];
    if (c->is_full || ++c->steps > 4 * PROGRAM_MAX) {
        c->is_full = true;
        return;
    }
    switch ((enum node_kind)n->kind) {
    case NODE_NOTHING: break;
    case NODE_CHARACTER:
        add_op(c, OP_CHARACTER, c->regex->folds ? regex_fold(c->regex, n->a) : n->a);
        break;
    case NODE_ANY: add_op(c, OP_ANY, 0); break;
    case NODE_SET: add_op(c, OP_SET, n->a); break;
    case NODE_BORDER: add_op(c, OP_BORDER, n->a); break;
    case NODE_BOTH:
        write_node(c, n->a);
        write_node(c, n->b);
        break;
    case NODE_EITHER: write_either(c, n); break;
    case NODE_REPEAT: write_repeat(c, n); break;
    }
}

/* False with the fault filled. */
static bool compile(struct regex *r, const char *text, size_t len, struct regex_fault *fault)
{
    struct compiler c = {.regex = r};
    const uint32_t root = regex_parse(r, text, len, fault);
    if (root == NO_NODE)
        return false;
    write_node(&c, root);
    add_op(&c, OP_MATCH, 0);
    if (c.is_full)
        *fault = (struct regex_fault){LANG("the pattern is too large"), 0};
    return !c.is_full;
}

struct regex *regex_new(const char *text, size_t len, bool folds, struct regex_fault *fault)
{
    struct regex *r = calloc(1, sizeof *r);
    if (!r) {
        *fault = (struct regex_fault){LANG("the pattern needs too much memory"), 0};
        return NULL;
    }
    r->folds = folds;
    r->letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!r->letters)
        r->letters = newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
    if (compile(r, text, len, fault))
        return r;
    regex_free(r);
    return NULL;
}

void regex_free(struct regex *r)
{
    if (!r)
        return;
    if (r->letters)
        freelocale(r->letters);
    free(r);
}

/* --- Matching --------------------------------------------------------------------------------- */

/* The places in the program where the branches stand, each once. */
struct places {
    uint16_t at[PROGRAM_MAX];
    uint32_t count;
    uint64_t has[PROGRAM_MAX / 64 + 1];
};

static void places_clear(struct places *p, const struct regex *r)
{
    p->count = 0;
    memset(p->has, 0, (r->op_count / 64 + 1) * sizeof *p->has);
}

static void places_add(struct places *p, uint16_t at)
{
    const uint64_t bit = UINT64_C(1) << (at % 64);
    if (p->has[at / 64] & bit)
        return;
    p->has[at / 64] |= bit;
    p->at[p->count++] = at;
}

static bool is_word(const struct regex *r, uint32_t c)
{
    return c != NO_CHARACTER && regex_class_holds(r, CLASS_WORD, c);
}

static bool border_holds(const struct regex *r, enum border b, uint32_t before, uint32_t after)
{
    switch (b) {
    case BORDER_BEGIN: return before == NO_CHARACTER;
    case BORDER_END: return after == NO_CHARACTER;
    case BORDER_WORD: return is_word(r, before) != is_word(r, after);
    case BORDER_NO_WORD: return is_word(r, before) == is_word(r, after);
    case BORDER_WORD_BEGIN: return !is_word(r, before) && is_word(r, after);
    case BORDER_WORD_END: return is_word(r, before) && !is_word(r, after);
    }
    return false;
}

/* Go on from all places, which grow meanwhile, to what takes no character. Returns whether the end
   of the program is among them. */
static bool follow(const struct regex *r, struct places *p, uint32_t before, uint32_t after)
{
    for (uint32_t i = 0; i < p->count; i++) {
        const struct op *op = &r->ops[p->at[i]];
        switch ((enum op_kind)op->kind) {
        case OP_CHARACTER:
        case OP_ANY:
        case OP_SET: break;
        case OP_BORDER:
            if (border_holds(r, (enum border)op->arg, before, after))
                places_add(p, (uint16_t)(p->at[i] + 1));
            break;
        case OP_SPLIT: places_add(p, op->other); /* fallthrough */
        case OP_JUMP: places_add(p, op->to); break;
        case OP_MATCH: return true;
        }
    }
    return false;
}

static bool takes(const struct regex *r, const struct op *op, uint32_t c)
{
    return op->kind == OP_ANY || (op->kind == OP_CHARACTER && op->arg == c) ||
           (op->kind == OP_SET && regex_set_holds(r, &r->sets[op->arg], c));
}

bool regex_matches(const struct regex *r, const char *text, size_t len)
{
    struct places places[2];
    uint32_t before = NO_CHARACTER;
    size_t at = 0;
    places_clear(&places[0], r);
    for (unsigned turn = 0;; turn ^= 1) {
        struct places *now = &places[turn], *next = &places[turn ^ 1];
        uint32_t c = at < len ? regex_character(text, len, &at) : NO_CHARACTER;
        places_add(now, 0); /* a match may begin anywhere */
        if (follow(r, now, before, c))
            return true;
        if (c == NO_CHARACTER)
            return false;
        before = c;
        if (r->folds)
            c = regex_fold(r, c);
        places_clear(next, r);
        for (uint32_t i = 0; i < now->count; i++)
            if (takes(r, &r->ops[now->at[i]], c))
                places_add(next, (uint16_t)(now->at[i] + 1));
    }
}
