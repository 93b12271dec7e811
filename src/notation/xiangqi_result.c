/* Results of xiangqi in words. Red moves first, so 先 (first) is Red and 后 (second) Black. */
#include "notation/notation.h"

#include <string.h>

#define WORD(text)                                                                                 \
    {                                                                                              \
        text, sizeof text - 1                                                                      \
    }

struct word {
    const char *text;
    size_t len;
};

static const struct {
    struct word word;
    enum result result;
} who[] = {
    {WORD("红方"), RESULT_WHITE}, {WORD("紅方"), RESULT_WHITE}, {WORD("红先"), RESULT_WHITE},
    {WORD("紅先"), RESULT_WHITE}, {WORD("黑方"), RESULT_BLACK}, {WORD("黑先"), RESULT_BLACK},
    {WORD("红"), RESULT_WHITE},   {WORD("紅"), RESULT_WHITE},   {WORD("黑"), RESULT_BLACK},
    {WORD("先"), RESULT_WHITE},   {WORD(""), RESULT_NONE},
};

static const struct {
    struct word word;
    bool needs_side, is_loss;
    enum result result;
} what[] = {
    {WORD("获胜"), true, false, RESULT_NONE},  {WORD("胜"), true, false, RESULT_NONE},
    {WORD("勝"), true, false, RESULT_NONE},    {WORD("负"), true, true, RESULT_NONE},
    {WORD("負"), true, true, RESULT_NONE},     {WORD("和棋"), false, false, RESULT_DRAW},
    {WORD("和局"), false, false, RESULT_DRAW}, {WORD("和"), false, false, RESULT_DRAW},
};

/* Every move is asked whether it is one of these words, so the last byte, which differs most, is
   looked at first. */
static bool starts_with(const char *text, size_t len, const struct word *w)
{
    return w->len == 0 || (w->len <= len && text[w->len - 1] == w->text[w->len - 1] &&
                           memcmp(text, w->text, w->len) == 0);
}

bool result_read(enum game game, const char *text, size_t len, enum result *r)
{
    return result_parse(text, len, r) ||
           (game == GAME_XIANGQI && len > 0 && xiangqi_result(text, len, r) == len);
}

size_t xiangqi_result(const char *text, size_t len, enum result *r)
{
    for (size_t i = 0; i < sizeof who / sizeof *who; i++) {
        if (!starts_with(text, len, &who[i].word))
            continue;
        const size_t side = who[i].word.len;
        for (size_t k = 0; k < sizeof what / sizeof *what; k++) {
            if (!starts_with(text + side, len - side, &what[k].word) ||
                (what[k].needs_side && who[i].result == RESULT_NONE))
                continue;
            *r = who[i].result;
            if (what[k].is_loss)
                *r = *r == RESULT_WHITE ? RESULT_BLACK : RESULT_WHITE;
            if (!what[k].needs_side)
                *r = what[k].result;
            return side + what[k].word.len;
        }
    }
    return 0;
}
