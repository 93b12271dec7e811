/* Between the files of folding (utf8_fold, utf8.h). */
#ifndef QIPU_BASE_UTF8_FOLD_H
#define QIPU_BASE_UTF8_FOLD_H

/* The three bytes of the simplified character for the traditional one at S, three bytes too; NULL
   if it is none. */
const char *simplified_character(const char *s);

#endif
