/* Repairs of tags: the roster, the start position, repeated tags. Only what follows from the
   game itself is filled in; what is not known gets the ? of the standard. */
#include "check/repairs.h"

#include <stdio.h>
#include <string.h>

size_t repair_tag_from(const struct record *rec, uint32_t source)
{
    size_t best = rec->tag_count;
    for (size_t i = 0; i < rec->tag_count; i++)
        if (rec->tags[i].source >= source &&
            (best == rec->tag_count || rec->tags[i].source < rec->tags[best].source))
            best = i;
    return best;
}

bool repair_set_value(struct repair *r, size_t tag, const char *value)
{
    struct slice slice;
    if (!record_add_text(r->rec, value, strlen(value), &slice)) {
        r->no_memory = true;
        return false;
    }
    r->rec->tags[tag].value = slice;
    return true;
}

bool mend_ply_count(struct repair *r, size_t i)
{
    char text[24];
    size_t tag = repair_tag_from(r->rec, r->findings->items[i].source);
    snprintf(text, sizeof text, "%zu", r->rec->ply_count);
    return tag < r->rec->tag_count && repair_set_value(r, tag, text);
}

/* A start or a variant that was not known when the moves were read would give them another
   meaning. */
bool mend_tag_name(struct repair *r, size_t i)
{
    struct record *rec = r->rec;
    const size_t tag = repair_tag_from(rec, r->findings->items[i].source);
    if (tag == rec->tag_count)
        return false;
    const struct slice old = rec->tags[tag].name;
    const enum tag_id id = tag_find_misspelt(rec->game, record_text(rec, old), old.len);
    if (id == TAG_OTHER || id == TAG_FEN || id == TAG_VARIANT || rec->known[id] >= 0)
        return false;
    struct slice name;
    if (!record_add_text(rec, tag_name(rec->game, id), strlen(tag_name(rec->game, id)), &name)) {
        r->no_memory = true;
        return false;
    }
    rec->tags[tag].name = name;
    rec->tags[tag].id = id;
    record_find_known(rec);
    return true;
}

/* --- Roster ----------------------------------------------------------------------------------- */

/* Add the tag ID of the roster behind the one before it. */
static bool add_roster_tag(struct repair *r, enum tag_id id)
{
    struct record *rec = r->rec;
    const char *value = id == TAG_DATE     ? "????.??.??"
                        : id == TAG_RESULT ? result_text(record_result(rec))
                                           : "?";
    if (!record_set_tag(rec, tag_name(rec->game, id), value)) {
        r->no_memory = true;
        return false;
    }
    int before = id > 0 ? rec->known[id - 1] : -1;
    record_move_tag(rec, rec->tag_count - 1, (size_t)(before + 1));
    return true;
}

static bool add_roster(struct repair *r)
{
    for (int id = 0; id < TAG_ROSTER; id++)
        if (r->rec->known[id] < 0 && !add_roster_tag(r, (enum tag_id)id))
            return false;
    return true;
}

bool mend_roster(struct repair *r, size_t i)
{
    (void)i;
    return add_roster(r);
}

bool mend_no_tags(struct repair *r, size_t i)
{
    findings_reword(r->findings, i, "a game without tags has the seven tag roster now");
    return add_roster(r);
}

/* --- Repeated tags ---------------------------------------------------------------------------- */

static bool is_same_name(const struct record *rec, const struct tag *a, const struct tag *b)
{
    if (a->id != TAG_OTHER || b->id != TAG_OTHER)
        return a->id == b->id;
    return a->name.len == b->name.len &&
           memcmp(record_text(rec, a->name), record_text(rec, b->name), a->name.len) == 0;
}

static bool is_same_value(const struct record *rec, const struct tag *a, const struct tag *b)
{
    return a->value.len == b->value.len &&
           memcmp(record_text(rec, a->value), record_text(rec, b->value), a->value.len) == 0;
}

/* A repetition of the same value says nothing. Of two values one must go, and it is for the reader
   of the finding to say which. */
bool mend_repeated_tag(struct repair *r, size_t i)
{
    struct record *rec = r->rec;
    size_t tag = repair_tag_from(rec, r->findings->items[i].source), first = 0;
    while (first < tag && tag < rec->tag_count &&
           !is_same_name(rec, &rec->tags[first], &rec->tags[tag]))
        first++;
    if (first >= tag || tag == rec->tag_count)
        return false;
    const struct tag *a = &rec->tags[first], *b = &rec->tags[tag];
    bool same = is_same_value(rec, a, b);
    if (!same && r->options->level != REPAIR_ALL)
        return false;
    char name[QUOTE_MAX], value[QUOTE_MAX];
    finding_quote(record_text(rec, b->name), b->name.len, name);
    finding_quote(record_text(rec, b->value), b->value.len, value);
    findings_reword(r->findings, i, "the second tag %s, %s, was left out", name, value);
    record_drop_tag(rec, tag);
    return true;
}

/* --- Start ------------------------------------------------------------------------------------ */

bool mend_setup(struct repair *r, size_t i)
{
    (void)i;
    struct record *rec = r->rec;
    bool is_new = rec->known[TAG_SETUP] < 0;
    if (!record_set_tag(rec, "SetUp", "1")) {
        r->no_memory = true;
        return false;
    }
    if (is_new)
        record_move_tag(rec, rec->tag_count - 1, (size_t)rec->known[TAG_FEN]);
    return true;
}

/* The position that was read has no such detail any more. */
bool mend_fen(struct repair *r, size_t i)
{
    (void)i;
    struct record *rec = r->rec;
    char fen[FEN_MAX];
    struct position pos;
    struct fen_report report;
    if (rec->known[TAG_FEN] < 0 || !rec->has_start_tag)
        return false;
    struct slice v = record_tag(rec, TAG_FEN);
    fen_parse(rec->game, record_text(rec, v), v.len, &pos, &report);
    fen_format(&rec->start, report.shredder, fen);
    return repair_set_value(r, (size_t)rec->known[TAG_FEN], fen);
}

/* Between tokens it goes as the game is written anew; the value of a FEN is kept as it is read. */
bool mend_odd_blank(struct repair *r, size_t i)
{
    (void)i;
    const struct record *rec = r->rec;
    char plain[2 * FEN_MAX];
    if (rec->known[TAG_FEN] < 0 || !rec->has_start_tag)
        return true;
    const struct slice v = record_tag(rec, TAG_FEN);
    const size_t n = utf8_plain_blanks(record_text(rec, v), v.len, plain, sizeof plain - 1);
    plain[n] = '\0';
    return n == v.len || n == sizeof plain - 1 ||
           repair_set_value(r, (size_t)rec->known[TAG_FEN], plain);
}
