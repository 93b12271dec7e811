/* What commands and engine matches say: times, evaluations, depths. */
#include "base/ascii.h"
#include "notation/annotation.h"

#include <stdio.h>
#include <string.h>

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
    enum { PARTS = 3, DIGITS = 6, LONG = 10 };
    const char *s = a->value, *end = s + a->value_len;
    uint64_t seconds = 0, part;
    if (a->form == ANNOTATION_ITEM && read_number(&s, end, LONG, milliseconds) && s == end)
        return true;
    s = a->value;
    if (a->form != ANNOTATION_COMMAND && end > s && end[-1] == 's')
        end--;
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

static bool read_depth(const char **s, const char *end, struct annotation_eval *out)
{
    enum { DIGITS = 5 };
    uint64_t n;
    if (!read_number(s, end, DIGITS, &n))
        return false;
    out->has_depth = true;
    out->depth = (uint32_t)n;
    return true;
}

bool annotation_depth(const struct annotation *a, uint32_t *depth)
{
    const char *s = a->value, *end = s + a->value_len;
    struct annotation_eval eval = {0};
    const bool ok = read_depth(&s, end, &eval) && s == end;
    *depth = eval.depth;
    return ok;
}

/* A mate as it is counted by programs of engine matches: plies from before the move. */
static uint32_t moves_of_plies(uint64_t plies)
{
    return (uint32_t)((plies + 1) / 2);
}

static bool read_sign(const char **s, const char *end, struct annotation_eval *out)
{
    if (*s == end || (**s != '-' && **s != '+'))
        return false;
    out->is_negative = *(*s)++ == '-';
    return true;
}

static bool is_zero(const struct annotation_eval *eval)
{
    return !eval->is_mate && eval->pawns[strspn(eval->pawns, "0.")] == '\0';
}

bool annotation_eval(const struct annotation *a, enum color mover, struct annotation_eval *out)
{
    enum { DIGITS = 5 };
    const char *s = a->value, *end = s + a->value_len;
    const bool is_command = a->form == ANNOTATION_COMMAND;
    uint64_t n;
    *out = (struct annotation_eval){0};
    const bool has_sign = read_sign(&s, end, out);
    out->is_mate = s < end && (*s == '#' || *s == 'M');
    s += out->is_mate;
    if (out->is_mate && !has_sign) /* "#-3" as well as "-M3" */
        read_sign(&s, end, out);
    if (out->is_mate) {
        if (!read_number(&s, end, DIGITS, &n))
            return false;
        out->mate = is_command ? (uint32_t)n : moves_of_plies(n);
    } else if (!read_pawns(&s, end, out->pawns, sizeof out->pawns)) {
        return false;
    }
    if (a->form == ANNOTATION_SCORE && mover == BLACK)
        out->is_negative = !out->is_negative && !is_zero(out);
    if (s < end && *s == (is_command ? ',' : '/')) {
        s++;
        while (!is_command && s < end && !is_digit(*s))
            s++;
        if (!read_depth(&s, end, out))
            return false;
    }
    return s == end;
}

/* --- Profiles --------------------------------------------------------------------------------- */

/* A whole number with or without sign. */
static bool read_signed(const char **s, const char *end, int64_t *n)
{
    enum { DIGITS = 6 };
    uint64_t value;
    const bool is_negative = *s < end && **s == '-';
    *s += is_negative;
    if (!read_number(s, end, DIGITS, &value))
        return false;
    *n = is_negative ? -(int64_t)value : (int64_t)value;
    return true;
}

bool annotation_profile(const struct annotation *a, struct annotation_profile *p)
{
    int64_t first, last;
    *p = (struct annotation_profile){.at = a->value, .end = a->value + a->value_len};
    if (!read_signed(&p->at, p->end, &first) || first < 0 || p->at == p->end || *p->at++ != ',' ||
        !read_signed(&p->at, p->end, &last) || last < first)
        return false;
    p->ply = (size_t)first;
    return true;
}

bool annotation_profile_at(struct annotation_profile *p, size_t ply, struct annotation_eval *out)
{
    enum { MATED = 30000, MATES = 29000 };
    int64_t n = MATED;
    if (ply < p->ply)
        return false;
    for (; p->ply <= ply; p->ply++)
        if (p->at == p->end || *p->at++ != ',' || !read_signed(&p->at, p->end, &n)) {
            p->at = p->end;
            return false;
        }
    *out = (struct annotation_eval){.is_negative = n<0, .is_mate = n> MATES || n < -MATES};
    const unsigned size = (unsigned)(n < 0 ? -n : n);
    if (out->is_mate && size < MATED)
        out->mate = moves_of_plies(MATED - size);
    else
        snprintf(out->pawns, sizeof out->pawns, "%u.%02u", size / 100, size % 100);
    return size < MATED;
}
