/* The table of findings, and the list of one game's findings. Messages lie NUL-terminated in one
   buffer; findings refer to them by offset, so that the buffer may move as it grows. */
#include "record/finding.h"
#include "base/array.h"
#include "base/lang.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The severity words of FINDING_LIST: a dialect is a note that strictness raises. */
enum { SEVERITY_DIALECT = SEVERITY_NOTE };
enum { IS_NOTE = 0, IS_WARNING = 0, IS_ERROR = 0, IS_DIALECT = 1 };

const struct finding_kind finding_kinds[FINDING_CODES] = {
#define X(name, code, word, text)                                                                  \
    [FINDING_##name] = {code, (enum severity)SEVERITY_##word, IS_##word, text},
    FINDING_LIST(X)
#undef X
};

const char *severity_name(enum severity s)
{
    static const char *const names[SEVERITIES] = {"note", "warning", "error"};
    return names[s];
}

enum finding_code finding_from_code(const char *code)
{
    for (int i = 0; i < FINDING_CODES; i++)
        if (strcmp(finding_kinds[i].code, code) == 0)
            return (enum finding_code)i;
    return FINDING_CODES;
}

enum severity finding_severity(enum finding_code code, bool strict)
{
    const struct finding_kind *kind = &finding_kinds[code];
    return strict && kind->is_dialect ? SEVERITY_WARNING : kind->severity;
}

void findings_clear(struct findings *f)
{
    f->count = 0;
    f->suppressed = 0;
    f->failed = false;
    buffer_clear(&f->text);
}

void findings_free(struct findings *f)
{
    free(f->items);
    buffer_free(&f->text);
    *f = (struct findings){.strict = f->strict, .minimum = f->minimum};
}

static bool grow(struct findings *f)
{
    struct finding *items = array_grow(f->items, &f->cap, 32, sizeof *items);
    if (!items)
        return false;
    f->items = items;
    return true;
}

/* Append a message and its NUL. Returns its length, or -1. */
static int add_message(struct buffer *b, const char *format, va_list args)
{
    enum { USUAL = 160 };
    if (!buffer_reserve(b, USUAL))
        return -1;
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(b->data + b->len, b->cap - b->len, format, args);
    if (len >= 0 && (size_t)len >= b->cap - b->len) {
        if (buffer_reserve(b, (size_t)len + 1))
            vsnprintf(b->data + b->len, b->cap - b->len, format, again);
        else
            len = -1;
    }
    va_end(again);
    if (len >= 0)
        b->len += (size_t)len + 1;
    return len;
}

void findings_add(struct findings *f, enum finding_code code, uint32_t source, size_t ply,
                  const char *format, ...)
{
    enum severity severity = finding_severity(code, f->strict);
    if (severity < f->minimum)
        return;
    if (f->count >= FINDINGS_MAX && severity != SEVERITY_ERROR) {
        f->suppressed++;
        return;
    }
    if (f->count == f->cap && !grow(f)) {
        f->failed = true;
        return;
    }
    uint32_t at = (uint32_t)f->text.len;
    int len;
    if (format) {
        va_list args;
        va_start(args, format);
        len = add_message(&f->text, lang_text(format), args);
        va_end(args);
    } else {
        const char *text = lang_text(finding_kinds[code].text);
        len = (int)strlen(text);
        buffer_add(&f->text, text, (size_t)len + 1);
    }
    if (len < 0 || f->text.failed) {
        f->failed = true;
        return;
    }
    f->items[f->count++] = (struct finding){
        .code = code,
        .severity = severity,
        .source = source,
        .ply = (uint32_t)ply,
        .text = at,
        .text_len = (uint32_t)len,
    };
}

void findings_reword(struct findings *f, size_t i, const char *format, ...)
{
    uint32_t at = (uint32_t)f->text.len;
    va_list args;
    va_start(args, format);
    int len = add_message(&f->text, lang_text(format), args);
    va_end(args);
    if (len < 0 || f->text.failed) {
        f->failed = true;
        return;
    }
    f->items[i].text = at;
    f->items[i].text_len = (uint32_t)len;
}

bool findings_append(struct findings *to, const struct findings *from)
{
    uint32_t shift = (uint32_t)to->text.len;
    buffer_add(&to->text, from->text.data, from->text.len);
    to->suppressed += from->suppressed;
    for (size_t i = 0; i < from->count && !to->text.failed; i++) {
        if (to->count == to->cap && !grow(to))
            return false;
        to->items[to->count] = from->items[i];
        to->items[to->count++].text += shift;
    }
    return !to->text.failed;
}

/* By place; findings of one place stay in the order in which they were added. */
static int compare(const void *pa, const void *pb)
{
    const struct finding *a = pa, *b = pb;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return a->text < b->text ? -1 : a->text > b->text;
}

void findings_sort(struct findings *f)
{
    size_t i = 1;
    while (i < f->count && f->items[i - 1].source <= f->items[i].source)
        i++;
    if (i < f->count)
        qsort(f->items, f->count, sizeof *f->items, compare);
}

/* Decode one code point of TEXT and write it to OUT, escaped if need be. Returns its length in TEXT
   and adds to *N what was written. */
enum { ESCAPE_MAX = 7 };
static size_t escape_one(const char *text, size_t len, char *out, size_t *n)
{
    uint32_t c;
    size_t used = utf8_decode(text, len, &c);
    char escape[16];
    size_t written;
    if (utf8_is_control(c)) {
        const char *form = c < 0x100 ? "\\x%02X" : "\\u%04X";
        written = (size_t)snprintf(escape, sizeof escape, form, (unsigned)c);
        memcpy(out, escape, written);
    } else {
        written = utf8_encode(c, out);
    }
    *n += written;
    return used;
}

/* Whether the first character of TEXT is not seen when it is printed. */
static bool starts_unseen(const char *text, size_t len)
{
    uint32_t c;
    utf8_decode(text, len, &c);
    return !utf8_is_control(c) && (c == ' ' || utf8_ink(c) != UTF8_INK);
}

const char *finding_quote(const char *text, size_t len, char out[QUOTE_MAX])
{
    enum { CODE_POINTS = 40, ROOM = QUOTE_MAX - ESCAPE_MAX - (int)sizeof "''..." };
    size_t n = 0, at = 0, last = 0;
    for (int i = 0; i < CODE_POINTS && at < len && n <= ROOM; i++) {
        last = at;
        at += escape_one(text + at, len - at, out + n, &n);
    }
    if (at < len) {
        memcpy(out + n, "...", 3);
        n += 3;
    }
    if (len == 0 || starts_unseen(text, len) ||
        (at == len && starts_unseen(text + last, len - last))) {
        memmove(out + 1, out, n);
        out[0] = out[n + 1] = '\'';
        n += 2;
    }
    out[n] = '\0';
    return out;
}

void finding_escape(struct buffer *out, const char *text, size_t len)
{
    for (size_t at = 0; at < len && buffer_reserve(out, ESCAPE_MAX);)
        at += escape_one(text + at, len - at, out->data + out->len, &out->len);
}

void finding_write_place(struct buffer *out, const char *name, const struct place *at)
{
    finding_escape(out, name, strlen(name));
    if (at->line > 0)
        buffer_printf(out, ":%" PRIu64 ":%" PRIu64, at->line, at->column);
    else
        buffer_printf(out, "@%" PRIu64, at->offset);
}
