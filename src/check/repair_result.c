/* Repairs of results. A game says its result twice, and its board may say it too. What is safe is
   to let one mark say what the other says already, or to fill in the result of a game that has no
   mark at all; where two marks contradict each other, or the board, only REPAIR_ALL decides. */
#include "check/repairs.h"

#include <stdio.h>
#include <string.h>

/* What a Result tag says in the forms that are no standard. */
static const struct {
    const char *text;
    enum result result;
} forms[] = {
    {"1/2", RESULT_DRAW},     {"½-½", RESULT_DRAW},     {"½", RESULT_DRAW},
    {"½:½", RESULT_DRAW},     {"1/2:1/2", RESULT_DRAW}, {"1/2 - 1/2", RESULT_DRAW},
    {"0.5-0.5", RESULT_DRAW}, {"½–½", RESULT_DRAW},     {"1/2–1/2", RESULT_DRAW},
    {"=-=", RESULT_DRAW},     {"draw", RESULT_DRAW},    {"Draw", RESULT_DRAW},
    {"1:0", RESULT_WHITE},    {"1 - 0", RESULT_WHITE},  {"1–0", RESULT_WHITE},
    {"+:-", RESULT_WHITE},    {"+-", RESULT_WHITE},     {"1-0 ", RESULT_WHITE},
    {"0:1", RESULT_BLACK},    {"0 - 1", RESULT_BLACK},  {"0–1", RESULT_BLACK},
    {"-:+", RESULT_BLACK},    {"-+", RESULT_BLACK},
};

/* What the Result tag says; false if nothing. */
static bool tag_result(const struct record *rec, enum result *result)
{
    struct slice v = record_tag(rec, TAG_RESULT);
    const char *text = record_text(rec, v);
    size_t len = v.len;
    while (len > 0 && text[len - 1] == ' ')
        len--;
    while (len > 0 && *text == ' ')
        text++, len--;
    if (result_read(rec->game, text, len, result))
        return true;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (strlen(forms[i].text) == len && memcmp(forms[i].text, text, len) == 0) {
            *result = forms[i].result;
            return true;
        }
    }
    return false;
}

static enum result board_result(const struct repair *r)
{
    const struct record *rec = r->rec;
    if (r->tags_only)
        return RESULT_NONE;
    enum outcome outcome = pos_outcome(&rec->end);
    if (outcome != OUTCOME_CHECKMATE && outcome != OUTCOME_STALEMATE)
        return RESULT_NONE;
    return outcome_result(rec->game, outcome, (enum color)rec->end.turn);
}

/* The result that both marks are to say; has_result is false if they must stay as they are. */
void repair_decide_result(struct repair *r)
{
    const struct record *rec = r->rec;
    const bool may_change = r->options->level == REPAIR_ALL;
    const enum result board = board_result(r), end = rec->terminator;
    enum result tag = RESULT_NONE;
    const bool has_tag = tag_result(rec, &tag);
    r->result = rec->has_terminator ? end : has_tag ? tag : board;
    if (may_change && board != RESULT_NONE)
        r->result = board;
    else if (may_change && r->result == RESULT_NONE)
        r->result = tag;
    r->has_result =
        may_change || !has_tag || !rec->has_terminator || tag == end || tag == RESULT_NONE;
}

bool mend_result(struct repair *r, size_t i)
{
    struct record *rec = r->rec;
    const struct finding *x = &r->findings->items[i];
    char said[QUOTE_MAX];
    if (!r->has_result)
        return x->code == FINDING_RESULT_FORM; /* of the terminator */
    snprintf(said, sizeof said, "%s", finding_text(r->findings, x));
    if (x->code != FINDING_RESULT_FORM)
        findings_reword(r->findings, i, "%s; it is %s now", said, result_text(r->result));
    rec->has_terminator = rec->has_terminator || !r->tags_only;
    rec->terminator = r->result;
    if (rec->known[TAG_RESULT] >= 0 && !record_set_tag(rec, "Result", result_text(r->result)))
        r->no_memory = true;
    return !r->no_memory;
}
