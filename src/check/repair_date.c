/* Repair of dates in other forms than YYYY.MM.DD, where they can be read in one way only: 6/5/1997
   is the sixth of May or the fifth of June, and stays. */
#include "base/ascii.h"
#include "base/date.h"
#include "check/date_words.h"
#include "check/repairs.h"

#include <string.h>

enum { PARTS_MAX = 3, YEAR_DIGITS = 4, MONTHS = 12 };

struct date_part {
    unsigned value; /* 0: not known, as also "00" has it */
    size_t digits;  /* 0: the name of a month */
};

static bool is_word_letter(char c)
{
    return is_letter(c) || (unsigned char)c >= 0x80;
}

/* How many bytes of a separator stand at S. */
static size_t separator_length(const char *s, size_t left)
{
    static const char *const signs[] = {"年", "月", "日"};
    if (strchr(" .,-/_", *s) && *s)
        return 1;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (left >= strlen(signs[i]) && memcmp(s, signs[i], strlen(signs[i])) == 0)
            return strlen(signs[i]);
    return 0;
}

/* The parts of a date in the order in which they stand. */
struct date_parts {
    struct date_part part[PARTS_MAX];
    size_t count;
    unsigned weekdays; /* one of which it must be: a bit for each, Monday first; 0: not told */
};

/* Read a number, with ? for digits that are not known. Returns its length, 0 if it is none. */
static size_t read_number(const char *s, size_t left, struct date_part *part)
{
    size_t n = 0;
    bool is_known = true;
    *part = (struct date_part){0};
    for (; n < left && n < YEAR_DIGITS && (is_digit(s[n]) || s[n] == '?'); n++) {
        is_known = is_known && s[n] != '?';
        part->value = is_digit(s[n]) ? part->value * 10 + (unsigned)(s[n] - '0') : part->value;
    }
    part->value = is_known ? part->value : 0;
    part->digits = n;
    return n < left && is_digit(s[n]) ? 0 : n;
}

/* Read a word. Returns its length, 0 if it has no place in a date. */
static size_t read_word(const char *s, size_t left, struct date_parts *p)
{
    size_t n = 0;
    unsigned value;
    while (n < left && is_word_letter(s[n]) && separator_length(s + n, left - n) == 0)
        n++;
    switch (date_word(s, n, &value)) {
    case DATE_WORD_MONTH:
        if (p->count == PARTS_MAX)
            return 0;
        p->part[p->count++] = (struct date_part){.value = value};
        return n;
    case DATE_WORD_WEEKDAY: p->weekdays = value; return n;
    case DATE_WORD_FILLER: return n;
    case DATE_WORD_NONE: break;
    }
    return 0;
}

/* Take TEXT apart. False if there is anything in it that no date has. */
static bool read_parts(const char *text, size_t len, struct date_parts *p)
{
    *p = (struct date_parts){0};
    for (size_t i = 0, n; i < len; i += n) {
        n = separator_length(text + i, len - i);
        if (n > 0)
            continue;
        if (is_word_letter(text[i]))
            n = read_word(text + i, len - i, p);
        else if (p->count < PARTS_MAX && (n = read_number(text + i, len - i, &p->part[p->count])))
            p->count++;
        if (n == 0)
            return false;
    }
    return true;
}

static bool is_year(const struct date_part *p)
{
    return p->digits == YEAR_DIGITS;
}

/* Which of the two is the month and which the day, where only one of them can be the month. */
static bool month_and_day(const struct date_part *a, const struct date_part *b, unsigned *month,
                          unsigned *day)
{
    const bool is_a = a->digits == 0 || (b->digits > 0 && b->value > MONTHS);
    const bool is_b = b->digits == 0 || (a->digits > 0 && a->value > MONTHS);
    if (is_a == is_b && (is_a || a->value != b->value))
        return false;
    *month = is_b ? b->value : a->value;
    *day = is_b ? a->value : b->value;
    return true;
}

/* The month and the day of a date of two or three parts, the year being number YEAR of them. */
static bool find_month_and_day(const struct date_parts *d, size_t year, unsigned *month,
                               unsigned *day)
{
    const struct date_part *p = d->part;
    *month = *day = 0;
    if (d->count == 2)
        *month = p[1 - year].value;
    else if (d->count == 3 && year == 0 && p[2].digits > 0 && p[1].value <= MONTHS)
        *month = p[1].value, *day = p[2].value;
    else if (d->count == 3)
        return month_and_day(&p[year == 0 ? 1 : 0], &p[year == 0 ? 2 : 1], month, day);
    return true;
}

/* Monday is 0. DATE is a day in the calendar. */
static unsigned weekday(uint32_t date)
{
    static const unsigned char shift[MONTHS] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    const unsigned month = date / 100 % 100, year = date / 10000 - (month < 3);
    return (year + year / 4 - year / 100 + year / 400 + shift[month - 1] + date % 100 + 6) % 7;
}

/* Whether DATE is one, and on the weekday that is told. */
static bool is_right(uint32_t date, unsigned weekdays)
{
    char text[DATE_TEXT_MAX];
    date_format(date, text);
    if (!date_is_pgn(text, strlen(text)))
        return false;
    return weekdays == 0 ||
           (date / 100 % 100 > 0 && date % 100 > 0 && weekdays >> weekday(date) & 1);
}

/* The date that TEXT can mean and no other. */
static bool read_date(const char *text, size_t len, uint32_t *date)
{
    struct date_parts d;
    const struct date_part *p = d.part;
    unsigned month, day;
    *date = 0;
    if (date_parse(text, len, date))
        return true;
    if (!read_parts(text, len, &d))
        return false;
    bool is_any_known = false;
    for (size_t i = 0; i < d.count; i++)
        is_any_known = is_any_known || p[i].value > 0;
    *date = 0;
    if (!is_any_known)
        return d.weekdays == 0;
    const size_t year = is_year(&p[0]) ? 0 : d.count - 1;
    if (!is_year(&p[year]) || (d.count > 1 && is_year(&p[year == 0 ? d.count - 1 : 0])))
        return false;
    if (!find_month_and_day(&d, year, &month, &day) || month > MONTHS || day > 31)
        return false;
    *date = p[year].value * 10000u + month * 100u + day;
    return is_right(*date, d.weekdays);
}

/* The length of the date at the beginning of TEXT, behind which a time of the day stands. */
static size_t length_before_time(const char *text, size_t len)
{
    uint32_t date;
    const size_t n = date_prefix(text, len, &date);
    if (n == 0 || n == len || !strchr(" T", text[n]))
        return 0;
    for (size_t i = n + 1; i < len; i++)
        if (!is_digit(text[i]) && !strchr(" :.Z", text[i]))
            return 0;
    return n;
}

bool mend_date(struct repair *r, size_t i)
{
    uint32_t date = 0;
    char text[DATE_TEXT_MAX], quote[QUOTE_MAX];
    size_t tag = repair_tag_from(r->rec, r->findings->items[i].source);
    if (tag == r->rec->tag_count)
        return false;
    struct slice v = r->rec->tags[tag].value;
    const char *value = record_text(r->rec, v);
    const size_t before = r->options->level == REPAIR_ALL ? length_before_time(value, v.len) : 0;
    if (!read_date(value, before > 0 ? before : v.len, &date))
        return false;
    date_format(date, text);
    finding_quote(value, v.len, quote);
    findings_reword(r->findings, i, "%s is %s now", quote, text);
    return repair_set_value(r, tag, text);
}
