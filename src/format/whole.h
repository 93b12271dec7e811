/* Formats whose files are read whole: binary ones, and texts that are no sequence of tag sections.
   Each is a row of whole_formats; reader.c asks them before it takes a stream for PGN. */
#ifndef QIPU_FORMAT_WHOLE_H
#define QIPU_FORMAT_WHOLE_H

#include "format/reader.h"

static const size_t WHOLE_MAX = (size_t)256 << 20; /* bytes of a file */

/* A format whose files are read whole, at most WHOLE_MAX bytes. */
struct whole_format {
    const char *name; /* "XQF" */
    bool is_text;     /* DATA is decoded text (UTF-8, as base/text.h gives it), else the bytes of
                         the file */
    bool is_single;   /* a file holds one game: if no tag names the event, the file's name becomes
                         the tag SourceFile */
    enum game game;

    /* Whether the file that begins with these LEN bytes is of this format; NAME (the path) may
       decide only where content cannot. Bytes: at most 4096 of them. Text: at most 1 MiB. */
    bool (*recognise)(const char *data, size_t len, const char *name);

    /* For bytes that hold a packed stream, else NULL: append it to OUT, which is then what is read.
       False with ERR filled if it is damaged. */
    bool (*unpack)(const char *data, size_t len, struct buffer *out, struct error *err);

    /* Read the next game, *AT is where it begins (0 at first) and is moved behind it, to LEN with
       the last, into REC (cleared) with its findings (cleared), whose sources, as those of REC,
       count from DATA. False: no further game, but there may be findings about the rest. When
       memory is out, f->failed is set and the result does not matter. DATA[LEN] is NUL. */
    bool (*read)(const char *data, size_t len, size_t *at, struct record *rec, struct findings *f);
    /* The same instead, for bytes whose texts have an encoding: ENCODING if it is not NULL. */
    bool (*read_in)(const char *data, size_t len, const char *encoding, size_t *at,
                    struct record *rec, struct findings *f);
};

/* The next game by that one of the two which FORMAT has. */
static inline bool whole_read(const struct whole_format *format, const char *data, size_t len,
                              const char *encoding, size_t *at, struct record *rec,
                              struct findings *f)
{
    return format->read_in ? format->read_in(data, len, encoding, at, rec, f)
                           : format->read(data, len, at, rec, f);
}

/* One per format, ended by NULL. */
extern const struct whole_format *const whole_formats[];
extern const struct whole_format whole_xqf, whole_cbr, whole_cbl, whole_cbl_packed, whole_mxq,
    whole_ccm, whole_chn, whole_che, whole_dhtmlxq, whole_cbf, whole_text_list, whole_move_list;

/* --- For the reader --------------------------------------------------------------------------- */

/* Look whether the stream, of which nothing was read yet (IS_TEXT: whose first text is in the
   window), is of a format with bytes (text). Sets r->whole. */
void whole_look(struct reader *r, bool is_text);

/* reader_next for such a stream. */
enum read_status whole_next(struct reader *r, struct record *rec, struct findings *f,
                            struct error *err);

/* What is known of bytes; the text window knows it of texts. */
static inline bool whole_is_bytes(const struct reader *r)
{
    return r->whole && !r->whole->is_text;
}
/* What is read. */
static inline const struct buffer *whole_bytes(const struct reader *r)
{
    return r->whole->unpack ? &r->unpacked : &r->bytes;
}
struct place whole_place(const struct reader *r, size_t pos);
/* reader_offset and reader_hash. */
uint64_t whole_offset(const struct reader *r);
uint64_t whole_hash(struct reader *r);

#endif
