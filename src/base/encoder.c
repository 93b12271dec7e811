/* Output in other encodings, with iconv. ASCII, which is most of any game file, does not go through
   it where the encoding has it as it is. */
#include "base/encoder.h"

#include "base/utf8.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

enum { ROOM = 16 }; /* bytes that one character may need, with changes of state */

/* Names that would leave the order of bytes to the system. */
static const struct {
    const char *name, *iconv_name, *mark;
} marked[] = {
    {"UTF-16", "UTF-16LE", "\xFF\xFE"},
    {"UTF16", "UTF-16LE", "\xFF\xFE"},
    {"UTF-16LE", "UTF-16LE", "\xFF\xFE"},
    {"UTF-16BE", "UTF-16BE", "\xFE\xFF"},
};

/* Whether the 128 characters of ASCII are written as the same bytes. */
static bool keeps_ascii(iconv_t cd)
{
    enum { ASCII = 128 };
    char from[ASCII], to[2 * ASCII];
    char *in = from, *out = to;
    size_t left = sizeof from, room = sizeof to;
    for (int i = 0; i < ASCII; i++)
        from[i] = (char)i;
    bool same = iconv(cd, &in, &left, &out, &room) == 0 && room == sizeof to - sizeof from &&
                memcmp(from, to, sizeof from) == 0;
    iconv(cd, NULL, NULL, NULL, NULL);
    return same;
}

bool encoder_open(struct encoder *e, const char *name, struct error *err)
{
    const char *iconv_name = name;
    *e = (struct encoder){.mark = ""};
    for (size_t i = 0; i < sizeof marked / sizeof *marked; i++) {
        if (strcasecmp(name, marked[i].name) == 0) {
            iconv_name = marked[i].iconv_name;
            e->mark = marked[i].mark;
        }
    }
    /* What iconv may do behind "//" would not be counted, and "" would be the locale's. */
    e->iconv = !*name || strchr(name, '/') ? (iconv_t)-1 : iconv_open(iconv_name, "UTF-8");
    if (e->iconv == (iconv_t)-1)
        return error_set(err, ERROR_USAGE,
                         "unknown encoding: '%s'; 'iconv -l' lists those there are, "
                         "such as LATIN1, WINDOWS-1252, GB18030",
                         name);
    e->keeps_ascii = keeps_ascii(e->iconv);
    return true;
}

void encoder_close(struct encoder *e)
{
    if (e->iconv != (iconv_t)-1)
        iconv_close(e->iconv);
    e->iconv = (iconv_t)-1;
}

/* Convert as much of *IN as there is room for. Returns iconv's result. */
static size_t step(struct encoder *e, struct buffer *out, char **in, size_t *left)
{
    if (!buffer_reserve(out, 2 * *left + ROOM))
        return 0;
    char *to = out->data + out->len;
    size_t room = out->cap - out->len;
    size_t result = iconv(e->iconv, in, left, &to, &room);
    int reason = errno;
    out->len = out->cap - room;
    errno = reason;
    return result;
}

/* Back to the state in which ASCII is itself. */
static void rest(struct encoder *e, struct buffer *out)
{
    if (!buffer_reserve(out, ROOM))
        return;
    char *to = out->data + out->len;
    size_t room = out->cap - out->len;
    iconv(e->iconv, NULL, NULL, &to, &room);
    out->len = out->cap - room;
}

static void lose(struct encoder *e, uint64_t n, uint32_t code, uint64_t line)
{
    if (e->lost == 0) {
        e->first = code;
        e->line = line;
    }
    e->lost += n;
}

static uint64_t count_lines(const char *from, const char *to)
{
    uint64_t n = 0;
    while (from < to && (from = memchr(from, '\n', (size_t)(to - from))) != NULL) {
        from++;
        n++;
    }
    return n;
}

static void convert(struct encoder *e, struct buffer *out, const char *text, size_t len,
                    uint64_t lines)
{
    char *in = (char *)text; /* iconv does not write there */
    size_t left = len;
    while (left > 0 && !out->failed) {
        const char *from = in;
        size_t result = step(e, out, &in, &left);
        uint32_t code = 0;
        if (result != (size_t)-1) {
            if (result > 0) /* some systems write a sign of their own */
                lose(e, result, '?', lines + 1);
            continue;
        }
        if (errno == E2BIG && in != from)
            continue;
        char sign[] = "?", *question = sign;
        size_t one = 1, n = utf8_decode(in, left, &code);
        lose(e, 1, code, lines + count_lines(text, in) + 1);
        step(e, out, &question, &one);
        in += n;
        left -= n;
    }
}

void encoder_add(struct encoder *e, struct buffer *out, const char *text, size_t len,
                 uint64_t *lines)
{
    const char *s = text, *end = text + len;
    if (*lines == 0 && len > 0)
        buffer_add_string(out, e->mark);
    while (s < end && e->keeps_ascii) {
        const char *from = s;
        while (s < end && (unsigned char)*s < 0x80)
            s++;
        buffer_add(out, from, (size_t)(s - from));
        *lines += count_lines(from, s);
        from = s;
        while (s < end && (unsigned char)*s >= 0x80)
            s++;
        if (s == from)
            continue;
        convert(e, out, from, (size_t)(s - from), *lines);
        rest(e, out);
    }
    if (s < end) {
        convert(e, out, s, (size_t)(end - s), *lines);
        *lines += count_lines(s, end);
    }
}
