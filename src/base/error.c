/* Filling in errors. A message that does not fit is cut at a code point, so that it stays UTF-8. */
#include "base/error.h"
#include "base/lang.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Drop a code point that vsnprintf cut in the middle. */
static void cut_at_code_point(char *text, size_t cap, int needed)
{
    if (needed < 0 || (size_t)needed < cap)
        return;
    size_t lead = cap - 1; /* where the byte stands that starts the last code point */
    while (lead > 0 && ((unsigned char)text[lead - 1] & 0xC0) == 0x80)
        lead--;
    if (lead > 0 && (unsigned char)text[lead - 1] >= 0xC0)
        text[lead - 1] = '\0';
}

static void set_text(struct error *err, enum error_code code, const char *format, va_list args)
{
    err->code = code;
    int needed = vsnprintf(err->text, sizeof err->text, lang_text(format), args);
    if (needed < 0)
        err->text[0] = '\0';
    cut_at_code_point(err->text, sizeof err->text, needed);
}

bool error_set(struct error *err, enum error_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_text(err, code, format, args);
    va_end(args);
    return false;
}

bool error_set_errno(struct error *err, int errnum, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_text(err, errnum == ENOMEM ? ERROR_MEMORY : ERROR_IO, format, args);
    va_end(args);
    char reason[128];
    if (strerror_r(errnum, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, lang_text("error %d"), errnum);
    size_t len = strlen(err->text), room = sizeof err->text - len;
    int needed = snprintf(err->text + len, room, ": %s", lang_text(reason));
    cut_at_code_point(err->text + len, room, needed);
    return false;
}

bool error_no_memory(struct error *err)
{
    return error_set(err, ERROR_MEMORY, "out of memory");
}
