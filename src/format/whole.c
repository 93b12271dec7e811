/* Reading files whole: the table of formats, and how the reader gets at their bytes or text. Files
   are small (an XQF game has a few kilobytes), so that nothing is gained by reading in parts; a
   stream that breaks off gives no game, since half a file cannot be told from a damaged one. */
#include "format/whole.h"
#include "base/convert.h"
#include "base/utf8.h"

#include <string.h>

const struct whole_format *const whole_formats[] = {
    &whole_xqf,       &whole_cbr,       &whole_cbl, &whole_cbl_packed, &whole_mxq,
    &whole_ccm,       &whole_chn,       &whole_che, &whole_dhtmlxq,    &whole_cbf,
    &whole_text_list, &whole_move_list, NULL,
};

void whole_look(struct reader *r, bool is_text)
{
    const struct text_window *w = text_window(r->text);
    const char *data = w->data;
    size_t len = w->len;
    if (!is_text) {
        const unsigned char *peeked;
        struct error ignored; /* it will be found again by reading on */
        ssize_t n = input_peek(r->input, &peeked, &ignored);
        if (n <= 0)
            return;
        data = (const char *)peeked;
        len = (size_t)n;
    }
    for (size_t i = 0; whole_formats[i] && !r->whole; i++)
        if (whole_formats[i]->is_text == is_text &&
            whole_formats[i]->recognise(data, len, reader_name(r)))
            r->whole = whole_formats[i];
}

/* --- Getting all of it ------------------------------------------------------------------------ */

/* Read the stream to its end. */
static bool load_bytes(struct reader *r, struct error *err)
{
    enum { CHUNK = 64 * 1024 };
    struct buffer *b = &r->bytes;
    for (;;) {
        if (!buffer_reserve(b, CHUNK + 1))
            return error_no_memory(err);
        ssize_t n = input_read(r->input, b->data + b->len, b->cap - b->len - 1, err);
        if (n < 0)
            return false;
        b->len += (size_t)n;
        b->data[b->len] = '\0';
        if (n == 0 || b->len > WHOLE_MAX)
            return true;
    }
}

static bool unpack(struct reader *r, struct error *err)
{
    struct error why;
    if (!r->whole->unpack || r->bytes.len > WHOLE_MAX ||
        r->whole->unpack(r->bytes.data, r->bytes.len, &r->unpacked, &why))
        return true;
    return error_set(err, why.code, "%s: %s", reader_name(r), why.text);
}

static bool load(struct reader *r, const char **data, size_t *len, struct error *err)
{
    if (!r->whole->is_text) {
        if (!r->loaded && (!load_bytes(r, err) || !unpack(r, err)))
            return false;
        *data = whole_bytes(r)->data;
        *len = whole_bytes(r)->len;
    } else {
        const struct text_window *w = text_window(r->text);
        while (!w->at_end && w->len <= WHOLE_MAX && !r->broken)
            reader_grow(r);
        *data = w->data;
        *len = w->len;
    }
    r->loaded = true;
    if (r->broken)
        *err = r->error;
    else if (*len > WHOLE_MAX)
        error_set(err, ERROR_UNSUPPORTED, "%s: a file of format %s over %zu MiB", reader_name(r),
                  r->whole->name, WHOLE_MAX >> 20);
    else
        return true;
    return false;
}

/* --- Games ------------------------------------------------------------------------------------ */

/* The name of the file, without folders, to OUT. Names that are not UTF-8 come from archives that
   were made under a Chinese Windows. */
static bool make_name(const char *path, struct buffer *out)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t len = strlen(name), cut;
    struct converter gb;
    struct error err;
    if (utf8_valid_prefix(name, len) == len) {
        buffer_add(out, name, len);
    } else if (converter_open(&gb, "UTF-8", "GB18030", &err)) {
        converter_add(&gb, out, name, len, &cut);
        converter_close(&gb);
    }
    return !out->failed;
}

/* Keep the name of the file of a game that has no other. */
static bool name_game(struct reader *r, struct record *rec)
{
    const char *name = reader_name(r);
    struct buffer text = {0};
    struct slice event = record_tag(rec, TAG_EVENT);
    bool has_event = event.len > 0 && !(event.len == 1 && *record_text(rec, event) == '?');
    if (!r->whole->is_single || has_event || strcmp(name, "<stdin>") == 0 ||
        strcmp(name, "<memory>") == 0)
        return true;
    bool ok = make_name(name, &text) && record_set_tag(rec, "SourceFile", buffer_terminate(&text));
    buffer_free(&text);
    return ok;
}

enum read_status whole_next(struct reader *r, struct record *rec, struct findings *f,
                            struct error *err)
{
    const char *data;
    size_t len;
    findings_clear(f);
    if (!load(r, &data, &len, err))
        return READ_BROKEN;
    size_t at = r->extent.next;
    bool ok = record_clear(rec, r->whole->game);
    bool is_game = ok && whole_read(r->whole, data, len, r->options.encoding, &at, rec, f);
    if (!ok || f->failed || (is_game && !name_game(r, rec))) {
        error_no_memory(err);
        return READ_BROKEN;
    }
    r->extent = (struct pgn_extent){.base = 0, .begin = r->extent.next, .next = at};
    if (!is_game)
        return READ_END;
    rec->number = ++r->number;
    return READ_GAME;
}

/* --- Places ----------------------------------------------------------------------------------- */

struct place whole_place(const struct reader *r, size_t pos)
{
    size_t len = whole_bytes(r)->len;
    if (pos > len)
        pos = len;
    return (struct place){.offset = pos};
}

/* In a packed stream about as far as in what it holds, at its end with the last game. */
uint64_t whole_offset(const struct reader *r)
{
    const size_t len = whole_bytes(r)->len;
    if (!r->whole->unpack || len == 0 || r->extent.next >= len)
        return r->whole->unpack ? r->bytes.len : r->extent.next;
    return 1 + (uint64_t)((double)r->extent.next / (double)len * (double)(r->bytes.len - 1));
}

uint64_t whole_hash(struct reader *r)
{
    const size_t pos = (size_t)whole_offset(r);
    if (r->hashed == 0)
        hash_start(&r->hash, TEXT_HASH_SEED);
    if (pos > r->hashed)
        hash_add(&r->hash, r->bytes.data + r->hashed, pos - r->hashed);
    r->hashed = pos > r->hashed ? pos : r->hashed;
    return hash_value(&r->hash);
}
