/* The parts of the growable buffer that are not inline: growth and formatting. */
#include "base/buffer.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUFFER_FIRST_SIZE = 256 };

void buffer_free(struct buffer *b)
{
    free(b->data);
    *b = (struct buffer){0};
}

/* With no room left, every further write comes here and is refused. */
static bool fail(struct buffer *b)
{
    b->failed = true;
    b->cap = b->len;
    return false;
}

bool buffer_reserve(struct buffer *b, size_t extra)
{
    if (b->failed)
        return false;
    if (extra <= b->cap - b->len)
        return true;
    if (extra > SIZE_MAX / 2 - b->len)
        return fail(b);
    size_t need = b->len + extra, cap = b->cap < BUFFER_FIRST_SIZE ? BUFFER_FIRST_SIZE : b->cap;
    while (cap < need)
        cap = cap > SIZE_MAX / 2 ? need : cap * 2;
    char *data = realloc(b->data, cap);
    if (!data)
        return fail(b);
    b->data = data;
    b->cap = cap;
    return true;
}

void buffer_printf(struct buffer *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t room = b->cap - b->len;
    int needed = vsnprintf(room ? b->data + b->len : NULL, room, format, args);
    va_end(args);
    if (needed < 0) {
        fail(b);
        return;
    }
    if ((size_t)needed >= room) {
        if (!buffer_reserve(b, (size_t)needed + 1))
            return;
        va_start(args, format);
        vsnprintf(b->data + b->len, (size_t)needed + 1, format, args);
        va_end(args);
    }
    if (!b->failed)
        b->len += (size_t)needed;
}

void buffer_add_column(struct buffer *b, const char *text, int width)
{
    size_t used = utf8_width(text, strlen(text)), wanted = (size_t)abs(width);
    if (width < 0)
        buffer_add_string(b, text);
    for (size_t i = used; i < wanted; i++)
        buffer_add_char(b, ' ');
    if (width >= 0)
        buffer_add_string(b, text);
}

const char *buffer_terminate(struct buffer *b)
{
    if (b->failed || !buffer_reserve(b, 1))
        return "";
    b->data[b->len] = '\0';
    return b->data;
}
