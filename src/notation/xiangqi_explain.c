/* Why a text gives no move of xiangqi, in the game's own words: chariot and horse, legs, eyes and
   screens, each with the Chinese name. Squares are named as in ICCS, files as the mover counts. */
#include "notation/xiangqi_text.h"

#include <stdio.h>

static struct phrase name_type(enum color color, enum piece_type type)
{
    struct phrase p;
    snprintf(p.text, sizeof p.text, lang_text("%s (%s)"), piece_word(GAME_XIANGQI, type),
             xiangqi_name(color, type));
    return p;
}

static struct phrase name_man(const struct position *pos, square s)
{
    struct phrase p;
    const piece man = pos->board[s];
    snprintf(p.text, sizeof p.text, lang_text("the %s (%s) on %s"),
             piece_word(GAME_XIANGQI, piece_type(man)),
             xiangqi_name(piece_color(man), piece_type(man)), phrase_square(GAME_XIANGQI, s).text);
    return p;
}

static void say_no_such_man(struct san_message *m, const struct position *pos,
                            const struct xiangqi_asked *a)
{
    if (a->type == NO_PIECE) {
        san_say(m, "%s has no man on %s", color_word(GAME_XIANGQI, (enum color)pos->turn),
                phrase_square(GAME_XIANGQI, a->from).text);
        return;
    }
    const struct phrase type = name_type((enum color)pos->turn, a->type);
    if (a->is_marked)
        san_say(m, "%s has no %s that is told from others on its file in this way",
                color_word(GAME_XIANGQI, (enum color)pos->turn), type.text);
    else if (a->file == 0)
        san_say(m, "%s has no such %s", color_word(GAME_XIANGQI, (enum color)pos->turn), type.text);
    else
        san_say(m, "%s has no %s on file %d", color_word(GAME_XIANGQI, (enum color)pos->turn),
                type.text, a->file);
}

static void say_cannot_reach(struct san_message *m, const struct position *pos,
                             const struct xiangqi_asked *a)
{
    if (a->to == NO_SQUARE)
        san_say(m, "%s cannot move like that", name_man(pos, a->from).text);
    else
        san_say(m, "%s cannot reach %s", name_man(pos, a->from).text,
                phrase_square(GAME_XIANGQI, a->to).text);
}

static void say_blocked(struct san_message *m, const struct position *pos,
                        const struct xiangqi_asked *a, square at)
{
    say_cannot_reach(m, pos, a);
    san_say(m,
            a->type == KNIGHT                             ? ": %s blocks its leg (蹩马腿)"
            : a->type == BISHOP                           ? ": %s stands in its eye (塞象眼)"
            : a->type == CANNON && pos->board[a->to] != 0 ? ": %s is a second screen (炮架)"
                                                          : ": %s is in the way",
            name_man(pos, at).text);
}

static void say_check(struct san_message *m, const struct position *pos, bool still, square from)
{
    san_say(m,
            still ? "the %s would still be in check from %s" : "the %s would be in check from %s",
            name_type((enum color)pos->turn, KING).text, name_man(pos, from).text);
}

static void say_reason(struct san_message *m, const struct position *pos,
                       const struct xiangqi_asked *a, const struct illegality *why)
{
    switch (why->why) {
    case ILLEGAL_NO_SUCH_MAN: say_no_such_man(m, pos, a); break;
    case ILLEGAL_BLOCKED: say_blocked(m, pos, a, why->at); break;
    case ILLEGAL_OWN_MAN:
        san_say(m, "%s's own %s stands on %s", color_word(GAME_XIANGQI, (enum color)pos->turn),
                name_type((enum color)pos->turn, piece_type(pos->board[a->to])).text,
                phrase_square(GAME_XIANGQI, a->to).text);
        break;
    case ILLEGAL_LEAVES_CHECK: say_check(m, pos, true, why->at); break;
    case ILLEGAL_EXPOSES_KING: say_check(m, pos, false, why->at); break;
    case ILLEGAL_KINGS_FACE:
        san_say(m, "the generals (帅将) would face each other on an open file");
        break;
    case ILLEGAL_NO_SCREEN:
        san_say(m, "a cannon (炮) takes only over a screen (炮架), and none stands between");
        break;
    case ILLEGAL_GAME_OVER:
        san_say(m, "the game is over: %s",
                lang_text(pos_in_check(pos) ? "checkmate (将死)" : "stalemate (困毙)"));
        break;
    default: say_cannot_reach(m, pos, a); break;
    }
}

static void say_ambiguous(struct san_message *m, const struct position *pos,
                          const struct xiangqi_asked *a)
{
    san_say(m, "more than one %s can make this move",
            name_type((enum color)pos->turn, a->type).text);
    if (a->fitting_count > 0)
        san_say_squares(m, GAME_XIANGQI, a->fitting, a->fitting_count);
}

void xiangqi_explain(const struct position *pos, const char *text, size_t len,
                     enum san_status status, const struct san_move *sm, struct san_message *m)
{
    struct san_move again;
    struct xiangqi_asked asked = {.from = NO_SQUARE, .to = NO_SQUARE};
    if (status == SAN_UNREADABLE)
        san_say(m, "this is not a move");
    else if (san_is_null(text, len) && sm->why.why == ILLEGAL_LEAVES_CHECK)
        san_say(m, "a side in check cannot pass");
    else if (xiangqi_parse(pos, text, len, sm->ranks, &again, &asked) == SAN_AMBIGUOUS)
        say_ambiguous(m, pos, &asked);
    else
        say_reason(m, pos, &asked, &again.why);
}
