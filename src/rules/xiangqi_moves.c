/* Legal xiangqi moves: listed, counted, tested, traced back to their origins; perft.

   Hot: perft is the measure. Most moves cannot touch the own king's safety, so what could is found
   first (struct scan), and only a move that meets it is tried out by king_attackers. */
#include "rules/xiangqi.h"
#include "rules/xiangqi_board.h"

/* Where gcc and clang can, functions that count bits exist twice, and the loader picks. Sanitizers
   do not bear that: their runtime is not yet there when it does. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#endif
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(SANITIZED)
#define CLONED __attribute__((target_clones("popcnt", "default")))
#else
#define CLONED
#endif

/* What is found out about a position before its single men are looked at. */
struct scan {
    struct points men, own, enemies;
    struct points screens; /* men whose leaving may open an attack on the king */
    struct points hollow;  /* between king and a cannon, all empty: a man there is its screen */
    bool check;
    struct points answers; /* in check: points that a man must enter to end it ... */
    struct points leaving; /* ... unless it leaves from here, being a cannon's screen */
};

/* --- The king's safety ----------------------------------------------------------------------- */

/* A line through the king; fields as in struct scan. */
struct line_scan {
    unsigned screens, hollow, answers, leaving;
    bool check;
};

INLINED unsigned between(unsigned a, unsigned b)
{
    unsigned low = a < b ? a : b, high = a < b ? b : a;
    return ((1u << high) - 1) & ~((2u << low) - 1);
}

INLINED unsigned without_lowest(unsigned line)
{
    return line & (line - 1);
}

/* ROOKS and CANNONS are the enemy's on the line through the KING; MEN are all on it. */
static struct line_scan scan_line(unsigned men, unsigned rooks, unsigned cannons, unsigned king)
{
    struct line_scan line = {0, 0, 0, 0, false};
    for (unsigned left = rooks | cannons; left != 0; left = without_lowest(left)) {
        unsigned at = (unsigned)__builtin_ctz(left), way = between(king, at), met = men & way;
        bool is_cannon = cannons >> at & 1;
        if (is_cannon && met == 0) {
            line.hollow |= way;
            continue;
        }
        /* A cannon needs one of the men between, so it is as a rook before the others. */
        unsigned blocking = is_cannon ? without_lowest(met) : met;
        if (blocking == 0) {
            line.check = true;
            line.answers = way | 1u << at;
            line.leaving = met;
        } else if (without_lowest(blocking) == 0) {
            line.screens |= met;
        }
    }
    return line;
}

INLINED void set_check(struct scan *scan, struct points answers, struct points leaving)
{
    scan->check = true;
    scan->answers = answers;
    scan->leaving = leaving;
}

INLINED void scan_king_file(const struct position *pos, square king, struct scan *scan)
{
    int file = king % FILES;
    struct points facing = points_or(men_of_type(pos, ROOK), points_of(pos->king[!pos->turn]));
    unsigned enemies = points_on_file(scan->enemies, file);
    unsigned rooks = points_on_file(facing, file) & enemies;
    unsigned cannons = points_on_file(men_of_type(pos, CANNON), file) & enemies;
    if ((rooks | cannons) == 0)
        return;
    unsigned men = points_on_file(scan->men, file);
    struct line_scan line = scan_line(men, rooks, cannons, king / FILES);
    scan->screens = file_points(line.screens, file);
    scan->hollow = file_points(line.hollow, file);
    if (line.check)
        set_check(scan, file_points(line.answers, file), file_points(line.leaving, file));
}

INLINED void scan_king_rank(const struct position *pos, square king, struct scan *scan)
{
    int rank = king / FILES;
    unsigned enemies = points_on_rank(scan->enemies, rank);
    unsigned rooks = points_on_rank(men_of_type(pos, ROOK), rank) & enemies;
    unsigned cannons = points_on_rank(men_of_type(pos, CANNON), rank) & enemies;
    if ((rooks | cannons) == 0)
        return;
    unsigned men = points_on_rank(scan->men, rank);
    struct line_scan line = scan_line(men, rooks, cannons, king % FILES);
    scan->screens = points_or(scan->screens, rank_points(line.screens, rank));
    scan->hollow = points_or(scan->hollow, rank_points(line.hollow, rank));
    if (line.check)
        set_check(scan, rank_points(line.answers, rank), rank_points(line.leaving, rank));
}

INLINED void scan_near_men(const struct position *pos, square king, struct scan *scan)
{
    const struct points none = {{0, 0}};
    struct points horses = points_and(xiangqi_tables.horse[king][0], men_of_type(pos, KNIGHT));
    struct points pawns = xiangqi_tables.pawn_from[!pos->turn][king];
    for (horses = points_and(horses, scan->enemies); points_any(horses);) {
        square horse = points_pop(&horses);
        struct points leg = points_of(horse_leg(horse, king));
        if (points_any(points_and(leg, scan->men)))
            scan->screens = points_or(scan->screens, leg);
        else
            set_check(scan, points_or(leg, points_of(horse)), none);
    }
    pawns = points_and(points_and(pawns, men_of_type(pos, PAWN)), scan->enemies);
    if (points_any(pawns))
        set_check(scan, pawns, none);
}

/* With several checks the answers are those to one of them, for a move must answer each. */
INLINED struct scan scan_position(const struct position *pos)
{
    enum color side = (enum color)pos->turn;
    square king = pos->king[side];
    struct scan scan = {.own = men_of_color(pos, side), .enemies = men_of_color(pos, !side)};
    scan.men = points_or(scan.own, scan.enemies);
    scan_king_file(pos, king, &scan);
    scan_king_rank(pos, king, &scan);
    scan_near_men(pos, king, &scan);
    return scan;
}

/* Those of TARGETS that the man on FROM can enter with the king safe afterwards. */
static struct points safe_targets(const struct position *pos, square from, struct points targets)
{
    struct points safe = targets;
    while (points_any(targets)) {
        square to = points_pop(&targets);
        if (points_any(king_attackers_after(pos, from, to)))
            safe = points_without(safe, points_of(to));
    }
    return safe;
}

/* --- Lists and counts ------------------------------------------------------------------------ */

/* TYPE is a constant wherever speed matters. */
INLINED struct points legal_targets(const struct position *pos, const struct scan *scan,
                                    enum piece_type type, square from)
{
    struct points targets = xiangqi_reach(type, (enum color)pos->turn, from, scan->men);
    targets = points_without(targets, scan->own);
    if (type == KING)
        return safe_targets(pos, from, targets);
    targets = points_without(targets, scan->hollow);
    if (scan->check) {
        if (!points_has(scan->leaving, from))
            targets = points_and(targets, scan->answers);
        return safe_targets(pos, from, targets);
    }
    return points_has(scan->screens, from) ? safe_targets(pos, from, targets) : targets;
}

INLINED int count_type(const struct position *pos, const struct scan *scan, enum piece_type type)
{
    struct points left = points_and(scan->own, men_of_type(pos, type));
    int n = 0;
    while (points_any(left))
        n += points_count(legal_targets(pos, scan, type, points_pop(&left)));
    return n;
}

INLINED move *list_type(const struct position *pos, const struct scan *scan, enum piece_type type,
                        move *list)
{
    struct points left = points_and(scan->own, men_of_type(pos, type));
    while (points_any(left)) {
        square from = points_pop(&left);
        struct points targets = legal_targets(pos, scan, type, from);
        for (uint64_t low = targets.half[0]; low != 0; low &= low - 1)
            *list++ = move_make(GAME_XIANGQI, from, (square)__builtin_ctzll(low), NO_PIECE);
        for (uint64_t high = targets.half[1]; high != 0; high &= high - 1) {
            square to = (square)(__builtin_ctzll(high) + HALF);
            *list++ = move_make(GAME_XIANGQI, from, to, NO_PIECE);
        }
    }
    return list;
}

CLONED static int count_legal_moves(const struct position *pos)
{
    struct scan scan = scan_position(pos);
    return count_type(pos, &scan, ROOK) + count_type(pos, &scan, CANNON) +
           count_type(pos, &scan, KNIGHT) + count_type(pos, &scan, PAWN) +
           count_type(pos, &scan, BISHOP) + count_type(pos, &scan, ADVISOR) +
           count_type(pos, &scan, KING);
}

int xiangqi_legal_moves(const struct position *pos, move *list)
{
    struct scan scan = scan_position(pos);
    move *end = list_type(pos, &scan, ROOK, list);
    end = list_type(pos, &scan, CANNON, end);
    end = list_type(pos, &scan, KNIGHT, end);
    end = list_type(pos, &scan, PAWN, end);
    end = list_type(pos, &scan, BISHOP, end);
    end = list_type(pos, &scan, ADVISOR, end);
    end = list_type(pos, &scan, KING, end);
    return (int)(end - list);
}

bool xiangqi_has_legal_move(const struct position *pos)
{
    struct scan scan = scan_position(pos);
    return count_type(pos, &scan, ROOK) || count_type(pos, &scan, CANNON) ||
           count_type(pos, &scan, KNIGHT) || count_type(pos, &scan, PAWN) ||
           count_type(pos, &scan, BISHOP) || count_type(pos, &scan, ADVISOR) ||
           count_type(pos, &scan, KING);
}

uint64_t xiangqi_perft(const struct position *pos, int depth)
{
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return (uint64_t)count_legal_moves(pos);
    move list[MOVES_MAX];
    uint64_t nodes = 0;
    int n = xiangqi_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        struct position next = *pos;
        xiangqi_play(&next, list[i]);
        nodes += xiangqi_perft(&next, depth - 1);
    }
    return nodes;
}

/* --- Single moves ---------------------------------------------------------------------------- */

bool xiangqi_is_legal(const struct position *pos, move m)
{
    square from = move_from(GAME_XIANGQI, m), to = move_to(GAME_XIANGQI, m);
    if (from >= SQUARES || to >= SQUARES || m != move_make(GAME_XIANGQI, from, to, NO_PIECE))
        return false;
    enum color side = (enum color)pos->turn;
    piece p = pos->board[from];
    if (p == NO_PIECE || piece_color(p) != side)
        return false;
    struct points targets = xiangqi_reach(piece_type(p), side, from, all_men(pos));
    targets = points_without(targets, men_of_color(pos, side));
    return points_has(targets, to) && !points_any(king_attackers_after(pos, from, to));
}

/* The men of TYPE and the side to move that reach TO, on which no own man stands. All but soldiers,
   horses and cannons reach back the way they came. */
INLINED struct points men_reaching(const struct position *pos, enum piece_type type, square to,
                                   struct points men, struct points own)
{
    enum color side = (enum color)pos->turn;
    struct points movers = points_and(own, men_of_type(pos, type)), found = {{0, 0}};
    switch (type) {
    case PAWN: return points_and(movers, xiangqi_tables.pawn_from[side][to]);
    case KNIGHT:
        for (movers = points_and(movers, xiangqi_tables.horse[to][0]); points_any(movers);) {
            square from = points_pop(&movers);
            if (!points_has(men, horse_leg(from, to)))
                found = points_or(found, points_of(from));
        }
        return found;
    case CANNON: /* to an empty point like a rook */
        return points_and(movers,
                          pos->board[to] == NO_PIECE ? rook_reach(to, men) : cannon_reach(to, men));
    default: return points_and(movers, xiangqi_reach(type, side, to, men));
    }
}

int xiangqi_origins(const struct position *pos, enum piece_type type, square to, int file, int rank,
                    square *from)
{
    struct points own = men_of_color(pos, (enum color)pos->turn), men = all_men(pos);
    if (to >= SQUARES || points_has(own, to))
        return 0;
    struct points found = men_reaching(pos, type, to, men, own);
    if (file != -1)
        found = points_and(found, file_points(LINE_MASKS - 1, file));
    if (rank != -1)
        found = points_and(found, rank_points(LINE_MASKS - 1, rank));
    int n = 0;
    while (points_any(found)) {
        square s = points_pop(&found);
        if (!points_any(king_attackers_after(pos, s, to)))
            from[n++] = s;
    }
    return n;
}

bool xiangqi_in_check(const struct position *pos)
{
    enum color side = (enum color)pos->turn;
    struct points enemies = men_of_color(pos, !side);
    return points_any(king_attackers(pos, side, pos->king[side], all_men(pos), enemies));
}
