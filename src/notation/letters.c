/* The letters that name the pieces in the languages chess is printed in. The first row is
   English; a message offers the first row that makes sense of a move, so common ones come first.
   Rows hold capitals only: a small letter in a move is a file. */
#include "notation/notation.h"

#include <string.h>

/* code, language, king, queen, rook, bishop, knight, pawn */
const struct piece_letters piece_letter_table[] = {
    {"en", "English", "K", "Q", "R", "B", "N", NULL},
    {"de", "German", "K", "D", "T", "L", "S", NULL},
    {"fr", "French", "R", "D", "T", "F", "C", NULL},
    {"es", "Spanish", "R", "D", "T", "A", "C", NULL},
    {"it", "Italian", "R", "D", "T", "A", "C", NULL},
    {"nl", "Dutch", "K", "D", "T", "L", "P", NULL},
    {"pt", "Portuguese", "R", "D", "T", "B", "C", NULL},
    {"ru", "Russian", "Кр", "Ф", "Л", "С", "К", NULL},
    {"pl", "Polish", "K", "H", "W", "G", "S", NULL},
    {"hu", "Hungarian", "K", "V", "B", "F", "H", NULL},
    {"cs", "Czech", "K", "D", "V", "S", "J", NULL},
    {"sk", "Slovak", "K", "D", "V", "S", "J", NULL},
    {"sv", "Swedish", "K", "D", "T", "L", "S", NULL},
    {"da", "Danish", "K", "D", "T", "L", "S", NULL},
    {"no", "Norwegian", "K", "D", "T", "L", "S", NULL},
    {"fi", "Finnish", "K", "D", "T", "L", "R", NULL},
    {"ro", "Romanian", "R", "D", "T", "N", "C", NULL},
    {"hr", "Croatian", "K", "D", "T", "L", "S", NULL},
    {"sl", "Slovene", "K", "D", "T", "L", "S", NULL},
    {"ca", "Catalan", "R", "D", "T", "A", "C", NULL},
    {"is", "Icelandic", "K", "D", "H", "B", "R", NULL},
    {"tr", "Turkish", "Ş", "V", "K", "F", "A", NULL},
    {"uk", "Ukrainian", "Кр", "Ф", "Т", "С", "К", NULL},
    {"bg", "Bulgarian", "Ц", "Д", "Т", "О", "К", NULL},
    {"zh", "Chinese", "王", "后", "车", "象", "马", "兵"},
    {"zh-hant", "traditional Chinese", "王", "后", "車", "象", "馬", "兵"},
    {"figurine", "figurines", "♔", "♕", "♖", "♗", "♘", NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};

const struct piece_letters *piece_letters_find(const char *code)
{
    for (const struct piece_letters *l = piece_letter_table; l->code != NULL; l++) {
        if (strcmp(l->code, code) == 0)
            return l;
    }
    return NULL;
}

bool piece_letters_equal(const struct piece_letters *a, const struct piece_letters *b)
{
    for (int type = KNIGHT; type <= KING; type++)
        if (strcmp(piece_letters_of(a, (enum piece_type)type),
                   piece_letters_of(b, (enum piece_type)type)) != 0)
            return false;
    return true;
}

const char *piece_letters_of(const struct piece_letters *letters, enum piece_type type)
{
    switch (type) {
    case KING: return letters->king;
    case QUEEN: return letters->queen;
    case ROOK: return letters->rook;
    case BISHOP: return letters->bishop;
    case KNIGHT: return letters->knight;
    default: return "";
    }
}
