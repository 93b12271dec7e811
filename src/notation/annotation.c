/* Reading the commands in comments. What has another form than expected is no value, and stays what
   it is: text. */
#include "notation/annotation.h"

#include <string.h>

static const char *const names[] = {
    [ANNOTATION_CLK] = "clk", [ANNOTATION_EMT] = "emt", [ANNOTATION_EVAL] = "eval",
    [ANNOTATION_CSL] = "csl", [ANNOTATION_CAL] = "cal",
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Fill OUT from "[%name value]". */
static void take_apart(const char *text, size_t len, struct annotation *out)
{
    const char *s = text + 2, *end = text + len - 1;
    const char *name = s;
    while (s < end && !is_blank(*s))
        s++;
    const size_t name_len = (size_t)(s - name);
    while (s < end && is_blank(*s))
        s++;
    while (end > s && is_blank(end[-1]))
        end--;
    *out = (struct annotation){.kind = ANNOTATION_OTHER,
                               .text = text,
                               .value = s,
                               .name = name,
                               .len = len,
                               .value_len = (size_t)(end - s),
                               .name_len = name_len};
    for (int i = 0; i < ANNOTATION_OTHER; i++)
        if (strlen(names[i]) == name_len && memcmp(names[i], name, name_len) == 0)
            out->kind = (enum annotation_kind)i;
}

bool annotation_next(const char *text, size_t len, size_t *at, struct annotation *out)
{
    const char *s = text + *at, *end = text + len;
    while (s < end && (s = memchr(s, '[', (size_t)(end - s))) != NULL) {
        const char *close = end - s > 2 && s[1] == '%' ? memchr(s, ']', (size_t)(end - s)) : NULL;
        if (close) {
            take_apart(s, (size_t)(close - s) + 1, out);
            *at = (size_t)(close - text) + 1;
            return true;
        }
        /* Without a closing bracket behind this command there is none behind a later one. */
        if (end - s > 2 && s[1] == '%')
            break;
        s++;
    }
    *at = len;
    return false;
}

/* Read digits from *S on, at most MOST of them; false if there are none or more. */
static bool read_number(const char **s, const char *end, int most, uint64_t *n)
{
    int digits = 0;
    for (*n = 0; *s < end && is_digit(**s); ++*s) {
        *n = *n * 10 + (uint64_t)(**s - '0');
        if (++digits > most)
            return false;
    }
    return digits > 0;
}

/* Thousandths: ".5" is 500. What is finer is left out. */
static uint64_t read_thousandths(const char **s, const char *end)
{
    uint64_t n = 0;
    int digits = 0;
    for (; *s < end && is_digit(**s); ++*s, digits++)
        if (digits < 3)
            n = n * 10 + (uint64_t)(**s - '0');
    for (; digits < 3; digits++)
        n *= 10;
    return n;
}

bool annotation_time(const struct annotation *a, uint64_t *milliseconds)
{
    enum { PARTS = 3, DIGITS = 6 };
    const char *s = a->value, *end = s + a->value_len;
    uint64_t seconds = 0, part;
    for (int parts = 0; parts < PARTS; parts++) {
        if (!read_number(&s, end, DIGITS, &part))
            return false;
        seconds = seconds * 60 + part;
        if (s == end || *s != ':')
            break;
        s++;
    }
    *milliseconds = seconds * 1000;
    if (s < end && *s == '.') {
        s++;
        *milliseconds += read_thousandths(&s, end);
    }
    return s == end;
}

/* A number of pawns to OUT. */
static bool read_pawns(const char **s, const char *end, char *out, size_t cap)
{
    const char *from = *s, *point = NULL;
    while (*s < end && (is_digit(**s) || (**s == '.' && !point))) {
        if (**s == '.')
            point = *s;
        ++*s;
    }
    while (from + 1 < *s && *from == '0' && is_digit(from[1]))
        from++;
    size_t len = (size_t)(*s - from);
    if (len == 0 || len + 2 > cap || (point && len == 1))
        return false;
    const bool bare = *from == '.';
    if (bare)
        *out++ = '0';
    memcpy(out, from, len);
    if (out[len - 1] == '.')
        len--;
    out[len] = '\0';
    return true;
}

bool annotation_eval(const struct annotation *a, struct annotation_eval *out)
{
    enum { DIGITS = 5 };
    const char *s = a->value, *end = s + a->value_len;
    uint64_t n;
    *out = (struct annotation_eval){0};
    if (s < end && (*s == '#' || *s == 'M')) {
        out->is_mate = true;
        s++;
    }
    if (s < end && (*s == '-' || *s == '+'))
        out->is_negative = *s++ == '-';
    if (out->is_mate) {
        if (!read_number(&s, end, DIGITS, &n))
            return false;
        out->mate = (uint32_t)n;
    } else if (!read_pawns(&s, end, out->pawns, sizeof out->pawns)) {
        return false;
    }
    if (s < end && *s == ',') {
        s++;
        if (!read_number(&s, end, DIGITS, &n))
            return false;
        out->has_depth = true;
        out->depth = (uint32_t)n;
    }
    return s == end;
}
