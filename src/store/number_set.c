/* Sets of numbers grow by doubling. */
#include "store/number_set.h"

#include <stdlib.h>
#include <string.h>

bool number_set_add(struct number_set *set, int64_t n, struct error *err)
{
    if (n > set->last) {
        int64_t last = n > set->last * 2 ? n : set->last * 2;
        uint8_t *bits = realloc(set->bits, (size_t)last / 8 + 1);
        if (!bits)
            return error_no_memory(err);
        size_t old = set->bits ? (size_t)set->last / 8 + 1 : 0;
        memset(bits + old, 0, (size_t)last / 8 + 1 - old);
        set->bits = bits;
        set->last = last;
    }
    set->bits[n / 8] |= (uint8_t)(1 << n % 8);
    return true;
}

void number_set_free(struct number_set *set)
{
    free(set->bits);
}
