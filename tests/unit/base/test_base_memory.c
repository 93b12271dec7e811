/* Errors, buffers, arenas and the hash. */
#include "base/arena.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/utf8.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void an_error_is_filled_and_false(void **state)
{
    (void)state;
    struct error err;
    assert_false(error_set(&err, ERROR_FORMAT, "%s: line %d", "a.pgn", 3));
    assert_int_equal(err.code, ERROR_FORMAT);
    assert_string_equal(err.text, "a.pgn: line 3");
    assert_false(error_set_errno(&err, ENOENT, "%s", "a.pgn"));
    assert_int_equal(err.code, ERROR_IO);
    assert_string_equal(err.text, "a.pgn: No such file or directory");
    assert_false(error_no_memory(&err));
    assert_int_equal(err.code, ERROR_MEMORY);
}

static void an_error_that_is_too_long_is_cut_between_characters(void **state)
{
    (void)state;
    struct error err;
    char text[1024];
    for (size_t shift = 0; shift < 4; shift++) {
        size_t len = shift;
        memset(text, 'x', shift);
        while (len + 5 < sizeof text) {
            memcpy(text + len, "\xE6\xA3\x8B", 3);
            len += 3;
        }
        text[len] = '\0';
        error_set(&err, ERROR_FORMAT, "%s", text);
        size_t cut = strlen(err.text);
        assert_true(cut >= sizeof err.text - 4 && cut < sizeof err.text);
        assert_int_equal(utf8_valid_prefix(err.text, cut), cut);
        error_set_errno(&err, ENOENT, "%s", text);
        assert_int_equal(utf8_valid_prefix(err.text, strlen(err.text)), strlen(err.text));
    }
}

static void a_buffer_grows_and_keeps_its_bytes(void **state)
{
    (void)state;
    struct buffer b = {0};
    assert_string_equal(buffer_terminate(&b), "");
    for (int i = 0; i < 10000; i++) {
        buffer_add_char(&b, 'a');
        buffer_add_string(&b, "bc");
        buffer_printf(&b, "%04d", i);
    }
    assert_int_equal(b.len, 70000);
    assert_memory_equal(b.data + 7 * 1234, "abc1234", 7);
    assert_int_equal(strlen(buffer_terminate(&b)), b.len);
    buffer_clear(&b);
    assert_int_equal(b.len, 0);
    buffer_free(&b);
}

static void a_printf_that_just_fills_the_buffer_is_whole(void **state)
{
    (void)state;
    for (int len = 250; len < 262; len++) {
        struct buffer b = {0};
        buffer_reserve(&b, 1);
        buffer_printf(&b, "%*d", len, 7);
        assert_int_equal(b.len, len);
        assert_int_equal(b.data[len - 1], '7');
        buffer_free(&b);
    }
}

static void a_failed_buffer_takes_nothing_until_it_is_cleared(void **state)
{
    (void)state;
    struct buffer b = {0};
    buffer_add_string(&b, "abc");
    assert_false(buffer_reserve(&b, SIZE_MAX - 10));
    assert_true(b.failed);
    buffer_add_char(&b, 'x');
    buffer_printf(&b, "%d", 5);
    assert_int_equal(b.len, 3);
    assert_string_equal(buffer_terminate(&b), "");
    buffer_clear(&b);
    buffer_add_string(&b, "again");
    assert_string_equal(buffer_terminate(&b), "again");
    buffer_free(&b);
}

static void arena_pieces_are_aligned_and_apart(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    struct arena a = {0};
    static unsigned char *pieces[COUNT];
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            size_t size = i % 100 == 7 ? 100 * i : i % 97;
            pieces[i] = arena_alloc(&a, size);
            assert_non_null(pieces[i]);
            assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
            memset(pieces[i], (int)(i & 0xFF), size);
        }
        for (size_t i = 0; i < COUNT; i++) {
            size_t size = i % 100 == 7 ? 100 * i : i % 97;
            for (size_t k = 0; k < size; k++)
                assert_int_equal(pieces[i][k], i & 0xFF);
        }
        arena_reset(&a);
    }
    arena_free(&a);
}

static void a_reset_arena_gives_the_same_memory_again(void **state)
{
    (void)state;
    struct arena a = {0};
    char *first = arena_copy(&a, "text and more", 4);
    char *large = arena_alloc(&a, 1000000);
    assert_string_equal(first, "text");
    arena_reset(&a);
    assert_ptr_equal(arena_alloc(&a, 5), first);
    assert_ptr_equal(arena_alloc(&a, 1000000), large);
    assert_null(arena_alloc(&a, SIZE_MAX));
    assert_null(arena_copy(&a, "x", SIZE_MAX));
    arena_free(&a);
}

static uint64_t hash_in_pieces(const char *data, size_t len, size_t piece)
{
    struct hash h;
    hash_start(&h, 42);
    for (size_t i = 0; i < len; i += piece)
        hash_add(&h, data + i, len - i < piece ? len - i : piece);
    return hash_value(&h);
}

static void the_hash_does_not_depend_on_pieces(void **state)
{
    (void)state;
    char data[200];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (char)(i * 37);
    for (size_t len = 0; len <= sizeof data; len++) {
        uint64_t whole = hash_in_pieces(data, len, sizeof data);
        for (size_t piece = 1; piece < 20; piece++)
            assert_int_equal(hash_in_pieces(data, len, piece), whole);
    }
}

static void the_hash_values_are_part_of_the_store_format(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t seed, value;
    } rows[] = {
        {"", 0, UINT64_C(0x007677271E83FE3E)},
        {"", 0x71697075, UINT64_C(0x10D2C101030D4BA1)},
        {"a", 0x71697075, UINT64_C(0xB37E0D13C520A825)},
        {"1. e4 e5 2. Nf3 Nc6 *\n", 0x71697075, UINT64_C(0xD6DEAD7DCBF38EEA)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hash h;
        hash_start(&h, rows[i].seed);
        hash_add(&h, rows[i].text, strlen(rows[i].text));
        assert_int_equal(hash_value(&h), rows[i].value);
    }
}

static void the_hash_sees_every_bit_and_the_length(void **state)
{
    (void)state;
    enum { LEN = 29 };
    char data[LEN + 8] = {0};
    uint64_t zeros = hash_in_pieces(data, LEN, LEN);
    for (size_t bit = 0; bit < LEN * 8; bit++) {
        data[bit / 8] = (char)(1 << bit % 8);
        uint64_t changed = hash_in_pieces(data, LEN, LEN);
        /* About half of the 64 bits change. */
        assert_in_range(__builtin_popcountll(changed ^ zeros), 12, 52);
        data[bit / 8] = 0;
    }
    for (size_t len = LEN + 1; len < LEN + 8; len++)
        assert_int_not_equal(hash_in_pieces(data, len, len), zeros);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_is_filled_and_false),
        cmocka_unit_test(an_error_that_is_too_long_is_cut_between_characters),
        cmocka_unit_test(a_buffer_grows_and_keeps_its_bytes),
        cmocka_unit_test(a_printf_that_just_fills_the_buffer_is_whole),
        cmocka_unit_test(a_failed_buffer_takes_nothing_until_it_is_cleared),
        cmocka_unit_test(arena_pieces_are_aligned_and_apart),
        cmocka_unit_test(a_reset_arena_gives_the_same_memory_again),
        cmocka_unit_test(the_hash_does_not_depend_on_pieces),
        cmocka_unit_test(the_hash_values_are_part_of_the_store_format),
        cmocka_unit_test(the_hash_sees_every_bit_and_the_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
