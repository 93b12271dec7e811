/* The position index against a walk through all games: which games have a position, what was
   played, how it ended, ratings and years; deleted and replaced games; structure and material. */
#include "tests/unit/index_games.h"

static void answers_are_those_of_a_walk(enum game game, size_t count, size_t batches, size_t step)
{
    struct test_game *games = make_games(game, count, 12, 70);
    struct store *s = open_store(fresh_path("walk"), STORE_WRITE, game);
    for (size_t i = 0; i < batches; i++) {
        size_t from = count * i / batches, to = count * (i + 1) / batches;
        add_games(s, games + from, to - from);
    }
    struct walk w = {games, count};
    check_positions(s, &w, step);
    store_close(s);
    free(games);
}

static void every_position_of_chess_games_is_found(void **state)
{
    (void)state;
    answers_are_those_of_a_walk(GAME_CHESS, 500, 1, 3);
}

static void every_position_of_xiangqi_games_is_found(void **state)
{
    (void)state;
    answers_are_those_of_a_walk(GAME_XIANGQI, 500, 1, 5);
}

static void several_segments_answer_as_one(void **state)
{
    (void)state;
    answers_are_those_of_a_walk(GAME_CHESS, 400, 4, 7);
    answers_are_those_of_a_walk(GAME_XIANGQI, 400, 3, 11);
}

static void one_game_and_no_game_are_answered(void **state)
{
    (void)state;
    answers_are_those_of_a_walk(GAME_CHESS, 1, 1, 1);
    struct store *s = open_store(fresh_path("empty"), STORE_WRITE, GAME_CHESS);
    struct walk none = {NULL, 0};
    struct position pos = start_of(GAME_CHESS, NULL);
    check_position(s, &none, &pos, false);
    bool complete = false;
    struct error err;
    must(index_is_complete(s, &complete, &err), err);
    assert_true(complete);
    store_close(s);
}

static void position_of_thousands_of_games_is_counted_without_its_list(void **state)
{
    (void)state;
    enum { COUNT = 9000 };
    struct test_game *games = calloc(COUNT, sizeof *games);
    struct position start = start_of(GAME_CHESS, NULL);
    for (size_t i = 0; i < COUNT; i++)
        make_game(&games[i], &start, 5, 6);
    struct store *s = open_store(fresh_path("thousands"), STORE_WRITE, GAME_CHESS);
    add_games(s, games, COUNT);
    struct walk w = {games, COUNT};
    struct position pos = start;
    for (size_t ply = 0; ply < 6; ply++) {
        check_position(s, &w, &pos, false);
        pos_play(&pos, games[0].moves[ply]);
    }
    struct index_answer answer;
    struct error err;
    must(index_find(s, &start, 0, &answer, &err), err);
    assert_int_equal(answer.games, COUNT);
    assert_int_equal(answer.replayed, 0);
    assert_int_equal(answer.listed, 1);
    index_answer_free(&answer);
    store_close(s);
    free(games);
}

static void absent_position_is_nowhere(void **state)
{
    (void)state;
    struct test_game *games = make_games(GAME_CHESS, 300, 12, 60);
    struct store *s = open_store(fresh_path("absent"), STORE_WRITE, GAME_CHESS);
    add_games(s, games, 300);
    struct walk w = {games, 300};
    /* A rare skeleton, and common ones with men where they never stood. */
    struct position rare = start_of(GAME_CHESS, "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1");
    struct position common =
        start_of(GAME_CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NNBQKBRR w kq - 0 1");
    check_position(s, &w, &rare, false);
    check_position(s, &w, &common, false);
    store_close(s);
    free(games);
}

static void castling_rights_tell_positions_apart(void **state)
{
    (void)state;
    struct test_game games[2];
    struct position start = start_of(GAME_CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    struct position without = start_of(GAME_CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
    make_game(&games[0], &start, 0, 20);
    make_game(&games[1], &without, 0, 20);
    struct store *s = open_store(fresh_path("rights"), STORE_WRITE, GAME_CHESS);
    add_games(s, games, 2);
    struct walk w = {games, 2};
    check_positions(s, &w, 1);
    store_close(s);
}

/* --- Deleted and replaced --------------------------------------------------------------------- */

static void deleted_games_are_not_found(void **state)
{
    (void)state;
    for (enum game game = GAME_CHESS; game < GAME_COUNT; game++) {
        struct test_game *games = make_games(game, 400, 12, 50);
        struct store *s = open_store(fresh_path("deleted"), STORE_WRITE, game);
        add_games(s, games, 250);
        add_games(s, games + 250, 150);
        delete_games(s, games, 400, 3);
        struct walk w = {games, 400};
        check_positions(s, &w, 13);
        store_close(s);
        free(games);
    }
}

static void replaced_game_is_found_as_it_is_now(void **state)
{
    (void)state;
    struct test_game *games = make_games(GAME_CHESS, 300, 12, 50);
    struct store *s = open_store(fresh_path("replaced"), STORE_WRITE, GAME_CHESS);
    struct record rec;
    struct error err;
    record_init(&rec);
    add_games(s, games, 300);
    struct position start = start_of(GAME_CHESS, NULL);
    for (int round = 0; round < 2; round++) {
        must(store_begin(s, &err), err);
        for (size_t i = 0; i < 300; i += 40) {
            game_id id = games[i].id;
            make_game(&games[i], &start, 12, 60);
            games[i].id = id;
            game_record(&games[i], &rec);
            must(store_replace(s, id, &rec, &err), err);
        }
        must(store_commit(s, NULL, &err), err);
    }
    bool complete = false;
    must(index_is_complete(s, &complete, &err), err);
    assert_true(complete);
    struct walk w = {games, 300};
    check_positions(s, &w, 11);
    record_free(&rec);
    store_close(s);
    free(games);
}

static void game_replaced_in_its_own_batch_is_found_as_it_is_now(void **state)
{
    (void)state;
    struct test_game *games = make_games(GAME_CHESS, 100, 12, 50);
    struct store *s = open_store(fresh_path("own"), STORE_WRITE, GAME_CHESS);
    struct record rec;
    struct error err;
    record_init(&rec);
    must(store_begin(s, &err), err);
    for (size_t i = 0; i < 100; i++) {
        game_record(&games[i], &rec);
        must(store_add(s, &rec, &games[i].id, &err), err);
    }
    games[7].ply_count = 3;
    game_record(&games[7], &rec);
    must(store_replace(s, games[7].id, &rec, &err), err);
    must(store_commit(s, NULL, &err), err);
    struct walk w = {games, 100};
    check_positions(s, &w, 5);
    record_free(&rec);
    store_close(s);
    free(games);
}

static void games_taken_back_are_not_found(void **state)
{
    (void)state;
    struct test_game *games = make_games(GAME_CHESS, 60, 12, 50);
    struct store *s = open_store(fresh_path("back"), STORE_WRITE, GAME_CHESS);
    struct record rec;
    struct error err;
    const struct source_mark mark = {.name = "x", .offset = 10, .hash = 1};
    record_init(&rec);
    must(store_begin(s, &err), err);
    for (size_t i = 0; i < 60; i++) {
        game_record(&games[i], &rec);
        must(store_add(s, &rec, &games[i].id, &err), err);
        if (i == 29)
            must(store_mark(s, &mark, &err), err);
    }
    must(store_rewind(s, &err), err);
    must(store_commit(s, NULL, &err), err);
    for (size_t i = 30; i < 60; i++)
        games[i].id = 0;
    struct walk w = {games, 60};
    check_positions(s, &w, 5);
    must(store_begin(s, &err), err);
    game_record(&games[0], &rec);
    must(store_add(s, &rec, &games[30].id, &err), err);
    store_rollback(s);
    must(store_begin(s, &err), err);
    must(store_commit(s, NULL, &err), err);
    games[30].id = 0;
    check_positions(s, &w, 9);
    record_free(&rec);
    store_close(s);
    free(games);
}

/* --- Merging ---------------------------------------------------------------------------------- */

static unsigned segments_of(struct store *s)
{
    struct position pos = start_of(store_game(s), NULL);
    struct index_answer answer;
    struct error err;
    must(index_find(s, &pos, 0, &answer, &err), err);
    unsigned segments = answer.segments;
    index_answer_free(&answer);
    return segments;
}

static void merged_segments_answer_as_before(void **state)
{
    (void)state;
    for (enum game game = GAME_CHESS; game < GAME_COUNT; game++) {
        struct test_game *games = make_games(game, 400, 12, 50);
        struct store *s = open_store(fresh_path("merged"), STORE_WRITE, game);
        struct error err;
        for (size_t i = 0; i < 5; i++)
            add_games(s, games + 80 * i, 80);
        delete_games(s, games, 400, 7);
        assert_int_equal(segments_of(s), 5);
        must(index_merge(s, true, 2, &err), err);
        assert_int_equal(segments_of(s), 1);
        struct walk w = {games, 400};
        check_positions(s, &w, 17);
        must(index_merge(s, true, 2, &err), err);
        assert_int_equal(segments_of(s), 1);
        store_close(s);
        free(games);
    }
}

static void segments_stay_few(void **state)
{
    (void)state;
    enum { BATCHES = 80 };
    struct test_game *games = make_games(GAME_CHESS, BATCHES * 3, 12, 40);
    struct store *s = open_store(fresh_path("few"), STORE_WRITE, GAME_CHESS);
    for (size_t i = 0; i < BATCHES; i++) {
        add_games(s, games + 3 * i, 3);
        assert_in_range(segments_of(s), 1, 32);
    }
    struct walk w = {games, BATCHES * 3};
    check_positions(s, &w, 13);
    store_close(s);
    free(games);
}

static void segment_without_any_game_left_goes(void **state)
{
    (void)state;
    struct test_game *games = make_games(GAME_CHESS, 20, 12, 40);
    struct store *s = open_store(fresh_path("gone"), STORE_WRITE, GAME_CHESS);
    struct error err;
    add_games(s, games, 20);
    delete_games(s, games, 20, 1);
    struct walk w = {games, 20};
    struct position pos = start_of(GAME_CHESS, NULL);
    check_position(s, &w, &pos, false);
    must(index_merge(s, true, 1, &err), err);
    assert_int_equal(segments_of(s), 0);
    check_position(s, &w, &pos, false);
    store_close(s);
    free(games);
}

/* --- Structure and material ------------------------------------------------------------------- */

static bool lists(const struct index_games *games, game_id id)
{
    for (size_t i = 0; i < games->count; i++)
        if (games->ids[i] == id)
            return true;
    return false;
}

static void structure_and_material_list_every_game_that_has_them(void **state)
{
    (void)state;
    for (enum game game = GAME_CHESS; game < GAME_COUNT; game++) {
        struct test_game *games = make_games(game, 300, 12, 70);
        struct store *s = open_store(fresh_path("structure"), STORE_WRITE, game);
        add_games(s, games, 200);
        add_games(s, games + 200, 100);
        struct index_games same = {0}, men = {0};
        struct error err;
        size_t extra = 0, listed = 0;
        for (size_t i = 0; i < 300; i += 9) {
            struct position pos = games[i].start;
            for (size_t ply = 0; ply < games[i].ply_count / 2; ply++)
                pos_play(&pos, games[i].moves[ply]);
            const key64 skeleton = pos_skeleton(&pos), material = pos_material_key(&pos);
            must(index_skeleton(s, &pos, &same, &err), err);
            must(index_material(s, material, &men, &err), err);
            for (size_t k = 0; k < 300; k++) {
                static struct structure runs[GAME_PLIES_MAX + 1];
                const struct test_game *g = &games[k];
                bool has_skeleton = false, has_material = false;
                size_t count = line_structure(&g->start, g->moves, g->ply_count, runs);
                for (size_t run = 0; run < count; run++) {
                    has_skeleton |= runs[run].skeleton == skeleton;
                    has_material |= runs[run].material == material;
                }
                assert_true(!has_skeleton || lists(&same, g->id));
                assert_true(!has_material || lists(&men, g->id));
                extra +=
                    (!has_skeleton && lists(&same, g->id)) + (!has_material && lists(&men, g->id));
            }
            listed += same.count + men.count;
            for (size_t k = 1; k < same.count; k++)
                assert_true(same.ids[k - 1] < same.ids[k]);
        }
        assert_true(listed > 0 && extra * 20 < listed);
        index_games_free(&same);
        index_games_free(&men);
        store_close(s);
        free(games);
    }
}

static void index_bytes_do_not_depend_on_threads(void **state)
{
    (void)state;
    struct test_game *games = make_games(GAME_CHESS, 800, 12, 70);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct store *s =
            open_store(fresh_path(threads == 1 ? "one" : "three"), STORE_WRITE, GAME_CHESS);
        store_set_threads(s, threads);
        add_games(s, games, 800);
        store_close(s);
    }
    char command[400];
    snprintf(command, sizeof command, "cmp %s %s", test_path("one"), test_path("three"));
    assert_int_equal(system(command), 0);
    free(games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_chess_games_is_found),
        cmocka_unit_test(every_position_of_xiangqi_games_is_found),
        cmocka_unit_test(several_segments_answer_as_one),
        cmocka_unit_test(one_game_and_no_game_are_answered),
        cmocka_unit_test(position_of_thousands_of_games_is_counted_without_its_list),
        cmocka_unit_test(absent_position_is_nowhere),
        cmocka_unit_test(castling_rights_tell_positions_apart),
        cmocka_unit_test(deleted_games_are_not_found),
        cmocka_unit_test(replaced_game_is_found_as_it_is_now),
        cmocka_unit_test(game_replaced_in_its_own_batch_is_found_as_it_is_now),
        cmocka_unit_test(games_taken_back_are_not_found),
        cmocka_unit_test(merged_segments_answer_as_before),
        cmocka_unit_test(segments_stay_few),
        cmocka_unit_test(segment_without_any_game_left_goes),
        cmocka_unit_test(structure_and_material_list_every_game_that_has_them),
        cmocka_unit_test(index_bytes_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
