/* Workers take the next task from a shared counter until there is none. Threads live for one call:
   starting one costs far less than the work that is worth sharing. Where results are taken in order
   the calling thread takes what it can first and runs a task only when there is nothing to take. */
#include "base/parallel.h"

#include <pthread.h>
#include <unistd.h>

struct work {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    size_t next, tasks;
    size_t taken, ahead; /* tasks below taken + ahead may run */
    bool *is_done;       /* by task % ahead; NULL: nothing is taken */
    void (*run)(void *closure, unsigned worker, size_t task);
    void *closure;
};

struct worker {
    struct work *work;
    unsigned number;
    pthread_t thread;
};

unsigned parallel_threads(unsigned threads)
{
    if (threads == 0) {
        long n = sysconf(_SC_NPROCESSORS_ONLN);
        threads = n > 0 ? (unsigned)n : 1;
    }
    return threads < THREADS_MAX ? threads : THREADS_MAX;
}

/* With the mutex held. */
static bool has_room(const struct work *w)
{
    return !w->is_done || w->next - w->taken < w->ahead;
}

static void run_next(struct work *w, unsigned worker)
{
    const size_t task = w->next++;
    pthread_mutex_unlock(&w->mutex);
    w->run(w->closure, worker, task);
    pthread_mutex_lock(&w->mutex);
    if (!w->is_done)
        return;
    w->is_done[task % w->ahead] = true;
    if (task == w->taken)
        pthread_cond_broadcast(&w->changed);
}

static void *work_on(void *argument)
{
    struct worker *worker = argument;
    struct work *w = worker->work;
    pthread_mutex_lock(&w->mutex);
    while (w->next < w->tasks) {
        if (has_room(w))
            run_next(w, worker->number);
        else
            pthread_cond_wait(&w->changed, &w->mutex);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

/* Start at most THREADS - 1 of WORKERS beside the calling thread; returns how many there are. */
static unsigned start(struct work *work, struct worker *workers, unsigned threads)
{
    unsigned started = 1;
    pthread_mutex_init(&work->mutex, NULL);
    pthread_cond_init(&work->changed, NULL);
    workers[0] = (struct worker){.work = work};
    if (threads > THREADS_MAX)
        threads = THREADS_MAX;
    while (started < threads && started < work->tasks) {
        struct worker *w = &workers[started];
        *w = (struct worker){.work = work, .number = started};
        if (pthread_create(&w->thread, NULL, work_on, w) != 0)
            break;
        started++;
    }
    return started;
}

static void finish(struct work *work, struct worker *workers, unsigned started)
{
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_mutex_destroy(&work->mutex);
    pthread_cond_destroy(&work->changed);
}

void parallel_for(unsigned threads, size_t tasks,
                  void (*run)(void *closure, unsigned worker, size_t task), void *closure)
{
    struct work work = {.tasks = tasks, .run = run, .closure = closure};
    struct worker workers[THREADS_MAX];
    const unsigned started = start(&work, workers, threads);
    work_on(&workers[0]);
    finish(&work, workers, started);
}

/* Take what is done, run what is not, and wait only if neither can be. */
static bool take_all(struct work *w, bool (*take)(void *closure, size_t task))
{
    bool go_on = true;
    pthread_mutex_lock(&w->mutex);
    while (go_on && w->taken < w->tasks) {
        bool *is_done = &w->is_done[w->taken % w->ahead];
        if (*is_done) {
            pthread_mutex_unlock(&w->mutex);
            go_on = take(w->closure, w->taken);
            pthread_mutex_lock(&w->mutex);
            *is_done = false;
            w->taken++;
            pthread_cond_broadcast(&w->changed);
        } else if (w->next < w->tasks && has_room(w)) {
            run_next(w, 0);
        } else {
            pthread_cond_wait(&w->changed, &w->mutex);
        }
    }
    w->tasks = w->next; /* if it was stopped */
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->mutex);
    return go_on;
}

bool parallel_in_order(unsigned threads, size_t tasks, size_t ahead,
                       void (*run)(void *closure, unsigned worker, size_t task),
                       bool (*take)(void *closure, size_t task), void *closure)
{
    enum { AHEAD_MAX = 4 * THREADS_MAX };
    static const size_t ahead_max = AHEAD_MAX;
    bool is_done[AHEAD_MAX] = {false};
    struct work work = {.tasks = tasks,
                        .ahead = ahead < ahead_max ? ahead : ahead_max,
                        .is_done = is_done,
                        .run = run,
                        .closure = closure};
    struct worker workers[THREADS_MAX];
    const unsigned started = start(&work, workers, threads);
    const bool all = take_all(&work, take);
    finish(&work, workers, started);
    return all;
}
