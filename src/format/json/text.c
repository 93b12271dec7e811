/* JSON as text: brackets, strings, numbers. Nothing here is recursive, and every byte is looked at
   a bounded number of times, whatever the nesting. */
#include "format/json/text.h"
#include "base/array.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { BRACKETS_MAX = 16 << 20, FIRST_BRACKETS = 1024 };

void json_text_free(struct json_text *t)
{
    free(t->brackets);
    *t = (struct json_text){0};
}

bool json_fault(struct json_text *t, const char *at, const char *why)
{
    if (!t->fault) {
        t->fault = at;
        t->why = why;
    }
    return false;
}

/* --- The first pass --------------------------------------------------------------------------- */

static bool add_bracket(struct json_text *t, uint32_t open)
{
    if (t->count == t->cap) {
        struct json_bracket *brackets =
            array_grow(t->brackets, &t->cap, FIRST_BRACKETS, sizeof *brackets);
        if (!brackets)
            return false;
        t->brackets = brackets;
    }
    /* Until its end is known an entry holds the bracket around it, and where it stands. */
    t->brackets[t->count++] = (struct json_bracket){.end = open, .after = 0};
    return true;
}

/* The end of the string whose quote is at S: behind its closing quote, or NULL. */
static const char *string_end(const char *s, const char *end)
{
    for (s++; s < end; s++) {
        if (*s == '"')
            return s + 1;
        if (*s == '\\')
            s++;
        else if (*s == '\n' || *s == '\r')
            return NULL;
    }
    return NULL;
}

/* Whether the string at S, of which no end was found, may end in what follows END. */
static bool may_go_on(const char *s, const char *end)
{
    return !memchr(s, '\n', (size_t)(end - s)) && !memchr(s, '\r', (size_t)(end - s));
}

static enum json_extent faulty(struct json_text *t, const char *at, const char *why)
{
    json_fault(t, at, why);
    return JSON_FAULTY;
}

enum json_extent json_text_start(struct json_text *t, const char *data, size_t len, bool at_end)
{
    const char *end = data + len;
    const uint32_t none = UINT32_MAX;
    uint32_t open = none;
    t->data = data;
    t->count = 0;
    t->fault = NULL;
    for (const char *s = data; s < end; s++) {
        if (*s == '"') {
            const char *next = string_end(s, end);
            if (!next)
                return at_end || !may_go_on(s, end) ? faulty(t, s, "a string without an end")
                                                    : JSON_MORE;
            s = next - 1;
        } else if (*s == '{' || *s == '[') {
            if (*s == '{' && open != none && s[-1] == '\n')
                return faulty(t, s, "an object that ends too early");
            if (t->count == BRACKETS_MAX)
                return JSON_TOO_LARGE;
            if (!add_bracket(t, open))
                return JSON_NO_MEMORY;
            open = (uint32_t)t->count - 1;
        } else if (*s == '}' || *s == ']') {
            struct json_bracket *b = &t->brackets[open];
            uint32_t around = b->end;
            *b = (struct json_bracket){(uint32_t)(s + 1 - data), (uint32_t)t->count};
            open = around;
            if (open == none) {
                t->len = (size_t)(s + 1 - data);
                return JSON_WHOLE;
            }
        }
    }
    return at_end ? faulty(t, end, "an object that ends too early") : JSON_MORE;
}

/* --- Walking ---------------------------------------------------------------------------------- */

char json_peek(struct json_text *t, struct json_cursor *c)
{
    const char *end = t->data + t->len;
    if (t->fault || !c->at)
        return '\0';
    while (c->at < end && is_space(*c->at))
        c->at++;
    return c->at < end ? *c->at : '\0';
}

bool json_enter(struct json_text *t, struct json_cursor *c, char bracket)
{
    if (json_peek(t, c) != bracket)
        return json_fault(t, c->at,
                          bracket == '[' ? "an array was expected" : "an object was expected");
    c->at++;
    c->next++;
    return true;
}

/* Step over the comma between two items. False at BRACKET, which is passed, or at a fault. */
static bool next_place(struct json_text *t, struct json_cursor *c, char bracket)
{
    if (!c->at)
        return false;
    const char before = c->at[-1]; /* an opening bracket is there at least */
    const bool first = before == '[' || before == '{';
    char sign = json_peek(t, c);
    if (sign == bracket) {
        c->at++;
        return false;
    }
    if (!first || sign == ',') {
        if (sign != ',')
            return json_fault(t, c->at, "a comma or a closing bracket was expected");
        c->at++;
        sign = json_peek(t, c);
    }
    return sign != '\0' || json_fault(t, c->at, "the end came too early");
}

bool json_next_item(struct json_text *t, struct json_cursor *c)
{
    return next_place(t, c, ']');
}

bool json_next_member(struct json_text *t, struct json_cursor *c, struct buffer *key)
{
    if (!next_place(t, c, '}') || !json_read_string(t, c, key))
        return false;
    if (json_peek(t, c) != ':')
        return json_fault(t, c->at, "a colon was expected");
    c->at++;
    return json_peek(t, c) != '\0' || json_fault(t, c->at, "a value was expected");
}

bool json_skip(struct json_text *t, struct json_cursor *c)
{
    const char *end = t->data + t->len;
    char sign = json_peek(t, c);
    if (t->fault || !c->at)
        return false;
    if (sign == '[' || sign == '{') {
        if (c->next >= t->count)
            return json_fault(t, c->at, "brackets that do not match");
        const struct json_bracket b = t->brackets[c->next];
        if (t->data[b.end - 1] != (sign == '[' ? ']' : '}'))
            return json_fault(t, t->data + b.end - 1, "brackets that do not match");
        c->at = t->data + b.end;
        c->next = b.after;
        return true;
    }
    if (sign == '"') {
        const char *next = string_end(c->at, end);
        if (!next)
            return json_fault(t, c->at, "a string without an end");
        c->at = next;
        return true;
    }
    const char *from = c->at;
    while (c->at < end && !is_space(*c->at) && !strchr(",:]}[{\"", *c->at))
        c->at++;
    return c->at > from || json_fault(t, from, "a value was expected");
}

/* --- Values ----------------------------------------------------------------------------------- */

/* The four digits at S, or -1. */
static long read_hex(const char *s, const char *end)
{
    long n = 0;
    if (end - s < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(s[i]);
        if (digit < 0)
            return -1;
        n = n * 16 + digit;
    }
    return n;
}

static void add_code(struct buffer *out, uint32_t code)
{
    char text[4];
    buffer_add(out, text, utf8_encode(code, text));
}

/* \uXXXX at *S, or two of them for a character beyond the first plane; half of one is U+FFFD. */
static bool read_unicode(const char **s, const char *end, struct buffer *out)
{
    long code = read_hex(*s + 2, end);
    if (code < 0)
        return false;
    *s += 6;
    if (code >= 0xD800 && code < 0xDC00 && end - *s >= 6 && (*s)[0] == '\\' && (*s)[1] == 'u') {
        long low = read_hex(*s + 2, end);
        if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            *s += 6;
        }
    }
    add_code(out, code >= 0xD800 && code < 0xE000 ? 0xFFFD : (uint32_t)code);
    return true;
}

/* The escape at *S. */
static bool read_escape(const char **s, const char *end, struct buffer *out)
{
    static const char signs[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char c = end - *s >= 2 ? (*s)[1] : '\0';
    if (c == 'u')
        return read_unicode(s, end, out);
    const char *sign = c ? strchr(signs, c) : NULL;
    if (!sign)
        return false;
    buffer_add_char(out, values[sign - signs]);
    *s += 2;
    return true;
}

bool json_read_string(struct json_text *t, struct json_cursor *c, struct buffer *out)
{
    const char *end = t->data + t->len;
    buffer_clear(out);
    if (json_peek(t, c) != '"')
        return json_fault(t, c->at, "a string was expected");
    const char *s = c->at + 1;
    for (;;) {
        const char *from = s;
        while (s < end && *s != '"' && *s != '\\' && *s != '\n' && *s != '\r')
            s++;
        buffer_add(out, from, (size_t)(s - from));
        if (s == end || *s == '\n' || *s == '\r')
            return json_fault(t, c->at, "a string without an end");
        if (*s == '"')
            break;
        if (!read_escape(&s, end, out))
            return json_fault(t, s, "an escape that JSON does not have");
    }
    c->at = s + 1;
    t->no_memory = t->no_memory || out->failed;
    return !t->no_memory;
}

bool json_read_number(struct json_text *t, struct json_cursor *c, long *out)
{
    enum { LARGEST = 1000000000 };
    const char *end = t->data + t->len;
    json_peek(t, c);
    const char *from = c->at;
    *out = 0;
    for (; c->at && c->at < end && is_digit(*c->at); c->at++)
        *out = *out < LARGEST / 10 ? *out * 10 + (*c->at - '0') : LARGEST;
    return (from && c->at > from) || json_fault(t, from, "a whole number was expected");
}
