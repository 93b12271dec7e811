/* Outputs: files appear whole or not at all; the first failure is remembered. */
#include "base/output.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/qipu-output-XXXXXX";
static char path[64], link_path[64];

static int make_folder(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/out.pgn", folder);
    snprintf(link_path, sizeof link_path, "%s/link.pgn", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static size_t entries(void)
{
    size_t count = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        count += e->d_name[0] != '.';
    closedir(d);
    return count;
}

static void expect_content(const char *name, const char *expected)
{
    char text[64] = "";
    FILE *f = fopen(name, "r");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    assert_string_equal(text, expected);
}

static void put_file(const char *name, const char *content)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(content, f);
    fclose(f);
}

static void a_file_takes_its_place_only_when_closed(void **state)
{
    (void)state;
    struct error err;
    struct stat st;
    mode_t mask = umask(027);
    struct output *out = output_open(path, false, &err);
    assert_non_null(out);
    output_string(out, "one ");
    output_printf(out, "%d", 2);
    assert_int_equal(access(path, F_OK), -1);
    assert_true(output_close(out, &err));
    umask(mask);
    expect_content(path, "one 2");
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    assert_int_equal(entries(), 1);
    unlink(path);
}

static void a_discarded_output_leaves_the_old_file(void **state)
{
    (void)state;
    struct error err;
    put_file(path, "old");
    struct output *out = output_open(path, false, &err);
    output_string(out, "new");
    output_discard(out);
    expect_content(path, "old");
    assert_int_equal(entries(), 1);
    unlink(path);
}

static void a_replaced_file_keeps_its_permissions_and_links_to_it(void **state)
{
    (void)state;
    struct error err;
    struct stat st;
    put_file(path, "old");
    chmod(path, 0604);
    assert_int_equal(symlink("out.pgn", link_path), 0);
    struct output *out = output_open(link_path, false, &err);
    output_string(out, "new");
    assert_true(output_close(out, &err));
    expect_content(path, "new");
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0604);
    assert_int_equal(lstat(link_path, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    unlink(link_path);
    unlink(path);
}

static void a_large_output_is_written_whole_and_in_order(void **state)
{
    (void)state;
    enum { COUNT = 300000, BURST = 100000 };
    struct error err;
    struct buffer b = {0};
    struct output *out = output_open(path, false, &err);
    for (int i = 0; i < COUNT; i++) {
        buffer_printf(&b, "%d\n", i);
        /* Small writes first, then single ones larger than any buffer. */
        if (i < BURST || i % BURST == BURST - 1) {
            output_buffer(out, &b);
            assert_int_equal(b.len, 0);
        }
    }
    assert_true(output_close(out, &err));
    FILE *f = fopen(path, "r");
    int value, expected = 0;
    while (fscanf(f, "%d", &value) == 1)
        assert_int_equal(value, expected++);
    fclose(f);
    assert_int_equal(expected, COUNT);
    buffer_free(&b);
    unlink(path);
}

static void a_full_disk_is_remembered_and_told_at_the_end(void **state)
{
    (void)state;
    struct error err = {0};
    if (access("/dev/full", W_OK) != 0)
        skip();
    struct output *out = output_open("/dev/full", true, &err);
    assert_non_null(out);
    output_string(out, "text");
    assert_true(output_failed(out));
    assert_false(output_pipe_closed(out));
    output_string(out, "more");
    assert_false(output_close(out, &err));
    assert_string_equal(err.text, "/dev/full: cannot write: No space left on device");
}

static void a_device_is_written_in_place(void **state)
{
    (void)state;
    struct error err;
    struct output *out = output_open("/dev/null", true, &err);
    assert_non_null(out);
    output_string(out, "text");
    assert_false(output_failed(out));
    assert_true(output_close(out, &err));
}

static void standard_output_is_flushed_when_asked_and_knows_its_pipe_closed(void **state)
{
    (void)state;
    struct error err;
    int ends[2], saved = dup(STDOUT_FILENO);
    char text[16];
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[1]);
    struct output *out = output_open("-", true, &err);
    output_string(out, "line\n");
    ssize_t n = read(ends[0], text, sizeof text);
    close(ends[0]);
    output_string(out, "lost\n");
    bool pipe_closed = output_pipe_closed(out), closed = output_close(out, &err);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    assert_int_equal(n, 5);
    assert_true(pipe_closed);
    assert_false(closed);
}

static void a_place_that_does_not_exist_is_refused(void **state)
{
    (void)state;
    struct error err = {0};
    char name[64], expected[128];
    snprintf(name, sizeof name, "%s/none/out.pgn", folder);
    assert_null(output_open(name, false, &err));
    snprintf(expected, sizeof expected, "%s: cannot write: No such file or directory", name);
    assert_string_equal(err.text, expected);
    assert_null(output_open(folder, false, &err));
}

static void the_same_file_is_known_under_two_names(void **state)
{
    (void)state;
    put_file(path, "x");
    assert_int_equal(symlink("out.pgn", link_path), 0);
    assert_true(output_is_same_file(link_path, path));
    assert_true(output_is_same_file(path, path));
    assert_false(output_is_same_file(path, "/dev/null"));
    assert_false(output_is_same_file("/dev/null", "/dev/null"));
    unlink(link_path);
    assert_false(output_is_same_file(link_path, path));
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_takes_its_place_only_when_closed),
        cmocka_unit_test(a_discarded_output_leaves_the_old_file),
        cmocka_unit_test(a_replaced_file_keeps_its_permissions_and_links_to_it),
        cmocka_unit_test(a_large_output_is_written_whole_and_in_order),
        cmocka_unit_test(a_full_disk_is_remembered_and_told_at_the_end),
        cmocka_unit_test(a_device_is_written_in_place),
        cmocka_unit_test(standard_output_is_flushed_when_asked_and_knows_its_pipe_closed),
        cmocka_unit_test(a_place_that_does_not_exist_is_refused),
        cmocka_unit_test(the_same_file_is_known_under_two_names),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
