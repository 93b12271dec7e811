/* Braces inside comments: whether they nest is decided by the moves. */
#include "tests/unit/reading.h"

static void braces_do_not_nest_where_moves_follow(void **state)
{
    (void)state;
    assert_moves("1. e4 {a {b} e5 } 2. Nf3 *", "e4 {a {b} e5 Nf3 *", "W:stray-mark@3:17");
    assert_moves("1. e4 {a {b} 1... e5 } 2. Nf3 *", "e4 {a {b} e5 Nf3 *", "W:stray-mark@3:22");
    assert_moves("1. e4 {a {b} e5 {c} *", "e4 {a {b} e5 {c} *", "");
}

static void braces_nest_where_the_game_then_goes_on(void **state)
{
    (void)state;
    static const char nested[] = "W:nested-comment@3:7";
    assert_moves("1. e4 {a {b} e5} e5 *", "e4 {a (b) e5} e5 *", nested);
    assert_moves("1. e4 {a {b} e5 is good} e5 *", "e4 {a (b) e5 is good} e5 *", nested);
    assert_moves("1. e4 {p {q {r} s} t} e5 *", "e4 {p (q (r) s) t} e5 *", nested);
    assert_moves("1. e4 {a {b} c {d} e} e5 *", "e4 {a (b) c (d) e} e5 *", nested);
    assert_moves("1. e4 {a {b} c {d} e5 *", "e4 {a (b) c (d} e5 *", nested);
    assert_moves("1. e4 {a {b} c} e5 {d} 2. Nf3 *", "e4 {a (b) c} e5 {d} Nf3 *", nested);
    assert_moves("1. e4 (1. d4 {x {y} Nf6} Nf6) e5 *", "e4 ( d4 {x (y) Nf6} Nf6 ) e5 *",
                 "W:nested-comment@3:14");
    assert_moves("1. e4 {a {b} Sf6 {c} e5 *", "e4 {a {b} {Sf6 (c) e5} * broken",
                 "E:unreadable-move@3:14");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(braces_do_not_nest_where_moves_follow),
        cmocka_unit_test(braces_nest_where_the_game_then_goes_on),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
