/* The XQF writer: version 1.0, the plain one, which every program reads. The moves are put into a
   tree first, since XQF has the alternatives to a move behind all that follows it. */
#include "base/byte_order.h"
#include "format/xiangqi/xqf.h"

#include <stdlib.h>

struct written_move {
    uint32_t child, last, sibling; /* 0: none; the first is the start position */
    uint32_t parent;
    uint32_t comment, comment_end; /* the first and the last in `comments`, from 1 */
    move move;
};

struct written_comment {
    struct slice text;
    uint32_t next; /* on the same move, from 1 */
};

/* Where a line stands that a variation interrupts. */
struct written_line {
    uint32_t at;
    bool has_move;
};

struct writer {
    struct buffer *out;
    const struct record *rec;
    struct xqf_losses *losses;
    struct converter convert;
    struct buffer text; /* scratch */

    struct written_move *moves;
    uint32_t move_count;
    struct written_comment *comments;
    uint32_t comment_count;
    struct written_line *lines; /* that are interrupted */
    uint32_t depth;
    struct written_line line;
    uint32_t waiting;  /* comments before the first move of a line, from 1 */
    uint32_t *pending; /* moves that are to be written, the next one last */
};

/* --- The tree --------------------------------------------------------------------------------- */

static void add_move(struct writer *w, move m)
{
    uint32_t n = w->move_count++, at = w->line.at;
    struct written_move *parent = &w->moves[at];
    w->moves[n] = (struct written_move){.move = m, .parent = at};
    if (w->depth == 0 && parent->child) { /* a variation stood before the first move */
        w->moves[n].sibling = parent->child;
        parent->child = n;
    } else if (parent->child) {
        w->moves[parent->last].sibling = n;
        parent->last = n;
    } else {
        parent->child = parent->last = n;
    }
    w->line = (struct written_line){n, true};
    w->moves[n].comment = w->waiting;
    w->moves[n].comment_end = w->waiting ? w->comment_count : 0;
    w->waiting = 0;
}

/* Append the comments FROM to END, which are linked, to those of the move that was made last. */
static void link_comments(struct writer *w, uint32_t from, uint32_t end)
{
    struct written_move *m = &w->moves[w->line.at];
    if (m->comment)
        w->comments[m->comment_end - 1].next = from;
    else
        m->comment = from;
    m->comment_end = end;
}

static void add_comment(struct writer *w, struct slice text)
{
    uint32_t n = ++w->comment_count;
    w->comments[n - 1] = (struct written_comment){text, 0};
    bool waits = w->depth > 0 && !w->line.has_move;
    w->losses->comments += waits || w->moves[w->line.at].comment;
    if (!waits)
        link_comments(w, n, n);
    else if (w->waiting)
        w->comments[n - 2].next = n;
    else
        w->waiting = n;
}

static void begin_variation(struct writer *w)
{
    w->lines[w->depth++] = w->line;
    if (w->line.has_move)
        w->line.at = w->moves[w->line.at].parent;
    w->line.has_move = false;
}

/* What was said in a variation without moves is said of the move before it. */
static void end_variation(struct writer *w)
{
    if (w->depth > 0)
        w->line = w->lines[--w->depth];
    if (w->waiting)
        link_comments(w, w->waiting, w->comment_count);
    w->waiting = 0;
}

/* The index of the node that ends the line which the null move at I interrupts. */
static size_t end_of_line(const struct record *rec, size_t i)
{
    size_t depth = 0;
    for (; i < rec->node_count; i++) {
        if (rec->nodes[i].kind == NODE_END && depth-- == 0)
            break;
        depth += rec->nodes[i].kind == NODE_BEGIN;
    }
    return i;
}

static void make_tree(struct writer *w)
{
    const struct record *rec = w->rec;
    w->moves[w->move_count++] = (struct written_move){.move = NULL_MOVE};
    for (size_t i = 0; i < rec->node_count; i++) {
        const struct node *n = &rec->nodes[i];
        if (n->kind == NODE_MOVE && n->move == NULL_MOVE) {
            w->losses->null_moves++;
            i = end_of_line(rec, i);
            if (i == rec->node_count)
                break;
            n = &rec->nodes[i];
        }
        switch (n->kind) {
        case NODE_MOVE: add_move(w, n->move); break;
        case NODE_NAG: w->losses->nags++; break;
        case NODE_COMMENT: add_comment(w, n->text); break;
        case NODE_BEGIN: begin_variation(w); break;
        case NODE_END: end_variation(w); break;
        }
    }
}

/* --- The header ------------------------------------------------------------------------------- */

/* Tags that say what the file itself says, or what its moves say. */
static bool is_implied(const char *name, size_t len)
{
    static const char *const names[] = {"Game",     "FEN",        "SetUp",    "Result", "Format",
                                        "PlyCount", "SourceFile", "GameType", "Time"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
            return true;
    return false;
}

static bool is_unknown(const char *value, size_t len)
{
    return len == 0 || (len == 1 && *value == '?') ||
           (len == 10 && memcmp(value, "????.??.??", 10) == 0);
}

/* How many of the first MOST bytes of GB18030 are whole characters. */
static size_t whole_characters(const unsigned char *s, size_t len, size_t most)
{
    size_t at = 0;
    while (at < len) {
        size_t n = s[at] < 0x80 ? 1 : at + 1 < len && s[at + 1] < 0x40 ? 4 : 2;
        if (at + n > most)
            break;
        at += n;
    }
    return at;
}

/* The value of a tag in the encoding of the file to w->text. Behind the date the time has room. */
static void convert_tag(struct writer *w, const char *tag)
{
    size_t len, cut;
    const char *value = record_tag_text(w->rec, tag, &len);
    bool is_date = strcmp(tag, "Date") == 0;
    buffer_clear(&w->text);
    if (value && !is_unknown(value, len))
        converter_add(&w->convert, &w->text, value, len, &cut);
    value = is_date ? record_tag_text(w->rec, "Time", &len) : NULL;
    if (value && !is_unknown(value, len)) {
        buffer_add_char(&w->text, ' ');
        converter_add(&w->convert, &w->text, value, len, &cut);
    }
    w->out->failed = w->out->failed || w->text.failed;
}

/* Write a tag into its field of the header at HEADER. */
static void write_field(struct writer *w, const struct header_field *field, unsigned char *header)
{
    convert_tag(w, field->tag);
    if (w->text.failed || w->text.len == 0)
        return;
    const unsigned char *text = (const unsigned char *)w->text.data;
    size_t room = field->size - 1u, n = whole_characters(text, w->text.len, room);
    w->losses->cut += n < w->text.len;
    header[field->at] = (unsigned char)n;
    memcpy(header + field->at + 1, text, n);
}

/* Which field of the header holds tag NAME, or NULL. */
static const struct header_field *find_field(const char *name, size_t len)
{
    for (const struct header_field *f = xqf_fields; f->tag; f++)
        if (f->size > 0 && strlen(f->tag) == len && memcmp(f->tag, name, len) == 0)
            return f;
    return NULL;
}

static void count_dropped_tags(struct writer *w)
{
    const struct record *rec = w->rec;
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct tag *t = &rec->tags[i];
        const char *name = record_text(rec, t->name);
        if (!find_field(name, t->name.len) && !is_implied(name, t->name.len) &&
            !is_unknown(record_text(rec, t->value), t->value.len))
            w->losses->tags++;
    }
}

static void write_men(const struct position *pos, unsigned char *header)
{
    memset(header + XQF_SQUARES, 0xFF, MEN_OF_GAME);
    for (int file = 0; file < board_sizes[GAME_XIANGQI].files; file++) {
        for (int rank = 0; rank < board_sizes[GAME_XIANGQI].ranks; rank++) {
            piece p = pos->board[square_make(GAME_XIANGQI, file, rank)];
            int slot = p && piece_color(p) == BLACK ? MEN_OF_SIDE : 0, end = slot + MEN_OF_SIDE;
            while (p && slot < end &&
                   (men_in_order[slot % (MEN_OF_SIDE)] != piece_type(p) ||
                    header[XQF_SQUARES + slot] != 0xFF))
                slot++;
            if (p && slot < end)
                header[XQF_SQUARES + slot] = (unsigned char)(file * 10 + rank);
        }
    }
}

static unsigned game_type(const struct record *rec)
{
    size_t len;
    const char *value = record_tag_text(rec, "GameType", &len);
    for (unsigned i = 0; value && i < sizeof xqf_types / sizeof *xqf_types; i++)
        if (strlen(xqf_types[i]) == len && memcmp(xqf_types[i], value, len) == 0)
            return i;
    return xqf_usual_type(rec);
}

static void write_header(struct writer *w)
{
    static const unsigned char results[] = {
        [RESULT_NONE] = 0, [RESULT_WHITE] = 1, [RESULT_BLACK] = 2, [RESULT_DRAW] = 3};
    unsigned char header[XQF_HEADER] = "XQ";
    const struct position *start = &w->rec->start;
    header[XQF_VERSION] = XQF_PLAIN;
    write_men(start, header);
    header[XQF_TURN] = start->turn == BLACK;
    header[XQF_RESULT] = results[record_result(w->rec)];
    header[XQF_TYPE] = (unsigned char)game_type(w->rec);
    w->losses->counters += start->halfmove_clock > 0 || start->move_number != 1;
    for (const struct header_field *f = xqf_fields; f->tag; f++)
        if (f->size > 0)
            write_field(w, f, header);
    count_dropped_tags(w);
    buffer_add(w->out, header, sizeof header);
}

/* --- The moves -------------------------------------------------------------------------------- */

static unsigned char place(square s)
{
    return (unsigned char)(square_file(GAME_XIANGQI, s) * 10 + square_rank(GAME_XIANGQI, s));
}

static void write_number(struct buffer *out, uint32_t n)
{
    char bytes[4];
    little_put(bytes, n, sizeof bytes);
    buffer_add(out, bytes, sizeof bytes);
}

/* The comments from number N on, with the line ends of Windows. */
static void write_comments(struct writer *w, uint32_t n)
{
    struct buffer lines = {0};
    size_t cut;
    for (bool first = true; n; n = w->comments[n - 1].next, first = false) {
        const struct slice s = w->comments[n - 1].text;
        const char *text = record_text(w->rec, s);
        if (!first)
            buffer_add_string(&lines, "\r\n");
        for (uint32_t i = 0; i < s.len; i++) {
            if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r'))
                buffer_add_char(&lines, '\r');
            buffer_add_char(&lines, text[i]);
        }
    }
    buffer_clear(&w->text);
    converter_add(&w->convert, &w->text, lines.data, lines.len, &cut);
    if (lines.failed || w->text.failed)
        w->out->failed = true;
    buffer_free(&lines);
    write_number(w->out, (uint32_t)w->text.len);
    buffer_add(w->out, w->text.data, w->text.len);
}

static void write_moves(struct writer *w)
{
    size_t count = 0;
    w->pending[count++] = 0;
    while (count > 0 && !w->out->failed) {
        uint32_t n = w->pending[--count];
        const struct written_move *m = &w->moves[n];
        unsigned char from = 0, to = 0;
        if (n > 0) {
            from = place(move_from(GAME_XIANGQI, m->move));
            to = place(move_to(GAME_XIANGQI, m->move));
        }
        buffer_add_char(w->out, (char)(from + XQF_ADD_FROM));
        buffer_add_char(w->out, (char)(to + XQF_ADD_TO));
        buffer_add_char(
            w->out, (char)((m->child ? XQF_OLD_CHILD : 0) | (m->sibling ? XQF_OLD_SIBLING : 0)));
        buffer_add_char(w->out, 0);
        write_comments(w, m->comment);
        if (m->sibling)
            w->pending[count++] = m->sibling;
        if (m->child)
            w->pending[count++] = m->child;
    }
}

void xqf_write(struct buffer *out, const struct record *rec, struct xqf_losses *losses)
{
    struct writer w = {.out = out, .rec = rec, .losses = losses};
    struct error err;
    size_t room = rec->node_count + 1;
    w.moves = malloc(room * sizeof *w.moves);
    w.comments = malloc(room * sizeof *w.comments);
    w.lines = malloc(room * sizeof *w.lines);
    w.pending = malloc((room + 1) * sizeof *w.pending);
    if (w.moves && w.comments && w.lines && w.pending &&
        converter_open(&w.convert, "GB18030", "UTF-8", &err)) {
        make_tree(&w);
        write_header(&w);
        write_moves(&w);
        converter_close(&w.convert);
    } else {
        out->failed = true;
    }
    buffer_free(&w.text);
    free(w.moves);
    free(w.comments);
    free(w.lines);
    free(w.pending);
}
