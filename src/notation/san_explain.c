/* Why a move's text gives no move, in words. The text is read once more; the reason itself comes
   from the rules, by way of san_parse. */
#include "notation/san.h"
#include "notation/xiangqi_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void san_say(struct san_message *m, const char *format, ...)
{
    if (m->len + 1 >= m->cap)
        return;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(m->out + m->len, m->cap - m->len, lang_text(format), args);
    va_end(args);
    if (n > 0)
        m->len = m->len + (size_t)n < m->cap ? m->len + (size_t)n : m->cap - 1;
}

struct phrase phrase_square(enum game game, square s)
{
    struct phrase p;
    square_format(game, s, p.text);
    return p;
}

static struct phrase name_man(const struct position *pos, square s)
{
    struct phrase p;
    if (s == NO_SQUARE)
        snprintf(p.text, sizeof p.text, "%s", lang_text("a man"));
    else
        snprintf(p.text, sizeof p.text, lang_text("the %s on %s"),
                 piece_word(GAME_CHESS, piece_type(pos->board[s])),
                 phrase_square(GAME_CHESS, s).text);
    return p;
}

/* "d5", "the d-file" */
static struct phrase name_target(const struct san_text *st)
{
    struct phrase p = {""};
    if (st->to_rank >= 0)
        return phrase_square(GAME_CHESS, square_make(GAME_CHESS, st->to_file, st->to_rank));
    snprintf(p.text, sizeof p.text, lang_text("the %c-file"), 'a' + st->to_file);
    return p;
}

/* " on the b-file", " on rank 1", " on b1", or nothing. A push names the pawn's file by its target. */
static struct phrase name_origin(const struct san_text *st, enum piece_type type)
{
    struct phrase p = {""};
    if (type == PAWN && st->from_file < 0 && st->from_rank < 0)
        snprintf(p.text, sizeof p.text, lang_text(" on the %c-file"), 'a' + st->to_file);
    else if (st->from_file >= 0 && st->from_rank >= 0)
        snprintf(
            p.text, sizeof p.text, lang_text(" on %s"),
            phrase_square(GAME_CHESS, square_make(GAME_CHESS, st->from_file, st->from_rank)).text);
    else if (st->from_file >= 0)
        snprintf(p.text, sizeof p.text, lang_text(" on the %c-file"), 'a' + st->from_file);
    else if (st->from_rank >= 0)
        snprintf(p.text, sizeof p.text, lang_text(" on rank %d"), st->from_rank + 1);
    return p;
}

/* --- One sentence for each reason ------------------------------------------------------------ */

/* What the text asks for, with the piece filled in from the board where only squares were given. */
struct asked {
    const struct position *pos;
    const struct san_text *st;
    const struct illegality *why;
    const char *man;      /* "knight" */
    square to;            /* or NO_SQUARE */
    struct phrase target; /* "d5", "the d-file" */
    struct phrase origin;
};

static void say_no_such_man(struct san_message *m, const struct asked *a)
{
    san_say(m, "%s has no %s%s", color_word(GAME_CHESS, (enum color)a->pos->turn), a->man,
            a->origin.text);
}

static void say_cannot_reach(struct san_message *m, const struct asked *a)
{
    if (a->why->from != NO_SQUARE)
        san_say(m, "%s cannot reach %s", name_man(a->pos, a->why->from).text, a->target.text);
    else
        san_say(m, "no %s%s can reach %s", a->man, a->origin.text, a->target.text);
}

static void say_blocked(struct san_message *m, const struct asked *a)
{
    san_say(m, "%s cannot reach %s: %s is in the way", name_man(a->pos, a->why->from).text,
            a->target.text, name_man(a->pos, a->why->at).text);
}

static void say_own_man(struct san_message *m, const struct asked *a)
{
    const piece man = a->to == NO_SQUARE ? 0 : a->pos->board[a->to];
    san_say(m, "%s's own %s stands on %s", color_word(GAME_CHESS, (enum color)a->pos->turn),
            piece_word(GAME_CHESS, piece_type(man)), a->target.text);
}

static void say_nothing_to_take(struct san_message *m, const struct asked *a)
{
    if (a->to == NO_SQUARE)
        san_say(m, "no pawn%s can take on %s", a->origin.text, a->target.text);
    else
        san_say(m, "there is nothing to take on %s", a->target.text);
}

static void say_leaves_check(struct san_message *m, const struct asked *a)
{
    if (a->st->kind == SAN_KIND_NULL)
        san_say(m, "a side in check cannot pass");
    else
        san_say(m, "the king would still be in check from %s", name_man(a->pos, a->why->at).text);
}

static void say_exposes_king(struct san_message *m, const struct asked *a)
{
    san_say(m, "the king would be in check from %s", name_man(a->pos, a->why->at).text);
}

static void say_no_promotion(struct san_message *m, const struct asked *a)
{
    (void)a;
    san_say(m, "the pawn reaches the last rank and the move does not say what it becomes");
}

static void say_bad_promotion(struct san_message *m, const struct asked *a)
{
    if (a->st->promotion == KING || a->st->promotion == PAWN)
        san_say(m, "a pawn cannot become a %s", piece_word(GAME_CHESS, a->st->promotion));
    else
        san_say(m, "only a pawn that reaches the last rank becomes another man");
}

static void say_castling_right(struct san_message *m, const struct asked *a)
{
    (void)a;
    san_say(m, "there is no right to castle: the king or the rook has moved or is not there");
}

static void say_castling_blocked(struct san_message *m, const struct asked *a)
{
    san_say(m, "%s is in the way of castling", name_man(a->pos, a->why->at).text);
}

static void say_castling_check(struct san_message *m, const struct asked *a)
{
    san_say(m, "the king cannot castle out of check from %s", name_man(a->pos, a->why->at).text);
}

static void say_castling_through(struct san_message *m, const struct asked *a)
{
    san_say(m, "castling would take the king across or onto a square attacked by %s",
            name_man(a->pos, a->why->at).text);
}

static void say_game_over(struct san_message *m, const struct asked *a)
{
    san_say(m, "the game is over: %s", lang_text(pos_in_check(a->pos) ? "checkmate" : "stalemate"));
}

static void (*const say_reason[])(struct san_message *, const struct asked *) = {
    [ILLEGAL_NO_SUCH_MAN] = say_no_such_man,
    [ILLEGAL_CANNOT_REACH] = say_cannot_reach,
    [ILLEGAL_BLOCKED] = say_blocked,
    [ILLEGAL_OWN_MAN] = say_own_man,
    [ILLEGAL_NOTHING_TO_TAKE] = say_nothing_to_take,
    [ILLEGAL_LEAVES_CHECK] = say_leaves_check,
    [ILLEGAL_EXPOSES_KING] = say_exposes_king,
    [ILLEGAL_NO_PROMOTION] = say_no_promotion,
    [ILLEGAL_BAD_PROMOTION] = say_bad_promotion,
    [ILLEGAL_CASTLING_RIGHT] = say_castling_right,
    [ILLEGAL_CASTLING_BLOCKED] = say_castling_blocked,
    [ILLEGAL_CASTLING_CHECK] = say_castling_check,
    [ILLEGAL_CASTLING_THROUGH] = say_castling_through,
    [ILLEGAL_GAME_OVER] = say_game_over,
};

/* --- What is not even read ------------------------------------------------------------------- */

/* The text with its first letter as a capital reads as a legal move: "nf3", "bd2". */
static bool wants_capital(const struct position *pos, const char *text, size_t len,
                          const struct piece_letters *letters, char capital[SAN_MAX])
{
    struct san_move other;
    if (len == 0 || len >= SAN_MAX || text[0] < 'a' || text[0] > 'z')
        return false;
    memcpy(capital, text, len);
    capital[len] = '\0';
    capital[0] = (char)(text[0] & ~0x20);
    return san_parse_general(pos, capital, len, letters, &other) == SAN_OK;
}

static void say_unreadable(struct san_message *m, const struct position *pos, const char *text,
                           size_t len, const struct san_move *sm)
{
    char capital[SAN_MAX];
    const char *letter = text;
    const size_t n = san_strange_letter(text, len, sm->letters, &letter);
    if (n > 0)
        san_say(m, "'%.*s' is not a piece letter in %s", (int)n, letter,
                lang_text(sm->letters->language));
    else if (wants_capital(pos, text, len, sm->letters, capital))
        san_say(m, "a piece letter must be a capital: %s", capital);
    else
        san_say(m, "this is not a move");
    if (sm->hint != NULL)
        san_say(m, " (%s: try --piece-letters=%s)", lang_text(sm->hint->language), sm->hint->code);
}

/* --- All ------------------------------------------------------------------------------------- */

void san_say_squares(struct san_message *m, enum game game, const square *squares, int count)
{
    for (int i = 0; i < count; i++) {
        char name[SQUARE_TEXT_MAX];
        square_format(game, squares[i], name);
        san_say(m, i == 0 ? " (%s" : ", %s", name);
    }
    san_say(m, ")");
}

static void say_ambiguous(struct san_message *m, const struct asked *a, enum piece_type type)
{
    square from[ORIGINS_MAX];
    if (a->to == NO_SQUARE) {
        san_say(m, "more than one pawn's capture fits");
        return;
    }
    const int n = pos_origins(a->pos, type, a->to, a->st->from_file, a->st->from_rank, from);
    san_say(m, "more than one %s can go to %s", a->man, a->target.text);
    san_say_squares(m, GAME_CHESS, from, n);
}

static enum piece_type asked_type(const struct position *pos, const struct san_text *st)
{
    if (st->type != NO_PIECE)
        return st->type;
    if (st->from_file < 0 || st->from_rank < 0)
        return PAWN;
    const piece man = pos->board[square_make(GAME_CHESS, st->from_file, st->from_rank)];
    return man != 0 && piece_color(man) == pos->turn ? piece_type(man) : NO_PIECE;
}

size_t san_explain(const struct position *pos, const char *text, size_t len, enum san_status status,
                   const struct san_move *sm, char *out, size_t cap)
{
    struct san_message m = {.out = out, .cap = cap};
    struct san_text st;
    if (cap > 0)
        out[0] = '\0';
    if (status == SAN_OK || status == SAN_NULL_MOVE)
        return 0;
    if (pos->game == GAME_XIANGQI) {
        xiangqi_explain(pos, text, len, status, sm, &m);
        return m.len;
    }
    if (!san_read(text, len, sm->letters, &st)) {
        say_unreadable(&m, pos, text, len, sm);
        return m.len;
    }
    const enum piece_type type = asked_type(pos, &st);
    const struct asked asked = {
        .pos = pos,
        .st = &st,
        .why = &sm->why,
        .man = piece_word(GAME_CHESS, type),
        .to = st.to_rank < 0 ? NO_SQUARE : square_make(GAME_CHESS, st.to_file, st.to_rank),
        .target = name_target(&st),
        .origin = name_origin(&st, type),
    };
    char capital[SAN_MAX];
    if (status == SAN_AMBIGUOUS) {
        say_ambiguous(&m, &asked, type);
        return m.len;
    }
    say_reason[sm->why.why](&m, &asked);
    if (wants_capital(pos, text, len, sm->letters, capital))
        san_say(&m, " (a piece letter must be a capital: %s)", capital);
    return m.len;
}
