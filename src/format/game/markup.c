/* Pieces of XML; see markup.h. */
#include "format/game/markup.h"
#include "base/ascii.h"
#include "base/utf8.h"

#include <string.h>

/* --- Characters ------------------------------------------------------------------------------- */

bool markup_hex(const char *s, size_t digits, uint32_t *value)
{
    *value = 0;
    for (size_t i = 0; i < digits; i++) {
        const int digit = hex_digit(s[i]);
        if (digit < 0)
            return false;
        *value = *value * 16 + (uint32_t)digit;
    }
    return true;
}

bool markup_code(struct buffer *out, uint32_t code)
{
    char bytes[4];
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        return false;
    buffer_add(out, bytes, utf8_encode(code, bytes));
    return true;
}

size_t markup_entity(struct buffer *out, const char *s, size_t len)
{
    static const struct {
        const char *name;
        uint32_t code;
    } entities[] = {{"lt", '<'},    {"gt", '>'},      {"amp", '&'},      {"quot", '"'},
                    {"apos", '\''}, {"nbsp", 0x00A0}, {"middot", 0x00B7}};
    enum { LONGEST = 12 };
    const char *end = memchr(s, ';', len < LONGEST ? len : LONGEST);
    if (!end || *s != '&')
        return 0;
    size_t n = (size_t)(end - s);
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++)
        if (strlen(entities[i].name) == n - 1 && memcmp(s + 1, entities[i].name, n - 1) == 0)
            return markup_code(out, entities[i].code) ? n + 1 : 0;
    uint32_t code = 0;
    if (n < 3 || s[1] != '#')
        return 0;
    if (s[2] == 'x' || s[2] == 'X')
        return n > 3 && markup_hex(s + 3, n - 3, &code) && markup_code(out, code) ? n + 1 : 0;
    for (size_t i = 2; i < n; i++) {
        if (!is_digit(s[i]))
            return 0;
        code = code < 0x110000 ? code * 10 + (uint32_t)(s[i] - '0') : code;
    }
    return markup_code(out, code) ? n + 1 : 0;
}

void markup_text(struct buffer *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        const char *amp = memchr(text + i, '&', len - i);
        size_t n = amp ? (size_t)(amp - text) - i : len - i;
        buffer_add(out, text + i, n);
        i += n;
        if (i == len)
            return;
        n = markup_entity(out, text + i, len - i);
        if (n == 0)
            buffer_add_char(out, '&');
        i += n > 0 ? n : 1;
    }
}

/* --- Pieces ----------------------------------------------------------------------------------- */

/* Where WORD begins from AT on, or NULL. */
static const char *find_word(const char *data, size_t len, size_t at, const char *word)
{
    const size_t n = strlen(word);
    while (len - at >= n) {
        const char *s = memchr(data + at, word[0], len - at - n + 1);
        if (!s)
            return NULL;
        if (memcmp(s, word, n) == 0)
            return s;
        at = (size_t)(s - data) + 1;
    }
    return NULL;
}

/* Where a tag ends that begins at AT: its '>' outside quotes; LEN if there is none. */
static size_t tag_end(const char *data, size_t len, size_t at)
{
    char quote = 0;
    for (; at < len; at++) {
        char c = data[at];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return at;
    }
    return len;
}

/* A piece that lies between OPEN, which is there, and CLOSE. */
static void between(const char *data, size_t len, struct markup *m, const char *open,
                    const char *close)
{
    size_t from = m->at + strlen(open);
    const char *end = find_word(data, len, from, close);
    size_t to = end ? (size_t)(end - data) : len;
    m->inside = data + from;
    m->inside_len = to - from;
    m->end = end ? to + strlen(close) : len;
    m->is_cut = !end;
}

static void read_tag(const char *data, size_t len, struct markup *m)
{
    size_t at = m->at + 1, end = tag_end(data, len, at);
    m->kind = at < end && data[at] == '/' ? MARKUP_END : MARKUP_START;
    at += m->kind == MARKUP_END;
    m->is_cut = end == len;
    m->end = end < len ? end + 1 : len;
    m->is_empty = end > at && data[end - 1] == '/';
    end -= m->is_empty;
    m->name = data + at;
    while (at < end && !is_space(data[at]))
        at++;
    m->name_len = (size_t)(data + at - m->name);
    m->inside = data + at;
    m->inside_len = end - at;
}

static bool begins(const char *data, size_t len, size_t at, const char *word)
{
    size_t n = strlen(word);
    return len - at >= n && memcmp(data + at, word, n) == 0;
}

bool markup_next(const char *data, size_t len, size_t at, struct markup *m)
{
    static const struct {
        const char *open, *close;
        enum markup_kind kind;
    } pairs[] = {{"<![CDATA[", "]]>", MARKUP_CDATA},
                 {"<!--", "-->", MARKUP_OTHER},
                 {"<?", "?>", MARKUP_OTHER},
                 {"<!", ">", MARKUP_OTHER}};
    *m = (struct markup){.kind = MARKUP_TEXT, .at = at, .end = len};
    if (at >= len)
        return false;
    if (data[at] != '<') {
        const char *next = memchr(data + at, '<', len - at);
        m->end = next ? (size_t)(next - data) : len;
        m->inside = data + at;
        m->inside_len = m->end - at;
        return true;
    }
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (!begins(data, len, at, pairs[i].open))
            continue;
        m->kind = pairs[i].kind;
        between(data, len, m, pairs[i].open, pairs[i].close);
        return true;
    }
    read_tag(data, len, m);
    return true;
}

bool markup_is(const struct markup *m, const char *name)
{
    return m->name_len == strlen(name) && memcmp(m->name, name, m->name_len) == 0;
}

const char *markup_attribute(const struct markup *m, const char *name, size_t *len)
{
    const char *s = m->inside, *end = s + m->inside_len;
    const size_t name_len = strlen(name);
    while (s < end) {
        while (s < end && is_space(*s))
            s++;
        const char *key = s;
        while (s < end && *s != '=' && !is_space(*s))
            s++;
        size_t key_len = (size_t)(s - key);
        while (s < end && is_space(*s))
            s++;
        if (s == end || *s != '=') {
            if (key_len == 0)
                return NULL;
            continue;
        }
        s++;
        while (s < end && is_space(*s))
            s++;
        char quote = s < end && (*s == '"' || *s == '\'') ? *s++ : '\0';
        const char *value = s;
        while (s < end && (quote ? *s != quote : !is_space(*s)))
            s++;
        *len = (size_t)(s - value);
        if (key_len == name_len && memcmp(key, name, name_len) == 0)
            return value;
        s += s < end;
    }
    return NULL;
}
