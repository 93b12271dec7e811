/* Ranges of values that may be less than 0: times, evaluations, differences. */
#include "query/conditions.h"

#include <string.h>

/* The range in the LEN bytes at TEXT; *FAULT is where it is none. */
static bool read_range(const struct value_kind *kind, const char *text, size_t len,
                       struct value_range *range, size_t *fault)
{
    const char *dots = strstr(text, "..");
    const bool is_range = dots && dots + 2 <= text + len;
    const size_t from_len = is_range ? (size_t)(dots - text) : len;
    const char *to = is_range ? dots + 2 : text;
    const size_t to_len = (size_t)(text + len - to);
    *fault = 0;
    range->from = INT64_MIN;
    range->to = INT64_MAX;
    if (from_len + to_len == 0 || (from_len > 0 && !kind->read(text, from_len, &range->from)))
        return false;
    *fault = (size_t)(to - text);
    if (to_len == 0)
        return true;
    if (!kind->read(to, to_len, &range->to))
        return false;
    if (!memchr(to, '.', to_len))
        range->to += kind->unit - 1;
    return true;
}

bool value_ranges_compile(struct arena *arena, struct value_range **list,
                          const struct value_kind *kind, const char *option, const char *value,
                          struct error *err)
{
    for (size_t at = 0;; at++) {
        const size_t len = strcspn(value + at, ",");
        size_t fault;
        struct value_range *range = arena_alloc(arena, sizeof *range);
        if (!range)
            return error_no_memory(err);
        if (!read_range(kind, value + at, len, range, &fault))
            return condition_error(err, option, value, at + fault, kind->expected);
        if (range->from > range->to)
            return condition_error(err, option, value, at, "a range that runs backwards");
        range->next = *list;
        *list = range;
        at += len;
        if (value[at] == '\0')
            return true;
    }
}

bool value_ranges_hold(const struct value_range *list, int64_t n)
{
    while (list && (n < list->from || n > list->to))
        list = list->next;
    return list != NULL;
}
