/* Records in plain text as Chinese programs export them: captions with what is known of the game,
   perhaps a remark, then the moves. The moves are read by the PGN reader, which knows every way of
   writing them; it is given a copy in which the captions are blank, so that places stay. */
#include "format/captions.h"
#include "format/facts.h"
#include "format/whole.h"

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
    size_t from, to;     /* the moves, up to the next game */
    struct buffer moves; /* a copy of them */
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
    while (digits < len && line[digits] >= '0' && line[digits] <= '9')
        digits++;
    if (digits > 0 && digits < len && strchr(".)", line[digits]))
        return true;
    bool is_coordinates = len >= 4 && ((line[0] | 0x20) >= 'a' && (line[0] | 0x20) <= 'i') &&
                          line[1] >= '0' && line[1] <= '9';
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

/* Read the moves from AT on, with captions behind or between, up to one that this game has. */
static void read_moves(struct text_list *t, size_t at)
{
    size_t end;
    t->from = at;
    while (at < t->len) {
        const char *line = t->data + at;
        size_t n = line_length(line, t->len - at), next = line_end(t, at);
        const struct caption *c = caption_at(line, n, &end);
        if (c && has_caption(t, c))
            break;
        if (c)
            take_captions(t, line, n);
        bool is_hidden = c || caption_is_heading(line, n);
        for (size_t i = 0; i < next - at; i++)
            buffer_add_char(&t->moves, is_hidden && i < n ? ' ' : line[i]);
        at = next;
    }
    t->to = at;
}

/* --- Making the record ------------------------------------------------------------------------ */

static bool is_blank(const char *text, size_t len)
{
    facts_trim(&text, &len);
    return len == 0;
}

static const struct entry *find_fen(const struct text_list *t)
{
    for (size_t i = 0; i < t->entry_count; i++)
        if (t->entries[i].caption->kind == CAPTION_FEN &&
            !is_blank(t->entries[i].value, t->entries[i].len))
            return &t->entries[i];
    return NULL;
}

/* Findings of the parser count from the moves, or in the FEN from its value; some are answered by the
   captions. */
static void settle_findings(struct findings *f, size_t moves_at, size_t fen_at)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++) {
        struct finding x = f->items[i];
        bool is_of_fen = x.code == FINDING_BAD_FEN || x.code == FINDING_FEN_DETAIL ||
                         x.code == FINDING_FEN_CLOCK;
        if (x.code == FINDING_NO_TAGS || x.code == FINDING_FEN_WITHOUT_SETUP)
            continue;
        x.source += (uint32_t)(is_of_fen ? fen_at : moves_at);
        f->items[kept++] = x;
    }
    f->count = kept;
}

/* A result among the captions will do. */
static void drop_missing_result(struct findings *f)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++)
        if (f->items[i].code != FINDING_MISSING_RESULT)
            f->items[kept++] = f->items[i];
    f->count = kept;
}

/* Let the PGN reader read the moves into REC, from the position of FEN if there is one. Returns
   whether there were moves; *USED is how much of them it took. */
static bool parse_moves(struct text_list *t, const struct entry *fen, struct record *rec,
                        struct findings *f, size_t *used)
{
    const struct read_options options = {.game = GAME_XIANGQI};
    struct pgn_parser parser = {
        .options = &options, .letters = &piece_letter_table[0], .rec = rec, .findings = f};
    const struct text_window window = {buffer_terminate(&t->moves), t->moves.len, true};
    struct facts x = {.rec = rec, .findings = f};
    struct pgn_extent extent = {0};
    if (fen)
        facts_add(&x, "FEN", fen->value, fen->len, 0);
    enum pgn_status status = pgn_parse(&parser, &window, 0, &extent);
    pgn_parser_free(&parser);
    if (status == PGN_NO_MEMORY || t->moves.failed)
        f->failed = true;
    if (status == PGN_TOO_LARGE) {
        findings_add(f, FINDING_GAME_TOO_LARGE, 0, 0, NULL);
        rec->is_broken = rec->bad_start = true;
    }
    size_t shift = t->from + extent.base;
    for (size_t i = 0; i < rec->node_count; i++)
        rec->nodes[i].source += (uint32_t)shift;
    rec->source += (uint32_t)shift;
    rec->terminator_source += (uint32_t)shift;
    settle_findings(f, shift, fen ? (size_t)(fen->value - t->data) : 0);
    *used = status == PGN_GAME ? extent.next : t->moves.len;
    return status == PGN_GAME;
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
    case CAPTION_RESULT:
        if (!x->rec->has_terminator)
            facts_add_result(x, value, len, source);
        break;
    case CAPTION_FEN:
        if (x->rec->has_start_tag || x->rec->bad_start)
            facts_add(x, "FEN", value, len, source);
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

/* Read the start and the moves, then what the captions say: the parser begins with an empty record,
   but for the tag FEN, which it plays from. Returns where the next game begins. */
static size_t make_record(struct text_list *t, struct record *rec, struct findings *f)
{
    struct facts x = {.rec = rec, .findings = f};
    const struct entry *fen = find_fen(t);
    size_t used = t->moves.len;
    bool has_moves = !is_blank(t->moves.len > 0 ? t->moves.data : "", t->moves.len) &&
                     parse_moves(t, fen, rec, f, &used);
    if (fen && !has_moves)
        facts_start_fen(&x, fen->value, fen->len, (uint32_t)(fen->value - t->data));
    while (record_remove_tag(rec, "FEN"))
        ;
    rec->has_start_tag = rec->has_start_tag && !facts_is_usual_start(&rec->start);
    facts_begin(&x);
    if (rec->has_terminator)
        facts_set_result(&x, rec->terminator, rec->terminator_source);
    for (size_t i = 0; i < t->entry_count; i++)
        add_entry(&x, t, &t->entries[i]);
    x.left_out += t->surplus;
    facts_end(&x);
    if (rec->has_terminator)
        drop_missing_result(f);
    add_remark(t, rec, f);
    bool is_done = used >= t->moves.len || is_blank(t->moves.data + used, t->moves.len - used);
    return is_done ? t->to : t->from + used;
}

static bool read_game(const char *data, size_t len, size_t *at, struct record *rec,
                      struct findings *f)
{
    if (is_blank(data + *at, len - *at))
        return false;
    struct text_list *t = calloc(1, sizeof *t);
    if (!t) {
        f->failed = true;
        return false;
    }
    t->data = data;
    t->len = len;
    read_moves(t, read_head(t, *at));
    *at = make_record(t, rec, f);
    f->failed |= t->remark.failed || t->moves.failed;
    buffer_free(&t->remark);
    buffer_free(&t->moves);
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
