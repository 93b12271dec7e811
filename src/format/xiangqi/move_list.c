/* Moves of xiangqi with next to nothing around them, over several lines:
       FEN, and on the lines below it the moves   in any notation
       77-47 70-62                                the points of DhtmlXQ, y from Black's home
   A file is taken for such a list only if its first move can be played. Games of one line each are
   for line_list.c. */
#include "base/ascii.h"
#include "format/game/game_tree.h"
#include "format/pgn/moves_text.h"
#include "format/whole.h"
#include "format/xiangqi/men.h"

#include <string.h>

enum list_form { FORM_NONE, FORM_FEN, FORM_POINTS };

/* --- Text ------------------------------------------------------------------------------------- */

/* The line end from AT on, or LEN. */
static size_t line_end(const char *data, size_t len, size_t at)
{
    while (at < len && data[at] != '\n' && data[at] != '\r')
        at++;
    return at;
}

static bool is_fen(const char *data, size_t len, size_t at)
{
    return game_of_fen(data + at, len - at) == GAME_XIANGQI;
}

/* --- Lists ------------------------------------------------------------------------------------ */

/* One game of the list. */
struct list_game {
    enum list_form form;
    size_t fen, fen_end; /* FEN < FEN_END: there is one */
    size_t moves, end;
};

static bool is_pair(const char *s, size_t len)
{
    return len >= 5 && s[0] >= '0' && s[0] <= '8' && is_digit(s[1]) && s[2] == '-' && s[3] >= '0' &&
           s[3] <= '8' && is_digit(s[4]) && (len == 5 || utf8_skip_unseen(s, len, 5) > 5);
}

/* A FEN on a line of its own, and the lines up to the next one. */
static bool find_fen(const char *data, size_t len, size_t at, struct list_game *g)
{
    if (!is_fen(data, len, at))
        return false;
    g->form = FORM_FEN;
    g->fen = at;
    g->fen_end = line_end(data, len, at);
    g->moves = g->end = utf8_skip_unseen(data, len, g->fen_end);
    while (g->end < len && !is_fen(data, len, g->end))
        g->end = utf8_skip_unseen(data, len, line_end(data, len, g->end));
    return true;
}

/* Pairs of points up to a blank line. */
static bool find_points(const char *data, size_t len, size_t at, struct list_game *g)
{
    if (!is_pair(data + at, len - at))
        return false;
    *g = (struct list_game){FORM_POINTS, at, at, at, at};
    for (int lines = 0; at < len && lines < 2; at++) {
        bool is_end = data[at] == '\n' || (data[at] == '\r' && data[at + 1] != '\n');
        lines = is_end ? lines + 1 : is_white(data[at]) ? lines : 0;
        g->end = at + 1;
    }
    return true;
}

static bool find_game(const char *data, size_t len, size_t at, struct list_game *g)
{
    *g = (struct list_game){.form = FORM_NONE};
    return find_fen(data, len, at, g) || find_points(data, len, at, g);
}

/* --- Recognising ------------------------------------------------------------------------------ */

static square point(const char *s)
{
    return men_point((unsigned)(s[0] - '0'), (unsigned)(s[1] - '0'));
}

/* Whether the first move of the game can be played. */
static bool begins_well(const char *data, const struct list_game *g)
{
    struct position pos;
    struct fen_report report;
    struct san_move sm;
    size_t at = utf8_skip_unseen(data, g->end, g->moves), end = utf8_word_end(data, g->end, at);
    pos_start(&pos, GAME_XIANGQI);
    if (g->form == FORM_POINTS)
        return pos_is_legal(
            &pos, move_make(GAME_XIANGQI, point(data + at), point(data + at + 3), NO_PIECE));
    if (!fen_parse(GAME_XIANGQI, data + g->fen, g->fen_end - g->fen, &pos, &report))
        return false;
    if (at < end && data[end - 1] == '.') { /* a move number */
        at = utf8_skip_unseen(data, g->end, end);
        end = utf8_word_end(data, g->end, at);
    }
    /* A FEN without moves in a list of FENs is a position. */
    return at < end && san_parse(&pos, data + at, end - at, &piece_letter_table[0], &sm) == SAN_OK;
}

static bool recognise(const char *data, size_t len, const char *name)
{
    struct list_game g;
    size_t at = utf8_skip_unseen(data, len, 0);
    (void)name;
    return at < len && find_game(data, len, at, &g) && begins_well(data, &g);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void play_points(struct facts *x, const char *data, const struct list_game *g)
{
    struct game_tree tree = {0};
    uint32_t last = TREE_ROOT;
    size_t at = utf8_skip_unseen(data, g->end, g->moves);
    game_tree_start(&tree);
    for (; at < g->end && is_pair(data + at, g->end - at);
         at = utf8_skip_unseen(data, g->end, at + 5)) {
        uint32_t n =
            game_tree_add(&tree, last, point(data + at), point(data + at + 3), (uint32_t)at);
        if (n == TREE_ROOT)
            break;
        last = n;
    }
    x->findings->failed |= !game_tree_play(&tree, x->rec, true, x->findings);
    if (at < g->end) {
        char quote[QUOTE_MAX];
        findings_add(x->findings, FINDING_UNREADABLE_MOVE, (uint32_t)at, x->rec->ply_count + 1,
                     "%s is not a move", finding_quote(data + at, g->end - at, quote));
        x->rec->is_broken = true;
    }
    game_tree_free(&tree);
}

static void play_text(struct facts *x, const char *data, const struct list_game *g)
{
    struct buffer copy = {0};
    size_t used = 0;
    buffer_add(&copy, data + g->moves, g->end - g->moves);
    struct moves_text t = {.moves = buffer_terminate(&copy), .at = g->moves};
    t.len = copy.failed ? 0 : copy.len;
    if (g->fen < g->fen_end) {
        t.fen = data + g->fen;
        t.fen_len = g->fen_end - g->fen;
        t.fen_at = g->fen;
    }
    moves_text_read(&t, x, false, &used);
    size_t rest = utf8_skip_unseen(t.moves, t.len, used);
    if (rest < t.len)
        findings_add(x->findings, FINDING_DROPPED_TEXT, (uint32_t)(g->moves + rest),
                     x->rec->ply_count, "%zu bytes of text behind the game", t.len - rest);
    x->findings->failed |= copy.failed;
    buffer_free(&copy);
}

/* Text that is no game. */
struct dropped {
    size_t at, len;
};

static void report_dropped(struct findings *f, const struct dropped *d)
{
    if (d->len > 0)
        findings_add(f, FINDING_DROPPED_TEXT, (uint32_t)d->at, 0,
                     "%zu bytes of text belong to no game", d->len);
}

/* Pass over lines that are no game from *AT on. Returns whether one follows. */
static bool skip_lines(const char *data, size_t len, size_t *at, struct dropped *d,
                       struct list_game *g)
{
    *at = utf8_skip_unseen(data, len, *at);
    while (*at < len && !find_game(data, len, *at, g)) {
        size_t end = line_end(data, len, *at);
        d->at = d->len == 0 ? *at : d->at;
        d->len += end - *at;
        *at = utf8_skip_unseen(data, len, end);
    }
    return *at < len;
}

static bool read_game(const char *data, size_t len, size_t *at, struct record *rec,
                      struct findings *f)
{
    struct facts x = {.rec = rec, .findings = f};
    struct list_game g;
    struct dropped dropped = {0};
    if (!skip_lines(data, len, at, &dropped, &g)) {
        report_dropped(f, &dropped);
        return false;
    }
    rec->source = (uint32_t)*at;
    if (g.form == FORM_POINTS)
        play_points(&x, data, &g);
    else
        play_text(&x, data, &g);
    report_dropped(f, &dropped); /* only now: the parser begins with none */
    facts_begin(&x);
    if (rec->has_terminator)
        facts_set_result(&x, rec->terminator, rec->terminator_source);
    if (g.fen < g.fen_end && (rec->has_start_tag || rec->bad_start))
        facts_add(&x, "FEN", data + g.fen, g.fen_end - g.fen, (uint32_t)g.fen);
    facts_end(&x);
    *at = g.end;
    return true;
}

const struct whole_format whole_move_list = {.name = "list",
                                             .is_text = true,
                                             .is_single = false,
                                             .game = GAME_XIANGQI,
                                             .recognise = recognise,
                                             .read = read_game};
