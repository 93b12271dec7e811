/* Repairs: the new text of a game, and the proof that it is the same game. The line ends and, in
   xiangqi, the notation of the moves are those of the old text. */
#include "base/ascii.h"
#include "check/repairs.h"

#include <string.h>

/* --- Escaped lines ---------------------------------------------------------------------------- */

size_t repair_escaped_lines(const char *text, size_t len, struct buffer *out)
{
    size_t count = 0;
    bool in_comment = false;
    for (size_t i = 0; i < len;) {
        size_t end = i;
        while (end < len && !is_line_end(text[end]))
            end++;
        if (!in_comment && text[i] == '%') {
            buffer_add(out, text + i, end - i);
            buffer_add_char(out, '\n');
            count++;
        } else if (in_comment || text[i] != '[') { /* braces in tags are text */
            for (size_t k = i; k < end && (in_comment || text[k] != ';'); k++)
                in_comment = text[k] == '{' || (in_comment && text[k] != '}');
        }
        while (end < len && is_line_end(text[end]))
            end++;
        i = end;
    }
    return count;
}

static bool may_have_escaped_lines(const char *text, size_t len)
{
    const char *s = text, *end = text + len;
    for (; s < end && (s = memchr(s, '%', (size_t)(end - s))) != NULL; s++)
        if (s == text || is_line_end(s[-1]))
            return true;
    return false;
}

/* --- Notation of xiangqi ---------------------------------------------------------------------- */

enum { MOVES_LOOKED_AT = 12 };

/* Whether the coordinates H2-E2 begin TEXT, in whichever letters and with a dash or without. */
static bool has_coordinates(const char *text, size_t len, const char *coordinates)
{
    size_t i = 0;
    for (; *coordinates; coordinates++) {
        if (i < len && (text[i] | 0x20) == (*coordinates | 0x20))
            i++;
        else if (*coordinates != '-')
            return false;
    }
    return true;
}

/* Whether M, to be played in POS, stands at AT in that notation. */
static bool is_written_in(const struct position *pos, move m, enum notation notation,
                          const char *at, size_t left)
{
    char text[SAN_MAX];
    size_t len = xiangqi_format(pos, m, notation, text);
    if (notation == NOTATION_ICCS)
        return has_coordinates(at, left, text);
    return len <= left && memcmp(text, at, len) == 0;
}

/* The notation in which most of the first moves stand in the text as qipu would write them. If none
   does, WXF for Latin letters, else that of the Format tag. */
static enum notation notation_of(const struct repair *r)
{
    const struct record *rec = r->rec;
    size_t hits[NOTATIONS] = {0}, moves = 0, latin = 0;
    if (rec->game != GAME_XIANGQI)
        return NOTATION_NONE;
    struct position pos = rec->start;
    for (size_t i = 0, depth = 0; i < rec->node_count && moves < MOVES_LOOKED_AT; i++) {
        const struct node *n = &rec->nodes[i];
        depth += n->kind == NODE_BEGIN;
        depth -= n->kind == NODE_END;
        if (depth > 0 || n->kind != NODE_MOVE)
            continue;
        size_t left;
        const char *at = repair_at(r, n->source, &left);
        for (int k = NOTATION_ICCS; k < NOTATIONS; k++)
            hits[k] += is_written_in(&pos, n->move, (enum notation)k, at, left);
        latin += left > 0 && (unsigned char)*at < 0x80;
        pos_play(&pos, n->move);
        moves++;
    }
    int best = NOTATION_NONE;
    hits[NOTATION_WXF] += latin > moves / 2 ? !hits[NOTATION_ICCS] && !hits[NOTATION_UCI] : 0;
    for (int k = NOTATION_ICCS; k < NOTATIONS; k++)
        best = hits[k] > hits[best] ? k : best;
    size_t len;
    if (best == NOTATION_ZH_HANS && !record_tag_text(rec, "Format", &len))
        return NOTATION_NONE; /* it needs none */
    return (enum notation)best;
}

/* --- Text ------------------------------------------------------------------------------------- */

const char *repair_line_end(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '\n')
            return "\n";
        if (text[i] == '\r')
            return i + 1 < len && text[i + 1] == '\n' ? "\r\n" : "\r";
    }
    return "\n";
}

static void add_with_line_ends(struct buffer *out, const char *text, size_t len, const char *end)
{
    if (strcmp(end, "\n") == 0) {
        buffer_add(out, text, len);
        return;
    }
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '\n')
            buffer_add_string(out, end);
        else
            buffer_add_char(out, text[i]);
    }
}

/* A comment that a ; began may hold what a comment in braces cannot. */
static void mend_braces(struct record *rec)
{
    for (size_t i = 0; i < rec->node_count; i++) {
        const struct node *n = &rec->nodes[i];
        char *text = n->kind == NODE_COMMENT ? rec->text.data + n->text.at : NULL;
        for (uint32_t k = 0; text && k < n->text.len; k++)
            if (text[k] == '}')
                text[k] = ')';
    }
}

/* Take out the tags that stand behind the moves, where they stay with the text of these. */
static void drop_tags_behind(struct record *rec)
{
    for (size_t i = rec->tag_count; i-- > 0;)
        if (rec->tags[i].source > rec->moves_source)
            record_drop_tag(rec, i);
}

/* Append the tags alone: those of a game without moves, without its result. */
static void write_tags(const struct record *rec, struct buffer *out)
{
    struct record copy = *rec;
    copy.node_count = 0;
    pgn_write(out, &copy, &(struct pgn_write_options){0});
    while (out->len > 0 && out->data[out->len - 1] == '\n')
        out->len--;
    while (out->len > 0 && out->data[out->len - 1] != '\n')
        out->len--;
}

/* The length of the line at AT, and with its end. */
static size_t line_length(const char *at, const char *end, size_t *with_end)
{
    const char *s = at;
    while (s < end && !is_line_end(*s))
        s++;
    const size_t len = (size_t)(s - at);
    const bool is_pair = end - s >= 2 && s[0] == '\r' && s[1] == '\n';
    *with_end = len + (s < end) + is_pair;
    return len;
}

/* Whether two lines with a tag each differ by blanks outside of the value at most. */
static bool is_same_line(const char *a, size_t a_len, const char *b, size_t b_len)
{
    bool in_value = false;
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (!in_value && i < a_len && strchr(" \t", a[i]))
            i++;
        while (!in_value && k < b_len && strchr(" \t", b[k]))
            k++;
        if (i == a_len || k == b_len)
            return i == a_len && k == b_len;
        if (a[i] != b[k])
            return false;
        if (a[i] == '"' && (i == 0 || a[i - 1] != '\\'))
            in_value = !in_value;
    }
}

/* The old line of the LEN bytes OLD that says what the line NEW does, its length in *FOUND; else
   NEW. */
static const char *old_line(const char *old, size_t len, const char *new, size_t new_len,
                            size_t *found)
{
    const char *end = old + len;
    for (size_t step; old < end; old += step) {
        *found = line_length(old, end, &step);
        if (*old == '[' && is_same_line(old, *found, new, new_len))
            return old;
    }
    *found = new_len;
    return new;
}

void repair_write_head(struct repair *r, struct buffer *out)
{
    struct buffer tags = {0}, text = {0};
    size_t left;
    repair_at(r, r->rec->moves_source, &left);
    const size_t len = r->len - left;
    if (may_have_escaped_lines(r->source, len))
        repair_escaped_lines(r->source, len, &text);
    write_tags(r->rec, &tags);
    const char *at = tags.data ? tags.data : "", *end = at + tags.len;
    for (size_t step; at < end; at += step) {
        size_t n = line_length(at, end, &step);
        const char *line = old_line(r->source, len, at, n, &n);
        buffer_add(&text, line, n);
        buffer_add_char(&text, '\n');
    }
    add_with_line_ends(out, text.data, text.len, repair_line_end(r->source, r->len));
    r->no_memory = r->no_memory || tags.failed || text.failed || out->failed;
    buffer_free(&tags);
    buffer_free(&text);
}

/* The tags, and the moves as they are. */
static void write_tags_only(struct repair *r, struct buffer *out)
{
    size_t left, end = r->text_end > 0 ? r->text_end : r->len;
    repair_at(r, r->rec->moves_source, &left);
    const size_t len = r->len - left;
    if (r->text_end == 0)
        drop_tags_behind(r->rec);
    repair_write_head(r, out);
    while (end > len && strchr(" \t\r\n", r->source[end - 1]))
        end--;
    buffer_add(out, r->source + len, end - len);
}

static void write_all(struct repair *r, struct buffer *out)
{
    struct buffer text = {0};
    if (may_have_escaped_lines(r->source, r->len))
        repair_escaped_lines(r->source, r->len, &text);
    pgn_write(&text, r->rec,
              &(struct pgn_write_options){.line_width = 80, .notation = notation_of(r)});
    while (text.len > 0 && text.data[text.len - 1] == '\n')
        text.len--;
    add_with_line_ends(out, text.data, text.len, repair_line_end(r->source, r->len));
    r->no_memory = r->no_memory || text.failed;
    buffer_free(&text);
}

void repair_write(struct repair *r, struct buffer *out)
{
    mend_braces(r->rec);
    if (r->tags_only)
        write_tags_only(r, out);
    else
        write_all(r, out);
    r->no_memory = r->no_memory || out->failed;
}

/* --- Proof ------------------------------------------------------------------------------------ */

bool repair_read(const struct buffer *text, enum game game, const struct repair_options *options,
                 struct repair_memory *m, int at)
{
    struct error err;
    struct record none;
    struct findings behind = {0}, *f = &m->findings[at];
    const struct read_options read = {.game = game,
                                      .encoding = "UTF-8",
                                      .letters = options ? options->letters : NULL,
                                      .auto_letters = options && options->auto_letters};
    struct reader *reader = reader_open_memory(text->data, text->len, &read, &err);
    if (!reader)
        return false;
    record_init(&none);
    bool ok = reader_next(reader, &m->rec[at], f, &err) == READ_GAME;
    reader_gap(reader, &m->head[at]);
    ok = ok && reader_next(reader, &none, &behind, &err) == READ_END && behind.count == 0;
    reader_close(reader);
    record_free(&none);
    findings_free(&behind);
    if (ok)
        check_record(&m->rec[at], &m->check, f);
    return ok && !f->failed;
}

bool repair_is_same(const struct record *a, const struct record *b)
{
    struct record x = *a, y = *b;
    x.tag_count = y.tag_count = 0;
    return a->is_broken == b->is_broken && record_equal(&x, &y, NULL, 0);
}
