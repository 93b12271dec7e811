/* Characters of regular expressions: their classes, their cases, and sets of them. ASCII is known
   here, the rest by the locale C.UTF-8, if the system has it. */
#include "base/regex_parts.h"
#include "base/utf8.h"

#include <string.h>
#include <wctype.h>

uint32_t regex_character(const char *text, size_t len, size_t *at)
{
    enum { REPLACEMENT = 0xFFFD };
    uint32_t code;
    const size_t used = utf8_decode(text + *at, len - *at, &code);
    if (code == REPLACEMENT && used == 1)
        code = BAD_BYTE + (unsigned char)text[*at];
    *at += used;
    return code;
}

static const struct {
    const char *name;
    int (*holds)(wint_t c, locale_t letters);
} classes[CHAR_CLASSES] = {
    [CLASS_ALPHA] = {"alpha", iswalpha_l},   [CLASS_DIGIT] = {"digit", iswdigit_l},
    [CLASS_ALNUM] = {"alnum", iswalnum_l},   [CLASS_UPPER] = {"upper", iswupper_l},
    [CLASS_LOWER] = {"lower", iswlower_l},   [CLASS_SPACE] = {"space", iswspace_l},
    [CLASS_BLANK] = {"blank", iswblank_l},   [CLASS_PUNCT] = {"punct", iswpunct_l},
    [CLASS_PRINT] = {"print", iswprint_l},   [CLASS_GRAPH] = {"graph", iswgraph_l},
    [CLASS_CNTRL] = {"cntrl", iswcntrl_l},   [CLASS_XDIGIT] = {"xdigit", iswxdigit_l},
    [CLASS_WORD] = {"", iswalnum_l},
};

enum char_class regex_class_find(const char *name, size_t len)
{
    enum char_class k = CLASS_ALPHA;
    while (k < CLASS_WORD && (strlen(classes[k].name) != len || memcmp(classes[k].name, name, len)))
        k++;
    return k < CLASS_WORD ? k : CHAR_CLASSES;
}

/* Whether the locale can be asked about C. */
static bool is_known(const struct regex *r, uint32_t c)
{
    return r->letters && c < BAD_BYTE;
}

bool regex_class_holds(const struct regex *r, enum char_class k, uint32_t c)
{
    if (k == CLASS_WORD && c == '_')
        return true;
    return is_known(r, c) && classes[k].holds((wint_t)c, r->letters);
}

uint32_t regex_fold(const struct regex *r, uint32_t c)
{
    if (c < 0x80)
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    return is_known(r, c) ? (uint32_t)towlower_l((wint_t)c, r->letters) : c;
}

static uint32_t as_capital(const struct regex *r, uint32_t c)
{
    if (c < 0x80)
        return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
    return is_known(r, c) ? (uint32_t)towupper_l((wint_t)c, r->letters) : c;
}

static bool item_holds(const struct regex *r, const struct set_item *i, uint32_t c)
{
    return i->char_class == CHAR_CLASSES
               ? c >= i->first && c <= i->last
               : regex_class_holds(r, (enum char_class)i->char_class, c);
}

bool regex_set_holds(const struct regex *r, const struct char_set *set, uint32_t c)
{
    const uint32_t capital = r->folds ? as_capital(r, c) : c;
    for (uint32_t i = 0; i < set->count; i++) {
        const struct set_item *item = &r->items[set->from + i];
        if (item_holds(r, item, c) || (capital != c && item_holds(r, item, capital)))
            return !set->is_inverse;
    }
    return set->is_inverse;
}
