/* Differences of texts, as patch(1) wants them. */
#include "report/diff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_diff(const char *old, const char *new, const char *expected)
{
    struct diff d = {0};
    struct buffer out = {0};
    diff_start(&d, "f");
    diff_add(&d, old, strlen(old), new, strlen(new));
    assert_true(diff_end(&d, &out));
    assert_string_equal(buffer_terminate(&out), expected);
    buffer_free(&out);
    diff_free(&d);
}

#define HEAD "--- f\n+++ f\n"

static void equal_texts_have_no_diff(void **state)
{
    (void)state;
    assert_diff("", "", "");
    assert_diff("a\nb\n", "a\nb\n", "");
    assert_diff("a", "a", "");
}

static void a_changed_line_has_as_many_lines_before_it_as_behind(void **state)
{
    (void)state;
    assert_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
                HEAD "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
    assert_diff("1\n2\n3\n4\n", "1\n2\nx\n4\n", HEAD "@@ -2,3 +2,3 @@\n 2\n-3\n+x\n 4\n");
    assert_diff("1\n2\n", "x\n2\n", HEAD "@@ -1,1 +1,1 @@\n-1\n+x\n");
}

static void changes_that_are_far_apart_are_two_hunks(void **state)
{
    (void)state;
    assert_diff("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "1\n2\n3\n4\n5\n6\n7\n",
                HEAD "@@ -1,1 +0,0 @@\n-a\n@@ -9,1 +7,0 @@\n-b\n");
    assert_diff("a\n1\n2\nb\n", "1\n2\n", HEAD "@@ -1,4 +1,2 @@\n-a\n 1\n 2\n-b\n");
}

static void a_missing_line_end_is_told(void **state)
{
    (void)state;
    assert_diff("a", "a\n", HEAD "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
}

static void lines_are_counted_over_cuts(void **state)
{
    (void)state;
    struct diff d = {0};
    struct buffer out = {0};
    diff_start(&d, "f");
    diff_add(&d, "a\nb\n", 4, "a\nb\nc\n", 6);
    assert_true(diff_cut(&d, &out));
    diff_add(&d, "x", 1, "x", 1);
    assert_true(diff_cut(&d, &out)); /* in a line: waits */
    diff_add(&d, "y\nz\n", 4, "\nz\n", 3);
    assert_true(diff_end(&d, &out));
    assert_string_equal(buffer_terminate(&out),
                        HEAD "@@ -2,0 +3,1 @@\n+c\n@@ -3,1 +4,1 @@\n-xy\n+x\n");
    buffer_free(&out);
    diff_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_texts_have_no_diff),
        cmocka_unit_test(a_changed_line_has_as_many_lines_before_it_as_behind),
        cmocka_unit_test(changes_that_are_far_apart_are_two_hunks),
        cmocka_unit_test(a_missing_line_end_is_told),
        cmocka_unit_test(lines_are_counted_over_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
