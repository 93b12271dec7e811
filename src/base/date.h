/* Dates as PGN writes them, YYYY.MM.DD with ? for what is not known, kept as one integer
   yyyymmdd with 0 for unknown parts (1961.??.?? = 19610000). */
#ifndef QIPU_BASE_DATE_H
#define QIPU_BASE_DATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parse TEXT into *DATE (0 if all is unknown). Accepts YYYY, YYYY.MM, YYYY.MM.DD with '.', '-' or
   '/' between (month and day may have one digit), YYYYMMDD, 1986年11月16日 with the time of the day
   (下午) or the day of the week behind it or not, 1986。11。16, 1986、11、16, full-width digits; ? for
   unknown digits (a part with any ? is unknown). False if it is not a date: month 13, 31 February, a
   year after 2199, other text; *DATE then holds the parts that were sensible. */
bool date_parse(const char *text, size_t len, uint32_t *date);

/* The same of the date that TEXT begins with. Returns its length, 0 if it begins with none. */
size_t date_prefix(const char *text, size_t len, uint32_t *date);

/* Whether TEXT has exactly the form YYYY.MM.DD of the PGN standard (with ?), and is a date. */
bool date_is_pgn(const char *text, size_t len);

/* "YYYY.MM.DD" with ? for unknown parts, NUL-terminated. */
enum { DATE_TEXT_MAX = 16 };
void date_format(uint32_t date, char out[DATE_TEXT_MAX]);

/* A span of days, both ends included. */
struct date_range {
    uint32_t from, to; /* yyyymmdd without zero parts */
};

/* "2019..2024", "2019.05..", "..1950", "1972.07.11": what a range option may say. */
bool date_range_parse(const char *text, struct date_range *range);

/* Whether DATE can lie in RANGE (a partial date may stand for any of its days). With KNOWN, only
   if all its days do. An unknown date (0) can lie anywhere, but is known to lie nowhere. */
bool date_in_range(uint32_t date, const struct date_range *range, bool known);

#endif
