/* JSON values. Whatever bytes come in, what goes out is one line of valid JSON in UTF-8. */
#include "base/json.h"

#include "base/utf8.h"

#include <math.h>

static bool stands_for_itself(uint32_t code)
{
    return code >= 0x20 && code != '"' && code != '\\' && !(code >= 0x7F && code < 0xA0);
}

static void add_escaped(struct buffer *b, uint32_t code)
{
    if (code == '"' || code == '\\') {
        buffer_add_char(b, '\\');
        buffer_add_char(b, (char)code);
    } else {
        buffer_printf(b, "\\u%04x", (unsigned)code);
    }
}

/* Most bytes are letters of ASCII, which need no look at what is UTF-8. */
static bool is_plain(char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

void json_string(struct buffer *b, const char *s, size_t len)
{
    buffer_add_char(b, '"');
    size_t start = 0, i = 0; /* s[start .. i) stands for itself and is not written yet */
    while (i < len) {
        if (is_plain(s[i])) {
            i++;
            continue;
        }
        uint32_t code;
        size_t n = utf8_decode(s + i, len - i, &code);
        bool invalid = code == 0xFFFD && n == 1;
        if (stands_for_itself(code) && !invalid) {
            i += n;
            continue;
        }
        buffer_add(b, s + start, i - start);
        if (invalid)
            buffer_add_string(b, "\xEF\xBF\xBD");
        else
            add_escaped(b, code);
        i += n;
        start = i;
    }
    buffer_add(b, s + start, len - start);
    buffer_add_char(b, '"');
}

void json_begin(struct json *j, struct buffer *out)
{
    j->out = out;
    j->comma = false;
    buffer_add_char(out, '{');
}

void json_key(struct json *j, const char *key)
{
    if (j->comma)
        buffer_add_char(j->out, ',');
    j->comma = true;
    json_string(j->out, key, strlen(key));
    buffer_add_char(j->out, ':');
}

void json_member_string(struct json *j, const char *key, const char *value)
{
    json_member_bytes(j, key, value, strlen(value));
}

void json_member_bytes(struct json *j, const char *key, const char *value, size_t len)
{
    json_key(j, key);
    json_string(j->out, value, len);
}

void json_member_int(struct json *j, const char *key, long long value)
{
    json_key(j, key);
    buffer_printf(j->out, "%lld", value);
}

void json_member_double(struct json *j, const char *key, double value, int decimals)
{
    json_key(j, key);
    if (isfinite(value))
        buffer_printf(j->out, "%.*f", decimals, value);
    else
        buffer_add_string(j->out, "null");
}

void json_member_bool(struct json *j, const char *key, bool value)
{
    json_key(j, key);
    buffer_add_string(j->out, value ? "true" : "false");
}

void json_end(struct json *j)
{
    buffer_add_char(j->out, '}');
}
