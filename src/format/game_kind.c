/* Which game a text holds, chess or xiangqi, from its first tags and moves: the first sign that is
   sure decides. Coordinates such as e2e4 are a move of either game and decide nothing. */
#include "base/ascii.h"
#include "format/reader.h"

#include <string.h>
#include <strings.h>

enum { LOOK_MAX = 64 * 1024 };

static bool is_word(const char *s, size_t len, const char *word)
{
    return len == strlen(word) && strncasecmp(s, word, len) == 0;
}

static bool contains(const char *s, size_t len, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= len; i++)
        if (strncasecmp(s + i, word, n) == 0)
            return true;
    return false;
}

/* --- Tags ------------------------------------------------------------------------------------- */

/* The tag whose '[' stands at S; END is the end of its line. */
static enum game game_of_tag(const char *s, const char *end)
{
    const char *name = s + 1;
    while (name < end && is_blank(*name))
        name++;
    const char *value = name;
    while (value < end && pgn_is(*value, CLASS_NAME))
        value++;
    size_t name_len = (size_t)(value - name);
    while (value < end && is_blank(*value))
        value++;
    if (name_len == 0 || value == end || *value != '"')
        return GAME_COUNT;
    size_t len = (size_t)(end - ++value);
    if (is_word(name, name_len, "Red") || is_word(name, name_len, "RedTeam") ||
        is_word(name, name_len, "RedElo") || is_word(name, name_len, "ECCO"))
        return GAME_XIANGQI;
    if ((is_word(name, name_len, "Game") || is_word(name, name_len, "Variant")) &&
        (contains(value, len, "chinese chess") || contains(value, len, "xiangqi") ||
         contains(value, len, "象棋")))
        return GAME_XIANGQI;
    return is_word(name, name_len, "FEN") ? game_of_fen(value, len) : GAME_COUNT;
}

/* --- Moves ------------------------------------------------------------------------------------ */

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

/* Coordinates that no chess board has: H2-E2, a9a10, i0h0. */
static bool is_xiangqi_square(const char *s, size_t len, size_t *used)
{
    char file = (char)(*s | 0x20);
    size_t n = len > 2 && s[1] == '1' && s[2] == '0' ? 3 : 2;
    bool is_square = len >= n && file >= 'a' && file <= 'i' && is_digit(s[1]);
    *used = is_square ? n : 0;
    return is_square && (file == 'i' || s[1] == '0' || s[1] == '9' || n == 3 || *s != file);
}

static bool is_xiangqi_coordinates(const char *s, size_t len)
{
    size_t from, to;
    bool sure = is_xiangqi_square(s, len, &from);
    if (from == 0 || from == len)
        return false;
    if (s[from] == '-')
        from++;
    sure = is_xiangqi_square(s + from, len - from, &to) || sure;
    return sure && from + to == len;
}

/* Nf3, exd5, e4, O-O; no coordinates. */
static bool is_chess_move(const char *s, size_t len)
{
    if (len >= 3 && memcmp(s, "O-O", 3) == 0)
        return true;
    while (len > 0 && strchr("+#!?", s[len - 1]))
        len--;
    size_t at = len > 2 && strchr("KQRBN", s[0]) != NULL;
    bool is_man = at > 0;
    if (len > at + 2 && s[at] != 'x' && s[at + 1] == 'x') /* exd5, Nbxd2 */
        at++;
    at += len > at + 2 && s[at] == 'x';
    if (is_man && len == at + 3 && is_file(s[at])) /* Nbd2 */
        at++;
    return len == at + 2 && is_file(s[at]) && s[at + 1] >= '1' && s[at + 1] <= '8';
}

static enum game game_of_token(const char *s, size_t len, size_t left)
{
    char token[XIANGQI_TOKEN_MAX];
    size_t n;
    if (xiangqi_token(s, left, token, &n) > 0)
        return GAME_XIANGQI;
    if (is_xiangqi_coordinates(s, len))
        return GAME_XIANGQI;
    return is_chess_move(s, len) ? GAME_CHESS : GAME_COUNT;
}

/* The moves on the line S .. END, and tags behind other text. *IN_COMMENT: a brace is open. */
static enum game game_of_line(const char *s, const char *end, bool *in_comment)
{
    while (s < end) {
        if (*in_comment || *s == '{' || is_blank(*s) || *s == '.') {
            *in_comment = *in_comment ? *s != '}' : *s == '{';
            s++;
            continue;
        }
        const enum game told = *s == '[' ? game_of_tag(s, end) : GAME_COUNT;
        if (told != GAME_COUNT)
            return told;
        const char *token = s;
        bool is_number = is_digit(*s);
        do /* Chinese text has no blanks: a move may begin at any of its characters */
            s++;
        while (s < end &&
               ((unsigned char)*token >= 0x80 ? ((unsigned char)*s & 0xC0) == 0x80
                                              : !is_blank(*s) && *s != '{' && *s != '.'));
        enum game game = game_of_token(token, (size_t)(s - token), (size_t)(end - token));
        if (game != GAME_COUNT && !is_number)
            return game;
    }
    return GAME_COUNT;
}

enum game game_of_text(const char *text, size_t len)
{
    const char *s = text, *end = text + (len < LOOK_MAX ? len : LOOK_MAX);
    bool in_comment = false;
    enum game game = GAME_COUNT;
    while (s < end && game == GAME_COUNT) {
        while (s < end && is_white(*s))
            s++;
        const char *line = s;
        while (s < end && !is_line_end(*s))
            s++;
        if (*line == '[' && !in_comment)
            game = game_of_tag(line, s);
        else if (*line != '%' && *line != ';')
            game = game_of_line(line, s, &in_comment);
    }
    return game;
}
