/* Lines of moves. A plain line is moves from the start position, which are compared as they are. In
   others some place is open: to any move, to one of several, to all but some; or they may stand
   anywhere in a game. There the position is not known, so that a move is what its text says
   (notation/shape.h), and places are held against the moves of a game while it is replayed. */
#include "base/ascii.h"
#include "notation/notation.h"
#include "query/conditions.h"

#include <stdio.h>

enum { LINE_PLIES_MAX = 512, WORD_BITS = 64, LINE_WORDS = LINE_PLIES_MAX / WORD_BITS };

/* --- Text ------------------------------------------------------------------------------------- */

/* Step over blanks and move numbers ("1.", "12...", "3"); "0-0" is not one. */
static size_t skip_numbers(const char *text, size_t at)
{
    for (;;) {
        while (is_space(text[at]))
            at++;
        size_t end = at + strspn(text + at, "0123456789");
        if (end == at || (text[end] != '.' && text[end] != '\0' && !is_space(text[end])))
            return at;
        at = end + strspn(text + end, ".");
    }
}

/* The side that the number at TEXT says is to move, "12." or "12..."; -1: there is no number. */
static int numbered_side(const char *text)
{
    while (is_space(*text))
        text++;
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || skip_numbers(text, 0) == 0)
        return -1;
    return strspn(text + digits, ".") > 1 ? BLACK : WHITE;
}

static size_t move_length(const char *text)
{
    size_t len = 0;
    while (text[len] != '\0' && text[len] != '|' && !is_space(text[len]))
        len++;
    return len;
}

/* Whether S is a result and nothing else: what was copied from a game may end with one. */
static bool is_result(const char *s)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    size_t len = strlen(s);
    while (len > 0 && is_space(s[len - 1]))
        len--;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (len == strlen(results[i]) && memcmp(s, results[i], len) == 0)
            return true;
    return false;
}

/* The bytes of the dots that a line anywhere begins with, 0 if there are none. */
static size_t dots_length(const char *text)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    if (strncmp(text, "...", 3) == 0)
        return strspn(text, ".");
    return strncmp(text, ellipsis, sizeof ellipsis - 1) == 0 ? sizeof ellipsis - 1 : 0;
}

/* --- Reading ---------------------------------------------------------------------------------- */

struct line_reader {
    enum game game;
    const struct piece_letters *letters;
    enum rank_base ranks; /* of coordinates in xiangqi */
    bool wants_one;       /* a plain line */
    struct arena *arena;
    const char *option, *value;
    struct position pos; /* behind the places so far, if IS_KNOWN; else the start */
    bool is_known;
    struct move_line *line;
};

static bool line_error(const struct line_reader *r, struct error *err, size_t at, const char *what)
{
    return condition_error(err, r->option, r->value, at, what);
}

/* From here on the position is not known. AT is where that is said. */
static bool open_place(struct line_reader *r, size_t at, struct error *err)
{
    if (r->wants_one)
        return line_error(r, err, at, "only one move can stand here");
    r->line->is_plain = r->is_known = false;
    pos_start(&r->pos, r->game);
    return true;
}

static enum san_status parse_san(const struct line_reader *r, const char *text, size_t len,
                                 struct san_move *sm)
{
    if (r->game == GAME_XIANGQI)
        return san_parse_ranks(&r->pos, text, len, r->letters, r->ranks, sm);
    sm->move = uci_parse(&r->pos, text, len);
    return sm->move != NULL_MOVE ? SAN_OK : san_parse(&r->pos, text, len, r->letters, sm);
}

/* The move TEXT, with the reason in WHY if it is none: where the position is known, one that is not
   legal is none. */
static bool read_move(const struct line_reader *r, const char *text, size_t len,
                      struct move_shape *shape, move *m, char *why, size_t cap)
{
    static const char glyphs[] = "!?";
    while (len > 1 && strchr(glyphs, text[len - 1]))
        len--;
    struct san_move sm = {.move = NULL_MOVE};
    enum san_status status = parse_san(r, text, len, &sm);
    const bool is_shape = move_shape_read(shape, r->game, text, len, r->letters, r->ranks);
    *m = sm.move;
    if (is_shape && (status == SAN_OK || !r->is_known))
        return true;
    if (status == SAN_NULL_MOVE)
        snprintf(why, cap, "%s", lang_text("a null move begins no line"));
    else
        san_explain(&r->pos, text, len, status == SAN_OK ? SAN_UNREADABLE : status, &sm, why, cap);
    return false;
}

/* Add the move at *AT, which is moved behind it, to the choices of a place. */
static bool read_choice(struct line_reader *r, size_t *at, struct line_place *place, move *m,
                        struct error *err)
{
    char token[XIANGQI_TOKEN_MAX], why[200];
    const char *text = r->value + *at;
    size_t len, used = r->game == GAME_XIANGQI ? xiangqi_token(text, strlen(text), token, &len) : 0;
    struct line_choice *choice = arena_alloc(r->arena, sizeof *choice);
    if (!choice)
        return error_no_memory(err);
    if (used > 0)
        text = token;
    else
        used = len = move_length(text);
    if (len == 0)
        return line_error(r, err, *at, "a move is missing");
    if (!read_move(r, text, len, &choice->shape, m, why, sizeof why))
        return line_error(r, err, *at, why);
    choice->next = place->choices;
    place->choices = choice;
    *at += used;
    return true;
}

/* "Bb5", "Bb5|Bc4", "!Bb5": the moves that may stand at a place, or may not. */
static bool read_choices(struct line_reader *r, size_t *at, struct line_place *place,
                         struct error *err)
{
    const size_t from = *at;
    move m;
    place->is_forbidden = r->value[*at] == '!';
    *at += place->is_forbidden;
    if (!read_choice(r, at, place, &m, err))
        return false;
    while (r->value[*at] == '|') {
        ++*at;
        if (!read_choice(r, at, place, &m, err))
            return false;
    }
    if (place->is_forbidden || place->choices->next)
        return open_place(r, from, err);
    if (r->is_known) {
        r->line->moves[r->line->count] = m;
        pos_play(&r->pos, m);
    }
    return true;
}

static bool read_place(struct line_reader *r, size_t *at, struct error *err)
{
    struct line_place *place = &r->line->places[r->line->count];
    *place = (struct line_place){NULL, false};
    if (r->line->count == LINE_PLIES_MAX - 1)
        return line_error(r, err, *at, "too many moves");
    if (r->value[*at] != '*') {
        if (!read_choices(r, at, place, err))
            return false;
    } else if (!open_place(r, (*at)++, err)) {
        return false;
    }
    if (r->value[*at] == '*' || r->value[*at] == '|' ||
        (!place->choices && r->value[*at] != '\0' && !is_space(r->value[*at])))
        return line_error(r, err, *at, "expected a blank between moves");
    r->line->count++;
    return true;
}

static bool read_places(struct line_reader *r, struct error *err)
{
    struct move_line *line = r->line;
    size_t at = 0;
    pos_start(&r->pos, r->game);
    r->is_known = line->is_plain = true;
    line->is_anywhere = false;
    line->count = 0;
    while (is_space(r->value[at]))
        at++;
    const size_t dots = dots_length(r->value + at);
    if (dots > 0 && !open_place(r, at, err))
        return false;
    line->is_anywhere = dots > 0;
    line->turn = numbered_side(r->value + at + dots);
    for (at = skip_numbers(r->value, at + dots); r->value[at] != '\0' && !is_result(r->value + at);
         at = skip_numbers(r->value, at))
        if (!read_place(r, &at, err))
            return false;
    return line->count > 0 || line_error(r, err, 0, "a move is missing");
}

static bool line_alloc(struct move_line *line, struct arena *arena)
{
    line->moves = arena_alloc(arena, LINE_PLIES_MAX * sizeof *line->moves);
    line->images = arena_alloc(arena, LINE_PLIES_MAX * sizeof *line->images);
    line->places = arena_alloc(arena, LINE_PLIES_MAX * sizeof *line->places);
    return line->moves && line->images && line->places;
}

/* The coordinates of a line count ranks from 0, or all from 1. */
static bool read_line(struct line_reader *r, struct error *err)
{
    struct error ignored;
    if (!r->letters)
        r->letters = &piece_letter_table[0];
    if (!line_alloc(r->line, r->arena))
        return error_no_memory(err);
    r->ranks = RANKS_FROM_0;
    if (read_places(r, err))
        return true;
    r->ranks = RANKS_FROM_1;
    return r->game == GAME_XIANGQI && read_places(r, &ignored);
}

/* The line at *AT of VALUE, up to an "&" or the end, as a text of its own: with a blank for each
   byte before it, so that its columns are those of the whole. NULL if memory is out. */
static char *cut_line(struct arena *arena, const char *value, size_t *at)
{
    const size_t end = *at + strcspn(value + *at, "&");
    char *text = arena_alloc(arena, end + 1);
    if (!text)
        return NULL;
    memset(text, ' ', *at);
    memcpy(text + *at, value + *at, end - *at);
    text[end] = '\0';
    *at = end;
    return text;
}

static bool compile_one(struct line_reader *r, struct error *err)
{
    struct move_line *line = r->line = arena_alloc(r->arena, sizeof *line);
    if (!line)
        return error_no_memory(err);
    *line = (struct move_line){0};
    if (!read_line(r, err))
        return false;
    for (size_t i = 0; line->is_plain && i < line->count; i++)
        line->images[i] = move_mirror(r->game, line->moves[i]);
    return true;
}

bool line_compile(struct arena *arena, struct move_line **list, enum game game,
                  const struct piece_letters *letters, const char *option, const char *value,
                  struct error *err)
{
    struct move_line *lines = NULL;
    for (size_t at = 0;; at++) {
        const char *text = cut_line(arena, value, &at);
        struct line_reader r = {
            .game = game, .letters = letters, .arena = arena, .option = option, .value = text};
        if (!text)
            return error_no_memory(err);
        if (!compile_one(&r, err))
            return false;
        r.line->also = lines;
        lines = r.line;
        if (value[at] == '\0')
            break;
    }
    lines->next = *list;
    *list = lines;
    return true;
}

bool query_line_end(enum game game, const char *option, const char *value,
                    const struct piece_letters *letters, struct position *end, struct error *err)
{
    struct arena arena = {0};
    struct move_line line;
    struct line_reader r = {.game = game,
                            .letters = letters,
                            .wants_one = true,
                            .arena = &arena,
                            .option = option,
                            .value = value,
                            .line = &line};
    const bool ok = read_line(&r, err);
    *end = r.pos;
    arena_free(&arena);
    return ok;
}

/* --- Holding against games -------------------------------------------------------------------- */

static bool place_holds(const struct line_place *place, const struct position *pos, move m)
{
    if (!place->choices)
        return true;
    const struct line_choice *c = place->choices;
    while (c && !move_shape_fits(&c->shape, pos, m))
        c = c->next;
    return (c != NULL) != place->is_forbidden;
}

/* The places of a line, as many as there are, that the moves up to a ply have led to. */
struct stand {
    uint64_t words[LINE_WORDS];
};

/* Play M: FROM becomes TO. Returns whether there is a place in it; *ENDS is set if the line is
   through. */
static bool step(const struct move_line *line, const struct position *pos, move m,
                 const struct stand *from, struct stand *to, bool *ends)
{
    bool any = false;
    const size_t words = line->count / WORD_BITS + 1;
    memset(to->words, 0, words * sizeof *to->words);
    for (size_t w = 0; w < words; w++) {
        for (uint64_t rest = from->words[w]; rest; rest &= rest - 1) {
            const size_t next = w * WORD_BITS + (size_t)__builtin_ctzll(rest) + 1;
            if (!place_holds(&line->places[next - 1], pos, m))
                continue;
            any = true;
            if (next == line->count)
                *ends = true; /* nothing stands behind the last place */
            else
                to->words[next / WORD_BITS] |= (uint64_t)1 << next % WORD_BITS;
        }
    }
    return any;
}

/* Whether a line that stands anywhere can stand from POS on. */
static bool may_begin(const struct move_line *line, const struct position *pos)
{
    return line->is_anywhere && (line->turn < 0 || line->turn == pos->turn);
}

/* With IS_IMAGE the game is seen in the mirror. A line has as many moves as places, so that its end
   tells where it began. */
static bool open_line_holds(const struct move_line *line, const struct position *start,
                            const move *moves, size_t ply_count, bool is_image, uint8_t *firsts)
{
    struct stand stands[2] = {{{0}}, {{0}}};
    struct position pos = *start;
    bool held = false;
    if (is_image)
        pos_mirror(start, &pos);
    stands[0].words[0] = !line->is_anywhere || may_begin(line, &pos);
    for (size_t ply = 0; ply < ply_count; ply++) {
        const move m = is_image ? move_mirror((enum game)pos.game, moves[ply]) : moves[ply];
        struct stand *to = &stands[(ply + 1) % 2];
        bool ends = false;
        const bool any = step(line, &pos, m, &stands[ply % 2], to, &ends);
        held |= ends;
        if (ends && firsts)
            firsts[ply + 2 - line->count] = 1;
        if ((held && !firsts) || (!any && !line->is_anywhere))
            return held;
        pos_play(&pos, m);
        to->words[0] |= may_begin(line, &pos);
    }
    return held;
}

static bool plain_line_holds(const move *line, size_t count, const move *moves, size_t ply_count,
                             uint8_t *firsts)
{
    if (ply_count < count || !array_equal(moves, line, count * sizeof *line))
        return false;
    if (firsts)
        firsts[1] = 1;
    return true;
}

static bool one_line_holds(const struct move_line *line, const struct position *start,
                           const move *moves, size_t ply_count, bool is_image, uint8_t *firsts)
{
    if (!line->is_plain)
        return open_line_holds(line, start, moves, ply_count, is_image, firsts);
    return plain_line_holds(is_image ? line->images : line->moves, line->count, moves, ply_count,
                            firsts);
}

/* The game that lines are held against. */
struct line_game {
    const struct position *start;
    const move *moves;
    size_t ply_count;
    bool is_usual; /* its start */
};

/* LINE and all that must hold with it. Only where all do their first moves count. */
static bool all_hold(const struct move_line *line, const struct line_game *g, bool is_image,
                     uint8_t *firsts)
{
    uint8_t *const found = line->also ? NULL : firsts;
    for (const struct move_line *l = line; l; l = l->also)
        if ((!l->is_anywhere && !g->is_usual) ||
            !one_line_holds(l, g->start, g->moves, g->ply_count, is_image, found))
            return false;
    for (const struct move_line *l = line; l && firsts && !found; l = l->also)
        one_line_holds(l, g->start, g->moves, g->ply_count, is_image, firsts);
    return true;
}

bool line_holds(const struct move_line *list, const struct position *start, const move *moves,
                size_t ply_count, bool mirrored, uint8_t *firsts)
{
    struct position usual;
    bool held = false;
    pos_start(&usual, (enum game)start->game);
    const struct line_game game = {start, moves, ply_count, start->key == usual.key};
    for (const struct move_line *line = list; line && (!held || firsts); line = line->next) {
        held |= all_hold(line, &game, false, firsts);
        if (mirrored && (!held || firsts))
            held |= all_hold(line, &game, true, firsts);
    }
    return held;
}

bool line_is_anywhere(const struct move_line *list)
{
    for (; list; list = list->next)
        for (const struct move_line *line = list; line; line = line->also)
            if (line->is_anywhere)
                return true;
    return false;
}
