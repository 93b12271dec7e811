/* Moves as SAN. Hot path: one look at the men that could go to the same square gives the
   disambiguation, one copy of the position (spared if the caller has it) the check mark. */
#include "notation/san.h"

#include <string.h>

static char *put_text(char *end, const char *text)
{
    while (*text != '\0')
        *end++ = *text++;
    return end;
}

char *san_put_promotion(char *end, move m, const struct piece_letters *letters)
{
    const enum piece_type promotion = move_promotion(GAME_CHESS, m);
    if (promotion == NO_PIECE)
        return end;
    *end++ = '=';
    return put_text(end, piece_letters_of(letters, promotion));
}

size_t san_finish(const struct position *pos, move m, const struct position *after, char *out,
                  char *end)
{
    struct position made;
    if (after == NULL) {
        made = *pos;
        pos_play(&made, m);
        after = &made;
    }
    if (pos_in_check(after))
        *end++ = pos_has_legal_move(after) ? '+' : '#';
    *end = '\0';
    return (size_t)(end - out);
}

size_t san_format_special(const struct position *pos, move m, const struct position *after,
                          char out[SAN_MAX])
{
    if (m == NULL_MOVE) {
        memcpy(out, "--", 3);
        return 2;
    }
    const bool king_side = move_to(GAME_CHESS, m) > move_from(GAME_CHESS, m);
    return san_finish(pos, m, after, out, put_text(out, king_side ? "O-O" : "O-O-O"));
}

bool san_takes(const struct position *pos, move m)
{
    const square from = move_from(GAME_CHESS, m), to = move_to(GAME_CHESS, m);
    return pos->board[to] != 0 || (piece_type(pos->board[from]) == PAWN && (from & 7) != (to & 7));
}

/* File, else rank, else both, of FROM: what tells it from the other squares that a man of its kind
   could come from. */
static char *put_origin(const struct position *pos, enum piece_type type, square from, square to,
                        char *end)
{
    square all[ORIGINS_MAX];
    const int n = pos_origins(pos, type, to, -1, -1, all);
    bool same_file = false, same_rank = false;
    if (n < 2)
        return end;
    for (int i = 0; i < n; i++) {
        if (all[i] == from)
            continue;
        same_file |= (all[i] & 7) == (from & 7);
        same_rank |= all[i] >> 3 == from >> 3;
    }
    if (!same_file || same_rank)
        *end++ = (char)('a' + (from & 7));
    if (same_file)
        *end++ = (char)('1' + (from >> 3));
    return end;
}

size_t san_format(const struct position *pos, move m, const struct position *after,
                  const struct piece_letters *letters, char out[SAN_MAX])
{
    if (pos->game == GAME_XIANGQI)
        return xiangqi_format(pos, m, NOTATION_ZH_HANS, out);
    if (san_is_special(m))
        return san_format_special(pos, m, after, out);
    const square from = move_from(GAME_CHESS, m), to = move_to(GAME_CHESS, m);
    const enum piece_type type = piece_type(pos->board[from]);
    const bool takes = san_takes(pos, m);
    char *end = put_text(out, piece_letters_of(letters, type));
    if (type == PAWN && takes)
        *end++ = (char)('a' + (from & 7));
    else if (type != PAWN && type != KING)
        end = put_origin(pos, type, from, to, end);
    if (takes)
        *end++ = 'x';
    end += square_format(GAME_CHESS, to, end);
    end = san_put_promotion(end, m, letters);
    return san_finish(pos, m, after, out, end);
}
