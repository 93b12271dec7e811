/* A line diff: what both texts begin and end with is set aside, the rest is compared by the longest
   common subsequence, or replaced whole where that would take too long. */
#include "report/diff.h"

#include <stdlib.h>
#include <string.h>

enum { CONTEXT = 3, CELLS_MAX = 4 << 20 };

struct line {
    const char *text;
    size_t len; /* with its line end */
};

struct lines {
    struct line *items;
    size_t count;
};

/* The lines of both texts in one order: ' ' stands in both, '-' in the old one, '+' in the new. */
struct script {
    char *ops;
    size_t count;
};

static bool split(const struct buffer *text, struct lines *lines)
{
    size_t count = 0;
    for (size_t i = 0; i < text->len; i++)
        count += text->data[i] == '\n' || i + 1 == text->len;
    *lines = (struct lines){.items = malloc((count + 1) * sizeof *lines->items)};
    if (!lines->items)
        return false;
    for (size_t at = 0; at < text->len;) {
        const char *s = text->data + at, *end = memchr(s, '\n', text->len - at);
        size_t len = end ? (size_t)(end - s) + 1 : text->len - at;
        lines->items[lines->count++] = (struct line){s, len};
        at += len;
    }
    return true;
}

static bool is_equal(const struct line *a, const struct line *b)
{
    return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

static void add_ops(struct script *s, char op, size_t count)
{
    memset(s->ops + s->count, op, count);
    s->count += count;
}

/* Compare A[0 .. n) with B[0 .. m). cells[i * (m + 1) + j] is the length of what A from i and B
   from j on have in common. */
static void compare(struct script *s, const struct line *a, size_t n, const struct line *b,
                    size_t m)
{
    const size_t width = m + 1;
    uint32_t *cells = NULL;
    if (n > 0 && m > 0 && n < CELLS_MAX / width)
        cells = calloc((n + 1) * width, sizeof *cells);
    if (!cells) {
        add_ops(s, '-', n);
        add_ops(s, '+', m);
        return;
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t j = m; j-- > 0;) {
            uint32_t down = cells[(i + 1) * width + j], right = cells[i * width + j + 1];
            cells[i * width + j] = is_equal(&a[i], &b[j]) ? cells[(i + 1) * width + j + 1] + 1
                                   : down > right         ? down
                                                          : right;
        }
    }
    size_t i = 0, j = 0;
    while (i < n && j < m) {
        if (is_equal(&a[i], &b[j])) {
            add_ops(s, ' ', 1);
            i++, j++;
        } else if (cells[(i + 1) * width + j] >= cells[i * width + j + 1]) {
            add_ops(s, '-', 1);
            i++;
        } else {
            add_ops(s, '+', 1);
            j++;
        }
    }
    add_ops(s, '-', n - i);
    add_ops(s, '+', m - j);
    free(cells);
}

static bool make_script(const struct lines *a, const struct lines *b, struct script *s)
{
    size_t head = 0, tail = 0;
    *s = (struct script){.ops = malloc(a->count + b->count + 1)};
    if (!s->ops)
        return false;
    while (head < a->count && head < b->count && is_equal(&a->items[head], &b->items[head]))
        head++;
    while (tail < a->count - head && tail < b->count - head &&
           is_equal(&a->items[a->count - 1 - tail], &b->items[b->count - 1 - tail]))
        tail++;
    add_ops(s, ' ', head);
    compare(s, a->items + head, a->count - head - tail, b->items + head, b->count - head - tail);
    add_ops(s, ' ', tail);
    return true;
}

/* --- Hunks ------------------------------------------------------------------------------------ */

static void write_line(struct buffer *out, char op, const struct line *line)
{
    buffer_add_char(out, op);
    buffer_add(out, line->text, line->len);
    if (line->text[line->len - 1] != '\n')
        buffer_add_string(out, "\n\\ No newline at end of file\n");
}

static void write_range(struct buffer *out, char sign, uint64_t before, size_t count)
{
    buffer_printf(out, "%c%llu,%zu", sign, (unsigned long long)(before + (count > 0)), count);
}

/* Write operations FROM .. TO of the script, before which I old and J new lines stand. */
static void write_hunk(struct diff *d, const struct lines *a, const struct lines *b,
                       const struct script *s, size_t from, size_t to, size_t i, size_t j,
                       struct buffer *out)
{
    size_t old = 0, new = 0;
    for (size_t k = from; k < to; k++) {
        old += s->ops[k] != '+';
        new += s->ops[k] != '-';
    }
    if (!d->is_named)
        buffer_printf(out, "--- %s\n+++ %s\n", d->name, d->name);
    d->is_named = true;
    buffer_add_string(out, "@@ ");
    write_range(out, '-', d->old_line + i, old);
    buffer_add_char(out, ' ');
    write_range(out, '+', d->new_line + j, new);
    buffer_add_string(out, " @@\n");
    for (size_t k = from; k < to; k++) {
        write_line(out, s->ops[k], s->ops[k] == '+' ? &b->items[j] : &a->items[i]);
        i += s->ops[k] != '+';
        j += s->ops[k] != '-';
    }
}

/* How many lines from operation K on are in both texts, going by STEP, at most MOST. */
static size_t run_of_equal(const struct script *s, size_t k, int step, size_t most)
{
    size_t n = 0;
    while (n < most && k < s->count && s->ops[k] == ' ') {
        n++;
        k += (size_t)step; /* below 0 it is beyond the count */
    }
    return n;
}

/* The operation behind the last change of the hunk whose first change is K. */
static size_t end_of_hunk(const struct script *s, size_t k)
{
    for (;;) {
        while (k < s->count && s->ops[k] != ' ')
            k++;
        size_t same = run_of_equal(s, k, 1, 2 * CONTEXT + 1);
        if (same > 2 * CONTEXT || k + same == s->count)
            return k;
        k += same;
    }
}

/* Both sides of a hunk have the same number of lines around the change: patch would take fewer on
   one side for the beginning or end of the file. */
static void write_hunks(struct diff *d, const struct lines *a, const struct lines *b,
                        const struct script *s, struct buffer *out)
{
    size_t i = 0, j = 0;
    for (size_t k = 0; k < s->count;) {
        if (s->ops[k] == ' ') {
            i++, j++, k++;
            continue;
        }
        size_t end = end_of_hunk(s, k);
        size_t before = run_of_equal(s, k - 1, -1, CONTEXT);
        size_t around = run_of_equal(s, end, 1, before);
        write_hunk(d, a, b, s, k - around, end + around, i - around, j - around, out);
        for (; k < end; k++) {
            i += s->ops[k] != '+';
            j += s->ops[k] != '-';
        }
    }
}

/* --- Texts ------------------------------------------------------------------------------------ */

void diff_start(struct diff *d, const char *name)
{
    buffer_clear(&d->old);
    buffer_clear(&d->new);
    d->old_line = d->new_line = 0;
    d->name = name;
    d->is_named = false;
}

void diff_add(struct diff *d, const char *old, size_t old_len, const char *new, size_t new_len)
{
    buffer_add(&d->old, old, old_len);
    buffer_add(&d->new, new, new_len);
}

static size_t count_lines(const struct buffer *text)
{
    size_t n = 0;
    const char *s = text->data, *end = text->len > 0 ? s + text->len : s;
    while (s < end && (s = memchr(s, '\n', (size_t)(end - s))) != NULL) {
        n++;
        s++;
    }
    return n;
}

bool diff_end(struct diff *d, struct buffer *out)
{
    struct lines a = {0}, b = {0};
    struct script s = {0};
    bool ok = !d->old.failed && !d->new.failed;
    bool same = d->old.len == d->new.len &&
                (d->old.len == 0 || memcmp(d->old.data, d->new.data, d->old.len) == 0);
    if (ok && !same) {
        ok = split(&d->old, &a) && split(&d->new, &b) && make_script(&a, &b, &s);
        if (ok)
            write_hunks(d, &a, &b, &s, out);
        free(s.ops);
        free(a.items);
        free(b.items);
    }
    d->old_line += count_lines(&d->old);
    d->new_line += count_lines(&d->new);
    buffer_clear(&d->old);
    buffer_clear(&d->new);
    return ok && !out->failed;
}

static bool at_line_start(const struct buffer *text)
{
    return text->len == 0 || text->data[text->len - 1] == '\n';
}

bool diff_cut(struct diff *d, struct buffer *out)
{
    return !at_line_start(&d->old) || !at_line_start(&d->new) || diff_end(d, out);
}

void diff_free(struct diff *d)
{
    buffer_free(&d->old);
    buffer_free(&d->new);
}
