/* UTF-8, JSON, dates and digests. */
#include "base/date.h"
#include "base/digest.h"
#include "base/json.h"
#include "base/utf8.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define BYTES(s) (s), sizeof(s) - 1

static void every_code_point_survives_encoding_and_decoding(void **state)
{
    (void)state;
    char bytes[4];
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        uint32_t back;
        if (code >= 0xD800 && code <= 0xDFFF)
            continue;
        size_t n = utf8_encode(code, bytes);
        if (utf8_decode(bytes, n, &back) != n || back != code || utf8_valid_prefix(bytes, n) != n)
            fail_msg("U+%04X", (unsigned)code);
        if (n > 1 && utf8_decode(bytes, n - 1, &back) != 1)
            fail_msg("U+%04X cut off", (unsigned)code);
    }
}

static void bytes_that_are_not_utf_8_are_replaced_one_by_one(void **state)
{
    (void)state;
    static const char *const invalid[] = {
        "\x80",         "\xBF",         "\xC0\x80",         "\xC1\xBF",         "\xE0\x9F\xBF",
        "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
        "\xFF",         "\xC3(",        "\xE6\xA3(",
    };
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        uint32_t code = 0;
        assert_int_equal(utf8_decode(invalid[i], strlen(invalid[i]), &code), 1);
        assert_int_equal(code, 0xFFFD);
        assert_int_equal(utf8_valid_prefix(invalid[i], strlen(invalid[i])), 0);
    }
}

static void the_valid_prefix_ends_at_the_first_fault_wherever_it_is(void **state)
{
    (void)state;
    enum { LEN = 300 };
    char text[LEN];
    for (size_t pos = 0; pos < LEN; pos++) {
        memset(text, 'a', LEN);
        assert_int_equal(utf8_valid_prefix(text, pos), pos);
        text[pos] = (char)0xFC;
        assert_int_equal(utf8_valid_prefix(text, LEN), pos);
        if (pos >= 2) {
            memcpy(text + pos - 2, "\xC3\xBC", 2);
            assert_int_equal(utf8_valid_prefix(text, LEN), pos);
        }
    }
}

static void code_points_are_counted_in_texts_of_any_length(void **state)
{
    (void)state;
    struct buffer b = {0};
    for (size_t n = 0; n < 200; n++) {
        assert_int_equal(utf8_count(b.data, b.len), n);
        static const char *const cycle[] = {"x", "\xC3\xBC", "\xE6\xA3\x8B", "\xF0\x9F\x98\x80"};
        buffer_add_string(&b, cycle[n % 4]);
    }
    buffer_free(&b);
}

static void wide_characters_take_two_columns_and_marks_none(void **state)
{
    (void)state;
    assert_int_equal(utf8_width(BYTES("Elo 2700")), 8);
    assert_int_equal(utf8_width(BYTES("\xE6\xA3\x8B\xE8\xB0\xB1")), 4);
    assert_int_equal(utf8_width(BYTES("u\xCC\x88")), 1);
    assert_int_equal(utf8_width(BYTES("\xC3\xBC\xE2\x99\x9E")), 2);
    assert_int_equal(utf8_width(BYTES("\xEF\xBC\xA1\xEA\xB0\x80\xF0\xA0\x80\x80")), 6);
}

static void names_fold_to_plain_letters(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"Carlsen, Magnus", "carlsen, magnus"},
        {"H\xC3\xBC"
         "bner",
         "hubner"},
        {"Hu\xCC\x88"
         "bner",
         "hubner"},
        {"STRAU\xC3\x9F", "strauss"},
        {"\xE1\xBA\x9E", "ss"},
        {"S\xC3\xB8ren \xC3\x86r\xC3\xB8", "soren aero"},
        {"Wojtaszek, Rados\xC5\x82"
         "aw",
         "wojtaszek, radoslaw"},
        {"\xC5\x81\xC3\xB3"
         "d\xC5\xBA",
         "lodz"},
        {"\xC4\xB0zmir \xC4\xB1", "izmir i"},
        {"\xC3\x9E\xC3\xB3r\xC3\xB0ur", "thordur"},
        {"Nguy\xE1\xBB\x85n", "nguyen"},
        {"\xC5\xA0"
         "ahovski \xC8\x98tefan",
         "sahovski stefan"},
        {"\xD0\x9A\xD0\x90\xD0\xA1\xD0\x9F\xD0\x90\xD0\xA0\xD0\x9E\xD0\x92 \xD0\x81",
         "\xD0\xBA\xD0\xB0\xD1\x81\xD0\xBF\xD0\xB0\xD1\x80\xD0\xBE\xD0\xB2 \xD1\x91"},
        {"\xD0\x99\xD0\xB8\xCC\x86", "\xD0\xB9\xD0\xB8\xCC\x86"},
        {"\xCE\x86\xCE\xA9\xCF\x82", "\xCE\xAC\xCF\x89\xCF\x83"},
        {"\xE8\x83\xA1\xE8\x8D\xA3\xE5\x8D\x8E", "\xE8\x83\xA1\xE8\x8D\xA3\xE5\x8D\x8E"},
        {"\xE8\x83\xA1\xE6\xA6\xAE\xE8\x8F\xAF", "\xE8\x83\xA1\xE8\x8D\xA3\xE5\x8D\x8E"},
        {"\xE4\xB8\x9F\xE9\xBE\x9C", "\xE4\xB8\xA2\xE9\xBE\x9F"}, /* the ends of the table */
        {"a\xFF", "a\xEF\xBF\xBD"},
        {"3\xC3\x97"
         "5",
         "3\xC3\x97"
         "5"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char out[64];
        size_t n = utf8_fold(rows[i][0], strlen(rows[i][0]), out, sizeof out - 1);
        out[n] = '\0';
        assert_string_equal(out, rows[i][1]);
    }
}

static void folding_writes_no_more_than_it_may_and_needs_no_more_than_three_times(void **state)
{
    (void)state;
    char out[4] = "....";
    assert_int_equal(utf8_fold(BYTES("\xC3\x9F\xC3\x9F"), out, 3), 4);
    assert_memory_equal(out, "sss.", 4);
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        char bytes[4], folded[16];
        size_t n = utf8_encode(code, bytes), m = utf8_fold(bytes, n, folded, sizeof folded);
        if (m > n || utf8_valid_prefix(folded, m) != m)
            fail_msg("U+%04X", (unsigned)code);
    }
}

static void json_strings_are_escaped_and_always_valid(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t len;
        const char *json;
    } rows[] = {
        {BYTES(""), "\"\""},
        {BYTES("a\"b\\c/"), "\"a\\\"b\\\\c/\""},
        {BYTES("\0\n\t\x1F\x7F"), "\"\\u0000\\u000a\\u0009\\u001f\\u007f\""},
        {BYTES("\xC2\x9B\xC2\xA0"), "\"\\u009b\xC2\xA0\""},
        {BYTES("M\xC3\xBC \xE6\xA3\x8B"), "\"M\xC3\xBC \xE6\xA3\x8B\""},
        {BYTES("x\xFC"
               "y\xE6\xA3"),
         "\"x\xEF\xBF\xBDy\xEF\xBF\xBD\xEF\xBF\xBD\""},
        {BYTES("\xEF\xBF\xBD"), "\"\xEF\xBF\xBD\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buffer b = {0};
        json_string(&b, rows[i].bytes, rows[i].len);
        assert_string_equal(buffer_terminate(&b), rows[i].json);
        buffer_free(&b);
    }
}

static void json_objects_separate_their_members(void **state)
{
    (void)state;
    struct buffer b = {0};
    struct json j;
    json_begin(&j, &b);
    json_member_string(&j, "name", "a b");
    json_member_bytes(&j, "bytes", "xyz", 2);
    json_member_int(&j, "n", -5);
    json_member_double(&j, "d", 0.125, 2);
    json_member_double(&j, "nan", NAN, 2);
    json_member_bool(&j, "yes", true);
    json_key(&j, "list");
    buffer_add_string(&b, "[]");
    json_end(&j);
    assert_string_equal(buffer_terminate(&b), "{\"name\":\"a b\",\"bytes\":\"xy\",\"n\":-5,"
                                              "\"d\":0.12,\"nan\":null,\"yes\":true,\"list\":[]}");
    buffer_free(&b);
}

static void dates_are_parsed_with_their_unknown_parts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool valid, is_pgn;
        uint32_t date;
    } rows[] = {
        {"1961.??.??", true, true, 19610000},
        {"1997.05.11", true, true, 19970511},
        {"????.??.??", true, true, 0},
        {"1997", true, false, 19970000},
        {"1997-05", true, false, 19970500},
        {"1997/5/3", true, false, 19970503},
        {"19861116", true, false, 19861116},
        {"198611160", false, false, 19861116},
        {"1986111", false, false, 19860000},
        {"19861131", false, false, 19861100},
        {"1986年11月16日", true, false, 19861116},
        {"1986年11月", true, false, 19861100},
        {"1986年", true, false, 19860000},
        {"1986年13月", false, false, 19860000},
        {"1986年11", false, false, 0},
        {"1986年11月16日上午", true, false, 19861116},
        {"1986年11月16号（星期日）晚", true, false, 19861116},
        {"1986年11月16日在北京", false, false, 0},
        {"1986年11月16日—18日", false, false, 0},
        {"1986年11月上午", false, false, 0},
        {"1986。11。16", true, false, 19861116},
        {"1986、1、6", true, false, 19860106},
        {"１９８６年１１月１６日", true, false, 19861116},
        {"１９８６．１１．１６", true, false, 19861116},
        {"1986－11－16", true, false, 19861116},
        {"1986。11、", false, false, 19861100},
        {"2199.12.31", true, true, 21991231},
        {"9905", false, false, 0},
        {"9905.01.01", false, false, 0},
        {"1986年的", false, false, 0},
        {"199?.05.11", true, true, 511},
        {"1997.??.05", true, true, 19970005},
        {"1997.0?.05", true, true, 19970005},
        {"2000.02.29", true, true, 20000229},
        {"????.02.29", true, true, 229},
        {"1900.02.29", false, false, 19000200},
        {"1997.13.01", false, false, 19970000},
        {"1997.02.31", false, false, 19970200},
        {"1997.00.01", false, false, 19970000},
        {"1997.05.00", false, false, 19970500},
        {"1997.05.11 ", false, false, 19970511},
        {"1997.05-11", false, false, 19970500},
        {"0000.05.11", false, false, 0},
        {"97.05.11", false, false, 0},
        {"", false, false, 0},
        {"May 1997", false, false, 0},
        {"1997-05-11", true, false, 19970511},
        {"1997.", false, false, 19970000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t date = 1;
        assert_int_equal(date_parse(rows[i].text, strlen(rows[i].text), &date), rows[i].valid);
        assert_int_equal(date, rows[i].date);
        assert_int_equal(date_is_pgn(rows[i].text, strlen(rows[i].text)), rows[i].is_pgn);
    }
}

static void the_date_that_a_text_begins_with_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t len;
        uint32_t date;
    } rows[] = {
        {"2016-12-27 19:30", 10, 20161227},
        {"2016年12月27日上午", 17, 20161227},
        {"２０１６年１２月２７日上午", 33, 20161227},
        {"9905 games", 0, 0},
        {"19910910", 8, 19910910},
        {"1986.11 (?)", 7, 19861100},
        {"1986年的", 7, 19860000},
        {"1986年13月", 0, 0},
        {"1986.13", 0, 0},
        {"spring of 1986", 0, 0},
        {"198", 0, 0},
        {"", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t date;
        size_t len = date_prefix(rows[i].text, strlen(rows[i].text), &date);
        assert_int_equal(len, rows[i].len);
        if (len > 0)
            assert_int_equal(date, rows[i].date);
    }
}

static void dates_are_written_as_pgn_writes_them(void **state)
{
    (void)state;
    char out[DATE_TEXT_MAX];
    date_format(19610000, out);
    assert_string_equal(out, "1961.??.??");
    date_format(0, out);
    assert_string_equal(out, "????.??.??");
    date_format(511, out);
    assert_string_equal(out, "????.05.11");
    date_format(UINT32_MAX, out);
    assert_int_equal(strlen(out), 10);
}

static void date_ranges_are_parsed_or_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t from, to; /* 0: refused */
    } rows[] = {
        {"2019..2024", 20190101, 20241231},
        {"2019.05..", 20190501, 99991231},
        {"..1950", 10101, 19501231},
        {"1972.07.11", 19720711, 19720711},
        {"1972", 19720101, 19721231},
        {"2024.02", 20240201, 20240229},
        {"2023.02..2023.02", 20230201, 20230228},
        {"..", 0, 0},
        {"", 0, 0},
        {"2024..2019", 0, 0},
        {"19??", 0, 0},
        {"2019...2024", 0, 0},
        {"2019-2024", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct date_range r;
        assert_int_equal(date_range_parse(rows[i].text, &r), rows[i].from != 0);
        if (rows[i].from != 0) {
            assert_int_equal(r.from, rows[i].from);
            assert_int_equal(r.to, rows[i].to);
        }
    }
}

static void a_partial_date_lies_where_any_of_its_days_does(void **state)
{
    (void)state;
    static const struct {
        const char *range;
        uint32_t date;
        bool can, known;
    } rows[] = {
        {"2019..2024", 20190101, true, true},
        {"2019..2024", 20250101, false, false},
        {"2019..2024", 20240000, true, true},
        {"2019.02..2024", 20190000, true, false},
        {"2019.02..2024", 20190200, true, true},
        {"2019.02.02..2024", 20190200, true, false},
        {"..2023.02.28", 20230200, true, true},
        {"..2024.02.28", 20240200, true, false},
        {"2019..2024", 0, true, false},
        {"2019.05", 20190007, true, false},
        {"2019.02.20..2019.03.10", 20190015, false, false},
        {"2019..2019", 20190015, true, true},
        {"2019.05..2019.06", 511, true, false},
        {"2019.06..2019.07", 511, false, false},
        {"2023", 229, false, false},
        {"2021..2024", 229, true, false},
        {"2019.06..2020.06", 511, true, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct date_range r;
        assert_true(date_range_parse(rows[i].range, &r));
        assert_int_equal(date_in_range(rows[i].date, &r, false), rows[i].can);
        assert_int_equal(date_in_range(rows[i].date, &r, true), rows[i].known);
    }
}

/* As OpenSSL has them: openssl mac -macopt hexkey:00010203...0f -macopt size:16 siphash. */
static void digests_are_those_of_siphash_with_128_bits(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t a, b; /* the bytes, lowest first */
    } rows[] = {
        {"", 0xe6a825ba047f81a3, 0x930255c71472f66d},
        {"12345678", 0xe041121de231da86, 0xaefae2f915a233e9},
        {"123456789", 0x1a3d3073838294ce, 0xce71ad441778fcb5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct digest d = digest_of(rows[i].text, strlen(rows[i].text));
        assert_int_equal(d.a, rows[i].a);
        assert_int_equal(d.b, rows[i].b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_survives_encoding_and_decoding),
        cmocka_unit_test(bytes_that_are_not_utf_8_are_replaced_one_by_one),
        cmocka_unit_test(the_valid_prefix_ends_at_the_first_fault_wherever_it_is),
        cmocka_unit_test(code_points_are_counted_in_texts_of_any_length),
        cmocka_unit_test(wide_characters_take_two_columns_and_marks_none),
        cmocka_unit_test(names_fold_to_plain_letters),
        cmocka_unit_test(folding_writes_no_more_than_it_may_and_needs_no_more_than_three_times),
        cmocka_unit_test(json_strings_are_escaped_and_always_valid),
        cmocka_unit_test(json_objects_separate_their_members),
        cmocka_unit_test(dates_are_parsed_with_their_unknown_parts),
        cmocka_unit_test(digests_are_those_of_siphash_with_128_bits),
        cmocka_unit_test(the_date_that_a_text_begins_with_is_found),
        cmocka_unit_test(dates_are_written_as_pgn_writes_them),
        cmocka_unit_test(date_ranges_are_parsed_or_refused),
        cmocka_unit_test(a_partial_date_lies_where_any_of_its_days_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
