/* Which encoding the lines of a text are in that are not UTF-8. GB18030 and Big5 accept each
   other's bytes, and both accept much of Windows-1252, so that a text decodes proves nothing: what
   counts is the signs of its subject that come out of it (struct text_signs). Only where these are
   missing, and the text says what it is, the characters that are common in either encoding
   decide. */
#include "base/text_parts.h"

#include "base/utf8.h"

#include <errno.h>
#include <string.h>

/* --- Candidates ------------------------------------------------------------------------------- */

static const struct candidate {
    const char *name, *iconv_name;
    unsigned char first, last; /* lead bytes of its common characters */
    unsigned char trail;       /* and their least second byte */
} candidates[] = {
    {"GB18030", "GB18030", 0xB0, 0xD7, 0xA1},
    {"Big5", "BIG5", 0xA4, 0xC6, 0x40},
};
enum { CANDIDATES = sizeof candidates / sizeof *candidates };

struct evidence {
    size_t signs, common, pairs, adjacent, replaced;
};

/* Count the characters of two bytes, those that are common, and those right behind another. */
static void count_pairs(const struct candidate *c, const unsigned char *s, size_t len,
                        struct evidence *e)
{
    size_t behind = len; /* the last of them */
    for (size_t i = 0; i + 1 < len; i++) {
        if (s[i] < 0x81)
            continue;
        e->pairs++;
        e->adjacent += i == behind;
        behind = i + 2;
        e->common += s[i] >= c->first && s[i] <= c->last && s[i + 1] >= c->trail;
        i++;
    }
}

static bool weigh(const struct candidate *c, const struct text_signs *signs,
                  const struct buffer *text, struct evidence *e)
{
    struct buffer out = {0};
    iconv_t converter = iconv_open("UTF-8", c->iconv_name);
    *e = (struct evidence){0};
    if (converter == (iconv_t)-1)
        return errno != ENOMEM; /* not known here: it has no evidence */
    bool ok = buffer_reserve(&out, 4 * text->len + 16);
    if (ok) {
        struct decoding d = {.in = text->data,
                             .in_len = text->len,
                             .out = out.data,
                             .out_cap = 4 * text->len + 16,
                             .final = true,
                             .iconv = converter};
        text_decode_iconv(&d);
        e->signs = signs->count(out.data, d.made);
        e->replaced = d.replaced;
        count_pairs(c, (const unsigned char *)text->data, text->len, e);
    }
    buffer_free(&out);
    iconv_close(converter);
    return ok;
}

/* --- The text --------------------------------------------------------------------------------- */

/* The lines of P that are not UTF-8. What P cuts off is unknown. */
static void collect_lines(const char *p, size_t n, struct buffer *out)
{
    while (n > 0) {
        const char *end = memchr(p, '\n', n);
        size_t len = end ? (size_t)(end - p) + 1 : n;
        const size_t valid = utf8_valid_prefix(p, len);
        if (valid < len && (end || !text_is_cut_code_point(p + valid, len - valid)))
            buffer_add(out, p, len);
        p += len;
        n -= len;
    }
}

/* Without signs the characters must look like Chinese words: common ones, side by side. A name such
   as Ångström, in Latin-1, has some that could be Chinese, but they stand alone. */
static bool is_chinese(const struct evidence *e, bool says_so)
{
    bool has_words = 2 * e->common >= e->pairs && e->adjacent > 0 && 4 * e->adjacent >= e->pairs;
    return e->replaced * 16 <= e->pairs && (e->signs > 0 || (says_so && has_words));
}

/* The encoding for which there is more evidence. */
static const char *choose(const char *p, size_t n, const struct text_signs *signs,
                          const struct evidence e[CANDIDATES])
{
    const struct evidence *gb = &e[0], *big5 = &e[1];
    const bool says_so = signs->says(p, n);
    int best = gb->signs != big5->signs ? big5->signs > gb->signs : big5->common > gb->common;
    if (!is_chinese(&e[best], says_so))
        best = !best;
    return is_chinese(&e[best], says_so) ? candidates[best].name : TEXT_WINDOWS_1252;
}

const char *text_guess(const char *p, size_t n, const struct text_signs *signs, struct error *err)
{
    struct buffer lines = {0};
    struct evidence e[CANDIDATES];
    const char *name = NULL;
    collect_lines(p, n, &lines);
    bool ok = !lines.failed;
    for (size_t i = 0; ok && signs && lines.len > 0 && i < CANDIDATES; i++)
        ok = weigh(&candidates[i], signs, &lines, &e[i]);
    if (ok && lines.len > 0)
        name = signs ? choose(p, n, signs, e) : TEXT_WINDOWS_1252;
    if (!ok)
        error_no_memory(err);
    buffer_free(&lines);
    return name;
}

const char *text_iconv_name(const char *guess)
{
    for (size_t i = 0; i < CANDIDATES; i++)
        if (strcmp(candidates[i].name, guess) == 0)
            return candidates[i].iconv_name;
    return guess;
}

/* --- Lines that may be UTF-8 by chance -------------------------------------------------------- */

/* Whether a Chinese text may have the character: Chinese, with its signs and its digits of full
   width, or Vietnamese. Below U+0800 lies what two bytes of Chinese look like. */
static bool is_likely(uint32_t code)
{
    return (code >= 0x2000 && code < 0x2700) || (code >= 0x3000 && code < 0xA000) ||
           (code >= 0x1E00 && code < 0x1F00) || (code >= 0xFF00 && code < 0xFFF0);
}

/* Whether the line S .. S + LEN, valid UTF-8, has characters beyond ASCII, but not of such kind as
   would show that it is UTF-8. */
static bool is_doubtful(const char *s, size_t len)
{
    bool any = false, any_likely = false, any_other = false;
    for (size_t i = 0, n; i < len; i += n) {
        uint32_t code = (unsigned char)s[i];
        n = code < 0x80 ? 1 : utf8_decode(s + i, len - i, &code);
        any = any || code >= 0x80;
        any_likely = any_likely || is_likely(code);
        any_other = any_other || (code >= 0x800 && !is_likely(code));
    }
    return any && (any_other || !any_likely);
}

static bool decodes(iconv_t converter, const char *s, size_t len)
{
    char out[512];
    char *in = (char *)s;
    iconv(converter, NULL, NULL, NULL, NULL);
    while (len > 0) {
        char *to = out;
        size_t room = sizeof out;
        if (iconv(converter, &in, &len, &to, &room) == (size_t)-1 && errno != E2BIG)
            return false;
    }
    return true;
}

const char *text_guess_chinese(const char *p, size_t n, const struct text_signs *signs,
                               struct error *err)
{
    if (utf8_valid_prefix(p, n) < n)
        return text_guess(p, n, signs, err);
    return is_doubtful(p, n) ? candidates[0].name : "UTF-8";
}

/* Whether the line, from its first byte that is not ASCII on, is in the Chinese encoding. */
static bool is_chinese_line(iconv_t converter, const char *s, size_t len)
{
    return utf8_valid_prefix(s, len) < len || (is_doubtful(s, len) && decodes(converter, s, len));
}

struct line_run text_chinese_run(iconv_t converter, const char *p, size_t n, bool final)
{
    size_t at = 0;
    while (at < n && at < TEXT_EVIDENCE) {
        const char *end = memchr(p + at, '\n', n - at);
        size_t len = end ? (size_t)(end - p) + 1 - at : n - at, first = 0;
        if ((!end && !final) || len > TEXT_LINE_MAX)
            break;
        while (first < len && (unsigned char)p[at + first] < 0x80)
            first++;
        if (first < len && is_chinese_line(converter, p + at + first, len - first))
            return at + first > 0 ? (struct line_run){RUN_PASS, at + first}
                                  : (struct line_run){RUN_CONVERT, len};
        at += len;
    }
    return at > 0 ? (struct line_run){RUN_PASS, at} : text_line_run(p, n, final);
}
