/* Pieces of work on several threads, in any order or with their results taken in order. */
#ifndef QIPU_BASE_PARALLEL_H
#define QIPU_BASE_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

enum { THREADS_MAX = 64 };

/* THREADS, or the number of processors for 0; at most THREADS_MAX. */
unsigned parallel_threads(unsigned threads);

/* Call RUN(closure, worker, task) once for every task in 0 .. TASKS - 1, the lower ones first, on
   at most THREADS threads, and wait until all are done. WORKER (0 .. THREADS - 1) is the same for
   calls that never overlap, so each worker may own memory. The calling thread is worker 0; if no
   thread can be started it does all the work. */
void parallel_for(unsigned threads, size_t tasks,
                  void (*run)(void *closure, unsigned worker, size_t task), void *closure);

/* The same, and TAKE(closure, task) for each task that was run: in order, on the calling thread,
   as soon as it can be, while the others run on. No more than AHEAD (at least 1) tasks are run and
   not yet taken, so what a task leaves may lie in place task % AHEAD. If TAKE returns false no more
   are run or taken. Returns whether all were taken. */
bool parallel_in_order(unsigned threads, size_t tasks, size_t ahead,
                       void (*run)(void *closure, unsigned worker, size_t task),
                       bool (*take)(void *closure, size_t task), void *closure);

#endif
