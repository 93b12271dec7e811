/* UTF-8 decoding, checking and counting. utf8_valid_prefix is on the hot path: every byte that is
   read passes through it, so it takes ASCII 64 bytes at a time. Measured with text_more. */
#include "base/utf8.h"

#include <string.h>

enum { REPLACEMENT = 0xFFFD, STRIDE = 64 };

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

size_t utf8_decode(const char *s, size_t len, uint32_t *code)
{
    unsigned char first = (unsigned char)s[0];
    if (first < 0x80) {
        *code = first;
        return 1;
    }
    size_t n = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    uint32_t value = first & (0xFFu >> (n + 1));
    bool valid = first >= 0xC2 && first <= 0xF4 && n <= len;
    for (size_t i = 1; valid && i < n; i++) {
        valid = is_continuation(s[i]);
        value = value << 6 | ((unsigned char)s[i] & 0x3F);
    }
    if (valid && n == 3)
        valid = value >= 0x800 && (value < 0xD800 || value > 0xDFFF);
    else if (valid && n == 4)
        valid = value >= 0x10000 && value <= 0x10FFFF;
    *code = valid ? value : REPLACEMENT;
    return valid ? n : 1;
}

size_t utf8_encode(uint32_t code, char *out)
{
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        code = REPLACEMENT;
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

/* The length of the ASCII prefix, rounded down to STRIDE unless it reaches the end. */
static size_t ascii_strides(const char *s, size_t len)
{
    size_t i = 0;
    for (; len - i >= STRIDE; i += STRIDE) {
        uint64_t word[STRIDE / 8], any = 0;
        memcpy(word, s + i, STRIDE);
        for (int k = 0; k < STRIDE / 8; k++)
            any |= word[k];
        if (any & 0x8080808080808080u)
            break;
    }
    return i;
}

size_t utf8_valid_prefix(const char *s, size_t len)
{
    size_t i = ascii_strides(s, len);
    while (i < len) {
        if ((unsigned char)s[i] < 0x80) {
            i++;
            if (i % STRIDE == 0)
                i += ascii_strides(s + i, len - i);
            continue;
        }
        uint32_t code;
        size_t n = utf8_decode(s + i, len - i, &code);
        if (n == 1)
            break;
        i += n;
    }
    return i;
}

size_t utf8_count(const char *s, size_t len)
{
    size_t count = 0, i = 0;
    for (; len - i >= STRIDE; i += STRIDE) {
        unsigned char heads = 0;
        for (int k = 0; k < STRIDE; k++)
            heads = (unsigned char)(heads + ((signed char)s[i + (size_t)k] >= -0x40));
        count += heads;
    }
    for (; i < len; i++)
        count += !is_continuation(s[i]);
    return count;
}
