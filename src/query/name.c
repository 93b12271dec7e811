/* Names: "fischer" finds Fischer, Robert James and Müller finds Muller; "=Tal" only Tal itself.
   A name matches where a word starts, so "tal" finds Tal, Mikhail but not Portal. */
#include "query/conditions.h"

bool name_compile(struct arena *arena, struct name_condition **list, const char *option,
                  const char *value, struct error *err)
{
    struct name_condition *c = arena_alloc(arena, sizeof *c);
    if (!c)
        return error_no_memory(err);
    c->exact = value[0] == '=';
    value += c->exact;
    c->len = strlen(value);
    if (c->len == 0 && !c->exact)
        return condition_error(err, option, value, 0, "a name is missing");
    if (c->exact) {
        c->text = arena_copy(arena, value, c->len);
    } else {
        size_t cap = 3 * c->len;
        char *folded = arena_alloc(arena, cap);
        c->text = folded;
        if (folded)
            c->len = utf8_fold(value, c->len, folded, cap);
        if (folded && c->len == 0)
            return condition_error(err, option, value, 0, "a name of no letters");
    }
    if (!c->text)
        return error_no_memory(err);
    c->next = *list;
    *list = c;
    return true;
}

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
        return !((code >= 'a' && code <= 'z') || (code >= '0' && code <= '9'));
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

bool name_holds(const struct name_condition *list, const char *name, struct buffer *folded)
{
    size_t len = strlen(name);
    buffer_clear(folded);
    if (!buffer_reserve(folded, 3 * len + 1))
        return false;
    folded->len = utf8_fold(name, len, folded->data, folded->cap);
    for (const struct name_condition *c = list; c; c = c->next) {
        if (c->exact ? len == c->len && memcmp(name, c->text, len) == 0
                     : found_at_word(folded->data, folded->len, c->text, c->len))
            return true;
    }
    return false;
}
