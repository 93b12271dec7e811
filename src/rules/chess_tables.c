/* Chess tables: attacks by geometry, and the Zobrist constants.

   The constants are part of the store format: the stream of splitmix64 from state
   0x7169707563686573 ("qipuches"), drawn in this order: for White then Black, for pawn, knight,
   bishop, rook, queen, king, one for each square a1, b1 ... h8; then one for each castling rook's
   square a1 ... h8; then one for each en passant file a ... h; then the one for Black to move. */
#include "rules/chess.h"
#include "rules/key_stream.h"

struct chess_tables chess_tables;
struct chess_keys chess_keys;

static void init_keys(void)
{
    uint64_t state = 0x7169707563686573u;
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = PAWN; type <= KING; type++)
            for (int s = 0; s < 64; s++) {
                piece p = piece_make((enum color)color, (enum piece_type)type);
                chess_keys.man[p][s] = splitmix64(&state);
            }
    for (int s = 0; s < 64; s++)
        chess_keys.castling[s] = splitmix64(&state);
    for (int file = 0; file < 8; file++)
        chess_keys.ep[file] = splitmix64(&state);
    chess_keys.black = splitmix64(&state);
}

/* The square that lies so many files and ranks from S, as a set; empty if off the board. */
static uint64_t square_at(int s, int files, int ranks)
{
    int file = (s & 7) + files, rank = (s >> 3) + ranks;
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return 0;
    return square_bit((square)(rank * 8 + file));
}

static void init_steps(int s)
{
    static const int8_t knight[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                        {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const int8_t king[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                      {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    uint64_t *reach = chess_tables.reach[s];
    for (int i = 0; i < 8; i++) {
        reach[KNIGHT] |= square_at(s, knight[i][0], knight[i][1]);
        reach[KING] |= square_at(s, king[i][0], king[i][1]);
    }
    chess_tables.pawn[WHITE][s] = square_at(s, -1, 1) | square_at(s, 1, 1);
    chess_tables.pawn[BLACK][s] = square_at(s, -1, -1) | square_at(s, 1, -1);
    reach[PAWN] = chess_tables.pawn[BLACK][s];
    reach[REACH_BLACK_PAWN] = chess_tables.pawn[WHITE][s];
}

/* The squares from S, itself left out, in one direction to the edge. */
static uint64_t ray(int s, int files, int ranks)
{
    uint64_t walked = 0;
    for (int n = 1; n < 8; n++)
        walked |= square_at(s, n * files, n * ranks);
    return walked;
}

static void init_lines(int s)
{
    static const int8_t direction[8][2] = {{0, 1}, {0, -1},  {1, 0},  {-1, 0},
                                           {1, 1}, {-1, -1}, {-1, 1}, {1, -1}};
    uint64_t rays[8];
    for (int i = 0; i < 8; i++) {
        const int files = direction[i][0], ranks = direction[i][1];
        rays[i] = ray(s, files, ranks);
        for (uint64_t rest = rays[i]; rest;) {
            square to = set_pop(&rest);
            chess_tables.beyond[s][to] = ray(to, files, ranks);
            chess_tables.between[s][to] = rays[i] & ~chess_tables.beyond[s][to] & ~square_bit(to);
        }
    }
    chess_tables.lines[s] = (struct chess_lines){.file = rays[0] | rays[1],
                                                 .diagonal = rays[4] | rays[5],
                                                 .antidiagonal = rays[6] | rays[7]};
    uint64_t *reach = chess_tables.reach[s];
    reach[ROOK] = rays[0] | rays[1] | rays[2] | rays[3];
    reach[BISHOP] = rays[4] | rays[5] | rays[6] | rays[7];
    reach[QUEEN] = reach[ROOK] | reach[BISHOP];
}

/* The files that a rook on FILE attacks along its rank, men standing on the files of OCCUPIED. */
static unsigned rank_attacks(unsigned occupied, int file)
{
    unsigned attacks = 0;
    for (int f = file + 1; f < 8; f++) {
        attacks |= 1u << f;
        if (occupied >> f & 1)
            break;
    }
    for (int f = file - 1; f >= 0; f--) {
        attacks |= 1u << f;
        if (occupied >> f & 1)
            break;
    }
    return attacks;
}

static void init_ranks(void)
{
    for (unsigned inner = 0; inner < 64; inner++)
        for (int file = 0; file < 8; file++)
            chess_tables.rank[inner][file] = (uint8_t)rank_attacks(inner << 1, file);
}

void chess_init(void)
{
    chess_tables = (struct chess_tables){0};
    init_keys();
    for (int s = 0; s < 64; s++) {
        init_steps(s);
        init_lines(s);
    }
    init_ranks();
    chess_init_list();
}
