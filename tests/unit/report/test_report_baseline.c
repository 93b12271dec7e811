/* Known findings: what is counted, written and read again, and files that are damaged. */
#include "report/baseline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HEAD                                                                                       \
    "# qipu validate --baseline: findings that are known. File, game, ply, code and number.\n"

static char path[] = "/tmp/qipu-baseline-XXXXXX";

static int make_file(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static void put_file(const char *data, size_t len)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
}

/* Whether B takes the text; ERR says why not. */
static bool reads(struct baseline *b, const char *text, struct error *err)
{
    put_file(text, strlen(text));
    return baseline_read(b, path, err);
}

static void count(struct baseline *b, const char *file, const char *game, uint32_t ply,
                  enum finding_code code)
{
    assert_non_null(baseline_count(b, file, game, ply, code));
}

static void assert_written(struct baseline *b, const char *expected)
{
    struct buffer out = {0};
    baseline_write(b, &out);
    assert_string_equal(buffer_terminate(&out), expected);
    buffer_free(&out);
}

static void entries_are_written_in_order_with_their_numbers(void **state)
{
    (void)state;
    struct baseline b = {0};
    count(&b, "b.pgn", "Tal - Botvinnik", 12, FINDING_NUL_BYTE);
    count(&b, "a.pgn", "Tal - Botvinnik", 9, FINDING_NUL_BYTE);
    count(&b, "a.pgn", "Tal - Botvinnik", 9, FINDING_BAD_TAG);
    count(&b, "b.pgn", "Tal - Botvinnik", 12, FINDING_NUL_BYTE);
    count(&b, "a.pgn", "Keres - Tal", 9, FINDING_BAD_TAG);
    count(&b, "b.pgn", "Tal - Botvinnik", 12, FINDING_NUL_BYTE);
    assert_written(&b, HEAD "a.pgn\tKeres - Tal\t9\tbad-tag\t1\n"
                            "a.pgn\tTal - Botvinnik\t9\tbad-tag\t1\n"
                            "a.pgn\tTal - Botvinnik\t9\tnul-byte\t1\n"
                            "b.pgn\tTal - Botvinnik\t12\tnul-byte\t3\n");
    baseline_free(&b);
}

static void what_was_written_is_known_when_it_is_read(void **state)
{
    (void)state;
    enum { GAMES = 500 }; /* more than the tables begin with */
    struct baseline first = {0}, second = {0};
    struct buffer out = {0}, again = {0};
    struct error err;
    for (uint32_t i = 0; i < GAMES; i++)
        for (uint32_t k = 0; k <= i % 3; k++)
            count(&first, "odd\tname\n\x1b.pgn", "Mü \\ ?", i * 7919 % GAMES, FINDING_BAD_TAG);
    baseline_write(&first, &out);
    assert_true(reads(&second, buffer_terminate(&out), &err));
    assert_int_equal(second.count, GAMES);
    for (uint32_t i = GAMES; i-- > 0;) {
        struct baseline_entry *e = NULL;
        for (uint32_t k = 0; k <= i % 3; k++)
            e = baseline_count(&second, "odd\tname\n\x1b.pgn", "Mü \\ ?", i * 7919 % GAMES,
                               FINDING_BAD_TAG);
        assert_non_null(e);
        assert_int_equal(e->known, i % 3 + 1);
        assert_int_equal(e->found, e->known);
        assert_int_equal(e->code, FINDING_BAD_TAG);
    }
    assert_int_equal(second.count, GAMES);
    baseline_write(&second, &again);
    assert_string_equal(buffer_terminate(&again), buffer_terminate(&out));
    buffer_free(&out);
    buffer_free(&again);
    baseline_free(&first);
    baseline_free(&second);
}

static void only_what_is_found_is_written(void **state)
{
    (void)state;
    struct baseline b = {0};
    struct error err;
    assert_true(reads(&b, "a\tG\t1\tbad-tag\t2\na\tG\t2\tbad-tag\t1\n", &err));
    count(&b, "a", "G", 2, FINDING_BAD_TAG);
    assert_written(&b, HEAD "a\tG\t2\tbad-tag\t1\n");
    baseline_free(&b);
}

static void lines_that_are_equal_add_up(void **state)
{
    (void)state;
    struct baseline b = {0};
    struct error err;
    assert_true(reads(&b, "\n# said\na\tG\t1\tbad-tag\t2\r\n\na\tG\t1\tbad-tag\t3", &err));
    assert_int_equal(b.count, 1);
    assert_int_equal(b.entries[0].known, 5);
    assert_string_equal(b.entries[0].file, "a");
    baseline_free(&b);
}

static void a_code_that_is_not_known_is_kept_apart(void **state)
{
    (void)state;
    struct baseline b = {0};
    struct error err;
    assert_true(reads(&b, "a\tG\t1\tof-tomorrow\t2\n", &err));
    assert_int_equal(b.entries[0].code, FINDING_CODES);
    baseline_free(&b);
}

static void a_damaged_line_is_refused_with_its_place(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "a",
        "a\tG\t1\tbad-tag",
        "a\tG\t1\tbad-tag\t",
        "a\tG\t1\tbad-tag\t-1",
        "a\tG\t1\tbad-tag\t+1",
        "a\tG\t1\tbad-tag\t 1",
        "a\tG\t1\tbad-tag\t1x",
        "a\tG\t1\tbad-tag\t1\t1",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct baseline b = {0};
        struct error err = {0};
        char text[128], place[64];
        snprintf(text, sizeof text, "a\tG\t1\tbad-tag\t2\n%s\n", lines[i]);
        snprintf(place, sizeof place, "%s:2:1: ", path);
        assert_false(reads(&b, text, &err));
        assert_int_equal(err.code, ERROR_FORMAT);
        assert_int_equal(strncmp(err.text, place, strlen(place)), 0);
        baseline_free(&b);
    }
}

/* Whatever is in the file: it is taken or refused, under the sanitizers too. */
static void a_file_that_is_cut_or_changed_does_no_harm(void **state)
{
    (void)state;
    static const char good[] = HEAD "a\tG\t1\tbad-tag\t2\nb\tM\xc3\xbc\t12\tnul-byte\t1\n";
    static const char bytes[] = "\0\t\n\r9\xff";
    char text[sizeof good];
    for (size_t at = sizeof HEAD - 1; at < sizeof good - 1; at++) {
        for (size_t k = 0; k < sizeof bytes; k++) {
            struct baseline b = {0};
            struct error err;
            memcpy(text, good, sizeof good);
            text[at] = bytes[k];
            put_file(text, k + 1 < sizeof bytes ? sizeof good - 1 : at);
            if (baseline_read(&b, path, &err))
                count(&b, "a", "G", 1, FINDING_BAD_TAG);
            baseline_free(&b);
        }
    }
}

static void ways_lead_from_folders_to_files(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"/a/b", "/a/b/c.pgn", "c.pgn"},       {"/a/b", "/a/bc/d.pgn", "../bc/d.pgn"},
        {"/a/b/c", "/a/d.pgn", "../../d.pgn"}, {"/", "/a.pgn", "a.pgn"},
        {"/a", "/b/c.pgn", "../b/c.pgn"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer out = {0};
        path_from(&out, cases[i][0], cases[i][1]);
        assert_string_equal(buffer_terminate(&out), cases[i][2]);
        buffer_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_written_in_order_with_their_numbers),
        cmocka_unit_test(what_was_written_is_known_when_it_is_read),
        cmocka_unit_test(only_what_is_found_is_written),
        cmocka_unit_test(lines_that_are_equal_add_up),
        cmocka_unit_test(a_code_that_is_not_known_is_kept_apart),
        cmocka_unit_test(a_damaged_line_is_refused_with_its_place),
        cmocka_unit_test(a_file_that_is_cut_or_changed_does_no_harm),
        cmocka_unit_test(ways_lead_from_folders_to_files),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
