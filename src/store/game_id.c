/* Lists that ascend by the number of a game. Long ones are sorted by its digits, lowest first. */
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *x, const void *y)
{
    const game_id *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

static game_id id_at(const char *items, size_t i, size_t size)
{
    game_id id;
    memcpy(&id, items + i * size, sizeof id);
    return id;
}

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* Move the items FROM to TO in the order of the digit above SHIFT. */
static void sort_by_digit(const char *from, char *to, size_t count, size_t size, unsigned shift)
{
    size_t starts[DIGITS] = {0}, sum = 0;
    for (size_t i = 0; i < count; i++)
        starts[id_at(from, i, size) >> shift & (DIGITS - 1)]++;
    for (size_t d = 0; d < DIGITS; d++) {
        const size_t here = starts[d];
        starts[d] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t at = starts[id_at(from, i, size) >> shift & (DIGITS - 1)]++;
        memcpy(to + at * size, from + i * size, size);
    }
}

void game_id_sort(void *items, size_t count, size_t size)
{
    enum { LONG = 2 * DIGITS, ID_BITS = 32 };
    char *from = items, *to = count > LONG ? malloc(count * size) : NULL, *room = to;
    if (!to) {
        if (count > 0)
            qsort(items, count, size, compare);
        return;
    }
    for (unsigned shift = 0; shift < ID_BITS; shift += DIGIT_BITS) {
        sort_by_digit(from, to, count, size, shift);
        char *sorted = to;
        to = from;
        from = sorted;
    }
    if (from == room)
        memcpy(items, from, count * size);
    free(room);
}

const void *game_id_find(game_id id, const void *items, size_t count, size_t size)
{
    return count > 0 ? bsearch(&id, items, count, size, compare) : NULL;
}
