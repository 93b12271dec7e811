/* Conditions on a game's header: dates, openings, results, and how all of them are asked. */
#include "base/ascii.h"
#include "notation/notation.h"
#include "query/conditions.h"

#include <strings.h>

bool date_compile(struct arena *arena, struct date_condition **list, const char *option,
                  const char *value, struct error *err)
{
    enum { RANGE_TEXT_MAX = 32 };
    for (size_t at = 0;; at++) {
        char text[RANGE_TEXT_MAX];
        size_t len = strcspn(value + at, ",");
        struct date_condition *c = arena_alloc(arena, sizeof *c);
        if (!c)
            return error_no_memory(err);
        memcpy(text, value + at, len < sizeof text ? len : 0);
        text[len < sizeof text ? len : 0] = '\0';
        if (!date_range_parse(text, &c->range))
            return condition_error(err, option, value, at,
                                   "expected a date or a range such as 2019..2024 or 1972.07..");
        c->next = *list;
        *list = c;
        at += len;
        if (value[at] == '\0')
            return true;
    }
}

/* One end of a range of openings, "B", "B9", "B90" or "B90a"; the bytes it takes, 0 if it is
   none. */
static size_t scan_eco(const char *text, char out[ECO_TEXT_MAX])
{
    size_t len = 0;
    if (!is_letter(text[0]))
        return 0;
    out[len++] = upper_case(text[0]);
    while (len < 3 && is_digit(text[len])) {
        out[len] = text[len];
        len++;
    }
    if (len == 3 && is_letter(text[3])) {
        out[3] = lower_case(text[3]);
        len++;
    }
    out[len] = '\0';
    return len;
}

/* A range at VALUE + *AT, which is moved behind it, or to where it is none. */
static bool scan_eco_range(const char *value, size_t *at, struct eco_condition *c)
{
    size_t len = scan_eco(value + *at, c->from);
    *at += len;
    memcpy(c->to, c->from, sizeof c->to);
    if (len > 0 && strncmp(value + *at, "..", 2) == 0) {
        *at += 2;
        len = scan_eco(value + *at, c->to);
        *at += len;
    }
    return len > 0 && (value[*at] == '\0' || value[*at] == ',');
}

bool eco_compile(struct arena *arena, struct eco_condition **list, const char *option,
                 const char *value, struct error *err)
{
    for (size_t at = 0;; at++) {
        struct eco_condition *c = arena_alloc(arena, sizeof *c);
        if (!c)
            return error_no_memory(err);
        if (!scan_eco_range(value, &at, c))
            return condition_error(err, option, value, at,
                                   "expected an opening code such as B9, B90 or B90..B99");
        c->next = *list;
        *list = c;
        if (value[at] == '\0')
            return true;
    }
}

bool result_compile(unsigned *results, const char *option, const char *value, struct error *err)
{
    static const struct {
        const char *word;
        enum result result;
    } words[] = {
        {"w", RESULT_WHITE},   {"white", RESULT_WHITE}, {"r", RESULT_WHITE}, {"red", RESULT_WHITE},
        {"b", RESULT_BLACK},   {"black", RESULT_BLACK}, {"d", RESULT_DRAW},  {"draw", RESULT_DRAW},
        {"none", RESULT_NONE}, {"1/2", RESULT_DRAW},
    };
    enum result result;
    if (result_parse(value, strlen(value), &result)) {
        *results |= 1u << result;
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcasecmp(value, words[i].word) == 0) {
            *results |= 1u << words[i].result;
            return true;
        }
    }
    return condition_error(err, option, value, 0,
                           "expected 1-0, 0-1, 1/2-1/2, *, white, black, draw or none");
}

static bool eco_holds(const struct eco_condition *list, const char *eco)
{
    if (eco[0] == '\0')
        return false;
    for (const struct eco_condition *c = list; c; c = c->next)
        if (strncmp(eco, c->from, strlen(c->from)) >= 0 && strncmp(eco, c->to, strlen(c->to)) <= 0)
            return true;
    return false;
}

static bool date_holds(const struct date_condition *list, uint32_t date, bool known)
{
    for (const struct date_condition *c = list; c; c = c->next)
        if (date_in_range(date, &c->range, known))
            return true;
    return false;
}

static bool elo_holds(const struct number_range *list, int elo)
{
    return elo > 0 && ranges_hold(list, (uint64_t)elo);
}

static bool numbers_hold(const struct header_conditions *c, const struct game_header *h,
                         const struct record *rec)
{
    struct number_range *const *n = c->numbers;
    if (n[NUMBER_ID] && !ranges_hold(n[NUMBER_ID], h->id ? h->id : rec ? rec->number : 0))
        return false;
    if (n[NUMBER_ELO] &&
        !(elo_holds(n[NUMBER_ELO], h->white_elo) && elo_holds(n[NUMBER_ELO], h->black_elo)))
        return false;
    if (n[NUMBER_ELO_ANY] && !elo_holds(n[NUMBER_ELO_ANY], h->white_elo) &&
        !elo_holds(n[NUMBER_ELO_ANY], h->black_elo))
        return false;
    if (n[NUMBER_WHITE_ELO] && !elo_holds(n[NUMBER_WHITE_ELO], h->white_elo))
        return false;
    if (n[NUMBER_BLACK_ELO] && !elo_holds(n[NUMBER_BLACK_ELO], h->black_elo))
        return false;
    if ((c->elo_diffs || c->winners) && !ratings_hold(c->elo_diffs, c->winners, h))
        return false;
    return !n[NUMBER_PLY_COUNT] || ranges_hold(n[NUMBER_PLY_COUNT], h->ply_count);
}

static bool names_hold(const struct header_conditions *c, const struct game_header *h,
                       struct buffer *folded)
{
    struct name_condition *const *n = c->names;
    if (n[NAME_PLAYER] && !name_holds(n[NAME_PLAYER], h->white, folded) &&
        !name_holds(n[NAME_PLAYER], h->black, folded))
        return false;
    return (!n[NAME_WHITE] || name_holds(n[NAME_WHITE], h->white, folded)) &&
           (!n[NAME_BLACK] || name_holds(n[NAME_BLACK], h->black, folded)) &&
           (!n[NAME_EVENT] || name_holds(n[NAME_EVENT], h->event, folded)) &&
           (!n[NAME_SITE] || name_holds(n[NAME_SITE], h->site, folded));
}

bool dates_are_unsure(const struct header_conditions *c, const struct game_header *h)
{
    return c->dates && !date_holds(c->dates, h->date, true);
}

bool header_holds(const struct header_conditions *c, const struct game_header *h,
                  const struct record *rec, struct buffer *folded)
{
    if (c->results && !(c->results >> h->result & 1))
        return false;
    if (c->dates ? !date_holds(c->dates, h->date, c->date_known) : c->date_known && h->date == 0)
        return false;
    if (!numbers_hold(c, h, rec) || (c->ecos && !eco_holds(c->ecos, h->eco)))
        return false;
    if (c->times && !time_control_holds(c->times, h->time_control))
        return false;
    if (!names_hold(c, h, folded))
        return false;
    return !c->tags || (rec && tags_hold(c->tags, rec, folded));
}

/* --- Headers of records ----------------------------------------------------------------------- */

/* A rating as the tag gives it; 0 if it is not a plain number that a rating can be. */
static int elo_value(const struct record *rec, enum tag_id id)
{
    enum { DIGITS_MAX = 4 };
    struct slice s = record_tag(rec, id);
    const char *text = record_text(rec, s);
    int elo = 0;
    if (s.len == 0 || s.len > DIGITS_MAX)
        return 0;
    for (uint32_t i = 0; i < s.len; i++) {
        if (!is_digit(text[i]))
            return 0;
        elo = elo * 10 + (text[i] - '0');
    }
    return elo;
}

void header_from_record(const struct record *rec, struct buffer *buf, struct game_header *header)
{
    *header = (struct game_header){
        .white_elo = elo_value(rec, TAG_WHITE_ELO),
        .black_elo = elo_value(rec, TAG_BLACK_ELO),
        .result = record_result(rec),
        .ply_count = (uint32_t)rec->ply_count,
    };
    struct slice date = record_tag(rec, TAG_DATE);
    if (date.len > 0)
        date_parse(record_text(rec, date), date.len, &header->date);

    const struct {
        enum tag_id id;
        const char **field;
    } texts[] = {
        {TAG_TIME_CONTROL, &header->time_control},
        {TAG_WHITE, &header->white},
        {TAG_BLACK, &header->black},
        {TAG_EVENT, &header->event},
        {TAG_SITE, &header->site},
        {TAG_ROUND, &header->round},
        {TAG_ECO, &header->eco},
    };
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    size_t offsets[TEXTS];
    buffer_clear(buf);
    for (int i = 0; i < TEXTS; i++) {
        struct slice s = record_tag(rec, texts[i].id);
        const char *text = record_text(rec, s);
        offsets[i] = buf->len;
        if (!(s.len == 1 && text[0] == '?'))
            buffer_add(buf, text, s.len);
        buffer_add_char(buf, '\0');
    }
    for (int i = 0; i < TEXTS; i++)
        *texts[i].field = buf->failed ? "" : buf->data + offsets[i];
}
