/* The notations of moves: their names, and what writes them. */
#include "notation/notation.h"

#include <string.h>

const struct notation_row notation_table[NOTATIONS] = {
    [NOTATION_NONE] = {.name = "none", .xiangqi = NOTATION_ZH_HANS},
    [NOTATION_SAN] = {.name = "san", .is_of_chess = true, .xiangqi = NOTATION_ZH_HANS},
    [NOTATION_LAN] = {.name = "lan", .is_of_chess = true, .xiangqi = NOTATION_ICCS},
    [NOTATION_ICCS] = {.name = "iccs", .xiangqi = NOTATION_ICCS, .format = "ICCS"},
    [NOTATION_UCI] = {.name = "uci", .is_of_chess = true, .xiangqi = NOTATION_UCI},
    [NOTATION_WXF] = {.name = "wxf", .xiangqi = NOTATION_WXF, .format = "WXF"},
    [NOTATION_ZH_HANS] = {.name = "zh-hans", .xiangqi = NOTATION_ZH_HANS, .format = "Chinese"},
    [NOTATION_ZH_HANT] = {.name = "zh-hant", .xiangqi = NOTATION_ZH_HANT, .format = "Chinese"},
    [NOTATION_XBOARD] = {.name = "xboard", .xiangqi = NOTATION_XBOARD},
    [NOTATION_PYCHESS] = {.name = "pychess", .xiangqi = NOTATION_PYCHESS},
};

enum notation notation_find(const char *name)
{
    for (int n = NOTATION_NONE + 1; n < NOTATIONS; n++)
        if (strcmp(notation_table[n].name, name) == 0)
            return (enum notation)n;
    return NOTATION_NONE;
}

size_t move_format(const struct position *pos, move m, const struct position *after,
                   enum notation notation, const struct piece_letters *letters, char out[SAN_MAX])
{
    if (pos->game == GAME_XIANGQI)
        return xiangqi_format(pos, m, notation_table[notation].xiangqi, out);
    if (notation == NOTATION_UCI)
        return uci_format(pos, m, false, out);
    return notation == NOTATION_LAN ? lan_format(pos, m, after, letters, out)
                                    : san_format(pos, m, after, letters, out);
}
