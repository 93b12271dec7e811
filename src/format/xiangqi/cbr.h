/* Private to the readers of CCBridge: a record (CBR) is a file of its own, or one of many in a
   library (CBL). */
#ifndef QIPU_FORMAT_CBR_H
#define QIPU_FORMAT_CBR_H

#include "base/byte_order.h"
#include "format/xiangqi/header_text.h"

#include <stdint.h>

extern const char cbr_magic[16];

/* The bytes of UTF-16 text in the SIZE bytes at P, up to its NUL. */
size_t cbr_text_length(const char *p, size_t size);

/* Read the record of LEN bytes at byte BASE of the file DATA into REC. EXTRA (its tag NULL: none)
   is a text of the library that becomes a tag too. ENCODING: of its texts, or NULL. */
void cbr_read_record(const char *data, size_t base, size_t len, const char *encoding,
                     const struct header_field *extra, struct record *rec, struct findings *f);

#endif
