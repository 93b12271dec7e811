/* Lists with a game on each line; see line_list.h. A line is copied, so that the PGN reader, which
   knows every way of writing moves, finds the end of its text there; places are put right behind
   it. */
#include "format/lists/line_list.h"
#include "base/ascii.h"

#include "format/game/facts.h"
#include "format/pgn/moves_text.h"

#include <string.h>

/* --- Lines ------------------------------------------------------------------------------------ */

/* If the word at *AT is WORD, go to the next one. */
static bool take_word(const char *data, size_t len, size_t *at, const char *word)
{
    size_t n = strlen(word);
    if (utf8_word_end(data, len, *at) - *at != n || memcmp(data + *at, word, n) != 0)
        return false;
    *at = utf8_skip_unseen(data, len, *at + n);
    return true;
}

bool list_line_split(const char *line, size_t len, struct list_line *out)
{
    size_t at = utf8_skip_unseen(line, len, 0);
    *out = (struct list_line){.moves = at};
    out->has_position = take_word(line, len, &at, "position");
    bool is_game = take_word(line, len, &at, "startpos");
    if (!is_game && take_word(line, len, &at, "fen") && at < len) {
        is_game = true;
        out->fen = at;
        for (size_t next = at; at < len && !take_word(line, len, &next, "moves"); next = at)
            at = utf8_skip_unseen(line, len, utf8_word_end(line, len, at));
        out->fen_end = at;
    }
    if (is_game) {
        take_word(line, len, &at, "moves");
        out->moves = at;
    }
    return is_game;
}

/* --- A game ----------------------------------------------------------------------------------- */

/* The line that is being read. */
struct line {
    const char *text;
    size_t len;
    struct list_line parts;
    uint32_t at; /* where it begins, from where findings count */
    struct buffer copy;
};

/* What such a text need not have is not missed, and long forms are its usual way. Findings of the
   parser count from its text at MOVES, those about the FEN from its value. */
static void settle_findings(struct findings *f, uint32_t moves)
{
    moves_text_forget(f, FINDING_COORDINATES);
    moves_text_forget(f, FINDING_LONG_FORM);
    moves_text_forget(f, FINDING_NO_MOVE_NUMBERS);
    moves_text_forget(f, FINDING_MISSING_RESULT);
    moves_text_forget(f, FINDING_FEN_WITHOUT_SETUP);
    for (size_t i = 0; i < f->count; i++) {
        const enum finding_code code = f->items[i].code;
        if (code != FINDING_BAD_FEN && code != FINDING_FEN_DETAIL && code != FINDING_FEN_CLOCK)
            f->items[i].source += moves;
    }
}

static void settle_record(struct record *rec, uint32_t moves)
{
    for (size_t i = 0; i < rec->node_count; i++)
        rec->nodes[i].source += moves;
    rec->terminator_source += moves;
}

/* The tags of a game that has none: the roster, which is unknown, and those of a start that is not
   the usual one. Returns whether the game can be played. */
static bool add_tags(struct facts *x, const struct line *l)
{
    struct position pos;
    struct fen_report report;
    const char *fen = l->text + l->parts.fen;
    const size_t len = l->parts.fen_end - l->parts.fen;
    const uint32_t source = l->at + (uint32_t)l->parts.fen;
    facts_begin(x);
    if (len == 0)
        return true;
    const bool is_good = fen_parse(x->rec->game, fen, len, &pos, &report);
    if (is_good && pos_is_start(&pos))
        return true;
    if (x->rec->game == GAME_CHESS)
        facts_add(x, "SetUp", "1", 1, source);
    facts_add(x, "FEN", fen, len, source);
    return is_good;
}

/* Start where the tags say. There are no moves, or none that can be judged, which become a
   comment. */
static void set_start(struct pgn_parser *ps, const struct line *l)
{
    const char *text = l->text + l->parts.moves;
    size_t len = l->len - l->parts.moves;
    ps->text = ps->begin = ps->game = ps->p = l->text + l->len;
    ps->skipping = ps->no_memory = false;
    pgn_apply_tags(ps);
    ps->skipping = false;
    ps->begin = l->text - l->at;
    facts_trim(&text, &len);
    if (len > 0)
        pgn_add_comment(ps, text, len, text, false, true);
    ps->findings->failed = ps->findings->failed || ps->no_memory;
    settle_findings(ps->findings, 0);
}

static void report_rest(struct findings *f, const struct line *l, size_t used, size_t ply)
{
    const char *rest = l->text + l->parts.moves + used, *end = l->text + l->len;
    while (rest < end && is_blank(*rest))
        rest++;
    if (rest < end)
        findings_add(f, FINDING_DROPPED_TEXT, l->at + (uint32_t)(rest - l->text), ply,
                     "%zu bytes of text behind the game", (size_t)(end - rest));
}

/* Read the moves. False if there are none, though there is text. */
static bool read_moves(struct pgn_parser *ps, struct line *l, enum line_status *status)
{
    struct record *rec = ps->rec;
    struct pgn_extent extent;
    buffer_add(&l->copy, l->text + l->parts.moves, l->len - l->parts.moves);
    const struct text_window window = {buffer_terminate(&l->copy), l->copy.len, true};
    if (l->copy.failed) {
        *status = LINE_NO_MEMORY;
        return true;
    }
    switch (pgn_parse(ps, &window, 0, &extent)) {
    case PGN_NO_MEMORY: *status = LINE_NO_MEMORY; return true;
    case PGN_TOO_LARGE:
        record_clear(rec, rec->game);
        findings_clear(ps->findings);
        rec->is_broken = rec->bad_start = true;
        findings_add(ps->findings, FINDING_GAME_TOO_LARGE, l->at, 0, NULL);
        return true;
    case PGN_GAME: break;
    default: return false;
    }
    const uint32_t moves = l->at + (uint32_t)(l->parts.moves + extent.base);
    settle_findings(ps->findings, moves);
    settle_record(rec, moves);
    report_rest(ps->findings, l, extent.next, rec->ply_count);
    return true;
}

/* Read the line into the record. False if it is no game. */
static bool read_line(struct pgn_parser *ps, struct line *l, enum line_status *status)
{
    struct facts x = {.rec = ps->rec, .findings = ps->findings};
    if (!add_tags(&x, l) || l->parts.moves == l->len) {
        set_start(ps, l);
    } else if (!read_moves(ps, l, status)) {
        return false;
    }
    struct record *rec = ps->rec;
    if (rec->has_terminator)
        facts_set_result(&x, rec->terminator, rec->terminator_source);
    rec->source = l->at;
    rec->is_listed = true;
    if (ps->findings->failed)
        *status = LINE_NO_MEMORY;
    return true;
}

/* --- The list --------------------------------------------------------------------------------- */

static size_t find_line(const struct text_window *w, size_t at)
{
    while ((at = utf8_skip_unseen(w->data, w->len, at)) < w->len && w->data[at] == '\0')
        at++;
    return at;
}

static size_t line_length(const struct text_window *w, size_t at)
{
    size_t n = 0;
    while (at + n < w->len && !is_line_end(w->data[at + n]))
        n++;
    return n;
}

static void report_dropped(struct findings *f, size_t bytes)
{
    if (bytes > 0)
        findings_add(f, FINDING_DROPPED_TEXT, 0, 0, "%zu bytes of text belong to no game", bytes);
}

enum line_status line_list_read(struct pgn_parser *ps, bool has_position,
                                const struct text_window *w, struct pgn_extent *extent)
{
    size_t at = find_line(w, extent->next), dropped = 0;
    ps->is_line = true;
    extent->base = extent->begin = extent->next = at;
    for (;; at = find_line(w, at)) {
        struct line l = {.text = w->data + at, .len = line_length(w, at)};
        enum line_status status = LINE_GAME;
        findings_clear(ps->findings);
        if (!record_clear(ps->rec, ps->options->game))
            return LINE_NO_MEMORY;
        if (at + l.len == w->len && !w->at_end) {
            extent->begin = at;
            return LINE_MORE;
        }
        if (l.len == 0)
            break;
        l.at = (uint32_t)(at - extent->base);
        ps->is_game = list_line_split(l.text, l.len, &l.parts);
        const bool was_read = (ps->is_game || !has_position) && read_line(ps, &l, &status);
        buffer_free(&l.copy);
        at += l.len;
        if (status == LINE_NO_MEMORY)
            return status;
        if (was_read) {
            extent->begin = extent->base + ps->rec->source;
            extent->next = at;
            report_dropped(ps->findings, dropped);
            return LINE_GAME;
        }
        dropped += l.len;
    }
    report_dropped(ps->findings, dropped);
    extent->next = w->len;
    return LINE_END;
}
