/* Inputs: what is opened, what is refused, and what a broken stream still gives. */
#include "base/input.h"

#include "base/buffer.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include <cmocka.h>

enum { BIG = 1000 * 1000 };

static char folder[] = "/tmp/qipu-input-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static void write_file(char path[64], const char *name, const void *data, size_t len)
{
    snprintf(path, 64, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
}

/* Text that does not compress to nothing. */
static void make_text(struct buffer *b)
{
    uint32_t seed = 1;
    while (b->len < BIG) {
        seed = seed * 1664525 + 1013904223;
        buffer_printf(b, "%x ", (unsigned)(seed >> 12));
    }
}

static void add_gzip(struct buffer *b, const char *data, size_t len)
{
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_true(buffer_reserve(b, deflateBound(&z, len)));
    z.next_in = (Bytef *)(uintptr_t)data;
    z.avail_in = (uInt)len;
    z.next_out = (Bytef *)b->data + b->len;
    z.avail_out = (uInt)(b->cap - b->len);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    b->len = b->cap - z.avail_out;
    deflateEnd(&z);
}

/* Read IN in pieces of STEP bytes, and AHEAD more on the side. The result of the last input_read is
   returned. */
static ssize_t read_all(struct input *in, struct buffer *out, size_t step, size_t ahead,
                        struct error *err)
{
    ssize_t n;
    do {
        assert_true(buffer_reserve(out, step));
        input_read_ahead(in, ahead);
        n = input_read(in, out->data + out->len, step, err);
        if (n > 0)
            out->len += (size_t)n;
    } while (n > 0);
    return n;
}

/* Opening DATA gives TEXT, then the end, or a fault that contains FAULT. */
static void expect(const struct buffer *data, const char *text, size_t len, const char *fault)
{
    static const size_t steps[] = {7777, 300 * 1000, 2 * BIG}, aheads[] = {0, 1000, 500 * 1000};
    for (size_t i = 0; i < 9; i++) {
        struct error err = {0};
        struct buffer out = {0};
        struct input *in = input_open_memory(data->data, data->len, &err);
        assert_non_null(in);
        assert_int_equal(read_all(in, &out, steps[i % 3], aheads[i / 3], &err), fault ? -1 : 0);
        if (fault)
            assert_non_null(strstr(err.text, fault));
        if (len != SIZE_MAX)
            assert_int_equal(out.len, len);
        assert_true(out.len <= data->len || out.len <= 2 * BIG);
        assert_memory_equal(out.data, text, out.len);
        if (!fault)
            assert_int_equal(input_consumed(in), data->len);
        input_close(in);
        buffer_free(&out);
    }
}

static void plain_bytes_come_out_as_they_are(void **state)
{
    (void)state;
    struct buffer text = {0};
    make_text(&text);
    expect(&text, text.data, text.len, NULL);
    buffer_free(&text);
}

static void gzip_members_are_joined_and_padding_is_skipped(void **state)
{
    (void)state;
    struct buffer text = {0}, data = {0};
    make_text(&text);
    add_gzip(&data, text.data, 100);
    add_gzip(&data, text.data + 100, 0);
    add_gzip(&data, text.data + 100, text.len - 100);
    expect(&data, text.data, text.len, NULL);
    for (int i = 0; i < 600; i++)
        buffer_add_char(&data, '\0');
    expect(&data, text.data, text.len, NULL);
    buffer_add_char(&data, 'x');
    expect(&data, text.data, text.len, "something that is not gzip follows");
    buffer_free(&data);
    buffer_free(&text);
}

static void gzip_that_is_cut_off_gives_what_it_has_and_a_fault(void **state)
{
    (void)state;
    struct buffer text = {0}, data = {0};
    make_text(&text);
    add_gzip(&data, text.data, text.len);
    data.len -= 1;
    expect(&data, text.data, text.len, "cut off");
    data.len /= 2;
    expect(&data, text.data, SIZE_MAX, "cut off");
    data.len = 5;
    expect(&data, text.data, 0, "cut off");
    buffer_free(&data);
    buffer_free(&text);
}

static void gzip_with_a_wrong_checksum_gives_all_bytes_and_a_fault(void **state)
{
    (void)state;
    struct buffer text = {0}, data = {0};
    make_text(&text);
    add_gzip(&data, text.data, text.len);
    data.data[data.len - 6] ^= 1;
    expect(&data, text.data, text.len, "damaged");
    buffer_free(&data);
    buffer_free(&text);
}

#ifdef HAVE_ZSTD
static void add_zstd(struct buffer *b, const char *data, size_t len)
{
    assert_true(buffer_reserve(b, ZSTD_compressBound(len)));
    size_t n = ZSTD_compress(b->data + b->len, b->cap - b->len, data, len, 3);
    assert_false(ZSTD_isError(n));
    b->len += n;
}

static void zstd_frames_are_joined_and_skippable_ones_skipped(void **state)
{
    (void)state;
    struct buffer text = {0}, data = {0};
    make_text(&text);
    buffer_add(&data, "\x53\x2A\x4D\x18\x03\0\0\0abc", 11);
    add_zstd(&data, text.data, 1000);
    add_zstd(&data, text.data, 0);
    add_zstd(&data, text.data + 1000, text.len - 1000);
    expect(&data, text.data, text.len, NULL);
    buffer_add_string(&data, "more");
    expect(&data, text.data, text.len, "damaged");
    buffer_free(&data);
    buffer_free(&text);
}

static void zstd_that_is_cut_off_gives_what_it_has_and_a_fault(void **state)
{
    (void)state;
    struct buffer text = {0}, data = {0};
    make_text(&text);
    add_zstd(&data, text.data, text.len);
    data.len -= 1;
    expect(&data, text.data, SIZE_MAX, "cut off");
    data.len = 4;
    expect(&data, text.data, 0, "cut off");
    buffer_free(&data);
    buffer_free(&text);
}

static void zstd_with_a_long_window_is_read(void **state)
{
    (void)state;
    enum { LOG = 28 }; /* beyond what decoders accept unasked */
    struct buffer text = {0}, data = {0};
    make_text(&text);
    ZSTD_CCtx *c = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(c, ZSTD_c_windowLog, LOG);
    assert_true(buffer_reserve(&data, ZSTD_compressBound(text.len)));
    ZSTD_inBuffer in = {text.data, text.len, 0};
    ZSTD_outBuffer out = {data.data, data.cap, 0};
    /* Flushed before its end, so that the frame cannot know its size and must name its window. */
    assert_int_equal(ZSTD_compressStream2(c, &out, &in, ZSTD_e_flush), 0);
    assert_int_equal(ZSTD_compressStream2(c, &out, &in, ZSTD_e_end), 0);
    data.len = out.pos;
    ZSTD_freeCCtx(c);
    expect(&data, text.data, text.len, NULL);
    buffer_free(&data);
    buffer_free(&text);
}
#endif

/* Pack the text in IN once more. */
static void pack(struct buffer *in)
{
    struct buffer out = {0};
    add_gzip(&out, in->data, in->len);
    buffer_free(in);
    *in = out;
}

static void what_is_packed_three_times_is_read_and_no_more(void **state)
{
    (void)state;
    struct buffer text = {0};
    make_text(&text);
    struct buffer packed = {0};
    buffer_add(&packed, text.data, text.len);
    for (int depth = 1; depth <= 4; depth++) {
        struct error err = {0};
        struct buffer got = {0};
        pack(&packed);
        struct input *in = input_open_memory(packed.data, packed.len, &err);
        assert_non_null(in);
        assert_int_equal(input_size(in), packed.len);
        assert_true(buffer_reserve(&got, 2 * BIG));
        const ssize_t n = input_read(in, got.data, 2 * BIG, &err);
        if (depth <= 3) {
            assert_true(input_is_packed(in));
            assert_int_equal(n, text.len);
            assert_memory_equal(got.data, text.data, text.len);
            assert_int_equal(input_consumed(in), packed.len);
        } else {
            assert_int_equal(n, -1);
            assert_non_null(strstr(err.text, "is packed more than 3 times"));
        }
        input_close(in);
        buffer_free(&got);
    }
    buffer_free(&packed);
    buffer_free(&text);
}

static void an_archive_that_is_packed_is_refused(void **state)
{
    (void)state;
    struct error err = {0};
    char byte;
    struct buffer packed = {0};
    buffer_add(&packed, "PK\x03\x04xxxx", 8);
    pack(&packed);
    struct input *in = input_open_memory(packed.data, packed.len, &err);
    assert_non_null(in);
    assert_int_equal(input_read(in, &byte, 1, &err), -1);
    assert_non_null(strstr(err.text, "unpack it first"));
    input_close(in);
    buffer_free(&packed);
}

static void peeking_consumes_nothing(void **state)
{
    (void)state;
    struct buffer text = {0}, data = {0}, out = {0};
    struct error err;
    const unsigned char *peeked;
    make_text(&text);
    add_gzip(&data, text.data, text.len);
    struct input *in = input_open_memory(data.data, data.len, &err);
    assert_int_equal(input_peek(in, &peeked, &err), 4096);
    assert_memory_equal(peeked, text.data, 4096);
    assert_int_equal(input_peek(in, &peeked, &err), 4096);
    assert_int_equal(read_all(in, &out, 1000, 0, &err), 0);
    assert_int_equal(out.len, text.len);
    assert_memory_equal(out.data, text.data, text.len);
    input_close(in);
    buffer_free(&out);
    buffer_free(&data);
    buffer_free(&text);
}

static void peeking_at_a_stream_without_a_byte_gives_its_fault(void **state)
{
    (void)state;
    struct error err = {0};
    const unsigned char *peeked;
    struct input *in = input_open_memory("\x1F\x8Bxxxxxxxxxx", 12, &err);
    assert_int_equal(input_peek(in, &peeked, &err), -1);
    assert_int_equal(err.code, ERROR_DAMAGED);
    input_close(in);
}

static void refused_formats_name_the_command_that_opens_them(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *bytes;
        size_t len;
        const char *says;
    } rows[] = {
        {"a.pgn.xz",
         "\xFD"
         "7zXZ\0\0\0",
         8, "xz is not read directly; use: xz -dc "},
        {"a.pgn.bz2", "BZh91AY&SY", 10, "bzip2 is not read directly; use: bzip2 -dc "},
        {"a.zip", "PK\x03\x04xxxx", 8, "zip is not read directly; use: unzip -p "},
        {"a.7z", "7z\xBC\xAF\x27\x1C", 6, "7z is not read directly; use: 7z x -so "},
        {"a.si4", "Scid.si\0\x01", 9, "export the games as PGN from Scid"},
        {"a.SI5", "\0\0\0\x01", 4, "export the games as PGN from Scid"},
        {"a.sn4", "Scid.sn\0", 8, "a part of a Scid database is not read directly"},
        {"a.sg4", "\x01\x02", 2, "a part of a Scid database is not read directly"},
        {"a.sn5", "\x81\x02", 2, "a part of a Scid database is not read directly"},
        {"a.sg5", "a\0b", 3, "a part of a Scid database is not read directly"},
        {"a.cbh", "\0\0\x2C\0\x2E\x01", 6, "export the games as PGN from ChessBase"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[64];
        struct error err = {0};
        write_file(path, rows[i].name, rows[i].bytes, rows[i].len);
        assert_null(input_open(path, &err));
        assert_int_equal(err.code, ERROR_UNSUPPORTED);
        assert_non_null(strstr(err.text, rows[i].says));
        assert_int_equal(strncmp(err.text, path, strlen(path)), 0);
        unlink(path);
    }
}

static void text_that_looks_like_a_refused_format_is_read(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"a.cbh", "[Event \"x\"]\n"}, {"a.pgn", "BZh9 text"}, {"a.si5", ""}, {"a", "PK"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[64];
        struct error err = {0};
        struct buffer out = {0};
        write_file(path, rows[i][0], rows[i][1], strlen(rows[i][1]));
        struct input *in = input_open(path, &err);
        assert_non_null(in);
        assert_string_equal(input_name(in), path);
        assert_int_equal(input_size(in), strlen(rows[i][1]));
        assert_int_equal(read_all(in, &out, 100, 0, &err), 0);
        assert_string_equal(buffer_terminate(&out), rows[i][1]);
        input_close(in);
        buffer_free(&out);
        unlink(path);
    }
}

static void a_refused_format_in_memory_is_said_by_the_first_read(void **state)
{
    (void)state;
    struct error err = {0};
    char byte;
    struct input *in = input_open_memory("PK\x03\x04", 4, &err);
    assert_non_null(in);
    assert_int_equal(input_read(in, &byte, 1, &err), -1);
    assert_int_equal(err.code, ERROR_UNSUPPORTED);
    input_close(in);
}

static void what_cannot_be_opened_is_said_plainly(void **state)
{
    (void)state;
    struct error err = {0};
    char path[64], expected[128];
    assert_null(input_open(folder, &err));
    snprintf(expected, sizeof expected, "%s: is a directory (use -r)", folder);
    assert_string_equal(err.text, expected);
    snprintf(path, sizeof path, "%s/none.pgn", folder);
    assert_null(input_open(path, &err));
    snprintf(expected, sizeof expected, "%s: No such file or directory", path);
    assert_string_equal(err.text, expected);
    assert_int_equal(err.code, ERROR_IO);
}

static void standard_input_is_read_by_its_name(void **state)
{
    (void)state;
    struct error err = {0};
    struct buffer out = {0};
    int ends[2], saved = dup(STDIN_FILENO);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "1. e4 *\n", 8), 8);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    struct input *in = input_open("-", &err);
    assert_non_null(in);
    assert_string_equal(input_name(in), "<stdin>");
    assert_int_equal(input_size(in), 0);
    assert_int_equal(read_all(in, &out, 100, 0, &err), 0);
    assert_string_equal(buffer_terminate(&out), "1. e4 *\n");
    input_close(in);
    buffer_free(&out);
    dup2(saved, STDIN_FILENO);
    close(saved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_bytes_come_out_as_they_are),
        cmocka_unit_test(gzip_members_are_joined_and_padding_is_skipped),
        cmocka_unit_test(gzip_that_is_cut_off_gives_what_it_has_and_a_fault),
        cmocka_unit_test(gzip_with_a_wrong_checksum_gives_all_bytes_and_a_fault),
#ifdef HAVE_ZSTD
        cmocka_unit_test(zstd_frames_are_joined_and_skippable_ones_skipped),
        cmocka_unit_test(zstd_that_is_cut_off_gives_what_it_has_and_a_fault),
        cmocka_unit_test(zstd_with_a_long_window_is_read),
#endif
        cmocka_unit_test(what_is_packed_three_times_is_read_and_no_more),
        cmocka_unit_test(an_archive_that_is_packed_is_refused),
        cmocka_unit_test(peeking_consumes_nothing),
        cmocka_unit_test(peeking_at_a_stream_without_a_byte_gives_its_fault),
        cmocka_unit_test(refused_formats_name_the_command_that_opens_them),
        cmocka_unit_test(text_that_looks_like_a_refused_format_is_read),
        cmocka_unit_test(a_refused_format_in_memory_is_said_by_the_first_read),
        cmocka_unit_test(what_cannot_be_opened_is_said_plainly),
        cmocka_unit_test(standard_input_is_read_by_its_name),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
