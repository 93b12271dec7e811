/* Words and letters for squares, men, games and results. The FEN letters stand in one string a
   game, indexed by enum piece_type; xiangqi's H and E (horse, elephant) are read as N and B. */
#include "base/ascii.h"
#include "base/lang.h"
#include "notation/notation.h"

#include <string.h>

static const char letters_of[GAME_COUNT][PIECE_TYPES + 1] = {
    [GAME_CHESS] = " PNBRQK",
    [GAME_XIANGQI] = " PNBR KAC",
};

static const char *const words_of[GAME_COUNT][PIECE_TYPES] = {
    [GAME_CHESS] = {LANG("man"), LANG("pawn"), LANG("knight"), LANG("bishop"), LANG("rook"),
                    LANG("queen"), LANG("king"), LANG("man"), LANG("man")},
    [GAME_XIANGQI] = {"man", "soldier", "horse", "elephant", "chariot", "man", "general", "advisor",
                      "cannon"},
};

static const char *const game_names[GAME_COUNT] = {"chess", "xiangqi"};

static const char *const result_texts[] = {
    [RESULT_NONE] = "*",
    [RESULT_WHITE] = "1-0",
    [RESULT_BLACK] = "0-1",
    [RESULT_DRAW] = "1/2-1/2",
};

size_t square_format(enum game game, square s, char out[SQUARE_TEXT_MAX])
{
    out[0] = (char)('a' + square_file(game, s));
    out[1] = (char)((game == GAME_CHESS ? '1' : '0') + square_rank(game, s));
    out[2] = '\0';
    return 2;
}

square square_parse(enum game game, const char *text, size_t len)
{
    if (len != 2)
        return NO_SQUARE;
    int file = text[0] - 'a';
    int rank = text[1] - (game == GAME_CHESS ? '1' : '0');
    bool inside =
        file >= 0 && rank >= 0 && file < board_sizes[game].files && rank < board_sizes[game].ranks;
    return inside ? square_make(game, file, rank) : NO_SQUARE;
}

const char *piece_word(enum game game, enum piece_type type)
{
    return lang_text(words_of[game][type]);
}

const char *color_word(enum game game, enum color color)
{
    static const char *const words[GAME_COUNT][2] = {
        [GAME_CHESS] = {LANG("White"), LANG("Black")},
        [GAME_XIANGQI] = {LANG("Red"), LANG("Black")},
    };
    return lang_text(words[game][color]);
}

char piece_letter(enum game game, piece p)
{
    char letter = letters_of[game][piece_type(p)];
    if (letter == ' ' || letter == '\0')
        return '\0';
    return piece_color(p) == WHITE ? letter : (char)(letter | 0x20);
}

piece piece_from_letter(enum game game, char letter)
{
    bool lower = is_small(letter);
    char upper = lower ? (char)(letter & ~0x20) : letter;
    if (upper < 'A' || upper > 'Z')
        return 0;
    if (game == GAME_XIANGQI && upper == 'H')
        upper = 'N';
    if (game == GAME_XIANGQI && upper == 'E')
        upper = 'B';
    const char *found = strchr(letters_of[game], upper);
    if (found == NULL)
        return 0;
    return piece_make(lower ? BLACK : WHITE, (enum piece_type)(found - letters_of[game]));
}

const char *game_name(enum game game)
{
    return game_names[game];
}

enum game game_from_name(const char *name)
{
    int game = 0;
    while (game < GAME_COUNT && strcmp(name, game_names[game]) != 0)
        game++;
    return (enum game)game;
}

const char *result_text(enum result r)
{
    return result_texts[r];
}

bool result_parse(const char *text, size_t len, enum result *r)
{
    for (int i = RESULT_NONE; i <= RESULT_DRAW; i++) {
        if (strlen(result_texts[i]) == len && memcmp(result_texts[i], text, len) == 0) {
            *r = (enum result)i;
            return true;
        }
    }
    return false;
}
