/* Chess tables: attacks by geometry, and the Zobrist constants.

   The constants are part of the store format: the stream of splitmix64 from state
   0x7169707563686573 ("qipuches"), drawn in this order: for White then Black, for pawn, knight,
   bishop, rook, queen, king, one for each square a1, b1 ... h8; then one for each castling rook's
   square a1 ... h8; then one for each en passant file a ... h; then the one for Black to move. */
#include "rules/chess.h"

struct chess_tables chess_tables;
struct chess_keys chess_keys;

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

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
    for (int i = 0; i < 8; i++) {
        chess_tables.knight[s] |= square_at(s, knight[i][0], knight[i][1]);
        chess_tables.king[s] |= square_at(s, king[i][0], king[i][1]);
    }
    chess_tables.pawn[WHITE][s] = square_at(s, -1, 1) | square_at(s, 1, 1);
    chess_tables.pawn[BLACK][s] = square_at(s, -1, -1) | square_at(s, 1, -1);
}

/* Walk from S both ways on each line. */
static void init_lines(int s)
{
    static const int8_t step[LINE_COUNT][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    for (int line = 0; line < LINE_COUNT; line++)
        for (int direction = -1; direction <= 1; direction += 2) {
            uint64_t walked = 0, next;
            for (int n = 1; n < 8; n++) {
                next = square_at(s, direction * n * step[line][0], direction * n * step[line][1]);
                if (!next)
                    break;
                chess_tables.between[s][set_first(next)] = walked;
                walked |= next;
            }
            if (direction < 0)
                chess_tables.lines[s][line].lower = walked;
            else
                chess_tables.lines[s][line].upper = walked;
        }
}

void chess_init(void)
{
    chess_tables = (struct chess_tables){0};
    init_keys();
    for (int s = 0; s < 64; s++) {
        init_steps(s);
        init_lines(s);
    }
    chess_init_list();
}
