/* Lists that ascend by the number of a game. */
#include "store/store.h"

#include <stdlib.h>

static int compare(const void *x, const void *y)
{
    const game_id *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

void game_id_sort(void *items, size_t count, size_t size)
{
    if (count > 0)
        qsort(items, count, size, compare);
}

const void *game_id_find(game_id id, const void *items, size_t count, size_t size)
{
    return count > 0 ? bsearch(&id, items, count, size, compare) : NULL;
}
