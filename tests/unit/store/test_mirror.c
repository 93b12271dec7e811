/* Left-right mirror images in xiangqi: found or told apart alike by records, by the scan of a store
   and by its index, and folded in the opening tree. */
#include "tests/unit/index_games.h"

#include "query/query.h"
#include "store/filter.h"
#include "tests/unit/tree_games.h"

/* --- Conditions ------------------------------------------------------------------------------- */

static struct query *query_of(enum game game, const char *const *conditions)
{
    struct error err;
    struct query *q = query_new(game, &err);
    assert_non_null(q);
    for (; conditions[0]; conditions += 2)
        if (!query_add(q, conditions[0], conditions[1], &err))
            fail_msg("%s", err.text);
    return q;
}

static size_t matches(const struct query *q, const struct record *rec)
{
    struct error err;
    struct game_header h;
    struct query_match *m = query_match_new(q, &err);
    assert_non_null(m);
    struct buffer names = {0};
    const uint32_t *plies;
    header_from_record(rec, &names, &h);
    size_t count = query_match_header(m, &h, rec) ? query_match_record(m, rec, &plies) : 0;
    query_match_free(m);
    buffer_free(&names);
    return count;
}

/* At how many plies the game of LINE, in coordinates, matches. */
static size_t found(const char *line, const char *const *conditions)
{
    struct record rec;
    record_init(&rec);
    record_clear(&rec, GAME_XIANGQI);
    for (; *line; line += line[4] ? 5 : 4) {
        move m = uci_parse(&rec.end, line, 4);
        assert_true(m != NULL_MOVE && record_play(&rec, m, 0, 0));
    }
    struct query *q = query_of(GAME_XIANGQI, conditions);
    size_t count = matches(q, &rec);
    query_free(q);
    record_free(&rec);
    return count;
}
#define FOUND(line, ...) found(line, (const char *const[]){__VA_ARGS__, NULL})

static void a_position_is_found_mirrored_only_if_asked(void **state)
{
    (void)state;
    const char *right = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
    assert_int_equal(FOUND("h2e2", "fen", right), 1);
    assert_int_equal(FOUND("b2e2", "fen", right), 0);
    assert_int_equal(FOUND("b2e2", "fen", right, "mirror", NULL), 1);
    assert_int_equal(FOUND("b2e2", "mirror", NULL, "fen", right), 1);
    assert_int_equal(FOUND("h2e2", "mirror", NULL, "fen", right), 1);
    assert_int_equal(FOUND("h2d2", "mirror", NULL, "fen", right), 0);
    assert_int_equal(FOUND("h2e2", "mirror", NULL, "fen",
                           "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
                     1);
}

static void a_pattern_is_found_mirrored_and_flipped(void **state)
{
    (void)state;
    const char *horse = "*/*/*/*/*/*/*/??????N*/*/*";
    assert_int_equal(FOUND("b0c2", "pattern", horse), 0);
    assert_int_equal(FOUND("b0c2", "pattern", horse, "mirror", NULL), 1);
    assert_int_equal(FOUND("h0g2", "pattern", horse, "mirror", NULL), 1);
    assert_int_equal(FOUND("a3a4 h9g7", "pattern", horse, "mirror", NULL), 0);
    assert_int_equal(FOUND("a3a4 h9g7", "pattern", horse, "flip", NULL), 1);
    assert_int_equal(FOUND("a3a4 b9c7", "pattern", horse, "flip", NULL), 0);
    assert_int_equal(FOUND("a3a4 b9c7", "pattern", horse, "flip", NULL, "mirror", NULL), 1);
    assert_int_equal(FOUND("h0g2 b9c7", "pattern", "*/*/??n*/*/*/*/*/??????N*/*/*"), 1);
    assert_int_equal(FOUND("b0c2 b9c7", "pattern", "*/*/??n*/*/*/*/*/??????N*/*/*", "mirror", NULL),
                     0);
}

static void a_line_is_found_mirrored_as_a_whole(void **state)
{
    (void)state;
    assert_int_equal(FOUND("h2e2 h9g7", "moves", "h2e2 h9g7"), 1);
    assert_int_equal(FOUND("b2e2 b9c7", "moves", "h2e2 h9g7"), 0);
    assert_int_equal(FOUND("b2e2 b9c7", "moves", "h2e2 h9g7", "mirror", NULL), 1);
    assert_int_equal(FOUND("b2e2 h9g7", "moves", "h2e2 h9g7", "mirror", NULL), 0);
}

static void chess_has_no_mirror_images(void **state)
{
    (void)state;
    struct error err;
    struct query *q = query_new(GAME_CHESS, &err);
    assert_false(query_add(q, "mirror", NULL, &err));
    assert_int_equal(err.code, ERROR_USAGE);
    assert_non_null(strstr(err.text, "--mirror is for xiangqi"));
    query_free(q);
}

/* --- Stores ----------------------------------------------------------------------------------- */

enum { GAMES = 240, PLIES = 40 };

/* Random games, and for a third of them the mirror image of an earlier one. */
static struct test_game *make_mirrored_games(void)
{
    static struct test_game games[GAMES];
    struct position start;
    pos_start(&start, GAME_XIANGQI);
    for (size_t i = 0; i < GAMES; i++) {
        make_game(&games[i], &start, 8, PLIES);
        if (i % 3 != 2)
            continue;
        const struct test_game *model = &games[i - 2];
        games[i].ply_count = model->ply_count;
        for (size_t ply = 0; ply <= model->ply_count; ply++) {
            games[i].keys[ply] = model->mirrors[ply];
            games[i].mirrors[ply] = model->keys[ply];
            if (ply < model->ply_count)
                games[i].moves[ply] = move_mirror(GAME_XIANGQI, model->moves[ply]);
        }
    }
    return games;
}

struct fixture {
    struct store *store;
    struct test_game *games;
    struct record records[GAMES];
};

static struct fixture fixture;

static int make_fixture(void **state)
{
    make_folder(state);
    fixture.games = make_mirrored_games();
    fixture.store = open_store(fresh_path("mirror"), STORE_WRITE, GAME_XIANGQI);
    add_games(fixture.store, fixture.games, GAMES / 2);
    add_games(fixture.store, fixture.games + GAMES / 2, GAMES / 2);
    for (size_t i = 0; i < GAMES; i++) {
        record_init(&fixture.records[i]);
        game_record(&fixture.games[i], &fixture.records[i]);
    }
    return 0;
}

static int remove_fixture(void **state)
{
    for (size_t i = 0; i < GAMES; i++)
        record_free(&fixture.records[i]);
    store_close(fixture.store);
    return remove_folder(state);
}

/* How many of the games a plan counts or finds in the store. */
static size_t count_in_store(struct query *q, bool count_only)
{
    struct query_plan plan;
    struct game_header h;
    struct error err;
    size_t count = 0;
    struct query_match *m = query_match_new(q, &err);
    assert_non_null(m);
    must(query_make_plan(q, fixture.store, count_only, 1, &plan, &err), err);
    if (plan.is_counted) {
        count = plan.count;
    } else {
        struct store_cursor *c = store_scan_filtered(fixture.store, plan.filter, &err);
        assert_non_null(c);
        while (store_next(c, &h, &err) > 0) {
            struct record rec;
            const uint32_t *plies;
            record_init(&rec);
            must(store_cursor_read(c, &rec, &err), err);
            count += query_match_header(m, &h, &rec) && query_match_record(m, &rec, &plies) > 0;
            record_free(&rec);
        }
        store_scan_end(c);
    }
    query_plan_free(&plan);
    query_match_free(m);
    return count;
}

static size_t count_in_records(struct query *q)
{
    size_t count = 0;
    for (size_t i = 0; i < GAMES; i++)
        count += matches(q, &fixture.records[i]) > 0;
    return count;
}

/* The position of a game at PLY as a FEN, and its board alone as a pattern. */
static void write_place(const struct test_game *g, size_t ply, char fen[FEN_MAX],
                        char pattern[FEN_MAX])
{
    struct position pos = g->start;
    for (size_t i = 0; i < ply; i++)
        pos_play(&pos, g->moves[i]);
    fen_format(&pos, false, fen);
    strcpy(pattern, fen);
    *strchr(pattern, ' ') = '\0';
}

static size_t agreed_count(const char *const *conditions)
{
    struct query *q = query_of(GAME_XIANGQI, conditions);
    size_t count = count_in_records(q);
    assert_int_equal(count_in_store(q, true), count);
    assert_int_equal(count_in_store(q, false), count);
    query_free(q);
    return count;
}

static void index_scan_and_records_find_the_same_games(void **state)
{
    (void)state;
    size_t alone = 0, mirrored = 0;
    for (size_t i = 0; i < GAMES; i += 5) {
        for (size_t ply = 0; ply <= fixture.games[i].ply_count; ply += 9) {
            char fen[FEN_MAX], pattern[FEN_MAX];
            write_place(&fixture.games[i], ply, fen, pattern);
            const char *const by_fen[] = {"fen", fen, "mirror", NULL, NULL};
            const char *const by_pattern[] = {"pattern", pattern, "mirror", NULL, NULL};
            const char *const only_fen[] = {"fen", fen, NULL};
            size_t both = agreed_count(by_fen);
            mirrored += both;
            alone += agreed_count(only_fen);
            assert_true(agreed_count(by_pattern) >= both); /* either side may be to move */
        }
    }
    assert_true(alone > 0 && mirrored > alone);
}

/* --- The tree --------------------------------------------------------------------------------- */

static void write_tree(struct tree *t, struct buffer *out)
{
    size_t count;
    const struct tree_row *rows = tree_rows(t, &count);
    buffer_clear(out);
    for (size_t i = 0; i < count; i++)
        buffer_printf(out, "%s %d %d %d %d %d %d %u\n", rows[i].text, (int)rows[i].games,
                      (int)rows[i].white, (int)rows[i].draws, (int)rows[i].black,
                      (int)rows[i].rating_sum, (int)rows[i].rating_count, rows[i].last_year);
    buffer_terminate(out);
}

static struct tree *new_tree(const struct position *pos, bool merged)
{
    struct error err;
    struct tree *t = tree_new(pos, &err);
    assert_non_null(t);
    if (merged)
        tree_merge_mirrors(t);
    return t;
}

static void tree_of_records(const struct position *pos, bool merged, struct buffer *out)
{
    struct tree *t = new_tree(pos, merged);
    for (size_t i = 0; i < GAMES; i++) {
        struct game_header h;
        struct buffer names = {0};
        header_from_record(&fixture.records[i], &names, &h);
        tree_count(t, pos, merged, &h, &fixture.records[i]);
        buffer_free(&names);
    }
    write_tree(t, out);
    tree_free(t);
}

static void tree_of_index(const struct position *pos, bool merged, struct buffer *out)
{
    struct tree *t = new_tree(pos, merged);
    struct index_answer answer;
    struct error err;
    must(index_find(fixture.store, pos, INDEX_SUMMARIES | (merged ? INDEX_MERGED : 0), &answer,
                    &err),
         err);
    for (size_t i = 0; i < answer.group_count; i++)
        tree_add_group(t, &answer.groups[i]);
    index_answer_free(&answer);
    write_tree(t, out);
    tree_free(t);
}

static void trees_of_index_and_records_are_the_same(void **state)
{
    (void)state;
    struct buffer a = {0}, b = {0};
    for (size_t i = 0; i < GAMES; i += 3) {
        struct position pos = fixture.games[i].start;
        for (size_t ply = 0; ply <= 12 && ply < fixture.games[i].ply_count; ply++) {
            for (int merged = 0; merged < 2; merged++) {
                tree_of_records(&pos, merged, &a);
                tree_of_index(&pos, merged, &b);
                assert_true(a.len > 1);
                assert_string_equal(a.data, b.data);
            }
            pos_play(&pos, fixture.games[i].moves[ply]);
        }
    }
    buffer_free(&a);
    buffer_free(&b);
}

static void count_line(struct tree *t, const struct position *at, bool merged, const char *line)
{
    struct game_header h = {.result = RESULT_WHITE};
    struct record rec;
    record_init(&rec);
    record_clear(&rec, GAME_XIANGQI);
    for (; *line; line += line[4] ? 5 : 4)
        assert_true(record_play(&rec, uci_parse(&rec.end, line, 4), 0, 0));
    tree_count(t, at, merged, &h, &rec);
    record_free(&rec);
}

static void a_merged_tree_folds_what_is_its_own_mirror_image(void **state)
{
    (void)state;
    struct position pos;
    struct buffer out = {0};
    pos_start(&pos, GAME_XIANGQI);
    struct tree *t = new_tree(&pos, true);
    count_line(t, &pos, true, "b2e2");
    count_line(t, &pos, true, "h2e2");
    count_line(t, &pos, true, "b2e2");
    count_line(t, &pos, true, "e3e4");
    write_tree(t, &out);
    assert_string_equal(out.data, "炮二平五 3 3 0 0 0 0 0\n兵五进一 1 1 0 0 0 0 0\n");
    tree_free(t);
    t = new_tree(&pos, false);
    count_line(t, &pos, false, "b2e2");
    count_line(t, &pos, false, "h2e2");
    write_tree(t, &out);
    assert_string_equal(out.data, "炮二平五 1 1 0 0 0 0 0\n炮八平五 1 1 0 0 0 0 0\n");
    tree_free(t);
    buffer_free(&out);
}

static void a_merged_tree_turns_moves_to_the_side_asked_for(void **state)
{
    (void)state;
    struct position pos;
    struct buffer out = {0};
    pos_start(&pos, GAME_XIANGQI);
    pos_play(&pos, uci_parse(&pos, "h2e2", 4));
    struct tree *t = new_tree(&pos, true);
    count_line(t, &pos, true, "b2e2 b9c7");
    count_line(t, &pos, true, "h2e2 h9g7");
    count_line(t, &pos, true, "h2e2 b9c7");
    count_line(t, &pos, true, "b2e2");
    write_tree(t, &out);
    assert_string_equal(out.data,
                        "马８进７ 2 2 0 0 0 0 0\n马２进３ 1 1 0 0 0 0 0\n[end] 1 1 0 0 0 0 0\n");
    tree_free(t);
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_found_mirrored_only_if_asked),
        cmocka_unit_test(a_pattern_is_found_mirrored_and_flipped),
        cmocka_unit_test(a_line_is_found_mirrored_as_a_whole),
        cmocka_unit_test(chess_has_no_mirror_images),
        cmocka_unit_test(index_scan_and_records_find_the_same_games),
        cmocka_unit_test(trees_of_index_and_records_are_the_same),
        cmocka_unit_test(a_merged_tree_folds_what_is_its_own_mirror_image),
        cmocka_unit_test(a_merged_tree_turns_moves_to_the_side_asked_for),
    };
    return cmocka_run_group_tests(tests, make_fixture, remove_fixture);
}
