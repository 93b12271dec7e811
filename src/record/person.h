/* Names of players as files write them, and whether two can be those of one person: "Kasparov,
   Garry", "Kasparov,G.", "Garry Kasparov", "KASPAROV G". Chinese names may have a team or a place
   in front: "上海胡榮華" and "胡荣华". Nothing here allocates; a name that is too long for that is only
   like itself. */
#ifndef QIPU_RECORD_PERSON_H
#define QIPU_RECORD_PERSON_H

#include "base/base.h"

enum { PERSON_BYTES = 120, PERSON_WORDS = 8 };

struct person {
    char text[PERSON_BYTES]; /* folded, words one behind the other */
    size_t len;
    struct person_word {
        uint8_t at, len;
        uint32_t sound;  /* a hash of it; 0: too short to be known by it */
        bool is_firm;    /* a number or the like, which must be there in both: "Fritz 6", "jr" */
        bool has_umlaut; /* it may be written with an e instead: "Müller", "Mueller" */
    } words[PERSON_WORDS];
    uint8_t count;
    uint8_t family; /* so many of the first words are the family name; 0: unknown which are */
    bool is_chinese;
};

/* Take NAME apart. False if it names nobody ("", "?", "N.N.") or is too long. */
bool person_read(struct person *p, const char *name, size_t len);

/* The same for the title of an event or place, of which every word counts: "Budapest FS02 GM" is
   not "Budapest FS02 IM". */
bool person_read_title(struct person *p, const char *title, size_t len);

/* How two names are like each other, the surest first. */
enum likeness {
    LIKE_WRITING,  /* but for case, accents, punctuation, and Chinese characters of either script */
    LIKE_ORDER,    /* but for the order of words */
    LIKE_INITIALS, /* one has initials, or short forms, where the other has names */
    LIKE_PART,     /* one lacks a name, or the team */
    LIKE_SPELLING, /* but for a letter or two, or the way to write a foreign sound */
    LIKE_FAMILY,   /* the family name alone is the same */
    LIKE_NOT
};
enum likeness person_compare(const struct person *a, const struct person *b);
const char *likeness_text(enum likeness l);

/* The same of titles of events and places, which have no initials: writing, order or spelling. */
enum likeness person_compare_titles(const struct person *a, const struct person *b);

/* The words in one order, blanks between: equal for names that are like in writing or order.
   Returns the length, at most PERSON_BYTES + PERSON_WORDS. */
size_t person_sorted(const struct person *p, char out[PERSON_BYTES + PERSON_WORDS]);

/* Hashes of which names that are alike nearly always have one in common, and few others do. */
enum { PERSON_KEYS = 160 };
size_t person_keys(const struct person *p, uint64_t keys[PERSON_KEYS]);
size_t person_title_keys(const struct person *p, uint64_t keys[PERSON_KEYS]);

/* One or two hashes of what must be the family name or might be it, by sound. */
size_t person_anchors(const struct person *p, uint64_t keys[2]);

#endif
