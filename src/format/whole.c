/* Reading files whole: the table of formats, and how the reader gets at their bytes or text. Files
   are small (an XQF game has a few kilobytes), so that nothing is gained by reading in parts; a
   stream that breaks off gives no game, since half a file cannot be told from a damaged one. */
#include "format/whole.h"

#include <string.h>

const struct whole_format *const whole_formats[] = {
    NULL,
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

static bool load(struct reader *r, const char **data, size_t *len, struct error *err)
{
    if (!r->whole->is_text) {
        if (!r->loaded && !load_bytes(r, err))
            return false;
        *data = r->bytes.data;
        *len = r->bytes.len;
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

/* Keep the name of the file, without folders, of a game that has no other. */
static bool name_game(struct reader *r, struct record *rec)
{
    const char *name = reader_name(r), *slash = strrchr(name, '/');
    struct slice event = record_tag(rec, TAG_EVENT);
    bool has_event = event.len > 0 && !(event.len == 1 && *record_text(rec, event) == '?');
    if (!r->whole->is_single || has_event || strcmp(name, "<stdin>") == 0 ||
        strcmp(name, "<memory>") == 0)
        return true;
    return record_set_tag(rec, "SourceFile", slash ? slash + 1 : name);
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
    bool is_game = ok && r->whole->read(data, len, &at, rec, f);
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
    if (pos > r->bytes.len)
        pos = r->bytes.len;
    return (struct place){.line = 1, .column = pos + 1, .offset = pos};
}

uint64_t whole_hash(struct reader *r, size_t pos)
{
    if (r->hashed == 0)
        hash_start(&r->hash, TEXT_HASH_SEED);
    if (pos > r->hashed)
        hash_add(&r->hash, r->bytes.data + r->hashed, pos - r->hashed);
    r->hashed = pos > r->hashed ? pos : r->hashed;
    return hash_value(&r->hash);
}
