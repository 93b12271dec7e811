/* Conditions on verdicts: repetition and long play as check/ judges them. A verdict is named by the
   code that validate gives its finding; the words are those that make sense in the game. */
#include "query/conditions.h"

#include <string.h>
#include <strings.h>

enum { CHESS = 1u << GAME_CHESS, XIANGQI = 1u << GAME_XIANGQI };

static const struct verdict_word {
    const char *word; /* NULL: the finding's code */
    enum finding_code code;
    unsigned games;
} verdict_words[] = {
    {"repetition", FINDING_THREEFOLD, CHESS | XIANGQI},
    {NULL, FINDING_THREEFOLD, CHESS | XIANGQI},
    {NULL, FINDING_FIVEFOLD, CHESS},
    {NULL, FINDING_FIFTY_MOVES, CHESS},
    {NULL, FINDING_SEVENTY_FIVE_MOVES, CHESS},
    {NULL, FINDING_DEAD_POSITION, CHESS | XIANGQI},
    {NULL, FINDING_PERPETUAL_CHECK, CHESS | XIANGQI},
    {NULL, FINDING_MUTUAL_CHECK, XIANGQI},
    {NULL, FINDING_PERPETUAL_CHASE, XIANGQI},
    {NULL, FINDING_PERPETUAL_THREAT, XIANGQI},
    {NULL, FINDING_PERPETUAL_ATTACK, XIANGQI},
    {NULL, FINDING_MUTUAL_ATTACK, XIANGQI},
    {NULL, FINDING_NO_CAPTURE_LIMIT, XIANGQI},
    {NULL, FINDING_RESULT_VERDICT, XIANGQI},
};
enum { WORDS = sizeof verdict_words / sizeof verdict_words[0] };

static const char *word_of(const struct verdict_word *w)
{
    return w->word ? w->word : finding_kinds[w->code].code;
}

/* The error lists the words that there are. */
static bool no_such_word(enum game game, const char *option, const char *value, struct error *err)
{
    struct buffer list = {0};
    for (int i = 0; i < WORDS; i++)
        if (verdict_words[i].games >> game & 1)
            buffer_printf(&list, "%s%s", list.len ? ", " : "", word_of(&verdict_words[i]));
    buffer_terminate(&list);
    if (list.failed)
        error_no_memory(err);
    else
        error_set(err, ERROR_USAGE, "--%s: '%s' is none of %s", option, value, list.data);
    buffer_free(&list);
    return false;
}

bool verdict_compile(struct verdict_conditions *v, enum game game, const char *option,
                     const char *value, struct error *err)
{
    for (int i = 0; i < WORDS; i++) {
        const struct verdict_word *w = &verdict_words[i];
        if ((w->games >> game & 1) && strcasecmp(word_of(w), value) == 0) {
            v->asked = v->codes[w->code] = true;
            return true;
        }
    }
    return no_such_word(game, option, value, err);
}

bool rules_compile(struct verdict_conditions *v, const char *option, const char *value,
                   struct error *err)
{
    const enum rule_book book = rule_book_find(value);
    if (book == RULE_BOOKS)
        return error_set(err, ERROR_USAGE, "--%s: '%s' is not cxa, wxf or axf", option, value);
    v->rules = book;
    return true;
}

bool verdicts_hold(const struct verdict_conditions *v, const struct record *rec,
                   struct check_memory *memory, struct findings *found)
{
    size_t kept = 0;
    findings_clear(found);
    check_draws(rec, memory, found);
    for (size_t i = 0; i < found->count; i++)
        if (v->codes[found->items[i].code])
            found->items[kept++] = found->items[i];
    found->count = kept;
    findings_sort(found);
    return kept > 0;
}
