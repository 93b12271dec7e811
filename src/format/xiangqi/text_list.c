/* Records in plain text as Chinese programs export them: captions with what is known of the game,
   perhaps a remark, then the moves. The moves are read by the PGN reader, which knows every way of
   writing them; it is given a copy in which the captions are blank, so that places stay. */
#include "base/ascii.h"
#include "format/pgn/moves_text.h"
#include "format/whole.h"
#include "format/xiangqi/board_text.h"
#include "format/xiangqi/captions.h"

#include <stdlib.h>
#include <string.h>

/* A caption of the game and what stands behind it. */
struct entry {
    const struct caption *caption;
    const char *value;
    size_t len;
    bool is_black; /* CAPTION_TIME: of Black's time */
};
enum { ENTRIES_MAX = 200, ENTRIES_LEAST = 2 /* to be recognised by */ };

struct text_list {
    const char *data;
    size_t len;
    struct entry entries[ENTRIES_MAX];
    size_t entry_count, surplus;
    bool is_black;        /* the last player's caption was Black's */
    struct buffer remark; /* what stands before the moves */
    uint32_t remark_at;
    struct buffer fen;    /* the start, in the letters of FEN */
    size_t from, to;      /* the moves, up to the next game */
    struct buffer moves;  /* a copy of them */
    bool is_cut;          /* there are more */
};

/* --- Lines ------------------------------------------------------------------------------------ */

static size_t line_length(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && s[n] != '\n' && s[n] != '\r')
        n++;
    return n;
}

static size_t line_end(const struct text_list *t, size_t at)
{
    size_t n = at + line_length(t->data + at, t->len - at);
    if (n < t->len)
        n += t->data[n] == '\r' && n + 1 < t->len && t->data[n + 1] == '\n' ? 2 : 1;
    return n;
}

/* Whether moves begin on the line: a number with a dot, or a move. */
static bool is_moves(const char *line, size_t len)
{
    char token[XIANGQI_TOKEN_MAX];
    size_t token_len, digits = 0;
    facts_trim(&line, &len);
    while (digits < len && is_digit(line[digits]))
        digits++;
    if (digits > 0 && digits < len && strchr(".)", line[digits]))
        return true;
    bool is_coordinates =
        len >= 4 && ((line[0] | 0x20) >= 'a' && (line[0] | 0x20) <= 'i') && is_digit(line[1]);
    return is_coordinates || xiangqi_token(line, len, token, &token_len) > 0;
}

static bool has_caption(const struct text_list *t, const struct caption *c)
{
    for (size_t i = 0; i < t->entry_count; i++)
        if (t->entries[i].caption == c && c->kind != CAPTION_TIME)
            return true;
    return false;
}

/* Take the captions of a line. */
static void take_captions(struct text_list *t, const char *line, size_t len)
{
    size_t end;
    for (const struct caption *c; (c = caption_at(line, len, &end)) != NULL;) {
        line += end;
        len -= end;
        size_t n = caption_find(line, len);
        if (c->kind == CAPTION_TEXT && strncmp(c->tag, "Black", 5) == 0)
            t->is_black = true;
        else if (c->kind == CAPTION_TEXT && strncmp(c->tag, "Red", 3) == 0)
            t->is_black = false;
        if (t->entry_count < ENTRIES_MAX)
            t->entries[t->entry_count++] = (struct entry){c, line, n, t->is_black};
        else
            t->surplus++;
        line += n;
        len -= n;
    }
}

static void take_remark(struct text_list *t, const char *line, size_t len)
{
    facts_trim(&line, &len);
    if (len == 0)
        return;
    if (t->remark.len > 0)
        buffer_add_char(&t->remark, '\n');
    else
        t->remark_at = (uint32_t)(line - t->data);
    buffer_add(&t->remark, line, len);
}

/* --- Taking a game apart ---------------------------------------------------------------------- */

/* Read what stands before the moves from AT on. */
static size_t read_head(struct text_list *t, size_t at)
{
    size_t end;
    while (at < t->len) {
        const char *line = t->data + at;
        size_t n = line_length(line, t->len - at);
        const struct caption *c = caption_at(line, n, &end);
        if (c && has_caption(t, c) && t->remark.len > 0)
            break; /* the next game: this one has no moves */
        if (c)
            take_captions(t, line, n);
        else if (is_moves(line, n))
            break;
        else if (!caption_is_heading(line, n))
            take_remark(t, line, n);
        at = line_end(t, at);
    }
    return at;
}

/* Read the moves from AT on, with captions behind or between, up to one that this game has, but no
   more lines than LIMIT bytes take. */
static void read_moves(struct text_list *t, size_t at, size_t limit)
{
    size_t end;
    t->from = at;
    t->is_cut = false;
    buffer_clear(&t->moves);
    while (at < t->len && !t->is_cut) {
        const char *line = t->data + at;
        size_t n = line_length(line, t->len - at), next = line_end(t, at);
        const struct caption *c = caption_at(line, n, &end);
        if (c && has_caption(t, c))
            break;
        if (c)
            take_captions(t, line, n);
        size_t hidden = c || caption_is_heading(line, n) ? n : 0;
        for (size_t i = 0; i < hidden; i++)
            buffer_add_char(&t->moves, ' ');
        buffer_add(&t->moves, line + hidden, next - at - hidden);
        at = next;
        t->is_cut = at < t->len && at - t->from >= limit;
    }
    t->to = at;
}

/* --- Making the record ------------------------------------------------------------------------ */

static bool is_empty_text(const char *text, size_t len)
{
    facts_trim(&text, &len);
    return len == 0;
}

static const struct entry *find_fen(const struct text_list *t)
{
    for (size_t i = 0; i < t->entry_count; i++)
        if (t->entries[i].caption->kind == CAPTION_FEN &&
            !is_empty_text(t->entries[i].value, t->entries[i].len))
            return &t->entries[i];
    return NULL;
}

/* The result behind the moves counts, if it is one. */
static void add_result(struct facts *x, const char *value, size_t len, uint32_t source)
{
    const struct record *rec = x->rec;
    enum result said;
    char quote[QUOTE_MAX];
    if (!rec->has_terminator || rec->terminator == RESULT_NONE)
        facts_add_result(x, value, len, source);
    else if (len > 0 && (!facts_read_result(value, len, &said) || said != rec->terminator))
        findings_add(x->findings, FINDING_RESULT_CONFLICT, source, 0, "%s, but behind the moves %s",
                     finding_quote(value, len, quote), result_text(rec->terminator));
}

static void add_entry(struct facts *x, const struct text_list *t, const struct entry *e)
{
    static const char no_address[] = "(Email:)";
    const char *value = e->value;
    size_t len = e->len;
    uint32_t source = (uint32_t)(value - t->data);
    facts_trim(&value, &len);
    if (len == sizeof no_address - 1 && memcmp(value, no_address, len) == 0)
        return;
    switch (e->caption->kind) {
    case CAPTION_TEXT: facts_add(x, e->caption->tag, value, len, source); break;
    case CAPTION_DATE: facts_add_date(x, e->caption->tag, value, len, source); break;
    case CAPTION_TIME:
        facts_add(x, e->is_black ? "BlackTime" : "RedTime", value, len, source);
        break;
    case CAPTION_RESULT: add_result(x, value, len, source); break;
    case CAPTION_FEN:
        if (x->rec->has_start_tag || x->rec->bad_start)
            facts_add(x, "FEN", t->fen.data, t->fen.len, source);
        break;
    }
}

/* Put the remark before the first move. */
static void add_remark(struct text_list *t, struct record *rec, struct findings *f)
{
    struct slice s;
    if (t->remark.len == 0)
        return;
    if (!record_add_text(rec, t->remark.data, t->remark.len, &s) ||
        !record_add_node(rec, NODE_COMMENT, t->remark_at)) {
        f->failed = true;
        return;
    }
    struct node *nodes = rec->nodes, comment = nodes[rec->node_count - 1];
    memmove(nodes + 1, nodes, (rec->node_count - 1) * sizeof *nodes);
    comment.text = s;
    nodes[0] = comment;
}

/* Read the moves that were copied. False if they are not enough; *NEXT is where the next game
   begins. */
static bool parse_moves(struct text_list *t, struct facts *x, size_t *next)
{
    const struct entry *fen = find_fen(t);
    struct moves_text text = {
        .moves = buffer_terminate(&t->moves), .is_cut = t->is_cut, .at = t->from};
    size_t used;
    text.len = t->moves.failed ? 0 : t->moves.len;
    if (fen) {
        buffer_clear(&t->fen);
        board_text_to_fen(fen->value, fen->len, &t->fen);
        text.fen = buffer_terminate(&t->fen);
        text.fen_len = t->fen.failed ? 0 : t->fen.len;
        text.fen_at = (size_t)(fen->value - t->data);
    }
    if (moves_text_read(&text, x, true, &used) == MOVES_TEXT_MORE)
        return false;
    *next = is_empty_text(text.moves + used, text.len - used) ? t->to : t->from + used;
    return true;
}

static void add_captions(struct text_list *t, struct facts *x)
{
    struct record *rec = x->rec;
    facts_begin(x);
    if (rec->has_terminator)
        facts_set_result(x, rec->terminator, rec->terminator_source);
    for (size_t i = 0; i < t->entry_count; i++)
        add_entry(x, t, &t->entries[i]);
    x->left_out += t->surplus;
    facts_end(x);
    if (rec->has_terminator)
        moves_text_forget(x->findings, FINDING_MISSING_RESULT);
    add_remark(t, rec, x->findings);
}

static void read_text(struct text_list *t, size_t *at, struct facts *x)
{
    enum { FIRST_LIMIT = 16 * 1024 };
    size_t from = read_head(t, *at), captions = t->entry_count, surplus = t->surplus;
    size_t limit = FIRST_LIMIT;
    for (bool done = false; !done && !x->findings->failed && !t->moves.failed; limit *= 2) {
        t->entry_count = captions;
        t->surplus = surplus;
        read_moves(t, from, limit);
        done = parse_moves(t, x, at);
    }
    add_captions(t, x);
}

static bool read_game(const char *data, size_t len, size_t *at, struct record *rec,
                      struct findings *f)
{
    struct facts x = {.rec = rec, .findings = f};
    if (is_empty_text(data + *at, len - *at))
        return false;
    struct text_list *t = calloc(1, sizeof *t);
    if (!t) {
        f->failed = true;
        return false;
    }
    t->data = data;
    t->len = len;
    read_text(t, at, &x);
    f->failed |= t->remark.failed || t->moves.failed || t->fen.failed;
    buffer_free(&t->remark);
    buffer_free(&t->moves);
    buffer_free(&t->fen);
    free(t);
    return true;
}

static bool recognise(const char *data, size_t len, const char *name)
{
    enum { LINES = 40 };
    struct text_list t = {.data = data, .len = len};
    size_t at = 0, found = 0, end;
    (void)name;
    for (int i = 0; i < LINES && at < len && found < ENTRIES_LEAST; i++) {
        size_t n = line_length(data + at, len - at);
        if (n > 0 && data[at] == '[')
            return false;
        found += caption_at(data + at, n, &end) != NULL;
        at = line_end(&t, at);
    }
    return found >= ENTRIES_LEAST;
}

const struct whole_format whole_text_list = {.name = "text",
                                             .is_text = true,
                                             .is_single = false,
                                             .game = GAME_XIANGQI,
                                             .recognise = recognise,
                                             .read = read_game};
