/* Cutting the main line, and taking the lines of a game apart. */
#include "notation/notation.h"
#include "record/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool record_set_start_tags(struct record *r, const struct position *start)
{
    char fen[FEN_MAX];
    fen_format(start, false, fen);
    if (r->game == GAME_CHESS && !record_set_tag(r, "SetUp", "1"))
        return false;
    if (!record_set_tag(r, "FEN", fen))
        return false;
    record_set_start(r, start);
    return true;
}

bool record_replay(struct record *r)
{
    size_t depth = 0;
    r->end = r->start;
    r->ply_count = 0;
    for (size_t i = 0; i < r->node_count; i++) {
        const struct node *n = &r->nodes[i];
        depth += n->kind == NODE_BEGIN;
        depth -= n->kind == NODE_END && depth > 0;
        if (n->kind != NODE_MOVE || depth > 0)
            continue;
        if (r->ply_count == r->ply_cap && !record_grow_plies(r))
            return false;
        pos_play(&r->end, n->move);
        r->moves[r->ply_count++] = n->move;
        r->keys[r->ply_count] = r->end.key;
        r->flags[r->ply_count] = position_flags(&r->end);
    }
    return true;
}

static bool set_ply_count(struct record *r)
{
    char text[24];
    if (r->known[TAG_PLY_COUNT] < 0)
        return true;
    snprintf(text, sizeof text, "%zu", r->ply_count);
    return record_set_tag(r, "PlyCount", text);
}

/* Cut as record_cut does the nodes from number I on, before which PLY moves of the main line stand.
   The first KEPT nodes, which are comments, stay. */
static bool cut(struct record *r, size_t kept, size_t i, size_t ply, size_t from, size_t to)
{
    struct position start = r->start;
    size_t depth = 0;
    for (size_t m = 0; m + 1 < from && m < r->ply_count; m++)
        pos_play(&start, r->moves[m]);
    for (; i < r->node_count; i++) {
        const struct node n = r->nodes[i];
        ply += n.kind == NODE_MOVE && depth == 0;
        depth += n.kind == NODE_BEGIN;
        depth -= n.kind == NODE_END && depth > 0;
        /* What stands before the first move belongs to it. */
        if ((ply >= from || (ply == 0 && from <= 1)) && ply <= to)
            r->nodes[kept++] = n;
    }
    r->node_count = kept;
    if (from > 1 && !record_set_start_tags(r, &start))
        return false;
    return record_replay(r) && set_ply_count(r);
}

bool record_cut(struct record *r, size_t from, size_t to)
{
    return (from <= 1 && to >= r->ply_count) || cut(r, 0, 0, 0, from, to);
}

/* --- Behind a comment ------------------------------------------------------------------------- */

static bool contains(const char *text, size_t len, const char *part)
{
    const size_t part_len = strlen(part);
    for (size_t i = 0; i + part_len <= len; i++)
        if (memcmp(text + i, part, part_len) == 0)
            return true;
    return false;
}

/* The first node that is a comment of the main line with TEXT in it; *PLY is how many moves of the
   main line stand before it. node_count if there is none. */
static size_t find_comment(const struct record *r, const char *text, size_t *ply)
{
    size_t depth = 0;
    *ply = 0;
    for (size_t i = 0; i < r->node_count; i++) {
        const struct node *n = &r->nodes[i];
        depth += n->kind == NODE_BEGIN;
        depth -= n->kind == NODE_END && depth > 0;
        *ply += n->kind == NODE_MOVE && depth == 0;
        if (n->kind == NODE_COMMENT && depth == 0 &&
            contains(record_text(r, n->text), n->text.len, text))
            return i;
    }
    return r->node_count;
}

bool record_cut_behind(struct record *r, const char *text)
{
    size_t ply;
    const size_t at = find_comment(r, text, &ply);
    if (at == r->node_count || ply == 0)
        return true;
    size_t end = at;
    while (end < r->node_count && r->nodes[end].kind == NODE_COMMENT)
        end++;
    memmove(r->nodes, r->nodes + at, (end - at) * sizeof *r->nodes);
    return cut(r, end - at, end, ply, ply + 1, SIZE_MAX);
}

/* --- Lines ------------------------------------------------------------------------------------ */

void record_lines_free(struct record_lines *lines)
{
    record_free(&lines->line);
    free(lines->ends);
    free(lines->moves);
    free(lines->levels);
}

/* Lines skip the variations in them, which may lie in each other by the thousand. */
static bool find_ends(struct record_lines *l)
{
    const struct record *rec = l->rec;
    uint32_t open = UINT32_MAX; /* the innermost variation; it holds the one around until it ends */
    l->ends = malloc((rec->node_count + 1) * sizeof *l->ends);
    for (size_t i = 0; l->ends && i < rec->node_count; i++) {
        if (rec->nodes[i].kind == NODE_BEGIN) {
            l->ends[i] = open;
            open = (uint32_t)i;
        } else if (rec->nodes[i].kind == NODE_END && open != UINT32_MAX) {
            const uint32_t around = l->ends[open];
            l->ends[open] = (uint32_t)i;
            open = around;
        }
    }
    while (l->ends && open != UINT32_MAX) {
        const uint32_t around = l->ends[open];
        l->ends[open] = (uint32_t)rec->node_count;
        open = around;
    }
    return l->ends != NULL;
}

/* Room for one more move and one more level. */
static bool make_room(struct record_lines *l)
{
    if (l->count == l->cap) {
        size_t cap = l->cap ? 2 * l->cap : 256;
        move *moves = realloc(l->moves, cap * sizeof *moves);
        if (!moves)
            return false;
        l->moves = moves;
        l->cap = cap;
    }
    if (l->depth == l->depth_cap) {
        size_t cap = l->depth_cap ? 2 * l->depth_cap : 16;
        struct line_level *levels = realloc(l->levels, cap * sizeof *levels);
        if (!levels)
            return false;
        l->levels = levels;
        l->depth_cap = cap;
    }
    return true;
}

static bool copy_tags(const struct record *from, struct record *to)
{
    for (size_t i = 0; i < from->tag_count; i++) {
        const struct tag *tag = &from->tags[i];
        struct slice name, value;
        if (!record_add_text(to, record_text(from, tag->name), tag->name.len, &name) ||
            !record_add_text(to, record_text(from, tag->value), tag->value.len, &value) ||
            !record_add_tag(to, name, value, tag->source))
            return false;
    }
    return true;
}

/* Append the nodes of the line that begins at node I, up to its end, without its variations. */
static bool copy_line(const struct record_lines *l, size_t i, struct record *to)
{
    const struct record *from = l->rec;
    for (; i < from->node_count; i++) {
        const struct node *n = &from->nodes[i];
        if (n->kind == NODE_END)
            return true;
        if (n->kind == NODE_BEGIN) {
            i = l->ends[i];
            continue;
        }
        if (n->kind == NODE_MOVE) {
            if (!record_play(to, n->move, n->detail, n->source))
                return false;
            continue;
        }
        struct node *copy = record_add_node(to, (enum node_kind)n->kind, n->source);
        if (!copy)
            return false;
        copy->detail = n->detail;
        if (n->kind == NODE_COMMENT &&
            !record_add_text(to, record_text(from, n->text), n->text.len, &copy->text))
            return false;
    }
    return true;
}

/* The line whose first node is I, behind the moves before it. A variation was not played: it has no
   result. */
static bool make_line(struct record_lines *l, size_t i)
{
    const struct record *rec = l->rec;
    struct record *line = &l->line;
    if (!record_clear(line, rec->game) || !copy_tags(rec, line))
        return false;
    line->variant = rec->variant;
    record_set_start(line, &rec->start);
    line->has_start_tag = rec->has_start_tag;
    line->number = rec->number;
    for (size_t m = 0; m < l->count; m++)
        if (!record_play(line, l->moves[m], 0, 0))
            return false;
    line->has_terminator = l->depth > 0 || rec->has_terminator;
    line->terminator = l->depth > 0 ? RESULT_NONE : rec->terminator;
    if (l->depth > 0 && line->known[TAG_RESULT] >= 0 && !record_set_tag(line, "Result", "*"))
        return false;
    return copy_line(l, i, line) && set_ply_count(line);
}

bool record_next_line(struct record_lines *l)
{
    const struct record *rec = l->rec;
    if (!l->started) {
        record_init(&l->line);
        l->started = true;
        l->failed = !find_ends(l) || !make_line(l, 0);
        return !l->failed;
    }
    while (l->next < rec->node_count) {
        const struct node *n = &rec->nodes[l->next++];
        if (!make_room(l)) {
            l->failed = true;
            return false;
        }
        if (n->kind == NODE_MOVE) {
            l->moves[l->count++] = n->move;
        } else if (n->kind == NODE_END && l->depth > 0) {
            const struct line_level *level = &l->levels[--l->depth];
            l->count = level->count;
            l->base = level->base;
            if (l->count > 0)
                l->moves[l->count - 1] = level->last;
        } else if (n->kind == NODE_BEGIN) {
            const move last = l->count > 0 ? l->moves[l->count - 1] : NULL_MOVE;
            l->levels[l->depth++] = (struct line_level){l->count, l->base, last};
            /* Without a move of its own yet, the line has nothing to be an alternative to. */
            if (l->count > l->base)
                l->count--;
            l->base = l->count;
            l->failed = !make_line(l, l->next);
            return !l->failed;
        }
    }
    return false;
}
