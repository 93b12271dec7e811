/* Lists of squares; see square_list.h. */
#include "format/xiangqi/square_list.h"
#include "format/xiangqi/men.h"

void square_list_start(struct square_list *list)
{
    game_tree_start(&list->tree);
    list->last = TREE_ROOT;
}

void square_list_free(struct square_list *list)
{
    game_tree_free(&list->tree);
}

void square_list_add(struct square_list *list, unsigned from_x, unsigned from_y, unsigned to_x,
                     unsigned to_y, uint32_t source)
{
    uint32_t n = game_tree_add(&list->tree, list->last, men_point(from_x, from_y),
                               men_point(to_x, to_y), source);
    if (n != TREE_ROOT)
        list->last = n;
}

static square turn(square s)
{
    return s < SQUARES_MAX ? (square)(SQUARES_MAX - 1 - s) : s;
}

size_t square_list_legal(const struct square_list *list, bool turned, size_t limit)
{
    struct position pos;
    size_t count = 0;
    pos_start(&pos, GAME_XIANGQI);
    for (uint32_t n = list->tree.nodes[TREE_ROOT].child; n != TREE_ROOT && count < limit; count++) {
        const struct tree_node *node = &list->tree.nodes[n];
        square from = turned ? turn(node->from) : node->from;
        square to = turned ? turn(node->to) : node->to;
        if (from >= SQUARES_MAX || to >= SQUARES_MAX)
            break;
        move m = move_make(GAME_XIANGQI, from, to, NO_PIECE);
        if (!pos_is_legal(&pos, m))
            break;
        pos_play(&pos, m);
        n = node->child;
    }
    return count;
}

void square_list_play(struct square_list *list, struct facts *x)
{
    struct game_tree *t = &list->tree;
    bool turned = !t->failed && square_list_legal(list, true, t->count) >
                                    square_list_legal(list, false, t->count);
    for (size_t i = 1; i < t->count && turned; i++) {
        t->nodes[i].from = turn(t->nodes[i].from);
        t->nodes[i].to = turn(t->nodes[i].to);
    }
    x->findings->failed |= !game_tree_play(t, x->rec, !x->cannot_play, x->findings);
}
