/* Conditions on the two ratings together: their difference, and which of the two players won. Both
   must be known. */
#include "query/conditions.h"

#include <strings.h>

/* More than any rating. */
enum { ELO_BEYOND = 100000 };

/* A number with a sign or without. */
static bool read_difference(const char *text, size_t len, int64_t *n)
{
    enum { DIGITS_MAX = 4 };
    const size_t sign = len > 0 && (text[0] == '-' || text[0] == '+');
    *n = 0;
    if (len == sign || len - sign > DIGITS_MAX)
        return false;
    for (size_t i = sign; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *n = *n * 10 + (text[i] - '0');
    }
    *n = text[0] == '-' ? -*n : *n;
    return true;
}

bool elo_diff_compile(struct arena *arena, struct value_range **list, const char *option,
                      const char *value, struct error *err)
{
    static const struct value_kind kind = {
        read_difference, LANG("expected a difference or a range such as -200..-50"), 1};
    return value_ranges_compile(arena, list, &kind, option, value, err);
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

bool ratings_hold(const struct value_range *differences, unsigned winners,
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
    return !differences || value_ranges_hold(differences, difference);
}

void ratings_filter(struct store_filter *f, const struct value_range *differences, unsigned winners)
{
    if (differences)
        store_filter_group(f);
    for (const struct value_range *r = differences; r; r = r->next)
        store_filter_range(f, STORE_ELO_DIFFERENCE, r->from < -ELO_BEYOND ? -ELO_BEYOND : r->from,
                           r->to > ELO_BEYOND ? ELO_BEYOND : r->to);
    if (winners)
        store_filter_group(f);
    if (winners & WINNER_HIGHER)
        store_filter_range(f, STORE_WINNER_LEAD, 1, ELO_BEYOND);
    if (winners & WINNER_LOWER)
        store_filter_range(f, STORE_WINNER_LEAD, -ELO_BEYOND, -1);
}
