/* Repairs: the new text of a game, and the proof that it is the same game. The line ends and, in
   xiangqi, the notation of the moves are those of the old text. */
#include "check/repairs.h"

#include <string.h>

/* --- Escaped lines ---------------------------------------------------------------------------- */

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

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
static bool is_written_in(const struct position *pos, move m, enum xiangqi_notation notation,
                          const char *at, size_t left)
{
    char text[SAN_MAX];
    size_t len = xiangqi_format(pos, m, notation, text);
    if (notation == XIANGQI_ICCS)
        return has_coordinates(at, left, text);
    return len <= left && memcmp(text, at, len) == 0;
}

/* The notation in which most of the first moves stand in the text as qipu would write them. If none
   does, WXF for Latin letters, else that of the Format tag. */
static enum xiangqi_notation notation_of(const struct repair *r)
{
    const struct record *rec = r->rec;
    size_t hits[XIANGQI_NOTATIONS] = {0}, moves = 0, latin = 0;
    if (rec->game != GAME_XIANGQI)
        return XIANGQI_NONE;
    struct position pos = rec->start;
    for (size_t i = 0, depth = 0; i < rec->node_count && moves < MOVES_LOOKED_AT; i++) {
        const struct node *n = &rec->nodes[i];
        depth += n->kind == NODE_BEGIN;
        depth -= n->kind == NODE_END;
        if (depth > 0 || n->kind != NODE_MOVE)
            continue;
        size_t left;
        const char *at = repair_at(r, n->source, &left);
        for (int k = XIANGQI_NONE + 1; k < XIANGQI_NOTATIONS; k++)
            hits[k] += is_written_in(&pos, n->move, (enum xiangqi_notation)k, at, left);
        latin += left > 0 && (unsigned char)*at < 0x80;
        pos_play(&pos, n->move);
        moves++;
    }
    int best = XIANGQI_NONE;
    hits[XIANGQI_WXF] += latin > moves / 2 ? !hits[XIANGQI_ICCS] && !hits[XIANGQI_UCI] : 0;
    for (int k = XIANGQI_NONE + 1; k < XIANGQI_NOTATIONS; k++)
        best = hits[k] > hits[best] ? k : best;
    size_t len;
    if (best == XIANGQI_ZH_HANS && !record_tag_text(rec, "Format", &len))
        return XIANGQI_NONE; /* it needs none */
    return (enum xiangqi_notation)best;
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

/* The length of the text that is written anew. */
static size_t written_length(const struct repair *r)
{
    if (!r->tags_only)
        return r->len;
    size_t left;
    repair_at(r, r->rec->moves_source, &left);
    return r->len - left;
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

void repair_write(struct repair *r, struct buffer *out)
{
    struct buffer text = {0};
    const size_t len = written_length(r);
    mend_braces(r->rec);
    if (may_have_escaped_lines(r->source, len))
        repair_escaped_lines(r->source, len, &text);
    if (r->tags_only) {
        if (r->text_end == 0)
            drop_tags_behind(r->rec);
        write_tags(r->rec, &text);
    } else {
        pgn_write(&text, r->rec,
                  &(struct pgn_write_options){.line_width = 80, .notation = notation_of(r)});
        while (text.len > 0 && text.data[text.len - 1] == '\n')
            text.len--;
    }
    add_with_line_ends(out, text.data, text.len, repair_line_end(r->source, r->len));
    size_t end = r->tags_only && r->text_end > 0 ? r->text_end : r->len;
    while (end > len && strchr(" \t\r\n", r->source[end - 1]))
        end--;
    buffer_add(out, r->source + len, end - len);
    r->no_memory = r->no_memory || text.failed || out->failed;
    buffer_free(&text);
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
