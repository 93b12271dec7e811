/* Results of xiangqi in words. Red moves first, so 先 (first) is Red and 后 (second) Black. */
#include "notation/notation.h"

#include <string.h>

static const struct {
    const char *text;
    enum result result;
} who[] = {
    {"红方", RESULT_WHITE}, {"紅方", RESULT_WHITE}, {"红先", RESULT_WHITE}, {"紅先", RESULT_WHITE},
    {"黑方", RESULT_BLACK}, {"黑先", RESULT_BLACK}, {"红", RESULT_WHITE},   {"紅", RESULT_WHITE},
    {"黑", RESULT_BLACK},   {"先", RESULT_WHITE},   {"", RESULT_NONE},
};

static const struct {
    const char *text;
    bool needs_side, is_loss;
    enum result result;
} what[] = {
    {"获胜", true, false, RESULT_NONE},  {"胜", true, false, RESULT_NONE},
    {"勝", true, false, RESULT_NONE},    {"负", true, true, RESULT_NONE},
    {"負", true, true, RESULT_NONE},     {"和棋", false, false, RESULT_DRAW},
    {"和局", false, false, RESULT_DRAW}, {"和", false, false, RESULT_DRAW},
};

static size_t starts_with(const char *text, size_t len, const char *word)
{
    size_t n = strlen(word);
    return n <= len && memcmp(text, word, n) == 0 ? n : 0;
}

bool result_read(enum game game, const char *text, size_t len, enum result *r)
{
    return result_parse(text, len, r) ||
           (game == GAME_XIANGQI && len > 0 && xiangqi_result(text, len, r) == len);
}

size_t xiangqi_result(const char *text, size_t len, enum result *r)
{
    for (size_t i = 0; i < sizeof who / sizeof *who; i++) {
        size_t side = starts_with(text, len, who[i].text);
        if (side < strlen(who[i].text))
            continue;
        for (size_t k = 0; k < sizeof what / sizeof *what; k++) {
            size_t n = starts_with(text + side, len - side, what[k].text);
            if (n == 0 || (what[k].needs_side && who[i].result == RESULT_NONE))
                continue;
            *r = who[i].result;
            if (what[k].is_loss)
                *r = *r == RESULT_WHITE ? RESULT_BLACK : RESULT_WHITE;
            if (!what[k].needs_side)
                *r = what[k].result;
            return side + n;
        }
    }
    return 0;
}
