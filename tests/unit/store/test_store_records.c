/* What goes into a store comes out of it: moves, notes, variations, starts. */
#include "tests/unit/store_records.h"

static void assert_survives(const struct record *rec)
{
    struct error err;
    struct record back;
    store_one(fresh_path("one.qipu"), rec);
    struct store *s = open_store(test_path("one.qipu"), STORE_READ, GAME_COUNT);
    record_init(&back);
    must(store_read(s, 1, &back, &err), err);
    assert_same_record(rec, &back);
    record_free(&back);
    store_close(s);
}

static void ignore_line(void *closure, const char *line)
{
    (void)closure;
    print_message("%s\n", line);
}

static void a_game_with_variations_and_notes_comes_back(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    sample_record(&rec);
    assert_survives(&rec);
    record_free(&rec);
}

static void a_game_without_tags_moves_or_result_comes_back(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    assert_survives(&rec);
    record_clear(&rec, GAME_XIANGQI);
    assert_survives(&rec);
    record_free(&rec);
}

static void random_games(enum game game)
{
    enum { GAMES = 300 };
    struct error err;
    struct record rec, back;
    record_init(&rec);
    record_init(&back);
    struct store *s = open_store(fresh_path("random.qipu"), STORE_WRITE, game);
    random_state = 1;
    must(store_begin(s, &err), err);
    for (game_id i = 1; i <= GAMES; i++) {
        random_record(&rec, game);
        assert_int_equal(add_record(s, &rec), i);
    }
    must(store_commit(s, NULL, &err), err);
    random_state = 1;
    for (game_id i = 1; i <= GAMES; i++) {
        random_record(&rec, game);
        must(store_read(s, i, &back, &err), err);
        assert_same_record(&rec, &back);
    }
    assert_int_equal(store_check(s, ignore_line, NULL, &err), 0);
    store_close(s);
    record_free(&rec);
    record_free(&back);
}

static void random_chess_games_come_back(void **state)
{
    (void)state;
    random_games(GAME_CHESS);
}

static void random_xiangqi_games_come_back(void **state)
{
    (void)state;
    random_games(GAME_XIANGQI);
}

static void start(struct record *rec, const char *fen)
{
    struct position pos;
    struct fen_report report;
    assert_true(fen_parse(GAME_CHESS, fen, strlen(fen), &pos, &report));
    record_set_start(rec, &pos);
}

static void a_start_from_the_fen_tag_comes_back(void **state)
{
    (void)state;
    static const char fen[] = "4k3/8/8/8/8/8/4P3/4K3 b - - 12 80";
    struct record rec;
    record_init(&rec);
    add_tag(&rec, "SetUp", "1");
    add_tag(&rec, "FEN", fen);
    start(&rec, fen);
    play(&rec, "e8e7 e2e4");
    assert_survives(&rec);
    record_free(&rec);
}

/* The two games differ in nothing else, so the blocks of their moves must be as long. */
static void the_usual_start_told_by_a_fen_tag_takes_no_room(void **state)
{
    (void)state;
    static const char fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    uint64_t bytes[2];
    for (int told = 0; told < 2; told++) {
        struct record rec;
        record_init(&rec);
        add_tag(&rec, told ? "FEN" : "Note", fen);
        if (told)
            start(&rec, fen);
        play(&rec, "e2e4 e7e5");
        assert_survives(&rec);
        record_free(&rec);
        struct error err;
        struct store_info info;
        struct store *s = open_store(test_path("one.qipu"), STORE_READ, GAME_COUNT);
        must(store_info(s, &info, &err), err);
        bytes[told] = info.move_bytes;
        store_close(s);
    }
    assert_int_equal(bytes[0], bytes[1]);
}

static void a_start_that_no_fen_tag_tells_comes_back(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    start(&rec, "4k3/8/8/8/8/8/4P3/4K2R w K - 3 9");
    play(&rec, "e1g1");
    assert_survives(&rec);
    record_clear(&rec, GAME_CHESS);
    add_tag(&rec, "FEN", "no position at all");
    start(&rec, "4k3/8/8/8/8/8/4P3/4K2R w K - 3 9");
    assert_survives(&rec);
    record_free(&rec);
}

static void a_chess960_game_comes_back(void **state)
{
    (void)state;
    static const char fen[] = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    struct record rec;
    record_init(&rec);
    rec.variant = VARIANT_CHESS960;
    add_tag(&rec, "Variant", "Chess960");
    add_tag(&rec, "Variant", "fischerandom");
    add_tag(&rec, "FEN", fen);
    start(&rec, fen);
    play(&rec, "e1f3 b8c7");
    assert_survives(&rec);
    record_free(&rec);
}

static void marks_of_mate_and_false_marks_come_back(void **state)
{
    (void)state;
    struct record rec;
    record_init(&rec);
    play(&rec, "f2f3 e7e5 g2g4 d8h4");
    for (unsigned first = 0; first < 4; first++) {
        for (unsigned last = 0; last < 4; last++) {
            rec.nodes[0].detail = (uint8_t)first;
            rec.nodes[3].detail = (uint8_t)last;
            assert_survives(&rec);
        }
    }
    record_free(&rec);
}

static void deep_variations_come_back(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    struct record rec;
    record_init(&rec);
    play(&rec, "e2e4");
    for (int i = 0; i < DEPTH; i++)
        assert_non_null(record_add_node(&rec, NODE_BEGIN, 0));
    for (int i = 0; i < DEPTH; i++)
        assert_non_null(record_add_node(&rec, NODE_END, 0));
    assert_survives(&rec);
    record_free(&rec);
}

static void a_long_comment_comes_back(void **state)
{
    (void)state;
    enum { LEN = 3000000 };
    char *text = malloc(LEN);
    assert_non_null(text);
    random_state = 7;
    for (int i = 0; i < LEN; i++)
        text[i] = (char)(32 + random_below(64));
    struct record rec;
    record_init(&rec);
    add_comment(&rec, text, LEN, false);
    add_comment(&rec, "", 0, false);
    assert_survives(&rec);
    record_free(&rec);
    free(text);
}

static void broken_games_and_other_variants_are_refused(void **state)
{
    (void)state;
    struct error err;
    game_id id;
    struct record rec;
    record_init(&rec);
    struct store *s = open_store(fresh_path("refuse.qipu"), STORE_WRITE, GAME_CHESS);
    must(store_begin(s, &err), err);
    rec.is_broken = true;
    assert_false(store_add(s, &rec, &id, &err));
    rec.is_broken = false;
    rec.variant = VARIANT_UNSUPPORTED;
    assert_false(store_add(s, &rec, &id, &err));
    record_clear(&rec, GAME_XIANGQI);
    assert_false(store_add(s, &rec, &id, &err));
    assert_int_equal(err.code, ERROR_USAGE);
    store_close(s);
    record_free(&rec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_with_variations_and_notes_comes_back),
        cmocka_unit_test(a_game_without_tags_moves_or_result_comes_back),
        cmocka_unit_test(random_chess_games_come_back),
        cmocka_unit_test(random_xiangqi_games_come_back),
        cmocka_unit_test(a_start_from_the_fen_tag_comes_back),
        cmocka_unit_test(the_usual_start_told_by_a_fen_tag_takes_no_room),
        cmocka_unit_test(a_start_that_no_fen_tag_tells_comes_back),
        cmocka_unit_test(a_chess960_game_comes_back),
        cmocka_unit_test(marks_of_mate_and_false_marks_come_back),
        cmocka_unit_test(deep_variations_come_back),
        cmocka_unit_test(a_long_comment_comes_back),
        cmocka_unit_test(broken_games_and_other_variants_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
