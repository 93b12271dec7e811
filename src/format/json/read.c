/* The reader of games in JSON. The text of an object is complete in the window or asked for again,
   so nothing is kept from call to call but memory. json_moves.c reads the moves. */
#include "format/json/read.h"
#include "base/ascii.h"

#include <stdlib.h>
#include <string.h>

void json_reader_free(struct json_reader *r)
{
    if (!r)
        return;
    json_text_free(&r->text);
    buffer_free(&r->key);
    buffer_free(&r->value);
    buffer_free(&r->rest);
    walk_free(&r->walk);
    free(r->frames);
    free(r);
}

/* --- Tags ------------------------------------------------------------------------------------- */

/* Whether PGN can have a tag of this name. */
static bool is_tag_name(const struct buffer *name)
{
    for (size_t i = 0; i < name->len; i++)
        if (!pgn_is(name->data[i], CLASS_NAME))
            return false;
    return name->len > 0;
}

static bool add_tag(struct json_reader *r, const char *name, size_t name_len, const char *value,
                    size_t len, uint32_t source)
{
    struct slice n, v;
    r->too_large = r->too_large || r->rec->tag_count >= GAME_TAGS_MAX;
    r->no_memory = r->no_memory || !record_add_text(r->rec, name, name_len, &n) ||
                   !record_add_text(r->rec, value, len, &v) ||
                   !record_add_tag(r->rec, n, v, source);
    if (!r->no_memory && record_blank_nuls(r->rec, v))
        findings_add(r->findings, FINDING_NUL_BYTE, source, 0, NULL);
    return !json_failed(r);
}

/* The tag r->key with the value at C. */
static void read_tag(struct json_reader *r, struct json_cursor *c)
{
    json_peek(&r->text, c);
    const char *at = c->at;
    if (!json_read_string(&r->text, c, &r->value))
        return;
    if (is_tag_name(&r->key)) {
        add_tag(r, r->key.data, r->key.len, r->value.data ? r->value.data : "", r->value.len,
                json_source(r, at) + 1);
        return;
    }
    char quote[QUOTE_MAX];
    findings_add(r->findings, FINDING_BAD_TAG, json_source(r, at), 0, "no tag can be called %s",
                 finding_quote(r->key.data ? r->key.data : "", r->key.len, quote));
}

/* pgn-extract has tags as members of the game: those whose names begin with a capital letter. */
static void read_tag_members(struct json_reader *r)
{
    struct json_cursor c = json_begin_of(&r->text);
    json_enter(&r->text, &c, '{');
    while (json_next_member(&r->text, &c, &r->key)) {
        const char first = r->key.len > 0 ? *r->key.data : '\0';
        if (is_capital(first) && json_peek(&r->text, &c) == '"')
            read_tag(r, &c);
        else
            json_skip(&r->text, &c);
    }
}

/* An array of [name, value], or an object of them. */
static void read_tags(struct json_reader *r, struct json_cursor c)
{
    if (!c.at)
        return;
    if (json_peek(&r->text, &c) == '{') {
        json_enter(&r->text, &c, '{');
        while (json_next_member(&r->text, &c, &r->key))
            read_tag(r, &c);
        return;
    }
    if (!json_enter(&r->text, &c, '['))
        return;
    while (json_next_item(&r->text, &c)) {
        if (!json_enter(&r->text, &c, '[') || !json_next_item(&r->text, &c) ||
            !json_read_string(&r->text, &c, &r->key) || !json_next_item(&r->text, &c)) {
            json_fault(&r->text, c.at, "a tag is an array of a name and a value");
            return;
        }
        read_tag(r, &c);
        if (json_next_item(&r->text, &c))
            json_fault(&r->text, c.at, "a tag is an array of a name and a value");
    }
}

/* --- The start -------------------------------------------------------------------------------- */

/* A start that only the member "fen" tells gets its tags. */
static void add_fen_tags(struct json_reader *r, struct json_cursor c)
{
    const char *at = c.at;
    if (!at || r->rec->known[TAG_FEN] >= 0 || !json_read_string(&r->text, &c, &r->value))
        return;
    if (r->rec->game == GAME_CHESS && r->rec->known[TAG_SETUP] < 0)
        add_tag(r, "SetUp", 5, "1", 1, json_source(r, at));
    add_tag(r, "FEN", 3, r->value.data ? r->value.data : "", r->value.len, json_source(r, at) + 1);
}

static void apply_tags(struct json_reader *r)
{
    struct pgn_parser *ps = r->parser;
    ps->rec = r->rec;
    ps->findings = r->findings;
    ps->text = ps->begin = ps->game = ps->p = r->text.data;
    pgn_apply_tags(ps);
    /* There is no text that could be passed on as it is. */
    if (r->rec->variant == VARIANT_UNSUPPORTED) {
        r->rec->variant = VARIANT_STANDARD;
        r->rec->is_broken = r->rec->bad_start = true;
    }
}

/* --- Games ------------------------------------------------------------------------------------ */

static const char *const game_members[] = {"tags", "fen", "moves", "result", "game", "Moves", NULL};
enum { TAGS, FEN, MOVES, RESULT, GAME, OTHER_MOVES, GAME_MEMBERS };

static bool is_other_game(struct json_reader *r, struct json_cursor c)
{
    if (!c.at || !json_read_string(&r->text, &c, &r->value))
        return false;
    return game_from_name(buffer_terminate(&r->value)) != r->rec->game;
}

static void read_result(struct json_reader *r, struct json_cursor c)
{
    struct record *rec = r->rec;
    const char *at = c.at;
    if (!at || !json_read_string(&r->text, &c, &r->value))
        return;
    rec->has_terminator =
        result_read(rec->game, r->value.data ? r->value.data : "", r->value.len, &rec->terminator);
    rec->terminator_source = json_source(r, at);
    if (!rec->has_terminator)
        json_fault(&r->text, at, "a result is 1-0, 0-1, 1/2-1/2 or *");
}

static void read_game(struct json_reader *r)
{
    struct json_cursor members[GAME_MEMBERS], c = json_begin_of(&r->text);
    json_find_members(r, &c, game_members, members);
    if (is_other_game(r, members[GAME]))
        json_fault(&r->text, members[GAME].at,
                   r->rec->game == GAME_CHESS ? "a game that is not chess in a file of chess"
                                              : "a game that is not xiangqi in a file of xiangqi");
    const bool is_other = !members[TAGS].at && !members[MOVES].at && members[OTHER_MOVES].at;
    if (is_other)
        members[MOVES] = members[OTHER_MOVES];
    if (!json_failed(r) && !members[TAGS].at && !members[MOVES].at)
        json_fault(&r->text, r->text.data, "an object without tags and moves");
    if (!json_failed(r) && is_other)
        read_tag_members(r);
    else if (!json_failed(r))
        read_tags(r, members[TAGS]);
    if (!json_failed(r))
        add_fen_tags(r, members[FEN]);
    if (json_failed(r))
        return;
    apply_tags(r);
    if (!r->rec->bad_start)
        json_read_moves(r, members[MOVES]);
    if (!json_failed(r))
        read_result(r, members[RESULT]);
}

/* What was read is no game: only its finding stays. */
static void refuse(struct json_reader *r)
{
    const uint32_t source = r->text.fault ? json_source(r, r->text.fault) : r->shift;
    enum game game = r->rec->game;
    record_clear(r->rec, game);
    findings_clear(r->findings);
    r->rec->is_broken = r->rec->bad_start = true;
    if (r->too_large)
        findings_add(r->findings, FINDING_GAME_TOO_LARGE, r->shift, 0, NULL);
    else
        findings_add(r->findings, FINDING_BAD_JSON, source, 0, "%s", lang_text(r->text.why));
}

/* --- Objects in the window -------------------------------------------------------------------- */

/* Read the object at TEXT, LEN bytes of which are there. */
static enum json_status read_text(struct json_reader *r, const char *text, size_t len, bool at_end,
                                  size_t *used)
{
    enum json_extent extent = json_text_start(&r->text, text, len, at_end);
    *used = 0;
    if (extent == JSON_MORE && len <= GAME_TEXT_MAX)
        return JSON_STARVED;
    if (extent == JSON_NO_MEMORY)
        return JSON_OUT_OF_MEMORY;
    r->no_memory = r->text.no_memory = false;
    r->too_large = extent == JSON_MORE || extent == JSON_TOO_LARGE || r->text.len > GAME_TEXT_MAX;
    if (extent == JSON_WHOLE) {
        *used = r->text.len;
        if (!r->too_large)
            read_game(r);
    } else {
        r->skips = true;
    }
    return r->no_memory || r->text.no_memory ? JSON_OUT_OF_MEMORY : JSON_GAME;
}

/* Make R, or what is to become it, ready for an object. */
static bool prepare(struct json_reader **reader, struct pgn_parser *parser, struct record *rec,
                    struct findings *f)
{
    struct json_reader *r = *reader = *reader ? *reader : calloc(1, sizeof **reader);
    findings_clear(f);
    if (!r || !record_clear(rec, parser->options->game))
        return false;
    r->parser = parser;
    r->rec = rec;
    r->findings = f;
    r->shift = 0;
    r->no_memory = r->text.no_memory = r->too_large = r->skips = false;
    return true;
}

/* Say what was wrong before the object or the end. */
static void report_seam(struct json_reader *r, const struct json_seam *m, const char *data,
                        const struct pgn_extent *extent)
{
    for (size_t i = 0; i < m->fault_count; i++)
        findings_add(r->findings, FINDING_BAD_JSON,
                     (uint32_t)((size_t)(m->faults[i].at - data) - extent->base), 0, "%s",
                     lang_text(m->faults[i].why));
}

/* The window ends: begin again at window byte AT, unless something was wrong between that and
   FROM. */
static enum json_status starved(struct json_reader *r, const struct json_seam *m,
                                struct pgn_extent *extent, size_t from, size_t at)
{
    extent->base = extent->begin = extent->next = m->fault_count > 0 ? from : at;
    if (m->fault_count == 0)
        r->seam = *m;
    return JSON_STARVED;
}

enum json_status json_read(struct json_reader **reader, struct pgn_parser *parser,
                           const struct text_window *window, struct pgn_extent *extent,
                           struct record *rec, struct findings *f)
{
    struct json_seam seam;
    size_t at = extent->next, used = 0;
    const size_t from = at;
    if (!prepare(reader, parser, rec, f))
        return JSON_OUT_OF_MEMORY;
    struct json_reader *r = *reader;
    seam = r->seam;
    enum json_status status = json_seam_find(&seam, window, &at);
    if (status == JSON_STARVED)
        return starved(r, &seam, extent, from, at);
    const char *text = window->data + at;
    extent->base = seam.fault_count > 0 ? (size_t)(seam.faults[0].at - window->data) : at;
    extent->begin = extent->next = at;
    r->shift = (uint32_t)(at - extent->base);
    if (status == JSON_GAME && *text == '{') {
        status = read_text(r, text, window->len - at, window->at_end, &used);
    } else if (status == JSON_GAME) {
        r->text.data = r->text.fault = text;
        r->text.why = LANG("an object was expected");
        r->skips = true;
    }
    if (status == JSON_STARVED)
        return starved(r, &seam, extent, from, at);
    if (status == JSON_OUT_OF_MEMORY)
        return status;
    if (status == JSON_GAME && json_failed(r))
        refuse(r);
    report_seam(r, &seam, window->data, extent);
    r->seam = (struct json_seam){
        .in_array = seam.in_array, .has_item = status == JSON_GAME, .skipping = r->skips};
    rec->source = r->shift;
    extent->next += used;
    return status;
}

/* --- Pieces ----------------------------------------------------------------------------------- */

bool json_read_alone(struct json_reader **reader, struct pgn_parser *parser,
                     const struct text_window *window, struct pgn_extent *extent,
                     struct record *rec, struct findings *f)
{
    const size_t at = extent->next;
    size_t used;
    extent->base = extent->begin = at;
    if (!prepare(reader, parser, rec, f) ||
        read_text(*reader, window->data + at, window->len - at, window->at_end, &used) !=
            JSON_GAME ||
        json_failed(*reader))
        return false;
    extent->next = at + used;
    return true;
}

/* --- Recognising ------------------------------------------------------------------------------ */

/* Whether what may be a value begins at AT, and in it what may be its first part. */
static bool is_value(const char *data, size_t len, size_t at)
{
    bool in_array = false;
    for (; at < len && data[at] == '['; in_array = true)
        at = skip_white(data, len, at + 1);
    if (at == len)
        return in_array;
    if (data[at] == '{') {
        at = skip_white(data, len, at + 1);
        return at == len || data[at] == '"' || data[at] == '}';
    }
    return data[at] == '"' || data[at] == '-' || is_digit(data[at]) ||
           (data[at] == ']' && in_array) || (len - at >= 4 && memcmp(data + at, "null", 4) == 0);
}

/* Whether a colon and what may be a value follow at AT, as behind a key: a comment of PGN may begin
   with a brace and a word in quotes, too. */
static bool has_value(const char *data, size_t len, size_t at)
{
    at = skip_white(data, len, at);
    return at < len && data[at] == ':' && is_value(data, len, skip_white(data, len, at + 1));
}

/* Whether a move number follows the first closing brace outside strings from AT on: then it closed a
   comment. */
static bool moves_follow(const char *data, size_t len, size_t at)
{
    bool is_quoted = false;
    for (; at < len && (is_quoted || data[at] != '}'); at++) {
        if (is_quoted && data[at] == '\\')
            at++;
        else
            is_quoted ^= data[at] == '"';
    }
    const size_t number = at < len ? skip_white(data, len, at + 1) : len;
    for (at = number; at < len && is_digit(data[at]);)
        at++;
    return at > number && at < len && data[at] == '.';
}

bool json_recognise(const char *data, size_t len, enum game *game)
{
    /* Those of json_write, and of pgn-extract, which begins with the roster. */
    static const char *const keys[] = {"number", "tags",  "game", "fen",  "moves",
                                       "result", "Event", "Site", "Date", "Moves"};
    static const char xiangqi[] = "\"game\":\"xiangqi\"";
    size_t at = 0;
    while (at < len && (json_is_blank(data[at]) || data[at] == '['))
        at++;
    if (at > 0 && at < len && data[at] == ']') { /* no games at all */
        *game = GAME_COUNT;
        while (++at < len && json_is_blank(data[at]))
            ;
        return at == len;
    }
    if (at == len || data[at++] != '{')
        return false;
    while (at < len && is_white(data[at]))
        at++;
    bool known = false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && at < len && data[at] == '"'; i++) {
        size_t n = strlen(keys[i]);
        known = known || (len - at > n + 1 && memcmp(data + at + 1, keys[i], n) == 0 &&
                          data[at + 1 + n] == '"' && has_value(data, len, at + n + 2));
    }
    if (!known || moves_follow(data, len, at))
        return false;
    const char *line = memchr(data + at, '\n', len - at);
    const char *end = line ? line : data + len;
    *game = GAME_CHESS;
    for (const char *s = data + at; end - s >= (ptrdiff_t)sizeof xiangqi - 1; s++)
        if (*s == '"' && memcmp(s, xiangqi, sizeof xiangqi - 1) == 0)
            *game = GAME_XIANGQI;
    return true;
}
