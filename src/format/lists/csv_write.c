/* Comma-separated values as RFC 4180 has them, with LF as the line end; or values between tabs. A
   column is a tag or one of the words in the table below. */
#include "base/ascii.h"
#include "format/format.h"

#include <string.h>

static void add_number(struct buffer *out, const struct record *rec)
{
    buffer_printf(out, "%llu", (unsigned long long)rec->number);
}

static void add_ply_count(struct buffer *out, const struct record *rec)
{
    buffer_printf(out, "%zu", rec->ply_count);
}

static void add_moves(struct buffer *out, const struct record *rec)
{
    moves_write(out, rec, NOTATION_SAN, 0, NULL);
}

static void add_uci(struct buffer *out, const struct record *rec)
{
    moves_write(out, rec, NOTATION_UCI, 0, NULL);
}

static void add_position(struct buffer *out, const struct position *pos)
{
    char text[FEN_MAX];
    buffer_add(out, text, fen_format(pos, false, text));
}

static void add_start(struct buffer *out, const struct record *rec)
{
    add_position(out, &rec->start);
}

static void add_end(struct buffer *out, const struct record *rec)
{
    add_position(out, &rec->end);
}

static void add_result(struct buffer *out, const struct record *rec)
{
    buffer_add_string(out, result_text(record_result(rec)));
}

static void add_id(struct buffer *out, const struct record *rec)
{
    size_t len;
    const char *value = record_tag_text(rec, STORE_ID_TAG, &len);
    for (size_t i = 0; i < len && value && is_digit(value[i]); i++)
        buffer_add_char(out, value[i]);
}

/* None of these values needs quotes. */
static const struct word {
    const char *name;
    void (*add)(struct buffer *out, const struct record *rec);
} words[] = {
    {"number", add_number}, {"ply_count", add_ply_count}, {"moves", add_moves},   {"uci", add_uci},
    {"fen", add_start},     {"end_fen", add_end},         {"result", add_result}, {"id", add_id},
};
enum { WORDS = sizeof words / sizeof words[0] };

const char *const csv_columns[] = {"number",  "ply_count", "moves", "uci", "fen",
                                   "end_fen", "result",    "id",    NULL};

bool csv_is_column(const char *word)
{
    if (word[0] < 'a' || word[0] > 'z')
        return word[0] != '\0';
    for (size_t i = 0; csv_columns[i]; i++)
        if (strcmp(word, csv_columns[i]) == 0)
            return true;
    return false;
}

/* Nothing in a table of tabs can be quoted, so what would break it becomes a blank. */
static void add_plain(struct buffer *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const bool breaks = text[i] == '\t' || text[i] == '\n' || text[i] == '\r';
        buffer_add_char(out, breaks ? ' ' : text[i]);
    }
}

static void add_field(struct buffer *out, const char *text, size_t len, char separator)
{
    if (separator == '\t') {
        add_plain(out, text, len);
        return;
    }
    bool quote = false;
    for (size_t i = 0; i < len && !quote; i++)
        quote = text[i] == separator || text[i] == '"' || text[i] == '\n' || text[i] == '\r';
    if (!quote) {
        buffer_add(out, text, len);
        return;
    }
    buffer_add_char(out, '"');
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '"')
            buffer_add_char(out, '"');
        buffer_add_char(out, text[i]);
    }
    buffer_add_char(out, '"');
}

static void add_column(struct buffer *out, const struct record *rec, const char *column,
                       char separator)
{
    for (size_t i = 0; i < WORDS; i++) {
        if (strcmp(words[i].name, column) == 0) {
            words[i].add(out, rec);
            return;
        }
    }
    size_t len;
    const char *value = record_tag_text(rec, column, &len);
    add_field(out, value ? value : "", len, separator);
}

void csv_write_header(struct buffer *out, const char *const *columns, size_t count, char separator)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buffer_add_char(out, separator);
        add_field(out, columns[i], strlen(columns[i]), separator);
    }
    buffer_add_char(out, '\n');
}

void csv_write(struct buffer *out, const struct record *rec, const char *const *columns,
               size_t count, char separator)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buffer_add_char(out, separator);
        add_column(out, rec, columns[i], separator);
    }
    buffer_add_char(out, '\n');
}
