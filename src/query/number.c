/* Ranges of numbers, as options say them: "17", "20..30", "2600..", "..99", "1,5,9..12". */
#include "base/ascii.h"
#include "query/conditions.h"

bool condition_error(struct error *err, const char *option, const char *value, size_t at,
                     const char *what)
{
    size_t column = utf8_count(value, utf8_valid_prefix(value, at)) + 1;
    return error_set(err, ERROR_USAGE, "--%s: %s (column %zu)", option, lang_text(what), column);
}

/* Digits at TEXT into *N; the number of bytes they take, 0 if there are none or too many. */
static size_t scan_number(const char *text, uint64_t *n)
{
    enum { DIGITS_MAX = 18 };
    size_t len = 0;
    *n = 0;
    while (is_digit(text[len])) {
        if (len == DIGITS_MAX)
            return 0;
        *n = *n * 10 + (uint64_t)(text[len++] - '0');
    }
    return len;
}

/* One range at TEXT; the number of bytes it takes, 0 if it is none. */
static size_t scan_range(const char *text, struct number_range *range)
{
    size_t from_len = scan_number(text, &range->from);
    range->to = range->from;
    if (strncmp(text + from_len, "..", 2) != 0)
        return from_len;
    size_t to_len = scan_number(text + from_len + 2, &range->to);
    if (to_len == 0)
        range->to = UINT64_MAX;
    return from_len + to_len > 0 ? from_len + 2 + to_len : 0;
}

bool ranges_compile(struct arena *arena, struct number_range **list, const char *option,
                    const char *value, struct error *err)
{
    size_t at = 0;
    for (;;) {
        struct number_range *range = arena_alloc(arena, sizeof *range);
        if (!range)
            return error_no_memory(err);
        size_t len = scan_range(value + at, range);
        if (len == 0 || (value[at + len] != ',' && value[at + len] != '\0'))
            return condition_error(err, option, value, at + len,
                                   "expected a number or a range such as 20..30");
        if (range->from > range->to)
            return condition_error(err, option, value, at, "a range that runs backwards");
        range->next = *list;
        *list = range;
        at += len;
        if (value[at++] == '\0')
            return true;
    }
}

bool ranges_hold(const struct number_range *list, uint64_t n)
{
    for (; list; list = list->next)
        if (n >= list->from && n <= list->to)
            return true;
    return false;
}
