/* Words of names, folded as utf8_fold does: whether one may be another way to write the other. */
#ifndef QIPU_RECORD_WORD_SOUND_H
#define QIPU_RECORD_WORD_SOUND_H

#include <stdbool.h>
#include <stddef.h>

enum { SOUND_MAX = 32 };

/* How the word is spoken, roughly: what Tchigorin, Tschigorin and Chigorin have in common. Returns
   the length. Letters beyond SOUND_MAX are left out. */
size_t word_sound(const char *word, size_t len, char out[SOUND_MAX]);

/* Whether two words differ in a letter, long ones in two, or shorter ones in two letters that have
   changed places. An `a` at the end makes another name (Ivanov, Ivanova; Mario, Maria): false. */
enum { SWAPPED_LEAST = 5 };
bool word_differs_in_letters(const char *a, size_t a_len, const char *b, size_t b_len);

#endif
