/* Taking names apart; see person.h. */
#include "base/ascii.h"
#include "record/person.h"
#include "record/word_sound.h"

enum { IDEOGRAPH_FIRST = 0x2e80, IDEOGRAPH_BYTES = 3, UMLAUT = 1 /* no letter */ };

static bool is_one_of(const char *word, size_t len, const char *const *list)
{
    for (; *list; list++)
        if (strlen(*list) == len && memcmp(*list, word, len) == 0)
            return true;
    return false;
}

/* II to XXXIX, but for X, which is an initial. */
static bool is_numeral(const char *word, size_t len)
{
    static const char *const units[] = {"",   "i",   "ii",   "iii", "iv", "v",
                                        "vi", "vii", "viii", "ix",  NULL};
    size_t tens = 0;
    while (tens < len && tens < 3 && word[tens] == 'x')
        tens++;
    return len > 1 && is_one_of(word + tens, len - tens, units);
}

static bool is_firm(const char *word, size_t len)
{
    static const char *const apart[] = {"jr", "junior", "sr", "senior", "filho", "neto", NULL};
    for (size_t i = 0; i < len; i++)
        if (is_digit(word[i]))
            return true;
    return is_one_of(word, len, apart) || is_numeral(word, len);
}

/* How many bytes at S are an apostrophe, which stands inside words. */
static size_t apostrophe(const char *s, size_t len)
{
    static const char curly[] = "\xe2\x80\x99"; /* U+2019 */
    if (s[0] == '\'' || s[0] == '`')
        return 1;
    return len >= 3 && memcmp(s, curly, 3) == 0 ? 3 : 0;
}

/* Spaces and marks that are wider than ASCII, as in Chinese. */
static size_t wide_mark(const char *s, size_t len)
{
    uint32_t code;
    if ((unsigned char)s[0] < 0x80)
        return 0;
    const size_t n = utf8_decode(s, len, &code);
    const bool is_mark = code == 0xa0 || (code >= 0x2000 && code < 0x2070) ||
                         (code >= 0x3000 && code < 0x3020) || (code >= 0xff00 && code < 0xff10) ||
                         code == 0xb7 || code == 0xff1a || code == 0x30fb;
    return is_mark ? n : 0;
}

static uint32_t hash_sound(const char *word, size_t len)
{
    enum { SHORTEST = 4, SHORTEST_SOUND = 3 };
    char sound[SOUND_MAX];
    const size_t n = len < SHORTEST || len > SOUND_MAX ? 0 : word_sound(word, len, sound);
    return n < SHORTEST_SOUND ? 0 : hash_unit(0, sound, n) | 1;
}

/* Of a person GM and the like do not count; in the title of an event every word does. */
enum reading { READ_PERSON, READ_TITLE };

static bool end_word(struct person *p, size_t start, bool has_umlaut, enum reading how)
{
    static const char *const titles[] = {"gm", "im", "fm", "wgm", "wim", "wfm", "dr", "prof", NULL};
    const size_t len = p->len - start;
    if (len == 0)
        return true;
    if (how == READ_PERSON && is_one_of(p->text + start, len, titles)) {
        p->len = start;
        return true;
    }
    if (p->count == PERSON_WORDS)
        return false;
    p->words[p->count++] = (struct person_word){.at = (uint8_t)start,
                                                .len = (uint8_t)len,
                                                .sound = hash_sound(p->text + start, len),
                                                .is_firm = is_firm(p->text + start, len),
                                                .has_umlaut = has_umlaut};
    return true;
}

/* TEXT is folded, but for UMLAUT behind some letters. */
static bool split_words(struct person *p, const char *text, size_t len, enum reading how)
{
    size_t start = 0;
    bool has_umlaut = false;
    for (size_t i = 0; i < len;) {
        if (text[i] == UMLAUT) {
            has_umlaut = true;
            i++;
            continue;
        }
        const size_t inside = apostrophe(text + i, len - i), mark = wide_mark(text + i, len - i);
        if (!inside && (mark || !is_folded(text[i]))) {
            if (!end_word(p, start, has_umlaut, how))
                return false;
            has_umlaut = false;
            start = p->len;
            if (text[i] == ',' && !p->family)
                p->family = p->count;
        } else if (!inside) {
            p->text[p->len++] = text[i];
        }
        i += inside ? inside : mark ? mark : 1;
    }
    return end_word(p, start, has_umlaut, how);
}

/* Write NAME to OUT, which has room for CAP bytes, with UMLAUT behind every ä, ö and ü. Returns how
   many bytes that takes, at most CAP + 1, which is too many. */
static size_t mark_umlauts(const char *name, size_t len, char *out, size_t cap)
{
    static const char *const umlauts[] = {"ä", "ö", "ü", "Ä", "Ö", "Ü", "\xcc\x88"};
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        bool is_umlaut = false;
        for (size_t u = 0; u < sizeof umlauts / sizeof *umlauts && i > 0; u++)
            is_umlaut |= memcmp(name + i - 1, umlauts[u], 2) == 0;
        if (n + is_umlaut >= cap)
            return cap + 1;
        out[n++] = name[i];
        if (is_umlaut)
            out[n++] = UMLAUT;
    }
    return n;
}

/* Fold NAME to OUT, UMLAUT behind letters that had one, if it has at most PERSON_BYTES without
   that. Returns how many bytes there are, or 0. */
static size_t fold_name(const char *name, size_t len, char out[2 * PERSON_BYTES])
{
    char marked[4 * PERSON_BYTES];
    len = mark_umlauts(name, len, marked, sizeof marked);
    if (len > sizeof marked)
        return 0;
    const size_t n = utf8_fold(marked, len, out, (size_t)2 * PERSON_BYTES);
    size_t letters = 0;
    if (n > (size_t)2 * PERSON_BYTES)
        return 0;
    for (size_t i = 0; i < n; i++)
        letters += out[i] != UMLAUT;
    return letters <= PERSON_BYTES ? n : 0;
}

/* A name all of ideographs is one word. */
static void join_chinese(struct person *p)
{
    uint32_t code;
    for (size_t i = 0; i < p->len; i += IDEOGRAPH_BYTES)
        if (utf8_decode(p->text + i, p->len - i, &code) != IDEOGRAPH_BYTES ||
            code < IDEOGRAPH_FIRST)
            return;
    p->is_chinese = p->len > 0;
    if (p->is_chinese) {
        p->words[0] = (struct person_word){.len = (uint8_t)p->len};
        p->count = 1;
        p->family = 0;
    }
}

/* "Saric,Iv" is no fourth one: a given name that comes first is a name. */
static void free_numeral(struct person *p)
{
    struct person_word *w = &p->words[p->family];
    if (p->count > 0 && is_numeral(p->text + w->at, w->len))
        w->is_firm = false;
}

static bool take_apart(struct person *p, const char *name, size_t len, enum reading how)
{
    static const char *const nobody[] = {"nn", "unknown", "anonymous", "noname", NULL};
    char folded[2 * PERSON_BYTES];
    p->len = p->count = p->family = 0;
    p->is_chinese = false;
    const size_t n = fold_name(name, len, folded);
    if (n == 0 || !split_words(p, folded, n, how))
        return false;
    if (p->family == p->count)
        p->family = 0;
    if (how == READ_PERSON)
        free_numeral(p);
    join_chinese(p);
    return p->count > 0 && !is_one_of(p->text, p->len, nobody);
}

bool person_read(struct person *p, const char *name, size_t len)
{
    return take_apart(p, name, len, READ_PERSON);
}

bool person_read_title(struct person *p, const char *title, size_t len)
{
    return take_apart(p, title, len, READ_TITLE);
}
