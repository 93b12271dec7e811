/* Errors travel as return values with a filled `struct error` that the caller may print. Nothing
   in the library prints or exits. Functions that can fail take a `struct error *` (never NULL)
   and return false, NULL or -1 when they filled it. */
#ifndef QIPU_BASE_ERROR_H
#define QIPU_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum error_code {
    ERROR_NONE,
    ERROR_USAGE,       /* the caller asked for something that cannot be */
    ERROR_IO,          /* the system refused to open, read or write */
    ERROR_FORMAT,      /* the data is not what it should be */
    ERROR_DAMAGED,     /* a checksum or an invariant of stored data fails */
    ERROR_UNSUPPORTED, /* recognised, but not handled */
    ERROR_MEMORY
};

struct error {
    enum error_code code;
    char text[512]; /* one line of UTF-8 without a final newline, cut if longer */
};

/* Fill ERR and return false, so that a failing function may `return error_set(...)`. */
bool error_set(struct error *err, enum error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, with ": " and the text of the errno value ERRNUM after it. */
bool error_set_errno(struct error *err, int errnum, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool error_no_memory(struct error *err);

#endif
