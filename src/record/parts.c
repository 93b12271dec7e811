/* Leaving parts of records out, and choosing tags. */
#include "base/ascii.h"
#include "notation/notation.h"
#include "record/edit.h"

#include <string.h>

/* --- Nodes ------------------------------------------------------------------------------------ */

/* The part that a command in a comment is, or 0. Sources: the PGN supplement of 2001; chess.com for
   timestamp. */
static unsigned part_of(const struct annotation *a)
{
    static const unsigned parts[] = {
        [ANNOTATION_CLK] = PART_CLOCKS,    [ANNOTATION_EMT] = PART_CLOCKS,
        [ANNOTATION_EVAL] = PART_EVALS,    [ANNOTATION_DEPTH] = PART_EVALS,
        [ANNOTATION_PROFILE] = PART_EVALS, [ANNOTATION_CSL] = PART_ARROWS,
        [ANNOTATION_CAL] = PART_ARROWS,    [ANNOTATION_OTHER] = 0,
    };
    static const char *const clocks[] = {"egt", "mct", "timestamp"};
    for (size_t i = 0; a->kind == ANNOTATION_OTHER && i < sizeof clocks / sizeof clocks[0]; i++)
        if (strlen(clocks[i]) == a->name_len && memcmp(clocks[i], a->name, a->name_len) == 0)
            return PART_CLOCKS;
    return parts[a->kind];
}

static void trim_end(struct buffer *text, size_t from)
{
    while (text->len > from && is_space(text->data[text->len - 1]))
        text->len--;
}

/* Add to OUT, where the comment begins at FROM, the LEN bytes TEXT of which the commands that are
   PARTS are left out with the blanks behind each. What a score or a time was parted by goes along. */
static void add_kept(struct buffer *out, size_t from, const char *text, size_t len, unsigned parts)
{
    struct annotation a;
    size_t kept = 0;
    for (size_t at = 0; annotation_next(text, len, &at, &a);) {
        if (!(part_of(&a) & parts))
            continue;
        buffer_add(out, text + kept, (size_t)(a.text - text) - kept);
        if (a.form == ANNOTATION_TIME)
            trim_end(out, from);
        kept = at;
        const bool is_bare = a.form == ANNOTATION_SCORE || a.form == ANNOTATION_TIME;
        if (is_bare && out->len == from && kept < len && text[kept] == ',')
            kept++;
        while (kept < len && is_space(text[kept]))
            kept++;
    }
    buffer_add(out, text + kept, len - kept);
}

/* Take the commands that are PARTS out of a comment. */
static bool drop_commands(struct record *r, struct node *n, unsigned parts)
{
    const struct slice old = n->text;
    struct annotation a;
    size_t at = 0;
    bool any = false;
    while (!any && annotation_next(record_text(r, old), old.len, &at, &a))
        any = part_of(&a) & parts;
    if (!any)
        return true;
    if (!record_add_text(r, "", 0, &n->text) || !buffer_reserve(&r->text, old.len))
        return false;
    add_kept(&r->text, n->text.at, record_text(r, old), old.len, parts);
    trim_end(&r->text, n->text.at);
    n->text.len = (uint32_t)(r->text.len - n->text.at);
    return !r->text.failed;
}

bool record_drop_parts(struct record *r, unsigned parts)
{
    size_t kept = 0, depth = 0; /* of variations that are left out */
    for (size_t i = 0; i < r->node_count; i++) {
        struct node *n = &r->nodes[i];
        if (parts & PART_VARIATIONS && n->kind == NODE_BEGIN)
            depth++;
        bool drop = depth > 0 || (parts & PART_COMMENTS && n->kind == NODE_COMMENT) ||
                    (parts & PART_NAGS && n->kind == NODE_NAG);
        if (depth > 0 && n->kind == NODE_END)
            depth--;
        if (!drop && parts & PARTS_OF_COMMENTS && n->kind == NODE_COMMENT) {
            const uint32_t before = n->text.len;
            if (!drop_commands(r, n, parts))
                return false;
            drop = before > 0 && n->text.len == 0;
        }
        if (!drop)
            r->nodes[kept++] = r->nodes[i];
    }
    r->node_count = kept;
    return true;
}

bool record_comment_plies(struct record *r, const uint32_t *plies, size_t count, const char *text)
{
    const size_t old = r->node_count;
    struct node comment = {.kind = NODE_COMMENT};
    if (!record_add_text(r, text, strlen(text), &comment.text))
        return false;
    while (r->node_cap < old + count)
        if (!record_grow_nodes(r))
            return false;
    memmove(r->nodes + count, r->nodes, old * sizeof *r->nodes);
    size_t to = 0, depth = 0, ply = 0, done = 0;
    for (size_t i = count; i < old + count; i++) {
        const struct node n = r->nodes[i];
        if (done < count && plies[done] == ply && n.kind != NODE_NAG) {
            r->nodes[to++] = comment;
            done++;
        }
        r->nodes[to++] = n;
        depth += n.kind == NODE_BEGIN;
        depth -= n.kind == NODE_END && depth > 0;
        ply += n.kind == NODE_MOVE && depth == 0;
    }
    if (done < count && plies[done] == ply)
        r->nodes[to++] = comment;
    r->node_count = to;
    return true;
}

/* --- Tags ------------------------------------------------------------------------------------- */

static bool is_named(const struct record *r, const struct tag *tag, const char *name)
{
    const enum tag_id id = tag_find(r->game, name, strlen(name));
    if (id != TAG_OTHER)
        return tag->id == id;
    return tag->name.len == strlen(name) &&
           memcmp(record_text(r, tag->name), name, tag->name.len) == 0;
}

static bool is_needed(const struct record *r, const struct tag *tag)
{
    return tag->id == TAG_FEN || (tag->id == TAG_SETUP && r->known[TAG_FEN] >= 0) ||
           (tag->id == TAG_VARIANT && (r->variant != VARIANT_STANDARD || r->game != GAME_CHESS)) ||
           (r->game == GAME_XIANGQI && (is_named(r, tag, "Game") || is_named(r, tag, "Format")));
}

/* Bring the tags NAME to place TO, and return the place behind them. */
static size_t bring_forward(struct record *r, const char *name, size_t to)
{
    for (size_t i = to; i < r->tag_count; i++) {
        if (!is_named(r, &r->tags[i], name))
            continue;
        const struct tag tag = r->tags[i];
        memmove(&r->tags[to + 1], &r->tags[to], (i - to) * sizeof tag);
        r->tags[to++] = tag;
    }
    return to;
}

bool record_keep_tags(struct record *r, const char *const *names)
{
    size_t kept = 0;
    for (size_t i = 0; names[i]; i++)
        kept = bring_forward(r, names[i], kept);
    for (size_t i = kept; i < r->tag_count; i++)
        if (is_needed(r, &r->tags[i]))
            r->tags[kept++] = r->tags[i];
    r->tag_count = kept;
    record_find_known(r);
    return true;
}

void record_drop_tags(struct record *r, const char *const *names)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->tag_count; i++) {
        bool drop = false;
        for (size_t k = 0; names[k] && !drop; k++)
            drop = is_named(r, &r->tags[i], names[k]);
        if (!drop || is_needed(r, &r->tags[i]))
            r->tags[kept++] = r->tags[i];
    }
    r->tag_count = kept;
    record_find_known(r);
}

void record_order_tags(struct record *r, const char *const *names)
{
    size_t to = 0;
    for (size_t i = 0; names[i]; i++)
        to = bring_forward(r, names[i], to);
    record_find_known(r);
}

bool record_fill_roster(struct record *r)
{
    const char *names[TAG_ROSTER + 1] = {0};
    for (int i = 0; i < TAG_ROSTER; i++) {
        names[i] = tag_name(r->game, (enum tag_id)i);
        if (r->known[i] >= 0)
            continue;
        const char *value = i == TAG_RESULT ? result_text(record_result(r))
                            : i == TAG_DATE ? "????.??.??"
                                            : "?";
        if (!record_set_tag(r, names[i], value))
            return false;
    }
    return record_keep_tags(r, names);
}
