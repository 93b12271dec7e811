/* See suggest.h. */
#include "base/suggest.h"
#include "base/ascii.h"

#include <string.h>

enum { WORD_MAX = 40 };

size_t suggest_edits(const char *a, size_t m, const char *b, size_t n)
{
    size_t rows[3][WORD_MAX + 1];
    if (m > WORD_MAX || n > WORD_MAX)
        return WORD_MAX;
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= n; j++)
        last[j] = j;
    for (size_t i = 1; i <= m; i++) {
        now[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t best = last[j - 1] + (lower_case(a[i - 1]) != lower_case(b[j - 1]));
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
        size_t *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[n];
}

const char *suggest(const char *word, const char *const *names)
{
    size_t len = strlen(word);
    size_t nearest = len < 5 ? 2 : len / 4 + 2; /* the first distance that is too far */
    const char *best = NULL;
    for (; *names; names++) {
        if (len > 0 && strncmp(*names, word, len) == 0)
            return *names;
        size_t d = suggest_edits(word, len, *names, strlen(*names));
        if (d < nearest) {
            nearest = d;
            best = *names;
        }
    }
    return best;
}
