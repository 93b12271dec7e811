/* Private to check/: the words that stand in dates, in the languages in which games are written. */
#ifndef QIPU_CHECK_DATE_WORDS_H
#define QIPU_CHECK_DATE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum date_word {
    DATE_WORD_NONE,    /* not known, or the name of two months in two languages */
    DATE_WORD_MONTH,   /* *VALUE is its number */
    DATE_WORD_WEEKDAY, /* *VALUE has a bit for each that it can mean, Monday first */
    DATE_WORD_FILLER   /* "of", the "th" of "9th" */
};

/* What the LEN bytes TEXT, in letters of either case with or without accents, are. Names may be cut
   short: of a month to three letters, of a weekday to two. */
enum date_word date_word(const char *text, size_t len, unsigned *value);

#endif
