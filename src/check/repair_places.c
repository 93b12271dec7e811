/* Repair of a variation that stands before any move of its line. It holds alternatives to the move
   that comes next, so behind that move is where the standard has it. */
#include "check/repairs.h"

#include <stdlib.h>
#include <string.h>

/* The index of the NODE_END that closes the NODE_BEGIN at I, or node_count. */
static size_t end_of(const struct record *rec, size_t i)
{
    size_t depth = 0;
    for (; i < rec->node_count; i++) {
        depth += rec->nodes[i].kind == NODE_BEGIN;
        depth -= rec->nodes[i].kind == NODE_END;
        if (depth == 0)
            break;
    }
    return i;
}

/* Where the variation that ends at node END may stand: behind the next move of the line and what is
   said of it. 0 if the line has no move. */
static size_t place_behind(const struct record *rec, size_t end)
{
    size_t i = end + 1;
    while (i < rec->node_count && rec->nodes[i].kind != NODE_MOVE) {
        if (rec->nodes[i].kind == NODE_END)
            return 0;
        i = rec->nodes[i].kind == NODE_BEGIN ? end_of(rec, i) + 1 : i + 1;
    }
    if (i >= rec->node_count)
        return 0;
    do
        i++;
    while (i < rec->node_count &&
           (rec->nodes[i].kind == NODE_NAG || rec->nodes[i].kind == NODE_COMMENT));
    return i;
}

bool mend_variation_place(struct repair *r, size_t i)
{
    struct record *rec = r->rec;
    size_t from = 0;
    while (from < rec->node_count && (rec->nodes[from].kind != NODE_BEGIN ||
                                      rec->nodes[from].source != r->findings->items[i].source))
        from++;
    size_t end = end_of(rec, from);
    size_t to = end < rec->node_count ? place_behind(rec, end) : 0;
    if (to == 0)
        return false;
    size_t count = end + 1 - from;
    struct node *nodes = malloc(count * sizeof *nodes);
    if (!nodes) {
        r->no_memory = true;
        return false;
    }
    memcpy(nodes, &rec->nodes[from], count * sizeof *nodes);
    memmove(&rec->nodes[from], &rec->nodes[end + 1], (to - end - 1) * sizeof *nodes);
    memcpy(&rec->nodes[to - count], nodes, count * sizeof *nodes);
    free(nodes);
    return true;
}
