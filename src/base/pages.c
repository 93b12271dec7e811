/* POSIX knows no large pages: on Linux a hint is given, elsewhere it is ordinary memory. */
#define _DEFAULT_SOURCE /* madvise; POSIX has only posix_madvise, without this hint */
#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

void *pages_alloc(size_t size)
{
#ifdef MADV_HUGEPAGE
    enum { LARGE = 2 << 20 };
    static const size_t large = LARGE;
    void *memory = NULL;
    if (size >= large && size < SIZE_MAX - large) {
        size = (size + large - 1) / large * large;
        if (posix_memalign(&memory, large, size) != 0)
            return NULL;
        madvise(memory, size, MADV_HUGEPAGE);
        return memory;
    }
#endif
    return malloc(size ? size : 1);
}
