/* Exact positions. A FEN that leaves fields out stands for several positions: every combination of
   castling rights, and of en passant squares, that its board allows. Their keys are computed once,
   so that a game is asked by comparing keys, without replaying it. */
#include "base/array.h"
#include "notation/notation.h"
#include "query/conditions.h"

#include <stdlib.h>

/* The states that a board allows for one missing part: squares, NO_SQUARE being always one. */
struct choices {
    square at[SQUARES_MAX + 1];
    int count;
};

struct variants {
    struct setup base;
    struct choices castling[2][2];
    struct choices ep;
};

static bool key_set_add(struct key_set *set, key64 key, const struct position *pos)
{
    enum { FIRST = 16 };
    if (set->count == set->cap) {
        key64 *keys = array_grow(set->keys, &set->cap, FIRST, sizeof *keys);
        if (!keys)
            return false;
        set->keys = keys;
    }
    if (set->position_count == set->position_cap) {
        struct position *positions =
            array_grow(set->positions, &set->position_cap, FIRST, sizeof *positions);
        if (!positions)
            return false;
        set->positions = positions;
    }
    set->keys[set->count++] = key;
    set->positions[set->position_count++] = *pos;
    set->filter |= (key64)1 << (key & 63);
    return true;
}

void key_set_free(struct key_set *set)
{
    free(set->keys);
    free(set->positions);
}

static int compare_keys(const void *a, const void *b)
{
    key64 x = *(const key64 *)a, y = *(const key64 *)b;
    return (x > y) - (x < y);
}

static void key_set_sort(struct key_set *set)
{
    size_t kept = 0;
    if (set->count > 0)
        qsort(set->keys, set->count, sizeof set->keys[0], compare_keys);
    for (size_t i = 0; i < set->count; i++)
        if (i == 0 || set->keys[i] != set->keys[i - 1])
            set->keys[kept++] = set->keys[i];
    set->count = kept;
}

bool key_set_find(const struct key_set *set, key64 key)
{
    size_t low = 0, high = set->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (set->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->count && set->keys[low] == key;
}

/* Which rooks COLOR could still castle with towards SIDE: those for which the rules let the right
   stand. */
static void find_castling(const struct setup *base, enum color color, enum side side,
                          struct choices *choices)
{
    for (square s = 0; s < board_sizes[base->game].squares; s++) {
        struct setup with = *base;
        struct position pos;
        if (base->board[s] != piece_make(color, ROOK))
            continue;
        with.castling[color][side] = s;
        pos_from_setup(&pos, &with);
        if (pos.castling[color][side] == s)
            choices->at[choices->count++] = s;
    }
}

static void find_ep(const struct setup *base, struct choices *choices)
{
    for (square s = 0; s < board_sizes[base->game].squares; s++) {
        struct setup with = *base;
        struct position pos;
        with.ep = s;
        pos_from_setup(&pos, &with);
        if (pos.ep == s)
            choices->at[choices->count++] = s;
    }
}

static void find_variants(struct variants *v, const struct position *pos, unsigned fields)
{
    bool any_castling = fields < 3 && pos->game == GAME_CHESS;
    bool any_ep = fields < 4 && pos->game == GAME_CHESS;
    pos_to_setup(pos, &v->base);
    for (int color = WHITE; color <= BLACK; color++) {
        for (int side = KING_SIDE; side <= QUEEN_SIDE; side++) {
            struct choices *c = &v->castling[color][side];
            c->count = 0;
            c->at[c->count++] = v->base.castling[color][side];
            if (any_castling)
                find_castling(&v->base, (enum color)color, (enum side)side, c);
        }
    }
    v->ep.count = 0;
    v->ep.at[v->ep.count++] = v->base.ep;
    if (any_ep)
        find_ep(&v->base, &v->ep);
}

/* Add the key of every combination: the number N written in a base that changes per choice. */
static bool add_variants(struct key_set *set, const struct variants *v)
{
    int total = v->ep.count;
    for (int i = 0; i < 4; i++)
        total *= v->castling[i / 2][i % 2].count;
    for (int n = 0; n < total; n++) {
        struct setup setup = v->base;
        struct position pos;
        int rest = n;
        for (int i = 0; i < 4; i++) {
            const struct choices *c = &v->castling[i / 2][i % 2];
            setup.castling[i / 2][i % 2] = c->at[rest % c->count];
            rest /= c->count;
        }
        setup.ep = v->ep.at[rest];
        pos_from_setup(&pos, &setup);
        if (!key_set_add(set, pos.key, &pos))
            return false;
    }
    return true;
}

/* The mirror images of all of SET's positions. */
static bool add_images(struct key_set *images, const struct key_set *set)
{
    for (size_t i = 0; i < set->position_count; i++) {
        struct position image;
        pos_mirror(&set->positions[i], &image);
        if (!key_set_add(images, image.key, &image))
            return false;
    }
    key_set_sort(images);
    return true;
}

bool position_compile(struct key_set *set, struct key_set *images, const struct position *pos,
                      unsigned fields, struct error *err)
{
    struct variants variants;
    find_variants(&variants, pos, fields);
    if (!add_variants(set, &variants) || (pos->game == GAME_XIANGQI && !add_images(images, set)))
        return error_no_memory(err);
    key_set_sort(set);
    return true;
}

bool fen_compile(struct key_set *set, struct key_set *images, enum game game, const char *option,
                 const char *value, struct error *err)
{
    struct position pos;
    struct fen_report report;
    if (!fen_parse(game, value, strlen(value), &pos, &report))
        return condition_error(err, option, value, report.column, report.text);
    return position_compile(set, images, &pos, report.fields, err);
}

/* What is wrong with a position, but for its kings, which count for no structure; or NULL. */
static const char *structure_fault(unsigned faults)
{
    const unsigned kings =
        1u << SETUP_NO_KING | 1u << SETUP_OPPONENT_IN_CHECK | 1u << SETUP_KINGS_FACE;
    for (int fault = 0; fault < SETUP_FAULTS; fault++)
        if ((faults & ~kings) >> fault & 1 && setup_fault_is_error((enum setup_fault)fault))
            return setup_fault_text((enum setup_fault)fault);
    return NULL;
}

bool board_parse(enum game game, const char *option, const char *value, struct position *pos,
                 struct error *err)
{
    struct fen_report report;
    if (!fen_parse(game, value, strlen(value), pos, &report) && report.fault != FEN_SETUP)
        return condition_error(err, option, value, report.column, report.text);
    const char *fault = structure_fault(report.setup);
    return !fault || condition_error(err, option, value, 0, fault);
}

bool structure_compile(struct key_set *set, enum game game, const char *option, const char *value,
                       struct error *err)
{
    struct position pos;
    if (!board_parse(game, option, value, &pos, err))
        return false;
    if (!key_set_add(set, pos_skeleton(&pos), &pos))
        return error_no_memory(err);
    key_set_sort(set);
    return true;
}
