/* Cutting the main line, and taking the lines of a game apart. */
#include "base/array.h"
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

static const uint32_t nowhere = UINT32_MAX; /* no node */

void record_lines_free(struct record_lines *lines)
{
    record_free(&lines->line);
    free(lines->ends);
    free(lines->before);
    free(lines->path);
    free(lines->levels);
}

/* Begin a variation at node I: what leads to it leads to the move whose place it takes. Without a
   move yet, the line around has nothing to be an alternative to. */
static bool begin_level(struct record_lines *l, uint32_t i)
{
    if (l->depth == l->depth_cap) {
        struct line_level *levels = array_grow(l->levels, &l->depth_cap, 16, sizeof *levels);
        if (!levels)
            return false;
        l->levels = levels;
    }
    const struct line_level *around = &l->levels[l->depth - 1];
    const uint32_t tip = around->last == nowhere ? around->tip : l->before[around->last];
    l->before[i] = tip;
    l->levels[l->depth++] = (struct line_level){.begin = i, .tip = tip, .last = nowhere};
    return true;
}

static void end_level(struct record_lines *l, uint32_t i)
{
    l->ends[l->levels[--l->depth].begin] = i;
}

/* Find what leads to every node, and where variations end, once for all lines: they may lie in each
   other by the thousand. */
static bool link_nodes(struct record_lines *l)
{
    const struct record *rec = l->rec;
    const uint32_t count = (uint32_t)rec->node_count;
    for (uint32_t i = 0; i < count; i++) {
        const enum node_kind kind = rec->nodes[i].kind;
        struct line_level *here = &l->levels[l->depth - 1];
        if (kind == NODE_BEGIN) {
            if (!begin_level(l, i))
                return false;
        } else if (kind == NODE_END) {
            if (l->depth > 1)
                end_level(l, i);
        } else {
            l->before[i] = here->tip;
            here->tip = i;
            if (kind == NODE_MOVE)
                here->last = i;
        }
    }
    while (l->depth > 1)
        end_level(l, count);
    return true;
}

static bool start_lines(struct record_lines *l)
{
    const size_t count = l->rec->node_count + 1;
    record_init(&l->line);
    l->started = true;
    l->ends = malloc(count * sizeof *l->ends);
    l->before = malloc(count * sizeof *l->before);
    l->path = malloc(count * sizeof *l->path);
    l->levels = malloc(sizeof *l->levels);
    if (!l->ends || !l->before || !l->path || !l->levels)
        return false;
    l->levels[0] = (struct line_level){.tip = nowhere, .last = nowhere};
    l->depth = l->depth_cap = 1;
    return link_nodes(l);
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

static bool copy_node(const struct record *from, const struct node *n, struct record *to)
{
    if (n->kind == NODE_MOVE)
        return record_play(to, n->move, n->detail, n->source);
    struct node *copy = record_add_node(to, (enum node_kind)n->kind, n->source);
    if (!copy)
        return false;
    copy->detail = n->detail;
    return n->kind != NODE_COMMENT ||
           record_add_text(to, record_text(from, n->text), n->text.len, &copy->text);
}

/* Append what leads to the line that begins with node I: moves with their comments and glyphs. */
static bool copy_path(struct record_lines *l, uint32_t begin)
{
    size_t count = 0;
    for (uint32_t i = l->before[begin]; i != nowhere; i = l->before[i])
        l->path[count++] = i;
    while (count > 0)
        if (!copy_node(l->rec, &l->rec->nodes[l->path[--count]], &l->line))
            return false;
    return true;
}

/* Append the nodes of the line from number I up to its end, without its variations. */
static bool copy_line(const struct record_lines *l, size_t i, struct record *to)
{
    const struct record *from = l->rec;
    for (; i < from->node_count && from->nodes[i].kind != NODE_END; i++) {
        if (from->nodes[i].kind == NODE_BEGIN)
            i = l->ends[i];
        else if (!copy_node(from, &from->nodes[i], to))
            return false;
    }
    return true;
}

static bool copy_head(const struct record *rec, struct record *line)
{
    if (!record_clear(line, rec->game) || !copy_tags(rec, line))
        return false;
    line->variant = rec->variant;
    record_set_start(line, &rec->start);
    line->has_start_tag = rec->has_start_tag;
    line->number = rec->number;
    line->has_terminator = rec->has_terminator;
    line->terminator = rec->terminator;
    return true;
}

static bool make_main_line(struct record_lines *l)
{
    return copy_head(l->rec, &l->line) && copy_line(l, 0, &l->line) && set_ply_count(&l->line);
}

/* The variation that begins at node I, behind what leads there. It was not played: it has no
   result. */
static bool make_variation(struct record_lines *l, uint32_t i)
{
    struct record *line = &l->line;
    if (!copy_head(l->rec, line))
        return false;
    line->has_terminator = true;
    line->terminator = RESULT_NONE;
    if (line->known[TAG_RESULT] >= 0 && !record_set_tag(line, "Result", "*"))
        return false;
    return copy_path(l, i) && copy_line(l, i + 1, line) && set_ply_count(line);
}

bool record_next_line(struct record_lines *l)
{
    if (!l->started) {
        l->failed = !start_lines(l) || !make_main_line(l);
        return !l->failed;
    }
    while (l->next < l->rec->node_count)
        if (l->rec->nodes[l->next++].kind == NODE_BEGIN) {
            l->failed = !make_variation(l, (uint32_t)l->next - 1);
            return !l->failed;
        }
    return false;
}
