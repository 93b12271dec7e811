/* The PGN writer: export format, as section 3.2 of the standard has it; pgn_write_tags.c writes the
   tags. Lines break only between tokens; "12. Nf3" counts as one, and parentheses stick to what
   they enclose. Hot path: moves of the main line (`make bench`, convert to PGN). */
#include "format/pgn/write.h"
#include "base/ascii.h"
#include "format/game/walk.h"
#include "format/pgn/pgn.h"
#include "notation/polyglot.h"

#include <string.h>

enum { OPENS_MAX = 16, UNIT_MAX = 64 };

struct writer {
    struct buffer *out;
    const struct record *rec;
    const struct pgn_write_options *options;
    const struct piece_letters *letters;
    enum notation notation;
    bool is_ascii;    /* the moves */
    bool is_plain;    /* they are SAN with all its signs */
    bool is_chess960; /* which UCI has to know */
    struct walk walk;
    size_t width;     /* of a line */
    size_t column;    /* of the line so far */
    size_t opens;     /* '(' not yet written: they go with the next token */
    bool want_number; /* a move of Black needs its number too */
    size_t mended;    /* '}' in comments */
};

/* Make room for a token of COLUMNS, with a blank or a line end before it, and write the pending
   parentheses. */
static void start_token(struct writer *w, size_t columns)
{
    columns += w->opens;
    if (w->column > 0 && w->column + 1 + columns > w->width) {
        buffer_add_char(w->out, '\n');
        w->column = 0;
    } else if (w->column > 0) {
        buffer_add_char(w->out, ' ');
        w->column++;
    }
    for (; w->opens > 0; w->opens--)
        buffer_add_char(w->out, '(');
    w->column += columns;
}

static size_t columns_of(const struct writer *w, const char *text, size_t len)
{
    if (w->notation != NOTATION_NONE)
        return utf8_width(text, len);
    return w->options->letters ? utf8_count(text, len) : len;
}

static void put_token(struct writer *w, const char *text, size_t len)
{
    start_token(w, columns_of(w, text, len));
    buffer_add(w->out, text, len);
}

static char *put_number(char *end, uint32_t number)
{
    char digits[10];
    int n = 0;
    do
        digits[n++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (n > 0)
        *end++ = digits[--n];
    return end;
}

/* A move in another form than plain SAN. A null move has none in UCI that every reader of PGN takes
   for a move. */
static size_t format_other(const struct writer *w, move m, char *out)
{
    const struct position *before = &w->walk.before, *after = &w->walk.pos;
    if (w->notation != NOTATION_NONE)
        return xiangqi_format(before, m, w->notation, out);
    if (w->options->moves == NOTATION_UCI && m != NULL_MOVE)
        return uci_format(before, m, w->is_chess960, out);
    const size_t len = move_format(before, m, after,
                                   w->options->moves == NOTATION_LAN ? NOTATION_LAN : NOTATION_SAN,
                                   w->letters, out);
    return w->options->no_checks ? without_check(out, len) : len;
}

/* Write number and move to UNIT; returns its length. */
static size_t format_unit(struct writer *w, move m, char *unit)
{
    char *end = unit;
    walk_move(&w->walk, m);
    const struct position *before = &w->walk.before;
    if ((before->turn == WHITE || w->want_number) && !w->options->no_numbers) {
        end = put_number(end, before->move_number);
        *end++ = '.';
        if (before->turn == BLACK)
            *end++ = '.', *end++ = '.';
        *end++ = ' ';
    }
    end += w->is_plain ? san_format(before, m, &w->walk.pos, w->letters, end)
                       : format_other(w, m, end);
    w->want_number = false;
    return (size_t)(end - unit);
}

/* The usual case, a token behind another one, is written in place with room for what parts them. */
static void put_move(struct writer *w, move m)
{
    struct buffer *out = w->out;
    if (w->opens > 0 || w->column == 0 || !w->is_ascii) {
        char unit[UNIT_MAX];
        put_token(w, unit, format_unit(w, m, unit));
        return;
    }
    if (out->cap - out->len <= UNIT_MAX && !buffer_reserve(out, UNIT_MAX + 1))
        return;
    size_t len = format_unit(w, m, out->data + out->len + 1);
    bool fits = w->column + 1 + len <= w->width;
    out->data[out->len] = fits ? ' ' : '\n';
    out->len += len + 1;
    w->column = fits ? w->column + 1 + len : len;
}

static void put_nag(struct writer *w, unsigned nag)
{
    char text[16] = "$";
    put_token(w, text, (size_t)(put_number(text + 1, nag) - text));
}

/* --- Comments --------------------------------------------------------------------------------- */

/* Copy comment text; its one forbidden character becomes a parenthesis. */
static void add_comment_part(struct writer *w, const char *text, size_t len)
{
    const char *brace;
    while (len > 0 && (brace = memchr(text, '}', len)) != NULL) {
        size_t n = (size_t)(brace - text);
        buffer_add(w->out, text, n);
        buffer_add_char(w->out, ')');
        w->mended++;
        text += n + 1;
        len -= n + 1;
    }
    buffer_add(w->out, text, len);
}

static bool is_tag(const char *s, const char *end)
{
    do
        s++;
    while (s < end && pgn_is(*s, CLASS_BLANK));
    const char *name = s;
    while (s < end && pgn_is(*s, CLASS_NAME))
        s++;
    const bool is_named = s > name;
    while (s < end && pgn_is(*s, CLASS_BLANK))
        s++;
    return is_named && s < end && *s == '"';
}

/* Whether a reader sees tags in the line of the '[' at S and in the next one that is not empty. */
static bool are_tags(const char *s, const char *end)
{
    if (!is_tag(s, end))
        return false;
    while (s < end && !pgn_is(*s, CLASS_LINE))
        s++;
    while (s < end && pgn_is(*s, CLASS_LINE))
        s++;
    return s < end && *s == '[' && is_tag(s, end);
}

/* Copy all of a comment. A blank line before tags, at which a reader would take the comment for one
   that was not closed, since the next brace is not its end or far, is left out. */
static void add_comment_text(struct writer *w, const char *text, size_t len)
{
    const char *end = text + len, *from = text, *brace = end;
    while (brace > text && brace[-1] != '{')
        brace--;
    for (const char *s = text; s < end && (s = memchr(s, '[', (size_t)(end - s))) != NULL; s++) {
        const char *blank = s;
        while (blank > from && is_white(blank[-1]))
            blank--;
        if ((s >= brace && end - blank < BRACE_SEARCH) || !are_tags(s, end))
            continue;
        const char *line_end = memchr(blank, '\n', (size_t)(s - blank));
        if (!line_end || !memchr(line_end + 1, '\n', (size_t)(s - line_end - 1)))
            continue;
        add_comment_part(w, from, (size_t)(line_end + 1 - from));
        from = s;
    }
    add_comment_part(w, from, (size_t)(end - from));
}

/* As it was read, line ends included. */
static void put_comment_whole(struct writer *w, const char *text, size_t len)
{
    const char *line_end = len > 0 ? memchr(text, '\n', len) : NULL;
    size_t first_line = line_end ? (size_t)(line_end - text) : len;
    start_token(w, utf8_count(text, first_line) + 1 + !line_end);
    buffer_add_char(w->out, '{');
    add_comment_text(w, text, len);
    buffer_add_char(w->out, '}');
    if (line_end) {
        size_t last = len;
        while (text[last - 1] != '\n')
            last--;
        w->column = utf8_count(text + last, len - last) + 1;
    }
}

/* Word by word. A word that starts with '%' must not start a line: it would hide it. */
static void put_comment_wrapped(struct writer *w, const char *text, size_t len)
{
    size_t at = 0;
    bool first = true;
    while (first || at < len) {
        while (at < len && is_white(text[at]))
            at++;
        size_t start = at;
        while (at < len && !is_white(text[at]))
            at++;
        size_t next = at;
        while (next < len && is_white(text[next]))
            next++;
        bool last = next == len;
        size_t columns = utf8_count(text + start, at - start) + first + last;
        if (!first && start < len && text[start] == '%') {
            buffer_add_char(w->out, ' ');
            w->column += columns + 1;
        } else {
            start_token(w, columns);
        }
        if (first)
            buffer_add_char(w->out, '{');
        add_comment_part(w, text + start, at - start);
        if (last)
            buffer_add_char(w->out, '}');
        first = false;
        at = next;
    }
}

/* End the line, with the parentheses that are pending on it. */
static void end_line(struct writer *w)
{
    if (w->opens > 0)
        start_token(w, 0);
    if (w->column > 0)
        buffer_add_char(w->out, '\n');
    w->column = 0;
}

static void put_comment(struct writer *w, const char *text, size_t len)
{
    if (w->options->comment_lines)
        end_line(w);
    if (w->options->wrap_comments)
        put_comment_wrapped(w, text, len);
    else
        put_comment_whole(w, text, len);
    if (w->options->comment_lines)
        end_line(w);
    w->want_number = true;
}

/* Comments about the position that has been reached. */
static void put_position(struct writer *w)
{
    const struct position *pos = &w->walk.pos;
    char text[FEN_MAX];
    if (w->options->positions & POSITION_FEN)
        put_comment(w, text, fen_format(pos, false, text));
    if (w->options->positions & POSITION_KEY && pos->game == GAME_CHESS)
        put_comment(w, text, polyglot_key_format(pos, w->walk.last, text));
}

/* --- Variations ------------------------------------------------------------------------------- */

static void put_open(struct writer *w)
{
    if (!walk_begin(&w->walk)) {
        w->out->failed = true;
        return;
    }
    if (w->opens == OPENS_MAX)
        start_token(w, 0);
    w->opens++;
    w->want_number = true;
}

static void put_close(struct writer *w)
{
    if (w->walk.depth == 0)
        return;
    walk_end(&w->walk);
    if (w->opens > 0)
        start_token(w, 0);
    if (w->column + 1 > w->width) {
        buffer_add_char(w->out, '\n');
        w->column = 0;
    }
    buffer_add_char(w->out, ')');
    w->column++;
    w->want_number = true;
}

/* --- The game --------------------------------------------------------------------------------- */

/* A position is told behind the marks of the move that led to it. */
static void put_nodes(struct writer *w)
{
    const struct record *rec = w->rec;
    bool is_due = false;
    for (size_t i = 0; i < rec->node_count && !w->out->failed; i++) {
        const struct node *n = &rec->nodes[i];
        if (is_due && n->kind != NODE_NAG) {
            put_position(w);
            is_due = false;
        }
        switch (n->kind) {
        case NODE_MOVE:
            put_move(w, n->move);
            is_due = w->options->positions != 0;
            break;
        case NODE_NAG: put_nag(w, n->detail); break;
        case NODE_COMMENT: put_comment(w, record_text(rec, n->text), n->text.len); break;
        case NODE_BEGIN: put_open(w); break;
        case NODE_END: put_close(w); break;
        }
    }
    if (is_due)
        put_position(w);
    while (w->walk.depth > 0)
        put_close(w);
}

size_t pgn_write(struct buffer *out, const struct record *rec, const struct pgn_write_options *o)
{
    struct writer w = {
        .out = out,
        .rec = rec,
        .options = o,
        .letters = o->letters ? o->letters : &piece_letter_table[0],
        .notation = pgn_notation(rec, o->notation),
        .width = o->line_width > 0 ? (size_t)o->line_width : SIZE_MAX,
        .want_number = true,
    };
    w.is_ascii = !o->letters && w.notation == NOTATION_NONE;
    w.is_plain = o->moves <= NOTATION_SAN && !o->no_checks && w.notation == NOTATION_NONE;
    w.is_chess960 = o->moves == NOTATION_UCI && record_is_chess960(rec);
    pgn_write_tags(out, rec, o->notation);
    walk_start(&w.walk, &rec->start);
    put_nodes(&w);
    const char *result = result_text(record_result(rec));
    if (!o->no_result)
        put_token(&w, result, strlen(result));
    end_line(&w);
    buffer_add_char(out, '\n');
    walk_free(&w.walk);
    return w.mended;
}
