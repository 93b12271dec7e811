/* Import: what is known is passed over, however much of it was read before and from whatever kind
   of source. Sources come as files (hashed first) and as bytes in memory (as a pipe does). */
#include "tests/unit/store_records.h"

#include "intake/import.h"

/* Games 1 to N of a collection; game I has as many moves as its number, and no two are alike. */
static void put_games(struct buffer *out, int from, int to)
{
    static const char *const moves[] = {"1. e4", " e5", " 2. Nf3", " Nc6", " 3. Bb5", " a6"};
    for (int i = from; i <= to; i++) {
        buffer_printf(out, "[Event \"Game %d\"]\n[Result \"1-0\"]\n\n", i);
        for (int ply = 0; ply < i % 7; ply++)
            buffer_add_string(out, moves[ply]);
        buffer_add_string(out, " 1-0\n\n");
    }
}

enum source_kind { AS_FILE, AS_PIPE, SOURCE_KINDS };

struct run {
    enum source_kind kind;
    struct import_options options;
    uint64_t stop_after; /* games read; 0: all */
    unsigned threads;
};

static bool count_game(void *closure, const struct game_job *job, enum import_verdict verdict)
{
    (void)verdict;
    return job->number != *(const uint64_t *)closure;
}

/* Import TEXT into the store at PATH. */
static struct import_counts import(const char *path, const struct buffer *text, struct run run)
{
    struct error err = {.text = ""};
    struct findings last = {.minimum = SEVERITY_WARNING};
    struct read_options options = {.hash = true};
    struct import_handler handler = {.game = count_game, .closure = &run.stop_after};
    char file[128];
    snprintf(file, sizeof file, "%s/source.pgn", test_folder);
    FILE *f = fopen(file, "wb");
    assert_non_null(f);
    fwrite(text->data, 1, text->len, f);
    fclose(f);
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    struct importer *im = importer_new(s, &run.options, &err);
    must(im, err);
    struct reader *reader = run.kind == AS_FILE
                                ? reader_open(file, &options, &err)
                                : reader_open_memory(text->data, text->len, &options, &err);
    must(reader, err);
    const struct import_source source = {.path = run.kind == AS_FILE ? file : "-",
                                         .reader = reader};
    enum import_end end = importer_read(im, &source, run.threads, &handler, &last, &err);
    must(end == IMPORT_DONE || end == IMPORT_STOPPED, err);
    must(importer_commit(im, &err), err);
    struct import_counts counts = *importer_counts(im);
    reader_close(reader);
    importer_free(im);
    store_close(s);
    findings_free(&last);
    return counts;
}

static void print_line(void *closure, const char *line)
{
    (void)closure;
    print_message("%s\n", line);
}

/* The store at PATH holds games 1 to N in order and is sound. */
static void assert_holds(const char *path, unsigned n)
{
    struct error err;
    struct game_header h;
    struct store *s = open_store(path, STORE_READ, GAME_CHESS);
    assert_int_equal(store_game_count(s), n);
    assert_int_equal(store_check(s, print_line, NULL, &err), 0);
    for (unsigned i = 1; i <= n; i++) {
        char event[32];
        snprintf(event, sizeof event, "Game %u", i);
        must(store_read_header(s, i, &h, &err), err);
        assert_string_equal(h.event, event);
    }
    store_close(s);
}

static void the_same_source_twice_adds_nothing(void **state)
{
    (void)state;
    struct buffer text = {0};
    put_games(&text, 1, 30);
    for (int first = 0; first < SOURCE_KINDS; first++) {
        for (int second = 0; second < SOURCE_KINDS; second++) {
            const char *path = fresh_path("twice.qipu");
            struct run run = {.kind = (enum source_kind)first};
            assert_int_equal(import(path, &text, run).added, 30);
            run.kind = (enum source_kind)second;
            struct import_counts c = import(path, &text, run);
            assert_int_equal(c.added, 0);
            assert_int_equal(c.known, 30);
            assert_holds(path, 30);
        }
    }
    buffer_free(&text);
}

static void an_interrupted_import_goes_on_where_it_stopped(void **state)
{
    (void)state;
    struct buffer text = {0};
    put_games(&text, 1, 12);
    for (int kind = 0; kind < SOURCE_KINDS; kind++) {
        for (uint64_t stop = 1; stop <= 12; stop++) {
            const char *path = fresh_path("stop.qipu");
            struct run run = {.kind = (enum source_kind)kind, .stop_after = stop};
            run.options.batch_bytes = 200;
            assert_int_equal(import(path, &text, run).added, stop);
            run.stop_after = 0;
            assert_int_equal(import(path, &text, run).added, 12 - stop);
            assert_int_equal(import(path, &text, run).added, 0);
            assert_holds(path, 12);
        }
    }
    buffer_free(&text);
}

static void an_appended_source_adds_only_its_new_games(void **state)
{
    (void)state;
    for (int kind = 0; kind < SOURCE_KINDS; kind++) {
        const char *path = fresh_path("append.qipu");
        struct run run = {.kind = (enum source_kind)kind};
        struct buffer text = {0};
        for (int n = 0; n < 10; n++) {
            put_games(&text, n * 3 + 1, n * 3 + 3);
            struct import_counts c = import(path, &text, run);
            assert_int_equal(c.added, 3);
            assert_int_equal(c.known, n * 3);
        }
        assert_holds(path, 30);
        buffer_free(&text);
    }
}

static void a_source_that_differs_early_is_new(void **state)
{
    (void)state;
    struct buffer text = {0};
    put_games(&text, 1, 5);
    for (int kind = 0; kind < SOURCE_KINDS; kind++) {
        const char *path = fresh_path("differ.qipu");
        struct run run = {.kind = (enum source_kind)kind};
        import(path, &text, run);
        text.data[8] = 'g';
        assert_int_equal(import(path, &text, run).added, 5);
        text.data[8] = 'G';
        assert_int_equal(import(path, &text, run).added, 0);
    }
    buffer_free(&text);
}

static void again_adds_games_a_second_time(void **state)
{
    (void)state;
    struct buffer text = {0};
    put_games(&text, 1, 5);
    const char *path = fresh_path("again.qipu");
    struct run run = {.kind = AS_FILE};
    import(path, &text, run);
    run.options.again = true;
    assert_int_equal(import(path, &text, run).added, 5);
    buffer_free(&text);
}

static void a_dry_run_counts_and_changes_nothing(void **state)
{
    (void)state;
    struct buffer text = {0};
    put_games(&text, 1, 5);
    const char *path = fresh_path("dry.qipu");
    struct run run = {.kind = AS_FILE, .stop_after = 3};
    import(path, &text, run);
    run.stop_after = 0;
    run.options.dry_run = true;
    struct import_counts c = import(path, &text, run);
    assert_int_equal(c.added, 2);
    assert_int_equal(c.known, 3);
    assert_holds(path, 3);
    buffer_free(&text);
}

/* A game that breaks off at the end of its file is replaced when the file goes on with it. */
static void an_open_last_game_is_continued_under_its_number(void **state)
{
    (void)state;
    static const char *const rests[] = {" e5 2. Nf3 1-0\n", " 1-0",
                                        "\n\n[Event \"Game 4\"]\n\n*\n"};
    for (int kind = 0; kind < SOURCE_KINDS; kind++) {
        for (int before = 0; before <= 2; before += 2) {
            for (size_t i = 0; i < 3; i++) {
                const char *path = fresh_path("open.qipu");
                struct run run = {.kind = (enum source_kind)kind};
                struct buffer text = {0};
                put_games(&text, 1, before);
                buffer_printf(&text, "[Event \"Game %d\"]\n\n1. e4", before + 1);
                assert_int_equal(import(path, &text, run).added, before + 1);
                assert_int_equal(import(path, &text, run).added, 0);
                buffer_add_string(&text, rests[i]);
                struct import_counts c = import(path, &text, run);
                assert_int_equal(c.added, i == 2);
                assert_int_equal(import(path, &text, run).added, 0);
                struct error err;
                struct game_header h;
                struct store *s = open_store(path, STORE_READ, GAME_CHESS);
                assert_int_equal(store_game_count(s), before + 1 + (i == 2));
                must(store_read_header(s, (game_id)before + 1, &h, &err), err);
                assert_int_equal(h.ply_count, i == 0 ? 3 : 1);
                assert_int_equal(h.result, i < 2 ? RESULT_WHITE : RESULT_NONE);
                assert_int_equal(store_check(s, print_line, NULL, &err), 0);
                store_close(s);
                buffer_free(&text);
            }
        }
    }
}

static void another_game_does_not_replace_an_open_one(void **state)
{
    (void)state;
    for (int kind = 0; kind < SOURCE_KINDS; kind++) {
        const char *path = fresh_path("other.qipu");
        struct run run = {.kind = (enum source_kind)kind};
        struct buffer text = {0};
        buffer_add_string(&text, "[Event \"Game 1\"]\n\n1. e4");
        import(path, &text, run);
        buffer_clear(&text);
        buffer_add_string(&text, "[Event \"Game 1\"]\n\n1. d4 d5 2. c4 1/2-1/2\n");
        assert_int_equal(import(path, &text, run).added, 1);
        buffer_free(&text);
    }
}

static void faulty_games_are_rejected_or_cut(void **state)
{
    (void)state;
    struct buffer text = {0};
    buffer_add_string(&text, "[Event \"Game 1\"]\n\n1. e4 e5 2. Ke3 1-0\n\n"
                             "[Event \"Game 2\"]\n[FEN \"nonsense\"]\n\n1. e4 1-0\n\n"
                             "[Event \"Game 3\"]\n[Variant \"Atomic\"]\n\n1. e4 1-0\n\n"
                             "[Event \"Game 4\"]\n\n1. e4 1-0\n");
    struct run run = {.kind = AS_FILE};
    struct import_counts c = import(fresh_path("faulty.qipu"), &text, run);
    assert_int_equal(c.added, 1);
    assert_int_equal(c.rejected, 2);
    assert_int_equal(c.skipped, 1);
    run.options.keep_prefix = true;
    c = import(fresh_path("faulty.qipu"), &text, run);
    assert_int_equal(c.added, 2);
    assert_int_equal(c.rejected, 1);
    struct error err;
    struct game_header h;
    struct store *s = open_store(test_path("faulty.qipu"), STORE_READ, GAME_CHESS);
    must(store_read_header(s, 1, &h, &err), err);
    assert_int_equal(h.ply_count, 2);
    store_close(s);
    buffer_free(&text);
}

static size_t file_bytes(const char *path, char **data)
{
    enum { MOST = 1 << 24 };
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    *data = malloc(MOST);
    assert_non_null(*data);
    size_t len = fread(*data, 1, MOST, f);
    fclose(f);
    return len;
}

static void any_number_of_threads_gives_the_same_bytes(void **state)
{
    (void)state;
    struct buffer text = {0};
    put_games(&text, 1, 20000);
    char *first, *other;
    struct run run = {.kind = AS_FILE, .threads = 1, .options.batch_bytes = 300000};
    import(fresh_path("thread1.qipu"), &text, run);
    size_t len = file_bytes(test_path("thread1.qipu"), &first);
    for (run.threads = 2; run.threads <= 5; run.threads++) {
        assert_int_equal(import(fresh_path("thread.qipu"), &text, run).added, 20000);
        assert_int_equal(file_bytes(test_path("thread.qipu"), &other), len);
        assert_memory_equal(first, other, len);
        free(other);
    }
    assert_holds(test_path("thread1.qipu"), 20000);
    free(first);
    buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_source_twice_adds_nothing),
        cmocka_unit_test(an_interrupted_import_goes_on_where_it_stopped),
        cmocka_unit_test(an_appended_source_adds_only_its_new_games),
        cmocka_unit_test(a_source_that_differs_early_is_new),
        cmocka_unit_test(again_adds_games_a_second_time),
        cmocka_unit_test(a_dry_run_counts_and_changes_nothing),
        cmocka_unit_test(an_open_last_game_is_continued_under_its_number),
        cmocka_unit_test(another_game_does_not_replace_an_open_one),
        cmocka_unit_test(faulty_games_are_rejected_or_cut),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
