/* Where in the source a window byte stands. Lines are counted once, when they are asked about or
   leave the window; counting them is on the hot path and goes 16 bytes at a time. */
#include "base/array.h"
#include "base/text_parts.h"

#include "base/utf8.h"

#include <stdlib.h>

enum { VECTOR = 16, MOST_ROUNDS = 255 };

typedef unsigned char byte_vector __attribute__((vector_size(VECTOR)));

static byte_vector load(const char *p)
{
    byte_vector v;
    memcpy(&v, p, VECTOR);
    return v;
}

/* Line ends in P[0 .. N): LF, and CR before anything else. P[N] must be readable. */
static uint64_t count_line_ends(const char *p, size_t n)
{
    const byte_vector zero = {0}, lf = zero + '\n', cr = zero + '\r';
    uint64_t count = 0;
    size_t i = 0;
    while (n - i >= VECTOR) {
        byte_vector found = zero;
        for (int round = 0; round < MOST_ROUNDS && n - i >= VECTOR; round++, i += VECTOR) {
            byte_vector here = load(p + i), next = load(p + i + 1);
            found -= (byte_vector)((here == lf) | ((here == cr) & (next != lf)));
        }
        for (int k = 0; k < VECTOR; k++)
            count += found[k];
    }
    for (; i < n; i++)
        count += p[i] == '\n' || (p[i] == '\r' && p[i + 1] != '\n');
    return count;
}

/* Move C forward to window byte POS. */
static void advance(const struct text *t, struct text_cursor *c, size_t pos)
{
    size_t from = (size_t)(c->at - t->base), start = from;
    uint64_t lines = count_line_ends(t->data + from, pos - from);
    if (lines > 0) {
        c->line += lines;
        c->column = 1;
        start = pos;
        while (t->data[start - 1] != '\n' && (t->data[start - 1] != '\r' || t->data[start] == '\n'))
            start--;
    }
    c->column += utf8_count(t->data + start, pos - start);
    c->at = t->base + pos;
}

/* Move C back to window byte POS, which is not before t->first. */
static void retreat(const struct text *t, struct text_cursor *c, size_t pos)
{
    size_t from = (size_t)(c->at - t->base), first = (size_t)(t->first.at - t->base), start = pos;
    uint64_t lines = count_line_ends(t->data + pos, from - pos);
    c->at = t->base + pos;
    if (lines == 0) {
        c->column -= utf8_count(t->data + pos, from - pos);
        return;
    }
    c->line -= lines;
    while (start > first && t->data[start - 1] != '\n' &&
           (t->data[start - 1] != '\r' || t->data[start] == '\n'))
        start--;
    c->column = (start > first ? 1 : t->first.column) + utf8_count(t->data + start, pos - start);
}

bool text_mark(struct text *t, bool converted)
{
    uint64_t at = t->base + t->len;
    struct text_mark mark = {at, t->offset, t->kept_base + t->kept.len, converted};
    struct text_mark *last = t->mark_count > 0 ? &t->marks[t->mark_count - 1] : NULL;
    if (last && last->at == at && last->offset == t->offset) {
        *last = mark;
        return true;
    }
    if (last && last->converted == converted && (!converted || at - last->at < TEXT_MARK_DISTANCE))
        return true;
    if (t->mark_count == t->mark_cap) {
        struct text_mark *marks = array_grow(t->marks, &t->mark_cap, 16, sizeof *marks);
        if (!marks)
            return false;
        t->marks = marks;
    }
    t->marks[t->mark_count++] = mark;
    return true;
}

/* The index of the last mark at or before text position AT. There is one. */
static size_t find_mark(const struct text *t, uint64_t at)
{
    size_t low = 0, high = t->mark_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (t->marks[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* How many source bytes the first LEN bytes of text behind the converted MARK come from. */
static uint64_t convert_again(struct text *t, size_t mark, uint64_t len)
{
    const struct text_mark *m = &t->marks[mark];
    uint64_t end = mark + 1 < t->mark_count ? m[1].kept : t->kept_base + t->kept.len;
    char scratch[1024];
    struct decoding d = {.in = t->kept.data + (m->kept - t->kept_base),
                         .in_len = (size_t)(end - m->kept),
                         .out = scratch,
                         .final = true,
                         .iconv = t->probe};
    uint64_t used = 0;
    if (t->probe != (iconv_t)-1)
        iconv(t->probe, NULL, NULL, NULL, NULL);
    while (len > 0 && d.in_len > 0) {
        d.out_cap = len < sizeof scratch ? (size_t)len : sizeof scratch;
        d.used = d.made = 0;
        t->decode(&d);
        if (d.made == 0)
            break; /* the position lies inside a character */
        len -= d.made;
        used += d.used;
        d.in += d.used;
        d.in_len -= d.used;
    }
    return used;
}

uint64_t text_offset(struct text *t, size_t pos)
{
    uint64_t at = t->base + pos;
    if (t->mark_count == 0 || (pos == t->len && t->window.at_end))
        return t->offset;
    size_t mark = find_mark(t, at);
    const struct text_mark *m = &t->marks[mark];
    return m->offset + (m->converted ? convert_again(t, mark, at - m->at) : at - m->at);
}

struct place text_place(struct text *t, size_t pos)
{
    if (pos > t->window.len)
        pos = t->window.len;
    if (t->base + pos < t->last.at)
        retreat(t, &t->last, pos);
    else
        advance(t, &t->last, pos);
    return (struct place){t->last.line, t->last.column, text_offset(t, pos)};
}

void text_forget(struct text *t, size_t done)
{
    uint64_t at = t->base + done;
    if (t->last.at <= at)
        t->first = t->last;
    advance(t, &t->first, done);
    if (t->last.at < at)
        t->last = t->first;

    if (t->mark_count == 0)
        return;
    size_t mark = find_mark(t, at);
    size_t kept = (size_t)(t->marks[mark].kept - t->kept_base);
    t->mark_count -= mark;
    if (mark > 0)
        memmove(t->marks, t->marks + mark, t->mark_count * sizeof *t->marks);
    if (kept > 0) {
        t->kept.len -= kept;
        t->kept_base += kept;
        memmove(t->kept.data, t->kept.data + kept, t->kept.len);
    }
}
