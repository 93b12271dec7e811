/* Finding commands, and what engine matches say, in comments. What has another form than expected is
   no value, and stays what it is: text. */
#include "notation/annotation.h"
#include "base/ascii.h"

#include <string.h>

static const char *const names[] = {
    [ANNOTATION_CLK] = "clk", [ANNOTATION_EMT] = "emt", [ANNOTATION_EVAL] = "eval",
    [ANNOTATION_CSL] = "csl", [ANNOTATION_CAL] = "cal", [ANNOTATION_PROFILE] = "evp",
    [ANNOTATION_DEPTH] = "",
};

static const char *behind_spaces(const char *s, const char *end)
{
    while (s < end && is_space(*s))
        s++;
    return s;
}

/* Fill OUT from "[%name value]". */
static void take_apart(const char *text, size_t len, struct annotation *out)
{
    const char *s = text + 2, *end = text + len - 1;
    const char *name = s;
    while (s < end && !is_space(*s))
        s++;
    const size_t name_len = (size_t)(s - name);
    while (s < end && is_space(*s))
        s++;
    while (end > s && is_space(end[-1]))
        end--;
    *out = (struct annotation){.kind = ANNOTATION_OTHER,
                               .text = text,
                               .value = s,
                               .name = name,
                               .len = len,
                               .value_len = (size_t)(end - s),
                               .name_len = name_len};
    for (int i = 0; i < ANNOTATION_OTHER; i++)
        if (name_len > 0 && strlen(names[i]) == name_len && memcmp(names[i], name, name_len) == 0)
            out->kind = (enum annotation_kind)i;
}

static bool next_command(const char *text, size_t len, size_t *at, struct annotation *out)
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

/* --- Engine matches --------------------------------------------------------------------------- */

/* What "NAME=VALUE," says: TCEC writes nothing else, fastchess the time that is left behind score
   and time. */
static const struct {
    const char *name;
    enum annotation_kind kind;
} items[] = {
    {"wv", ANNOTATION_EVAL},
    {"d", ANNOTATION_DEPTH},
    {"mt", ANNOTATION_EMT},
    {"tl", ANNOTATION_CLK},
};

/* Few enough that a comment may be looked at from its start time and again. */
static const char *skip_digits(const char *s, const char *end)
{
    enum { DIGITS = 12 };
    const char *from = s;
    while (s < end && s - from < DIGITS && is_digit(*s))
        s++;
    return s;
}

static bool ends_phrase(const char *s, const char *end)
{
    s = behind_spaces(s, end);
    return s == end || *s == ',' || *s == '[';
}

/* The end of a time as cutechess ("0.14s") or XBoard ("3", "1:02") write it; NULL if none is at S,
   or more stands behind it than a phrase may have. */
static const char *time_end(const char *s, const char *end, bool needs_unit)
{
    const char *from = s;
    s = skip_digits(s, end);
    if (s == from)
        return NULL;
    if (s + 1 < end && (*s == '.' || *s == ':') && is_digit(s[1]))
        s = skip_digits(s + 1, end);
    if (s < end && *s == 's')
        s++;
    else if (needs_unit)
        return NULL;
    return ends_phrase(s, end) ? s : NULL;
}

/* The end of a score with its depth, "+0.41/12" or "-M5/20", as the player who moved sees it; NULL
   if none is at S. A line may be broken behind the '/'. */
static const char *score_end(const char *s, const char *end)
{
    if (s < end && (*s == '+' || *s == '-'))
        s++;
    const bool is_mate = s < end && *s == 'M';
    const char *number = s += is_mate;
    s = skip_digits(s, end);
    if (s == number)
        return NULL;
    if (!is_mate) {
        if (s == end || *s != '.')
            return NULL;
        s = skip_digits(s + 1, end);
    }
    if (s == end || *s != '/')
        return NULL;
    const char *depth = behind_spaces(s + 1, end);
    s = skip_digits(depth, end);
    if (s == depth)
        return NULL;
    return ends_phrase(s, end) || time_end(behind_spaces(s, end), end, false) ? s : NULL;
}

static bool take_phrase(enum annotation_kind kind, enum annotation_form form, const char *text,
                        const char *end, struct annotation *out)
{
    *out = (struct annotation){.kind = kind,
                               .form = form,
                               .text = text,
                               .value = text,
                               .name = text,
                               .len = (size_t)(end - text),
                               .value_len = (size_t)(end - text)};
    return true;
}

/* The next "NAME=VALUE," that is known, from S on, which stands behind a comma or at the start; none
   behind a command. */
static bool next_item(const char *s, const char *end, struct annotation *out)
{
    for (; s < end; s++) {
        s = behind_spaces(s, end);
        const char *comma = s < end ? memchr(s, ',', (size_t)(end - s)) : NULL;
        const char *to = comma ? comma : end;
        const char *equals = s < to ? memchr(s, '=', (size_t)(to - s)) : NULL;
        if (s < to && memchr(s, '[', (size_t)(to - s)))
            return false;
        for (size_t i = 0; equals && i < sizeof items / sizeof items[0]; i++) {
            const size_t len = strlen(items[i].name);
            if ((size_t)(equals - s) != len || memcmp(s, items[i].name, len) != 0)
                continue;
            take_phrase(items[i].kind, ANNOTATION_ITEM, s, comma ? to + 1 : to, out);
            out->value = equals + 1;
            out->value_len = (size_t)(to - out->value);
            out->name_len = len;
            return true;
        }
        s = to;
    }
    return false;
}

static bool begins_with_item(const char *s, const char *end)
{
    enum { NAME = 20 };
    const char *name = s;
    while (s < end && s - name < NAME && (is_letter(*s) || is_digit(*s)))
        s++;
    return s > name && s < end && *s == '=';
}

/* What an engine match says behind FROM: a comment begins with score and depth, with the time, or
   with an item; other items may follow. */
static bool next_phrase(const char *text, const char *from, const char *end, struct annotation *out)
{
    const char *score = behind_spaces(text, end);
    const char *at = score_end(score, end);
    if (at && from <= score)
        return take_phrase(ANNOTATION_EVAL, ANNOTATION_SCORE, score, at, out);
    const char *time = at ? behind_spaces(at, end) : score;
    const char *behind = time_end(time, end, !at);
    if (behind && from <= time)
        return take_phrase(ANNOTATION_EMT, ANNOTATION_TIME, time, behind, out);
    if (!at && !behind && !begins_with_item(score, end))
        return false;
    at = behind ? behind : at ? at : score;
    if (from < at)
        from = at;
    return next_item(from < end && *from == ',' ? from + 1 : from, end, out);
}

bool annotation_next(const char *text, size_t len, size_t *at, struct annotation *out)
{
    const char *from = text + *at;
    const bool is_behind_command = *at > 0 && from[-1] == ']';
    if (is_behind_command || !next_phrase(text, from, text + len, out))
        return next_command(text, len, at, out);
    *at = (size_t)(out->text + out->len - text);
    return true;
}
