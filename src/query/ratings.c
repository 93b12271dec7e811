/* Conditions on the two ratings together: their difference, and which of the two players won. Both
   must be known. */
#include "query/conditions.h"

#include <strings.h>

/* Ranges hold numbers from 0 on, so a difference lies this much higher in them. */
enum { SHIFT = 100000 };

/* A number with a sign or without at TEXT; the bytes that it takes, 0 if it is none. */
static size_t scan_difference(const char *text, uint64_t *shifted)
{
    enum { DIGITS_MAX = 4 };
    const size_t sign = text[0] == '-' || text[0] == '+';
    const size_t digits = strspn(text + sign, "0123456789");
    uint64_t n = 0;
    if (digits == 0 || digits > DIGITS_MAX)
        return 0;
    for (size_t i = sign; i < sign + digits; i++)
        n = n * 10 + (uint64_t)(text[i] - '0');
    *shifted = text[0] == '-' ? SHIFT - n : SHIFT + n;
    return sign + digits;
}

/* One range at TEXT; the bytes that it takes, 0 if it is none. */
static size_t scan_differences(const char *text, struct number_range *range)
{
    range->from = 0;
    size_t from_len = scan_difference(text, &range->from);
    range->to = range->from;
    if (strncmp(text + from_len, "..", 2) != 0)
        return from_len;
    size_t to_len = scan_difference(text + from_len + 2, &range->to);
    if (to_len == 0)
        range->to = (uint64_t)2 * SHIFT;
    return from_len + to_len > 0 ? from_len + 2 + to_len : 0;
}

bool elo_diff_compile(struct arena *arena, struct number_range **list, const char *option,
                      const char *value, struct error *err)
{
    for (size_t at = 0;; at++) {
        struct number_range *range = arena_alloc(arena, sizeof *range);
        if (!range)
            return error_no_memory(err);
        size_t len = scan_differences(value + at, range);
        if (len == 0 || (value[at + len] != ',' && value[at + len] != '\0'))
            return condition_error(err, option, value, at + len,
                                   "expected a difference or a range such as -200..-50");
        if (range->from > range->to)
            return condition_error(err, option, value, at, "a range that runs backwards");
        range->next = *list;
        *list = range;
        at += len;
        if (value[at] == '\0')
            return true;
    }
}

bool winner_compile(unsigned *winners, const char *option, const char *value, struct error *err)
{
    if (strcasecmp(value, "higher") == 0)
        *winners |= WINNER_HIGHER;
    else if (strcasecmp(value, "lower") == 0)
        *winners |= WINNER_LOWER;
    else
        return condition_error(err, option, value, 0, "expected higher or lower");
    return true;
}

bool ratings_hold(const struct number_range *differences, unsigned winners,
                  const struct game_header *h)
{
    const int difference = h->white_elo - h->black_elo;
    const int lead = h->result == RESULT_WHITE   ? difference
                     : h->result == RESULT_BLACK ? -difference
                                                 : 0;
    if (h->white_elo <= 0 || h->black_elo <= 0)
        return false;
    if (winners && !((winners & WINNER_HIGHER) && lead > 0) &&
        !((winners & WINNER_LOWER) && lead < 0))
        return false;
    return !differences || ranges_hold(differences, (uint64_t)(difference + SHIFT));
}

void ratings_filter(struct store_filter *f, const struct number_range *differences,
                    unsigned winners)
{
    if (differences)
        store_filter_group(f);
    for (const struct number_range *r = differences; r; r = r->next)
        store_filter_range(f, STORE_ELO_DIFFERENCE, (int64_t)r->from - SHIFT,
                           (int64_t)r->to - SHIFT);
    if (winners)
        store_filter_group(f);
    if (winners & WINNER_HIGHER)
        store_filter_range(f, STORE_WINNER_LEAD, 1, SHIFT);
    if (winners & WINNER_LOWER)
        store_filter_range(f, STORE_WINNER_LEAD, -SHIFT, -1);
}
