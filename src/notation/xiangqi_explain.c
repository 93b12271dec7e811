/* Why a text gives no move of xiangqi, in the game's own words: chariot and horse, legs, eyes and
   screens, each with the Chinese name. Squares are named as in ICCS, files as the mover counts. */
#include "notation/xiangqi_text.h"

static void say_type(struct san_message *m, enum color color, enum piece_type type)
{
    san_say(m, "%s (%s)", piece_word(GAME_XIANGQI, type), xiangqi_name(color, type));
}

static void say_square(struct san_message *m, square s)
{
    char name[SQUARE_TEXT_MAX];
    square_format(GAME_XIANGQI, s, name);
    san_say(m, "%s", name);
}

/* "the horse (马) on b0" */
static void say_man(struct san_message *m, const struct position *pos, square s)
{
    san_say(m, "the ");
    say_type(m, piece_color(pos->board[s]), piece_type(pos->board[s]));
    san_say(m, " on ");
    say_square(m, s);
}

static void say_no_such_man(struct san_message *m, const struct position *pos,
                            const struct xiangqi_asked *a)
{
    if (a->type == NO_PIECE) {
        san_say(m, "%s has no man on ", color_word(GAME_XIANGQI, (enum color)pos->turn));
        say_square(m, a->from);
        return;
    }
    san_say(m, "%s has no ", color_word(GAME_XIANGQI, (enum color)pos->turn));
    say_type(m, (enum color)pos->turn, a->type);
    if (a->is_marked)
        san_say(m, " that is told from others on its file in this way");
    else
        san_say(m, " on file %d", a->file);
}

static void say_cannot_reach(struct san_message *m, const struct position *pos,
                             const struct xiangqi_asked *a)
{
    say_man(m, pos, a->from);
    san_say(m, a->to == NO_SQUARE ? " cannot move like that" : " cannot reach ");
    if (a->to != NO_SQUARE)
        say_square(m, a->to);
}

static void say_blocked(struct san_message *m, const struct position *pos,
                        const struct xiangqi_asked *a, square at)
{
    say_cannot_reach(m, pos, a);
    san_say(m, ": ");
    say_man(m, pos, at);
    if (a->type == KNIGHT)
        san_say(m, " blocks its leg (蹩马腿)");
    else if (a->type == BISHOP)
        san_say(m, " stands in its eye (塞象眼)");
    else if (a->type == CANNON && pos->board[a->to] != 0)
        san_say(m, " is a second screen (炮架)");
    else
        san_say(m, " is in the way");
}

static void say_check(struct san_message *m, const struct position *pos, const char *when,
                      square from)
{
    san_say(m, "the ");
    say_type(m, (enum color)pos->turn, KING);
    san_say(m, " would %sbe in check from ", when);
    say_man(m, pos, from);
}

static void say_reason(struct san_message *m, const struct position *pos,
                       const struct xiangqi_asked *a, const struct illegality *why)
{
    switch (why->why) {
    case ILLEGAL_NO_SUCH_MAN: say_no_such_man(m, pos, a); break;
    case ILLEGAL_BLOCKED: say_blocked(m, pos, a, why->at); break;
    case ILLEGAL_OWN_MAN:
        san_say(m, "%s's own ", color_word(GAME_XIANGQI, (enum color)pos->turn));
        say_type(m, (enum color)pos->turn, piece_type(pos->board[a->to]));
        san_say(m, " stands on ");
        say_square(m, a->to);
        break;
    case ILLEGAL_LEAVES_CHECK: say_check(m, pos, "still ", why->at); break;
    case ILLEGAL_EXPOSES_KING: say_check(m, pos, "", why->at); break;
    case ILLEGAL_KINGS_FACE:
        san_say(m, "the generals (帅将) would face each other on an open file");
        break;
    case ILLEGAL_NO_SCREEN:
        san_say(m, "a cannon (炮) takes only over a screen (炮架), and none stands between");
        break;
    case ILLEGAL_GAME_OVER:
        san_say(m, "the game is over: %s",
                pos_in_check(pos) ? "checkmate (将死)" : "stalemate (困毙)");
        break;
    default: say_cannot_reach(m, pos, a); break;
    }
}

static void say_ambiguous(struct san_message *m, const struct position *pos,
                          const struct xiangqi_asked *a)
{
    san_say(m, "more than one ");
    say_type(m, (enum color)pos->turn, a->type);
    san_say(m, " can make this move");
    for (int i = 0; i < a->fitting_count; i++) {
        san_say(m, i == 0 ? " (" : ", ");
        say_square(m, a->fitting[i]);
    }
    san_say(m, ")");
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
