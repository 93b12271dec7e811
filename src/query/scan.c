/* Walking over all games of a store for conditions on boards, and lines. Only moves are read, and
   played with what looking at the men needs (pos_place); several threads share the games.

   Hot path, measured by `make bench` (search --pattern). */
#include "query/board.h"

#include <stdlib.h>

enum { PART_GAMES = 4096 }; /* so many games go to a thread at once */

struct part {
    struct buffer ids; /* game_id each */
    bool ok;
    struct error error;
};

struct board_scan {
    struct board_conditions boards;
    const char *path;
    struct store *stores[THREADS_MAX]; /* one a thread, opened at its first part */
    struct part *parts;
};

static inline bool changes_material(const struct position *pos, move m)
{
    enum game game = (enum game)pos->game;
    return move_promotion(game, m) ||
           (!move_is_castling(game, m) && pos->board[move_to(game, m)]) ||
           (game == GAME_CHESS && piece_type(pos->board[move_from(game, m)]) == PAWN);
}

static inline bool ply_in_range(const struct board_conditions *b, size_t ply)
{
    return !b->plies || ranges_hold(b->plies, ply);
}

static bool boards_hold(const struct board_conditions *b, const struct game_moves *g)
{
    struct position pos = g->start;
    struct counted counted = {0};
    uint64_t run = 0;
    for (size_t ply = 0;; ply++) {
        if (!ply_in_range(b, ply) || !board_holds(b, &pos, &counted))
            run = 0;
        else if (++run >= b->lasting)
            return true;
        if (ply == g->ply_count)
            return false;
        if (board_counts_men(b) && changes_material(&pos, g->moves[ply]))
            counted.is_known = false;
        pos_place(&pos, g->moves[ply]);
    }
}

/* The same with Polyglot's keys, which want castling rights and e.p. squares too. */
static bool keys_hold(const struct board_conditions *b, const struct game_moves *g)
{
    struct position pos = g->start;
    uint64_t run = 0;
    for (size_t ply = 0;; ply++) {
        struct counted counted = {0};
        const move last = ply > 0 ? g->moves[ply - 1] : NULL_MOVE;
        if (!ply_in_range(b, ply) || !polyglot_holds(b->polyglots, &pos, last) ||
            !board_holds(b, &pos, &counted))
            run = 0;
        else if (++run >= b->lasting)
            return true;
        if (ply == g->ply_count)
            return false;
        pos_play(&pos, g->moves[ply]);
    }
}

static bool game_holds(const struct board_conditions *b, const struct game_moves *g)
{
    if (b->lines &&
        !line_holds(b->lines, &g->start, g->moves, g->ply_count, b->views & VIEW_MIRRORED, NULL))
        return false;
    if (b->polyglots)
        return keys_hold(b, g);
    return !asks_plies(b) || boards_hold(b, g);
}

struct taker {
    const struct board_conditions *boards;
    struct buffer *ids;
};

static bool take(void *closure, game_id id, const struct game_moves *g)
{
    struct taker *t = closure;
    if (game_holds(t->boards, g))
        buffer_add(t->ids, &id, sizeof id);
    return !t->ids->failed;
}

static void scan_part(void *closure, unsigned worker, size_t task)
{
    struct board_scan *scan = closure;
    struct part *p = &scan->parts[task];
    struct taker taker = {&scan->boards, &p->ids};
    game_id first = (game_id)(task * PART_GAMES) + 1;
    if (!scan->stores[worker])
        scan->stores[worker] = store_open(scan->path, STORE_READ, GAME_COUNT, &p->error);
    p->ok =
        scan->stores[worker] && store_scan_moves(scan->stores[worker], first,
                                                 first + PART_GAMES - 1, take, &taker, &p->error);
    if (p->ok && p->ids.failed)
        p->ok = error_no_memory(&p->error);
}

/* Join what the parts found. */
static bool gather(struct board_scan *scan, size_t parts, struct buffer *ids, struct error *err)
{
    for (size_t i = 0; i < parts; i++) {
        if (!scan->parts[i].ok) {
            *err = scan->parts[i].error;
            return false;
        }
        buffer_add(ids, scan->parts[i].ids.data, scan->parts[i].ids.len);
    }
    return !ids->failed || error_no_memory(err);
}

bool query_scan_boards(const struct query *q, struct store *s, unsigned threads, game_id last,
                       struct buffer *ids, struct error *err)
{
    size_t parts = last / PART_GAMES + 1;
    struct board_scan scan = {.boards = query_boards(q), .path = store_path(s)};
    scan.parts = calloc(parts, sizeof *scan.parts);
    if (!scan.parts)
        return error_no_memory(err);
    parallel_for(parallel_threads(threads), parts, scan_part, &scan);
    bool ok = gather(&scan, parts, ids, err);
    for (size_t i = 0; i < parts; i++)
        buffer_free(&scan.parts[i].ids);
    for (size_t i = 0; i < THREADS_MAX; i++)
        store_close(scan.stores[i]);
    free(scan.parts);
    return ok;
}
