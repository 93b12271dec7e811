/* Each tag column has a kind, and a kind is two functions: what it keeps of a tag's text, and the
   text that it gives back. A column is exact for a value if the second undoes the first; only that
   comparison decides whether the value must be stored again, so no kind need be careful. */
#include "store/code/tag_code.h"
#include "base/date.h"
#include "notation/notation.h"

enum { ROUND_DIGITS = 9 };

struct column_kind {
    /* NULL where the value comes from the game and not from the tag. */
    void (*take)(const char *text, size_t len, struct column_value *v);
    /* Points *TEXT to the text, in ROOM if it has to be made; returns its length. */
    size_t (*give)(const struct column_value *v, char room[TAG_GIVEN_MAX], const char **text);
};

static size_t give_unknown(const char **text)
{
    *text = "?";
    return 1;
}

static void take_text(const char *text, size_t len, struct column_value *v)
{
    if (len == 0 || (len == 1 && *text == '?') || memchr(text, '\0', len))
        return;
    *v = (struct column_value){.type = VALUE_TEXT, .text = text, .len = len};
}

static size_t give_text(const struct column_value *v, char room[TAG_GIVEN_MAX], const char **text)
{
    (void)room;
    if (v->type != VALUE_TEXT)
        return give_unknown(text);
    *text = v->text;
    return v->len;
}

/* A number that is written in the usual way is kept as one: half of all rounds are. */
static void take_round(const char *text, size_t len, struct column_value *v)
{
    int64_t n = 0;
    take_text(text, len, v);
    if (len == 0 || len > ROUND_DIGITS || (text[0] == '0' && len > 1))
        return;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return;
        n = n * 10 + (text[i] - '0');
    }
    *v = (struct column_value){.type = VALUE_NUMBER, .number = n};
}

/* The digits of N, which is not negative, in ROOM; returns how many. */
static size_t put_digits(int64_t n, char room[TAG_GIVEN_MAX], const char **text)
{
    char *at = room + TAG_GIVEN_MAX;
    do
        *--at = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    *text = at;
    return (size_t)(room + TAG_GIVEN_MAX - at);
}

static size_t give_round(const struct column_value *v, char room[TAG_GIVEN_MAX], const char **text)
{
    return v->type == VALUE_NUMBER && v->number >= 0 ? put_digits(v->number, room, text)
                                                     : give_text(v, room, text);
}

static void take_date(const char *text, size_t len, struct column_value *v)
{
    uint32_t date = 0;
    date_parse(text, len, &date);
    v->number = date;
}

static size_t give_date(const struct column_value *v, char room[TAG_GIVEN_MAX], const char **text)
{
    bool is_date = v->type == VALUE_NUMBER && v->number > 0 && v->number <= 99991231;
    date_format(is_date ? (uint32_t)v->number : 0, room);
    *text = room;
    return strlen(room);
}

static void take_rating(const char *text, size_t len, struct column_value *v)
{
    int64_t n = 0;
    if (len == 0 || len > 4)
        return;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return;
        n = n * 10 + (text[i] - '0');
    }
    if (n > 0)
        *v = (struct column_value){.type = VALUE_NUMBER, .number = n};
}

static size_t give_number(const struct column_value *v, char room[TAG_GIVEN_MAX], const char **text)
{
    return v->type == VALUE_NUMBER && v->number >= 0 ? put_digits(v->number, room, text)
                                                     : give_unknown(text);
}

static void take_eco(const char *text, size_t len, struct column_value *v)
{
    if (len < 3 || text[0] < 'A' || text[0] > 'E' || text[1] < '0' || text[1] > '9' ||
        text[2] < '0' || text[2] > '9')
        return;
    *v = (struct column_value){.type = VALUE_NUMBER};
    v->number = (text[0] - 'A') * 100 + (text[1] - '0') * 10 + (text[2] - '0');
}

void eco_format(int64_t code, char out[ECO_TEXT_MAX])
{
    if (code < 0 || code >= ECO_CODES)
        code = 0;
    out[0] = (char)('A' + code / 100);
    out[1] = (char)('0' + code / 10 % 10);
    out[2] = (char)('0' + code % 10);
    out[3] = '\0';
}

static size_t give_eco(const struct column_value *v, char room[TAG_GIVEN_MAX], const char **text)
{
    if (v->type != VALUE_NUMBER)
        return give_unknown(text);
    eco_format(v->number, room);
    *text = room;
    return strlen(room);
}

static size_t give_result(const struct column_value *v, char room[TAG_GIVEN_MAX], const char **text)
{
    (void)room;
    bool known = v->type == VALUE_NUMBER && v->number > 0 && v->number <= RESULT_DRAW;
    *text = result_text(known ? (enum result)v->number : RESULT_NONE);
    return strlen(*text);
}

static size_t give_variant(const struct column_value *v, char room[TAG_GIVEN_MAX],
                           const char **text)
{
    (void)room;
    *text = v->number & KIND_CHESS960 ? "Chess960" : "Standard";
    return strlen(*text);
}

static const struct column_kind text_kind = {take_text, give_text};
static const struct column_kind round_kind = {take_round, give_round};
static const struct column_kind date_kind = {take_date, give_date};
static const struct column_kind rating_kind = {take_rating, give_number};
static const struct column_kind eco_kind = {take_eco, give_eco};
static const struct column_kind result_kind = {NULL, give_result};
static const struct column_kind variant_kind = {NULL, give_variant};
static const struct column_kind plies_kind = {NULL, give_number};

static const struct tag_column {
    enum tag_id tag;
    const struct column_kind *kind;
} columns[TAG_COLUMNS] = {
    [COLUMN_WHITE] = {TAG_WHITE, &text_kind},
    [COLUMN_BLACK] = {TAG_BLACK, &text_kind},
    [COLUMN_EVENT] = {TAG_EVENT, &text_kind},
    [COLUMN_SITE] = {TAG_SITE, &text_kind},
    [COLUMN_DATE] = {TAG_DATE, &date_kind},
    [COLUMN_ROUND] = {TAG_ROUND, &round_kind},
    [COLUMN_RESULT] = {TAG_RESULT, &result_kind},
    [COLUMN_WHITE_ELO] = {TAG_WHITE_ELO, &rating_kind},
    [COLUMN_BLACK_ELO] = {TAG_BLACK_ELO, &rating_kind},
    [COLUMN_ECO] = {TAG_ECO, &eco_kind},
    [COLUMN_TIME_CONTROL] = {TAG_TIME_CONTROL, &text_kind},
    [COLUMN_TERMINATION] = {TAG_TERMINATION, &text_kind},
    [COLUMN_KIND] = {TAG_VARIANT, &variant_kind},
    [COLUMN_PLIES] = {TAG_PLY_COUNT, &plies_kind},
};

/* The column of the tag NAME, or TAG_COLUMNS. */
static enum game_column column_of(enum tag_id tag)
{
    int c = 0;
    while (c < TAG_COLUMNS && columns[c].tag != tag)
        c++;
    return (enum game_column)c;
}

enum game_column tag_code_column(enum game game, const char *name, size_t len)
{
    const enum tag_id id = tag_find(game, name, len);
    return id == TAG_OTHER ? TAG_COLUMNS : column_of(id);
}

size_t tag_code_give(enum game_column column, const struct column_value *value,
                     char room[TAG_GIVEN_MAX], const char **text)
{
    return columns[column].kind->give(value, room, text);
}

/* --- The order text ------------------------------------------------------------------------- */

/* Characters of a name that mean something in the order text, and what stands for them behind a
   backslash. A name of no characters is \e. */
static const char escaped[] = {'\\', ' ', '=', '\0'};
static const char escapes[] = {'\\', 's', '=', '0'};
enum { ESCAPES = sizeof escaped };

static bool is_escaped(char c)
{
    return c == '\\' || c == ' ' || c == '=' || c == '\0';
}

static void put_name(struct buffer *order, const char *name, size_t len, bool is_marked)
{
    if (order->len > 0)
        buffer_add_char(order, ' ');
    if (is_marked)
        buffer_add_char(order, '=');
    if (len == 0)
        buffer_add_string(order, "\\e");
    size_t plain = 0;
    while (plain < len && !is_escaped(name[plain]))
        plain++;
    buffer_add(order, name, plain);
    for (size_t i = plain; i < len; i++) {
        const char *e = memchr(escaped, name[i], ESCAPES);
        if (e)
            buffer_add_char(order, '\\');
        buffer_add_char(order, e ? escapes[e - escaped] : name[i]);
    }
}

/* Take the next name out of ORDER into the record. False if the text is damaged or memory out. */
static bool take_name(struct bytes *order, struct record *rec, struct slice *name, bool *is_marked)
{
    *name = (struct slice){(uint32_t)rec->text.len, 0};
    *is_marked = bytes_left(order) > 0 && *order->at == '=';
    order->at += *is_marked;
    while (bytes_left(order) > 0) {
        char c = (char)bytes_u8(order);
        if (c == ' ')
            break;
        if (c == '\\') {
            c = (char)bytes_u8(order);
            if (c == 'e')
                continue;
            const char *e = memchr(escapes, c, ESCAPES);
            if (order->bad || !e)
                return false;
            c = escaped[e - escapes];
        }
        struct slice added;
        if (!record_add_text(rec, &c, 1, &added))
            return false;
        name->len++;
    }
    return true;
}

/* --- Records --------------------------------------------------------------------------------- */

static struct column_value number(int64_t n)
{
    return (struct column_value){.type = VALUE_NUMBER, .number = n};
}

static void take_columns(const struct record *rec, struct column_value values[TAG_COLUMNS])
{
    for (int c = 0; c < TAG_COLUMNS; c++)
        values[c] = (struct column_value){.type = VALUE_NULL};
    values[COLUMN_DATE] = number(0);
    values[COLUMN_RESULT] = number(record_result(rec));
    values[COLUMN_KIND] = number(rec->variant == VARIANT_CHESS960 ? KIND_CHESS960 : 0);
    values[COLUMN_PLIES] = number((int64_t)rec->ply_count);
    for (int c = 0; c < TAG_COLUMNS; c++) {
        if (!columns[c].kind->take || rec->known[columns[c].tag] < 0)
            continue;
        struct slice s = record_tag(rec, columns[c].tag);
        columns[c].kind->take(record_text(rec, s), s.len, &values[c]);
    }
}

/* What the record itself gives for its first tag ID without looking at the tag: from its column, or
   the FEN of its start position. NULL if nothing does. */
static const char *given_text(const struct record *rec, enum tag_id id,
                              const struct column_value values[TAG_COLUMNS], char room[FEN_MAX],
                              size_t *len)
{
    const char *text = NULL;
    enum game_column c = column_of(id);
    if (c < TAG_COLUMNS) {
        *len = columns[c].kind->give(&values[c], room, &text);
    } else if (id == TAG_FEN && rec->has_start_tag) {
        *len = fen_format(&rec->start, false, room);
        text = room;
    }
    return text;
}

void tag_code_write(const struct record *rec, struct column_value values[TAG_COLUMNS],
                    struct buffer *order, struct buffer *other)
{
    take_columns(rec, values);
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct tag *tag = &rec->tags[i];
        const char *text = record_text(rec, tag->value), *given = NULL;
        char room[FEN_MAX];
        size_t len = 0;
        bool is_first = tag->id != TAG_OTHER && rec->known[tag->id] == (int)i;
        if (is_first)
            given = given_text(rec, (enum tag_id)tag->id, values, room, &len);
        bool is_exact = given && len == tag->value.len && memcmp(given, text, len) == 0;
        /* A reader takes any FEN tag for the one that gave the start. */
        bool is_marked = !is_exact && (given || (is_first && tag->id == TAG_FEN));
        put_name(order, record_text(rec, tag->name), tag->name.len, is_marked);
        if (!is_exact) {
            bytes_put_number(other, tag->value.len);
            buffer_add(other, text, tag->value.len);
        }
    }
}

bool tag_code_read(struct record *rec, const struct column_value values[TAG_COLUMNS],
                   const char *order, size_t order_len, struct bytes *other, struct error *err)
{
    struct bytes names = bytes_of(order, order_len);
    while (bytes_left(&names) > 0) {
        struct slice name, value;
        bool is_marked;
        if (!take_name(&names, rec, &name, &is_marked))
            return error_set(err, ERROR_DAMAGED, "its tag order is damaged");
        enum tag_id id = tag_find(rec->game, record_text(rec, name), name.len);
        char room[FEN_MAX];
        const char *text = NULL;
        size_t len = 0;
        if (id != TAG_OTHER && rec->known[id] < 0 && !is_marked)
            text = given_text(rec, id, values, room, &len);
        if (!text) {
            len = bytes_number(other);
            text = bytes_take(other, len);
        }
        if (!text || other->bad)
            return error_set(err, ERROR_DAMAGED, "its other tags are cut off");
        if (!record_add_text(rec, text, len, &value) || !record_add_tag(rec, name, value, 0))
            return error_no_memory(err);
    }
    if (bytes_left(other) > 0)
        return error_set(err, ERROR_DAMAGED, "its other tags go on behind the last");
    return true;
}

bool tag_code_find(enum game game, const char *order, size_t order_len, const char *name,
                   size_t name_len, struct record *room, struct buffer *places, struct error *err)
{
    struct bytes names = bytes_of(order, order_len);
    bool known[TAG_KNOWN] = {false};
    uint32_t others = 0;
    if (!record_clear(room, game))
        return error_no_memory(err);
    while (bytes_left(&names) > 0) {
        struct slice found;
        bool is_marked;
        if (!take_name(&names, room, &found, &is_marked))
            return error_set(err, ERROR_DAMAGED, "its tag order is damaged");
        const char *text = record_text(room, found);
        const enum tag_id id = tag_find(game, text, found.len);
        struct tag_place place = {TAG_IN_TEXTS, others};
        if (id != TAG_OTHER && !known[id] && !is_marked)
            place.where = id == TAG_FEN                 ? TAG_AT_START
                          : column_of(id) < TAG_COLUMNS ? TAG_IN_COLUMN
                                                        : TAG_IN_TEXTS;
        if (id != TAG_OTHER)
            known[id] = true;
        others += place.where == TAG_IN_TEXTS;
        if (found.len == name_len && memcmp(text, name, name_len) == 0)
            buffer_add(places, &place, sizeof place);
    }
    return true;
}
