/* The files of three game servers' clients that hold moves as small binary records: CCM of 17pk, an
   older CCM of which nothing but the moves is known, and CHN of ourgame. They begin with no mark,
   so the records themselves are the sign; files of the older two also need the usual ending of
   their name. */
#include "base/byte_order.h"
#include "base/date.h"
#include "format/whole.h"
#include "format/xiangqi/square_list.h"

#include <stdio.h>
#include <strings.h>
#include <time.h>

/* Where the records of a layout are and where they hold the move. */
struct layout {
    size_t header, record;
    uint8_t from_x, from_y, to_x, to_y, width; /* bytes of each number, little-endian */
    const char *suffix;                        /* needed, or NULL */
};
enum { LAYOUT_17PK, LAYOUT_CCM, LAYOUT_CHN, LAYOUTS };
static const struct layout layouts[LAYOUTS] = {
    [LAYOUT_17PK] = {12, 9, 3, 4, 5, 6, 1, NULL},
    [LAYOUT_CCM] = {0, 7, 3, 5, 4, 6, 1, ".ccm"},
    [LAYOUT_CHN] = {188, 32, 4, 6, 8, 10, 2, ".chn"},
};

/* The header of 17pk: a mark, the time in seconds since 1970, the number of moves. */
enum { HEAD_TIME = 4, HEAD_COUNT = 8, SIDE = 1 };
static const unsigned char head_mark[4] = {1, 0, 0x12, 0};

static void add_record(struct square_list *list, const struct layout *l, const char *data,
                       size_t at)
{
    const char *r = data + at;
    square_list_add(list, (uint32_t)little_number(r + l->from_x, l->width),
                    (uint32_t)little_number(r + l->from_y, l->width),
                    (uint32_t)little_number(r + l->to_x, l->width),
                    (uint32_t)little_number(r + l->to_y, l->width), (uint32_t)at);
}

/* --- Recognising ------------------------------------------------------------------------------ */

static bool has_suffix(const char *name, const char *suffix)
{
    size_t len = strlen(name), n = strlen(suffix);
    return len >= n && strcasecmp(name + len - n, suffix) == 0;
}

/* Whether the first records, at most a few, are moves that can be played. */
static bool begins_with_moves(const struct layout *l, const char *data, size_t len)
{
    enum { RECORDS = 4 };
    struct square_list list = {0};
    size_t count = 0;
    square_list_start(&list);
    for (size_t at = l->header; at + l->record <= len && count < RECORDS; at += l->record, count++)
        add_record(&list, l, data, at);
    bool fits = count > 0 && !list.tree.failed &&
                (square_list_legal(&list, false, count) == count ||
                 square_list_legal(&list, true, count) == count);
    square_list_free(&list);
    return fits;
}

static const struct layout *find_layout(const char *data, size_t len, const char *name)
{
    if (len >= layouts[LAYOUT_17PK].header && memcmp(data, head_mark, sizeof head_mark) == 0)
        return &layouts[LAYOUT_17PK];
    for (int i = 0; i < LAYOUTS; i++)
        if (layouts[i].suffix && has_suffix(name, layouts[i].suffix) &&
            begins_with_moves(&layouts[i], data, len))
            return &layouts[i];
    return NULL;
}

static bool recognise_ccm(const char *data, size_t len, const char *name)
{
    const struct layout *l = find_layout(data, len, name);
    if (l != &layouts[LAYOUT_17PK])
        return l == &layouts[LAYOUT_CCM];
    const size_t count = little_u32(data + HEAD_COUNT), end = l->header + count * l->record;
    bool sides = true;
    for (size_t i = 0; i < count && l->header + i * l->record + SIDE < len; i++)
        sides = sides && data[l->header + i * l->record + SIDE] == (i % 2 == 0 ? 1 : 2);
    return sides && end >= len;
}

static bool recognise_chn(const char *data, size_t len, const char *name)
{
    return find_layout(data, len, name) == &layouts[LAYOUT_CHN];
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* The day, in UTC, unless it lies in no time of such files. */
static void add_day(struct facts *x, uint32_t seconds)
{
    enum { YEAR = 1900, FIRST = 1990 };
    time_t t = (time_t)seconds;
    struct tm tm;
    char text[DATE_TEXT_MAX];
    if (!gmtime_r(&t, &tm) || tm.tm_year + YEAR < FIRST)
        return;
    date_format((uint32_t)((tm.tm_year + YEAR) * 10000 + (tm.tm_mon + 1) * 100 + tm.tm_mday), text);
    facts_add(x, "Date", text, strlen(text), HEAD_TIME);
}

static void read_header(struct facts *x, const struct layout *l, const char *data, size_t len)
{
    if (l == &layouts[LAYOUT_17PK]) {
        size_t said = little_u32(data + HEAD_COUNT), is = (len - l->header) / l->record;
        add_day(x, little_u32(data + HEAD_TIME));
        if (said != is)
            findings_add(x->findings, FINDING_FILE_DETAIL, HEAD_COUNT, 0,
                         "the header tells of %zu moves, and there are %zu", said, is);
    } else if (l->header > 0) {
        findings_add(x->findings, FINDING_DROPPED_TEXT, 0, 0,
                     "the header, whose %zu bytes have no known meaning", l->header);
    }
}

static bool read_layout(const struct layout *l, const char *data, size_t len, size_t *at,
                        struct record *rec, struct findings *f)
{
    struct facts x = {.rec = rec, .findings = f};
    struct square_list list = {0};
    size_t next = l->header;
    if (*at > 0 || len < l->header)
        return false;
    facts_begin(&x);
    read_header(&x, l, data, len);
    square_list_start(&list);
    for (; next + l->record <= len; next += l->record)
        add_record(&list, l, data, next);
    square_list_play(&list, &x);
    if (next < len)
        findings_add(f, FINDING_DROPPED_TEXT, (uint32_t)next, rec->ply_count,
                     "%zu bytes behind the last move, which are none", len - next);
    square_list_free(&list);
    facts_end(&x);
    *at = len;
    return true;
}

static bool read_ccm(const char *data, size_t len, size_t *at, struct record *rec,
                     struct findings *f)
{
    bool is_17pk = len >= sizeof head_mark && memcmp(data, head_mark, sizeof head_mark) == 0;
    return read_layout(&layouts[is_17pk ? LAYOUT_17PK : LAYOUT_CCM], data, len, at, rec, f);
}

static bool read_chn(const char *data, size_t len, size_t *at, struct record *rec,
                     struct findings *f)
{
    return read_layout(&layouts[LAYOUT_CHN], data, len, at, rec, f);
}

const struct whole_format whole_ccm = {.name = "CCM",
                                       .is_text = false,
                                       .is_single = true,
                                       .game = GAME_XIANGQI,
                                       .recognise = recognise_ccm,
                                       .read = read_ccm};
const struct whole_format whole_chn = {.name = "CHN",
                                       .is_text = false,
                                       .is_single = true,
                                       .game = GAME_XIANGQI,
                                       .recognise = recognise_chn,
                                       .read = read_chn};
