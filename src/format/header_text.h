/* The fields of a binary file in an encoding of its own, as facts about the game. When memory is
   out, findings.failed is set. Private to the readers. */
#ifndef QIPU_FORMAT_HEADER_TEXT_H
#define QIPU_FORMAT_HEADER_TEXT_H

#include "base/convert.h"
#include "format/facts.h"

/* A text in the header of a file and the tag that it becomes. */
struct header_field {
    const char *tag;
    uint16_t at, size; /* SIZE 0: the file has none */
};

struct header_reader {
    struct facts facts;
    struct converter convert; /* to UTF-8 */
    struct buffer text;       /* scratch */
};

/* Add a tag with the value RAW, which stands at SOURCE. What is empty becomes "?" in the roster,
   else no tag. */
void header_add(struct header_reader *h, const char *tag, const char *raw, size_t len,
                uint32_t source);

/* Append RAW, converted, to OUT, and report what of it is no text. WHAT names it. */
void header_convert(struct header_reader *h, struct buffer *out, const char *what, const char *raw,
                    size_t len, uint32_t source);

/* Set the result to what facts_result_of_code makes of CODE; a code that means none is reported. */
void header_add_result(struct header_reader *h, uint32_t code, uint32_t source);

/* Report a number that cannot be right. */
void header_report(struct header_reader *h, uint32_t source, const char *what, unsigned value);

#endif
