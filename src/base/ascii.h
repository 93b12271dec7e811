/* The characters of ASCII by class, the same in every locale. A byte of a character beyond ASCII is
   in no class but where one says so. Blanks beyond ASCII: base/utf8.h.

                  space, tab   \v \f   \n \r
   is_blank       yes          yes     no       within a line
   is_space       yes          no      yes      the white space of JSON, FEN and comments
   is_white       yes          yes     yes      all of it
   is_line_end    no           no      yes */
#ifndef QIPU_BASE_ASCII_H
#define QIPU_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>

static inline bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool is_space(char c)
{
    return c == ' ' || c == '\t' || is_line_end(c);
}

static inline bool is_white(char c)
{
    return is_blank(c) || is_line_end(c);
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool is_letter(char c)
{
    return is_small(c) || is_capital(c);
}

/* A letter or digit of text that is folded (base/utf8_fold.h), or a byte of a character beyond
   ASCII. */
static inline bool is_folded(char c)
{
    return is_small(c) || is_digit(c) || (unsigned char)c >= 0x80;
}

/* The small letter of a capital; every other character is itself. */
static inline char lower_case(char c)
{
    return is_capital(c) ? (char)(c + ('a' - 'A')) : c;
}

static inline char upper_case(char c)
{
    return is_small(c) ? (char)(c - ('a' - 'A')) : c;
}

/* The value of a hexadecimal digit, or -1. */
static inline int hex_digit(char c)
{
    const char small = lower_case(c);
    if (is_digit(c))
        return c - '0';
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* The first place of DATA, which has LEN bytes, from AT on that is no blank: LEN if there is none. */
static inline size_t skip_blanks(const char *data, size_t len, size_t at)
{
    while (at < len && is_blank(data[at]))
        at++;
    return at;
}

static inline size_t skip_spaces(const char *data, size_t len, size_t at)
{
    while (at < len && is_space(data[at]))
        at++;
    return at;
}

static inline size_t skip_white(const char *data, size_t len, size_t at)
{
    while (at < len && is_white(data[at]))
        at++;
    return at;
}

#endif
