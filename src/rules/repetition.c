/* Repetition: the same for every game, since it looks at keys alone. A key includes the side to
   move, so only every second position can be equal to the last. */
#include "rules/rules.h"

/* How far back from the last of N positions it pays to look. */
static size_t reach(size_t n, unsigned halfmove_clock)
{
    size_t before = n ? n - 1 : 0;
    return halfmove_clock < before ? halfmove_clock : before;
}

int repetition_count(const key64 *keys, size_t n, unsigned halfmove_clock)
{
    const size_t back_max = reach(n, halfmove_clock);
    int count = n > 0;
    for (size_t back = 2; back <= back_max; back += 2)
        count += keys[n - 1 - back] == keys[n - 1];
    return count;
}

bool repetition_is_perpetual_check(const key64 *keys, const uint8_t *checks, size_t n,
                                   unsigned halfmove_clock, enum color turn, enum color *by)
{
    const size_t back_max = reach(n, halfmove_clock);
    bool by_other = true, by_turn = true; /* every move so far, walking back, gave check */
    for (size_t back = 2; back <= back_max && (by_other || by_turn); back += 2) {
        const size_t i = n - 1 - back;
        by_other = by_other && checks[i + 2];
        by_turn = by_turn && checks[i + 1];
        if (keys[i] == keys[n - 1] && by_other != by_turn) {
            *by = by_turn ? turn : (enum color) !turn;
            return true;
        }
    }
    return false;
}
