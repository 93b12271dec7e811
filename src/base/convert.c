/* Conversion with iconv, and none of it for what is ASCII anyway: most names in most files. */
#include "base/convert.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

/* Whether each byte of ASCII stays the same: not of UTF-16, nor where some of them shift. */
static bool keeps_ascii(iconv_t converter)
{
    enum { FIRST = 1, COUNT = 127 };
    char in[COUNT], out[COUNT], *from = in, *to = out;
    size_t left = COUNT, room = COUNT;
    for (int i = 0; i < COUNT; i++)
        in[i] = (char)(FIRST + i);
    return iconv(converter, &from, &left, &to, &room) != (size_t)-1 && left == 0 && room == 0 &&
           memcmp(in, out, COUNT) == 0;
}

bool converter_open(struct converter *c, const char *to, const char *from, struct error *err)
{
    c->iconv = iconv_open(to, from);
    c->keeps_ascii = c->iconv != (iconv_t)-1 && keeps_ascii(c->iconv);
    c->replacement = strcasecmp(to, "UTF-8") == 0 ? "\uFFFD" : "?";
    if (c->iconv != (iconv_t)-1)
        return true;
    return errno == ENOMEM ? error_no_memory(err)
                           : error_set(err, ERROR_UNSUPPORTED,
                                       "the system cannot convert text from %s to %s", from, to);
}

void converter_close(struct converter *c)
{
    if (c->iconv != (iconv_t)-1)
        iconv_close(c->iconv);
    c->iconv = (iconv_t)-1;
}

static bool is_ascii(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] >= 0x80)
            return false;
    return true;
}

/* Some encodings hold a letter back until they know that no mark belongs to it. */
static void flush(struct converter *c, struct buffer *out)
{
    enum { ROOM = 16 };
    if (!buffer_reserve(out, ROOM))
        return;
    char *to = out->data + out->len;
    size_t room = out->cap - out->len;
    iconv(c->iconv, NULL, NULL, &to, &room);
    out->len = out->cap - room;
}

size_t converter_add(struct converter *c, struct buffer *out, const char *text, size_t len,
                     size_t *cut)
{
    enum { ROOM = 64 };
    char *in = (char *)text; /* iconv does not write there */
    size_t left = len, replaced = 0;
    *cut = 0;
    if (c->keeps_ascii && is_ascii(text, len)) {
        buffer_add(out, text, len);
        return 0;
    }
    iconv(c->iconv, NULL, NULL, NULL, NULL);
    while (left > 0 && buffer_reserve(out, left + left / 2 + ROOM)) {
        char *to = out->data + out->len;
        size_t room = out->cap - out->len;
        size_t result = iconv(c->iconv, &in, &left, &to, &room);
        int reason = result == (size_t)-1 ? errno : 0;
        out->len = out->cap - room;
        if (reason != EILSEQ && reason != EINVAL)
            continue;
        size_t bad = reason == EINVAL ? left : 1;
        for (size_t i = 0; i < bad; i++)
            buffer_add_string(out, c->replacement);
        if (reason == EINVAL)
            *cut = left;
        replaced += bad;
        in += bad;
        left -= bad;
        flush(c, out);
    }
    flush(c, out);
    return replaced;
}
