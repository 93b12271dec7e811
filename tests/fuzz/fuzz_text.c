/* Any bytes as a stream, in the encoding that the first byte chooses: decoded text must be valid
   UTF-8, end in a NUL, and its places must lie within the stream. */
#include "base/base.h"
#include "format/reader.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_text: %s\n", what);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const encodings[] = {NULL, "GB18030", "BIG5", "UTF-16", "ISO-8859-1"};
    if (size < 2)
        return 0;
    struct error err;
    struct input *in = input_open_memory(data + 2, size - 2, &err);
    struct text *t = in ? text_open(in, encodings[data[0] % 5], &err) : NULL;
    size_t step = data[1];
    bool more = t != NULL;
    if (t) {
        text_set_signs(t, &chinese_signs);
        text_hash_on(t);
    }
    while (more) {
        size_t done = t ? text_window(t)->len : 0;
        done = done > step ? done - step : done / 2;
        text_hash(t, done);
        more = text_more(t, done, &err);
        const struct text_window *w = text_window(t);
        must(w->data[w->len] == '\0', "no NUL behind the window");
        must(utf8_valid_prefix(w->data, w->len) == w->len, "the window is not UTF-8");
        struct place there = text_place(t, w->len / 2);
        must(text_place(t, w->len).line >= there.line, "lines go backwards");
        struct place again = text_place(t, w->len / 2);
        must(there.line == again.line && there.column == again.column &&
                 there.offset == again.offset,
             "a place depends on what was asked before");
        if (w->at_end)
            break;
    }
    text_close(t);
    if (in)
        input_close(in);
    return 0;
}
