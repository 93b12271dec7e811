/* Conditions on whole games: the moves that the main line begins with, and repetition. */
#include "notation/notation.h"

#include "query/conditions.h"
#include <stdio.h>

enum { LINE_PLIES_MAX = 512 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Step over blanks and move numbers ("1.", "12...", "3"); "0-0" is not one. */
static size_t skip_numbers(const char *text, size_t at)
{
    for (;;) {
        while (is_blank(text[at]))
            at++;
        size_t end = at + strspn(text + at, "0123456789");
        if (end == at || (text[end] != '.' && text[end] != '\0' && !is_blank(text[end])))
            return at;
        at = end + strspn(text + end, ".");
    }
}

static size_t move_length(const char *text)
{
    size_t len = 0;
    while (text[len] != '\0' && !is_blank(text[len]))
        len++;
    return len;
}

/* A line that is read: where its moves go, and how. */
struct line_reader {
    struct position *pos;
    const struct piece_letters *letters;
    enum rank_base ranks; /* of coordinates in xiangqi */
    move *moves;          /* room for LINE_PLIES_MAX */
    size_t count;
};

static enum san_status parse_san(const struct line_reader *r, const char *text, size_t len,
                                 struct san_move *sm)
{
    const struct piece_letters *letters = r->letters ? r->letters : &piece_letter_table[0];
    if (r->pos->game == GAME_XIANGQI)
        return san_parse_ranks(r->pos, text, len, letters, r->ranks, sm);
    sm->move = uci_parse(r->pos, text, len);
    return sm->move != NULL_MOVE ? SAN_OK : san_parse(r->pos, text, len, letters, sm);
}

/* The move TEXT, legal in the position, or NULL_MOVE with the reason in WHY. */
static move parse_move(const struct line_reader *r, const char *text, size_t len, char *why,
                       size_t cap)
{
    static const char glyphs[] = "!?";
    while (len > 1 && strchr(glyphs, text[len - 1]))
        len--;
    struct san_move sm;
    enum san_status status = parse_san(r, text, len, &sm);
    if (status == SAN_OK)
        return sm.move;
    if (status == SAN_NULL_MOVE)
        snprintf(why, cap, "%s", lang_text("a null move begins no line"));
    else
        san_explain(r->pos, text, len, status, &sm, why, cap);
    return NULL_MOVE;
}

/* The move at TEXT; *USED is how many bytes it takes up there. */
static move next_move(const struct line_reader *r, const char *text, size_t *used, char *why,
                      size_t cap)
{
    char token[XIANGQI_TOKEN_MAX];
    size_t len;
    *used = r->pos->game == GAME_XIANGQI ? xiangqi_token(text, strlen(text), token, &len) : 0;
    if (*used > 0)
        return parse_move(r, token, len, why, cap);
    *used = move_length(text);
    return parse_move(r, text, *used, why, cap);
}

/* Whether S is a result and nothing else: what was copied from a game may end with one. */
static bool is_result(const char *s)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    size_t len = strlen(s);
    while (len > 0 && (s[len - 1] == ' ' || s[len - 1] == '\n'))
        len--;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (len == strlen(results[i]) && memcmp(s, results[i], len) == 0)
            return true;
    return false;
}

/* Play the moves of VALUE from the position on. */
static bool play_moves(struct line_reader *r, const char *option, const char *value,
                       struct error *err)
{
    r->count = 0;
    for (size_t at = skip_numbers(value, 0), used; value[at] != '\0' && !is_result(value + at);
         at = skip_numbers(value, at + used)) {
        char why[200];
        if (r->count == LINE_PLIES_MAX)
            return condition_error(err, option, value, at, "too many moves");
        move m = next_move(r, value + at, &used, why, sizeof why);
        if (m == NULL_MOVE)
            return condition_error(err, option, value, at, why);
        r->moves[r->count++] = m;
        pos_play(r->pos, m);
    }
    return r->count > 0 || condition_error(err, option, value, 0, "a move is missing");
}

/* The same from the start of GAME. The coordinates of a line count ranks from 0, or all from 1. */
static bool play_line(struct line_reader *r, enum game game, const char *option, const char *value,
                      struct error *err)
{
    struct error ignored;
    pos_start(r->pos, game);
    r->ranks = RANKS_FROM_0;
    if (play_moves(r, option, value, err))
        return true;
    pos_start(r->pos, game);
    r->ranks = RANKS_FROM_1;
    return game == GAME_XIANGQI && play_moves(r, option, value, &ignored);
}

bool line_compile(struct arena *arena, struct opening_line **list, enum game game,
                  const struct piece_letters *letters, const char *option, const char *value,
                  struct error *err)
{
    struct position pos;
    struct opening_line *line = arena_alloc(arena, sizeof *line);
    if (line) {
        line->moves = arena_alloc(arena, LINE_PLIES_MAX * sizeof *line->moves);
        line->images = arena_alloc(arena, LINE_PLIES_MAX * sizeof *line->images);
    }
    if (!line || !line->moves || !line->images)
        return error_no_memory(err);
    struct line_reader r = {.pos = &pos, .letters = letters, .moves = line->moves};
    if (!play_line(&r, game, option, value, err))
        return false;
    line->count = r.count;
    for (size_t i = 0; i < line->count; i++)
        line->images[i] = move_mirror(game, line->moves[i]);
    line->next = *list;
    *list = line;
    return true;
}

bool query_line_end(enum game game, const char *line, const struct piece_letters *letters,
                    struct position *end, struct error *err)
{
    move moves[LINE_PLIES_MAX];
    struct line_reader r = {.pos = end, .letters = letters, .moves = moves};
    return play_line(&r, game, "moves", line, err);
}

bool line_holds(const struct opening_line *list, const struct record *rec, bool mirrored)
{
    struct position start;
    pos_start(&start, rec->game);
    if (rec->start.key != start.key)
        return false;
    for (const struct opening_line *line = list; line; line = line->next)
        if (rec->ply_count >= line->count &&
            (memcmp(rec->moves, line->moves, line->count * sizeof *line->moves) == 0 ||
             (mirrored &&
              memcmp(rec->moves, line->images, line->count * sizeof *line->images) == 0)))
            return true;
    return false;
}

bool repetition_holds(const struct record *rec)
{
    enum { THREEFOLD = 3, PLIES_MIN = 8 }; /* two returns to a position take four plies each */
    unsigned clock = 0;
    for (size_t ply = 1; ply <= rec->ply_count; ply++) {
        clock = rec->flags[ply] & PLY_ZEROING ? 0 : clock + 1;
        if (clock >= PLIES_MIN && repetition_count(rec->keys, ply + 1, clock) >= THREEFOLD)
            return true;
    }
    return false;
}
