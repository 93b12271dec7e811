/* Header fields of binary files as tags; see header_text.h. */
#include "format/xiangqi/header_text.h"
#include "base/ascii.h"
#include "base/lang.h"
#include "base/text.h"
#include "format/reader.h"

#include <string.h>
#include <strings.h>

/* --- Encodings -------------------------------------------------------------------------------- */

bool header_open(struct header_reader *h, const char *named, const char *usual)
{
    struct error ignored;
    h->is_named = named != NULL;
    h->encoding = named ? named : usual;
    if (converter_open(&h->convert, "UTF-8", h->encoding, &ignored))
        return true;
    h->facts.findings->failed = true;
    return false;
}

void header_close(struct header_reader *h)
{
    converter_close(&h->convert);
    buffer_free(&h->text);
    buffer_free(&h->raw);
}

static void keep_raw(struct header_reader *h, const char *raw, size_t len)
{
    bool is_ascii = true;
    for (size_t i = 0; i < len && is_ascii; i++)
        is_ascii = (unsigned char)raw[i] < 0x80;
    if (is_ascii || h->is_named || !h->convert.keeps_ascii)
        return;
    buffer_add(&h->raw, raw, len);
    buffer_add_char(&h->raw, '\n');
}

/* The encoding that the texts show; the one that they were read in if there are none. */
static const char *guess(struct header_reader *h)
{
    struct error ignored;
    if (h->raw.failed)
        h->facts.findings->failed = true;
    if (h->raw.failed || h->raw.len == 0)
        return h->encoding;
    const char *name = text_guess_chinese(h->raw.data, h->raw.len, &chinese_field_signs, &ignored);
    if (!name)
        h->facts.findings->failed = true;
    return name ? name : h->encoding;
}

/* Whether a text has what would be one Chinese character between Latin letters: "M\xFCller". */
static bool has_lone_pair(const struct buffer *b)
{
    for (size_t i = 0; i + 3 < b->len; i++)
        if (is_letter(b->data[i]) && (unsigned char)b->data[i + 1] >= 0x81 &&
            b->data[i + 2] != '\n' && is_letter(b->data[i + 3]))
            return true;
    return false;
}

/* As before the game was read, to read it in the encoding NAME. */
static void start_again(struct header_reader *h, const char *name)
{
    struct facts *x = &h->facts;
    const uint32_t source = x->rec->source;
    struct error ignored;
    if (!record_clear(x->rec, GAME_XIANGQI))
        x->findings->failed = true;
    findings_clear(x->findings);
    x->rec->source = source;
    *x = (struct facts){.rec = x->rec, .findings = x->findings};
    converter_close(&h->convert);
    h->encoding = name;
    h->is_again = true;
    if (!converter_open(&h->convert, "UTF-8", text_iconv_name(name), &ignored))
        x->findings->failed = true;
}

bool header_again(struct header_reader *h)
{
    struct findings *f = h->facts.findings;
    const char *name = h->is_named || h->is_again || f->failed ? h->encoding : guess(h);
    if (h->is_again) {
        findings_add(f, FINDING_OTHER_ENCODING, 0, 0,
                     "texts read as %s, which they look like; --encoding overrides", h->encoding);
    } else if (f->failed || strcasecmp(name, h->encoding) == 0) {
        return false;
    } else if (strcmp(name, "Windows-1252") == 0) { /* short texts show little: they may be right */
        if (has_lone_pair(&h->raw))
            findings_add(f, FINDING_ENCODING, 0, 0,
                         "texts read as %s, but they do not look Chinese; name their --encoding",
                         h->encoding);
    } else {
        start_again(h, name);
        return !f->failed;
    }
    return false;
}

/* --- Texts ------------------------------------------------------------------------------------ */

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
    keep_raw(h, raw, len);
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
