/* Conditions on any tag: NAME, NAME=value, NAME!=value, NAME<value and so on, NAME~pattern, NAME!~pattern. Each
   tag that is named is a condition of its own, as if it had an option: of values joined by = or ~
   one must match, all other relations must hold, of one and the same tag of the game. */
#include "base/regex.h"
#include "query/conditions.h"

enum tag_relation {
    TAG_THERE,
    TAG_EQUAL,
    TAG_MATCHES,
    TAG_UNEQUAL,
    TAG_DIFFERS,
    TAG_LESS,
    TAG_AT_MOST,
    TAG_GREATER,
    TAG_AT_LEAST
};

struct tag_value {
    struct tag_value *next;
    enum tag_relation relation;
    const char *text; /* folded for TAG_LESS .. TAG_AT_LEAST */
    size_t len;
    bool is_number, is_date;
    double number;
    uint32_t date;
    struct regex *pattern; /* of TAG_MATCHES, TAG_DIFFERS */
};

/* --- Regular expressions ---------------------------------------------------------------------- */

/* The pattern at VALUE + AT. */
static bool compile_pattern(struct tag_value *v, const char *option, const char *value, size_t at,
                            struct error *err)
{
    struct regex_fault fault;
    v->pattern = regex_new(v->text, v->len, true, &fault);
    return v->pattern || condition_error(err, option, value, at + fault.at, fault.text);
}

static bool is_pattern(enum tag_relation relation)
{
    return relation == TAG_MATCHES || relation == TAG_DIFFERS;
}

static void free_patterns(struct tag_value *v)
{
    for (; v; v = v->next)
        regex_free(v->pattern);
}

void tags_free(struct tag_condition *list)
{
    for (const struct tag_condition *c = list; c; c = c->next) {
        free_patterns(c->any);
        free_patterns(c->all);
    }
}

/* --- Compiling -------------------------------------------------------------------------------- */

/* A decimal number that is all of TEXT, as it is written everywhere, whatever the locale. */
static bool read_number(const char *text, size_t len, double *number)
{
    enum { DIGITS_MAX = 15 };
    size_t at = len > 0 && (text[0] == '-' || text[0] == '+'), digits = 0;
    double scale = 0;
    *number = 0;
    for (; at < len; at++) {
        if (text[at] == '.' && scale == 0 && digits > 0) {
            scale = 1;
            continue;
        }
        if (text[at] < '0' || text[at] > '9' || ++digits > DIGITS_MAX)
            return false;
        *number = *number * 10 + (text[at] - '0');
        scale *= 10;
    }
    if (digits == 0 || text[len - 1] == '.')
        return false;
    if (scale > 0)
        *number /= scale;
    if (text[0] == '-')
        *number = -*number;
    return true;
}

static bool read_date(const char *text, size_t len, uint32_t *date)
{
    return date_parse(text, len, date) && *date >= 10000; /* the year is known */
}

static bool is_ordering(enum tag_relation relation)
{
    return relation >= TAG_LESS;
}

/* The relation that S begins with; the bytes it takes, 0 if it is none. */
static size_t scan_relation(const char *s, enum tag_relation *relation)
{
    static const struct {
        const char sign[3];
        enum tag_relation relation;
    } rows[] = {
        {"!=", TAG_UNEQUAL},  {"!~", TAG_DIFFERS}, {"<=", TAG_AT_MOST},
        {">=", TAG_AT_LEAST}, {"<>", TAG_THERE},   {"<", TAG_LESS},
        {">", TAG_GREATER},   {"=", TAG_EQUAL},    {"~", TAG_MATCHES},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t len = strlen(rows[i].sign);
        if (strncmp(s, rows[i].sign, len) != 0)
            continue;
        *relation = rows[i].relation;
        return *relation == TAG_THERE ? 0 : len;
    }
    return 0;
}

/* The condition on the tag NAME, which is added if it is not there. NULL if memory is out. */
static struct tag_condition *find_condition(struct arena *arena, struct tag_condition **list,
                                            const char *name, size_t len)
{
    for (struct tag_condition *c = *list; c; c = c->next)
        if (c->name_len == len && memcmp(c->name, name, len) == 0)
            return c;
    struct tag_condition *c = arena_alloc(arena, sizeof *c);
    if (!c)
        return NULL;
    *c = (struct tag_condition){*list, arena_copy(arena, name, len), len, NULL, NULL};
    if (!c->name)
        return NULL;
    *list = c;
    return c;
}

/* Text is put in order without case and accents. */
static bool fold_text(struct arena *arena, struct tag_value *v)
{
    const size_t cap = 3 * v->len;
    char *folded = arena_alloc(arena, cap + 1);
    if (!folded)
        return false;
    v->len = utf8_fold(v->text, v->len, folded, cap);
    v->text = folded;
    return true;
}

/* What is said of the tag at VALUE + AT. */
static bool compile_value(struct arena *arena, struct tag_value *v, const char *option,
                          const char *value, size_t at, struct error *err)
{
    v->len = strlen(value + at);
    v->text = arena_copy(arena, value + at, v->len);
    if (!v->text)
        return error_no_memory(err);
    if (v->len == 0 && v->relation != TAG_EQUAL && v->relation != TAG_UNEQUAL)
        return condition_error(err, option, value, at, "a value is missing");
    if (is_pattern(v->relation))
        return compile_pattern(v, option, value, at, err);
    if (!is_ordering(v->relation))
        return true;
    v->is_number = read_number(v->text, v->len, &v->number);
    v->is_date = read_date(v->text, v->len, &v->date);
    return fold_text(arena, v) || error_no_memory(err);
}

bool tag_compile(struct arena *arena, struct tag_condition **list, const char *option,
                 const char *value, struct error *err)
{
    const size_t sign = strcspn(value, "=!<>~");
    size_t name_len = sign;
    while (name_len > 0 && value[name_len - 1] == ' ')
        name_len--;
    struct tag_value *v = arena_alloc(arena, sizeof *v);
    if (!v)
        return error_no_memory(err);
    memset(v, 0, sizeof *v);
    size_t at = sign + scan_relation(value + sign, &v->relation);
    if (name_len == 0 || (at == sign && value[at] != '\0'))
        return condition_error(err, option, value, name_len == 0 ? 0 : sign,
                               "expected a tag name, perhaps with =, !=, <, <=, >, >=, ~ or !~ and "
                               "a value");
    while (value[at] == ' ')
        at++;
    struct tag_condition *c = find_condition(arena, list, value, name_len);
    if (!c)
        return error_no_memory(err);
    if (v->relation != TAG_THERE && !compile_value(arena, v, option, value, at, err))
        return false;
    struct tag_value **values = v->relation <= TAG_MATCHES ? &c->any : &c->all;
    v->next = *values;
    *values = v;
    return true;
}

/* --- Asking ----------------------------------------------------------------------------------- */

/* The value of a tag, NUL-terminated, and room to fold it. */
struct tag_text {
    const char *text;
    size_t len;
    char *room;
};

/* How A stands to the date B, of which a part may be left open: then all its days are equal. False
   if A is not known so far. */
static bool order_dates(uint32_t a, uint32_t b, int *order)
{
    const uint32_t had[] = {a / 10000, a / 100 % 100, a % 100};
    const uint32_t asked[] = {b / 10000, b / 100 % 100, b % 100};
    *order = 0;
    for (int part = 0; part < 3 && asked[part] > 0 && *order == 0; part++) {
        if (had[part] == 0)
            return false;
        *order = (had[part] > asked[part]) - (had[part] < asked[part]);
    }
    return true;
}

/* How the tag stands to the value: numbers as numbers, dates as dates, what is neither as text.
   False if the two cannot be compared. */
static bool order_values(const struct tag_value *v, const struct tag_text *t, int *order)
{
    double number;
    uint32_t date;
    const bool are_numbers = v->is_number && read_number(t->text, t->len, &number);
    const bool are_dates = v->is_date && read_date(t->text, t->len, &date);
    const bool has_months = are_dates && (v->date % 10000 || date % 10000);
    if (are_dates && (has_months || !are_numbers))
        return order_dates(date, v->date, order);
    if (are_numbers) {
        *order = (number > v->number) - (number < v->number);
        return true;
    }
    if (v->is_number || v->is_date || t->len == 0 || strcmp(t->text, "?") == 0)
        return false;
    const size_t len = utf8_fold(t->text, t->len, t->room, 3 * t->len);
    const size_t less = len < v->len ? len : v->len;
    *order = memcmp(t->room, v->text, less);
    if (*order == 0)
        *order = (len > v->len) - (len < v->len);
    return true;
}

static bool is_equal(const struct tag_value *v, const struct tag_text *t)
{
    return t->len == v->len && memcmp(t->text, v->text, v->len) == 0;
}

static bool value_holds(const struct tag_value *v, const struct tag_text *t)
{
    int order = 0;
    if (is_ordering(v->relation) && !order_values(v, t, &order))
        return false;
    switch (v->relation) {
    case TAG_THERE: return true;
    case TAG_EQUAL: return is_equal(v, t);
    case TAG_MATCHES: return regex_matches(v->pattern, t->text, t->len);
    case TAG_UNEQUAL: return !is_equal(v, t);
    case TAG_DIFFERS: return !regex_matches(v->pattern, t->text, t->len);
    case TAG_LESS: return order < 0;
    case TAG_AT_MOST: return order <= 0;
    case TAG_GREATER: return order > 0;
    case TAG_AT_LEAST: return order >= 0;
    }
    return false;
}

static bool values_hold(const struct tag_condition *c, const struct tag_text *t)
{
    const struct tag_value *v = c->any;
    while (v && !value_holds(v, t))
        v = v->next;
    if (c->any && !v)
        return false;
    for (v = c->all; v; v = v->next)
        if (!value_holds(v, t))
            return false;
    return true;
}

bool tag_value_holds(const struct tag_condition *c, const char *text, size_t len,
                     struct buffer *room)
{
    buffer_clear(room);
    if (!buffer_reserve(room, 4 * len + 1))
        return false;
    memcpy(room->data, text, len);
    room->data[len] = '\0';
    const struct tag_text t = {room->data, len, room->data + len + 1};
    return values_hold(c, &t);
}

static bool condition_holds(const struct tag_condition *c, const struct record *rec,
                            struct buffer *room)
{
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct tag *tag = &rec->tags[i];
        if (tag->name.len == c->name_len &&
            memcmp(record_text(rec, tag->name), c->name, c->name_len) == 0 &&
            tag_value_holds(c, record_text(rec, tag->value), tag->value.len, room))
            return true;
    }
    return false;
}

bool tags_hold(const struct tag_condition *list, const struct record *rec, struct buffer *room)
{
    for (const struct tag_condition *c = list; c; c = c->next)
        if (!condition_holds(c, rec, room))
            return false;
    return true;
}
