/* What filters leave of the games of a store: in the answers of the index, and in walks by parts;
   and the order of long lists of games. */
#include "tests/unit/index_games.h"

#include "store/filter.h"

enum { GAMES = 9000, FEW_GAMES = 300 };

/* Rated games with White's rating in a span, as a filter and by hand. */
enum { ELO_MIN = 1500, ELO_MAX = 2100 };

static struct store_filter *rated(struct store *s)
{
    struct error err;
    struct store_filter *f = store_filter_new(s, &err);
    assert_non_null(f);
    store_filter_group(f);
    store_filter_range(f, STORE_WHITE_ELO, ELO_MIN, ELO_MAX);
    return f;
}

static bool is_rated(const struct test_game *g)
{
    return g->id && g->white_elo >= ELO_MIN && g->white_elo <= ELO_MAX;
}

/* --- Answers ---------------------------------------------------------------------------------- */

static void add_facts(struct index_summary *sum, const struct test_game *g)
{
    sum->white_rated += g->white_elo > 0;
    sum->black_rated += g->black_elo > 0;
    sum->white_sum += (uint64_t)g->white_elo;
    sum->black_sum += (uint64_t)g->black_elo;
    count_date(sum, g->date);
}

static void check_narrowed(const struct index_answer *a, const struct test_game *games,
                           size_t count, const struct position *pos)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < a->group_count; i++) {
        const struct index_group *group = &a->groups[i];
        struct index_group here = {.games = 0};
        for (size_t g = 0; g < count; g++) {
            move next;
            if (is_rated(&games[g]) && games[g].result == group->result &&
                game_has(&games[g], pos, pos->key, false, &next) && next == group->next) {
                here.games++;
                add_facts(&here.summary, &games[g]);
            }
        }
        assert_true(here.games > 0);
        assert_int_equal(group->games, here.games);
        check_summary(&group->summary, &here.summary);
        sum += here.games;
    }
    assert_int_equal(a->games, sum);
}

static void answer_is_narrowed_alike_on_any_number_of_threads(void **state)
{
    (void)state;
    struct test_game *games = calloc(GAMES, sizeof *games);
    struct position start = start_of(GAME_CHESS, NULL);
    for (size_t i = 0; i < GAMES; i++)
        make_game(&games[i], &start, 3, 6);
    struct store *s = open_store(fresh_path("narrowed"), STORE_WRITE, GAME_CHESS);
    add_games(s, games, GAMES);
    struct store_filter *f = rated(s);
    size_t expected = 0;
    for (size_t i = 0; i < GAMES; i++)
        expected += is_rated(&games[i]);
    for (unsigned threads = 1; threads <= 5; threads += 2) {
        struct index_answer answer;
        struct error err;
        must(index_find(s, &start, INDEX_HITS, &answer, &err), err);
        must(index_filter(s, f, threads, &answer, &err), err);
        assert_null(answer.hits);
        assert_int_equal(answer.games, expected);
        check_narrowed(&answer, games, GAMES, &start);
        index_answer_free(&answer);
    }
    store_filter_free(f);
    store_close(s);
    free(games);
}

static void answer_without_games_stays_empty(void **state)
{
    (void)state;
    struct store *s = open_store(fresh_path("none"), STORE_WRITE, GAME_CHESS);
    struct position start = start_of(GAME_CHESS, NULL);
    struct store_filter *f = rated(s);
    struct index_answer answer;
    struct error err;
    must(index_find(s, &start, INDEX_HITS, &answer, &err), err);
    must(index_filter(s, f, 2, &answer, &err), err);
    assert_int_equal(answer.games, 0);
    assert_int_equal(answer.group_count, 0);
    index_answer_free(&answer);
    store_filter_free(f);
    store_close(s);
}

/* --- Parts ------------------------------------------------------------------------------------ */

static void parts_give_each_game_that_passes_once(void **state)
{
    (void)state;
    struct test_game *games = make_games(GAME_CHESS, FEW_GAMES, 5, 10);
    struct store *s = open_store(fresh_path("parts"), STORE_WRITE, GAME_CHESS);
    add_games(s, games, FEW_GAMES);
    delete_games(s, games, FEW_GAMES, 9);
    struct store_filter *f = rated(s);
    struct error err;
    struct game_header h;
    struct store_cursor *c = store_scan_parts(s, f, &err);
    assert_non_null(c);
    size_t at = 0;
    for (game_id first = 1; first <= FEW_GAMES; first += 70) {
        store_scan_part(c, first, first + 69);
        while (store_next(c, &h, &err) > 0) {
            while (!is_rated(&games[at]))
                at++;
            assert_int_equal(h.id, games[at++].id);
        }
    }
    while (at < FEW_GAMES)
        assert_false(is_rated(&games[at++]));
    store_scan_part(c, 1, FEW_GAMES); /* once more, and left in the middle */
    assert_int_equal(store_next(c, &h, &err), 1);
    store_scan_part(c, h.id, h.id);
    assert_int_equal(store_next(c, &h, &err), 1);
    assert_int_equal(store_next(c, &h, &err), 0);
    store_scan_end(c);
    store_filter_free(f);
    store_close(s);
    free(games);
}

/* --- Lists ------------------------------------------------------------------------------------ */

struct listed {
    game_id id;
    uint32_t order; /* as they came */
};

static game_id scattered(uint32_t order, size_t count, game_id highest)
{
    return highest - (game_id)(order * 2654435761u % (count / 2));
}

static void check_sorted(struct listed *list, size_t count, game_id highest)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        list[i] = (struct listed){scattered(i, count, highest), i};
        sum += i;
    }
    game_id_sort(list, count, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        sum -= list[i].order;
        assert_int_equal(list[i].id, scattered(list[i].order, count, highest));
        if (i > 0)
            assert_true(list[i - 1].id <= list[i].id);
    }
    assert_int_equal(sum, 0);
}

static void filter_has_as_many_lists_of_games_as_are_wanted(void **state)
{
    (void)state;
    enum { LISTS = 40, LONG = STORE_FILTER_FEW + 1 };
    struct error err;
    uint64_t passed;
    game_id *ids = malloc(LONG * sizeof *ids);
    struct test_game *games = make_games(GAME_CHESS, FEW_GAMES, 5, 10);
    struct store *s = open_store(fresh_path("lists"), STORE_WRITE, GAME_CHESS);
    add_games(s, games, FEW_GAMES);
    struct store_filter *f = store_filter_new(s, &err);
    assert_non_null(f);
    for (game_id i = 0; i < LISTS; i++) {
        for (game_id k = 0; k < LONG; k++)
            ids[k] = i + 1 + k;
        store_filter_group(f);
        assert_true(store_filter_ids(f, ids, LONG, &err));
    }
    assert_true(store_count(s, f, 1, &passed, &err));
    assert_int_equal(passed, FEW_GAMES - LISTS + 1);
    store_filter_free(f);
    store_close(s);
    free(games);
    free(ids);
}

static void lists_of_any_length_are_sorted(void **state)
{
    (void)state;
    enum { LONG = 50000 };
    struct listed *list = malloc(LONG * sizeof *list);
    check_sorted(list, 2, 7);
    check_sorted(list, 4096, 5000);
    check_sorted(list, 4098, UINT32_MAX);
    check_sorted(list, LONG, 3000000);
    game_id_sort(list, 0, sizeof *list);
    free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answer_is_narrowed_alike_on_any_number_of_threads),
        cmocka_unit_test(answer_without_games_stays_empty),
        cmocka_unit_test(parts_give_each_game_that_passes_once),
        cmocka_unit_test(lists_of_any_length_are_sorted),
        cmocka_unit_test(filter_has_as_many_lists_of_games_as_are_wanted),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
