/* Sorting with little memory gives what sorting with much does. */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ITEMS = 20000, KEYS = 500, KEY_MAX = 32 };

/* ITEMS items with keys from a small set, half of which begin alike, in an order that looks random;
   the data is their number. */
static struct sorting *filled(size_t memory)
{
    struct error err;
    struct sorting *s = sorting_open(memory, &err);
    assert_non_null(s);
    uint32_t state = 1;
    for (uint32_t i = 0; i < ITEMS; i++) {
        char key[KEY_MAX];
        state = state * 1664525 + 1013904223;
        const unsigned n = (state >> 8) % KEYS;
        const int len = snprintf(key, sizeof key, "%s%u", n % 2 ? "a beginning " : "", n);
        const struct sorting_item item = {key, &i, (size_t)len, sizeof i};
        assert_true(sorting_add(s, &item, &err));
    }
    assert_true(sorting_finish(s, &err));
    return s;
}

static void assert_sorted(size_t memory)
{
    struct error err;
    struct sorting *s = filled(memory);
    struct sorting_item item;
    char last[KEY_MAX] = "";
    uint32_t last_number = 0, number;
    size_t n = 0;
    int more;
    while ((more = sorting_next(s, &item, &err)) > 0) {
        char key[KEY_MAX] = "";
        assert_true(item.key_len < sizeof key);
        memcpy(key, item.key, item.key_len);
        assert_int_equal(item.len, sizeof number);
        memcpy(&number, item.data, sizeof number);
        const int order = strcmp(last, key);
        assert_true(order < 0 || (order == 0 && (n == 0 || number > last_number)));
        memcpy(last, key, sizeof last);
        last_number = number;
        n++;
    }
    assert_int_equal(more, 0);
    assert_int_equal(n, ITEMS);
    sorting_close(s);
}

static void items_come_in_order_and_equal_ones_as_they_were_added(void **state)
{
    (void)state;
    assert_sorted((size_t)64 << 20);
}

static void runs_in_files_are_merged(void **state)
{
    (void)state;
    assert_sorted(64 * 1024);
}

static void more_runs_than_files_are_merged_in_steps(void **state)
{
    (void)state;
    assert_sorted(4000);
    assert_sorted(1);
}

static void nothing_sorts_to_nothing(void **state)
{
    struct error err;
    struct sorting_item item;
    (void)state;
    struct sorting *s = sorting_open(1, &err);
    assert_non_null(s);
    assert_true(sorting_finish(s, &err));
    assert_int_equal(sorting_next(s, &item, &err), 0);
    sorting_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_come_in_order_and_equal_ones_as_they_were_added),
        cmocka_unit_test(runs_in_files_are_merged),
        cmocka_unit_test(more_runs_than_files_are_merged_in_steps),
        cmocka_unit_test(nothing_sorts_to_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
