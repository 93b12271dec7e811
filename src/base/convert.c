/* Conversion with iconv, and none of it for what is ASCII anyway: most names in most files. */
#include "base/convert.h"

#include <errno.h>
#include <strings.h>

bool converter_open(struct converter *c, const char *to, const char *from, struct error *err)
{
    c->iconv = iconv_open(to, from);
    c->keeps_ascii = strncasecmp(to, "UTF-16", 6) != 0 && strncasecmp(from, "UTF-16", 6) != 0;
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
    }
    return replaced;
}
