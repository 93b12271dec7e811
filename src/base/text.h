/* Decoded text: an input stream seen as UTF-8 through a sliding window that always holds whole
   the piece (a game) that its reader works on. Decoding: UTF-16 by byte-order mark; else line by
   line UTF-8 where valid, and where not, for the whole stream, the Chinese encoding, GB18030 or
   Big5, in which it shows signs of its subject, without any Windows-1252; or an encoding given by
   name.
   A UTF-8 byte-order mark at the start of the stream is skipped and counted in offsets.

   The reader parses window.data[0 .. len). data[len] is always NUL, so a scanner may stop there.
   When it meets the end and `at_end` is false, it calls text_more and starts the piece again. The
   first window is empty: text_open reads nothing. A window never ends between CR and LF. */
#ifndef QIPU_BASE_TEXT_H
#define QIPU_BASE_TEXT_H

#include "base/input.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

/* What text_hash starts from. */
enum { TEXT_HASH_SEED = 0x71697075 };

struct text_window {
    const char *data; /* valid UTF-8 (any bytes that could not be decoded became U+FFFD) */
    size_t len;
    bool at_end; /* nothing follows this window */
};

/* A place in the source, for messages. Lines end at LF, CR LF or a lone CR; columns count code
   points from 1, a tab is 1; the offset counts bytes of the decompressed stream before decoding. A
   binary file has no lines: line and column are 0. */
struct place {
    uint64_t line, column, offset;
};

/* What decoding did, for the summary of a file. */
struct text_facts {
    const char *encoding;    /* "UTF-8", "UTF-16LE", "UTF-16BE", or another name that was given;
                                it and `fallback` outlive the text */
    const char *fallback;    /* of lines that are not UTF-8: "Windows-1252", "GB18030", "Big5" */
    uint64_t fallback_lines; /* how many there were */
    bool has_mark;           /* it begins with the byte-order mark of UTF-8 */
    bool has_utf8;           /* read line by line, and some line is UTF-8 beyond ASCII */
    uint64_t replaced;       /* bytes that no encoding could read, now U+FFFD */
};

/* Read IN, which stays the caller's. ENCODING is an iconv name, or NULL to tell by content; it is
   not copied, and must live as long as anybody speaks of the facts of the text. NULL with ERR filled
   if the name is unknown or memory is out. */
struct text *text_open(struct input *in, const char *encoding, struct error *err);
void text_close(struct text *t);

/* By what a text is taken for Chinese: here encodings are known, and elsewhere what texts speak
   of. */
struct text_signs {
    /* How many signs decoded text shows. The encoding in which there are more is the right one. */
    size_t (*count)(const char *text, size_t len);
    /* Whether a text, of which nothing was decoded, says that it is about what has such signs. */
    bool (*says)(const char *bytes, size_t len);
};
/* Before anything is read: look for SIGNS, which stay the caller's. Without, no text is Chinese. */
void text_set_signs(struct text *t, const struct text_signs *signs);

/* The encoding of the N bytes at P, short texts of a Chinese game, a line each: "UTF-8", "GB18030",
   "Big5", or "Windows-1252" where nothing looks Chinese. NULL with ERR filled if memory is out. */
const char *text_guess_chinese(const char *p, size_t n, const struct text_signs *signs,
                               struct error *err);
/* What iconv calls an encoding that was guessed. */
const char *text_iconv_name(const char *guess);

const struct text_window *text_window(const struct text *t);

/* Forget the first DONE bytes of the window and append more text behind. The window's data and
   len change. Each call that does not reach the end at least doubles a full window, so that a
   piece restarted from its beginning costs linear time in all; but of a live input a small window
   grows by what there is. False with ERR filled when the stream is broken: the window then ends
   where the readable text does, with at_end set. */
bool text_more(struct text *t, size_t done, struct error *err);

/* The place of window byte POS (0 .. len). Cheap when it lies near the place asked for last. */
struct place text_place(struct text *t, size_t pos);
/* Its offset alone. */
uint64_t text_offset(struct text *t, size_t pos);

const struct text_facts *text_facts(const struct text *t);

/* While on, keep a running hash of the decompressed bytes. text_hash gives the hash of all bytes
   before window position POS, which must not go backwards from call to call. The function is part
   of the store format: seeded 64-bit, in qipu-store(5). */
void text_hash_on(struct text *t);
uint64_t text_hash(struct text *t, size_t pos);

#endif
