/* Moves in long algebraic notation: the origin always in full, a dash where nothing is taken. */
#include "notation/san.h"

#include <string.h>

size_t lan_format(const struct position *pos, move m, const struct position *after,
                  const struct piece_letters *letters, char out[SAN_MAX])
{
    if (pos->game == GAME_XIANGQI)
        return xiangqi_format(pos, m, NOTATION_ICCS, out);
    if (san_is_special(m))
        return san_format_special(pos, m, after, out);
    const square from = move_from(GAME_CHESS, m), to = move_to(GAME_CHESS, m);
    const char *letter = piece_letters_of(letters, piece_type(pos->board[from]));
    char *end = out + strlen(letter);
    memcpy(out, letter, strlen(letter));
    end += square_format(GAME_CHESS, from, end);
    *end++ = san_takes(pos, m) ? 'x' : '-';
    end += square_format(GAME_CHESS, to, end);
    end = san_put_promotion(end, m, letters);
    return san_finish(pos, m, after, out, end);
}
