/* The fields of a binary file in an encoding of its own, as facts about the game. When memory is
   out, findings.failed is set. Private to the readers.

   A reader opens the texts, reads its game, and reads it again as long as header_again says so:
   only all texts of a game together show that the encoding usual in such files is not theirs. */
#ifndef QIPU_FORMAT_HEADER_TEXT_H
#define QIPU_FORMAT_HEADER_TEXT_H

#include "base/convert.h"
#include "format/game/facts.h"

/* A text in the header of a file and the tag that it becomes. */
struct header_field {
    const char *tag;
    uint16_t at, size; /* SIZE 0: the file has none */
};

struct header_reader {
    struct facts facts;
    struct converter convert; /* to UTF-8 */
    struct buffer text;       /* scratch */
    const char *encoding;     /* that of CONVERT */
    bool is_named;            /* which the user named, so that nothing is guessed */
    struct buffer raw;        /* else: all texts that are not ASCII, a line each */
    bool is_again;
};

/* Set up H for the texts of a game: in the encoding NAMED, unless it is NULL, or else USUAL, which
   "UTF-16LE" leaves no doubt about. False if memory is out. */
bool header_open(struct header_reader *h, const char *named, const char *usual);
void header_close(struct header_reader *h);

/* To be called when the game was read. True if its texts show another encoding: record, findings
   and facts are then as at the start, and it is to be read again. False when that is done or there
   is no need; what is unusual or doubtful is then reported. */
bool header_again(struct header_reader *h);

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
