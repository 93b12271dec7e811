/* The PGN reader: how a game ends. Its result, what still belongs to it behind that, and what is
   closed for it. The letters in the comments are those of qipu-formats(7), "Where a game ends". */
#include "format/pgn/pgn.h"

#include <string.h>

/* --- Results ---------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    enum result result;
    bool standard;
} results[] = {
    /* "1/2" stands behind all that begin with it */
    {"1-0", RESULT_WHITE, true},
    {"0-1", RESULT_BLACK, true},
    {"1/2-1/2", RESULT_DRAW, true},
    {"*", RESULT_NONE, true},
    {"\u00bd-\u00bd", RESULT_DRAW, false},
    {"\u00bd - \u00bd", RESULT_DRAW, false},
    {"\u00bd\u2013\u00bd", RESULT_DRAW, false},
    {"\u00bd:\u00bd", RESULT_DRAW, false},
    {"\u00bd", RESULT_DRAW, false},
    {"1/2 - 1/2", RESULT_DRAW, false},
    {"1/2\u20131/2", RESULT_DRAW, false},
    {"1/2:1/2", RESULT_DRAW, false},
    {"1/2", RESULT_DRAW, false},
    {"0.5-0.5", RESULT_DRAW, false},
    {"1\u20130", RESULT_WHITE, false},
    {"1 - 0", RESULT_WHITE, false},
    {"1:0", RESULT_WHITE, false},
    {"+:-", RESULT_WHITE, false},
    {"0\u20131", RESULT_BLACK, false},
    {"0 - 1", RESULT_BLACK, false},
    {"0:1", RESULT_BLACK, false},
    {"-:+", RESULT_BLACK, false},
};

/* The words that a xiangqi game may end with, where they are not part of a sentence. */
static struct pgn_result match_words(const struct pgn_parser *ps)
{
    struct pgn_result r = {0};
    r.len = xiangqi_result(ps->p, (size_t)(ps->end - ps->p), &r.result);
    if (r.len > 0 && pgn_is(ps->p[r.len], CLASS_TOKEN) && pgn_wide_blank(ps->p + r.len) == 0 &&
        pgn_wide_sign(ps->p + r.len) == '\0')
        r.len = 0;
    return r;
}

/* The bytes at S that are TEXT with characters between of which nothing is seen; 0 if there are none. */
static size_t length_with_nothing(const char *s, const char *text)
{
    const char *at = s;
    for (; *text; text++) {
        while (pgn_nothing(at) > 0)
            at += pgn_nothing(at);
        if (*at++ != *text)
            return 0;
    }
    return (size_t)(at - s);
}

static struct pgn_result match_with_nothing(struct pgn_parser *ps)
{
    enum { MARGIN = 32 };
    if (ps->end - ps->p < MARGIN && !ps->at_end)
        ps->more = true;
    for (size_t i = 0; i < sizeof results / sizeof results[0] && !ps->more; i++) {
        const size_t len = length_with_nothing(ps->p, results[i].text);
        if (len > 0 && (!pgn_is(ps->p[len], CLASS_TOKEN) || pgn_wide_blank(ps->p + len) > 0))
            return (struct pgn_result){len, results[i].result, results[i].standard};
    }
    return (struct pgn_result){0};
}

struct pgn_result pgn_match_result(struct pgn_parser *ps)
{
    size_t left = (size_t)(ps->end - ps->p);
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (left > 0 && *ps->p != *results[i].text)
            continue;
        size_t len = strlen(results[i].text);
        if (left <= len && !ps->at_end &&
            memcmp(ps->p, results[i].text, left < len ? left : len) == 0) {
            ps->more = true;
            return (struct pgn_result){0};
        }
        if (left >= len && memcmp(ps->p, results[i].text, len) == 0 &&
            (*results[i].text == '*' || !pgn_is(ps->p[len], CLASS_TOKEN) ||
             pgn_wide_blank(ps->p + len) > 0))
            return (struct pgn_result){len, results[i].result, results[i].standard};
    }
    if (ps->rec->game == GAME_XIANGQI && (unsigned char)*ps->p >= 0x80)
        return match_words(ps);
    if (left > 2 && (pgn_nothing(ps->p + 1) > 0 || pgn_nothing(ps->p + 2) > 0))
        return match_with_nothing(ps);
    return (struct pgn_result){0};
}

/* Whether a tag line or the end of the stream follows S. */
static bool section_follows(struct pgn_parser *ps, const char *s)
{
    while (pgn_is(*(s = pgn_behind_blanks(s)), CLASS_LINE))
        s++;
    if (s == ps->end) {
        ps->more = ps->more || !ps->at_end;
        return ps->at_end;
    }
    return *s == '[' && pgn_is_tag(ps, s);
}

/* (b) A result ends the game at depth 0, (e) or where nothing of the game follows. */
bool pgn_read_result(struct pgn_parser *ps, const struct pgn_result *r)
{
    const char *at = ps->p;
    size_t len = r->len;
    size_t depth = ps->depth + (ps->skipping ? ps->skip_depth : 0);
    ps->p += len;
    if (!ps->started) {
        pgn_drop(ps, at, ps->p);
        return false;
    }
    if (!r->standard)
        findings_add(ps->findings, FINDING_RESULT_FORM, pgn_source(ps, at), pgn_ply(ps), NULL);
    if (depth > 0 && !section_follows(ps, ps->p)) {
        if (ps->more || ps->skipping)
            return false;
        findings_add(ps->findings, FINDING_RESULT_IN_VARIATION, pgn_source(ps, at), pgn_ply(ps),
                     NULL);
        pgn_add_comment(ps, at, len, at, false, false);
        return false;
    }
    ps->rec->has_terminator = true;
    ps->rec->terminator = r->result;
    ps->rec->terminator_source = pgn_source(ps, at);
    return true;
}

/* --- Behind the result ------------------------------------------------------------------------ */

/* A section of tags that has no roster tag, FEN, Variant or move, behind a finished game, is
   that game's. Returns where it ends, or NULL if what follows is not such a section. */
static const char *stray_section_end(struct pgn_parser *ps)
{
    const char *limit = ps->p + AFTER_RESULT;
    enum { LOOK_MAX = 32 };
    struct {
        const char *name;
        size_t len;
    } seen[LOOK_MAX];
    const char *s = ps->p, *end = NULL;
    for (int n = 0; n < LOOK_MAX; n++) {
        int lines = 0;
        for (; (s = pgn_behind_blanks(s)) <= limit && pgn_is(*s, CLASS_LINE); s++)
            lines += *s == '\n' || (*s == '\r' && s[1] != '\n');
        if (s > limit)
            return end;
        if (s == ps->end) {
            ps->more = ps->more || !ps->at_end;
            return end;
        }
        if (*s != '[' || !pgn_is_tag(ps, s))
            return NULL;
        struct pgn_tag tag;
        pgn_scan_tag(ps, s, &tag);
        seen[n].name = tag.name;
        seen[n].len = tag.name_len;
        for (int i = 0; i < n && lines >= 2; i++)
            if (seen[i].len == seen[n].len && memcmp(seen[i].name, seen[n].name, seen[n].len) == 0)
                return end;
        enum tag_id id = tag_find(ps->rec->game, seen[n].name, seen[n].len);
        if (id < TAG_ROSTER || id == TAG_FEN || id == TAG_VARIANT ||
            pgn_begins_xiangqi(ps->rec, seen[n].name, seen[n].len))
            return NULL;
        s = end = tag.next;
    }
    return NULL;
}

void pgn_read_after_result(struct pgn_parser *ps)
{
    const char *end = ps->p;
    size_t count = ps->findings->count;
    uint64_t suppressed = ps->findings->suppressed;
    int lines = 0;
    while (!pgn_failed(ps) && (lines = pgn_skip_space(ps)) < 2 && !ps->more &&
           ps->p - end <= AFTER_RESULT && (*ps->p == '{' || *ps->p == ';')) {
        if (*ps->p == '{')
            pgn_read_brace_comment(ps);
        else
            pgn_read_line_comment(ps);
        end = ps->p;
        count = ps->findings->count;
        suppressed = ps->findings->suppressed;
    }
    if (ps->p - end > AFTER_RESULT) /* too far to wait for what comes */
        ps->more = false;
    const bool is_awaited = ps->options->live && lines >= 2 && ps->p == ps->end;
    ps->p = end; /* what stands behind is read, and reported, with the next game */
    ps->findings->count = count;
    ps->findings->suppressed = suppressed;
    if (is_awaited) { /* who watches a stream has the game at its blank line, not with the next */
        ps->more = false;
        return;
    }
    const char *section = ps->more ? NULL : stray_section_end(ps);
    if (ps->more || !section)
        return;
    bool reported = false;
    while (!pgn_failed(ps) && ps->p < section) {
        pgn_skip_space(ps);
        if (!reported)
            findings_add(ps->findings, FINDING_STRAY_TAGS, pgn_source(ps, ps->p), pgn_ply(ps),
                         NULL);
        reported = true;
        if (ps->p < section)
            pgn_read_tag(ps);
    }
}

/* --- The end ---------------------------------------------------------------------------------- */

/* Where the text of the game ends, for what is said about its end. */
static const char *end_of_text(const struct pgn_parser *ps)
{
    if (ps->rec->has_terminator)
        return ps->begin + ps->rec->terminator_source;
    return pgn_before_blanks(ps->game, ps->p, CLASS_BLANK | CLASS_LINE);
}

static const struct node *first_move(const struct record *rec)
{
    const struct node *node = rec->nodes;
    while (node->kind != NODE_MOVE)
        node++;
    return node;
}

void pgn_end_game(struct pgn_parser *ps)
{
    struct record *rec = ps->rec;
    const char *at = end_of_text(ps);
    if (ps->skipping)
        pgn_end_skip(ps, at);
    if (ps->depth > 0)
        findings_add(ps->findings, FINDING_UNCLOSED_VARIATION, pgn_source(ps, ps->levels[0].at),
                     pgn_ply(ps), "%zu variation%s not closed at the end of the game", ps->depth,
                     ps->depth == 1 ? "" : "s");
    while (ps->depth > 0) {
        if (!record_add_node(rec, NODE_END, pgn_source(ps, at))) {
            ps->no_memory = true;
            return;
        }
        ps->depth--;
    }
    ps->pos = &rec->end;
    if (!rec->has_terminator)
        findings_add(ps->findings, FINDING_MISSING_RESULT, pgn_source(ps, at), pgn_ply(ps), NULL);
    if (rec->tag_count == 0)
        findings_add(ps->findings, FINDING_NO_TAGS, pgn_source(ps, ps->game), 0, NULL);
    if (rec->ply_count > 1 && !ps->has_any_number)
        findings_add(ps->findings, FINDING_NO_MOVE_NUMBERS, first_move(rec)->source, 1, NULL);
}
