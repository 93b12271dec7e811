/* The PGN reader: where a game begins, and its sections of tags and movetext token by token. The
   rules are those of qipu-formats(7), "Where a game ends"; the letters in the comments are its. */
#include "format/pgn/pgn.h"

#include <stdlib.h>
#include <string.h>

/* --- Spaces ----------------------------------------------------------------------------------- */

static bool at_line_start(const struct pgn_parser *ps, const char *s)
{
    return s == ps->text || pgn_is(s[-1], CLASS_LINE);
}

static void nul_byte(struct pgn_parser *ps)
{
    findings_add(ps->findings, FINDING_NUL_BYTE, pgn_source(ps, ps->p), pgn_ply(ps), NULL);
    ps->p++;
}

/* (g) A line that begins with % outside braces is not part of the text. */
static void skip_escaped_line(struct pgn_parser *ps)
{
    while (ps->p < ps->end && !pgn_is(*ps->p, CLASS_LINE))
        ps->p++;
}

int pgn_skip_space(struct pgn_parser *ps)
{
    int lines = 0;
    while (!pgn_failed(ps)) {
        if (*ps->p == '\n' || (*ps->p == '\r' && ps->p[1] != '\n'))
            lines++;
        if (pgn_is(*ps->p, CLASS_BLANK | CLASS_LINE)) {
            ps->p++;
        } else if (*ps->p == '%' && at_line_start(ps, ps->p)) {
            skip_escaped_line(ps);
            lines = 0;
        } else if (*ps->p == '\0' && ps->p < ps->end) {
            nul_byte(ps);
        } else if ((unsigned char)*ps->p >= 0x80) {
            ps->more = ps->end - ps->p < 4 && !ps->at_end;
            size_t blank = pgn_wide_blank(ps->p);
            if (blank == 0)
                break;
            pgn_note_wide_blank(ps, ps->p);
            ps->p += blank;
        } else {
            pgn_starved(ps);
            break;
        }
    }
    return lines;
}

/* Whether a blank line stands right before S. */
static bool after_blank_line(const struct pgn_parser *ps, const char *s)
{
    int lines = 0;
    while ((s = pgn_before_blanks(ps->begin, s, CLASS_BLANK)) > ps->begin &&
           pgn_is(s[-1], CLASS_LINE)) {
        s--;
        if (*s == '\n' || (*s == '\r' && s[1] != '\n'))
            lines++;
    }
    return lines >= 2;
}

/* --- Tokens ----------------------------------------------------------------------------------- */

/* (c) In movetext a tag line ends the game; it must begin its line, lest "[" in a remark does. In
   text that is no game, and before the first move, a tag may stand anywhere. */
static bool tag_line_at(struct pgn_parser *ps)
{
    const char *s = pgn_before_blanks(ps->begin, ps->p, CLASS_BLANK);
    if (!ps->started)
        return pgn_is_tag(ps, ps->p) || pgn_is_bare_section(ps, ps->p);
    return (at_line_start(ps, s) || pgn_is_before_moves(ps)) && pgn_is_tag(ps, ps->p);
}

/* (d) Without tags, move number 1 after a blank line begins another game. */
static bool untagged_game_at(struct pgn_parser *ps)
{
    if (ps->rec->tag_count > 0 || !ps->started || pgn_is(ps->p[1], CLASS_DIGIT) ||
        !after_blank_line(ps, ps->p))
        return false;
    const char *s = ps->p + 1;
    int dots = 0;
    for (; (s = pgn_behind_blanks(s)) < ps->end && *s == '.'; s++)
        dots++;
    if (s == ps->end && !ps->at_end)
        ps->more = true;
    return dots < 2; /* "1..." is Black's move of the game that goes on */
}

/* Text in brackets among the moves is a remark if it is more than a word, as [/pgn] is, or a
   command, as [%clk 0:10] is. */
static bool is_remark(const struct pgn_parser *ps, const char *at, size_t len)
{
    return ps->rec->ply_count > 0 && !ps->skipping && len > 2 && at[len - 1] == ']' &&
           (at[1] == '%' || memchr(at, ' ', len));
}

/* A character that means nothing: dropped with what belongs to it. */
static void read_stray(struct pgn_parser *ps)
{
    const char *at = ps->p++;
    if (*at == '[') { /* up to its end on this line */
        const char *s = ps->p;
        while (s < ps->end && !pgn_is(*s, CLASS_LINE) && *s != ']' && *s != '[')
            s++;
        if (s == ps->end && !ps->at_end)
            ps->more = true;
        if (*s == ']')
            ps->p = s + 1;
    }
    const size_t len = (size_t)(ps->p - at);
    if (ps->more || !is_remark(ps, at, len)) {
        pgn_stray(ps, at, len);
        return;
    }
    findings_add(ps->findings, FINDING_TEXT_IN_PARENTHESES, pgn_source(ps, at), pgn_ply(ps), NULL);
    pgn_add_comment(ps, at, len, at, false, true);
    pgn_check_nodes(ps);
}

/* Whether a result token may stand at S: tells most move numbers apart at a glance. */
static bool may_be_result(const char *s)
{
    const unsigned char c = (unsigned char)s[0];
    if (c != '0' && c != '1') /* 0xc2: the first byte of a half, or of a word */
        return c == '*' || c >= 0xc2 || ((c == '+' || c == '-') && s[1] == ':');
    const unsigned char next = (unsigned char)s[1];
    return next == '-' || next == '/' || next == ':' || next >= 0x80 || next == '\0' ||
           (next == ' ' && s[2] == '-') || (next == '.' && c == '0');
}

/* Read a token of one character, or one that its first character tells. Returns false as
   read_token does. */
static bool read_punctuation(struct pgn_parser *ps)
{
    switch (*ps->p) {
    case '.': ps->p++; return true;
    case '{': pgn_read_brace_comment(ps); return true;
    case ';': pgn_read_line_comment(ps); return true;
    case '(': pgn_open_variation(ps); return true;
    case ')': pgn_close_variation(ps); return true;
    case '$': pgn_read_nag(ps); return true;
    case '!':
    case '?': pgn_read_glyph(ps); return true;
    case '%':
        if (at_line_start(ps, ps->p))
            skip_escaped_line(ps);
        else
            read_stray(ps);
        return true;
    case '[':
        if (tag_line_at(ps) || ps->more)
            return false;
        read_stray(ps);
        return true;
    case '\0':
        if (ps->p == ps->end) {
            pgn_starved(ps);
            return false;
        }
        nul_byte(ps);
        return true;
    default: read_stray(ps); return true;
    }
}

/* Read one token. Returns false where the game ends: the cursor stands behind its terminator, or
   before what follows. Hot path. */
static bool read_token(struct pgn_parser *ps)
{
    while (pgn_is(*ps->p, CLASS_BLANK | CLASS_LINE))
        ps->p++;
    char c = *ps->p;
    uint8_t class = pgn_class[(unsigned char)c];
    const bool is_xiangqi = ps->rec->game == GAME_XIANGQI;
    if ((class & CLASS_LETTER) && !is_xiangqi) {
        pgn_read_move(ps);
        return true;
    }
    if (may_be_result(ps->p)) {
        struct pgn_result r = pgn_match_result(ps);
        if (r.len > 0)
            return !pgn_read_result(ps, &r);
    }
    if (ps->more || (c == '1' && untagged_game_at(ps)))
        return false;
    if (is_xiangqi && ps->started && at_line_start(ps, ps->p) && pgn_at_rule(ps))
        return false;
    if (is_xiangqi && (pgn_read_xiangqi(ps) || ps->more))
        return !ps->more;
    if (class & CLASS_LETTER) {
        pgn_read_move(ps);
        return true;
    }
    if (class & CLASS_DIGIT) {
        pgn_read_number(ps);
        return true;
    }
    if ((unsigned char)c >= 0x80) {
        pgn_read_beyond_ascii(ps);
        return true;
    }
    if (class & CLASS_SIGN) {
        pgn_read_sign(ps);
        return true;
    }
    return read_punctuation(ps);
}

/* --- Sections --------------------------------------------------------------------------------- */

static void report_dropped(struct pgn_parser *ps)
{
    if (ps->dropped_from)
        findings_add(ps->findings, FINDING_DROPPED_TEXT, pgn_source(ps, ps->dropped_from), 0,
                     "%zu byte%s of text belong%s to no game", ps->dropped,
                     ps->dropped == 1 ? "" : "s", ps->dropped == 1 ? "s" : "");
}

/* Text came before a tag section and was no game: all of it is dropped. */
static void drop_preface(struct pgn_parser *ps, const char *from)
{
    const char *to = ps->p;
    while (to > from && pgn_is(to[-1], CLASS_BLANK | CLASS_LINE))
        to--;
    ps->dropped_from = NULL;
    ps->dropped = 0;
    if (to > from)
        pgn_drop(ps, from, to);
    record_clear(ps->rec, ps->options->game);
    findings_clear(ps->findings);
    ps->skipping = ps->has_variation = ps->told_blank = false;
    ps->depth = 0;
    ps->has_number = ps->has_any_number = false;
}

/* Read one section of tags, if one is at the cursor, and the movetext behind it. Returns whether
   the section goes on. */
static bool read_section(struct pgn_parser *ps)
{
    bool has_moves = true;
    if (*ps->p == '[' && (pgn_is_tag(ps, ps->p) || pgn_is_bare_section(ps, ps->p))) {
        ps->started = true;
        has_moves = pgn_read_tags(ps);
    }
    if (pgn_failed(ps))
        return false;
    const size_t from = ps->findings->count;
    pgn_apply_tags(ps);
    const size_t to = ps->findings->count;
    if (ps->rec->node_count == 0)
        ps->rec->moves_source = pgn_source(ps, ps->p);
    do
        pgn_read_plain(ps);
    while (has_moves && !pgn_failed(ps) && read_token(ps) && !pgn_failed(ps));
    if (!has_moves || pgn_failed(ps) || !pgn_section_goes_on(ps))
        return false;
    pgn_reopen_section(ps, from, to);
    return true;
}

/* Read the game at the cursor, tags or moves. Returns whether there was one. */
static bool read_game(struct pgn_parser *ps)
{
    const char *from = ps->p;
    ps->game = from;
    while (read_section(ps))
        ;
    if (pgn_failed(ps))
        return false;
    if (!ps->started) {
        drop_preface(ps, from);
        return false;
    }
    pgn_end_game(ps);
    if (ps->rec->has_terminator)
        pgn_read_after_result(ps);
    return true;
}

static void start_parse(struct pgn_parser *ps, const struct text_window *window, size_t start)
{
    ps->text = ps->begin = ps->game = ps->p = window->data + start;
    ps->end = window->data + window->len;
    ps->at_end = window->at_end;
    ps->more = ps->no_memory = ps->too_large = false;
    ps->depth = ps->skip_depth = 0;
    ps->skipping = false;
    ps->started = ps->is_game;
    ps->has_number = ps->has_any_number = false;
    ps->number_shift = 0;
    ps->ranks = RANKS_UNKNOWN;
    ps->has_variation = ps->told_blank = false;
    ps->behind_tag = ps->text;
    ps->remark_reach = REMARK_REACH;
    ps->dropped_from = NULL;
    ps->dropped = 0;
    ps->checkpoint_ply = 0;
    ps->told_letters = false;
    ps->bad_moves = 0;
}

enum pgn_status pgn_parse_in_letters(struct pgn_parser *ps, const struct text_window *window,
                                     size_t start, struct pgn_extent *extent)
{
    start_parse(ps, window, start);
    bool found = false;
    do {
        pgn_skip_space(ps);
        if (pgn_failed(ps) || ps->p == ps->end)
            break;
        if (!ps->dropped_from && ps->findings->count == 0)
            ps->begin = ps->p;
        found = read_game(ps);
    } while (!found && !pgn_failed(ps));
    if (pgn_failed(ps))
        return ps->more ? PGN_MORE : ps->no_memory ? PGN_NO_MEMORY : PGN_TOO_LARGE;
    report_dropped(ps);
    ps->rec->source = pgn_source(ps, ps->game);
    extent->base = (size_t)(ps->begin - window->data);
    extent->begin = (size_t)(ps->game - window->data);
    extent->next = (size_t)(ps->p - window->data);
    return found ? PGN_GAME : PGN_NOTHING;
}

void pgn_parser_free(struct pgn_parser *ps)
{
    free(ps->levels);
    ps->levels = NULL;
}
