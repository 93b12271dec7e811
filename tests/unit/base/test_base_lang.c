/* Texts in another language: looking them up, and the functions that do so themselves. */
#include "base/buffer.h"
#include "base/error.h"
#include "base/lang.h"
#include "record/finding.h"
#include "zh/zh.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct lang_pair first_pairs[] = {
    {"%s of %d", "%2$d / %1$s"}, {"a word", "un mot"}, {"%d file%s", "%d fichier%.0s"}, {0}};
static const struct lang_pair more_pairs[] = {
    {"bytes that no encoding explains", "octets inconnus"},
    {"No such file or directory", "rien"},
    {0}};
static const struct lang_pair *const catalogue[] = {first_pairs, more_pairs, NULL};

static int speak_english(void **state)
{
    (void)state;
    return lang_use(NULL) ? 0 : -1;
}

static void without_a_catalogue_a_text_is_itself(void **state)
{
    (void)state;
    const char *text = "a word";
    assert_ptr_equal(lang_text(text), text);
}

static void a_text_is_found_in_any_table_and_by_its_letters(void **state)
{
    (void)state;
    char copy[] = "a word";
    assert_true(lang_use(catalogue));
    assert_string_equal(lang_text(copy), "un mot");
    assert_string_equal(lang_text("bytes that no encoding explains"), "octets inconnus");
}

static void a_text_that_is_not_there_stays_english(void **state)
{
    (void)state;
    assert_true(lang_use(catalogue));
    assert_string_equal(lang_text("a wor"), "a wor");
    assert_string_equal(lang_text(""), "");
}

static void english_comes_back(void **state)
{
    (void)state;
    assert_true(lang_use(catalogue));
    assert_true(lang_use(NULL));
    assert_string_equal(lang_text("a word"), "a word");
}

static void every_pair_of_a_large_table_is_found(void **state)
{
    (void)state;
    enum { PAIRS = 5000 };
    static char english[PAIRS][24], text[PAIRS][24];
    static struct lang_pair pairs[PAIRS + 1];
    for (int i = 0; i < PAIRS; i++) {
        snprintf(english[i], sizeof english[i], "text %d", i);
        snprintf(text[i], sizeof text[i], "texte %d", i);
        pairs[i] = (struct lang_pair){english[i], text[i]};
    }
    const struct lang_pair *const large[] = {pairs, NULL};
    assert_true(lang_use(large));
    for (int i = 0; i < PAIRS; i++)
        assert_ptr_equal(lang_text(english[i]), text[i]);
}

static void an_empty_catalogue_is_english(void **state)
{
    (void)state;
    static const struct lang_pair *const empty[] = {NULL};
    assert_true(lang_use(empty));
    assert_string_equal(lang_text("a word"), "a word");
}

static void an_error_may_name_its_arguments_in_another_order(void **state)
{
    (void)state;
    struct error err;
    assert_true(lang_use(catalogue));
    error_set(&err, ERROR_USAGE, "%s of %d", "this", 7);
    assert_string_equal(err.text, "7 / this");
    error_set(&err, ERROR_USAGE, "%d file%s", 2, "s");
    assert_string_equal(err.text, "2 fichier");
}

static void what_the_system_says_is_looked_up_too(void **state)
{
    (void)state;
    struct error err;
    assert_true(lang_use(catalogue));
    error_set_errno(&err, ENOENT, "%s", "x.pgn");
    assert_string_equal(err.text, "x.pgn: rien");
}

static void a_finding_speaks_the_language_in_use(void **state)
{
    (void)state;
    struct findings f = {.minimum = SEVERITY_NOTE};
    assert_true(lang_use(catalogue));
    findings_add(&f, FINDING_ENCODING, 0, 0, NULL);
    findings_add(&f, FINDING_ENCODING, 0, 0, "%s of %d", "this", 7);
    assert_string_equal(finding_text(&f, &f.items[0]), "octets inconnus");
    assert_string_equal(finding_text(&f, &f.items[1]), "7 / this");
    findings_free(&f);
}

static void every_finding_has_a_chinese_text(void **state)
{
    (void)state;
    assert_true(lang_use(zh_catalogue));
    for (int i = 0; i < FINDING_CODES; i++)
        if (lang_text(finding_kinds[i].text) == finding_kinds[i].text)
            fail_msg("%s", finding_kinds[i].code);
}

static void a_column_is_as_wide_in_chinese(void **state)
{
    (void)state;
    struct buffer b = {0};
    buffer_add_column(&b, "ab", 4);
    buffer_add_column(&b, "对局", 5);
    buffer_add_column(&b, "对局", -5);
    buffer_add_column(&b, "ab", -3);
    buffer_add_column(&b, "too wide", 3);
    assert_string_equal(buffer_terminate(&b), "  ab 对局对局 ab too wide");
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(without_a_catalogue_a_text_is_itself, speak_english),
        cmocka_unit_test_teardown(a_text_is_found_in_any_table_and_by_its_letters, speak_english),
        cmocka_unit_test_teardown(a_text_that_is_not_there_stays_english, speak_english),
        cmocka_unit_test_teardown(english_comes_back, speak_english),
        cmocka_unit_test_teardown(every_pair_of_a_large_table_is_found, speak_english),
        cmocka_unit_test_teardown(an_empty_catalogue_is_english, speak_english),
        cmocka_unit_test_teardown(an_error_may_name_its_arguments_in_another_order, speak_english),
        cmocka_unit_test_teardown(what_the_system_says_is_looked_up_too, speak_english),
        cmocka_unit_test_teardown(a_finding_speaks_the_language_in_use, speak_english),
        cmocka_unit_test_teardown(every_finding_has_a_chinese_text, speak_english),
        cmocka_unit_test_teardown(a_column_is_as_wide_in_chinese, speak_english),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
