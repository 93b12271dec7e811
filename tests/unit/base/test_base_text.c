/* Decoded text: whatever the size of the reads, the same text, places and hashes come out. */
#include "base/text_parts.h"
#include "format/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { CHUNK_MAX = 64 };

/* How many source bytes the text character of LEN bytes at TEXT comes from. */
typedef size_t step_function(const char *text, size_t len, const char *source, size_t left);

struct sample {
    const char *source;
    size_t source_len;
    const char *encoding; /* given to text_open */
    step_function *step;
    size_t mark_len;  /* of the byte-order mark */
    const char *text; /* expected */
    size_t text_len;
    uint64_t fallback_lines, replaced;
};

static size_t step_by_line(const char *text, size_t len, const char *source, size_t left)
{
    return len <= left && memcmp(text, source, len) == 0 ? len : 1;
}

static size_t step_utf16(const char *text, size_t len, const char *source, size_t left)
{
    (void)text;
    (void)source;
    return len == 4 ? 4 : left < 2 ? left : 2;
}

static size_t step_gb18030(const char *text, size_t len, const char *source, size_t left)
{
    (void)left;
    if (len == 3 && memcmp(text, "\xEF\xBF\xBD", 3) == 0)
        return 1;
    return len == 1 ? 1 : (unsigned char)source[1] < 0x40 ? 4 : 2;
}

static size_t step_big5(const char *text, size_t len, const char *source, size_t left)
{
    (void)source;
    (void)left;
    if (memcmp(text, "\xCC\x84", 2) == 0)
        return 0; /* the second character made of the same two bytes */
    return len == 1 ? 1 : 2;
}

/* Lines of two bytes a character beside lines of UTF-8. */
static size_t step_chinese(const char *text, size_t len, const char *source, size_t left)
{
    return len == 1 || (len <= left && memcmp(text, source, len) == 0) ? len : 2;
}

#define BYTES(s) (s), sizeof(s) - 1

static const struct sample samples[] = {
    /* Told by the moves: GB18030 with a line of UTF-8, and a line that could be UTF-8 by chance;
       Big5, whose second bytes may be ASCII. */
    {BYTES("[Game \"Chinese Chess\"]\n[Red \"\xC2\xC0\xC7\xD5\"]\n1. "
           "\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 \xC2\xED\xA3\xB8\xBD\xF8\xA3\xB7 "
           "{}\n{\xE8\xBD\xA6}\n[Black \"\xEC\xB6\xBCt\xC4\xBE\"]\n"),
     NULL, step_chinese, 0,
     BYTES("[Game \"Chinese Chess\"]\n[Red \"\xE5\x90\x95\xE9\x92\xA6\"]\n1. "
           "\xE7\x82\xAE\xE4\xBA\x8C\xE5\xB9\xB3\xE4\xBA\x94 "
           "\xE9\xA9\xAC\xEF\xBC\x98\xE8\xBF\x9B\xEF\xBC\x97 {}\n{\xE8\xBD\xA6}\n[Black "
           "\"\xE6\x96\xBC\xE7\xB4\x85\xE6\x9C\xA8\"]\n"),
     3, 0},
    {BYTES("[Red \"\xB3\\\xBB\xC8\xA4t\"]\n1. \xAC\xB6\xA4G\xA5\xAD\xA4\xAD "
           "\xB0\xA8\xA2\xB7\xB6i\xA2\xB6 {\xA5\\}\n"),
     NULL, step_chinese, 0,
     BYTES("[Red \"\xE8\xA8\xB1\xE9\x8A\x80\xE5\xB7\x9D\"]\n1. "
           "\xE7\x82\xAE\xE4\xBA\x8C\xE5\xB9\xB3\xE4\xBA\x94 "
           "\xE9\xA6\xAC\xEF\xBC\x98\xE9\x80\xB2\xEF\xBC\x97 {\xE5\x8A\x9F}\n"),
     2, 0},
    /* Told by the tag alone. */
    {BYTES("[Red \"\xC2\xC0\xC7\xD5\"]\n1. h2e2\n"), NULL, step_chinese, 0,
     BYTES("[Red \"\xE5\x90\x95\xE9\x92\xA6\"]\n1. h2e2\n"), 1, 0},
    {BYTES(""), NULL, step_by_line, 0, BYTES(""), 0, 0},
    {BYTES("\xEF\xBB\xBF"), NULL, step_by_line, 3, BYTES(""), 0, 0},
    {BYTES("\xEF\xBB\xBF[a]\r\n\r\n1. e4\n\r\r\r\n*"), NULL, step_by_line, 3,
     BYTES("[a]\r\n\r\n1. e4\n\r\r\r\n*"), 0, 0},
    {BYTES("one\rtwo\r\rthree\r\n\rfour\r"), NULL, step_by_line, 0,
     BYTES("one\rtwo\r\rthree\r\n\rfour\r"), 0, 0},
    {BYTES("nul \0 stays\n\0"), NULL, step_by_line, 0, BYTES("nul \0 stays\n\0"), 0, 0},
    {BYTES("M\xC3\xBCller \xE6\xA3\x8B\xE8\xB0\xB1 \xF0\x9F\x98\x80\nx\xE6\xA3\x8By"), NULL,
     step_by_line, 0,
     BYTES("M\xC3\xBCller \xE6\xA3\x8B\xE8\xB0\xB1 \xF0\x9F\x98\x80\nx\xE6\xA3\x8By"), 0, 0},
    {BYTES("ab M\xFCller \xC3\xBC\r\nM\xC3\xBCller\r\xDF\r\nx\n\x80\x81\n\xE9"), NULL, step_by_line,
     0,
     BYTES("ab M\xC3\xBCller \xC3\x83\xC2\xBC\r\nM\xC3\xBCller\r\xC3\x9F\r\nx\n"
           "\xE2\x82\xAC\xEF\xBF\xBD\n\xC3\xA9"),
     4, 1},
    {BYTES("\xC3\xBC first, then \xFC in one line, \xE6\xA3 cut\nnext \xC3"), NULL, step_by_line, 0,
     BYTES("\xC3\x83\xC2\xBC first, then \xC3\xBC in one line, \xC3\xA6\xC2\xA3 cut\n"
           "next \xC3\x83"),
     2, 0},
    {BYTES("ok \xC3\xBC\nbad \xFC \xE6\xA3\x8B\n"), "utf-8", step_by_line, 0,
     BYTES("ok \xC3\xBC\nbad \xEF\xBF\xBD \xE6\xA3\x8B\n"), 0, 1},
    {BYTES("\xFF\xFE"
           "a\0\r\0\n\0\x3D\xD8\x00\xDEz\0\r\0\x00\xDC\x0A\x4E\n\0q"),
     NULL, step_utf16, 2, BYTES("a\r\n\xF0\x9F\x98\x80z\r\xEF\xBF\xBD\xE4\xB8\x8A\n\xEF\xBF\xBD"),
     0, 3},
    {BYTES("\xFE\xFF\0a\0\r\0\n\xD8\x3D\xDE\x00\0z\xD8\x00\0y\xD8\x00"), NULL, step_utf16, 2,
     BYTES("a\r\n\xF0\x9F\x98\x80z\xEF\xBF\xBDy\xEF\xBF\xBD"), 0, 4},
    {BYTES("a\0\n\0b\0"), "UTF-16LE", step_utf16, 0, BYTES("a\nb"), 0, 0},
    {BYTES("\xC6\xE5\xC6\xD7\r\nab\x81\x30\x81\x30\xC6\xFF\r\xC6\xE5\n\xC6"), "GB18030",
     step_gb18030, 0,
     BYTES("\xE6\xA3\x8B\xE8\xB0\xB1\r\nab\xC2\x80\xEF\xBF\xBD\xEF\xBF\xBD\r\xE6\xA3\x8B\n"
           "\xEF\xBF\xBD"),
     0, 3},
    {BYTES("\x84\x31\x95\x33\xC6\xE5"), "GB18030", step_gb18030, 4, BYTES("\xE6\xA3\x8B"), 0, 0},
    {BYTES("\xB4\xD1\xC3\xD0\n\xB4\xD1"), "Big5", step_big5, 0,
     BYTES("\xE6\xA3\x8B\xE8\xAD\x9C\n\xE6\xA3\x8B"), 0, 0},
    {BYTES("\n\x88\x62"), "BIG5-HKSCS", step_big5, 0, BYTES("\n\xC3\x8A\xCC\x84"), 0, 0},
    {BYTES("a\x81"
           "b\xFC"),
     "CP1252", step_by_line, 0,
     BYTES("a\xEF\xBF\xBD"
           "b\xC3\xBC"),
     0, 1},
};

enum { SAMPLES = sizeof samples / sizeof *samples, TEXT_MAX = 256 };

/* What every text position must say. Only those where a character starts count. */
struct truth {
    bool starts[TEXT_MAX + 1];
    struct place place[TEXT_MAX + 1];
};

static void find_truth(const struct sample *s, struct truth *truth)
{
    struct place place = {1, 1, s->mark_len};
    memset(truth, 0, sizeof *truth);
    for (size_t i = 0; i <= s->text_len;) {
        truth->starts[i] = true;
        truth->place[i] = place;
        if (i == s->text_len)
            break;
        unsigned char c = (unsigned char)s->text[i];
        size_t n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        bool ends = c == '\n' || (c == '\r' && (i + 1 == s->text_len || s->text[i + 1] != '\n'));
        place.offset +=
            s->step(s->text + i, n, s->source + place.offset, s->source_len - place.offset);
        place.line += ends;
        place.column = ends ? 1 : place.column + 1;
        i += n;
    }
    assert_int_equal(truth->place[s->text_len].offset, s->source_len);
}

static uint64_t hash_of(const char *data, size_t len)
{
    struct hash h;
    hash_start(&h, TEXT_HASH_SEED);
    hash_add(&h, data, len);
    return hash_value(&h);
}

static void check_place(struct text *t, size_t pos, const struct place *expected)
{
    struct place place = text_place(t, pos);
    assert_int_equal(place.line, expected->line);
    assert_int_equal(place.column, expected->column);
    assert_int_equal(place.offset, expected->offset);
}

/* Check all of the window, whose first byte is text position BASE: forwards, and back again. */
static void check_window(struct text *t, size_t base, const struct sample *s,
                         const struct truth *truth)
{
    const struct text_window *w = text_window(t);
    assert_true(base + w->len <= s->text_len);
    assert_memory_equal(w->data, s->text + base, w->len);
    assert_int_equal(w->data[w->len], '\0');
    for (size_t pos = 0; pos <= w->len; pos++) {
        if (truth->starts[base + pos])
            check_place(t, pos, &truth->place[base + pos]);
    }
    for (size_t pos = w->len + 1; pos-- > 0;) {
        if (truth->starts[base + pos])
            check_place(t, pos, &truth->place[base + pos]);
    }
}

/* Read a sample in reads of CHUNK bytes, forgetting at most STEP bytes of text at a time. */
static void check_sample(const struct sample *s, size_t chunk, size_t step)
{
    struct error err;
    struct truth truth;
    find_truth(s, &truth);
    struct input *in = input_open_memory(s->source, s->source_len, &err);
    struct text *t = text_open(in, s->encoding, &err);
    assert_non_null(t);
    text_set_signs(t, &chinese_signs);
    text_set_chunk(t, chunk);
    text_hash_on(t);
    assert_true(text_more(t, 0, &err));
    size_t base = 0;
    const struct text_window *w = text_window(t);
    check_window(t, base, s, &truth);
    while (!w->at_end) {
        size_t done = w->len < step ? w->len : step;
        while (!truth.starts[base + done])
            done--;
        assert_int_equal(text_hash(t, done),
                         hash_of(s->source, (size_t)truth.place[base + done].offset));
        assert_true(text_more(t, done, &err));
        base += done;
        check_window(t, base, s, &truth);
    }
    assert_int_equal(base + text_window(t)->len, s->text_len);
    assert_int_equal(text_hash(t, text_window(t)->len), hash_of(s->source, s->source_len));
    assert_int_equal(text_facts(t)->fallback_lines, s->fallback_lines);
    assert_int_equal(text_facts(t)->replaced, s->replaced);
    text_close(t);
    input_close(in);
}

static void check_all(size_t step)
{
    for (size_t i = 0; i < SAMPLES; i++) {
        for (size_t chunk = 1; chunk <= CHUNK_MAX; chunk++)
            check_sample(&samples[i], chunk, step);
    }
}

static void any_read_size_gives_the_same_text_and_places_when_nothing_is_forgotten(void **state)
{
    (void)state;
    check_all(0);
}

static void any_read_size_gives_the_same_text_and_places_when_all_is_forgotten(void **state)
{
    (void)state;
    check_all(TEXT_MAX);
}

static void any_read_size_gives_the_same_text_and_places_when_little_is_forgotten(void **state)
{
    (void)state;
    check_all(4);
    check_all(7);
}

static void an_unknown_encoding_is_refused_by_name(void **state)
{
    (void)state;
    struct error err;
    struct input *in = input_open_memory("", 0, &err);
    assert_null(text_open(in, "no-such-encoding", &err));
    assert_non_null(strstr(err.text, "unknown encoding: 'no-such-encoding'; 'iconv -l' lists"));
    input_close(in);
}

static void the_encoding_found_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        size_t len;
        const char *name;
    } rows[] = {
        {BYTES("a"), "UTF-8"}, {BYTES("\xFF\xFE"), "UTF-16LE"}, {BYTES("\xFE\xFF"), "UTF-16BE"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error err;
        struct input *in = input_open_memory(rows[i].source, rows[i].len, &err);
        struct text *t = text_open(in, NULL, &err);
        assert_true(text_more(t, 0, &err));
        assert_string_equal(text_facts(t)->encoding, rows[i].name);
        text_close(t);
        input_close(in);
    }
}

/* The places of an encoding with shift states, where the offset of a character is not unique. */
static void iso_2022_jp_is_read_with_the_offsets_of_line_starts(void **state)
{
    (void)state;
    static const char source[] = "a\x1B$B4}\x1B(Bb\n\x1B$B4}\x1B(B\n.";
    struct error err;
    struct input *in = input_open_memory(BYTES(source), &err);
    struct text *t = text_open(in, "ISO-2022-JP", &err);
    assert_true(text_more(t, 0, &err));
    assert_string_equal(text_window(t)->data, "a\xE6\xA3\x8B"
                                              "b\n\xE6\xA3\x8B\n.");
    assert_int_equal(text_place(t, 6).offset, 11);
    assert_int_equal(text_place(t, 10).offset, 20);
    assert_int_equal(text_place(t, 10).line, 3);
    text_close(t);
    input_close(in);
}

/* In TCVN a letter waits for an accent that may follow, even at the end of the text. */
static void a_last_letter_that_the_converter_holds_back_is_not_lost(void **state)
{
    (void)state;
    struct error err;
    struct input *in = input_open_memory(BYTES("1. e4 a"), &err);
    struct text *t = text_open(in, "TCVN", &err);
    assert_non_null(t);
    assert_true(text_more(t, 0, &err));
    assert_string_equal(text_window(t)->data, "1. e4 a");
    text_close(t);
    input_close(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_read_size_gives_the_same_text_and_places_when_nothing_is_forgotten),
        cmocka_unit_test(any_read_size_gives_the_same_text_and_places_when_all_is_forgotten),
        cmocka_unit_test(any_read_size_gives_the_same_text_and_places_when_little_is_forgotten),
        cmocka_unit_test(an_unknown_encoding_is_refused_by_name),
        cmocka_unit_test(the_encoding_found_is_told),
        cmocka_unit_test(a_last_letter_that_the_converter_holds_back_is_not_lost),
        cmocka_unit_test(iso_2022_jp_is_read_with_the_offsets_of_line_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
