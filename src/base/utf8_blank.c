/* Characters without ink, by their properties in the Unicode Character Database (version 15): blanks
   are Zs, Zl, Zp and U+0085; nothing are Cf and the variation selectors. */
#include "base/utf8.h"

#include "base/ascii.h"

static const struct {
    uint32_t first, last;
    enum utf8_ink ink;
} ranges[] = {
    {0x0085, 0x0085, UTF8_BLANK},     {0x00A0, 0x00A0, UTF8_BLANK},
    {0x00AD, 0x00AD, UTF8_NOTHING},   {0x0600, 0x0605, UTF8_NOTHING},
    {0x061C, 0x061C, UTF8_NOTHING},   {0x06DD, 0x06DD, UTF8_NOTHING},
    {0x070F, 0x070F, UTF8_NOTHING},   {0x0890, 0x0891, UTF8_NOTHING},
    {0x08E2, 0x08E2, UTF8_NOTHING},   {0x1680, 0x1680, UTF8_BLANK},
    {0x180B, 0x180F, UTF8_NOTHING},   {0x2000, 0x200A, UTF8_BLANK},
    {0x200B, 0x200F, UTF8_NOTHING},   {0x2028, 0x2029, UTF8_BLANK},
    {0x202A, 0x202E, UTF8_NOTHING},   {0x202F, 0x202F, UTF8_BLANK},
    {0x205F, 0x205F, UTF8_BLANK},     {0x2060, 0x2064, UTF8_NOTHING},
    {0x2066, 0x206F, UTF8_NOTHING},   {0x3000, 0x3000, UTF8_BLANK},
    {0xFE00, 0xFE0F, UTF8_NOTHING},   {0xFEFF, 0xFEFF, UTF8_NOTHING},
    {0xFFF9, 0xFFFB, UTF8_NOTHING},   {0x110BD, 0x110BD, UTF8_NOTHING},
    {0x110CD, 0x110CD, UTF8_NOTHING}, {0x13430, 0x1343F, UTF8_NOTHING},
    {0x1BCA0, 0x1BCA3, UTF8_NOTHING}, {0x1D173, 0x1D17A, UTF8_NOTHING},
    {0xE0001, 0xE0001, UTF8_NOTHING}, {0xE0020, 0xE007F, UTF8_NOTHING},
    {0xE0100, 0xE01EF, UTF8_NOTHING},
};

enum utf8_ink utf8_ink(uint32_t code)
{
    size_t low = 0, high = sizeof ranges / sizeof *ranges;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    const bool is_in = low < sizeof ranges / sizeof *ranges && code >= ranges[low].first;
    return is_in ? ranges[low].ink : UTF8_INK;
}

static bool is_variation_selector(uint32_t code)
{
    return (code >= 0xFE00 && code <= 0xFE0F) || (code >= 0xE0100 && code <= 0xE01EF) ||
           (code >= 0x180B && code <= 0x180F && code != 0x180E);
}

bool utf8_is_control(uint32_t code)
{
    if (code < 0xA0)
        return code < 0x20 || code >= 0x7F;
    return code == 0x2028 || code == 0x2029 || code == 0x2065 ||
           (utf8_ink(code) == UTF8_NOTHING && !is_variation_selector(code));
}

enum utf8_ink utf8_ink_at(const char *s, size_t len, size_t *n)
{
    uint32_t code;
    *n = utf8_decode(s, len, &code);
    return code < 0x80 ? UTF8_INK : utf8_ink(code);
}

/* The length of the character at S if nothing is seen of it, else 0. */
static size_t unseen_length(const char *s, size_t len)
{
    size_t n;
    if (is_white(*s))
        return 1;
    return utf8_ink_at(s, len, &n) == UTF8_INK ? 0 : n;
}

size_t utf8_skip_unseen(const char *s, size_t len, size_t at)
{
    for (size_t n; at < len && (n = unseen_length(s + at, len - at)) > 0;)
        at += n;
    return at;
}

size_t utf8_word_end(const char *s, size_t len, size_t at)
{
    while (at < len && unseen_length(s + at, len - at) == 0)
        at++;
    return at;
}

size_t utf8_plain_blanks(const char *s, size_t len, char *out, size_t cap)
{
    size_t made = 0;
    for (size_t i = 0, n; i < len; i += n) {
        const enum utf8_ink ink = utf8_ink_at(s + i, len - i, &n);
        for (size_t k = 0; k < n && ink == UTF8_INK && made < cap; k++)
            out[made++] = s[i + k];
        if (ink == UTF8_BLANK && made < cap)
            out[made++] = ' ';
    }
    return made;
}
