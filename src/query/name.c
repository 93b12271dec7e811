/* Names: "fischer" finds Fischer, Robert James and Müller finds Muller; "=Tal" only Tal itself;
   "~Karpov" also Karpow and Karpoff, Anatoly. A name matches where a word starts, so "tal" finds
   Tal, Mikhail but not Portal. */
#include "base/ascii.h"
#include "query/conditions.h"
#include "record/word_sound.h"

/* --- Words ------------------------------------------------------------------------------------ */

/* The next word of the folded text S from *AT on, which is moved behind it; its length, 0 if there
   is none. */
static size_t next_word(const char *s, size_t len, size_t *at, const char **word)
{
    while (*at < len && !is_folded(s[*at]))
        ++*at;
    *word = s + *at;
    while (*at < len && is_folded(s[*at]))
        ++*at;
    return (size_t)(s + *at - *word);
}

/* --- Compiling -------------------------------------------------------------------------------- */

/* The sounds of the words of FOLDED, a blank behind each. */
static bool compile_sounds(struct arena *arena, struct name_condition *c, const char *folded,
                           size_t len)
{
    const char *word;
    char sound[SOUND_MAX];
    struct buffer sounds = {0};
    for (size_t at = 0, word_len; (word_len = next_word(folded, len, &at, &word)) > 0;) {
        buffer_add(&sounds, sound, word_sound(word, word_len, sound));
        buffer_add_char(&sounds, ' ');
    }
    c->len = sounds.len;
    c->text = sounds.failed ? NULL : arena_copy(arena, buffer_terminate(&sounds), sounds.len);
    buffer_free(&sounds);
    return c->text != NULL;
}

/* C's text from VALUE, folded. False if memory is out. */
static bool compile_folded(struct arena *arena, struct name_condition *c, const char *value)
{
    const size_t cap = 3 * strlen(value);
    char *folded = arena_alloc(arena, cap);
    if (!folded)
        return false;
    c->text = folded;
    c->len = utf8_fold(value, strlen(value), folded, cap);
    return c->way != NAME_SOUNDS || compile_sounds(arena, c, folded, c->len);
}

bool name_compile(struct arena *arena, struct name_condition **list, enum name_field field,
                  const char *option, const char *value, struct error *err)
{
    struct name_condition *c = arena_alloc(arena, sizeof *c);
    if (!c)
        return error_no_memory(err);
    c->way = value[0] == '=' ? NAME_IS : value[0] == '~' ? NAME_SOUNDS : NAME_HAS;
    const char *text = value + (c->way != NAME_HAS);
    if (c->way == NAME_SOUNDS && field > NAME_BLACK)
        return condition_error(err, option, value, 0, "only players are found by sound");
    if (utf8_skip_unseen(text, strlen(text), 0) == strlen(text) && c->way != NAME_IS)
        return condition_error(err, option, value, (size_t)(text - value), "a name is missing");
    if (c->way == NAME_IS) {
        c->len = strlen(text);
        c->text = arena_copy(arena, text, c->len);
        if (!c->text)
            return error_no_memory(err);
    } else {
        if (!compile_folded(arena, c, text))
            return error_no_memory(err);
        if (c->len == 0)
            return condition_error(err, option, value, 0, "a name of no letters");
    }
    c->next = *list;
    *list = c;
    return true;
}

/* --- Asking ----------------------------------------------------------------------------------- */

/* Whether a word can start at S[AT]. Chinese is written without spaces between words, so there
   each character may start one. */
static bool word_starts(const char *s, size_t at)
{
    enum { FIRST_IDEOGRAPH = 0x2e80 };
    if (at == 0)
        return true;
    size_t before = at - 1;
    while (before > 0 && ((unsigned char)s[before] & 0xc0) == 0x80)
        before--;
    uint32_t code;
    utf8_decode(s + before, at - before, &code);
    if (code < 0x80)
        return !is_folded((char)code);
    return code >= FIRST_IDEOGRAPH;
}

static bool found_at_word(const char *name, size_t name_len, const char *part, size_t len)
{
    for (size_t at = 0; at + len <= name_len; at++) {
        const char *hit = memchr(name + at, part[0], name_len - len - at + 1);
        if (!hit)
            return false;
        at = (size_t)(hit - name);
        if (memcmp(hit, part, len) == 0 && word_starts(name, at))
            return true;
    }
    return false;
}

static bool has_sound(const char *name, size_t name_len, const char *sound, size_t len)
{
    const char *word;
    char other[SOUND_MAX];
    for (size_t at = 0, word_len; (word_len = next_word(name, name_len, &at, &word)) > 0;)
        if (word_sound(word, word_len, other) == len && memcmp(other, sound, len) == 0)
            return true;
    return false;
}

/* Whether each of the sounds, which end with a blank, is one of the name. */
static bool found_by_sound(const char *name, size_t name_len, const char *sounds, size_t len)
{
    for (size_t at = 0, end; at < len; at = end + 1) {
        end = at;
        while (sounds[end] != ' ')
            end++;
        if (!has_sound(name, name_len, sounds + at, end - at))
            return false;
    }
    return true;
}

bool name_holds(const struct name_condition *list, const char *name, struct buffer *folded)
{
    size_t len = strlen(name);
    buffer_clear(folded);
    if (!buffer_reserve(folded, 3 * len + 1))
        return false;
    folded->len = utf8_fold(name, len, folded->data, folded->cap);
    for (const struct name_condition *c = list; c; c = c->next) {
        bool holds = false;
        switch (c->way) {
        case NAME_HAS: holds = found_at_word(folded->data, folded->len, c->text, c->len); break;
        case NAME_IS: holds = len == c->len && memcmp(name, c->text, len) == 0; break;
        case NAME_SOUNDS: holds = found_by_sound(folded->data, folded->len, c->text, c->len); break;
        }
        if (holds)
            return true;
    }
    return false;
}
