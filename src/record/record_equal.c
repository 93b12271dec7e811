/* Comparing two records: what round-trip tests and duplicates mean by "the same game". */
#include "record/record.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct difference {
    char *why;
    size_t cap;
};

__attribute__((format(printf, 2, 3))) static bool differ(struct difference d, const char *format,
                                                         ...)
{
    if (d.why && d.cap > 0) {
        va_list args;
        va_start(args, format);
        vsnprintf(d.why, d.cap, format, args);
        va_end(args);
    }
    return false;
}

static bool same_text(const struct record *a, struct slice x, const struct record *b,
                      struct slice y)
{
    return x.len == y.len && memcmp(record_text(a, x), record_text(b, y), x.len) == 0;
}

static bool same_tags(const struct record *a, const struct record *b, struct difference d)
{
    size_t count = a->tag_count < b->tag_count ? a->tag_count : b->tag_count;
    for (size_t i = 0; i < count; i++) {
        const struct tag *x = &a->tags[i], *y = &b->tags[i];
        char quoted[QUOTE_MAX];
        finding_quote(record_text(a, x->name), x->name.len, quoted);
        if (!same_text(a, x->name, b, y->name))
            return differ(d, "tag %zu is %s in one only", i + 1, quoted);
        if (!same_text(a, x->value, b, y->value))
            return differ(d, "the values of tag %s", quoted);
    }
    if (a->tag_count != b->tag_count)
        return differ(d, "%zu tags and %zu", a->tag_count, b->tag_count);
    return true;
}

static bool same_start(const struct position *a, const struct position *b)
{
    return a->key == b->key && a->halfmove_clock == b->halfmove_clock &&
           a->move_number == b->move_number;
}

/* The value of a node apart from its source and from how it was written. */
static bool same_node(const struct record *a, const struct node *x, const struct record *b,
                      const struct node *y)
{
    if (x->kind != y->kind)
        return false;
    switch (x->kind) {
    case NODE_MOVE: return x->move == y->move;
    case NODE_NAG: return x->detail == y->detail;
    case NODE_COMMENT: return same_text(a, x->text, b, y->text);
    default: return true;
    }
}

static bool same_nodes(const struct record *a, const struct record *b, struct difference d)
{
    static const char *const kinds[] = {"move", "NAG", "comment", "variation", "end of variation"};
    size_t count = a->node_count < b->node_count ? a->node_count : b->node_count;
    size_t ply = 0, depth = 0;
    for (size_t i = 0; i < count; i++) {
        const struct node *x = &a->nodes[i], *y = &b->nodes[i];
        if (!same_node(a, x, b, y))
            return differ(d, "node %zu after ply %zu, depth %zu: %s and %s", i, ply, depth,
                          kinds[x->kind], kinds[y->kind]);
        depth += x->kind == NODE_BEGIN;
        depth -= x->kind == NODE_END && depth > 0;
        ply += x->kind == NODE_MOVE && depth == 0;
    }
    if (a->node_count != b->node_count)
        return differ(d, "%zu nodes and %zu", a->node_count, b->node_count);
    return true;
}

bool record_equal(const struct record *a, const struct record *b, char *why, size_t cap)
{
    struct difference d = {why, cap};
    if (a->game != b->game)
        return differ(d, "the kinds of game");
    if (a->variant != b->variant)
        return differ(d, "the variants");
    if (!same_tags(a, b, d))
        return false;
    if (!same_start(&a->start, &b->start))
        return differ(d, "the start positions");
    if (!same_nodes(a, b, d))
        return false;
    if (record_result(a) != record_result(b))
        return differ(d, "the results");
    return true;
}
