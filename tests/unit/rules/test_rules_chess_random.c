/* What must hold in every chess position, tried along random games from standard and Chess960
   starts: whatever is kept up to date equals what is computed afresh, and all ways to ask what is
   legal agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/board.h"

enum { GAMES = 60, PLIES_MAX = 200 };

static uint64_t random_state;

static unsigned random_below(unsigned n)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((random_state >> 33) % n);
}

static void put_officer(struct setup *setup, int file, enum piece_type type)
{
    setup->board[file] = piece_make(WHITE, type);
    setup->board[56 + file] = piece_make(BLACK, type);
}

static void put_on_random_file(struct setup *setup, enum piece_type type)
{
    int file;
    do
        file = (int)random_below(8);
    while (setup->board[file]);
    put_officer(setup, file, type);
}

/* Bishops on squares of both colours, the king between the rooks. */
static struct position chess960_start(void)
{
    struct position pos;
    struct setup setup = {.game = GAME_CHESS, .ep = NO_SQUARE, .move_number = 1};
    static const enum piece_type rest[3] = {ROOK, KING, ROOK};
    int placed = 0;
    put_officer(&setup, (int)random_below(4) * 2, BISHOP);
    put_officer(&setup, (int)random_below(4) * 2 + 1, BISHOP);
    put_on_random_file(&setup, QUEEN);
    put_on_random_file(&setup, KNIGHT);
    put_on_random_file(&setup, KNIGHT);
    for (int file = 0; file < 8; file++) {
        setup.board[8 + file] = piece_make(WHITE, PAWN);
        setup.board[48 + file] = piece_make(BLACK, PAWN);
        if (setup.board[file])
            continue;
        enum side side = placed == 0 ? QUEEN_SIDE : KING_SIDE;
        if (rest[placed] == ROOK) {
            setup.castling[WHITE][side] = (square)file;
            setup.castling[BLACK][side] = (square)(56 + file);
        }
        put_officer(&setup, file, rest[placed++]);
    }
    assert_int_equal(pos_from_setup(&pos, &setup), 0);
    return pos;
}

/* Play random games; CHECK is called in every position with its legal moves. */
static void play_games(void (*check)(const struct position *pos, const move *list, int n))
{
    random_state = 20240229;
    for (int game = 0; game < GAMES; game++) {
        struct position pos;
        if (game % 3 == 0)
            pos_start(&pos, GAME_CHESS);
        else
            pos = chess960_start();
        for (int ply = 0; ply < PLIES_MAX && pos.halfmove_clock < 150; ply++) {
            move list[MOVES_MAX];
            int n = pos_legal_moves(&pos, list);
            check(&pos, list, n);
            if (n == 0)
                break;
            bool passes = !pos_in_check(&pos) && random_below(100) == 0;
            pos_play(&pos, passes ? NULL_MOVE : list[random_below((unsigned)n)]);
        }
    }
}

/* A position reached by moves is one that has no fault, and nothing about it depends on the way. */
static void check_afresh(const struct position *pos, const move *list, int n)
{
    struct setup setup;
    struct position fresh;
    (void)list;
    pos_to_setup(pos, &setup);
    assert_int_equal(pos_from_setup(&fresh, &setup), 0);
    assert_true(pos->key == pos_compute_key(pos));
    assert_true(pos->key == fresh.key);
    assert_int_equal(pos->turn, fresh.turn);
    assert_int_equal(pos->ep, fresh.ep);
    assert_memory_equal(pos->king, fresh.king, sizeof fresh.king);
    assert_memory_equal(pos->castling, fresh.castling, sizeof fresh.castling);
    assert_memory_equal(pos->board, fresh.board, sizeof fresh.board);
    assert_memory_equal(&pos->sets.chess, &fresh.sets.chess, sizeof fresh.sets.chess);
    assert_int_equal(pos_in_check(pos), fresh.sets.chess.checkers != 0);
    assert_int_equal(pos_has_legal_move(pos), n > 0);
    assert_int_equal(pos_perft(pos, 1), n);
}

static void what_is_kept_up_to_date_equals_what_is_computed_afresh(void **state)
{
    (void)state;
    play_games(check_afresh);
}

static void check_codes(const struct position *pos, const move *list, int n)
{
    static uint8_t listed[65536];
    if (random_below(10) != 0)
        return;
    memset(listed, 0, sizeof listed);
    for (int i = 0; i < n; i++) {
        assert_false(listed[list[i]]);
        listed[list[i]] = 1;
    }
    for (unsigned m = 0; m < 65536; m++)
        if (pos_is_legal(pos, (move)m) != listed[m])
            fail_msg("move %04x", m);
    for (int side = KING_SIDE; side <= QUEEN_SIDE; side++) {
        move m = pos_castling_move(pos, (enum side)side);
        square rook = pos->castling[pos->turn][side];
        bool found =
            rook != NO_SQUARE && listed[move_make(GAME_CHESS, pos->king[pos->turn], rook, KING)];
        assert_int_equal(m != NULL_MOVE, found);
        assert_true(m == NULL_MOVE || listed[m]);
    }
}

static void of_all_65536_codes_exactly_the_listed_moves_are_legal(void **state)
{
    (void)state;
    play_games(check_codes);
}

/* The set of squares from which LIST has a move of TYPE to TO, castling left out. */
static uint64_t listed_origins(const struct position *pos, const move *list, int n,
                               enum piece_type type, square to)
{
    uint64_t from = 0;
    for (int i = 0; i < n; i++)
        if (move_to(GAME_CHESS, list[i]) == to && !move_is_castling(GAME_CHESS, list[i]) &&
            piece_type(pos->board[move_from(GAME_CHESS, list[i])]) == type)
            from |= (uint64_t)1 << move_from(GAME_CHESS, list[i]);
    return from;
}

static uint64_t origins(const struct position *pos, enum piece_type type, square to, int file,
                        int rank)
{
    square from[ORIGINS_MAX];
    uint64_t set = 0;
    int n = pos_origins(pos, type, to, file, rank, from);
    for (int i = 0; i < n; i++)
        set |= (uint64_t)1 << from[i];
    return set;
}

static void check_origins(const struct position *pos, const move *list, int n)
{
    const int file = (int)random_below(8), rank = (int)random_below(8);
    const uint64_t on_file = UINT64_C(0x0101010101010101) << file;
    const uint64_t on_rank = UINT64_C(0xff) << 8 * rank;
    for (int type = PAWN; type <= KING; type++)
        for (square to = 0; to < 64; to++) {
            uint64_t all = listed_origins(pos, list, n, (enum piece_type)type, to);
            assert_true(origins(pos, (enum piece_type)type, to, -1, -1) == all);
            assert_true(origins(pos, (enum piece_type)type, to, file, -1) == (all & on_file));
            assert_true(origins(pos, (enum piece_type)type, to, -1, rank) == (all & on_rank));
            assert_true(origins(pos, (enum piece_type)type, to, file, rank) ==
                        (all & on_file & on_rank));
        }
}

static void origins_are_those_of_the_listed_moves(void **state)
{
    (void)state;
    play_games(check_origins);
}

static void check_mirror(const struct position *pos, const move *list, int n)
{
    struct position image;
    int castlings = 0;
    pos_mirror(pos, &image);
    for (int i = 0; i < n; i++) {
        if (move_is_castling(GAME_CHESS, list[i])) {
            castlings++;
            continue;
        }
        move m = move_mirror(GAME_CHESS, list[i]);
        assert_true(pos_is_legal(&image, m));
        assert_true(move_mirror(GAME_CHESS, m) == list[i]);
    }
    assert_int_equal(pos_perft(&image, 1), n - castlings);
    assert_true(pos_material_key(&image) == pos_material_key(pos));
}

static void the_mirror_image_has_the_mirrored_moves(void **state)
{
    (void)state;
    play_games(check_mirror);
}

/* A reason must fit: the king's safety is named exactly when nothing else is wrong. */
static void check_reasons(const struct position *pos, const move *list, int n)
{
    const square from = (square)random_below(64), to = (square)random_below(64);
    const piece man = pos->board[from];
    if (n == 0 || !man || piece_color(man) != pos->turn ||
        listed_origins(pos, list, n, piece_type(man), to) >> from & 1)
        return;
    struct illegality found =
        pos_why_illegal(pos, piece_type(man), from & 7, from >> 3, to, NO_PIECE);
    assert_int_equal(found.from, from);
    switch (found.why) {
    case ILLEGAL_LEAVES_CHECK: assert_true(pos_in_check(pos)); break;
    case ILLEGAL_EXPOSES_KING: assert_false(pos_in_check(pos)); break;
    case ILLEGAL_BLOCKED: assert_true(pos->board[found.at] != NO_PIECE); break;
    case ILLEGAL_OWN_MAN: assert_int_equal(piece_color(pos->board[to]), pos->turn); break;
    case ILLEGAL_NOTHING_TO_TAKE: assert_int_equal(pos->board[to], NO_PIECE); break;
    default: assert_int_equal(found.why, ILLEGAL_CANNOT_REACH);
    }
    if (found.why == ILLEGAL_LEAVES_CHECK || found.why == ILLEGAL_EXPOSES_KING)
        assert_int_equal(piece_color(pos->board[found.at]), !pos->turn);
}

static void reasons_fit_the_position(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++)
        play_games(check_reasons);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_up_to_date_equals_what_is_computed_afresh),
        cmocka_unit_test(of_all_65536_codes_exactly_the_listed_moves_are_legal),
        cmocka_unit_test(origins_are_those_of_the_listed_moves),
        cmocka_unit_test(the_mirror_image_has_the_mirrored_moves),
        cmocka_unit_test(reasons_fit_the_position),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
