/* Skeletons, material and mirror keys: what they tell apart, and that a walk along a line gives
   what each position gives by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "notation/notation.h"

#include <string.h>

static int init_rules(void **state)
{
    (void)state;
    rules_init();
    return 0;
}

static struct position position(enum game game, const char *fen)
{
    struct position pos;
    struct fen_report report;
    if (!fen_parse(game, fen, strlen(fen), &pos, &report))
        fail_msg("%s: %s", fen, report.text);
    return pos;
}

static bool same_skeleton(enum game game, const char *a, const char *b)
{
    struct position x = position(game, a), y = position(game, b);
    return pos_skeleton(&x) == pos_skeleton(&y);
}

static void pieces_may_stand_anywhere_in_a_skeleton(void **state)
{
    (void)state;
    assert_true(same_skeleton(GAME_CHESS, "4k3/8/8/8/8/8/P7/R3K3 w - -", "k7/8/8/8/7R/8/P7/4K3 b"));
    assert_true(
        same_skeleton(GAME_XIANGQI, "4k4/9/9/9/P8/9/9/9/9/R4K3 w", "3k5/9/9/9/P8/9/9/9/R8/4K4 b"));
}

static void pawns_and_material_make_a_skeleton(void **state)
{
    (void)state;
    const char *fen = "4k3/8/8/8/8/8/P7/R3K3 w - -";
    assert_false(same_skeleton(GAME_CHESS, fen, "4k3/8/8/8/8/8/1P6/R3K3 w - -"));
    assert_false(same_skeleton(GAME_CHESS, fen, "4k3/8/8/8/8/8/p7/R3K3 w - -"));
    assert_false(same_skeleton(GAME_CHESS, fen, "4k3/8/8/8/8/8/P7/r3K3 w - -"));
    assert_false(same_skeleton(GAME_CHESS, fen, "4k3/8/8/8/8/8/P7/RR2K3 w - -"));
    assert_false(same_skeleton(GAME_CHESS, fen, "4k3/8/8/8/8/8/P7/4K3 w - -"));
    assert_false(same_skeleton(GAME_CHESS, fen, "4k3/8/8/8/8/8/P7/N3K3 w - -"));
    assert_false(
        same_skeleton(GAME_XIANGQI, "4k4/9/9/9/P8/9/9/9/9/R4K3 w", "4k4/9/9/9/2P6/9/9/9/9/R4K3 w"));
}

static void mirror_image_of_xiangqi_has_the_same_skeleton_and_of_chess_another(void **state)
{
    (void)state;
    assert_true(same_skeleton(GAME_XIANGQI, "4k4/9/9/9/P1P6/9/9/9/9/R4K3 w",
                              "4k4/9/9/9/6P1P/9/9/9/9/3K4R w"));
    assert_false(same_skeleton(GAME_CHESS, "4k3/8/8/8/8/8/P7/4K3 w", "4k3/8/8/8/8/8/7P/4K3 w"));
}

static unsigned next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33);
}

static void check_line(const struct position *start, uint64_t seed)
{
    enum { PLIES = 200 };
    move moves[PLIES], list[MOVES_MAX];
    struct position line[PLIES + 1];
    key64 mirrors[PLIES + 1];
    struct structure runs[PLIES + 1];
    size_t count = 0;
    int n;
    line[0] = *start;
    while (count < PLIES && (n = pos_legal_moves(&line[count], list)) > 0) {
        move m = list[next_random(&seed) % (unsigned)n];
        if (next_random(&seed) % 50 == 0 && !pos_in_check(&line[count]))
            m = NULL_MOVE;
        moves[count] = m;
        line[count + 1] = line[count];
        pos_play(&line[++count], m);
    }
    size_t run = 0, run_count = line_structure(start, moves, count, runs);
    assert_in_range(run_count, 1, count + 1);
    line_mirror_keys(start, moves, count, mirrors);
    for (size_t ply = 0; ply <= count; ply++) {
        struct position image;
        pos_mirror(&line[ply], &image);
        run += run + 1 < run_count && runs[run + 1].ply == ply;
        assert_true(runs[run].skeleton == pos_skeleton(&line[ply]));
        assert_true(runs[run].material == pos_material_key(&line[ply]));
        if (start->game == GAME_XIANGQI)
            assert_true(mirrors[ply] == image.key);
    }
}

static void line_gives_what_its_positions_give(void **state)
{
    (void)state;
    static const struct {
        enum game game;
        const char *fen;
    } starts[] = {
        {GAME_CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        {GAME_CHESS, "nrbbkrqn/pppppppp/8/8/8/8/PPPPPPPP/NRBBKRQN w FBfb - 0 1"},
        {GAME_CHESS, "4k3/PPP3PP/8/8/8/8/ppp3pp/4K3 w - - 0 1"},
        {GAME_CHESS, "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1"},
        {GAME_XIANGQI, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"},
        {GAME_XIANGQI, "3k5/4P4/9/9/P8/8p/9/9/4p4/5K3 w - - 0 1"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        for (uint64_t seed = 1; seed <= 40; seed++) {
            struct position start = position(starts[i].game, starts[i].fen);
            check_line(&start, seed * 977 + i);
        }
}

/* Pawns on every square and every material, compared by what defines a skeleton. */
static void different_skeletons_have_different_hashes(void **state)
{
    (void)state;
    enum { GAMES = 150, PLIES = 150 };
    static key64 skeletons[GAMES * PLIES];
    static struct {
        uint64_t pawns[2];
        key64 material;
    } facts[GAMES * PLIES];
    size_t count = 0;
    uint64_t seed = 5;
    for (int game = 0; game < GAMES; game++) {
        struct position pos;
        move list[MOVES_MAX];
        pos_start(&pos, GAME_CHESS);
        for (int ply = 0; ply < PLIES; ply++) {
            int n = pos_legal_moves(&pos, list);
            if (n == 0)
                break;
            pos_play(&pos, list[next_random(&seed) % (unsigned)n]);
            skeletons[count] = pos_skeleton(&pos);
            for (int color = WHITE; color <= BLACK; color++)
                facts[count].pawns[color] = pos.sets.chess.type[PAWN] & pos.sets.chess.color[color];
            facts[count++].material = pos_material_key(&pos);
        }
    }
    for (size_t i = 0; i < count; i += 7)
        for (size_t k = 0; k < count; k++)
            assert_true((skeletons[i] == skeletons[k]) ==
                        (memcmp(&facts[i], &facts[k], sizeof facts[0]) == 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_may_stand_anywhere_in_a_skeleton),
        cmocka_unit_test(pawns_and_material_make_a_skeleton),
        cmocka_unit_test(mirror_image_of_xiangqi_has_the_same_skeleton_and_of_chess_another),
        cmocka_unit_test(line_gives_what_its_positions_give),
        cmocka_unit_test(different_skeletons_have_different_hashes),
    };
    return cmocka_run_group_tests(tests, init_rules, NULL);
}
