/* The letters that name the pieces in the languages chess is printed in. The first row is
   English; a message offers the first row that makes sense of a move, so common ones come first.
   Rows hold capitals only: a small letter in a move is a file. */
#include "base/lang.h"
#include "notation/notation.h"

#include <string.h>

/* code, language, king, queen, rook, bishop, knight */
const struct piece_letters piece_letter_table[] = {
    {"en", LANG("English"), "K", "Q", "R", "B", "N"},
    {"de", LANG("German"), "K", "D", "T", "L", "S"},
    {"fr", LANG("French"), "R", "D", "T", "F", "C"},
    {"es", LANG("Spanish"), "R", "D", "T", "A", "C"},
    {"it", LANG("Italian"), "R", "D", "T", "A", "C"},
    {"nl", LANG("Dutch"), "K", "D", "T", "L", "P"},
    {"pt", LANG("Portuguese"), "R", "D", "T", "B", "C"},
    {"ru", LANG("Russian"), "Кр", "Ф", "Л", "С", "К"},
    {"pl", LANG("Polish"), "K", "H", "W", "G", "S"},
    {"hu", LANG("Hungarian"), "K", "V", "B", "F", "H"},
    {"cs", LANG("Czech"), "K", "D", "V", "S", "J"},
    {"sk", LANG("Slovak"), "K", "D", "V", "S", "J"},
    {"sv", LANG("Swedish"), "K", "D", "T", "L", "S"},
    {"da", LANG("Danish"), "K", "D", "T", "L", "S"},
    {"no", LANG("Norwegian"), "K", "D", "T", "L", "S"},
    {"fi", LANG("Finnish"), "K", "D", "T", "L", "R"},
    {"ro", LANG("Romanian"), "R", "D", "T", "N", "C"},
    {"hr", LANG("Croatian"), "K", "D", "T", "L", "S"},
    {"sl", LANG("Slovene"), "K", "D", "T", "L", "S"},
    {"ca", LANG("Catalan"), "R", "D", "T", "A", "C"},
    {"is", LANG("Icelandic"), "K", "D", "H", "B", "R"},
    {"tr", LANG("Turkish"), "Ş", "V", "K", "F", "A"},
    {"uk", LANG("Ukrainian"), "Кр", "Ф", "Т", "С", "К"},
    {"bg", LANG("Bulgarian"), "Ц", "Д", "Т", "О", "К"},
    {"figurine", LANG("figurines"), "♔", "♕", "♖", "♗", "♘"},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};

const struct piece_letters *piece_letters_find(const char *code)
{
    for (const struct piece_letters *l = piece_letter_table; l->code != NULL; l++) {
        if (strcmp(l->code, code) == 0)
            return l;
    }
    return NULL;
}
