/* The PGN reader's sections of tags: which tags are one game's, though text may stand between them.
   The letters in the comments are those of qipu-formats(7), "Where a game ends". */
#include "format/pgn/pgn.h"

#include <string.h>

/* Whether a blank line stands between FROM and TO, wherever. */
static bool has_blank_line(const char *from, const char *to)
{
    int lines = 0;
    for (; (from = pgn_behind_blanks(from)) < to && lines < 2; from++) {
        if (*from == '\n' || (*from == '\r' && from[1] != '\n'))
            lines++;
        else if (!pgn_is(*from, CLASS_BLANK | CLASS_LINE))
            lines = 0;
    }
    return lines >= 2;
}

/* --- Tags ------------------------------------------------------------------------------------- */

bool pgn_tag_occurs(const struct record *rec, const char *name, size_t len)
{
    enum tag_id id = tag_find(rec->game, name, len);
    if (id != TAG_OTHER)
        return rec->known[id] >= 0;
    for (size_t i = 0; i < rec->tag_count; i++)
        if (rec->tags[i].name.len == len &&
            memcmp(record_text(rec, rec->tags[i].name), name, len) == 0)
            return true;
    return false;
}

bool pgn_tag_at_occurs(const struct record *rec, const char *s)
{
    char room[PGN_NAME_MAX];
    size_t len;
    const char *name = pgn_plain_name(s, &len, room);
    return pgn_tag_occurs(rec, name, len);
}

bool pgn_begins_xiangqi(const struct record *rec, const char *name, size_t len)
{
    return rec->game == GAME_XIANGQI && len == 4 && memcmp(name, "Game", 4) == 0;
}

/* A further tag without quotes, which is none behind a blank line, or if its name occurs. */
static bool bare_tag_at(struct pgn_parser *ps)
{
    return !has_blank_line(ps->behind_tag, ps->p) && !pgn_tag_at_occurs(ps->rec, ps->p) &&
           pgn_is_bare_tag(ps, ps->p);
}

/* Most often the next tag stands on the next line. */
static void skip_to_tag(struct pgn_parser *ps)
{
    const char *end = ps->p + (*ps->p == '\r');
    if (end[0] == '\n' && end[1] == '[')
        ps->p = end + 1;
    else
        pgn_skip_space(ps);
}

/* Read the tag at the cursor, however it is written. False if another game begins with it. */
static bool read_any_tag(struct pgn_parser *ps)
{
    size_t len;
    const char *name = pgn_tag_name(ps->p, &len);
    if (pgn_tag_at_occurs(ps->rec, ps->p)) {
        if (has_blank_line(ps->behind_tag, ps->p) || pgn_begins_xiangqi(ps->rec, name, len))
            return false;
        char quote[QUOTE_MAX];
        findings_add(ps->findings, FINDING_REPEATED_TAG, pgn_source(ps, ps->p), 0,
                     "tag %s occurs twice", finding_quote(name, len, quote));
    }
    pgn_read_tag(ps);
    return true;
}

bool pgn_read_tags(struct pgn_parser *ps)
{
    while (*ps->p == '[') {
        if (!pgn_read_plain_tag(ps)) {
            if (!pgn_is_tag(ps, ps->p) && !bare_tag_at(ps))
                break;
            if (!read_any_tag(ps))
                return false;
        }
        ps->behind_tag = ps->p;
        if (ps->rec->tag_count > GAME_TAGS_MAX)
            ps->too_large = true;
        if (!pgn_failed(ps))
            skip_to_tag(ps);
        if (pgn_failed(ps))
            return false;
    }
    return true;
}

/* --- Text between them ------------------------------------------------------------------------ */

bool pgn_is_before_moves(const struct pgn_parser *ps)
{
    return ps->rec->ply_count == 0 && !ps->has_variation && !ps->skipping &&
           !ps->rec->has_terminator;
}

/* Whether a tag that occurs is among those at the cursor, up to a blank line. */
static bool tags_repeat(struct pgn_parser *ps)
{
    enum { LOOK_MAX = 32 };
    const char *s = ps->p;
    for (int n = 0; n < LOOK_MAX && *s == '[' && pgn_is_tag(ps, s); n++) {
        struct pgn_tag tag;
        pgn_scan_tag(ps, s, &tag);
        if (pgn_tag_at_occurs(ps->rec, s))
            return true;
        for (s = pgn_behind_blanks(tag.next); pgn_is(*s, CLASS_LINE);)
            s = pgn_behind_blanks(s + 1);
        if (has_blank_line(tag.next, s))
            break;
    }
    if (s >= ps->end && !ps->at_end)
        ps->more = true;
    return false;
}

/* Where nothing is played, because of what the tags say: whether comments alone stand between them
   and the cursor. */
static bool only_comments_skipped(const struct pgn_parser *ps)
{
    const char *s = ps->behind_tag;
    if (!ps->rec->bad_start && ps->rec->variant != VARIANT_UNSUPPORTED)
        return false;
    while ((s = pgn_behind_blanks(s)) < ps->p) {
        const char end = *s == '{' ? '}' : '\n';
        if (*s == '{' || *s == ';')
            s = memchr(s, end, (size_t)(ps->p - s));
        else if (!pgn_is(*s, CLASS_BLANK | CLASS_LINE))
            return false;
        if (!s)
            return false;
        s++;
    }
    return true;
}

bool pgn_section_goes_on(struct pgn_parser *ps)
{
    if (!ps->started || *ps->p != '[' || !(pgn_is_before_moves(ps) || only_comments_skipped(ps)) ||
        ps->p == ps->behind_tag)
        return false;
    return !(has_blank_line(ps->behind_tag, ps->p) && tags_repeat(ps)) && !ps->more;
}

void pgn_reopen_section(struct pgn_parser *ps, size_t from, size_t to)
{
    struct findings *f = ps->findings;
    if (ps->skipping)
        pgn_end_skip(ps, ps->p);
    for (size_t i = from; i < to; i++)
        ps->told_blank = ps->told_blank && f->items[i].code != FINDING_ODD_BLANK;
    if (to < f->count)
        memmove(f->items + from, f->items + to, (f->count - to) * sizeof *f->items);
    f->count -= to - from;
    ps->rec->is_broken = ps->rec->bad_start = false;
    ps->has_number = false;
}
