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

/* The move at TEXT: how much of it, and the move's own *LEN bytes, which lie in TEXT or in MEMORY.
   Chinese moves need no blanks between them, and may have some inside. */
static size_t scan_move(enum game game, const char *text, char memory[XIANGQI_TOKEN_MAX],
                        const char **token, size_t *len)
{
    size_t used = game == GAME_XIANGQI ? xiangqi_token(text, strlen(text), memory, len) : 0;
    *token = memory;
    if (used > 0)
        return used;
    while (text[used] != '\0' && !is_blank(text[used]))
        used++;
    *token = text;
    *len = used;
    return used;
}

/* One move at TEXT, legal in POS, or NULL_MOVE with the reason in WHY. */
static move parse_move(const struct position *pos, const struct piece_letters *letters,
                       const char *text, size_t len, char *why, size_t cap)
{
    static const char glyphs[] = "!?";
    while (len > 1 && strchr(glyphs, text[len - 1]))
        len--;
    move m = uci_parse(pos, text, len);
    if (m != NULL_MOVE)
        return m;
    struct san_move sm;
    enum san_status status =
        san_parse(pos, text, len, letters ? letters : &piece_letter_table[0], &sm);
    if (status == SAN_OK)
        return sm.move;
    if (status == SAN_NULL_MOVE)
        snprintf(why, cap, "a null move begins no line");
    else
        san_explain(pos, text, len, status, &sm, why, cap);
    return NULL_MOVE;
}

/* Play the moves of VALUE from the start position on POS, writing them to MOVES (room for
   LINE_PLIES_MAX) and their number to *COUNT. */
static bool play_line(struct position *pos, const struct piece_letters *letters, move *moves,
                      size_t *count, const char *option, const char *value, struct error *err)
{
    *count = 0;
    for (size_t at = skip_numbers(value, 0); value[at] != '\0'; at = skip_numbers(value, at)) {
        char why[200], memory[XIANGQI_TOKEN_MAX];
        const char *token;
        size_t len, used = scan_move((enum game)pos->game, value + at, memory, &token, &len);
        if (*count == LINE_PLIES_MAX)
            return condition_error(err, option, value, at, "too many moves");
        move m = parse_move(pos, letters, token, len, why, sizeof why);
        if (m == NULL_MOVE)
            return condition_error(err, option, value, at, why);
        moves[(*count)++] = m;
        pos_play(pos, m);
        at += used;
    }
    return *count > 0 || condition_error(err, option, value, 0, "a move is missing");
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
    pos_start(&pos, game);
    if (!play_line(&pos, letters, line->moves, &line->count, option, value, err))
        return false;
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
    size_t count;
    pos_start(end, game);
    return play_line(end, letters, moves, &count, "moves", line, err);
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
