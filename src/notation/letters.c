/* The letters that name the pieces in the languages chess is printed in. The first row is
   English; a message offers the first row that makes sense of a move, so common ones come first.
   Rows hold capitals only: a small letter in a move is a file. */
#include "base/lang.h"
#include "notation/notation.h"

#include <string.h>

/* code, language, king, queen, rook, bishop, knight, pawn */
const struct piece_letters piece_letter_table[] = {
    {"en", LANG("English"), "K", "Q", "R", "B", "N", NULL},
    {"de", LANG("German"), "K", "D", "T", "L", "S", NULL},
    {"fr", LANG("French"), "R", "D", "T", "F", "C", NULL},
    {"es", LANG("Spanish"), "R", "D", "T", "A", "C", NULL},
    {"it", LANG("Italian"), "R", "D", "T", "A", "C", NULL},
    {"nl", LANG("Dutch"), "K", "D", "T", "L", "P", NULL},
    {"pt", LANG("Portuguese"), "R", "D", "T", "B", "C", NULL},
    {"ru", LANG("Russian"), "Кр", "Ф", "Л", "С", "К", NULL},
    {"pl", LANG("Polish"), "K", "H", "W", "G", "S", NULL},
    {"hu", LANG("Hungarian"), "K", "V", "B", "F", "H", NULL},
    {"cs", LANG("Czech"), "K", "D", "V", "S", "J", NULL},
    {"sk", LANG("Slovak"), "K", "D", "V", "S", "J", NULL},
    {"sv", LANG("Swedish"), "K", "D", "T", "L", "S", NULL},
    {"da", LANG("Danish"), "K", "D", "T", "L", "S", NULL},
    {"no", LANG("Norwegian"), "K", "D", "T", "L", "S", NULL},
    {"fi", LANG("Finnish"), "K", "D", "T", "L", "R", NULL},
    {"ro", LANG("Romanian"), "R", "D", "T", "N", "C", NULL},
    {"hr", LANG("Croatian"), "K", "D", "T", "L", "S", NULL},
    {"sl", LANG("Slovene"), "K", "D", "T", "L", "S", NULL},
    {"ca", LANG("Catalan"), "R", "D", "T", "A", "C", NULL},
    {"is", LANG("Icelandic"), "K", "D", "H", "B", "R", NULL},
    {"tr", LANG("Turkish"), "Ş", "V", "K", "F", "A", NULL},
    {"uk", LANG("Ukrainian"), "Кр", "Ф", "Т", "С", "К", NULL},
    {"bg", LANG("Bulgarian"), "Ц", "Д", "Т", "О", "К", NULL},
    {"zh", LANG("Chinese"), "王", "后", "车", "象", "马", "兵"},
    {"zh-hant", LANG("traditional Chinese"), "王", "后", "車", "象", "馬", "兵"},
    {"figurine", LANG("figurines"), "♔", "♕", "♖", "♗", "♘", NULL},
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
