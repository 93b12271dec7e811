/* What is wrong with a position of xiangqi, in the words of the game. Which men are at fault is
   found by asking the rules about setups with those men alone. */
#include "notation/fen.h"

/* Whether FAULT is found where only the men for which KEEP holds are on the board. */
typedef bool (*men_wanted)(const struct setup *all, square s, const square wanted[2]);

static bool is_fault_of(const struct fen_reader *r, enum setup_fault fault, men_wanted keep,
                        const square wanted[2])
{
    struct position ignored;
    struct setup some = r->setup;
    for (int s = 0; s < SQUARES_MAX; s++)
        if (!keep(&r->setup, (square)s, wanted))
            some.board[s] = NO_PIECE;
    return pos_from_setup(&ignored, &some) >> fault & 1;
}

static bool is_one_of(const struct setup *all, square s, const square wanted[2])
{
    (void)all;
    return s == wanted[0] || s == wanted[1];
}

static bool is_like(const struct setup *all, square s, const square wanted[2])
{
    return all->board[s] == all->board[wanted[0]];
}

static void say_misplaced(struct fen_reader *r)
{
    for (square s = 0; s < SQUARES_MAX; s++) {
        const square wanted[2] = {s, s};
        piece p = r->setup.board[s];
        char name[SQUARE_TEXT_MAX];
        if (p == NO_PIECE || !is_fault_of(r, SETUP_PLACEMENT, is_one_of, wanted))
            continue;
        square_format(GAME_XIANGQI, s, name);
        fen_fail(r, FEN_SETUP, r->man_at[s], "%s's %s (%s) stands on %s, where it can never come",
                 color_word(GAME_XIANGQI, piece_color(p)), piece_word(GAME_XIANGQI, piece_type(p)),
                 xiangqi_name(piece_color(p), piece_type(p)), name);
        return;
    }
}

static void say_doubled(struct fen_reader *r)
{
    for (square a = 0; a < SQUARES_MAX; a++) {
        for (square b = a; b < SQUARES_MAX; b++) {
            const square wanted[2] = {a, b};
            piece p = r->setup.board[a];
            if (a == b || piece_type(p) != PAWN || r->setup.board[b] != p ||
                !is_fault_of(r, SETUP_PAWNS_DOUBLED, is_one_of, wanted))
                continue;
            fen_fail(
                r, FEN_SETUP, r->man_at[b], "%s has two soldiers (%s) on file %c before the river",
                color_word(GAME_XIANGQI, piece_color(p)),
                xiangqi_name(piece_color(p), piece_type(p)), 'a' + square_file(GAME_XIANGQI, a));
            return;
        }
    }
}

static int count_like(const struct fen_reader *r, piece p, square *last)
{
    int count = 0;
    for (square s = 0; s < SQUARES_MAX; s++) {
        if (r->setup.board[s] == p) {
            *last = s;
            count++;
        }
    }
    return count;
}

static void say_many(struct fen_reader *r, enum setup_fault fault)
{
    for (square s = 0; s < SQUARES_MAX; s++) {
        const square wanted[2] = {s, s};
        piece p = r->setup.board[s];
        if (p == NO_PIECE || !is_fault_of(r, fault, is_like, wanted))
            continue;
        square last = s;
        int count = count_like(r, p, &last);
        fen_fail(r, FEN_SETUP, r->man_at[last], "%s has %d %ss (%s)",
                 color_word(GAME_XIANGQI, piece_color(p)), count,
                 piece_word(GAME_XIANGQI, piece_type(p)),
                 xiangqi_name(piece_color(p), piece_type(p)));
        return;
    }
}

static void say_no_general(struct fen_reader *r)
{
    for (int color = WHITE; color <= BLACK; color++) {
        square last;
        piece general = piece_make((enum color)color, KING);
        if (count_like(r, general, &last) > 0)
            continue;
        fen_fail(r, FEN_SETUP, r->columns[0], "%s has no general (%s)",
                 color_word(GAME_XIANGQI, (enum color)color),
                 xiangqi_name((enum color)color, KING));
        return;
    }
}

void fen_say_xiangqi(struct fen_reader *r, enum setup_fault fault)
{
    square red = NO_SQUARE;
    const enum color turn = r->setup.turn;
    switch (fault) {
    case SETUP_NO_KING: say_no_general(r); break;
    case SETUP_MANY_KINGS:
    case SETUP_MANY_PIECES: say_many(r, fault); break;
    case SETUP_PLACEMENT: say_misplaced(r); break;
    case SETUP_PAWNS_DOUBLED: say_doubled(r); break;
    case SETUP_KINGS_FACE:
        count_like(r, piece_make(WHITE, KING), &red);
        fen_fail(r, FEN_SETUP, r->man_at[red],
                 "the generals (帅, 将) face each other on file %c with nothing between them",
                 'a' + square_file(GAME_XIANGQI, red));
        break;
    case SETUP_OPPONENT_IN_CHECK:
        fen_fail(r, FEN_SETUP, r->columns[1], "%s is in check, but it is %s's turn",
                 color_word(GAME_XIANGQI, !turn), color_word(GAME_XIANGQI, turn));
        break;
    default: break;
    }
}
