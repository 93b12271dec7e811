/* Memory of many megabytes. Where the system has large pages it is asked for them: to fill 64 MiB
   costs 16,384 page faults otherwise, which is more than the filling. */
#ifndef QIPU_BASE_PAGES_H
#define QIPU_BASE_PAGES_H

#include <stddef.h>

/* SIZE bytes, not cleared; NULL if memory is out. Given back with free. */
void *pages_alloc(size_t size);

#endif
