/* The checks of validate that need a whole game: what its tags say, how it ends, what could have
   been claimed. What stands at a single move was already said by its reader. */
#include "check/check.h"

#include "base/ascii.h"
#include "base/date.h"
#include "base/lang.h"
#include "check/draws.h"
#include "notation/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Tags ------------------------------------------------------------------------------------- */

/* Programs know "White" but not "WHITE". Returns the tags that are there under such a name alone, a
   bit each. */
static uint32_t check_tag_names(const struct record *rec, struct findings *f)
{
    uint32_t meant = 0;
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct tag *tag = &rec->tags[i];
        if (tag->id != TAG_OTHER)
            continue;
        const char *name = record_text(rec, tag->name);
        const enum tag_id id = tag_find_misspelt(rec->game, name, tag->name.len);
        char quote[QUOTE_MAX];
        if (id == TAG_OTHER || rec->known[id] >= 0)
            continue;
        meant |= 1u << id;
        findings_add(f, FINDING_TAG_NAME, tag->source, 0, "the tag %s is to be written %s",
                     finding_quote(name, tag->name.len, quote), tag_name(rec->game, id));
    }
    return meant;
}

static void check_roster(const struct record *rec, struct findings *f)
{
    if (rec->tag_count == 0 || rec->is_listed)
        return; /* no-tags says it all; lists name no players */
    const uint32_t meant = check_tag_names(rec, f);
    for (int id = 0; id < TAG_ROSTER; id++)
        if (rec->known[id] < 0 && !(meant & 1u << id))
            findings_add(f, FINDING_MISSING_TAG, rec->source, 0, "no %s tag",
                         tag_name(rec->game, (enum tag_id)id));
}

/* Write the dates that a day, a month and a year as TEXT can be, day first or month first, to READINGS.
   Returns how many. */
static int read_either_way(const char *text, size_t len, char readings[2][DATE_TEXT_MAX])
{
    char copy[DATE_TEXT_MAX] = {0};
    unsigned a, b, year;
    int end = 0, count = 0;
    if (len >= sizeof copy)
        return 0;
    memcpy(copy, text, len);
    if (sscanf(copy, "%2u%*1[./-]%2u%*1[./-]%4u%n", &a, &b, &year, &end) != 3 ||
        (size_t)end != len || a == 0 || b == 0 || year < 1000)
        return 0;
    for (int i = 0; i < (a == b ? 1 : 2); i++) {
        date_format(year * 10000u + (i == 0 ? b * 100u + a : a * 100u + b), readings[count]);
        count += date_is_pgn(readings[count], strlen(readings[count]));
    }
    return count;
}

static void check_date(const struct record *rec, const struct tag *tag, struct findings *f)
{
    struct slice v = tag->value;
    const char *text = record_text(rec, v);
    char quote[QUOTE_MAX], readings[2][DATE_TEXT_MAX];
    uint32_t date;
    if (v.len == 0 || (v.len == 1 && *text == '?') || date_is_pgn(text, v.len))
        return;
    finding_quote(text, v.len, quote);
    const int count = read_either_way(text, v.len, readings);
    if (count == 2)
        findings_add(f, FINDING_BAD_DATE, tag->source, 0,
                     "%s is not written YYYY.MM.DD, and may be %s or %s", quote, readings[0],
                     readings[1]);
    else
        findings_add(f, FINDING_BAD_DATE, tag->source, 0,
                     count > 0 || date_parse(text, v.len, &date) ? "%s is not written YYYY.MM.DD"
                                                                 : "%s is not a date",
                     quote);
}

static void check_elo(const struct record *rec, const struct tag *tag, struct findings *f)
{
    const char *s = record_text(rec, tag->value);
    uint32_t len = tag->value.len, value = 0;
    if (len == 0 || (len == 1 && (*s == '?' || *s == '-')))
        return;
    for (uint32_t i = 0; i < len; i++)
        value = is_digit(s[i]) && value <= 4000 ? value * 10 + (uint32_t)(s[i] - '0') : 4001;
    char quote[QUOTE_MAX];
    if (value > 4000)
        findings_add(f, FINDING_BAD_ELO, tag->source, 0, "%s is not a rating",
                     finding_quote(s, len, quote));
}

static void check_ply_count(const struct record *rec, const struct tag *tag, struct findings *f)
{
    const char *s = record_text(rec, tag->value);
    char text[24], quote[QUOTE_MAX];
    if (rec->is_broken || rec->variant == VARIANT_UNSUPPORTED || tag->value.len == 0 || *s == '?')
        return;
    int n = snprintf(text, sizeof text, "%zu", rec->ply_count);
    if ((uint32_t)n != tag->value.len || memcmp(text, s, tag->value.len) != 0)
        findings_add(f, FINDING_BAD_PLY_COUNT, tag->source, 0, "PlyCount %s, but the game has %s",
                     finding_quote(s, tag->value.len, quote), text);
}

static void check_tags(const struct record *rec, struct findings *f)
{
    check_roster(rec, f);
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct tag *tag = &rec->tags[i];
        switch (tag->id) {
        case TAG_DATE:
        case TAG_EVENT_DATE:
        case TAG_UTC_DATE: check_date(rec, tag, f); break;
        case TAG_WHITE_ELO:
        case TAG_BLACK_ELO: check_elo(rec, tag, f); break;
        case TAG_PLY_COUNT: check_ply_count(rec, tag, f); break;
        default: break;
        }
    }
}

/* --- Results ---------------------------------------------------------------------------------- */

/* The Result tag against the game's terminator. Sets *RESULT to what the two say together; false if
   they say nothing. */
static bool check_result_tag(const struct record *rec, struct findings *f, enum result *result)
{
    bool has_tag = false;
    *result = rec->terminator;
    if (rec->is_listed && !rec->has_terminator)
        return false; /* its Result tag is the reader's */
    if (rec->known[TAG_RESULT] < 0)
        return rec->has_terminator;
    const struct tag *tag = &rec->tags[rec->known[TAG_RESULT]];
    const char *text = record_text(rec, tag->value);
    enum result tag_result = RESULT_NONE;
    char quote[QUOTE_MAX];
    has_tag = result_read(rec->game, text, tag->value.len, &tag_result);
    if (has_tag && !result_parse(text, tag->value.len, &tag_result))
        findings_add(f, FINDING_RESULT_FORM, tag->source, 0, NULL);
    if (!has_tag)
        findings_add(f, FINDING_BAD_RESULT_TAG, tag->source, 0, "%s is not a result",
                     finding_quote(text, tag->value.len, quote));
    if (!has_tag || !rec->has_terminator) {
        *result = has_tag ? tag_result : rec->terminator;
        return has_tag || rec->has_terminator;
    }
    if (tag_result == rec->terminator)
        return true;
    bool conflict = tag_result != RESULT_NONE && rec->terminator != RESULT_NONE;
    findings_add(f, conflict ? FINDING_RESULT_CONFLICT : FINDING_RESULT_UNKNOWN,
                 tag_result == RESULT_NONE ? tag->source : rec->terminator_source,
                 tag_result == RESULT_NONE ? 0 : rec->ply_count,
                 "the game ends with %s, but its Result tag says %s", result_text(rec->terminator),
                 result_text(tag_result));
    if (rec->terminator == RESULT_NONE)
        *result = tag_result;
    return true;
}

/* The result against the board. */
static void check_result_board(const struct record *rec, enum result result, struct findings *f)
{
    enum outcome outcome = pos_outcome(&rec->end);
    if (outcome != OUTCOME_CHECKMATE && outcome != OUTCOME_STALEMATE)
        return;
    enum result board = outcome_result(rec->game, outcome, (enum color)rec->end.turn);
    if (board == result)
        return;
    bool at_end = rec->has_terminator && rec->terminator == result;
    uint32_t at = at_end ? rec->terminator_source : rec->tags[rec->known[TAG_RESULT]].source;
    const bool is_xiangqi = rec->game == GAME_XIANGQI;
    findings_add(f, result == RESULT_NONE ? FINDING_RESULT_UNKNOWN : FINDING_RESULT_BOARD, at,
                 rec->ply_count, "result %s, but %s %s", result_text(result),
                 color_word(rec->game, (enum color)rec->end.turn),
                 lang_text(outcome == OUTCOME_CHECKMATE ? "is checkmated"
                           : is_xiangqi                 ? "has no legal move (困毙), which loses"
                                                        : "is stalemated"));
}

void check_results(const struct record *rec, struct findings *f)
{
    enum result result;
    if (check_result_tag(rec, f, &result) && !rec->bad_start && !rec->is_broken)
        check_result_board(rec, result, f);
}

void check_record(const struct record *rec, struct check_memory *memory, struct findings *f)
{
    check_tags(rec, f);
    if (rec->variant == VARIANT_UNSUPPORTED)
        return;
    check_results(rec, f);
    if (!rec->bad_start)
        check_draws(rec, memory, f);
}

void check_memory_free(struct check_memory *m)
{
    free(m->items);
    m->items = NULL;
    m->cap = 0;
}
