/* The language of what is said to people. English is written where it is said, and is the key to
   the same text in another language: what a catalogue does not hold stays English. The functions
   that put a message together (error_set, findings_add, cli_message ...) look their format up
   themselves; words that are handed to them, and what is printed without them, go through lang_text
   where they are used. Codes, severities and the names of options are never looked up. */
#ifndef QIPU_BASE_LANG_H
#define QIPU_BASE_LANG_H

#include <stdbool.h>

/* Both are printf formats of the same arguments, or neither is one. Where the order of words
   differs, TEXT names its arguments ("%2$s"), all of them; one that it has no use for, such as the
   ending of a plural, is left out as "%.0s". */
struct lang_pair {
    const char *english, *text;
};

/* A literal that is handed to lang_text later: a row of a table, or a word to be filled in. It only
   tells the check of the catalogues. */
#define LANG(english) english

/* Speak as the tables of CATALOGUE say, which ends with NULL, each of them with a pair of NULLs; or
   English for NULL. Texts must stay where they are. To be called before threads start. False if
   memory is out: English then. */
bool lang_use(const struct lang_pair *const catalogue[]);

/* ENGLISH in the language in use. */
const char *lang_text(const char *english) __attribute__((format_arg(1)));

#endif
