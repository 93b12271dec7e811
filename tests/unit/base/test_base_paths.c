/* Lists of files, and the progress line. */
#include "base/paths.h"
#include "base/progress.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char *enter_new_folder(void)
{
    char template[] = "/tmp/qipu-paths-XXXXXX";
    assert_non_null(mkdtemp(template));
    assert_int_equal(chdir(template), 0);
    return strdup(template);
}

static void leave_folder(char *folder)
{
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(folder), 0);
    free(folder);
}

static void put_file(const char *name, const char *content, size_t len)
{
    FILE *f = fopen(name, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(content, 1, len, f), len);
    fclose(f);
}

static void expect(struct paths *p, const char *const *expected, size_t count)
{
    assert_int_equal(p->count, count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(p->items[i], expected[i]);
    paths_free(p);
}

static void a_folder_gives_its_files_in_byte_order(void **state)
{
    (void)state;
    static const char *const files[] = {"d/b.pgn", "d/a/z.PGN",   "d/a/x.pgn.gz",
                                        "d/a.pgn", "d/notes.txt", "d/.pgn"};
    static const char *const expected[] = {"first",     "d/.pgn",  "d/a.pgn",    "d/a/x.pgn.gz",
                                           "d/a/z.PGN", "d/b.pgn", "d/link.pgn", "d/notes.txt"};
    struct paths p = {0}, closed = {0};
    struct error err;
    char *folder = enter_new_folder();
    mkdir("d", 0777);
    mkdir("d/a", 0777);
    mkdir("d/folder.pgn", 0777);
    for (size_t i = 0; i < 6; i++)
        put_file(files[i], "", 0);
    assert_int_equal(symlink("..", "d/a/up"), 0);
    assert_int_equal(symlink("b.pgn", "d/link.pgn"), 0);
    assert_int_equal(symlink("none", "d/dangling.pgn"), 0);
    assert_true(paths_add(&p, "first", &err));
    assert_true(paths_add_folder(&p, &closed, "d/", &err));
    expect(&p, expected, 8);
    assert_int_equal(closed.count, 0);
    for (size_t i = 0; i < 6; i++)
        unlink(files[i]);
    unlink("d/a/up");
    unlink("d/link.pgn");
    unlink("d/dangling.pgn");
    rmdir("d/folder.pgn");
    rmdir("d/a");
    rmdir("d");
    leave_folder(folder);
}

static void a_folder_that_is_missing_is_named(void **state)
{
    (void)state;
    static const char *const expected[] = {"none"};
    struct paths p = {0}, closed = {0};
    struct error err;
    char *folder = enter_new_folder();
    assert_true(paths_add_folder(&p, &closed, "none", &err));
    assert_int_equal(p.count, 0);
    expect(&closed, expected, 1);
    leave_folder(folder);
}

static void a_path_longer_than_the_system_takes_is_walked_and_opened(void **state)
{
    (void)state;
    enum { DEPTH = 30 };
    char name[201];
    struct paths p = {0}, closed = {0};
    struct error err;
    char *folder = enter_new_folder();
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (int i = 0; i < DEPTH; i++) {
        assert_int_equal(mkdir(name, 0777), 0);
        assert_int_equal(chdir(name), 0);
    }
    put_file("a.pgn", "x", 1);
    assert_int_equal(chdir(folder), 0);
    assert_true(paths_add_folder(&p, &closed, folder, &err));
    assert_int_equal(p.count, 1);
    assert_int_equal(closed.count, 0);
    assert_true(strlen(p.items[0]) > DEPTH * (sizeof name - 1));
    const int fd = path_open(p.items[0], O_RDONLY);
    assert_true(fd >= 0);
    assert_int_equal(read(fd, name, 2), 1);
    close(fd);
    name[0] = 'n';
    for (int i = 0; i < DEPTH; i++)
        assert_int_equal(chdir(name), 0);
    assert_int_equal(path_open(p.items[0] + 1, O_RDONLY), -1); /* there is no such one below */
    unlink("a.pgn");
    for (int i = 0; i < DEPTH; i++) {
        assert_int_equal(chdir(".."), 0);
        assert_int_equal(rmdir(name), 0);
    }
    paths_free(&p);
    leave_folder(folder);
}

static void a_list_has_one_name_a_line(void **state)
{
    (void)state;
    static const char text[] = "a.pgn\r\n\nb c.pgn\n d";
    static const char *const expected[] = {"a.pgn", "b c.pgn", " d"};
    struct paths p = {0};
    struct error err;
    char *folder = enter_new_folder();
    put_file("list", text, sizeof text - 1);
    assert_true(paths_add_listed(&p, "list", &err));
    expect(&p, expected, 3);
    unlink("list");
    leave_folder(folder);
}

static void a_list_with_nul_bytes_may_have_lines_in_names(void **state)
{
    (void)state;
    static const char text[] = "a\nb.pgn\0\0c\r\0d";
    static const char *const expected[] = {"a\nb.pgn", "c\r", "d"};
    struct paths p = {0};
    struct error err;
    char *folder = enter_new_folder();
    put_file("list", text, sizeof text - 1);
    assert_true(paths_add_listed(&p, "list", &err));
    expect(&p, expected, 3);
    put_file("list", "", 0);
    assert_true(paths_add_listed(&p, "list", &err));
    assert_int_equal(p.count, 0);
    unlink("list");
    assert_false(paths_add_listed(&p, "list", &err));
    paths_free(&p);
    leave_folder(folder);
}

static void the_progress_line_tells_percent_rate_and_time_left(void **state)
{
    (void)state;
    char text[100];
    struct progress p = {.total = 40000000};
    size_t n = progress_line(&p, 10000000, 1234, 2000000000, text, sizeof text);
    assert_string_equal(text, " 25%  5.0 MB/s  1234 games  0:06 left");
    assert_int_equal(n, strlen(text));
    progress_line(&p, 50000000, 9, 100000000000, text, sizeof text);
    assert_string_equal(text, "100%  0.5 MB/s  9 games  0:00 left");
    p.total = 0;
    progress_line(&p, 10000000, 1234, 2000000000, text, sizeof text);
    assert_string_equal(text, "10.0 MB  5.0 MB/s  1234 games");
    assert_int_equal(progress_line(&p, 10000000, 1234, 2000000000, text, 5), 4);
    assert_string_equal(text, "10.0");
}

static void progress_is_silent_where_nobody_looks(void **state)
{
    (void)state;
    struct progress p;
    int ends[2], saved = dup(STDERR_FILENO);
    char byte;
    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    progress_start(&p, true, 100);
    p.start_ns = 0; /* long ago */
    progress_update(&p, 50, 1);
    progress_clear(&p);
    dup2(saved, STDERR_FILENO);
    close(saved);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    close(ends[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_gives_its_files_in_byte_order),
        cmocka_unit_test(a_folder_that_is_missing_is_named),
        cmocka_unit_test(a_path_longer_than_the_system_takes_is_walked_and_opened),
        cmocka_unit_test(a_list_has_one_name_a_line),
        cmocka_unit_test(a_list_with_nul_bytes_may_have_lines_in_names),
        cmocka_unit_test(the_progress_line_tells_percent_rate_and_time_left),
        cmocka_unit_test(progress_is_silent_where_nobody_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
