/* Conditions on the time a player has. The tag's forms are those of the PGN standard, 9.6.1: stages
   with colons between, each so many moves in so many seconds, or the rest of the game in so many;
   both perhaps with seconds added for every move. What games of different forms are compared by is
   the time for the first 60 moves, as the FIDE Laws (appendices A and B) tell rapid chess and
   blitz. */
#include "base/ascii.h"
#include "query/conditions.h"

enum { MOVES = 60, SECONDS_MAX = 10000000 };

/* A number of at most seven digits at *AT, which is moved behind it. */
static bool take_number(const char **at, uint64_t *n)
{
    const char *from = *at;
    for (*n = 0; is_digit(**at) && *n < SECONDS_MAX; ++*at)
        *n = *n * 10 + (uint64_t)(**at - '0');
    return *at > from && !is_digit(**at);
}

/* One stage at *AT: MOVES of 0 are the rest of the game. */
static bool take_stage(const char **at, uint64_t *moves, uint64_t *seconds, uint64_t *increment)
{
    *moves = *increment = 0;
    if (!take_number(at, seconds))
        return false;
    if (**at == '/') {
        *moves = *seconds;
        ++*at;
        if (*moves == 0 || !take_number(at, seconds))
            return false;
    }
    if (**at != '+')
        return true;
    ++*at;
    return take_number(at, increment);
}

/* What a player has for the first 60 moves. False if the text is none of PGN's forms. */
static bool first_seconds(const char *text, uint64_t *total)
{
    uint64_t played = 0;
    *total = 0;
    for (const char *at = text;; at++) {
        uint64_t moves, seconds, increment;
        if (!take_stage(&at, &moves, &seconds, &increment) || (*at != '\0' && *at != ':'))
            return false;
        uint64_t rest = played < MOVES ? MOVES - played : 0;
        if (moves > 0 && *at == '\0') { /* the last one is repeated */
            *total += seconds * rest / moves + increment * rest;
        } else if (rest > 0) {
            *total += seconds + increment * (moves > 0 && moves < rest ? moves : rest);
            played += moves;
        }
        if (*at == '\0')
            return true;
        if (moves == 0)
            return false;
    }
}

bool time_control_compile(struct arena *arena, struct time_condition **list, const char *option,
                          const char *value, struct error *err)
{
    static const struct {
        const char *word;
        uint64_t from, to; /* seconds */
    } classes[] = {
        {"bullet", 0, 179},
        {"blitz", 180, 600},
        {"rapid", 601, 3599},
        {"classical", 3600, UINT64_MAX},
    };
    struct time_condition *c = arena_alloc(arena, sizeof *c);
    struct number_range *range = arena_alloc(arena, sizeof *range);
    if (!c || !range)
        return error_no_memory(err);
    *c =
        (struct time_condition){.next = *list, .text = arena_copy(arena, value, strlen(value) + 1)};
    if (!c->text)
        return error_no_memory(err);
    if (value[strspn(value, " ")] == '\0')
        return condition_error(err, option, value, 0,
                               "expected a time control such as 300+3, seconds such as 180..600, "
                               "or bullet, blitz, rapid or classical");
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (strcmp(value, classes[i].word) != 0)
            continue;
        *range = (struct number_range){NULL, classes[i].from, classes[i].to};
        c->seconds = range;
    }
    if (strstr(value, "..") && !ranges_compile(arena, &c->seconds, option, value, err))
        return false;
    *list = c;
    return true;
}

bool time_control_holds(const struct time_condition *list, const char *text)
{
    uint64_t seconds;
    const bool is_known = first_seconds(text, &seconds);
    for (const struct time_condition *c = list; c; c = c->next)
        if (c->seconds ? is_known && ranges_hold(c->seconds, seconds) : strcmp(text, c->text) == 0)
            return true;
    return false;
}
