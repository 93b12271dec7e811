/* Telling a list with a game on each line from a game without tags that goes over several lines. Of
   the first lines each may be a game, or they may be one game when read on; the list is known by
   the first line at which only one of the two is possible. A text of which both hold, as of a
   single line, is PGN; so is one of which neither does. */
#include "base/ascii.h"
#include "format/lists/line_list.h"

#include <string.h>

enum { LOOK_MAX = 64 * 1024, BLANKS_MAX = 1024 * 1024 };

/* The game that the lines are tried as. */
struct look {
    const struct text_window *window;
    struct read_options options;
    struct pgn_parser parser;
    struct record rec;
    struct findings findings;
    struct buffer text;
};

static bool is_forgiven(enum finding_code code)
{
    return code == FINDING_NULL_MOVE_MAIN || code == FINDING_MISSING_RESULT;
}

/* Whether the text is moves alone, all of which can be played. */
static bool is_played(struct look *k, const char *text, size_t len)
{
    struct pgn_extent extent;
    buffer_clear(&k->text);
    buffer_add(&k->text, text, len);
    const struct text_window window = {buffer_terminate(&k->text), k->text.len, true};
    findings_clear(&k->findings);
    k->parser.options = &k->options;
    k->parser.rec = &k->rec;
    k->parser.findings = &k->findings;
    if (k->text.failed || !record_clear(&k->rec, k->options.game) ||
        pgn_parse_in_letters(&k->parser, &window, 0, &extent) != PGN_GAME)
        return false;
    for (size_t i = 0; i < k->findings.count; i++)
        if (!is_forgiven(k->findings.items[i].code))
            return false;
    return utf8_skip_unseen(text, len, extent.next) == len && !k->rec.is_broken &&
           !k->rec.has_terminator && k->rec.node_count == k->rec.ply_count;
}

/* Whether move number 1, of the first side, stands at S; the window ends in a NUL. */
static bool begins_with_one(const char *s)
{
    if (*s != '1' || is_digit(s[1]))
        return false;
    return !(s[1] == '.' && s[2] == '.');
}

/* The line that begins at AT ends at *END. False if that is not in the window. */
static bool find_end(const struct text_window *w, size_t at, size_t *end)
{
    for (*end = at; *end < w->len && !is_line_end(w->data[*end]);)
        ++*end;
    return *end < w->len || w->at_end;
}

/* Go to the next line that is not blank. Returns whether it follows a blank line. */
static bool next_line(const struct text_window *w, size_t *at)
{
    int lines = 0;
    for (; *at < w->len && is_white(w->data[*at]); ++*at)
        lines += w->data[*at] == '\n' || (w->data[*at] == '\r' && w->data[*at + 1] != '\n');
    return lines >= 2;
}

/* The game of the line's FEN, or GAME_COUNT. */
static enum game says_start(const char *line, size_t len)
{
    struct list_line parts;
    if (!list_line_split(line, len, &parts) || parts.fen == parts.fen_end)
        return GAME_COUNT;
    return game_of_fen(line + parts.fen, parts.fen_end - parts.fen);
}

static enum list_look look_at_lines(struct look *k)
{
    const struct text_window *w = k->window;
    size_t at = 0, end, from;
    next_line(w, &at);
    const size_t first = from = at;
    while (at < w->len && at - first < LOOK_MAX) {
        if (!find_end(w, at, &end))
            return w->len - first < LOOK_MAX ? LOOK_MORE : LOOK_NO;
        const char *line = w->data + at;
        const size_t len = end - at;
        if (at != first && says_start(line, len) == k->options.game)
            return LOOK_LIST;
        if (!is_played(k, line, len))
            return LOOK_NO;
        if (at != from && (begins_with_one(line) || !is_played(k, w->data + from, end - from)))
            return LOOK_LIST;
        at = end;
        const bool is_apart = next_line(w, &at);
        if (is_apart && begins_with_one(w->data + at))
            from = at; /* the next game of PGN without tags */
    }
    const bool may_tell = !w->at_end && at - first < LOOK_MAX && first < BLANKS_MAX;
    return may_tell ? LOOK_MORE : LOOK_NO;
}

static void look_begin(struct look *k, const struct pgn_parser *parser,
                       const struct text_window *window, enum game game)
{
    *k = (struct look){.window = window, .options = {.game = game}};
    k->parser.letters = parser->letters;
    k->findings.minimum = SEVERITY_WARNING;
    record_init(&k->rec);
}

static void look_end(struct look *k)
{
    pgn_parser_free(&k->parser);
    record_free(&k->rec);
    findings_free(&k->findings);
    buffer_free(&k->text);
}

/* --- Lists that say so ------------------------------------------------------------------------ */

/* How many moves of the line can be played. */
static size_t playable(struct look *k, const char *line, size_t len)
{
    struct list_line parts;
    list_line_split(line, len, &parts);
    is_played(k, line + parts.moves, len - parts.moves);
    return k->rec.ply_count;
}

/* The game of a list whose first line begins with a word that makes it one: by its FEN, or the one
   in which more can be played of the first line where that differs. GAME_COUNT if none tells. */
static enum game game_of_list(struct look k[GAME_COUNT])
{
    const struct text_window *w = k[0].window;
    size_t at = 0, end;
    for (next_line(w, &at); at < w->len && at < LOOK_MAX && find_end(w, at, &end);
         at = end, next_line(w, &at)) {
        const char *line = w->data + at;
        const enum game said = says_start(line, end - at);
        const size_t chess = playable(&k[GAME_CHESS], line, end - at),
                     xiangqi = playable(&k[GAME_XIANGQI], line, end - at);
        if (said != GAME_COUNT)
            return said;
        if (chess != xiangqi)
            return chess > xiangqi ? GAME_CHESS : GAME_XIANGQI;
    }
    return GAME_COUNT;
}

/* Whether the first line begins with such a word; all of it is there. */
static bool says_list(const char *line, size_t len, bool *has_position)
{
    struct list_line parts;
    const bool is_game = list_line_split(line, len, &parts);
    *has_position = parts.has_position;
    return is_game && (parts.fen == parts.fen_end || says_start(line, len) != GAME_COUNT);
}

/* --- Which ------------------------------------------------------------------------------------ */

/* The games that the lines may be of; more than one only if none is sure. */
static enum list_look choose(struct look k[GAME_COUNT], enum game first, enum game *game,
                             bool *tells)
{
    enum list_look found[GAME_COUNT];
    for (int i = 0; i < GAME_COUNT; i++) {
        found[i] = *game == GAME_COUNT || *game == (enum game)i ? look_at_lines(&k[i]) : LOOK_NO;
        if (found[i] == LOOK_MORE)
            return LOOK_MORE;
    }
    *tells = *game != GAME_COUNT || found[GAME_CHESS] != found[GAME_XIANGQI];
    if (*game == GAME_COUNT)
        *game = found[first] == LOOK_LIST          ? first
                : found[GAME_CHESS] == LOOK_LIST   ? GAME_CHESS
                : found[GAME_XIANGQI] == LOOK_LIST ? GAME_XIANGQI
                                                   : GAME_COUNT;
    return *game != GAME_COUNT && found[*game] == LOOK_LIST ? LOOK_LIST : LOOK_NO;
}

enum list_look line_list_look(const struct pgn_parser *parser, const struct text_window *window,
                              enum game *game, bool *tells, bool *has_position)
{
    size_t at = 0, end;
    next_line(window, &at);
    const char *s = window->data + at;
    if (at < window->len && !is_letter(*s) && !is_digit(*s) && (unsigned char)*s < 0x80)
        return LOOK_NO;
    const bool is_whole = find_end(window, at, &end);
    struct look k[GAME_COUNT];
    for (int i = 0; i < GAME_COUNT; i++)
        look_begin(&k[i], parser, window, (enum game)i);
    enum list_look found = LOOK_LIST;
    if (!is_whole || !says_list(s, end - at, has_position)) {
        const enum game first = parser->options->otherwise;
        *has_position = false;
        found = choose(k, first < GAME_COUNT ? first : GAME_CHESS, game, tells);
    } else {
        if (*game == GAME_COUNT)
            *game = game_of_list(k);
        *tells = *game != GAME_COUNT;
    }
    for (int i = 0; i < GAME_COUNT; i++)
        look_end(&k[i]);
    return found;
}
