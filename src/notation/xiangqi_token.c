/* Where a xiangqi move that is not coordinates begins and ends in a text. Such moves need no blank
   between them, and careless programs put blanks inside, so they are told by their shape: four
   characters, or five, with the direction before the last. */
#include "base/utf8.h"
#include "notation/xiangqi_text.h"

#include <string.h>

/* In bytes, the blanks that a move may have between two of its characters: so that it has an
   end. */
enum { LONGEST = 5, BLANKS_MAX = 9 };

struct shape {
    uint8_t glyphs[LONGEST];
    bool is_ascii[LONGEST]; /* a digit is no Chinese numeral */
    size_t end[LONGEST];    /* offsets behind each */
    size_t count;
    size_t unbroken; /* glyphs before the first blank */
};

static size_t blank_length(const char *s, size_t len)
{
    if (len > 0 && (*s == ' ' || *s == '\t'))
        return 1;
    size_t n;
    return len > 0 && (unsigned char)*s >= 0x80 && utf8_ink_at(s, len, &n) != UTF8_INK ? n : 0;
}

/* The glyphs from TEXT on, up to LONGEST or to what is none. */
static void take_shape(const char *text, size_t len, struct shape *s)
{
    size_t at = 0;
    *s = (struct shape){.count = 0};
    while (s->count < LONGEST && at < len) {
        uint8_t glyphs[GLYPHS_MAX];
        uint32_t code;
        size_t blank, start = at;
        while (s->count > 0 && at - start < BLANKS_MAX &&
               (blank = blank_length(text + at, len - at)) > 0)
            at += blank;
        size_t n = at < len ? utf8_decode(text + at, len - at, &code) : 0;
        if (n == 0 || xiangqi_glyphs(text + at, n, glyphs) != 1)
            break;
        s->unbroken += s->unbroken == s->count && start == at;
        s->glyphs[s->count] = glyphs[0];
        s->is_ascii[s->count] = n == 1;
        at += n;
        s->end[s->count++] = at;
    }
}

static bool is_file_digit(uint8_t g)
{
    return g >= '1' && g <= '9';
}

static bool is_man(uint8_t g)
{
    return g >= GLYPH_PIECE && g < GLYPH_FRONT;
}

static bool is_word_mark(uint8_t g)
{
    return g == GLYPH_FRONT || g == GLYPH_MIDDLE || g == GLYPH_REAR;
}

static bool is_direction(uint8_t g)
{
    return g == GLYPH_FORWARD || g == GLYPH_BACKWARD || g == GLYPH_SIDEWAYS;
}

/* 炮二平五, 前車進１, 三兵平四, 前九平八; 前兵九平八, 二卒7平6. */
static size_t chinese_count(const struct shape *s)
{
    const uint8_t *g = s->glyphs;
    if (s->count >= 4 && is_direction(g[2]) && is_file_digit(g[3]))
        return (is_man(g[0]) && is_file_digit(g[1])) ||
                       (is_word_mark(g[0]) && is_file_digit(g[1])) ||
                       ((is_word_mark(g[0]) || is_file_digit(g[0])) && is_man(g[1]))
                   ? 4
                   : 0;
    bool is_five = s->count == 5 &&
                   (is_word_mark(g[0]) || (is_file_digit(g[0]) && !s->is_ascii[0])) &&
                   is_man(g[1]) && is_file_digit(g[2]) && is_direction(g[3]) && is_file_digit(g[4]);
    return is_five ? 5 : 0;
}

static bool is_in(uint8_t g, const char *set)
{
    return g != GLYPH_NONE && g < GLYPH_PIECE && strchr(set, g);
}

/* C2.5, +R-1, R+.9, Pa.4, ++.4, 4+.5, 33.4, 62.5. */
static bool is_wxf(const struct shape *s)
{
    static const char men[] = "KABENHMRCP", signs[] = "+-.", ways[] = "+-.=";
    const uint8_t *g = s->glyphs;
    if (s->count < 4 || !is_in(g[2], ways) || !is_file_digit(g[3]))
        return false;
    if (is_in(g[0], men))
        return is_file_digit(g[1]) || is_in(g[1], "+-.ABCDE");
    if (is_in(g[0], signs))
        return is_in(g[1], men) || (g[0] == g[1] && g[0] != '.');
    return is_file_digit(g[0]) && (is_file_digit(g[1]) || is_in(g[1], "+-"));
}

size_t xiangqi_token(const char *text, size_t len, char out[XIANGQI_TOKEN_MAX], size_t *out_len)
{
    struct shape s;
    take_shape(text, len, &s);
    size_t count = chinese_count(&s);
    if (count == 0 && is_wxf(&s)) {
        unsigned char next = s.end[3] < len ? (unsigned char)text[s.end[3]] : ' ';
        bool goes_on =
            (next >= '0' && next <= '9') || ((next | 0x20) >= 'a' && (next | 0x20) <= 'z');
        count = goes_on || s.unbroken < 4 ? 0 : 4;
    }
    if (count == 0)
        return 0;
    size_t n = 0, end = s.end[count - 1];
    for (size_t i = 0; i < end;) {
        size_t blank = blank_length(text + i, end - i);
        if (blank == 0)
            out[n++] = text[i];
        i += blank > 0 ? blank : 1;
        if (n == XIANGQI_TOKEN_MAX)
            return 0;
    }
    *out_len = n;
    return end;
}
