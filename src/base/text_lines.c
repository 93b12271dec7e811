/* Telling line by line which text is UTF-8. A line is judged from its first byte that is not ASCII
   (what stands before reads the same either way) to its end. Of a line longer than TEXT_LINE_MAX
   from there, that much is judged, and the rest as if it were a line of its own. */
#include "base/ascii.h"
#include "base/text_parts.h"

#include "base/utf8.h"

static bool is_ascii(char c)
{
    return (unsigned char)c < 0x80;
}

bool text_is_cut_code_point(const char *p, size_t n)
{
    if (n == 0)
        return true;
    unsigned char lead = (unsigned char)p[0];
    size_t whole = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || n >= whole)
        return false;
    for (size_t i = 1; i < n; i++) {
        if (((unsigned char)p[i] & 0xC0) != 0x80)
            return false;
    }
    return true;
}

struct line_run text_line_run(const char *p, size_t n, bool final)
{
    size_t block = n < TEXT_LINE_MAX ? n : TEXT_LINE_MAX;
    bool is_last = final && block == n;
    size_t valid = utf8_valid_prefix(p, block);
    if (valid == block && is_last)
        return (struct line_run){RUN_PASS, block};

    size_t judged = valid; /* where the judged part of the line at VALID starts */
    while (judged > 0 && !is_line_end(p[judged - 1]))
        judged--;
    while (judged < valid && is_ascii(p[judged]))
        judged++;
    if (judged > 0)
        return (struct line_run){RUN_PASS, judged};

    if (block == TEXT_LINE_MAX && block - valid < 4 &&
        text_is_cut_code_point(p + valid, block - valid))
        return (struct line_run){RUN_PASS, valid};
    for (size_t end = valid; end < block; end++) {
        if (is_line_end(p[end]))
            return (struct line_run){RUN_CONVERT, end + 1};
    }
    if (block == TEXT_LINE_MAX || is_last)
        return (struct line_run){RUN_CONVERT, block};
    return (struct line_run){RUN_HOLD, 0};
}
