/* Private to text*.c: the state of a decoded text.

   Bytes go from the input into `raw` or straight into the window, and become text there. Three
   kinds of position are told apart: an index into the window, a `text position` (bytes of decoded
   text since the start of the stream: window index + base), and an `offset` (bytes of the stream
   before decoding). Marks tie text positions to offsets; between two marks the text either is the
   source byte for byte, or was converted, and then its source bytes are kept beside the window, so
   that any offset can be found by converting again from the mark. */
#ifndef QIPU_BASE_TEXT_PARTS_H
#define QIPU_BASE_TEXT_PARTS_H

#include "base/buffer.h"
#include "base/hash.h"
#include "base/text.h"

#include <iconv.h>

enum {
    TEXT_FIRST_WINDOW = 1024 * 1024,
    TEXT_LEAST_READ = 64 * 1024,
    TEXT_LINE_MAX = 1024 * 1024, /* how much of a line is looked at to tell its encoding */
    TEXT_EVIDENCE = 64 * 1024,   /* how much of a text is, from its first line that is not UTF-8 */
    TEXT_MARK_DISTANCE = 512     /* converted bytes between marks, at least */
};

/* One step of converting: from in to out, as much as fits, whole characters only. */
struct decoding {
    const char *in;
    size_t in_len;
    char *out;
    size_t out_cap;
    bool final; /* nothing follows: an incomplete character at the end becomes U+FFFD */
    iconv_t iconv;
    size_t used, made, replaced; /* results */
};

typedef void decode_function(struct decoding *d);

decode_function text_decode_windows_1252, text_decode_utf8, text_decode_utf16le,
    text_decode_utf16be, text_decode_iconv;

/* How the bytes at P go on, where a line or the rest of one starts. The answer depends on the
   bytes alone, not on how many of them happen to be there. */
enum run_kind {
    RUN_HOLD,   /* more bytes are needed to tell */
    RUN_PASS,   /* LEN bytes are UTF-8 */
    RUN_CONVERT /* LEN bytes, to the end of their line, are not */
};
struct line_run {
    enum run_kind kind;
    size_t len;
};
struct line_run text_line_run(const char *p, size_t n, bool final);

/* Whether N bytes at P may be the start of a code point that goes on behind them. */
bool text_is_cut_code_point(const char *p, size_t n);

#define TEXT_WINDOWS_1252 "Windows-1252"

/* The encoding of the lines in P that are not UTF-8: TEXT_WINDOWS_1252 or, with SIGNS, "GB18030" or
   "Big5". NULL if there is no such line, or with ERR filled if memory is out. */
const char *text_guess(const char *p, size_t n, const struct text_signs *signs, struct error *err);
/* Like text_line_run in a text whose other lines are in the Chinese encoding that CONVERTER reads:
   short lines in it may look like UTF-8 with Latin letters only. */
struct line_run text_chinese_run(iconv_t converter, const char *p, size_t n, bool final);

struct text_mark {
    uint64_t at;     /* text position */
    uint64_t offset; /* of the source byte there */
    uint64_t kept;   /* of its copy, counted from the first byte ever kept */
    bool converted;  /* what follows, up to the next mark */
};

/* A text position with its line and column. */
struct text_cursor {
    uint64_t at, line, column;
};

struct text {
    struct input *in;
    struct text_window window;
    struct text_facts facts;
    const char *encoding; /* the name given, or NULL */
    const struct text_signs *signs;

    decode_function *decode; /* of what is not plain UTF-8 */
    bool by_line;            /* UTF-8 is passed through, and only other lines are decoded */
    bool started;            /* a byte-order mark was looked for */
    bool guesses, guessed;   /* the fallback is told by content; it was */
    bool is_chinese;         /* the fallback is GB18030 or Big5 */
    bool fallback_open;      /* a line was converted in part and goes on */
    iconv_t iconv, probe;    /* probe: for converting again; both -1 if not used */

    char *data;              /* the window's memory */
    size_t len, cap;         /* of the text in it, with the byte that the window may hide */
    size_t size, least_read; /* the window's intended size; the least to read at once */
    bool hides_cr;           /* data[len - 1] is a CR whose LF may come: hidden behind a NUL */
    struct buffer raw;       /* bytes read that are not text yet */
    uint64_t base;           /* text position of data[0] */
    uint64_t offset;         /* of the first byte in raw */

    struct text_mark *marks; /* ascending; the first is at or before base */
    size_t mark_count, mark_cap;
    struct buffer kept; /* source bytes of converted text */
    uint64_t kept_base; /* how many were dropped from it */

    struct text_cursor first, last; /* at base; where a place was asked for last */

    bool hashing;
    struct hash hash;
    uint64_t hashed; /* offset up to which the hash has come */
};

/* Note that the text at the window's end comes from the current offset, CONVERTED or as it is. */
bool text_mark(struct text *t, bool converted);

/* Bring places, marks and kept bytes up to date before the first DONE window bytes go. */
void text_forget(struct text *t, size_t done);

/* Set the window's size and the size of reads, before the first text_more. For tests. */
void text_set_chunk(struct text *t, size_t size);

#endif
