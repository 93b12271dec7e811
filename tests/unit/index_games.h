/* Games for tests of the position index, and what a walk through all of them says of a position,
   told without any of the index's own code. */
#ifndef QIPU_TESTS_INDEX_GAMES_H
#define QIPU_TESTS_INDEX_GAMES_H

#include "tests/unit/store_records.h"

#include "store/index/index.h"

enum { GAME_PLIES_MAX = 160 };

struct test_game {
    game_id id; /* 0: deleted */
    enum result result;
    uint32_t date;
    int white_elo, black_elo;
    struct position start;
    size_t ply_count;
    move moves[GAME_PLIES_MAX];
    key64 keys[GAME_PLIES_MAX + 1], mirrors[GAME_PLIES_MAX + 1];
};

/* A game of at most PLIES, random but for its first plies, in which few moves are tried, so that
   many games share them. */
static inline void make_game(struct test_game *g, const struct position *start, unsigned shared,
                             unsigned plies)
{
    static const uint32_t dates[] = {0, 19970000, 20240229, 20010900, 18510621};
    struct position pos = *start;
    g->start = *start;
    g->ply_count = 0;
    g->result = (enum result)random_below(4);
    g->date = dates[random_below(5)];
    g->white_elo = random_below(3) ? (int)(1000 + random_below(1800)) : 0;
    g->black_elo = random_below(3) ? (int)(1000 + random_below(1800)) : 0;
    for (;;) {
        move list[MOVES_MAX];
        struct position image;
        int n = pos_legal_moves(&pos, list);
        pos_mirror(&pos, &image);
        g->keys[g->ply_count] = pos.key;
        g->mirrors[g->ply_count] = image.key;
        if (n == 0 || g->ply_count >= plies)
            return;
        unsigned choices = g->ply_count < shared && n > 2 ? 2 : (unsigned)n;
        move m = list[(g->ply_count < shared ? 3 : 0) % (unsigned)n];
        if (g->ply_count >= shared || random_below(4) == 0)
            m = list[random_below(choices)];
        /* Now and then back again, so that positions are repeated. */
        if (g->ply_count >= shared && g->ply_count > 2 && random_below(4) == 0) {
            move last = g->moves[g->ply_count - 2];
            move back = move_make((enum game)pos.game, move_to((enum game)pos.game, last),
                                  move_from((enum game)pos.game, last), NO_PIECE);
            if (pos_is_legal(&pos, back))
                m = back;
        }
        if (!pos_in_check(&pos) && random_below(60) == 0)
            m = NULL_MOVE;
        pos_play(&pos, m);
        g->moves[g->ply_count++] = m;
    }
}

static inline void game_record(const struct test_game *g, struct record *rec)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    char text[32];
    record_clear(rec, (enum game)g->start.game);
    struct position usual;
    pos_start(&usual, (enum game)g->start.game);
    if (g->start.key != usual.key)
        record_set_start(rec, &g->start);
    add_tag(rec, "Result", results[g->result]);
    if (g->date) {
        snprintf(text, sizeof text, "%04u.%02u.%02u", (unsigned)g->date / 10000,
                 (unsigned)g->date / 100 % 100, (unsigned)g->date % 100);
        for (char *zeros = text; (zeros = strstr(zeros, ".00")) != NULL; zeros++)
            zeros[1] = zeros[2] = '?';
        add_tag(rec, "Date", text);
    }
    snprintf(text, sizeof text, "%d", g->white_elo);
    if (g->white_elo)
        add_tag(rec, "WhiteElo", text);
    snprintf(text, sizeof text, "%d", g->black_elo);
    if (g->black_elo)
        add_tag(rec, "BlackElo", text);
    for (size_t i = 0; i < g->ply_count; i++)
        assert_true(record_play(rec, g->moves[i], 0, 0));
    set_terminator(rec, g->result);
}

static inline void add_games(struct store *s, struct test_game *games, size_t count)
{
    struct error err;
    struct record rec;
    record_init(&rec);
    must(store_begin(s, &err), err);
    for (size_t i = 0; i < count; i++) {
        game_record(&games[i], &rec);
        must(store_add(s, &rec, &games[i].id, &err), err);
    }
    must(store_commit(s, NULL, &err), err);
    record_free(&rec);
}

static inline struct position start_of(enum game game, const char *fen)
{
    struct position pos;
    struct fen_report report;
    if (!fen)
        pos_start(&pos, game);
    else if (!fen_parse(game, fen, strlen(fen), &pos, &report))
        fail_msg("%s: %s", fen, report.text);
    return pos;
}

/* Where games begin: seven of them as usual, then a few otherwise. */
static const char *const chess_starts[10] = {
    [7] = "nrbbkrqn/pppppppp/8/8/8/8/PPPPPPPP/NRBBKRQN w FBfb - 0 1",
    [8] = "8/8/4k3/8/2p5/8/1P1PK3/8 w - - 0 1",
    [9] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
};

/* Soldiers that can step aside and back, and a board equal to its mirror image. */
static const char *const xiangqi_starts[9] = {
    [7] = "3k5/9/4P4/2P6/9/9/5p3/9/9/4K4 w - - 0 1",
    [8] = "4k4/4a4/9/9/P7P/9/9/9/4A4/3K5 w - - 0 1",
};

static inline struct test_game *make_games(enum game game, size_t count, unsigned shared,
                                           unsigned plies)
{
    struct test_game *games = calloc(count, sizeof *games);
    for (size_t i = 0; i < count; i++) {
        const char *fen = game == GAME_CHESS ? chess_starts[i % 10] : xiangqi_starts[i % 9];
        struct position start = start_of(game, fen);
        make_game(&games[i], &start, shared, plies);
    }
    return games;
}

/* Delete every STEP-th game. */
static inline void delete_games(struct store *s, struct test_game *games, size_t count, size_t step)
{
    struct error err;
    must(store_begin(s, &err), err);
    for (size_t i = 0; i < count; i += step) {
        must(store_delete(s, &games[i].id, 1, &err), err);
        games[i].id = 0;
    }
    must(store_commit(s, NULL, &err), err);
}

/* --- By hand ---------------------------------------------------------------------------------- */

struct walk {
    const struct test_game *games;
    size_t count;
};

static inline move smaller_mirror(enum game game, move m)
{
    move mirror = move_mirror(game, m);
    return mirror < m ? mirror : m;
}

/* The ply at which G first has the position; its next move as an answer gives it. */
static inline bool game_has(const struct test_game *g, const struct position *pos, key64 image,
                            bool merged, move *next)
{
    const enum game game = (enum game)pos->game;
    for (size_t i = 0; i <= g->ply_count; i++) {
        bool same = g->keys[i] == pos->key, mirrored = merged && g->keys[i] == image;
        if (!same && !mirrored)
            continue;
        *next = i < g->ply_count ? g->moves[i] : INDEX_END;
        if (i < g->ply_count && !same)
            *next = move_mirror(game, *next);
        if (i < g->ply_count && merged && pos->key == image)
            *next = smaller_mirror(game, *next);
        return true;
    }
    return false;
}

static inline void count_date(struct index_summary *s, uint32_t date)
{
    if (date == 0)
        return;
    s->dated++;
    s->year_sum += date / 10000;
    if (s->first_date == 0 || date < s->first_date)
        s->first_date = date;
    if (date > s->last_date)
        s->last_date = date;
}

static inline void check_summary(const struct index_summary *a, const struct index_summary *b)
{
    assert_int_equal(a->white_rated, b->white_rated);
    assert_int_equal(a->black_rated, b->black_rated);
    assert_int_equal(a->dated, b->dated);
    assert_int_equal(a->white_sum, b->white_sum);
    assert_int_equal(a->black_sum, b->black_sum);
    assert_int_equal(a->year_sum, b->year_sum);
    assert_int_equal(a->first_date, b->first_date);
    assert_int_equal(a->last_date, b->last_date);
}

/* Hold what index_find says of POS to what a walk says. */
static inline void check_position(struct store *s, const struct walk *w, const struct position *pos,
                                  bool merged)
{
    struct index_answer answer;
    struct error err;
    struct position image;
    key64 image_key = pos->key;
    size_t hits = 0;
    if (pos->game == GAME_XIANGQI) {
        pos_mirror(pos, &image);
        image_key = image.key;
    }
    unsigned want = INDEX_HITS | INDEX_SUMMARIES | (merged ? INDEX_MERGED : 0);
    must(index_find(s, pos, want, &answer, &err), err);
    struct index_summary sums[600] = {{0}};
    uint64_t games[600] = {0};
    assert_in_range(answer.group_count, 0, 600);
    for (size_t i = 0; i < w->count; i++) {
        const struct test_game *g = &w->games[i];
        move next;
        if (g->id == 0 || !game_has(g, pos, image_key, merged, &next))
            continue;
        if (hits >= answer.hit_count || answer.hits[hits].id != g->id)
            fail_msg("game %u is missing", (unsigned)g->id);
        uint32_t group = answer.hits[hits++].group;
        assert_true(answer.groups[group].next == next);
        assert_int_equal(answer.groups[group].result, g->result);
        games[group]++;
        sums[group].white_rated += g->white_elo > 0;
        sums[group].black_rated += g->black_elo > 0;
        sums[group].white_sum += (uint64_t)g->white_elo;
        sums[group].black_sum += (uint64_t)g->black_elo;
        count_date(&sums[group], g->date);
    }
    assert_int_equal(hits, answer.hit_count);
    assert_int_equal(hits, answer.games);
    for (size_t i = 0; i < answer.group_count; i++) {
        assert_int_equal(games[i], answer.groups[i].games);
        check_summary(&sums[i], &answer.groups[i].summary);
        if (i > 0)
            assert_true(answer.groups[i - 1].next < answer.groups[i].next ||
                        (answer.groups[i - 1].next == answer.groups[i].next &&
                         answer.groups[i - 1].result < answer.groups[i].result));
    }
    index_answer_free(&answer);
    /* Without lists the same counts. */
    must(index_find(s, pos, want & INDEX_MERGED, &answer, &err), err);
    assert_int_equal(answer.games, hits);
    assert_null(answer.hits);
    for (size_t i = 0; i < answer.group_count; i++)
        assert_int_equal(games[i], answer.groups[i].games);
    index_answer_free(&answer);
}

/* Every STEP-th position of all games, and every one near their beginning. */
static inline void check_positions(struct store *s, const struct walk *w, size_t step)
{
    size_t n = 0;
    for (size_t i = 0; i < w->count; i++) {
        struct position pos = w->games[i].start;
        for (size_t ply = 0;; ply++) {
            if (n++ % step == 0) {
                check_position(s, w, &pos, false);
                if (pos.game == GAME_XIANGQI)
                    check_position(s, w, &pos, true);
            }
            if (ply == w->games[i].ply_count)
                break;
            pos_play(&pos, w->games[i].moves[ply]);
        }
    }
}

#endif
