/* What rules.h promises for every game: tables of what differs, and the way to each game's own
   functions. The branch on the game is the same all along a game, so it costs next to nothing. */
#include <string.h>

#include "base/lang.h"
#include "rules/chess.h"
#include "rules/rules.h"
#include "rules/slots.h"
#include "rules/xiangqi.h"

const struct board_size board_sizes[GAME_COUNT] = {
    [GAME_CHESS] = {8, 8, 64},
    [GAME_XIANGQI] = {9, 10, 90},
};

static const struct {
    const char *text;
    bool is_error;
} faults[SETUP_FAULTS] = {
    [SETUP_NO_KING] = {LANG("a side has no king"), true},
    [SETUP_MANY_KINGS] = {LANG("a side has more than one king"), true},
    [SETUP_OPPONENT_IN_CHECK] = {LANG("the side not to move is in check"), true},
    [SETUP_KINGS_FACE] = {LANG("the kings face each other"), true},
    [SETUP_PAWN_RANK] = {LANG("a pawn stands on the first or last rank"), true},
    [SETUP_PLACEMENT] = {LANG("a man stands where it can never come"), true},
    [SETUP_PAWNS_DOUBLED] = {LANG("two pawns stand on one file on their own side of the river"),
                             true},
    [SETUP_MANY_PIECES] = {LANG("a side has more men than a game can have"), true},
    [SETUP_CASTLING] = {LANG("a castling right lacks its king or rook"), false},
    [SETUP_EP] = {LANG("no pawn can just have passed over the en passant square"), false},
    [SETUP_IMPOSSIBLE_CHECK] = {LANG("no move can have given this check"), false},
    [SETUP_CLOCK] = {LANG("the halfmove clock cannot be so high"), false},
};

const char *setup_fault_text(enum setup_fault fault)
{
    return lang_text(faults[fault].text);
}

bool setup_fault_is_error(enum setup_fault fault)
{
    return faults[fault].is_error;
}

/* Made once: a start position is copied for every game that is read. */
static struct position starts[GAME_COUNT];

void rules_init(void)
{
    chess_init();
    xiangqi_init();
    structure_init();
    chess_start(&starts[GAME_CHESS]);
    xiangqi_start(&starts[GAME_XIANGQI]);
    slots_init();
}

unsigned pos_from_setup(struct position *pos, const struct setup *setup)
{
    return setup->game == GAME_CHESS ? chess_from_setup(pos, setup)
                                     : xiangqi_from_setup(pos, setup);
}

void pos_start(struct position *pos, enum game game)
{
    *pos = starts[game];
}

bool pos_is_start(const struct position *pos)
{
    return pos->key == starts[pos->game].key && pos->halfmove_clock == 0 && pos->move_number == 1;
}

/* Call FUNCTION of the game that POS belongs to. */
#define DISPATCH(pos, function, ...)                                                               \
    ((pos)->game == GAME_CHESS ? chess_##function(__VA_ARGS__) : xiangqi_##function(__VA_ARGS__))

void pos_to_setup(const struct position *pos, struct setup *setup)
{
    *setup = (struct setup){.game = (enum game)pos->game,
                            .turn = (enum color)pos->turn,
                            .ep = pos->ep,
                            .halfmove_clock = pos->halfmove_clock,
                            .move_number = pos->move_number};
    memcpy(setup->board, pos->board, sizeof setup->board);
    memcpy(setup->castling, pos->castling, sizeof setup->castling);
}

int pos_count(const struct position *pos, piece p)
{
    return DISPATCH(pos, count, pos, p);
}

key64 pos_compute_key(const struct position *pos)
{
    return DISPATCH(pos, compute_key, pos);
}

key64 pos_material_key(const struct position *pos)
{
    return DISPATCH(pos, material_key, pos);
}

key64 material_key(enum game game, const uint8_t counts[PIECE_CODES])
{
    return game == GAME_CHESS ? chess_pack_material(counts) : xiangqi_pack_material(counts);
}

void pos_mirror(const struct position *pos, struct position *image)
{
    DISPATCH(pos, mirror, pos, image);
}

move move_mirror(enum game game, move m)
{
    return game == GAME_CHESS ? chess_move_mirror(m) : xiangqi_move_mirror(m);
}

int pos_legal_moves(const struct position *pos, move *list)
{
    return DISPATCH(pos, legal_moves, pos, list);
}

bool pos_has_legal_move(const struct position *pos)
{
    return DISPATCH(pos, has_legal_move, pos);
}

bool pos_is_legal(const struct position *pos, move m)
{
    return DISPATCH(pos, is_legal, pos, m);
}

void pos_play(struct position *pos, move m)
{
    DISPATCH(pos, play, pos, m);
}

void pos_place(struct position *pos, move m)
{
    DISPATCH(pos, place, pos, m);
}

int pos_origins(const struct position *pos, enum piece_type type, square to, int file, int rank,
                square *from)
{
    return DISPATCH(pos, origins, pos, type, to, file, rank, from);
}

square pos_only_origin(const struct position *pos, enum piece_type type, square to)
{
    return pos->game == GAME_CHESS ? chess_only_origin(pos, type, to) : NO_SQUARE;
}

move pos_castling_move(const struct position *pos, enum side side)
{
    return pos->game == GAME_CHESS ? chess_castling_move(pos, side) : NULL_MOVE;
}

struct illegality pos_why_illegal(const struct position *pos, enum piece_type type, int file,
                                  int rank, square to, enum piece_type promotion)
{
    return DISPATCH(pos, why_illegal, pos, type, file, rank, to, promotion);
}

struct illegality pos_why_no_castling(const struct position *pos, enum side side)
{
    if (pos->game == GAME_CHESS)
        return chess_why_no_castling(pos, side);
    return (struct illegality){ILLEGAL_CASTLING_RIGHT, NO_SQUARE, NO_SQUARE};
}

enum outcome pos_outcome(const struct position *pos)
{
    return DISPATCH(pos, outcome, pos);
}

enum result outcome_result(enum game game, enum outcome outcome, enum color turn)
{
    switch (outcome) {
    case OUTCOME_STALEMATE:
        if (game == GAME_CHESS)
            return RESULT_DRAW;
        return turn == WHITE ? RESULT_BLACK : RESULT_WHITE;
    case OUTCOME_CHECKMATE: return turn == WHITE ? RESULT_BLACK : RESULT_WHITE;
    case OUTCOME_DEAD: return RESULT_DRAW;
    default: return RESULT_NONE;
    }
}

uint64_t pos_perft(const struct position *pos, int depth)
{
    return DISPATCH(pos, perft, pos, depth);
}
