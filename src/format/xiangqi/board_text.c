/* Boards with Chinese names; see board_text.h. One name stands for one side's piece. 車 and 馬 are
   the difficulty: where 俥 and 傌 are Red's they are Black's, and where 车 and 马 are Black's, or
   the rest is in simplified characters, they are Red's. */
#include "format/xiangqi/board_text.h"

#include <string.h>

enum { ROWS = 10, NAME = 3 /* bytes of a Chinese character */ };

static const struct {
    char name[NAME + 1];
    char letter;
} names[] = {
    {"帅", 'K'}, {"帥", 'K'}, {"仕", 'A'}, {"相", 'B'}, {"傌", 'N'}, {"俥", 'R'},
    {"炮", 'C'}, {"兵", 'P'}, {"将", 'k'}, {"將", 'k'}, {"士", 'a'}, {"象", 'b'},
    {"马", 'n'}, {"车", 'r'}, {"砲", 'c'}, {"包", 'c'}, {"卒", 'p'}, {"红", 'w'},
    {"紅", 'w'}, {"黑", 'b'},
};
enum { NAMES = sizeof names / sizeof names[0] };

bool board_text_is(const char *text, size_t len)
{
    size_t rows = 1, at = 0;
    while (at < len && (text[at] == ' ' || text[at] == '\t'))
        at++;
    for (; at < len && text[at] != ' ' && text[at] != '\t'; at++)
        rows += text[at] == '/';
    return rows == ROWS;
}

static bool has_any(const char *text, size_t len, const char *these)
{
    for (; *these; these += NAME)
        for (size_t at = 0; at + NAME <= len; at++)
            if (memcmp(text + at, these, NAME) == 0)
                return true;
    return false;
}

/* The letter of 車 (R) or 馬 (N) in this text; 0 if it may be either side's. */
static char side_letter(const char *text, size_t len, char letter)
{
    if (has_any(text, len, "俥傌"))
        return (char)(letter | 0x20);
    return has_any(text, len, "將帥") && !has_any(text, len, "车马") ? 0 : letter;
}

static char letter_of(const char *text, size_t len, const char *name)
{
    if (memcmp(name, "車", NAME) == 0)
        return side_letter(text, len, 'R');
    if (memcmp(name, "馬", NAME) == 0)
        return side_letter(text, len, 'N');
    for (size_t i = 0; i < NAMES; i++)
        if (memcmp(name, names[i].name, NAME) == 0)
            return names[i].letter;
    return 0;
}

void board_text_to_fen(const char *text, size_t len, struct buffer *out)
{
    for (size_t at = 0; at < len;) {
        char letter = at + NAME <= len ? letter_of(text, len, text + at) : 0;
        buffer_add_char(out, letter ? letter : text[at]);
        at += letter ? NAME : 1;
    }
}
