/* Header fields of binary files as tags. Their texts are free: only a date in a known form is
   written as PGN has it. */
#include "format/game_fields.h"

#include "base/date.h"
#include "notation/notation.h"

#include <stdio.h>

static bool is_roster(const char *tag)
{
    return tag_find(GAME_XIANGQI, tag, strlen(tag)) < TAG_ROSTER;
}

/* Blanks and control characters at both ends are no part of a field's text. */
static void trim(struct buffer *b)
{
    size_t from = 0;
    while (b->len > 0 && (unsigned char)b->data[b->len - 1] <= ' ')
        b->len--;
    while (from < b->len && (unsigned char)b->data[from] <= ' ')
        from++;
    if (from > 0)
        memmove(b->data, b->data + from, b->len -= from);
    for (size_t i = 0; i < b->len; i++)
        if ((unsigned char)b->data[i] < ' ')
            b->data[i] = ' ';
}

static bool add_tag(struct record *rec, const char *tag, const char *value, size_t len,
                    uint32_t source)
{
    struct slice name, text;
    return record_add_text(rec, tag, strlen(tag), &name) &&
           record_add_text(rec, value, len, &text) && record_add_tag(rec, name, text, source);
}

bool field_set(struct record *rec, const char *tag, const char *value, uint32_t source)
{
    return add_tag(rec, tag, value, strlen(value), source);
}

void field_report_encoding(struct field_reader *fr, const char *what, size_t replaced, size_t cut,
                           uint32_t source, size_t ply)
{
    if (replaced > cut)
        findings_add(fr->findings, FINDING_ENCODING, source, ply,
                     "%s: %zu byte%s that no encoding explains", what, replaced - cut,
                     replaced - cut == 1 ? "" : "s");
    if (cut > 0)
        findings_add(fr->findings, FINDING_ENCODING, source, ply,
                     "%s: the field ends inside a character", what);
}

/* "2004-12-5" as PGN writes it. */
static bool rewrite_date(const struct buffer *b, char out[DATE_TEXT_MAX])
{
    uint32_t date;
    if (b->len == 0 || date_is_pgn(b->data, b->len) || !date_parse(b->data, b->len, &date))
        return false;
    date_format(date, out);
    return true;
}

bool field_add(struct field_reader *fr, const char *tag, const char *raw, size_t len,
               uint32_t source)
{
    static const size_t mark = sizeof "\uFFFD" - 1;
    struct buffer *b = &fr->text;
    char date[DATE_TEXT_MAX];
    size_t cut;
    buffer_clear(b);
    size_t replaced = converter_add(&fr->convert, b, raw, len, &cut);
    if (b->failed)
        return false;
    field_report_encoding(fr, tag, replaced, cut, source, 0);
    if (cut > 0 && b->len >= cut * mark)
        b->len -= cut * mark;
    trim(b);
    if (b->len == 0)
        return !is_roster(tag) || field_set(fr->rec, tag, "?", source);
    if (tag_find(GAME_XIANGQI, tag, strlen(tag)) == TAG_DATE && rewrite_date(b, date))
        return field_set(fr->rec, tag, date, source);
    return add_tag(fr->rec, tag, b->data, b->len, source);
}

bool field_start(struct record *rec, struct findings *f, const struct setup *setup, uint32_t source,
                 bool *judged)
{
    struct position pos, usual;
    unsigned faults = pos_from_setup(&pos, setup);
    *judged = true;
    for (int i = 0; i < SETUP_FAULTS; i++) {
        if (!(faults & 1u << i))
            continue;
        bool is_error = setup_fault_is_error((enum setup_fault)i);
        findings_add(f, is_error ? FINDING_BAD_FEN : FINDING_FEN_DETAIL, source, 0,
                     "the start position: %s", setup_fault_text((enum setup_fault)i));
        *judged = *judged && !is_error;
    }
    if (!*judged) {
        rec->is_broken = rec->bad_start = true;
        return true;
    }
    pos_start(&usual, rec->game);
    if (pos.key == usual.key && pos.move_number == usual.move_number)
        return true;
    char fen[FEN_MAX];
    fen_format(&pos, false, fen);
    record_set_start(rec, &pos);
    return field_set(rec, "FEN", fen, source);
}

bool field_result(struct record *rec, enum result result, uint32_t source)
{
    rec->has_terminator = true;
    rec->terminator = result;
    rec->terminator_source = source;
    return field_set(rec, "Result", result_text(result), source);
}
