/* The letters that name the pieces in the languages chess is printed in. The first row is
   English; a message offers the first row that makes sense of a move, so common ones come first.
   Rows hold capitals only: a small letter in a move is a file. */
#include "notation/notation.h"

#include <string.h>

/* code, language, king, queen, rook, bishop, knight */
const struct piece_letters piece_letter_table[] = {
    {"en", "English", "K", "Q", "R", "B", "N"},
    {"de", "German", "K", "D", "T", "L", "S"},
    {"fr", "French", "R", "D", "T", "F", "C"},
    {"es", "Spanish", "R", "D", "T", "A", "C"},
    {"it", "Italian", "R", "D", "T", "A", "C"},
    {"nl", "Dutch", "K", "D", "T", "L", "P"},
    {"pt", "Portuguese", "R", "D", "T", "B", "C"},
    {"ru", "Russian", "Кр", "Ф", "Л", "С", "К"},
    {"pl", "Polish", "K", "H", "W", "G", "S"},
    {"hu", "Hungarian", "K", "V", "B", "F", "H"},
    {"cs", "Czech", "K", "D", "V", "S", "J"},
    {"sk", "Slovak", "K", "D", "V", "S", "J"},
    {"sv", "Swedish", "K", "D", "T", "L", "S"},
    {"da", "Danish", "K", "D", "T", "L", "S"},
    {"no", "Norwegian", "K", "D", "T", "L", "S"},
    {"fi", "Finnish", "K", "D", "T", "L", "R"},
    {"ro", "Romanian", "R", "D", "T", "N", "C"},
    {"hr", "Croatian", "K", "D", "T", "L", "S"},
    {"sl", "Slovene", "K", "D", "T", "L", "S"},
    {"ca", "Catalan", "R", "D", "T", "A", "C"},
    {"is", "Icelandic", "K", "D", "H", "B", "R"},
    {"tr", "Turkish", "Ş", "V", "K", "F", "A"},
    {"uk", "Ukrainian", "Кр", "Ф", "Т", "С", "К"},
    {"bg", "Bulgarian", "Ц", "Д", "Т", "О", "К"},
    {"figurine", "figurines", "♔", "♕", "♖", "♗", "♘"},
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
