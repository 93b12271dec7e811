/* The moves of a game in JSON. Variations of any depth are followed with a stack of frames, one a
   line of moves. */
#include "base/array.h"
#include "base/ascii.h"
#include "format/json/read.h"

#include <stdlib.h>
#include <string.h>

static bool is_text(const struct buffer *b, const char *text)
{
    return b->len == strlen(text) && memcmp(b->data, text, b->len) == 0;
}

void json_find_members(struct json_reader *r, struct json_cursor *c, const char *const *names,
                       struct json_cursor *members)
{
    for (int i = 0; names[i]; i++)
        members[i] = (struct json_cursor){0};
    if (!json_enter(&r->text, c, '{'))
        return;
    while (json_next_member(&r->text, c, &r->key)) {
        for (int i = 0; names[i]; i++)
            if (is_text(&r->key, names[i]))
                members[i] = *c;
        json_skip(&r->text, c);
    }
}

/* --- Moves ------------------------------------------------------------------------------------ */

static const char *const move_members[] = {"nags", "comments", "variations", "order", "uci",
                                           "san",  "iccs",     "move",       NULL};
enum { ORDER = 3, UCI, SAN, ICCS, MOVE, MOVE_MEMBERS };

/* The move TEXT in the position reached; false with STATUS and SM if there is none. */
static bool find_move(const struct json_reader *r, bool is_uci, const char *text, size_t len,
                      struct san_move *sm, enum san_status *status)
{
    const struct position *pos = &r->walk.pos;
    *sm = (struct san_move){.move = NULL_MOVE};
    if (is_uci && len == 4 && memcmp(text, "0000", 4) == 0)
        *status = SAN_NULL_MOVE;
    else if (is_uci && (sm->move = uci_parse(pos, text, len)) != NULL_MOVE)
        *status = SAN_OK;
    else
        *status = san_parse(pos, text, len, r->parser->letters, sm);
    return *status == SAN_OK || (*status == SAN_NULL_MOVE && !pos_in_check(pos));
}

static void report_move(struct json_reader *r, const char *at, const char *text, size_t len,
                        enum san_status status, const struct san_move *sm)
{
    char quote[QUOTE_MAX], why[256] = "a null move while in check";
    const bool is_main = r->depth == 0;
    enum finding_code code = status == SAN_AMBIGUOUS ? FINDING_AMBIGUOUS_MOVE
                             : status == SAN_ILLEGAL || status == SAN_NULL_MOVE
                                 ? FINDING_ILLEGAL_MOVE
                                 : FINDING_UNREADABLE_MOVE;
    if (status != SAN_NULL_MOVE)
        san_explain(&r->walk.pos, text, len, status, sm, why, sizeof why);
    findings_add(r->findings, is_main ? code : FINDING_VARIATION_ERROR, json_source(r, at),
                 r->rec->ply_count + is_main, "%s: %s", finding_quote(text, len, quote), why);
    r->rec->is_broken = r->rec->is_broken || is_main;
}

/* Play M where the walk stands. */
static void play(struct json_reader *r, move m, const char *at)
{
    struct record *rec = r->rec;
    const uint32_t source = json_source(r, at);
    if (m == NULL_MOVE && r->depth == 0)
        findings_add(r->findings, FINDING_NULL_MOVE_MAIN, source, rec->ply_count + 1, NULL);
    walk_move(&r->walk, m);
    if (r->depth == 0) {
        r->no_memory = r->no_memory || !record_play(rec, m, 0, source);
        return;
    }
    struct node *n = record_add_node(rec, NODE_MOVE, source);
    r->no_memory = r->no_memory || !n;
    if (n)
        n->move = m;
}

/* The move at C, a string. False if it cannot be played. */
static bool read_move(struct json_reader *r, struct json_cursor c, bool is_uci)
{
    struct san_move sm;
    enum san_status status;
    json_peek(&r->text, &c);
    const char *at = c.at;
    if (!json_read_string(&r->text, &c, &r->value))
        return false;
    const char *text = r->value.data ? r->value.data : "";
    if (!find_move(r, is_uci, text, r->value.len, &sm, &status)) {
        report_move(r, at, text, r->value.len, status, &sm);
        return false;
    }
    play(r, sm.move, at);
    return true;
}

/* --- What belongs to moves -------------------------------------------------------------------- */

static struct node *add_node(struct json_reader *r, enum node_kind kind, const char *at)
{
    struct node *n = record_add_node(r->rec, kind, json_source(r, at));
    r->no_memory = r->no_memory || !n;
    r->too_large = r->too_large || r->rec->node_count > GAME_NODES_MAX;
    return n;
}

/* A number, or as pgn-extract has it a string, "$1". *NAG is out of range for any other. */
static bool read_nag_value(struct json_reader *r, struct json_cursor *c, long *nag)
{
    enum { DIGITS = 3 };
    if (json_peek(&r->text, c) != '"')
        return json_read_number(&r->text, c, nag);
    if (!json_read_string(&r->text, c, &r->value))
        return false;
    const struct buffer *b = &r->value;
    const size_t from = b->len > 0 && b->data[0] == '$';
    bool is_number = b->len > from && b->len <= from + DIGITS;
    *nag = 0;
    for (size_t i = from; i < b->len && is_number; i++) {
        is_number = is_digit(b->data[i]);
        *nag = *nag * 10 + (b->data[i] - '0');
    }
    if (!is_number)
        *nag = UINT8_MAX + 1;
    return true;
}

static void read_one_nag(struct json_reader *r, struct json_cursor *c)
{
    long nag;
    const char *at = c->at;
    if (!read_nag_value(r, c, &nag))
        return;
    if (nag > UINT8_MAX) {
        findings_add(r->findings, FINDING_BAD_NAG, json_source(r, at), r->rec->ply_count, NULL);
        return;
    }
    struct node *n = add_node(r, NODE_NAG, at);
    if (n)
        n->detail = (uint8_t)nag;
}

/* Versions of pgn-extract write "$1""$14". */
static void read_nag(struct json_reader *r, struct json_cursor *c)
{
    read_one_nag(r, c);
    while (!json_failed(r) && json_peek(&r->text, c) == '"') {
        findings_add(r->findings, FINDING_BAD_JSON, json_source(r, c->at), r->rec->ply_count,
                     "a comma was expected");
        read_one_nag(r, c);
    }
}

static void add_comment(struct json_reader *r, const struct buffer *text, const char *at)
{
    struct node *n = add_node(r, NODE_COMMENT, at);
    if (n && !record_add_text(r->rec, text->data ? text->data : "", text->len, &n->text))
        r->no_memory = true;
}

static void read_comment(struct json_reader *r, struct json_cursor *c)
{
    const char *at = c->at;
    if (json_read_string(&r->text, c, &r->value))
        add_comment(r, &r->value, at);
}

/* Make room for a frame of the next depth. */
static bool grow_frames(struct json_reader *r)
{
    if (r->depth + 1 < r->cap)
        return true;
    struct json_frame *frames = array_grow(r->frames, &r->cap, 16, sizeof *frames);
    if (frames)
        r->frames = frames;
    r->no_memory = r->no_memory || !frames;
    return frames != NULL;
}

/* Step into the line of moves at C. */
static void enter_line(struct json_reader *r, struct json_cursor c)
{
    r->too_large = r->too_large || r->depth >= GAME_DEPTH_MAX;
    const char *at = c.at;
    if (json_failed(r) || !grow_frames(r) || !json_enter(&r->text, &c, '['))
        return;
    add_node(r, NODE_BEGIN, at);
    if (!walk_begin(&r->walk)) {
        r->no_memory = true;
        return;
    }
    r->frames[++r->depth] = (struct json_frame){.line = c};
}

/* The line has ended; what follows it belongs to the move that it is an alternative to. */
static void leave_line(struct json_reader *r)
{
    const struct json_cursor behind = r->frames[r->depth].line;
    add_node(r, NODE_END, behind.at);
    walk_end(&r->walk);
    r->frames[--r->depth].attached[VARIATIONS] = behind;
}

/* Which of the attached things comes next; the cursor of its kind stands at it. */
static int next_attached(struct json_reader *r, struct json_frame *fr)
{
    static const char letters[] = "ncv";
    while (fr->order && *fr->order != '"') {
        const char *letter = strchr(letters, *fr->order++);
        const int kind = letter && *letter ? (int)(letter - letters) : NONE_ATTACHED;
        if (kind < NONE_ATTACHED && json_next_item(&r->text, &fr->attached[kind]))
            return kind;
        if (kind < NONE_ATTACHED)
            fr->attached[kind].at = NULL;
    }
    for (int kind = NAGS; kind < NONE_ATTACHED; kind++) {
        if (json_next_item(&r->text, &fr->attached[kind]))
            return kind;
        fr->attached[kind].at = NULL;
    }
    return NONE_ATTACHED;
}

/* --- Lines of moves --------------------------------------------------------------------------- */

/* A line cannot be read on from the move at MEMBERS: its texts, up to its end, become a comment. */
static void skip_line(struct json_reader *r, struct json_frame *fr, struct json_cursor move_text)
{
    const char *at = move_text.at;
    struct json_cursor members[MOVE_MEMBERS];
    buffer_clear(&r->rest);
    for (;;) {
        if (move_text.at && json_read_string(&r->text, &move_text, &r->value)) {
            if (r->rest.len > 0)
                buffer_add_char(&r->rest, ' ');
            buffer_add(&r->rest, r->value.data, r->value.len);
        }
        if (!json_next_item(&r->text, &fr->line))
            break;
        move_text = fr->line;
        if (json_peek(&r->text, &fr->line) == '"') {
            json_skip(&r->text, &fr->line);
            continue;
        }
        json_find_members(r, &fr->line, move_members, members);
        move_text = members[SAN].at ? members[SAN] : members[UCI];
    }
    r->no_memory = r->no_memory || r->rest.failed;
    if (!json_failed(r)) {
        add_comment(r, &r->rest, at);
        leave_line(r);
    }
}

/* Read the object, or the mere text of a move, at the line's cursor. */
static void read_object(struct json_reader *r, struct json_frame *fr)
{
    struct json_cursor members[MOVE_MEMBERS] = {{0}};
    if (json_peek(&r->text, &fr->line) == '"') {
        members[SAN] = fr->line;
        json_skip(&r->text, &fr->line);
    } else {
        json_find_members(r, &fr->line, move_members, members);
    }
    if (json_failed(r))
        return;
    const int which = members[UCI].at    ? UCI
                      : members[SAN].at  ? SAN
                      : members[ICCS].at ? ICCS
                                         : MOVE;
    if (members[which].at && !read_move(r, members[which], which == UCI)) {
        if (r->depth > 0 && !json_failed(r))
            skip_line(r, fr, members[members[SAN].at ? SAN : which]);
        return;
    }
    for (int kind = NAGS; kind < NONE_ATTACHED; kind++) {
        fr->attached[kind] = members[kind];
        if (members[kind].at)
            json_enter(&r->text, &fr->attached[kind], '[');
    }
    const char *order = members[ORDER].at;
    fr->order = order && json_peek(&r->text, &members[ORDER]) == '"' ? members[ORDER].at + 1 : NULL;
    fr->in_object = true;
}

void json_read_moves(struct json_reader *r, struct json_cursor c)
{
    r->depth = 0;
    if (!c.at || !grow_frames(r) || !json_enter(&r->text, &c, '['))
        return;
    walk_start(&r->walk, &r->rec->start);
    r->frames[0] = (struct json_frame){.line = c};
    while (!json_failed(r) && !r->rec->is_broken) {
        struct json_frame *fr = &r->frames[r->depth];
        if (fr->in_object) {
            const int kind = next_attached(r, fr);
            if (kind == NAGS)
                read_nag(r, &fr->attached[NAGS]);
            else if (kind == COMMENTS)
                read_comment(r, &fr->attached[COMMENTS]);
            else if (kind == VARIATIONS)
                enter_line(r, fr->attached[VARIATIONS]);
            else
                fr->in_object = false;
        } else if (json_next_item(&r->text, &fr->line)) {
            read_object(r, fr);
        } else if (r->depth == 0) {
            return;
        } else if (!json_failed(r)) {
            leave_line(r);
        }
    }
}
