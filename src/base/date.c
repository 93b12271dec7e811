/* Dates: parsing, writing, and ranges that know what a partial date may stand for. */
#include "base/date.h"
#include "base/ascii.h"

#include <string.h>

/* A later year than the last is a mistake: 9905 is May 1999, or nothing. */
enum { YEAR_MAX = 9999, YEAR_LAST = 2199, FIRST_DAY = 10101, LAST_DAY = 99991231 };

static uint32_t join(unsigned year, unsigned month, unsigned day)
{
    return year * 10000u + month * 100u + day;
}

/* MONTH 0 and YEAR 0 are unknown: the longest they may be. */
static unsigned days_in_month(unsigned year, unsigned month)
{
    static const unsigned char days[] = {31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && !leap ? 28 : days[month];
}

/* Read digits and ? (MIN to MAX of them) from *POS. 0 if any is ?. False if they are not there. */
static bool read_part(const char *text, size_t len, size_t *pos, size_t min, size_t max,
                      unsigned *value, bool *known)
{
    size_t i = *pos;
    *value = 0;
    *known = true;
    for (; i < len && i - *pos < max; i++) {
        if (text[i] == '?')
            *known = false;
        else if (is_digit(text[i]))
            *value = *value * 10 + (unsigned)(text[i] - '0');
        else
            break;
    }
    if (i - *pos < min)
        return false;
    if (!*known)
        *value = 0;
    *pos = i;
    return true;
}

static bool has_digits(const char *text, size_t len, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (i >= len || text[i] < '0' || text[i] > '9')
            return false;
    return true;
}

/* --- Chinese dates ---------------------------------------------------------------------------- */

enum { SIGN = 3 }; /* bytes of a Chinese or full-width character */

static bool is_sign(const char *text, size_t len, const char *sign)
{
    return len >= SIGN && memcmp(text, sign, SIGN) == 0;
}

/* What TEXT begins with as it stands in a plain date: a separator, a digit; 0 if it is neither. */
static char plain_sign(const char *text, size_t len)
{
    static const struct {
        char sign[SIGN + 1], plain;
    } signs[] = {{"年", '.'}, {"月", '.'}, {"日", '.'}, {"号", '.'}, {"號", '.'}, {"。", '.'},
                 {"、", '.'}, {"．", '.'}, {"－", '-'}, {"／", '/'}, {"？", '?'}};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (is_sign(text, len, signs[i].sign))
            return signs[i].plain;
    const char *digit = "０";
    const bool is_digit = len >= SIGN && memcmp(text, digit, SIGN - 1) == 0;
    const int n = is_digit ? (unsigned char)text[2] - (unsigned char)digit[2] : -1;
    return n >= 0 && n <= 9 ? (char)('0' + n) : '\0';
}

/* Whether TEXT is what may stand behind a day: the time of the day, the day of the week. */
static bool is_time_of_day(const char *text, size_t len)
{
    static const char *const words[] = {
        "上午",   "下午",   "中午",   "晚上",   "晚",     "早上",   "早",     "凌晨",
        "夜",     "晨",     " ",      "星期一", "星期二", "星期三", "星期四", "星期五",
        "星期六", "星期日", "星期天", "周一",   "周二",   "周三",   "周四",   "周五",
        "周六",   "周日",   "（",     "）",     "(",      ")",
    };
    while (len > 0) {
        size_t n = 0;
        for (size_t i = 0; n == 0 && i < sizeof words / sizeof words[0]; i++)
            if (strlen(words[i]) <= len && memcmp(text, words[i], strlen(words[i])) == 0)
                n = strlen(words[i]);
        if (n == 0)
            return false;
        text += n;
        len -= n;
    }
    return true;
}

static bool ends_day(const char *text, size_t len)
{
    return is_sign(text, len, "日") || is_sign(text, len, "号") || is_sign(text, len, "號");
}

static bool ends_part(const char *text, size_t len)
{
    return is_sign(text, len, "年") || is_sign(text, len, "月") || ends_day(text, len);
}

/* 1986年11月16日, 1986。11。16 or １９８６.11.16 as 1986.11.16, where HAS_TIME allows it with the time
   of the day behind. Returns its length; 0 if TEXT is too long or has other signs. */
enum { PLAIN_MAX = 12 };
static size_t plain_date(const char *text, size_t len, bool has_time, char plain[PLAIN_MAX])
{
    size_t n = 0;
    bool has_signs = false, is_closed = false; /* 年月日; the last was one */
    for (size_t i = 0, step; i < len; i += step) {
        const char *at = text + i;
        const size_t left = len - i;
        const bool is_wide = (unsigned char)*at >= 0x80;
        step = is_wide ? SIGN : 1;
        is_closed = ends_part(at, left);
        has_signs = has_signs || is_closed;
        plain[n] = is_wide ? plain_sign(at, left) : *at;
        if (plain[n++] == '\0' || n == PLAIN_MAX)
            return 0;
        if (has_time && ends_day(at, left) && is_time_of_day(at + step, left - step))
            break;
    }
    return !has_signs ? n : is_closed ? n - 1 : 0;
}

/* --- Parsing ---------------------------------------------------------------------------------- */

static bool parse_plain(const char *text, size_t len, uint32_t *date)
{
    size_t pos = 0;
    unsigned year, month, day;
    bool known;
    *date = 0;
    if (!read_part(text, len, &pos, 4, 4, &year, &known) || (known && year == 0))
        return false;
    *date = join(year, 0, 0);
    if (pos == len)
        return true;

    const bool is_joined = has_digits(text + pos, len - pos, 4); /* 19861116 */
    const char separator = text[pos];
    if (!is_joined && separator != '.' && separator != '-' && separator != '/')
        return false;
    pos += !is_joined;
    if (!read_part(text, len, &pos, 1, 2, &month, &known) || month > 12 || (known && month == 0))
        return false;
    *date = join(year, month, 0);
    if (pos == len)
        return true;

    if (!is_joined && text[pos++] != separator)
        return false;
    if (!read_part(text, len, &pos, 1, 2, &day, &known) || (known && day == 0) ||
        day > days_in_month(year, month))
        return false;
    *date = join(year, month, day);
    return pos == len;
}

static bool parse(const char *text, size_t len, bool has_time, uint32_t *date)
{
    char plain[PLAIN_MAX];
    size_t wide = 0;
    while (wide < len && (unsigned char)text[wide] < 0x80)
        wide++;
    if (wide == len)
        return parse_plain(text, len, date);
    *date = 0;
    const size_t n = plain_date(text, len, has_time, plain);
    return n > 0 && parse_plain(plain, n, date);
}

bool date_parse(const char *text, size_t len, uint32_t *date)
{
    const bool ok = parse(text, len, true, date);
    if (*date / 10000 <= YEAR_LAST)
        return ok;
    *date = 0;
    return false;
}

size_t date_prefix(const char *text, size_t len, uint32_t *date)
{
    enum { LONGEST = sizeof "１９８６年１１月１６日" - 1, SHORTEST = 4 };
    size_t n = len < LONGEST ? len : LONGEST;
    while (n >= SHORTEST && (!parse(text, n, false, date) || *date / 10000 > YEAR_LAST))
        n--;
    const bool goes_on = n < len && is_digit(text[n]);
    return n < SHORTEST || (*date % 100 == 0 && goes_on) ? 0 : n;
}

bool date_is_pgn(const char *text, size_t len)
{
    uint32_t date;
    return len == 10 && text[4] == '.' && text[7] == '.' && date_parse(text, len, &date);
}

/* WIDTH digits of N, or as many ?; returns what is behind them. */
static char *put_part(char *at, unsigned n, int width)
{
    for (int i = width - 1, left = (int)n; i >= 0; i--, left /= 10)
        at[i] = n ? (char)('0' + left % 10) : '?';
    return at + width;
}

void date_format(uint32_t date, char out[DATE_TEXT_MAX])
{
    char *at = put_part(out, date / 10000 % (YEAR_MAX + 1), 4);
    *at++ = '.';
    at = put_part(at, date / 100 % 100, 2);
    *at++ = '.';
    *put_part(at, date % 100, 2) = '\0';
}

/* One bound of a range: a date without ?, of which the parts given are certain. */
static bool parse_bound(const char *text, size_t len, bool upper, uint32_t *day)
{
    uint32_t date;
    if (memchr(text, '?', len) || !parse(text, len, true, &date))
        return false;
    unsigned year = date / 10000, month = date / 100 % 100, d = date % 100;
    if (month == 0)
        month = upper ? 12 : 1;
    if (d == 0)
        d = upper ? days_in_month(year, month) : 1;
    *day = join(year, month, d);
    return true;
}

bool date_range_parse(const char *text, struct date_range *range)
{
    size_t len = strlen(text);
    const char *dots = strstr(text, "..");
    if (!dots)
        return parse_bound(text, len, false, &range->from) &&
               parse_bound(text, len, true, &range->to);
    size_t first = (size_t)(dots - text), second = len - first - 2;
    if (first == 0 && second == 0)
        return false;
    range->from = FIRST_DAY;
    range->to = LAST_DAY;
    return (first == 0 || parse_bound(text, first, false, &range->from)) &&
           (second == 0 || parse_bound(dots + 2, second, true, &range->to)) &&
           range->from <= range->to;
}

/* Whether the days of YEAR that DATE may stand for touch RANGE (*ANY) or leave it (*ALL false). */
static void compare_year(uint32_t date, unsigned year, const struct date_range *range, bool *any,
                         bool *all)
{
    unsigned known_month = date / 100 % 100, known_day = date % 100;
    for (unsigned month = 1; month <= 12; month++) {
        unsigned last = days_in_month(year, month);
        if ((known_month && month != known_month) || known_day > last)
            continue;
        uint32_t from = join(year, month, known_day ? known_day : 1);
        uint32_t to = join(year, month, known_day ? known_day : last);
        *any |= from <= range->to && to >= range->from;
        *all &= from >= range->from && to <= range->to;
    }
}

bool date_in_range(uint32_t date, const struct date_range *range, bool known)
{
    unsigned year = date / 10000;
    bool any = false, all = true;
    if (date == 0)
        return !known;
    if (year && date / 100 % 100 && date % 100)
        return date >= range->from && date <= range->to;
    if (year) {
        compare_year(date, year, range, &any, &all);
        return known ? any && all : any;
    }
    if (known)
        return false;
    /* A day without its year: the nine years from the first on contain every day there is. */
    unsigned first = range->from / 10000, last = range->to / 10000;
    for (year = first; year <= last && year <= first + 8; year++)
        compare_year(date, year, range, &any, &all);
    return any;
}
