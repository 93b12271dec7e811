/* Every position of the main line as a line of FEN or EPD. A game of no moves whose tags came from
   the operations of an EPD line gets them back. */
#include "base/ascii.h"
#include "format/format.h"

#include <string.h>

/* Opcodes whose operand is a string by the standard, beside c0..c9 and v0..v9. */
static bool is_string_opcode(const char *name, size_t len)
{
    return (len == 2 && memcmp(name, "id", 2) == 0) ||
           (len == 2 && (name[0] == 'c' || name[0] == 'v') && is_digit(name[1]));
}

/* Tags that PGN knows begin with a capital, opcodes do not. */
static bool is_opcode(const char *name, size_t len)
{
    return len > 0 && is_small(name[0]);
}

static void write_operation(struct buffer *out, const char *name, size_t name_len,
                            const char *value, size_t len)
{
    bool written = len > 0 && memchr(value, '"', len) != NULL; /* it brought its quotes along */
    bool quote = !written &&
                 (is_string_opcode(name, name_len) || (len > 0 && memchr(value, ';', len) != NULL));
    buffer_add_char(out, ' ');
    buffer_add(out, name, name_len);
    if (len > 0 || quote)
        buffer_add_char(out, ' ');
    if (quote)
        buffer_add_char(out, '"');
    buffer_add(out, value, len);
    buffer_add_string(out, quote ? "\";" : ";");
}

static void write_operations(struct buffer *out, const struct record *rec)
{
    for (size_t i = 0; i < rec->tag_count; i++) {
        struct slice name = rec->tags[i].name, value = rec->tags[i].value;
        if (is_opcode(record_text(rec, name), name.len))
            write_operation(out, record_text(rec, name), name.len, record_text(rec, value),
                            value.len);
    }
}

void positions_write(struct buffer *out, const struct record *rec, bool epd)
{
    struct position pos = rec->start;
    for (size_t i = 0;; i++) {
        char text[FEN_MAX];
        size_t len = epd ? epd_format(&pos, text) : fen_format(&pos, false, text);
        buffer_add(out, text, len);
        if (epd && rec->ply_count == 0)
            write_operations(out, rec);
        buffer_add_char(out, '\n');
        if (i == rec->ply_count)
            return;
        pos_play(&pos, rec->moves[i]);
    }
}
