/* Skeletons and material along a line of moves. Both are sums of one constant a man, so that a move
   changes them by what it lifts and puts down; a walk needs the board and nothing else of the
   rules.

   The constants are part of the store format: the stream of splitmix64 from state
   0x736b656c65746f6e ("skeleton"), drawn for White then Black and each type in the order of enum
   piece_type: for pawns one for each square, for others one. A skeleton is the sum, stirred; in
   xiangqi of the two sums (as it stands and mirrored) the smaller. Kings count for nothing.

   Hot path: import comes here for every ply. */
#include <string.h>

#include "rules/chess.h"
#include "rules/key_stream.h"
#include "rules/xiangqi.h"

static struct {
    key64 skeleton[32][SQUARES_MAX];
    key64 material[GAME_COUNT][32];
} values;

static void init_skeletons(void)
{
    uint64_t state = 0x736b656c65746f6eu;
    for (int color = WHITE; color <= BLACK; color++)
        for (int type = PAWN; type < PIECE_TYPES; type++) {
            if (type == KING)
                continue;
            key64 *row = values.skeleton[piece_make((enum color)color, (enum piece_type)type)];
            row[0] = splitmix64(&state);
            for (int s = 1; s < SQUARES_MAX; s++)
                row[s] = type == PAWN ? splitmix64(&state) : row[0];
        }
}

void structure_init(void)
{
    static const enum piece_type xiangqi[] = {CANNON, ADVISOR, KING, ROOK, BISHOP, KNIGHT, PAWN};
    init_skeletons();
    int chess_shift = 0, xiangqi_shift = 21;
    for (int color = WHITE; color <= BLACK; color++, xiangqi_shift = 0) {
        for (int type = PAWN; type <= QUEEN; type++, chess_shift += 4)
            values.material[GAME_CHESS][piece_make((enum color)color, (enum piece_type)type)] =
                (key64)1 << chess_shift;
        for (size_t i = 0; i < sizeof xiangqi / sizeof *xiangqi; i++, xiangqi_shift += 3)
            values.material[GAME_XIANGQI][piece_make((enum color)color, xiangqi[i])] =
                (key64)1 << xiangqi_shift;
    }
}

static key64 stir(key64 sum)
{
    sum = (sum ^ sum >> 32) * 0xd6e8feb86659fd93u;
    sum = (sum ^ sum >> 32) * 0xd6e8feb86659fd93u;
    return sum ^ sum >> 32;
}

static square mirrored(square s)
{
    return (square)(s + 8 - 2 * (s % 9));
}

static key64 smaller(key64 a, key64 b)
{
    return a < b ? a : b;
}

static key64 sum_men(const struct position *pos)
{
    key64 sum = 0;
    for (int s = 0; s < board_sizes[pos->game].squares; s++)
        sum += values.skeleton[pos->board[s]][s];
    return sum;
}

static key64 sum_mirrored_men(const struct position *pos)
{
    key64 sum = 0;
    for (int s = 0; s < board_sizes[pos->game].squares; s++)
        sum += values.skeleton[pos->board[s]][mirrored((square)s)];
    return sum;
}

key64 pos_skeleton(const struct position *pos)
{
    if (pos->game == GAME_CHESS)
        return stir(sum_men(pos));
    return stir(smaller(sum_men(pos), sum_mirrored_men(pos)));
}

/* --- Chess ------------------------------------------------------------------------------------ */

static void castle(piece *board, square king_from, square rook_from)
{
    const enum side side = castling_side(king_from, rook_from);
    const piece king = board[king_from], rook = board[rook_from];
    board[king_from] = board[rook_from] = NO_PIECE;
    board[castling_king_to(king_from, side)] = king;
    board[castling_rook_to(king_from, side)] = rook;
}

/* What a move adds to the sums. */
struct change {
    key64 sum, mirrored_sum, material;
};

/* Play M. Almost no branches: which moves take and which are pawn moves nobody can foresee. */
static inline struct change walk_chess(piece *board, move m)
{
    const size_t from = m & 63, to = m >> 6 & 63; /* narrower ones stall where they are spilled */
    const enum piece_type special = (enum piece_type)(m >> 12);
    const piece mover = board[from];
    if (special == KING)
        castle(board, (square)from, (square)to);
    if (special == KING || m == NULL_MOVE)
        return (struct change){0};
    const bool is_en_passant =
        (piece_type(mover) == PAWN) & (((from ^ to) & 7) != 0) & (board[to] == NO_PIECE);
    const size_t at = to ^ (size_t)is_en_passant << 3;
    const piece taken = board[at];
    const piece placed = special ? piece_make(piece_color(mover), special) : mover;
    board[at] = NO_PIECE;
    board[from] = NO_PIECE;
    board[to] = placed;
    return (struct change){.sum = values.skeleton[placed][to] - values.skeleton[mover][from] -
                                  values.skeleton[taken][at],
                           .material = values.material[GAME_CHESS][placed] -
                                       values.material[GAME_CHESS][mover] -
                                       values.material[GAME_CHESS][taken]};
}

static inline struct change walk_xiangqi(piece *board, move m)
{
    const square from = move_from(GAME_XIANGQI, m), to = move_to(GAME_XIANGQI, m);
    if (m == NULL_MOVE)
        return (struct change){0};
    const piece mover = board[from], taken = board[to];
    board[from] = NO_PIECE;
    board[to] = mover;
    return (struct change){.sum = values.skeleton[mover][to] - values.skeleton[mover][from] -
                                  values.skeleton[taken][to],
                           .mirrored_sum = values.skeleton[mover][mirrored(to)] -
                                           values.skeleton[mover][mirrored(from)] -
                                           values.skeleton[taken][mirrored(to)],
                           .material = -values.material[GAME_XIANGQI][taken]};
}

/* --- Lines ------------------------------------------------------------------------------------ */

/* Fill RUNS, the first of which is filled, with sums for skeletons: a run that has the sum of the
   one before it is overwritten by the next. Returns what is behind the last. */
static inline struct structure *walk(const struct position *start, key64 mirrored_sum,
                                     const move *moves, size_t count, struct structure *runs,
                                     struct change (*play)(piece *board, move m), bool has_mirror)
{
    piece board[SQUARES_MAX];
    struct structure *next = runs + 1;
    key64 sum = sum_men(start), material = runs->material, last = runs->skeleton;
    memcpy(board, start->board, sizeof board);
    for (size_t i = 0; i < count; i++) {
        const struct change change = play(board, moves[i]);
        sum += change.sum;
        mirrored_sum += change.mirrored_sum;
        material += change.material;
        const key64 now = has_mirror ? smaller(sum, mirrored_sum) : sum;
        *next = (struct structure){.skeleton = now, .material = material, .ply = i + 1};
        next += now != last;
        last = now;
    }
    return next;
}

size_t line_structure(const struct position *start, const move *moves, size_t count,
                      struct structure *runs)
{
    struct structure *end;
    *runs = (struct structure){.skeleton = sum_men(start), .material = pos_material_key(start)};
    if (start->game == GAME_CHESS) {
        end = walk(start, 0, moves, count, runs, walk_chess, false);
    } else {
        const key64 mirrored_sum = sum_mirrored_men(start);
        runs->skeleton = smaller(runs->skeleton, mirrored_sum);
        end = walk(start, mirrored_sum, moves, count, runs, walk_xiangqi, true);
    }
    for (struct structure *run = runs; run < end; run++)
        run->skeleton = stir(run->skeleton);
    return (size_t)(end - runs);
}

void line_mirror_keys(const struct position *start, const move *moves, size_t count, key64 *keys)
{
    struct position image;
    pos_mirror(start, &image);
    for (size_t ply = 0;; ply++) {
        keys[ply] = image.key;
        if (ply == count)
            return;
        pos_play(&image, move_mirror((enum game)start->game, moves[ply]));
    }
}
