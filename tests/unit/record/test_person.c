/* Names of players: which can be those of one person, and that those are found by a key. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "record/person.h"
#include "record/word_sound.h"

static void read_name(struct person *p, const char *name)
{
    if (!person_read(p, name, strlen(name)))
        fail_msg("%s is no name", name);
}

static bool have_key_in_common(const struct person *a, const struct person *b,
                               size_t (*make)(const struct person *, uint64_t *))
{
    uint64_t x[PERSON_KEYS], y[PERSON_KEYS];
    const size_t n = make(a, x), m = make(b, y);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            if (x[i] == y[j])
                return true;
    return false;
}

static const struct {
    const char *a, *b;
    enum likeness likeness;
} rows[] = {
    {"Kasparov, Garry", "KASPAROV,GARRY", LIKE_WRITING},
    {"Müller, Karsten", "Muller Karsten", LIKE_WRITING},
    {"O'Kelly de Galway, A", "OKelly de Galway,A.", LIKE_WRITING},
    {"De La Riva, O", "DeLaRiva, O", LIKE_WRITING},
    {"Vachier-Lagrave, M", "Vachier Lagrave,M", LIKE_WRITING},
    {"GM Nunn, John", "Nunn, John", LIKE_WRITING},
    {"Müller, Karsten", "MUELLER,KARSTEN", LIKE_WRITING},
    {"Glücksberg", "Gluecksberg", LIKE_WRITING},
    {"Jörg Hickl", "Hickl, Joerg", LIKE_ORDER},
    {"Sämisch, F", "Saemisch, Friedrich", LIKE_INITIALS},
    {"Mu\xcc\x88ller, K", "Mueller,K", LIKE_WRITING},
    {"Bauer, A", "Baur, A", LIKE_SPELLING},
    {"Kasparov, Garry", "Garry Kasparov", LIKE_ORDER},
    {"Xie Jun", "Jun Xie", LIKE_ORDER},
    {"Kasparov, Garry", "Kasparov,G", LIKE_INITIALS},
    {"Kasparov, Garry", "G. Kasparov", LIKE_INITIALS},
    {"Kasparov, Garry", "KASPAROV G", LIKE_INITIALS},
    {"Adams, Michael", "Adams,Mi", LIKE_INITIALS},
    {"Nielsen, Peter Heine", "Nielsen,PH", LIKE_INITIALS},
    {"Fischer, Robert James", "Fischer, R. J.", LIKE_INITIALS},
    {"Fischer, Robert James", "Fischer, Robert", LIKE_PART},
    {"Garry Kimovich Kasparov", "Garry Kasparov", LIKE_PART},
    {"Kortschnoj, Viktor", "Korchnoi, Viktor", LIKE_SPELLING},
    {"Chigorin, M", "Tschigorin,M", LIKE_SPELLING},
    {"Smyslov, Vasily", "Smyslov, Vassily", LIKE_SPELLING},
    {"Karjakin,Sergey", "Karjakin,Sergei", LIKE_SPELLING},
    {"Steinitz, William", "Steinitz, Wilhelm", LIKE_FAMILY},
    {"Polgar, Judit", "Polgar, Zsuzsa", LIKE_FAMILY},
    {"Byrne, D", "Byrne, R", LIKE_FAMILY},
    {"Smith, John A", "Smith, A", LIKE_FAMILY},
    {"Fischer, Robert", "Spassky, Boris", LIKE_NOT},
    {"Ivanov, Alexander", "Ivanova, Alexander", LIKE_NOT},
    {"Forman,S", "Furman, Semen", LIKE_NOT},
    {"Comp Mephisto", "Comp Mephisto RISC", LIKE_NOT},
    {"Fritz 6", "Fritz 8", LIKE_NOT},
    {"Player12", "Player13", LIKE_NOT},
    {"Ivanov, Igor jr", "Ivanov, Igor", LIKE_NOT},
    {"Smith, John IV", "Smith, John", LIKE_NOT},
    {"Anand, V", "Anadn, V", LIKE_SPELLING},
    {"Saric,Iv", "Saric, I.", LIKE_INITIALS},
    {"Saric,Iv", "Iv Saric", LIKE_ORDER},
    {"Karthikeyan,M2", "Karthikeyan, Murali", LIKE_FAMILY},
    {"Karthikeyan,M2", "Karthikeyan,M1", LIKE_NOT},
    {"Karthikeyan,M2", "Karthik,M", LIKE_NOT},
    {"Wang, Li", "Wang, Lin", LIKE_FAMILY},
    {"胡榮華", "胡荣华", LIKE_WRITING},
    {"胡 榮 華", "胡榮華", LIKE_WRITING},
    {"上海胡榮華", "胡荣华", LIKE_PART},
    {"广东 许银川", "许银川", LIKE_PART},
    {"李胡明", "胡明", LIKE_NOT},
    {"胡荣华", "Hu Ronghua", LIKE_NOT},
};

static void names_are_alike_as_people_write_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct person a, b;
        read_name(&a, rows[i].a);
        read_name(&b, rows[i].b);
        if (person_compare(&a, &b) != rows[i].likeness ||
            person_compare(&b, &a) != rows[i].likeness)
            fail_msg("%s, %s: %s", rows[i].a, rows[i].b, likeness_text(person_compare(&a, &b)));
    }
}

static void names_that_are_alike_have_a_key_in_common(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct person a, b;
        read_name(&a, rows[i].a);
        read_name(&b, rows[i].b);
        if (rows[i].likeness < LIKE_FAMILY && !have_key_in_common(&a, &b, person_keys))
            fail_msg("%s, %s", rows[i].a, rows[i].b);
    }
}

static void who_is_unknown_has_no_name(void **state)
{
    (void)state;
    static const char *const names[] = {"", "?", "-", "N.N.", "NN", "Unknown", " , "};
    struct person p;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_false(person_read(&p, names[i], strlen(names[i])));
}

static void a_name_that_is_too_long_is_not_taken_apart(void **state)
{
    (void)state;
    char name[3 * PERSON_BYTES];
    struct person p;
    uint64_t keys[PERSON_KEYS];
    for (size_t len = 1; len < sizeof name; len++) {
        memset(name, 'x', len);
        assert_true(person_read(&p, name, len) == (len <= PERSON_BYTES));
        for (size_t i = 0; i < len; i++)
            name[i] = i % 2 ? ' ' : 'x';
        const bool is_read = person_read(&p, name, len);
        assert_true(is_read == (len <= 2 * PERSON_WORDS));
        if (is_read)
            assert_in_range(person_keys(&p, keys), 1, PERSON_KEYS);
    }
    static const char words[] = "abcdefghijkl bcdefghijklm cdefghijklmn defghijklmno "
                                "efghijklmnop";
    read_name(&p, words);
    assert_int_equal(person_keys(&p, keys), PERSON_KEYS);
}

static void titles_of_events_have_no_initials_and_keep_their_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        enum likeness likeness;
    } titles[] = {
        {"Hastings 1895", "HASTINGS, 1895", LIKE_WRITING},
        {"Hastings 1895", "1895 Hastings", LIKE_ORDER},
        {"Tilburg Interpolis", "Tilburg Interpollis", LIKE_SPELLING},
        {"Zuerich Candidates", "Zurich Candidates", LIKE_SPELLING},
        {"Zuerich Candidates", "Zürich Candidates", LIKE_WRITING},
        {"Budapest FS02 IM", "Budapest FS02 GM", LIKE_NOT},
        {"Budapest GM", "Budapest", LIKE_NOT},
        {"XI Memorial", "XII Memorial", LIKE_NOT},
        {"XXVII Open", "XVIII Open", LIKE_NOT},
        {"XXVII Open", "XXVII. open", LIKE_WRITING},
        {"Hastings 1895", "Hastings 1896", LIKE_NOT},
        {"Group A", "Group B", LIKE_NOT},
        {"Hastings", "Hastings ENG", LIKE_NOT},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        struct person a, b;
        assert_true(person_read_title(&a, titles[i].a, strlen(titles[i].a)));
        assert_true(person_read_title(&b, titles[i].b, strlen(titles[i].b)));
        if (person_compare_titles(&a, &b) != titles[i].likeness ||
            (titles[i].likeness != LIKE_NOT && !have_key_in_common(&a, &b, person_title_keys)))
            fail_msg("%s, %s", titles[i].a, titles[i].b);
    }
}

static void a_sound_is_what_spellings_have_in_common(void **state)
{
    (void)state;
    static const char *const words[][3] = {
        {"chigorin", "tchigorin", "tschigorin"},
        {"karpov", "karpow", "karpoff"},
        {"joseph", "josef", "josev"},
    };
    for (size_t row = 0; row < sizeof words / sizeof *words; row++) {
        char first[SOUND_MAX], other[SOUND_MAX];
        const size_t len = word_sound(words[row][0], strlen(words[row][0]), first);
        for (size_t i = 1; i < 3; i++) {
            assert_int_equal(word_sound(words[row][i], strlen(words[row][i]), other), len);
            assert_memory_equal(other, first, len);
        }
    }
}

static void words_differ_in_a_letter_or_in_two_of_a_long_one(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool alike;
    } words[] = {
        {"petrosian", "petrossian", true},
        {"petrosian", "pterosian", true},
        {"tartakower", "tartacover", true},
        {"larsen", "larson", true},
        {"larsen", "lorson", false},
        {"larsen", "karsen", false},
        {"zheng", "zhang", false},
        {"marina", "marine", false},
        {"milos", "miols", true},
        {"polgar", "polgra", true},
        {"milos", "imlos", false},
        {"milos", "milso", true},
        {"kral", "karl", false},
        {"milos", "miolx", false},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (word_differs_in_letters(words[i].a, strlen(words[i].a), words[i].b,
                                    strlen(words[i].b)) != words[i].alike)
            fail_msg("%s, %s", words[i].a, words[i].b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_alike_as_people_write_them),
        cmocka_unit_test(names_that_are_alike_have_a_key_in_common),
        cmocka_unit_test(who_is_unknown_has_no_name),
        cmocka_unit_test(a_name_that_is_too_long_is_not_taken_apart),
        cmocka_unit_test(titles_of_events_have_no_initials_and_keep_their_numbers),
        cmocka_unit_test(a_sound_is_what_spellings_have_in_common),
        cmocka_unit_test(words_differ_in_a_letter_or_in_two_of_a_long_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
