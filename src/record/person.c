/* Comparing names; see person.h. */
#include "record/person.h"
#include "base/ascii.h"
#include "record/word_sound.h"

#include <stdlib.h>

enum { IDEOGRAPH_BYTES = 3 };

/* --- Comparing words -------------------------------------------------------------------------- */

static bool same_word(const struct person *a, size_t i, const struct person *b, size_t j)
{
    const struct person_word *x = &a->words[i], *y = &b->words[j];
    return x->len == y->len && memcmp(a->text + x->at, b->text + y->at, x->len) == 0;
}

/* "G" and "Garry", "Al" and "Alexander"; but "Li" is no short form of "Lin". */
static bool is_short_for(const struct person *a, size_t i, const struct person *b, size_t j)
{
    enum { SHORTENED = 5, LEFT_OUT = 2 };
    const struct person_word *x = &a->words[i], *y = &b->words[j];
    uint32_t code;
    if (x->len > y->len)
        return is_short_for(b, j, a, i);
    const bool is_initial = utf8_decode(a->text + x->at, x->len, &code) == x->len;
    return (is_initial || (y->len >= SHORTENED && x->len + LEFT_OUT <= y->len)) &&
           memcmp(a->text + x->at, b->text + y->at, x->len) == 0;
}

static bool sound_the_same(const struct person *a, size_t i, const struct person *b, size_t j)
{
    const struct person_word *x = &a->words[i], *y = &b->words[j];
    return x->sound && x->sound == y->sound &&
           (a->text[x->at + x->len - 1] == 'a') == (b->text[y->at + y->len - 1] == 'a');
}

/* Whether two words are the same but for an e behind a, o or u where one has an umlaut. */
static bool same_but_for_umlauts(const struct person *a, size_t i, const struct person *b, size_t j)
{
    const struct person_word *x = &a->words[i], *y = &b->words[j];
    const char *s = a->text + x->at, *t = b->text + y->at;
    size_t m = 0, n = 0;
    if (!x->has_umlaut && !y->has_umlaut)
        return false;
    for (; m < x->len && n < y->len; m++, n++) {
        const bool after_vowel = m > 0 && n > 0 && strchr("aou", s[m - 1]) && s[m - 1] == t[n - 1];
        if (s[m] == t[n])
            continue;
        if (after_vowel && s[m] == 'e' && m + 1 < x->len && s[m + 1] == t[n])
            m++;
        else if (after_vowel && t[n] == 'e' && n + 1 < y->len && t[n + 1] == s[m])
            n++;
        else
            return false;
    }
    return m == x->len && n == y->len;
}

static enum likeness compare_words(const struct person *a, size_t i, const struct person *b,
                                   size_t j)
{
    const struct person_word *x = &a->words[i], *y = &b->words[j];
    if (same_word(a, i, b, j) || same_but_for_umlauts(a, i, b, j))
        return LIKE_WRITING;
    if (x->is_firm || y->is_firm)
        return LIKE_NOT;
    if (is_short_for(a, i, b, j))
        return LIKE_INITIALS;
    return sound_the_same(a, i, b, j) ||
                   word_differs_in_letters(a->text + x->at, x->len, b->text + y->at, y->len)
               ? LIKE_SPELLING
               : LIKE_NOT;
}

static bool same_text(const struct person *a, const struct person *b)
{
    return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

static int compare_sorting(const struct person *p, size_t i, size_t j)
{
    const struct person_word *x = &p->words[i], *y = &p->words[j];
    const int order = memcmp(p->text + x->at, p->text + y->at, x->len < y->len ? x->len : y->len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

size_t person_sorted(const struct person *p, char out[PERSON_BYTES + PERSON_WORDS])
{
    uint8_t order[PERSON_WORDS];
    size_t len = 0;
    for (uint8_t i = 0; i < p->count; i++) {
        size_t at = i;
        for (; at > 0 && compare_sorting(p, order[at - 1], i) > 0; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (size_t i = 0; i < p->count; i++) {
        const struct person_word *w = &p->words[order[i]];
        memcpy(out + len, p->text + w->at, w->len);
        len += w->len;
        out[len++] = ' ';
    }
    return len;
}

static bool same_sorted(const struct person *a, const struct person *b)
{
    char x[PERSON_BYTES + PERSON_WORDS], y[PERSON_BYTES + PERSON_WORDS];
    if (a->count != b->count || a->len != b->len)
        return false;
    const size_t n = person_sorted(a, x), m = person_sorted(b, y);
    return n == m && memcmp(x, y, n) == 0;
}

static bool same_firm(const struct person *a, const struct person *b)
{
    size_t i = 0, j = 0;
    for (;;) {
        while (i < a->count && !a->words[i].is_firm)
            i++;
        while (j < b->count && !b->words[j].is_firm)
            j++;
        if (i == a->count || j == b->count)
            return i == a->count && j == b->count;
        if (!same_word(a, i++, b, j++))
            return false;
    }
}

/* --- Comparing names -------------------------------------------------------------------------- */

/* One ends in the other, and has a team or a place in front of it. */
static enum likeness compare_chinese(const struct person *a, const struct person *b)
{
    enum { LEAST = 2 * IDEOGRAPH_BYTES };
    if (a->len < b->len)
        return compare_chinese(b, a);
    return b->len >= LEAST && a->len - b->len >= LEAST &&
                   memcmp(a->text + (a->len - b->len), b->text, b->len) == 0
               ? LIKE_PART
               : LIKE_NOT;
}

/* Which words of two names go with which. */
struct match {
    const struct person *a, *b;
    uint8_t words[PERSON_WORDS][PERSON_WORDS]; /* enum likeness */
    bool a_used[PERSON_WORDS], b_used[PERSON_WORDS];
    size_t pairs, spelled, short_forms;
    bool letters_differ; /* of a pair that is spelled otherwise, so that it sounds otherwise too */
    bool has_anchor;     /* a pair of whole words that are the same, or of families alike */
};

static bool is_family(const struct person *p, size_t i)
{
    return !p->family || i < p->family;
}

static bool is_given(const struct person *p, size_t i)
{
    return !p->family || i >= p->family;
}

/* Bring together the words that are alike as HOW says. */
static void match_words(struct match *m, enum likeness how)
{
    for (size_t i = 0; i < m->a->count; i++)
        for (size_t j = 0; j < m->b->count && !m->a_used[i]; j++) {
            const bool family = is_family(m->a, i) && is_family(m->b, j);
            const bool given = is_given(m->a, i) && is_given(m->b, j);
            if (m->b_used[j] || !(how == LIKE_INITIALS ? given : family || given) ||
                m->words[i][j] != how)
                continue;
            m->a_used[i] = m->b_used[j] = true;
            m->pairs++;
            m->spelled += how == LIKE_SPELLING;
            m->letters_differ |= how == LIKE_SPELLING && !sound_the_same(m->a, i, m->b, j);
            m->short_forms += how == LIKE_INITIALS;
            m->has_anchor |= family && how != LIKE_INITIALS && m->a->words[i].len > 1;
        }
}

/* "Nielsen,PH" and "Nielsen, Peter Heine". */
static void match_joined_initials(struct match *m, const struct person *a, bool *a_used,
                                  const struct person *b, bool *b_used)
{
    enum { LEAST = 2, MOST = 3 };
    const size_t i = a->family, first = b->family, given = b->count - first;
    const struct person_word *w = &a->words[i];
    if (!a->family || !b->family || a->count != i + 1 || w->len < LEAST || w->len > MOST ||
        w->len != given || a_used[i])
        return;
    for (size_t j = 0; j < given; j++)
        if (b_used[first + j] || a->text[w->at + j] != b->text[b->words[first + j].at])
            return;
    for (size_t j = 0; j < given; j++)
        b_used[first + j] = true;
    a_used[i] = true;
    m->pairs++;
    m->short_forms++;
}

/* All of the family name must be in the other name, and the first given names must agree. */
static bool family_fits(const struct person *p, const bool *used, size_t other_count)
{
    for (size_t i = 0; i < p->family; i++)
        if (!used[i])
            return false;
    return p->family == 0 || p->count == p->family || other_count == p->family || used[p->family];
}

/* In "Garry Kimovich Kasparov" what is between may be missing. */
static bool ends_fit(const struct person *p, const bool *used)
{
    return p->family || used[p->count - 1];
}

static size_t count_left(const struct person *p, const bool *used)
{
    size_t left = 0;
    for (size_t i = 0; i < p->count; i++)
        left += !used[i];
    return left;
}

static bool same_family(const struct match *m)
{
    for (size_t i = 0; i < m->a->family; i++)
        if (!m->a_used[i])
            return false;
    for (size_t j = 0; j < m->b->family; j++)
        if (!m->b_used[j])
            return false;
    return m->has_anchor && m->spelled == 0 && (m->a->family || m->b->family);
}

static enum likeness judge(const struct match *m)
{
    const struct person *a = m->a, *b = m->b;
    if (!m->has_anchor || m->spelled > 1 ||
        (count_left(a, m->a_used) > 0 && count_left(b, m->b_used) > 0) ||
        !family_fits(a, m->a_used, b->count) || !family_fits(b, m->b_used, a->count) ||
        !(ends_fit(a, m->a_used) && ends_fit(b, m->b_used)))
        return same_family(m) ? LIKE_FAMILY : LIKE_NOT;
    if (m->spelled > 0)
        return m->pairs > 1 && !(m->letters_differ && m->short_forms > 0) ? LIKE_SPELLING
                                                                          : LIKE_NOT;
    if (m->short_forms > 0)
        return LIKE_INITIALS;
    if (count_left(a, m->a_used) > 0 || count_left(b, m->b_used) > 0)
        return LIKE_PART;
    for (size_t i = 0; i < a->count; i++)
        if (m->words[i][i] != LIKE_WRITING)
            return LIKE_ORDER;
    return LIKE_WRITING;
}

/* "M2" tells a player from others of the same initial; elsewhere he may well be written without. */
static bool is_numbered(const struct person *p, size_t i)
{
    const struct person_word *w = &p->words[i];
    const char first = p->text[w->at], last = p->text[w->at + w->len - 1];
    return p->family && i >= p->family && !is_digit(first) && is_digit(last);
}

/* How many firm words there are; MANY if one is not just a number behind a given name. */
static size_t count_numbered(const struct person *p)
{
    enum { MANY = PERSON_WORDS };
    size_t n = 0;
    for (size_t i = 0; i < p->count; i++)
        if (p->words[i].is_firm)
            n += is_numbered(p, i) ? 1 : MANY;
    return n;
}

/* Of names whose firm words differ. */
static enum likeness compare_families(const struct person *a, const struct person *b)
{
    struct match m = {.a = a, .b = b};
    if (count_numbered(a) + count_numbered(b) != 1)
        return LIKE_NOT;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            m.words[i][j] = (uint8_t)compare_words(a, i, b, j);
    match_words(&m, LIKE_WRITING);
    return same_family(&m) ? LIKE_FAMILY : LIKE_NOT;
}

enum likeness person_compare(const struct person *a, const struct person *b)
{
    if (same_text(a, b))
        return LIKE_WRITING;
    if (a->is_chinese || b->is_chinese)
        return a->is_chinese && b->is_chinese ? compare_chinese(a, b) : LIKE_NOT;
    if (!same_firm(a, b))
        return compare_families(a, b);
    if (same_sorted(a, b))
        return LIKE_ORDER;
    struct match m = {.a = a, .b = b};
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            m.words[i][j] = (uint8_t)compare_words(a, i, b, j);
    match_words(&m, LIKE_WRITING);
    match_joined_initials(&m, a, m.a_used, b, m.b_used);
    match_joined_initials(&m, b, m.b_used, a, m.a_used);
    match_words(&m, LIKE_INITIALS);
    match_words(&m, LIKE_SPELLING);
    return judge(&m);
}

enum likeness person_compare_titles(const struct person *a, const struct person *b)
{
    if (same_text(a, b))
        return LIKE_WRITING;
    if (same_sorted(a, b))
        return LIKE_ORDER;
    if (a->count != b->count)
        return LIKE_NOT;
    size_t spelled = 0;
    for (size_t i = 0; i < a->count; i++) {
        const enum likeness l = compare_words(a, i, b, i);
        if (l != LIKE_WRITING && l != LIKE_SPELLING)
            return LIKE_NOT;
        spelled += l == LIKE_SPELLING;
    }
    if (spelled > 1)
        return LIKE_NOT;
    return spelled == 1 ? LIKE_SPELLING : LIKE_WRITING;
}

const char *likeness_text(enum likeness l)
{
    static const char *const texts[] = {
        [LIKE_WRITING] = LANG("writing"),   [LIKE_ORDER] = LANG("order of words"),
        [LIKE_INITIALS] = LANG("initials"), [LIKE_PART] = LANG("a missing part"),
        [LIKE_SPELLING] = LANG("spelling"), [LIKE_FAMILY] = LANG("given names"),
        [LIKE_NOT] = LANG("another name"),
    };
    return texts[l];
}
