/* Findings: their table, their order, their limits, and how input is quoted. */
#include "record/finding.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void every_code_is_unique_and_found(void **state)
{
    (void)state;
    for (int i = 0; i < FINDING_CODES; i++) {
        assert_int_equal(finding_from_code(finding_kinds[i].code), i);
        assert_true(strlen(finding_kinds[i].text) > 0);
        assert_true(strspn(finding_kinds[i].code, "abcdefghijklmnopqrstuvwxyz-") ==
                    strlen(finding_kinds[i].code));
    }
    assert_int_equal(finding_from_code("no-such-code"), FINDING_CODES);
}

static void only_notes_are_dialects(void **state)
{
    (void)state;
    for (int i = 0; i < FINDING_CODES; i++)
        if (finding_kinds[i].is_dialect)
            assert_int_equal(finding_kinds[i].severity, SEVERITY_NOTE);
    assert_true(finding_kinds[FINDING_CASTLING_ZEROS].is_dialect);
    assert_false(finding_kinds[FINDING_THREEFOLD].is_dialect);
}

static void strictness_raises_dialects_alone(void **state)
{
    (void)state;
    struct findings f = {.strict = true};
    findings_add(&f, FINDING_CASTLING_ZEROS, 0, 1, NULL);
    findings_add(&f, FINDING_THREEFOLD, 0, 1, NULL);
    assert_int_equal(f.items[0].severity, SEVERITY_WARNING);
    assert_int_equal(f.items[1].severity, SEVERITY_NOTE);
    findings_free(&f);
}

static void a_message_of_any_length_is_kept_whole(void **state)
{
    (void)state;
    char big[5000];
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = '\0';
    struct findings f = {0};
    findings_add(&f, FINDING_BAD_DATE, 3, 0, "%s", big);
    findings_add(&f, FINDING_BAD_DATE, 4, 0, NULL);
    assert_string_equal(finding_text(&f, &f.items[0]), big);
    assert_int_equal(f.items[0].text_len, sizeof big - 1);
    assert_string_equal(finding_text(&f, &f.items[1]), finding_kinds[FINDING_BAD_DATE].text);
    findings_free(&f);
}

static void sorting_keeps_the_order_at_one_place(void **state)
{
    (void)state;
    struct findings f = {0};
    for (int i = 0; i < 100; i++)
        findings_add(&f, FINDING_GLYPH, (uint32_t)(i % 3), 0, "%d", i);
    findings_sort(&f);
    for (size_t i = 1; i < f.count; i++) {
        assert_true(f.items[i - 1].source <= f.items[i].source);
        if (f.items[i - 1].source == f.items[i].source)
            assert_true(f.items[i - 1].text < f.items[i].text);
    }
    findings_free(&f);
}

static void findings_over_the_limit_are_counted(void **state)
{
    (void)state;
    struct findings f = {0};
    for (int i = 0; i < FINDINGS_MAX + 5; i++)
        findings_add(&f, FINDING_GLYPH, 0, 0, NULL);
    assert_int_equal(f.count, FINDINGS_MAX);
    assert_int_equal(f.suppressed, 5);
    findings_clear(&f);
    assert_int_equal(f.count + f.suppressed + f.text.len, 0);
    findings_free(&f);
}

static void control_characters_are_escaped_in_quotes(void **state)
{
    (void)state;
    static const struct {
        const char *input, *quoted;
    } rows[] = {
        {"Nf3", "Nf3"},
        {"a\x1b[2Jb\n", "a\\x1B[2Jb\\x0A"},
        {"M\xc3\xbcller", "M\xc3\xbcller"},
        {"\xc2\x9b", "\\x9B"},
        {"\xe2\x80\xae", "\\u202E"},
        {"\xff", "\xef\xbf\xbd"},
    };
    char out[QUOTE_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(finding_quote(rows[i].input, strlen(rows[i].input), out),
                            rows[i].quoted);
}

static void what_is_not_seen_stands_in_quotation_marks(void **state)
{
    (void)state;
    static const struct {
        const char *input, *quoted;
    } rows[] = {
        {"", "''"},
        {" ", "' '"},
        {" e4", "' e4'"},
        {"e4 ", "'e4 '"},
        {"e4 e5", "e4 e5"},
        {"\t", "\\x09"},
        {"\u00a0", "'\u00a0'"},
        {"1-0\u3000", "'1-0\u3000'"},
        {"\ufe0f", "'\ufe0f'"},
        {"\u200e", "\\u200E"},
    };
    char out[QUOTE_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(finding_quote(rows[i].input, strlen(rows[i].input), out),
                            rows[i].quoted);
    assert_string_equal(finding_quote("12345678901234567890123456789012345678901 ", 42, out),
                        "1234567890123456789012345678901234567890...");
    assert_string_equal(finding_quote(" 2345678901234567890123456789012345678901 ", 42, out),
                        "' 234567890123456789012345678901234567890...'");
}

static void long_quotes_are_cut_at_a_character(void **state)
{
    (void)state;
    char text[400], out[QUOTE_MAX];
    for (size_t i = 0; i < sizeof text; i += 4)
        memcpy(text + i, "\xf0\x9d\x84\x9e", 4);
    finding_quote(text, sizeof text, out);
    assert_int_equal(strlen(out), 40 * 4 + 3);
    memset(text, 1, sizeof text);
    finding_quote(text, sizeof text, out);
    assert_int_equal(strlen(out), 40 * 4 + 3);
    for (size_t i = 0; i + 3 <= sizeof text; i += 3)
        memcpy(text + i, "\xe2\x80\xa8", 3);
    finding_quote(text, sizeof text, out);
    assert_int_equal(strlen(out), 40 * 6 + 3);
}

static void a_line_is_escaped_whole(void **state)
{
    (void)state;
    char text[1000];
    memset(text, '\r', sizeof text);
    struct buffer b = {0};
    finding_escape(&b, text, sizeof text);
    assert_int_equal(b.len, 4 * sizeof text);
    assert_memory_equal(b.data, "\\x0D\\x0D", 8);
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_is_unique_and_found),
        cmocka_unit_test(only_notes_are_dialects),
        cmocka_unit_test(strictness_raises_dialects_alone),
        cmocka_unit_test(a_message_of_any_length_is_kept_whole),
        cmocka_unit_test(sorting_keeps_the_order_at_one_place),
        cmocka_unit_test(findings_over_the_limit_are_counted),
        cmocka_unit_test(control_characters_are_escaped_in_quotes),
        cmocka_unit_test(what_is_not_seen_stands_in_quotation_marks),
        cmocka_unit_test(long_quotes_are_cut_at_a_character),
        cmocka_unit_test(a_line_is_escaped_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
