/* One game as one JSON object on one line. What follows a move up to the next one at its depth
   becomes members of the move's object: NAGs, comments, then variations as nested arrays of moves;
   if it did not stand in that order, a member tells how it did. Clocks and the like are read from
   the comments and told as values besides.
   Nesting is followed without recursion: when a variation ends, the nodes behind it tell whether
   its move has another one. To find a move's NAGs and comments without walking through its
   variations, a first pass notes where each variation ends. */
#include "format/format.h"
#include "format/game/walk.h"
#include "format/json/values.h"
#include "notation/polyglot.h"

#include <stdlib.h>

struct json_writer {
    struct buffer *out;
    const struct record *rec;
    struct walk walk;
    uint32_t *ends; /* of each NODE_BEGIN: its NODE_END, or the number of nodes */
    bool chess960;
    unsigned positions;                /* POSITION_* */
    size_t ply;                        /* of the main line */
    struct annotation_profile profile; /* what stands before the first move */
};

/* Where each variation ends; NULL if memory is out. An open variation's entry holds the one around
   it until its end is found. */
static uint32_t *find_ends(const struct record *rec)
{
    const uint32_t count = (uint32_t)rec->node_count, none = UINT32_MAX;
    uint32_t *ends = malloc((rec->node_count + 1) * sizeof *ends);
    uint32_t open = none;
    for (uint32_t i = 0; ends && i < count; i++) {
        if (rec->nodes[i].kind == NODE_BEGIN) {
            ends[i] = open;
            open = i;
        } else if (rec->nodes[i].kind == NODE_END && open != none) {
            uint32_t around = ends[open];
            ends[open] = i;
            open = around;
        }
    }
    while (ends && open != none) {
        uint32_t around = ends[open];
        ends[open] = count;
        open = around;
    }
    return ends;
}

/* The first node of KIND among those that belong to the move before I, or the number of nodes.
 *NEXT is where to look for the one after it. */
static size_t next_attached(const struct json_writer *w, size_t i, enum node_kind kind,
                            size_t *next)
{
    const struct record *rec = w->rec;
    while (i < rec->node_count) {
        enum node_kind k = (enum node_kind)rec->nodes[i].kind;
        if (k == NODE_MOVE || k == NODE_END)
            break;
        size_t after = k == NODE_BEGIN ? (size_t)w->ends[i] + 1 : i + 1;
        if (k == kind) {
            *next = after;
            return i;
        }
        i = after;
    }
    *next = i;
    return rec->node_count;
}

/* Write the NAGs or the comments that belong to the move before FIRST as an array, if any. */
static void write_attached(struct json_writer *w, struct json *j, size_t first, enum node_kind kind,
                           const char *key)
{
    const struct record *rec = w->rec;
    bool any = false;
    for (size_t next = first, i; (i = next_attached(w, next, kind, &next)) < rec->node_count;) {
        if (any)
            buffer_add_char(w->out, ',');
        else
            json_key(j, key), buffer_add_char(w->out, '[');
        any = true;
        const struct node *n = &rec->nodes[i];
        if (kind == NODE_NAG)
            buffer_printf(w->out, "%d", n->detail);
        else
            json_string(w->out, record_text(rec, n->text), n->text.len);
    }
    if (any)
        buffer_add_char(w->out, ']');
}

/* How NAGs, comments and variations follow each other behind a move, a letter each, unless it is in
   the order of the members. */
static void write_order(struct json_writer *w, struct json *j, size_t first)
{
    static const char letters[] = {[NODE_NAG] = 'n', [NODE_COMMENT] = 'c', [NODE_BEGIN] = 'v'};
    const struct record *rec = w->rec;
    bool usual = true;
    uint8_t last = NODE_MOVE;
    for (size_t i = first; i < rec->node_count && rec->nodes[i].kind != NODE_MOVE &&
                           rec->nodes[i].kind != NODE_END && usual;
         i = last == NODE_BEGIN ? (size_t)w->ends[i] + 1 : i + 1) {
        usual = rec->nodes[i].kind >= last;
        last = rec->nodes[i].kind;
    }
    if (usual)
        return;
    json_key(j, "order");
    buffer_add_char(w->out, '"');
    for (size_t i = first;
         i < rec->node_count && rec->nodes[i].kind != NODE_MOVE && rec->nodes[i].kind != NODE_END;
         i = rec->nodes[i].kind == NODE_BEGIN ? (size_t)w->ends[i] + 1 : i + 1)
        buffer_add_char(w->out, letters[rec->nodes[i].kind]);
    buffer_add_char(w->out, '"');
}

/* What the comments that belong to the move before FIRST say; of each kind the first. An evaluation
   may stand in the profile of the game instead. */
static void write_values(struct json_writer *w, struct json *j, size_t first)
{
    const struct record *rec = w->rec;
    const enum color mover = w->walk.pos.turn == WHITE ? BLACK : WHITE;
    struct annotation_eval eval;
    unsigned seen = 0;
    for (size_t next = first, i;
         (i = next_attached(w, next, NODE_COMMENT, &next)) < rec->node_count;) {
        const struct slice s = rec->nodes[i].text;
        struct annotation a;
        for (size_t at = 0; annotation_next(record_text(rec, s), s.len, &at, &a);) {
            if (a.kind == ANNOTATION_PROFILE && w->ply == 0 && w->walk.depth == 0)
                annotation_profile(&a, &w->profile);
            json_write_annotation(j, &a, mover, &seen);
        }
    }
    if (w->walk.depth == 0 && !(seen & 1u << ANNOTATION_EVAL) &&
        annotation_profile_at(&w->profile, w->ply, &eval))
        json_write_eval(j, &eval);
}

/* --- Moves ------------------------------------------------------------------------------------ */

/* The first members of an object. Their values need no escapes. */
static void write_move_members(struct json_writer *w, struct json *j, move m)
{
    char text[SAN_MAX];
    walk_move(&w->walk, m);
    size_t len = san_format(&w->walk.before, m, &w->walk.pos, &piece_letter_table[0], text);
    buffer_add_string(w->out, "\"san\":\"");
    buffer_add(w->out, text, len);
    len = uci_format(&w->walk.before, m, w->chess960, text);
    buffer_add_string(w->out, "\",\"uci\":\"");
    buffer_add(w->out, text, len);
    if (w->rec->game == GAME_XIANGQI) {
        len = xiangqi_format(&w->walk.before, m, NOTATION_ICCS, text);
        buffer_add_string(w->out, "\",\"iccs\":\"");
        buffer_add(w->out, text, len);
    }
    buffer_add_char(w->out, '"');
    j->comma = true;
    if (w->positions & POSITION_FEN) {
        char fen[FEN_MAX];
        len = fen_format(&w->walk.pos, false, fen);
        json_member_bytes(j, "fen", fen, len);
    }
    if (w->positions & POSITION_KEY) {
        len = polyglot_key_format(&w->walk.pos, m, text);
        json_member_bytes(j, "key", text, len);
    }
}

/* Enter the variation at node I, or leave the walk alone if memory is out. */
static size_t enter(struct json_writer *w, size_t i)
{
    buffer_add_char(w->out, '[');
    if (!walk_begin(&w->walk))
        w->out->failed = true;
    return i + 1;
}

/* Write the object of the move at I, or of what stands before the first move of a line. Returns the
   node to go on with: the first of a variation, or what follows the whole object. */
static size_t write_object(struct json_writer *w, size_t i)
{
    const struct record *rec = w->rec;
    struct json j;
    json_begin(&j, w->out);
    if (rec->nodes[i].kind == NODE_MOVE) {
        write_move_members(w, &j, rec->nodes[i++].move);
        w->ply += w->walk.depth == 0;
    }
    write_attached(w, &j, i, NODE_NAG, "nags");
    write_attached(w, &j, i, NODE_COMMENT, "comments");
    write_order(w, &j, i);
    write_values(w, &j, i);
    size_t next;
    size_t variation = next_attached(w, i, NODE_BEGIN, &next);
    if (variation < rec->node_count) {
        json_key(&j, "variations");
        buffer_add_char(w->out, '[');
        return enter(w, variation);
    }
    json_end(&j);
    return next;
}

/* At the NODE_END at I, or at the end of all nodes: close the variation, and the object it belongs
   to if that has no other. Returns the node to go on with. */
static size_t write_variation_end(struct json_writer *w, size_t i)
{
    buffer_add_char(w->out, ']');
    walk_end(&w->walk);
    size_t next;
    size_t variation = next_attached(w, i + 1, NODE_BEGIN, &next);
    if (variation < w->rec->node_count) {
        buffer_add_char(w->out, ',');
        return enter(w, variation);
    }
    buffer_add_string(w->out, "]}");
    return next;
}

static void write_moves(struct json_writer *w)
{
    const struct record *rec = w->rec;
    bool first = true; /* of its array */
    size_t i = 0;
    buffer_add_char(w->out, '[');
    while (!w->out->failed && (i < rec->node_count || w->walk.depth > 0)) {
        size_t depth = w->walk.depth;
        if (i < rec->node_count && rec->nodes[i].kind != NODE_END) {
            if (!first)
                buffer_add_char(w->out, ',');
            i = write_object(w, i);
            first = w->walk.depth > depth;
        } else if (depth > 0) {
            i = write_variation_end(w, i);
            first = w->walk.depth == depth; /* in the next variation of the same move */
        } else {
            i++;
        }
    }
    buffer_add_char(w->out, ']');
}

void json_write_tags(struct buffer *out, const struct record *rec)
{
    buffer_add_char(out, '[');
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct tag *tag = &rec->tags[i];
        buffer_add_string(out, i > 0 ? ",[" : "[");
        json_string(out, record_text(rec, tag->name), tag->name.len);
        buffer_add_char(out, ',');
        json_string(out, record_text(rec, tag->value), tag->value.len);
        buffer_add_char(out, ']');
    }
    buffer_add_char(out, ']');
}

static void write_game(struct json_writer *w)
{
    const struct record *rec = w->rec;
    struct json j;
    json_begin(&j, w->out);
    if (rec->number > 0)
        json_member_int(&j, "number", (long long)rec->number);
    json_key(&j, "tags");
    json_write_tags(w->out, rec);
    if (rec->game != GAME_CHESS)
        json_member_string(&j, "game", game_name(rec->game));
    if (rec->has_start_tag) {
        char text[FEN_MAX];
        size_t len = fen_format(&rec->start, false, text);
        json_member_bytes(&j, "fen", text, len);
    }
    json_key(&j, "moves");
    walk_start(&w->walk, &rec->start);
    write_moves(w);
    json_member_string(&j, "result", result_text(record_result(rec)));
    json_end(&j);
    buffer_add_char(w->out, '\n');
}

void json_write(struct buffer *out, const struct record *rec, unsigned positions)
{
    struct json_writer w = {
        .out = out,
        .rec = rec,
        .ends = find_ends(rec),
        .chess960 = record_is_chess960(rec),
        .positions = rec->game == GAME_CHESS ? positions : positions & POSITION_FEN,
    };
    if (w.ends)
        write_game(&w);
    else
        out->failed = true;
    walk_free(&w.walk);
    free(w.ends);
}
