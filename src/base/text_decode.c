/* The decoders. Each turns as many whole characters as fit into UTF-8, so that the same function
   decodes text and finds the source offset of a character: decode again into just the room before
   it, and see how much was used. */
#include "base/byte_order.h"
#include "base/text_parts.h"

#include "base/utf8.h"

#include <errno.h>

enum { REPLACEMENT = 0xFFFD };

/* Write CODE, made of USED bytes, if it fits. */
static bool put(struct decoding *d, uint32_t code, size_t used)
{
    char bytes[4];
    size_t n = utf8_encode(code, bytes);
    if (n > d->out_cap - d->made)
        return false;
    memcpy(d->out + d->made, bytes, n);
    d->made += n;
    d->used += used;
    return true;
}

static bool put_replacement(struct decoding *d, size_t used)
{
    if (!put(d, REPLACEMENT, used))
        return false;
    d->replaced += used;
    return true;
}

void text_decode_windows_1252(struct decoding *d)
{
    /* 0x80 to 0x9F; the rest is Latin-1. 0: not assigned. */
    static const uint16_t upper[32] = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
    while (d->used < d->in_len) {
        unsigned char c = (unsigned char)d->in[d->used];
        uint32_t code = c >= 0x80 && c < 0xA0 ? upper[c - 0x80] : c;
        bool assigned = code != 0 || c == 0;
        if (assigned ? !put(d, code, 1) : !put_replacement(d, 1))
            return;
    }
}

void text_decode_utf8(struct decoding *d)
{
    while (d->used < d->in_len) {
        uint32_t code;
        size_t n = utf8_decode(d->in + d->used, d->in_len - d->used, &code);
        bool valid = n > 1 || code < 0x80;
        if (valid ? !put(d, code, n) : !put_replacement(d, 1))
            return;
    }
}

static uint32_t utf16_unit(const struct decoding *d, size_t pos, bool big_endian)
{
    return big_endian ? (uint32_t)big_number(d->in + pos, 2) : little_u16(d->in + pos);
}

static void decode_utf16(struct decoding *d, bool big_endian)
{
    while (d->in_len - d->used >= 2) {
        uint32_t code = utf16_unit(d, d->used, big_endian);
        bool fits = true;
        if (code < 0x80 && d->made < d->out_cap) {
            d->out[d->made++] = (char)code;
            d->used += 2;
        } else if (code < 0xD800 || code > 0xDFFF) {
            fits = put(d, code, 2);
        } else if (code < 0xDC00 && d->in_len - d->used < 4 && !d->final) {
            return; /* the other half may come */
        } else {
            bool high = code < 0xDC00 && d->in_len - d->used >= 4;
            uint32_t low = high ? utf16_unit(d, d->used + 2, big_endian) : 0;
            fits = low >= 0xDC00 && low <= 0xDFFF
                       ? put(d, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00), 4)
                       : put_replacement(d, 2);
        }
        if (!fits)
            return;
    }
    if (d->final && d->used < d->in_len)
        put_replacement(d, 1);
}

void text_decode_utf16le(struct decoding *d)
{
    decode_utf16(d, false);
}

void text_decode_utf16be(struct decoding *d)
{
    decode_utf16(d, true);
}

void text_decode_iconv(struct decoding *d)
{
    for (;;) {
        char *in = (char *)d->in + d->used; /* iconv does not write there */
        char *out = d->out + d->made;
        size_t in_left = d->in_len - d->used, out_left = d->out_cap - d->made;
        size_t result = iconv(d->iconv, &in, &in_left, &out, &out_left);
        int reason = result == (size_t)-1 ? errno : 0;
        d->used = d->in_len - in_left;
        d->made = d->out_cap - out_left;
        if (reason == EILSEQ || (reason == EINVAL && d->final)) {
            if (!put_replacement(d, 1))
                return;
            continue;
        }
        if (reason == 0 && d->final)
            iconv(d->iconv, NULL, NULL, &out, &out_left); /* a character it may hold back */
        d->made = d->out_cap - out_left;
        return;
    }
}
