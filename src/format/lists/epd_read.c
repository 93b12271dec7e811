/* The reader of FEN lists and EPD files. A line is complete in the window or asked for again, so
   nothing is kept from call to call. */
#include "base/ascii.h"
#include "base/utf8.h"
#include "format/lists/epd.h"

#include <string.h>

/* The length of the line at S, without its end. */
static size_t line_length(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && !is_line_end(s[n]))
        n++;
    return n;
}

/* Pass over blank lines and comment lines from AT on. Returns where a line of text begins, or where
   a line begins that the window does not hold to its end, or the window's length. */
static size_t skip_lines(const struct text_window *window, size_t at)
{
    while (at < window->len) {
        const size_t s = utf8_skip_unseen(window->data, window->len, at);
        if (s == window->len || window->data[s] != '#')
            return s;
        size_t n = line_length(window->data + s, window->len - s);
        if (s + n == window->len && !window->at_end)
            return s;
        at = s + n;
    }
    return at;
}

static bool add_tag(struct record *rec, const char *name, size_t name_len, const char *value,
                    size_t len, uint32_t source)
{
    struct slice n, v;
    if (!record_add_text(rec, name, name_len, &n) || !record_add_text(rec, value, len, &v))
        return false;
    record_blank_nuls(rec, v);
    return record_add_tag(rec, n, v, source);
}

/* Operands as written; of one string only what is inside the quotes. */
static bool add_operation(struct record *rec, const struct epd_operation *op, const char *line)
{
    const char *value = op->operands;
    size_t len = op->operands_len;
    if (len >= 2 && value[0] == '"' && memchr(value + 1, '"', len - 1) == value + len - 1) {
        value++;
        len -= 2;
    }
    return add_tag(rec, op->opcode, op->opcode_len, value, len, (uint32_t)(value - line));
}

static bool add_fen(struct record *rec, const struct position *pos, bool shredder)
{
    char text[FEN_MAX];
    size_t len = fen_format(pos, shredder, text);
    return add_tag(rec, "SetUp", 5, "1", 1, 0) && add_tag(rec, "FEN", 3, text, len, 0);
}

/* --- Blanks ----------------------------------------------------------------------------------- */

/* Outside strings of LINE set blanks of ASCII for others, and move what is not seen as blanks behind
   its word, so that all else keeps its place. Returns the place of the first of them, or LEN. */
static size_t level_blanks(char *line, size_t len)
{
    size_t first = len, to = 0, n;
    bool is_quoted = false;
    for (size_t at = 0; at < len; at += n) {
        enum utf8_ink ink = utf8_ink_at(line + at, len - at, &n);
        is_quoted ^= line[at] == '"';
        ink = is_quoted ? UTF8_INK : ink;
        first = ink != UTF8_INK && first == len ? at : first;
        if (ink == UTF8_BLANK || is_blank(line[at])) {
            memset(line + to, ' ', at + n - to);
            to = at + n;
        } else if (ink == UTF8_INK) {
            memmove(line + to, line + at, n);
            to += n;
        }
    }
    memset(line + to, ' ', len - to);
    return first;
}

/* --- Lines ------------------------------------------------------------------------------------ */

static bool read_plain_line(const char *line, size_t len, struct record *rec, struct findings *f)
{
    struct position pos;
    struct fen_report report;
    struct epd_operation operations[EPD_OPERATIONS_MAX];
    size_t count;
    bool playable = epd_parse(rec->game, line, len, &pos, operations, &count, &report);
    uint32_t source = (uint32_t)report.column;
    if (!playable) {
        rec->is_broken = rec->bad_start = true;
        findings_add(f, FINDING_BAD_FEN, source, 0, "%s", report.text);
        return true;
    }
    if (report.text[0])
        findings_add(f,
                     report.fault == FEN_TRAILING ? FINDING_BAD_TAG
                     : fen_only_clock(&report)    ? FINDING_FEN_CLOCK
                                                  : FINDING_FEN_DETAIL,
                     source, 0, "%s", report.text);
    const char *nul = memchr(line, '\0', len);
    if (nul)
        findings_add(f, FINDING_NUL_BYTE, (uint32_t)(nul - line), 0, NULL);
    for (size_t i = 0; i < count; i++) {
        if (epd_is_moves(&operations[i]))
            continue;
        epd_check_moves(&pos, &operations[i], line, f);
        if (!add_operation(rec, &operations[i], line))
            return false;
    }
    if (!add_fen(rec, &pos, report.shredder))
        return false;
    record_set_start(rec, &pos);
    rec->is_listed = true;
    for (size_t i = 0; i < count; i++)
        if (epd_is_moves(&operations[i]) && !epd_play_moves(rec, &operations[i], line, f))
            return false;
    return true;
}

static bool read_line(const char *line, size_t len, struct record *rec, struct findings *f)
{
    struct buffer copy = {0};
    size_t at = 0;
    while (at < len && (unsigned char)line[at] < 0x80)
        at++;
    if (at == len)
        return read_plain_line(line, len, rec, f);
    buffer_add(&copy, line, len);
    size_t odd = copy.failed ? len : level_blanks(copy.data, len);
    if (odd < len)
        findings_add(f, FINDING_ODD_BLANK, (uint32_t)odd, 0, NULL);
    bool ok = !copy.failed && read_plain_line(copy.data, len, rec, f);
    buffer_free(&copy);
    return ok;
}

enum epd_status epd_read(const struct text_window *window, enum game game, size_t *base,
                         size_t *next, struct record *rec, struct findings *f)
{
    findings_clear(f);
    if (!record_clear(rec, game))
        return EPD_NO_MEMORY;
    size_t at = skip_lines(window, *next);
    const char *line = window->data + at;
    size_t len = line_length(line, window->len - at);
    *base = *next = at;
    if (at + len == window->len && !window->at_end)
        return EPD_MORE;
    if (len == 0)
        return EPD_END;
    *next += len;
    if (*next < window->len) /* the NUL behind the window ends a lone CR */
        *next += line[len] == '\r' && line[len + 1] == '\n' ? 2 : 1;
    while (len > 0 && is_blank(line[len - 1]))
        len--;
    return read_line(line, len, rec, f) ? EPD_GAME : EPD_NO_MEMORY;
}
