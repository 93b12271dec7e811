/* Decoded text at size: lines longer than a window, growth, broken streams. */
#include "base/text_parts.h"
#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MEGABYTE = 1024 * 1024, LONG_LINE = 3 * MEGABYTE };

struct reading {
    uint64_t hash;   /* of the text */
    size_t text_len; /* in all */
    struct place end;
    size_t windows;
    uint64_t fallback_lines, replaced;
};

/* Read SOURCE with windows of CHUNK bytes (0: the usual size), forgetting each whole window. */
static struct reading read_all(const struct buffer *source, const char *encoding, size_t chunk)
{
    struct error err;
    struct input *in = input_open_memory(source->data, source->len, &err);
    struct text *t = text_open(in, encoding, &err);
    if (chunk > 0)
        text_set_chunk(t, chunk);
    struct reading r = {0};
    struct hash h;
    hash_start(&h, 0);
    size_t done = 0;
    do {
        assert_true(text_more(t, done, &err));
        done = text_window(t)->len;
        hash_add(&h, text_window(t)->data, done);
        r.text_len += done;
        r.windows++;
    } while (!text_window(t)->at_end);
    r.end = text_place(t, done);
    r.hash = hash_value(&h);
    r.fallback_lines = text_facts(t)->fallback_lines;
    r.replaced = text_facts(t)->replaced;
    text_close(t);
    input_close(in);
    return r;
}

/* The same whatever the window's size. */
static struct reading read_in_all_sizes(const struct buffer *source, const char *encoding)
{
    static const size_t chunks[] = {100 * 1000, MEGABYTE - 1, 2 * MEGABYTE + 3, 16 * MEGABYTE};
    struct reading usual = read_all(source, encoding, 0);
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
        struct reading r = read_all(source, encoding, chunks[i]);
        assert_int_equal(r.hash, usual.hash);
        assert_int_equal(r.text_len, usual.text_len);
        assert_int_equal(r.end.line, usual.end.line);
        assert_int_equal(r.end.column, usual.end.column);
        assert_int_equal(r.end.offset, usual.end.offset);
        assert_int_equal(r.fallback_lines, usual.fallback_lines);
        assert_int_equal(r.replaced, usual.replaced);
    }
    return usual;
}

static void repeat(struct buffer *b, const char *bytes, size_t len, size_t total)
{
    while (b->len < total)
        buffer_add(b, bytes, len);
}

static void a_long_ascii_line_passes_through(void **state)
{
    (void)state;
    struct buffer source = {0};
    repeat(&source, "e4 e5 ", 6, LONG_LINE);
    struct reading r = read_in_all_sizes(&source, NULL);
    assert_int_equal(r.text_len, source.len);
    assert_int_equal(r.end.line, 1);
    assert_int_equal(r.end.column, source.len + 1);
    assert_true(r.windows >= 3);
    buffer_free(&source);
}

static void a_long_latin_1_line_is_converted_whole(void **state)
{
    (void)state;
    struct buffer source = {0};
    repeat(&source, "caf\xE9 ", 5, LONG_LINE);
    size_t letters = source.len / 5;
    buffer_add_string(&source, "\n\xFC");
    struct reading r = read_in_all_sizes(&source, NULL);
    assert_int_equal(r.text_len, letters * 6 + 3);
    assert_int_equal(r.end.offset, source.len);
    assert_int_equal(r.end.line, 2);
    assert_int_equal(r.fallback_lines, 2);
    buffer_free(&source);
}

static void a_long_utf_8_line_with_a_late_fault_is_kept_up_to_there(void **state)
{
    (void)state;
    struct buffer source = {0};
    repeat(&source, "x\xE6\xA3\x8B", 4, LONG_LINE);
    buffer_add_string(&source, "\xFC\n");
    struct reading r = read_in_all_sizes(&source, NULL);
    assert_int_equal(r.end.offset, source.len);
    assert_int_equal(r.fallback_lines, 1);
    assert_true(r.text_len < source.len + MEGABYTE * 2);
    buffer_free(&source);
}

static void many_empty_lines_are_all_counted(void **state)
{
    (void)state;
    struct buffer source = {0};
    repeat(&source, "\n", 1, 300 * 1000);
    repeat(&source, "\r", 1, 600 * 1000);
    repeat(&source, "\r\n", 2, 900 * 1000);
    struct reading r = read_in_all_sizes(&source, NULL);
    assert_int_equal(r.end.line, 1 + 300 * 1000 + 300 * 1000 + 150 * 1000);
    assert_int_equal(r.end.column, 1);
    buffer_free(&source);
}

static void long_lines_in_wide_encodings_are_converted(void **state)
{
    (void)state;
    struct buffer source = {0};
    buffer_add(&source, "\xFF\xFE", 2);
    repeat(&source,
           "\x0A\x4E"
           "a\0",
           4, LONG_LINE);
    struct reading r = read_in_all_sizes(&source, NULL);
    assert_int_equal(r.text_len, (source.len - 2) / 4 * 4);
    assert_int_equal(r.end.offset, source.len);
    buffer_clear(&source);
    repeat(&source,
           "\xC6\xE5"
           "a\x81\x30\x81\x30",
           7, LONG_LINE);
    r = read_in_all_sizes(&source, "GB18030");
    assert_int_equal(r.text_len, source.len / 7 * 6);
    assert_int_equal(r.end.column, source.len / 7 * 3 + 1);
    assert_int_equal(r.replaced, 0);
    buffer_free(&source);
}

static void a_window_that_is_kept_at_least_doubles(void **state)
{
    (void)state;
    struct buffer source = {0};
    struct error err;
    repeat(&source, "some text \xC3\xBC\n", 13, 9 * MEGABYTE);
    struct input *in = input_open_memory(source.data, source.len, &err);
    struct text *t = text_open(in, NULL, &err);
    assert_int_equal(text_window(t)->len, 0);
    assert_true(text_more(t, 0, &err));
    size_t len = text_window(t)->len;
    assert_true(len >= MEGABYTE - 13 && len <= 2 * MEGABYTE);
    while (!text_window(t)->at_end) {
        assert_true(text_more(t, 0, &err));
        assert_true(text_window(t)->at_end || text_window(t)->len >= 2 * len);
        len = text_window(t)->len;
    }
    assert_int_equal(len, source.len);
    assert_memory_equal(text_window(t)->data, source.data, len);
    text_close(t);
    input_close(in);
    buffer_free(&source);
}

static void a_window_that_moves_on_keeps_its_size(void **state)
{
    (void)state;
    struct buffer source = {0};
    struct error err;
    repeat(&source, "some text\n", 10, 9 * MEGABYTE);
    struct input *in = input_open_memory(source.data, source.len, &err);
    struct text *t = text_open(in, NULL, &err);
    assert_true(text_more(t, 0, &err));
    while (!text_window(t)->at_end) {
        assert_true(text_window(t)->len <= MEGABYTE + MEGABYTE / 8);
        assert_true(text_more(t, text_window(t)->len - 5, &err));
    }
    text_close(t);
    input_close(in);
    buffer_free(&source);
}

static void a_broken_stream_gives_its_readable_text_and_the_fault(void **state)
{
    (void)state;
    /* "1. e4 e5 *\n" through gzip, without the last four bytes. */
    static const unsigned char cut[] = {0x1F, 0x8B, 8,    0,    0,    0,    0,    0,
                                        2,    3,    0x33, 0xD4, 0x53, 0x48, 0x35, 0x51,
                                        0x48, 0x35, 0x55, 0xD0, 0xE2, 2,    0};
    struct error err = {0};
    struct input *in = input_open_memory(cut, sizeof cut, &err);
    struct text *t = text_open(in, NULL, &err);
    assert_false(text_more(t, 0, &err));
    assert_int_equal(err.code, ERROR_DAMAGED);
    assert_string_equal(text_window(t)->data, "1. e4 e5 *\n");
    assert_true(text_window(t)->at_end);
    assert_int_equal(text_place(t, text_window(t)->len).line, 2);
    text_close(t);
    input_close(in);
}

/* Bytes in any order, in any encoding: the window is UTF-8 and the offsets end where they must. */
static void random_bytes_become_utf_8_in_every_encoding(void **state)
{
    (void)state;
    static const char *const encodings[] = {NULL,   "UTF-8",     "UTF-16",      "GB18030",
                                            "Big5", "Shift_JIS", "ISO-2022-JP", "UTF-32LE"};
    struct buffer source = {0};
    uint32_t seed = 12345;
    for (int i = 0; i < 200000; i++) {
        seed = seed * 1664525 + 1013904223;
        buffer_add_char(&source, (char)(seed >> 24));
    }
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        struct error err;
        struct input *in = input_open_memory(source.data, source.len, &err);
        struct text *t = text_open(in, encodings[i], &err);
        assert_non_null(t);
        text_set_chunk(t, 1000);
        uint64_t offset = 0;
        size_t done = 0;
        do {
            assert_true(text_more(t, done, &err));
            const struct text_window *w = text_window(t);
            assert_int_equal(utf8_valid_prefix(w->data, w->len), w->len);
            assert_true(text_place(t, 0).offset >= offset);
            offset = text_place(t, w->len / 2).offset;
            done = w->len;
        } while (!text_window(t)->at_end);
        assert_int_equal(text_place(t, done).offset, source.len);
        text_close(t);
        input_close(in);
    }
    buffer_free(&source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_ascii_line_passes_through),
        cmocka_unit_test(a_long_latin_1_line_is_converted_whole),
        cmocka_unit_test(a_long_utf_8_line_with_a_late_fault_is_kept_up_to_there),
        cmocka_unit_test(many_empty_lines_are_all_counted),
        cmocka_unit_test(long_lines_in_wide_encodings_are_converted),
        cmocka_unit_test(a_window_that_is_kept_at_least_doubles),
        cmocka_unit_test(a_window_that_moves_on_keeps_its_size),
        cmocka_unit_test(a_broken_stream_gives_its_readable_text_and_the_fault),
        cmocka_unit_test(random_bytes_become_utf_8_in_every_encoding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
