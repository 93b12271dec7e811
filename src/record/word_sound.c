/* See word_sound.h. */
#include "record/word_sound.h"
#include "base/suggest.h"

#include <string.h>

/* What transliterations of one name differ in, longer spellings before what they begin with. */
static const struct sound {
    const char written[5], spoken[2];
} sounds[] = {
    {"tsch", "c"}, {"tch", "c"}, {"sch", "s"}, {"tsh", "c"}, {"cz", "c"}, {"ch", "c"},
    {"sh", "s"},   {"kh", "h"},  {"zh", "z"},  {"ts", "c"},  {"tz", "c"}, {"ph", "f"},
    {"th", "t"},   {"ck", "k"},  {"ou", "u"},  {"oe", "o"},  {"ue", "u"}, {"ae", "a"},
    {"ks", "x"},   {"w", "v"},   {"y", "i"},   {"j", "i"},
};

static const struct sound *find_sound(const char *word, size_t len)
{
    for (size_t i = 0; i < sizeof sounds / sizeof *sounds; i++) {
        const char *written = sounds[i].written;
        if (written[0] != word[0])
            continue;
        const size_t n = strlen(written);
        if (n <= len && memcmp(word, written, n) == 0)
            return &sounds[i];
    }
    return NULL;
}

size_t word_sound(const char *word, size_t len, char out[SOUND_MAX])
{
    size_t made = 0;
    for (size_t at = 0; at < len && made < SOUND_MAX;) {
        const struct sound *s = find_sound(word + at, len - at);
        const char letter = s ? s->spoken[0] : word[at];
        at += s ? strlen(s->written) : 1;
        if (made == 0 || out[made - 1] != letter)
            out[made++] = letter;
    }
    if (made > 0 && out[made - 1] == 'f') /* Karpoff, Karpov */
        out[made - 1] = 'v';
    return made;
}

/* Two letters that stand side by side, not the first, have changed places. */
static bool has_swap(const char *a, const char *b, size_t len)
{
    size_t i = 0;
    while (i < len && a[i] == b[i])
        i++;
    return i > 0 && i + 1 < len && a[i] == b[i + 1] && a[i + 1] == b[i] &&
           memcmp(a + i + 2, b + i + 2, len - i - 2) == 0;
}

bool word_differs_in_letters(const char *a, size_t a_len, const char *b, size_t b_len)
{
    if (a_len == b_len && a_len >= SWAPPED_LEAST && has_swap(a, b, a_len))
        return true;
    enum { SHORT = 6, LONG = 9 };
    const size_t shorter = a_len < b_len ? a_len : b_len;
    const size_t longer = a_len < b_len ? b_len : a_len;
    const size_t most = shorter >= LONG ? 2 : 1;
    return shorter >= SHORT && longer <= SOUND_MAX && longer - shorter <= most && a[0] == b[0] &&
           (a[a_len - 1] == 'a') == (b[b_len - 1] == 'a') &&
           suggest_edits(a, a_len, b, b_len) <= most;
}
