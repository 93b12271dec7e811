/* Xiangqi positions: from a setup with its faults, keys, mirror image, playing a move.

   A position holds its men twice, in board[] and in the sets; only put_man, xiangqi_play and
   xiangqi_place write them, so that they agree. */
#include "rules/xiangqi.h"
#include "rules/xiangqi_board.h"

#include <string.h>

static const enum piece_type types[] = {PAWN, KNIGHT, BISHOP, ROOK, KING, ADVISOR, CANNON};
enum { TYPES = sizeof types / sizeof *types };

INLINED void flip_sets(struct position *pos, piece p, square s)
{
    int h = s >= HALF;
    uint64_t bit = UINT64_C(1) << (s - HALF * h);
    pos->sets.xiangqi.color[piece_color(p)][h] ^= bit;
    if (piece_type(p) != KING)
        pos->sets.xiangqi.type[type_row(piece_type(p))][h] ^= bit;
}

INLINED void flip_man(struct position *pos, piece p, square s)
{
    flip_sets(pos, p, s);
    pos->key ^= xiangqi_tables.man[p][s];
}

INLINED void put_man(struct position *pos, piece p, square s)
{
    pos->board[s] = p;
    flip_man(pos, p, s);
    if (piece_type(p) == KING)
        pos->king[piece_color(p)] = s;
}

static void clear(struct position *pos, enum color turn)
{
    memset(pos, 0, sizeof *pos);
    memset(pos->castling, NO_SQUARE, sizeof pos->castling);
    memset(pos->king, NO_SQUARE, sizeof pos->king);
    pos->ep = NO_SQUARE;
    pos->game = GAME_XIANGQI;
    pos->turn = (uint8_t)turn;
    pos->key = turn == BLACK ? xiangqi_tables.black_to_move : 0;
}

/* --- Setup ----------------------------------------------------------------------------------- */

static bool is_man(piece p)
{
    for (int i = 0; i < TYPES; i++) {
        if (p == piece_make(WHITE, types[i]) || p == piece_make(BLACK, types[i]))
            return true;
    }
    return false;
}

static unsigned fault(bool is, enum setup_fault which)
{
    return is ? 1u << which : 0;
}

/* The men of COLOR one by one: are there too many or too few, and can they have come there? */
static unsigned men_faults(const struct position *pos, enum color color)
{
    int count[PIECE_TYPES] = {0};
    unsigned faults = 0;
    for (int s = 0; s < SQUARES; s++) {
        enum piece_type type = piece_type(pos->board[s]);
        if (type == NO_PIECE || piece_color(pos->board[s]) != color)
            continue;
        count[type]++;
        faults |= fault(!points_has(xiangqi_places(type, color), (square)s), SETUP_PLACEMENT);
    }
    for (int type = PAWN; type < PIECE_TYPES; type++) {
        if (type != KING)
            faults |= fault(count[type] > (type == PAWN ? 5 : 2), SETUP_MANY_PIECES);
    }
    return faults | fault(count[KING] == 0, SETUP_NO_KING) |
           fault(count[KING] > 1, SETUP_MANY_KINGS);
}

/* A soldier cannot change its file before it crosses the river. */
static bool has_doubled_pawns(const struct position *pos, enum color color)
{
    struct points own = points_and(men_of_type(pos, PAWN), men_of_color(pos, color));
    own.half[!color] = 0;
    for (int file = 0; file < FILES; file++) {
        unsigned line = points_on_file(own, file);
        if (line & (line - 1))
            return true;
    }
    return false;
}

static bool kings_face(const struct position *pos)
{
    square red = pos->king[WHITE], black = pos->king[BLACK];
    return red % FILES == black % FILES && points_has(rook_reach(red, all_men(pos)), black);
}

/* A soldier that gives check has just moved, for nothing can have stood between. */
static bool is_impossible_check(const struct position *pos)
{
    enum color side = (enum color)pos->turn;
    struct points pawns = points_and(men_of_type(pos, PAWN), men_of_color(pos, !side));
    return points_count(points_and(xiangqi_tables.pawn_from[!side][pos->king[side]], pawns)) > 1;
}

static unsigned king_faults(const struct position *pos)
{
    enum color side = (enum color)pos->turn;
    unsigned faults = fault(is_impossible_check(pos), SETUP_IMPOSSIBLE_CHECK);
    if (kings_face(pos))
        return faults | fault(true, SETUP_KINGS_FACE);
    struct points own = men_of_color(pos, side);
    struct points checkers = king_attackers(pos, !side, pos->king[!side], all_men(pos), own);
    return faults | fault(points_any(checkers), SETUP_OPPONENT_IN_CHECK);
}

static void set_clocks(struct position *pos, unsigned halfmove_clock, unsigned move_number)
{
    pos->halfmove_clock = (uint16_t)(halfmove_clock < UINT16_MAX ? halfmove_clock : UINT16_MAX);
    pos->move_number = move_number > 0 ? move_number : 1;
}

static bool is_bad_clock(const struct setup *setup)
{
    uint64_t moves = setup->move_number > 0 ? setup->move_number - 1 : 0;
    uint64_t played = 2 * moves + (setup->turn == BLACK);
    return setup->halfmove_clock > 150 || setup->halfmove_clock > played;
}

unsigned xiangqi_from_setup(struct position *pos, const struct setup *setup)
{
    const unsigned kings = fault(true, SETUP_NO_KING) | fault(true, SETUP_MANY_KINGS);
    unsigned faults = fault(is_bad_clock(setup), SETUP_CLOCK);
    clear(pos, setup->turn);
    set_clocks(pos, setup->halfmove_clock, setup->move_number);
    for (int s = 0; s < SQUARES; s++) {
        if (is_man(setup->board[s]))
            put_man(pos, setup->board[s], (square)s);
        else
            faults |= fault(setup->board[s] != NO_PIECE, SETUP_PLACEMENT);
    }
    for (int color = WHITE; color <= BLACK; color++)
        faults |= men_faults(pos, (enum color)color) |
                  fault(has_doubled_pawns(pos, (enum color)color), SETUP_PAWNS_DOUBLED);
    if (!(faults & kings))
        faults |= king_faults(pos);
    return faults;
}

void xiangqi_start(struct position *pos)
{
    static const enum piece_type home[FILES] = {ROOK,    KNIGHT, BISHOP, ADVISOR, KING,
                                                ADVISOR, BISHOP, KNIGHT, ROOK};
    clear(pos, WHITE);
    pos->move_number = 1;
    for (int file = 0; file < FILES; file++) {
        for (int color = WHITE; color <= BLACK; color++) {
            /* Squares from White's home rank upwards, from Black's downwards. */
            int rank0 = color == WHITE ? file : SQUARES - FILES + file;
            int up = color == WHITE ? FILES : -FILES;
            put_man(pos, piece_make((enum color)color, home[file]), (square)rank0);
            if (file == 1 || file == 7)
                put_man(pos, piece_make((enum color)color, CANNON), (square)(rank0 + 2 * up));
            if (file % 2 == 0)
                put_man(pos, piece_make((enum color)color, PAWN), (square)(rank0 + 3 * up));
        }
    }
}

/* --- Counts, keys, mirror -------------------------------------------------------------------- */

int xiangqi_count(const struct position *pos, piece p)
{
    return points_count(
        points_and(men_of_type(pos, piece_type(p)), men_of_color(pos, piece_color(p))));
}

key64 xiangqi_compute_key(const struct position *pos)
{
    key64 key = pos->turn == BLACK ? xiangqi_tables.black_to_move : 0;
    for (int s = 0; s < SQUARES; s++) {
        if (pos->board[s] != NO_PIECE)
            key ^= xiangqi_tables.man[pos->board[s]][s];
    }
    return key;
}

/* Three bits for each number of men, at most five: the key is the material, not a hash of it. */
key64 xiangqi_pack_material(const uint8_t counts[PIECE_CODES])
{
    key64 key = 0;
    for (int color = WHITE; color <= BLACK; color++)
        for (int i = 0; i < TYPES; i++)
            key = key << 3 | counts[piece_make((enum color)color, types[i])];
    return key;
}

key64 xiangqi_material_key(const struct position *pos)
{
    uint8_t counts[PIECE_CODES];
    for (int color = WHITE; color <= BLACK; color++)
        for (int i = 0; i < TYPES; i++) {
            piece p = piece_make((enum color)color, types[i]);
            counts[p] = (uint8_t)xiangqi_count(pos, p);
        }
    return xiangqi_pack_material(counts);
}

static square mirrored(square s)
{
    return (square)(s + FILES - 1 - 2 * (s % FILES));
}

void xiangqi_mirror(const struct position *pos, struct position *image)
{
    const struct position original = *pos;
    clear(image, (enum color)original.turn);
    image->halfmove_clock = original.halfmove_clock;
    image->move_number = original.move_number;
    for (int s = 0; s < SQUARES; s++) {
        if (original.board[s] != NO_PIECE)
            put_man(image, original.board[s], mirrored((square)s));
    }
}

move xiangqi_move_mirror(move m)
{
    if (m == NULL_MOVE)
        return m;
    square from = move_from(GAME_XIANGQI, m), to = move_to(GAME_XIANGQI, m);
    return move_make(GAME_XIANGQI, mirrored(from), mirrored(to), NO_PIECE);
}

/* --- Playing --------------------------------------------------------------------------------- */

void xiangqi_play(struct position *pos, move m)
{
    pos->halfmove_clock += pos->halfmove_clock < UINT16_MAX;
    if (m != NULL_MOVE) {
        square from = move_from(GAME_XIANGQI, m), to = move_to(GAME_XIANGQI, m);
        piece p = pos->board[from], taken = pos->board[to];
        flip_man(pos, p, from);
        put_man(pos, p, to);
        pos->board[from] = NO_PIECE;
        if (taken != NO_PIECE) {
            flip_man(pos, taken, to);
            pos->halfmove_clock = 0;
        }
    }
    pos->key ^= xiangqi_tables.black_to_move;
    pos->move_number += pos->turn == BLACK;
    pos->turn = !pos->turn;
}

/* Moves come from stored bytes: from an empty point nothing goes. */
void xiangqi_place(struct position *pos, move m)
{
    square from = move_from(GAME_XIANGQI, m), to = move_to(GAME_XIANGQI, m);
    piece p = pos->board[from], taken = pos->board[to];
    if (m != NULL_MOVE && p != NO_PIECE) {
        if (taken != NO_PIECE)
            flip_sets(pos, taken, to);
        flip_sets(pos, p, from);
        flip_sets(pos, p, to);
        pos->board[from] = NO_PIECE;
        pos->board[to] = p;
        if (piece_type(p) == KING)
            pos->king[piece_color(p)] = to;
    }
    pos->turn = !pos->turn;
}
