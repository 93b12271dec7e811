/* The tables of slots.h, built from what each kind of man can do, and what happens too rarely to
   stand in the hot path: castling, promotion, men without slots.

   A `way` is how a man goes: the same way of two slots is one row of targets. */
#include "rules/slots.h"

#include <string.h>

struct slot_tables slot_tables[GAME_COUNT];

/* How far apart in files and ranks, seen from the mover. */
struct step {
    int8_t file, rank;
};

enum { STEPS_MAX = 8 };

/* What a type of man can do, in the order of its codes. */
struct gait {
    enum piece_type type;
    uint8_t men;
    uint8_t count; /* of steps */
    struct step steps[STEPS_MAX];
    bool to_rank, to_file, rising, falling; /* lines that it follows */
    uint8_t rare;                           /* codes behind these for slots_decode_rare */
};

enum { CASTLINGS = 2, PAWN_STEPS = 4, PROMOTIONS = 12, GAITS = 7 };

#define EIGHT_STEPS                                                                                \
    {-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1},                                  \
    {                                                                                              \
        1, 1                                                                                       \
    }
#define JUMPS                                                                                      \
    {-1, -2}, {1, -2}, {-2, -1}, {2, -1}, {-2, 1}, {2, 1}, {-1, 2},                                \
    {                                                                                              \
        1, 2                                                                                       \
    }

static const struct gait gaits[GAME_COUNT][GAITS] =
    {
        [GAME_CHESS] =
            {
                {.type = KING, .men = 1, .count = 8, .steps = {EIGHT_STEPS}, .rare = CASTLINGS},
                {.type = QUEEN, .men = 1, .to_rank = 1, .to_file = 1, .rising = 1, .falling = 1},
                {.type = ROOK, .men = 2, .to_rank = 1, .to_file = 1},
                {.type = BISHOP, .men = 2, .rising = 1, .falling = 1},
                {.type = KNIGHT, .men = 2, .count = 8, .steps = {JUMPS}},
                {.type = PAWN,
                 .men = 8,
                 .count = PAWN_STEPS,
                 .steps = {{0, 1}, {0, 2}, {-1, 1}, {1, 1}},
                 .rare = PROMOTIONS},
            },
        [GAME_XIANGQI] =
            {
                {.type = KING, .men = 1, .count = 4, .steps = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}}},
                {.type = ADVISOR,
                 .men = 2,
                 .count = 4,
                 .steps = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}},
                {.type = BISHOP,
                 .men = 2,
                 .count = 4,
                 .steps = {{-2, -2}, {2, -2}, {-2, 2}, {2, 2}}},
                {.type = KNIGHT, .men = 2, .count = 8, .steps = {JUMPS}},
                {.type = ROOK, .men = 2, .to_rank = 1, .to_file = 1},
                {.type = CANNON, .men = 2, .to_rank = 1, .to_file = 1},
                {.type = PAWN, .men = 5, .count = 3, .steps = {{0, 1}, {-1, 0}, {1, 0}}},
            },
};

/* For encoding: the first code of a slot, its type, and [type][from][to], squares seen from the
   mover's side, how the code goes on; NO_CODE where the man cannot go. */
enum { NO_CODE = 255 };
static uint8_t first_code[GAME_COUNT][SLOTS], slot_type[GAME_COUNT][SLOTS];
static uint8_t offsets[GAME_COUNT][PIECE_TYPES][SQUARES_MAX][SQUARES_MAX];

/* The same for chess by how far apart the squares are, which is little enough for the nearest
   cache: the code goes on with BASE, and the rank or the file of the target behind it. */
enum { FAR = 128 };
static struct chess_way {
    uint8_t base, rank_mask, file_mask;
} chess_ways[PIECE_TYPES][2 * FAR];

/* Different for any two pairs of squares that lie differently. */
static inline unsigned far_apart(unsigned from, unsigned to)
{
    return to + (to & 56) + FAR - (from + (from & 56));
}

/* Where nearly all games begin. */
static struct usual_start {
    piece board[SQUARES_MAX];
    struct slots slots;
} usual_starts[GAME_COUNT];

/* S seen from the side of COLOR. */
static square seen_from(enum game game, enum color color, square s)
{
    if (color == WHITE)
        return s;
    return (square)(game == GAME_CHESS ? s ^ 56 : s + 81 - 18 * (s / 9));
}

/* --- Building -------------------------------------------------------------------------------- */

struct building {
    enum game game;
    const struct gait *gait;
    unsigned way, offset; /* the next ones */
};

/* The man on FROM can go to TO in the current way. */
static void link_squares(struct building *b, square from, int file, int rank)
{
    const struct board_size *size = &board_sizes[b->game];
    if (file < 0 || rank < 0 || file >= size->files || rank >= size->ranks)
        return;
    square to = square_make(b->game, file, rank);
    if (to == from)
        return;
    for (int color = WHITE; color <= BLACK; color++)
        slot_tables[b->game].target[color][b->way][seen_from(b->game, (enum color)color, from)] =
            seen_from(b->game, (enum color)color, to);
    offsets[b->game][b->gait->type][from][to] = (uint8_t)b->offset;
}

static void end_way(struct building *b)
{
    b->way++;
    b->offset++;
}

static void build_steps(struct building *b)
{
    for (int i = 0; i < b->gait->count; i++, end_way(b))
        for (square s = 0; s < board_sizes[b->game].squares; s++)
            link_squares(b, s, square_file(b->game, s) + b->gait->steps[i].file,
                         square_rank(b->game, s) + b->gait->steps[i].rank);
}

/* Lines to each file; SLOPE is how many ranks they rise a file. */
static void build_lines(struct building *b, int slope)
{
    for (int file = 0; file < board_sizes[b->game].files; file++, end_way(b))
        for (square s = 0; s < board_sizes[b->game].squares; s++)
            link_squares(b, s, file,
                         square_rank(b->game, s) + slope * (file - square_file(b->game, s)));
}

static void build_files(struct building *b)
{
    for (int rank = 0; rank < board_sizes[b->game].ranks; rank++, end_way(b))
        for (square s = 0; s < board_sizes[b->game].squares; s++)
            link_squares(b, s, square_file(b->game, s), rank);
}

/* Way 0 leads nowhere. Every type has ways of its own: rows are cheap. */
static void build_game(enum game game)
{
    struct slot_tables *t = &slot_tables[game];
    unsigned code = 0, slot = 0;
    struct building b = {.game = game, .way = 1};
    for (int i = 0; i < GAITS && gaits[game][i].men > 0; i++) {
        const struct gait *g = b.gait = &gaits[game][i];
        const unsigned way = b.way;
        b.offset = 0;
        build_steps(&b);
        if (g->to_rank)
            build_files(&b);
        if (g->to_file)
            build_lines(&b, 0);
        if (g->rising)
            build_lines(&b, 1);
        if (g->falling)
            build_lines(&b, -1);
        for (int man = 0; man < g->men; man++, slot++) {
            first_code[game][slot] = (uint8_t)code;
            slot_type[game][slot] = (uint8_t)g->type;
            for (unsigned k = 0; k < b.offset + g->rare; k++, code++) {
                t->codes[code].slot = (uint8_t)slot;
                t->codes[code].way = (uint8_t)(k < b.offset ? way + k : 0);
            }
        }
    }
}

static void build_chess_ways(void)
{
    memset(chess_ways, NO_CODE, sizeof chess_ways);
    for (int type = 0; type < PIECE_TYPES; type++)
        for (unsigned from = 0; from < 64; from++)
            for (unsigned to = 0; to < 64; to++) {
                const unsigned offset = offsets[GAME_CHESS][type][from][to];
                const bool is_line = type == QUEEN || type == ROOK || type == BISHOP;
                const bool is_file = is_line && (from & 7) == (to & 7);
                const unsigned counted = is_file ? to >> 3 : is_line ? to & 7 : 0;
                if (offset != NO_CODE)
                    chess_ways[type][far_apart(from, to)] =
                        (struct chess_way){.base = (uint8_t)(offset - counted),
                                           .rank_mask = is_file ? 7 : 0,
                                           .file_mask = is_line && !is_file ? 7 : 0};
            }
}

static void find_slots(struct slots *s, const struct position *pos);

void slots_init(void)
{
    memset(offsets, NO_CODE, sizeof offsets);
    memset(slot_tables, 0, sizeof slot_tables);
    for (int game = 0; game < GAME_COUNT; game++) {
        memset(slot_tables[game].target, NO_SQUARE, sizeof slot_tables[game].target);
        build_game((enum game)game);
        struct position start;
        pos_start(&start, (enum game)game);
        memcpy(usual_starts[game].board, start.board, sizeof start.board);
        find_slots(&usual_starts[game].slots, &start);
    }
    build_chess_ways();
}

/* --- Following ------------------------------------------------------------------------------- */

static void find_slots(struct slots *s, const struct position *pos)
{
    const enum game game = (enum game)pos->game;
    memset(s->at, SLOT_NOWHERE, sizeof s->at);
    memset(s->slot_of, SLOT_NONE, sizeof s->slot_of);
    memcpy(s->castling, pos->castling, sizeof s->castling);
    s->game = pos->game;
    s->turn = pos->turn;
    for (square at = 0; at < board_sizes[game].squares; at++) {
        if (pos->board[at] == NO_PIECE)
            continue;
        unsigned slot = (unsigned)piece_color(pos->board[at]) << 4, end = slot + SLOTS;
        while (slot < end && (slot_type[game][slot % SLOTS] != piece_type(pos->board[at]) ||
                              s->at[slot] != SLOT_NOWHERE))
            slot++;
        if (slot == end)
            continue;
        s->at[slot] = at;
        s->slot_of[at] = (uint8_t)slot;
    }
}

void slots_start(struct slots *s, const struct position *pos)
{
    const struct usual_start *u = &usual_starts[pos->game];
    if (memcmp(pos->board, u->board, board_sizes[pos->game].squares) != 0) {
        find_slots(s, pos);
        return;
    }
    *s = u->slots;
    memcpy(s->castling, pos->castling, sizeof s->castling);
    s->turn = pos->turn;
}

/* The slot of the man to move that stands on FROM, or SLOT_NONE. */
static unsigned slot_on(const struct slots *s, square from)
{
    unsigned slot = s->slot_of[from];
    return slot < 2 * SLOTS && slot >> 4 == s->turn && s->at[slot] == from ? slot : SLOT_NONE;
}

/* SLOT (or SLOT_NONE) comes to TO. */
static void put(struct slots *s, unsigned slot, square to)
{
    if (slot != SLOT_NONE)
        s->at[slot] = to;
    s->slot_of[to] = (uint8_t)slot;
}

/* The slot for a man of TYPE that appears on the board. */
static unsigned free_slot(const struct slots *s, enum piece_type type)
{
    for (unsigned i = 0; i < SLOTS; i++) {
        unsigned slot = i | (unsigned)s->turn << 4;
        bool is_free = s->at[slot] == SLOT_NOWHERE || s->slot_of[s->at[slot]] != slot;
        if (slot_type[s->game][i] == type && is_free)
            return slot;
    }
    return SLOT_NONE;
}

static void follow(struct slots *s, unsigned slot, move m)
{
    const enum game game = (enum game)s->game;
    const square from = move_from(game, m), to = move_to(game, m);
    if (move_is_castling(game, m)) {
        const unsigned rook = slot_on(s, to);
        const bool is_short = to > from;
        put(s, slot, (square)((from & 56) | (is_short ? 6 : 2)));
        put(s, rook, (square)((from & 56) | (is_short ? 5 : 3)));
    } else if (move_promotion(game, m) != NO_PIECE) {
        put(s, free_slot(s, move_promotion(game, m)), to);
    } else {
        put(s, slot, to);
    }
    s->turn ^= 1;
}

bool slots_escape(struct slots *s, move m)
{
    const square from = move_from((enum game)s->game, m), to = move_to((enum game)s->game, m);
    const unsigned special = s->game == GAME_CHESS ? m >> 12 : m >> 14;
    if (from >= board_sizes[s->game].squares || to >= board_sizes[s->game].squares ||
        special > (s->game == GAME_CHESS ? KING : NO_PIECE))
        return false;
    follow(s, slot_on(s, from), m);
    return true;
}

/* --- Codes ----------------------------------------------------------------------------------- */

enum { PAWN_TAKES_LEFT = 2, CASTLING_CODE = 8 };

/* What the code of M is above the first of its slot. */
static unsigned offset_of(const struct slots *s, enum piece_type type, move m)
{
    const enum game game = (enum game)s->game;
    const enum color color = (enum color)s->turn;
    const square from = move_from(game, m), to = move_to(game, m);
    const enum piece_type promotion = move_promotion(game, m);
    if (move_is_castling(game, m))
        return s->castling[color][to > from ? KING_SIDE : QUEEN_SIDE] == to
                   ? (to > from ? CASTLING_CODE : CASTLING_CODE + 1)
                   : NO_CODE;
    unsigned offset = offsets[game][type][seen_from(game, color, from)][seen_from(game, color, to)];
    if (promotion == NO_PIECE || offset == NO_CODE)
        return offset;
    unsigned direction = offset >= PAWN_TAKES_LEFT ? offset - 1 : 0;
    return PAWN_STEPS + direction * 4 + (unsigned)(promotion - KNIGHT);
}

/* Any move of any game. Kept out of slots_encode, which needs no frame without it. */
__attribute__((noinline)) static unsigned encode_any(struct slots *s, move m)
{
    if (m == NULL_MOVE) {
        s->turn ^= 1;
        return SLOT_NULL;
    }
    const unsigned slot = slot_on(s, move_from((enum game)s->game, m));
    unsigned offset = NO_CODE;
    if (slot != SLOT_NONE)
        offset = offset_of(s, (enum piece_type)slot_type[s->game][slot % SLOTS], m);
    follow(s, slot, m);
    return offset == NO_CODE ? SLOT_ESCAPE : first_code[s->game][slot % SLOTS] + offset;
}

/* Chess moves that are neither castling nor promotions: nearly all. A slot of nobody is of no turn
   either. */
unsigned slots_encode(struct slots *s, move m)
{
    const unsigned from = m & 63, to = m >> 6, slot = s->slot_of[from], turn = s->turn;
    if (s->game != GAME_CHESS || to >= 64 || m == NULL_MOVE || slot >> 4 != turn ||
        s->at[slot] != from)
        return encode_any(s, m);
    const unsigned flip = -turn & 56, seen = to ^ flip;
    const size_t man = slot % SLOTS;
    const struct chess_way way =
        chess_ways[slot_type[GAME_CHESS][man]][far_apart(from ^ flip, seen)];
    s->at[slot] = (square)to;
    s->slot_of[to] = (uint8_t)slot;
    s->turn = (uint8_t)(turn ^ 1);
    if (way.base == NO_CODE)
        return SLOT_ESCAPE;
    return first_code[GAME_CHESS][man] + way.base + (seen >> 3 & way.rank_mask) +
           (seen & way.file_mask);
}

bool slots_decode_rare(struct slots *s, unsigned code, move *m)
{
    if (code == SLOT_NULL) {
        *m = NULL_MOVE;
        s->turn ^= 1;
        return true;
    }
    const struct slot_tables *t = &slot_tables[s->game];
    const unsigned number = t->codes[code].slot, slot = number | (unsigned)s->turn << 4;
    const unsigned offset = code - first_code[s->game][number];
    const enum piece_type type = (enum piece_type)slot_type[s->game][number];
    const square from = s->at[slot];
    if (s->game != GAME_CHESS || code >= SLOT_ESCAPE || t->codes[code].way != 0 ||
        from == SLOT_NOWHERE)
        return false;
    square to;
    enum piece_type special;
    if (type == KING) {
        special = KING;
        to = s->castling[s->turn][offset == CASTLING_CODE ? KING_SIDE : QUEEN_SIDE];
        if (to == NO_SQUARE || (to > from) != (offset == CASTLING_CODE))
            return false;
    } else {
        unsigned direction = (offset - PAWN_STEPS) / 4;
        unsigned step = direction == 0 ? 0 : PAWN_TAKES_LEFT + direction - 1;
        unsigned way = t->codes[first_code[s->game][number] + step].way;
        special = (enum piece_type)(KNIGHT + (offset - PAWN_STEPS) % 4);
        to = t->target[s->turn][way][from];
        if (to == NO_SQUARE)
            return false;
    }
    *m = move_make(GAME_CHESS, from, to, special);
    follow(s, slot, *m);
    return true;
}
