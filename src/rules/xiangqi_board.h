/* The xiangqi board as sets of points, and how the men reach across it. Private to xiangqi*.c.

   A set has one word for each side of the river: half[0] is ranks 0 to 4 (bit s = square s),
   half[1] ranks 5 to 9 (bit s - 45). So a rank is nine bits of one word, and a file five bits, nine
   apart, of each. Rooks and cannons move on lines: a line is the points of a rank or a file as the
   low bits of an integer, counted from file a or rank 0.

   Hot: measured by perft and by replaying games. */
#ifndef QIPU_RULES_XIANGQI_BOARD_H
#define QIPU_RULES_XIANGQI_BOARD_H

#include "rules/rules.h"

enum {
    FILES = 9,
    RANKS = 10,
    SQUARES = 90,
    HALF = 45,
    LINE_MASKS = 1 << RANKS,
    PIECES = 16 + PIECE_TYPES
};

/* Inlined also into clones made for a newer processor, which then may use its instructions. */
#define INLINED static inline __attribute__((always_inline))

struct points {
    uint64_t half[2];
};

/* What a man on one point of a line with given occupation meets, as lines. */
struct line_reach {
    uint16_t rook;  /* all points up to and including the first man on either side */
    uint16_t taken; /* the second man on either side: what a cannon takes */
};

struct xiangqi_tables {
    struct line_reach line[LINE_MASKS][RANKS];
    struct points king[SQUARES];         /* none from a point where no king can stand */
    struct points advisor[SQUARES];      /* likewise */
    struct points pawn[2][SQUARES];      /* [color]: where a pawn goes */
    struct points pawn_from[2][SQUARES]; /* [color]: from where a pawn goes there */
    square leg[SQUARES][4]; /* beside the horse; the horse's own square if off the board */
    struct points horse[SQUARES][16]; /* [.][set of legs that are occupied] */
    key64 man[PIECES][SQUARES];
    key64 black_to_move;
};
extern struct xiangqi_tables xiangqi_tables;

/* Points where a man of TYPE and COLOR can ever stand. */
struct points xiangqi_places(enum piece_type type, enum color color);

/* --- Sets ------------------------------------------------------------------------------------ */

INLINED struct points points_and(struct points a, struct points b)
{
    return (struct points){{a.half[0] & b.half[0], a.half[1] & b.half[1]}};
}

INLINED struct points points_or(struct points a, struct points b)
{
    return (struct points){{a.half[0] | b.half[0], a.half[1] | b.half[1]}};
}

INLINED struct points points_without(struct points a, struct points b)
{
    return (struct points){{a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]}};
}

INLINED struct points points_of(square s)
{
    uint64_t low = s < HALF ? UINT64_C(1) << s : 0;
    uint64_t high = s < HALF ? 0 : UINT64_C(1) << (s - HALF);
    return (struct points){{low, high}};
}

INLINED bool points_any(struct points p)
{
    return (p.half[0] | p.half[1]) != 0;
}

INLINED bool points_has(struct points p, square s)
{
    return p.half[s >= HALF] >> (s < HALF ? s : s - HALF) & 1;
}

INLINED int points_count(struct points p)
{
    return __builtin_popcountll(p.half[0]) + __builtin_popcountll(p.half[1]);
}

/* Take the lowest point out of P, which is not empty. */
INLINED square points_pop(struct points *p)
{
    int h = p->half[0] == 0;
    int bit = __builtin_ctzll(p->half[h]);
    p->half[h] &= p->half[h] - 1;
    return (square)(bit + HALF * h);
}

/* --- Lines ----------------------------------------------------------------------------------- */

/* One file in a half: bits 0, 9, 18, 27, 36. Multiplying by FILE_SPREAD brings bit 9i to 32 +
   i, and copies five low bits so that bit i is also at 9i; no two products meet, so nothing
   carries. */
#define FILE_IN_HALF UINT64_C(0x1008040201)
#define FILE_SPREAD  UINT64_C(0x101010101)

INLINED unsigned points_on_file(struct points p, int file)
{
    uint64_t low = (p.half[0] >> file & FILE_IN_HALF) * FILE_SPREAD >> 32 & 31;
    uint64_t high = (p.half[1] >> file & FILE_IN_HALF) * FILE_SPREAD >> 32 & 31;
    return (unsigned)(low | high << 5);
}

INLINED unsigned points_on_rank(struct points p, int rank)
{
    return p.half[rank >= 5] >> FILES * (rank < 5 ? rank : rank - 5) & 511;
}

INLINED struct points file_points(unsigned line, int file)
{
    uint64_t low = ((line & 31) * FILE_SPREAD & FILE_IN_HALF) << file;
    uint64_t high = ((line >> 5) * FILE_SPREAD & FILE_IN_HALF) << file;
    return (struct points){{low, high}};
}

INLINED struct points rank_points(unsigned line, int rank)
{
    uint64_t bits = (uint64_t)(line & 511) << FILES * (rank < 5 ? rank : rank - 5);
    return (struct points){{rank < 5 ? bits : 0, rank < 5 ? 0 : bits}};
}

/* --- Men ------------------------------------------------------------------------------------- */

INLINED struct points men_of_color(const struct position *pos, enum color color)
{
    const uint64_t *half = pos->sets.xiangqi.color[color];
    return (struct points){{half[0], half[1]}};
}

/* Where sets.xiangqi.type has a type; kings have no set. */
INLINED int type_row(enum piece_type type)
{
    return type <= ROOK ? (int)type - PAWN : (int)type - ADVISOR + ROOK;
}

INLINED struct points men_of_type(const struct position *pos, enum piece_type type)
{
    if (type == KING)
        return points_or(points_of(pos->king[WHITE]), points_of(pos->king[BLACK]));
    const uint64_t *half = pos->sets.xiangqi.type[type_row(type)];
    return (struct points){{half[0], half[1]}};
}

INLINED struct points all_men(const struct position *pos)
{
    return points_or(men_of_color(pos, WHITE), men_of_color(pos, BLACK));
}

INLINED struct points rook_reach(square s, struct points men)
{
    int file = s % FILES, rank = s / FILES;
    const struct line_reach *line = xiangqi_tables.line[points_on_file(men, file)];
    const struct line_reach *row = xiangqi_tables.line[points_on_rank(men, rank)];
    return points_or(file_points(line[rank].rook, file), rank_points(row[file].rook, rank));
}

/* Empty points that a cannon reaches, and men, of either colour, behind one screen. */
INLINED struct points cannon_reach(square s, struct points men)
{
    int file = s % FILES, rank = s / FILES;
    unsigned on_file = points_on_file(men, file), on_rank = points_on_rank(men, rank);
    struct line_reach line = xiangqi_tables.line[on_file][rank];
    struct line_reach row = xiangqi_tables.line[on_rank][file];
    return points_or(file_points((line.rook & ~on_file) | line.taken, file),
                     rank_points((row.rook & ~on_rank) | row.taken, rank));
}

/* The seven points of elephants are the same in both halves: 2, 6, 18, 22, 26, 38, 42. Masking
   by them also drops steps that leave the board or cross its edge. The points between must be
   empty. */
#define ELEPHANT_POINTS UINT64_C(0x44004440044)

INLINED struct points elephant_reach(square s, struct points men)
{
    int h = s >= HALF;
    uint64_t from = UINT64_C(1) << (s - HALF * h) & ELEPHANT_POINTS, empty = ~men.half[h];
    uint64_t to = (from << 10 & empty) << 10 | (from << 8 & empty) << 8 |
                  (from >> 10 & empty) >> 10 | (from >> 8 & empty) >> 8;
    to &= ELEPHANT_POINTS;
    return (struct points){{h ? 0 : to, h ? to : 0}};
}

INLINED struct points horse_reach(square s, struct points men)
{
    const square *leg = xiangqi_tables.leg[s];
    int legs = points_has(men, leg[0]) | points_has(men, leg[1]) << 1 |
               points_has(men, leg[2]) << 2 | points_has(men, leg[3]) << 3;
    return xiangqi_tables.horse[s][legs];
}

/* The point beside a horse on FROM that it passes on its way to TO. */
INLINED square horse_leg(square from, square to)
{
    int step = to - from;
    if (step > FILES + 2 || step < -FILES - 2)
        return (square)(step > 0 ? from + FILES : from - FILES);
    return (square)(step == FILES + 2 || step == 2 - FILES ? from + 1 : from - 1);
}

/* All points that a man of TYPE and COLOR on FROM reaches past MEN, those of its own men
   included. */
INLINED struct points xiangqi_reach(enum piece_type type, enum color color, square from,
                                    struct points men)
{
    switch (type) {
    case PAWN: return xiangqi_tables.pawn[color][from];
    case KNIGHT: return horse_reach(from, men);
    case BISHOP: return elephant_reach(from, men);
    case ROOK: return rook_reach(from, men);
    case KING: return xiangqi_tables.king[from];
    case ADVISOR: return xiangqi_tables.advisor[from];
    case CANNON: return cannon_reach(from, men);
    default: return (struct points){{0, 0}};
    }
}

/* The men of ENEMIES that could take a king of SIDE on KING, with MEN on the board. The enemy's
   king takes like a rook along a file: kings never face each other. */
INLINED struct points king_attackers(const struct position *pos, enum color side, square king,
                                     struct points men, struct points enemies)
{
    const struct xiangqi_tables *t = &xiangqi_tables;
    int file = king % FILES, rank = king / FILES;
    struct line_reach line = t->line[points_on_file(men, file)][rank];
    struct line_reach row = t->line[points_on_rank(men, rank)][file];
    struct points on_file = file_points(line.rook, file), on_rank = rank_points(row.rook, rank);
    struct points taken = points_or(file_points(line.taken, file), rank_points(row.taken, rank));
    struct points rooks = men_of_type(pos, ROOK);
    struct points facing = points_or(rooks, points_of(pos->king[!side]));
    struct points found = points_and(on_file, facing);
    found = points_or(found, points_and(on_rank, rooks));
    found = points_or(found, points_and(taken, men_of_type(pos, CANNON)));
    found = points_or(found, points_and(t->pawn_from[!side][king], men_of_type(pos, PAWN)));

    struct points horses = points_and(t->horse[king][0], men_of_type(pos, KNIGHT));
    for (horses = points_and(horses, enemies); points_any(horses);) {
        square horse = points_pop(&horses);
        if (!points_has(men, horse_leg(horse, king)))
            found = points_or(found, points_of(horse));
    }
    return points_and(found, enemies);
}

/* The enemies that could take the own king after a man of the side to move went from FROM to TO. */
INLINED struct points king_attackers_after(const struct position *pos, square from, square to)
{
    enum color side = (enum color)pos->turn;
    struct points target = points_of(to);
    struct points men = points_or(points_without(all_men(pos), points_of(from)), target);
    struct points enemies = points_without(men_of_color(pos, !side), target);
    square king = from == pos->king[side] ? to : pos->king[side];
    return king_attackers(pos, side, king, men, enemies);
}

#endif
