/* Folding names for comparison. Latin letters come from two tables of two characters per code
   point (blank: the character stays as it is); Greek and Cyrillic capitals lie at fixed distances
   from their small letters; Chinese characters have a table of their own. A combining mark after a
   Latin letter is an accent written apart, and is dropped like one. */
#include "base/utf8_fold.h"
#include "base/utf8.h"

#include <string.h>

enum { IDEOGRAPH_FIRST = 0x4E00, IDEOGRAPH_END = 0xA000 };
enum { LATIN_FIRST = 0xC0, LATIN_END = 0x250, LATIN_MORE_FIRST = 0x1E00, LATIN_MORE_END = 0x1F00 };

/* clang-format off */
static const char latin[] =
    "a a a a a a aec e e e e i i i i " /* U+00C0 */
    "d n o o o o o   o u u u u y thss" /* U+00D0 */
    "a a a a a a aec e e e e i i i i " /* U+00E0 */
    "d n o o o o o   o u u u u y thy " /* U+00F0 */
    "a a a a a a c c c c c c c c d d " /* U+0100 */
    "d d e e e e e e e e e e g g g g " /* U+0110 */
    "g g g g h h h h i i i i i i i i " /* U+0120 */
    "i i ijijj j k k k l l l l l l l " /* U+0130 */
    "l l l n n n n n n n n n o o o o " /* U+0140 */
    "o o oeoer r r r r r s s s s s s " /* U+0150 */
    "s s t t t t t t u u u u u u u u " /* U+0160 */
    "u u u u w w y y y z z z z z z s " /* U+0170 */
    "b b b b       c c   d d d   e e " /* U+0180 */
    "  f f g       i k k l     n n o " /* U+0190 */
    "o o     p p           t t t t u " /* U+01A0 */
    "u   v y y z z                   " /* U+01B0 */
    "        dzd dzljl ljnjn nja a i " /* U+01C0 */
    "i o o u u u u u u u u u u e a a " /* U+01D0 */
    "a a aeaeg g g g k k o o o o     " /* U+01E0 */
    "j dzd dzg g     n n a a aeaeo o " /* U+01F0 */
    "a a a a e e e e i i i i o o o o " /* U+0200 */
    "r r r r u u u u s s t t     h h " /* U+0210 */
    "n d     z z a a e e o o o o o o " /* U+0220 */
    "o o y y l n t       a c c l t s " /* U+0230 */
    "z     b     e e j j   q r r y y "; /* U+0240 */

static const char latin_more[] =
    "a a b b b b b b c c d d d d d d " /* U+1E00 */
    "d d d d e e e e e e e e e e f f " /* U+1E10 */
    "g g h h h h h h h h h h i i i i " /* U+1E20 */
    "k k k k k k l l l l l l l l m m " /* U+1E30 */
    "m m m m n n n n n n n n o o o o " /* U+1E40 */
    "o o o o p p p p r r r r r r r r " /* U+1E50 */
    "s s s s s s s s s s t t t t t t " /* U+1E60 */
    "t t u u u u u u u u u u v v v v " /* U+1E70 */
    "w w w w w w w w w w x x x x y y " /* U+1E80 */
    "z z z z z z h t w y   s     ss  " /* U+1E90 */
    "a a a a a a a a a a a a a a a a " /* U+1EA0 */
    "a a a a a a a a e e e e e e e e " /* U+1EB0 */
    "e e e e e e e e i i i i o o o o " /* U+1EC0 */
    "o o o o o o o o o o o o o o o o " /* U+1ED0 */
    "o o o o u u u u u u u u u u u u " /* U+1EE0 */
    "u u y y y y y y y y             "; /* U+1EF0 */
/* clang-format on */

struct case_range {
    uint16_t first, last; /* capitals */
    uint8_t step;         /* 2 where capital and small letter alternate */
    uint8_t distance;
};

static const struct case_range case_ranges[] = {
    {0x0386, 0x0386, 1, 38}, {0x0388, 0x038A, 1, 37}, {0x038C, 0x038C, 1, 64},
    {0x038E, 0x038F, 1, 63}, {0x0391, 0x03AB, 1, 32}, {0x03C2, 0x03C2, 1, 1}, /* final sigma */
    {0x0400, 0x040F, 1, 80}, {0x0410, 0x042F, 1, 32}, {0x0460, 0x0480, 2, 1},
    {0x048A, 0x04BE, 2, 1},  {0x04C0, 0x04C0, 1, 15}, {0x04C1, 0x04CD, 2, 1},
    {0x04D0, 0x052E, 2, 1},
};

/* The two characters that a Latin letter folds to, or NULL. */
static const char *latin_letters(uint32_t code)
{
    const char *letters = NULL;
    if (code >= LATIN_FIRST && code < LATIN_END)
        letters = latin + 2 * (code - LATIN_FIRST);
    else if (code >= LATIN_MORE_FIRST && code < LATIN_MORE_END)
        letters = latin_more + 2 * (code - LATIN_MORE_FIRST);
    return letters && letters[0] != ' ' ? letters : NULL;
}

static uint32_t lower(uint32_t code)
{
    for (size_t i = 0; i < sizeof case_ranges / sizeof *case_ranges; i++) {
        const struct case_range *r = &case_ranges[i];
        if (code >= r->first && code <= r->last)
            return (code - r->first) % r->step == 0 ? code + r->distance : code;
    }
    return code;
}

static size_t fold_ideograph(uint32_t code, char *out)
{
    const size_t len = utf8_encode(code, out);
    const char *simplified = simplified_character(out);
    if (simplified)
        memcpy(out, simplified, len);
    return len;
}

/* Fold CODE into OUT (room for 4 bytes) and say whether it was a Latin letter. */
static size_t fold_one(uint32_t code, char *out, bool *is_latin)
{
    if (code < 0x80) {
        bool capital = code >= 'A' && code <= 'Z';
        out[0] = (char)(capital ? code + 32 : code);
        *is_latin = out[0] >= 'a' && out[0] <= 'z';
        return 1;
    }
    const char *letters = latin_letters(code);
    *is_latin = letters != NULL;
    if (code >= IDEOGRAPH_FIRST && code < IDEOGRAPH_END)
        return fold_ideograph(code, out);
    if (!letters)
        return utf8_encode(lower(code), out);
    memcpy(out, letters, 2);
    return letters[1] == ' ' ? 1 : 2;
}

size_t utf8_fold(const char *s, size_t len, char *out, size_t cap)
{
    size_t made = 0;
    bool after_latin = false;
    for (size_t i = 0; i < len;) {
        uint32_t code;
        char piece[4];
        i += utf8_decode(s + i, len - i, &code);
        if (after_latin && code >= 0x300 && code <= 0x36F)
            continue;
        size_t n = fold_one(code, piece, &after_latin);
        for (size_t k = 0; k < n; k++, made++) {
            if (made < cap)
                out[made] = piece[k];
        }
    }
    return made;
}
