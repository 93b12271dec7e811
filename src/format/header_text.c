/* Header fields of binary files as tags; see header_text.h. */
#include "format/header_text.h"
#include "base/lang.h"

/* Control characters inside a field are blanks; those at its ends are no part of it. */
static void clean(struct buffer *b)
{
    for (size_t i = 0; i < b->len; i++)
        if ((unsigned char)b->data[i] < ' ')
            b->data[i] = ' ';
}

void header_convert(struct header_reader *h, struct buffer *out, const char *what, const char *raw,
                    size_t len, uint32_t source)
{
    static const size_t mark = sizeof "\uFFFD" - 1;
    struct findings *f = h->facts.findings;
    size_t cut, replaced = converter_add(&h->convert, out, raw, len, &cut);
    if (out->failed) {
        f->failed = true;
        return;
    }
    if (replaced > cut)
        findings_add(f, FINDING_ENCODING, source, 0, "%s: %zu byte%s that no encoding explains",
                     what, replaced - cut, replaced - cut == 1 ? "" : "s");
    if (cut > 0) {
        findings_add(f, FINDING_ENCODING, source, 0, "%s: it ends inside a character", what);
        out->len -= cut * mark;
    }
}

void header_add(struct header_reader *h, const char *tag, const char *raw, size_t len,
                uint32_t source)
{
    struct buffer *b = &h->text;
    enum tag_id id = tag_find(GAME_XIANGQI, tag, strlen(tag));
    buffer_clear(b);
    header_convert(h, b, tag, raw, len, source);
    clean(b);
    const char *text = b->len > 0 ? b->data : "";
    size_t text_len = b->len;
    facts_trim(&text, &text_len);
    if (text_len == 0 && id < TAG_ROSTER)
        facts_add(&h->facts, tag, "?", 1, source);
    else if (id == TAG_DATE)
        facts_add_date(&h->facts, tag, text, text_len, source);
    else
        facts_add(&h->facts, tag, text, text_len, source);
}

void header_add_result(struct header_reader *h, uint32_t code, uint32_t source)
{
    enum result result;
    if (!facts_result_of_code(code, &result))
        header_report(h, source, "the result cannot be", code);
    facts_set_result(&h->facts, result, source);
}

void header_report(struct header_reader *h, uint32_t source, const char *what, unsigned value)
{
    findings_add(h->facts.findings, FINDING_FILE_DETAIL, source, 0, "%s %u", lang_text(what),
                 value);
}
