/* Work on several threads whose results are taken in order. */
#include "base/parallel.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { TASKS = 1000, AHEAD = 5 };

struct log {
    pthread_mutex_t mutex;
    size_t place[AHEAD]; /* what task % AHEAD left */
    size_t run, taken, most_ahead, stop_at;
    bool in_order;
};

static void work(void *closure, unsigned worker, size_t task)
{
    struct log *log = closure;
    (void)worker;
    pthread_mutex_lock(&log->mutex);
    log->run++;
    if (task - log->taken > log->most_ahead)
        log->most_ahead = task - log->taken;
    pthread_mutex_unlock(&log->mutex);
    log->place[task % AHEAD] = task;
}

static bool take(void *closure, size_t task)
{
    struct log *log = closure;
    pthread_mutex_lock(&log->mutex);
    log->in_order = log->in_order && task == log->taken && log->place[task % AHEAD] == task;
    log->taken++;
    pthread_mutex_unlock(&log->mutex);
    return task != log->stop_at;
}

static struct log run(unsigned threads, size_t stop_at, bool *all)
{
    struct log log = {.mutex = PTHREAD_MUTEX_INITIALIZER, .stop_at = stop_at, .in_order = true};
    *all = parallel_in_order(threads, TASKS, AHEAD, work, take, &log);
    return log;
}

static void results_are_taken_in_order_and_not_too_late(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 5; threads++) {
        bool all;
        const struct log log = run(threads, SIZE_MAX, &all);
        assert_true(all);
        assert_true(log.in_order);
        assert_int_equal(log.run, TASKS);
        assert_int_equal(log.taken, TASKS);
        assert_true(log.most_ahead < AHEAD);
    }
}

static void the_taker_can_stop(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 5; threads++) {
        bool all;
        const struct log log = run(threads, 300, &all);
        assert_false(all);
        assert_true(log.in_order);
        assert_int_equal(log.taken, 301);
        assert_true(log.run >= 301 && log.run <= 301 + AHEAD);
    }
}

static void nothing_to_do_is_done(void **state)
{
    (void)state;
    struct log log = {.mutex = PTHREAD_MUTEX_INITIALIZER};
    assert_true(parallel_in_order(3, 0, AHEAD, work, take, &log));
    assert_int_equal(log.run, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_taken_in_order_and_not_too_late),
        cmocka_unit_test(the_taker_can_stop),
        cmocka_unit_test(nothing_to_do_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
