/* Workers take the next task from a shared counter until there is none. Threads live for one call:
   starting one costs far less than the work that is worth sharing. */
#include "base/parallel.h"

#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

struct work {
    pthread_mutex_t mutex;
    size_t next, tasks;
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

static bool take_task(struct work *w, size_t *task)
{
    pthread_mutex_lock(&w->mutex);
    *task = w->next;
    bool found = w->next < w->tasks;
    w->next += found;
    pthread_mutex_unlock(&w->mutex);
    return found;
}

static void *work_on(void *argument)
{
    struct worker *worker = argument;
    size_t task;
    while (take_task(worker->work, &task))
        worker->work->run(worker->work->closure, worker->number, task);
    return NULL;
}

void parallel_for(unsigned threads, size_t tasks,
                  void (*run)(void *closure, unsigned worker, size_t task), void *closure)
{
    struct work work = {.tasks = tasks, .run = run, .closure = closure};
    struct worker workers[THREADS_MAX];
    unsigned started = 1;
    pthread_mutex_init(&work.mutex, NULL);
    workers[0] = (struct worker){.work = &work};
    if (threads > THREADS_MAX)
        threads = THREADS_MAX;
    while (started < threads && started < tasks) {
        struct worker *w = &workers[started];
        *w = (struct worker){.work = &work, .number = started};
        if (pthread_create(&w->thread, NULL, work_on, w) != 0)
            break;
        started++;
    }
    work_on(&workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_mutex_destroy(&work.mutex);
}
