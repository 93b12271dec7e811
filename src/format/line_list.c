/* Moves with next to nothing around them, a game a line, as engines and scripts write them:
       position startpos moves e2e4 e7e5
       position fen FEN moves e1g1
   with or without the first word, in any notation. As with EPD nothing is kept from line to line. */
#include "format/line_list.h"
#include "format/moves_text.h"

#include <string.h>

/* Offsets in a line. */
struct list_line {
    size_t fen, fen_end; /* FEN < FEN_END: there is one */
    size_t moves;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static size_t line_length(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && !is_line_end(s[n]))
        n++;
    return n;
}

static size_t skip_blanks(const char *s, size_t len, size_t at)
{
    while (at < len && is_blank(s[at]))
        at++;
    return at;
}

static size_t word_end(const char *s, size_t len, size_t at)
{
    while (at < len && !is_blank(s[at]))
        at++;
    return at;
}

/* If the word at *AT is WORD, go to the next one. */
static bool take_word(const char *s, size_t len, size_t *at, const char *word)
{
    const size_t n = strlen(word);
    if (word_end(s, len, *at) - *at != n || memcmp(s + *at, word, n) != 0)
        return false;
    *at = skip_blanks(s, len, *at + n);
    return true;
}

/* Take the line of LEN bytes apart. False if it is no game. */
static bool find_line(const char *s, size_t len, struct list_line *line)
{
    size_t at = skip_blanks(s, len, 0);
    take_word(s, len, &at, "position");
    if (take_word(s, len, &at, "startpos")) {
        line->fen = line->fen_end = at;
    } else if (take_word(s, len, &at, "fen") && game_of_fen(s + at, len - at) != GAME_COUNT) {
        line->fen = at;
        for (size_t next = at; at < len && !take_word(s, len, &next, "moves"); next = at)
            at = skip_blanks(s, len, word_end(s, len, at));
        line->fen_end = at;
    } else {
        return false;
    }
    take_word(s, len, &at, "moves");
    line->moves = at;
    return true;
}

/* --- Recognising ------------------------------------------------------------------------------ */

/* How many of the first moves can be played from the usual start of GAME. */
static size_t playable(enum game game, const char *s, size_t len, size_t at)
{
    enum { LOOK_MAX = 40 };
    struct position pos;
    struct san_move sm;
    size_t count = 0;
    pos_start(&pos, game);
    while (count < LOOK_MAX && at < len) {
        const size_t end = word_end(s, len, at);
        if (san_parse(&pos, s + at, end - at, &piece_letter_table[0], &sm) != SAN_OK)
            break;
        pos_play(&pos, sm.move);
        count++;
        at = skip_blanks(s, len, end);
    }
    return count;
}

static enum game game_of_line(const char *s, size_t len, const struct list_line *line)
{
    if (line->fen < line->fen_end)
        return game_of_fen(s + line->fen, line->fen_end - line->fen);
    const size_t chess = playable(GAME_CHESS, s, len, line->moves),
                 xiangqi = playable(GAME_XIANGQI, s, len, line->moves);
    return chess > xiangqi ? GAME_CHESS : xiangqi > chess ? GAME_XIANGQI : GAME_COUNT;
}

bool line_list_recognise(const char *data, size_t len, enum game *game)
{
    struct list_line line;
    bool any = false;
    *game = GAME_COUNT;
    for (size_t at = 0; at < len && *game == GAME_COUNT;) {
        const size_t n = line_length(data + at, len - at);
        if (n > skip_blanks(data + at, n, 0)) {
            if (!find_line(data + at, n, &line))
                break;
            any = true;
            *game = game_of_line(data + at, n, &line);
        }
        at += n + 1;
    }
    return any;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* The tags that a game gets: the roster, which all formats but PGN and EPD give, and the start. */
static void add_tags(struct facts *x, const char *s, const struct list_line *line)
{
    struct record *rec = x->rec;
    facts_begin(x);
    if (rec->has_terminator)
        facts_set_result(x, rec->terminator, rec->terminator_source);
    if (line->fen < line->fen_end && (rec->has_start_tag || rec->bad_start)) {
        if (rec->game == GAME_CHESS)
            facts_add(x, "SetUp", "1", 1, 0);
        facts_add(x, "FEN", s + line->fen, line->fen_end - line->fen, (uint32_t)line->fen);
    }
    facts_end(x);
}

static void read_line(const char *s, size_t len, const struct list_line *line, struct record *rec,
                      struct findings *f)
{
    struct facts x = {.rec = rec, .findings = f};
    struct buffer copy = {0};
    size_t used = 0;
    buffer_add(&copy, s + line->moves, len - line->moves);
    struct moves_text t = {.moves = buffer_terminate(&copy), .at = line->moves, .is_game = true};
    t.len = copy.failed ? 0 : copy.len;
    if (line->fen < line->fen_end) {
        t.fen = s + line->fen;
        t.fen_len = line->fen_end - line->fen;
        t.fen_at = line->fen;
    }
    moves_text_read(&t, &x, false, &used);
    moves_text_forget(f, FINDING_COORDINATES); /* the usual way here */
    const size_t rest = skip_blanks(t.moves, t.len, used);
    if (rest < t.len)
        findings_add(f, FINDING_DROPPED_TEXT, (uint32_t)(line->moves + rest), rec->ply_count,
                     "%zu bytes of text behind the game", t.len - rest);
    f->failed |= copy.failed;
    buffer_free(&copy);
    rec->source = 0;
    add_tags(&x, s, line);
}

static void report_dropped(struct findings *f, size_t *dropped)
{
    if (*dropped > 0)
        findings_add(f, FINDING_DROPPED_TEXT, 0, 0,
                     "%zu bytes of text before this belong to no game", *dropped);
    *dropped = 0;
}

enum epd_status line_list_read(const struct text_window *window, enum game game, size_t *base,
                               size_t *next, size_t *dropped, struct record *rec,
                               struct findings *f)
{
    struct list_line line;
    const char *s;
    size_t len;
    findings_clear(f);
    if (!record_clear(rec, game))
        return EPD_NO_MEMORY;
    for (bool is_game = false; !is_game; *dropped += is_game ? 0 : len) {
        while (*next < window->len &&
               (is_blank(window->data[*next]) || is_line_end(window->data[*next])))
            ++*next;
        *base = *next;
        s = window->data + *next;
        len = line_length(s, window->len - *next);
        if (*next + len == window->len && !window->at_end)
            return EPD_MORE;
        if (len == 0) {
            report_dropped(f, dropped);
            return EPD_END;
        }
        *next += len;
        if (*next < window->len) /* the NUL behind the window ends a lone CR */
            *next += s[len] == '\r' && s[len + 1] == '\n' ? 2 : 1;
        is_game = find_line(s, len, &line);
    }
    while (len > 0 && is_blank(s[len - 1]))
        len--;
    read_line(s, len, &line, rec, f);
    report_dropped(f, dropped); /* only now: the parser begins with none */
    return f->failed ? EPD_NO_MEMORY : EPD_GAME;
}
