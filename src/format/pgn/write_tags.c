/* The tags of a PGN game. Those of chess are written as they were read. A game of xiangqi gets the
   tags that xqbase's programs expect: Game "Chinese Chess" first, which tells them what it is; Red
   for White; a FEN for a start of its own; Format for how its moves are written, where that is not
   simply Chinese. What it has besides stays. */
#include "format/pgn/write.h"

#include <string.h>
#include <strings.h>

/* --- One tag ---------------------------------------------------------------------------------- */

static void put_name(struct buffer *out, const char *name, size_t len)
{
    buffer_add_char(out, '[');
    buffer_add(out, name, len);
    buffer_add(out, " \"", 2);
}

static void put_value(struct buffer *out, const char *value, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        char c = value[i];
        if (c == '"' || c == '\\')
            buffer_add_char(out, '\\');
        buffer_add_char(out, c == '\n' || c == '\r' ? ' ' : c);
    }
    buffer_add(out, "\"]\n", 3);
}

static void put_text_tag(struct buffer *out, const char *name, const char *value)
{
    put_name(out, name, strlen(name));
    put_value(out, value, strlen(value));
}

static void put_tag(struct buffer *out, const struct record *rec, const struct tag *tag)
{
    put_name(out, record_text(rec, tag->name), tag->name.len);
    put_value(out, record_text(rec, tag->value), tag->value.len);
}

/* --- Xiangqi ---------------------------------------------------------------------------------- */

static bool is_text(const struct record *rec, struct slice s, const char *text)
{
    return s.len == strlen(text) && strncasecmp(record_text(rec, s), text, s.len) == 0;
}

static const struct tag *find_tag(const struct record *rec, const char *name)
{
    for (size_t i = 0; i < rec->tag_count; i++)
        if (is_text(rec, rec->tags[i].name, name))
            return &rec->tags[i];
    return NULL;
}

enum notation pgn_notation(const struct record *rec, enum notation asked)
{
    if (rec->game != GAME_XIANGQI || asked != NOTATION_NONE)
        return rec->game == GAME_XIANGQI ? notation_table[asked].xiangqi : NOTATION_NONE;
    const struct tag *format = find_tag(rec, "Format");
    for (int n = NOTATION_ICCS; format && n < NOTATIONS; n++)
        if (notation_table[n].format && is_text(rec, format->value, notation_table[n].format))
            return (enum notation)n;
    return NOTATION_ZH_HANS;
}

/* White, WhiteElo, WhiteTeam ... are Red's, unless there is a tag of that name already. */
static void put_player_tag(struct buffer *out, const struct record *rec, const struct tag *tag)
{
    enum { PREFIX = 5, NAME_MAX = 64 };
    const char *name = record_text(rec, tag->name);
    char red[NAME_MAX];
    if (tag->name.len >= PREFIX && tag->name.len < NAME_MAX && memcmp(name, "White", PREFIX) == 0) {
        memcpy(red, "Red", 3);
        memcpy(red + 3, name + PREFIX, tag->name.len - PREFIX);
        red[tag->name.len - 2] = '\0';
        if (!find_tag(rec, red)) {
            put_name(out, red, strlen(red));
            put_value(out, record_text(rec, tag->value), tag->value.len);
            return;
        }
    }
    put_tag(out, rec, tag);
}

static void put_fen(struct buffer *out, const struct record *rec)
{
    char fen[FEN_MAX];
    fen_format(&rec->start, false, fen);
    put_text_tag(out, "FEN", fen);
}

static bool is_game(const struct record *rec, const struct tag *tag)
{
    return is_text(rec, tag->name, "Game");
}

static void put_xiangqi_tags(struct buffer *out, const struct record *rec, enum notation asked)
{
    const struct tag *game = find_tag(rec, "Game"), *format = find_tag(rec, "Format");
    const enum notation notation = pgn_notation(rec, asked);
    const char *value = notation_table[notation].format;
    if (game)
        put_tag(out, rec, game);
    else
        put_text_tag(out, "Game", TAG_GAME_XIANGQI);
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct tag *tag = &rec->tags[i];
        if (is_game(rec, tag)) /* a second one would begin another game */
            continue;
        if (tag == format && value)
            put_text_tag(out, "Format", value);
        else if (tag != format)
            put_player_tag(out, rec, tag);
    }
    if (rec->known[TAG_FEN] < 0 && !pos_is_start(&rec->start))
        put_fen(out, rec);
    if (!format && value && (asked != NOTATION_NONE || notation != NOTATION_ZH_HANS))
        put_text_tag(out, "Format", value);
}

/* --- All -------------------------------------------------------------------------------------- */

/* Of the main line or of variations. */
static bool has_moves(const struct record *rec)
{
    for (size_t i = 0; i < rec->node_count; i++)
        if (rec->nodes[i].kind == NODE_MOVE || rec->nodes[i].kind == NODE_BEGIN)
            return true;
    return false;
}

void pgn_write_tags(struct buffer *out, const struct record *rec, enum notation asked)
{
    if (rec->game == GAME_XIANGQI)
        put_xiangqi_tags(out, rec, asked);
    for (size_t i = 0; rec->game != GAME_XIANGQI && i < rec->tag_count; i++)
        put_tag(out, rec, &rec->tags[i]);
    bool is_empty = rec->tag_count == 0 && !has_moves(rec); /* it would seem to be no game */
    if (is_empty && rec->game != GAME_XIANGQI)
        put_text_tag(out, "Result", result_text(record_result(rec)));
    if (rec->tag_count > 0 || rec->game == GAME_XIANGQI || is_empty)
        buffer_add_char(out, '\n');
}
