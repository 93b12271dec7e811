/* Hashes by which names that are alike are found among many; see person.h. For each two words of a
   name, if known of family and given name, there is one of the first word and the first letter of
   the other: "Kasparov, Garry" and "G Kasparov" both give (kasparov, g). More of them are of the
   word as it sounds and of the word without one of its letters, since words that differ in a letter
   have one of those in common. */
#include "record/person.h"
#include "record/word_sound.h"

enum { SPELLED_LEAST = SWAPPED_LEAST, SPELLED_MOST = 12, IDEOGRAPH_BYTES = 3 };

struct key_list {
    uint64_t *keys;
    size_t count;
};

static uint64_t hash_of(const char *word, size_t len, const char *other, size_t other_len)
{
    struct hash h;
    hash_start(&h, 0);
    hash_add(&h, word, len);
    hash_add(&h, " ", 1);
    hash_add(&h, other, other_len);
    return hash_value(&h);
}

static void add(struct key_list *list, uint64_t key)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->keys[i] == key)
            return;
    if (list->count < PERSON_KEYS)
        list->keys[list->count++] = key;
}

/* The keys of a word beside (the first letter of) another. */
static void add_word(struct key_list *list, const char *word, const struct person_word *w,
                     const char *other, size_t other_len)
{
    char sound[SOUND_MAX], less[SPELLED_MOST];
    add(list, hash_of(word, w->len, other, other_len));
    if (w->is_firm || w->len < 4)
        return;
    add(list, hash_of(sound, word_sound(word, w->len, sound), other, other_len));
    if (w->len < SPELLED_LEAST || w->len > SPELLED_MOST)
        return;
    for (size_t i = 1; i < w->len; i++) {
        memcpy(less, word, i);
        memcpy(less + i, word + i + 1, w->len - i - 1);
        add(list, hash_of(less, w->len - 1u, other, other_len));
    }
}

/* The first letter, by its sound if that of others may be the same; all of a number. */
static size_t first_letter(const char **word, const struct person_word *w)
{
    uint32_t code;
    if (w->is_firm)
        return w->len;
    if (**word == 'y' || **word == 'j')
        *word = "i";
    else if (**word == 'w')
        *word = "v";
    return utf8_decode(*word, (unsigned char)**word < 0x80 ? 1 : w->len, &code);
}

/* A word as it sounds. */
static uint64_t anchor(const struct person *p, size_t i)
{
    char sound[SOUND_MAX];
    const struct person_word *w = &p->words[i];
    return hash_of(sound, word_sound(p->text + w->at, w->len, sound), "", 0);
}

static void add_chinese(struct key_list *list, const struct person *p)
{
    enum { NAME_MOST = 4 };
    for (size_t n = 2; n <= NAME_MOST && n * IDEOGRAPH_BYTES <= p->len; n++)
        add(list, hash_of(p->text + p->len - n * IDEOGRAPH_BYTES, n * IDEOGRAPH_BYTES, "", 0));
    add(list, hash_of(p->text, p->len, "", 0));
}

size_t person_keys(const struct person *p, uint64_t keys[PERSON_KEYS])
{
    char sorted[PERSON_BYTES + PERSON_WORDS];
    struct key_list list = {.keys = keys};
    if (p->is_chinese) {
        add_chinese(&list, p);
        return list.count;
    }
    add(&list, hash_of(sorted, person_sorted(p, sorted), "", 0));
    add(&list, hash_of(p->text, p->len, "", 0));
    if (p->count == 1)
        add(&list, anchor(p, 0));
    for (size_t i = 0; i < p->count; i++)
        for (size_t j = 0; j < p->count; j++) {
            const struct person_word *w = &p->words[i], *other = &p->words[j];
            const bool fits = p->family ? i < p->family && j >= p->family : i != j;
            const char *initial = p->text + other->at;
            const size_t len = first_letter(&initial, other);
            if (fits && w->len > 1)
                add_word(&list, p->text + w->at, w, initial, len);
        }
    return list.count;
}

size_t person_title_keys(const struct person *p, uint64_t keys[PERSON_KEYS])
{
    char sorted[PERSON_BYTES + PERSON_WORDS];
    struct key_list list = {.keys = keys};
    add(&list, hash_of(sorted, person_sorted(p, sorted), "", 0));
    add(&list, hash_of(p->text, p->len, "", 0));
    if (p->count == 1 && !p->is_chinese)
        add_word(&list, p->text, &p->words[0], "", 0);
    for (size_t i = 0; i < p->count && p->count > 1; i++) {
        const struct person_word *w = &p->words[i];
        char rest[PERSON_BYTES];
        if (w->is_firm || w->len < 4)
            continue;
        memcpy(rest, p->text, w->at + 1u); /* with the first letter of the word */
        memcpy(rest + w->at + 1, p->text + w->at + w->len, p->len - w->at - w->len);
        add(&list, hash_of(rest, p->len - w->len + 1, "", 0));
    }
    return list.count;
}

size_t person_anchors(const struct person *p, uint64_t keys[2])
{
    enum { CHINESE_NAME = 2 * IDEOGRAPH_BYTES };
    if (p->is_chinese) {
        const size_t len = p->len < CHINESE_NAME ? p->len : CHINESE_NAME;
        keys[0] = hash_of(p->text + p->len - len, len, "", 0);
        return 1;
    }
    keys[0] = anchor(p, 0);
    if (p->family == 1 || p->count == 1)
        return 1;
    keys[1] = anchor(p, p->family ? p->family - 1u : p->count - 1u);
    return 1 + (keys[1] != keys[0]);
}
