/* Tables of the xiangqi board: where men go from each point, and the constants of the key.

   The constants are part of the store format. They come from splitmix64, seeded with the letters
   "xiangqi" read as a number: first one for each colour, type (soldier to cannon, in the order of
   enum piece_type) and square, in this order; at last the one for Black to move. */
#include "rules/key_stream.h"
#include "rules/xiangqi.h"
#include "rules/xiangqi_board.h"

struct xiangqi_tables xiangqi_tables;

static void init_keys(struct xiangqi_tables *t)
{
    static const enum piece_type types[] = {PAWN, KNIGHT, BISHOP, ROOK, KING, ADVISOR, CANNON};
    uint64_t state = UINT64_C(0x7869616e677169);
    for (int color = WHITE; color <= BLACK; color++) {
        for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
            piece p = piece_make((enum color)color, types[i]);
            for (int s = 0; s < SQUARES; s++)
                t->man[p][s] = splitmix64(&state);
        }
    }
    t->black_to_move = splitmix64(&state);
}

/* Add to REACH what is met from AT going by STEP over a line with these points OCCUPIED. */
static void scan_line(struct line_reach *reach, unsigned occupied, int at, int step)
{
    int i = at + step;
    for (; i >= 0 && i < RANKS; i += step) {
        reach->rook |= (uint16_t)(1u << i);
        if (occupied >> i & 1)
            break;
    }
    for (i += step; i >= 0 && i < RANKS; i += step) {
        if (occupied >> i & 1) {
            reach->taken |= (uint16_t)(1u << i);
            return;
        }
    }
}

/* A rank is a line whose tenth point is always empty. */
static void init_lines(struct xiangqi_tables *t)
{
    for (unsigned occupied = 0; occupied < LINE_MASKS; occupied++) {
        for (int at = 0; at < RANKS; at++) {
            struct line_reach *reach = &t->line[occupied][at];
            *reach = (struct line_reach){0, 0};
            scan_line(reach, occupied, at, 1);
            scan_line(reach, occupied, at, -1);
        }
    }
}

/* The point FILES and RANKS away from S, or NO_SQUARE. */
static square offset(int s, int files, int ranks)
{
    int file = s % FILES + files, rank = s / FILES + ranks;
    if (file < 0 || file >= FILES || rank < 0 || rank >= RANKS)
        return NO_SQUARE;
    return (square)(rank * FILES + file);
}

static void add_point(struct points *set, square s)
{
    if (s != NO_SQUARE)
        *set = points_or(*set, points_of(s));
}

static const int orthogonal[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}; /* files, ranks */

/* A horse goes one point orthogonally, over its leg, and from there one diagonally outward. */
static void init_horse(struct xiangqi_tables *t, int s)
{
    for (int i = 0; i < 4; i++) {
        square leg = offset(s, orthogonal[i][0], orthogonal[i][1]);
        t->leg[s][i] = leg == NO_SQUARE ? (square)s : leg;
    }
    for (int occupied = 0; occupied < 16; occupied++) {
        struct points to = {{0, 0}};
        for (int i = 0; i < 4; i++) {
            int files = orthogonal[i][0], ranks = orthogonal[i][1];
            if (occupied >> i & 1)
                continue;
            add_point(&to, offset(s, 2 * files + ranks, 2 * ranks + files));
            add_point(&to, offset(s, 2 * files - ranks, 2 * ranks - files));
        }
        t->horse[s][occupied] = to;
    }
}

static void init_palace(struct xiangqi_tables *t, int s)
{
    struct points straight = {{0, 0}}, diagonal = {{0, 0}};
    for (int i = 0; i < 4; i++) {
        int files = orthogonal[i][0], ranks = orthogonal[i][1];
        add_point(&straight, offset(s, files, ranks));
        add_point(&diagonal, offset(s, files + ranks, ranks - files));
    }
    enum color side = s < HALF ? WHITE : BLACK;
    struct points palace = xiangqi_places(KING, side), cross = xiangqi_places(ADVISOR, side),
                  none = {{0, 0}};
    t->king[s] = points_has(palace, (square)s) ? points_and(straight, palace) : none;
    t->advisor[s] = points_has(cross, (square)s) ? points_and(diagonal, cross) : none;
}

/* Soldiers step forward, and once over the river also sideways. */
static void init_pawns(struct xiangqi_tables *t, enum color color)
{
    for (int s = 0; s < SQUARES; s++) {
        struct points to = {{0, 0}};
        add_point(&to, offset(s, 0, color == WHITE ? 1 : -1));
        if ((s >= HALF) == (color == WHITE)) {
            add_point(&to, offset(s, -1, 0));
            add_point(&to, offset(s, 1, 0));
        }
        t->pawn[color][s] = to;
        while (points_any(to))
            add_point(&t->pawn_from[color][points_pop(&to)], (square)s);
    }
}

void xiangqi_init(void)
{
    struct xiangqi_tables *t = &xiangqi_tables;
    init_keys(t);
    init_lines(t);
    for (int s = 0; s < SQUARES; s++) {
        init_horse(t, s);
        init_palace(t, s);
    }
    init_pawns(t, WHITE);
    init_pawns(t, BLACK);
}

struct points xiangqi_places(enum piece_type type, enum color color)
{
    const uint64_t all = (UINT64_C(1) << HALF) - 1;
    const uint64_t palace = UINT64_C(0xe07038), cross = UINT64_C(0xa02028); /* Red's */
    const uint64_t odd_files = UINT64_C(0x155);                             /* a, c, e, g, i */
    const int shift =
        color == WHITE ? 0 : 2 * FILES; /* Black's palace is ranks 2 to 4 of its half */
    uint64_t own = all, far = all;
    switch (type) {
    case KING: own = palace << shift, far = 0; break;
    case ADVISOR: own = cross << shift, far = 0; break;
    case BISHOP: own = ELEPHANT_POINTS, far = 0; break;
    case PAWN: /* Red's stand on ranks 3 and 4 until they cross the river */
        own = (odd_files | odd_files << FILES) << (color == WHITE ? 3 * FILES : 0);
        break;
    default: break;
    }
    return color == WHITE ? (struct points){{own, far}} : (struct points){{far, own}};
}
