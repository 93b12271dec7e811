/* What shows that a text whose lines are not UTF-8 is Chinese: its moves of xiangqi, or, where
   these are written in Latin letters, that the text says what it is. */
#include "format/reader.h"

#include <string.h>

static size_t count_moves(const char *text, size_t len)
{
    char token[XIANGQI_TOKEN_MAX];
    size_t count = 0, token_len;
    for (size_t at = 0; at < len;) {
        const bool is_wide = (unsigned char)text[at] >= 0x80;
        const size_t n = is_wide ? xiangqi_token(text + at, len - at, token, &token_len) : 0;
        count += n > 0;
        at += n > 0 ? n : 1;
        while (n == 0 && at < len && ((unsigned char)text[at] & 0xC0) == 0x80)
            at++;
    }
    return count;
}

static bool says_xiangqi(const char *bytes, size_t len)
{
    static const char *const signs[] = {"[Game \"" TAG_GAME_XIANGQI "\"]",
                                        "[Red \"",
                                        "[RedTeam \"",
                                        "[ECCO \"",
                                        "[Format \"ICCS\"]",
                                        "\"rnbakabnr/9/",
                                        "[DhtmlXQ",
                                        "iangqi"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t n = strlen(signs[i]);
        const char *s = bytes, *end = bytes + len;
        while ((size_t)(end - s) >= n &&
               (s = memchr(s, signs[i][0], (size_t)(end - s) - n + 1)) != NULL) {
            if (memcmp(s, signs[i], n) == 0)
                return true;
            s++;
        }
    }
    return false;
}

static bool is_always_xiangqi(const char *bytes, size_t len)
{
    (void)bytes, (void)len;
    return true;
}

const struct text_signs chinese_field_signs = {count_moves, is_always_xiangqi};
const struct text_signs chinese_signs = {count_moves, says_xiangqi};
