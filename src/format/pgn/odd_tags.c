/* The PGN reader's tag pairs that are not written as the standard says, but are nothing else: with
   the quotes of a word processor, with apostrophes or no quotes at all, or broken over two lines by
   a mail program. */
#include "format/pgn/pgn.h"

#include <string.h>

/* --- Quotes ----------------------------------------------------------------------------------- */

size_t pgn_wide_quote(const char *s)
{
    static const char *const quotes[] = {"“", "”", "„", "‟", "«", "»", "‘", "’", "‚"};
    if ((unsigned char)*s < 0xc2)
        return 0;
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
        if (strncmp(s, quotes[i], strlen(quotes[i])) == 0)
            return strlen(quotes[i]);
    return 0;
}

static size_t quote_length(const char *s)
{
    return *s == '"' || *s == '\'' ? 1 : pgn_wide_quote(s);
}

static const char *line_end(const struct pgn_parser *ps, const char *s)
{
    while (s < ps->end && !pgn_is(*s, CLASS_LINE))
        s++;
    return s;
}

static const char *behind_line_end(const struct pgn_parser *ps, const char *end)
{
    if (end < ps->end && *end == '\r' && end[1] == '\n')
        end++;
    return end + (end < ps->end);
}

/* --- Tags without quotes ---------------------------------------------------------------------- */

bool pgn_is_bare_tag(struct pgn_parser *ps, const char *s)
{
    size_t len;
    const char *name = pgn_tag_name(s, &len), *value = pgn_behind_blanks(name + len), *end = value;
    if (name + len < ps->end &&
        (end == name + len || tag_find(ps->rec->game, name, len) == TAG_OTHER))
        return false;
    /* Up to the next bracket, so that a line of many is not walked over for each. */
    while (end < ps->end && !pgn_is(*end, CLASS_LINE) && *end != '[' && *end != ']' && *end != '"')
        end++;
    const bool is_closed = end < ps->end && *end == ']' && end > value;
    if (is_closed)
        end = pgn_behind_blanks(end + 1);
    if (end == ps->end && !ps->at_end)
        ps->more = true;
    return is_closed && !ps->more && (end == ps->end || pgn_is(*end, CLASS_LINE));
}

bool pgn_is_bare_section(struct pgn_parser *ps, const char *s)
{
    if (!pgn_is_bare_tag(ps, s))
        return false;
    const char *next = behind_line_end(ps, line_end(ps, s));
    if (next == ps->end && !ps->at_end)
        ps->more = true;
    return *next == '[' && (pgn_is_tag(ps, next) || pgn_is_bare_tag(ps, next));
}

/* --- Values ----------------------------------------------------------------------------------- */

void pgn_scan_odd_value(const struct pgn_parser *ps, const char *s, struct pgn_tag *tag)
{
    const char *end = line_end(ps, s);
    const size_t opening = quote_length(s);
    tag->fault = opening > 0 ? LANG("has other quotes than \"") : LANG("has no quotes");
    tag->fault_at = s;
    tag->value = s + opening;
    for (s = tag->value; s < end && !tag->next; s++) {
        const size_t quote = opening > 0 ? quote_length(s) : 0;
        const char *behind = pgn_behind_blanks(s + quote);
        if (*behind == ']' && (quote > 0 || opening == 0)) {
            tag->value_end = s;
            tag->next = behind + 1;
        }
    }
    if (tag->next)
        return;
    tag->value_end = tag->next = end;
    while (tag->value_end > tag->value &&
           (pgn_is(tag->value_end[-1], CLASS_BLANK) || tag->value_end[-1] == ']'))
        tag->value_end--;
}

const char *pgn_value_goes_on(const struct pgn_parser *ps, const char *end)
{
    const char *s = behind_line_end(ps, end), *first = s, *next = line_end(ps, s);
    if (next == ps->end && !ps->at_end)
        return ps->end;
    for (; s < next; s++) {
        if (*s == '[' || *s == '{' || *s == '(')
            return NULL;
        if (*s == '"')
            return s > first && *pgn_behind_blanks(s + 1) == ']' ? s : NULL;
    }
    return NULL;
}
