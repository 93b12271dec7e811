/* Pieces of text from one encoding to another, for formats that keep their own; whole streams of
   text are decoded by base/text.h. */
#ifndef QIPU_BASE_CONVERT_H
#define QIPU_BASE_CONVERT_H

#include "base/buffer.h"
#include "base/error.h"

#include <iconv.h>

struct converter {
    iconv_t iconv;
    bool keeps_ascii; /* both encodings write ASCII as it is */
    const char *replacement;
};

/* Names as iconv knows them. False with ERR filled if it does not. */
bool converter_open(struct converter *c, const char *to, const char *from, struct error *err);
void converter_close(struct converter *c);

/* Append TEXT converted. Each byte that cannot be becomes U+FFFD, or '?' if the target is not
   UTF-8: returns how many, of which *CUT are the beginning of a character at the end of TEXT. */
size_t converter_add(struct converter *c, struct buffer *out, const char *text, size_t len,
                     size_t *cut);

#endif
