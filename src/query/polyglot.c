/* Positions by the keys that Polyglot's opening books have for them. */
#include "notation/polyglot.h"
#include "query/conditions.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS = 16 };

bool polyglot_compile(struct arena *arena, struct polyglot_condition **list, enum game game,
                      const char *option, const char *value, struct error *err)
{
    const size_t from = strncmp(value, "0x", 2) == 0 ? 2 : 0;
    const size_t len = strspn(value + from, "0123456789abcdefABCDEF");
    struct polyglot_condition *c = arena_alloc(arena, sizeof *c);
    if (game != GAME_CHESS)
        return error_set(err, ERROR_USAGE, "--%s is for chess: Polyglot has no keys of xiangqi",
                         option);
    if (!c)
        return error_no_memory(err);
    if (len == 0 || len > DIGITS || value[from + len] != '\0')
        return condition_error(err, option, value, from + (len > DIGITS ? DIGITS : len),
                               "expected a key of up to 16 hexadecimal digits");
    *c = (struct polyglot_condition){*list, strtoull(value + from, NULL, 16)};
    *list = c;
    return true;
}

bool polyglot_holds(const struct polyglot_condition *list, const struct position *pos, move last)
{
    const uint64_t key = polyglot_key(pos, last);
    while (list && list->key != key)
        list = list->next;
    return list != NULL;
}
