/* Which game a FEN is of. */
#include "base/utf8.h"
#include "notation/notation.h"

#include <string.h>

enum game game_of_fen(const char *text, size_t len)
{
    int slashes = 0;
    for (size_t i = 0, n; i < len && !strchr(" \t\v\f\r\n", text[i]); i += n) {
        const enum utf8_ink ink = utf8_ink_at(text + i, len - i, &n);
        if (ink == UTF8_BLANK)
            break;
        if (text[i] == '/')
            slashes++;
        else if (ink == UTF8_INK && !strchr("pnbrqkaceh123456789PNBRQKACEH", text[i]))
            return GAME_COUNT;
    }
    for (int game = 0; game < GAME_COUNT; game++)
        if (slashes == board_sizes[game].ranks - 1)
            return (enum game)game;
    return GAME_COUNT;
}
