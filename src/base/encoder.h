/* UTF-8 to another encoding, for output. Whatever that encoding lacks is counted, and the first
   such character remembered with its line, so that nothing is lost without being told. */
#ifndef QIPU_BASE_ENCODER_H
#define QIPU_BASE_ENCODER_H

#include "base/buffer.h"
#include "base/error.h"

#include <iconv.h>
#include <stdint.h>

struct encoder {
    iconv_t iconv;
    bool keeps_ascii; /* ASCII is written as it is, and the encoding is at rest before it */
    const char *mark; /* what a file begins with; "" if with nothing */
    uint64_t lost;    /* characters written as '?' */
    uint32_t first;   /* the code point of the first of them, */
    uint64_t line;    /* and the line it stands in */
};

/* NAME as iconv knows it; UTF-16 is written with its mark. False with ERR filled if the system does
   not have it. */
bool encoder_open(struct encoder *e, const char *name, struct error *err);
void encoder_close(struct encoder *e);

/* Append TEXT, whole lines of UTF-8, in that encoding. *LINES, 0 at the start of a file, counts
   those that the file has. */
void encoder_add(struct encoder *e, struct buffer *out, const char *text, size_t len,
                 uint64_t *lines);

#endif
