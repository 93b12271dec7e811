/* Regular expressions: what they match, and that they agree with the system's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/regex.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool finds(const char *pattern, const char *text, bool folds)
{
    struct regex_fault fault;
    struct regex *r = regex_new(pattern, strlen(pattern), folds, &fault);
    if (!r)
        fail_msg("%s: %s at %zu", pattern, fault.text, fault.at);
    const bool found = regex_matches(r, text, strlen(text));
    regex_free(r);
    return found;
}
#define matches(pattern, text) finds(pattern, text, true)

static void letters_are_those_of_unicode(void **state)
{
    (void)state;
    assert_true(matches("^.t.$", "été"));
    assert_true(matches("ÉTÉ", "été"));
    assert_true(matches("^[à-ü]+$", "ÉÈ"));
    assert_true(matches("^[[:alpha:]]+$", "Žukov棋"));
    assert_true(matches("^许.川$", "许银川"));
    assert_false(matches("[^[:upper:][:lower:]]", "Žukov"));
    assert_false(finds("É", "é", false));
    assert_true(matches("^.$", "\xff")); /* no UTF-8 */
}

static void signs_mean_what_posix_says(void **state)
{
    (void)state;
    assert_true(matches("", "x"));
    assert_true(matches("a||b", "x"));
    assert_true(matches("^()$", ""));
    assert_true(matches("^[]x-]+$", "x]-"));
    assert_true(matches("^[[.-.][=a=]]{2}$", "a-"));
    assert_true(matches("^a{,2}$", "aa"));
    assert_false(matches("^a{,2}$", "aaa"));
    assert_true(matches("^(a|bc){2,}$", "abcbc"));
    assert_true(matches("^\\.\\*$", ".*"));
    assert_true(matches("\\<tal\\>", "M. Tal, Riga"));
    assert_false(matches("\\btal\\b", "Talbot"));
    assert_true(matches("^\\w+\\s\\W$", "a_1 ,"));
    assert_true(matches("^)$", ")"));
}

static const char *fault_of(const char *pattern)
{
    static struct regex_fault fault;
    assert_null(regex_new(pattern, strlen(pattern), true, &fault));
    return fault.text;
}

static void a_pattern_that_is_none_says_why(void **state)
{
    (void)state;
    assert_string_equal(fault_of("(a"), "a parenthesis is not closed, or not opened");
    assert_string_equal(fault_of("[a"), "a bracket is not closed");
    assert_string_equal(fault_of("a{2"), "a brace is not closed");
    assert_string_equal(fault_of("a{2,1}"), "the numbers in braces cannot be");
    assert_string_equal(fault_of("a{99999}"), "the numbers in braces cannot be");
    assert_string_equal(fault_of("[z-a]"), "a range in brackets that runs backwards");
    assert_string_equal(fault_of("[[:fool:]]"), "a class of characters that is not known");
    assert_string_equal(fault_of("*a"), "there is nothing to be repeated");
    assert_string_equal(fault_of("a|+"), "there is nothing to be repeated");
    assert_string_equal(fault_of("a\\"), "nothing follows the backslash");
    assert_string_equal(fault_of("(a)\\1"), "a pattern cannot refer back to a group");
    assert_string_equal(fault_of("((a{99}){99}){99}"), "the pattern is too large");
    assert_string_equal(fault_of("(((){9999}){9999}){9999}"), "the pattern is too large");
}

static void time_grows_with_the_text_alone(void **state)
{
    (void)state;
    enum { LETTERS = 200000 };
    char *text = malloc(LETTERS + 1);
    assert_non_null(text);
    memset(text, 'a', LETTERS);
    text[LETTERS] = '\0';
    assert_true(matches("(a+)+$", text));
    text[LETTERS - 1] = 'b';
    assert_false(matches("(a+)+$", text));
    assert_false(matches("^(a|aa)+$", text));
    assert_false(matches("(.*)*(.*)*(.*)*x", text));
    free(text);
}

static unsigned random_number(unsigned *seed, unsigned below)
{
    *seed = *seed * 1103515245u + 12345u;
    return (*seed >> 16) % below;
}

static void join_pieces(unsigned *seed, const char *const *pieces, unsigned kinds, unsigned most,
                        char *out)
{
    *out = '\0';
    for (unsigned n = random_number(seed, most); n > 0; n--)
        strcat(out, pieces[random_number(seed, kinds)]);
}

static bool repeats_border(const char *pattern)
{
    static const char *const borders[] = {"\\b", "\\<"};
    for (size_t i = 0; i < 2; i++)
        for (const char *at = strstr(pattern, borders[i]); at; at = strstr(at + 1, borders[i]))
            if (at[2] != '\0' && strchr("*+?{", at[2]))
                return true;
    return pattern[0] == '^' && pattern[1] && strchr("*+?{", pattern[1]);
}

/* References are no part of the language, and the system reads some repetitions of anchors in ways
   of its own. */
static void small_patterns_match_where_the_system_says(void **state)
{
    static const char *const parts[] = {"a",     "b",   "B",    "c",      "(",      ")",   "|",
                                        "*",     "+",   "?",    "{2}",    "{1,2}",  "{,1}", "{2,}",
                                        "[ab]",  "[^a]", "[b-]", "[A-C]", "[]a]",  ".",    "\\.",
                                        "[[:upper:]]", "a", "(a|b)", "(ab)", "\\w", "\\b", "\\<"};
    static const char *const letters[] = {"a", "b", "c", "A", "B", "C", ".", "-", " ", "]"};
    enum { PARTS = sizeof parts / sizeof *parts, LETTERS = sizeof letters / sizeof *letters };
    unsigned seed = 1, compared = 0;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        char pattern[200], middle[160], text[40];
        regex_t theirs;
        struct regex_fault fault;
        const bool folds = random_number(&seed, 2) > 0;
        join_pieces(&seed, parts, PARTS, 9, middle);
        sprintf(pattern, "%s%s%s", random_number(&seed, 3) ? "" : "^", middle,
                random_number(&seed, 3) ? "" : "$");
        if (repeats_border(pattern))
            continue;
        struct regex *ours = regex_new(pattern, strlen(pattern), folds, &fault);
        const int code =
            regcomp(&theirs, pattern, REG_EXTENDED | REG_NOSUB | (folds ? REG_ICASE : 0));
        if (!ours != (code != 0))
            fail_msg("%s: the system says %d, we %s", pattern, code, ours ? "nothing" : fault.text);
        for (int k = 0; ours && k < 8; k++, compared++) {
            join_pieces(&seed, letters, LETTERS, 8, text);
            if (regex_matches(ours, text, strlen(text)) != (regexec(&theirs, text, 0, NULL, 0) == 0))
                fail_msg("'%s' in '%s', %s", pattern, text, folds ? "folded" : "as it is");
        }
        regex_free(ours);
        if (code == 0)
            regfree(&theirs);
    }
    assert_true(compared > 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_are_those_of_unicode),
        cmocka_unit_test(signs_mean_what_posix_says),
        cmocka_unit_test(a_pattern_that_is_none_says_why),
        cmocka_unit_test(time_grows_with_the_text_alone),
        cmocka_unit_test(small_patterns_match_where_the_system_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
