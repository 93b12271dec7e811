/* The PGN reader: words without braces. A line of them between two tags is a comment. So are words
   behind the last move of a game or variation, as "White resigns", if nothing that could be a move
   follows: a move is never taken for a word, and a word between moves costs the game, since a move
   may hide in it. */
#include "format/pgn/pgn.h"

#include <string.h>

enum { WORDS_MAX = 1000 }; /* bytes that are looked at */

/* The word that begins at S ends there; S if none begins. */
static const char *end_of_word(const char *s)
{
    const char *to = s;
    while (pgn_is(*to, CLASS_LETTER) || (unsigned char)*to >= 0x80 ||
           (to > s && *to != '\0' && strchr("'-.,:!?", *to)))
        to++;
    return pgn_wide_blank(s) > 0 ? s : to;
}

/* Whether no move could be meant, however badly written: piece letters and files are no word. */
static bool is_plain_word(const char *s, const char *to)
{
    for (const char *c = s; c < to && to - s > 2; c++)
        if (*c >= 'i' && *c <= 'z' && *c != 'x')
            return true;
    return false;
}

/* Whether the game or the variation ends at S. */
static bool ends_at(struct pgn_parser *ps, const char *s)
{
    const char *cursor = ps->p;
    if (s >= ps->end || (*s == ')' && ps->depth > 0) || (*s == '[' && pgn_is_tag(ps, s)))
        return true;
    ps->p = s;
    const bool is_result = pgn_match_result(ps).len > 0;
    ps->p = cursor;
    return is_result;
}

/* What follows the blanks, and the lines escaped with %, at S, before which a word ends. */
static const char *behind_blanks(const struct pgn_parser *ps, const char *s)
{
    while (pgn_is(*(s = pgn_behind_blanks(s)), CLASS_LINE) ||
           (*s == '%' && pgn_is(s[-1], CLASS_LINE)))
        if (*s++ == '%')
            while (s < ps->end && !pgn_is(*s, CLASS_LINE))
                s++;
    return s;
}

static void add_words(struct pgn_parser *ps, const char *at, const char *end, const char *what)
{
    char quote[QUOTE_MAX];
    findings_add(ps->findings, FINDING_TEXT_BEHIND_MOVES, pgn_source(ps, at), pgn_ply(ps), "%s: %s",
                 finding_quote(at, (size_t)(end - at), quote), lang_text(what));
    pgn_add_comment(ps, at, (size_t)(end - at), at, false, true);
    ps->p = end;
}

/* Whether a tag that the section lacks begins the line behind END. */
static bool new_tag_follows(struct pgn_parser *ps, const char *end)
{
    const char *next = end + (*end == '\r' && end[1] == '\n') + 1;
    if (next >= ps->end) {
        ps->more = !ps->at_end;
        return false;
    }
    return *next == '[' && pgn_is_tag(ps, next) && !pgn_tag_at_occurs(ps->rec, next);
}

bool pgn_read_line_between_tags(struct pgn_parser *ps, const char *at)
{
    const char *end = at;
    if (!pgn_is_before_moves(ps) || ps->has_number || ps->depth > 0 || ps->rec->tag_count == 0)
        return false;
    while (end < ps->end && !pgn_is(*end, CLASS_LINE))
        end++;
    if (!new_tag_follows(ps, end))
        return ps->more;
    add_words(ps, at, end, LANG("words between tags, without braces"));
    return true;
}

bool pgn_read_words(struct pgn_parser *ps, const char *at)
{
    const char *s = at, *end = at;
    if (!is_plain_word(at, end_of_word(at)))
        return false;
    while (s == at || !ends_at(ps, s)) {
        const char *to = end_of_word(s);
        if (to == s || to - at > WORDS_MAX)
            return false;
        end = to;
        s = behind_blanks(ps, to);
        if (s >= ps->end && !ps->at_end)
            ps->more = true;
        if (ps->more)
            return true;
    }
    add_words(ps, at, end, LANG("words behind the moves, without braces"));
    return true;
}
