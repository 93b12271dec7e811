/* Which game a FEN is of. */
#include "notation/notation.h"

#include <string.h>

enum game game_of_fen(const char *text, size_t len)
{
    int slashes = 0;
    for (size_t i = 0; i < len && !strchr(" \t\v\f\r\n", text[i]); i++) {
        if (text[i] == '/')
            slashes++;
        else if (!strchr("pnbrqkaceh123456789PNBRQKACEH", text[i]))
            return GAME_COUNT;
    }
    for (int game = 0; game < GAME_COUNT; game++)
        if (slashes == board_sizes[game].ranks - 1)
            return (enum game)game;
    return GAME_COUNT;
}
